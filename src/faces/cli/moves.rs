//! `moves` and `perft`.

use crate::faces::cli::args::{Moves, Perft};
use crate::faces::cli::out::Out;
use crate::faces::cli::{Ended, session};
use crate::play::perft::Means;
use crate::session::Filter;
use serde::Serialize;
use std::io::Write;

pub(super) fn moves(args: &Moves, out: &mut Out) -> Ended {
    let mut session = session(&args.game.target(), &args.position)?;
    let drawn = session.state().words();
    let goes_on = session.go_on();
    let filter = Filter { from: args.from.clone(), piece: args.piece.clone() };
    let numbers = session.filtered(&filter)?;
    if out.json {
        for reply in numbers.into_iter().filter_map(|n| session.move_reply(n)) {
            out.object(&reply)?;
        }
        return Ok(true);
    }
    if goes_on {
        writeln!(out, "{drawn}; without that end the moves are")?;
    }
    if session.outcome().is_some() {
        writeln!(out, "no moves: the game has ended: {}", session.state().words())?;
    } else if numbers.is_empty() {
        writeln!(out, "no moves")?;
    }
    for text in numbers.into_iter().filter_map(|n| session.texts().get(n)) {
        writeln!(out, "{text}")?;
    }
    Ok(true)
}

#[derive(Serialize)]
struct Total {
    depth: u32,
    nodes: u64,
}

pub(super) fn perft(args: &Perft, out: &mut Out) -> Ended {
    let session = session(&args.game.target(), &args.position)?;
    let hash = usize::try_from(args.hash).unwrap_or(usize::MAX);
    let means = Means { threads: usize::from(args.threads), hash };
    let reply = session.perft(args.depth, means, args.divide)?;
    for share in &reply.divide {
        if out.json {
            out.object(share)?;
        } else {
            writeln!(out, "{}: {}", share.text, share.nodes)?;
        }
    }
    if out.json {
        out.object(&Total { depth: reply.depth, nodes: reply.nodes })?;
    } else {
        writeln!(out, "nodes {}", reply.nodes)?;
    }
    Ok(true)
}
