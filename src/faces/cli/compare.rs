//! `compare`: walks down another program's figures to the first position where the legal moves differ.

use crate::examine::divide::{Comparison, Differs, Total, compare as with_listing};
use crate::examine::listing::{Line, Listing, Unreadable, said};
use crate::faces::cli::args::{GameArgs, Json, PositionArgs};
use crate::faces::cli::out::{BAD, GOOD, Out};
use crate::faces::cli::{Ended, Stop, session};
use crate::session::{Refusal, shown};
use clap::Args;
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// `compare`
#[derive(Debug, Args)]
pub(super) struct Compare {
    #[command(flatten)]
    game: GameArgs,
    /// Number of plies of the first listing
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Another program's listing, a move and its figure a line; several are taken one after the other on the way down.
    /// `-` reads standard input, where an empty line ends a listing. A directory holds listings named after the moves played:
    /// `start.txt`, `e2-e4.txt`, `e2-e4 e9-e7.txt`
    #[arg(long, value_name = "OTHER", required = true)]
    divide: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    pub(super) json: Json,
}

/// Largest listing, in bytes.
const MOST_BYTES: u64 = 16 << 20;

pub(super) fn compare(args: &Compare, out: &mut Out) -> Ended {
    let target = args.game.target();
    let mut session = session(&target, &args.position)?;
    let mut listings = Listings { files: args.divide.iter().cloned().collect(), input: None };
    let mut depth = args.depth;
    let mut way: Option<Differs> = None;
    loop {
        // Figures take no notice of quiet plies, material and repetition.
        session.go_on();
        let played: Vec<&str> = session.history();
        let Some(listing) = listings.next(&played, depth, &session.fen())? else {
            if !out.json {
                wanted(&listings, &played, depth, &session.fen(), out)?;
            }
            return Ok(false);
        };
        let found = with_listing(&session, depth, &listing, usize::from(args.threads));
        if out.json {
            out.object(&found)?;
        } else {
            tell(&found, out)?;
        }
        if found.agrees() {
            if let (Some(way), false) = (&way, out.json) {
                contradicts(way, out)?;
            }
            return Ok(way.is_none());
        }
        let Some(next) = found.differ.first().filter(|_| !found.moves_differ() && depth > 1) else {
            return Ok(false);
        };
        session.play(&next.text)?;
        depth -= 1;
        way = Some(next.clone());
    }
}

/// Says which listing is needed next, and where it is looked for.
fn wanted(
    listings: &Listings,
    played: &[&str],
    depth: u32,
    fen: &str,
    out: &mut Out,
) -> io::Result<()> {
    writeln!(out, "next is the listing of depth {depth} of this position:\n  {fen}")?;
    if !played.is_empty() {
        writeln!(out, "after {}", played.join(" "))?;
    }
    match listings.files.front() {
        Some(path) if path.as_os_str() == "-" => writeln!(out, "standard input has no more"),
        Some(path) => writeln!(out, "write it into {}", path.join(file_name(played)).display()),
        None => writeln!(out, "give it with another `--divide`"),
    }
}

/// Where a listing agrees, though the one above it states another figure for the move that led there.
fn contradicts(way: &Differs, out: &mut Out) -> io::Result<()> {
    let Differs { theirs, their_nodes, nodes, .. } = way;
    writeln!(
        out,
        "the other program's listings do not go together: the first states {their_nodes} for {theirs}, and what lies below makes {nodes}"
    )
}

fn tell(found: &Comparison, out: &mut Out) -> io::Result<()> {
    let Comparison { fen, played, depth, .. } = found;
    let after =
        if played.is_empty() { String::new() } else { format!(" after {}", played.join(" ")) };
    write!(out, "depth {depth}{after}: ")?;
    if found.agrees() {
        out.styled(GOOD, &format!("{} moves, every figure the same", found.same))?;
        return writeln!(out);
    }
    let what = match (found.moves_differ(), found.differ.is_empty()) {
        (true, _) => "the legal moves differ",
        (_, false) => "figures differ",
        (_, true) => "every figure is the same, but not their sum",
    };
    out.styled(BAD, what)?;
    writeln!(out, "\n  position  {fen}")?;
    for (who, lone) in [("here", &found.only_here), ("there", &found.only_there)] {
        for one in lone {
            writeln!(out, "  only {who:5} {}\n             {}", one.text, one.why)?;
        }
    }
    for one in &found.differ {
        let (text, here, there) = (&one.text, one.nodes, one.their_nodes);
        writeln!(out, "  {text:12} {here} here, {there} there")?;
    }
    if let Some(Total { line, stated, found }) = &found.total {
        writeln!(
            out,
            "  line {line} of the listing says {stated} in all; its figures make {found}"
        )?;
    }
    Ok(())
}

/// Where listings come from.
struct Listings {
    files: VecDeque<PathBuf>,
    /// Standard input, once it is read.
    input: Option<Input>,
}

