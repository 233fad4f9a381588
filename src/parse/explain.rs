//! From a place where reading stopped to a report in the author's words.

use crate::diagnostics::{Diagnostic, is_slip, nearest};
use crate::parse::cures::mends;
use crate::parse::grammar::Expected;
use crate::parse::phrases::Phrase;
use crate::parse::words::{RESERVED, is_reserved, is_square, is_word_byte};
use crate::parse::{advice, forms};
use crate::text::{FileId, Span};
use std::ops::Range;

/// How many of the things that may stand at a place are named.
const NAMED: usize = 6;

/// How many of them are named in the first sentence; more are left to the help line.
const FEW: usize = 3;

/// Where reading stopped.
pub(super) struct Stop<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// Its file.
    pub(super) file: FileId,
    /// The word that began what was being read.
    pub(super) statement: Range<usize>,
    /// The byte that could not be read.
    pub(super) offset: usize,
    /// What may stand there.
    pub(super) expected: &'a [Expected],
    /// Whether what stands there is sound and only comes too soon: a closing brace, or the word of something new.
    pub(super) too_soon: bool,
    /// The last word before it, if that stands on a line above.
    pub(super) last: Option<Range<usize>>,
    /// The phrase of another language or of plain English around it.
    pub(super) phrase: Option<Phrase>,
}

impl<'a> Stop<'a> {
    /// The report.
    pub(super) fn explain(&self) -> Diagnostic {
        let found = found_at(self.text, self.offset);
        let word = &self.text[found.clone()];
        let statement = self.text.get(self.statement.clone()).unwrap_or("");
        let wanted = wanted(self.expected);
        let before = before(self.text, found.start);
        let case = advice::Case { word, before, statement, expected: self.expected };
        let advice = advice::advice(&case);
        let misread = misread(self.text, found.start);
        // What follows a mistyped word is not at fault itself.
        let phrase = self.phrase.as_ref();
        let phrase = phrase.filter(|p| misread.is_none() || p.range.start < found.start);
        let sound = self.too_soon || found.is_empty();
        let near = if sound || advice.is_some() { None } else { self.near(word) };
        // A phrase that takes for a name what is nearly a word that may stand here says less than that word.
        let kept = |p: &Phrase| p.instead.as_ref().is_some_and(|(text, _)| text.contains(word));
        let slip = near.is_some_and(|near| is_slip(word, near));
        let phrase = phrase.filter(|p| !(slip && kept(p)));
        // What is expected may be a player's name, so that a slip is read as one.
        let slip = misread.clone().filter(|_| sound && statement == "expect");
        let misread = misread.filter(|_| !sound && advice.is_none() && near.is_none()).or(slip);
        let span = Span::new(self.file, found.start, found.end);
        let expected_slip = misread.as_ref().filter(|_| sound).cloned();
        let diagnostic = if let Some((at, near)) = expected_slip {
            return self.with_statement(self.misread(at, near), &found, statement);
        } else if found.is_empty() && phrase.is_none() {
            let message = format!("the file ends in the middle of this `{statement}`");
            Diagnostic::error("E0102", message)
                .label(Span::new(self.file, found.start, found.end), "the file ends here")
        } else if let Some(diagnostic) =
            self.taken_name(word, span).filter(|_| statement != "if" || phrase.is_none())
        {
            return self.with_statement(diagnostic, &found, statement);
        } else if let Some(phrase) = phrase {
            let diagnostic = self.taught(phrase, statement);
            return self.with_statement(diagnostic, &phrase.range, statement);
        } else if self.too_soon {
            self.incomplete(statement, span)
        } else if let Some((at, near)) = misread {
            let diagnostic = self.misread(at, near).label(span, "so this cannot be read");
            return self.with_statement(diagnostic, &found, statement);
        } else {
            let message = if wanted.len() <= FEW {
                format!("{} must come here, not `{}`", alternatives(&wanted), shown(word))
            } else {
                format!("`{}` cannot stand here", shown(word))
            };
            Diagnostic::error("E0101", message).label(span, "cannot be read")
        };
        let told = diagnostic.code == "E0101" && wanted.len() <= FEW;
        let listed = || self.listed(&wanted, told, sound);
        let help = if sound { listed() } else { advice.or_else(listed) };
        let diagnostic = match (near, help) {
            (Some(near), _) => diagnostic.propose(span, word, near, self.candidates()),
            (None, Some(help)) => diagnostic.help(help),
            (None, None) => diagnostic,
        };
        let diagnostic = if sound { diagnostic } else { replaced(diagnostic, span, &case) };
        self.with_statement(diagnostic, &found, statement)
    }

