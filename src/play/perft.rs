//! Figures: how many positions a number of legal moves leads to.
//!
//! Depth 0 counts 1. A position that has ended by its placement (a piece in a zone, counts, a bare player) has no children;
//! repetition, quiet plies and material are left out. The last ply is counted without making its moves. A figure too large for
//! 64 bits stays at [`u64::MAX`].

mod packed;
mod table;

use crate::ir::Game;
use crate::play::fast::Fast;
use crate::play::moves::Move;
use crate::play::outcome::ended_by_placement;
use crate::play::perft::packed::Packer;
use crate::play::perft::table::Table;
use crate::play::position::Position;
use crate::play::reference;
use rayon::prelude::*;

/// What a count may use. Neither changes a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Number of threads that share the work; at least 1.
    pub threads: usize,
    /// Memory for figures of positions that may come again, in MiB; 0: none are kept.
    pub hash: usize,
}

impl Default for Means {
    fn default() -> Self {
        Self::threads(1)
    }
}

impl Means {
    /// So many threads, and no memory.
    #[must_use]
    pub fn threads(threads: usize) -> Self {
        Self { threads, hash: 0 }
    }
}

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
#[must_use]
pub fn divide(game: &Game, position: &Position, depth: u32, means: Means) -> Vec<(Move, u64)> {
    if depth == 0 || ended_by_placement(game, position) {
        return Vec::new();
    }
    let count = Count::new(game, depth, means);
    let moves = count.fast.legal_moves(position);
    let figure = |m: Move| {
        let nodes = count.of(&position.play(game, &m), depth - 1);
        (m, nodes)
    };
    means.install(|| match means.threads {
        0 | 1 => moves.into_iter().map(figure).collect(),
        _ => moves.into_par_iter().map(figure).collect(),
    })
}

/// The figure of a position by the fast generator.
#[must_use]
pub fn perft(game: &Game, position: &Position, depth: u32, means: Means) -> u64 {
    let count = Count::new(game, depth, means);
    means.install(|| count.of(position, depth))
}

impl Means {
    /// Whether the memory can be had.
    #[must_use]
    pub fn can_be_had(self) -> bool {
        let words = self.hash.checked_mul(1 << 17);
        words.is_some_and(|words| Vec::<u64>::new().try_reserve_exact(words).is_ok())
    }

    /// Runs a work on so many threads, if the system gives them.
    fn install<T: Send>(self, work: impl FnOnce() -> T + Send) -> T {
        if self.threads < 2 {
            return work();
        }
        match rayon::ThreadPoolBuilder::new().num_threads(self.threads.min(256)).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}

/// Least depth at which a figure is kept, and most at which one thread counts alone.
const KEPT: u32 = 2;
const ALONE: u32 = 3;

/// Counting, position by position down to a depth from which the fast generator goes on by itself.
///
/// ```text
/// depth  6  5  4 | 3  2  1        shared by threads: down to 3, so that no thread is left with a large share at the end
/// depth  6  5  4  3  2 | 1        with memory: each position of depth 2 and more is looked up first
/// ```
struct Count<'g> {
    game: &'g Game,
    fast: Fast<'g>,
    table: Option<Table>,
    packer: Packer,
    shared: bool,
    /// The depth from which the fast generator counts in one go.
    alone: u32,
}

impl<'g> Count<'g> {
    fn new(game: &'g Game, depth: u32, means: Means) -> Self {
        let (shared, packer) = (means.threads > 1, Packer::new(game));
        let table =
            (means.hash > 0 && depth > KEPT).then(|| Table::new(means.hash, packer.words()));
        let alone = match (&table, shared) {
            (Some(_), _) => KEPT,
            // Little work is divided once, at the root.
            (None, true) => ALONE.min(depth.saturating_sub(2)).max(2),
            (None, false) => u32::MAX,
        };
        Self { game, fast: Fast::new(game), table, packer, shared, alone }
    }

    /// The figure of a position.
    fn of(&self, position: &Position, depth: u32) -> u64 {
        let Some(table) = self.table.as_ref().filter(|_| depth >= KEPT) else {
            return self.counted(position, depth);
        };
        let bare = self.without_idle_trail(position);
        let position = bare.as_ref().unwrap_or(position);
        let mut words = packed::Words::new();
        if !self.packer.pack(position, depth, &mut words) {
            return self.counted(position, depth);
        }
        if let Some(nodes) = table.get(&words) {
            return nodes;
        }
        let nodes = self.counted(position, depth);
        table.put(&words, nodes);
        nodes
    }

    /// The position without its trail, if that changes none of its moves: what comes after a move does not depend on the trail
    /// before it, so that the figure is the same, and the position comes again more often.
    fn without_idle_trail(&self, position: &Position) -> Option<Position> {
        position.trail.as_ref()?;
        let bare = Position { trail: None, ..position.clone() };
        (self.fast.legal_moves(position) == self.fast.legal_moves(&bare)).then_some(bare)
    }

    fn counted(&self, position: &Position, depth: u32) -> u64 {
        if depth <= self.alone {
            return self.fast.perft(position, depth);
        }
        if ended_by_placement(self.game, position) {
            return 0;
        }
        let moves = self.fast.legal_moves(position);
        let figure = |m: &Move| self.of(&position.play(self.game, m), depth - 1);
        if self.shared {
            moves.par_iter().map(figure).reduce(|| 0, u64::saturating_add)
        } else {
            moves.iter().map(figure).fold(0, u64::saturating_add)
        }
    }
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
