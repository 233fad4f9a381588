//! Random games: plies a second, beside random games of chess by `shakmaty`.

use crate::clock::speed;
use crate::games;
use crate::measure::{Plan, Sink, means};
use crate::peers;
use crate::places::{BESIDE, FOUR, KNOWN, by_game};
use crate::playout::{Found, MOST_PLIES, random_game};
use crate::table::{Line, Spread, Target, short};
use heterodox::examine::Random;
use heterodox::play::fast::{self, Fast};

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let names = [BESIDE, FOUR, KNOWN].into_iter().flat_map(by_game).map(|g| g[0].game);
    let mut all = [Vec::new(), Vec::new()];
    for name in names.filter(|n| plan.wants("playouts", n)) {
        for (found, all) in [Found::Drawn, Found::Listed].into_iter().zip(&mut all) {
            if let Some((line, times)) = line(plan, name, found) {
                all.extend(line.ratio.is_some().then_some(times));
                sink(line);
            }
        }
    }
    for (how, times) in ["", ", every move listed"].into_iter().zip(&all) {
        if times.len() > 1 {
            sink(Line {
                what: format!("**random games**, geometric mean{how}, times before"),
                ours: format!("{} games", times.len()),
                beside: String::new(),
                ratio: Some(Spread::of(&means(times))),
                target: how.is_empty().then_some(Target::AtLeast(10.0)),
            });
        }
    }
}

/// The line of a game, and how many times as fast it is in each round.
fn line(plan: &Plan, name: &str, found: Found) -> Option<(Line, Vec<f64>)> {
    let loaded = games::load(name)?;
    let fast = Fast::new(&loaded.game);
    let mut board = fast::Line::new(&fast, &loaded.start);
    let (mut games, mut plies) = (0u64, 0u64);
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..plan.rounds as u64 {
        let (mut random, mut other) = (Random::new(round), Random::new(round));
        let first = speed(plan.least, || {
            let played = random_game(&mut board, &loaded.start, found, &mut random);
            games += 1;
            plies += played;
            played
        });
        let second = speed(plan.least, || peers::random_game(&mut other, MOST_PLIES));
        ours.push(first);
        theirs.push(second);
        ratios.push(first / second);
    }
    #[allow(clippy::cast_precision_loss)]
    let long = plies as f64 / games.max(1) as f64;
    let (ours, theirs) = (Spread::of(&ours).middle, Spread::of(&theirs).middle);
    let before = BEFORE.iter().find(|(game, _)| *game == name).map(|(_, ratio)| *ratio);
    let times: Vec<f64> = ratios.iter().map(|r| r / before.unwrap_or(1.0)).collect();
    let (how, target) = match found {
        Found::Drawn => ("", Some(Target::AtLeast(10.0))),
        Found::Listed => (", every move listed", None),
    };
    let line = Line {
        what: format!("{name}, random games of {long:.0} plies{how}, times before"),
        ours: format!("{} plies/s, {} games/s", thousands(ours), short(ours / long)),
        beside: format!("shakmaty's chess {} plies/s", thousands(theirs)),
        ratio: before.map(|_| Spread::of(&times)),
        target: before.and(target),
    };
    Some((line, times))
}

/// Plies a second beside `shakmaty`'s chess as this program measured them at c3f101e, where `random_game` listed the moves with
/// `Fast::legal_moves` and played them with `Position::play`.
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
