//! Long work at a terminal: the bar that shows how far it has come, and answers that stay whole.

use expectrl::{Eof, Expect, Regex, Session};
use std::fs;
use std::process::Command;
use std::time::Duration;

const GAME: &str = r#"game "Kings"
board 8x8
players White forward north, Black mirrored
piece K "King" royal { step any }
piece R "Rook" { slide orthogonal }
setup "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"
end checkmate loses
end stalemate draws
end quiet 60 draws
"#;

fn at_a_terminal(name: &str, verb: &str, more: &[&str], bar: &str, answer: &str) {
    let place = std::env::temp_dir().join(format!("heterodox-bar-{}-{name}", std::process::id()));
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("kings.variant"), GAME).unwrap();
    let figures = "start | 3 | 1\n".repeat(400);
    fs::write(place.join("figures"), figures).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.current_dir(&place).arg(verb).arg("./kings.variant").args(more);
    let mut terminal = Session::spawn(command).unwrap();
    terminal.set_expect_timeout(Some(Duration::from_secs(120)));
    terminal.expect(Regex(r"\[[#.]{30}\] [0-9]+ of ")).unwrap();
    terminal.expect(bar).unwrap();
    let rest = terminal.expect(Eof).unwrap();
    let told = String::from_utf8_lossy(rest.as_bytes()).into_owned();
    let _ = fs::remove_dir_all(&place);
    assert!(told.contains(answer), "{told}");
}

#[test]
fn random_play_shows_how_far_it_is() {
    let more = ["--games", "3000", "--judge", "1000000"];
    at_a_terminal("verify", "verify", &more, "3000 games", "(3000 games from seed 1)");
}

#[test]
fn a_suite_shows_how_far_it_is() {
    let more = ["--suite", "figures", "--report", "tap"];
    at_a_terminal("suite", "test", &more, "400 figures", "not ok 400 - ");
}
