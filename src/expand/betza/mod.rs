//! Betza's notation: a piece's moves as letters. `BC` slides diagonally and also leaps `(3,1)`.

mod build;
mod read;
#[cfg(test)]
mod tests;

use crate::ast::Rule;
use crate::diagnostics::Diagnostic;
use crate::text::{Span, Spanned};

/// What is understood, for help lines.
const SUPPORTED: &str = "understood are the atoms W F D N A H C Z G T and K Q R B, before them m c n p g and f b l r v s, behind them a number or the same letter again";

/// A problem with a text; boxed, for it is rare and large.
type Problem = Box<Diagnostic>;

/// The rules that a text stands for, each with the place of its letters.
///
/// # Errors
/// The first sign that is unknown or means nothing, at its place.
pub(super) fn rules(text: &Spanned<String>) -> Result<Vec<Spanned<Rule>>, Problem> {
    let mut rules = Vec::new();
    for group in read::groups(text)? {
        build::rules(&group, &mut rules)?;
    }
    Ok(rules)
}

/// A problem with a help line of its own.
fn cured(code: &'static str, message: String, place: (Span, &str), help: String) -> Problem {
    let mut found = problem(code, message, place.0, place.1);
    found.help = Some(help);
    found
}

fn problem(code: &'static str, message: String, span: Span, label: &str) -> Problem {
    Box::new(Diagnostic::error(code, message).label(span, label).help(SUPPORTED))
}
