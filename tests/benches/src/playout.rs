//! Random games: the list of legal moves of every position, one of them played. No counting in bulk.

use heterodox::examine::Random;
use heterodox::ir::Game;
use heterodox::play::fast::Fast;
use heterodox::play::{Position, State, outcome};

/// Plies after which a game is broken off.
pub const MOST_PLIES: u64 = 1_000;

/// A random game to its end (repetition is not asked): how many plies it had.
pub fn random_game(game: &Game, fast: &Fast<'_>, start: &Position, random: &mut Random) -> u64 {
    let mut position = start.clone();
    for ply in 0..MOST_PLIES {
        let moves = fast.legal_moves(&position);
        let Some(played) = random.one_of(&moves) else { return ply };
        // With a move to make, no end asks about check.
        if outcome(game, &position, State { check: false, can_move: true }, 1).is_some() {
            return ply;
        }
        position = position.play(game, played);
    }
    MOST_PLIES
}
