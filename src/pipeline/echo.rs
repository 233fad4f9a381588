//! What is said of a file that could not be read as a whole must not be the mere echo of that: a zone is not unknown because its
//! line has a slip, nor unused because the rule that uses it has one.

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::text::SourceMap;
use std::borrow::Cow;

/// Codes that say that something is missing. Where a part of the file was not read it may stand in that part.
const ABSENCES: &[&str] = &["E0410", "W0202", "W0203", "W0302", "W0303", "W0304", "W0311", "W0401"];

/// Words that are not known, each with what declares it.
const NAMES: &[(&str, &str)] = &[("E0203", "piece"), ("E0204", "zone"), ("E0205", "option")];

/// Adds to `found`, what reading has told, what a later stage says; echoes of errors are left out.
pub(super) fn extend(found: &mut Diagnostics, more: Diagnostics, sources: &SourceMap) {
    let errors: Vec<Diagnostic> =
        found.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    if errors.is_empty() {
        return found.extend(more);
    }
    for told in more.iter().filter(|d| !is_echo(d, &errors, sources)) {
        found.push(told.clone());
    }
}

fn is_echo(told: &Diagnostic, errors: &[Diagnostic], sources: &SourceMap) -> bool {
    // Of a file in another language nothing else is worth saying.
    let foreign = errors.iter().any(|d| d.code == "E0115");
    if foreign || ABSENCES.contains(&told.code) {
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
    let named = words(text).any(|word| word == "extends");
    let alone = sources.iter().count() == 1;
    let theirs = matches!(told.code, "E0201" | "E0203" | "E0204" | "E0205");
    if named && (told.code == "E0605" || (theirs && alone)) {
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
    // A piece whose letter is wrong, or whose first word is, may have any letter.
    let headless = |d: &Diagnostic| {
        let mut texts = d.labels.iter().map(|label| sources.slice(label.span));
        (matches!(d.code, "E0101" | "E0102") && texts.any(|t| words(t).next() == Some("piece")))
            || (d.code == "E0103" && d.message.ends_with("a declaration"))
    };
    if unknown && errors.iter().any(headless) {
        return true;
    }
    // The head of a declaration that could not be read may declare the name.
    let unread = errors.iter().any(|d| {
        let texts = || d.labels.iter().map(|label| sources.slice(label.span));
        texts().any(|text| words(text).next() == Some(kind))
            && texts().any(|text| words(text).any(|word| word == name))
    });
    if unread {
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

/// Whether a line outside of braces speaks of an option and says what it does.
fn declares_option(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let behind = line.split_once(name).filter(|(before, _)| !before.contains('{'));
        behind.is_some_and(|(_, rest)| rest.contains('"'))
    })
}

/// A text without the characters that cannot be.
fn mended(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii() && (!c.is_control() || c.is_whitespace())).collect()
}

/// The word between the first backquotes.
fn place_name(message: &str) -> &str {
    message.split('`').nth(1).unwrap_or("")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '\'');
    text.split(move |c| !part(c)).filter(|word| !word.is_empty())
}
