//! Words of other languages and of plain English, and what is written for them here. A table by the place where they stand:
//! each row has a sample, and a test shows that what the row says to write can be read.
//!
//! To teach something new, add a row: what may stand there instead (`pattern`), in which statement, and the cure.

mod castling;
mod ends;
mod heads;
mod lines;
mod pattern;
mod rules;
mod squares;
mod walks;

use crate::diagnostics::Diagnostic;
use crate::parse::cures::mends;
use crate::parse::scan::{self, Token};
use crate::parse::words::Context;
use crate::text::Span;
use pattern::Found;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// Most tokens before the place where reading stopped at which a phrase may begin.
const BEFORE: usize = 8;

/// Most characters of what is to be written that are shown.
const LONGEST: usize = 120;

/// Where a phrase stands.
#[derive(Clone, Copy, Debug)]
enum At {
    /// In a statement that begins with one of these words, outside of its braces.
    In(&'static [&'static str]),
    /// Between the braces of a walk or a drop.
    Braces,
    /// Wherever a condition on a square may stand.
    Square,
    /// Where a declaration, a rule or a line of a test begins.
    Start(Context),
}

/// Statements in which conditions on squares stand.
const CONDITIONS: &[&str] =
    &["step", "slide", "walk", "drop", "promote", "may", "zone", "end", "captures"];

/// What is written instead.
#[derive(Clone, Copy, Debug)]
enum Cure {
    /// This, and nothing else can have been meant.
    Sure(&'static str),
    /// Most likely this.
    Likely(&'static str),
    /// It has to be said in words.
    Tell,
}

/// A phrase that is not of the language.
#[derive(Clone, Copy, Debug)]
struct Row {
    at: At,
    /// A statement with the phrase in it, for the tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "read by the tests"))]
    sample: &'static str,
    /// The phrase; see [`pattern`].
    seen: &'static str,
    cure: Cure,
    /// What there is to say besides; empty if the cure says it all.
    why: &'static str,
}

const fn row(
    at: At,
    sample: &'static str,
    seen: &'static str,
    cure: Cure,
    why: &'static str,
) -> Row {
    Row { at, sample, seen, cure, why }
}

/// All rows. Of several that match, the most telling is taken, and of these the first.
const TABLES: &[&[Row]] = &[
    rules::ROWS,
    rules::CLAUSES,
    rules::DIRECTIONS,
    rules::DROPS,
    rules::PROMOTIONS,
    walks::ROWS,
    squares::ROWS,
    heads::ROWS,
    castling::ROWS,
    ends::ROWS,
    ends::VERDICTS,
    lines::ROWS,
    lines::EXPECTATIONS,
];

/// A phrase that was found, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its bytes.
    pub range: Range<usize>,
    /// The help line.
    pub help: String,
    /// What takes its place, and whether that is certain.
    pub instead: Option<(String, bool)>,
}

impl Phrase {
    /// A report with what is to be written in the place of the phrase.
    #[must_use]
    pub fn advise(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        let diagnostic = diagnostic.help(self.help.clone());
        match &self.instead {
            Some((text, true)) => diagnostic.fix(span, text.clone()),
            Some((text, false)) => diagnostic.likely_fix(span, text.clone()),
            None => diagnostic,
        }
    }
}

/// The text that is looked at, and where.
pub(super) struct Look<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// Its tokens.
    pub(super) tokens: &'a [Token],
    /// The token that begins the statement.
    pub(super) statement: usize,
    /// The token at which reading stopped.
    pub(super) stop: usize,
    /// Whether what stands there is sound, and something is missing before it.
    pub(super) sound: bool,
    /// Whether the statement itself is unknown, and what may stand there.
    pub(super) start: Option<Context>,
}

/// The phrase of a statement of its own text at a byte, which was read but means nothing that is declared.
#[must_use]
pub fn phrase_at(statement: &str, byte: usize) -> Option<Phrase> {
    let tokens = scan::tokens(statement);
    let stop = tokens.partition_point(|t| (t.end as usize) <= byte);
    let (text, tokens) = (statement, tokens.as_slice());
    find(&Look { text, tokens, statement: 0, stop, sound: false, start: None })
}

/// Whether a line begins with words that begin something in plain English or in another language, and nothing here.
pub(super) fn begins(text: &str, tokens: &[Token], at: usize, here: Context) -> bool {
    let look = Look { text, tokens, statement: at, stop: at, sound: false, start: Some(here) };
    let word = look.slice(at).to_lowercase();
    let known = STARTS.get_or_init(starts).get(word.as_str());
    known.into_iter().flatten().any(|row| {
        matches!(row.at, At::Start(context) if context == here)
            && pattern::matches(row.seen, &look, at).is_some()
    })
}

