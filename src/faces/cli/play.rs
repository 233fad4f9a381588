//! `play`: the prompt.

use crate::faces::cli::args::Play;
use crate::faces::cli::{Ended, session};
use crate::faces::repl::{Start, run};

pub(super) fn play(args: &Play) -> Ended {
    let target = args.game.target();
    let session = session(&target, &args.position)?;
    let start = Start {
        commands: args.command.clone(),
        keep_going: args.keep_going,
        json: args.json.json,
        seed: args.seed,
    };
    Ok(run(session, target, &start)?)
}
