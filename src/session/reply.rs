//! What a session answers: plain data. The JSON forms of all faces come from here.

use crate::session::attacks::AttacksReply;
use crate::session::board::BoardReply;
use crate::session::describe::{PieceReply, ReachReply, ShowReply};
use crate::session::line::{HistoryReply, RandomReply, ReloadReply};
use crate::session::list::ListReply;
use crate::session::trace::TraceReply;
use serde::Serialize;

/// A rule, or another part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReply {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The file or built-in game that holds the line.
    pub file: String,
    /// What is written there, without comments, on one line.
    pub text: String,
    /// The comment behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// In words: `line 45`, and of which file, if it is another than the one loaded.
    #[serde(skip)]
    pub place: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReply {
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub fen: String,
    /// Letter of the piece, as the first player writes it.
    pub piece: String,
    /// Where the piece stood; none of a drop.
    pub from: Option<String>,
    /// Where it stands afterwards; none of a pass.
    pub to: Option<String>,
    /// Squares whose pieces are removed, in the order of the walk.
    pub captures: Vec<String>,
    /// Letter of what the piece becomes, if it changes.
    pub promotes: Option<String>,
    /// Where a piece from the hand is put; none of a move on the board.
    pub drop: Option<String>,
    /// Of a castling: where the partner comes from and where it goes.
    pub partner: Option<[String; 2]>,
    /// Line of the rule that makes the move.
    pub rule: usize,
    /// The file that holds the line.
    pub file: String,
}

/// How a position stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateReply {
    /// The position.
    pub fen: String,
    /// Name of the player to move.
    pub side: String,
    /// `ongoing`, `check`, `draw`, or `White wins` with a player's name.
    pub state: String,
    /// Whether a royal piece of the player to move is attacked.
    pub check: bool,
    /// Number of legal moves; none once the game has ended.
    pub legal: usize,
    /// `1-0`, `0-1` or `1/2-1/2`; none as long as the game goes on.
    pub result: Option<&'static str>,
    /// Name of the player who has won.
    pub winner: Option<String>,
    /// What has ended the game: the word of the end's first condition.
    pub cause: Option<&'static str>,
    /// Line of that end; none where the file states no end for it.
    pub line: Option<usize>,
    /// That line in words, and of which file, if it is another than the one loaded.
    #[serde(skip)]
    pub place: Option<String>,
}

impl StateReply {
    /// In words: `check`, `White wins by checkmate (line 75)`.
    #[must_use]
    pub fn words(&self) -> String {
        let cause = self.cause.map_or(String::new(), |cause| format!(" by {cause}"));
        let place = self.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        format!("{}{cause}{place}", self.state)
    }
}

/// Why a move is legal or illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyReply {
    /// The move: its canonical text where it is legal, else as it was asked for.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The reason's word, of an illegal move: `blocked`, `check`, …
    pub reason: Option<&'static str>,
    /// The answer in one sentence or more.
    pub message: String,
    /// Squares that matter: in the way, attacking, attacked.
    pub squares: Vec<String>,
    /// Rules spoken of.
    pub rules: Vec<RuleReply>,
}

/// What was asked cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// A word: a reason of an illegal move, or `ambiguous`, `position`, `square`, `piece`, `history`.
    pub reason: &'static str,
    /// What is wrong, in one sentence or more.
    pub message: String,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Legal moves that fit, of an ambiguous text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Bytes of the text given at which the mistake is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(usize, usize)>,
}

impl Refusal {
    /// A refusal of which there is no more to say.
    #[must_use]
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), help: None, candidates: Vec::new(), at: None }
    }

    /// Whether a move's text was no move, or more than one.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self.reason, "text" | "ambiguous")
    }
}

/// Figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PerftReply {
    /// Depth in plies.
    pub depth: u32,
    /// Number of positions.
    pub nodes: u64,
    /// The share of each legal move, if asked for, in the order of their texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divide: Vec<DivideReply>,
}

/// The share of one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DivideReply {
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// Number of positions.
    pub nodes: u64,
}

/// A kind of piece, and what it can do on an empty board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DescribeReply {
    /// The piece.
    #[serde(flatten)]
    pub piece: PieceReply,
    /// What it can do.
    pub reach: ReachReply,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reply {
    /// Moves were played or taken back; the position now.
    State(StateReply),
    /// Legal moves.
    Moves {
        /// The moves.
        moves: Vec<MoveReply>,
    },
    /// Why a move is legal or not.
    Why(WhyReply),
    /// The board with all that is to be known of the position.
    Board(Box<BoardReply>),
    /// The line of moves.
    History(HistoryReply),
    /// Moves by piece.
    List(ListReply),
    /// How rules were tried.
    Trace(Box<TraceReply>),
    /// Who attacks a square.
    Attacks(AttacksReply),
    /// The game in words.
    Rules(Box<ShowReply>),
    /// A kind of piece.
    Piece(Box<DescribeReply>),
    /// How the line fared under changed rules.
    Reload(Box<ReloadReply>),
    /// Moves played at random.
    Random(Box<RandomReply>),
    /// Figures.
    Perft(PerftReply),
}
