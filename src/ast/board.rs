//! Board, players, zones, castling and the start position, as written.

use crate::ast::{Condition, Name};
use crate::text::{Span, Spanned};

/// `board …`. Equality takes no notice of places.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its shape.
    pub shape: BoardShape,
    /// `passable holes`, and where it stands.
    pub passable: Option<Span>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.passable.is_some() == other.passable.is_some()
    }
}

/// How the board is given.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardShape {
    /// `10x10 without f3-f6 g1`
    Size {
        /// Number of files.
        files: Spanned<u32>,
        /// Number of ranks.
        ranks: Spanned<u32>,
        /// Missing cells: squares (both ends the same) and blocks.
        without: Vec<Spanned<SquareRange>>,
    },
    /// A text a rank, from the top.
    Drawing(Vec<Spanned<String>>),
}

/// A block of squares between two corners, as written; one square has the same corner twice.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareRange {
    /// One corner.
    pub first: Name,
    /// The other.
    pub last: Name,
}

/// `players White forward north, Black mirrored`
#[derive(Clone, Debug, PartialEq)]
pub struct Players {
    /// Name of the player who moves first.
    pub first: Name,
    /// His forward.
    pub forward: Spanned<Forward>,
    /// Name of the other.
    pub second: Name,
    /// How the other sees the board.
    pub symmetry: Spanned<SecondPlayer>,
}

/// A compass direction, as a number of eighths of a turn clockwise from north: north 0, north-east 1 … north-west 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forward(pub u8);

/// The second player's symmetry.
pub type SecondPlayer = Symmetry;

/// How the second player sees the squares of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Mirrored so that forward is opposite.
    Mirrored,
    /// Turned by 180 degrees.
    Turned,
    /// The same squares and the same forward.
    Alike,
}

/// `zone NAME [both] EXPRESSION`
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Its name.
    pub name: Name,
    /// `both`: the same squares for both players.
    pub both: bool,
    /// Its squares.
    pub squares: Spanned<Condition>,
}

/// `castle K PATH with R …`
#[derive(Clone, Debug, PartialEq)]
pub struct Castle {
    /// Letter of the piece that is brought to safety.
    pub king: Name,
    /// Letter of the partner.
    pub partner: Name,
    /// Where the two begin and end.
    pub squares: CastleSquares,
}

/// Where the two pieces of a castling begin and end.
#[derive(Clone, Debug, PartialEq)]
pub enum CastleSquares {
    /// `e1-g1 with R h1-f1`
    Named {
        /// Its squares: the first is where it stands, the last where it ends (the first of a range).
        path: Vec<Name>,
        /// The last square of a range: `f1-g1..i1`.
        range_end: Option<Name>,
        /// Where the partner stands.
        partner_from: Name,
        /// Where it goes.
        partner_to: CastlePartner,
    },
    /// `from ZONE to g1 with R right of K to f1`
    Anywhere {
        /// Where it may begin.
        zone: Spanned<Condition>,
        /// Where it ends.
        to: Name,
        /// On which side of it the partner stands.
        side: Spanned<KingSide>,
        /// The letter of the piece again.
        beside: Name,
        /// Where the partner goes.
        partner_to: Name,
    },
}

/// A side of the king, as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingSide {
    /// `left`
    Left,
    /// `right`
    Right,
}

/// Where the partner of a castling ends.
#[derive(Clone, Debug, PartialEq)]
pub enum CastlePartner {
    /// On this square.
    Square(Name),
    /// `beside`: next to the king, on the side from which the king came.
    Beside,
}

/// The start position's text, without its quotes.
pub type SetupText = Spanned<String>;
