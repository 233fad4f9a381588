//! Whether a game goes on, and why not.

use crate::ids::{Code, Mask, PieceId, PlayerId};
use crate::ir::{EndCondition, EndTerm, Game, Moment, Verdict};
use crate::play::look;
use crate::play::position::Position;
use crate::play::reference;
use serde::Serialize;
use std::collections::HashMap;

/// The result of a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<PlayerId>,
    /// Number of the end in [`Game::ends`] that decided; none: no legal move, and no end speaks of it.
    pub end: Option<usize>,
}

/// How a position stands, before the ends are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whether a royal piece of the player to move is attacked.
    pub check: bool,
    /// Whether he has a legal move.
    pub can_move: bool,
}

/// The state of a position; `moves` is the number of its legal moves.
#[must_use]
pub fn state(game: &Game, position: &Position, moves: usize) -> State {
    State { check: reference::in_check(game, position), can_move: moves > 0 }
}

/// How often each position has occurred in a game, the present one included. Without it no repetition is seen.
pub type Repetitions = HashMap<Position, u32>;

/// What counts as the same position for repetition: placement, hands, side, rights, and those cells of the trail on which a
/// capture is legal.
#[must_use]
pub fn repetition_key(position: &Position, legal: &[crate::play::Move]) -> Position {
    let mut key = Position { clock: 0, number: 0, passes: 0, echo: 0, ..position.clone() };
    if let Some(trail) = &mut key.trail {
        trail.cells.retain(|c| legal.iter().any(|m| m.on_trail == *c));
    }
    if key.trail.as_ref().is_some_and(|t| t.cells.is_empty()) {
        key.trail = None;
    }
    key
}

/// What the ends ask of a game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// How often the position has occurred, now included.
    pub times: u32,
    /// Whether either player has given check with every move since it first occurred.
    pub perpetual: [bool; 2],
}

impl Past {
    /// A position that has not occurred before.
    pub const NEW: Self = Self { times: 1, perpetual: [false; 2] };

    /// `times`: how often the position has occurred; `since`: of the positions since it first did, that one left out and the
    /// present one last, who is to move and whether he is in check.
    #[must_use]
    pub fn of(times: usize, since: impl Iterator<Item = (PlayerId, bool)>) -> Self {
        let (mut moved, mut always) = ([false; 2], [true; 2]);
        for (side, check) in since {
            let mover = side.other().index();
            moved[mover] = true;
            always[mover] &= check;
        }
        let perpetual = [moved[0] && always[0], moved[1] && always[1]];
        Self { times: u32::try_from(times).unwrap_or(u32::MAX), perpetual }
    }
}

/// The first end that holds, if any.
#[must_use]
pub fn outcome(game: &Game, position: &Position, state: State, past: Past) -> Option<Outcome> {
    for (number, end) in game.ends.iter().enumerate() {
        let subject = match end.moment {
            Moment::AfterOwnMove => position.side.other(),
            Moment::OnOwnTurn => position.side,
        };
        if end.player.is_some_and(|p| p != subject) {
            continue;
        }
        let asked = |t: &EndTerm| {
            let player = if t.enemy { subject.other() } else { subject };
            let before = t.twice.is_none_or(|bit| position.echo >> bit & 1 != 0);
            (before && holds(game, position, &t.condition, player, state, past)) != t.negated
        };
        if end.terms.iter().all(asked) {
            let winner = match end.verdict {
                Verdict::Wins => Some(subject),
                Verdict::Loses => Some(subject.other()),
                Verdict::Draws => None,
            };
            return Some(Outcome { winner, end: Some(number) });
        }
    }
    (!state.can_move).then_some(Outcome { winner: None, end: None })
}

fn holds(
    game: &Game,
    position: &Position,
    condition: &EndCondition,
    player: PlayerId,
    state: State,
    past: Past,
) -> bool {
    let to_move = player == position.side;
    match condition {
        EndCondition::Checkmate => to_move && !state.can_move && state.check,
        EndCondition::Stalemate => to_move && !state.can_move && !state.check,
        EndCondition::NoMoves => to_move && !state.can_move,
        EndCondition::Quiet(plies) => position.clock >= *plies,
        EndCondition::Repetition(least) => past.times >= *least,
        EndCondition::Perpetual => past.perpetual[player.index()],
        EndCondition::Material(lists) => material(game, position, lists),
        placement => placement_holds(game, position, placement, player),
    }
}

