//! The reference generator: runs the programs, makes each move, and looks whether a royal piece could be removed. Slow, short,
//! and the judge of every other.

use crate::ids::{Cell, Code, PieceId, PlayerId, RuleId};
use crate::ir::{Castle, Game, Program};
use crate::play::machine::Run;
use crate::play::moves::{Move, Partner};
use crate::play::outcome::placement_holds;
use crate::play::position::Position;
use crate::play::second::{whole, whole_of_each};
use smallvec::SmallVec;

/// All legal moves, no two with the same effect. Whether the game has ended is not asked.
#[must_use]
pub fn legal_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = pseudo_moves(game, position);
    moves.retain(|m| is_safe(game, position, m) && is_allowed(game, position, m));
    keep_compulsory(game, &mut moves);
    if let Some(rule) = game.laws.pass_when_stuck
        && moves.is_empty()
        && !in_check(game, position)
    {
        moves.push(Move::pass(rule));
    }
    moves
}

/// Where drops or captures are compulsory, takes out what they exclude.
pub(super) fn keep_compulsory(game: &Game, moves: &mut Vec<Move>) {
    if game.laws.must_drop && moves.iter().any(Move::is_drop) {
        moves.retain(Move::is_drop);
    }
    let most = moves.iter().map(|m| m.captures.len()).max().unwrap_or(0);
    if game.laws.capture_most {
        moves.retain(|m| m.captures.len() == most);
    } else if game.laws.must_capture && most > 0 {
        moves.retain(|m| !m.captures.is_empty());
    }
}

/// Whether the player to move has a legal move that is more than passing.
#[must_use]
pub fn can_move(game: &Game, position: &Position) -> bool {
    let legal = |m: &Move| is_safe(game, position, m) && is_allowed(game, position, m);
    let legal = |m: &Move| match game.laws.every {
        None => legal(m),
        Some(_) => whole(game, position, m.clone()).iter().any(legal),
    };
    let walks = position.pieces(position.side).any(|(cell, code)| {
        let programs = game.programs[code.index()].iter();
        programs.into_iter().any(|p| Run::new(game, position, p, cell).any(legal))
    });
    let drops = || {
        held(game, position).any(|code| {
            let programs = game.drops[code.index()].iter();
            programs.into_iter().any(|p| Run::new(game, position, p, Cell::NONE).any(legal))
        })
    };
    let castles = || {
        let own = game.castles.iter().filter(|c| c.player == position.side);
        own.into_iter().any(|c| castle_fault(game, position, c).is_none() && legal(&castle_move(c)))
    };
    walks || drops() || castles()
}

/// Codes of the pieces that the player to move can take from his hand.
fn held<'a>(game: &'a Game, position: &'a Position) -> impl Iterator<Item = Code> + 'a {
    let side = position.side;
    let ready = move |id: &PieceId| position.has_in_hand(game, side, *id);
    game.piece_ids().filter(ready).map(move |id| Code::of(id, side))
}

/// Whether a promotion is to what the player may promote to: where the rule says so, only to pieces that he has lost.
#[must_use]
pub fn is_offered(game: &Game, position: &Position, played: &Move) -> bool {
    if !game.laws.promotes_to_lost || !played.promotes() {
        return true;
    }
    let (Some(at_start), Some(kind)) = (&game.at_start, game.base(played.becomes)) else {
        return true;
    };
    let had = at_start[position.side.index()][kind.index()];
    !game.needs_loss(played.piece, played.becomes, played.from, played.to)
        || position.army(game, position.side)[kind.index()] < had
}

/// Whether what the game forbids moves to bring about does not come about: a check, or a mate by a rule `without mate`; whether
/// a promotion is offered at all, and whether the move breaks what must be broken.
#[must_use]
pub fn is_allowed(game: &Game, position: &Position, played: &Move) -> bool {
    if !is_offered(game, position, played) || !breaks(game, position, played) {
        return false;
    }
    let without_mate = game.rule(played.rule).without_mate;
    if !game.laws.must_not_check && !without_mate {
        return true;
    }
    let after = position.play(game, played);
    if !in_check(game, &after) {
        return true;
    }
    !game.laws.must_not_check && !legal_moves(game, &after).is_empty()
}

/// Whether a move breaks what must be broken, if that holds. Passing need not.
#[must_use]
pub fn breaks(game: &Game, position: &Position, played: &Move) -> bool {
    let Some((asked, _)) = game.laws.must_break.as_ref().filter(|_| !played.is_pass()) else {
        return true;
    };
    let holds = |position: &Position, player| placement_holds(game, position, asked, player);
    !holds(position, position.side) || !holds(&position.play(game, played), position.side)
}

/// All moves that the rules make, whatever becomes of the royal pieces (castlings keep their own conditions);
/// no two with the same effect.
#[must_use]
pub fn pseudo_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = whole_of_each(game, position, first_parts(game, position));
    moves.extend(game.laws.may_pass.map(Move::pass));
    one_of_each(moves)
}

/// Walks, drops and castlings, without the second part that the moves of the game may have.
pub(super) fn first_parts(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    walks(game, position, |m| moves.push(m));
    drops(game, position, |m| moves.push(m));
    let castles = game.castles.iter().filter(|c| c.player == position.side);
    let open = castles.filter(|c| castle_fault(game, position, c).is_none());
    moves.extend(open.map(castle_move));
    moves
}

pub(super) fn one_of_each(moves: Vec<Move>) -> Vec<Move> {
    let mut seen = std::collections::BTreeSet::new();
    moves.into_iter().filter(|m| seen.insert(m.effect())).collect()
}

