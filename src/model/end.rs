//! Ends of the game.

use crate::ids::{PieceId, PlayerId};
use crate::model::{Condition, Node};
use crate::text::Span;

/// Of which player an end speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The one who has just moved.
    AfterOwnMove,
    /// The one to move.
    OnOwnTurn,
}

/// What happens to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He wins.
    Wins,
    /// He loses.
    Loses,
    /// A draw.
    Draws,
}

/// An end: the first whose conditions all hold decides.
#[derive(Clone, Debug)]
pub struct End {
    /// Of whom it speaks.
    pub moment: Moment,
    /// Only if that is this player.
    pub player: Option<PlayerId>,
    /// Conditions; at least one.
    pub terms: Vec<EndTerm>,
    /// What happens to him.
    pub verdict: Verdict,
    /// Where it is written.
    pub span: Span,
}

/// A condition of an end.
#[derive(Clone, Debug)]
pub struct EndTerm {
    /// `not`
    pub negated: bool,
    /// Asked of his opponent.
    pub enemy: bool,
    /// What is asked.
    pub condition: EndCondition,
    /// `twice`: it held before the last move too.
    pub twice: bool,
}

/// How a count compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// `count P Q < 2`
#[derive(Clone, Debug)]
pub struct Count {
    /// Kinds counted; all kinds if empty.
    pub pieces: Vec<PieceId>,
    /// How it compares.
    pub comparison: Comparison,
    /// With what.
    pub number: u32,
}

/// What an end asks of a player.
#[derive(Clone, Debug)]
pub enum EndCondition {
    /// To move, no legal move, a royal piece attacked.
    Checkmate,
    /// To move, no legal move, no royal piece attacked.
    Stalemate,
    /// To move, no legal move.
    NoMoves,
    /// One of the pieces stands in the zone.
    In {
        /// Kinds.
        pieces: Vec<PieceId>,
        /// Where; of zones only, seen by the player asked.
        zone: Condition,
    },
    /// No piece but royal ones on the board, nothing in hand.
    Bare,
    /// So many pieces on the board.
    Count(Count),
    /// His number of pieces compared with that of his opponent.
    CountEnemy {
        /// Kinds counted; all kinds if empty.
        pieces: Vec<PieceId>,
        /// How it compares.
        comparison: Comparison,
    },
    /// He has, or would have, no legal move but passing.
    Stuck,
    /// So many passes one after the other.
    Passes(u32),
    /// From one of these pieces a look holds.
    Sees {
        /// Kinds.
        pieces: Vec<PieceId>,
        /// The look: a sequence of [`Node::Look`].
        look: Node,
    },
    /// Exactly these pieces on the board and in both hands; each list sorted, either player's on either side.
    Material(Vec<(Vec<PieceId>, Vec<PieceId>)>),
    /// So many plies without a capture, a drop or a move of one of these.
    Quiet {
        /// Number of plies.
        plies: u32,
        /// Kinds whose moves are not quiet.
        without: Vec<PieceId>,
    },
    /// The same position for that time.
    Repetition(u32),
    /// Since the position first occurred he has given check with every move.
    Perpetual,
    /// He has given so many checks.
    Checks(u32),
    /// To move, with a legal move that brings one of the pieces into the zone.
    CanReach {
        /// Kinds.
        pieces: Vec<PieceId>,
        /// Where.
        zone: Condition,
    },
}
