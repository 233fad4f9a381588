//! Whether what a cure puts in the place of something can be read there: only then may it be called certain.

use crate::parse::explain::found_at;
use crate::parse::grammar::{Rule, read};
use crate::parse::words::{ITEMS, LINES, RULES, is_word_byte};
use std::ops::Range;

/// Most bytes behind a cure that are read with it.
const BEHIND: usize = 4096;

/// Longest statement that is read again, up to its cure.
const BEFORE: usize = 16_384;

/// The rule of the grammar by which a statement is read that begins with a word; none if nothing begins so.
pub(super) fn entry(word: &str) -> Option<Rule> {
    Some(match word {
        "piece" => Rule::piece_entry,
        "test" => Rule::test_entry,
        "if" => Rule::if_entry,
        word if RULES.contains(&word) => Rule::rule_entry,
        word if ITEMS.contains(&word) => Rule::item_entry,
        word if LINES.contains(&word) => Rule::line_entry,
        _ => return None,
    })
}

/// Whether the statement that begins at a byte of the text can be read beyond `range` and the word behind it, if `instead` takes
/// the place of that range. Where `instead` begins something new, that is read too.
pub(super) fn mends(text: &str, statement: usize, range: &Range<usize>, instead: &str) -> bool {
    if range.start.saturating_sub(statement) > BEFORE {
        return false;
    }
    let mut end = text.len().min(range.end + BEHIND);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let Some((before, behind)) = text.get(statement..range.start).zip(text.get(range.end..end))
    else {
        return false;
    };
    let new = format!("{before}{instead}{behind}");
    let cured = before.len()..before.len() + instead.len();
    goes_on(&new, cured, end < text.len())
}

fn goes_on(text: &str, cured: Range<usize>, cut: bool) -> bool {
    let first = text.bytes().take_while(|b| is_word_byte(*b)).count();
    let Some(rule) = entry(&text[..first]) else { return false };
    match read(rule, text) {
        Ok(pair) => {
            let end = pair.as_span().end();
            let rest = text.get(cured.start..).unwrap_or("");
            let new = cured.start > 0 && end <= cured.start && cured.end > cured.start;
            let signs =
                rest.len() - rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).len();
            !new || goes_on(&rest[signs..], 0..cured.len().saturating_sub(signs), cut)
        }
        Err(error) => {
            let stop = found_at(text, error.offset);
            let next = found_at(text, cured.end);
            (cut && stop.is_empty()) || (!next.is_empty() && stop.start >= next.end)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::cures::mends;

    fn cured(text: &str, wrong: &str, instead: &str) -> bool {
        let at = text.find(wrong).expect("it is there");
        mends(text, 0, &(at..at + wrong.len()), instead)
    }

    #[test]
    fn a_cure_can_be_read_in_its_place() {
        assert!(cured("step forwards, left }", "forwards", "forward"));
        assert!(cured("step forwards, bakward }", "forwards", "forward"));
        assert!(cured("end stalemate draw piece K {", "draw", "draws"));
        assert!(cured("step any, slide left }", ", slide", "; slide"));
        assert!(!cured("remove end checkmate", "end", "ends"));
        assert!(!cured("step (2,1,1) }", "1,1", "(1,1)"));
    }

    #[test]
    fn what_begins_something_new_is_read_too() {
        assert!(cured("must capture peice K {", "peice", "piece"));
        assert!(!cured("must capture pieces game \"X\"", "pieces", "piece"));
        assert!(!cured("end stalemate draws games", "games", "game"));
    }
}
