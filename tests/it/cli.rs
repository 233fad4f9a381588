//! The command line, through the real binary: every verb, and every kind of bad input.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A small game to be played with.
pub(crate) const TINY: &str = r#"game "Tiny" inventor "Nobody" about "Four by four."
board 4x4
players White forward north, Black mirrored
option wild off "rooks may be wild"
zone last-rank rank 4
piece K "King" royal { step any }   // one step
piece R "Rook" {
  slide orthogonal
  if wild { slide diagonal }
}
piece P "Pawn" {
  step forward to empty
  step forward-diagonal capturing enemy
  promote on last-rank to R
}
setup "r2k/3p/P3/K2R w - - 0 1"
end checkmate loses
end stalemate draws
end repetition 3 draws
test "figures" { expect perft 1 = 7 }
test "more moves when wild" { option wild on expect legal d1-c2 }
"#;

/// What a run of the program gave.
pub(crate) struct Ran {
    code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// It ended with this status and without a panic.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        let told = format!("out: {}\nerr: {}", self.out, self.err);
        assert!(!told.contains("has a bug") && !told.contains("panicked"), "{told}");
        assert_eq!(self.code, Some(code), "{told}");
        self
    }

    /// A report and nothing else, with this in it.
    #[track_caller]
    fn refused(self, with: &str) {
        let ran = self.ended(1);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(told.contains(with), "`{with}` is not in: {told}");
        assert!(told.len() < 20_000, "the report is too long: {}", told.len());
    }
}

pub(crate) fn heterodox(arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    Ran::of(&command.args(arguments).stdin(Stdio::null()).output().unwrap())
}

