//! Patterns of phrases: words with a space between them. A word in small letters stands for itself, in either case; `a|b` for one
//! of several; `x?` may be missing; `^` is the place where reading stopped because something is missing; capitals are classes:
//!
//! `NUM` a number, also in words; `RANGE` as `1-3`; `NAME` a name; `ZONE` a name that is not nearly a word of the language; `LETTER` a piece's letter; `LETTERS` several with anything
//! between them; `SQ` a square; `SQS` a square or a block; `DIR` a direction; `CAP` a word with a capital letter that is none of the language; `WORD` any
//! word; `TEXT` a text in quotes; `WHAT` a word of conditions; `MOVE` a word with a square in it; `DOTS` two or more dots;
//! `PIPE` the sign `|`.
//!
//! In what is written for them `$1` is the first word of the phrase, `$2*2` twice the second, `$<2` and `$>2` the ends of a range,
//! `$_2` the second in small letters, `$^2` its first letter, as a capital.

use crate::diagnostics::{is_slip, nearest};
use crate::parse::phrases::Look;
use crate::parse::words::{DIRECTIONS, RESERVED, is_reserved, is_square};

/// A phrase in a text.
pub(super) struct Found {
    /// Number of its tokens.
    pub(super) tokens: usize,
    /// How telling it is: words of the pattern count more than classes, and names of anything least.
    pub(super) weight: usize,
    /// The text of each word of the pattern.
    pub(super) parts: Vec<String>,
}

/// Numbers in words.
const NUMBERS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("twofold", "2"),
    ("three", "3"),
    ("threefold", "3"),
    ("triple", "3"),
    ("four", "4"),
    ("fourfold", "4"),
    ("five", "5"),
    ("fivefold", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("ten", "10"),
    ("twenty", "20"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy-five", "75"),
    ("hundred", "100"),
];

/// The phrase that begins at a token, if it reaches the place where reading stopped.
pub(super) fn matches(pattern: &str, look: &Look<'_>, start: usize) -> Option<Found> {
    let mut at = start;
    let mut parts = Vec::new();
    let (mut reached, mut weight) = (false, 0);
    for element in pattern.split(' ') {
        if matches!(element, "^" | "^?") {
            let here = at == look.stop && look.sound;
            if element == "^" && !here {
                return None;
            }
            reached |= here;
            continue;
        }
        let (element, optional) = match element.strip_suffix('?') {
            Some(rest) if !rest.is_empty() => (rest, true),
            _ => (element, false),
        };
        match element_at(element, look, at) {
            Some((text, count)) => {
                reached |= (at..at + count).contains(&look.stop);
                weight += weight_of(element);
                parts.push(text);
                at += count;
            }
            None if optional => parts.push(String::new()),
            None => return None,
        }
    }
    (reached && at > start).then_some(Found { tokens: at - start, weight, parts })
}

fn weight_of(element: &str) -> usize {
    let weight = |one: &str| match one {
        "NAME" | "ZONE" | "WORD" => 0,
        class if class.bytes().all(|b| b.is_ascii_uppercase()) => 1,
        _ => 2,
    };
    element.split('|').map(weight).min().unwrap_or(0)
}

/// The text of an element, and the number of its tokens.
fn element_at(element: &str, look: &Look<'_>, at: usize) -> Option<(String, usize)> {
    match element {
        "LETTERS" => return letters(look, at),
        "DOTS" => {
            let dots = (at..).take_while(|t| look.slice(*t) == ".").count();
            return (dots > 1).then(|| ("..".to_owned(), dots));
        }
        _ => {}
    }
    let word = look.slice(at);
    let found = element.split('|').find_map(|one| class(one, word))?;
    (!word.is_empty()).then_some((found, 1))
}

fn class(kind: &str, word: &str) -> Option<String> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let first = word.chars().next()?;
    let holds = match kind {
        "NUM" => {
            let spelt = NUMBERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            return spelt
                .map(|(_, number)| (*number).to_owned())
                .or_else(|| digits(word).then(|| word.to_owned()));
        }
        "RANGE" => word.split_once('-').is_some_and(|(a, b)| digits(a) && digits(b)),
        "NAME" => first.is_ascii_lowercase() && !is_reserved(word) && !is_square(word),
        // A misspelt word of the language is none.
        "ZONE" => {
            class("NAME", word).is_some()
                && !matches!(word, "has" | "have" | "had")
                && nearest(word, RESERVED.iter().copied()).is_none_or(|near| !is_slip(word, near))
        }
        "LETTER" => first.is_ascii_uppercase() && word.len() == 1,
        "SQ" => is_square(word),
        "SQS" => is_square(word) || is_block(word),
        "DIR" => DIRECTIONS.contains(&word),
        "CAP" => first.is_ascii_uppercase() && word.len() > 1 && !is_reserved(&word.to_lowercase()),
        "WORD" => first.is_ascii_alphabetic(),
        "TEXT" => first == '"',
        "WHAT" => {
            matches!(word, "empty" | "friend" | "enemy" | "piece" | "royal" | "anything")
        }
        "MOVE" => {
            first.is_ascii_alphabetic()
                && word.len() > 3
                && word.bytes().any(|b| b.is_ascii_digit())
        }
        "PIPE" => word == "|",
        _ => kind.eq_ignore_ascii_case(word),
    };
    holds.then(|| word.to_owned())
}

fn is_block(word: &str) -> bool {
    word.split_once('-').is_some_and(|(a, b)| is_square(a) && is_square(b))
}

/// Letters with commas, strokes or words between them.
fn letters(look: &Look<'_>, start: usize) -> Option<(String, usize)> {
    let mut found = Vec::new();
    let mut at = start;
    let mut end = start;
    loop {
        let word = look.slice(at);
        if class("LETTER", word).is_some() {
            found.push(word);
            end = at + 1;
        } else if !matches!(word, "," | "or" | "and" | "/" | "|" | ";") || found.is_empty() {
            break;
        }
        at += 1;
    }
    (!found.is_empty()).then(|| (found.join(" "), end - start))
}

/// A text with the words of a phrase in it.
pub(super) fn fill(template: &str, parts: &[String]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let (end, after) = match after.strip_prefix(['<', '>', '_', '^']) {
            Some(rest) => (after.chars().next(), rest),
            None => (None, after),
        };
        let digit = after.chars().next().and_then(|c| c.to_digit(10)).unwrap_or(0) as usize;
        let part = digit.checked_sub(1).and_then(|n| parts.get(n)).map_or("", String::as_str);
        rest = after.get(1..).unwrap_or("");
        match end {
            Some('<') => out.push_str(part.split_once('-').map_or(part, |(a, _)| a)),
            Some('>') => out.push_str(part.split_once('-').map_or(part, |(_, b)| b)),
            Some('_') => out.push_str(&part.to_lowercase()),
            Some(_) => {
                let first = part.chars().find(char::is_ascii_alphabetic).unwrap_or('X');
                out.push(first.to_ascii_uppercase());
            }
            None => match rest.strip_prefix("*2") {
                Some(more) => {
                    let twice = part.parse::<u32>().map_or(0, |n| n.saturating_mul(2));
                    out.push_str(&twice.to_string());
                    rest = more;
                }
                None => out.push_str(part),
            },
        }
    }
    out += rest;
    // A word that may be missing leaves its space behind.
    out.replace("  ", " ")
}
