//! Conditions on a square, and the expressions of zones.

use crate::ast::{Condition, Word};
use crate::diagnostics::Diagnostic;
use crate::parse::grammar::Rule;
use crate::parse::tree::Builder;
use crate::parse::tree::atoms::{Parts, corners, name};
use crate::text::{Span, Spanned};
use pest::iterators::Pair;

impl Builder<'_> {
    /// The next part as a condition.
    pub(super) fn next_condition(&mut self, parts: &mut Parts<'_>) -> Option<Spanned<Condition>> {
        let pair = parts.take(Rule::condition)?;
        self.condition(pair)
    }

    pub(super) fn condition(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Condition>> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let mut terms = Vec::new();
        let mut besides = Vec::new();
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::conjunction => terms.push(self.conjunction(part)?),
                Rule::beside => besides.push(terms.len()),
                _ => {}
            }
        }
        for second in besides {
            self.check_beside(&terms, second);
        }
        Some(several(terms, span, Condition::Or))
    }

    /// Only zones stand side by side, and not where `&` stands too.
    fn check_beside(&mut self, terms: &[Spanned<Condition>], second: usize) {
        let Some([left, right]) = second.checked_sub(1).and_then(|first| terms.get(first..=second))
        else {
            return;
        };
        let pair = [left, right];
        if let Some(word) = pair.iter().find(|term| !is_zone(&term.node)) {
            let place =
                Span::new(word.span.file, left.span.end as usize, right.span.start as usize);
            self.told.push(
                Diagnostic::error("E0118", "an `&` or `|` is missing between two conditions")
                    .label(right.span, "side by side with the condition before it")
                    .label(place, "missing here")
                    .help("only squares and zones stand side by side; write `|` where either is enough, `&` where both must hold"),
            );
        } else if let Some(mixed) = pair.iter().find(|term| matches!(term.node, Condition::And(_)))
        {
            self.told.push(
                Diagnostic::error("E0116", "`&` and squares side by side need brackets")
                    .label(mixed.span, "does `&` hold for all of the squares, or for one?")
                    .help("put brackets around what belongs together, as `(f1 f2) & palace`"),
            );
        }
    }

    fn conjunction(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Condition>> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let mut terms = Vec::new();
        while let Some(part) = parts.next() {
            if part.as_rule() == Rule::unit {
                let inner = self.span(&part);
                let mut unit = self.parts(part);
                terms.push(self.unit(&mut unit, inner)?);
            }
        }
        Some(several(terms, span, Condition::And))
    }

    /// `!x` or `x`, where x is a word or a condition in brackets.
    pub(super) fn unit(&mut self, parts: &mut Parts<'_>, span: Span) -> Option<Spanned<Condition>> {
        let negated = parts.skip(Rule::bang).is_some();
        let pair = parts.next()?;
        let mut inner = self.atom(pair)?;
        if negated {
            return Some(Spanned::new(Condition::Not(Box::new(inner)), span));
        }
        inner.span = span;
        Some(inner)
    }

    /// A word, or a condition in brackets.
    pub(super) fn atom(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Condition>> {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::bracketed {
            let mut parts = self.parts(pair);
            parts.skip(Rule::paren_open);
            return self.next_condition(&mut parts);
        }
        let word = self.word(pair)?;
        Some(Spanned::new(Condition::Word(word), span))
    }

    fn word(&mut self, pair: Pair<'_, Rule>) -> Option<Word> {
        let place = self.place;
        let written = name(place, &pair);
        let rule = pair.as_rule();
        let mut parts = self.parts(pair.clone());
        Some(match rule {
            Rule::square_word => square_word(&written.node)?,
            Rule::letter => Word::Letter(written.node),
            Rule::square => Word::Square(written.node),
            Rule::block => {
                let (first, last) = corners(place, pair)?;
                Word::Block(first, last)
            }
            Rule::trail => {
                parts.skip(Rule::kw_trail);
                parts.skip(Rule::kw_of);
                Word::Trail(parts.name(Rule::letter))
            }
            Rule::zone_name => {
                let name = parts.name(Rule::name)?.node;
                Word::Zone { name, of_enemy: parts.skip(Rule::kw_of).is_some() }
            }
            Rule::ranks => {
                parts.next()?;
                let first = self.next_number(&mut parts)?;
                parts.skip(Rule::dash);
                let last = self.next_number(&mut parts).unwrap_or_else(|| first.clone());
                Word::Ranks(first, last)
            }
            Rule::files => {
                parts.next()?;
                let first = parts.name(Rule::file_letter)?;
                parts.skip(Rule::dash);
                let last = parts.name(Rule::file_letter).unwrap_or_else(|| first.clone());
                Word::Files(first, last)
            }
            _ => return None,
        })
    }
}

/// One term as it is, several joined.
pub(super) fn several(
    mut terms: Vec<Spanned<Condition>>,
    span: Span,
    join: fn(Vec<Spanned<Condition>>) -> Condition,
) -> Spanned<Condition> {
    match terms.pop() {
        Some(only) if terms.is_empty() => only,
        Some(last) => {
            terms.push(last);
            Spanned::new(join(terms), span)
        }
        None => Spanned::new(join(terms), span),
    }
}

/// Whether the condition speaks of places only.
fn is_zone(condition: &Condition) -> bool {
    match condition {
        Condition::Word(word) => matches!(
            word,
            Word::Zone { .. }
                | Word::Square(_)
                | Word::Block(..)
                | Word::Ranks(..)
                | Word::Files(..)
        ),
        Condition::Not(inner) => is_zone(&inner.node),
        Condition::And(terms) | Condition::Or(terms) => terms.iter().all(|t| is_zone(&t.node)),
    }
}

fn square_word(word: &str) -> Option<Word> {
    Some(match word {
        "empty" => Word::Empty,
        "friend" => Word::Friend,
        "enemy" => Word::Enemy,
        "piece" => Word::Piece,
        "royal" => Word::Royal,
        "anything" => Word::Anything,
        _ => return None,
    })
}
