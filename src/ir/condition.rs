//! Compiled conditions: for each cell, the set of codes that satisfy it. Zones and players are gone.

use crate::ids::{Cell, Mask};

/// A set of codes for each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellMasks {
    /// The same everywhere.
    Uniform(Mask),
    /// By cell.
    ByCell(Box<[Mask]>),
}

impl CellMasks {
    /// The codes allowed on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Mask {
        match self {
            Self::Uniform(mask) => *mask,
            Self::ByCell(masks) => masks[cell.index()],
        }
    }
}

/// What a condition says of an empty cell that lies on the trail of the opponent's last move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrailTest {
    /// Codes of the pieces whose trail counts.
    pub owners: Mask,
    /// Cells on which it may be captured: those whose mask has the empty code.
    pub cells: CellMasks,
}

/// A condition, for one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// What may stand on the cell. Of a capture: never nothing, never a royal friend.
    pub plain: CellMasks,
    /// Of a capture: the trail, where it may be captured.
    pub trail: Option<TrailTest>,
}
