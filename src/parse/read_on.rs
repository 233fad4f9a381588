//! Further mistakes of a statement that could not be read: it is read again as if those told were mended.

use crate::diagnostics::{Diagnostic, Diagnostics, Fix, is_slip, spaced};
use crate::parse::blocks::{Inside, Part, Reader, Run};
use crate::parse::cures;
use crate::parse::explain::found_at;
use crate::parse::grammar::{Expected, SyntaxError, read};
use crate::parse::recover::the_cure;
use crate::parse::scan::{self, Kind, Token};
use crate::parse::tree::{MOST_MENDED, Place};
use crate::parse::words::{Context, RULES, is_reserved};
use crate::text::{FileId, Spanned};
use std::borrow::Cow;
use std::ops::Range;

/// Longest statement that is read again.
const LONGEST: usize = 4096;

/// A statement that is read again, as it would be with the cures so far.
struct Again {
    text: String,
    place: Place,
    /// Its first byte.
    start: usize,
    /// Bytes that the cures have added.
    gained: isize,
    /// Whether each cure is certain, or of one letter.
    sure: bool,
    /// What is told as soon as a word behind it shows that it was a mistake.
    waiting: Vec<Diagnostic>,
}

/// What is known of the next mistake.
enum Next {
    /// It was told, and this mends it.
    Cured(Fix),
    /// It was told.
    Unknown,
    /// There is none; reading goes on at this token.
    GoOn(usize),
    /// Nothing: it may come of the last cure.
    Lost,
}

impl Again {
    /// Puts a cure into the text; gives the byte behind it.
    fn mend(&mut self, edit: &Fix) -> Option<usize> {
        let now =
            |byte: u32| (byte as usize).checked_sub(self.start)?.checked_add_signed(self.gained);
        let (from, to) = (now(edit.span.start)?, now(edit.span.end)?);
        self.text.get(from..to)?;
        // That a sign is one too many says nothing of what was meant in its place.
        if edit.replacement.is_empty() {
            return None;
        }
        let instead = spaced(&self.text, &(from..to), &edit.replacement);
        self.text.replace_range(from..to, &instead);
        self.gained += signed(instead.len()) - signed(to - from);
        self.place.mended.push(from, instead.len(), to - from).then_some(from + instead.len())
    }
}

impl<'a> Reader<'a> {
    /// Tells what else is wrong with the statement between two tokens, and gives the token at which reading goes on, if that is
    /// known. `cure` is what mends the mistake that `error` was told of; where nothing is known that does, a direction is taken for
    /// any other. A statement in which all cures are certain, or of one letter each, is taken as they make it.
    ///
    /// Words that stand side by side may all be mistyped: those behind the first are told once something shows that they are read
    /// as they are meant.
    pub(super) fn read_on<T: Part>(
        &mut self,
        run: Run,
        bound: usize,
        cure: Option<Fix>,
        error: &SyntaxError,
        parts: &mut Vec<Spanned<T>>,
    ) -> Option<usize> {
        let (start, stop) = (self.start(run.at), self.start(bound));
        let text = self.text.get(start..stop).filter(|t| t.len() <= LONGEST)?.to_owned();
        let place = Place::new(self.file, start);
        let mut again = Again { text, place, start, gained: 0, sure: true, waiting: Vec::new() };
        let (mut cure, mut error) = (cure, error.clone());
        for _ in 0..MOST_MENDED {
            let edit = cure.or_else(|| self.stand_in(&again.place, &again.text, &error))?;
            let slip = self.is_slip(&edit);
            again.sure &= edit.certain || slip;
            let mended = again.mend(&edit)?;
            let mut told = Diagnostics::default();
            error = match T::read(&again.text, again.place, &mut told) {
                Ok(read) if again.sure => {
                    self.tell_waiting(&mut again);
                    self.told.extend(told);
                    parts.extend(read.node);
                    if read.end >= mended {
                        return Some(self.token_at(again.place.byte(read.end)));
                    }
                    return Some(self.behind_cure(run.inside, edit, parts));
                }
                Ok(_) => return None,
                Err(next) => next,
            };
            cure = match self.tell_next::<T>(run.at, bound, &mut again, (mended, slip), &error) {
                Next::Cured(cure) => Some(cure),
                Next::Unknown => None,
                Next::GoOn(token) => return Some(token),
                Next::Lost => return None,
            };
        }
        None
    }

    /// Reads what a cure begins anew, and gives the token at which reading goes on.
    fn behind_cure<T: Part>(
        &mut self,
        inside: Inside,
        edit: Fix,
        parts: &mut Vec<Spanned<T>>,
    ) -> usize {
        let at = self.token_at(edit.span.start as usize);
        let line = self.resume::<T>(at + 1, inside);
        let next = self.meant(Run { at, line, inside }, edit, parts);
        next.unwrap_or_else(|| self.after_error::<T>(at + 1, inside))
    }

