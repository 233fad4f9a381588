//! Captures that blow up what stands around.
//!
//! ```text
//! who takes is blown up too: a royal piece never takes, and none of its side may stand around
//! the opponent's last royal piece is blown up: nothing else matters
//! no cell of the blast matters for the royal pieces' safety (support): legal unless there is check
//! ```

use crate::ids::{Cell, Code, PlayerId};
use crate::ir::Game;
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::trial::Trial;

/// By cell: the cells around it that a blast reaches. Empty in a game without.
pub(super) fn around<const W: usize>(game: &Game) -> Vec<Set<W>> {
    let around = game.laws.blast.iter().flat_map(|blast| &blast.around);
    around.map(|cells| cells.iter().map(|c| c.index()).collect()).collect()
}

impl<const W: usize> Engine<'_, W> {
    /// Those of the cells with enemies that a piece may take by a plain move.
    pub(super) fn blasted_cells(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        (code, from): (u8, usize),
        to: Set<W>,
    ) -> Set<W> {
        let from = Cell(u16::try_from(from).unwrap_or(u16::MAX));
        to.filter(|to| self.blast_is_legal(board, safety, (code, from), &[small(*to)], *to))
            .collect()
    }

    /// Whether a capture is legal: its blast must not remove a royal piece of its own, and must leave none attacked unless it
    /// removes the opponent's last.
    pub(super) fn blast_is_legal(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        (code, from): (u8, Cell),
        captures: &[u16],
        to: usize,
    ) -> bool {
        let side = board.side;
        let around = self.blast_around[to];
        let [own, enemy] = [side, side.other()].map(|player| self.royals(board, player));
        if self.is_royal(board, code) || own.and(&around).any(|at| self.is_blown_up(board, at)) {
            return false;
        }
        let mut touched = around;
        touched.insert(to);
        if from.is_some() {
            touched.insert(from.index());
        }
        captures.iter().for_each(|cell| touched.insert(usize::from(*cell)));
        if !touched.meets(&enemy) && !touched.meets(&safety.support) {
            return !safety.check;
        }
        let mut trial = Trial::new(board);
        for cell in captures {
            self.clear(board, &mut trial, usize::from(*cell));
        }
        if from.is_some() {
            self.clear(board, &mut trial, from.index());
        }
        for cell in around {
            if board.codes[cell] != 0 && self.is_blown_up(board, cell) {
                self.clear(board, &mut trial, cell);
            }
        }
        let wins = !enemy.is_empty() && enemy.without(&trial.gone).is_empty();
        let safe = wins || {
            let by = side.other();
            let attacked = |at| self.attacked(board, at, by, &trial.occupied, &trial.gone);
            !{ own }.any(attacked)
        };
        trial.end(board);
        safe
    }

    /// Cells of a player's royal pieces.
    #[inline]
    pub(super) fn royals(&self, board: &Board<W>, player: PlayerId) -> Set<W> {
        let codes = &self.royal[player.index()];
        if let [code] = codes[..] {
            return board.of(code);
        }
        let codes = codes.iter();
        codes.fold(Set::EMPTY, |all: Set<W>, code| all.or(&board.of(*code)))
    }

    /// Whether what stands on a cell goes where the player to move captures beside it.
    fn is_blown_up(&self, board: &Board<W>, cell: usize) -> bool {
        let Some(blast) = &self.game.laws.blast else { return false };
        let what = &self.game.conditions[blast.what[board.side.index()].index()].plain;
        what.at(Cell(small(cell))).has(Code(board.codes[cell]))
    }
}

fn small(cell: usize) -> u16 {
    u16::try_from(cell).unwrap_or(u16::MAX)
}
