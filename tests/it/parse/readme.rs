//! Every example of the language reference is read.

use crate::parse::{good, read};
use heterodox::ast::print;

const REFERENCE: &str = include_str!("../../../grammar/README.md");

/// Puts a fragment where it can stand: by itself, in a piece, or in a test.
fn in_place(fragment: &str) -> String {
    let first = fragment.split_whitespace().next().unwrap_or("");
    match first {
        "walk" | "step" | "slide" | "drop" | "may" | "promote" | "betza" => {
            format!("piece X {{ {fragment}\n }}")
        }
        "play" | "expect" | "position" => format!("test \"t\" {{ {fragment}\n }}"),
        _ => fragment.to_owned(),
    }
}

fn check(fragment: &str) {
    let text = in_place(fragment);
    let file = good(&text);
    assert!(!file.items.is_empty(), "{text}");
    let printed = print(&file);
    assert_eq!(good(&printed), file, "{text}\n{printed}");
}

/// The blocks of the reference that are moved in.
fn blocks() -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in REFERENCE.lines() {
        if let Some(code) = line.strip_prefix("    ") {
            let last = blocks.last_mut().unwrap();
            last.push_str(code);
            last.push('\n');
        } else if !line.trim().is_empty() || !blocks.last().unwrap().is_empty() {
            blocks.push(String::new());
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

#[test]
fn indented_examples() {
    let blocks = blocks();
    assert!(blocks.len() >= 12, "{}", blocks.len());
    for block in blocks {
        check(&block);
    }
}

/// The rows of the tables under a heading: the code spans of each cell.
fn rows(heading: &str) -> Vec<Vec<Vec<String>>> {
    let mut inside = false;
    let mut rows = Vec::new();
    for line in REFERENCE.lines() {
        if line.starts_with('#') {
            inside = line.trim_start_matches('#').trim() == heading;
        } else if inside && line.starts_with('|') && !line.starts_with("|--") {
            let line = line.replace("\\|", "\u{1}");
            let cells = line.trim_matches('|').split('|').map(code_spans);
            rows.push(cells.collect());
        }
    }
    assert!(!rows.is_empty(), "{heading}");
    rows
}

fn code_spans(cell: &str) -> Vec<String> {
    let spans = cell.split('`').skip(1).step_by(2);
    spans.map(|span| span.replace('\u{1}', "|")).filter(|span| !span.contains('…')).collect()
}

fn column(heading: &str, n: usize) -> Vec<String> {
    rows(heading)
        .into_iter()
        .filter_map(|mut row| (n < row.len()).then(|| row.swap_remove(n)))
        .flatten()
        .collect()
}

/// Words in the place of the letters that the reference uses for anything.
fn filled(pattern: &str) -> String {
    let words = |word: &str| match word {
        "D" => "any".to_owned(),
        "x" => "enemy".to_owned(),
        "y" => "palace".to_owned(),
        "a" | "b" | "c" => "friend".to_owned(),
        "ZONE" => "palace".to_owned(),
        "DIRECTIONS" => "orthogonal".to_owned(),
        "NAME" => "wild".to_owned(),
        "REASON" => "check".to_owned(),
        "M" => "e2-e4".to_owned(),
        "FEN" => "8/8 w - - 0 1".to_owned(),
        other => other.to_owned(),
    };
    let mut out = String::new();
    let mut word = String::new();
    for c in pattern.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '-' {
            word.push(c);
        } else {
            out.push_str(&words(&std::mem::take(&mut word)));
            out.push(c);
        }
    }
    out
}

#[test]
fn declarations() {
    let all = column("1. What a file declares", 1);
    assert!(all.len() >= 20, "{all:?}");
    for example in all.iter().filter(|e| !e.starts_with("if ")) {
        check(example);
    }
}

#[test]
fn symmetries() {
    for word in column("Players", 0) {
        check(&format!("players White forward north, Black {word}"));
    }
}

#[test]
fn elements() {
    let all = column("Elements", 0);
    assert!(all.len() >= 25, "{all:?}");
    for element in all {
        let element = filled(&element);
        check(&format!("walk any {{ {element} land }}"));
    }
}

#[test]
fn short_forms() {
    for row in rows("Short forms") {
        for example in row.into_iter().flatten() {
            let example = filled(&example);
            if ["walk", "step", "slide"].iter().any(|word| example.starts_with(word)) {
                check(&example);
            }
        }
    }
}

#[test]
fn clauses() {
    let all = column("Clauses of a rule", 0);
    assert!(all.len() >= 4, "{all:?}");
    for clause in all.iter().filter(|c| !matches!(c.as_str(), "step" | "slide")) {
        let clause = filled(clause);
        check(&format!("step any {clause}"));
        if !clause.starts_with("capturing") {
            check(&format!("walk any {{ land }} {clause}"));
            check(&format!("walk any {clause} {{ land }}"));
        }
    }
}

#[test]
fn ends() {
    let all = column("4. Ends", 0);
    assert!(all.len() >= 10, "{all:?}");
    for condition in all {
        let condition = filled(&condition);
        check(&format!("end {condition} draws"));
        check(&format!(
            "end on own turn not enemy {} and bare loses",
            condition.trim_start_matches("enemy ")
        ));
    }
}

#[test]
fn moves() {
    for text in column("6. Moves", 0) {
        let text = text.replace(',', "");
        check(&format!("play {text}"));
        check(&format!("expect legal {text}"));
    }
}

#[test]
fn expectations() {
    let all = column("7. Tests", 0);
    assert!(all.len() >= 15, "{all:?}");
    for line in all {
        let line = filled(&line);
        if line.starts_with("option") {
            check(&format!("test \"t\" {{ {line} }}"));
        } else if line.starts_with("expect") || line.starts_with("p") {
            check(&line);
        }
    }
}

#[test]
fn reasons() {
    for reason in column("8. Reasons", 0) {
        check(&format!("expect illegal e2-e4 because {reason}"));
    }
}

#[test]
fn a_name_is_no_word_of_the_language() {
    let (_, told) = read("zone end rank 1");
    assert_eq!(told[0].code, "E0111");
}