    /// Tells of the next mistake of a statement; `mended` is the byte behind the last cure, and whether that was of one letter.
    fn tell_next<T: Part>(
        &mut self,
        at: usize,
        bound: usize,
        again: &mut Again,
        (mended, slip): (usize, bool),
        error: &SyntaxError,
    ) -> Next {
        // Only what lies beyond the next word shows that the cure was of use.
        let found = found_at(&again.text, error.offset);
        let behind = found_at(&again.text, mended);
        let shown = found.start >= behind.end && !behind.is_empty();
        if found.is_empty() && shown && slip {
            return self.tell_end::<T>(at, bound, again, error);
        }
        if found.is_empty() || found.start < mended || !(shown || slip) {
            return Next::Lost;
        }
        let byte = again.place.byte(found.start);
        let token = self.token_at(byte);
        if token >= bound {
            return Next::Lost;
        }
        if self.token(token).is_some_and(|t| t.line_first) {
            return Next::GoOn(token);
        }
        let told = self.stopped(at, byte, &error.expected, false);
        let cure = the_cure(&told);
        if shown {
            self.tell_waiting(again);
            self.tell(told);
        } else if cure.as_ref().is_some_and(|cure| self.is_slip(cure)) {
            again.waiting.push(told);
        } else {
            return Next::Lost;
        }
        cure.map_or(Next::Unknown, Next::Cured)
    }

    /// Tells why a statement that is read to its end is not whole.
    fn tell_end<T: Part>(
        &mut self,
        at: usize,
        bound: usize,
        again: &mut Again,
        error: &SyntaxError,
    ) -> Next {
        let whole = self.token(bound).is_none_or(|t| t.line_first || t.kind != Kind::Word);
        let place = again.place;
        let stop = self.start(bound);
        let told = match mistaken::<T>(&again.text, error) {
            Some((word, near)) => {
                self.misread(at, place.byte(word.start)..place.byte(word.end), near)
            }
            None => {
                let end = if whole { place.byte(again.text.trim_end().len()) } else { stop };
                let told = self.stopped(at, end, &error.expected, true);
                if !whole && told.fixes.is_empty() {
                    return Next::Lost;
                }
                told
            }
        };
        self.tell_waiting(again);
        // A cure that reaches beyond the statement is no part of it.
        let cure = self.tell_with_cure(told).filter(|fix| fix.span.end as usize <= stop);
        cure.map_or(Next::GoOn(bound), Next::Cured)
    }

    fn tell_waiting(&mut self, again: &mut Again) {
        again.waiting.drain(..).for_each(|told| self.tell(told));
    }

    /// Whether a change puts right one letter of a word, or its case, or takes out a sign before it.
    fn is_slip(&self, edit: &Fix) -> bool {
        let word = self.text.get(edit.span.start as usize..edit.span.end as usize).unwrap_or("");
        let instead = edit.replacement.as_str();
        let bare = word.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        is_slip(word, instead) || word.eq_ignore_ascii_case(instead) || bare == instead
    }

    /// Something harmless in the place of a word that is no direction.
    fn stand_in(&self, place: &Place, text: &str, error: &SyntaxError) -> Option<Fix> {
        let direction = |e: &Expected| matches!(e, Expected::Kind("a direction", _));
        let found = found_at(text, error.offset);
        let first = text.get(found.clone())?.chars().next()?;
        if !first.is_ascii_alphabetic() || !error.expected.iter().any(direction) {
            return None;
        }
        let span = self.span(place.byte(found.start), place.byte(found.end));
        Some(Fix { span, replacement: "any".to_owned(), certain: false })
    }

    /// Tells of a token that begins nothing here, reads what stands behind it as it is meant, and gives the token at which reading
    /// goes on. `expected` is what could have stood there besides.
    pub(super) fn begun_wrongly<T: Part>(
        &mut self,
        at: usize,
        expected: &[Expected],
        inside: Inside,
        parts: &mut Vec<Spanned<T>>,
    ) -> usize {
        // Where a `{` was missed, the `}` behind it has closed the piece too early.
        let start = self.start(at);
        let missed = self.missing_open.iter().any(|open| (self.last_item..start).contains(open));
        if T::CONTEXT == Context::Items && missed && RULES.contains(&self.slice(at)) {
            return self.resume::<T>(at + 1, inside);
        }
        let cure = self.unknown::<T>(at, expected);
        if let Some(next) = self.misplaced::<T>(at, inside) {
            return next;
        }
        let line = self.resume::<T>(at + 1, inside);
        let next = cure.and_then(|cure| self.meant(Run { at, line, inside }, cure, parts));
        next.unwrap_or_else(|| self.after_unknown::<T>(at, Inside { to: line, ..inside }))
    }

