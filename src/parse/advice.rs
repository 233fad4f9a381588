//! What to write instead, for the slips that people make most often.

use crate::parse::grammar::Expected;
use crate::parse::words::{COMPASS, Context, DIRECTIONS, is_reserved, is_square};
use std::borrow::Cow;

/// What stands at a place that cannot be read.
pub(super) struct Case<'a> {
    /// The word or sign.
    pub(super) word: &'a str,
    /// The word or sign before it.
    pub(super) before: &'a str,
    /// The word that began what was being read.
    pub(super) statement: &'a str,
    /// What may stand there.
    pub(super) expected: &'a [Expected],
}

impl Case<'_> {
    fn wants(&self, kind: &str) -> bool {
        self.expected.iter().any(|e| matches!(e, Expected::Kind(k, _) if *k == kind))
    }

    fn wants_sign(&self, sign: &str) -> bool {
        self.expected.iter().any(|e| matches!(e, Expected::Sign(s) if *s == sign))
    }
}

/// Advice, if the slip is a known one.
pub(super) fn advice(case: &Case<'_>) -> Option<String> {
    signs(case).or_else(|| atoms(case)).or_else(|| words(case))
}

/// What takes the place of the word or sign, where nothing else can have been meant.
pub(super) fn replacement(case: &Case<'_>) -> Option<Cow<'static, str>> {
    let square = case.wants_sign("&") || case.wants_sign("|");
    let instead = match case.word {
        "==" if case.wants("a comparison (`<`, `<=`, `=`, `>=`, `>`)") || case.wants_sign("=") => {
            Some("=")
        }
        "&&" if case.wants_sign("&") => Some("&"),
        "||" if case.wants_sign("|") => Some("|"),
        "or" if square => Some("|"),
        "and" if case.wants_sign(",") => Some(","),
        "," if case.wants("a piece's letter") || case.wants("an element of a walk") => Some(" "),
        _ => None,
    };
    instead.map(Cow::Borrowed).or_else(|| small_letter(case).map(Cow::Owned))
}

/// The letter of a piece that is written small.
fn small_letter(case: &Case<'_>) -> Option<String> {
    let [letter @ b'a'..=b'z'] = case.word.as_bytes() else { return None };
    case.wants("a piece's letter").then(|| char::from(letter.to_ascii_uppercase()).to_string())
}

/// Advice for a sign that begins nothing.
pub(super) fn signs_alone(case: &Case<'_>) -> Option<String> {
    signs(case)
}

/// Signs of other languages, and signs in the wrong place.
fn signs(case: &Case<'_>) -> Option<String> {
    let walking = case.wants("an element of a walk");
    let text = match case.word {
        "==" => "write `=`",
        "&&" => "write `&`",
        "||" => "write `|`",
        "!=" => "there is no `!=`: put `not` before the condition",
        ":=" | ":" if !case.before.is_empty() => {
            "nothing is written between a name and what it names"
        }
        "=" if matches!(
            case.statement,
            "zone" | "piece" | "option" | "board" | "game" | "setup"
        ) =>
        {
            "nothing is written between a name and what it names: delete the `=`"
        }
        "#" | "/*" | "--" => "a comment begins with `//`",
        ";" => "only the rules of a piece may be separated by `;`: delete it",
        "'" if case.wants("a text in quotes") => "a text stands between double quotes: `\"…\"`",
        "," if case.wants("a piece's letter") => "letters stand side by side, without commas",
        "," if walking => "the elements of a walk stand side by side, without commas",
        "|" if walking => "alternatives stand in brackets: `(a | b)`",
        sign if case.wants("a piece's letter")
            && !sign.is_empty()
            && !sign.chars().any(char::is_alphanumeric)
            && matches!(case.before, "piece" | "remove") =>
        {
            "a piece is named by one capital letter, as `K`; signs and digits mean something else in positions"
        }
        "," if case.statement == "players" => "a game has two players",
        "[" if case.wants_sign("{") => "write `{`, and `}` in the place of the `]`",
        "[" | "]" => "square brackets stand only in positions; write `(` and `)`, or `{` and `}`",
        "(" if case.wants_sign("{") && case.statement != "slide" => "write `{`",
        "!" if walking => "one `!` is enough",
        _ => return None,
    };
    Some(text.to_owned())
}

/// Letters, names, numbers and texts that are written another way.
fn atoms(case: &Case<'_>) -> Option<String> {
    let first = case.word.chars().next()?;
    let plain = case.word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !plain {
        return None;
    }
    let short = case.word.len() == 1;
    if let Some(letter) = small_letter(case) {
        return Some(format!("pieces have capital letters: write `{letter}`"));
    }
    if case.wants("a piece's letter") && !short && first.is_ascii_uppercase() {
        return Some(format!("a piece is named by one capital letter, as `{first}`"));
    }
    let only_text =
        case.expected.iter().all(|e| matches!(e, Expected::Kind("a text in quotes", _)));
    if only_text {
        return Some("a text stands between double quotes: `\"…\"`".to_owned());
    }
    let lower = case.word.to_lowercase().replace('_', "-");
    if lower != case.word && is_reserved(&lower) {
        return Some(format!("words of the language have small letters: write `{lower}`"));
    }
    let names = case.wants("a name")
        || case.wants("a condition on a square")
        || case.wants("an element of a walk");
    if case.statement == "zone" && case.wants("a name") && lower.split('-').all(is_square) {
        return Some(format!("a zone has a name before its squares: write `my-zone {lower}`"));
    }
    if names && lower != case.word {
        return Some(format!("names and squares have small letters: write `{lower}`"));
    }
    let number =
        case.word.strip_suffix(['x', 'X']).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    (case.statement == "board" && number)
        .then(|| "write the size without spaces, as `8x8`".to_owned())
}

/// Words that belong somewhere else.
fn words(case: &Case<'_>) -> Option<String> {
    let walking = case.wants("an element of a walk");
    let text = match case.word {
        "when" if walking => "within a walk, a look stands in brackets: `(when …)`".to_owned(),
        "to" | "from" | "within" | "leaves" if walking => {
            format!("`{}` is a clause of the whole rule: write it behind the braces", case.word)
        }
        "and" if case.wants_sign(",") => "write `,`".to_owned(),
        "and" if case.wants_sign("&") || walking => {
            "where both must hold for one square write `&`, where either is enough `|`".to_owned()
        }
        "or" if case.wants_sign("|") || walking => {
            "conditions on a square are joined by `|`".to_owned()
        }
        "not" if walking || case.wants("a condition on a square") => {
            "the opposite of a condition on a square is written with `!`".to_owned()
        }
        "capture"
            if case.statement != "walk"
                && case
                    .expected
                    .contains(&Expected::Kind("a clause", crate::parse::words::CLAUSES)) =>
        {
            "behind `step` and `slide` write `capturing …`".to_owned()
        }
        word if case.wants_sign("{")
            && matches!(case.statement, "walk")
            && !DIRECTIONS.contains(&word) =>
        {
            "the elements of a walk stand between braces: `walk any { … }`".to_owned()
        }
        word if case
            .expected
            .iter()
            .any(|e| matches!(e, Expected::Kind(_, w) if *w == COMPASS))
            && DIRECTIONS.contains(&word) =>
        {
            "a player's forward is one of the eight directions of the compass".to_owned()
        }
        _ => return None,
    };
    Some(text)
}

/// Advice for a word that begins nothing in its place, but does so elsewhere.
pub(super) fn elsewhere(word: &str, here: Context) -> Option<(String, String)> {
    let home = [Context::Items, Context::Rules, Context::Lines]
        .into_iter()
        .find(|c| *c != here && c.starters().contains(&word))?;
    let (what, help) = match (home, here) {
        (Context::Rules, _) => (
            "a rule of a piece, and stands in none here",
            "write it between the braces of a `piece`",
        ),
        (Context::Lines, _) => {
            ("a line of a test, and stands in none here", "write it between the braces of a `test`")
        }
        (_, Context::Lines) => (
            "a declaration, which stands outside of the tests",
            "write it behind the `}` of this test",
        ),
        _ => (
            "a declaration, which stands outside of the pieces",
            "write it behind the `}` of this piece",
        ),
    };
    Some((format!("`{word}` begins {what}"), help.to_owned()))
}
