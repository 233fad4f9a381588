//! The reference generator: runs the programs, makes each move, and looks whether a royal piece could be removed. Slow, short,
//! and the judge of every other.

use crate::ids::{Cell, Code, PieceId, RuleId};
use crate::ir::{Castle, Game, Program};
use crate::play::machine::Run;
use crate::play::moves::{Move, Partner};
use crate::play::position::Position;
use smallvec::SmallVec;

/// All legal moves, no two with the same effect. Whether the game has ended is not asked.
#[must_use]
pub fn legal_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = pseudo_moves(game, position);
    moves.retain(|m| is_safe(game, position, m));
    moves
}

/// All moves that the rules make, whatever becomes of the royal pieces (castlings keep their own conditions);
/// no two with the same effect.
#[must_use]
pub fn pseudo_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    walks(game, position, |m| moves.push(m));
    drops(game, position, |m| moves.push(m));
    for castle in game.castles.iter().filter(|c| c.player == position.side) {
        if castle_fault(game, position, castle).is_none() {
            moves.push(castle_move(castle));
        }
    }
    one_of_each(moves)
}

pub(super) fn one_of_each(moves: Vec<Move>) -> Vec<Move> {
    let mut seen = std::collections::BTreeSet::new();
    moves.into_iter().filter(|m| seen.insert(m.effect())).collect()
}

/// Whether no royal piece of the mover could be removed after the move.
#[must_use]
pub fn is_safe(game: &Game, position: &Position, played: &Move) -> bool {
    royal_captures(game, &position.play(game, played)).is_empty()
}

/// Whether a royal piece of the player to move is attacked.
#[must_use]
pub fn in_check(game: &Game, position: &Position) -> bool {
    !royal_captures(game, &position.passed()).is_empty()
}

/// The royal pieces of the opponent that the player to move could remove: attacker and royal piece.
#[must_use]
pub fn royal_captures(game: &Game, position: &Position) -> Vec<(Cell, Cell)> {
    royal_capture_rules(game, position)
        .into_iter()
        .map(|(attacker, royal, _)| (attacker, royal))
        .collect()
}

/// The same, with the rule by which each could be removed.
#[must_use]
pub fn royal_capture_rules(game: &Game, position: &Position) -> Vec<(Cell, Cell, RuleId)> {
    let royal = game.royal[position.side.other().index()];
    let mut found = Vec::new();
    if position.royals(game, position.side.other()).next().is_none() {
        return found;
    }
    walks(game, position, |m| {
        let taken = m.captures.iter().filter(|c| royal.has(position.at(**c)));
        found.extend(taken.map(|c| (m.from, *c, m.rule)));
    });
    found
}

/// The moves that walks make from one cell, whatever becomes of the royal pieces; no two with the same effect.
#[must_use]
pub fn walks_of(game: &Game, position: &Position, cell: Cell) -> Vec<Move> {
    let mut moves = Vec::new();
    for program in &game.programs[position.at(cell).index()] {
        Run::new(game, position, program, cell).matches(|m| moves.push(m));
    }
    one_of_each(moves)
}

/// The moves that one program makes, from a cell or, of a drop, from the hand ([`Cell::NONE`]), whatever becomes of the royal
/// pieces; the same effect may come more than once. What it takes goes off `budget`; none if that is not enough.
#[must_use]
pub fn moves_of(
    game: &Game,
    position: &Position,
    program: &Program,
    from: Cell,
    budget: &mut usize,
) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    let mut run = Run::new(game, position, program, from).limited(*budget);
    let whole = run.matches(|m| moves.push(m));
    *budget = budget.saturating_sub(run.states() + 1);
    (whole && *budget > 0).then_some(moves)
}

pub(super) fn walks(game: &Game, position: &Position, mut found: impl FnMut(Move)) {
    for (cell, code) in position.pieces(position.side) {
        for program in &game.programs[code.index()] {
            Run::new(game, position, program, cell).matches(&mut found);
        }
    }
}

pub(super) fn drops(game: &Game, position: &Position, mut found: impl FnMut(Move)) {
    for (number, held) in (0u8..).zip(&position.hands[position.side.index()]) {
        if *held > 0 {
            let code = Code::of(PieceId(number), position.side);
            for program in &game.drops[code.index()] {
                Run::new(game, position, program, Cell::NONE).matches(&mut found);
            }
        }
    }
}

/// The move of a castling.
pub(super) fn castle_move(castle: &Castle) -> Move {
    let ends = castle.path.last().copied().unwrap_or(Cell::NONE);
    Move {
        rule: castle.rule,
        piece: castle.king,
        from: castle.path[0],
        entry: Cell::NONE,
        to: ends,
        becomes: castle.king,
        captures: SmallVec::new(),
        shots: 0,
        on_trail: Cell::NONE,
        partner: Some(Partner {
            piece: castle.partner,
            from: castle.partner_from,
            to: castle.partner_to,
        }),
        trail: SmallVec::new(),
    }
}

/// Why a castling cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastleFault {
    /// King or partner has moved, or is not there.
    Right,
    /// This cell is not empty.
    Occupied(Cell),
    /// The king is in check.
    InCheck,
    /// The king would cross this attacked cell.
    Attacked(Cell),
}

/// Why a castling cannot be made, but for the safety of the king where it ends.
#[must_use]
pub fn castle_fault(game: &Game, position: &Position, castle: &Castle) -> Option<CastleFault> {
    let home = position.at(castle.path[0]) == castle.king
        && position.at(castle.partner_from) == castle.partner;
    if position.rights >> castle.right & 1 == 0 || !home {
        return Some(CastleFault::Right);
    }
    if let Some(cell) = castle.empty.iter().find(|c| !position.at(**c).is_empty()) {
        return Some(CastleFault::Occupied(*cell));
    }
    let royal = game.piece_of(castle.king).is_some_and(|p| p.royal);
    if !royal {
        return None;
    }
    for cell in &castle.path[..castle.path.len() - 1] {
        let mut stood = position.passed();
        stood.board[castle.path[0].index()] = Code::EMPTY;
        stood.board[cell.index()] = castle.king;
        if royal_captures(game, &stood).iter().any(|(_, royal)| royal == cell) {
            return Some(if *cell == castle.path[0] {
                CastleFault::InCheck
            } else {
                CastleFault::Attacked(*cell)
            });
        }
    }
    None
}
