//! Figures of the tables in `tests/perft`: each row says game, position, depth and nodes.
//!
//! `HETERODOX_NODES` is the greatest figure that is counted (200,000 if it is not set).

use heterodox::ir::Game;
use heterodox::notation::{PositionError, read_position};
use heterodox::play::Position;
use heterodox::play::fast::Fast;
use heterodox::play::perft::{Means, divide, perft, reference_perft};
use heterodox::session::Target;
use std::collections::HashMap;
use std::sync::Arc;

struct Row {
    game: String,
    fen: String,
    depth: u32,
    nodes: u64,
}

impl Row {
    /// `start` is the start position.
    fn position(&self, game: &Game) -> Result<Position, PositionError> {
        read_position(game, if self.fen == "start" { &game.setup } else { &self.fen })
    }
}

fn rows(table: &str) -> Vec<Row> {
    let path = format!("{}/tests/perft/{table}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            game: fields[0].to_owned(),
            fen: fields[1].to_owned(),
            depth: fields[2].parse().expect("a depth"),
            nodes: fields[3].parse().expect("a number of nodes"),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn limit() -> u64 {
    std::env::var("HETERODOX_NODES").map_or(200_000, |n| n.parse().expect("a number"))
}

fn each_row(table: &str, limit: u64, mut check: impl FnMut(&Game, &Row)) {
    let mut games: HashMap<String, Arc<Game>> = HashMap::new();
    let mut counted = 0;
    for row in rows(table).iter().filter(|r| r.nodes <= limit) {
        let game = games.entry(row.game.clone()).or_insert_with(|| {
            Target::new(&row.game).load().unwrap_or_else(|r| panic!("{}: {r}", row.game)).game
        });
        check(game, row);
        counted += 1;
    }
    assert!(counted > 0, "{table}: no figure within the limit");
}

#[test]
fn the_four_games_have_their_figures() {
    each_row("four-games.tsv", limit(), |game, row| {
        let position = row.position(game).expect(&row.fen);
        let found = Fast::new(game).perft(&position, row.depth);
        assert_eq!(found, row.nodes, "{} {} depth {}", row.game, row.fen, row.depth);
    });
}

#[test]
fn known_games_have_their_figures() {
    each_row("known-games.tsv", limit(), |game, row| {
        let position = row.position(game).expect(&row.fen);
        let found = Fast::new(game).perft(&position, row.depth);
        assert_eq!(found, row.nodes, "{} {} depth {}", row.game, row.fen, row.depth);
    });
}

#[test]
fn the_reference_generator_has_those_of_known_games_too() {
    each_row("known-games.tsv", limit().min(3_000), |game, row| {
        let position = row.position(game).expect(&row.fen);
        let found = reference_perft(game, &position, row.depth);
        assert_eq!(found, row.nodes, "{} {} depth {}", row.game, row.fen, row.depth);
    });
}

#[test]
fn the_reference_generator_has_them_too() {
    each_row("four-games.tsv", limit().min(8_000), |game, row| {
        let position = row.position(game).expect(&row.fen);
        let found = reference_perft(game, &position, row.depth);
        assert_eq!(found, row.nodes, "{} {} depth {}", row.game, row.fen, row.depth);
    });
}

#[test]
fn threads_change_no_figure() {
    each_row("four-games.tsv", 10_000, |game, row| {
        let position = row.position(game).expect(&row.fen);
        assert_eq!(perft(game, &position, row.depth, Means::threads(3)), row.nodes);
    });
}

/// So little memory that figures are forgotten all the time, and some that is enough.
const MEMORIES: [usize; 2] = [1, 32];

/// The greatest figure that is counted by all of these means too.
const MOST_BY_MEMORY: u64 = 2_000_000;

#[test]
fn memory_changes_no_figure() {
    for table in ["four-games.tsv", "known-games.tsv"] {
        each_row(table, limit().min(MOST_BY_MEMORY), |game, row| {
            let position = row.position(game).expect(&row.fen);
            for hash in MEMORIES {
                for threads in [1, 2] {
                    let found = perft(game, &position, row.depth, Means { threads, hash });
                    assert_eq!(
                        found, row.nodes,
                        "{} {} depth {}, {hash} MB, {threads} threads",
                        row.game, row.fen, row.depth
                    );
                }
            }
        });
    }
}

#[test]
fn the_shares_are_the_same_by_all_means() {
    each_row("four-games.tsv", 10_000, |game, row| {
        let position = row.position(game).expect(&row.fen);
        let plain = divide(game, &position, row.depth, Means::default());
        let other = divide(game, &position, row.depth, Means { threads: 2, hash: 1 });
        assert_eq!(plain, other, "{} {} depth {}", row.game, row.fen, row.depth);
    });
}
