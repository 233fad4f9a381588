//! Board, players, zones and castling.

use crate::ids::{Cell, CellSet, PieceId, PlayerId};
use crate::text::Span;

/// The board: a rectangle of cells, some of which may be missing.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of files, 1 to 26.
    pub files: u16,
    /// Number of ranks, 1 to 26.
    pub ranks: u16,
    /// The cells that exist.
    pub cells: CellSet,
    /// Whether walks pass over missing cells.
    pub passable: bool,
    /// Where it is declared.
    pub span: Span,
}

impl Board {
    /// The cell on a file and a rank, both from 0, whether it exists or is missing; none off the rectangle.
    #[must_use]
    pub fn at(&self, file: i32, rank: i32) -> Option<Cell> {
        let (f, r) = (u16::try_from(file).ok()?, u16::try_from(rank).ok()?);
        (f < self.files && r < self.ranks).then(|| Cell(r * self.files + f))
    }

    /// File and rank of a cell, both from 0.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (i32, i32) {
        (i32::from(cell.0 % self.files), i32::from(cell.0 / self.files))
    }

    /// The cell's name, as `e4`.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let (file, rank) = self.place(cell);
        format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap_or(0)), rank + 1)
    }
}

/// Which way a player faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facing {
    /// His forward, in eighths of a turn clockwise from north.
    pub forward: u8,
    /// Whether his left and right are exchanged (he sees a mirror image).
    pub mirrored: bool,
}

impl Facing {
    /// The compass direction, in eighths clockwise from north, of one that is `eighths` clockwise from the player's forward.
    #[must_use]
    pub fn compass(self, eighths: u8) -> u8 {
        let turned = if self.mirrored { 8 - eighths % 8 } else { eighths };
        (self.forward + turned) % 8
    }
}

/// A player.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// His name.
    pub name: String,
    /// Which way he faces.
    pub facing: Facing,
}

/// How the second player sees the first player's squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Mirrored so that forward is opposite.
    #[default]
    Mirrored,
    /// Turned by 180 degrees.
    Turned,
    /// The same.
    Alike,
}

/// The two players.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// The one who moves first, then the other.
    pub all: [Player; 2],
    /// How the second sees the board.
    pub symmetry: Symmetry,
    /// Where they are declared.
    pub span: Span,
}

impl Players {
    /// The player of that number.
    #[must_use]
    pub fn get(&self, id: PlayerId) -> &Player {
        &self.all[id.index()]
    }

    /// The image of the first player's cell for `player`; none where it would be off the board
    /// (only on a board that is no square, mirrored along a diagonal).
    #[must_use]
    pub fn image(&self, board: &Board, player: PlayerId, cell: Cell) -> Option<Cell> {
        if player == PlayerId(0) || self.symmetry == Symmetry::Alike {
            return Some(cell);
        }
        let (file, rank) = board.place(cell);
        let (last_file, last_rank) = (i32::from(board.files) - 1, i32::from(board.ranks) - 1);
        if self.symmetry == Symmetry::Turned {
            return board.at(last_file - file, last_rank - rank);
        }
        match self.all[0].facing.forward % 4 {
            0 => board.at(file, last_rank - rank),
            2 => board.at(last_file - file, rank),
            1 => board.at(last_rank - rank, last_file - file),
            _ => board.at(rank, file),
        }
    }
}

/// A zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its cells, the first player's and the second's.
    pub cells: [CellSet; 2],
}

/// A castling of the first player; the second's is its image.
#[derive(Clone, Debug)]
pub struct Castle {
    /// The piece that is brought to safety.
    pub king: PieceId,
    /// Every square of its path, from where it stands to where it ends; at least two, one for each step.
    pub path: Vec<Cell>,
    /// The partner.
    pub partner: Partner,
    /// Squares that must be empty but for the two: between them, and on either's way.
    pub empty: Vec<Cell>,
    /// Whether it is one of several that are declared together: from whatever square.
    pub anywhere: bool,
    /// Where it is written.
    pub span: Span,
}

/// The partner of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partner {
    /// What it is.
    pub piece: PieceId,
    /// Where it stands.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
}
