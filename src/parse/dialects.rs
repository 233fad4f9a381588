//! Other languages for chess variants, recognised in order to say how their words are written here.

use crate::diagnostics::Diagnostic;
use crate::text::Span;

/// A language that this one is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Bracketed lists: `(piece (name Leaper) …)`.
    Lists,
    /// Lines with a key and a value: `maxRank = 10`.
    Keys,
    /// Objects of JSON: `{ "board": "8x8" }`.
    Objects,
}

/// What the words of other languages are here.
const WORDS: &[(&str, &str)] = &[
    ("game", "game \"…\""),
    ("title", "game \"…\""),
    ("description", "about \"…\""),
    ("players", "players White forward north, Black mirrored"),
    ("board", "board 8x8"),
    ("grid", "board 8x8"),
    ("dimensions", "board 8x8"),
    ("maxfile", "board 8x8"),
    ("maxrank", "board 8x8"),
    ("zone", "zone last-rank rank 8"),
    ("piece", "piece N \"Leaper\" { step (2,1) }"),
    ("moves", "piece N \"Leaper\" { step (2,1) }"),
    ("drops", "drop anywhere"),
    ("piecedrops", "drop anywhere"),
    ("board-setup", "setup \"…\""),
    ("startfen", "setup \"…\""),
    ("win-condition", "end … wins"),
    ("loss-condition", "end … loses"),
    ("draw-condition", "end … draws"),
    ("checkmated", "end checkmate loses"),
    ("stalemated", "end stalemate draws"),
    ("stalematevalue", "end stalemate draws"),
    ("nmoverule", "end quiet 100 without P draws"),
    ("nfoldrule", "end repetition 3 draws"),
    ("promotionrank", "promote on last-rank to Q N"),
    ("promotionpiecetypes", "promote on last-rank to Q N"),
    ("promotionregionwhite", "promote on last-rank to Q N"),
    ("castling", "castle K e1-g1 with R h1-f1"),
    ("flagregionwhite", "end after own move K in ZONE wins"),
    ("flagpiece", "end after own move K in ZONE wins"),
];

/// The form that this language gives to a word of another.
fn here(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    if let Some((_, form)) = WORDS.iter().find(|(known, _)| *known == lower) {
        return Some((*form).to_owned());
    }
    (lower.starts_with("custompiece") || lower == "king" || lower == "pawn")
        .then(|| "piece A \"Name\" { betza \"…\" }".to_owned())
}

/// The report for the first place at which another language is met. `word` is its keyword, if there is one.
pub(super) fn report(dialect: Dialect, word: &str, span: Span) -> Diagnostic {
    let (what, general) = match dialect {
        Dialect::Lists => (
            "this is written in bracketed lists, as Zillions of Games and Ludii read them",
            "here a declaration begins with its own word, without brackets around it",
        ),
        Dialect::Keys => (
            "this is written as keys and values, as a variants.ini has them",
            "here a declaration begins with its own word, without section heads and `=`",
        ),
        Dialect::Objects => (
            "this is written as JSON",
            "here a declaration begins with its own word, without braces, colons and commas",
        ),
    };
    let help = match here(word) {
        Some(form) => format!("{general}; for `{word}` write `{form}`"),
        None => format!("{general}, as `board 8x8` or `piece N \"Leaper\" {{ step (2,1) }}`"),
    };
    Diagnostic::error("E0115", what).label(span, "from another language").help(help)
}
