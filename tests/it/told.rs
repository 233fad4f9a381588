//! What the verbs must not keep to themselves: which file a line is of, and that a filter lets nothing through.

use crate::cli::{Scratch, TINY, heterodox};
use std::fs;
use std::path::Path;

/// Lines of a parent carry the parent's name, the file's own do not; what is written behind them stands in one column.
#[test]
fn lines_of_a_parent_are_named() {
    let child = "extends \"parent.variant\" game \"Child\"\n\
        piece R \"Rook\" { slide orthogonal {1,2} }\nend bare draws\n";
    let file = Scratch::new("verify-child", child);
    let beside = Path::new(file.path()).with_file_name("parent.variant");
    fs::write(beside, TINY).expect("written");
    let ran = heterodox(&["verify", file.path(), "--games", "5"]).ended(0);
    for line in ["step any", "step forward to empty", "checkmate loses"] {
        let found = ran.out.lines().find(|l| l.contains(line)).expect(line);
        assert!(found.contains("parent.variant"), "{found}");
    }
    for line in ["slide orthogonal {1,2}", "bare draws"] {
        let found = ran.out.lines().find(|l| l.contains(line)).expect(line);
        assert!(found.contains("line ") && !found.contains("parent.variant"), "{found}");
    }
    let rules = ran.out.lines().skip_while(|l| !l.contains("rules (")).skip(1);
    let letters = rules.filter(|l| !l.is_empty()).map(|l| l.find(['K', 'R', 'P']));
    let mut columns: Vec<_> = letters.collect();
    columns.dedup();
    assert_eq!(columns.len(), 1, "{}", ran.out);
    let ran = heterodox(&["verify", file.path(), "--games", "1", "--json"]).ended(0);
    let reply: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let places = reply["rules"].as_array().expect("rules").iter().map(|r| r["place"].as_str());
    assert!(places.flatten().any(|p| p.ends_with("parent.variant")), "{reply}");
    assert!(reply["ends"][0]["place"].is_string(), "{reply}");
}

/// A filter that fits nothing is no success, in whatever form the results are asked for.
#[test]
fn a_filter_that_fits_nothing_is_told() {
    let file = Scratch::new("filter", TINY);
    let path = file.path();
    let suite = Scratch::new("filter.epd", "r2k/3p/P3/K2R w - - 0 1 ;D1 7\n");
    let other =
        Scratch::new("filter-other", format!("{TINY}test \"alone\" {{ expect ongoing }}\n"));
    let none = ["test", path, "--filter", "nothing like this"];
    let cases = [
        none.to_vec(),
        [&none[..], &["--json"]].concat(),
        [&none[..], &["--report", "tap"]].concat(),
        [&none[..], &["--suite", suite.path()]].concat(),
        vec!["test", path, other.path(), "--filter", "nothing like this"],
    ];
    for arguments in cases {
        let ran = heterodox(&arguments).ended(1);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(told.contains("has `nothing like this` in its name"), "{arguments:?}: {told}");
    }
    // One of several files is enough.
    heterodox(&["test", path, other.path(), "--filter", "alone"]).ended(0);
}

/// Where nothing is compared, nothing can be right, whatever the reason.
#[test]
fn a_suite_of_which_nothing_is_compared_is_no_success() {
    let file = Scratch::new("nothing", TINY);
    let path = file.path();
    let suite = Scratch::new("nothing.epd", "r2k/3p/P3/K2R w - - 0 1 ;D1 7 ;D2 28\n");
    let empty = Scratch::new("nothing-empty.epd", "# nothing\n");
    let others = Scratch::new("nothing-others.epd", "other\tstart\t1\t7\n");
    for (more, told) in [
        (vec!["--suite", empty.path()], "no figure stands in"),
        (vec!["--suite", others.path()], "no figure of this game"),
        (vec!["--suite", suite.path(), "--max-nodes", "1"], "all are beyond the limits"),
        (vec!["--suite", suite.path(), "--max-depth", "0"], "all are beyond the limits"),
        // That a figure is too deep is not the filter's fault.
        (
            vec!["--suite", suite.path(), "--filter", "K2R", "--max-depth", "0"],
            "all are beyond the limits",
        ),
    ] {
        for form in [&[][..], &["--json"], &["--report", "tap"]] {
            let ran = heterodox(&[&["test", path], &more[..], form].concat()).ended(1);
            let all = format!("{}{}", ran.out, ran.err);
            assert!(all.contains(told), "{more:?} {form:?}: {all}");
        }
    }
    let two = Scratch::new(
        "nothing-two.epd",
        "r2k/3p/P3/K2R w - - 0 1 ;D1 7\nr2k/4/P3/KR2 w - - 0 1 ;D1 7 ;D2 99\n",
    );
    let some = ["test", path, "--suite", two.path(), "--filter", "r2k/3p"];
    let ran = heterodox(&some).ended(0);
    assert!(ran.out.contains("1 figure right, 2 left out by the filter"), "{}", ran.out);
}

/// `show --ir` says of every rule how its moves are found, and why not in sets.
#[test]
fn what_a_rule_costs_is_told_with_the_reason() {
    let game = |rules: &str, laws: &str| {
        format!(
            "game \"Given\" board 6x6 players White forward north, Black mirrored\n\
             piece K \"King\" royal {{ step any }}\npiece R {{\n{rules}\n}}\n\
             setup \"5k/6/6/6/6/K5 w - - 0 1\"\n{laws}\nend checkmate loses end stalemate draws\n"
        )
    };
    for (rules, laws, told) in [
        ("step (2,1)", "", "in sets: 320 leaps"),
        ("slide orthogonal", "", "along lines"),
        ("walk orthogonal { empty* piece empty* land }", "", "over a piece"),
        ("slide forward to empty leaves trail", "", "leaving a trail"),
        ("step any capturing trail", "", "because it captures on a trail"),
        ("walk any { empty* capture enemy stay }", "", "because it captures without going there"),
        ("walk any { capture enemy land }", "", "because it captures before its last square"),
        ("walk any { friend land }", "", "over a piece"),
        ("walk any { enemy enemy empty }", "", "asks for a certain piece"),
        ("step any when forward is friend", "", "over a piece"),
        ("slide any when forward is friend", "", "depends on a piece elsewhere"),
        ("step any when not walk diagonal { empty enemy }", "", "squares off its way"),
        ("step any capturing friend", "", "another piece may do the same"),
        ("step any drop { empty forward empty }", "captures to hand", "the dropped piece goes on"),
        ("step any", "must drop", "general programs, because who can drop must"),
        ("step any", "every move places R anywhere", "because every move has a second part"),
        ("walk any { flip enemy land } again or not", "", "because a walk flips"),
    ] {
        let file = Scratch::new("cost", game(rules, laws));
        let ran = heterodox(&["show", file.path(), "--ir", "--piece", "R"]);
        assert!(ran.out.contains(told), "{rules} {laws}: {}{}", ran.out, ran.err);
    }
}

/// A parent's clock cannot be seen in the child's file: how to be rid of it is told.
#[test]
fn a_second_clock_tells_of_the_parents() {
    let child = "extends \"parent.variant\" game \"Child\"\nend quiet 30 without P draws\n";
    let file = Scratch::new("clock", child);
    let beside = Path::new(file.path()).with_file_name("parent.variant");
    fs::write(beside, format!("{TINY}\nend quiet 50 draws\n")).expect("written");
    let refused = heterodox(&["check", file.path()]).ended(1);
    assert!(refused.err.contains("write `remove ends`"), "{}{}", refused.out, refused.err);
}
