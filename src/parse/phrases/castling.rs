//! Castling.

use crate::parse::phrases::Cure::{Likely, Sure, Tell};
use crate::parse::phrases::{At, Row, row};

const CASTLE: At = At::In(&["castle"]);

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row(CASTLE, "castle none", "castle none|no|never|off|not|false|disabled", Tell, "a game without castling has no such line: leave it out; where the parent's castlings shall go, write `remove castles`"),
    row(CASTLE, "castle yes", "castle yes|on|allowed|true|standard|normal|as|like|both|O-O|O-O-O|0-0|0-0-0", Tell, "each castling is written with its squares: `castle K e1-g1 with R h1-f1`"),
    row(CASTLE, "castle kingside K e1-g1 with R h1-f1", "kingside|queenside|king-side|queen-side|short|long|left|right|white|black", Sure(""),
        "the squares say which castling it is"),
    row(CASTLE, "castle King e1-g1 with R h1-f1", "castle CAP", Tell, "pieces are named by their letters: `castle K e1-g1 with R h1-f1`"),
    row(CASTLE, "castle e1-g1 with R h1-f1", "castle SQS", Likely("castle K $2"),
        "the letter of the piece comes first"),
    row(CASTLE, "castle K e1-g1 with h1-f1", "with SQS", Likely("with R $2"),
        "the letter of the piece comes first"),
    row(CASTLE, "castle K e1 to g1 with R h1-f1", "SQ to|->|,|-|> >? SQ", Sure("$1-$4"), ""),
    row(CASTLE, "castle K e1 g1 with R h1-f1", "SQ SQ", Sure("$1-$2"), ""),
    row(CASTLE, "castle K e1-g1 with R h1..f1", "SQ DOTS SQ", Sure("$1-$3"), ""),
    row(CASTLE, "castle K e1-g1 R h1-f1", "SQS LETTER SQS", Sure("$1 with $2 $3"), ""),
    row(CASTLE, "castle K e1-g1 and R h1-f1", "and|,|&|+|;|/|or LETTER SQ|SQS", Sure("with $2 $3"),
        ""),
    row(CASTLE, "castle K e1-g1", "SQS ^", Tell, "the partner comes behind `with`: `castle K e1-g1 with R h1-f1`"),
    row(CASTLE, "castle K with R", "LETTER with LETTER", Tell, "each castling is written with its squares: `castle K e1-g1 with R h1-f1`"),
];
