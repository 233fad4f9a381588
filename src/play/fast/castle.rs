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

    pub(super) fn castle_is_safe(&self, board: &mut Board<W>, castle: &crate::ir::Castle) -> bool {
        let royal = self.game.royal[castle.player.index()].has(castle.king);
        let start = castle.path[0].index();
        let (crossed, end) = castle.path.split_at(castle.path.len() - 1);
        board.codes[start] = 0;
        let safe = !royal
            || crossed.iter().all(|cell| {
                let old = std::mem::replace(&mut board.codes[cell.index()], castle.king.0);
                let attacked = self.attacked::<false>(
                    board,
                    cell.index(),
                    castle.player.other(),
                    &mut Set::EMPTY.clone(),
                );
                board.codes[cell.index()] = old;
                !attacked
            });
        let safe = safe && {
            board.codes[castle.partner_from.index()] = 0;
            let (to, partner) = (end[0].index(), castle.partner_to.index());
            let old = (board.codes[to], board.codes[partner]);
            board.codes[to] = castle.king.0;
            board.codes[partner] = castle.partner.0;
            let safe = self.all_safe(board, royal.then_some((castle.path[0], end[0])));
            (board.codes[to], board.codes[partner]) = old;
            board.codes[castle.partner_from.index()] = castle.partner.0;
            safe
        };
        board.codes[start] = castle.king.0;
        safe
    }
}
