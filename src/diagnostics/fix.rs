//! Applies the certain cures of problems to a text.

use crate::diagnostics::{Diagnostic, Fix};
use crate::text::FileId;
use std::ops::Range;

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The code of the problem.
    pub code: &'static str,
    /// First byte, in the text as it was.
    pub start: usize,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// The text with every certain cure of problems in it, and what was changed, in the order of the text. Of cures that overlap only
/// the first is applied; of a problem with several changes all or none.
#[must_use]
pub fn apply_fixes(text: &str, file: FileId, problems: &[Diagnostic]) -> (String, Vec<Applied>) {
    let mut chosen: Vec<(Range<usize>, &Fix, &'static str)> = Vec::new();
    for problem in problems {
        let fits = |fix: &Fix| {
            let range = fix.span.start as usize..fix.span.end as usize;
            let free = |(other, ..): &(Range<usize>, &Fix, &str)| {
                let apart = range.end <= other.start || range.start >= other.end;
                apart && range != *other
            };
            fix.certain
                && fix.span.file == file
                && text.get(range.clone()).is_some()
                && chosen.iter().all(free)
        };
        if problem.fixes.iter().all(fits) {
            let ranges = problem.fixes.iter().map(|fix| (range_of(text, fix), fix, problem.code));
            chosen.extend(ranges.collect::<Vec<_>>());
        }
    }
    chosen.sort_by_key(|(range, ..)| range.start);
    let (mut out, mut applied, mut at) = (String::new(), Vec::new(), 0);
    for (range, fix, code) in chosen {
        if range.start < at {
            continue;
        }
        out.push_str(&text[at..range.start]);
        let after = spaced(text, &range, &fix.replacement);
        out.push_str(&after);
        applied.push(Applied {
            code,
            start: range.start,
            before: text[range.clone()].to_owned(),
            after,
        });
        at = range.end;
    }
    out.push_str(&text[at..]);
    (out, applied)
}

/// What is put in the place of these bytes: apart from the words on either side.
#[must_use]
pub fn spaced(text: &str, range: &Range<usize>, replacement: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    // A sign in the place of a sign joins what that joined.
    let sign = |text: &str| !text.is_empty() && !text.chars().any(char::is_alphanumeric);
    if sign(replacement) && text.get(range.clone()).is_some_and(sign) {
        return replacement.to_owned();
    }
    let meet = |a: Option<char>, b: Option<char>| a.is_some_and(word) && b.is_some_and(word);
    let (mut before, mut behind) = (text[..range.start].chars(), text[range.end..].chars());
    let (first, last) = (replacement.chars().next(), replacement.chars().next_back());
    let left = if meet(before.next_back(), first) { " " } else { "" };
    let right = if meet(last, behind.next()) { " " } else { "" };
    format!("{left}{replacement}{right}")
}

/// What a change replaces: where something is taken out, the space before it goes too, and a line that is left empty.
pub(super) fn range_of(text: &str, fix: &Fix) -> Range<usize> {
    let (mut start, mut end) = (fix.span.start as usize, fix.span.end as usize);
    if !fix.replacement.is_empty() || start == end {
        return start..end;
    }
    let blank = [' ', '\t'];
    let line_begins = text[..start].trim_end_matches(blank).len();
    let rest = &text[end..];
    let rest_begins = end + (rest.len() - rest.trim_start_matches(blank).len());
    let alone = text[..line_begins].is_empty() || text[..line_begins].ends_with('\n');
    let after = &text[rest_begins..];
    if alone && (after.is_empty() || after.starts_with(['\n', '\r'])) {
        start = line_begins;
        end = rest_begins + after.find('\n').map_or(after.len(), |n| n + 1);
    } else if after.is_empty() || after.starts_with(['\n', '\r']) || rest_begins > end {
        start = line_begins;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::{Diagnostic, apply_fixes};
    use crate::text::{FileId, Span};

    fn problem(start: usize, end: usize, after: &str) -> Diagnostic {
        Diagnostic::error("E0101", "x").fix(Span::new(FileId(0), start, end), after)
    }

    #[test]
    fn changes_are_made_together() {
        let text = "stpe any\nallow W0202 \"x\"\nslied any";
        let all = [problem(0, 4, "step"), problem(9, 24, ""), problem(25, 30, "slide")];
        let (fixed, applied) = apply_fixes(text, FileId(0), &all);
        assert_eq!(fixed, "step any\nslide any");
        assert_eq!(applied.len(), 3);
        assert_eq!(applied[0].before, "stpe");
    }

    #[test]
    fn what_overlaps_or_is_elsewhere_is_left() {
        let all = [problem(0, 4, "step"), problem(2, 6, "x"), problem(50, 60, "y")];
        assert_eq!(apply_fixes("stpe any", FileId(0), &all).0, "step any");
        assert_eq!(apply_fixes("stpe any", FileId(1), &all).1, []);
        let text = "slide any leaves trail to empty";
        assert_eq!(apply_fixes(text, FileId(0), &[problem(10, 22, "")]).0, "slide any to empty");
    }
}