/// The rows that begin a statement, by their first words.
static STARTS: OnceLock<HashMap<&'static str, Vec<Row>>> = OnceLock::new();

fn starts() -> HashMap<&'static str, Vec<Row>> {
    let mut all: HashMap<&'static str, Vec<Row>> = HashMap::new();
    let rows = TABLES.iter().copied().flatten();
    for row in rows.filter(|row| matches!(row.at, At::Start(_))) {
        let words = row.seen.split(' ').next().unwrap_or("").split('|');
        for word in words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
            all.entry(word).or_default().push(*row);
        }
    }
    all
}

/// The phrase around the place where reading stopped.
pub(super) fn find(look: &Look<'_>) -> Option<Phrase> {
    let word = look.slice(look.statement);
    let first = look.statement.max(look.stop.saturating_sub(BEFORE));
    let mut all: Vec<(Row, usize, Found)> = Vec::new();
    let starts: Vec<_> = (first..=look.stop).map(|start| (start, look.braces(start))).collect();
    for row in TABLES.iter().copied().flatten() {
        for (start, braces) in starts.iter().copied() {
            let here = match (row.at, look.start) {
                (At::Start(context), Some(here)) => context == here,
                (At::In(words), None) => !braces && words.contains(&word),
                (At::Braces, None) => braces,
                (At::Square, None) => CONDITIONS.contains(&word),
                _ => false,
            };
            let Some(found) = here.then(|| pattern::matches(row.seen, look, start)).flatten()
            else {
                continue;
            };
            all.push((*row, start, found));
        }
    }
    all.sort_by_key(|(.., found)| std::cmp::Reverse(found.weight));
    let statement = look.tokens.get(look.statement)?.range().start;
    let readable = |phrase: &Phrase, text: &str| {
        look.start.is_some() || mends(look.text, statement, &phrase.range, text)
    };
    let mut phrases: Vec<Phrase> =
        all.iter().filter_map(|(row, start, found)| look.phrase(row, *start, found)).collect();
    // A guess that cannot be read is worth less than what another row says.
    let fits = |phrase: &Phrase| match &phrase.instead {
        Some((text, false)) => readable(phrase, text),
        _ => true,
    };
    let chosen = phrases.iter().position(fits).unwrap_or(0);
    let phrase = (chosen < phrases.len()).then(|| phrases.swap_remove(chosen))?;
    let instead = phrase.instead.clone().map(|(text, sure)| {
        let certain = sure && readable(&phrase, &text);
        (text, certain)
    });
    Some(Phrase { instead, ..phrase })
}

/// The help line of a cure.
fn help(instead: Option<&str>, why: String) -> String {
    let shown = instead.map(|text| match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    });
    match shown.as_deref() {
        None => why,
        Some("") if why.is_empty() => "leave it out".to_owned(),
        Some("") => format!("leave it out: {why}"),
        Some(text) if why.is_empty() => format!("write `{text}`"),
        Some(text) if why.starts_with("or ") => format!("write `{text}`, {why}"),
        Some(text) => format!("write `{text}`: {why}"),
    }
}

impl<'a> Look<'a> {
    /// What a row says; nothing if it would put there what stands there.
    fn phrase(&self, row: &Row, start: usize, found: &Found) -> Option<Phrase> {
        let last = start + found.tokens.saturating_sub(1);
        let range = self.tokens[start].range().start..self.tokens[last].range().end;
        let instead = match row.cure {
            Cure::Sure(text) => Some((pattern::fill(text, &found.parts), true)),
            Cure::Likely(text) => Some((pattern::fill(text, &found.parts), false)),
            Cure::Tell => None,
        };
        let same = instead.as_ref().is_some_and(|(text, _)| *text == self.text[range.clone()]);
        let why = pattern::fill(row.why, &found.parts);
        let help = help(instead.as_ref().map(|(text, _)| text.as_str()), why);
        (!same).then_some(Phrase { range, help, instead })
    }

    fn slice(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|t| self.text.get(t.range())).unwrap_or("")
    }

    /// Whether a token stands between braces that the statement has opened.
    fn braces(&self, at: usize) -> bool {
        let mut open = 0usize;
        for token in self.statement..at {
            match self.slice(token) {
                "{" => open += 1,
                "}" => open = open.saturating_sub(1),
                _ => {}
            }
        }
        open > 0
    }
}

#[cfg(test)]
mod tests;