    /// Reads what begins with a word in whose place another is meant.
    fn meant<T: Part>(
        &mut self,
        run: Run,
        cure: Fix,
        parts: &mut Vec<Spanned<T>>,
    ) -> Option<usize> {
        let Run { at, inside, .. } = run;
        let (start, end) = (self.start(at), self.end(at));
        if cure.span.start as usize != start || self.layout.is_silent(start) {
            return None;
        }
        let block = matches!(cure.replacement.as_str(), "piece" | "test" | "if");
        if block && cure.span.end as usize == end {
            if self.layout.is_marked(&(start..self.start(run.line))) {
                return None;
            }
            let word = cure.replacement.clone();
            self.meant = Some((at, cure.replacement));
            let (node, next) = T::read_block(self, &word, run)?;
            let span = self.span(start, self.end(next.saturating_sub(1).max(at)));
            parts.extend(node.map(|node| Spanned::new(node, span)));
            return Some(next);
        }
        let bound = self.next_start::<T>(at + 1, inside).min(run.line);
        if self.layout.is_marked(&(start..self.start(bound))) {
            return None;
        }
        let nothing = SyntaxError { offset: 0, expected: Vec::new() };
        self.read_on(run, bound, Some(cure), &nothing, parts)
    }

    /// The bytes from a token on, with the word in its place that is meant, if it is misspelt.
    pub(super) fn as_meant(&self, at: usize, bytes: Range<usize>) -> (Cow<'a, str>, Place) {
        let mut place = Place::new(self.file, bytes.start);
        match &self.meant {
            Some((token, word)) if *token == at => {
                let was = self.end(at) - bytes.start;
                place.mended.push(0, word.len(), was);
                let rest = self.text.get(self.end(at)..bytes.end).unwrap_or("");
                (Cow::Owned(format!("{word}{rest}")), place)
            }
            _ => (Cow::Borrowed(&self.text[bytes]), place),
        }
    }

    /// If what begins at a token belongs somewhere else and can be read there: the token behind it.
    pub(super) fn misplaced<T: Part>(&self, at: usize, inside: Inside) -> Option<usize> {
        let word = self.slice(at);
        let token = self.token(at).filter(|_| at < inside.to)?;
        let here = token.kind == Kind::Word && token.depth == inside.depth;
        if !here || !T::CONTEXT.is_elsewhere(word) {
            return None;
        }
        let start = self.start(at);
        let text = self.text.get(start..self.start(inside.to))?;
        let next = match read(cures::entry(word)?, text) {
            Ok(pair) => self.token_at(start + pair.as_span().end()),
            Err(error) => {
                let next = self.token_at(start + found_at(text, error.offset).start);
                let new = self.begins::<T>(next) || T::CONTEXT.is_elsewhere(self.slice(next));
                (next > at && (next >= inside.to || new)).then_some(next)?
            }
        };
        Some(match self.layout.end(next) {
            Some(end) if self.slice(next) == "{" => end.token + usize::from(end.closed),
            _ => next,
        })
    }
}

/// Words before the place where reading stopped that may have been read as names, though a word of the language is meant.
const NAMES: usize = 3;

/// A word that was read as a name, and in its place a word of the language that it nearly is and that could stand behind it,
/// with which the statement is read as far as that at least.
pub(super) fn mistaken<T: Part>(
    text: &str,
    error: &SyntaxError,
) -> Option<(Range<usize>, &'static str)> {
    let tokens = scan::tokens(text.get(..error.offset)?);
    let name = |token: &&Token| {
        token.kind == Kind::Word && !is_reserved(text.get(token.range()).unwrap_or(""))
    };
    tokens.iter().skip(1).rev().take(NAMES).filter(name).find_map(|token| {
        let range = token.range();
        let name = text.get(range.clone())?;
        let mut words = error.expected.iter().flat_map(|e| e.words().iter().copied());
        let near = words.find(|near| is_slip(name, near))?;
        let mut new = text.to_owned();
        new.replace_range(range.clone(), near);
        let further = match T::read(&new, Place::new(FileId(0), 0), &mut Diagnostics::default()) {
            Ok(read) => read.end,
            Err(next) => next.offset,
        };
        (further >= range.start + near.len()).then_some((range, near))
    })
}

fn signed(length: usize) -> isize {
    isize::try_from(length).unwrap_or(isize::MAX)
}