/// Which conditions that must hold twice running hold now, asked of the players of whom the ends will speak after the next move.
#[must_use]
pub(super) fn held(game: &Game, position: &Position) -> u8 {
    let mut held = 0;
    for end in &game.ends {
        let subject = match end.moment {
            Moment::AfterOwnMove => position.side,
            Moment::OnOwnTurn => position.side.other(),
        };
        for term in &end.terms {
            let Some(bit) = term.twice else { continue };
            let player = if term.enemy { subject.other() } else { subject };
            let holds = placement_holds(game, position, &term.condition, player);
            held |= u8::from(holds) << bit;
        }
    }
    held
}

/// Whether a condition of the placement holds for a player; false for other conditions.
pub(super) fn placement_holds(
    game: &Game,
    position: &Position,
    condition: &EndCondition,
    player: PlayerId,
) -> bool {
    let count = |player: PlayerId, codes: &[Mask; 2]| {
        let counted = position.pieces(player).filter(|(_, code)| codes[player.index()].has(*code));
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    };
    match condition {
        EndCondition::In { codes, cells } => {
            let (codes, cells) = (codes[player.index()], &cells[player.index()]);
            position.pieces(player).any(|(cell, code)| codes.has(code) && cells.contains(cell))
        }
        EndCondition::Checks(times) => u32::from(position.checks[player.index()]) >= *times,
        EndCondition::CanReach { codes, cells } => {
            let (codes, cells) = (codes[player.index()], &cells[player.index()]);
            let reaches = |m: &crate::play::Move| codes.has(m.piece) && cells.contains(m.to);
            player == position.side && reference::legal_moves(game, position).iter().any(reaches)
        }
        EndCondition::Bare => {
            let royal = game.royal[player.index()];
            position.pieces(player).all(|(_, code)| royal.has(code))
                && position.hands[player.index()].iter().all(|n| *n == 0)
        }
        EndCondition::Count { codes, comparison, number } => {
            comparison.holds(count(player, codes), *number)
        }
        EndCondition::CountEnemy { codes, comparison } => {
            comparison.holds(count(player, codes), count(player.other(), codes))
        }
        EndCondition::Stuck if player == position.side => !reference::can_move(game, position),
        EndCondition::Stuck => !reference::can_move(game, &position.passed()),
        EndCondition::Passes(times) => u32::from(position.passes) >= *times,
        EndCondition::Sees { codes, programs } => {
            let mut seeing =
                position.pieces(player).filter(|(_, code)| codes[player.index()].has(*code));
            let program = &programs[player.index()];
            seeing.any(|(cell, _)| look::holds(game, program, cell, &|c| position.at(c)))
        }
        _ => false,
    }
}

fn material(game: &Game, position: &Position, lists: &[(Vec<PieceId>, Vec<PieceId>)]) -> bool {
    let of = |player: PlayerId| {
        let on_board = position.pieces(player).filter_map(|(_, code): (_, Code)| game.base(code));
        let held = game
            .piece_ids()
            .flat_map(|id| std::iter::repeat_n(id, usize::from(position.in_hand(player, id))));
        let mut all: Vec<PieceId> = on_board.chain(held).collect();
        all.sort_unstable();
        all
    };
    let (first, second) = (of(PlayerId(0)), of(PlayerId(1)));
    lists.iter().any(|(a, b)| (*a == first && *b == second) || (*a == second && *b == first))
}

/// Whether an end holds that depends on the placement alone: then figures count no moves from here.
#[must_use]
pub(super) fn ended_by_placement(game: &Game, position: &Position) -> bool {
    let placement_only = |e: &&crate::ir::End| e.terms.iter().all(|t| t.condition.is_placement());
    game.ends.iter().filter(placement_only).any(|end| {
        let subject = match end.moment {
            Moment::AfterOwnMove => position.side.other(),
            Moment::OnOwnTurn => position.side,
        };
        end.player.is_none_or(|p| p == subject)
            && end.terms.iter().all(|t| {
                let player = if t.enemy { subject.other() } else { subject };
                let before = t.twice.is_none_or(|bit| position.echo >> bit & 1 != 0);
                (before && placement_holds(game, position, &t.condition, player)) != t.negated
            })
    })
}
