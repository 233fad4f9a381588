//! Sessions that are played from files and compared as a whole, and what the editor shows, through its own traits.

use crate::faces::repl::desk::Desk;
use crate::faces::repl::helper::Aid;
use crate::faces::repl::hint::Shown;
use crate::faces::repl::known::{Certain, Known};
use crate::faces::repl::{obey, validate};
use crate::session::{Session, Target};
use rustyline::completion::{Candidate, Completer};
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hint, Hinter};
use rustyline::history::DefaultHistory;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A copy of the small game in a directory of its own.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let directory =
            std::env::temp_dir().join(format!("heterodox-repl-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let place = Self(directory);
        fs::write(place.game(), include_str!("../../../tests/cases/repl/small.variant")).unwrap();
        place
    }

    fn game(&self) -> PathBuf {
        self.0.join("game.variant")
    }

    fn desk(&self) -> Desk {
        let target = Target::new(self.game().to_str().unwrap());
        let session = Session::new(target.load().unwrap());
        Desk::new(session, target, 7, false)
    }

    /// Changes the file: `A => B`.
    fn replace(&self, change: &str) {
        let (old, new) = change.split_once(" => ").unwrap();
        let text = fs::read_to_string(self.game()).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(self.game(), text.replacen(old, new, 1)).unwrap();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a session looks like.
fn transcript(path: &Path) -> String {
    let place = Place::new(path.file_stem().unwrap().to_str().unwrap());
    let directory = place.0.to_str().unwrap().to_owned();
    let mut desk = place.desk();
    let mut text = String::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let _ = writeln!(text, "{}{line}", desk.prompt());
        if let Some(change) = line.strip_prefix("!replace ") {
            place.replace(change);
            continue;
        }
        if let Some((name, content)) = line.strip_prefix("!write ").and_then(|l| l.split_once(' '))
        {
            fs::write(place.0.join(name), content.replace("\\n", "\n")).unwrap();
            continue;
        }
        if let Some(answer) = desk.notice() {
            text.push_str(&answer.text);
        }
        let answer = obey(&mut desk, &line.replace("DIR", &directory));
        assert_eq!(
            answer.failed,
            answer.json["kind"] == "error"
                || answer.json["kind"] == "problems"
                || answer.json["failed"].as_u64() > Some(0),
            "{line}"
        );
        text.push_str(&answer.text);
        assert_eq!(answer.ends, line == "q");
    }
    text.replace(&directory, "DIR")
}

#[test]
fn sessions() {
    insta::glob!("../../../tests/cases/repl", "*.session", |path| {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false,
            snapshot_path => "../../../tests/cases/repl",
            filters => vec![(r"\d+\.\d{3} s, \d+ nodes a second", "TIME"), (r"\x1b", "␛")] }, {
            insta::assert_snapshot!("shown", transcript(path));
        });
    });
}

/// A helper for a desk on which these lines were played.
fn aid(name: &str, lines: &[&str]) -> Aid {
    let place = Place::new(name);
    let mut desk = place.desk();
    for line in lines {
        assert!(!obey(&mut desk, line).failed, "{line}");
    }
    Aid::new(Known::of(&desk))
}

fn completed(aid: &Aid, line: &str) -> Vec<String> {
    let history = DefaultHistory::new();
    let context = rustyline::Context::new(&history);
    let (_, all) = aid.complete(line, line.len(), &context).unwrap();
    all.iter().map(|c| c.replacement().to_owned()).collect()
}

fn hinted(aid: &Aid, line: &str) -> Option<Shown> {
    let history = DefaultHistory::new();
    aid.hint(line, line.len(), &rustyline::Context::new(&history))
}

#[test]
fn tab_completes_what_stands_there() {
    let aid = aid("complete", &[]);
    assert_eq!(completed(&aid, "wh"), ["why"]);
    assert_eq!(completed(&aid, "d"), ["describe", "divide", "d2-d3", "d2-d4"]);
    assert_eq!(completed(&aid, "d2d"), ["d2-d3", "d2-d4"]);
    assert_eq!(completed(&aid, "why d2"), ["d2-d3", "d2-d4"]);
    assert_eq!(completed(&aid, "N@"), ["N@a2", "N@c2", "N@e2"]);
    assert_eq!(completed(&aid, "describe "), ["K", "R", "N", "P"]);
    assert_eq!(completed(&aid, "attacks c"), ["c1", "c2", "c4", "c5"]);
    assert_eq!(completed(&aid, "attacks c2 "), ["White", "Black"]);
    assert_eq!(completed(&aid, "option "), ["wild"]);
    assert_eq!(completed(&aid, "option wild o"), ["on", "off"]);
    assert_eq!(completed(&aid, "set "), ["pieces", "colour"]);
    assert_eq!(completed(&aid, "set pieces "), ["letters", "unicode"]);
    assert_eq!(completed(&aid, "set colour n"), ["never"]);
    assert_eq!(completed(&aid, "help tr"), ["trace"]);
    assert_eq!(completed(&aid, "test a"), ["a piece is dropped"]);
    assert_eq!(completed(&aid, "open src/mai"), ["src/main.rs"]);
    assert!(completed(&aid, "undo ").is_empty());
    assert!(completed(&aid, "nonsense ").is_empty());
    assert_eq!(completed(&aid, "moves --"), ["--pseudo"]);
}

