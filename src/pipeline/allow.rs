//! `allow CODE "reason"`: which warnings and advice an author has seen and wants.

use crate::ast::{Allow, Item};
use crate::diagnostics::{CODES, Diagnostic, Diagnostics, Severity, nearest};
use crate::text::{FileId, Spanned};
use std::collections::BTreeMap;

/// The values of options: those chosen, the others at their defaults.
pub(super) fn values(items: &[Spanned<Item>], chosen: &[(String, bool)]) -> BTreeMap<String, bool> {
    let defaults = items.iter().filter_map(|item| match &item.node {
        Item::Option(option) => Some((option.name.node.clone(), option.default)),
        _ => None,
    });
    defaults.chain(chosen.iter().cloned()).collect()
}

/// All of them, those of branches that are not chosen too.
fn every<'a>(items: &'a [Spanned<Item>], found: &mut Vec<&'a Allow>) {
    for item in items {
        match &item.node {
            Item::Allow(allow) => found.push(allow),
            Item::If(choice) => {
                every(&choice.then, found);
                every(&choice.otherwise, found);
            }
            _ => {}
        }
    }
}

/// Those that are there with the options chosen.
fn active<'a>(
    items: &'a [Spanned<Item>],
    values: &BTreeMap<String, bool>,
    found: &mut Vec<&'a Spanned<Item>>,
) {
    for item in items {
        match &item.node {
            Item::Allow(_) => found.push(item),
            Item::If(choice) => {
                let on = values.get(&choice.option.node).copied().unwrap_or(false);
                let branch = if on == choice.negated { &choice.otherwise } else { &choice.then };
                active(branch, values, found);
            }
            _ => {}
        }
    }
}

/// Errors of the declarations themselves.
pub(super) fn check(items: &[Spanned<Item>], out: &mut Diagnostics) {
    let mut all = Vec::new();
    every(items, &mut all);
    for allow in all {
        let code = &allow.code;
        let known = CODES.iter().map(|entry| entry.code);
        if !known.clone().any(|known| known == code.node) {
            let told = Diagnostic::error("E0221", format!("there is no code `{}`", code.node))
                .label(code.span, "unknown code");
            out.push(match nearest(&code.node, known) {
                Some(near) => told.help(format!(
                    "write the code that stands above the report that is meant, such as `{near}`"
                )),
                None => told.help("write the code that stands above the report that is meant"),
            });
        } else if code.node.starts_with('E') {
            out.push(
                Diagnostic::error(
                    "E0222",
                    format!("`{}` is an error and cannot be allowed", code.node),
                )
                .label(code.span, "the code of an error")
                .help(format!(
                    "mend what it speaks of; `heterodox explain {}` tells how",
                    code.node
                )),
            );
        }
        if allow.reason.node.trim().is_empty() {
            out.push(
                Diagnostic::error("E0223", "this `allow` gives no reason")
                    .label(allow.reason.span, "nothing between the quotes")
                    .help("say in a few words why it is meant so"),
            );
        }
    }
}

/// Takes out what is allowed. With `unused`, an `allow` of the file itself that takes nothing out is told of.
pub(super) fn apply(
    items: &[Spanned<Item>],
    values: &BTreeMap<String, bool>,
    own: FileId,
    mut all: Vec<Diagnostic>,
    unused: bool,
) -> Vec<Diagnostic> {
    let mut allows = Vec::new();
    active(items, values, &mut allows);
    let mut idle = Vec::new();
    for item in allows {
        let Item::Allow(allow) = &item.node else { continue };
        let file = item.span.file;
        let silenced = |d: &Diagnostic| {
            let here = d.labels.first().is_none_or(|label| label.span.file == file);
            d.severity != Severity::Error && d.code == allow.code.node && (file == own || here)
        };
        let before = all.len();
        all.retain(|d| !silenced(d));
        if unused && file == own && all.len() == before {
            idle.push(
                Diagnostic::advice(
                    "L0201",
                    format!("nothing in this file gives `{}`", allow.code.node),
                )
                .label(item.span, "allows nothing")
                .help("leave it out")
                .fix(item.span, ""),
            );
        }
    }
    all.extend(idle);
    all
}
