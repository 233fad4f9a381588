//! Perft on two threads beside one, by the clock on the wall: other work on the machine counts here.

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
        let Place { depth, nodes: expected, .. } = ready.place;
        let counted = perft(&ready.loaded.game, &ready.position, depth, Means::threads(threads));
        assert_eq!(counted, expected, "{} on {threads} threads", ready.place.game);
        nodes += counted;
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// Nodes a second of two threads, each of which counts alone: more than that the machine does not give.
fn apart(plan: &Plan, ready: &Ready) -> f64 {
    std::thread::scope(|s| {
        let both = [(); 2].map(|()| s.spawn(|| speed(plan, ready, 1)));
        both.into_iter().filter_map(|b| b.join().ok()).sum()
    })
}

fn line(plan: &Plan, ready: &Ready) -> Line {
    let (mut one, mut two, mut ratios, mut most) = (vec![], vec![], vec![], vec![]);
    for _ in 0..plan.rounds {
        let (first, second) = (speed(plan, ready, 1), speed(plan, ready, 2));
        most.push(apart(plan, ready) / first);
        one.push(first);
        two.push(second);
        ratios.push(second / first);
    }
    Line {
        what: format!("{} start, perft {}, two threads", ready.place.game, ready.place.depth),
        ours: millions(Spread::of(&two).middle),
        beside: format!(
            "one thread {}; two that count apart do {} times that",
            millions(Spread::of(&one).middle),
            short(Spread::of(&most).middle)
        ),
        ratio: Some(Spread::of(&ratios)),
        target: Some(Target::AtLeast(1.8)),
    }
}
