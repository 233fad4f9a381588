//! Words that could be read, as names of zones most often, but are meant as something that is written another way.

use crate::ast::Item;
use crate::diagnostics::{Diagnostic, Label, Severity};
use crate::parse::{Phrase, phrase_at};
use crate::text::{SourceMap, Span, Spanned};
use std::collections::BTreeMap;

/// Codes of reports on them, the most telling first.
const CODES: &[&str] = &["E0204", "E0217", "E0211", "E0118", "E0310"];

/// Puts into these reports what is to be written. Of several on one phrase the most telling is kept.
pub(super) fn teach(
    mut all: Vec<Diagnostic>,
    items: &[Spanned<Item>],
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    for code in CODES {
        let mut at = 0;
        while let Some(told) = all.get(at) {
            let certain = told.fixes.iter().any(|fix| fix.certain);
            let phrase = (told.code == *code && !certain)
                .then(|| told.labels.first().and_then(|l| phrase(l.span, items, sources)))
                .flatten()
                .filter(|(_, span)| !all.iter().any(|d| is_told(d, *span)));
            if let Some((phrase, span)) = phrase {
                let mut better = told.clone();
                better.fixes.clear();
                // That no zone has the name, or that a walk cannot end so, is true, but not what was meant.
                if matches!(better.code, "E0204" | "E0310") {
                    let text = sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
                    better.message = match phrase.instead {
                        Some(_) => format!("`{text}` is written another way here"),
                        None => format!("`{text}` cannot stand here"),
                    };
                }
                if let Some(label) = better.labels.first_mut() {
                    label.span = span;
                    let name = better.code == "E0204";
                    label.text =
                        if name { "read as a name" } else { "written another way here" }.to_owned();
                }
                all[at] = phrase.advise(better, span);
                at = drop_others(&mut all, at, span);
            } else if told.code == "E0204" {
                let span = told.labels.first().map_or(Span::default(), |label| label.span);
                at = drop_others(&mut all, at, span);
            }
            at += 1;
        }
    }
    gather(all)
}

/// Whether it was told of this place when the file was read.
fn is_told(told: &Diagnostic, place: Span) -> bool {
    let meets =
        |span: Span| span.file == place.file && span.start < place.end && place.start < span.end;
    told.code.starts_with("E010") && told.labels.first().is_some_and(|label| meets(label.span))
}

/// Most places that one report on a name shows.
const PLACES: usize = 4;

/// One report on a name that is unknown in several places.
fn gather(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(all.len());
    let mut first: BTreeMap<(&'static str, String, Option<String>), usize> = BTreeMap::new();
    for mut told in all {
        // Of one place the same is said once, with all that belongs to it.
        if let Some(known) = kept.last_mut()
            && (known.code, &known.message, &known.help) == (told.code, &told.message, &told.help)
            && known.labels.first() == told.labels.first()
            && told.labels.len() > 1
        {
            known.labels.extend(told.labels.drain(1..));
            continue;
        }
        let names = matches!(told.code, "E0203" | "E0204") && told.fixes.len() < 2;
        if names
            && let Some(place) = told.labels.first()
            && let [_] = told.labels.as_slice()
        {
            let cure = told.fixes.first().map(|fix| fix.replacement.clone());
            let key = (told.code, told.message.clone(), cure);
            if let Some(known) = first.get(&key).and_then(|at| kept.get_mut(*at)) {
                // What is written twice is less likely a slip than a declaration that is missing.
                known.fixes.extend(told.fixes);
                known.fixes.iter_mut().for_each(|fix| fix.certain = false);
                if known.labels.len() < PLACES {
                    known.labels.push(Label { span: place.span, text: "and here".to_owned() });
                }
                continue;
            }
            first.insert(key, kept.len());
        }
        kept.push(told);
    }
    kept
}

/// Takes out other reports of these codes on a place, and gives where the one that stays stands now.
fn drop_others(all: &mut Vec<Diagnostic>, keep: usize, span: Span) -> usize {
    let other = |d: &Diagnostic| {
        let here = d.labels.first().is_some_and(|l| {
            l.span.file == span.file && (span.start..span.end).contains(&l.span.start)
        });
        here && d.severity == Severity::Error && CODES.contains(&d.code)
    };
    let mut number = 0;
    let mut before = 0;
    all.retain(|d| {
        let stays = number == keep || !other(d);
        before += usize::from(!stays && number < keep);
        number += 1;
        stays
    });
    keep - before
}

/// The phrase at a place, and its place.
fn phrase(place: Span, items: &[Spanned<Item>], sources: &SourceMap) -> Option<(Phrase, Span)> {
    let statement = statement(place, items)?;
    let text = sources.slice(statement);
    let byte = (place.start - statement.start) as usize;
    let phrase = phrase_at(text, byte)?;
    let first = statement.start as usize;
    let span = Span::new(place.file, first + phrase.range.start, first + phrase.range.end);
    Some((phrase, span))
}

/// The declaration, rule or line in which a place lies.
fn statement(place: Span, items: &[Spanned<Item>]) -> Option<Span> {
    let around =
        |span: Span| span.file == place.file && span.start <= place.start && place.start < span.end;
    let item = items.iter().find(|item| around(item.span))?;
    match &item.node {
        Item::If(choice) => {
            statement(place, &choice.then).or_else(|| statement(place, &choice.otherwise))
        }
        Item::Piece(piece) => rule(&around, &piece.rules),
        Item::Test(test) => test.lines.iter().map(|line| line.span).find(|span| around(*span)),
        _ => Some(item.span),
    }
}

fn rule(around: &impl Fn(Span) -> bool, rules: &[Spanned<crate::ast::PieceItem>]) -> Option<Span> {
    let found = rules.iter().find(|rule| around(rule.span))?;
    match &found.node {
        crate::ast::PieceItem::If(choice) => {
            rule(around, &choice.then).or_else(|| rule(around, &choice.otherwise))
        }
        _ => Some(found.span),
    }
}