/// A file of the run's own, gone when it is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let directory =
            std::env::temp_dir().join(format!("heterodox-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("game.variant");
        fs::write(&path, content).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

fn tiny(name: &str) -> Scratch {
    Scratch::new(name, TINY)
}

#[track_caller]
fn objects(ran: &Ran) -> Vec<serde_json::Value> {
    ran.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}

#[test]
fn every_verb_has_help_with_an_example() {
    for verb in [
        "list",
        "new",
        "check",
        "show",
        "moves",
        "perft",
        "play-moves",
        "why",
        "test",
        "bless",
        "compare",
        "verify",
        "play",
    ] {
        let ran = heterodox(&[verb, "--help"]).ended(0);
        assert!(ran.out.contains(&format!("Example: heterodox {verb}")), "{}", ran.out);
    }
    heterodox(&["--help"]).ended(0);
    heterodox(&["--version"]).ended(0);
    heterodox(&[]).ended(2);
    heterodox(&["dance"]).ended(2);
}

/// Figures take no notice of quiet plies and material; the list of moves does as they do.
#[test]
fn a_drawn_position_lists_its_moves() {
    let fen = "wwnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/WWNGGK* w - - 100 60";
    let ran = heterodox(&["moves", "ninjutsu", "--json", "--fen", fen]).ended(0);
    assert_eq!(ran.out.lines().count(), 18);
    let ran = heterodox(&["moves", "ninjutsu", "--fen", fen]).ended(0);
    assert!(ran.out.starts_with("draw by quiet"), "{}", ran.out);
    let won = "6*/7/5**/5**/2K2**/5**/7/5k* w - - 0 60";
    let ran = heterodox(&["moves", "ninjutsu", "--json", "--fen", won]);
    assert_eq!(ran.out, "");
}

#[test]
fn list_names_the_built_in_games() {
    let ran = heterodox(&["list"]).ended(0);
    let listed: Vec<&str> = ran.out.lines().filter_map(|l| l.split(' ').next()).collect();
    let names: Vec<&str> = heterodox::session::SHIPPED.iter().map(|s| s.name).collect();
    assert_eq!(listed, names);
    let json = heterodox(&["list", "--json"]).ended(0);
    for (line, object) in ran.out.lines().zip(objects(&json)) {
        assert!(line.starts_with(object["name"].as_str().unwrap()));
    }
}

#[test]
fn new_writes_a_file_and_never_over_another() {
    let beside = tiny("new");
    let directory = beside.0.parent().unwrap();
    let name = directory.join("own-game");
    let (name, file) = (name.to_str().unwrap(), format!("{}.variant", name.display()));
    let ran = heterodox(&["new", name, "--from", "three-check"]).ended(0);
    assert!(ran.out.contains(&file), "{}", ran.out);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("game \"Own Game\"") && text.contains("extends \"three-check\""),
        "{text}"
    );
    assert!(heterodox(&["check", &file]).ended(0).out.ends_with(": ok\n"));
    assert!(heterodox(&["test", &file]).ended(0).out.contains("1 test passed"));
    heterodox(&["new", name, "--from", "chess"]).refused("is there already");
    heterodox(&["new", &file, "--from", "chess"]).refused("is there already");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    // A file beside it can be extended, one elsewhere copied; an option chosen is on by default.
    let child = directory.join("child").to_str().unwrap().to_owned();
    heterodox(&["new", &child, "--from", beside.path(), "--option", "wild"]).ended(0);
    let text = fs::read_to_string(format!("{child}.variant")).unwrap();
    assert!(text.contains("extends \"game.variant\"") && text.contains("option wild on"), "{text}");
    assert!(
        heterodox(&["test", &format!("{child}.variant")]).ended(0).out.contains("1 test passed")
    );
    heterodox(&["new", "elsewhere", "--from", beside.path()]).refused("--copy");
    let ran = heterodox(&["new", "elsewhere", "--from", beside.path(), "--copy", "--dry-run"]);
    assert!(ran.ended(0).out.contains("game \"Elsewhere\""));

    // A copy has the option as it was chosen, whether it is its own or its parent's, and the commands that it names can be run.
    let copy = directory.join("a copy").to_str().unwrap().to_owned();
    let ran =
        heterodox(&["new", &copy, "--from", beside.path(), "--copy", "--option", "wild"]).ended(0);
    assert!(ran.out.contains(&format!("heterodox play '{copy}.variant'")), "{}", ran.out);
    let text = fs::read_to_string(format!("{copy}.variant")).unwrap();
    assert!(text.contains(&format!("heterodox check '{copy}.variant'")), "{text}");
    assert_eq!(
        text.split_once("\n\n").unwrap().1,
        TINY.replace("game \"Tiny\"", "game \"A Copy\"")
            .replace("option wild off", "option wild on")
    );
    let second = directory.join("second").to_str().unwrap().to_owned();
    let parent = format!("{child}.variant");
    heterodox(&["new", &second, "--from", &parent, "--copy", "--no-option", "wild"]).ended(0);
    let options = heterodox(&["show", &format!("{second}.variant")]).ended(0).out;
    assert!(options.contains("wild (off)"), "{options}");
    let inherits = directory.join("inherits.variant").to_str().unwrap().to_owned();
    fs::write(&inherits, "game \"Heir\" extends \"game.variant\"\n").unwrap();
    let third = directory.join("third").to_str().unwrap().to_owned();
    heterodox(&["new", &third, "--from", &inherits, "--copy", "--option", "wild"]).ended(0);
    let options = heterodox(&["show", &format!("{third}.variant")]).ended(0).out;
    assert!(options.contains("wild (on)") && options.contains("Third"), "{options}");

    for bad in ["", "a+b", "x\"y", "..", "a/"] {
        heterodox(&["new", bad, "--from", "chess"]).refused("cannot be the name");
    }
    heterodox(&["new", name, "--from", "no-such-game"]).refused("no-such-game");
    heterodox(&["new", "/no/such/directory/game", "--from", "chess"]).refused("cannot be written");
    heterodox(&["new", "game"]).ended(2);
    let json = heterodox(&["new", "x", "--from", "chess", "--dry-run", "--json"]).ended(0);
    assert_eq!(objects(&json)[0]["title"], "X");
    assert!(!std::path::Path::new("x.variant").exists());
}

#[test]
fn check_tells_whether_all_is_well() {
    let file = tiny("check");
    let broken =
        Scratch::new("check-broken", TINY.replace("slide orthogonal", "slide orthogonall"));
    assert!(heterodox(&["check", file.path()]).ended(0).out.contains("ok"));
    heterodox(&["check", file.path(), broken.path()]).refused("orthogonall");
    let json = heterodox(&["check", broken.path(), "--json"]).ended(1);
    let all = objects(&json);
    assert_eq!(all[0]["severity"], "error");
    assert_eq!(all[0]["line"], 8);
    assert_eq!(all.last().unwrap()["errors"], 1);
}

#[test]
fn show_tells_everything() {
    let file = tiny("show");
    let ran = heterodox(&["show", file.path()]).ended(0);
    for part in [
        "Tiny, by Nobody",
        "4  r . . k",
        "K  King, royal",
        "step any",
        "one step",
        "Zone last-rank",
        "end checkmate loses",
        "wild (off)",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let piece = heterodox(&["show", file.path(), "--piece", "p"]).ended(0);
    assert!(piece.out.contains('x') && piece.out.contains("Pawn"), "{}", piece.out);
    assert!(
        heterodox(&["show", file.path(), "--ir", "--piece", "R"]).ended(0).out.contains("step")
    );
    assert_eq!(objects(&heterodox(&["show", file.path(), "--json"]).ended(0))[0]["files"], 4);
    heterodox(&["show", file.path(), "--piece", "Z"]).refused("no piece `Z`");
}

#[test]
fn moves_are_listed() {
    let file = tiny("moves");
    let ran = heterodox(&["moves", file.path()]).ended(0);
    assert_eq!(ran.out.lines().count(), 7, "{}", ran.out);
    let rook = heterodox(&["moves", file.path(), "--from", "d1", "--json"]).ended(0);
    let all = objects(&rook);
    assert_eq!(all.len(), 4);
    let capture = all.iter().find(|m| m["move"] == "d1xd3").unwrap();
    assert_eq!(capture["captures"], serde_json::json!(["d3"]));
    assert_eq!(capture["piece"], "R");
    assert_eq!(capture["from"], "d1");
    assert_eq!(capture["to"], "d3");
    assert_eq!(capture["rule"], 8);
    assert_eq!(capture["fen"], "r2k/3R/P3/K3 b - - 0 1");
    heterodox(&["moves", file.path(), "--from", "e9"]).refused("not a square");
}

#[test]
fn a_game_that_has_ended_has_no_moves() {
    let file = tiny("ended");
    let mate = "3k/8/8/8";
    heterodox(&["moves", file.path(), "--fen", mate]).refused("rank");
    let fen = "RR1k/4/4/K3 b - - 0 1".replace("RR1k", "R2k").replace("4/4/K3", "R3/4/K3");
    let ran = heterodox(&["moves", file.path(), "--fen", &fen]).ended(0);
    assert!(ran.out.contains("ended: White wins by checkmate"), "{}", ran.out);
    assert!(heterodox(&["moves", file.path(), "--fen", &fen, "--json"]).ended(0).out.is_empty());
}

#[test]
fn perft_ends_with_the_figure() {
    let file = tiny("perft");
    let ran = heterodox(&["perft", file.path(), "2", "--divide", "--threads", "2"]).ended(0);
    let last = ran.out.lines().last().unwrap();
    let sum: u64 = ran.out.lines().filter_map(|l| l.split_once(": ")?.1.parse::<u64>().ok()).sum();
    assert_eq!(last, format!("nodes {sum}"));
    assert_eq!(heterodox(&["perft", file.path(), "0"]).ended(0).out, "nodes 1\n");
    assert_eq!(objects(&heterodox(&["perft", file.path(), "1", "--json"]).ended(0))[0]["nodes"], 7);
}

#[test]
fn memory_changes_nothing_that_perft_prints() {
    let file = tiny("hash");
    for more in [&["--divide"][..], &["--json"], &["--divide", "--json", "--threads", "2"]] {
        let plain = heterodox(&[&["perft", file.path(), "4"], more].concat()).ended(0).out;
        let kept = [&["perft", file.path(), "4", "--hash", "1"], more].concat();
        assert_eq!(heterodox(&kept).ended(0).out, plain);
    }
    heterodox(&["perft", file.path(), "4", "--hash", "much"]).ended(2);
}

#[test]
fn a_figure_beyond_64_bits_is_no_figure() {
    let file = tiny("beyond");
    let perft = ["perft", file.path(), "64", "--fen", "3k/4/4/K3 w - - 0 1", "--hash", "8"];
    heterodox(&perft).refused("larger than 18446744073709551614");
    heterodox(&[&perft[..], &["--divide"]].concat()).refused("write a smaller depth");
}

#[test]
fn moves_are_played() {
    let file = tiny("played");
    let ran = heterodox(&["play-moves", file.path(), "d1xd3", "d4xd3"]).ended(0);
    assert!(
        ran.out.contains("fen r3/3k/P3/K3 w - - 0 2") && ran.out.contains("state ongoing"),
        "{}",
        ran.out
    );
    let again = ["a1-b1", "d3-c3", "b1-a1", "c3-d3", "a1-b1", "d3-c3", "b1-a1", "c3-d3"];
    let mut arguments = vec!["play-moves", file.path(), "--json", "--fen", "r3/3k/P3/K3 w - - 0 1"];
    arguments.extend(again);
    let all = objects(&heterodox(&arguments).ended(0));
    assert_eq!(all[0]["state"], "draw");
    assert_eq!(all[0]["cause"], "repetition");
    assert_eq!(all[0]["moves"].as_array().unwrap().len(), again.len());
    heterodox(&["play-moves", file.path(), "d1-d4"]).refused("d3 is not empty");
}

#[test]
fn why_names_squares_and_rules() {
    let file = tiny("why");
    let legal = heterodox(&["why", file.path(), "d1-d2"]).ended(0);
    assert!(legal.out.contains("`slide orthogonal` (line 8)"), "{}", legal.out);
    let blocked = objects(&heterodox(&["why", file.path(), "d1-d4", "--json"]).ended(0));
    assert_eq!(blocked[0]["reason"], "blocked");
    assert_eq!(blocked[0]["squares"], serde_json::json!(["d3"]));
    assert_eq!(blocked[0]["rules"][0]["line"], 8);
    let reason = |played: &str| {
        objects(&heterodox(&["why", file.path(), played, "--json"]).ended(0))[0]["reason"].clone()
    };
    assert_eq!(reason("d1-c2"), "no-rule");
    assert_eq!(reason("d4-d3"), "wrong-side");
    assert_eq!(reason("b2-b3"), "empty-square");
    let off = heterodox(&["why", file.path(), "i2-i4"]).ended(0);
    assert!(
        off.out.contains("no square i2") && off.out.ends_with("reason no-square\n"),
        "{}",
        off.out
    );
    // Every answer has all of what is promised of it.
    for text in ["i2-i4", "a2-a9", "d1-c2", "d1-d2"] {
        let all = objects(&heterodox(&["why", file.path(), text, "--json"]).ended(0));
        for key in ["move", "legal", "reason", "message", "squares", "rules"] {
            assert!(all[0].get(key).is_some(), "{text}: {key}: {}", all[0]);
        }
    }
    let fen = ["--fen", "r2k/3p/4/K2R w - - 0 1"];
    let check = heterodox(&["why", file.path(), "a1-a2", fen[0], fen[1]]).ended(0);
    assert!(
        check.out.contains("after it, the rook on a4 (line 8) could take the king on a2"),
        "{}",
        check.out
    );
}

#[test]
fn tests_of_a_file_are_run() {
    let file = tiny("test");
    assert!(heterodox(&["test", file.path()]).ended(0).out.contains("2 tests passed"));
    assert!(
        heterodox(&["test", file.path(), "--filter", "wild"])
            .ended(0)
            .out
            .contains("1 test passed")
    );
    let wrong =
        format!("{TINY}test \"wrong\" {{ expect moves from a2 are a2-a3, a2-a4 expect count 3 }}");
    let wrong = Scratch::new("test-wrong", wrong);
    let ran = heterodox(&["test", wrong.path()]).ended(1);
    for part in [
        "failed: wrong",
        "missing    a2-a4",
        "expected   3",
        "again      heterodox moves",
        "4  r . . k",
        "1 test failed, 2 passed",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let all = objects(&heterodox(&["test", wrong.path(), "--json"]).ended(1));
    assert_eq!(all.len(), 3);
    assert_eq!(all[2]["passed"], false);
    assert_eq!(all[2]["failures"][0]["missing"], serde_json::json!(["a2-a4"]));
}

#[test]
fn suites_are_run_and_reported() {
    let file = tiny("suite");
    let suite = Scratch::new("suite.epd", "r2k/3p/P3/K2R w - - 0 1 ;D1 7 ;D2 39 ;D3 1\nnonsense\n");
    let arguments = ["test", file.path(), "--suite", suite.path(), "--max-depth", "2"];
    let ran = heterodox(&arguments).ended(1);
    assert!(ran.out.contains("2 figures right, 1 beyond the limits"), "{}", ran.out);
    assert!(ran.err.contains("no form of a suite"), "{}", ran.err);
    let good = Scratch::new("good.epd", "start | 1 | 7\n");
    heterodox(&["test", file.path(), "--suite", good.path(), "--threads", "2"]).ended(0);
    let ran =
        heterodox(&["test", file.path(), "--suite", suite.path(), "--report", "tap"]).ended(1);
    assert!(ran.out.starts_with("TAP version 13\n1..4\nnot ok 1 - "), "{}", ran.out);
    assert!(ran.out.contains("every line can be read\n") && ran.out.contains("\nok 2 - "));
    let ran = heterodox(&["test", file.path(), "--report", "junit"]).ended(0);
    assert!(ran.out.contains("tests=\"2\" failures=\"0\""), "{}", ran.out);
    let ran = heterodox(&["test", file.path(), "--suite", suite.path(), "--json"]).ended(1);
    assert_eq!(objects(&ran).len(), 4);
    heterodox(&["test", file.path(), "--suite", "none.epd"]).refused("cannot be read");
    let broken = Scratch::new("suite-broken", TINY.replace("board 4x4", "board 4x"));
    let ran = heterodox(&["test", broken.path(), file.path(), "--report", "junit"]).ended(1);
    assert!(ran.out.contains("tests=\"3\" failures=\"1\""), "{}", ran.out);
    assert!(ran.out.contains("<testcase name=\"the file loads\""), "{}", ran.out);
}

#[test]
fn figures_are_written_into_a_file() {
    let asks = format!("{TINY}test \"asks\" {{ expect perft 2 = ? }}\r\n");
    let file = Scratch::new("bless.variant", &asks);
    heterodox(&["test", file.path()]).ended(1);
    heterodox(&["bless", file.path(), "--dry-run"]).ended(0);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), asks);
    heterodox(&["bless", file.path()]).ended(0);
    let blessed = asks.replace("2 = ?", "2 = 39 unverified");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), blessed);
    let ran = heterodox(&["test", file.path()]).ended(0);
    assert!(ran.out.contains("1 figure unverified"), "{}", ran.out);
    heterodox(&["bless", "ninjutsu"]).refused("is built in");
    // Figures that are marked are written again where they are wrong, and only if that is asked for.
    let stale = blessed.replace("= 39", "= 40");
    fs::write(file.path(), &stale).unwrap();
    let ran = heterodox(&["bless", file.path()]).ended(0);
    assert!(ran.out.contains("no test asks for a figure"), "{}", ran.out);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), stale);
    let ran = heterodox(&["bless", file.path(), "--again"]).ended(0);
    assert!(ran.out.contains("40 is 39"), "{}", ran.out);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), blessed);
    // A figure that cannot be counted is told of.
    let deep = blessed.replace("2 = 39 unverified", "99 = ?");
    fs::write(file.path(), &deep).unwrap();
    let ran = heterodox(&["bless", file.path()]).ended(1);
    assert!(ran.out.contains("some tests fail for other reasons"), "{}", ran.out);
    // What is not to be written is not written.
    fs::write(file.path(), &asks).unwrap();
    let mut permissions = fs::metadata(file.path()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(file.path(), permissions.clone()).unwrap();
    heterodox(&["bless", file.path()]).refused("is read-only");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), asks);
    #[allow(clippy::permissions_set_readonly_false)]
    permissions.set_readonly(false);
    fs::set_permissions(file.path(), permissions).unwrap();
    // A figure with a second source is never written.
    let sourced = blessed.replace("39 unverified", "40 from \"a friend\"");
    fs::write(file.path(), &sourced).unwrap();
    heterodox(&["bless", file.path(), "--again"]).ended(0);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), sourced);
}

