//! A named text with its line starts, and the set of texts that one load has read.

use crate::text::span::{FileId, Span};

/// A text, its name as the reader knows it (a path or a shipped name), and where its lines begin.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
    mark: u32,
}

/// The mark that some editors put before a text in UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

impl Source {
    /// Names a text; a byte order mark before it is no part of it. Texts over 4 GiB are not supported; the loader refuses long before that.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        let mut mark = 0;
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
            mark = 3;
        }
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let line_starts = std::iter::once(0)
            .chain(starts)
            .map(|i| u32::try_from(i).unwrap_or(u32::MAX))
            .collect();
        Self { name: name.into(), text, line_starts, mark }
    }

    /// How many bytes stood before the text: those of a byte order mark.
    #[must_use]
    pub fn mark(&self) -> u32 {
        self.mark
    }

    /// The name given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, both counted from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= byte).max(1);
        let start = self.line_starts[line - 1] as usize;
        let end = (byte as usize).clamp(start, self.text.len());
        let column = self.text.get(start..end).map_or(end - start, |s| s.chars().count());
        (line, column + 1)
    }

    /// The byte at which a line, counted from 1, begins; the length of the text past the end.
    #[must_use]
    pub fn line_start(&self, number: usize) -> usize {
        let start = number.checked_sub(1).and_then(|n| self.line_starts.get(n));
        start.map_or(self.text.len(), |start| *start as usize)
    }

    /// The text of a line, counted from 1, without its line break; empty past the end.
    #[must_use]
    pub fn line(&self, number: usize) -> &str {
        let Some(start) = number.checked_sub(1).and_then(|n| self.line_starts.get(n)) else {
            return "";
        };
        let rest = &self.text[*start as usize..];
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }
}

/// The sources of one load, by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Adds a source and gives its number. At most 65,536 sources.
    pub fn add(&mut self, source: Source) -> FileId {
        let id = FileId(u16::try_from(self.sources.len()).unwrap_or(u16::MAX));
        self.sources.push(source);
        id
    }

    /// The source of that number.
    ///
    /// # Panics
    /// If the number is of another map.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        &self.sources[usize::from(id.0)]
    }

    /// All sources, the first loaded first.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.sources.iter().enumerate().map(|(i, s)| (FileId(u16::try_from(i).unwrap_or(0)), s))
    }

    /// The text at a place.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).text().get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line (from 1) on which a place begins.
    #[must_use]
    pub fn line_of(&self, span: Span) -> usize {
        self.get(span.file).line_column(span.start).0
    }
}