    /// What is said of a statement behind or before which something is missing.
    fn incomplete(&self, statement: &str, found: Span) -> Diagnostic {
        let told = Diagnostic::error("E0102", format!("this `{statement}` is not complete"));
        match &self.last {
            Some(last) => {
                let last = Span::new(self.file, last.start, last.end);
                told.label(last, "something is missing behind this")
            }
            None => told.label(found, "something is missing before this"),
        }
    }

    /// What may stand at the place, or how it is written; `told`: that the first sentence names it already.
    fn listed(&self, wanted: &[String], told: bool, sound: bool) -> Option<String> {
        let statement = self.text.get(self.statement.clone()).unwrap_or("");
        if sound && self.expected.contains(&Expected::Sign("{")) && statement != "walk" {
            let model = forms::model(statement).unwrap_or_default();
            return Some(format!(
                "write `{{` there, and `}}` behind its last line, as in `{model}`"
            ));
        }
        let described = forms::describe(self.expected, statement).filter(|_| !sound);
        match (told, described, forms::model(statement)) {
            (true, Some(described), _) => Some(described.to_owned()),
            (true, None, Some(model)) => Some(format!("it is written as in `{model}`")),
            (true, None, None) => None,
            (false, _, Some(model)) => {
                Some(format!("{} must come here, as in `{model}`", alternatives(wanted)))
            }
            (false, ..) => Some(format!("{} must come here", alternatives(wanted))),
        }
    }

    /// What is said of a phrase that is written another way here.
    fn taught(&self, phrase: &Phrase, statement: &str) -> Diagnostic {
        let span = Span::new(self.file, phrase.range.start, phrase.range.end);
        let diagnostic = if phrase.range.end <= found_at(self.text, self.offset).start {
            Diagnostic::error("E0102", format!("this `{statement}` is not complete"))
                .label(span, "something is missing behind this")
        } else {
            let text = shown(self.text.get(phrase.range.clone()).unwrap_or(""));
            let message = match phrase.instead {
                Some(_) => format!("`{text}` is written another way here"),
                None => format!("`{text}` cannot stand here"),
            };
            Diagnostic::error("E0101", message).label(span, "cannot be read")
        };
        phrase.advise(diagnostic, span)
    }

    /// The report of a word within the statement that was read as a name.
    pub(super) fn explain_name(&self, at: Range<usize>, near: &'static str) -> Diagnostic {
        let statement = self.text.get(self.statement.clone()).unwrap_or("");
        self.with_statement(self.misread(at.clone(), near), &at, statement)
    }

    /// What is said of a word that was read as a name, and is nearly a word of the language.
    fn misread(&self, at: Range<usize>, near: &'static str) -> Diagnostic {
        let word = &self.text[at.clone()];
        let span = Span::new(self.file, at.start, at.end);
        Diagnostic::error("E0101", format!("`{word}` is no word of the language"))
            .label(span, "read as a name")
            .help(format!("write `{near}`"))
            .likely_fix(span, near)
    }

    fn with_statement(
        &self,
        diagnostic: Diagnostic,
        found: &Range<usize>,
        statement: &str,
    ) -> Diagnostic {
        if statement.is_empty() || found.contains(&self.statement.start) {
            return diagnostic;
        }
        let span = Span::new(self.file, self.statement.start, self.statement.end);
        diagnostic.label(span, format!("in this `{statement}`"))
    }

    /// A name is expected, and the word means something already.
    fn taken_name(&self, word: &str, span: Span) -> Option<Diagnostic> {
        let named = |e: &Expected| matches!(e, Expected::Kind("a name" | "a player's name", _));
        let only = self.expected.iter().all(|e| named(e) || matches!(e, Expected::Word("not")));
        if !only || !self.expected.iter().any(named) {
            return None;
        }
        let (what, other) = if is_reserved(word) {
            ("a word of the language", format!("{word}-1"))
        } else if is_square(word) {
            ("a square", format!("zone-{word}"))
        } else {
            return None;
        };
        Some(
            Diagnostic::error("E0111", format!("`{word}` is {what} and cannot be a name"))
                .label(span, "needs another name")
                .help(format!("choose another name, as `{other}`")),
        )
    }

    /// The nearest of the words that may stand here.
    fn near(&self, word: &str) -> Option<&'static str> {
        if is_reserved(word) {
            return None;
        }
        let near = nearest(word, self.candidates())?;
        let starts =
            |e: &&Expected| matches!(e, Expected::Kind(kind, _) if kind.starts_with("the next"));
        let new = self
            .expected
            .iter()
            .filter(starts)
            .any(|e| matches!(e, Expected::Kind(_, words) if words.contains(&near)));
        let found = found_at(self.text, self.offset);
        (!new || mends(self.text, self.statement.start, &found, near)).then_some(near)
    }

    fn candidates(&self) -> impl Iterator<Item = &'static str> {
        self.expected.iter().flat_map(Expected::words).copied()
    }
}

