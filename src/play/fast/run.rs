//! Runs a tree on a board.

use crate::ids::{Cell, Code};
use crate::ir::{Emit, Flags, FormNode, Group};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use smallvec::SmallVec;

/// Most captures of one move that a tree can make: its longest path.
pub(super) const MOST_CAPTURES: usize = 128;

impl<'g, const W: usize> Engine<'g, W> {
    /// Runs a tree; every emit that is no repetition of an earlier one goes to `found` with the captures and the trail's cell.
    #[inline]
    pub(super) fn run(
        &self,
        board: &mut Board<W>,
        tree: crate::ir::Tree,
        captures: &mut [u16; MOST_CAPTURES],
        mut found: impl FnMut(&mut Board<W>, &'g Emit, &[u16], Cell),
    ) {
        let nodes = &self.forms.nodes[..tree.end as usize];
        let mut seen = SmallVec::<[u64; 4]>::from_elem(0, usize::from(tree.groups).div_ceil(64));
        let mut on_trail = Cell::NONE;
        let mut at = tree.start as usize;
        while let Some(node) = nodes.get(at) {
            if node.flags.0 & (Flags::NOT | Flags::TRAIL) == 0 {
                if !self.passes(board, usize::from(node.cell), node.test) {
                    at = node.skip as usize;
                    continue;
                }
                if node.flags.has(Flags::CAPTURE) {
                    captures[usize::from(node.depth)] = node.cell;
                    on_trail = Cell::NONE;
                }
            } else if node.flags.has(Flags::NOT) {
                let matches = self.look(board, at + 1, node.extra as usize);
                at = if matches { node.skip } else { node.extra } as usize;
                continue;
            } else {
                let Some(owner) = self.trail_owner(board, node) else {
                    at = node.skip as usize;
                    continue;
                };
                captures[usize::from(node.depth)] = owner.0;
                on_trail = Cell(node.cell);
            }
            if node.flags.has(Flags::EMIT) {
                for emit in &self.forms.emits[node.extra as usize..] {
                    let fresh = emit.group == Group::ALONE || {
                        let (word, bit) = (usize::from(emit.group.0 / 64), emit.group.0 % 64);
                        let fresh = seen[word] >> bit & 1 == 0;
                        seen[word] |= 1 << bit;
                        fresh
                    };
                    if fresh {
                        let trail =
                            if node.flags.has(Flags::TRAIL) { on_trail } else { Cell::NONE };
                        found(board, emit, &captures[..usize::from(emit.captures)], trail);
                    }
                    if emit.last {
                        break;
                    }
                }
            }
            at += 1;
        }
    }

    pub(super) fn look(&self, board: &Board<W>, start: usize, end: usize) -> bool {
        let mut at = start;
        while at < end {
            let node = self.forms.nodes[at];
            if node.flags.has(Flags::NOT) {
                let matches = self.look(board, at + 1, node.extra as usize);
                if !matches && node.flags.has(Flags::MATCH) {
                    return true;
                }
                at = if matches { node.skip } else { node.extra } as usize;
            } else if !self.passes(board, usize::from(node.cell), node.test) {
                at = node.skip as usize;
            } else if node.flags.has(Flags::MATCH) {
                return true;
            } else {
                at += 1;
            }
        }
        false
    }

    pub(super) fn trail_owner(&self, board: &Board<W>, node: &FormNode) -> Option<Cell> {
        let trail = board.trail.as_ref()?;
        let open = trail.cells.contains(&Cell(node.cell)) && board.at(usize::from(node.cell)) == 0;
        (open && self.passes(board, trail.owner.index(), node.test)).then_some(trail.owner)
    }

    #[inline]
    pub(super) fn passes(&self, board: &Board<W>, cell: usize, test: u8) -> bool {
        self.tests[usize::from(board.codes[cell]) % Code::END] >> test & 1 != 0
    }
}
