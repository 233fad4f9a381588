//! From a file's text to its game, on to the first list of legal moves that a person sees, and on to those of the fast
//! generator, which is made when figures or random games ask for it; in milliseconds of processor time.

use crate::clock::speed;
use crate::games;
use crate::measure::{Plan, Sink};
use crate::table::{Line, Spread, Target, short};
use heterodox::play::fast::Fast;
use heterodox::session::{Session, Target as File};

/// Round after round, so that what else the machine does for a while falls on one round of every file.
pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let wanted = games::all().into_iter().filter(|(name, _)| plan.wants("load", name));
    let files = wanted.map(|(name, path)| (name, File::new(path.to_str().unwrap_or_default())));
    let mut all: Vec<_> =
        files.map(|(name, file)| (name, file, [const { Vec::new() }; 3])).collect();
    for _ in 0..plan.rounds {
        for (_, file, figures) in &mut all {
            let load = || file.load().expect("loads");
            let steps: [&dyn Fn() -> bool; 3] =
                [&|| file.load().is_ok(), &|| !Session::new(load()).legal().is_empty(), &|| {
                    let loaded = load();
                    !Fast::new(&loaded.game).legal_moves(&loaded.start).is_empty()
                }];
            for (figures, step) in figures.iter_mut().zip(steps) {
                figures.push(1e3 / speed(plan.least / 4, || u64::from(step())));
            }
        }
    }
    for (name, _, figures) in &all {
        for (what, figures, target) in [
            ("loading", &figures[0], Some(Target::AtMost(5.0))),
            ("to its first moves", &figures[1], Some(Target::AtMost(5.0))),
            ("to those of the fast generator", &figures[2], None),
        ] {
            let spread = Spread::of(figures);
            sink(Line {
                what: format!("{name}, {what}"),
                ours: format!("{} ms", short(spread.middle)),
                ratio: Some(spread),
                target,
                ..Line::default()
            });
        }
    }
}
