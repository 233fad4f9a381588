//! What the editor knows of the game while a line is typed.

use crate::faces::repl::commands::{COMMANDS, Entry, SETUP};
use crate::faces::repl::desk::Desk;
use crate::ids::PlayerId;
use crate::ir::Game;
use crate::notation::{cell_name, read_move};
use crate::play::{Move, Position};
use std::sync::Arc;

/// A snapshot of the desk.
pub(super) struct Known {
    pub(super) table: &'static [Entry],
    /// Whether moves can be played at all.
    pub(super) plays: bool,
    pub(super) moves: Vec<String>,
    pub(super) squares: Vec<String>,
    /// Letters of the pieces; in a setup in either case.
    pub(super) pieces: Vec<String>,
    pub(super) options: Vec<String>,
    pub(super) sides: Vec<String>,
    pub(super) tests: Vec<String>,
    pub(super) colour: bool,
    /// Every way to begin writing a legal move, flattened.
    forms: Vec<String>,
    game: Arc<Game>,
    position: Position,
    legal: Vec<Move>,
}

/// What is certain of a text as a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certain {
    /// It is the legal move of that number.
    Legal(usize),
    /// It can still become one.
    Open,
    /// Whatever follows, it is none.
    Illegal,
}

impl Known {
    pub(super) fn of(desk: &Desk) -> Self {
        let session = &desk.session;
        let game = Arc::clone(&session.loaded().game);
        let setup = desk.draft.is_some();
        let mut pieces: Vec<String> = game.pieces.iter().map(|p| p.letter.clone()).collect();
        if setup {
            pieces.extend(game.pieces.iter().map(|p| p.letter.to_lowercase()));
        }
        let legal = session.legal().to_vec();
        let moves = session.texts().to_vec();
        Self {
            table: if setup { SETUP } else { COMMANDS },
            plays: !setup,
            squares: game.topology.exists.iter().map(|c| cell_name(&game, c)).collect(),
            pieces,
            options: game.options.iter().map(|o| o.name.clone()).collect(),
            sides: PlayerId::BOTH.map(|p| game.players[p.index()].name.clone()).to_vec(),
            tests: session.loaded().tests.iter().map(|t| t.node.name.node.clone()).collect(),
            colour: desk.look.has_colour(),
            forms: legal.iter().zip(&moves).flat_map(|(m, text)| forms(&game, m, text)).collect(),
            position: session.position().clone(),
            game,
            legal,
            moves,
        }
    }

    /// What is certain of a text as a move.
    pub(super) fn certain(&self, text: &str) -> Certain {
        let plain = flattened(text);
        if let Ok(number) = read_move(&self.game, &self.position, &self.legal, &self.moves, text) {
            return Certain::Legal(number);
        }
        if plain.is_empty() || self.forms.iter().any(|form| form.starts_with(&plain)) {
            Certain::Open
        } else {
            Certain::Illegal
        }
    }

    /// The legal moves whose texts begin like this.
    pub(super) fn moves_like(&self, text: &str) -> Vec<&str> {
        let plain = flattened(text);
        let all = self.moves.iter().filter(|m| flattened(m).starts_with(&plain));
        all.map(String::as_str).collect()
    }
}

/// A text without what is forgiven.
pub(super) fn flattened(text: &str) -> String {
    let said = text.trim().chars().filter(|c| !matches!(c, '-' | 'x' | 'X' | ':' | '*' | '='));
    said.flat_map(char::to_lowercase).collect()
}

/// How a move may be written, flattened: in full, and short with what tells it from others.
fn forms(game: &Game, played: &Move, text: &str) -> Vec<String> {
    let to = cell_name(game, played.to);
    let letter = game.piece_of(played.piece).map_or("", |p| p.letter.as_str());
    let promotes = game
        .piece_of(played.becomes)
        .filter(|_| played.promotes())
        .map_or("", |p| p.letter.as_str());
    let mut all = vec![
        text.to_owned(),
        format!("{letter}{text}"),
        format!("{letter}{to}{promotes}"),
        format!("{to}{promotes}"),
    ];
    if played.from.is_some() {
        let from = cell_name(game, played.from);
        let (file, rank) = from.split_at(1);
        all.extend([file, rank, &from].map(|origin| format!("{letter}{origin}{to}{promotes}")));
        all.extend([format!("{file}{to}{promotes}"), format!("{from}{to}{promotes}")]);
    }
    if played.partner.is_some() {
        all.extend(["ooo", "000"].map(str::to_owned));
    }
    all.iter().map(|form| flattened(form)).collect()
}
