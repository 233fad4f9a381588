//! What each command asks of the desk.

use crate::diagnostics::nearest;
use crate::faces::repl::answer::Answer;
use crate::faces::repl::commands::{COMMANDS, Entry, Meaning, SETUP, meaning};
use crate::faces::repl::desk::{Desk, split};
use crate::faces::repl::paint::{Colour, HEADING, Pieces};
use crate::faces::repl::tell;
use crate::session::{Command, Filter, Refusal, Reply, shown};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

type Done = Result<Answer, Refusal>;

impl Desk {
    pub(super) fn command(&mut self, entry: &'static Entry, rest: &str) -> Done {
        takes_nothing(entry, rest)?;
        let count = || number(entry, rest, 1);
        match entry.name {
            "board" => self.ask(&Command::Board),
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
            "history" => self.ask(&Command::History),
            "new" => self.ask(&Command::New),
            "fen" if rest.is_empty() => {
                let fen = self.session.fen();
                Ok(Answer::with(format!("{fen}\n"), &json!({ "kind": "fen", "fen": fen })))
            }
            "fen" => self.ask(&Command::Position(rest.trim_matches('"').to_owned())),
            "setup" => self.begin_setup(),
            "option" => self.option(entry, rest),
            "options" => Ok(self.options()),
            "rules" => self.ask(&Command::Rules),
            "describe" => {
                let (piece, from) = split(rest);
                let from = (!from.is_empty()).then(|| from.to_owned());
                self.ask(&Command::Describe { piece: needed(entry, piece)?, from })
            }
            "reload" => self.reload(rest),
            "watch" => self.set_watch(entry, rest),
            "edit" => self.edit(),
            "perft" => self.figures(number(entry, &needed(entry, rest)?, 0)?, false),
            "divide" => self.figures(number(entry, &needed(entry, rest)?, 0)?, true),
            "test" => self.test(rest),
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

    /// An example with a move, square, piece and option of this game.
    fn filled(&self, example: &str) -> String {
        let game = self.session.game();
        let first =
            self.session.legal().iter().zip(self.session.texts()).find(|(m, _)| !m.is_drop());
        let text = first.map_or("e2-e4", |(_, text)| text.as_str());
        let square =
            first.map_or_else(|| "e2".to_owned(), |(m, _)| self.session.words().cell(m.from));
        let piece = game.pieces.first().map_or("K", |p| p.letter.as_str());
        let option = game.options.first().map_or("NAME", |o| o.name.as_str());
        example
            .replace("MOVE", text)
            .replace("SQUARE", &square)
            .replace("PIECE", piece)
            .replace("NAME", option)
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
            let example = self.filled(entry.example);
            let text = format!("{head}\n{}\n{also}example: {example}\n", entry.about);
            let json = json!({ "kind": "help", "command": entry.name, "usage": usage.trim_end(), "about": entry.about, "example": example });
            return Ok(Answer::with(text, &json));
        }
        let mut text = String::new();
        if self.draft.is_none() {
            let example =
                self.session.texts().first().map_or_else(|| "e2-e4".to_owned(), Clone::clone);
            let _ = writeln!(
                text,
                "{}  is played as it is written, such as {example}; short forms too",
                self.look.paint(HEADING, &format!("{:32}", "a move"))
            );
        }
        for entry in table {
            let usage = format!("{} {}", entry.name, entry.usage);
            let _ = writeln!(
                text,
                "{}  {}",
                self.look.paint(HEADING, &format!("{:32}", usage.trim_end())),
                first_part(entry.about)
            );
        }
        let _ =
            writeln!(text, "The beginning of a word is enough; `help COMMAND` gives an example.");
        let names: Vec<&str> = table.iter().map(|e| e.name).collect();
        Ok(Answer::with(text, &json!({ "kind": "help", "commands": names })))
    }
}

/// A command was not used as it is meant.
pub(super) fn misused(entry: &Entry, message: &str) -> Refusal {
    let usage = format!("{} {}", entry.name, entry.usage);
    let help =
        format!("it is used so: {}; `help {}` gives an example", usage.trim_end(), entry.name);
    Refusal { help: Some(help), ..Refusal::new("usage", message) }
}

/// Refuses what stands behind a command that takes nothing.
pub(super) fn takes_nothing(entry: &Entry, rest: &str) -> Result<(), Refusal> {
    if entry.args.is_empty() && !rest.is_empty() {
        return Err(misused(entry, &format!("`{}` takes nothing", entry.name)));
    }
    Ok(())
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

/// What a list says of a command: `help COMMAND` says the rest.
fn first_part(about: &str) -> &str {
    about.split([';', ':']).next().unwrap_or(about)
}
