//! Colours of the line that is typed.

use crate::faces::repl::commands::{Meaning, meaning, without_comment};
use crate::faces::repl::known::{Certain, Known};
use crate::faces::repl::paint::{BAD, COMMAND, FAINT, GOOD};
use anstyle::Style;

/// The line with colours; its characters are the same.
pub(super) fn highlight(known: &Known, line: &str) -> String {
    if !known.colour {
        return line.to_owned();
    }
    let said = without_comment(line);
    let comment = painted(FAINT, &line[said.len()..]);
    let indent = said.len() - said.trim_start().len();
    let word_end = said[indent..].find(char::is_whitespace).map_or(said.len(), |at| indent + at);
    let (word, rest) = (&said[indent..word_end], &said[word_end..]);
    let text = said.trim();
    let (word, rest) = match meaning(known.table, word) {
        Meaning::Exact(entry) => (painted(COMMAND, word), argument(known, entry.name, rest)),
        _ if known.plays && matches!(known.certain(text), Certain::Legal(_)) => {
            (painted(GOOD, word), painted(GOOD, rest))
        }
        Meaning::Prefix(entry) => (painted(COMMAND, word), argument(known, entry.name, rest)),
        Meaning::Several(_) => (word.to_owned(), rest.to_owned()),
        Meaning::None if known.plays && known.certain(text) == Certain::Illegal => {
            (painted(BAD, word), painted(BAD, rest))
        }
        Meaning::None if !known.plays && !word.is_empty() => (painted(BAD, word), rest.to_owned()),
        Meaning::None => (word.to_owned(), rest.to_owned()),
    };
    format!("{}{word}{rest}{comment}", &said[..indent])
}

/// A move behind `why` is coloured like one that is played.
fn argument(known: &Known, command: &str, rest: &str) -> String {
    if command != "why" || rest.trim().is_empty() {
        return rest.to_owned();
    }
    match known.certain(rest.trim()) {
        Certain::Legal(_) => painted(GOOD, rest),
        Certain::Illegal => painted(BAD, rest),
        Certain::Open => rest.to_owned(),
    }
}

fn painted(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}
