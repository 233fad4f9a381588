//! A game being played: its history, what is legal, how it stands, and answers in plain data. Prints nothing and reads no
//! terminal; every face goes through here.

mod attacks;
mod begin;
mod board;
mod command;
mod describe;
mod draft;
mod execute;
mod figures;
mod line;
mod list;
mod mend;
mod reply;
mod saved;
mod shipped;
mod target;
mod trace;
mod why;
mod words;

use crate::ids::{Cell, Code, PlayerId, RuleId};
use crate::ir::Game;
use crate::notation::{
    Diagram, MoveError, PositionError, diagram, move_texts, read_exact, read_move, read_position,
    write_position,
};
use crate::pipeline::Loaded;
use crate::play::{Move, Outcome, Past, Position, State, outcome, reference, repetition_key};

pub use attacks::{AttackReply, AttacksReply};
pub use begin::{Beginning, title_of};
pub use board::{BoardReply, HandReply, LastReply, ManReply, SquareReply};
pub use command::{Command, Filter};
pub use describe::{OptionReply, PieceReply, ReachReply, ShowReply, ZoneReply};
pub use draft::{Change, Draft};
pub use figures::Progress;
pub use line::{HistoryReply, RandomReply, ReloadReply, StoppedReply};
pub use list::{GroupReply, How, ListReply, ListedReply, TargetReply};
pub use mend::{Mended, mend};
pub use reply::{
    DescribeReply, DivideReply, MoveReply, PerftReply, Refusal, Reply, RuleReply, StateReply,
    WhyReply,
};
pub use shipped::{SHIPPED, Shipped};
pub use target::{Files, Target};
pub use trace::{ExposedReply, FunnelReply, StepReply, TraceReply, TracedReply, counted};
pub use words::{Words, listed, quoted, shown};

/// A position of the game with what is known of it.
#[derive(Clone, Debug)]
struct Ply {
    position: Position,
    /// What the rules allow, whether or not the game has ended.
    moves: Vec<Move>,
    texts: Vec<String>,
    check: bool,
    outcome: Option<Outcome>,
    key: Position,
    /// Number of the move that led on from here, as long as it is known.
    played: Option<usize>,
}

/// A loaded game and the moves played.
#[derive(Clone, Debug)]
pub struct Session {
    loaded: Loaded,
    plies: Vec<Ply>,
    at: usize,
    /// Moves that changed rules do not allow, kept for the next change.
    rest: Vec<String>,
}

impl Session {
    /// Begins at the start position.
    #[must_use]
    pub fn new(loaded: Loaded) -> Self {
        let start = loaded.start.clone();
        Self::at_position(loaded, start)
    }

    fn at_position(loaded: Loaded, position: Position) -> Self {
        let first = examine(&loaded.game, position, &[]);
        Self { loaded, plies: vec![first], at: 0, rest: Vec::new() }
    }

