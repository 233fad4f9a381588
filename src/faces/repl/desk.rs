//! The desk at which a game is played: a session with all that the prompt knows besides. A line goes in, an answer comes out;
//! nothing is read from a terminal or printed.

use crate::diagnostics::nearest;
use crate::faces::repl::answer::Answer;
use crate::faces::repl::commands::{COMMANDS, Entry, Meaning, SETUP, meaning, without_comment};
use crate::faces::repl::draw;
use crate::faces::repl::files::Stamps;
use crate::faces::repl::paint::{Colour, FAINT, HEADING, Pieces, Settings};
use crate::faces::repl::record::Recorded;
use crate::faces::repl::tell;
use crate::session::{Command, Draft, Filter, Refusal, Reply, Session, Target, shown};
use serde_json::json;
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
            _ => no.then(|| Answer::note("nothing was written")),
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
        let mut answer = self.play(line);
        let names = COMMANDS.iter().map(|e| e.name);
        if let Some(near) =
            nearest(word, names).filter(|_| answer.failed && answer.json["reason"] == "text")
        {
            let _ = writeln!(answer.text, "did you mean the command `{near}`?");
        }
        answer
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
    fn ask(&mut self, command: &Command) -> Done {
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

    fn command(&mut self, entry: &'static Entry, rest: &str) -> Done {
        let count = || number(entry, rest, 1);
        match entry.name {
            "board" => self.nothing(entry, rest, &Command::Board),
            "moves" => self.moves(entry, rest),
            "why" => self.ask(&Command::Why(needed(entry, rest)?)),
            "trace" => self.ask(&Command::Trace(needed(entry, rest)?)),
            "attacks" => {
                let (square, side) = split(rest);
                let side = (!side.is_empty()).then(|| side.to_owned());
                self.ask(&Command::Attacks { square: needed(entry, square)?, side })
            }
            "undo" => self.ask(&Command::Undo(count()?)),
            "redo" => self.ask(&Command::Redo(count()?)),
            "goto" => self.ask(&Command::Goto(number(entry, &needed(entry, rest)?, 0)?)),
            "history" => self.nothing(entry, rest, &Command::History),
            "new" => self.nothing(entry, rest, &Command::New),
            "fen" if rest.is_empty() => {
                let fen = self.session.fen();
                Ok(Answer::with(format!("{fen}\n"), &json!({ "kind": "fen", "fen": fen })))
            }
            "fen" => self.ask(&Command::Position(rest.trim_matches('"').to_owned())),
            "setup" => self.begin_setup(),
            "option" => self.option(entry, rest),
            "options" => Ok(self.options()),
            "rules" => self.nothing(entry, rest, &Command::Rules),
            "describe" => self.ask(&Command::Describe(needed(entry, rest)?)),
            "reload" => self.reload(rest),
            "watch" => self.set_watch(entry, rest),
            "edit" => self.edit(),
            "perft" => self.figures(number(entry, &needed(entry, rest)?, 0)?, false),
            "divide" => self.figures(number(entry, &needed(entry, rest)?, 0)?, true),
            "test" => Ok(self.test(rest)),
            "record" => self.record(entry, rest),
            "save" => self.save(&needed(entry, rest)?),
            "open" => self.open(&needed(entry, rest)?),
            "export" => self.export(&needed(entry, rest)?),
            "random" => self.random(entry, rest),
            "set" => self.set(entry, rest),
            "flip" => {
                self.look.flip = !self.look.flip;
                self.ask(&Command::Board)
            }
            "help" => self.help(rest),
            _ => Ok(Answer::end()),
        }
    }

    /// A command that takes nothing.
    fn nothing(&mut self, entry: &Entry, rest: &str, command: &Command) -> Done {
        if rest.is_empty() {
            self.ask(command)
        } else {
            Err(misused(entry, &format!("`{}` takes nothing", entry.name)))
        }
    }

    fn moves(&mut self, entry: &Entry, rest: &str) -> Done {
        let words: Vec<&str> = rest.split_whitespace().filter(|w| *w != "--pseudo").collect();
        let pseudo = rest.split_whitespace().any(|w| w == "--pseudo");
        let filter = match words.as_slice() {
            [] => Filter::default(),
            [letter] if self.session.piece_named(letter).is_some() => {
                Filter { from: None, piece: Some((*letter).to_owned()) }
            }
            [square] => Filter { from: Some((*square).to_owned()), piece: None },
            _ => return Err(misused(entry, "one square or one piece")),
        };
        self.ask(&Command::List { filter, pseudo })
    }

    fn options(&self) -> Answer {
        let options = self.session.show().options;
        let mut text = String::new();
        for option in &options {
            let state = if option.on { "on" } else { "off" };
            let _ = writeln!(
                text,
                "{} ({state}): {}",
                option.name,
                option.about.as_deref().unwrap_or("")
            );
        }
        if options.is_empty() {
            text.push_str("this game has no options\n");
        }
        Answer::with(text, &json!({ "kind": "options", "options": options }))
    }

    fn random(&mut self, entry: &Entry, rest: &str) -> Done {
        let (plies, seed) = split(rest);
        let plies = number(entry, plies, 1)?;
        let seed = if seed.is_empty() { self.seed } else { number(entry, seed, 0)? as u64 };
        self.seed = seed.wrapping_add(1);
        let stop = Arc::clone(&self.stop);
        let reply = Reply::Random(Box::new(
            self.session.random(plies, seed, &|| !stop.load(Ordering::Relaxed)),
        ));
        Ok(Answer::with(
            format!("{}{}", tell::reply(&reply, &self.look), self.short_board()),
            &reply,
        ))
    }

    fn set(&mut self, entry: &Entry, rest: &str) -> Done {
        match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => {}
            ["pieces", "letters"] => self.look.pieces = Pieces::Letters,
            ["pieces", "unicode"] => self.look.pieces = Pieces::Unicode,
            ["colour" | "color", "auto"] => self.look.colour = Colour::Auto,
            ["colour" | "color", "always"] => self.look.colour = Colour::Always,
            ["colour" | "color", "never"] => self.look.colour = Colour::Never,
            _ => return Err(misused(entry, "there is no such setting")),
        }
        let pieces = if self.look.pieces == Pieces::Unicode { "unicode" } else { "letters" };
        let colour = match self.look.colour {
            Colour::Auto => "auto",
            Colour::Always => "always",
            Colour::Never => "never",
        };
        let known = self.session.game().pieces.iter().any(|p| p.glyph.is_some());
        let mut text = format!("pieces {pieces}, colour {colour}\n");
        if self.look.pieces == Pieces::Unicode && !known {
            text.push_str(
                "the file declares no `glyph` for any piece, so that letters are shown\n",
            );
        }
        Ok(Answer::with(text, &json!({ "kind": "settings", "pieces": pieces, "colour": colour })))
    }

    pub(super) fn help(&self, rest: &str) -> Done {
        let table = if self.draft.is_some() { SETUP } else { COMMANDS };
        if !rest.is_empty() {
            let entry = match meaning(table, rest) {
                Meaning::Exact(entry) | Meaning::Prefix(entry) => entry,
                Meaning::Several(all) => {
                    return Err(Refusal::new(
                        "ambiguous",
                        format!("`{}` could be {}", shown(rest), all.join(" or ")),
                    ));
                }
                Meaning::None => {
                    let near = nearest(rest, table.iter().map(|e| e.name));
                    let help = near.map(|n| format!("did you mean `{n}`?"));
                    return Err(Refusal {
                        help,
                        ..Refusal::new("command", format!("there is no command `{}`", shown(rest)))
                    });
                }
            };
            let usage = format!("{} {}", entry.name, entry.usage);
            let head = self.look.paint(HEADING, usage.trim_end());
            let also = if entry.also.is_empty() {
                String::new()
            } else {
                format!("also: {}\n", entry.also.join(", "))
            };
            let text = format!("{head}\n{}\n{also}example: {}\n", entry.about, entry.example);
            let json = json!({ "kind": "help", "command": entry.name, "usage": usage.trim_end(), "about": entry.about, "example": entry.example });
            return Ok(Answer::with(text, &json));
        }
        let mut text = String::new();
        if self.draft.is_none() {
            let example =
                self.session.texts().first().map_or_else(|| "e2-e4".to_owned(), Clone::clone);
            let _ = writeln!(
                text,
                "{}  is played as it is written, such as {example}; short forms too",
                self.look.paint(HEADING, &format!("{:24}", "a move"))
            );
        }
        for entry in table {
            let usage = format!("{} {}", entry.name, entry.usage);
            let _ = writeln!(
                text,
                "{}  {}",
                self.look.paint(HEADING, &format!("{:24}", usage.trim_end())),
                entry.about
            );
        }
        let _ =
            writeln!(text, "The beginning of a word is enough; `help COMMAND` gives an example.");
        let names: Vec<&str> = table.iter().map(|e| e.name).collect();
        Ok(Answer::with(text, &json!({ "kind": "help", "commands": names })))
    }
}

/// The first word and the rest.
pub(super) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// A command was not used as it is meant.
pub(super) fn misused(entry: &Entry, message: &str) -> Refusal {
    let usage = format!("{} {}", entry.name, entry.usage);
    let help = format!("it is used so: {}; for example: {}", usage.trim_end(), entry.example);
    Refusal { help: Some(help), ..Refusal::new("usage", message) }
}

/// What must stand behind a command.
pub(super) fn needed(entry: &Entry, rest: &str) -> Result<String, Refusal> {
    if rest.is_empty() {
        return Err(misused(entry, &format!("`{}` needs something behind it", entry.name)));
    }
    Ok(rest.to_owned())
}

/// A number behind a command, or what is meant without one.
pub(super) fn number(entry: &Entry, text: &str, otherwise: usize) -> Result<usize, Refusal> {
    if text.is_empty() {
        return Ok(otherwise);
    }
    text.parse().map_err(|_| misused(entry, &format!("`{}` is no number", shown(text))))
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