/// Whether no royal piece of the mover could be removed after the move. With a blast: none of his is removed by it, and what
/// could be removed does not matter if no royal piece of the opponent is left.
#[must_use]
pub fn is_safe(game: &Game, position: &Position, played: &Move) -> bool {
    if game.royal.iter().all(|royal| royal.is_none()) {
        return true;
    }
    let after = position.play(game, played);
    if game.laws.blast.is_some() && !played.captures.is_empty() {
        let royals = |p: &Position, player| p.royals(game, player).count();
        if royals(&after, position.side) < royals(position, position.side) {
            return false;
        }
        if royals(&after, after.side) == 0 && royals(position, after.side) > 0 {
            return true;
        }
    }
    !takes_royal(game, &after)
}

/// What makes a move unsafe: a piece that could remove a royal piece of the mover's after it, that royal piece, and the rule.
/// Where a blast of the move itself removes it, the piece is the one that moves, where it begins.
#[must_use]
pub fn exposure(game: &Game, position: &Position, played: &Move) -> Option<(Cell, Cell, RuleId)> {
    if is_safe(game, position, played) {
        return None;
    }
    let own = |cell: &Cell| {
        let code = if *cell == played.to { played.piece } else { position.at(*cell) };
        game.royal[position.side.index()].has(code)
    };
    if let Some(royal) = position.blasted(game, played).into_iter().find(own) {
        return Some((played.from, royal, played.rule));
    }
    royal_capture_rules(game, &position.play(game, played)).into_iter().next()
}

/// Whether a royal piece of the player to move is attacked.
#[must_use]
pub fn in_check(game: &Game, position: &Position) -> bool {
    takes_royal(game, &position.passed())
}

/// Whether the player to move could remove a royal piece of the opponent; where one may be spared, every single one.
pub(super) fn takes_royal(game: &Game, position: &Position) -> bool {
    if game.laws.spare_royal {
        let taken = royal_captures(game, position);
        let mut royals = position.royals(game, position.side.other()).peekable();
        return royals.peek().is_some() && royals.all(|cell| taken.iter().any(|(_, r)| *r == cell));
    }
    let taken = |(cell, code)| !royal_captures_of(game, position, cell, code).is_empty();
    has_royal(game, position, position.side.other()) && position.pieces(position.side).any(taken)
}

fn has_royal(game: &Game, position: &Position, player: PlayerId) -> bool {
    position.royals(game, player).next().is_some()
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
    if !has_royal(game, position, position.side.other()) {
        return Vec::new();
    }
    let own = position.pieces(position.side);
    own.flat_map(|(cell, code)| royal_captures_of(game, position, cell, code)).collect()
}

/// The same of one piece of the player to move.
fn royal_captures_of(
    game: &Game,
    position: &Position,
    cell: Cell,
    code: Code,
) -> Vec<(Cell, Cell, RuleId)> {
    let own = game.royal[position.side.index()];
    let royal = game.royal[position.side.other().index()];
    let mut found = Vec::new();
    for program in &game.programs[code.index()] {
        Run::new(game, position, program, cell).matches(|m| {
            // A capture whose blast removes a royal piece of the capturer's own is no threat.
            let fatal = |c: &Cell| own.has(if *c == m.to { m.piece } else { position.at(*c) });
            let taken = m.captures.iter().filter(|c| royal.has(position.at(**c)));
            if taken.clone().next().is_some() && !position.blasted(game, &m).iter().any(fatal) {
                found.extend(taken.map(|c| (m.from, *c, m.rule)));
            }
        });
    }
    found
}

/// The moves that walks make from one cell, whatever becomes of the royal pieces; no two with the same effect.
#[must_use]
pub fn walks_of(game: &Game, position: &Position, cell: Cell) -> Vec<Move> {
    whole_of_each(game, position, first_parts_of(game, position, cell))
}

/// The same, without the second part that the moves of the game may have.
#[must_use]
pub fn first_parts_of(game: &Game, position: &Position, cell: Cell) -> Vec<Move> {
    let mut moves = Vec::new();
    for program in &game.programs[position.at(cell).index()] {
        Run::new(game, position, program, cell).matches(|m| moves.push(m));
    }
    one_of_each(moves)
}

/// The drops of a piece from the hand of the player to move, by every way: the same effect may come more than once.
#[must_use]
pub fn drops_of(game: &Game, position: &Position, piece: PieceId) -> Vec<Move> {
    let mut moves = Vec::new();
    if position.has_in_hand(game, position.side, piece) {
        for program in &game.drops[Code::of(piece, position.side).index()] {
            Run::new(game, position, program, Cell::NONE).matches(|m| moves.push(m));
        }
    }
    whole_of_each(game, position, moves)
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
    for code in held(game, position) {
        for program in &game.drops[code.index()] {
            Run::new(game, position, program, Cell::NONE).matches(&mut found);
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
        effects: None,
    }
}

/// Why a castling cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastleFault {
    /// Both stand at home, but king or partner has moved, or the partner was captured.
    Right,
    /// King or partner, which this is, does not stand on its cell.
    Away(Cell, Code),
    /// This cell is not empty.
    Occupied(Cell),
    /// The king is in check, on this cell.
    InCheck(Cell),
    /// The king would cross this attacked cell.
    Attacked(Cell),
}

/// Why a castling cannot be made, but for the safety of the king where it ends.
#[must_use]
pub fn castle_fault(game: &Game, position: &Position, castle: &Castle) -> Option<CastleFault> {
    let home = [(castle.path[0], castle.king), (castle.partner_from, castle.partner)];
    if let Some((cell, code)) = home.into_iter().find(|(cell, code)| position.at(*cell) != *code) {
        return Some(CastleFault::Away(cell, code));
    }
    if position.rights >> castle.right & 1 == 0 {
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
                CastleFault::InCheck(*cell)
            } else {
                CastleFault::Attacked(*cell)
            });
        }
    }
    None
}
