//! `check`: every mistake of a definition.

use crate::diagnostics::{Report, Severity};
use crate::faces::cli::Ended;
use crate::faces::cli::args::Check;
use crate::faces::cli::out::{BAD, GOOD, Out};
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

/// The last line about a file.
#[derive(Serialize)]
struct Summary<'a> {
    checked: &'a str,
    errors: usize,
    warnings: usize,
}

pub(super) fn check(args: &Check, out: &mut Out) -> Ended {
    let mut well = true;
    for file in &args.files {
        let report = match args.options.target(file).load() {
            Ok(loaded) => Report::new(Arc::clone(&loaded.sources), loaded.warnings),
            Err(report) => report,
        };
        let count = |errors: bool| {
            report
                .diagnostics()
                .iter()
                .filter(|d| (d.severity == Severity::Error) == errors)
                .count()
        };
        let (errors, warnings) = (count(true), count(false));
        well &= errors == 0;
        out.report(&report)?;
        if out.json {
            out.object(&Summary { checked: file, errors, warnings })?;
            continue;
        }
        write!(out, "{file}: ")?;
        match errors {
            0 => out.styled(GOOD, "ok")?,
            n => out.styled(BAD, &counted(n, "error"))?,
        }
        let more = if warnings > 0 {
            format!(", {}", counted(warnings, "warning"))
        } else {
            String::new()
        };
        writeln!(out, "{more}")?;
    }
    Ok(well)
}

/// `1 error`, `2 errors`.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
