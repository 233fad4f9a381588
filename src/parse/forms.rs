//! How things are written: a model of each statement, and a sentence on each kind of thing that may stand in one.

use crate::parse::grammar::Expected;

/// A model of the statement that begins with a word.
const MODELS: &[(&str, &str)] = &[
    ("game", "game \"Tiny Chess\""),
    ("inventor", "inventor \"A. N. Author\""),
    ("about", "about \"Chess on twenty-five squares.\""),
    ("source", "source \"the author's page\""),
    ("extends", "extends \"other.variant\""),
    ("remove", "remove piece Q"),
    ("allow", "allow W0202 \"the zone is for a later version\""),
    ("board", "board 8x8"),
    ("players", "players White forward north, Black mirrored"),
    ("option", "option wild off \"pieces may be wild\""),
    ("zone", "zone last-rank rank 8"),
    ("piece", "piece N \"Leaper\" { step (2,1) }"),
    ("castle", "castle K e1-g1 with R h1-f1"),
    ("captures", "captures to hand"),
    ("must", "must capture"),
    ("passing", "passing allowed"),
    ("every", "every move places X anywhere"),
    ("setup", "setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""),
    ("end", "end checkmate loses"),
    ("test", "test \"first moves\" { expect count 20 }"),
    ("if", "if wild { step any }"),
    ("walk", "walk any { empty* capture enemy }"),
    ("step", "step forward-diagonal capturing enemy"),
    ("slide", "slide orthogonal {1,3}"),
    ("drop", "drop anywhere"),
    ("promote", "promote on last-rank to Q R"),
    ("may", "may promote on last-rank to Q R"),
    ("betza", "betza \"WF\""),
    ("position", "position \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""),
    ("play", "play e2-e4 e7-e5"),
    ("expect", "expect legal e2-e4, e2-e3"),
];

/// What things of a kind look like.
const KINDS: &[(&str, &str)] = &[
    (
        "a direction",
        "the directions are `forward`, `backward`, `left`, `right`, those between them such as `forward-left`, the sets `orthogonal`, `diagonal`, `any`, `sideways` and `lengthwise`, and leaps such as `(2,1)`",
    ),
    (
        "a condition on a square",
        "a condition is `empty`, `friend`, `enemy`, `piece`, the letter of a piece, or the name of a zone",
    ),
    (
        "an element of a walk",
        "between the braces stands, for one square after another, what must be there: `empty`, `friend`, `enemy`, `capture enemy`; `land` at the end moves or captures",
    ),
    (
        "a look",
        "a look names a direction and what stands there, `when forward is enemy`, or a walk, `when not walk diagonal { empty* enemy }`",
    ),
    (
        "what ends the game",
        "an end asks for `checkmate`, `stalemate`, `no moves`, `bare`, `K in ZONE`, `count P = 0`, `quiet 100`, `repetition 3`, `material K vs K` or `checks 3`",
    ),
    (
        "what is expected",
        "write `expect legal e2-e4`, `expect illegal e2-e5`, `expect targets from e2 are e3, e4`, `expect count 20`, `expect check`, `expect checkmate`, `expect draw`, `expect White wins` or `expect perft 1 = 20`",
    ),
    ("a piece's letter", "a piece is named by one capital letter, as `K`"),
    ("a name", "a name has small letters and dashes, as `second-rank`"),
    ("a move such as `e2-e4`", "a move names where it begins and where it ends, as `e2-e4`"),
];

/// A model of a statement.
pub(super) fn model(statement: &str) -> Option<&'static str> {
    MODELS.iter().find(|(word, _)| *word == statement).map(|(_, model)| *model)
}

/// What that which may stand at a place looks like, if one sentence says it.
pub(super) fn describe(expected: &[Expected], statement: &str) -> Option<&'static str> {
    if statement == "zone" && expected.iter().any(|e| is(e, "a condition on a square")) {
        return Some(
            "squares are written `d4`, `d4-e5`, `rank 2`, `files a-c`, or as the name of another zone",
        );
    }
    KINDS.iter().find(|(kind, _)| expected.iter().any(|e| is(e, kind))).map(|(_, text)| *text)
}

fn is(expected: &Expected, kind: &str) -> bool {
    matches!(expected, Expected::Kind(k, _) if *k == kind)
}

#[cfg(test)]
mod tests {
    use crate::parse::forms::{MODELS, model};
    use crate::parse::parse;
    use crate::parse::words::{ITEMS, LINES, RULES};
    use crate::text::{FileId, Source};

    #[test]
    fn every_statement_has_a_model_that_can_be_read() {
        for word in ITEMS.iter().chain(RULES).chain(LINES) {
            let model = model(word).unwrap_or_else(|| panic!("`{word}` has none"));
            let text = match word {
                word if *word != "option" && LINES.contains(word) => {
                    format!("test \"x\" {{ {model} }}")
                }
                word if RULES.contains(word) => format!("piece X {{ {model} }}"),
                _ => model.to_owned(),
            };
            let (_, told) = parse(&Source::new("model", text), FileId(0));
            assert!(told.is_empty(), "{model}: {told:?}");
        }
        assert!(MODELS.iter().all(|(word, model)| model.starts_with(word)));
    }
}
