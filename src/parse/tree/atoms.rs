//! Words, numbers, texts and places, and a reader of what a rule of the grammar holds.

use crate::ast::{Name, SquareRange};
use crate::diagnostics::Diagnostic;
use crate::parse::REPEAT_LIMIT;
use crate::parse::grammar::Rule;
use crate::parse::tree::{Builder, Place};
use crate::text::{Span, Spanned};
use pest::iterators::{Pair, Pairs};
use std::iter::Peekable;
use std::str::FromStr;

/// The place of what was read, without the space and comments behind it.
pub(super) fn span(place: Place, pair: &Pair<'_, Rule>) -> Span {
    let start = pair.as_span().start();
    let (first, last) = (place.byte(start), place.byte(last_byte(pair.clone()).max(start)));
    Span::new(place.file, first, last.max(first))
}

/// Where the last word or sign of what was read ends.
fn last_byte(mut pair: Pair<'_, Rule>) -> usize {
    loop {
        let end = pair.as_span().end();
        match pair.into_inner().next_back() {
            Some(last) => pair = last,
            None => return end,
        }
    }
}

/// A word with its place.
pub(super) fn name(place: Place, pair: &Pair<'_, Rule>) -> Name {
    Spanned::new(pair.as_str().to_owned(), span(place, pair))
}

/// A text without its quotes, with its place (quotes included).
pub(super) fn text(place: Place, pair: &Pair<'_, Rule>) -> Spanned<String> {
    Spanned::new(pair.as_str().trim_matches('"').to_owned(), span(place, pair))
}

/// The two squares of `d4-e5`, each with its place.
pub(super) fn corners(place: Place, pair: Pair<'_, Rule>) -> Option<(Name, Name)> {
    let mut parts = Parts::new(place, pair);
    let first = parts.name(Rule::square_part)?;
    Some((first, parts.name(Rule::square_part)?))
}

/// What a rule of the grammar holds, from left to right.
pub(super) struct Parts<'i> {
    place: Place,
    pairs: Peekable<Pairs<'i, Rule>>,
}

impl<'i> Parts<'i> {
    /// The parts of `pair`.
    pub(super) fn new(place: Place, pair: Pair<'i, Rule>) -> Self {
        Self { place, pairs: pair.into_inner().peekable() }
    }

    /// The next part, if it is of this rule.
    pub(super) fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// Passes over the next part, if it is of this rule, and says where it stands.
    pub(super) fn skip(&mut self, rule: Rule) -> Option<Span> {
        let place = self.place;
        self.take(rule).map(|pair| span(place, &pair))
    }

    /// The word of the next part, if it is of this rule.
    pub(super) fn name(&mut self, rule: Rule) -> Option<Name> {
        let place = self.place;
        self.take(rule).map(|pair| name(place, &pair))
    }

    /// The text of the next part, if it is one.
    pub(super) fn text(&mut self) -> Option<Spanned<String>> {
        let place = self.place;
        self.take(Rule::text).map(|pair| text(place, &pair))
    }

    /// The next part, whatever it is.
    pub(super) fn next(&mut self) -> Option<Pair<'i, Rule>> {
        self.pairs.next()
    }
}

impl Builder<'_> {
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        span(self.place, pair)
    }

    pub(super) fn parts<'i>(&self, pair: Pair<'i, Rule>) -> Parts<'i> {
        Parts::new(self.place, pair)
    }

    /// The next part as a number of an end, whose bounds are told when it is resolved: one that is too large for any is the
    /// greatest that can be written.
    pub(super) fn end_number(&mut self, parts: &mut Parts<'_>) -> Option<Spanned<u32>> {
        let pair = parts.take(Rule::number)?;
        Some(Spanned::new(pair.as_str().parse().unwrap_or(u32::MAX), self.span(&pair)))
    }

    /// A number; one that is too large is told, and counts as 1.
    pub(super) fn number<N: FromStr + From<u8>>(
        &mut self,
        pair: &Pair<'_, Rule>,
        greatest: &str,
    ) -> Spanned<N> {
        let span = self.span(pair);
        let value = pair.as_str().parse().unwrap_or_else(|_| {
            self.told.push(
                Diagnostic::error("E0109", "this number is too large")
                    .label(span, "too large")
                    .help(format!("the greatest number here is {greatest}")),
            );
            N::from(1)
        });
        Spanned::new(value, span)
    }

    /// The next part as a number.
    pub(super) fn next_number(&mut self, parts: &mut Parts<'_>) -> Option<Spanned<u32>> {
        let pair = parts.take(Rule::number)?;
        Some(self.number(&pair, "4294967295"))
    }

    /// A number of repetitions; one over the limit is told, and counts as 1.
    pub(super) fn times(&mut self, pair: &Pair<'_, Rule>) -> Spanned<u32> {
        let span = self.span(pair);
        let digits = pair.as_str().trim_start_matches('x');
        let value = digits.parse().ok().filter(|n| *n <= REPEAT_LIMIT).unwrap_or_else(|| {
            self.told.push(
                Diagnostic::error(
                    "E0110",
                    format!("nothing is repeated more than {REPEAT_LIMIT} times"),
                )
                .label(span, "too often")
                .help(if pair.as_str().starts_with('x') {
                    format!("write at most `x{REPEAT_LIMIT}`")
                } else {
                    format!("write at most {REPEAT_LIMIT}, or `*` for any number")
                }),
            );
            1
        });
        Spanned::new(value, span)
    }

    /// `{2}`, `{1,3}`, `{2,}`: least and greatest.
    pub(super) fn counts(&mut self, pair: Pair<'_, Rule>) -> Option<(u32, Option<u32>)> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        parts.skip(Rule::brace_open);
        let least = parts.take(Rule::number).map(|pair| self.times(&pair))?;
        if parts.skip(Rule::comma).is_none() {
            return Some((least.node, Some(least.node)));
        }
        let most = parts.take(Rule::number).map(|pair| self.times(&pair));
        if most.as_ref().is_some_and(|most| most.node < least.node) {
            self.told.push(
                Diagnostic::error(
                    "E0110",
                    "the second number of a repetition is not the smaller one",
                )
                .label(span, "the greatest number comes second")
                .help(format!(
                    "write `{{{},{}}}`",
                    most.map_or(0, |m| m.node),
                    least.node
                )),
            );
            return Some((least.node, Some(least.node)));
        }
        Some((least.node, most.map(|most| most.node)))
    }

    /// All letters that follow.
    pub(super) fn letters(&self, parts: &mut Parts<'_>) -> Vec<Name> {
        std::iter::from_fn(|| parts.name(Rule::letter)).collect()
    }

    /// A square or a block as a range.
    pub(super) fn range(&self, parts: &mut Parts<'_>) -> Option<Spanned<SquareRange>> {
        if let Some(square) = parts.name(Rule::square) {
            let span = square.span;
            return Some(Spanned::new(SquareRange { first: square.clone(), last: square }, span));
        }
        let block = parts.take(Rule::block)?;
        let span = self.span(&block);
        let (first, last) = corners(self.place, block)?;
        Some(Spanned::new(SquareRange { first, last }, span))
    }
}
