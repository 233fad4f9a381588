//! Moves whose legality sets do not tell: they are tried.

use crate::ids::{Cell, Code};
use crate::ir::{Emit, Forms};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::moves::Move;
use smallvec::SmallVec;

/// Cells that a move changes, in their order, and what stands there afterwards.
pub(super) type Changes = SmallVec<[(u16, u8); 4]>;

/// An emit of a tree with what the run has captured.
pub(super) struct Candidate<'a> {
    pub(super) piece: u8,
    pub(super) from: Cell,
    pub(super) emit: &'a Emit,
    pub(super) captures: &'a [u16],
    pub(super) on_trail: Cell,
}

/// What is on the board in a trial.
pub(super) struct Trial<const W: usize> {
    pub(super) occupied: Set<W>,
    /// Cells whose pieces are removed.
    pub(super) gone: Set<W>,
    /// What the mailbox held, if it was changed.
    old: SmallVec<[(usize, u8); 8]>,
}

impl<const W: usize> Trial<W> {
    pub(super) fn new(board: &Board<W>) -> Self {
        Self { occupied: board.occupied(), gone: Set::EMPTY, old: SmallVec::new() }
    }

    /// Puts the mailbox back.
    #[inline]
    pub(super) fn end(&self, board: &mut Board<W>) {
        for (cell, code) in self.old.iter().rev() {
            board.codes[*cell] = *code;
        }
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Whether the safety of the royal pieces could change with the move.
    #[inline]
    fn depends(&self, safety: &Safety<W>, candidate: &Candidate<'_>) -> bool {
        let from = candidate.from.is_some() && safety.support.has(candidate.from.index());
        from || safety.support.has(candidate.emit.to.index())
            || candidate.captures.iter().any(|c| safety.support.has(usize::from(*c)))
    }

    pub(super) fn is_legal(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
    ) -> bool {
        let (from, to) = (candidate.from, candidate.emit.to.index());
        if self.blasts && !candidate.captures.is_empty() {
            return self.blast_is_legal(
                board,
                safety,
                (candidate.piece, from),
                candidate.captures,
                to,
            );
        }
        let crowned = self.is_royal(board, becomes.0) != self.is_royal(board, candidate.piece);
        if crowned || self.depends(safety, candidate) {
            self.try_out(board, candidate, becomes.0)
        } else {
            !safety.check
        }
    }

    /// Whether a move that must not mate mates.
    pub(super) fn mates_unlawfully(
        &self,
        board: &mut Board<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
    ) -> bool {
        if !self.game.rule(candidate.emit.rule).without_mate {
            return false;
        }
        let undo = board.make(self.game, &candidate.to_move(self.forms, becomes));
        let mates = self.safety(board).check && self.count_moves(board) == 0;
        board.unmake(undo);
        mates
    }

    #[inline]
    pub(super) fn is_royal(&self, board: &Board<W>, code: u8) -> bool {
        // Of the player to move: it is he who moves and promotes.
        debug_assert!(Code(code).player() == Some(board.side));
        self.royalty[usize::from(code) % Code::END]
    }

    /// Makes the move on a sketch of the board, and looks.
    fn try_out(&self, board: &mut Board<W>, candidate: &Candidate<'_>, becomes: u8) -> bool {
        let mut trial = Trial::new(board);
        for cell in candidate.captures {
            self.clear(board, &mut trial, usize::from(*cell));
        }
        let from = candidate.from.is_some().then_some(candidate.from.index());
        let to = candidate.emit.to.index();
        let safe = self.move_is_safe(board, &mut trial, from, (to, becomes), false);
        trial.end(board);
        safe
    }

    /// Whether a plain move of a royal piece leaves no royal piece attacked.
    #[inline(never)]
    pub(super) fn royal_is_safe(
        &self,
        board: &mut Board<W>,
        from: Option<usize>,
        to: usize,
        code: u8,
    ) -> bool {
        let lone = |from: &usize| !self.blasts && self.royals(board, board.side) == Set::one(*from);
        let Some(from) = from.filter(lone) else {
            return self.plain_is_safe(board, from, to, code, false);
        };
        let mut occupied = board.occupied();
        occupied.remove(from);
        occupied.insert(to);
        for ring in self.rings.around(board.side.other(), to, false) {
            let mut near = ring.any.and(&board.of(ring.code));
            near.remove(to);
            if near.is_empty() {
                continue;
            }
            if ring.odd.meets(&near) {
                return self.plain_is_safe(board, Some(from), to, code, false);
            }
            if self.strikes(ring, &near, &occupied) {
                return false;
            }
        }
        true
    }

    /// Whether a plain move leaves no royal piece attacked; `oddly`: by odd attacks.
    pub(super) fn plain_is_safe(
        &self,
        board: &mut Board<W>,
        from: Option<usize>,
        to: usize,
        becomes: u8,
        oddly: bool,
    ) -> bool {
        let mut trial = Trial::new(board);
        trial.gone.insert(to);
        let safe = self.move_is_safe(board, &mut trial, from, (to, becomes), oddly);
        trial.end(board);
        safe
    }

    fn set(&self, board: &mut Board<W>, trial: &mut Trial<W>, cell: usize, code: u8) {
        if self.mailbox {
            trial.old.push((cell, std::mem::replace(&mut board.codes[cell], code)));
        }
    }

    pub(super) fn clear(&self, board: &mut Board<W>, trial: &mut Trial<W>, cell: usize) {
        trial.occupied.remove(cell);
        trial.gone.insert(cell);
        self.set(board, trial, cell, 0);
    }

    fn move_is_safe(
        &self,
        board: &mut Board<W>,
        trial: &mut Trial<W>,
        from: Option<usize>,
        (to, becomes): (usize, u8),
        oddly: bool,
    ) -> bool {
        if let Some(from) = from {
            trial.occupied.remove(from);
            self.set(board, trial, from, 0);
        }
        trial.occupied.insert(to);
        self.set(board, trial, to, becomes);
        let by = board.side.other();
        let rings = |cell: usize| self.rings.around(by, cell, oddly);
        let safe = |cell: usize| {
            !self.attacked_from(board, rings(cell), (cell, by), &trial.occupied, &trial.gone)
        };
        let stays = |cell: &usize| Some(*cell) != from;
        let royals = &self.royal[board.side.index()];
        royals.iter().all(|c| board.of(*c).filter(stays).all(safe))
            && (!self.is_royal(board, becomes) || safe(to))
    }
}

impl Candidate<'_> {
    /// What the move changes.
    pub(super) fn changes(&self, becomes: Code) -> Changes {
        let in_place = self.from == self.emit.to && becomes == Code(self.piece);
        let mut changes: Changes = self.captures.iter().map(|c| (*c, 0)).collect();
        if !in_place {
            changes.push((self.from.0, 0));
            changes.push((self.emit.to.0, becomes.0));
        }
        changes.sort_unstable();
        changes
    }

    /// Whether no other piece has made the same changes before; remembers them.
    pub(super) fn is_first(&self, becomes: Code, crossing: &mut Vec<Changes>) -> bool {
        let changes = self.changes(becomes);
        let first = !crossing.contains(&changes);
        if first {
            crossing.push(changes);
        }
        first
    }

    pub(super) fn to_move(&self, forms: &Forms, becomes: Code) -> Move {
        Move {
            rule: self.emit.rule,
            piece: Code(self.piece),
            from: self.from,
            entry: self.emit.entry,
            to: self.emit.to,
            becomes,
            captures: self.captures.iter().map(|c| Cell(*c)).collect(),
            shots: self.emit.shots,
            on_trail: self.on_trail,
            partner: None,
            trail: forms.trail(self.emit).iter().copied().collect(),
            effects: None,
        }
    }
}
