//! Writes figures into the text of a definition where its tests ask for them. Every other byte stays as it is.

use crate::examine::Counted;
use crate::text::{FileId, SourceMap};
use serde::Serialize;

/// A figure that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Its line.
    pub line: usize,
    /// Its column, in characters from 1.
    pub column: usize,
    /// What stood there; none: `?`.
    pub before: Option<u64>,
    /// What stands there now.
    pub nodes: u64,
}

/// The text of a file with its figures: those asked for, marked `unverified`, and with `again` those that are marked so
/// already and have changed.
#[must_use]
pub fn bless(
    sources: &SourceMap,
    own: FileId,
    counted: &[Counted],
    again: bool,
) -> (String, Vec<Written>) {
    let source = sources.get(own);
    let wanted = |c: &&Counted| {
        let changed = c.stated.is_some_and(|stated| stated != c.found);
        c.place.file == own && (c.stated.is_none() || (again && c.unverified && changed))
    };
    let mut all: Vec<&Counted> = counted.iter().filter(wanted).collect();
    all.sort_by_key(|c| c.place.start);
    all.dedup_by_key(|c| c.place.start);
    let (mut text, mut written, mut done) = (String::new(), Vec::new(), 0);
    for figure in all {
        let (start, end) = (figure.place.start as usize, figure.place.end as usize);
        text.push_str(source.text().get(done..start).unwrap_or(""));
        text.push_str(&figure.found.to_string());
        if figure.stated.is_none() {
            text.push_str(" unverified");
        }
        done = end;
        let (line, column) = source.line_column(figure.place.start);
        written.push(Written { line, column, before: figure.stated, nodes: figure.found });
    }
    text.push_str(source.text().get(done..).unwrap_or(""));
    (text, written)
}
