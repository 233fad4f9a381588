//! Perft on two threads beside one, by the clock on the wall: other work on the machine counts here. Beside it, what it does not
//! blur: how much more processor time the two need than the one, and what the machine gives to two that count apart.

use crate::clock;
use crate::measure::{Plan, Ready, Sink};
use crate::places::{LONG, Place};
use crate::table::{Line, Spread, Target, millions, short};
use heterodox::play::perft::{Means, perft};
use std::time::Instant;

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    for place in LONG.iter().filter(|p| plan.wants("threads", p.game)) {
        if let Some(ready) = Ready::new(place) {
            sink(line(plan, &ready));
        }
    }
}

/// Nodes a second of one count, at least as long as the plan asks.
#[allow(clippy::cast_precision_loss)]
fn speed(plan: &Plan, ready: &Ready, threads: usize) -> f64 {
    let (start, mut nodes) = (Instant::now(), 0);
    while start.elapsed() < 2 * plan.least {
        nodes += count(ready, threads);
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}

fn count(ready: &Ready, threads: usize) -> u64 {
    let Place { depth, nodes, .. } = ready.place;
    let counted = perft(&ready.loaded.game, &ready.position, depth, Means::threads(threads));
    assert_eq!(counted, nodes, "{} on {threads} threads", ready.place.game);
    counted
}

/// Processor time of one count, of all its threads together, in seconds.
fn cost(ready: &Ready, threads: usize) -> f64 {
    let start = clock::of_process();
    count(ready, threads);
    (clock::of_process() - start).as_secs_f64()
}

/// Nodes a second of two threads, each of which counts alone: more than that the machine does not give.
fn apart(plan: &Plan, ready: &Ready) -> f64 {
    std::thread::scope(|s| {
        let both = [(); 2].map(|()| s.spawn(|| speed(plan, ready, 1)));
        both.into_iter().filter_map(|b| b.join().ok()).sum()
    })
}

fn line(plan: &Plan, ready: &Ready) -> Line {
    let (mut one, mut two, mut ratios) = (vec![], vec![], vec![]);
    let (mut most, mut more) = (vec![], vec![]);
    for _ in 0..plan.rounds {
        let (first, second) = (speed(plan, ready, 1), speed(plan, ready, 2));
        most.push(apart(plan, ready) / first);
        more.push(cost(ready, 2) / cost(ready, 1));
        one.push(first);
        two.push(second);
        ratios.push(second / first);
    }
    Line {
        what: format!("{} start, perft {}, two threads", ready.place.game, ready.place.depth),
        ours: millions(Spread::of(&two).middle),
        beside: format!(
            "one thread {}; processor time {} times; two apart {} times",
            millions(Spread::of(&one).middle),
            short(Spread::of(&more).middle),
            short(Spread::of(&most).middle)
        ),
        ratio: Some(Spread::of(&ratios)),
        target: Some(Target::AtLeast(1.8)),
    }
}
