//! The long texts of the codes: every example gives its code, and every cure does not.

use heterodox::diagnostics::{CODES, Severity, explain};
use heterodox::examine::Examiner;
use heterodox::expand::Loader;
use heterodox::pipeline::{build, read, review};
use heterodox::session::Target;
use heterodox::text::Source;
use std::collections::BTreeSet;

/// What is put before an example that is part of a file, unless it declares the same itself.
const HEAD: &[(&str, &str)] = &[
    ("game", "game \"Example\""),
    ("board", "board 8x8"),
    ("players", "players White forward north, Black mirrored"),
    ("zone second", "zone second rank 2"),
    ("zone last", "zone last rank 8"),
    ("piece K", "piece K \"King\" royal { step any }"),
    ("piece R", "piece R \"Rook\" { slide orthogonal }"),
    (
        "piece P",
        "piece P \"Pawn\" { step forward to empty walk forward from second { empty{2} } leaves trail \
         step forward-diagonal capturing enemy step forward-diagonal capturing trail of P promote on last to R }",
    ),
    ("castle", "castle K e1-g1 with R h1-f1"),
    ("setup", "setup \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Kk - 0 1\""),
    ("end", "end checkmate loses end stalemate draws"),
];

struct Itself<'a>(&'a str);

impl Loader for Itself<'_> {
    fn load(&self, name: &str, _: &str) -> Result<Source, String> {
        match name {
            "example.variant" => Ok(Source::new(name, self.0)),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

/// An example as a whole file; none if it is none.
pub(crate) fn completed(example: &str) -> Option<String> {
    let first = example.split_whitespace().next()?;
    if first == "$" || (example.starts_with('(') && example.ends_with(')')) {
        return None;
    }
    if example.starts_with("game ") {
        return Some(example.to_owned());
    }
    let inside = match first {
        "walk" | "step" | "slide" | "drop" | "may" | "promote" | "betza" | "stpe" => {
            format!("piece X \"Example\" {{\n{example}\n}}")
        }
        "play" | "expect" | "position" => format!("test \"example\" {{\n{example}\n}}"),
        _ => example.to_owned(),
    };
    let declares = |key: &str| {
        let mut lines = inside.lines();
        lines.any(|l| l.strip_prefix(key).is_some_and(|rest| rest.starts_with([' ', '\t'])))
    };
    // A board of another size needs its own position; an example that speaks of one castling does without the other.
    let missing = HEAD.iter().filter(|(key, _)| !declares(key)).map(|(_, text)| *text);
    let mut text: Vec<&str> = missing.collect();
    text.push(&inside);
    Some(text.join("\n") + "\n")
}

/// Codes of everything that is said of a text, tests run; and whether it loads.
fn codes(text: &str) -> (BTreeSet<&'static str>, bool) {
    let draft = read(Source::new("example.variant", text), &Itself(text));
    let report = review(&draft, &[]);
    let mut codes: BTreeSet<_> = report.diagnostics().iter().map(|d| d.code).collect();
    let loaded = report.diagnostics().iter().all(|d| d.severity != Severity::Error);
    if let Ok(loaded) = build(&draft, &[]) {
        let mut examiner = Examiner::new(Target::new("example.variant"), loaded);
        for test in examiner.tests(None) {
            codes.extend(examiner.run(&test).failures.iter().map(|f| f.code));
        }
    }
    (codes, loaded)
}

#[test]
fn examples_give_their_codes_and_cures_do_not() {
    let mut wrong = Vec::new();
    let mut skipped = Vec::new();
    for entry in CODES {
        let text = explain(entry.code).expect("every code has a text");
        let (Some(example), Some(cure)) = (completed(&text.example), completed(&text.cure)) else {
            skipped.push(entry.code);
            continue;
        };
        let (found, _) = codes(&example);
        if !found.contains(entry.code) {
            wrong.push(format!("{}: the example gives {found:?}\n{example}", entry.code));
        }
        let (found, loads) = codes(&cure);
        let errors = found.iter().any(|code| code.starts_with('E'));
        if found.contains(entry.code) || errors || !loads {
            wrong.push(format!("{}: the cure gives {found:?}\n{cure}", entry.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // These speak of files, of commands, or of the program itself.
    let known = [
        "E0117", "E0199", "E0215", "E0401", "E0520", "E0603", "E0607", "E0620", "E0621", "E0622",
        "E0623", "E0624", "E0626", "E0627", "E0628", "E0629", "E0699", "E0701", "E0702", "E0703",
        "L0601",
    ];
    assert_eq!(skipped, known);
}
