//! Parents.

use crate::support::{Loaded, load_with};

const PARENT: &str = r#"game "Old" inventor "I" board 8x8 players White forward north, Black mirrored
option o off "x"
zone last rank 8
piece K "King" royal { step any }
piece P { step forward promote on last to R }
piece R { slide orthogonal }
if o { piece Q { slide any } }
castle K e1-g1 with R h1-f1
setup "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
end checkmate loses
end stalemate draws
test "t" { expect count 5 }
"#;

fn child(text: &str) -> Loaded {
    load_with(&format!("extends \"old\" {text}"), &[("old", PARENT)], &[])
}

#[track_caller]
fn expect(text: &str, wanted: &[&str]) {
    let loaded = child(text);
    assert_eq!(loaded.brief(), wanted, "{}", loaded.messages());
}

#[test]
fn a_child_replaces_adds_and_removes() {
    let text = r#"game "New" piece R { slide any } piece X { step (2,1) } zone last rank 7
        end K in last wins end stalemate loses castle K e1-c1 with R a1-d1"#;
    let model = child(text).model.unwrap();
    assert_eq!(model.title, "New");
    assert_eq!(model.inventor.as_deref(), Some("I"));
    let letters: Vec<&str> = model.pieces.iter().map(|p| p.letter.as_str()).collect();
    assert_eq!(letters, ["K", "P", "R", "X"]);
    assert_eq!(model.zones[0].cells[0].len(), 8);
    let ends: Vec<String> =
        model.ends.iter().map(|e| format!("{:?} {:?}", e.terms[0].condition, e.verdict)).collect();
    assert!(ends[0].starts_with("In"), "{ends:?}");
    assert_eq!(ends[1..], ["Checkmate Loses", "Stalemate Loses"]);
    assert_eq!(model.castles.len(), 2);
    let model = child("remove castles remove ends remove setup setup \"x\"").model.unwrap();
    assert!(model.castles.is_empty() && model.ends.is_empty());
    assert_eq!(model.setup.node, "x");
}

#[test]
fn what_is_declared_under_an_option_can_be_replaced() {
    let model = child("piece Q { step any }").model.unwrap();
    assert_eq!(model.pieces[3].letter, "Q");
    expect("remove piece Q", &[]);
    expect("if o { piece R { step any } }", &["E0202 R"]);
}

#[test]
fn parents_that_cannot_be() {
    let own = |text: &str, files: &[(&str, &str)]| load_with(text, files, &[]).brief();
    assert_eq!(own("extends \"none\"", &[]), ["E0601 \"none\""]);
    assert_eq!(own("extends \"none\" piece X { step any to Q }", &[]), ["E0601 \"none\""]);
    let circle = [("a", "extends \"b\""), ("b", "extends \"a\"")];
    let loaded = load_with("extends \"a\"", &circle, &[]);
    assert_eq!(loaded.brief(), ["E0602 \"a\""]);
    assert!(loaded.problems[0].message.ends_with("a → b → a"), "{}", loaded.messages());
    let names: Vec<String> = (0..20).map(|n| format!("f{n}")).collect();
    let texts: Vec<String> = (0..20).map(|n| format!("extends \"f{}\"", n + 1)).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    assert_eq!(own("extends \"f0\"", &files), ["E0603 \"f15\""]);
    expect("extends \"old\"", &["E0604 \"old\""]);
    assert_eq!(own("remove ends", &[]).first().map(String::as_str), Some("E0605 remove ends"));
}

#[test]
fn removals_that_remove_nothing() {
    expect("remove piece Z", &["E0607 Z"]);
    expect("remove zone lats", &["E0607 lats"]);
    expect("remove option p", &["E0607 p"]);
    expect("remove ends end stalemate loses", &[]);
    expect("remove zone last", &["E0204 remove zone last"]);
    expect("if o { remove castles }", &["E0606 remove castles"]);
    let help = child("remove zone lats").problems[0].help.clone();
    assert_eq!(help.as_deref(), Some("write `remove zone last`"));
}

#[test]
fn betza_errors_stand_at_the_sign() {
    expect("piece X { betza \"WiF\" }", &["E0390 i"]);
    expect("piece X { betza \"WF\" if o { betza \"flN\" } }", &["E0391 fl"]);
    let model = child("piece X { betza \"WF\" }").model.unwrap();
    assert_eq!(model.pieces[3].rules.len(), 2);
}

#[test]
fn rules_of_the_game_are_replaced_and_removed() {
    const LAWS: &str =
        "captures to hand reverting must capture most must not check passing allowed ";
    let parent = format!("{LAWS}{PARENT}");
    let laws = |text: &str| {
        let loaded = load_with(&format!("extends \"old\" {text}"), &[("old", &parent)], &[]);
        let told = loaded.brief();
        (loaded.model.map(|m| m.laws), told)
    };
    let (found, told) = laws("captures to hand must capture passing when stuck");
    let found = found.expect("it loads");
    assert_eq!(told, ["W0427 captures to hand"]);
    assert!(found.to_hand && found.must_capture && !found.capture_most && found.must_not_check);
    assert!(found.may_pass.is_none() && found.pass_when_stuck.is_some());
    let (found, told) = laws("remove captures remove must remove passing");
    let found = found.expect("it loads");
    assert_eq!(told, Vec::<String>::new());
    assert!(!found.to_hand && !found.must_capture && !found.must_not_check);
    assert!(found.may_pass.is_none());
    let without_drops = "W0427 captures to hand reverting";
    assert_eq!(laws("must not check").1, ["L0601 must not check", without_drops]);
    assert_eq!(laws("every move places P anywhere").1, [without_drops]);
    expect("remove must", &["E0607 remove must"]);
    expect("remove every", &["E0607 remove every"]);
}
