//! What Enter would do, shown faintly behind the line.

use crate::faces::repl::commands::{Meaning, meaning, without_comment};
use crate::faces::repl::known::{Certain, Known};

/// A hint: what is shown, and what the right arrow would add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) display: String,
    pub(super) completion: Option<String>,
}

impl rustyline::hint::Hint for Shown {
    fn display(&self) -> &str {
        &self.display
    }

    fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

/// What Enter would do with a line.
pub(super) fn hint(known: &Known, line: &str) -> Option<Shown> {
    let text = without_comment(line);
    let word = text.split_whitespace().next()?;
    let alone = text.trim_end() == text && text.trim() == word;
    let shown = |display: String, completion: Option<String>| Some(Shown { display, completion });
    match meaning(known.table, word) {
        Meaning::Exact(entry) if alone => {
            let usage =
                if entry.usage.is_empty() { String::new() } else { format!(" {}", entry.usage) };
            return shown(format!("{usage}  {}", first_clause(entry.about)), None);
        }
        Meaning::Exact(entry) | Meaning::Prefix(entry) if !alone => {
            let given = text.split_whitespace().count() > 1;
            return if given || entry.usage.is_empty() {
                None
            } else {
                shown(entry.usage.to_owned(), None)
            };
        }
        _ => {}
    }
    if known.plays {
        if let Certain::Legal(number) = known.certain(text) {
            let canonical = known.moves.get(number)?;
            return shown(format!("  plays {canonical}"), None);
        }
        if let [one] = known.moves_like(text).as_slice()
            && let Some(rest) = one
                .get(text.len()..)
                .filter(|_| one.to_lowercase().starts_with(&text.to_lowercase()))
        {
            return shown(rest.to_owned(), Some(rest.to_owned()));
        }
    }
    match meaning(known.table, word) {
        Meaning::Prefix(entry) => {
            let rest = entry.name.get(word.len()..).unwrap_or("").to_owned();
            let usage =
                if entry.usage.is_empty() { String::new() } else { format!(" {}", entry.usage) };
            shown(format!("{rest}{usage}  {}", first_clause(entry.about)), Some(rest))
        }
        Meaning::Several(all) => shown(format!("  {}", all.join(", ")), None),
        _ if known.plays && known.certain(text) == Certain::Illegal => {
            shown("  is no legal move".to_owned(), None)
        }
        _ => None,
    }
}

/// As much of a sentence as fits behind a line.
fn first_clause(text: &str) -> &str {
    text.split([',', ';', ':']).next().unwrap_or(text)
}
