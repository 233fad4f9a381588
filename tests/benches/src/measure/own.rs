//! Perft of other games beside our own chess: the geometric mean of the start and Kiwipete in the same round.

use crate::clock::speed;
use crate::measure::{Plan, Ready, Sink, mean, means};
use crate::places::{FOUR, KNOWN, MEASURE, by_game};
use crate::table::{Line, Spread, Target, millions};
use heterodox::play::fast::Fast;

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let chess: Vec<Ready> = MEASURE.iter().filter_map(Ready::new).collect();
    let games = by_game(FOUR).into_iter().map(|g| (g, Some(Target::AtLeast(0.3))));
    let known = by_game(KNOWN).into_iter().map(|g| {
        let target = (g[0].game != "breakthrough").then_some(Target::AtLeast(0.5));
        (g, target)
    });
    for (places, target) in games.chain(known) {
        if plan.wants("own", places[0].game) {
            let ready: Vec<Ready> = places.iter().filter_map(Ready::new).collect();
            game(plan, &chess, &ready, target, sink);
        }
    }
}

fn game(plan: &Plan, chess: &[Ready], places: &[Ready], target: Option<Target>, sink: Sink<'_>) {
    let Some(first) = places.first() else { return };
    let chess_fast: Vec<Fast<'_>> = chess.iter().map(|r| Fast::new(&r.loaded.game)).collect();
    let fast: Vec<Fast<'_>> = places.iter().map(|r| Fast::new(&r.loaded.game)).collect();
    let mut measures = Vec::new();
    let mut speeds = vec![Vec::new(); places.len()];
    let mut ratios = vec![Vec::new(); places.len()];
    for _ in 0..plan.rounds {
        let of_chess: Vec<f64> = (0..chess.len())
            .map(|i| speed(plan.least, || chess[i].count(&chess_fast[i])))
            .collect();
        let measure = mean(&of_chess);
        measures.push(measure);
        for i in 0..places.len() {
            let ours = speed(plan.least, || places[i].count(&fast[i]));
            speeds[i].push(ours);
            ratios[i].push(ours / measure);
        }
    }
    let beside = format!("our chess {}", millions(Spread::of(&measures).middle));
    for (i, ready) in places.iter().enumerate() {
        sink(Line {
            what: format!("{} {}, perft {}", first.place.game, ready.place.name, ready.place.depth),
            ours: millions(Spread::of(&speeds[i]).middle),
            beside: beside.clone(),
            ratio: Some(Spread::of(&ratios[i])),
            target,
        });
    }
    sink(Line {
        what: format!("**{}**, geometric mean", first.place.game),
        ours: millions(Spread::of(&means(&speeds)).middle),
        beside,
        ratio: Some(Spread::of(&means(&ratios))),
        target,
    });
}
