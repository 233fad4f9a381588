//! What takes more and more memory if it is not bounded, in runs of the real binary that have little.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file, gone when it is dropped.
struct Game(PathBuf);

impl Game {
    /// With a rook that walks like this.
    fn new(name: &str, walk: &str) -> Self {
        let file = format!("heterodox-bounds-{}-{name}.variant", std::process::id());
        let path = std::env::temp_dir().join(file);
        let text = format!(
            r#"game "Example"
board 8x8
players White forward north, Black mirrored
piece K "King" royal {{ step any }}
piece R "Rook" {{ {walk} }}
piece N "Knight" {{ step (2,1) }}
piece P "Pawn" {{ step forward to empty step forward-diagonal capturing enemy }}
setup "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR w - - 0 1"
end checkmate loses
end stalemate draws
"#
        );
        fs::write(&path, text).unwrap();
        Self(path)
    }

    /// Runs with 400 MB of address space: status, and what is printed.
    fn run(&self, verb: &str, arguments: &[&str], input: &str) -> (i32, String) {
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 400000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_heterodox")])
            .arg(verb)
            .arg(&self.0)
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
        let told = text(&output.stdout) + &text(&output.stderr);
        (output.status.code().unwrap_or_else(|| panic!("{:?}: {told}", output.status)), told)
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Found by fuzzing: every lap of the circle was another way, with more in it than the one before.
#[test]
fn a_walk_in_a_circle_is_explained() {
    let game = Game::new("circle", "walk orthogonal { (empty turn-left)+ land }");
    let (status, told) = game.run("why", &["a1-a2"], "");
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("reason blocked"), "{told}");
    let (status, told) = game.run("why", &["a1-h8"], "");
    assert_eq!(status, 0, "{told}");
    assert!(told.contains("reason no-rule"), "{told}");
    let (status, told) = game.run("play", &[], "trace a1-b2\ntrace a1\nwhy a1-b2\n");
    assert_eq!(status, 0, "{told}");
}

/// The same of the squares that it passes, which the next move can capture on.
#[test]
fn a_trail_in_a_circle_is_checked() {
    let game = Game::new("trail", "walk orthogonal { (empty turn-left)+ land } leaves trail");
    for verb in ["check", "moves"] {
        let (status, told) = game.run(verb, &[], "");
        assert_eq!(status, 0, "{told}");
    }
    // With turns to either side there are more trails than can be told apart.
    for walk in [
        "walk orthogonal { (empty turn)+ land } leaves trail",
        "walk orthogonal { (empty turn)+ (empty | capture trail) empty } leaves trail",
    ] {
        let game = Game::new("trails", walk);
        let (status, told) = game.run("check", &["--plain"], "");
        assert_eq!(status, 1, "{told}");
        assert!(told.contains("E0341"), "{told}");
    }
}
