//! Perft on two threads beside one, by the clock on the wall: other work on the machine counts here, so that both are timed often,
//! in turn. Beside it, how much more processor time the two need than the one, and what the machine gives to two that count apart.

use crate::clock;
use crate::measure::{Plan, Ready, Sink};
use crate::places::{LONG, Place};
use crate::table::{Line, Spread, Target, millions, short};
use heterodox::play::perft::{Means, perft};
use std::time::Instant;

/// Round after round, so that what else the machine does for a while falls on one round of every game and not on all of one.
pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let wanted = LONG.iter().filter(|p| plan.wants("threads", p.game));
    let mut races: Vec<Race> = wanted.filter_map(Ready::new).map(Race::new).collect();
    for _ in 0..plan.rounds {
        races.iter_mut().for_each(|race| race.run(plan));
    }
    races.iter().for_each(|race| sink(race.line()));
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

/// How often one thread and two are timed in turn, in each round.
const TURNS: usize = 3;

/// One count, round after round.
struct Race {
    ready: Ready,
    one: Vec<f64>,
    two: Vec<f64>,
    apart: Vec<f64>,
    more: Vec<f64>,
}

impl Race {
    fn new(ready: Ready) -> Self {
        let [one, two, apart, more] = [const { Vec::new() }; 4];
        Self { ready, one, two, apart, more }
    }

    fn run(&mut self, plan: &Plan) {
        let ready = &self.ready;
        for _ in 0..TURNS {
            self.one.push(speed(plan, ready, 1));
            self.two.push(speed(plan, ready, 2));
        }
        self.apart.push(apart(plan, ready));
        self.more.push(cost(ready, 2) / cost(ready, 1));
    }

    /// The ratio is that of the fastest counts: what else runs on the machine only ever makes a count slower, and one of two
    /// threads sooner than one of one thread. Beside it the median of the pairs, and the smallest and largest of them.
    fn line(&self) -> Line {
        let [one, two, apart] = [&self.one, &self.two, &self.apart].map(|all| Spread::of(all).most);
        let pairs: Vec<f64> = self.one.iter().zip(&self.two).map(|(one, two)| two / one).collect();
        let pairs = Spread::of(&pairs);
        let Place { game, depth, .. } = self.ready.place;
        Line {
            what: format!("{game} start, perft {depth}, two threads"),
            ours: millions(two),
            beside: format!(
                "one thread {}; median of pairs {}; processor time {} times; two apart {} times",
                millions(one),
                short(pairs.middle),
                short(Spread::of(&self.more).middle),
                short(apart / one)
            ),
            ratio: Some(Spread { middle: two / one, ..pairs }),
            target: Some(Target::AtLeast(1.8)),
        }
    }
}
