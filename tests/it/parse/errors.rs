//! One faulty file for each kind of mistake: the whole report is compared, below the file.

use crate::parse::{read, rendered};
use heterodox::diagnostics::CODES;
use std::fs;

#[test]
fn faulty_files() {
    insta::glob!("../../cases/syntax", "*.variant", |path| {
        let text = fs::read_to_string(path).unwrap();
        let (_, told) = read(&text);
        assert!(!told.is_empty());
        let report = rendered(&text, told);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false,
            snapshot_path => "../../cases/syntax" }, {
            insta::assert_snapshot!("report", format!("{text}\n{report}"));
        });
    });
}

#[test]
fn every_code_is_in_the_list_once() {
    for pair in CODES.windows(2) {
        let order = |code: &'static str| ("EWL".find(&code[..1]), code);
        assert!(order(pair[0].code) < order(pair[1].code), "{}", pair[1].code);
    }
}

/// The codes of a text, in the order of their places.
fn codes(text: &str) -> Vec<&'static str> {
    read(text).1.iter().map(|d| d.code).collect()
}

#[test]
fn one_mistake_is_one_report() {
    let cases = [
        ("gaem \"x\"", "E0103"),
        ("game x", "E0101"),
        ("game", "E0102"),
        ("piece K { step any", "E0104"),
        ("piece K { walk any { land }\nzone a rank 1", "E0104"),
        ("piece K step any }\nzone a rank 1", "E0105"),
        ("piece K { step any } }", "E0105"),
        ("piece K { walk any land }\n step left\n}", "E0105"),
        ("piece K { step any\n) }", "E0105"),
        ("game \"x", "E0106"),
        ("game x\"", "E0106"),
        ("game \u{201C}x\u{201D}", "E0107"),
        ("piece K { walk any { empty{2,1} } }", "E0110"),
        ("zone rank rank 1", "E0111"),
        ("piece K { step any to a to b }", "E0112"),
        ("piece K { walk any { !veer } }", "E0113"),
        ("piece K { walk any { land } capturing enemy }", "E0114"),
        ("(game (title \"x\"))\n(piece (name y))", "E0115"),
        ("zone x d4 e5 & y", "E0116"),
        ("piece K { step any to empty a }", "E0118"),
    ];
    for (text, code) in cases {
        let codes = codes(text);
        assert!(codes.iter().all(|c| *c == code) && !codes.is_empty(), "{text}: {codes:?}");
    }
}
