//! From a file's text to its game, and on to the first list of legal moves, in milliseconds of processor time.

use crate::clock::speed;
use crate::games;
use crate::measure::{Plan, Sink};
use crate::table::{Line, Spread, Target, short};
use heterodox::play::fast::Fast;
use heterodox::session::Target as File;

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    for (name, path) in games::all() {
        if !plan.wants("load", &name) {
            continue;
        }
        let file = File::new(path.to_str().unwrap_or_default());
        let (mut loading, mut moving) = (Vec::new(), Vec::new());
        for _ in 0..plan.rounds {
            loading.push(1e3 / speed(plan.least / 4, || u64::from(file.load().is_ok())));
            moving.push(
                1e3 / speed(plan.least / 4, || {
                    let loaded = file.load().expect("loads");
                    u64::from(!Fast::new(&loaded.game).legal_moves(&loaded.start).is_empty())
                }),
            );
        }
        for (what, figures) in [("loading", &loading), ("to its first moves", &moving)] {
            let spread = Spread::of(figures);
            sink(Line {
                what: format!("{name}, {what}"),
                ours: format!("{} ms", short(spread.middle)),
                ratio: Some(spread),
                target: Some(Target::AtMost(5.0)),
                ..Line::default()
            });
        }
    }
}
