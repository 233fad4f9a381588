//! Runs attack trees: whether a piece could capture what stands on a cell, and on which cells that depends.

use crate::ids::{Code, PlayerId};
use crate::ir::{AttackTree, Flags};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;

impl<const W: usize> Engine<'_, W> {
    /// With a blast: whether a capture on the target would remove a royal piece of the capturer's own.
    #[inline(always)]
    pub(super) fn blast_shields(&self, board: &Board<W>, target: usize, by: PlayerId) -> bool {
        self.blasts
            && self.royals(board, by).meets(&self.blast_around[target])
            && self.blast_takes_royal(board, target, by)
    }

    fn blast_takes_royal(&self, board: &Board<W>, target: usize, by: PlayerId) -> bool {
        let Some(blast) = &self.game.laws.blast else { return false };
        let what = &self.game.conditions[blast.what[by.index()].index()].plain;
        let royal = self.game.royal[by.index()];
        blast.around[target].iter().any(|cell| {
            let code = Code(board.codes[cell.index()]);
            royal.has(code) && what.at(*cell).has(code)
        })
    }

    #[inline]
    pub(super) fn attacks<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        tree: AttackTree,
        support: &mut Set<W>,
    ) -> bool {
        let nodes = &self.forms.attack_nodes[..tree.end as usize];
        let mut at = tree.start as usize;
        while let Some(node) = nodes.get(at) {
            if node.flags.has(Flags::NOT) {
                let matches =
                    self.attack_look::<COLLECT>(board, at + 1, node.extra as usize, support);
                at = if matches { node.skip } else { node.extra } as usize;
                continue;
            }
            let cell = usize::from(node.cell);
            if COLLECT {
                support.insert(cell);
            }
            if !self.passes(board, cell, node.test) {
                at = node.skip as usize;
                continue;
            }
            if node.flags.has(Flags::EMIT) {
                return true;
            }
            at += 1;
        }
        false
    }

    pub(super) fn attack_look<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        start: usize,
        end: usize,
        support: &mut Set<W>,
    ) -> bool {
        let mut at = start;
        while at < end {
            let node = self.forms.attack_nodes[at];
            if node.flags.has(Flags::NOT) {
                let matches =
                    self.attack_look::<COLLECT>(board, at + 1, node.extra as usize, support);
                at = if matches { node.skip as usize } else { node.extra as usize };
                if !matches && node.flags.has(Flags::MATCH) {
                    return true;
                }
                continue;
            }
            let cell = usize::from(node.cell);
            if COLLECT {
                support.insert(cell);
            }
            if !self.passes(board, cell, node.test) {
                at = node.skip as usize;
            } else if node.flags.has(Flags::MATCH) {
                return true;
            } else {
                at += 1;
            }
        }
        false
    }
}
