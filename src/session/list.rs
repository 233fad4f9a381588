//! Moves grouped by piece, and where they lead.

use crate::ids::{Cell, Code, PieceId};
use crate::notation::move_texts;
use crate::play::{Move, funnel};
use crate::session::Session;
use crate::session::board::BoardReply;
use crate::session::command::Filter;
use crate::session::reply::Refusal;
use serde::Serialize;

/// Moves by piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListReply {
    /// Whether moves that leave a royal piece to be taken are among them.
    pub pseudo: bool,
    /// How many moves.
    pub count: usize,
    /// The moves, by kind of piece in the order of the file.
    pub groups: Vec<GroupReply>,
    /// What happens on which square, if the moves of one square or one piece were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetReply>,
    /// The board to mark them on.
    #[serde(skip)]
    pub board: Option<Box<BoardReply>>,
}

/// Moves of one kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupReply {
    /// Its letter.
    pub piece: String,
    /// Its name.
    pub title: String,
    /// The moves.
    pub moves: Vec<ListedReply>,
}

/// A move of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedReply {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is legal.
    pub legal: bool,
}

/// What can happen on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TargetReply {
    /// The square.
    pub square: String,
    /// What.
    pub how: How,
}

/// What can happen on a square; where several things can, the first of them that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// A piece that comes here becomes another.
    Promotion,
    /// A piece is dropped here.
    Drop,
    /// Some moves capture here and some do not.
    MoveOrCapture,
    /// A piece comes here and captures what stands here.
    Capture,
    /// A piece comes here.
    Move,
    /// What stands here is captured by a piece that ends elsewhere.
    Taken,
}

impl Session {
    /// The moves that a filter lets through, by piece; `pseudo`: those that leave a royal piece to be taken too.
    ///
    /// # Errors
    /// As [`Session::filtered`].
    pub fn list(&self, filter: &Filter, pseudo: bool) -> Result<ListReply, Refusal> {
        let numbers = self.filtered(filter)?;
        let fits = self.fits(filter)?;
        let legal: Vec<(Move, String, bool)> = numbers
            .into_iter()
            .filter_map(|n| {
                Some((self.legal().get(n)?.clone(), self.texts().get(n)?.clone(), true))
            })
            .collect();
        let all = if pseudo { self.with_unsafe(legal, &fits) } else { legal };
        let narrowed = filter.from.is_some() || filter.piece.is_some();
        let mut groups: Vec<GroupReply> = Vec::new();
        for id in self.game().piece_ids() {
            let of = all.iter().filter(|(m, ..)| m.piece.piece() == Some(id));
            let moves: Vec<ListedReply> = of
                .map(|(_, text, legal)| ListedReply { text: text.clone(), legal: *legal })
                .collect();
            if !moves.is_empty() {
                let piece = self.game().piece(id);
                let (letter, title) = (piece.letter.clone(), piece.title.clone());
                groups.push(GroupReply { piece: letter, title, moves });
            }
        }
        let moves: Vec<&Move> = all.iter().map(|(m, ..)| m).collect();
        Ok(ListReply {
            pseudo,
            count: all.len(),
            groups,
            targets: if narrowed { self.targets(&moves) } else { Vec::new() },
            board: narrowed.then(|| Box::new(self.board_reply())),
        })
    }

    fn fits(&self, filter: &Filter) -> Result<impl Fn(&Move) -> bool + use<>, Refusal> {
        let piece: Option<PieceId> =
            filter.piece.as_ref().map(|letter| self.piece_or_refusal(letter)).transpose()?;
        let from: Option<Cell> = filter
            .from
            .as_ref()
            .and_then(|text| crate::notation::read_cell(self.game(), text.trim()));
        Ok(move |m: &Move| {
            from.is_none_or(|c| m.from == c) && piece.is_none_or(|p| m.piece.piece() == Some(p))
        })
    }

    /// Legal moves, and those that leave a royal piece to be taken.
    fn with_unsafe(
        &self,
        legal: Vec<(Move, String, bool)>,
        fits: &dyn Fn(&Move) -> bool,
    ) -> Vec<(Move, String, bool)> {
        if self.outcome().is_some() {
            return legal;
        }
        let exposed = funnel(self.game(), self.position(), fits).exposed;
        let moves: Vec<Move> = legal
            .iter()
            .map(|(m, ..)| m.clone())
            .chain(exposed.into_iter().map(|e| e.played))
            .collect();
        let texts = move_texts(self.game(), &moves);
        let known = legal.len();
        let each = moves.into_iter().zip(texts).enumerate();
        each.map(|(n, (m, text))| (m, text, n < known)).collect()
    }

    /// What happens on each square.
    fn targets(&self, moves: &[&Move]) -> Vec<TargetReply> {
        let on = |cell: Cell| {
            let ends: Vec<&&Move> =
                moves.iter().filter(|m| m.to == cell && m.from != cell).collect();
            let takes = ends.iter().filter(|m| m.captures.contains(&cell)).count();
            if ends.iter().any(|m| m.promotes()) {
                Some(How::Promotion)
            } else if ends.iter().any(|m| m.is_drop()) || moves.iter().any(|m| m.entry == cell) {
                Some(How::Drop)
            } else if takes > 0 && takes < ends.len() {
                Some(How::MoveOrCapture)
            } else if takes > 0 {
                Some(How::Capture)
            } else if !ends.is_empty() && self.position().at(cell) == Code::EMPTY {
                // A square that is empty can still be a capture: of a trail.
                Some(if ends.iter().all(|m| m.on_trail == cell) { How::Capture } else { How::Move })
            } else if !ends.is_empty() {
                Some(How::Move)
            } else {
                moves.iter().any(|m| m.captures.contains(&cell)).then_some(How::Taken)
            }
        };
        let cells = self.game().topology.exists.iter();
        let reply = |cell| Some(TargetReply { square: self.words().cell(cell), how: on(cell)? });
        cells.filter_map(reply).collect()
    }
}