/// With the change of a slip for which nothing else can have been meant.
fn replaced(told: Diagnostic, span: Span, case: &advice::Case<'_>) -> Diagnostic {
    match advice::replacement(case) {
        // Whether there is a piece of that letter is not known here.
        Some(instead) if instead.bytes().all(|b| b.is_ascii_uppercase()) => {
            told.likely_fix(span, instead)
        }
        Some(instead) => told.fix(span, instead),
        None => told,
    }
}

/// A word before the place that was read as a name, but is nearly a word of the language.
fn misread(text: &str, offset: usize) -> Option<(Range<usize>, &'static str)> {
    let mut end = text[..offset].trim_end().len();
    // `trial of P`: the word before `of` is the one at fault.
    if before(text, end) == "of" {
        end = text[..end - 2].trim_end().len();
    }
    let name = before(text, end);
    if is_reserved(name) || !name.bytes().next().is_some_and(|b| b.is_ascii_lowercase()) {
        return None;
    }
    // Where a name must stand it is one.
    let start = end - name.len();
    let asked = match before(text, start) {
        "not" => before(text, text[..start].trim_end().len().saturating_sub(3)),
        word => word,
    };
    if matches!(asked, "option" | "if" | "zone") {
        return None;
    }
    let near = nearest(name, RESERVED.iter().copied())
        .filter(|near| !is_square(name) && is_slip(name, near))?;
    Some((start..end, near))
}

/// What may stand at a place, the most telling first.
fn wanted(expected: &[Expected]) -> Vec<String> {
    let rank = |e: &Expected| match e {
        Expected::Kind("another square" | "a repetition", _) | Expected::Sign("&" | "|" | ",") => 1,
        Expected::Kind(kind, _) if kind.starts_with("the next") => 2,
        _ => 0,
    };
    let mut sorted: Vec<_> = expected.iter().collect();
    sorted.sort_by_key(|e| rank(e));
    let mut names: Vec<String> = Vec::new();
    for expected in sorted {
        let more = match expected {
            Expected::Sign("the end of the file") => Vec::new(),
            Expected::Kind(kind, words) if kind.starts_with('`') && !words.is_empty() => {
                words.iter().map(|word| format!("`{word}`")).collect()
            }
            Expected::Kind(kind, _) => vec![(*kind).to_owned()],
            Expected::Word(word) | Expected::Sign(word) => vec![format!("`{word}`")],
        };
        for name in more {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// `a, b or c`
fn alternatives(names: &[String]) -> String {
    match names.split_last() {
        None => "nothing more".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > NAMED => format!("{} …", names[..NAMED].join(", ")),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// What stands at a place: a word, a text, or a sign; empty at the end of the file.
pub(super) fn found_at(text: &str, offset: usize) -> Range<usize> {
    let mut start = offset.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    loop {
        let rest = &text[start..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        start += blank;
        if !text[start..].starts_with("//") {
            break;
        }
        start = text[start..].find('\n').map_or(text.len(), |n| start + n);
    }
    let rest = &text[start..];
    let bytes = rest.as_bytes();
    let length = match bytes.first() {
        None => 0,
        Some(b'"') => rest[1..].find(['"', '\n']).map_or(rest.len(), |n| n + 2),
        Some(b) if is_word_byte(*b) => {
            let word = bytes.iter().take_while(|b| is_word_byte(**b)).count();
            word + usize::from(bytes.get(word) == Some(&b'\''))
        }
        Some(_)
            if ["<=", ">=", "==", "&&", "||", "/*", ":=", "!="]
                .iter()
                .any(|s| rest.starts_with(s)) =>
        {
            2
        }
        Some(_) => rest.chars().next().map_or(0, char::len_utf8),
    };
    start..(start + length).min(text.len())
}

/// The word or sign before a place, on any line.
fn before(text: &str, offset: usize) -> &str {
    let rest = text[..offset].trim_end();
    let word = rest.bytes().rev().take_while(|b| is_word_byte(*b) || *b == b'\'').count();
    let length = if word > 0 { word } else { rest.chars().next_back().map_or(0, char::len_utf8) };
    &rest[rest.len() - length..]
}

/// A word as it is shown: without line breaks, and not too long.
pub(super) fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    let line = word.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST).chain(['…']).collect()
}
