//! The board as tables: neighbours by direction and cell. After this no file or rank arithmetic is done.

use crate::ids::{Cell, CellSet, DirectionId};

/// The board of a game.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Number of files.
    pub files: u16,
    /// Number of ranks.
    pub ranks: u16,
    /// The cells that exist.
    pub exists: CellSet,
    /// Whether walks pass over missing cells.
    pub passable: bool,
    /// The step of each direction: files to the east, ranks to the north.
    pub vectors: Vec<(i8, i8)>,
    /// `next[direction * cells + cell]`; [`Cell::NONE`] off the board and, unless holes are passable, on a missing cell.
    pub next: Vec<Cell>,
    /// `turned[direction][eighths]`: the direction turned clockwise by so many eighths; none where that is no step of the
    /// same length on the grid.
    pub turned: Vec<[Option<DirectionId>; 8]>,
}

impl Topology {
    /// Number of cells of the rectangle, missing ones included.
    #[must_use]
    pub fn cells(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// All cells of the rectangle.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.files * self.ranks).map(Cell)
    }

    /// The cell one step on, existing or (if holes are passable) missing; [`Cell::NONE`] if there is none.
    #[must_use]
    pub fn step(&self, direction: DirectionId, cell: Cell) -> Cell {
        self.next[direction.index() * self.cells() + cell.index()]
    }

    /// The cell on a file and a rank, both from 0; none off the rectangle.
    #[must_use]
    pub fn at(&self, file: u16, rank: u16) -> Option<Cell> {
        (file < self.files && rank < self.ranks).then(|| Cell(rank * self.files + file))
    }

    /// File and rank of a cell, both from 0.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (u16, u16) {
        (cell.0 % self.files, cell.0 / self.files)
    }
}
