//! The most memory that a process needs which loads a game and counts: its own peak, as the system tells it.

use crate::measure::{Plan, Ready, Sink};
use crate::places::{BESIDE, FOUR, KNOWN, Place, by_game};
use crate::table::{Line, Spread, Target, short};
use heterodox::play::fast::Fast;
use std::process::Command;

fn starts() -> impl Iterator<Item = Place> {
    [BESIDE, FOUR, KNOWN].into_iter().flat_map(by_game).map(|g| g[0])
}

/// Counts the start of a game once and prints the peak of its memory in KiB. For the process that is measured.
///
/// # Panics
/// There is no such game.
pub fn child(game: &str) {
    if let Some(place) = starts().find(|p| p.game == game) {
        let ready = Ready::new(&place).expect("a game of the table");
        ready.count(&Fast::new(&ready.loaded.game));
    }
    println!("{}", peak().unwrap_or(0));
}

/// Peak of this process in KiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn measured(game: &str) -> Option<f64> {
    let this = std::env::current_exe().ok()?;
    let out = Command::new(this).args(["--peak", game]).output().ok()?;
    let kib: u32 = String::from_utf8(out.stdout).ok()?.trim().parse().ok()?;
    (kib > 0).then(|| f64::from(kib) / 1024.0)
}

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    let Some(empty) = measured("none") else { return };
    for place in starts().filter(|p| plan.wants("memory", p.game)) {
        let Some(peak) = measured(place.game) else { continue };
        sink(Line {
            what: format!("{} start, perft {}, peak memory", place.game, place.depth),
            ours: format!("{} MiB", short(peak)),
            beside: format!("a process that does nothing {} MiB", short(empty)),
            ratio: Some(Spread::of(&[peak])),
            target: Some(Target::AtMost(20.0)),
        });
    }
}
