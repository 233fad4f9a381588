//! The parts of the table. What is compared is measured in turn, round after round, so that a busy machine slows both alike;
//! the ratio is the median of the rounds'.

mod beside;
mod growth;
mod hash;
mod load;
mod memory;
mod own;
mod playouts;
mod threads;

use crate::games;
use crate::places::Place;
use crate::table::Line;
use heterodox::notation::read_position;
use heterodox::pipeline::Loaded;
use heterodox::play::Position;
use heterodox::play::fast::Fast;
use std::time::Duration;

pub use memory::child;

/// How much is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How often each comparison is made.
    pub rounds: usize,
    /// How long a count takes at least; short ones are repeated.
    pub least: Duration,
    /// Parts and games to be measured; empty: all.
    pub only: Vec<String>,
}

impl Plan {
    /// Whether something is asked for: by the part's name or the game's.
    #[must_use]
    pub fn wants(&self, part: &str, game: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|o| o == part || o == game)
    }
}

/// Where lines go as soon as they are known.
pub type Sink<'s> = &'s mut dyn FnMut(Line);

/// Measures everything that is asked for.
pub fn all(plan: &Plan, sink: Sink<'_>) {
    beside::measure(plan, sink);
    own::measure(plan, sink);
    threads::measure(plan, sink);
    hash::measure(plan, sink);
    playouts::measure(plan, sink);
    growth::measure(plan, sink);
    load::measure(plan, sink);
    memory::measure(plan, sink);
}

/// A loaded game and one of its positions.
pub struct Ready {
    /// The game.
    pub loaded: Loaded,
    /// The position.
    pub position: Position,
    /// Where it is from.
    pub place: Place,
}

impl Ready {
    /// Loads the game; none if there is none of that name yet.
    ///
    /// # Panics
    /// The file does not load, or the position is none of the game.
    #[must_use]
    pub fn new(place: &Place) -> Option<Self> {
        let loaded = games::load(place.game)?;
        let position = match place.fen {
            "" => loaded.start.clone(),
            fen => read_position(&loaded.game, fen).expect("a position of the table"),
        };
        Some(Self { loaded, position, place: *place })
    }

    /// The position as text.
    #[must_use]
    pub fn fen(&self) -> &str {
        if self.place.fen.is_empty() { &self.loaded.game.setup } else { self.place.fen }
    }

    /// Counts once, and compares.
    ///
    /// # Panics
    /// Another figure.
    pub fn count(&self, fast: &Fast<'_>) -> u64 {
        let nodes = fast.perft(std::hint::black_box(&self.position), self.place.depth);
        assert_eq!(nodes, self.place.nodes, "{} {}", self.place.game, self.place.name);
        nodes
    }
}

/// The geometric mean.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub fn mean(figures: &[f64]) -> f64 {
    (figures.iter().map(|f| f.ln()).sum::<f64>() / figures.len() as f64).exp()
}

/// The geometric means of each round; all have the same rounds.
#[must_use]
pub fn means(of: &[Vec<f64>]) -> Vec<f64> {
    let rounds = of.first().map_or(0, Vec::len);
    (0..rounds).map(|r| mean(&of.iter().map(|all| all[r]).collect::<Vec<_>>())).collect()
}