#[test]
fn listings_are_compared() {
    let file = tiny("compare");
    let listing = heterodox(&["perft", file.path(), "2", "--divide"]).ended(0).out;
    let same = Scratch::new("same.txt", &listing);
    heterodox(&["compare", file.path(), "2", "--divide", same.path()]).ended(0);
    let other = Scratch::new("other.txt", listing.replace("a2-a3", "a2a4"));
    let ran = heterodox(&["compare", file.path(), "2", "--divide", other.path()]).ended(1);
    assert!(ran.out.contains("the legal moves differ"), "{}", ran.out);
    assert!(
        ran.out.contains("only here  a2-a3") && ran.out.contains("only there a2a4"),
        "{}",
        ran.out
    );
    let ran =
        heterodox(&["compare", file.path(), "2", "--divide", other.path(), "--json"]).ended(1);
    assert_eq!(objects(&ran)[0]["only_there"][0]["move"], "a2a4");
}

#[test]
fn laws_are_asked() {
    let file = tiny("verify");
    let ran = heterodox(&["verify", file.path(), "--games", "20", "--seed", "3"]).ended(0);
    assert!(ran.out.contains("10 laws hold (20 games from seed 3)"), "{}", ran.out);
    let ran = heterodox(&["verify", file.path(), "--games", "5", "--json", "--judge", "every"]);
    let ran = ran.ended(0);
    assert_eq!(objects(&ran)[0]["games"], 5);
    heterodox(&["verify", file.path(), "--judge", "0"]).ended(2);
    heterodox(&["verify", file.path(), "--games", "0"]).ended(2);
}

