//! Conditions on a square.

use crate::ast::Name;
use crate::text::Spanned;

/// A condition on a square, as written. Also the expression of a zone.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A word.
    Word(Word),
    /// `!x`
    Not(Box<Spanned<Condition>>),
    /// `x & y`, two or more
    And(Vec<Spanned<Condition>>),
    /// `x | y`, two or more; also squares and blocks side by side in a zone
    Or(Vec<Spanned<Condition>>),
}

/// The words of conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// `empty`
    Empty,
    /// `friend`
    Friend,
    /// `enemy`
    Enemy,
    /// `piece`
    Piece,
    /// `royal`
    Royal,
    /// `anything`
    Anything,
    /// A piece's letter.
    Letter(String),
    /// A zone's name; `of_enemy` for `NAME of enemy`.
    Zone {
        /// The zone.
        name: String,
        /// Whether the opponent's is meant.
        of_enemy: bool,
    },
    /// `trail`, `trail of P`
    Trail(Option<Name>),
    /// A square, in zones: `d4`
    Square(String),
    /// A block, in zones: `d4-e5`
    Block(Name, Name),
    /// `rank 2`, `ranks 1-5`: first and last
    Ranks(Spanned<u32>, Spanned<u32>),
    /// `file a`, `files a-c`: first and last, as letters
    Files(Name, Name),
}
