//! Finds the piece that left the trail which a position's text names.
//!
//! The text names squares only. The piece is the one that a rule which leaves a trail can have brought, over these squares in
//! this order, to where it stands now.

use crate::ids::{Cell, Code};
use crate::ir::Game;
use crate::notation::error::PositionError;
use crate::notation::position::cell_name;
use crate::play::{Move, Position, Trail, reference};
use std::ops::Range;

/// The trail over the cells named, in order; none if none is named.
pub(super) fn find(
    game: &Game,
    position: &Position,
    cells: &[(Cell, Range<usize>)],
    field: Range<usize>,
) -> Result<Option<Trail>, PositionError> {
    if cells.is_empty() {
        return Ok(None);
    }
    if !game.needs.trail {
        return Err(PositionError::new(
            field,
            "in this game no move can be captured on a square that it passed",
        )
        .help("write `-`"));
    }
    let (standing, named): (Vec<Cell>, Vec<Cell>) = cells
        .iter()
        .map(|(cell, _)| *cell)
        .partition(|cell| position.at(*cell).player() == Some(position.side.other()));
    let left = |(cell, code): &(Cell, Code)| {
        last_moves(game, position, *cell, *code).any(|m| passes(&m, &named))
    };
    // The piece itself may be named besides: in some games more than one can have passed a square.
    let meant = |cell: Cell| match standing.as_slice() {
        [] => true,
        [one] => *one == cell && !named.is_empty(),
        _ => false,
    };
    let pieces = position.pieces(position.side.other()).filter(|(cell, _)| meant(*cell));
    let owners: Vec<Cell> = pieces.filter(left).map(|(cell, _)| cell).collect();
    let trail = |owner: &Cell| Trail { cells: named.iter().copied().collect(), owner: *owner };
    // Only squares are named on which a capture is legal: of several pieces the one that it would take.
    let taken = |owner: &&Cell| {
        let there = Position { trail: Some(trail(owner)), ..position.clone() };
        let legal = reference::legal_moves(game, &there);
        named.iter().all(|cell| legal.iter().any(|m| m.on_trail == *cell))
    };
    let owner = match owners.as_slice() {
        [] | [_] => owners.first(),
        several => several.iter().find(taken).or(owners.first()),
    };
    if let Some(owner) = owner {
        return Ok(Some(trail(owner)));
    }
    Err(refusal(game, position, cells, field))
}

/// The cells by which a position's text names its trail: those on which one of its legal moves captures, and where the piece
/// stands, if another one could have passed them.
pub(super) fn told(
    game: &Game,
    position: &Position,
    legal: &[Move],
) -> impl Iterator<Item = Cell> + use<> {
    let mut cells: Vec<Cell> = Vec::new();
    if let Some(trail) = &position.trail {
        let taken = |c: &&Cell| legal.iter().any(|m| m.on_trail == **c);
        cells.extend(trail.cells.iter().filter(taken));
        let named: Vec<(Cell, Range<usize>)> = cells.iter().map(|c| (*c, 0..0)).collect();
        let read = find(game, position, &named, 0..0).ok().flatten();
        if read.is_some_and(|read| read.owner != trail.owner) {
            cells.push(trail.owner);
        }
    }
    cells.into_iter()
}

/// The moves that could have brought a piece to its cell and left a trail.
fn last_moves<'a>(
    game: &'a Game,
    position: &'a Position,
    cell: Cell,
    code: Code,
) -> impl Iterator<Item = Move> + 'a {
    let player = code.player().unwrap_or(position.side.other());
    let kinds = game.piece_ids().map(move |id| Code::of(id, player));
    // The piece may have been another one before the move.
    let leaves = move |kind: &Code| game.programs[kind.index()].iter().any(|p| p.leaves_trail);
    kinds.filter(leaves).flat_map(move |kind| {
        // What the second part of the move may have put somewhere was not there.
        let put = move |code: Code| {
            game.laws.every.as_ref().is_some_and(|e| e.codes[player.index()] == code)
        };
        let left = move |c: &Cell| position.at(*c).is_empty() || put(position.at(*c));
        let origins = game.topology.exists.iter().filter(left);
        origins.flat_map(move |origin| {
            let mut before = position.passed();
            before.board.iter_mut().filter(|code| put(**code)).for_each(|c| *c = Code::EMPTY);
            before.board[cell.index()] = Code::EMPTY;
            before.board[origin.index()] = kind;
            let made = reference::first_parts_of(game, &before, origin);
            made.into_iter().filter(move |m| {
                m.to == cell && m.becomes == code && m.captures.is_empty() && !m.trail.is_empty()
            })
        })
    })
}

/// Whether the move passed these cells in this order.
fn passes(played: &Move, named: &[Cell]) -> bool {
    let mut passed = played.trail.iter();
    named.iter().all(|cell| passed.any(|c| c == cell))
}

fn refusal(
    game: &Game,
    position: &Position,
    cells: &[(Cell, Range<usize>)],
    field: Range<usize>,
) -> PositionError {
    let name = |c: &Cell| cell_name(game, *c);
    let mover = &game.players[position.side.other().index()].name;
    let standing = |c: &Cell| position.at(*c).player() == Some(position.side.other());
    let stands = cells.iter().filter(|(c, _)| standing(c)).count();
    // Squares and the piece that passed them, but it cannot have.
    let whole = stands == 1 && cells.iter().all(|(c, _)| standing(c) || position.at(*c).is_empty());
    let told = if whole && cells.len() > 1 { &[] } else { cells };
    for (cell, place) in told {
        let code = position.at(*cell);
        if code.is_empty() {
            continue;
        }
        let own = last_moves(game, position, *cell, code).next();
        let error = PositionError::new(
            place.clone(),
            format!("{} is not empty, so that no piece can have passed it", name(cell)),
        );
        return match own {
            Some(played) if code.player() == Some(position.side.other()) => {
                let meant: String = played.trail.iter().map(name).collect();
                PositionError {
                    message: format!("{} is the square on which the piece stands", name(cell)),
                    ..error
                }
                .help(format!("the squares that it passed are meant: `{meant}`"))
            }
            _ => error,
        };
    }
    let all: Vec<String> = cells.iter().map(|(c, _)| name(c)).collect();
    let place = cells.first().map_or(field.clone(), |(_, p)| p.start..field.end);
    PositionError::new(
        place,
        format!("no piece of {mover} can have passed {} with its last move", all.join(" and ")),
    )
    .help("write `-`, or the squares in the order in which they were passed")
}
