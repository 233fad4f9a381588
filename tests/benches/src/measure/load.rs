//! From a file's text to its game, on to the first list of legal moves that a person sees, and on to those of the fast
//! generator, which is made when figures or random games ask for it; in milliseconds of processor time.

use crate::clock::speed;
use crate::games;
use crate::measure::{Plan, Sink};
use crate::table::{Line, Spread, Target, short};
use heterodox::play::fast::Fast;
use heterodox::session::{Session, Target as File};

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    for (name, path) in games::all() {
        if !plan.wants("load", &name) {
            continue;
        }
        let file = File::new(path.to_str().unwrap_or_default());
        let load = || file.load().expect("loads");
        let mut figures = [const { Vec::new() }; 3];
        for _ in 0..plan.rounds {
            let steps: [&dyn Fn() -> bool; 3] =
                [&|| file.load().is_ok(), &|| !Session::new(load()).legal().is_empty(), &|| {
                    let loaded = load();
                    !Fast::new(&loaded.game).legal_moves(&loaded.start).is_empty()
                }];
            for (figures, step) in figures.iter_mut().zip(steps) {
                figures.push(1e3 / speed(plan.least / 4, || u64::from(step())));
            }
        }
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
