//! Castling: the king's way is tried on the board.

use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;
use crate::play::moves::Move;
use crate::play::reference::castle_move;
use smallvec::SmallVec;

impl<const W: usize> Engine<'_, W> {
    /// Gives every legal castling to `found`.
    pub(super) fn castles(&self, board: &mut Board<W>, mut found: impl FnMut(Move)) {
        let mut made: SmallVec<[Move; 4]> = SmallVec::new();
        let side = board.side;
        for castle in self.game.castles.iter().filter(|c| c.player == side) {
            let home = board.at(castle.path[0].index()) == castle.king.0
                && board.at(castle.partner_from.index()) == castle.partner.0;
            let open = castle.empty.iter().all(|c| board.at(c.index()) == 0);
            if board.rights >> castle.right & 1 == 0 || !home || !open {
                continue;
            }
            let played = castle_move(castle);
            if self.castle_is_safe(board, castle) && !made.iter().any(|m| m.same_effect(&played)) {
                made.push(played.clone());
                found(played);
            }
        }
    }

    /// Tries the king's way cell by cell, then the board as it is afterwards.
    fn castle_is_safe(&self, board: &mut Board<W>, castle: &crate::ir::Castle) -> bool {
        let royal = self.game.royal[castle.player.index()].has(castle.king);
        let (start, king) = (castle.path[0].index(), castle.king.0);
        let (crossed, end) = castle.path.split_at(castle.path.len() - 1);
        let (end, partner) = (end[0].index(), castle.partner_to.index());
        board.codes[start] = 0;
        let mut occupied = board.occupied();
        occupied.remove(start);
        let by = castle.player.other();
        let mut crosses = |cell: usize| {
            let old = std::mem::replace(&mut board.codes[cell], king);
            let mut stands = occupied;
            stands.insert(cell);
            let attacked = self.attacked(board, cell, by, &stands, &Set::EMPTY);
            board.codes[cell] = old;
            !attacked
        };
        let mut safe = !royal || crossed.iter().all(|cell| crosses(cell.index()));
        if safe {
            board.codes[castle.partner_from.index()] = 0;
            occupied.remove(castle.partner_from.index());
            occupied.insert(end);
            occupied.insert(partner);
            let old = (board.codes[end], board.codes[partner]);
            board.codes[end] = king;
            board.codes[partner] = castle.partner.0;
            let royals = self.royal[castle.player.index()].iter();
            safe = royals
                .flat_map(|code| board.by_code[usize::from(*code)])
                .map(|cell| if cell == start { end } else { cell })
                .all(|cell| !self.attacked(board, cell, by, &occupied, &Set::EMPTY));
            (board.codes[end], board.codes[partner]) = old;
            board.codes[castle.partner_from.index()] = castle.partner.0;
        }
        board.codes[start] = king;
        safe
    }
}
