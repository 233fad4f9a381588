//! Which brackets belong together. A bracket that is not closed ends where a word begins what can only stand further
//! out; a closing one too many is set aside. So the rest of the file can be read as if nothing had happened, and each
//! slip is told once, at its place.

mod matcher;
mod tell;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::parse::scan::Token;
use crate::text::FileId;
use matcher::Matcher;
use std::ops::Range;

/// Where a bracket ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Number of the token: the closing bracket, or the first token that is no longer inside.
    pub(super) token: usize,
    /// Whether that token is the closing bracket.
    pub(super) closed: bool,
}

/// The tokens of a file with their brackets matched.
#[derive(Debug)]
pub(super) struct Layout {
    /// The tokens, with their depth.
    pub(super) tokens: Vec<Token>,
    ends: Vec<Option<End>>,
    /// Bytes at which a slip was told; what contains one cannot be read.
    marks: Vec<u32>,
    /// Stretches that a slip has thrown out of order.
    silent: Vec<Range<u32>>,
    /// What was told.
    pub(super) told: Diagnostics,
    /// Closing brackets too many.
    pub(super) strays: Vec<Stray>,
}

/// A closing bracket too many. It is told only if it does not answer to an opening one that was missed before.
#[derive(Debug)]
pub(super) struct Stray {
    /// Its byte.
    pub(super) at: usize,
    /// What there is to tell.
    pub(super) diagnostic: Diagnostic,
}

impl Layout {
    /// Where the bracket that opens at this token ends; none if it opens none or stands too deep.
    pub(super) fn end(&self, token: usize) -> Option<End> {
        self.ends.get(token).copied().flatten()
    }

    /// Whether a slip was told of these bytes.
    pub(super) fn is_marked(&self, bytes: &Range<usize>) -> bool {
        let first = self.marks.partition_point(|mark| (*mark as usize) < bytes.start);
        self.marks.get(first).is_some_and(|mark| (*mark as usize) < bytes.end)
    }

    /// Whether the byte is in a stretch that is out of order.
    pub(super) fn is_silent(&self, byte: usize) -> bool {
        let first = self.silent.partition_point(|range| (range.end as usize) <= byte);
        self.silent.get(first).is_some_and(|range| (range.start as usize) <= byte)
    }
}

/// Matches the brackets.
pub(super) fn layout(text: &str, tokens: Vec<Token>, file: FileId) -> Layout {
    let count = tokens.len();
    let layout = Layout {
        tokens,
        ends: vec![None; count],
        marks: Vec::new(),
        silent: Vec::new(),
        told: Diagnostics::default(),
        strays: Vec::new(),
    };
    Matcher::new(text, file, layout).run()
}
