//! Writes the certain cures of a file's problems into the file.

use crate::diagnostics::{Applied, Diagnostic, Report, Severity, apply_fixes};
use crate::pipeline::{read, review};
use crate::session::target::{Files, Target};
use crate::text::{BYTE_ORDER_MARK, FileId, Source, SourceMap};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::Path;

/// How often a file is looked at again: a cure may bring another problem to light.
const ROUNDS: usize = 20;

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mended {
    /// The file.
    pub file: String,
    /// The line, from 1, as it was before.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The code of the problem.
    pub code: &'static str,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// Applies all certain cures to a file on disk, writes it, and tells what was changed. Nothing is written if nothing is certain.
///
/// # Errors
/// The file cannot be read or written, or it is a built-in game.
pub fn mend(target: &Target) -> Result<Vec<Mended>, Report> {
    let source = target.source()?;
    let refused = |problem| Report::new(SourceMap::default(), vec![problem]);
    if !target.is_file() {
        return Err(refused(
            Diagnostic::error(
                "E0628",
                format!("`{}` is built in and cannot be changed", target.name),
            )
            .help("write its text into a file of your own, and name that"),
        ));
    }
    let (text, mended) = mended(target, &source);
    if !mended.is_empty() {
        let mark = if source.mark() > 0 { BYTE_ORDER_MARK.to_string() } else { String::new() };
        write(Path::new(&target.name), &(mark + &text)).map_err(|error| {
            let message = format!("`{}` cannot be written: {error}", target.name);
            refused(Diagnostic::error("E0627", message).help("the file is as it was"))
        })?;
    }
    Ok(mended)
}

/// The text with all certain cures applied, as long as each round leaves fewer problems than before.
fn mended(target: &Target, source: &Source) -> (String, Vec<Mended>) {
    let own = FileId(0);
    let look = |text: &str| {
        let draft = read(Source::new(source.name(), text), &Files);
        review(&draft, &target.options)
    };
    let count = |report: &Report| {
        let errors = report.diagnostics().iter().filter(|d| d.severity == Severity::Error).count();
        (errors, report.diagnostics().len())
    };
    let mut text = source.text().to_owned();
    let mut report = look(&text);
    let mut all = Vec::new();
    for _ in 0..ROUNDS {
        let (next, applied) = apply_fixes(&text, own, report.diagnostics());
        if applied.is_empty() {
            break;
        }
        let again = look(&next);
        // Behind a mended word other problems may come to light; what must not happen is that a cure is of no use.
        let useless = |d: &Diagnostic| {
            let again = |a: &Applied| d.fixes.iter().any(|f| f.replacement == a.after);
            applied.iter().any(|a| a.code == d.code && again(a))
        };
        if count(&again) >= count(&report) && again.diagnostics().iter().any(useless) {
            break;
        }
        let now = Source::new(source.name(), text);
        all.extend(applied.into_iter().map(|change| {
            let (line, column) = now.line_column(u32::try_from(change.start).unwrap_or(u32::MAX));
            let file = source.name().to_owned();
            Mended {
                file,
                line,
                column,
                code: change.code,
                before: change.before,
                after: change.after,
            }
        }));
        (text, report) = (next, again);
    }
    (text, all)
}

/// Writes a file so that it holds the old text or the new one, whatever happens.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let path = fs::canonicalize(path)?;
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = (|| {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::set_permissions(&beside, fs::metadata(&path)?.permissions())?;
        fs::rename(&beside, &path)
    })();
    if written.is_err() {
        // What is left of the attempt is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    written
}