impl Listings {
    /// The next listing; none if there is none.
    fn next(&mut self, played: &[&str], depth: u32, fen: &str) -> Result<Option<Listing>, Stop> {
        let front = self.files.front().cloned();
        let Some(path) = front.filter(|path| path.as_os_str() != "-") else {
            if self.files.is_empty() && !io::stdin().is_terminal() {
                return Ok(None);
            }
            return self.input.get_or_insert_with(Input::new).next(depth, fen);
        };
        if path.is_dir() {
            let path = path.join(file_name(played));
            return if path.is_file() { read(&path).map(Some) } else { Ok(None) };
        }
        self.files.pop_front();
        read(&path).map(Some)
    }
}

/// The name of a listing in a directory. A file's name cannot hold every sign of a move.
fn file_name(played: &[&str]) -> String {
    let name = if played.is_empty() { "start".to_owned() } else { played.join(" ") };
    let name: String = name.chars().map(|c| if matches!(c, '/' | ':') { '_' } else { c }).collect();
    format!("{name}.txt")
}

fn read(path: &Path) -> Result<Listing, Stop> {
    let refused = |why: String| {
        Stop::Refusal(
            Box::new(Refusal::new("listing", format!("`{}` {why}", path.display()))),
            None,
        )
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|e| refused(format!("cannot be read: {e}")))?;
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| refused(format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(refused("is larger than 16 MiB".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| refused("is not UTF-8".to_owned()))?;
    let listing = Listing::read(&text)
        .map_err(|unreadable| Stop::Refusal(Box::new(unknown(&unreadable, path)), None))?;
    if listing.entries.is_empty() {
        return Err(refused(
            "holds no line with a move and its figure, such as `e2e4: 20`".to_owned(),
        ));
    }
    Ok(listing)
}

/// That a line of a listing says nothing that is known.
fn unknown(unreadable: &Unreadable, path: &Path) -> Refusal {
    let place = match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => format!("`{}`", path.display()),
    };
    let Unreadable { line, text } = unreadable;
    let message = format!("line {line} of {place} is no move with its figure: `{}`", shown(text));
    let help = "write `e2e4: 20`, or `nodes 400` for the sum, or take the line out";
    Refusal { help: Some(help.to_owned()), ..Refusal::new("listing", message) }
}

/// Standard input, from which several listings are read.
struct Input {
    lines: io::Lines<io::Take<io::StdinLock<'static>>>,
    /// How many lines were read.
    number: usize,
    /// A line that was read too early.
    kept: Option<String>,
    /// The listing before this one: a sum behind its empty line belongs to it.
    before: Listing,
}

impl Input {
    fn new() -> Self {
        let lines = io::stdin().lock().take(MOST_BYTES).lines();
        Self { lines, number: 0, kept: None, before: Listing::default() }
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.kept.take() {
            return Ok(Some(line));
        }
        self.number += 1;
        self.lines.next().transpose()
    }

    /// The next listing, to an empty line behind its moves or the end; none if there is none.
    fn next(&mut self, depth: u32, fen: &str) -> Result<Option<Listing>, Stop> {
        let typed = io::stdin().is_terminal();
        if typed {
            eprintln!(
                "Paste the other program's listing of depth {depth}, and an empty line, for\n  {fen}"
            );
        }
        let mut all = Listing::default();
        while let Some(line) = self.line()? {
            if line.trim().is_empty() && !all.entries.is_empty() {
                // Who types waits for an answer; otherwise a sum may follow.
                if typed || !self.sum_follows()? {
                    break;
                }
                continue;
            }
            let told = |unreadable| Box::new(unknown(&unreadable, Path::new("-")));
            let said = all.line(self.number, &line).map_err(|u| Stop::Refusal(told(u), None))?;
            if matches!(said, Line::Sum(_)) && all.entries.is_empty() {
                self.late_sum(&mut all)?;
            }
        }
        self.before = all.clone();
        Ok((!all.entries.is_empty()).then_some(all))
    }

    /// Whether the next line that is not empty is a sum.
    fn sum_follows(&mut self) -> io::Result<bool> {
        while let Some(line) = self.line()? {
            if !line.trim().is_empty() {
                let follows = matches!(said(&line), Line::Sum(_));
                self.kept = Some(line);
                return Ok(follows);
            }
        }
        Ok(false)
    }

    /// A sum before any move is that of the listing before.
    fn late_sum(&mut self, all: &mut Listing) -> Result<(), Stop> {
        if self.before.entries.is_empty() {
            return Ok(());
        }
        self.before.sums = std::mem::take(&mut all.sums);
        let Some(sum) = self.before.contradicted() else { return Ok(()) };
        let message = format!(
            "line {} of standard input says {} in all; the figures above it make {}",
            sum.line,
            sum.nodes,
            self.before.sum()
        );
        Err(Refusal::new("listing", message).into())
    }
}
