//! The command line: words in, exit status out. 0: all is well; 1: something is wrong with what was given; 2: the words make no
//! sense as a command.

mod args;
mod bless;
mod check;
mod compare;
mod explain;
mod list;
mod moves;
mod new;
mod out;
mod play;
mod played;
mod progress;
mod show;
mod suite;
mod test;
mod verify;

use crate::diagnostics::Report;
use crate::faces::cli::args::{Arguments, PositionArgs, Verb};
use crate::faces::cli::out::Out;
use crate::session::{Refusal, Session, Target};
use clap::Parser;
use std::ffi::OsString;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// How a verb ends when nothing stops it: whether all is well.
type Ended = Result<bool, Stop>;

/// What stops a verb.
enum Stop {
    /// Something is wrong with a file.
    Report(Report),
    /// What was asked cannot be done; with the text at fault, if it shall be shown.
    Refusal(Box<Refusal>, Option<String>),
    /// The answer cannot be written.
    Io(io::Error),
}

impl From<Report> for Stop {
    fn from(report: Report) -> Self {
        Self::Report(report)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(Box::new(refusal), None)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Does what the arguments say, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    std::panic::set_hook(Box::new(|info| {
        let _ = io::Write::write_fmt(
            &mut io::stderr(),
            format_args!("heterodox has a bug: {info}\nPlease report it.\n"),
        );
    }));
    let mut out = Out::new(arguments.plain, asks_for_json(&arguments.verb));
    let ended = catch_unwind(AssertUnwindSafe(|| verb(&arguments.verb, &mut out)));
    let well = match ended {
        Ok(Ok(well)) => well,
        Ok(Err(stop)) => {
            out.stopped(&stop);
            false
        }
        Err(_) => false,
    };
    if out.finish() && well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn asks_for_json(verb: &Verb) -> bool {
    match verb {
        Verb::List(json) => json.json,
        Verb::New(args) => args.json.json,
        Verb::Check(args) => args.json.json,
        Verb::Explain(args) => args.json.json,
        Verb::Show(args) => args.json.json,
        Verb::Moves(args) => args.json.json,
        Verb::Perft(args) => args.json.json,
        Verb::PlayMoves(args) => args.json.json,
        Verb::Why(args) => args.json.json,
        Verb::Test(args) => args.json.json,
        Verb::Bless(args) => args.json.json,
        Verb::Compare(args) => args.json.json,
        Verb::Verify(args) => args.json.json,
        Verb::Play(args) => args.json.json,
    }
}

fn verb(verb: &Verb, out: &mut Out) -> Ended {
    match verb {
        Verb::List(_) => list::list(out),
        Verb::New(args) => new::new(args, out),
        Verb::Check(args) => check::check(args, out),
        Verb::Explain(args) => explain::explain(args, out),
        Verb::Show(args) => show::show(args, out),
        Verb::Moves(args) => moves::moves(args, out),
        Verb::Perft(args) => moves::perft(args, out),
        Verb::PlayMoves(args) => played::play_moves(args, out),
        Verb::Why(args) => played::why(args, out),
        Verb::Test(args) => test::test(args, out),
        Verb::Bless(args) => bless::bless(args, out),
        Verb::Compare(args) => compare::compare(args, out),
        Verb::Verify(args) => verify::verify(args, out),
        Verb::Play(args) => play::play(args),
    }
}

/// A session of a game in a position.
fn session(target: &Target, position: &PositionArgs) -> Result<Session, Stop> {
    let mut session = Session::new(target.load()?);
    if let Some(text) = &position.fen {
        let command = crate::session::Command::Position(text.clone());
        session
            .execute(&command)
            .map_err(|refusal| Stop::Refusal(Box::new(refusal), Some(text.clone())))?;
    }
    Ok(session)
}
