//! Whether making and taking back keep the state of the fast generator true.

use crate::play::fast::board::Board;
use crate::play::fast::engine::{Engine, StepUndo};
use crate::play::fast::step::List;
use crate::play::key;
use crate::play::moves::Move;
use crate::play::position::Position;
use std::collections::BTreeMap;

/// What making a move or taking it back got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The position after it is another one than [`Position::play`] makes.
    Made,
    /// The key carried along is not that of the position.
    Key,
    /// The position is not as before when it is taken back.
    Undone,
    /// It is not in one of the slots from which a move is drawn, or in several.
    Drawn,
}

impl<const W: usize> Engine<'_, W> {
    /// The first of these legal moves that goes wrong, by its number: each is made as it is, and as a step of a list.
    pub(super) fn audit(&self, position: &Position, moves: &[Move]) -> Option<(usize, Slip)> {
        let before = Board::<W>::new(position);
        let mut board = before.clone();
        for (number, played) in moves.iter().enumerate() {
            let undo = StepUndo::Other(self.make(&mut board, played));
            let next = position.play(self.game, played);
            if let Some(slip) = slip(&before, &mut board, undo, &next) {
                return Some((number, slip));
            }
        }
        let mut list = List::default();
        self.steps(&mut board, &mut list);
        for step in list.all() {
            let played = self.step_to_move(&board, &list, *step);
            let next = position.play(self.game, &played);
            let undo = self.make_step(&mut board, &list, *step);
            if let Some(slip) = slip(&before, &mut board, undo, &next) {
                return Some((moves.iter().position(|m| *m == played).unwrap_or(0), slip));
            }
        }
        if before.key != key::of(position) {
            return Some((0, Slip::Key));
        }
        let drawn = self.drawn(&mut board)?;
        let wrong = if board == before { misdrawn(moves, &drawn) } else { Some(0) };
        wrong.map(|number| (number, Slip::Drawn))
    }
}

/// The first of these moves, by its number, that was not drawn once; their number if another one was.
fn misdrawn(moves: &[Move], drawn: &[Move]) -> Option<usize> {
    let mut times = vec![0; moves.len() + 1];
    let numbers: BTreeMap<_, _> = moves.iter().enumerate().map(|(n, m)| (m.effect(), n)).collect();
    drawn.iter().for_each(|m| times[numbers.get(&m.effect()).copied().unwrap_or(moves.len())] += 1);
    let (others, once) = (times.pop(), times.iter().position(|n| *n != 1));
    once.or_else(|| (others != Some(0)).then_some(moves.len()))
}

/// What is wrong with a board on which a move was made, or when it is taken back.
fn slip<const W: usize>(
    before: &Board<W>,
    board: &mut Board<W>,
    undo: StepUndo,
    next: &Position,
) -> Option<Slip> {
    let key = board.key != key::of(next);
    let made = *board != Board::new(next);
    Engine::unmake_step(board, undo);
    let undone = *board != *before;
    let all = [(key, Slip::Key), (made, Slip::Made), (undone, Slip::Undone)];
    all.into_iter().find(|(wrong, _)| *wrong).map(|(_, slip)| slip)
}