#[test]
fn options_are_switched() {
    let file = tiny("options");
    let wild = format!("{}+wild", file.path());
    let more = |arguments: &[&str]| heterodox(arguments).ended(0).out.lines().count();
    assert!(more(&["moves", &wild]) > more(&["moves", file.path()]));
    assert_eq!(more(&["moves", &wild]), more(&["moves", file.path(), "--option", "wild"]));
    assert_eq!(more(&["moves", file.path()]), more(&["moves", &wild, "--no-option", "wild"]));
    heterodox(&["moves", file.path(), "--option", "wlid"]).refused("wild");
}

#[test]
fn the_prompt_takes_moves_and_questions() {
    use std::io::Write;
    let file = tiny("prompt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["play", file.path(), "--keep-going"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "help\nmoves a2\nd1xd3\nfen\nundo\nundo\nwhy d1-d4\nd1-d4\n☃\nredo\nfen nonsense\nmoves Z\n\nquit\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let ran = Ran::of(&child.wait_with_output().unwrap()).ended(1);
    for part in [
        "a2-a3",
        "r2k/3R/P3/K3 b - - 0 1",
        "there is no move to take back",
        "d3 is not empty",
        "Black to move, in check",
        "is no move",
        "not a square",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn what_is_no_file_is_refused() {
    heterodox(&["check", "./none.variant"]).refused("no such file");
    heterodox(&["check", "tests"]).refused("no game `tests`");
    heterodox(&["check", "./tests"]).refused("directory");
    heterodox(&["check", ""]).refused("no game");
    let empty = Scratch::new("empty", "");
    heterodox(&["check", empty.path()]).refused("empty");
    let blank = Scratch::new("blank", " \n\n");
    heterodox(&["moves", blank.path()]).refused("empty");
    let odd = Scratch::new("odd", b"game \"x\"\nboard \xff\xfe");
    heterodox(&["check", odd.path()]).refused("byte 15 (line 2) is 0xff");
    let large = Scratch::new("large", vec![b'/'; 10 << 20]);
    heterodox(&["check", large.path()]).refused("1 MiB");
}

#[test]
fn what_is_no_definition_is_refused() {
    let deep = TINY.replace(
        "slide orthogonal\n",
        &format!("walk any {{ {}empty{} }}\n", "(".repeat(10_000), ")".repeat(10_000)),
    );
    heterodox(&["check", Scratch::new("deep", deep).path()]).refused("E0108");
    let zones =
        TINY.replace("rank 4", &format!("{}rank 4{}", "(".repeat(10_000), ")".repeat(10_000)));
    heterodox(&["check", Scratch::new("deep-zone", zones).path()]).refused("E0108");
    let huge = TINY.replace("4x4", "1000x1000");
    heterodox(&["check", Scratch::new("huge", huge).path()]).refused("1000");
    let endless = TINY.replace("slide orthogonal\n", "walk any { (empty*)* land }\n");
    heterodox(&["check", Scratch::new("endless", endless).path()]).refused("go on for ever");
    let wide =
        TINY.replace("slide orthogonal\n", "walk any { (((empty{99}){99}){99}){99} land }\n");
    heterodox(&["check", Scratch::new("wide", wide).path()]).refused("too large");
    let setup = TINY.replace("r2k/3p", "r3k/3p");
    let ran = heterodox(&["check", Scratch::new("setup", setup).path(), "--json"]).ended(1);
    assert_eq!(objects(&ran)[0]["code"], "E0430");
    assert_eq!(objects(&ran)[0]["column"], 10);
    let plays = format!("{TINY}test \"long\" {{ play ((((a1-b1) x99) x99) x99) x99 }}");
    heterodox(&["test", Scratch::new("plays", plays).path()]).ended(1);
}

#[test]
fn what_is_no_position_is_refused() {
    let file = tiny("positions");
    let long = "8/".repeat(50_000);
    let odd = [
        "",
        " ",
        "x",
        "4/4/4",
        "r2k/3p/P3/K2R w - - 0 1 more",
        "r2k/3p/P3/K2R x",
        "♔/4/4/4",
        "****/4/4/4",
        "5/4/4/4",
        "r2k/3p/P3/K2R w KQ",
        "K2k/4/4/R3 w - e3",
        "3k/4/4/K2R w",
        &long,
    ];
    for fen in odd {
        heterodox(&["moves", file.path(), "--fen", fen]).refused("character");
        let json = heterodox(&["moves", file.path(), "--fen", fen, "--json"]).ended(1);
        assert_eq!(objects(&json)[0]["reason"], "position");
    }
    let holes = Scratch::new("holes", TINY.replace("board 4x4", "board 4x4 without b2"));
    heterodox(&["moves", holes.path()]).refused("b2");
}

#[test]
fn what_is_no_move_is_refused() {
    let file = tiny("odd-moves");
    let long = "e4".repeat(50_000);
    let odd = [
        "",
        " ",
        "-",
        "x",
        "e",
        "4",
        "♞f3",
        "🙂",
        "a1-z9",
        "a1-a99999999999999999999",
        "@",
        "=",
        "a1@@b2",
        "R@",
        "K@a1-",
        "a1-b2=",
        "a2-a3=♕",
        "a1/b2",
        "a1-b1/",
        "\u{0}",
        "e\u{301}4",
        "--",
        "O-O-O-O",
        "((",
        &long,
    ];
    for text in odd {
        if text.contains('\0') {
            continue;
        }
        let ran = heterodox(&["play-moves", file.path(), "--", text]).ended(1);
        assert!(ran.err.len() < 2_000 && !ran.err.is_empty(), "{text}: {}", ran.err);
        let why = heterodox(&["why", file.path(), "--", text]);
        assert!(matches!(why.code, Some(0 | 1)), "{text}: {:?} {}", why.code, why.err);
    }
}

#[test]
fn nobody_need_read_to_the_end() {
    use std::io::{BufRead, BufReader};
    let file = tiny("pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["perft", file.path(), "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let ran = Ran::of(&child.wait_with_output().unwrap());
    assert!(ran.err.is_empty(), "{}", ran.err);
}

/// What was found is told by the exit status, though nobody reads the answer.
#[test]
fn the_status_is_the_same_when_nobody_reads() {
    let many =
        |what: &str| (0..300).map(|n| format!("test \"{n}\" {{ {what} }}\n")).collect::<String>();
    let good = Scratch::new("unread-good", format!("{TINY}{}", many("expect count 7")));
    let wrong = Scratch::new("unread-wrong", format!("{TINY}{}", many("expect count 8")));
    let broken =
        Scratch::new("unread-broken", TINY.replace("slide orthogonal", "slide orthogonall"));
    let listing = Scratch::new("unread.txt", "a2a3: 1\n");
    let (good, wrong) = (good.path(), wrong.path());
    for (arguments, status) in [
        (vec!["test", wrong], 1),
        (vec!["test", wrong, "--json"], 1),
        (vec!["test", wrong, "--report", "tap"], 1),
        (vec!["test", good, "--report", "tap"], 0),
        (vec!["check", broken.path()], 1),
        (vec!["check", broken.path(), "--json"], 1),
        (vec!["compare", good, "1", "--divide", listing.path()], 1),
        (vec!["why", good, "a1@@b2"], 1),
        (vec!["moves", good], 0),
        (vec!["list"], 0),
        (vec!["play", good, "-c", "d1-d4"], 1),
        (vec!["play", good, "-c", "fen"], 0),
    ] {
        let closed = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            writer
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.args(&arguments).stdin(Stdio::null()).stdout(closed()).stderr(closed());
        assert_eq!(command.status().unwrap().code(), Some(status), "{arguments:?}");
    }
}

/// The command that shows a failure again is one that a shell reads as it is meant.
#[test]
fn the_command_that_shows_a_failure_can_be_run() {
    let text = format!("{TINY}test \"wrong\" {{ expect legal d1-d4 }}\n");
    let file = Scratch::new("my $x ", &text);
    let suite = Scratch::new("command.epd", "r2k/3p/P3/K2R w - - 0 1 ;D1 8\n");
    let path = file.path();
    fs::write(file.0.with_file_name("-dash.variant"), &text).unwrap();
    for (arguments, told) in [
        (vec!["test", path], "d1-d4: "),
        (vec!["test", path, "--option", "wild"], "nodes 10"),
        (vec!["test", path, "--suite", suite.path()], "nodes 7"),
        (vec!["test", "--", "-dash.variant"], "d1-d4: "),
    ] {
        let run = |command: &mut Command| {
            Ran::of(&command.current_dir(file.0.parent().unwrap()).output().unwrap())
        };
        let ran = run(Command::new(env!("CARGO_BIN_EXE_heterodox")).args(&arguments)).ended(1);
        let again = ran.out.lines().find_map(|l| l.trim().strip_prefix("again"));
        let again = again.unwrap_or_else(|| panic!("{}", ran.out)).trim();
        let program = format!("'{}'", env!("CARGO_BIN_EXE_heterodox"));
        let again = again.replacen("heterodox", &program, 1);
        let shown = run(Command::new("sh").args(["-c", &again])).ended(0);
        assert!(shown.out.contains(told), "{again}: {}", shown.out);
    }
}
