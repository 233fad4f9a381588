//! Random games: plies a second, beside random games of chess by `shakmaty`; and how many times as fast as before.

use crate::before::{Before, Ratios};
use crate::clock::speed;
use crate::games;
use crate::measure::{Plan, Sink, means};
use crate::peers;
use crate::places::{BESIDE, FOUR, KNOWN, by_game};
use crate::playout::{Found, MOST_PLIES, random_game};
use crate::table::{Line, Spread, Target, short};
use heterodox::examine::Random;
use heterodox::pipeline::Loaded;
use heterodox::play::fast::{self, Fast};

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let names = [BESIDE, FOUR, KNOWN].into_iter().flat_map(by_game).map(|g| g[0].game);
    let asked = names.filter(|n| plan.wants("playouts", n));
    let loaded: Vec<(&str, Loaded)> = asked.filter_map(|n| Some((n, games::load(n)?))).collect();
    if loaded.is_empty() {
        return;
    }
    let before = Before::built();
    let fasts: Vec<Fast<'_>> = loaded.iter().map(|(_, loaded)| Fast::new(&loaded.game)).collect();
    let both = [Found::Drawn, Found::Listed];
    let mut races: Vec<Race<'_, '_>> = loaded
        .iter()
        .zip(&fasts)
        .flat_map(|((name, loaded), fast)| both.map(|found| Race::new(name, loaded, fast, found)))
        .collect();
    for round in 0..plan.rounds as u64 {
        let then = before.as_ref().map_or_else(remembered, Before::round);
        for race in &mut races {
            race.run(plan, round, &then);
        }
    }
    let times = if before.is_some() { "times before" } else { "times before as remembered" };
    for race in &races {
        sink(race.line(times));
    }
    for (how, found) in [("", Found::Drawn), (", every move listed", Found::Listed)] {
        let all = races.iter().filter(|r| r.found == found && !r.times.is_empty());
        let all: Vec<Vec<f64>> = all.map(|race| race.times.clone()).collect();
        if all.len() > 1 {
            sink(Line {
                what: format!("**random games**, geometric mean{how}, {times}"),
                ours: format!("{} games", all.len()),
                beside: String::new(),
                ratio: Some(Spread::of(&means(&all))),
                target: how.is_empty().then_some(Target::AtLeast(10.0)),
            });
        }
    }
}

/// One way to find moves in one game, round after round.
struct Race<'f, 'g> {
    name: &'g str,
    loaded: &'g Loaded,
    found: Found,
    line: fast::Line<'f, 'g>,
    games: u64,
    plies: u64,
    ours: Vec<f64>,
    theirs: Vec<f64>,
    /// How many times as fast as before, in each round; empty for a game that was not there.
    times: Vec<f64>,
}

impl<'f, 'g> Race<'f, 'g> {
    fn new(name: &'g str, loaded: &'g Loaded, fast: &'f Fast<'g>, found: Found) -> Self {
        let line = fast::Line::new(fast, &loaded.start);
        let (ours, theirs, times) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, loaded, found, line, games: 0, plies: 0, ours, theirs, times }
    }

    fn run(&mut self, plan: &Plan, round: u64, before: &Ratios) {
        let (mut random, mut other) = (Random::new(round), Random::new(round));
        let ours = speed(plan.least, || {
            let start = &self.loaded.start;
            let played = random_game(&mut self.line, start, self.found, &mut random);
            self.games += 1;
            self.plies += played;
            played
        });
        let theirs = speed(plan.least, || peers::random_game(&mut other, MOST_PLIES));
        self.ours.push(ours);
        self.theirs.push(theirs);
        self.times.extend(before.get(self.name).map(|before| ours / theirs / before));
    }

    #[allow(clippy::cast_precision_loss)]
    fn line(&self, times: &str) -> Line {
        let long = self.plies as f64 / self.games.max(1) as f64;
        let (ours, theirs) = (Spread::of(&self.ours).middle, Spread::of(&self.theirs).middle);
        let ratio = (!self.times.is_empty()).then(|| Spread::of(&self.times));
        let (how, target) = match self.found {
            Found::Drawn => ("", Some(Target::AtLeast(10.0))),
            Found::Listed => (", every move listed", None),
        };
        Line {
            what: format!("{}, random games of {long:.0} plies{how}, {times}", self.name),
            ours: format!("{} plies/s, {} games/s", thousands(ours), short(ours / long)),
            beside: format!("shakmaty's chess {} plies/s", thousands(theirs)),
            ratio,
            target: ratio.and(target),
        }
    }
}

/// Plies a second beside `shakmaty`'s chess as they were measured once at c3f101e, where `random_game` listed the moves with
/// `Fast::legal_moves` and played them with `Position::play`: for where that cannot be built. It differs from machine to machine.
fn remembered() -> Ratios {
    BEFORE.iter().map(|(game, ratio)| ((*game).to_owned(), *ratio)).collect()
}

const BEFORE: &[(&str, f64)] = &[
    ("chess", 0.1175),
    ("crazyhouse", 0.0606),
    ("antichess", 0.1673),
    ("atomic", 0.1016),
    ("asylum-chess", 0.0703),
    ("asylum-redux", 0.0692),
    ("ninjutsu", 0.1715),
    ("med-chess", 0.1904),
    ("shogi", 0.0507),
    ("xiangqi", 0.1532),
    ("breakthrough", 0.1239),
];

fn thousands(speed: f64) -> String {
    format!("{}k", short(speed / 1e3))
}
