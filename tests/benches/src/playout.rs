//! Random games: of every position a legal move is played, each as likely as any other. No counting in bulk.

use heterodox::examine::Random;
use heterodox::play::Position;
use heterodox::play::fast::Line;

/// Plies after which a game is broken off.
pub const MOST_PLIES: u64 = 1_000;

/// How a move is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Drawn: see [`Line::play_any`].
    Drawn,
    /// In the list of all legal moves.
    Listed,
}

/// A random game from a position to its end (repetition is not asked), on a line of the game: how many plies it had.
pub fn random_game(
    line: &mut Line<'_, '_>,
    start: &Position,
    found: Found,
    random: &mut Random,
) -> u64 {
    line.begin(start);
    let mut plies = 0;
    while plies < MOST_PLIES && play(line, found, random) {
        plies += 1;
    }
    plies
}

/// Whether the game had not ended.
fn play(line: &mut Line<'_, '_>, found: Found, random: &mut Random) -> bool {
    if found == Found::Drawn {
        return line.play_any(|bound| random.below(bound));
    }
    let number = line.moves();
    let ended = number == 0 || line.outcome().is_some();
    if !ended {
        line.play(random.below(number));
    }
    !ended
}
