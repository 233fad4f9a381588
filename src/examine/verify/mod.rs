//! Random play that asks the laws: counts what happens, and makes the first violation small enough to be read.

mod minimise;
mod playout;
mod tally;

use crate::examine::laws::{Generator, Law, Laws, Violation};
use crate::pipeline::Loaded;
use crate::play::{Move, Position};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use tally::{EndTally, RuleTally, Tally, TallyReply};

/// How much is played and asked.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of games.
    pub games: u64,
    /// Where the numbers by chance begin.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// The laws are asked in every position whose number in its game, plus the game's number, is a multiple of this.
    pub every: u64,
    /// A game that is longer is given up.
    pub plies: u32,
}

impl Plan {
    /// The laws are asked everywhere in up to 100 games, and in more games about as often as that altogether.
    #[must_use]
    pub fn usual(games: u64, seed: u64) -> Self {
        Self { games, seed, threads: 1, every: games.div_ceil(100).max(1), plies: 2_000 }
    }
}

/// A violation where it was found.
#[derive(Clone, Debug)]
pub(in crate::examine) struct Line {
    /// Number of the game, from 0.
    pub(in crate::examine) game: u64,
    /// Where the line begins.
    pub(in crate::examine) start: Position,
    /// The moves that lead to the position.
    pub(in crate::examine) moves: Vec<Move>,
    /// What does not hold there.
    pub(in crate::examine) violation: Violation,
}

/// The first violation, made small.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Which law does not hold.
    pub law: Law,
    /// What is wrong.
    pub message: String,
    /// Number of the game in which it was found, from 0.
    pub game: u64,
    /// The position.
    pub fen: String,
    /// Moves from there.
    pub moves: Vec<String>,
    /// The same as a test that can stand in the file.
    pub test: String,
}

/// What random play has told.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyReply {
    /// What was played.
    #[serde(flatten)]
    pub tally: TallyReply,
    /// Whether the mirrored positions could be asked: the players are declared to be images of each other.
    pub mirrored: bool,
    /// Whether the fast generator has trees for this game; otherwise the reference generator is compared with itself.
    pub fast: bool,
    /// The first violation, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// Plays and asks. `progress` is told after each game how many have been played.
#[must_use]
pub fn verify(loaded: &Loaded, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> VerifyReply {
    verify_with(loaded, plan, None, progress)
}

/// The same of another generator than the fast one.
#[must_use]
pub fn verify_with(
    loaded: &Loaded,
    plan: &Plan,
    generator: Option<&Generator<'_>>,
    progress: &(dyn Fn(u64) + Sync),
) -> VerifyReply {
    let laws = || match generator {
        Some(generator) => Laws::new(loaded).with_generator(generator),
        None => Laws::new(loaded),
    };
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let chunk = |from: &u64| {
        let mut laws = laws();
        let mut tally = Tally::new(&loaded.game);
        for game in *from..(from + CHUNK).min(plan.games) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let found = playout::playout(&mut laws, &loaded.start, plan, game, &mut tally);
            progress(played.fetch_add(1, Ordering::Relaxed) + 1);
            if let Some(line) = found {
                stop.store(true, Ordering::Relaxed);
                return (tally, Some(line));
            }
        }
        (tally, None)
    };
    let starts: Vec<u64> = (0..plan.games.div_ceil(CHUNK)).map(|n| n * CHUNK).collect();
    let all = in_threads(plan.threads, &starts, chunk);
    let mut tally = Tally::new(&loaded.game);
    let mut lines = Vec::new();
    for (part, line) in all {
        tally.add(&part);
        lines.extend(line);
    }
    let first = lines.into_iter().min_by_key(|line| line.game);
    VerifyReply {
        tally: tally.reply(loaded),
        mirrored: loaded.game.mirror.is_some(),
        fast: generator.is_some() || loaded.game.forms().is_some(),
        found: first.map(|line| minimise::minimise(&mut laws(), line)),
    }
}

/// Games that one thread plays before it takes more.
const CHUNK: u64 = 8;

/// Does a work for each item, shared by so many threads; the results stand in the order of the items.
pub(in crate::examine) fn in_threads<I: Sync, T: Send>(
    threads: usize,
    items: &[I],
    work: impl Fn(&I) -> T + Send + Sync,
) -> Vec<T> {
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build().ok();
    match (threads > 1).then(pool).flatten() {
        Some(pool) => pool.install(|| items.par_iter().map(work).collect()),
        None => items.iter().map(work).collect(),
    }
}
