//! `play-moves` and `why`.

use crate::faces::cli::args::{PlayMoves, Why};
use crate::faces::cli::out::{HEADING, Out};
use crate::faces::cli::{Ended, session};
use crate::notation::Diagram;
use crate::session::StateReply;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Line {
    moves: Vec<String>,
    #[serde(flatten)]
    state: StateReply,
}

pub(super) fn play_moves(args: &PlayMoves, out: &mut Out) -> Ended {
    let mut session = session(&args.game.target(), &args.position)?;
    for text in &args.moves {
        session.play(text)?;
    }
    let state = session.state();
    if out.json {
        let moves = session.history().into_iter().map(str::to_owned).collect();
        out.object(&Line { moves, state })?;
        return Ok(true);
    }
    write!(out, "{}", session.board(&Diagram::default()))?;
    writeln!(out, "\nfen {}", state.fen)?;
    write!(out, "state ")?;
    out.styled(HEADING, &state.words())?;
    writeln!(out)?;
    Ok(true)
}

pub(super) fn why(args: &Why, out: &mut Out) -> Ended {
    let session = session(&args.game.target(), &args.position)?;
    let reply = session.why(&args.played)?;
    if out.json {
        out.object(&reply)?;
    } else {
        writeln!(out, "{}", reply.message)?;
        if let Some(reason) = reply.reason {
            writeln!(out, "reason {reason}")?;
        }
    }
    Ok(true)
}
