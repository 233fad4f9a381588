//! Cures that are applied, warnings that are allowed, and the verbs that show both.

use heterodox::pipeline::{read, review};
use heterodox::session::{Files, Target, mend};
use heterodox::text::Source;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const SOUND: &str = r#"game "Mended"
board 8x8
players White forward north, Black mirrored
zone last-rank rank 8
piece K "King" royal { step any }
piece R "Rook" { slide orthogonal }
piece P "Pawn" {
  step forward to empty
  step forward-diagonal capturing enemy & !last-rank
  promote on last-rank to R
}
setup "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1"
end checkmate loses
end stalemate draws
"#;

/// A file in a directory of its own, which goes with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let directory =
            std::env::temp_dir().join(format!("heterodox-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        let file = Self(directory.join("own.variant"));
        fs::write(&file.0, text).expect("written");
        file
    }

    fn target(&self) -> Target {
        Target::new(&self.0.display().to_string())
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("read")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().expect("a directory"));
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heterodox")).args(arguments).output().expect("it runs")
}

fn codes(text: &str) -> Vec<&'static str> {
    let report = review(&read(Source::new("own.variant", text), &Files), &[]);
    report.diagnostics().iter().map(|d| d.code).collect()
}

#[test]
fn certain_cures_are_written_into_the_file() {
    assert_eq!(codes(SOUND), [""; 0]);
    let faulty = SOUND
        .replace("promote on", "promtoe on")
        .replace("enemy & !last", "enemy && !last")
        .replace("zone last-rank", "zoen last-rank")
        .replace("\"Rook\"", "\u{201C}Rook\u{201D}")
        .replace("to R\n", "to R\n  step left leaves trail\n");
    let file = Scratch::new("mend", &faulty);
    let mended = mend(&file.target()).expect("it can be written");
    let sound = SOUND.replace("to R\n", "to R\n  step left\n");
    assert_eq!(file.text(), sound);
    let told: Vec<_> = mended.iter().map(|m| (m.code, m.before.trim(), m.after.as_str())).collect();
    for change in [
        ("E0103", "promtoe", "promote"),
        ("E0101", "&&", "&"),
        ("E0103", "zoen", "zone"),
        ("E0107", "\u{201C}", "\""),
        ("W0307", "leaves trail", ""),
    ] {
        assert!(told.contains(&change), "{change:?} in {told:?}");
    }
    assert_eq!(mend(&file.target()).expect("it can be read"), []);
    let beside = fs::read_dir(file.0.parent().expect("a directory")).expect("read").count();
    assert_eq!(beside, 1, "nothing is left beside the file");
}

#[test]
fn what_is_not_certain_is_left_to_the_author() {
    let text = SOUND.replace("promote on", "promotoin on").replace("to R\n", "to Q\n");
    let file = Scratch::new("unsure", &text);
    assert_eq!(mend(&file.target()).expect("it can be read"), []);
    assert_eq!(file.text(), text);
}

#[test]
fn the_verb_mends_files_and_leaves_built_in_games_alone() {
    let file = Scratch::new("verb", &SOUND.replace("slide", "slied"));
    let name = file.0.display().to_string();
    let ran = run(&["check", &name]);
    assert_eq!(ran.status.code(), Some(1));
    // Not a terminal: sentences, no drawing.
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(told.contains("slied") && !told.contains('╭'), "{told}");
    let ran = run(&["check", "--json", &name]);
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    let first: serde_json::Value =
        serde_json::from_str(told.lines().next().expect("a line")).expect("JSON");
    for field in [
        "code", "severity", "message", "file", "start", "end", "line", "column", "help", "fixes",
        "related",
    ] {
        assert!(first.get(field).is_some(), "{field} in {first}");
    }
    assert_eq!(first["fixes"][0]["replacement"], "slide");
    assert_eq!(first["fixes"][0]["certain"], true);
    let ran = run(&["check", "--fix", &name]);
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success() && told.contains(":6:18: mended E0103: `slied` → `slide`"),
        "{told}"
    );
    assert_eq!(file.text(), SOUND);
    let shipped = heterodox::session::SHIPPED[0].name;
    let ran = run(&["check", "--fix", shipped]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("E0628"));
}

#[test]
fn codes_are_explained() {
    let ran = run(&["explain", "e0204"]);
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{told}");
    insta::assert_snapshot!("explain", told);
    let ran = run(&["explain", "E9999"]);
    assert_eq!(ran.status.code(), Some(1));
    let ran = run(&["explain"]);
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout).lines().count(),
        heterodox::diagnostics::CODES.len()
    );
}

#[test]
fn warnings_are_allowed_with_a_reason() {
    let with = |more: &str| codes(&format!("{SOUND}{more}"));
    assert_eq!(with("zone nook a1"), ["W0202"]);
    assert_eq!(with("zone nook a1 allow W0202 \"for later\""), [""; 0]);
    assert_eq!(with("allow W0202 \"for later\""), ["L0201"]);
    assert_eq!(with("zone nook a1 allow W0202 \"x\" allow W0202 \"y\""), ["L0201"]);
    assert_eq!(with("zone nook a1 allow W0202 \" \""), ["E0223"]);
    assert_eq!(with("allow E0204 \"x\""), ["E0222"]);
    assert_eq!(with("allow W9999 \"x\""), ["E0221"]);
    assert_eq!(with("allow nonsense \"x\""), ["E0101"]);
    let under = "option wild off \"x\" zone nook a1 if wild { allow W0202 \"x\" }";
    assert_eq!(with(under), ["W0202"]);
}

/// A byte order mark before a text is no part of it: places are those of the file all the same, and a cure leaves it there.
#[test]
fn a_mark_before_the_text_stays_and_moves_no_place() {
    let faulty = format!("\u{feff}{}", SOUND.replace("step any", "stpe any"));
    let file = Scratch::new("marked", &faulty);
    let told = run(&["check", &file.target().name, "--json"]);
    let text = String::from_utf8(told.stdout).expect("text");
    let places: Vec<(usize, usize)> =
        faulty.match_indices("stpe").map(|(at, w)| (at, at + w.len())).collect();
    for (start, end) in places {
        assert!(text.contains(&format!("\"start\":{start}")), "{start}: {text}");
        assert!(text.contains(&format!("\"end\":{end}")), "{end}: {text}");
    }
    mend(&file.target()).expect("mended");
    assert_eq!(file.text(), format!("\u{feff}{SOUND}"));
}
