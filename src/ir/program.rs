//! Walks as small programs: a non-deterministic automaton over the board. The instruction set is documented here and nowhere else.

use crate::ids::{CellSet, Code, ConditionId, DirectionId, PlayerId, RuleId};

/// An instruction. A run has a cell, a direction, the cell where its present walk began, and a list of captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Goes on in each of `faces[start..start + len]`.
    Face {
        /// First of them.
        start: u16,
        /// How many.
        len: u16,
    },
    /// Goes on turned clockwise by each of `turns[start..start + len]` eighths.
    Turn {
        /// First of them.
        start: u16,
        /// How many.
        len: u16,
    },
    /// Steps on in the direction faced; the cell must satisfy the condition. A missing cell counts as empty.
    Step {
        /// The condition.
        test: ConditionId,
        /// Whether what stands there (or the owner of the trail) is removed.
        capture: bool,
    },
    /// The first of a drop: goes on from every cell that satisfies the condition.
    Put {
        /// The condition.
        test: ConditionId,
    },
    /// Goes on at the next instruction and at `other`.
    Fork {
        /// The other place.
        other: u16,
    },
    /// Goes on at a place.
    Jump {
        /// The place.
        to: u16,
    },
    /// Runs what follows, up to `Match`, without moving; goes on at `end` if it matches (does not, if negated).
    Look {
        /// Whether it must not match.
        negated: bool,
        /// Where to go on.
        end: u16,
    },
    /// The end of a look: it matches. Not on a missing cell.
    Match,
    /// A walk ends and the next begins: the piece must be able to stand here.
    Then,
    /// As `Step`; the piece there changes sides.
    Flip {
        /// The condition.
        test: ConditionId,
    },
    /// The piece stands here. Goes on at the start of the program, if that leads anywhere; else, or if it may stop, at the next.
    Again {
        /// Whether it may stop though it can go on.
        optional: bool,
    },
    /// The piece stands here. Runs what follows, up to `Match`, by every way; goes on at `end` with all that these capture and flip.
    Also {
        /// Where to go on.
        end: u16,
    },
    /// The piece stands here. What follows leads to the empty cell where this is put.
    Place {
        /// What is put.
        piece: Code,
    },
    /// The piece stands where the present walk began.
    Stay,
    /// The end: a move, if the piece can stand where it ends.
    Accept,
}

/// The program of one rule for one player.
#[derive(Clone, Debug)]
pub struct Program {
    /// The rule that it was made from.
    pub rule: RuleId,
    /// Whose moves it makes.
    pub player: PlayerId,
    /// The piece that moves.
    pub piece: Code,
    /// Whether it drops the piece; then it begins with `Put`.
    pub drop: bool,
    /// Instructions; the first is the start.
    pub ops: Vec<Op>,
    /// Directions named by `Face`.
    pub faces: Vec<DirectionId>,
    /// Turns named by `Turn`.
    pub turns: Vec<u8>,
    /// Cells from which it may start; all, if none is given.
    pub from: Option<CellSet>,
    /// What the last cell must be before the move.
    pub to: Option<ConditionId>,
    /// Cells that it may enter; all, if none is given.
    pub within: Option<CellSet>,
    /// Whether the cells passed can be captured on.
    pub leaves_trail: bool,
    /// Whether many ways may lead to the same place, so that a run must remember where it has been.
    pub tangled: bool,
}

impl Program {
    /// Whether it has instructions that cannot be unrolled for every cell: it is run on each position.
    #[must_use]
    pub fn runs_on_position(&self) -> bool {
        self.ops.iter().any(|op| {
            matches!(op, Op::Flip { .. } | Op::Again { .. } | Op::Also { .. } | Op::Place { .. })
        })
    }
}
