//! The desk at which a game is played: a session with all that the prompt knows besides. A line goes in, an answer comes out;
//! nothing is read from a terminal or printed.

use crate::diagnostics::nearest;
use crate::faces::repl::answer::Answer;
use crate::faces::repl::commands::{COMMANDS, Meaning, meaning, without_comment};
use crate::faces::repl::draw;
use crate::faces::repl::files::Stamps;
use crate::faces::repl::paint::{FAINT, HEADING, Settings};
use crate::faces::repl::record::Recorded;
use crate::faces::repl::tell;
use crate::session::{Command, Draft, Refusal, Reply, Session, Target, shown};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest line that is understood, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// What the next line may answer.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    /// Moves that a text could mean.
    Candidates(Vec<String>),
    /// A test to be written.
    Record(Recorded),
    /// A file to be written over.
    Overwrite { path: PathBuf, text: String, goes_on: bool },
}

/// The desk.
pub(crate) struct Desk {
    pub(super) session: Session,
    pub(super) target: Target,
    pub(super) look: Settings,
    pub(super) seed: u64,
    pub(super) pending: Option<Pending>,
    pub(super) draft: Option<Draft>,
    pub(super) watch: bool,
    pub(super) stamps: Stamps,
    /// File and line that were spoken of last.
    pub(super) place: Option<(String, usize)>,
    pub(super) recorded: Option<Recorded>,
    /// Set from outside to stop a long answer.
    pub(crate) stop: Arc<AtomicBool>,
    /// Whether somebody sits at a terminal.
    pub(super) terminal: bool,
}

type Done = Result<Answer, Refusal>;

impl Desk {
    /// A desk with a game on it.
    pub(crate) fn new(session: Session, target: Target, seed: u64, terminal: bool) -> Self {
        let stamps = Stamps::of(session.loaded(), &target);
        Self {
            session,
            target,
            look: Settings::new(terminal),
            seed,
            pending: None,
            draft: None,
            watch: terminal,
            stamps,
            place: None,
            recorded: None,
            stop: Arc::new(AtomicBool::new(false)),
            terminal,
        }
    }

    /// What stands before the line that is typed.
    pub(crate) fn prompt(&self) -> String {
        match (&self.pending, &self.draft) {
            (Some(Pending::Candidates(_)), _) => "number> ".to_owned(),
            (Some(_), _) => "yes or no> ".to_owned(),
            (None, Some(_)) => "setup> ".to_owned(),
            (None, None) if self.session.outcome().is_some() => "over> ".to_owned(),
            (None, None) => format!("{}> ", self.session.state().side),
        }
    }

    /// Forgets what the next line could have answered.
    pub(crate) fn drop_question(&mut self) {
        self.pending = None;
    }

    /// The first words, and the board.
    pub(crate) fn greeting(&self) -> String {
        let title = self.look.paint(HEADING, &self.session.game().title);
        let help =
            self.look.paint(FAINT, "`help` lists the commands; a move is played as it is written");
        format!("{title}\n{}\n{help}\n", self.short_board())
    }

    /// Carries out a line.
    pub(crate) fn obey(&mut self, written: &str) -> Answer {
        self.stop.store(false, Ordering::Relaxed);
        let line = without_comment(written).trim();
        if line.is_empty() && !written.trim().is_empty() {
            return Answer::default();
        }
        if line.len() > LONGEST {
            let message = format!("a line has at most {LONGEST} characters");
            return Refusal::new("text", message).into();
        }
        if let Some(pending) = self.pending.take()
            && let Some(answer) = self.answered(pending, line)
        {
            return answer;
        }
        let done = if self.draft.is_some() { self.setup_line(line) } else { self.line(line) };
        done.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }

    /// What a question comes to; none if the line is no answer to it.
    fn answered(&mut self, pending: Pending, line: &str) -> Option<Answer> {
        let yes = matches!(line.to_lowercase().as_str(), "y" | "yes");
        let no = matches!(line.to_lowercase().as_str(), "" | "n" | "no");
        match pending {
            Pending::Candidates(all) => {
                let number: usize = line.parse().ok()?;
                match number.checked_sub(1).and_then(|n| all.get(n)) {
                    Some(text) => Some(self.play(&text.clone())),
                    None => {
                        let message =
                            format!("there is no number {number}; they go from 1 to {}", all.len());
                        self.pending = Some(Pending::Candidates(all));
                        Some(Refusal::new("ambiguous", message).into())
                    }
                }
            }
            Pending::Record(what) if yes => Some(self.write_test(what)),
            Pending::Overwrite { path, text, goes_on } if yes => {
                Some(self.write_file(&path, &text, goes_on))
            }
            _ if no => Some(Answer::note("nothing was written")),
            _ => {
                let message = format!(
                    "`{}` is neither yes nor no: nothing was written, and the line was not carried out",
                    shown(line)
                );
                let help = "write the line again to carry it out; to write the file, ask for it again, and answer `yes`";
                let help = Some(help.to_owned());
                Some(Refusal { help, ..Refusal::new("answer", message) }.into())
            }
        }
    }

