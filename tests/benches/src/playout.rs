//! Random games: the list of legal moves of every position, one of them played. No counting in bulk.

use heterodox::examine::Random;
use heterodox::play::Position;
use heterodox::play::fast::{Fast, Line};

/// Plies after which a game is broken off.
pub const MOST_PLIES: u64 = 1_000;

/// A random game to its end (repetition is not asked): how many plies it had.
pub fn random_game(fast: &Fast<'_>, start: &Position, random: &mut Random) -> u64 {
    let mut line = Line::new(fast, start);
    for ply in 0..MOST_PLIES {
        let number = line.moves();
        if number == 0 || line.outcome().is_some() {
            return ply;
        }
        line.play(random.below(number));
    }
    MOST_PLIES
}
