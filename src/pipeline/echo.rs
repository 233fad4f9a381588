//! What is said of a file that could not be read as a whole must not be the mere echo of that: a zone is not unknown because its
//! line has a slip, nor unused because the rule that uses it has one.

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::parse::look_alike;
use crate::text::{SourceMap, Span};
use std::borrow::Cow;

/// Codes that say that something is missing. Where a part of the file was not read it may stand in that part.
const ABSENCES: &[&str] =
    &["E0219", "E0410", "W0202", "W0203", "W0302", "W0303", "W0304", "W0311", "W0401", "W0427"];

/// Codes of what is said of a statement or a game as it is: with a mistake in it, it is not what was meant.
const JUDGEMENTS: &[&str] =
    &["W0202", "W0203", "W0205", "W0302", "W0303", "W0304", "W0307", "W0311", "W0401", "L0601"];

/// Declarations of a child by which what its parent says may come to fit no more.
const CHANGES: &[&str] = &["board", "players", "zone", "piece", "remove", "option"];

/// Words that are not known, each with what declares it.
const NAMES: &[(&str, &str)] = &[("E0203", "piece"), ("E0204", "zone"), ("E0205", "option")];

/// Adds to `found`, what reading has told, what a later stage says; echoes of errors are left out.
pub(super) fn extend(found: &mut Diagnostics, more: Diagnostics, sources: &SourceMap) {
    let errors: Vec<Diagnostic> =
        found.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    let faulty = !errors.is_empty() || more.has_errors();
    let judges = |d: &Diagnostic| faulty && JUDGEMENTS.contains(&d.code);
    let echoes = |d: &Diagnostic| !errors.is_empty() && is_echo(d, &errors, sources);
    for told in more.iter().filter(|d| !judges(d) && !echoes(d)) {
        found.push(told.clone());
    }
}

fn is_echo(told: &Diagnostic, errors: &[Diagnostic], sources: &SourceMap) -> bool {
    // Of a file in another language nothing else is worth saying.
    let foreign = errors.iter().any(|d| d.code == "E0115");
    if foreign || ABSENCES.contains(&told.code) {
        return true;
    }
    if is_of_parent(told, errors, sources) {
        return true;
    }
    let misspelt = |word: &str| {
        errors.iter().any(|d| {
            let place = d.labels.first().map(|label| sources.slice(label.span));
            d.code == "E0103" && place.is_some_and(|place| words(place).any(|w| w == word))
        })
    };
    let Some(place) = told.labels.first() else { return false };
    // A word may be torn by a character that cannot be.
    let torn = errors.iter().any(|d| d.code == "E0107");
    let text = sources.get(place.span.file).text();
    let whole = if torn { Cow::Owned(mended(text)) } else { Cow::Borrowed(text) };
    let text = whole.as_ref();
    // A file that was to have a parent, but its line could not be read, lacks what the parent has.
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let named = lines.any(|line| words(line).any(|word| word == "extends"));
    let orphan = sources.iter().count() == 1
        && (named || errors.iter().any(|d| matches!(d.code, "E0201" | "E0605")));
    let theirs = matches!(told.code, "E0203" | "E0204" | "E0205");
    if (named && told.code == "E0605") || (orphan && theirs) {
        return true;
    }
    if told.code == "E0201" && ((named && orphan) || errors.iter().any(|d| d.code == "E0605")) {
        return true;
    }
    if told.code == "E0201" {
        let missing = place_name(&told.message);
        return words(text).any(|word| word == missing || misspelt(word));
    }
    let name = sources.slice(place.span);
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    let letter = name == "*" || (name.len() <= 3 && letters == 1);
    // A letter of a position, or in a test, that no piece has.
    let unknown = matches!(told.code, "E0430" | "E0501" | "E0512") && letter;
    let kind = NAMES.iter().find(|(code, _)| *code == told.code).map(|(_, kind)| *kind);
    let Some(kind) = kind.or(unknown.then_some("piece")) else { return false };
    if unknown && (orphan || errors.iter().any(|d| headless(d, sources))) {
        return true;
    }
    if errors.iter().any(|d| may_declare(d, kind, name, place.span, sources)) {
        return true;
    }
    // A test switches an option, and does not declare it.
    if told.code == "E0205" && !declares_option(text, name) {
        return false;
    }
    // A name in two words: `zone last rank rank 8`.
    let parts = name.split('-').count();
    let apart = |at: usize| words(text).skip(at).take(parts).eq(name.split('-'));
    if parts > 1 && words(text).enumerate().any(|(at, word)| word == kind && apart(at + 1)) {
        return true;
    }
    let after = words(text).skip(1);
    let same = |next: &str| next.eq_ignore_ascii_case(name);
    words(text).zip(after).any(|(word, next)| same(next) && (word == kind || misspelt(word)))
}

