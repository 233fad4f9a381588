//! What keeps the rules of a piece from making a move: of all the ways of each, the one that comes nearest.

use crate::ids::{Cell, Code};
use crate::ir::{Game, Program, RuleShape};
use crate::play::explain::{Failure, Illegal, Wanted, fits, sorted};
use crate::play::machine::{Met, Obstacle, Run};
use crate::play::moves::Move;
use crate::play::position::Position;
use std::cmp::Reverse;

/// How well the captures of a way, made or hoped for, agree with those that are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agree {
    /// They are the same.
    Exactly,
    /// None of those wanted is missing.
    More,
    /// They may be others: a capture on a trail is not made where it is written.
    Somehow,
}

/// A way that is not open.
struct Way {
    /// The fewest obstacles first, and of several such ways the one that can be gone furthest.
    rank: (usize, Reverse<u16>),
    obstacles: Vec<Obstacle>,
}

/// Why none of these programs of a piece makes the move that is wanted.
pub(super) fn blocked(
    game: &Game,
    position: &Position,
    wanted: &Wanted,
    (programs, piece, from): (&Vec<Program>, Code, Cell),
) -> Illegal {
    let written = !wanted.captures.is_empty();
    // A shot and a landing are told apart by where the piece stands.
    let shot = wanted.from.is_some() && wanted.to == wanted.from;
    let tries = [
        (Agree::Exactly, wanted.exact || written),
        (Agree::More, true),
        (Agree::Somehow, written && !shot),
    ];
    for (agree, _) in tries.into_iter().filter(|(_, asked)| *asked) {
        let failure = |program: &Program| {
            let way = nearest_way(game, position, wanted, (program, from), agree)?;
            debug_assert_ne!(game.rule(program.rule).shape, RuleShape::Castle);
            Some(Failure { rule: program.rule, obstacles: way.obstacles })
        };
        let failures: Vec<Failure> = programs.iter().filter_map(failure).collect();
        if !failures.is_empty() {
            return Illegal::Blocked(failures);
        }
    }
    Illegal::NoRule { piece }
}

/// The way of a program that comes nearest to the move; none if none leads there, or if one is open.
fn nearest_way(
    game: &Game,
    position: &Position,
    wanted: &Wanted,
    (program, from): (&Program, Cell),
    agree: Agree,
) -> Option<Way> {
    let wish = Wanted { captures: Vec::new(), becomes: None, exact: false, ..wanted.clone() };
    let captures = sorted(&wanted.captures);
    let mut best: Option<Way> = None;
    Run::new(game, position, program, from).lenient().ways(|m, Met { obstacles, clear, .. }| {
        let takes = would_take(&m, obstacles);
        let agrees = match agree {
            Agree::Exactly => takes == captures,
            Agree::More => captures.iter().all(|c| takes.contains(c)),
            Agree::Somehow => true,
        };
        if !agrees || !fits(game, &wish, &m) || contradicts(game, program, &m) {
            return;
        }
        let rank = (obstacles.len(), Reverse(clear));
        match &mut best {
            Some(way) if way.rank < rank => {}
            Some(way) if way.rank == rank => join(&mut way.obstacles, obstacles),
            _ => best = Some(Way { rank, obstacles: obstacles.to_vec() }),
        }
    });
    best.filter(|way| way.rank.0 > 0)
}

/// Where two ways differ only in what they demand of the same cells (as `land`, which takes an empty cell or an enemy), either
/// would do.
fn join(found: &mut [Obstacle], others: &[Obstacle]) {
    let cell = |o: &Obstacle| match o {
        Obstacle::Cell { cell, .. } => Some(*cell),
        _ => None,
    };
    let alike =
        |(a, b): (&Obstacle, &Obstacle)| a == b || (cell(a).is_some() && cell(a) == cell(b));
    if found.len() != others.len() || !found.iter().zip(others).all(alike) {
        return;
    }
    for (one, other) in found.iter_mut().zip(others) {
        if let (
            Obstacle::Cell { wanted, capture, .. },
            Obstacle::Cell { wanted: more, capture: also, .. },
        ) = (one, other)
        {
            *wanted = wanted.or(*more);
            *capture |= *also;
        }
    }
}

/// Cells on which a way captures, or would if it could, in order.
fn would_take(m: &Move, obstacles: &[Obstacle]) -> Vec<Cell> {
    let failed = obstacles.iter().filter_map(|o| match o {
        Obstacle::Cell { cell, capture: true, .. } => Some(*cell),
        _ => None,
    });
    sorted(&m.captures.iter().copied().chain(failed).collect::<Vec<_>>())
}

/// Whether a way captures where its rule's `to` demands an empty cell: no board makes it a move.
fn contradicts(game: &Game, program: &Program, m: &Move) -> bool {
    let Some(to) = program.to.filter(|_| m.captures.last() == Some(&m.to)) else { return false };
    game.conditions[to.index()].plain.at(m.to).without(Code::EMPTY.mask()).is_none()
}
