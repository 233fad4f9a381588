//! From a command to a reply.

use crate::ids::{Cell, PieceId};
use crate::notation::{PositionError, move_texts, read_cell};
use crate::play::perft::{self, Means};
use crate::session::command::{Command, Filter};
use crate::session::reply::{DescribeReply, DivideReply, MoveReply, PerftReply, Refusal, Reply};
use crate::session::{Session, shown};

/// Greatest depth of figures, in plies.
pub(super) const DEEPEST: u32 = 64;

impl Session {
    /// Carries out a command.
    ///
    /// # Errors
    /// What was asked cannot be done; then nothing has changed.
    pub fn execute(&mut self, command: &Command) -> Result<Reply, Refusal> {
        match command {
            Command::Play(text) => self.play(text)?,
            Command::Undo(moves) => self.take_back(*moves)?,
            Command::Redo(moves) => self.take_again(*moves)?,
            Command::State => {}
            Command::New => self.reset(),
            Command::Position(text) => self.set_position(text).map_err(|e| refused_position(&e))?,
            Command::Board => return Ok(Reply::Board(Box::new(self.board_reply()))),
            Command::Goto(ply) => self.go_to(*ply)?,
            Command::History => return Ok(Reply::History(self.line())),
            Command::List { filter, pseudo } => return self.list(filter, *pseudo).map(Reply::List),
            Command::Trace(text) => return self.trace(text).map(|t| Reply::Trace(Box::new(t))),
            Command::Attacks { square, side } => {
                return self.attacks(square, side.as_deref()).map(Reply::Attacks);
            }
            Command::Rules => return Ok(Reply::Rules(Box::new(self.show()))),
            Command::Describe { piece, from } => return self.describe(piece, from.as_deref()),
            Command::Random { plies, seed } => {
                let played = self.random(*plies, *seed, &|| true);
                return Ok(Reply::Random(Box::new(played)));
            }
            Command::Moves(filter) => return Ok(Reply::Moves { moves: self.moves(filter)? }),
            Command::Why(text) => return self.why(text).map(Reply::Why),
            Command::Perft { depth, threads, divide } => {
                return self.perft(*depth, Means::threads(*threads), *divide).map(Reply::Perft);
            }
        }
        Ok(Reply::State(self.state()))
    }

    /// A kind of piece, by its letter.
    fn describe(&self, letter: &str, from: Option<&str>) -> Result<Reply, Refusal> {
        let id = self.piece_or_refusal(letter)?;
        let piece = self.show().pieces.get(id.index()).cloned();
        let piece = piece.ok_or_else(|| Refusal::new("piece", "there is no such piece"))?;
        Ok(Reply::Piece(Box::new(DescribeReply { piece, reach: self.reach(id, from)? })))
    }

    /// Numbers of the legal moves that a filter lets through.
    ///
    /// # Errors
    /// The filter names no square of the board or no piece of the game.
    pub fn filtered(&self, filter: &Filter) -> Result<Vec<usize>, Refusal> {
        let from = filter.from.as_ref().map(|name| self.square_or_refusal(name)).transpose()?;
        let piece =
            filter.piece.as_ref().map(|letter| self.piece_or_refusal(letter)).transpose()?;
        let fits = |m: &crate::play::Move| {
            from.is_none_or(|c| m.from == c) && piece.is_none_or(|p| m.piece.piece() == Some(p))
        };
        Ok(self.legal().iter().enumerate().filter(|(_, m)| fits(m)).map(|(n, _)| n).collect())
    }

    /// The square of a name.
    ///
    /// # Errors
    /// The board has no such square.
    pub fn square_or_refusal(&self, name: &str) -> Result<Cell, Refusal> {
        read_cell(self.game(), name.trim()).ok_or_else(|| {
            Refusal::new("square", format!("`{}` is not a square of this board", shown(name)))
        })
    }

    /// The piece of a letter.
    ///
    /// # Errors
    /// The game has no such piece.
    pub fn piece_or_refusal(&self, letter: &str) -> Result<PieceId, Refusal> {
        self.piece_named(letter.trim()).ok_or_else(|| {
            let known: Vec<&str> = self.game().pieces.iter().map(|p| p.letter.as_str()).collect();
            let message = format!("there is no piece `{}`", shown(letter));
            Refusal {
                help: Some(format!("the pieces are {}", known.join(" "))),
                ..Refusal::new("piece", message)
            }
        })
    }

    /// The legal moves that a filter lets through.
    ///
    /// # Errors
    /// As [`Session::filtered`].
    pub fn moves(&self, filter: &Filter) -> Result<Vec<MoveReply>, Refusal> {
        Ok(self.filtered(filter)?.into_iter().filter_map(|n| self.move_reply(n)).collect())
    }

    /// Figures of the position: how many positions so many legal moves lead to.
    ///
    /// # Errors
    /// The depth is greater than 64, there is not so much memory, or the figure is too large for 64 bits.
    pub fn perft(&self, depth: u32, means: Means, divide: bool) -> Result<PerftReply, Refusal> {
        if depth > DEEPEST {
            return Err(Refusal::new(
                "depth",
                format!("the depth of figures is {DEEPEST} at the most"),
            ));
        }
        if !means.can_be_had() {
            let message = format!("{} MB of memory cannot be had", means.hash);
            return Err(Refusal {
                help: Some("write a smaller number behind `--hash`".to_owned()),
                ..Refusal::new("memory", message)
            });
        }
        if depth == 0 || !divide {
            let nodes = perft::perft(self.game(), self.position(), depth, means);
            return Ok(PerftReply { depth, nodes: countable(nodes)?, divide: Vec::new() });
        }
        let shares = perft::divide(self.game(), self.position(), depth, means);
        let (moves, figures): (Vec<_>, Vec<u64>) = shares.into_iter().unzip();
        let texts = move_texts(self.game(), &moves);
        let nodes = countable(figures.iter().copied().fold(0, u64::saturating_add))?;
        let mut divide: Vec<DivideReply> = texts
            .into_iter()
            .zip(figures)
            .map(|(text, nodes)| DivideReply { text, nodes })
            .collect();
        divide.sort_by(|a, b| a.text.cmp(&b.text));
        Ok(PerftReply { depth, nodes, divide })
    }
}

/// A figure, unless it has run into the end of 64 bits.
fn countable(nodes: u64) -> Result<u64, Refusal> {
    if nodes < u64::MAX {
        return Ok(nodes);
    }
    let message = format!("the figure is larger than {}", u64::MAX - 1);
    let help = Some("write a smaller depth".to_owned());
    Err(Refusal { help, ..Refusal::new("depth", message) })
}

fn refused_position(error: &PositionError) -> Refusal {
    Refusal {
        help: error.help.clone(),
        at: Some((error.start, error.end)),
        ..Refusal::new("position", error.message.clone())
    }
}
