//! `verify`: laws by random play.

use crate::examine::laws::Law;
use crate::examine::verify::{Plan, TallyReply, VerifyReply, verify as play_and_ask};
use crate::faces::cli::Ended;
use crate::faces::cli::args::{GameArgs, Json};
use crate::faces::cli::out::{BAD, FAINT, GOOD, Out};
use crate::faces::cli::progress::Progress;
use clap::Args;
use std::io::{self, Write};

/// `verify`
#[derive(Debug, Args)]
pub(super) struct Verify {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where the numbers by chance begin: the same number plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Ask the laws in every position, or in every K-th [default: every position of up to 100 games; of more, as many
    /// positions as 100 games have]
    #[arg(long, value_name = "every|K", value_parser = judge)]
    judge: Option<u64>,
    /// Give up a game that is longer, and report it
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    plies: u32,
    #[command(flatten)]
    pub(super) json: Json,
}

fn judge(text: &str) -> Result<u64, String> {
    match (text, text.parse()) {
        ("every", _) => Ok(1),
        (_, Ok(every @ 1..)) => Ok(every),
        _ => Err("`every`, or a number from 1".to_owned()),
    }
}

pub(super) fn verify(args: &Verify, out: &mut Out) -> Ended {
    let target = args.game.target();
    let loaded = target.load()?;
    let usual = Plan::usual(args.games, args.seed);
    let plan = Plan {
        threads: usize::from(args.threads),
        every: args.judge.unwrap_or(usual.every),
        plies: args.plies,
        ..usual
    };
    let bar = Progress::new("games", plan.games);
    let reply = play_and_ask(&loaded, &plan, &|done| bar.show(done));
    bar.clear();
    if out.json {
        out.object(&reply)?;
    } else {
        tell(&target.text(), &plan, &reply, out)?;
    }
    Ok(reply.found.is_none())
}

fn tell(name: &str, plan: &Plan, reply: &VerifyReply, out: &mut Out) -> io::Result<()> {
    write!(out, "{name}: ")?;
    match &reply.found {
        None => out.styled(GOOD, &format!("{} laws hold", Law::ALL.len()))?,
        Some(found) => out.styled(BAD, &format!("violated: {}", found.law.words()))?,
    }
    let tally = &reply.tally;
    writeln!(out, " ({} games from seed {})", tally.games, plan.seed)?;
    let where_asked = match plan.every {
        1 => "every position".to_owned(),
        every => format!("one position in {every}"),
    };
    writeln!(out, "  asked       in {where_asked}: {} of {}", tally.judged, tally.positions)?;
    if !reply.mirrored {
        writeln!(out, "  not asked   the mirror image: the players are no images of each other")?;
    }
    if !reply.fast {
        writeln!(out, "  not asked   the fast generator: walks of this game cannot be unrolled")?;
    }
    figures(tally, out)?;
    if let Some(found) = &reply.found {
        writeln!(out, "\nIn game {}: {}\nAs a test:\n\n{}", found.game, found.message, found.test)?;
    }
    Ok(())
}

fn figures(tally: &TallyReply, out: &mut Out) -> io::Result<()> {
    let TallyReply { shortest, average, longest, branching, most_moves, .. } = tally;
    writeln!(out, "  plies       {shortest} to {longest}, {average:.1} on average")?;
    writeln!(out, "  moves       {branching:.1} on average, {most_moves} at the most")?;
    let wins: Vec<String> = tally.wins.iter().map(|(name, n)| format!("{name} {n}")).collect();
    writeln!(out, "  results     {}, draws {}", wins.join(", "), tally.draws)?;
    if let Some(first) = tally.first_unfinished {
        let unfinished = tally.unfinished;
        writeln!(out, "  unfinished  {unfinished}, the first is game {first}")?;
    }
    let TallyReply { captures, on_trail, shots, promotions, drops, castlings, .. } = tally;
    writeln!(
        out,
        "  played      {captures} captures ({on_trail} on a trail, {shots} shots), {promotions} promotions, {drops} drops, {castlings} castlings"
    )?;
    writeln!(out, "  ends")?;
    // Of a file that extends another the places name files: all have the width of the longest.
    let ends = tally.ends.iter().filter_map(|end| end.place.as_deref());
    let places = tally.rules.iter().map(|rule| rule.place.as_str()).chain(ends);
    let width = places.map(|place| place.chars().count()).max().unwrap_or(0).max(8);
    for end in &tally.ends {
        let place = end.place.as_deref().unwrap_or("");
        writeln!(out, "    {:>10}  {place:width$}  {}", end.games, end.end)?;
    }
    writeln!(out, "  rules (legal, played)")?;
    for rule in &tally.rules {
        let counts = format!("{:>12} {:>10}", rule.offered, rule.played);
        write!(out, "  {counts}  {:width$}  {:2} {}", rule.place, rule.piece, rule.rule)?;
        if rule.offered == 0 {
            out.styled(FAINT, "   (never)")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
