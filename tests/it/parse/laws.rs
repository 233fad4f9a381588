//! Printed text reads the same; and a good text with a token changed gives a report near the change, and no other.

use crate::parse::{good, read};
use heterodox::ast::print;
use proptest::prelude::*;

/// A file that uses all of the language.
const WHOLE: &str = include_str!("../../cases/whole-language.variant");

#[test]
fn the_whole_language_prints_as_it_reads() {
    let file = good(WHOLE);
    let printed = print(&file);
    assert!(good(&printed) == file, "{printed}");
    assert_eq!(print(&good(&printed)), printed);
    insta::assert_snapshot!("canonical", printed);
}

fn join(parts: Vec<String>, between: &str) -> String {
    parts.join(between)
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "empty",
        "friend",
        "enemy",
        "piece",
        "royal",
        "anything",
        "K",
        "+P",
        "N'",
        "palace",
        "palace of enemy",
        "trail",
        "trail of P",
        "d4",
        "d4-e5",
        "rank 2",
        "ranks 1-5",
        "file a",
        "files a-c",
    ])
    .prop_map(str::to_owned)
}

/// A condition that stands in brackets if it needs them.
fn operand() -> impl Strategy<Value = String> {
    word().prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|x| if x.starts_with('!') { x } else { format!("!{x}") }),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|all| format!("({})", join(all, " & "))),
            prop::collection::vec(inner, 2..4).prop_map(|all| format!("({})", join(all, "|"))),
        ]
    })
}

fn directions() -> impl Strategy<Value = String> {
    let one = prop::sample::select(vec![
        "north",
        "south-west",
        "forward",
        "backward-left",
        "orthogonal",
        "any",
        "sideways",
        "(2,1)",
        "forward (2,1)",
        "lengthwise (3 , 0)",
        "backward-diagonal",
    ]);
    prop::collection::vec(one.prop_map(str::to_owned), 1..4).prop_map(|all| join(all, ", "))
}

fn elements() -> impl Strategy<Value = String> {
    let repeat =
        || prop::sample::select(vec!["", "", "*", "+ ", "?", "{2}", "{2,3}", "{0,}", "{1,1}"]);
    let leaf = prop_oneof![
        (prop::collection::vec(operand(), 1..3), repeat())
            .prop_map(|(all, n)| format!("{}{n}", join(all, " & "))),
        (operand(), prop::collection::vec(operand(), 0..3), repeat()).prop_map(
            |(what, also, n)| format!("capture {}{n}", join([vec![what], also].concat(), " & "))
        ),
        prop::collection::vec(operand(), 0..2)
            .prop_map(|also| join([vec!["land".to_owned()], also].concat(), " & ")),
        prop::sample::select(vec!["veer", "turn-left", "back", "stay"]).prop_map(str::to_owned),
        directions(),
        (directions(), operand()).prop_map(|(d, c)| format!("(when not {d} is {c})")),
    ];
    let sequence = prop::collection::vec(leaf, 1..4).prop_map(|all| join(all, " "));
    sequence.prop_recursive(3, 16, 3, move |inner| {
        prop_oneof![
            (prop::collection::vec(inner.clone(), 1..4), repeat())
                .prop_map(|(all, n)| format!("({}){n}", join(all, " | "))),
            (directions(), inner.clone()).prop_map(|(d, e)| format!("(when walk {d} {{ {e} }})")),
            prop::collection::vec(inner, 1..3).prop_map(|all| join(all, " ")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..crate::chance::cases() })]

    #[test]
    fn conditions_print_as_they_read(x in operand(), y in operand(), join in "[|&]") {
        let text = format!("piece K {{ step any to {x} {join} {y} from {y}; drop on {x} }}");
        let file = good(&text);
        let printed = print(&file);
        prop_assert!(good(&printed) == file, "{}\n{}", text, printed);
    }

    #[test]
    fn walks_print_as_they_read(d in directions(), e in elements(), f in elements()) {
        let text = format!("piece K {{ walk {d} {{ {e} }} then {d} {{ {f} }}\n drop {{ {e} }} }}");
        let file = good(&text);
        let printed = print(&file);
        prop_assert!(good(&printed) == file, "{}\n{}", text, printed);
    }
}

/// The words and signs of a text, with the space and comments behind each.
fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let length = if let Some(text) = rest.strip_prefix('"') {
            text.find('"').map_or(rest.len(), |n| n + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            match rest.find(|c| !is_word(c)) {
                Some(0) => 1,
                other => other.unwrap_or(rest.len()),
            }
        };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        match all.last_mut() {
            Some(last) if token.trim().is_empty() || token.starts_with("//") => {
                last.push_str(token)
            }
            _ => all.push(token.to_owned()),
        }
    }
    all
}

/// Leaves out each token in turn: the text stays good, or there is one report, near the place.
#[test]
fn a_missing_token_is_reported_near_its_place() {
    let tokens = tokens(WHOLE);
    let (mut several, mut far, mut refused) = (Vec::new(), Vec::new(), 0);
    for left_out in 0..tokens.len() {
        let before = tokens[..left_out].concat();
        let space: String = tokens[left_out].chars().filter(|c| c.is_whitespace()).collect();
        let text = format!("{before} {space}{}", tokens[left_out + 1..].concat());
        let (_, told) = read(&text);
        if told.is_empty() {
            continue;
        }
        refused += 1;
        let line = before.matches('\n').count();
        let lines = |byte: u32| text[..byte as usize].matches('\n').count();
        let near =
            told.iter().any(|d| d.labels.iter().any(|l| lines(l.span.start).abs_diff(line) <= 1));
        let at = || {
            format!(
                "line {}: without `{}`: {:?}",
                line + 1,
                tokens[left_out].trim(),
                told.iter().map(|d| &d.message).collect::<Vec<_>>()
            )
        };
        if told.len() > 1 {
            several.push(at());
        }
        if !near {
            far.push(at());
        }
    }
    assert!(refused > tokens.len() / 2, "{refused} of {}", tokens.len());
    assert!(
        several.len() * 200 <= refused,
        "{} of {refused}\n{}",
        several.len(),
        several.join("\n")
    );
    assert!(far.len() * 100 <= refused, "{} of {refused}\n{}", far.len(), far.join("\n"));
}
