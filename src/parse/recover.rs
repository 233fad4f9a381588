//! What happens where reading stops: what is told, and where reading goes on.

use crate::diagnostics::{Diagnostic, Diagnostics, Fix, nearest};
use crate::parse::ERROR_LIMIT;
use crate::parse::advice;
use crate::parse::blocks::{Inside, Part, Reader, Run};
use crate::parse::cures::mends;
use crate::parse::dialects::{self, Dialect};
use crate::parse::explain::{Stop, found_at, shown};
use crate::parse::grammar::{Expected, SyntaxError};
use crate::parse::phrases::{self, Phrase};
use crate::parse::read_on::mistaken;
use crate::parse::scan::Kind;
use crate::parse::tree::Place;
use crate::parse::words::{self, Context};
use crate::text::Spanned;
use std::ops::Range;

impl Reader<'_> {
    /// All that there is to tell.
    pub(super) fn finish(mut self) -> Diagnostics {
        self.told.extend(self.layout.told);
        // An opening brace that was missed leaves one closing brace too many behind it.
        let mut missed: Vec<usize> = self.missing_open;
        missed.sort_unstable();
        for stray in self.layout.strays {
            match missed.iter().position(|at| *at < stray.at) {
                Some(n) => drop(missed.remove(n)),
                None => self.told.push(stray.diagnostic),
            }
        }
        self.told
    }

    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        self.count += 1;
        match self.count {
            n if n < ERROR_LIMIT => self.told.push(diagnostic),
            ERROR_LIMIT => {
                let span = diagnostic.labels.first().map(|label| label.span).unwrap_or_default();
                self.told.push(
                    Diagnostic::error("E0117", "there are too many mistakes to go on")
                        .label(span, "stopped here")
                        .help("mend those above first"),
                );
            }
            _ => {}
        }
    }

    /// Whether nothing is to be told of these bytes, since a slip within was told already.
    pub(super) fn is_told(&self, from: usize, to: usize) -> bool {
        self.layout.is_silent(from) || self.layout.is_marked(&(from..to))
    }

    /// Tells why something could not be read, and gives the token at which reading goes on.
    pub(super) fn leaf_error<T: Part>(
        &mut self,
        run: Run,
        bound: usize,
        error: &SyntaxError,
        parts: &mut Vec<Spanned<T>>,
    ) -> usize {
        let Run { at, inside, .. } = run;
        let start = self.start(at);
        let offset = found_at(self.text, start + error.offset).start;
        let found = self.token_at(offset);
        let whole = self.misplaced::<T>(found, inside).map(|next| (found, next));
        if let Some((found, next)) = whole {
            let place = Place::new(self.file, start);
            let before = &self.text[start..self.start(found)];
            if let Ok(read) = T::read(before, place, &mut self.told) {
                parts.extend(read.node);
                self.unknown::<T>(found, &[]);
                return next;
            }
        }
        let misspelt = self.find(at + 1, Inside { to: bound, ..inside }, |r, n, t| {
            n <= found && t.kind == Kind::Word && t.line_first && r.is_misspelt::<T>(n, found)
        });
        if misspelt < bound {
            let place = Place::new(self.file, start);
            let before = &self.text[start..self.start(misspelt)];
            if let Ok(read) = T::read(before, place, &mut self.told) {
                parts.extend(read.node);
                let expected = if misspelt == found { error.expected.as_slice() } else { &[] };
                return self.begun_wrongly(misspelt, expected, inside, parts);
            }
        }
        let too_soon =
            found >= bound || matches!(self.token(found).map(|t| t.kind), Some(Kind::Close(_)));
        let statement = self.text.get(start..self.start(bound)).filter(|_| too_soon);
        let name = statement.and_then(|text| mistaken::<T>(text, error));
        let whole = too_soon && name.is_none();
        let cure = match name {
            Some((word, near)) => {
                let told = self.misread(at, start + word.start..start + word.end, near);
                self.tell_with_cure(told)
            }
            None => self.stop(at, offset, &error.expected, too_soon),
        };
        let stop = bound.min(self.resume::<T>(at + 1, inside));
        let next = if whole { None } else { self.read_on::<T>(run, stop, cure, error, parts) };
        next.unwrap_or_else(|| self.after_error::<T>(found.max(at + 1), inside))
    }

    /// Whether a line begins with a word that is meant to begin something new: reading stopped at it, or it is
    /// nearly such a word.
    fn is_misspelt<T: Part>(&self, at: usize, found: usize) -> bool {
        let word = self.slice(at);
        at == found
            || (!words::is_reserved(word)
                && nearest(word, T::CONTEXT.starters().iter().copied()).is_some())
    }

    /// Tells of the place where reading stopped; gives the change that would cure it, if there is one.
    pub(super) fn stop(
        &mut self,
        at: usize,
        offset: usize,
        expected: &[Expected],
        too_soon: bool,
    ) -> Option<Fix> {
        let told = self.stopped(at, offset, expected, too_soon);
        self.tell_with_cure(told)
    }

    /// Tells of a mistake; gives the change that cures it, if there is one only.
    pub(super) fn tell_with_cure(&mut self, told: Diagnostic) -> Option<Fix> {
        let cure = the_cure(&told);
        self.tell(told);
        cure
    }

    /// What is to be told of a word of a statement that was read as a name.
    pub(super) fn misread(&self, at: usize, word: Range<usize>, near: &'static str) -> Diagnostic {
        let statement = self.start(at)..self.end(at);
        let (text, file, offset) = (self.text, self.file, word.start);
        let (expected, too_soon) = (&[][..], false);
        let stop =
            Stop { text, file, statement, offset, expected, too_soon, last: None, phrase: None };
        self.judged(self.start(at), stop.explain_name(word, near))
    }

    /// What is to be told of the place where reading stopped.
    pub(super) fn stopped(
        &mut self,
        at: usize,
        offset: usize,
        expected: &[Expected],
        too_soon: bool,
    ) -> Diagnostic {
        if expected.contains(&Expected::Sign("{")) {
            self.missing_open.push(offset);
        }
        let statement = self.start(at)..self.end(at);
        let found = self.token_at(offset);
        let sound = too_soon || self.token(found).is_none_or(|t| t.line_first);
        let phrase = self.phrase(at, found, sound, None);
        // What begins something new on its own line is no part of what is missing before it.
        let new = too_soon && self.token(found).is_some_and(|t| t.line_first);
        let phrase = phrase.filter(|p| !new || p.range.end <= self.start(found));
        let (text, file) = (self.text, self.file);
        let last = found.checked_sub(1).filter(|last| new && *last >= at);
        let last = last.map(|last| self.start(last)..self.end(last));
        let stop = Stop { text, file, statement, offset, expected, too_soon, last, phrase };
        self.judged(self.start(at), stop.explain())
    }

    /// A report whose cures are certain only if what they make of the statement that begins at a byte can be read.
    fn judged(&self, statement: usize, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.certain_if(|fix| {
            let range = fix.span.start as usize..fix.span.end as usize;
            mends(self.text, statement.min(range.start), &range, &fix.replacement)
        })
    }

    /// The phrase of plain English or of another language around a token of a statement.
    fn phrase(
        &self,
        statement: usize,
        stop: usize,
        sound: bool,
        start: Option<Context>,
    ) -> Option<Phrase> {
        let tokens = &self.layout.tokens;
        phrases::find(&phrases::Look { text: self.text, tokens, statement, stop, sound, start })
    }

    pub(super) fn bad_else<T: Part>(&mut self, word: usize, inside: Inside) -> usize {
        let (start, end) = (self.start(word), self.end(word));
        if !self.is_told(start, self.end(word + 1)) {
            let help = if self.slice(word + 1) == "if" {
                "write `else { if … { … } }`"
            } else {
                "write `else { … }`"
            };
            let diagnostic = Diagnostic::error("E0101", "behind `else` a `{` must come")
                .label(self.span(start, end), "has no braces")
                .help(help);
            self.missing_open.push(end);
            self.tell(diagnostic);
        }
        self.resume::<T>(word + 1, inside)
    }

    /// Tells of a token that begins nothing in its place. `expected` is what could have stood there besides.
    /// Gives the change that would cure it, if there is one.
    pub(super) fn unknown<T: Part>(&mut self, at: usize, expected: &[Expected]) -> Option<Fix> {
        let token = self.token(at).copied()?;
        let (start, end) = (token.start as usize, token.end as usize);
        if matches!(token.kind, Kind::Strange | Kind::OpenText | Kind::Close(_))
            || self.is_told(start, end)
            || self.is_torn(at)
            || self.dialect(at, T::CONTEXT)
        {
            return None;
        }
        let found = found_at(self.text, start);
        let word = self.slice(at);
        let what = T::CONTEXT.what();
        let span = self.span(found.start, found.end);
        let phrase = self.phrase(at, at, false, Some(T::CONTEXT));
        let diagnostic = if let Some(phrase) = phrase {
            let text = shown(self.text.get(phrase.range.clone()).unwrap_or(""));
            let span = self.span(phrase.range.start, phrase.range.end);
            let told = Diagnostic::error("E0103", format!("`{text}` does not begin {what}"))
                .label(span, "not known here");
            phrase.advise(told, span)
        } else if let Some((message, help)) = advice::elsewhere(word, T::CONTEXT) {
            Diagnostic::error("E0103", message).label(span, "belongs elsewhere").help(help)
        } else {
            let told = Diagnostic::error(
                "E0103",
                format!("`{}` does not begin {what}", shown(&self.text[found.clone()])),
            )
            .label(span, "not known here");
            let candidates = || {
                let more = expected.iter().flat_map(Expected::words);
                T::CONTEXT.starters().iter().chain(more).copied()
            };
            match nearest(word, candidates()).filter(|_| !words::is_reserved(word)) {
                Some(near) => told.propose(span, word, near, candidates()),
                None => told.help(self.unknown_help(at, word, &found, T::CONTEXT)),
            }
        };
        let diagnostic = self.judged(start, diagnostic);
        self.tell_with_cure(diagnostic)
    }

    /// Whether a character that cannot be stands directly before or behind a word: that has been told.
    fn is_torn(&self, at: usize) -> bool {
        let strange = |n: usize| self.token(n).is_some_and(|t| t.kind == Kind::Strange);
        let before = at.checked_sub(1).is_some_and(|b| strange(b) && self.end(b) == self.start(at));
        before || (strange(at + 1) && self.end(at) == self.start(at + 1))
    }

    fn unknown_help(
        &mut self,
        at: usize,
        word: &str,
        found: &Range<usize>,
        here: Context,
    ) -> String {
        let before = "";
        let case =
            advice::Case { word: &self.text[found.clone()], before, statement: "", expected: &[] };
        if let Some(advice) = advice::signs_alone(&case) {
            return advice;
        }
        let betza = |c: char| "WFDNAHCZGTKQRBmcnpgfblrvs".contains(c) || c.is_ascii_digit();
        if here == Context::Rules && word.chars().all(betza) && word.chars().any(char::is_uppercase)
        {
            return format!("Betza's notation stands in quotes: `betza \"{word}\"`");
        }
        if self.is_prose(at) {
            return format!(
                "a remark begins with `//`; {} begins with {}",
                here.what(),
                listed(here.starters())
            );
        }
        if word == "else" {
            return "`else` stands directly behind the braces of an `if`".to_owned();
        }
        if self.listed.contains(&here) {
            return format!(
                "write one of the words listed above, with which {} begins",
                here.what()
            );
        }
        self.listed.push(here);
        format!("{} begins with {}", here.what(), listed(here.starters()))
    }

    /// Tells of another language, once for each; says whether this token belongs to one.
    fn dialect(&mut self, at: usize, here: Context) -> bool {
        if here != Context::Items {
            return false;
        }
        let first = self.slice(at);
        let (dialect, word) = match first {
            "(" if self.token(at + 1).is_some_and(|t| t.kind == Kind::Word) => {
                (Dialect::Lists, at + 1)
            }
            "[" => (Dialect::Keys, at),
            "{" if self.token(at + 1).is_some_and(|t| t.kind == Kind::Text) => {
                (Dialect::Objects, at)
            }
            _ if self.slice(at + 1) == "=" => (Dialect::Keys, at),
            _ if self.dialects.contains(&Dialect::Lists) && first == ";" => (Dialect::Lists, at),
            _ => return false,
        };
        if !self.dialects.contains(&dialect) {
            self.dialects.push(dialect);
            let span = self.span(self.start(at), self.end(word));
            let diagnostic = dialects::report(dialect, self.slice(word), span);
            self.tell(diagnostic);
        }
        true
    }
}

/// The change that cures a mistake, if there is one only.
pub(super) fn the_cure(told: &Diagnostic) -> Option<Fix> {
    told.fixes.first().filter(|_| told.fixes.len() == 1).cloned()
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|w| format!("`{w}`")).collect();
    quoted.join(", ")
}
