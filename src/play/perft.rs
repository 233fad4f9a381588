//! Figures: how many positions a number of legal moves leads to.
//!
//! Depth 0 counts 1. A position that has ended by its placement (a piece in a zone, counts, a bare player) has no children;
//! repetition, quiet plies and material are left out. The last ply is counted without making its moves.

use crate::ir::Game;
use crate::play::fast::Fast;
use crate::play::moves::Move;
use crate::play::outcome::ended_by_placement;
use crate::play::position::Position;
use crate::play::reference;
use rayon::prelude::*;

/// By the reference generator.
#[must_use]
pub fn reference_perft(game: &Game, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if ended_by_placement(game, position) {
        return 0;
    }
    let moves = reference::legal_moves(game, position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|m| reference_perft(game, &position.play(game, m), depth - 1)).sum()
}

/// The figure of each legal move, by the fast generator; their sum is the figure of the position. Depth is at least 1.
/// `threads` of at least 2 share the moves between them.
#[must_use]
pub fn divide(game: &Game, position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    if depth == 0 || ended_by_placement(game, position) {
        return Vec::new();
    }
    let fast = Fast::new(game);
    let moves = fast.legal_moves(position);
    let figure = |m: &Move| fast.perft(&position.play(game, m), depth - 1);
    if threads < 2 {
        return moves
            .into_iter()
            .map(|m| {
                let n = figure(&m);
                (m, n)
            })
            .collect();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build();
    let all = || moves.par_iter().map(|m| (m.clone(), figure(m))).collect();
    match pool {
        Ok(pool) => pool.install(all),
        Err(_) => all(),
    }
}

/// The figure of a position by the fast generator.
#[must_use]
pub fn perft(game: &Game, position: &Position, depth: u32, threads: usize) -> u64 {
    if depth < 2 || threads < 2 {
        return Fast::new(game).perft(position, depth);
    }
    divide(game, position, depth, threads).iter().map(|(_, n)| n).sum()
}

/// Deepest count that is made in one go; between two of them somebody is asked whether to go on.
const GRAIN: u32 = 2;

/// Like [`perft`], but asks `go_on` again and again, with the number of positions so far. None: it said no.
#[must_use]
pub fn perft_while(
    game: &Game,
    position: &Position,
    depth: u32,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let mut nodes = 0;
    count_while(&Fast::new(game), game, position, depth, &mut nodes, go_on).then_some(nodes)
}

/// Adds the figure of a position; false if it was not wanted to the end.
fn count_while(
    fast: &Fast<'_>,
    game: &Game,
    position: &Position,
    depth: u32,
    nodes: &mut u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> bool {
    if !go_on(*nodes) {
        return false;
    }
    if depth <= GRAIN {
        *nodes += fast.perft(position, depth);
        return true;
    }
    let moves =
        if ended_by_placement(game, position) { Vec::new() } else { fast.legal_moves(position) };
    moves.iter().all(|m| count_while(fast, game, &position.play(game, m), depth - 1, nodes, go_on))
}
