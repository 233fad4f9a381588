//! The fast generator: runs the unrolled trees and asks about the king's safety only where an answer could change.
//!
//! **Support.** While looking for attackers of the royal cells, the cells that were looked at are collected. The answer
//! depends on nothing else, so that a move of a piece that is not royal and touches none of them leaves it as it is: legal
//! out of check, illegal in check. Only the others are tried on the board.
//!
//! ```text
//! support of K e1 against r e8:  e8 e7 e6 … e2      a move on the a-file: not tried; of a pinned piece on e4: tried
//! ```

mod attack;
mod audit;
mod blast;
mod board;
mod castle;
mod compelled;
mod count;
mod danger;
mod draw;
mod ends;
mod engine;
mod in_slot;
mod kept;
mod line;
mod list;
mod maker;
mod march;
mod posts;
mod run;
mod safety;
mod set;
mod slots;
mod step;
mod targets;
mod trial;

use crate::ir::Game;
use crate::play::fast::engine::Engine;
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::{perft, reference};

pub use audit::Slip;
pub use line::Line;

/// The fast generator of a game, for boards of any size. Where a game has no trees the reference generator stands in.
pub struct Fast<'g> {
    game: &'g Game,
    engine: Option<Sized<'g>>,
}

/// One engine a number of words.
enum Sized<'g> {
    W1(Engine<'g, 1>),
    W2(Engine<'g, 2>),
    W3(Engine<'g, 3>),
    W4(Engine<'g, 4>),
    W6(Engine<'g, 6>),
    W11(Engine<'g, 11>),
}

macro_rules! with_engine {
    ($sized:expr, $engine:ident => $body:expr) => {
        match $sized {
            Sized::W1($engine) => $body,
            Sized::W2($engine) => $body,
            Sized::W3($engine) => $body,
            Sized::W4($engine) => $body,
            Sized::W6($engine) => $body,
            Sized::W11($engine) => $body,
        }
    };
}

impl<'g> Fast<'g> {
    /// Prepares the generator; makes the game's trees if nobody has yet.
    #[must_use]
    pub fn new(game: &'g Game) -> Self {
        let engine = game.forms().map(|forms| match game.topology.cells() {
            0..=64 => Sized::W1(Engine::new(game, forms)),
            65..=128 => Sized::W2(Engine::new(game, forms)),
            129..=192 => Sized::W3(Engine::new(game, forms)),
            193..=256 => Sized::W4(Engine::new(game, forms)),
            257..=384 => Sized::W6(Engine::new(game, forms)),
            _ => Sized::W11(Engine::new(game, forms)),
        });
        Self { game, engine }
    }

    /// Whether trees are used; without them it is the reference generator.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        self.engine.is_some()
    }

    /// All legal moves, no two with the same effect.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        match &self.engine {
            Some(sized) => with_engine!(sized, engine => engine.legal_moves(position)),
            None => reference::legal_moves(self.game, position),
        }
    }

    /// Number of legal moves, counted without listing them.
    #[must_use]
    pub fn count(&self, position: &Position) -> u64 {
        match &self.engine {
            Some(sized) => with_engine!(sized, engine => engine.count(position)),
            None => reference::legal_moves(self.game, position).len() as u64,
        }
    }

    /// Number of positions at a depth; see [`crate::play::perft`].
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        match &self.engine {
            Some(sized) => with_engine!(sized, engine => engine.perft_of(position, depth)),
            None => perft::reference_perft(self.game, position, depth),
        }
    }

    /// Whether a royal piece of the player to move is attacked.
    #[must_use]
    pub fn in_check(&self, position: &Position) -> bool {
        match &self.engine {
            Some(sized) => with_engine!(sized, engine => engine.in_check(position)),
            None => reference::in_check(self.game, position),
        }
    }

    /// Makes each of these legal moves and takes it back: the first, by its number, after which the state is not what
    /// [`Position::play`] says, or not as before. None without trees.
    #[must_use]
    pub fn audit(&self, position: &Position, moves: &[Move]) -> Option<(usize, Slip)> {
        match &self.engine {
            Some(sized) => with_engine!(sized, engine => engine.audit(position, moves)),
            None => None,
        }
    }
}
