//! The editor's helper: hands the line to completion, hints, highlighting and validation.

use crate::faces::repl::hint::{Shown, hint};
use crate::faces::repl::known::Known;
use crate::faces::repl::paint::FAINT;
use crate::faces::repl::{complete, highlight, validate};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper, Result};
use std::borrow::Cow;

/// The helper, with what is known at this prompt.
pub(super) struct Aid {
    pub(super) known: Known,
    files: FilenameCompleter,
}

impl Aid {
    pub(super) fn new(known: Known) -> Self {
        Self { known, files: FilenameCompleter::new() }
    }
}

impl Helper for Aid {}

impl Completer for Aid {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let text = line.get(..at).unwrap_or(line);
        if complete::wants_file(&self.known, text) {
            return self.files.complete_path(line, at);
        }
        let (start, words) = complete::complete(&self.known, text);
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Aid {
    type Hint = Shown;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<Shown> {
        (at == line.len()).then(|| hint(&self.known, line)).flatten()
    }
}

impl Highlighter for Aid {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(highlight::highlight(&self.known, line))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.known.colour {
            Cow::Owned(format!("{FAINT}{hint}{FAINT:#}"))
        } else {
            Cow::Borrowed(hint)
        }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.known.colour && kind != CmdKind::MoveCursor
    }
}

impl Validator for Aid {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(match validate::fault(context.input()) {
            Some(fault) => ValidationResult::Invalid(Some(fault.to_owned())),
            None => ValidationResult::Valid(None),
        })
    }
}
