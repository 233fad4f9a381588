//! What is wrong with a position's text, and where.

use std::fmt;

/// A fault in a text, placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// First byte of the place.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// What is wrong.
    pub message: String,
    /// What to write.
    pub help: Option<String>,
    /// What takes the place of the text there, where nothing else can have been meant.
    pub instead: Option<String>,
}

impl PositionError {
    pub(super) fn new(place: std::ops::Range<usize>, message: impl Into<String>) -> Self {
        Self {
            start: place.start,
            end: place.end.max(place.start),
            message: message.into(),
            help: None,
            instead: None,
        }
    }

    pub(super) fn instead(mut self, text: impl Into<String>) -> Self {
        self.instead = Some(text.into());
        self
    }

    pub(super) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PositionError {}
