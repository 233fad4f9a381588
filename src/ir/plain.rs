//! Plain moves: those whose only effects are that the piece goes to a cell and takes the enemy that stands there, and whose
//! only conditions are that certain cells are empty. They are handed out as sets, and never walked at run time.
//!
//! ```text
//! leaper on b1:  leap      a3 c3 d2
//! rider on a1:   ride      a2 a3 a4 …   ride  b1 c1 d1 …
//! lame leaper:   if b2 is empty: b3 a3 c3
//! hopper:        hop over  a2 a3 a4 …   (takes behind exactly one piece)
//! ```

use crate::ids::Cell;

/// A move of a tree that is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Where it goes.
    pub to: Cell,
    /// The test of [`crate::ir::Forms::tests`] that the piece taken passes; none: it takes nothing, and the cell must be empty.
    pub takes: Option<u8>,
    /// Cells that must be empty: where they begin in [`crate::ir::Forms::lines`].
    pub empties: u32,
    /// How many they are.
    pub length: u16,
    /// Its emit.
    pub emit: u32,
    /// A cell of the line that must not be empty but pass a test: the hurdle, which is not among the empty cells.
    pub hurdle: Option<(Cell, u8)>,
    /// A number of [`crate::ir::Forms::guards`]: no cell of it may pass its test.
    pub guard: Option<u16>,
}

/// Cells none of which may pass a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// In their order.
    pub cells: Vec<Cell>,
    /// A test of [`crate::ir::Forms::tests`].
    pub test: u8,
}

/// Moves of a piece from one cell in bulk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How they go.
    pub way: Way,
    /// Where they may end; of a ride its line in order.
    pub to: Vec<Cell>,
    /// Whether they go to empty cells.
    pub quiet: bool,
    /// Which test the piece taken must pass, if they take.
    pub takes: Option<u8>,
}

/// How moves in bulk go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// To each of the cells.
    Leap,
    /// Along the cells as far as they are empty, onto the first that is not.
    Ride,
    /// To each of the cells if all of these are empty.
    Lame(Vec<Cell>),
    /// Over exactly one piece of the line that passes the test, then as a ride.
    Hop(u8),
    /// To each of the cells unless that guard forbids it.
    Guarded(u16),
    /// As a lame leap, but the cells passed can be captured on: the move of that emit.
    Marked(Vec<Cell>, u32),
}

/// How a piece reaches a cell on which it could capture a royal piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Siege {
    /// By a tree of tests.
    #[default]
    Tree,
    /// If these cells are empty: where they begin in [`crate::ir::Forms::lines`], and how many they are.
    Line(u32, u16),
    /// If exactly one of these cells, whatever stands there, is not empty.
    Hop(u32, u16),
}

/// Moves of one piece from one cell: ranges of [`crate::ir::Forms::plains`] and [`crate::ir::Forms::shapes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sheaf {
    /// First plain move, and one past the last.
    pub plains: (u32, u32),
    /// First shape, and one past the last.
    pub shapes: (u32, u32),
}
