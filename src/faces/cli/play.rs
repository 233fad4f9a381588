//! `play`: a plain prompt.

use crate::faces::cli::args::Play;
use crate::faces::cli::out::{HEADING, Out, as_report};
use crate::faces::cli::{Ended, session};
use crate::notation::Diagram;
use crate::session::{Command, Filter, Refusal, Reply, Session};
use std::io::{self, BufRead, IsTerminal, Read, Write};

const HELP: &str = "\
a move        plays it: e2-e4, e4xd5, e7-e8=Q, N@e2, or short: Nf3
undo [N]      takes back a move, or N
redo [N]      plays it again
moves [WHAT]  lists the legal moves; of a square or of a piece
why MOVE      tells by which rule a move is legal, or why it is not
board         shows the board again; so does an empty line
fen [TEXT]    shows the position as text; or goes to one
new           begins again
help          shows this
quit          ends
";

/// Longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

pub(super) fn play(args: &Play, out: &mut Out) -> Ended {
    let mut session = session(&args.game.target(), &args.position)?;
    out.heading(&session.game().title.clone())?;
    board(&session, out)?;
    let mut lines = Lines::new();
    loop {
        out.flush()?;
        let prompt = format!("{}> ", session.state().side);
        let Some(line) = lines.next(&prompt) else { return Ok(true) };
        if !obey(&mut session, line.trim(), out)? {
            return Ok(true);
        }
    }
}

/// Where lines come from.
enum Lines {
    Editor(Box<rustyline::DefaultEditor>),
    Plain,
}

impl Lines {
    fn new() -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match terminal.then(rustyline::DefaultEditor::new) {
            Some(Ok(editor)) => Self::Editor(Box::new(editor)),
            _ => Self::Plain,
        }
    }

    /// The next line; none at the end.
    fn next(&mut self, prompt: &str) -> Option<String> {
        match self {
            Self::Editor(editor) => loop {
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        return Some(line);
                    }
                    Err(rustyline::error::ReadlineError::Interrupted) => {}
                    Err(_) => return None,
                }
            },
            Self::Plain => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
                (read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
            }
        }
    }
}

/// Carries out a line; false if it ends the game.
fn obey(session: &mut Session, line: &str, out: &mut Out) -> io::Result<bool> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match (word.to_lowercase().as_str(), rest) {
        ("quit" | "exit" | "q", "") => return Ok(false),
        ("help" | "?", _) => {
            write!(out, "{HELP}")?;
            return Ok(true);
        }
        ("" | "board" | "d", "") => {
            board(session, out)?;
            return Ok(true);
        }
        ("fen", "") => {
            writeln!(out, "{}", session.fen())?;
            return Ok(true);
        }
        ("fen", text) => Command::Position(text.to_owned()),
        ("new", "") => Command::New,
        ("moves", what) => Command::Moves(filter(session, what)),
        ("why", text) if !text.is_empty() => Command::Why(text.to_owned()),
        ("undo", number) if is_number(number) => Command::Undo(number.parse().unwrap_or(1)),
        ("redo", number) if is_number(number) => Command::Redo(number.parse().unwrap_or(1)),
        _ => Command::Play(line.to_owned()),
    };
    match session.execute(&command) {
        Ok(reply) => answer(session, &reply, out)?,
        Err(refusal) => refused(&refusal, &command, out)?,
    }
    Ok(true)
}

fn is_number(text: &str) -> bool {
    text.is_empty() || text.bytes().all(|b| b.is_ascii_digit())
}

/// `moves WHAT`: of a piece if there is one of that letter, else from a square.
fn filter(session: &Session, what: &str) -> Filter {
    let text = (!what.is_empty()).then(|| what.to_owned());
    match text {
        Some(letter) if session.piece_named(&letter).is_some() => {
            Filter { from: None, piece: Some(letter) }
        }
        from => Filter { from, piece: None },
    }
}

fn answer(session: &Session, reply: &Reply, out: &mut Out) -> io::Result<()> {
    match reply {
        Reply::Moves { moves } => {
            let texts: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
            writeln!(out, "{}", if texts.is_empty() { "none".to_owned() } else { texts.join(" ") })
        }
        Reply::Why(why) => writeln!(out, "{}", why.message),
        Reply::State(_) | Reply::Board { .. } | Reply::Perft(_) => board(session, out),
    }
}

fn refused(refusal: &Refusal, command: &Command, out: &mut Out) -> io::Result<()> {
    let text = match command {
        Command::Position(text) => Some(text.as_str()),
        _ => None,
    };
    if refusal.at.is_some() {
        return out.problems_here(&as_report(refusal, text));
    }
    writeln!(out, "{}", refusal.message)?;
    refusal.help.as_ref().map_or(Ok(()), |help| writeln!(out, "{help}"))
}

fn board(session: &Session, out: &mut Out) -> io::Result<()> {
    let state = session.state();
    write!(out, "\n{}\n", session.board(&Diagram::default()))?;
    if let Some(last) = session.history().last() {
        write!(out, "after {last}: ")?;
    }
    if state.result.is_some() {
        out.styled(HEADING, &state.words())?;
    } else {
        write!(out, "{} to move", state.side)?;
        if state.check {
            out.styled(HEADING, ", in check")?;
        }
    }
    writeln!(out)
}
