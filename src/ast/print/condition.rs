//! Conditions, with as few brackets as they need.

use crate::ast::print::joined;
use crate::ast::{Condition, Word};

/// A condition by itself: behind a clause, or of a zone.
pub(super) fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Or(terms) if terms.len() > 1 && terms.iter().all(|t| is_square(&t.node)) => {
            joined(terms, " ", unit)
        }
        Condition::Or(terms) => joined(terms, " | ", conjunct),
        other => conjunct(other),
    }
}

/// A condition as an element of a walk, where `|` needs brackets.
pub(super) fn element(condition: &Condition) -> String {
    match condition {
        Condition::And(terms) => joined(terms, " & ", unit),
        other => unit(other),
    }
}

/// A condition that other things may stand around.
pub(super) fn unit(condition: &Condition) -> String {
    match condition {
        Condition::Word(name) => word(name),
        Condition::Not(inner) => match &inner.node {
            Condition::Not(_) => format!("!({})", unit(&inner.node)),
            other => format!("!{}", unit(other)),
        },
        Condition::And(terms) => format!("({})", joined(terms, " & ", unit)),
        Condition::Or(terms) => format!("({})", joined(terms, " | ", conjunct)),
    }
}

/// An operand of `|`.
fn conjunct(condition: &Condition) -> String {
    match condition {
        Condition::And(terms) => joined(terms, " & ", unit),
        other => unit(other),
    }
}

fn is_square(condition: &Condition) -> bool {
    matches!(condition, Condition::Word(Word::Square(_) | Word::Block(..)))
}

fn word(word: &Word) -> String {
    match word {
        Word::Empty => "empty".to_owned(),
        Word::Friend => "friend".to_owned(),
        Word::Enemy => "enemy".to_owned(),
        Word::Piece => "piece".to_owned(),
        Word::Royal => "royal".to_owned(),
        Word::Anything => "anything".to_owned(),
        Word::Letter(name) | Word::Square(name) | Word::Zone { name, of_enemy: false } => {
            name.clone()
        }
        Word::Zone { name, of_enemy: true } => format!("{name} of enemy"),
        Word::Trail(None) => "trail".to_owned(),
        Word::Trail(Some(letter)) => format!("trail of {}", letter.node),
        Word::Block(first, last) => format!("{}-{}", first.node, last.node),
        Word::Ranks(first, last) if first.node == last.node => format!("rank {}", first.node),
        Word::Ranks(first, last) => format!("ranks {}-{}", first.node, last.node),
        Word::Files(first, last) if first.node == last.node => format!("file {}", first.node),
        Word::Files(first, last) => format!("files {}-{}", first.node, last.node),
    }
}
