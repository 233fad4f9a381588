//! Figures (perft, the last ply counted without making its moves), loading and random games of the four games, on one thread.
//! Every figure is compared, so that nothing wrong is measured.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use heterodox::examine::Random;
use heterodox::play::fast::{Fast, Line};
use heterodox_benches::games;
use heterodox_benches::measure::Ready;
use heterodox_benches::places::{FOUR, MEASURE, by_game};
use heterodox_benches::playout::{self, Found};
use std::hint::black_box;

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for place in MEASURE.iter().chain(FOUR) {
        let ready = Ready::new(place).expect("a game of the table");
        let fast = Fast::new(&ready.loaded.game);
        group.throughput(Throughput::Elements(place.nodes));
        let name = format!("{}/{}", place.game, place.name);
        group
            .bench_function(BenchmarkId::new(name, place.depth), |b| b.iter(|| ready.count(&fast)));
    }
    group.finish();
}

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load");
    for game in by_game(FOUR) {
        group.bench_function(game[0].game, |b| b.iter(|| games::load(black_box(game[0].game))));
    }
    group.finish();
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    group.sample_size(10);
    for game in by_game(FOUR) {
        let loaded = games::load(game[0].game).expect("a game of the table");
        let fast = Fast::new(&loaded.game);
        let mut random = Random::new(1);
        let mut line = Line::new(&fast, &loaded.start);
        group.bench_function(game[0].game, |b| {
            b.iter(|| playout::random_game(&mut line, &loaded.start, Found::Drawn, &mut random));
        });
    }
    group.finish();
}

criterion_group!(benches, perft, load, playouts);
criterion_main!(benches);