    /// Goes to a position given as text; the moves so far are forgotten.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let position = read_position(&self.loaded.game, text)?;
        self.restart_at(position);
        Ok(())
    }

    /// Goes back to the start position; the moves so far are forgotten.
    pub fn reset(&mut self) {
        self.restart_at(self.loaded.start.clone());
    }

    /// What was loaded.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.loaded.game
    }

    /// Words for the things of the game.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        Words::of(&self.loaded)
    }

    fn ply(&self) -> &Ply {
        &self.plies[self.at]
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.ply().position
    }

    /// The legal moves; none once the game has ended.
    #[must_use]
    pub fn legal(&self) -> &[Move] {
        if self.ply().outcome.is_some() { &[] } else { &self.ply().moves }
    }

    /// Their canonical texts, in the same order.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        if self.ply().outcome.is_some() { &[] } else { &self.ply().texts }
    }

    /// Goes on from a position that is drawn by an end of which figures take no notice (quiet plies, material, repetition), as
    /// figures do; tells whether it was.
    pub fn go_on(&mut self) -> bool {
        use crate::ir::EndCondition::{Material, Quiet, Repetition};
        let end = self.outcome().and_then(|o| self.game().ends.get(o.end?));
        let unnoticed = end.is_some_and(|end| {
            let mut terms = end.terms.iter();
            terms.any(|t| matches!(t.condition, Quiet(_) | Material(_) | Repetition(_)))
        });
        if let (true, Some(ply)) = (unnoticed, self.plies.get_mut(self.at)) {
            ply.outcome = None;
        }
        unnoticed
    }

    /// The result, if the game has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ply().outcome
    }

    /// Whether a royal piece of the player to move is attacked, and whether the rules allow him a move.
    #[must_use]
    pub fn standing(&self) -> State {
        State { check: self.ply().check, can_move: !self.ply().moves.is_empty() }
    }

    /// Texts of the moves played so far.
    #[must_use]
    pub fn history(&self) -> Vec<&str> {
        self.plies[..self.at]
            .iter()
            .filter_map(|p| Some(p.texts.get(p.played?)?.as_str()))
            .collect()
    }

    /// The position at which the history begins, as text.
    #[must_use]
    pub fn first_fen(&self) -> String {
        self.fen_of(&self.plies[0].position, &self.plies[0].moves)
    }

    /// The position as text.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_of(&self.ply().position, &self.ply().moves)
    }

    fn fen_of(&self, position: &Position, moves: &[Move]) -> String {
        write_position(&self.loaded.game, position, moves)
    }

    /// The board as text.
    #[must_use]
    pub fn board(&self, how: &Diagram) -> String {
        diagram(&self.loaded.game, self.position(), how)
    }

    fn read(&self, text: &str) -> Result<usize, MoveError> {
        read_move(self.game(), self.position(), self.legal(), self.texts(), text)
    }

    /// Number of the legal move that a text means.
    ///
    /// # Errors
    /// The game has ended; the text is no move, or more than one; or the move is illegal, and why.
    pub fn find(&self, text: &str) -> Result<usize, Refusal> {
        match self.read(text) {
            Ok(number) => Ok(number),
            Err(MoveError::Text(why)) => Err(unreadable(text, &why)),
            Err(MoveError::NoSquare(name)) => Err(no_square(text, &name)),
            Err(MoveError::Ambiguous(numbers)) => Err(self.ambiguous(text, &numbers)),
            Err(MoveError::Illegal(wanted)) => {
                let why = why::illegal(self, text, &wanted);
                Err(Refusal::new(why.reason.unwrap_or("no-rule"), why.message))
            }
        }
    }

    /// The same, but of a text that leaves nothing open, as canonical texts do: without captures, promotion or partner written,
    /// none is meant. Where no rule makes such a move, what is usually forgiven is forgiven.
    ///
    /// # Errors
    /// As [`Session::find`].
    pub fn find_exactly(&self, text: &str) -> Result<usize, Refusal> {
        let plain = flattened(text);
        if self.outcome().is_some() || self.texts().iter().any(|t| flattened(t) == plain) {
            return self.find(text);
        }
        let Some(wanted) = read_exact(self.game(), self.position(), text) else {
            return self.find(text);
        };
        let why = why::illegal(self, text, &wanted);
        match why.reason {
            Some("no-rule") | None => self.find(text),
            Some(reason) => Err(Refusal::new(reason, why.message)),
        }
    }

    fn ambiguous(&self, text: &str, numbers: &[usize]) -> Refusal {
        let candidates: Vec<String> =
            numbers.iter().filter_map(|n| self.texts().get(*n).cloned()).collect();
        let message = format!("`{}` could be {}", shown(text), candidates.join(" or "));
        Refusal {
            candidates,
            help: Some("write one of these".to_owned()),
            ..Refusal::new("ambiguous", message)
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// As [`Session::find`]; then nothing has changed.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let number = self.find(text)?;
        self.play_number(number);
        Ok(())
    }

    /// Plays the legal move of that number; does nothing if there is none.
    pub fn play_number(&mut self, number: usize) {
        let Some(played) = self.legal().get(number).cloned() else { return };
        let next = self.position().play(self.game(), &played);
        self.rest.clear();
        self.plies.truncate(self.at + 1);
        let next = examine(&self.loaded.game, next, &self.plies);
        self.plies[self.at].played = Some(number);
        self.plies.push(next);
        self.at += 1;
    }

    /// Takes back up to so many moves; gives how many.
    pub fn undo(&mut self, moves: usize) -> usize {
        let back = moves.min(self.at);
        self.at -= back;
        back
    }

    /// Plays again up to so many moves that were taken back; gives how many.
    pub fn redo(&mut self, moves: usize) -> usize {
        let on = moves.min(self.plies.len() - 1 - self.at);
        self.at += on;
        on
    }

    /// How the position stands.
    #[must_use]
    pub fn state(&self) -> StateReply {
        let words = self.words();
        let ply = self.ply();
        let state = match (ply.outcome, ply.check) {
            (Some(Outcome { winner: Some(winner), .. }), _) => {
                format!("{} wins", words.player(winner))
            }
            (Some(_), _) => "draw".to_owned(),
            (None, true) => "check".to_owned(),
            (None, false) => "ongoing".to_owned(),
        };
        let end = ply.outcome.and_then(|o| self.game().ends.get(o.end?));
        let cause = end.and_then(|e| e.terms.first()).map(|t| t.condition.word());
        StateReply {
            fen: self.fen(),
            side: words.player(ply.position.side).to_owned(),
            state,
            check: ply.check,
            legal: self.legal().len(),
            result: ply.outcome.map(|o| match o.winner {
                Some(PlayerId(0)) => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            }),
            winner: ply.outcome.and_then(|o| o.winner).map(|w| words.player(w).to_owned()),
            cause: ply.outcome.map(|_| cause.unwrap_or("no-moves")),
            line: end.map(|e| self.loaded.sources.line_of(e.span)),
            place: end.map(|e| words.place(e.span)),
        }
    }

    /// The legal move of that number, if there is one.
    #[must_use]
    pub fn move_reply(&self, number: usize) -> Option<MoveReply> {
        let played = self.legal().get(number)?;
        let text = self.texts().get(number)?.clone();
        let words = self.words();
        let next = self.position().play(self.game(), played);
        let answers = if next.trail.is_some() {
            reference::legal_moves(self.game(), &next)
        } else {
            Vec::new()
        };
        let rule = words.rule(played.rule);
        Some(MoveReply {
            text,
            fen: self.fen_of(&next, &answers),
            piece: words.letter(played.piece),
            from: played.from.is_some().then(|| words.cell(played.from)),
            to: played.to.is_some().then(|| words.cell(played.to)),
            captures: played.captures.iter().map(|c| words.cell(*c)).collect(),
            promotes: played.promotes().then(|| words.letter(played.becomes)),
            drop: played.entry.is_some().then(|| words.cell(played.entry)),
            partner: played.partner.map(|p| [words.cell(p.from), words.cell(p.to)]),
            rule: rule.line,
            file: rule.file,
        })
    }

    /// Why a move is legal or not.
    ///
    /// # Errors
    /// The text is no move, or means more than one.
    pub fn why(&self, text: &str) -> Result<WhyReply, Refusal> {
        match self.read(text) {
            Ok(number) => Ok(why::legal(self, number)),
            Err(MoveError::Text(why)) => Err(unreadable(text, &why)),
            Err(MoveError::NoSquare(name)) => Ok(why::no_square(text, no_square(text, &name))),
            Err(MoveError::Ambiguous(numbers)) => Err(self.ambiguous(text, &numbers)),
            Err(MoveError::Illegal(wanted)) => Ok(why::illegal(self, text, &wanted)),
        }
    }

    /// All squares that are in the way of a rule's castling, of which this is one.
    fn in_the_way(&self, rule: RuleId, cell: Cell) -> Vec<Cell> {
        let (game, position) = (self.game(), self.position());
        let fault = Some(reference::CastleFault::Occupied(cell));
        let meant = |c: &&crate::ir::Castle| {
            c.rule == rule
                && c.player == position.side
                && reference::castle_fault(game, position, c) == fault
        };
        let filled = |c: &Cell| !position.at(*c).is_empty();
        let castle = game.castles.iter().find(meant);
        castle.map_or(vec![cell], |c| c.empty.iter().copied().filter(filled).collect())
    }

    /// The piece of a letter, in either player's writing.
    #[must_use]
    pub fn piece_named(&self, letter: &str) -> Option<crate::ids::PieceId> {
        let same =
            |id: &crate::ids::PieceId| self.game().piece(*id).letter.eq_ignore_ascii_case(letter);
        self.game().piece_ids().find(same)
    }

    /// What stands on the board of a player's pieces: for answers about a kind.
    fn squares_of(&self, code: Code) -> Vec<Cell> {
        let own = code.player().unwrap_or(PlayerId(0));
        self.position().pieces(own).filter(|(_, c)| *c == code).map(|(cell, _)| cell).collect()
    }
}

