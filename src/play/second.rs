//! The second part of every move, in a game that has one: a piece is put on an empty cell. The rules of the pieces make first
//! parts; each of them with each cell is one move.

use crate::ids::{Cell, Code};
use crate::ir::{Every, Game};
use crate::play::moves::{Effects, Move, Second};
use crate::play::position::Position;

/// What stands on the board between the two parts, and where a piece is taken from to be put elsewhere.
struct Between {
    position: Position,
    code: Code,
    lifted: Cell,
}

/// The whole moves of a first part: itself, where moves have no second part; none, if nothing can be put anywhere.
pub(super) fn whole(game: &Game, position: &Position, first: Move) -> Vec<Move> {
    let Some(every) = game.laws.every.as_ref().filter(|_| !first.is_pass()) else {
        return vec![first];
    };
    let between = between(game, position, every, &first);
    let (code, from) = (between.code, between.lifted);
    let cells = game.topology.exists.iter();
    let open = cells.filter(|cell| fault(position, every, &between, *cell).is_none());
    let with = |to: Cell| {
        let effects = first.effects.as_deref().cloned().unwrap_or_default();
        let second = Some(Second { code, from, to });
        Move { effects: Some(Box::new(Effects { second, ..effects })), ..first.clone() }
    };
    open.map(with).collect()
}

/// The same of several.
pub(super) fn whole_of_each(game: &Game, position: &Position, firsts: Vec<Move>) -> Vec<Move> {
    if game.laws.every.is_none() {
        return firsts;
    }
    firsts.into_iter().flat_map(|first| whole(game, position, first)).collect()
}

fn between(game: &Game, position: &Position, every: &Every, first: &Move) -> Between {
    let code = every.codes[position.side.index()];
    let after = position.play(game, first);
    let stands = game.topology.exists.iter().find(|cell| after.at(*cell) == code);
    let lifted = stands.filter(|_| every.moves).unwrap_or(Cell::NONE);
    Between { position: after, code, lifted }
}

/// Why a move is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFault {
    /// Nothing is said of its second part.
    Missing,
    /// This cell is not empty after the first part.
    Occupied(Cell),
    /// Such a piece stood on this cell before the move.
    Stood(Cell),
    /// This cell is none of those where the game allows it.
    Outside(Cell),
}

fn fault(position: &Position, every: &Every, between: &Between, cell: Cell) -> Option<SecondFault> {
    if position.at(cell) == between.code {
        Some(SecondFault::Stood(cell))
    } else if !between.position.at(cell).is_empty() {
        Some(SecondFault::Occupied(cell))
    } else if !every.cells[position.side.index()].contains(cell) {
        Some(SecondFault::Outside(cell))
    } else {
        None
    }
}

/// What is wrong with the second part that is wanted behind a first part, and which piece it puts; none if nothing is.
pub(super) fn second_fault(
    game: &Game,
    position: &Position,
    first: &Move,
    wanted: Option<Cell>,
) -> Option<(SecondFault, Code)> {
    let every = game.laws.every.as_ref()?;
    let between = between(game, position, every, first);
    let fault = match wanted {
        None => Some(SecondFault::Missing),
        Some(cell) => fault(position, every, &between, cell),
    };
    fault.map(|fault| (fault, between.code))
}
