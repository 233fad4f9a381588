//! Figures (perft, the last ply counted without making its moves) and loading, of every shipped game, on one thread.
//! Every figure is asserted, so that nothing wrong is measured.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use heterodox::notation::read_position;
use heterodox::play::fast::Fast;
use heterodox::session::Target;
use std::hint::black_box;

/// Game, position (none: the start), depth, nodes. From the game's own tests and the tables they were settled with.
const FIGURES: &[(&str, Option<&str>, u32, u64)] = &[
    ("asylum-chess", None, 4, 3_976_038),
    (
        "asylum-chess",
        Some("r1b6r/5k2b1/3pq2n2/pP1n1l1PlR/1Pp1P1p3/6P3/10/2PLPP2PN/10/R1BNQKLB2 w Q c8c7 0 24"),
        3,
        585_775,
    ),
    ("asylum-chess+friendly-fire", None, 3, 188_116),
    ("asylum-redux", None, 4, 1_817_562),
    (
        "asylum-redux",
        Some(
            "rw1sWL2fr/9p/10/1P1k3pb1/pPpP3q2/P7Pp/5P3N/NN5p2/3BS5/RW2QK1BFR[NNnnnnn] w KQ c8c7 0 34",
        ),
        3,
        548_059,
    ),
    ("ninjutsu", None, 5, 2_293_948),
    (
        "ninjutsu",
        Some("1w2gk*/pnp1p2/2w1q**/1pPpP**/1PG2**/g1nPN**/P3QK1/1WN1G1* w - d6 0 19"),
        3,
        30_012,
    ),
    ("med-chess", None, 4, 20_731),
    (
        "med-chess",
        Some("2gA****/1ukn1***/2f2p**/a1p1p1P*/*2P1PU1/**p4G/***PFN2/****3K w - - 2 16"),
        3,
        6_841,
    ),
];

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (name, fen, depth, nodes) in FIGURES {
        let loaded = Target::new(name).load().expect("a shipped game");
        let position =
            read_position(&loaded.game, fen.unwrap_or(&loaded.game.setup)).expect("a position");
        let fast = Fast::new(&loaded.game);
        group.throughput(Throughput::Elements(*nodes));
        let place = if fen.is_some() { "middle" } else { "start" };
        group.bench_function(BenchmarkId::new(format!("{name}/{place}"), depth), |b| {
            b.iter(|| assert_eq!(fast.perft(black_box(&position), *depth), *nodes));
        });
    }
    group.finish();
}

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load");
    for name in ["asylum-chess", "asylum-redux", "ninjutsu", "med-chess"] {
        group.bench_function(name, |b| {
            b.iter(|| Target::new(black_box(name)).load().expect("a shipped game"))
        });
    }
    group.finish();
}

criterion_group!(benches, perft, load);
criterion_main!(benches);
