//! Castling: the king's way is tried on the board.

use crate::ids::{PlayerId, Rights};
use crate::ir::{Castle, Game};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;
use crate::play::reference::castle_move;
use smallvec::SmallVec;

/// A castling in sets.
#[derive(Clone, Debug)]
pub(super) struct Way<'g, const W: usize> {
    castle: &'g Castle,
    /// The right to it.
    right: Rights,
    /// Cells that must be empty.
    open: Set<W>,
    /// Whether it may have the same effect as another.
    twin: bool,
}

/// The castlings of either player.
pub(super) fn ways<const W: usize>(game: &Game) -> [Vec<Way<'_, W>>; 2] {
    let ends = |c: &Castle| {
        let mut ends = [c.path.last().copied(), Some(c.partner_to)];
        ends.sort_unstable();
        (c.player, ends)
    };
    let mut all: Vec<_> = game.castles.iter().map(ends).collect();
    all.sort_unstable();
    let way = |castle| Way {
        castle,
        right: 1 << castle.right,
        open: castle.empty.iter().map(|c| c.index()).collect(),
        twin: all.partition_point(|e| *e <= ends(castle))
            - all.partition_point(|e| *e < ends(castle))
            > 1,
    };
    PlayerId::BOTH.map(|p| game.castles.iter().filter(|c| c.player == p).map(way).collect())
}

impl<'g, const W: usize> Engine<'g, W> {
    /// Gives every legal castling to `found`.
    #[inline(never)]
    pub(super) fn castles(
        &self,
        board: &mut Board<W>,
        check: bool,
        mut found: impl FnMut(&'g Castle),
    ) {
        let mut made: SmallVec<[&Castle; 4]> = SmallVec::new();
        let occupied = board.occupied();
        for Way { castle, right, open, twin } in &self.castle_ways[board.side.index()] {
            if board.rights & right == 0 || open.meets(&occupied) {
                continue;
            }
            let home = board.at(castle.path[0].index()) == castle.king.0
                && board.at(castle.partner_from.index()) == castle.partner.0;
            let royal = self.game.royal[castle.player.index()].has(castle.king);
            if !home || (royal && check) || !self.castle_is_safe(board, castle) {
                continue;
            }
            let same = |m: &&Castle| castle_move(m).same_effect(&castle_move(castle));
            if !twin || !made.iter().any(same) {
                made.push(castle);
                found(castle);
            }
        }
    }

    /// Tries the king's way cell by cell, but for the first, then the board as it is afterwards.
    fn castle_is_safe(&self, board: &mut Board<W>, castle: &Castle) -> bool {
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
        let mut safe = !royal || crossed[1..].iter().all(|cell| crosses(cell.index()));
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
                .flat_map(|code| board.of(*code))
                .map(|cell| if cell == start { end } else { cell })
                .all(|cell| !self.attacked(board, cell, by, &occupied, &Set::EMPTY));
            (board.codes[end], board.codes[partner]) = old;
            board.codes[castle.partner_from.index()] = castle.partner.0;
        }
        board.codes[start] = king;
        safe
    }
}
