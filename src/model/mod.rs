//! A checked definition without names: what `resolve` makes of a syntax tree for one choice of options. Data only.
//! Names stay beside what they name, for messages; nothing is looked up by them.

mod board;
mod end;
mod movement;

use crate::ids::{PieceId, ZoneId};
use crate::text::{Span, Spanned};

pub use board::{Board, Castle, Facing, Partner, Player, Players, Symmetry, Zone};
pub use end::{Comparison, Count, End, EndCondition, EndTerm, Moment, Verdict};
pub use movement::{Condition, Direction, Node, Promotion, Rule, RuleKind, Step, Toward};

/// A game: one definition with one choice of its options.
#[derive(Clone, Debug)]
pub struct Model {
    /// `game`
    pub title: String,
    /// `inventor`
    pub inventor: Option<String>,
    /// `about`
    pub about: Option<String>,
    /// `source`
    pub source: Option<String>,
    /// Options with the value chosen.
    pub options: Vec<ModelOption>,
    /// The board.
    pub board: Board,
    /// The two players.
    pub players: Players,
    /// Zones, by [`ZoneId`].
    pub zones: Vec<Zone>,
    /// Pieces, by [`PieceId`]; at most [`crate::ids::Code::MOST_PIECES`].
    pub pieces: Vec<Piece>,
    /// Castlings, of the first player; the second's are their images.
    pub castles: Vec<Castle>,
    /// The start position's text; of a shell, empty at no place if there is none.
    pub setup: Spanned<String>,
    /// Ends, in order.
    pub ends: Vec<End>,
    /// Rules of the game that are no piece's.
    pub laws: Laws,
}

impl Model {
    /// What of it says how a position is written: board, players and pieces, without any rule.
    #[must_use]
    pub fn shell(mut self) -> Self {
        (self.zones, self.castles, self.ends) = (Vec::new(), Vec::new(), Vec::new());
        self.laws = Laws::default();
        for piece in &mut self.pieces {
            (piece.rules, piece.promotions) = (Vec::new(), Vec::new());
        }
        self
    }
}

/// Rules of the game that are no piece's.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    /// Where they are written, in order.
    pub written: Vec<Span>,
    /// A captured enemy goes to the hand of the capturer.
    pub to_hand: bool,
    /// What is captured is removed when the move is complete.
    pub captures_afterwards: bool,
    /// A legal capture excludes all other moves.
    pub must_capture: bool,
    /// Of captures, those of the most pieces exclude all others.
    pub capture_most: bool,
    /// A legal drop excludes all other moves.
    pub must_drop: bool,
    /// A royal piece may be captured while another of its player's is not attacked.
    pub spare_royal: bool,
    /// A move that attacks a royal piece of the opponent is illegal.
    pub must_not_check: bool,
    /// While this holds for a player, he must make a move after which it does not, or pass.
    pub must_break: Option<(EndCondition, Span)>,
    /// A player may pass; where that is said.
    pub may_pass: Option<Span>,
    /// A player who has no other move passes; where that is said.
    pub pass_when_stuck: Option<Span>,
    /// What a capture removes besides.
    pub blast: Option<Blast>,
    /// The second part of every move.
    pub every: Option<Every>,
}

/// The second part of every move: a piece is put on an empty square.
#[derive(Clone, Debug)]
pub struct Every {
    /// The one that stands on the board goes there; otherwise it is a further one.
    pub moves: bool,
    /// Which.
    pub piece: PieceId,
    /// Where; anywhere if nothing is said.
    pub zone: Option<Condition>,
    /// Where it is written.
    pub span: Span,
}

/// A capture removes the capturer too, and what stands around it.
#[derive(Clone, Debug)]
pub struct Blast {
    /// Directions of the cells, one step from the cell where the capturer arrives.
    pub directions: Vec<Direction>,
    /// What is removed there.
    pub what: Condition,
}

/// An option and its value.
#[derive(Clone, Debug)]
pub struct ModelOption {
    /// Its name.
    pub name: String,
    /// What the file says when nobody chooses.
    pub default: bool,
    /// What was chosen.
    pub on: bool,
    /// What it does.
    pub text: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its letter as the first player writes it: `K`, `+P`, `N'`.
    pub letter: String,
    /// Its name in words; the letter where the file gives none.
    pub title: String,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it belongs to nobody. Such pieces have the first numbers.
    pub neutral: bool,
    /// Whether either player always has one in hand.
    pub unlimited: bool,
    /// What it becomes in the hand of a player who captures it.
    pub captured_as: PieceId,
    /// The kind that it counts as: its own, but for a promoted piece that reverts when it is captured.
    pub base: PieceId,
    /// Its sign in drawings, by player.
    pub glyph: Option<[String; 2]>,
    /// Where its letter is declared.
    pub span: Span,
    /// Rules that make moves, in order; drops among them.
    pub rules: Vec<Rule>,
    /// Its promotions, in order.
    pub promotions: Vec<Promotion>,
}

impl Model {
    /// Looks that are no rule's: those of ends and of `must break`.
    pub fn looks(&self) -> impl Iterator<Item = &Node> {
        let ends = self.ends.iter().flat_map(|end| &end.terms).map(|term| &term.condition);
        let laws = self.laws.must_break.iter().map(|(asked, _)| asked);
        ends.chain(laws).filter_map(|asked| match asked {
            EndCondition::Sees { look, .. } => Some(look),
            _ => None,
        })
    }

    /// The piece of that number.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The zone of that number.
    #[must_use]
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[id.index()]
    }
}
