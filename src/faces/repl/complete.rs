//! What Tab proposes.

use crate::faces::repl::commands::{Arg, Meaning, meaning};
use crate::faces::repl::known::Known;

/// Proposals for the word at the end of a text: where it begins, and the words.
pub(super) fn complete(known: &Known, text: &str) -> (usize, Vec<String>) {
    let start = text
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let word = &text[start..];
    let before: Vec<&str> = text[..start].split_whitespace().collect();
    let Some((command, args)) = before.split_first() else {
        let names = known
            .table
            .iter()
            .map(|e| e.name.to_owned())
            .filter(|n| n.starts_with(&word.to_lowercase()));
        let mut all: Vec<String> = names.collect();
        if known.plays {
            all.extend(known.moves_like(word).into_iter().map(str::to_owned));
        }
        return (start, all);
    };
    let (Meaning::Exact(entry) | Meaning::Prefix(entry)) = meaning(known.table, command) else {
        return (start, Vec::new());
    };
    let Some(arg) = entry.args.get(args.len()).or(entry.args.last()) else {
        return (start, Vec::new());
    };
    (start, proposals(known, *arg, word, args))
}

/// Whether the word at the end of a text is a file's name.
pub(super) fn wants_file(known: &Known, text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let begun = text.trim_start().contains(char::is_whitespace);
    let entry = match meaning(known.table, first) {
        Meaning::Exact(entry) | Meaning::Prefix(entry) => entry,
        _ => return false,
    };
    begun && entry.args.first() == Some(&Arg::File)
}

fn proposals(known: &Known, arg: Arg, word: &str, args: &[&str]) -> Vec<String> {
    let low = word.to_lowercase();
    let like = |all: &[String]| -> Vec<String> {
        all.iter().filter(|s| s.to_lowercase().starts_with(&low)).cloned().collect()
    };
    let words = |all: &[&str]| -> Vec<String> {
        all.iter().filter(|s| s.starts_with(&low)).map(|s| (*s).to_owned()).collect()
    };
    let moves = || known.moves_like(word).into_iter().map(str::to_owned).collect::<Vec<_>>();
    match arg {
        Arg::Move => moves(),
        Arg::Square => like(&known.squares),
        Arg::SquareOrPiece => {
            [like(&known.pieces), like(&known.squares), words(&["--pseudo"])].concat()
        }
        Arg::MoveOrSquare => [like(&known.squares), moves()].concat(),
        Arg::Piece => known.pieces.iter().filter(|s| s.starts_with(word)).cloned().collect(),
        Arg::Side => like(&known.sides),
        Arg::Option => like(&known.options),
        Arg::OnOff => words(&["on", "off"]),
        Arg::Command => words(&known.table.iter().map(|e| e.name).collect::<Vec<_>>()),
        Arg::Setting => words(&["pieces", "colour"]),
        Arg::Value if args.last() == Some(&"pieces") => words(&["letters", "unicode"]),
        Arg::Value => words(&["auto", "always", "never"]),
        Arg::Test => like(&known.tests),
        Arg::Words(all) => words(all),
        Arg::File | Arg::Free => Vec::new(),
    }
}
