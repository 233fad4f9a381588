//! A position and a depth as a few words: the same words if and only if all on which the figure depends is the same.

use crate::ids::{Code, PlayerId};
use crate::ir::Game;
use crate::play::position::Position;
use smallvec::SmallVec;

/// The words of a position. Without clock and number of the move, of which figures take no notice.
pub(super) type Words = SmallVec<[u64; 24]>;

/// Most cells of a trail that the words have room for.
const TRAIL: usize = 4;

/// How the positions of a game are packed.
pub(super) struct Packer {
    hands: bool,
    words: usize,
}

impl Packer {
    pub(super) fn new(game: &Game) -> Self {
        let hands = if game.needs.hands { 2 * game.pieces.len() } else { 0 };
        let words = game.topology.cells().div_ceil(8) + hands.div_ceil(8) + 3;
        Self { hands: game.needs.hands, words }
    }

    /// How many words a position has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Packs a position; false if it has a longer trail than there is room for. The last word is never 0.
    pub(super) fn pack(&self, position: &Position, depth: u32, words: &mut Words) -> bool {
        let (mut cells, mut owner) = ([u16::MAX; TRAIL], u16::MAX);
        if let Some(trail) = &position.trail {
            if trail.cells.len() > TRAIL {
                return false;
            }
            for (room, cell) in cells.iter_mut().zip(&trail.cells) {
                *room = cell.0;
            }
            owner = trail.owner.0;
        }
        let bytes = |code: &Code| code.0;
        words.extend(position.board.chunks(8).map(|c| word(c.iter().map(bytes))));
        if self.hands {
            let [first, second] = &position.hands;
            let held: SmallVec<[u8; 64]> = first.iter().chain(second).copied().collect();
            words.extend(held.chunks(8).map(|c| word(c.iter().copied())));
        }
        words.push(position.rights);
        words.push(cells.iter().fold(0, |w, cell| w << 16 | u64::from(*cell)));
        let [first, second] = position.checks.map(u64::from);
        let side = u64::from(position.side == PlayerId(1));
        let depth = u64::from(depth & 0xFF);
        words.push(u64::from(owner) << 32 | first << 24 | second << 16 | side << 8 | depth);
        debug_assert_eq!(words.len(), self.words);
        true
    }
}

fn word(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0, |word, byte| word << 8 | u64::from(byte))
}
