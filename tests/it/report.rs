//! Reports as text and as data: several files, places past the end, very long lines, characters that terminals obey.

use heterodox::diagnostics::{Diagnostic, Report, Style};
use heterodox::text::{FileId, Source, SourceMap, Span};
use proptest::prelude::*;

fn report(texts: &[(&str, &str)], diagnostics: Vec<Diagnostic>) -> Report {
    let mut sources = SourceMap::default();
    for (name, text) in texts {
        sources.add(Source::new(*name, *text));
    }
    Report::new(sources, diagnostics)
}

fn span(file: u16, start: usize, end: usize) -> Span {
    Span::new(FileId(file), start, end)
}

fn two_files() -> Report {
    let texts = [
        (
            "child.variant",
            "game \"Child\"\nextends \"parent.variant\"\n\npiece N \"Knight\" { step (2,1) }\n",
        ),
        ("parent.variant", "game \"Parent\"\npiece N \"Nightrider\" { betza \"NN\" }\n"),
    ];
    let told = vec![
        Diagnostic::error("E0201", "the letter `N` is taken")
            .label(span(0, 45, 46), "the second piece `N`")
            .label(span(0, 13, 37), "the parent")
            .label(span(1, 20, 21), "the first piece `N`")
            .help("choose another letter, or write `remove piece N`"),
        Diagnostic::warning("W0001", "nothing ends this game"),
        Diagnostic::advice("L0001", "this zone is not used").label(span(0, 0, 4), ""),
    ];
    report(&texts, told)
}

#[test]
fn several_files() {
    let report = two_files();
    assert!(report.has_errors());
    assert_eq!(report.diagnostics().len(), 3);
    assert_eq!(report.sources().iter().count(), 2);
    insta::assert_snapshot!("plain", report.render(Style::Plain));
    insta::assert_snapshot!("narrated", report.render(Style::Narrated));
    insta::assert_snapshot!("json", serde_json::to_string_pretty(&report.to_json()).unwrap());
    assert_eq!(report.to_string(), report.render(Style::Plain));
    assert!(report.render(Style::Colour).contains("\u{1b}["));
    assert!(!report.render(Style::Plain).contains('\u{1b}'));
}

/// Of thousands of problems the first hundred of each severity are written out, and the number of the others.
#[test]
fn long_reports_are_cut() {
    let warning = |n: usize| {
        Diagnostic::warning("W0001", format!("warning {n}")).label(span(0, n % 4, n % 4 + 1), "")
    };
    let mut told: Vec<_> = (0..50_000).map(warning).collect();
    told.push(Diagnostic::error("E0201", "the last, but an error"));
    told.extend((0..101).map(|n| Diagnostic::advice("L0001", format!("advice {n}"))));
    let report = report(&[("x", "abcd")], told);
    for style in [Style::Plain, Style::Narrated] {
        let text = report.render(style);
        assert!(text.contains("warning 99") && !text.contains("warning 100"));
        assert!(text.contains("the last, but an error"));
        assert!(text.contains("\n… and 49900 more warnings\n"), "{text}");
        assert!(text.ends_with("\n… and 1 more piece of advice\n"), "{text}");
        assert!(!text.contains("more error"));
        assert!(text.lines().count() < 2_000);
    }
    assert_eq!(report.to_json().len(), 50_102);
}

#[test]
fn no_problems_no_text() {
    let report = report(&[], Vec::new());
    assert!(!report.has_errors() && report.to_json().is_empty());
    assert_eq!(report.render(Style::Plain), "");
}

#[test]
fn places_past_the_end() {
    for text in ["", "\n", "x", "é", "game \"x\"\n\n"] {
        for (start, end) in [(0, 0), (0, 1), (1, 2), (5, 3), (1000, 2000), (0, usize::MAX)] {
            let told = vec![Diagnostic::error("E0101", "wrong").label(span(0, start, end), "here")];
            let report = report(&[("a", text)], told);
            for style in [Style::Plain, Style::Colour, Style::Narrated] {
                assert!(report.render(style).contains("wrong"), "{text:?} {start} {end}");
            }
            assert_eq!(report.to_json().len(), 1);
        }
    }
    let told = vec![Diagnostic::error("E0101", "wrong").label(span(7, 0, 1), "in no file")];
    assert!(report(&[("a", "x")], told).render(Style::Plain).contains("wrong"));
}

#[test]
fn long_lines_are_clipped() {
    let text = format!("{}WRONG{}\nnext\n", "x".repeat(50_000), "y".repeat(50_000));
    let told = vec![
        Diagnostic::error("E0101", "wrong")
            .label(span(0, 50_000, 50_005), "here")
            .label(span(0, 90_000, 90_005), "and far away"),
    ];
    let report = report(&[("long.variant", &text)], told);
    let drawn = report.render(Style::Plain);
    assert!(drawn.len() < 3000 && drawn.contains("WRONG"), "{drawn}");
    assert!(drawn.contains("long.variant:1:50001"), "{drawn}");
    assert!(report.render(Style::Narrated).len() < 3000);
}

#[test]
fn tall_places_are_shown_by_their_first_line() {
    let text = "piece K {\n".to_owned() + &"  step any\n".repeat(10_000) + "}\n";
    let told = vec![Diagnostic::error("E0101", "wrong").label(span(0, 0, text.len()), "here")];
    assert!(report(&[("tall.variant", &text)], told).render(Style::Plain).len() < 1000);
}

#[test]
fn terminals_are_not_told_what_to_do() {
    let text = "a\u{1b}[2Jb\u{7}\u{202E}c\rd\n";
    let told = vec![Diagnostic::error("E0101", "wrong").label(span(0, 5, 6), "here")];
    let drawn = report(&[("evil.variant", text)], told).render(Style::Plain);
    assert!(!drawn.contains(['\u{1b}', '\u{7}', '\u{202E}', '\r']), "{drawn:?}");
}

proptest! {
    #![proptest_config(crate::chance::cases())]

    #[test]
    fn any_text_any_places(text in any::<String>(), places in prop::collection::vec((0..80_usize, 0..80_usize), 0..4)) {
        let mut diagnostic = Diagnostic::error("E0101", "wrong");
        for (start, end) in places {
            diagnostic = diagnostic.label(span(0, start, end), "here");
        }
        let report = report(&[("any", &text)], vec![diagnostic]);
        for style in [Style::Plain, Style::Colour, Style::Narrated] {
            assert!(report.render(style).contains("wrong"));
        }
        assert_eq!(report.to_json().len(), 1);
    }
}
