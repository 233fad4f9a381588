//! Tests inside a definition, as written. Move texts stay text: they are read when the test runs.

use crate::ast::Name;
use crate::text::Spanned;

/// `test "name" { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name.
    pub name: Spanned<String>,
    /// Its lines, in order.
    pub lines: Vec<Spanned<TestLine>>,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestLine {
    /// `option NAME on`
    Option {
        /// The option.
        name: Name,
        /// Its value.
        on: bool,
    },
    /// `position "FEN"`
    Position(Spanned<String>),
    /// `play …`
    Play(Vec<PlayStep>),
    /// `expect …`, one or more
    Expect(Vec<Spanned<Expectation>>),
}

/// A move, or a bracket of moves with a number of repetitions.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayStep {
    /// A move's text.
    Move(Spanned<String>),
    /// `( … ) x2`
    Times(Vec<PlayStep>, Spanned<u32>),
}

/// Which moves are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum MovesFilter {
    /// All legal moves.
    All,
    /// `from e4`
    From(Name),
    /// `of N`
    Of(Name),
}

/// A result that a test can expect.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultWord {
    /// `White wins` (a player's name)
    Wins(Name),
    /// `draw`
    Draw,
    /// `ongoing`
    Ongoing,
}

/// A figure and its depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Number of plies.
    pub depth: Spanned<u32>,
    /// The figure; none is written `?`.
    pub nodes: Spanned<Option<u64>>,
    /// Where it comes from.
    pub basis: Basis,
}

/// Where a figure comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Basis {
    /// Nothing is said: its author answers for it.
    Stated,
    /// `unverified`: this program has counted it, and nobody else.
    Unverified,
    /// `from "…"`: who else has counted the same.
    From(Spanned<String>),
}

/// The words that `because` takes: why a move is illegal.
pub const REASONS: &[&str] = &[
    "over",
    "empty-square",
    "wrong-side",
    "no-square",
    "gives-check",
    "mates",
    "compulsory",
    "unbroken",
    "no-rule",
    "blocked",
    "condition",
    "check",
    "castling",
    "second-part",
    "promotion",
    "hand",
    "text",
];

/// The words that `by` takes: what ended a game.
pub const CAUSES: &[&str] = &[
    "checkmate",
    "stalemate",
    "no-moves",
    "place",
    "bare",
    "count",
    "material",
    "quiet",
    "repetition",
    "perpetual",
    "checks",
    "reach",
    "stuck",
    "passes",
    "look",
];

/// An expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// `legal M, M`
    Legal(Vec<Spanned<String>>),
    /// `illegal M, M because REASON`
    Illegal(Vec<Spanned<String>>, Option<Name>),
    /// `moves … are M, M` or `are none`
    Moves(MovesFilter, Vec<Spanned<String>>),
    /// `targets … are e5, e6` or `are none`
    Targets(MovesFilter, Vec<Spanned<String>>),
    /// `count 20`, `count from e4 = 3`
    Count(MovesFilter, Spanned<u64>),
    /// `check`, `no check`
    Check(bool),
    /// `checkmate`
    Checkmate,
    /// `stalemate`
    Stalemate,
    /// `White wins by CAUSE`, `draw`, `ongoing`
    Result(ResultWord, Option<Name>),
    /// `perft 1 = 20, 2 = 400`
    Perft(Vec<Figure>),
    /// `fen "…"`
    Fen(Spanned<String>),
    /// `refused "FEN" at 12`: the text, and the character (from 1) at which the report points
    Refused(Spanned<String>, Option<Spanned<u32>>),
}
