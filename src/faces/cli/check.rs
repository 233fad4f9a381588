//! `check`: every mistake of a definition.

use crate::diagnostics::Severity;
use crate::faces::cli::Ended;
use crate::faces::cli::args::Check;
use crate::faces::cli::out::{BAD, GOOD, Out};
use crate::session::{Target, mend};
use serde::Serialize;
use std::io::Write;

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
        let target = args.options.target(file);
        if args.fix {
            well &= fix(&target, out)?;
        }
        let report = target.review().unwrap_or_else(|report| report);
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

/// Applies the certain cures; false if the file cannot be changed.
fn fix(target: &Target, out: &mut Out) -> Result<bool, std::io::Error> {
    let mended = match mend(target) {
        Ok(mended) => mended,
        Err(report) => {
            // What is wrong with reading it is told by the check itself.
            if report.diagnostics().iter().any(|d| matches!(d.code, "E0627" | "E0628")) {
                out.report(&report)?;
            }
            return Ok(false);
        }
    };
    for change in mended {
        if out.json {
            out.object(&change)?;
            continue;
        }
        write!(out, "{}:{}:{}: ", change.file, change.line, change.column)?;
        out.styled(GOOD, "mended")?;
        let (before, after) = (change.before.trim(), change.after.trim());
        match after {
            "" => writeln!(out, " {}: `{before}` taken out", change.code)?,
            _ => writeln!(out, " {}: `{before}` → `{after}`", change.code)?,
        }
    }
    Ok(true)
}

/// `1 error`, `2 errors`.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