    /// What is lost when the lines end here: a setup that was not done, a question that was not answered.
    pub(crate) fn left_open(&mut self) -> Option<Answer> {
        let lost = |message: &str, help: &str| {
            let help = Some(help.to_owned());
            Some(Answer::from(Refusal { help, ..Refusal::new("end", message) }))
        };
        match (self.pending.take(), self.draft.take()) {
            (Some(Pending::Record(_) | Pending::Overwrite { .. }), _) => lost(
                "the lines end before the question is answered: nothing was written",
                "write `yes` or `no` on a line behind it",
            ),
            (_, Some(_)) => lost(
                "the lines end within a setup: it is lost",
                "end a setup with `done` or `cancel`",
            ),
            _ => None,
        }
    }

    fn line(&mut self, line: &str) -> Done {
        let (word, rest) = split(line);
        match meaning(COMMANDS, word) {
            _ if word.is_empty() => self.ask(&Command::Board),
            Meaning::Exact(entry) => self.command(entry, rest),
            _ if self.is_move(line) => Ok(self.play(line)),
            Meaning::Prefix(entry) => self.command(entry, rest),
            Meaning::Several(all) => {
                let message = format!("`{}` could be {}", shown(word), all.join(" or "));
                Err(Refusal::new("ambiguous", message))
            }
            Meaning::None => Ok(self.play_or_suggest(line, word)),
        }
    }

    fn is_move(&self, line: &str) -> bool {
        match self.session.find(line) {
            Ok(_) => true,
            Err(refusal) => refusal.reason == "ambiguous",
        }
    }

    fn play_or_suggest(&mut self, line: &str, word: &str) -> Answer {
        if !word.chars().all(char::is_alphabetic) || word.len() < 2 {
            return self.play(line);
        }
        let near = nearest(&word.to_lowercase(), COMMANDS.iter().map(|e| e.name));
        let help =
            near.map_or("`help` lists the commands".to_owned(), |n| format!("did you mean `{n}`?"));
        let message = format!("`{}` is neither a command nor a move", shown(word));
        Refusal { help: Some(help), ..Refusal::new("command", message) }.into()
    }

    /// Plays a move, or tells why not.
    fn play(&mut self, text: &str) -> Answer {
        match self.session.execute(&Command::Play(text.to_owned())) {
            Ok(reply) => Answer::with(self.short_board(), &reply),
            Err(refusal) if refusal.reason == "ambiguous" => {
                let mut answer = Answer::refused(&Refusal { help: None, ..refusal.clone() });
                for (n, candidate) in refusal.candidates.iter().enumerate() {
                    let _ = writeln!(answer.text, "  {}  {candidate}", n + 1);
                }
                let _ = writeln!(answer.text, "write its number, or the whole move");
                self.pending = Some(Pending::Candidates(refusal.candidates));
                answer
            }
            Err(refusal) => {
                if let Ok(why) = self.session.why(text) {
                    self.spoke_of(&why.rules);
                }
                Answer::refused(&refusal)
            }
        }
    }

    /// Remembers which rule was spoken of.
    fn spoke_of(&mut self, rules: &[crate::session::RuleReply]) {
        if let Some(rule) = rules.first() {
            self.place = Some((rule.file.clone(), rule.line));
        }
    }

    /// The board without what seldom matters.
    pub(super) fn short_board(&self) -> String {
        draw::board(&self.session.board_reply(), false, &self.look)
    }

    /// Asks the session.
    pub(super) fn ask(&mut self, command: &Command) -> Done {
        let reply = self.session.execute(command).map_err(|refusal| placed(refusal, command))?;
        match &reply {
            Reply::Why(why) => self.spoke_of(&why.rules),
            Reply::Trace(trace) => {
                let rules: Vec<_> = trace.rules.iter().map(|r| r.rule.clone()).collect();
                self.spoke_of(&rules);
            }
            Reply::State(_) => return Ok(Answer::with(self.short_board(), &reply)),
            _ => {}
        }
        Ok(Answer::with(tell::reply(&reply, &self.look), &reply))
    }
}

/// The first word and the rest.
pub(super) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// A refusal that shows where in the text the mistake is.
fn placed(refusal: Refusal, command: &Command) -> Refusal {
    let (Command::Position(text), Some((start, end))) = (command, refusal.at) else {
        return refusal;
    };
    point_at(refusal, text, start, end)
}

/// A refusal with the text at fault, and a mark below the place.
pub(super) fn point_at(refusal: Refusal, text: &str, start: usize, end: usize) -> Refusal {
    const WIDEST: usize = 100;
    let chars = |to: usize| text.char_indices().take_while(|(i, _)| *i < to).count();
    let (from, to) = (chars(start), chars(end).max(chars(start) + 1));
    let cut = from.saturating_sub(WIDEST / 2);
    let part: String =
        text.chars().skip(cut).take(WIDEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let marks = "^".repeat((to - from).min(WIDEST / 2));
    let message = format!(
        "at character {}: {}\n  {part}\n  {}{marks}",
        from + 1,
        refusal.message,
        " ".repeat(from - cut)
    );
    Refusal { message, ..refusal }
}
