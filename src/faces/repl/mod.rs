//! The prompt: reads lines from the arguments, a terminal or a pipe, and prints what the desk answers.

mod answer;
mod ask;
mod commands;
mod complete;
mod desk;
mod draw;
mod figures;
mod files;
mod helper;
mod highlight;
mod hint;
mod history;
mod input;
mod known;
mod paint;
mod record;
mod setup;
mod tell;
#[cfg(test)]
mod tests;
mod validate;

use crate::faces::repl::answer::Answer;
use crate::faces::repl::desk::Desk;
use crate::faces::repl::input::{Lines, Next};
use crate::session::{Refusal, Session, Target};
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

/// How the prompt is run.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Lines to carry out instead of those of standard input.
    pub commands: Vec<String>,
    /// Whether to go on after a line that failed, where nobody sits at a terminal.
    pub keep_going: bool,
    /// Whether answers are JSON, one object a line.
    pub json: bool,
    /// Where random numbers begin.
    pub seed: Option<u64>,
}

/// Runs the prompt; gives whether all is well: at a terminal always, otherwise if no line failed.
///
/// # Errors
/// Answers cannot be written.
pub fn run(session: Session, target: Target, start: &Start) -> io::Result<bool> {
    let talks = start.commands.is_empty()
        && io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && !start.json;
    let mut lines = match (start.commands.is_empty(), talks) {
        (false, _) => Lines::given(&start.commands),
        (true, true) => Lines::typed(),
        (true, false) => Lines::Piped,
    };
    let seed = start.seed.unwrap_or_else(by_the_clock);
    let mut desk = Desk::new(session, target, seed, talks);
    if talks {
        let stop = Arc::clone(&desk.stop);
        // Without a handler Ctrl-C ends the program while it counts; that is bearable.
        let _ = ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed));
        print(&desk.greeting())?;
    }
    let mut well = true;
    match converse(&mut desk, &mut lines, start, &mut well) {
        // Nobody reads the answers any more; what they were is known all the same.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(well),
        ended => ended.map(|()| well),
    }
}

/// Reads lines and answers them to their end; `well` is made false where one fails and nobody sits at a terminal.
fn converse(desk: &mut Desk, lines: &mut Lines, start: &Start, well: &mut bool) -> io::Result<()> {
    let talks = desk.terminal;
    while *well || start.keep_going {
        if let Some(answer) = desk.notice() {
            show(&answer, start.json)?;
        }
        let (answer, last) = match lines.next(desk) {
            Next::Line(line) => {
                // Somebody may have saved the file while the line was typed.
                if let Some(answer) = desk.notice() {
                    show(&answer, start.json)?;
                }
                (obey(desk, &line), false)
            }
            Next::Cleared => {
                desk.drop_question();
                continue;
            }
            Next::Unreadable => (unreadable().into(), false),
            Next::Broken(why) => {
                *well = false;
                let message = format!("no more lines can be read: {why}");
                (Refusal::new("input", message).into(), true)
            }
            Next::End => {
                if talks {
                    print("\n")?;
                }
                (desk.left_open().unwrap_or_default(), true)
            }
        };
        *well &= talks || !answer.failed;
        show(&answer, start.json)?;
        if last || answer.ends {
            break;
        }
    }
    Ok(())
}

/// That a line was typed in another encoding.
fn unreadable() -> Refusal {
    Refusal {
        help: Some(
            "write the line again; the terminal or the program that writes it must send UTF-8"
                .to_owned(),
        ),
        ..Refusal::new(
            "text",
            "a byte that is not UTF-8 stands in this line, and nothing of it was carried out",
        )
    }
}

/// Carries out a line; whatever goes wrong, the game goes on.
fn obey(desk: &mut Desk, line: &str) -> Answer {
    catch_unwind(AssertUnwindSafe(|| desk.obey(line))).unwrap_or_else(|_| {
        Refusal::new("bug", "that was a bug in heterodox; the game goes on as well as it can")
            .into()
    })
}

fn by_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs().wrapping_mul(1_000_003).wrapping_add(u64::from(now.subsec_nanos()))
        % 1_000_000_007
}

fn show(answer: &Answer, json: bool) -> io::Result<()> {
    match (json, answer.json.is_null()) {
        (true, true) => Ok(()),
        (true, false) => print(&format!("{}\n", answer.json)),
        (false, _) => print(&answer.text),
    }
}

/// Prints at once: somebody may be waiting for it.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
