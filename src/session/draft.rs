//! A position in the making: pieces are put and removed freely, and it is checked when it is done.

use crate::ids::{Code, PlayerId, Rights};
use crate::notation::{
    at_home, known_letters, read_position, right_by_letter, with_article, write_position,
};
use crate::play::Position;
use crate::session::Session;
use crate::session::board::BoardReply;
use crate::session::reply::{Refusal, StateReply};
use crate::session::words::{listed, shown};

/// A position in the making.
#[derive(Clone, Debug)]
pub struct Draft {
    position: Position,
}

/// A change of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece, its letter in its owner's case, on these squares.
    Put(String, Vec<String>),
    /// Nothing on these squares.
    Remove(Vec<String>),
    /// Nothing anywhere.
    Clear,
    /// So many of a piece, its letter in its owner's case, in his hand.
    Hand(String, u8),
    /// Who is to move.
    Side(String),
    /// Castling rights: their letters, or `-`.
    Rights(String),
    /// All of a position's text.
    Fen(String),
}

impl Session {
    /// The present position as a draft.
    #[must_use]
    pub fn draft(&self) -> Draft {
        let mut position = self.position().clone();
        position.trail = None;
        position.clock = 0;
        Draft { position }
    }

    /// The text of a draft.
    #[must_use]
    pub fn draft_fen(&self, draft: &Draft) -> String {
        write_position(self.game(), &draft.position, &[])
    }

    /// A draft as it is drawn.
    #[must_use]
    pub fn draft_board(&self, draft: &Draft) -> BoardReply {
        let state = StateReply {
            fen: self.draft_fen(draft),
            side: self.words().player(draft.position.side).to_owned(),
            state: "setup".to_owned(),
            check: false,
            legal: 0,
            result: None,
            winner: None,
            cause: None,
            line: None,
            place: None,
        };
        self.drawn(&draft.position, state)
    }

    /// Changes a draft. Rights whose pieces are gone are gone with them.
    ///
    /// # Errors
    /// What makes no sense; then nothing has changed.
    pub fn change(&self, draft: &mut Draft, change: &Change) -> Result<(), Refusal> {
        let mut position = draft.position.clone();
        match change {
            Change::Put(letter, squares) => {
                let code = self.code_or_refusal(letter)?;
                for name in squares {
                    position.board[self.square_or_refusal(name)?.index()] = code;
                }
            }
            Change::Remove(squares) => {
                for name in squares {
                    position.board[self.square_or_refusal(name)?.index()] = Code::EMPTY;
                }
            }
            Change::Clear => {
                position = Position {
                    side: position.side,
                    number: position.number,
                    ..Position::empty(self.game())
                };
            }
            Change::Hand(letter, number) => self.hold(&mut position, letter, *number)?,
            Change::Side(name) => position.side = self.player_or_refusal(name)?,
            Change::Rights(text) => position.rights = self.rights_of(&position, text)?,
            Change::Fen(text) => {
                position = read_position(self.game(), text).map_err(|e| Refusal {
                    help: e.help.clone(),
                    at: Some((e.start, e.end)),
                    ..Refusal::new("position", e.message)
                })?;
            }
        }
        position.rights &= self.at_home(&position);
        draft.position = position;
        Ok(())
    }

    /// Goes to a draft, if it is a position of the game; the moves so far are forgotten.
    ///
    /// # Errors
    /// Why it is none.
    pub fn adopt(&mut self, draft: &Draft) -> Result<(), Refusal> {
        let text = self.draft_fen(draft);
        let position = read_position(self.game(), &text)
            .map_err(|e| Refusal { help: e.help, ..Refusal::new("position", e.message) })?;
        self.restart_at(position);
        Ok(())
    }

    fn hold(&self, position: &mut Position, letter: &str, number: u8) -> Result<(), Refusal> {
        let code = self.code_or_refusal(letter)?;
        let (Some(piece), Some(owner)) = (code.piece(), code.player()) else { return Ok(()) };
        if !self.game().is_held(piece) {
            let message = format!(
                "{} cannot be dropped in this game",
                with_article(&self.words().kind(piece))
            );
            return Err(Refusal::new("hand", message));
        }
        position.hands[owner.index()][piece.index()] = number;
        Ok(())
    }

    /// A player's piece by its letter in his case.
    fn code_or_refusal(&self, letter: &str) -> Result<Code, Refusal> {
        let letter = letter.trim();
        let game = self.game();
        let first = game.piece_ids().find(|id| game.piece(*id).letter == letter);
        let second = game.piece_ids().find(|id| game.piece(*id).letter.to_lowercase() == letter);
        match (first, second) {
            (Some(id), _) => Ok(Code::of(id, PlayerId(0))),
            (None, Some(id)) => Ok(Code::of(id, PlayerId(1))),
            (None, None) => {
                let known: Vec<&str> = game.pieces.iter().map(|p| p.letter.as_str()).collect();
                let [white, black] = PlayerId::BOTH.map(|p| self.words().player(p));
                Err(Refusal {
                    help: Some(format!(
                        "the pieces are {}: capital letters {white}'s, small ones {black}'s",
                        known.join(" ")
                    )),
                    ..Refusal::new("piece", format!("there is no piece `{}`", shown(letter)))
                })
            }
        }
    }

    /// Rights whose pieces stand where they begin.
    fn at_home(&self, position: &Position) -> Rights {
        let all = self.game().rights.iter().enumerate();
        all.filter(|(_, r)| at_home(position, r)).map(|(i, _)| 1 << i).sum()
    }

    fn rights_of(&self, position: &Position, text: &str) -> Result<Rights, Refusal> {
        let mut rights = 0;
        for letter in text.trim().chars().filter(|c| *c != '-') {
            let Some(number) = right_by_letter(self.game(), position, letter) else {
                let letters: Vec<String> =
                    known_letters(self.game(), position).into_iter().map(String::from).collect();
                let help = match (letters.is_empty(), self.game().needs.rights) {
                    (_, false) => "this game has no castling".to_owned(),
                    (true, true) => "put the pieces where castling begins first".to_owned(),
                    (false, true) => format!("the rights are {}", listed(&letters)),
                };
                return Err(Refusal {
                    help: Some(help),
                    ..Refusal::new("rights", format!("there is no right `{letter}`"))
                });
            };
            let right = &self.game().rights[number];
            if !at_home(position, right) {
                let message = format!(
                    "the right `{letter}` needs the {} on {} and the {} on {}",
                    self.words().piece(right.king.0),
                    self.words().cell(right.king.1),
                    self.words().piece(right.partner.0),
                    self.words().cell(right.partner.1)
                );
                return Err(Refusal::new("rights", message));
            }
            rights |= 1 << number;
        }
        Ok(rights)
    }
}
