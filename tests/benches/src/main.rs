//! Prints the table of speeds in markdown.
//!
//! `--quick`: few and short rounds, for machines that only look whether it still runs. `--only NAME` (again and again): a part
//! (`beside`, `own`, `threads`, `hash`, `playouts`, `growth`, `load`, `memory`) or a game. `--rounds N`: how often each comparison is made.

use heterodox_benches::measure::{self, Plan};
use heterodox_benches::table::Line;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let mut plan = Plan { rounds: 7, least: Duration::from_millis(100), only: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match arg.as_str() {
            "--quick" => (plan.rounds, plan.least) = (3, Duration::from_millis(10)),
            "--only" => plan.only.push(value()),
            "--rounds" => plan.rounds = value().parse().unwrap_or(plan.rounds).max(1),
            "--peak" => {
                measure::child(&value());
                return ExitCode::SUCCESS;
            }
            _ => {
                eprintln!("usage: [--quick] [--rounds N] [--only PART-OR-GAME]…");
                return ExitCode::from(2);
            }
        }
    }
    let (mut reached, mut asked) = (0, 0);
    println!("{}", Line::HEAD);
    measure::all(&plan, &mut |line| {
        println!("{}", line.markdown());
        asked += usize::from(line.reached().is_some());
        reached += usize::from(line.reached() == Some(true));
    });
    println!("\n{reached} of {asked} targets reached.");
    ExitCode::SUCCESS
}
