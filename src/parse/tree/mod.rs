//! From what the grammar has read to the tree. Numbers out of range, clauses that stand twice, and brackets that hold
//! the wrong thing are told here, since a grammar cannot say so; a harmless value takes their place.

mod atoms;
mod condition;
mod declaration;
mod element;
mod end;
mod movement;
mod testing;

use crate::ast::{Item, Name, PieceItem, TestLine};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::parse::grammar::{Rule, SyntaxError, read};
use crate::text::{FileId, Span, Spanned};
use atoms::Parts;
use pest::iterators::Pair;

/// Where a text that is read stands in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The file.
    pub(super) file: FileId,
    /// Byte of the file at which the text begins.
    pub(super) base: usize,
    /// What was put into the text in the place of mistakes.
    pub(super) mended: Mended,
}

impl Place {
    /// Of a text as it stands in its file.
    pub(super) fn new(file: FileId, base: usize) -> Self {
        Self { file, base, mended: Mended::default() }
    }

    /// The byte of the file for one of the text.
    pub(super) fn byte(&self, at: usize) -> usize {
        self.base + self.mended.before(at)
    }
}

/// Most changes of a text that is read as if it were mended.
pub(super) const MOST_MENDED: usize = 8;

/// Changes of a text, from left to right: the bytes that stand there now, and how many stood there before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mended {
    all: [(u32, u32, u32); MOST_MENDED],
    count: usize,
}

impl Mended {
    /// Notes a change behind all others; says whether there was room for it.
    pub(super) fn push(&mut self, start: usize, now: usize, was: usize) -> bool {
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let Some(free) = self.all.get_mut(self.count) else { return false };
        *free = (short(start), short(now), short(was));
        self.count += 1;
        true
    }

    /// The byte of the text as it was before, for one of it as it is now.
    fn before(&self, at: usize) -> usize {
        let mut byte = at;
        for (start, now, was) in self.all[..self.count].iter().rev() {
            let (start, now, was) = (*start as usize, *now as usize, *was as usize);
            if at >= start + now {
                byte = byte + was - now;
            } else if at > start {
                byte = byte.min(start + was.min(at - start));
            }
        }
        byte
    }
}

/// What was read, and the byte of the text at which it ends.
#[derive(Debug)]
pub(super) struct Read<T> {
    /// None only if grammar and tree do not agree.
    pub(super) node: Option<Spanned<T>>,
    /// One past its last byte.
    pub(super) end: usize,
}

/// Builds nodes and notes what is wrong with them.
struct Builder<'a> {
    place: Place,
    told: &'a mut Diagnostics,
}

/// Reads a declaration without a block, and that something may follow.
pub(super) fn item(
    text: &str,
    place: Place,
    told: &mut Diagnostics,
) -> Result<Read<Item>, SyntaxError> {
    entry(Rule::item_entry, text, place, told, |builder, pair| builder.item(pair))
}

/// Reads a rule of a piece.
pub(super) fn rule(
    text: &str,
    place: Place,
    told: &mut Diagnostics,
) -> Result<Read<PieceItem>, SyntaxError> {
    entry(Rule::rule_entry, text, place, told, |builder, pair| builder.rule(pair))
}

/// Reads a line of a test.
pub(super) fn line(
    text: &str,
    place: Place,
    told: &mut Diagnostics,
) -> Result<Read<TestLine>, SyntaxError> {
    entry(Rule::line_entry, text, place, told, |builder, pair| builder.line(pair))
}

fn entry<T>(
    rule: Rule,
    text: &str,
    place: Place,
    told: &mut Diagnostics,
    build: impl FnOnce(&mut Builder<'_>, Pair<'_, Rule>) -> Option<T>,
) -> Result<Read<T>, SyntaxError> {
    let pair = read(rule, text)?;
    let mut builder = Builder { place, told };
    let Some(inner) = pair.into_inner().next() else {
        return Ok(Read { node: None, end: 0 });
    };
    let (span, end) = (builder.span(&inner), inner.as_span().end());
    let node = build(&mut builder, inner);
    if node.is_none() {
        builder.told.push(
            Diagnostic::error("E0199", "internal error: this was read, but not understood")
                .label(span, "please report this text"),
        );
    }
    Ok(Read { node: node.map(|node| Spanned::new(node, span)), end })
}