/// A text without what may be missing or different in it.
fn flattened(text: &str) -> String {
    let said = text.trim().chars().filter(|c| !matches!(c, '-' | 'x' | 'X' | ':'));
    said.flat_map(char::to_lowercase).collect()
}

fn unreadable(text: &str, why: &str) -> Refusal {
    let help = "a move is written as e2-e4, e4xd5, e7-e8=Q, N@e2 or f1-i1/j1-h1";
    let message = match text.trim() {
        "" => why.to_owned(),
        text => format!("`{}` is no move: {why}", shown(text)),
    };
    Refusal { help: Some(help.to_owned()), ..Refusal::new("text", message) }
}

fn no_square(text: &str, name: &str) -> Refusal {
    Refusal::new("no-square", format!("{}: the board has no square {name}", shown(text)))
}

/// What is to be known of a position that comes after `before`. For one position the reference generator is ready sooner
/// than the fast one could be made.
fn examine(game: &Game, position: Position, before: &[Ply]) -> Ply {
    let known = (reference::legal_moves(game, &position), reference::in_check(game, &position));
    examined(game, position, known, before)
}

/// The same where the legal moves and whether there is check are known.
fn examined(
    game: &Game,
    position: Position,
    (moves, check): (Vec<Move>, bool),
    before: &[Ply],
) -> Ply {
    let moves = in_order(moves);
    let key = repetition_key(&position, &moves);
    let times = 1 + before.iter().filter(|p| p.key == key).count();
    let first = before.iter().position(|p| p.key == key).map_or(before.len(), |first| first + 1);
    let since = before[first..].iter().map(|p| (p.position.side, p.check));
    let now = (times > 1).then_some((position.side, check));
    let state = State { check, can_move: !moves.is_empty() };
    let outcome = outcome(game, &position, state, Past::of(times, since.chain(now)));
    Ply { texts: move_texts(game, &moves), position, moves, check, outcome, key, played: None }
}

/// Moves as they are shown, whoever found them: by piece, by where it stands and where it comes to stand; then drops, castlings
/// and the pass.
fn in_order(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|m| {
        let kind = (m.is_pass(), m.partner.is_some(), m.is_drop());
        (kind, m.piece, m.from, m.entry, m.to)
    });
    moves
}
