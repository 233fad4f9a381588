//! Reading: good files, every kind of mistake, recovery, hostile texts, and the law that printed text reads the same.

mod errors;
mod hostile;
mod laws;
mod readme;

use heterodox::ast::File;
use heterodox::diagnostics::{Diagnostic, Report, Style};
use heterodox::parse::parse;
use heterodox::text::{FileId, Source, SourceMap};

/// Reads a text; the problems come in the order of their places.
fn read(text: &str) -> (File, Vec<Diagnostic>) {
    let (file, told) = parse(&Source::new("test.variant", text), FileId(0));
    (file, told.into_sorted())
}

/// Reads a text that has no mistakes.
#[track_caller]
fn good(text: &str) -> File {
    let (file, told) = read(text);
    assert!(told.is_empty(), "{text}\n{}", rendered(text, told));
    file
}

fn rendered(text: &str, told: Vec<Diagnostic>) -> String {
    let mut sources = SourceMap::default();
    sources.add(Source::new("test.variant", text));
    Report::new(sources, told).render(Style::Plain)
}
