//! The prompt, through the real binary: commands from a pipe, from arguments, and from a terminal.

use expectrl::{Eof, Expect, Regex, Session};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const SMALL: &str = include_str!("../cases/repl/small.variant");

/// A directory with the small game in it; gone when it is dropped.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let directory =
            std::env::temp_dir().join(format!("heterodox-prompt-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("small.variant"), SMALL).unwrap();
        Self(directory)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.arg("play").arg(self.file("small.variant")).args(arguments);
        command.env("XDG_STATE_HOME", self.file("state")).current_dir(&self.0);
        command.env_remove("VISUAL").env_remove("NO_COLOR").env("EDITOR", "true");
        command
    }

    /// Runs with these lines on standard input: status, answers, problems.
    fn run(&self, arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may end before it has read all.
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every command once, all of which can be done.
const ALL: &str = "\
# every command of the prompt
board
d2-d3

moves
moves N --pseudo
why e4-e3
trace e5
trace e4xd3
attacks d3 white
undo
redo
goto 0
history
new
fen
fen 2k2/5/2*2/5/2K2[] w - - 0 1
setup
put R a2
remove a2
clear
fen r1k1r/1p1p1/2*2/1P1P1/R1K1R[Nn] w Kk - 0 1
hand n 2
side white
rights K
board
help
done
new
option wild on
options
rules
describe R
describe R a2
option wild off
reload
reload new
watch on
watch off
edit
perft 2
divide 1
test
record \"all of it\"
yes
test all of it
record undo
save all.game
save all.pgn
open all.game
open all.pgn
export mine.variant
random 2 5
set pieces unicode
set colour never
flip
help
help why
quit
";

#[test]
fn a_session_with_every_command_runs() {
    let place = Place::new("all");
    let (code, out, err) = place.run(&["--seed", "7"], ALL);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(fs::read_to_string(place.file("small.variant")).unwrap(), SMALL);
    assert!(!Path::new(&place.file("state")).exists(), "no history without a terminal");
    assert!(!out.contains("> ") && !out.contains('\u{1b}'), "no prompt, no colour: {out}");
    let (_, help, _) = place.run(&["--json", "-c", "help"], "");
    let help: serde_json::Value = serde_json::from_str(&help).unwrap();
    for name in help["commands"].as_array().unwrap() {
        let used = ALL.lines().any(|l| l.split(' ').next() == name.as_str());
        assert!(used, "{name} is not in the session");
    }
}

#[test]
fn every_answer_is_an_object() {
    let place = Place::new("json");
    let lines = ALL.replace("quit\n", "why\nfen x\n☃\nc1-c9\ntrace a1-c1\nmoves b2\n");
    let (code, out, err) = place.run(&["--json", "--keep-going", "--seed", "7"], &lines);
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    let mut kinds: Vec<String> = Vec::new();
    for line in out.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        kinds.push(object["kind"].as_str().unwrap_or_else(|| panic!("{line}")).to_owned());
    }
    let asked = lines.lines().filter(|l| !l.starts_with('#')).count();
    assert_eq!(kinds.len(), asked, "one answer a line");
    kinds.sort();
    kinds.dedup();
    for kind in [
        "attacks", "board", "error", "fen", "help", "history", "list", "note", "options", "perft",
        "piece", "random", "record", "reload", "rules", "saved", "settings", "state", "tests",
        "trace", "why",
    ] {
        assert!(kinds.iter().any(|k| k == kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn the_first_failure_ends_it() {
    let place = Place::new("failure");
    let (code, out, _) = place.run(&[], "fen\nd2-d5\nhistory\n");
    assert_eq!(code, Some(1));
    assert!(out.contains("d4 holds") || out.contains("d2-d5"), "{out}");
    assert!(!out.contains("no move has been played"), "{out}");
    let (code, out, _) = place.run(&["--keep-going"], "d2-d5\nhistory\n");
    assert_eq!(code, Some(1));
    assert!(out.contains("no move has been played"), "{out}");
    let (code, out, _) = place.run(&["-c", "d2-d3", "-c", "history # so far"], "not read\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("1. d2-d3"), "{out}");
    let (code, _, _) = place.run(&["-c", "d2-d5", "-c", "fen"], "");
    assert_eq!(code, Some(1));
    let (code, out, _) = place.run(&[], "");
    assert_eq!((code, out.as_str()), (Some(0), ""));
}

/// What the lines leave open is lost, and that is told.
#[test]
fn lines_that_end_too_early_are_told() {
    let place = Place::new("open");
    for (lines, told) in [
        ("setup\nremove a1\n", "within a setup: it is lost"),
        ("save old.game\n", "nothing was written"),
        ("record \"x\"\n", "nothing was written"),
    ] {
        fs::write(place.file("old.game"), "old").unwrap();
        let (code, out, _) = place.run(&[], lines);
        assert_eq!(code, Some(1), "{lines}{out}");
        assert!(out.contains(told), "{lines}{out}");
        assert_eq!(fs::read_to_string(place.file("old.game")).unwrap(), "old");
        assert_eq!(fs::read_to_string(place.file("small.variant")).unwrap(), SMALL);
    }
    // Who says that he quits knows it.
    assert_eq!(place.run(&[], "setup\nremove a1\nquit\n").0, Some(0));
    for (question, answer) in [("save old.game", "fen"), ("record \"x\"", "board")] {
        let (code, out, _) = place.run(&["-c", question, "-c", answer], "");
        assert_eq!(code, Some(1), "{out}");
        assert!(out.contains("is neither yes nor no: nothing was written"), "{out}");
    }
}

#[test]
fn what_is_not_utf_8_is_refused_and_not_repaired() {
    let place = Place::new("bytes");
    let mut child = place
        .command(&["--keep-going"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"save caf\xe9.game\nd2-d3\nhistory\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("not UTF-8") && out.contains("1. d2-d3"), "{out}");
    assert_eq!(fs::read_dir(&place.0).unwrap().count(), 1, "nothing was saved");
    // What cannot be read at all is no end.
    let output = place.command(&[]).stdin(fs::File::open(&place.0).unwrap()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("no more lines can be read"), "{out}");
}

#[test]
fn an_editor_that_fails_is_told() {
    let place = Place::new("editor-fails");
    fs::write(place.file("editor.sh"), "sed -i 's/Rook/Tower/' \"$2\"\nexit 3\n").unwrap();
    for (editor, told) in [
        ("false", "has not changed"),
        ("sh editor.sh", "small.variant has changed"),
        ("no-such-editor", "cannot be started"),
    ] {
        let output = place.command(&["-c", "edit"]).env("EDITOR", editor).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{editor}: {out}");
        assert!(out.contains(told), "{editor}: {out}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let place = Place::new("seed");
    let game = |seed: &str| place.run(&["--seed", seed, "-c", "random 12", "-c", "history"], "").1;
    assert_eq!(game("3"), game("3"));
    assert_ne!(game("3"), game("4"));
}

#[test]
fn the_editor_is_started_at_the_line() {
    let place = Place::new("editor");
    fs::write(place.file("editor.sh"), "echo \"$@\" > called\nsed -i 's/Rook/Tower/' \"$2\"\n")
        .unwrap();
    let mut command = place.command(&["-c", "why a1-b2", "-c", "edit", "-c", "describe R"]);
    let output = command.env("EDITOR", "sh editor.sh").output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{out}");
    assert!(out.contains("Tower (R)"), "{out}");
    let called = fs::read_to_string(place.file("called")).unwrap();
    assert_eq!(called.trim(), format!("+10 {}", place.file("small.variant")));
}

#[test]
fn a_built_in_game_tells_how_to_get_a_file() {
    let place = Place::new("built-in");
    let run = |commands: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.args(["play", "med-chess"]).current_dir(&place.0).env_remove("VISUAL");
        commands.iter().for_each(|c| {
            command.args(["-c", c]);
        });
        let output = command.env("EDITOR", "true").output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for asked in ["edit", "record \"x\""] {
        let (code, out) = run(&[asked]);
        assert_eq!(code, Some(1));
        assert!(out.contains("export my-med-chess.variant"), "{out}");
    }
    let (code, out) =
        run(&["h2-f4", "export my.variant", "record \"by hand\"", "yes", "test by hand"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("1 test passed"), "{out}");
}

#[test]
fn at_a_terminal_a_byte_that_is_not_utf_8_ends_nothing() {
    let place = Place::new("terminal-bytes");
    let mut command = place.command(&[]);
    command.env("TERM", "xterm").env("LANG", "C").env_remove("LC_ALL");
    let mut session = Session::spawn(command).unwrap();
    session.set_expect_timeout(Some(Duration::from_secs(60)));
    session.expect(Regex("White to move(.|\n)*2004h")).unwrap();
    session.send(b"d2-\xe9\r").unwrap();
    session.expect(Regex("not UTF-8(.|\n)*2004h")).unwrap();
    session.send("d2-d3\r").unwrap();
    session.expect(Regex("after d2-d3(.|\n)*2004h")).unwrap();
    // The end of the input does end it, and a setup is lost with a word.
    session.send("setup\r").unwrap();
    session.expect(Regex("`done` checks(.|\n)*2004h")).unwrap();
    session.send("\u{4}").unwrap();
    session.expect("within a setup: it is lost").unwrap();
    session.expect(Eof).unwrap();
}

/// What an inventor does: plays, asks why, changes the rule, sees it, records a test.
#[test]
fn at_a_terminal() {
    let place = Place::new("terminal");
    let mut command = place.command(&[]);
    command.env("TERM", "xterm").env("LANG", "C").env_remove("LC_ALL");
    let mut session = Session::spawn(command).unwrap();
    session.set_expect_timeout(Some(Duration::from_secs(60)));
    // The editor switches bracketed paste on when it begins to listen.
    const READY: &str = "2004h";
    let mut expect = |send: &str, patterns: &[&str]| {
        session.send(send).unwrap();
        for pattern in patterns {
            session.expect(Regex(*pattern)).unwrap_or_else(|e| panic!("{send:?} {pattern}: {e}"));
        }
    };
    expect("", &["White to move", READY]);
    expect("d2-d5\r", &["d2-d5: no rule", READY]);
    expect("why d2-c2\r", &["d2-c2: no rule", READY]);
    // Tab completes, Ctrl-C clears the line.
    expect("desc\t", &["describe"]);
    expect(" R\x03", &[READY]);
    expect("d2-d3\r", &["after d2-d3", READY]);
    // The file changes while the prompt waits; the next line shows it.
    let changed = SMALL.replace("step forward to empty", "step forward-left to empty");
    fs::write(place.file("small.variant"), changed).unwrap();
    expect("history\r", &["d2-d3.* is no longer legal", "no move has been played", READY]);
    fs::write(place.file("small.variant"), SMALL).unwrap();
    expect("\r", &["1 move played again", READY]);
    expect("perft 64\r", &["nodes, "]);
    expect("\x03", &["stopped", READY]);
    expect("record \"typed\"\r", &["add this to the end", READY]);
    expect("yes\r", &["record undo", READY]);
    expect("quit\r", &[]);
    session.expect(Eof).unwrap();
    assert!(fs::read_to_string(place.file("small.variant")).unwrap().contains("test \"typed\""));
    let history = fs::read_to_string(place.file("state/heterodox/history")).unwrap();
    assert!(history.contains("why d2-c2"), "{history}");
}
