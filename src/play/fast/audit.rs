//! Whether making and taking back keep the state of the fast generator true.

use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::key;
use crate::play::moves::Move;
use crate::play::position::Position;

/// What making a move or taking it back got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The position after it is another one than [`Position::play`] makes.
    Made,
    /// The key carried along is not that of the position.
    Key,
    /// The position is not as before when it is taken back.
    Undone,
}

impl<const W: usize> Engine<'_, W> {
    /// The first of these moves that goes wrong, by its number.
    pub(super) fn audit(&self, position: &Position, moves: &[Move]) -> Option<(usize, Slip)> {
        let before = Board::<W>::new(self.game, position);
        let mut board = before.clone();
        for (number, played) in moves.iter().enumerate() {
            let undo = board.make(self.game, played);
            let next = position.play(self.game, played);
            if board.key != key::of(&next) {
                return Some((number, Slip::Key));
            }
            if board != Board::new(self.game, &next) {
                return Some((number, Slip::Made));
            }
            board.unmake(undo);
            if board != before {
                return Some((number, Slip::Undone));
            }
        }
        (before.key != key::of(position)).then_some((0, Slip::Key))
    }
}
