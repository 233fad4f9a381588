//! Perft beside the crates that know the same game, from the same positions, all on one thread.

use crate::clock::speed;
use crate::measure::{Plan, Ready, Sink, means};
use crate::peers::{self, Counter};
use crate::places::{BESIDE, Place, by_game};
use crate::table::{Line, Spread, Target, millions};
use heterodox::play::fast::Fast;

/// What a program is called, how it counts a position, and the ratio to it that a game should reach.
struct Peer {
    name: &'static str,
    counter: fn(&str, &str) -> Option<Counter>,
    target: fn(&str) -> Option<Target>,
}

const PEERS: [Peer; 2] = [
    Peer { name: "shakmaty", counter: peers::shakmaty, target },
    Peer { name: "cozy-chess", counter: peers::cozy, target: |_| None },
];

fn target(game: &str) -> Option<Target> {
    match game {
        "chess" => Some(Target::AtLeast(0.5)),
        "crazyhouse" | "atomic" => Some(Target::AtLeast(1.0)),
        _ => None,
    }
}

/// Speeds of a place, round by round: ours, and of each program that knows the game.
struct Speeds {
    ours: Vec<f64>,
    theirs: Vec<(usize, Vec<f64>)>,
}

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    for places in by_game(BESIDE) {
        if !plan.wants("beside", places[0].game) {
            continue;
        }
        let mut ratios: Vec<Vec<Vec<f64>>> = vec![Vec::new(); PEERS.len()];
        for place in places {
            let Some(ready) = Ready::new(place) else { continue };
            let speeds = rounds(plan, &ready);
            for (peer, theirs) in &speeds.theirs {
                let all: Vec<f64> = speeds.ours.iter().zip(theirs).map(|(a, b)| a / b).collect();
                sink(line(place, *peer, &speeds.ours, theirs, &all));
                ratios[*peer].push(all);
            }
        }
        for (peer, ratios) in ratios.iter().enumerate().filter(|(_, r)| r.len() > 1) {
            sink(Line {
                what: format!("**{}**, geometric mean", places[0].game),
                beside: PEERS[peer].name.to_owned(),
                ratio: Some(Spread::of(&means(ratios))),
                target: (PEERS[peer].target)(places[0].game),
                ..Line::default()
            });
        }
    }
}

fn rounds(plan: &Plan, ready: &Ready) -> Speeds {
    let fast = Fast::new(&ready.loaded.game);
    let counters: Vec<(usize, Counter)> = PEERS
        .iter()
        .enumerate()
        .filter_map(|(i, p)| Some((i, (p.counter)(ready.place.game, ready.fen())?)))
        .collect();
    let mut theirs: Vec<(usize, Vec<f64>)> =
        counters.iter().map(|(i, _)| (*i, Vec::new())).collect();
    let mut ours = Vec::new();
    for _ in 0..plan.rounds {
        ours.push(speed(plan.least, || ready.count(&fast)));
        for ((_, counter), (_, speeds)) in counters.iter().zip(&mut theirs) {
            speeds.push(speed(plan.least, || {
                let nodes = counter(std::hint::black_box(ready.place.depth));
                assert_eq!(nodes, ready.place.nodes, "another figure than ours");
                nodes
            }));
        }
    }
    Speeds { ours, theirs }
}

fn line(place: &Place, peer: usize, ours: &[f64], theirs: &[f64], ratios: &[f64]) -> Line {
    let theirs = millions(Spread::of(theirs).middle);
    Line {
        what: format!("{} {}, perft {}", place.game, place.name, place.depth),
        ours: millions(Spread::of(ours).middle),
        beside: format!("{} {theirs}", PEERS[peer].name),
        ratio: Some(Spread::of(ratios)),
        target: (PEERS[peer].target)(place.game),
    }
}
