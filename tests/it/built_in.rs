//! The games that are built in: their own tests pass, and a new file can be begun from each of them.

use heterodox::examine::Examiner;
use heterodox::pipeline::{Loaded, load};
use heterodox::session::{Beginning, Files, SHIPPED, Target};
use heterodox::text::Source;

/// Failures of the tests of a file, each with its test's name; how many tests there are.
fn failures(target: &Target, loaded: Loaded) -> (Vec<String>, usize) {
    let mut examiner = Examiner::new(target.clone(), loaded);
    let tests = examiner.tests(None);
    let mut wrong = Vec::new();
    for test in &tests {
        let reply = examiner.run(test);
        wrong.extend(reply.failures.iter().map(|f| format!("{}: {}", target.name, f.report)));
    }
    (wrong, tests.len())
}

#[test]
fn the_tests_of_all_games_pass() {
    for shipped in SHIPPED {
        let target = Target::new(shipped.name);
        let loaded = target.load().unwrap_or_else(|r| panic!("{r}"));
        let (wrong, tests) = failures(&target, loaded);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tests > 1, "{}: {tests} tests", shipped.name);
    }
}

#[test]
fn every_game_can_be_extended_and_copied() {
    for shipped in SHIPPED {
        let target = Target::new(shipped.name);
        let loaded = target.load().unwrap_or_else(|r| panic!("{r}"));
        let begun = Beginning {
            title: "New Game",
            target: &target,
            loaded: &loaded,
            parent: shipped.name,
            file: "./new-game.variant",
        };
        for (text, copy) in [(begun.extending(), false), (begun.copy(), true)] {
            let own = load(Source::new("new-game.variant", &*text), &Files, &[]);
            let own = own.unwrap_or_else(|r| panic!("{}: {r}\n{text}", shipped.name));
            assert_eq!(own.game.title, "New Game", "{text}");
            assert!(own.warnings.is_empty(), "{}: {:?}", shipped.name, own.warnings);
            assert_eq!(own.start, loaded.start);
            if !copy {
                let (wrong, tests) = failures(&Target::new("new-game.variant"), own);
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
                assert_eq!(tests, 1);
            }
        }
    }
}

/// What a new file's comments propose can be written as it stands there.
#[test]
fn the_lines_that_a_new_file_proposes_are_right() {
    let target = Target::new("breakthrough");
    let loaded = target.load().unwrap_or_else(|r| panic!("{r}"));
    let begun = Beginning {
        title: "New Game",
        target: &target,
        loaded: &loaded,
        parent: &target.name,
        file: "./new-game.variant",
    };
    let text = begun.extending();
    for proposal in
        ["piece P \"Pawn\" {", "piece A \"New Piece\"", "setup \"", "end no moves loses"]
    {
        assert!(text.contains(&format!("//   {proposal}")), "{proposal}: {text}");
    }
    let wanted = |line: &str| {
        line.starts_with("//   setup")
            || line.starts_with("//   end")
            || line.starts_with("//   piece A")
    };
    let lines: Vec<&str> =
        text.lines().filter(|line| wanted(line)).map(|line| &line[5..]).collect();
    assert!(lines.len() > 4, "{lines:?}");
    let own = format!("{text}\n{}", lines.join("\n"));
    let own =
        load(Source::new("new-game.variant", own), &Files, &[]).unwrap_or_else(|r| panic!("{r}"));
    assert_eq!(own.game.pieces.len(), loaded.game.pieces.len() + 1);
}