#[test]
fn a_setup_has_its_own_words() {
    let aid = aid("complete-setup", &["setup"]);
    assert_eq!(completed(&aid, "p"), ["put"]);
    assert_eq!(completed(&aid, "put k"), ["k"]);
    assert_eq!(completed(&aid, "put k a"), ["a1", "a2", "a3", "a4", "a5"]);
    assert_eq!(completed(&aid, "side b"), ["Black"]);
}

#[test]
fn hints_show_what_enter_would_do() {
    let aid = aid("hints", &[]);
    let display = |line: &str| hinted(&aid, line).map(|h| h.display().to_owned());
    assert_eq!(display(""), None);
    assert_eq!(display("d2-d4").unwrap(), "  plays d2-d4");
    assert_eq!(display("d4").unwrap(), "  plays d2-d4");
    assert_eq!(display("c1-c").unwrap(), "2");
    assert_eq!(hinted(&aid, "c1-c").unwrap().completion(), Some("2"));
    assert_eq!(display("a1-c3").unwrap(), "  is no legal move");
    assert_eq!(
        display("tra").unwrap(),
        "ce MOVE|SQUARE  shows how the rules of a piece were tried"
    );
    assert_eq!(hinted(&aid, "tra").unwrap().completion(), Some("ce"));
    assert_eq!(display("t").unwrap(), "  trace, test");
    assert_eq!(display("why ").unwrap(), "MOVE");
    assert_eq!(display("why d2").as_deref(), None);
    assert!(display("undo").unwrap().starts_with(" [N]  takes back a move"));
}

#[test]
fn the_line_is_coloured() {
    let aid = aid("colours", &["set colour always"]);
    let of = |line: &str| aid.highlight(line, 0).into_owned();
    let (green, red, blue) = ("\x1b[32m", "\x1b[1m\x1b[31m", "\x1b[1m\x1b[34m");
    assert_eq!(of("d2-d4"), format!("{green}d2-d4\x1b[0m"));
    assert_eq!(of("d2-d"), "d2-d");
    assert_eq!(of("a1-c3"), format!("{red}a1-c3\x1b[0m"));
    assert_eq!(of("why a1-c3"), format!("{blue}why\x1b[0m{red} a1-c3\x1b[0m"));
    assert!(of("undo # back").ends_with("\x1b[2m# back\x1b[0m"));
    let plain = self::aid("no-colours", &["set colour never"]);
    assert_eq!(plain.highlight("d2-d4", 0), "d2-d4");
    assert!(!plain.highlight_char("d2", 0, rustyline::highlight::CmdKind::Other));
}

#[test]
fn illegal_is_said_only_when_it_is_certain() {
    let aid = aid("certain", &[]);
    for open in ["", "d", "d2", "d2-", "N", "N@", "Kd", "R", "c1-d1/", "O-"] {
        assert_eq!(aid.known.certain(open), Certain::Open, "{open}");
    }
    for illegal in ["d2-d5", "Z", "z1", "N@a1", "☃"] {
        assert_eq!(aid.known.certain(illegal), Certain::Illegal, "{illegal}");
    }
    assert!(matches!(aid.known.certain("d3"), Certain::Legal(_)));
}

#[test]
fn a_line_with_an_open_quote_is_not_sent_off() {
    assert!(validate::fault("record \"x").is_some());
    assert!(validate::fault("record \"x\"").is_none());
    assert!(validate::fault("d2-d3 # \"").is_none());
    assert!(validate::fault(&"x".repeat(100_000)).is_some());
}

#[test]
fn nothing_typed_ends_the_game() {
    let place = Place::new("nothing");
    let mut desk = place.desk();
    let long = "x".repeat(70_000);
    let odd = [
        "\0",
        "\u{1b}[A",
        "🙂",
        "\"",
        "record \"",
        "undo 99999999999999999999",
        "random 0",
        "goto -1",
        "moves \u{301}",
        "=",
        "--pseudo",
        "fen ",
        "fen \u{0}",
        "set set",
        "help help help",
        &long,
        "perft 99999999999",
        "attacks ",
        "describe 🙂",
        "open",
        "open \0",
        "save",
        "trace -",
        "trace @",
        "trace =",
        "option wild maybe",
        "0",
        "1",
        "N@",
        "😀😀",
    ];
    for line in odd {
        assert!(!obey(&mut desk, line).ends, "{line}");
    }
    let setup = [
        "setup",
        "put",
        "put K",
        "hand",
        "hand N 999",
        "rights 🙂",
        "side",
        "put 🙂 🙂",
        "fen 🙂",
        "done done",
        "cancel",
    ];
    for line in setup {
        assert!(!obey(&mut desk, line).ends, "{line}");
    }
    assert_eq!(desk.session.history().len(), 0);
    assert!(obey(&mut desk, "quit").ends);
}
