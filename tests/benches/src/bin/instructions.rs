//! Instructions a node, counted under valgrind: a figure that no other work on the machine can blur. `instructions [GAME]…`
//!
//! `instructions --count GAME POSITION PROGRAM TIMES` only counts, by `heterodox` or `shakmaty`: what valgrind runs, and profilers may.
//!
//! Each count runs twice in a process of its own, once and three times over; the difference belongs to the counting alone, not
//! to loading.

use heterodox::play::fast::Fast;
use heterodox_benches::measure::Ready;
use heterodox_benches::places::{BESIDE, FOUR, KNOWN, MEASURE, Place};
use heterodox_benches::{games, peers};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("--count") => count(&args[1..]),
        _ => table(&args),
    }
}

fn places() -> impl Iterator<Item = &'static Place> {
    let beside = BESIDE.iter().filter(|p| p.game != "chess");
    MEASURE.iter().chain(beside).chain(FOUR).chain(KNOWN)
}

fn table(only: &[String]) -> ExitCode {
    println!(
        "| position | nodes | instructions a node | of shakmaty | ratio |\n|---|---:|---:|---:|---:|"
    );
    let there = places().filter(|p| games::file(p.game).is_some());
    for place in there.filter(|p| only.is_empty() || only.iter().any(|o| o == p.game)) {
        let Some(ours) = instructions(place, "heterodox") else {
            eprintln!("valgrind does not run, or not to its end");
            return ExitCode::FAILURE;
        };
        let [shown, ratio] = instructions(place, "shakmaty")
            .map_or_else(<[String; 2]>::default, |theirs| {
                [format!("{theirs:.1}"), format!("{:.2}", theirs / ours)]
            });
        let name = format!("{} {}, perft {}", place.game, place.name, place.depth);
        println!("| {name} | {} | {ours:.1} | {shown} | {ratio} |", place.nodes);
    }
    ExitCode::SUCCESS
}

/// Instructions a node of a place; none if the program does not know the game, or valgrind does not run.
#[allow(clippy::cast_precision_loss)]
fn instructions(place: &Place, program: &str) -> Option<f64> {
    let this = std::env::current_exe().ok()?;
    let [once, thrice] = ["1", "3"].map(|times| {
        let run = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(&this)
            .args(["--count", place.game, place.name, program, times])
            .output()
            .ok()?;
        let told = String::from_utf8_lossy(&run.stderr);
        let number = told.lines().find_map(|l| l.split_once("refs:"))?.1.replace(',', "");
        if run.status.success() { number.trim().parse::<u64>().ok() } else { None }
    });
    let between = thrice?.checked_sub(once?)?;
    Some(between as f64 / (2.0 * place.nodes as f64))
}

/// Counts a position so many times.
fn count(args: &[String]) -> ExitCode {
    let [game, name, program, times] = args else { return ExitCode::from(2) };
    let place = places().find(|p| p.game == game && p.name == name).expect("in the table");
    let times = times.parse().unwrap_or(1);
    let ready = Ready::new(place).expect("a game of the table");
    if program == "shakmaty" {
        let Some(counter) = peers::shakmaty(game, ready.fen()) else { return ExitCode::FAILURE };
        (0..times).for_each(|_| println!("{}", counter(std::hint::black_box(place.depth))));
    } else {
        let fast = Fast::new(&ready.loaded.game);
        (0..times).for_each(|_| println!("{}", ready.count(&fast)));
    }
    ExitCode::SUCCESS
}
