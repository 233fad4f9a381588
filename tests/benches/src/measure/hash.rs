//! Perft with memory for positions that come again, beside perft without: positions a second, those looked up
//! among them.

use crate::clock::speed;
use crate::measure::{Plan, Ready, Sink};
use crate::places::DEEP;
use crate::table::{Line, Spread, millions};
use heterodox::play::perft::{Means, perft};

/// Memory in MiB.
const HASH: usize = 64;

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    for ready in DEEP.iter().filter(|p| plan.wants("hash", p.game)).filter_map(Ready::new) {
        let place = ready.place;
        let count = |hash| {
            let means = Means { threads: 1, hash };
            let nodes = perft(&ready.loaded.game, &ready.position, place.depth, means);
            assert_eq!(nodes, place.nodes, "{} with {hash} MiB", place.game);
            nodes
        };
        let (mut with, mut without, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        // These are long; two rounds tell enough.
        for _ in 0..plan.rounds.min(2) {
            let [first, second] = [HASH, 0].map(|hash| speed(plan.least, || count(hash)));
            with.push(first);
            without.push(second);
            ratios.push(first / second);
        }
        sink(Line {
            what: format!("{} {}, perft {}, {HASH} MiB", place.game, place.name, place.depth),
            ours: millions(Spread::of(&with).middle),
            beside: format!("without {}", millions(Spread::of(&without).middle)),
            ratio: Some(Spread::of(&ratios)),
            target: None,
        });
    }
}