/// Whether a report speaks of a parent's line, which is sound by itself, and a line of the child could not be read by which it may
/// be sound again.
fn is_of_parent(told: &Diagnostic, errors: &[Diagnostic], sources: &SourceMap) -> bool {
    // With a certain cure it was read as it is meant.
    let read = |d: &Diagnostic| d.fixes.iter().any(|fix| fix.certain);
    let changes =
        |d: &&Diagnostic| d.code == "E0607" || (is_unread(d, CHANGES, sources) && !read(d));
    let files = errors.iter().filter(changes).filter_map(|d| d.labels.first()).map(|l| l.span.file);
    files.into_iter().any(|file| told.labels.iter().any(|label| label.span.file != file))
}

/// Whether a report says that a declaration of one of these kinds could not be read, or one of an unknown kind.
pub(super) fn is_unread(told: &Diagnostic, kinds: &[&str], sources: &SourceMap) -> bool {
    if told.code == "E0103" {
        return told.message.ends_with("a declaration");
    }
    let mut texts = told.labels.iter().map(|label| sources.slice(label.span));
    let first = |text: &str| words(text).next().is_some_and(|word| kinds.contains(&word));
    told.code.starts_with("E010") && texts.any(first)
}

/// Whether a piece could not be read that has no letter, or a wrong one: then it may be any.
fn headless(told: &Diagnostic, sources: &SourceMap) -> bool {
    let mut texts = told.labels.iter().map(|label| sources.slice(label.span));
    matches!(told.code, "E0101" | "E0102") && texts.any(|t| words(t).next() == Some("piece"))
}

/// Whether the line of an error begins a declaration of a kind, or one of an unknown kind, and names what is unknown elsewhere.
fn may_declare(told: &Diagnostic, kind: &str, name: &str, used: Span, sources: &SourceMap) -> bool {
    let mut texts = told.labels.iter().map(|label| sources.slice(label.span));
    let of_kind = told.code.starts_with("E01") && texts.any(|t| words(t).next() == Some(kind));
    let unknown = told.code == "E0103" && told.message.ends_with("a declaration");
    let Some(place) = told.labels.first().map(|label| label.span) else { return false };
    let text = sources.get(place.file).text();
    let at = (place.start as usize).min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    let here = used.file == place.file && (start..end).contains(&(used.start as usize));
    (of_kind || unknown) && !here && words(&text[start..end]).any(|word| alike(word) == alike(name))
}

/// A name without what the reader of names may object to: `last_rank`, `LastRank` and `last-rank` are alike.
fn alike(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether a line outside of braces speaks of an option and says what it does.
fn declares_option(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let behind = line.split_once(name).filter(|(before, _)| !before.contains('{'));
        behind.is_some_and(|(_, rest)| rest.contains('"'))
    })
}

/// A text without the characters that cannot be.
fn mended(text: &str) -> String {
    let plain = |c: char| c.is_ascii() && (!c.is_control() || c.is_whitespace());
    let read = |c: char| if plain(c) { String::from(c) } else { look_alike(c).unwrap_or_default() };
    text.chars().map(read).collect()
}

/// The word between the first backquotes.
fn place_name(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or("")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '\'');
    text.split(move |c| !part(c)).filter(|word| !word.is_empty())
}
