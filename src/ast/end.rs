//! Ends of the game, as written.

use crate::ast::{Condition, Look, Name};
use crate::text::Spanned;

/// `end [moment] condition and condition … verdict`
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// `for White`, if written: only that player is meant.
    pub player: Option<Name>,
    /// `after own move` or `on own turn`, if written.
    pub moment: Option<Spanned<Moment>>,
    /// Conditions, all of which must hold; at least one.
    pub terms: Vec<Spanned<EndTerm>>,
    /// What happens to the player it speaks of.
    pub verdict: Spanned<Verdict>,
}

/// Of which player an end speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// `after own move`: the one who has just moved
    AfterOwnMove,
    /// `on own turn`: the one to move
    OnOwnTurn,
}

/// What happens to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `wins`
    Wins,
    /// `loses`
    Loses,
    /// `draws`
    Draws,
}

/// A condition, with `not` and `enemy` before it.
#[derive(Clone, Debug, PartialEq)]
pub struct EndTerm {
    /// `not`
    pub negated: bool,
    /// `enemy`: asked of his opponent
    pub enemy: bool,
    /// What is asked.
    pub condition: EndCondition,
    /// `twice`: it held before the last move too.
    pub twice: bool,
}

/// `<`, `<=`, `=`, `>=`, `>`
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

/// What an end asks.
#[derive(Clone, Debug, PartialEq)]
pub enum EndCondition {
    /// `checkmate`
    Checkmate,
    /// `stalemate`
    Stalemate,
    /// `no moves`
    NoMoves,
    /// `K in ZONE`, `P Q in ZONE`
    In {
        /// Letters.
        pieces: Vec<Name>,
        /// Where.
        zone: Spanned<Condition>,
    },
    /// `bare`
    Bare,
    /// `count P Q < 2`
    Count {
        /// Letters; none: pieces of any kind.
        pieces: Vec<Name>,
        /// How it compares.
        comparison: Comparison,
        /// With what.
        number: Spanned<u32>,
    },
    /// `count P Q > enemy`
    CountEnemy {
        /// Letters; none: pieces of any kind.
        pieces: Vec<Name>,
        /// How his number compares with that of his opponent.
        comparison: Comparison,
    },
    /// `stuck`
    Stuck,
    /// `passes 2`
    Passes(Spanned<u32>),
    /// `K when forward is enemy`
    Sees {
        /// Letters.
        pieces: Vec<Name>,
        /// What must hold where one of them stands.
        look: Look,
    },
    /// `material K vs K, K B vs K`: pairs of lists of letters
    Material(Vec<(Vec<Name>, Vec<Name>)>),
    /// `quiet 100 without P N`
    Quiet {
        /// Number of plies.
        plies: Spanned<u32>,
        /// Letters of the pieces whose moves are not quiet.
        without: Vec<Name>,
    },
    /// `repetition 3`
    Repetition(Spanned<u32>),
    /// `perpetual check`
    Perpetual,
    /// `checks 3`
    Checks(Spanned<u32>),
    /// `K can reach ZONE`
    CanReach {
        /// Letters.
        pieces: Vec<Name>,
        /// Where.
        zone: Spanned<Condition>,
    },
}
