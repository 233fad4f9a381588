//! The board with all that is to be known of a position, as plain data.

use crate::ids::{Cell, PlayerId};
use crate::play::Position;
use crate::play::reference;
use crate::session::Session;
use crate::session::reply::StateReply;
use serde::Serialize;

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardReply {
    /// Ranks from the last to the first, their cells from the first file on; none for a missing cell.
    pub rows: Vec<Vec<Option<SquareReply>>>,
    /// What either player holds, the first player's first; none in a game without hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[HandReply; 2]>,
    /// Castling rights as in a position's text; none in a game without castling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rights: Option<String>,
    /// Squares of a trail on which a capture is legal.
    pub trail: Vec<String>,
    /// Plies without a capture, a drop or a move of an unquiet piece.
    pub clock: u32,
    /// Number of the move.
    pub number: u32,
    /// The last move.
    pub last: Option<LastReply>,
    /// Squares of royal pieces that are in check.
    pub checked: Vec<String>,
    /// Names of the players, the first one first.
    pub players: [String; 2],
    /// How the position stands.
    #[serde(flatten)]
    pub state: StateReply,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareReply {
    /// Its name.
    pub square: String,
    /// What stands there.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManReply>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ManReply {
    /// Its letter in its owner's case.
    pub piece: String,
    /// The sign that the file gives it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
    /// Number of its owner: 0 is the first player.
    pub owner: u8,
}

/// What a player holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandReply {
    /// His name.
    pub player: String,
    /// Letters, and how many.
    pub pieces: Vec<(String, u8)>,
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastReply {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the piece stood; none of a drop.
    pub from: Option<String>,
    /// Where it stands.
    pub to: String,
}

impl Session {
    /// The present position as it is drawn.
    #[must_use]
    pub fn board_reply(&self) -> BoardReply {
        let state = self.state();
        let position = self.position();
        let checked = if state.check {
            let mut cells: Vec<Cell> = reference::royal_captures(self.game(), &position.passed())
                .into_iter()
                .map(|(_, royal)| royal)
                .collect();
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().map(|c| self.words().cell(c)).collect()
        } else {
            Vec::new()
        };
        BoardReply { last: self.last(), checked, ..self.drawn(position, state) }
    }

    /// Any position as it is drawn.
    pub(super) fn drawn(&self, position: &Position, state: StateReply) -> BoardReply {
        let game = self.game();
        let topology = &game.topology;
        let cell = |file: u16, rank: u16| {
            let cell = topology.at(file, rank).filter(|c| topology.exists.contains(*c))?;
            Some(SquareReply { square: self.words().cell(cell), man: self.man(position, cell) })
        };
        let row = |rank: u16| (0..topology.files).map(|file| cell(file, rank)).collect();
        let fields: Vec<&str> = state.fen.split_whitespace().collect();
        let trail = fields.get(3).copied().filter(|t| *t != "-").unwrap_or("");
        BoardReply {
            rows: (0..topology.ranks).rev().map(row).collect(),
            hands: game.needs.hands.then(|| PlayerId::BOTH.map(|p| self.hand(position, p))),
            rights: (game.needs.rights)
                .then(|| fields.get(2).map_or_else(String::new, |r| (*r).to_owned())),
            trail: squares_in(trail),
            clock: position.clock,
            number: position.number,
            last: None,
            checked: Vec::new(),
            players: PlayerId::BOTH.map(|p| self.words().player(p).to_owned()),
            state,
        }
    }

    fn man(&self, position: &Position, cell: Cell) -> Option<ManReply> {
        let code = position.at(cell);
        let (piece, player) = (self.game().piece_of(code)?, code.player()?);
        let letter = &piece.letter;
        Some(ManReply {
            piece: if player == PlayerId(0) { letter.clone() } else { letter.to_lowercase() },
            glyph: piece.glyph.as_ref().map(|signs| signs[player.index()].clone()),
            owner: player.0,
        })
    }

    fn hand(&self, position: &Position, player: PlayerId) -> HandReply {
        let game = self.game();
        let held = game.piece_ids().map(|id| (id, position.in_hand(player, id)));
        let pieces = held.filter(|(_, n)| *n > 0).map(|(id, n)| (game.piece(id).letter.clone(), n));
        HandReply { player: self.words().player(player).to_owned(), pieces: pieces.collect() }
    }

    /// The move that led to the present position.
    fn last(&self) -> Option<LastReply> {
        let before = self.plies.get(self.at.checked_sub(1)?)?;
        let played = before.moves.get(before.played?)?;
        Some(LastReply {
            text: before.texts.get(before.played?)?.clone(),
            from: played.from.is_some().then(|| self.words().cell(played.from)),
            to: self.words().cell(played.to),
        })
    }
}

/// Splits `e3e4` into squares.
fn squares_in(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for c in text.chars() {
        match all.last_mut() {
            Some(last) if c.is_ascii_digit() => last.push(c),
            _ => all.push(c.to_string()),
        }
    }
    all
}
