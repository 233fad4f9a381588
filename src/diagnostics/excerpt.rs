//! The lines of a text that a report shows: those around its labels, clipped where they are long, and free of
//! characters that would move the cursor of a terminal.

use crate::text::Source;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Lines before and after a label that are shown.
const CONTEXT: usize = 2;

/// Most characters of a line that are shown.
const WIDTH: usize = 200;

/// Characters before the first label of a long line.
const LEAD: usize = 60;

/// A label over more lines than this is shown on its first line only.
const TALL: usize = 6;

/// Stands for a character that cannot be shown.
const HIDDEN: char = '\u{B7}';

/// The shown lines of a text.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// Number of lines before the first one shown.
    skipped: usize,
    /// Where labels begin: byte of the excerpt, column of the text (from 0).
    columns: Vec<(usize, usize)>,
}

/// A line of the excerpt, and the part of it that is shown.
struct Line {
    number: usize,
    start: usize,
    window: Range<usize>,
    /// Byte of the excerpt at which the window begins.
    at: usize,
}

impl Excerpt {
    /// The lines around some places, and the places within the excerpt, in the same order. Places past the end of the text
    /// are moved to its end.
    pub(super) fn new(source: &Source, places: &[Range<usize>]) -> (Self, Vec<Range<usize>>) {
        let places: Vec<_> = places.iter().map(|place| settle(source, place)).collect();
        let line_of = |byte: usize| source.line_column(u32::try_from(byte).unwrap_or(u32::MAX)).0;
        let ends: Vec<usize> =
            places.iter().flat_map(|p| [line_of(p.start), line_of(p.end)]).collect();
        let first = ends.iter().min().copied().unwrap_or(1).saturating_sub(CONTEXT).max(1);
        let last = ends.iter().max().copied().unwrap_or(1) + CONTEXT;
        let mut excerpt = Self {
            name: source.name().to_owned(),
            text: String::new(),
            skipped: first - 1,
            columns: Vec::new(),
        };
        let mut lines = Vec::new();
        for number in first..=last {
            let start = source.line_start(number);
            if number > first {
                if start >= source.text().len() {
                    break;
                }
                excerpt.text.push('\n');
            }
            if ends.iter().any(|end| end.abs_diff(number) <= CONTEXT) {
                lines.push(excerpt.add_line(source, number, start, &places));
            }
        }
        let shown: Vec<_> = places
            .iter()
            .map(|p| place(source, &lines, p.start)..place(source, &lines, p.end))
            .map(|p| p.start..p.end.max(p.start))
            .collect();
        excerpt.columns = places
            .iter()
            .zip(&shown)
            .map(|(p, s)| (s.start, source.line_column(u32::try_from(p.start).unwrap_or(0)).1 - 1))
            .collect();
        (excerpt, shown)
    }

    fn add_line(
        &mut self,
        source: &Source,
        number: usize,
        start: usize,
        places: &[Range<usize>],
    ) -> Line {
        let line = source.line(number);
        let labelled = places
            .iter()
            .map(|place| place.start)
            .filter(|byte| (start..=start + line.len()).contains(byte))
            .min();
        let window = window(line, labelled.map_or(0, |byte| byte - start));
        if window.start > 0 {
            self.text.push('…');
        }
        let at = self.text.len();
        self.text.push_str(&visible(&line[window.clone()]));
        if window.end < line.len() {
            self.text.push('…');
        }
        Line { number, start, window, at }
    }
}

/// A place within the text, on the borders of characters, and not over many lines.
fn settle(source: &Source, place: &Range<usize>) -> Range<usize> {
    let text = source.text();
    let last = text.trim_end().len();
    if place.start >= last {
        return last..last;
    }
    let mut start = place.start;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = place.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let covered = &text[start..end];
    if covered.bytes().filter(|b| *b == b'\n').count() >= TALL {
        end = start + covered.find(['\r', '\n']).unwrap_or(0);
    }
    start..end
}

/// The part of a line that is shown, if a label begins at a byte of it.
fn window(line: &str, label: usize) -> Range<usize> {
    let forward = |from: usize, count: usize| {
        line[from..].char_indices().nth(count).map_or(line.len(), |(n, _)| from + n)
    };
    if forward(0, WIDTH) == line.len() {
        return 0..line.len();
    }
    let start = line[..label].char_indices().rev().nth(LEAD - 1).map_or(0, |(n, _)| n);
    start..forward(start, WIDTH)
}

/// The text without characters that a terminal would obey.
fn visible(text: &str) -> String {
    let obeyed = |c: char| {
        (c.is_control() && c != '\t')
            || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if obeyed(c) { HIDDEN } else { c }).collect()
}

/// The byte of the excerpt that shows a byte of the text.
fn place(source: &Source, lines: &[Line], byte: usize) -> usize {
    let line = lines.iter().rev().find(|line| line.start <= byte);
    let Some(line) = line.or(lines.first()) else { return 0 };
    let text = source.line(line.number);
    let within = byte.saturating_sub(line.start).clamp(line.window.start, line.window.end);
    line.at + visible(text.get(line.window.start..within).unwrap_or("")).len()
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = <str as SourceCode>::read_span(&self.text, span, before, after)?;
        let column = self.columns.iter().find(|(at, _)| before == 0 && *at == span.offset());
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            contents.data(),
            *contents.span(),
            contents.line() + self.skipped,
            column.map_or(contents.column(), |(_, column)| *column),
            contents.line_count(),
        )))
    }
}
