//! Why a move is illegal: every filter that could have removed it says so.

use crate::ids::{Cell, Code, PieceId, RuleId};
use crate::ir::{Game, RuleShape};
use crate::play::machine::{Met, Obstacle, Run};
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::reference::{self, CastleFault};
use std::cmp::Reverse;

/// A move as somebody asks for it; what is not said is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The piece, for a drop or where no origin is given.
    pub piece: Option<PieceId>,
    /// Where it stands.
    pub from: Option<Cell>,
    /// Where it is dropped.
    pub entry: Option<Cell>,
    /// Where it goes; of a shot, where it stands.
    pub to: Option<Cell>,
    /// Cells on which it shall capture (shots among them); empty: not said.
    pub captures: Vec<Cell>,
    /// What it becomes.
    pub becomes: Option<PieceId>,
    /// Where the partner of a castling comes from and goes.
    pub partner: Option<(Cell, Cell)>,
    /// Whether a piece from the hand is meant.
    pub drop: bool,
    /// Whether nothing is left open: without captures, promotion or partner said, none is meant.
    pub exact: bool,
}

/// A rule that leads where the move wants to go, and what keeps it from going there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule.
    pub rule: RuleId,
    /// The fewest obstacles of all its ways; not empty.
    pub obstacles: Vec<Obstacle>,
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No piece stands where the move begins.
    EmptySquare(Cell),
    /// The piece there is the opponent's.
    WrongSide(Cell),
    /// No such piece is in hand.
    NotInHand(PieceId),
    /// The game has no drops of that piece.
    NoDrop(PieceId),
    /// No rule of the piece leads there, whatever stands on the board.
    NoRule {
        /// The piece.
        piece: Code,
    },
    /// Rules lead there, but something is in the way of each.
    Blocked(Vec<Failure>),
    /// A royal piece could be taken after it.
    Check {
        /// The move as it would be.
        played: Box<Move>,
        /// The royal piece, where it would stand.
        royal: Cell,
        /// A piece that could take it.
        attacker: Cell,
        /// The rule by which it could.
        rule: RuleId,
    },
    /// A castling that cannot be made.
    Castling {
        /// The rule.
        rule: RuleId,
        /// Why.
        fault: CastleFault,
    },
    /// The move is legal but for what the piece becomes.
    Promotion {
        /// What it may become.
        choices: Vec<Code>,
    },
}

impl Illegal {
    /// The word by which tests and reports name the reason.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let is_condition =
            |o: &Obstacle| matches!(o, Obstacle::From | Obstacle::Within(_) | Obstacle::When);
        match self {
            Self::EmptySquare(_) => "empty-square",
            Self::WrongSide(_) => "wrong-side",
            Self::NotInHand(_) | Self::NoDrop(_) => "hand",
            Self::NoRule { .. } => "no-rule",
            Self::Blocked(failures)
                if failures.iter().all(|f| f.obstacles.iter().any(is_condition)) =>
            {
                "condition"
            }
            Self::Blocked(_) => "blocked",
            Self::Check { .. } => "check",
            Self::Castling { .. } => "castling",
            Self::Promotion { .. } => "promotion",
        }
    }
}

/// Whether a move is what is wanted.
#[must_use]
pub fn fits(wanted: &Wanted, m: &Move) -> bool {
    let becomes = match wanted.becomes {
        Some(piece) => m.becomes.piece() == Some(piece),
        None => !wanted.exact || !m.promotes(),
    };
    becomes && fits_but_promotion(wanted, m)
}

fn fits_but_promotion(wanted: &Wanted, m: &Move) -> bool {
    let said = |wish: Option<Cell>, is: Cell| wish.is_none_or(|w| w == is);
    let captures = (wanted.captures.is_empty() && !wanted.exact)
        || sorted(&wanted.captures) == sorted(&m.captures);
    let partner = match wanted.partner {
        Some(cells) => m.partner.is_some_and(|p| (p.from, p.to) == cells),
        None => !wanted.exact || m.partner.is_none(),
    };
    said(wanted.from, m.from)
        && (!wanted.drop || m.is_drop())
        && said(wanted.entry, m.entry)
        && said(wanted.to, m.to)
        && wanted.piece.is_none_or(|p| m.piece.piece() == Some(p))
        && captures
        && partner
}

/// Why the move wanted is illegal in this position. `wanted` should say at least an origin or a piece to drop, and a destination.
/// Gives none if a legal move fits.
#[must_use]
pub fn explain(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    let legal = reference::legal_moves(game, position);
    if legal.iter().any(|m| fits(wanted, m)) {
        return None;
    }
    let choices: Vec<Code> =
        legal.iter().filter(|m| fits_but_promotion(wanted, m)).map(|m| m.becomes).collect();
    if !choices.is_empty() {
        return Some(Illegal::Promotion { choices });
    }
    if let Some(found) = unsafe_move(game, position, wanted) {
        return Some(found);
    }
    if wanted.from.is_none() && !wanted.drop {
        return nearest(game, position, wanted);
    }
    let programs = match wanted.from {
        Some(from) => match position.at(from) {
            code if code.is_empty() => return Some(Illegal::EmptySquare(from)),
            code if code.player() != Some(position.side) => return Some(Illegal::WrongSide(from)),
            code => (&game.programs[code.index()], code, from),
        },
        None => {
            let piece = wanted.piece?;
            let code = Code::of(piece, position.side);
            if !game.piece(piece).droppable {
                return Some(Illegal::NoDrop(piece));
            }
            if position.in_hand(position.side, piece) == 0 {
                return Some(Illegal::NotInHand(piece));
            }
            (&game.drops[code.index()], code, Cell::NONE)
        }
    };
    match blocked(game, position, wanted, programs) {
        Illegal::NoRule { .. } if wanted.exact => {
            Some(blocked(game, position, &Wanted { exact: false, ..wanted.clone() }, programs))
        }
        found => Some(found),
    }
}

