//! Runs one test: goes to positions, plays moves, and asks whether expectations hold.

use crate::ast::{PlayStep, Test, TestLine};
use crate::diagnostics::Diagnostic;
use crate::examine::expect;
use crate::examine::failure::{Counted, Failure, TestReply};
use crate::notation::Diagram;
use crate::pipeline::{Loaded, no_position};
use crate::session::{Session, Target, quoted};
use crate::text::{Span, Spanned};

/// Most moves that one test may play.
const MOST_MOVES: usize = 10_000;

/// Most moves that a help line names.
const MOST_NAMED: usize = 8;

/// What one may write where the game does what was not expected.
pub(super) fn if_meant(instead: &str) -> String {
    format!("mend the rules, or, if they are as they are meant, write `{instead}`")
}

/// Runs a test on a game loaded with its options; what is wrong goes into the reply.
pub(super) fn run(loaded: &Loaded, target: &Target, test: &Test, reply: &mut TestReply) {
    let mut runner =
        Runner { session: Session::new(loaded.clone()), target, reply, left: MOST_MOVES };
    for line in &test.lines {
        if runner.line(line).is_none() {
            break;
        }
    }
}

/// A test being run.
pub(super) struct Runner<'a> {
    pub(super) session: Session,
    target: &'a Target,
    reply: &'a mut TestReply,
    left: usize,
}

impl Runner<'_> {
    /// None: the rest of the test makes no sense any more.
    fn line(&mut self, line: &Spanned<TestLine>) -> Option<()> {
        match &line.node {
            TestLine::Option { .. } => Some(()),
            TestLine::Position(text) => self.position(text),
            TestLine::Play(steps) => self.steps(steps),
            TestLine::Expect(all) => {
                for expectation in all {
                    self.reply.expectations += 1;
                    expect::expect(self, expectation);
                }
                Some(())
            }
        }
    }

    fn position(&mut self, text: &Spanned<String>) -> Option<()> {
        let Err(error) = self.session.set_position(&text.node) else { return Some(()) };
        self.fail_plainly(no_position(&self.session.loaded().sources, text.span, error));
        None
    }

    fn steps(&mut self, steps: &[PlayStep]) -> Option<()> {
        for step in steps {
            match step {
                PlayStep::Move(text) => self.play(text)?,
                PlayStep::Times(inner, times) => {
                    for _ in 0..times.node {
                        self.steps(inner)?;
                    }
                }
            }
        }
        Some(())
    }

    fn play(&mut self, text: &Spanned<String>) -> Option<()> {
        if self.left == 0 {
            let message = format!("a test plays {MOST_MOVES} moves at the most");
            let problem = Diagnostic::error("E0502", message).label(text.span, "one move too many");
            self.fail_plainly(problem.help("begin from a later `position \"…\"`"));
            return None;
        }
        self.left -= 1;
        let Err(refusal) = self.session.play(&text.node) else { return Some(()) };
        let code = if refusal.is_unreadable() { "E0503" } else { "E0502" };
        let problem =
            Diagnostic::error(code, format!("this move cannot be played: {}", refusal.message))
                .label(
                    text.span,
                    match refusal.reason {
                        "text" => "not understood".to_owned(),
                        "ambiguous" => "more than one move".to_owned(),
                        reason => format!("the reason is `{reason}`"),
                    },
                );
        let help = refusal.help.or_else(|| self.instead(&text.node));
        let problem = problem
            .help(help.unwrap_or_else(|| "leave it out, and the moves behind it".to_owned()));
        let failure = self.here(problem, &asking(refusal.reason, &text.node));
        self.reply.failures.push(failure);
        None
    }

    /// Legal moves that may be written in the place of one that is none: those from the same square, or all.
    fn instead(&self, text: &str) -> Option<String> {
        let texts = self.session.texts();
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let square = text.get(..=digits).filter(|_| digits > 0);
        let from = |t: &&String| {
            let rest = square.and_then(|square| t.strip_prefix(square));
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let same: Vec<&str> = texts.iter().filter(from).map(String::as_str).collect();
        let (what, list) = match same.is_empty() {
            true => ("write a legal move, as", texts.iter().map(String::as_str).collect()),
            false => ("write a legal move of that piece:", same),
        };
        let most = list.len().min(MOST_NAMED);
        let more = if list.len() > most { " …" } else { "" };
        let quoted: Vec<String> = list[..most].iter().map(|t| format!("`{t}`")).collect();
        (most > 0).then(|| format!("{what} {}{more}", quoted.join(", ")))
    }

    /// Notes a failure that has nothing to do with a position.
    pub(super) fn fail_plainly(&mut self, problem: Diagnostic) {
        let failure = Failure::new(problem, &self.session.loaded().sources);
        self.reply.failures.push(failure);
    }

    /// Notes a figure that was counted.
    pub(super) fn counted(&mut self, counted: Counted) {
        self.reply.unverified += usize::from(counted.unverified);
        self.reply.counted.push(counted);
    }

    /// Notes a failure.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.reply.failures.push(failure);
    }

    /// A failure in the present position. `verb` is the command that shows it again, with what stands behind the game's name.
    pub(super) fn here(&self, problem: Diagnostic, verb: &[&str]) -> Failure {
        Failure {
            fen: Some(self.session.fen()),
            board: Some(self.session.board(&Diagram::default())),
            command: Some(self.command(verb)),
            ..Failure::new(problem, &self.session.loaded().sources)
        }
    }

    /// The command that shows the position again; `play-moves` shows how it came about, and plays what stands behind it.
    fn command(&self, verb: &[&str]) -> String {
        let (name, arguments) = verb.split_first().unwrap_or((&"moves", &[]));
        let mut text = format!("heterodox {name} {}", self.target.words());
        let (moves, fen) = match *name {
            "play-moves" => (self.session.history(), self.session.first_fen()),
            _ => (Vec::new(), self.session.fen()),
        };
        for argument in moves.iter().chain(arguments) {
            text.push(' ');
            text.push_str(&quoted(argument));
        }
        text.push_str(" --fen ");
        text.push_str(&quoted(&fen));
        text
    }

    /// Notes a failure that has to do with a text of a position; the command tries to read it.
    pub(super) fn fail_reading(&mut self, problem: Diagnostic, text: &str, found: [String; 2]) {
        let target = self.target.words();
        let [expected, found] = found.map(Some);
        let command = Some(format!("heterodox moves {target} --fen {}", quoted(text)));
        let failure = Failure::new(problem, &self.session.loaded().sources);
        self.fail(Failure { command, expected, found, ..failure });
    }

    /// A problem at an expectation.
    pub(super) fn problem(
        code: &'static str,
        message: impl Into<String>,
        place: Span,
    ) -> Diagnostic {
        Diagnostic::error(code, message).label(place, "expected here")
    }
}

/// The command that says again why a move cannot be played. That a game has ended may be seen only on the way there.
pub(super) fn asking<'t>(reason: &str, text: &'t str) -> [&'t str; 2] {
    [if reason == "over" { "play-moves" } else { "why" }, text]
}
