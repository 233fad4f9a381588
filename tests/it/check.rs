//! Warnings that need the board.

use crate::support::load;

#[track_caller]
fn expect(rules: &str, wanted: &[&str]) {
    let text = format!(
        r#"game "T" board 8x8 players White forward north, Black mirrored zone last rank 8 zone mid both d4-e4
piece K royal {{ step any }} setup "x" end checkmate loses end K in last | mid wins piece X {{ {rules} }}"#
    );
    let loaded = load(&text);
    assert_eq!(loaded.brief(), wanted, "{}", loaded.messages());
    assert!(loaded.model.is_some());
}

#[test]
fn pieces_and_rules_that_never_move() {
    expect("step (9,9)", &["W0311 X"]);
    expect("step forward from last", &["W0311 X"]);
    expect("step any step forward from last", &["W0310 step forward from last"]);
    expect("step any walk forward { empty{8} }", &["W0310 walk forward { empty{8} }"]);
    expect("step any walk forward { empty{7} }", &[]);
    expect("step any walk any { empty{8,} }", &["W0310 walk any { empty{8,} }"]);
    expect("step any step any to last & mid", &["W0310 step any to last & mid"]);
    expect("step any slide backward within last", &["W0310 slide backward within last"]);
    expect("step any walk left { empty back empty veer empty }", &[]);
    expect(
        "step any drop { (empty & last) forward empty }",
        &["W0310 drop { (empty & last) forward empty }"],
    );
    expect("step any walk (2,1) { empty turn-left land } walk any { capture enemy stay }", &[]);
}

#[test]
fn for_one_player_only() {
    let loaded = load(
        r#"game "T" board 8x8 players White forward north, Black mirrored zone mid both d4-e4 zone low both ranks 1-4
piece K royal { step any } setup "x" end checkmate loses
piece X { step any step forward from mid to low }"#,
    );
    assert_eq!(loaded.brief(), ["W0310 step forward from mid to low"]);
    assert!(loaded.problems[0].message.ends_with("for White"));
}

#[test]
fn a_deep_walk_is_read_to_its_end() {
    // Who tried every way would not come to an end.
    let deep = format!("step any walk any {{ {}empty{} land }}", "(".repeat(60), ")+".repeat(60));
    expect(&deep, &[]);
    let deep = format!("step any walk any {{ {}empty{} }}", "(".repeat(60), "){2,99}".repeat(60));
    expect(&deep, &[]);
}
