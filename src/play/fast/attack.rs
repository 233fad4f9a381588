//! Who attacks a royal piece, and on which cells that depends.

use crate::ids::{Cell, Code, PlayerId};
use crate::ir::{AttackTree, Flags};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;

/// What is known of the royal pieces' safety before a move is chosen.
pub(super) struct Safety<const W: usize> {
    /// A royal piece is attacked.
    pub(super) check: bool,
    /// Cells on whose contents that depends.
    pub(super) support: Set<W>,
}

impl<const W: usize> Engine<'_, W> {
    /// Whether the player to move is in check, and on what that depends.
    pub(super) fn safety(&self, board: &Board<W>) -> Safety<W> {
        let mut safety = Safety { check: false, support: Set::EMPTY };
        for code in &self.royal[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                safety.support.insert(cell);
                safety.check |=
                    self.attacked::<true>(board, cell, board.side.other(), &mut safety.support);
            }
        }
        safety
    }

    /// Whether `by` could capture the royal piece on a cell. With `COLLECT` all attackers are asked and every cell looked at
    /// is put into `support`; without, the first hit is enough.
    pub(super) fn attacked<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        target: usize,
        by: PlayerId,
        support: &mut Set<W>,
    ) -> bool {
        let mut hit = false;
        if self.blast_shields(board, target, by) {
            return false;
        }
        for code in &self.attackers[by.index()] {
            let at = usize::from(*code) * self.cells + target;
            let reach = &self.reach[at];
            let candidates = reach.and(&board.by_code[usize::from(*code)]);
            let shy = self.game.laws.blast.is_some() && self.royal[by.index()].contains(code);
            if candidates.is_empty() || shy {
                continue;
            }
            let first = self.forms.attack_index[at].0;
            for from in candidates {
                // A trial changes the mailbox alone: a piece it has captured is still in the sets.
                if board.codes[from] != *code {
                    continue;
                }
                let tree = self.forms.attacks[(first + reach.rank(from)) as usize];
                if COLLECT {
                    support.insert(from);
                }
                if self.attacks::<COLLECT>(board, tree, support) {
                    if !COLLECT {
                        return true;
                    }
                    hit = true;
                }
            }
        }
        hit
    }

    /// With a blast: whether a capture on the target would remove a royal piece of the capturer's own.
    #[inline]
    fn blast_shields(&self, board: &Board<W>, target: usize, by: PlayerId) -> bool {
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

    /// Whether no royal piece of the player to move is attacked; `moved`: one of them has moved in the mailbox alone.
    pub(super) fn all_safe(&self, board: &Board<W>, moved: Option<(Cell, Cell)>) -> bool {
        let by = board.side.other();
        let mut unused = Set::EMPTY;
        for code in &self.royal[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                let cell = match moved {
                    Some((from, to)) if from.index() == cell => to.index(),
                    _ => cell,
                };
                if self.attacked::<false>(board, cell, by, &mut unused) {
                    return false;
                }
            }
        }
        true
    }
}