/// What stands before the braces of a piece.
pub(super) struct PieceHead {
    /// Its letter.
    pub(super) letter: Name,
    /// Its name in words.
    pub(super) title: Option<Spanned<String>>,
    /// Where `royal` stands.
    pub(super) royal: Option<Span>,
    /// Where `neutral` stands.
    pub(super) neutral: Option<Span>,
    /// Where `unlimited` stands.
    pub(super) unlimited: Option<Span>,
    /// The letter behind `captured as`.
    pub(super) captured_as: Option<Name>,
    /// Its sign in drawings.
    pub(super) glyph: Option<Spanned<String>>,
    /// What stands twice: the second, and the first.
    pub(super) doubled: Vec<(Span, Span)>,
}

/// Reads what stands before braces.
pub(super) struct Heads;

impl Heads {
    /// `piece K "King" royal glyph "♔♚"`
    pub(super) fn piece(text: &str, place: Place) -> Result<PieceHead, SyntaxError> {
        let mut parts = Self::parts(Rule::piece_entry, text, place)?;
        parts.skip(Rule::kw_piece);
        let letter = parts.name(Rule::letter).ok_or_else(unread)?;
        let title = parts.text();
        let (mut royal, mut neutral, mut unlimited) = (None, None, None);
        let (mut captured_as, mut glyph) = (None, None);
        let (mut stood, mut doubled): (Vec<(Rule, Span)>, _) = (Vec::new(), Vec::new());
        while let Some(pair) = parts.next() {
            let (rule, span) = (pair.as_rule(), atoms::span(place, &pair));
            match stood.iter().find(|(known, _)| *known == rule) {
                Some((_, first)) => doubled.push((span, *first)),
                None => stood.push((rule, span)),
            }
            match rule {
                Rule::kw_royal => royal = Some(span),
                Rule::kw_neutral => neutral = Some(span),
                Rule::kw_unlimited => unlimited = Some(span),
                Rule::captured_as => {
                    let mut words = Parts::new(place, pair);
                    words.skip(Rule::kw_captured);
                    words.skip(Rule::kw_as);
                    captured_as = words.name(Rule::letter);
                }
                _ => {
                    let mut words = Parts::new(place, pair);
                    words.skip(Rule::kw_glyph);
                    glyph = words.text();
                }
            }
        }
        Ok(PieceHead { letter, title, royal, neutral, unlimited, captured_as, glyph, doubled })
    }

    /// `test "name"`
    pub(super) fn test(text: &str, place: Place) -> Result<Spanned<String>, SyntaxError> {
        let mut parts = Self::parts(Rule::test_entry, text, place)?;
        parts.skip(Rule::kw_test);
        parts.text().ok_or_else(unread)
    }

    /// `if not NAME`: the option, and whether it is negated
    pub(super) fn option(text: &str, place: Place) -> Result<(Name, bool), SyntaxError> {
        let mut parts = Self::parts(Rule::if_entry, text, place)?;
        parts.skip(Rule::kw_if);
        let negated = parts.skip(Rule::kw_not).is_some();
        Ok((parts.name(Rule::name).ok_or_else(unread)?, negated))
    }

    fn parts(rule: Rule, text: &str, place: Place) -> Result<Parts<'_>, SyntaxError> {
        let head = read(rule, text)?.into_inner().next().ok_or_else(unread)?;
        Ok(Parts::new(place, head))
    }
}

/// How one of two is cured that say the same.
pub(super) const LEAVE_OUT: &str = "leave one of the two out";

/// That something stands twice.
pub(super) fn twice(what: &str, second: Span, first: Span, help: &str) -> Diagnostic {
    Diagnostic::error("E0112", what.to_owned())
        .label(second, "the second")
        .label(first, "the first")
        .help(help)
}

fn unread() -> SyntaxError {
    SyntaxError { offset: 0, expected: Vec::new() }
}
