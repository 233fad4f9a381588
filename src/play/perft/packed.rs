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
        let words = game.topology.cells().div_ceil(8) + hands.div_ceil(8) + 4;
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
        words.extend([0, 64].map(|shift| (position.rights >> shift) as u64));
        words.push(cells.iter().fold(0, |w, cell| w << 16 | u64::from(*cell)));
        let [first, second] = position.checks.map(u64::from);
        let side = u64::from(position.side == PlayerId(1));
        let depth = u64::from(depth & 0xFF);
        let before = u64::from(position.echo) << 56 | u64::from(position.passes) << 48;
        words
            .push(before | u64::from(owner) << 32 | first << 24 | second << 16 | side << 8 | depth);
        debug_assert_eq!(words.len(), self.words);
        true
    }
}

fn word(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0, |word, byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::{Packer, Words};
    use crate::ids::{Cell, Code, PlayerId};
    use crate::play::position::{Position, Trail};

    fn position() -> Position {
        Position {
            board: (1..=9).map(Code).collect(),
            hands: [vec![1, 2, 3], vec![4, 5, 6]],
            side: PlayerId(0),
            rights: 5,
            trail: Some(Trail { cells: [Cell(1), Cell(2)].into_iter().collect(), owner: Cell(3) }),
            checks: [1, 2],
            passes: 0,
            echo: 0,
            clock: 7,
            number: 8,
        }
    }

    fn packed(position: &Position, depth: u32) -> Option<Words> {
        let mut words = Words::new();
        Packer { hands: true, words: 7 }.pack(position, depth, &mut words).then_some(words)
    }

    #[test]
    fn whatever_a_figure_depends_on_is_in_the_words() {
        let plain = packed(&position(), 2);
        let changes: [fn(&mut Position); 15] = [
            |p| p.board[0] = Code(9),
            |p| p.board[8] = Code::EMPTY,
            |p| p.board.swap(0, 8),
            |p| p.hands[0][2] = 4,
            |p| p.hands[1][0] = 0,
            |p| p.side = PlayerId(1),
            |p| p.rights = 4,
            |p| p.checks = [2, 1],
            |p| p.rights |= 1 << 100,
            |p| p.passes = 1,
            |p| p.echo = 1,
            |p| p.trail = None,
            |p| p.trail.iter_mut().for_each(|t| t.owner = Cell(4)),
            |p| p.trail.iter_mut().for_each(|t| t.cells[1] = Cell(0)),
            |p| p.trail.iter_mut().for_each(|t| t.cells.truncate(1)),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut other = position();
            change(&mut other);
            assert_ne!(packed(&other, 2), plain, "change {number}");
        }
        assert_ne!(packed(&position(), 3), plain);
        assert_eq!(packed(&Position { clock: 0, number: 1, ..position() }, 2), plain);
    }

    #[test]
    fn a_position_with_a_long_trail_is_not_kept() {
        let mut long = position();
        long.trail.iter_mut().for_each(|t| t.cells.extend([Cell(4), Cell(5), Cell(6)]));
        assert_eq!(packed(&long, 2), None);
    }
}
