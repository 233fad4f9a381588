//! A loaded game as a whole, and what a piece can reach, as plain data.

use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::{Game, RuleShape};
use crate::notation::{Diagram, diagram};
use crate::play::Position;
use crate::play::reference::pseudo_moves;
use crate::session::Session;
use crate::session::reply::{Refusal, RuleReply};
use serde::Serialize;

/// A game in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShowReply {
    /// Its title.
    pub title: String,
    /// Who made it.
    pub inventor: Option<String>,
    /// One sentence.
    pub about: Option<String>,
    /// Where its rules come from.
    pub source: Option<String>,
    /// Options: name, value, what it does.
    pub options: Vec<OptionReply>,
    /// Number of files.
    pub files: u16,
    /// Number of ranks.
    pub ranks: u16,
    /// Names of the players, the one who moves first first.
    pub players: [String; 2],
    /// The position shown.
    pub fen: String,
    /// Its board as text.
    pub board: String,
    /// The pieces.
    pub pieces: Vec<PieceReply>,
    /// The castlings.
    pub castles: Vec<RuleReply>,
    /// Rules of the whole game.
    pub laws: Vec<RuleReply>,
    /// The zones.
    pub zones: Vec<ZoneReply>,
    /// The ends, in the order in which they are tested.
    pub ends: Vec<RuleReply>,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionReply {
    /// Its name.
    pub name: String,
    /// Whether it is on.
    pub on: bool,
    /// Whether it is on when nobody chooses.
    pub default: bool,
    /// What it does.
    pub about: Option<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceReply {
    /// Its letter.
    pub letter: String,
    /// Its name.
    pub title: String,
    /// Whether it is royal.
    pub royal: bool,
    /// Its rules, drops and promotions, as they are written.
    pub rules: Vec<RuleReply>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneReply {
    /// Its name.
    pub name: String,
    /// Its squares, the first player's and the second's.
    pub squares: [Vec<String>; 2],
    /// A board with the first player's marked `1`, the second's `2`, those of both `*`.
    #[serde(skip)]
    pub board: String,
}

/// What a piece can do from a square of an empty board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachReply {
    /// Its letter.
    pub letter: String,
    /// Where it stands.
    pub from: String,
    /// Squares to which it can move.
    pub moves: Vec<String>,
    /// Squares on which it can capture an enemy.
    pub captures: Vec<String>,
    /// Squares on which it can capture without coming to stand there.
    pub shots: Vec<String>,
    /// A board with `o` move or capture, `-` move only, `x` capture only, `!` captured from elsewhere.
    #[serde(skip)]
    pub board: String,
}

impl Session {
    /// The game in words, with the present position.
    #[must_use]
    pub fn show(&self) -> ShowReply {
        let game = self.game();
        let words = self.words();
        let castles = game
            .rules
            .iter()
            .filter(|r| r.shape == RuleShape::Castle)
            .map(|r| words.written(r.span));
        let option = |o: &crate::ir::GameOption| OptionReply {
            name: o.name.clone(),
            on: o.on,
            default: o.default,
            about: o.text.clone(),
        };
        ShowReply {
            title: game.title.clone(),
            inventor: game.inventor.clone(),
            about: game.about.clone(),
            source: game.source.clone(),
            options: game.options.iter().map(option).collect(),
            files: game.topology.files,
            ranks: game.topology.ranks,
            players: PlayerId::BOTH.map(|p| words.player(p).to_owned()),
            fen: self.fen(),
            board: self.board(&Diagram::default()),
            pieces: game.piece_ids().map(|id| self.piece_reply(id)).collect(),
            castles: castles.collect(),
            laws: game.laws.written.iter().map(|span| words.written(*span)).collect(),
            zones: self.zone_replies(),
            ends: game.ends.iter().map(|e| words.written(e.span)).collect(),
        }
    }

    fn piece_reply(&self, id: PieceId) -> PieceReply {
        let game = self.game();
        let piece = game.piece(id);
        let own = game
            .rules
            .iter()
            .filter(|r| r.piece == id && matches!(r.shape, RuleShape::Walk | RuleShape::Drop))
            .map(|r| r.span);
        let promotions = piece.promotions[0].iter().map(|p| p.span);
        let mut rules: Vec<RuleReply> =
            own.chain(promotions).map(|s| self.words().written(s)).collect();
        rules.dedup();
        PieceReply {
            letter: piece.letter.clone(),
            title: piece.title.clone(),
            royal: piece.royal,
            rules,
        }
    }

    fn zone_replies(&self) -> Vec<ZoneReply> {
        let game = self.game();
        let empty = Position::empty(game);
        let reply = |(name, cells): &(String, [crate::ids::CellSet; 2])| {
            let mark = |c: Cell| match (cells[0].contains(c), cells[1].contains(c)) {
                (true, true) => Some((c, '*')),
                (true, false) => Some((c, '1')),
                (false, true) => Some((c, '2')),
                (false, false) => None,
            };
            let marks = game.topology.exists.iter().filter_map(mark).collect();
            let names =
                |p: PlayerId| cells[p.index()].iter().map(|c| self.words().cell(c)).collect();
            ZoneReply {
                name: name.clone(),
                squares: PlayerId::BOTH.map(names),
                board: diagram(game, &empty, &Diagram { flip: false, marks }),
            }
        };
        game.zones.iter().map(reply).collect()
    }

    /// What the first player's piece of that kind can do from a square of an empty board; from the middle if none is named.
    ///
    /// # Errors
    /// The board has no such square.
    pub fn reach(&self, piece: PieceId, from: Option<&str>) -> Result<ReachReply, Refusal> {
        let game = self.game();
        let from = from.map_or_else(|| Ok(middle(game)), |name| self.square_or_refusal(name))?;
        let code = Code::of(piece, PlayerId(0));
        let mut alone = Position::empty(game);
        if let Some(cell) = alone.board.get_mut(from.index()) {
            *cell = code;
        }
        let moves: Vec<Cell> = pseudo_moves(game, &alone).into_iter().map(|m| m.to).collect();
        let (captures, shots) = captures(game, &alone, from);
        let mark = |c: Cell| match (moves.contains(&c), captures.contains(&c), shots.contains(&c)) {
            (true, true, _) => Some((c, 'o')),
            (true, false, _) => Some((c, '-')),
            (false, true, _) => Some((c, 'x')),
            (false, false, true) => Some((c, '!')),
            _ => None,
        };
        let cells = game.topology.exists.iter();
        let names = |set: &[Cell]| {
            game.topology
                .exists
                .iter()
                .filter(|c| set.contains(c))
                .map(|c| self.words().cell(c))
                .collect()
        };
        Ok(ReachReply {
            letter: game.piece(piece).letter.clone(),
            from: self.words().cell(from),
            moves: names(&moves),
            captures: names(&captures),
            shots: names(&shots),
            board: diagram(
                game,
                &alone,
                &Diagram { flip: false, marks: cells.filter_map(mark).collect() },
            ),
        })
    }
}

/// The existing cell nearest to the middle of the board, the first player's side of it.
fn middle(game: &Game) -> Cell {
    let topology = &game.topology;
    let off = |c: &Cell| {
        let (file, rank) = topology.place(*c);
        let from = |at: u16, size: u16| (2 * i32::from(at) - (i32::from(size) - 1)).pow(2);
        from(file, topology.files) + from(rank, topology.ranks)
    };
    topology.exists.iter().min_by_key(off).unwrap_or(Cell(0))
}

/// Cells on which a lone enemy could be captured: those where the piece then stands, and the others.
fn captures(game: &Game, alone: &Position, from: Cell) -> (Vec<Cell>, Vec<Cell>) {
    const MOST_TRIALS: usize = 8_000;
    let (mut landing, mut shots) = (Vec::new(), Vec::new());
    let kinds: Vec<PieceId> = game.piece_ids().collect();
    let enough = (MOST_TRIALS / game.topology.exists.len().max(1)).max(1);
    for cell in game.topology.exists.iter().filter(|c| *c != from) {
        for kind in kinds.iter().take(enough) {
            let mut with = alone.clone();
            with.board[cell.index()] = Code::of(*kind, PlayerId(1));
            let all = pseudo_moves(game, &with);
            let mut taking = all.iter().filter(|m| m.captures.contains(&cell)).peekable();
            if taking.peek().is_none() {
                continue;
            }
            let list = if taking.any(|m| m.to == cell) { &mut landing } else { &mut shots };
            list.push(cell);
            break;
        }
    }
    (landing, shots)
}
