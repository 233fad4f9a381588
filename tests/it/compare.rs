//! `compare`, through the real binary: listings of another program from files, a directory, standard input and a terminal. The
//! other program is this one with a file in which one rule is another.

use crate::support::TINY;
use expectrl::{Eof, Expect};
use heterodox::play::perft::Means;
use heterodox::session::{Session, Target};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A directory of the test's own, gone when it is dropped.
struct Place(PathBuf);

impl Place {
    /// With the game, and the game as the other program knows it: with a rook that goes two squares at the most.
    fn new(name: &str) -> Self {
        let place =
            std::env::temp_dir().join(format!("heterodox-compare-{}-{name}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let long = format!("{TINY}end quiet 4 draws\n");
        fs::write(place.join("long.variant"), &long).unwrap();
        let short = long.replace("slide orthogonal", "slide orthogonal {1,2}");
        fs::write(place.join("short.variant"), short).unwrap();
        Self(place)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    /// The listing of a game after moves, as other programs write it.
    fn listing(&self, game: &str, moves: &[&str], depth: u32) -> String {
        let mut session = Session::new(Target::new(&self.path(game)).load().unwrap());
        moves.iter().for_each(|m| session.play(m).unwrap());
        listing(&session, depth)
    }

    /// A directory with the listings of every position on the way down.
    fn directory(&self, game: &str, depth: u32) -> String {
        let session = Session::new(Target::new(&self.path(game)).load().unwrap());
        fs::create_dir_all(self.0.join("all")).unwrap();
        self.fill(&session, depth);
        self.path("all")
    }

    fn fill(&self, session: &Session, depth: u32) {
        let played = session.history();
        let name = if played.is_empty() { "start".to_owned() } else { played.join(" ") };
        fs::write(self.0.join(format!("all/{name}.txt")), listing(session, depth)).unwrap();
        for number in 0..if depth > 1 { session.legal().len() } else { 0 } {
            let mut next = session.clone();
            next.play_number(number);
            self.fill(&next, depth - 1);
        }
    }

    /// Compares with this on standard input: status, and what is printed.
    fn compare(&self, game: &str, arguments: &[&str], input: &str) -> (i32, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .arg("compare")
            .arg(self.path(game))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may end before it has read all.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout) + &text(&output.stderr))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn listing(session: &Session, depth: u32) -> String {
    let shares = session.perft(depth, Means::default(), true).unwrap().divide;
    let sum: u64 = shares.iter().map(|s| s.nodes).sum();
    let line = |text: &str| text.replace(['-', 'x'], "").replace("=R", "r");
    let lines = shares.iter().map(|s| format!("{}: {}\n", line(&s.text), s.nodes));
    format!("{}\nNodes searched: {sum}\n", lines.collect::<String>())
}

/// What is told where the moves differ: a rook's move over three squares, here or there alone.
#[track_caller]
fn tells_the_rook(told: &str, which: &str) {
    let last = told.split("depth 1 after ").nth(1).unwrap_or_else(|| panic!("{told}"));
    assert!(last.contains("the legal moves differ"), "{told}");
    assert!(told.starts_with("depth 3: figures differ"), "{told}");
    assert!(told.contains("depth 2 after "), "{told}");
    let lone: Vec<&str> = last.lines().filter(|l| l.contains("  only ")).collect();
    assert!(!lone.is_empty() && lone.iter().all(|l| l.contains(which)), "{told}");
    assert!(last.contains("`slide orthogonal"), "{told}");
}

#[test]
fn a_directory_leads_to_the_rule_that_makes_a_move() {
    let place = Place::new("directory");
    let other = place.directory("short.variant", 3);
    let (status, told) = place.compare("long.variant", &["3", "--divide", &other], "");
    assert_eq!(status, 1, "{told}");
    tells_the_rook(&told, "only here ");
    let (status, told) = place.compare("short.variant", &["3", "--divide", &other], "");
    assert_eq!((status, told.as_str()), (0, "depth 3: 7 moves, every figure the same\n"));
}

#[test]
fn a_directory_leads_to_what_forbids_a_move() {
    let place = Place::new("forbids");
    let other = place.directory("long.variant", 3);
    let (status, told) = place.compare("short.variant", &["3", "--divide", &other], "");
    assert_eq!(status, 1, "{told}");
    tells_the_rook(&told, "only there");
    assert!(told.contains("no rule of the rook leads there"), "{told}");
}

#[test]
fn standard_input_is_read_listing_by_listing() {
    let place = Place::new("input");
    let here = Session::new(Target::new(&place.path("long.variant")).load().unwrap());
    let there = Session::new(Target::new(&place.path("short.variant")).load().unwrap());
    let input = down(here, there, 3).join("\n");
    let (status, told) = place.compare("long.variant", &["3", "--divide", "-"], &input);
    assert_eq!(status, 1, "{told}");
    tells_the_rook(&told, "only here ");
    let first = place.listing("short.variant", &[], 3);
    let (status, told) = place.compare("long.variant", &["3", "--divide", "-"], &first);
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("next is the listing of depth 2"), "{told}");
    assert!(told.contains("standard input has no more"), "{told}");
}

/// The listings that are asked for one after the other: each time of the move whose figures differ, the smallest first.
fn down(mut here: Session, mut there: Session, depth: u32) -> Vec<String> {
    let mut all = Vec::new();
    for depth in (1..=depth).rev() {
        here.go_on();
        there.go_on();
        all.push(listing(&there, depth));
        let shares = |s: &Session| s.perft(depth, Means::default(), true).unwrap().divide;
        let theirs = shares(&there);
        let figure = |text: &str| theirs.iter().find(|s| s.text == text).map(|s| s.nodes);
        let differ = shares(&here).into_iter().filter_map(|s| {
            figure(&s.text).filter(|n| *n != s.nodes).map(|n| (n.min(s.nodes), s.text))
        });
        let Some((_, text)) = differ.min_by_key(|(n, _)| *n) else { break };
        here.play(&text).unwrap();
        there.play(&text).unwrap();
    }
    all
}

#[test]
fn at_a_terminal_the_next_listing_is_asked_for() {
    let place = Place::new("terminal");
    let here = Session::new(Target::new(&place.path("long.variant")).load().unwrap());
    let there = Session::new(Target::new(&place.path("short.variant")).load().unwrap());
    let mut listings = down(here, there, 3).into_iter();
    let first = place.write("first.txt", listings.next().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.arg("compare").arg(place.path("long.variant")).args(["3", "--divide", &first]);
    let mut terminal = expectrl::Session::spawn(command).unwrap();
    terminal.set_expect_timeout(Some(Duration::from_secs(60)));
    let mut told = String::new();
    for (listing, depth) in listings.zip([2, 1]) {
        let asked =
            terminal.expect(format!("listing of depth {depth}, and an empty line")).unwrap();
        told.push_str(&String::from_utf8_lossy(asked.before()));
        for line in listing.lines().filter(|l| !l.is_empty()) {
            terminal.send_line(line).unwrap();
        }
        terminal.send_line("").unwrap();
    }
    let rest = terminal.expect(Eof).unwrap();
    told.push_str(&String::from_utf8_lossy(rest.as_bytes()));
    assert!(told.contains("depth 1 after "), "{told}");
    assert!(told.contains("the legal moves differ") && told.contains("only here "), "{told}");
}

#[test]
fn listings_that_do_not_go_together_are_told_of() {
    let place = Place::new("together");
    let first = place.listing("long.variant", &[], 2);
    let (before, after) = first.split_once("d1d2: ").unwrap();
    let (figure, rest) = after.split_once('\n').unwrap();
    let first = place.write("first.txt", format!("{before}d1d2: {figure}0\n{rest}"));
    let second = place.write("second.txt", place.listing("long.variant", &["d1-d2"], 1));
    let arguments = ["2", "--divide", &first, "--divide", &second];
    let (status, told) = place.compare("long.variant", &arguments, "");
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("listings do not go together"), "{told}");
}

#[test]
fn what_is_missing_or_written_twice_is_told() {
    let place = Place::new("missing");
    fs::create_dir(place.0.join("none")).unwrap();
    let (status, told) = place.compare("long.variant", &["2", "--divide", &place.path("none")], "");
    assert_eq!(status, 1);
    assert!(told.contains("start.txt") && !told.contains("after"), "{told}");
    let full = place.listing("long.variant", &[], 1);
    let twice = place.write("twice.txt", format!("\u{feff}{full}{full}"));
    let (status, told) = place.compare("long.variant", &["1", "--divide", &twice], "");
    assert_eq!(status, 1);
    assert!(told.contains("only there") && told.contains("more than once"), "{told}");
    let half = place.write("half.txt", full.replace("d1d2", "d1d9"));
    let (_, told) = place.compare("long.variant", &["1", "--divide", &half], "");
    assert!(told.contains("only there d1d9") && told.contains("only here  d1-d2"), "{told}");
    for (name, bytes, why) in [
        ("empty.txt", &b"\n"[..], "holds no line"),
        ("words.txt", &b"nothing\n"[..], "line 1 of"),
        ("bytes.txt", &b"d1d2: 3\xff\n"[..], "is not UTF-8"),
    ] {
        let path = place.write(name, bytes);
        let (status, told) = place.compare("long.variant", &["1", "--divide", &path], "");
        assert!(status == 1 && told.contains(why), "{told}");
    }
    let (status, told) = place.compare("long.variant", &["1", "--divide", &place.path("no")], "");
    assert!(status == 1 && told.contains("cannot be read"), "{told}");
}

/// Figures take no notice of quiet plies: neither does the way down through them.
#[test]
fn the_way_down_goes_through_drawn_positions() {
    let place = Place::new("drawn");
    let session = |game: &str| {
        let text = fs::read_to_string(place.0.join(game)).unwrap();
        let path = place.write(game, text.replace("quiet 4", "quiet 1"));
        Session::new(Target::new(&path).load().unwrap())
    };
    let input = down(session("long.variant"), session("short.variant"), 3).join("\n");
    let (status, told) = place.compare("long.variant", &["3", "--divide", "-"], &input);
    assert_eq!(status, 1, "{told}");
    tells_the_rook(&told, "only here ");
    // The last move of the way captures nothing: the position in which the moves differ is drawn.
    assert!(told.contains(" w - - 1 2"), "{told}");
}

/// A sum that does not go with its figures, and a line that says nothing known, in a file and on standard input.
#[test]
fn nothing_of_a_listing_is_passed_over() {
    let place = Place::new("sums");
    let full = place.listing("long.variant", &[], 1);
    let (moves, _) = full.split_once("\nNodes").unwrap();
    for (text, status, told) in [
        (full.clone(), 0, "every figure the same"),
        (format!("info string ready\n{full}bestmove d1d2\n"), 0, "every figure the same"),
        (format!("{moves}\nNodes searched: 5\n"), 1, "says 5 in all; its figures make 7"),
        (format!("{moves}total 5\n"), 1, "not their sum"),
        (format!("{moves}foo bar baz\n"), 1, "line 8 of"),
        (format!("d1d2 1 2\n{moves}"), 1, "line 1 of"),
    ] {
        let file = place.write("listing.txt", &text);
        let from_file = place.compare("long.variant", &["1", "--divide", &file], "");
        let from_input = place.compare("long.variant", &["1", "--divide", "-"], &text);
        for (found, all) in [from_file, from_input] {
            assert!(found == status && all.contains(told), "{text}: {all}");
        }
    }
    let file = place.write("listing.txt", format!("{moves}total 5\n"));
    let (_, json) = place.compare("long.variant", &["1", "--json", "--divide", &file], "");
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["total"], serde_json::json!({ "line": 8, "stated": 5, "found": 7 }));
}
