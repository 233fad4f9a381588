//! `show`: a game in words and pictures.

use crate::faces::cli::args::Show;
use crate::faces::cli::out::{FAINT, HEADING, Out};
use crate::faces::cli::{Ended, session};
use crate::ids::{Code, PieceId, PlayerId};
use crate::ir::{Cost, costs, dump_forms, dump_programs};
use crate::session::{PieceReply, ReachReply, RuleReply, Session, ShowReply};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn show(args: &Show, out: &mut Out) -> Ended {
    let session = session(&args.game.target(), &args.position)?;
    let piece = args.piece.as_ref().map(|letter| session.piece_or_refusal(letter)).transpose()?;
    if args.ir {
        let pieces: Vec<PieceId> =
            piece.map_or_else(|| session.game().piece_ids().collect(), |p| vec![p]);
        for id in pieces {
            programs(&session, id, out)?;
        }
        return Ok(true);
    }
    let show = session.show();
    match piece {
        Some(id) => {
            let reach = session.reach(id, args.from.as_deref())?;
            one_piece(&show, id, reach, out)?;
        }
        None if out.json => out.object(&show)?,
        None => whole(&show, out)?,
    }
    Ok(true)
}

#[derive(Serialize)]
struct Program<'a> {
    piece: &'a str,
    player: &'a str,
    programs: String,
    forms: String,
    costs: Vec<CostReply>,
}

/// How the moves of a rule are found.
#[derive(Serialize)]
struct CostReply {
    #[serde(flatten)]
    rule: RuleReply,
    in_sets: Vec<Share>,
    by_tests: Vec<Share>,
}

/// So many moves, from all squares, and how or why.
#[derive(Serialize)]
struct Share {
    moves: u32,
    what: &'static str,
}

impl CostReply {
    fn new(session: &Session, cost: &Cost) -> Self {
        let share = |what, moves: &u32| Share { moves: *moves, what };
        Self {
            rule: session.words().rule(cost.rule),
            in_sets: cost.sets.iter().map(|(how, n)| share(how.words(), n)).collect(),
            by_tests: cost.tests.iter().map(|(why, n)| share(why.words(), n)).collect(),
        }
    }
}

fn programs(session: &Session, id: PieceId, out: &mut Out) -> io::Result<()> {
    let game = session.game();
    for player in PlayerId::BOTH {
        let code = Code::of(id, player);
        let line = Program {
            piece: &game.piece(id).letter,
            player: session.words().player(player),
            programs: dump_programs(game, code),
            forms: dump_forms(game, code),
            costs: costs(game, code)
                .into_iter()
                .flatten()
                .map(|c| CostReply::new(session, c))
                .collect(),
        };
        if out.json {
            out.object(&line)?;
        } else {
            out.heading(&format!("{} {} of {}", line.piece, game.piece(id).title, line.player))?;
            write!(out, "{}{}", line.programs, line.forms)?;
            for cost in &line.costs {
                writeln!(out, "{}  {}", cost.rule.place, cost.rule.text)?;
                for share in &cost.in_sets {
                    writeln!(out, "    in sets: {} {}", share.moves, share.what)?;
                }
                for share in &cost.by_tests {
                    writeln!(out, "    by tests: {}, because {}", share.moves, share.what)?;
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct OnePiece<'a> {
    #[serde(flatten)]
    piece: &'a PieceReply,
    reach: ReachReply,
}

fn one_piece(show: &ShowReply, id: PieceId, reach: ReachReply, out: &mut Out) -> io::Result<()> {
    let Some(piece) = show.pieces.get(id.index()) else { return Ok(()) };
    if out.json {
        return out.object(&OnePiece { piece, reach });
    }
    piece_in_words(piece, out)?;
    writeln!(out, "\nFrom {} on an empty board:\n", reach.from)?;
    write!(out, "{}", reach.board)?;
    let shots = if reach.shots.is_empty() { "" } else { ", ! captured without coming there" };
    writeln!(out, "\no moves or captures, - moves only, x captures only{shots}")
}

fn piece_in_words(piece: &PieceReply, out: &mut Out) -> io::Result<()> {
    out.styled(HEADING, &format!("  {:3}", piece.letter))?;
    writeln!(out, "{}{}", piece.title, if piece.royal { ", royal" } else { "" })?;
    rules(&piece.rules, "      ", out)
}

/// Rules, a line each, with their comments.
fn rules(all: &[RuleReply], margin: &str, out: &mut Out) -> io::Result<()> {
    for rule in all {
        write!(out, "{margin}{}", rule.text)?;
        out.styled(FAINT, &format!("  ({})", rule.place))?;
        writeln!(out)?;
        if let Some(comment) = &rule.comment {
            out.styled(FAINT, &format!("{margin}  {comment}"))?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn whole(show: &ShowReply, out: &mut Out) -> io::Result<()> {
    out.styled(HEADING, &show.title)?;
    writeln!(out, "{}", show.inventor.as_ref().map_or(String::new(), |i| format!(", by {i}")))?;
    for text in [&show.about, &show.source].into_iter().flatten() {
        writeln!(out, "{text}")?;
    }
    writeln!(
        out,
        "{} by {}, {} and {}\n",
        show.files, show.ranks, show.players[0], show.players[1]
    )?;
    write!(out, "{}", show.board)?;
    writeln!(out, "\nfen {}", show.fen)?;
    if !show.options.is_empty() {
        writeln!(out)?;
        out.heading("Options")?;
        for option in &show.options {
            let state = if option.on { "on" } else { "off" };
            writeln!(
                out,
                "  {} ({state}): {}",
                option.name,
                option.about.as_deref().unwrap_or("")
            )?;
        }
    }
    writeln!(out)?;
    out.heading("Pieces")?;
    for piece in &show.pieces {
        piece_in_words(piece, out)?;
    }
    section("Castling", &show.castles, out)?;
    section("Rules of the whole game", &show.laws, out)?;
    section("Ends, in the order in which they are tested", &show.ends, out)?;
    for zone in &show.zones {
        writeln!(out)?;
        out.styled(HEADING, &format!("Zone {}", zone.name))?;
        writeln!(out, ": 1 {}'s, 2 {}'s, * both's", show.players[0], show.players[1])?;
        write!(out, "{}", zone.board)?;
    }
    Ok(())
}

fn section(title: &str, all: &[RuleReply], out: &mut Out) -> io::Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    out.heading(title)?;
    rules(all, "  ", out)
}
