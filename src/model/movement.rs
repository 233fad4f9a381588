//! How pieces move: trees without names.

use crate::ids::{PieceId, ZoneId};
use crate::text::Span;

/// A condition on a cell. Zones are the mover's, or his opponent's with `of_enemy`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Always.
    Anything,
    /// Nothing stands there.
    Empty,
    /// The mover's own piece.
    Friend,
    /// The opponent's piece.
    Enemy,
    /// Either's piece.
    Piece,
    /// Either's royal piece.
    Royal,
    /// Either's piece of that kind.
    Kind(PieceId),
    /// A cell of the zone.
    Zone {
        /// Which.
        zone: ZoneId,
        /// Whether the opponent's.
        of_enemy: bool,
    },
    /// An empty cell of the trail left by the opponent's last move, if the piece that left it is of that kind
    /// (any kind without). Stands only where something is captured, at most once in a condition and never below `Not`.
    Trail(Option<PieceId>),
    /// Not.
    Not(Box<Condition>),
    /// All.
    And(Vec<Condition>),
    /// At least one.
    Or(Vec<Condition>),
}

/// A direction or family of leaps; expands, for a player, to vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// One step, in eighths clockwise from north.
    Compass(u8),
    /// One step, in eighths clockwise from the player's forward.
    Relative(u8),
    /// Leaps of `long` one way and `short` to the side, `long >= short`, `long >= 1`: all turns and reflections, or the two
    /// (one, if they lie in that line) that point most nearly in a direction.
    Leap {
        /// The greater number.
        long: u8,
        /// The smaller.
        short: u8,
        /// What narrows it.
        toward: Option<Toward>,
    },
}

/// Where leaps of a family point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// Eighths clockwise from north.
    Compass(u8),
    /// Eighths clockwise from forward.
    Relative(u8),
}

/// A part of a walk.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// One after the other.
    Seq(Vec<Node>),
    /// Any one of them.
    Alt(Vec<Node>),
    /// `least` to `most` times; none: any number. The body takes at least one step each time.
    Repeat {
        /// What is repeated.
        body: Box<Node>,
        /// Least number of times.
        least: u32,
        /// Greatest number.
        most: Option<u32>,
    },
    /// One step in the direction faced.
    Step(Step),
    /// One step; the piece there changes sides. Its step captures nothing.
    Flip(Step),
    /// Face any one of these.
    Face(Vec<Direction>),
    /// Turn by any one of these, in eighths to the player's right.
    Turn(Vec<i8>),
    /// A look: the body is walked from here without moving; the walk goes on if it can be walked
    /// (cannot, if negated).
    Look {
        /// Whether it must not match.
        negated: bool,
        /// What is walked; begins with a `Face`.
        body: Box<Node>,
    },
    /// `then`: one walk ends here and the next begins. The piece must be able to stand here.
    Then,
    /// `again`: the piece stands here, and goes on by the same rule from its beginning.
    Again {
        /// Whether it may stop though it can go on.
        optional: bool,
    },
    /// `also`: the piece stands here; every way of the body from here is gone, and what they capture and flip is captured and
    /// flipped in the same move.
    Also {
        /// What is walked; begins with a `Face`.
        body: Box<Node>,
    },
    /// `placing`: the piece stands here; what follows leads to the cell where one of these is put.
    Place(PieceId),
    /// `stay`: the piece stands where this walk began. The last of its walk.
    Stay,
}

impl Node {
    /// Whether a part of it is wanted.
    #[must_use]
    pub fn has(&self, wanted: &dyn Fn(&Self) -> bool) -> bool {
        wanted(self)
            || match self {
                Self::Seq(nodes) | Self::Alt(nodes) => nodes.iter().any(|n| n.has(wanted)),
                Self::Repeat { body, .. } | Self::Look { body, .. } | Self::Also { body } => {
                    body.has(wanted)
                }
                _ => false,
            }
    }

    /// Whether what it does depends on more than its own way, so that it cannot be unrolled for every cell.
    #[must_use]
    pub fn runs_on_position(&self) -> bool {
        self.has(&|node| {
            matches!(node, Self::Flip(_) | Self::Again { .. } | Self::Also { .. } | Self::Place(_))
        })
    }
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the cell must be.
    pub test: Condition,
    /// Whether the piece there (or the owner of the trail) is removed. Then something must be there to remove, and it is no
    /// royal piece of the mover.
    pub capture: bool,
    /// Where it is written.
    pub span: Span,
}

/// Whether a rule moves a piece or drops one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// From the board.
    Move,
    /// From the hand. The first step of its path is the cell where the piece is put, without a direction.
    Drop,
}

/// A rule that makes moves.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Move or drop.
    pub kind: RuleKind,
    /// The walk. `step`, `slide` and `land` are spelt out: `land` is `Alt` of `Step(Empty)` and `Step(Enemy, capture)`.
    /// A rule's own `when` stands first in it.
    pub path: Node,
    /// `from`: of zones only.
    pub from: Option<Condition>,
    /// `to`: of the last cell, as it is before the move.
    pub to: Option<Condition>,
    /// `within`: of every cell entered (looks excepted); of zones only.
    pub within: Option<Condition>,
    /// `leaves trail`
    pub leaves_trail: bool,
    /// `without mate`: illegal if it mates.
    pub without_mate: bool,
    /// Where it is written.
    pub span: Span,
}

/// A promotion.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Whether the piece may stay what it is.
    pub optional: bool,
    /// Looks at the cell where the move ends.
    pub on: bool,
    /// Looks at the cell where it begins.
    pub from: bool,
    /// Where; of zones only.
    pub zone: Condition,
    /// Only to pieces of which the player has fewer than at the start.
    pub lost: bool,
    /// To what; not empty, each once.
    pub to: Vec<PieceId>,
    /// Where it is written.
    pub span: Span,
}
