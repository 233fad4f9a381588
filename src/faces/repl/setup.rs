//! `setup`: a position is put together by hand.

use crate::faces::repl::answer::Answer;
use crate::faces::repl::ask::{misused, needed, number, takes_nothing};
use crate::faces::repl::commands::{Entry, Meaning, SETUP, meaning};
use crate::faces::repl::desk::{Desk, point_at, split};
use crate::faces::repl::draw;
use crate::session::{Change, Draft, Refusal, Reply, shown};

type Done = Result<Answer, Refusal>;

impl Desk {
    pub(super) fn begin_setup(&mut self) -> Done {
        let draft = self.session.draft();
        let mut answer = self.draft_board(&draft);
        answer.text.push_str("put, remove, clear, hand, side, rights, fen; `done` checks and goes there, `cancel` goes back\n");
        self.draft = Some(draft);
        Ok(answer)
    }

    fn draft_board(&self, draft: &Draft) -> Answer {
        let board = self.session.draft_board(draft);
        let text = draw::board(&board, true, &self.look);
        Answer::with(text, &Reply::Board(Box::new(board)))
    }

    /// Carries out a line of the setup. Whatever goes wrong, the draft is kept.
    pub(super) fn setup_line(&mut self, line: &str) -> Done {
        let Some(mut draft) = self.draft.clone() else { return Ok(Answer::default()) };
        let (word, rest) = split(line);
        let entry = match meaning(SETUP, word) {
            _ if word.is_empty() => return Ok(self.draft_board(&draft)),
            Meaning::Exact(entry) | Meaning::Prefix(entry) => entry,
            Meaning::Several(all) => {
                return Err(Refusal::new(
                    "ambiguous",
                    format!("`{}` could be {}", shown(word), all.join(" or ")),
                ));
            }
            Meaning::None => {
                return Err(Refusal {
                    help: Some(
                        "`help` lists what can be done in a setup; `done` or `cancel` ends it"
                            .to_owned(),
                    ),
                    ..Refusal::new("command", format!("`{}` is no command of a setup", shown(word)))
                });
            }
        };
        takes_nothing(entry, rest)?;
        match entry.name {
            "board" => return Ok(self.draft_board(&draft)),
            "done" => return self.end_setup(&draft),
            "cancel" => {
                self.draft = None;
                let note = format!("the game goes on as it was\n{}", self.short_board());
                return Ok(Answer::note(note));
            }
            "help" => return self.help(rest),
            "quit" => return Ok(Answer::end()),
            _ => {}
        }
        let change = change(entry, rest)?;
        self.session.change(&mut draft, &change).map_err(|refusal| {
            match (&change, refusal.at) {
                (Change::Fen(text), Some((start, end))) => point_at(refusal, text, start, end),
                _ => refusal,
            }
        })?;
        let answer = self.draft_board(&draft);
        self.draft = Some(draft);
        Ok(answer)
    }

    fn end_setup(&mut self, draft: &Draft) -> Done {
        self.session.adopt(draft).map_err(|refusal| Refusal {
            help: Some(refusal.help.map_or_else(
                || "the setup goes on; `cancel` leaves it".to_owned(),
                |help| format!("{help}; the setup goes on, `cancel` leaves it"),
            )),
            ..refusal
        })?;
        self.draft = None;
        Ok(Answer::with(self.short_board(), &Reply::State(self.session.state())))
    }
}

/// The change that a line asks for.
fn change(entry: &Entry, rest: &str) -> Result<Change, Refusal> {
    let words: Vec<String> =
        rest.split([' ', ',']).filter(|w| !w.is_empty()).map(str::to_owned).collect();
    Ok(match (entry.name, words.as_slice()) {
        ("put", [piece, squares @ ..]) if !squares.is_empty() => {
            Change::Put(piece.clone(), squares.to_vec())
        }
        ("remove", squares) if !squares.is_empty() => Change::Remove(squares.to_vec()),
        ("clear", []) => Change::Clear,
        ("hand", [piece, count]) => {
            let count = u8::try_from(number(entry, count, 0)?);
            Change::Hand(piece.clone(), count.map_err(|_| misused(entry, "at most 255"))?)
        }
        ("side", [_]) => Change::Side(rest.to_owned()),
        ("rights", [_]) => Change::Rights(rest.to_owned()),
        ("fen", _) => Change::Fen(needed(entry, rest)?),
        _ => {
            let message = format!("`{}` needs something else behind it", entry.name);
            return Err(misused(entry, &message));
        }
    })
}