/// Of all pieces that could be meant, the explanation for the one that comes nearest.
fn nearest(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    let meant = |code: Code| wanted.piece.is_none_or(|p| code.piece() == Some(p));
    let own = position.pieces(position.side).filter(|(_, code)| meant(*code));
    let each = own.filter_map(|(from, _)| {
        explain(game, position, &Wanted { from: Some(from), ..wanted.clone() })
    });
    each.min_by_key(|illegal| match illegal {
        Illegal::Blocked(failures) => failures.iter().map(|f| f.obstacles.len()).min().unwrap_or(0),
        _ => usize::MAX,
    })
}

/// A move that fits but leaves a royal piece to be taken, or a castling that has its own reason.
fn unsafe_move(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    let pseudo = reference::pseudo_moves(game, position);
    if let Some(played) = pseudo.into_iter().find(|m| fits(wanted, m)) {
        let after = position.play(game, &played);
        let (attacker, royal, rule) =
            reference::royal_capture_rules(game, &after).into_iter().next()?;
        return Some(Illegal::Check { played: Box::new(played), royal, attacker, rule });
    }
    let castles = game.castles.iter().filter(|c| c.player == position.side);
    let mut fitting = castles.filter(|c| fits(wanted, &reference::castle_move(c)));
    let own = |c: &&crate::ir::Castle| position.at(c.path[0]) == c.king;
    let castle = fitting.find(own)?;
    let walks = game.programs[castle.king.index()].iter().any(|p| {
        let mut leads = false;
        Run::new(game, position, p, castle.path[0])
            .lenient()
            .ways(|m, _| leads |= fits(wanted, &m));
        leads
    });
    let fault = reference::castle_fault(game, position, castle)?;
    (!walks).then_some(Illegal::Castling { rule: castle.rule, fault })
}

fn blocked(
    game: &Game,
    position: &Position,
    wanted: &Wanted,
    (programs, piece, from): (&Vec<crate::ir::Program>, Code, Cell),
) -> Illegal {
    let mut failures: Vec<Failure> = Vec::new();
    // Captures on the way are part of the reason, not of the wish: a shot and a landing are told apart by where the piece stands.
    let shot = wanted.from.is_some() && wanted.to == wanted.from;
    let wish = Wanted { captures: Vec::new(), becomes: None, exact: false, ..wanted.clone() };
    for program in programs {
        // The fewest obstacles, and of several such ways the one that can be gone furthest.
        let mut best: Option<(usize, Reverse<u16>, Vec<Obstacle>)> = None;
        Run::new(game, position, program, from).lenient().ways(
            |m, Met { obstacles, clear, .. }| {
                let target = match (wanted.exact, shot) {
                    (true, _) => would_take(&m, obstacles) == sorted(&wanted.captures),
                    (false, true) => wanted.captures.iter().all(|c| leads_to(&m, obstacles, *c)),
                    (false, false) => true,
                };
                let rank = (obstacles.len(), Reverse(clear));
                let better = best.as_ref().is_none_or(|(n, c, _)| rank < (*n, *c));
                if fits(&wish, &m) && target && better && !contradicts(game, program, &m) {
                    best = Some((rank.0, rank.1, obstacles.to_vec()));
                }
            },
        );
        if let Some((_, _, obstacles)) = best.filter(|(n, _, _)| *n > 0) {
            debug_assert_ne!(game.rule(program.rule).shape, RuleShape::Castle);
            failures.push(Failure { rule: program.rule, obstacles });
        }
    }
    if failures.is_empty() { Illegal::NoRule { piece } } else { Illegal::Blocked(failures) }
}

/// Whether a way captures where its rule's `to` demands an empty cell: no board makes it a move.
fn contradicts(game: &Game, program: &crate::ir::Program, m: &Move) -> bool {
    let Some(to) = program.to.filter(|_| m.captures.last() == Some(&m.to)) else { return false };
    game.conditions[to.index()].plain.at(m.to).without(Code::EMPTY.mask()).is_none()
}

/// Cells on which a way captures, or would if it could, in order.
fn would_take(m: &Move, obstacles: &[Obstacle]) -> Vec<Cell> {
    let failed = obstacles.iter().filter_map(|o| match o {
        Obstacle::Cell { cell, capture: true, .. } => Some(*cell),
        _ => None,
    });
    sorted(&m.captures.iter().copied().chain(failed).collect::<Vec<_>>())
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Whether a way would capture on the cell if it could.
fn leads_to(m: &Move, obstacles: &[Obstacle], cell: Cell) -> bool {
    let failed =
        |o: &Obstacle| matches!(o, Obstacle::Cell { cell: c, capture: true, .. } if *c == cell);
    m.captures.contains(&cell) || obstacles.iter().any(failed)
}
