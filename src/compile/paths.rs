//! What a path through the programs remembers while they are unrolled.

use crate::ids::{Cell, Code, DirectionId, Mask};
use smallvec::SmallVec;
use std::collections::HashMap;

/// A place in a program, with all that its future depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Config {
    pub(super) program: u16,
    pub(super) pc: u16,
    pub(super) direction: DirectionId,
    pub(super) cell: Cell,
    /// Where the present walk began.
    pub(super) anchor: Cell,
    /// Where a dropped piece was put.
    pub(super) entry: Cell,
    /// Captures made before the present walk began.
    pub(super) before: u8,
    pub(super) stay: bool,
    /// What may stand on `cell` at this point.
    pub(super) stands: Mask,
    /// What may have stood there before the move.
    pub(super) was: Mask,
    /// Cells entered, if the rule leaves a trail: a list of [`Passed`].
    pub(super) passed: u32,
    /// Looks begun: a list of [`Looks`]; 0 is none.
    pub(super) looks: u32,
}

impl Config {
    /// The start of a program.
    pub(super) fn start(program: u16, origin: Cell) -> Self {
        Self {
            program,
            pc: 0,
            direction: DirectionId(0),
            cell: origin,
            anchor: origin,
            entry: Cell::NONE,
            before: 0,
            stay: false,
            stands: Code::EMPTY.mask(),
            was: Code::EMPTY.mask(),
            passed: 0,
            looks: 0,
        }
    }
}

/// What identifies a place of a tangled program on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    program: u16,
    pc: u16,
    direction: DirectionId,
    cell: Cell,
    anchor: Cell,
    captures: usize,
    passed: u32,
    looks: u32,
}

impl Seen {
    pub(super) fn of(config: &Config, captures: usize) -> Self {
        let Config { program, pc, direction, cell, anchor, passed, looks, .. } = *config;
        Self { program, pc, direction, cell, anchor, captures, passed, looks }
    }
}

/// The path from the root to the node that is being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// [`Cell::NONE`] stands for the owner of the trail.
    pub(super) captures: SmallVec<[Cell; 8]>,
    /// What may have stood on each of them.
    pub(super) taken: SmallVec<[Mask; 8]>,
    pub(super) seen: Vec<Seen>,
    pub(super) length: usize,
    pub(super) trail_taken: bool,
    /// Whether a friend may be among the captured.
    pub(super) friendly: bool,
}

/// Lists of cells that share their beginnings, each list once; no cell is twice in one.
#[derive(Clone, Debug, Default)]
pub(super) struct Passed {
    nodes: Vec<(Cell, u32)>,
    numbers: HashMap<(Cell, u32), u32>,
}

impl Passed {
    /// The list with a cell added at its end, if it is not in it; 0 is the empty list.
    pub(super) fn add(&mut self, cell: Cell, list: u32) -> u32 {
        if self.list(list).any(|c| c == cell) {
            return list;
        }
        *self.numbers.entry((cell, list)).or_insert_with(|| {
            self.nodes.push((cell, list));
            u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
        })
    }

    /// The cells of a list, in order.
    pub(super) fn list(&self, mut list: u32) -> impl Iterator<Item = Cell> {
        let mut cells = SmallVec::<[Cell; 16]>::new();
        while let Some((cell, before)) = list.checked_sub(1).map(|i| self.nodes[i as usize]) {
            cells.push(cell);
            list = before;
        }
        cells.into_iter().rev()
    }
}

/// A look begun: what to go back to, and where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) cell: Cell,
    pub(super) direction: DirectionId,
    pub(super) stands: Mask,
    pub(super) was: Mask,
    /// None: the look is negated, and a match is all that is asked.
    pub(super) end: Option<u16>,
    /// The looks within which it was begun.
    pub(super) outer: u32,
}

/// Stacks of looks that share their beginnings, each stack once.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks {
    nodes: Vec<Look>,
}

impl Looks {
    /// The stack of a configuration with a look added.
    pub(super) fn begin(&mut self, at: &Config, end: Option<u16>) -> u32 {
        let Config { cell, direction, stands, was, looks: outer, .. } = *at;
        let look = Look { cell, direction, stands, was, end, outer };
        let number = self.nodes.iter().position(|l| *l == look).unwrap_or_else(|| {
            self.nodes.push(look);
            self.nodes.len() - 1
        });
        u32::try_from(number + 1).unwrap_or(u32::MAX)
    }

    /// The innermost look of a stack that is not empty.
    pub(super) fn get(&self, stack: u32) -> Look {
        self.nodes[stack as usize - 1]
    }
}
