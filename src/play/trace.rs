//! How rules were tried: every step of a rule, the steps of one way, and what becomes of all candidates.

use crate::ids::{Cell, Code, ConditionId, RuleId};
use crate::ir::{Castle, Game, Program};
use crate::play::explain::{Wanted, fits};
use crate::play::machine::{Met, Obstacle, Run};
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::reference::{self, CastleFault};
use crate::play::second::whole_of_each;

/// A step that was tried, for traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The cell stepped from; [`Cell::NONE`] of a piece in hand.
    pub from: Cell,
    /// The cell stepped to; [`Cell::NONE`] off the board.
    pub cell: Cell,
    /// What it must satisfy.
    pub test: ConditionId,
    /// Whether what stands there is captured.
    pub capture: bool,
    /// Place of the instruction in its program.
    pub pc: u16,
    /// Whether the condition holds.
    pub holds: bool,
    /// Whether it is part of a look.
    pub looking: bool,
}

/// Most steps that are kept of one rule.
const MOST_STEPS: usize = 2_000;

/// A rule that was tried from one place.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The rule.
    pub rule: RuleId,
    /// The steps in the order in which they were tried; at most 2,000 of them.
    pub steps: Vec<Step>,
    /// How many more there were.
    pub more: usize,
    /// Every match, whatever becomes of the royal pieces; the same move may stand there twice.
    pub moves: Vec<Move>,
}

fn programs(game: &Game, piece: Code, from: Cell) -> &[Program] {
    let table = if from.is_some() { &game.programs } else { &game.drops };
    table.get(piece.index()).map_or(&[], Vec::as_slice)
}

/// Tries every rule of a piece from a cell; from [`Cell::NONE`] its drops.
#[must_use]
pub fn trials(game: &Game, position: &Position, piece: Code, from: Cell) -> Vec<Trial> {
    let one = |program: &Program| {
        let (mut steps, mut moves, mut more) = (Vec::new(), Vec::new(), 0);
        let mut tracer = |step: Step| {
            if steps.len() < MOST_STEPS {
                steps.push(step);
            } else {
                more += 1;
            }
        };
        Run::new(game, position, program, from).traced(&mut tracer).matches(|m| moves.push(m));
        Trial { rule: program.rule, steps, more, moves }
    };
    programs(game, piece, from).iter().map(one).collect()
}

/// A way that a rule takes, with what stands in it.
#[derive(Clone, Debug)]
pub struct Way {
    /// The rule.
    pub rule: RuleId,
    /// The move that it would be.
    pub played: Move,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What keeps it from being walked; nothing if it can be walked.
    pub obstacles: Vec<Obstacle>,
}

/// For each rule of a piece that leads where a move wants to go: the way with the fewest obstacles.
#[must_use]
pub fn ways(
    game: &Game,
    position: &Position,
    piece: Code,
    from: Cell,
    wanted: &Wanted,
) -> Vec<Way> {
    let one = |program: &Program| {
        let mut best: Option<Way> = None;
        let mut run = Run::new(game, position, program, from).lenient().keeping_ways();
        run.ways(|played, Met { obstacles, steps, .. }| {
            let better = best.as_ref().is_none_or(|b| obstacles.len() < b.obstacles.len());
            if better && fits(game, wanted, &played) {
                let (steps, obstacles) = (steps.to_vec(), obstacles.to_vec());
                best = Some(Way { rule: program.rule, played, steps, obstacles });
            }
        });
        best
    };
    programs(game, piece, from).iter().filter_map(one).collect()
}

/// The ways by which the player to move can capture on a cell, whatever becomes of his royal pieces.
#[must_use]
pub fn attacks(game: &Game, position: &Position, target: Cell) -> Vec<Way> {
    let mut all: Vec<Way> = Vec::new();
    for (from, piece) in position.pieces(position.side) {
        for program in programs(game, piece, from) {
            let first = all.len();
            let mut run = Run::new(game, position, program, from).keeping_ways();
            run.ways(|played, Met { steps, .. }| {
                let known = |w: &Way| w.played.same_effect(&played);
                if played.captures.contains(&target) && !all[first..].iter().any(known) {
                    let (steps, obstacles) = (steps.to_vec(), Vec::new());
                    all.push(Way { rule: program.rule, played, steps, obstacles });
                }
            });
        }
    }
    all
}

/// A candidate after which a royal piece could be taken.
#[derive(Clone, Debug)]
pub struct Exposed {
    /// The candidate.
    pub played: Move,
    /// The royal piece, where it would stand.
    pub royal: Cell,
    /// A piece that could take it.
    pub attacker: Cell,
    /// The rule by which it could.
    pub rule: RuleId,
}

/// What becomes of all candidates: each is either removed by one filter, or legal.
#[derive(Clone, Debug, Default)]
pub struct Funnel {
    /// Number of matches of all rules, castlings that were tried among them.
    pub candidates: usize,
    /// How many do the same as another one.
    pub same: usize,
    /// After which a royal piece could be taken.
    pub exposed: Vec<Exposed>,
    /// Castlings that cannot be made.
    pub castles: Vec<(RuleId, CastleFault)>,
    /// What is left.
    pub legal: Vec<Move>,
}

/// The funnel of the player to move, for the candidates that `counts` lets through.
#[must_use]
pub fn funnel(game: &Game, position: &Position, counts: &dyn Fn(&Move) -> bool) -> Funnel {
    let mut found = Vec::new();
    reference::walks(game, position, |m| found.push(m));
    reference::drops(game, position, |m| found.push(m));
    let mut funnel = Funnel::default();
    for castle in game.castles.iter().filter(|c| is_at_home(game, c, position)) {
        let played = reference::castle_move(castle);
        match reference::castle_fault(game, position, castle) {
            None => found.push(played),
            Some(fault) if counts(&played) => funnel.castles.push((castle.rule, fault)),
            Some(_) => {}
        }
    }
    found = whole_of_each(game, position, found);
    found.retain(|m| counts(m));
    funnel.candidates = found.len() + funnel.castles.len();
    let each = reference::one_of_each(found);
    funnel.same = funnel.candidates - funnel.castles.len() - each.len();
    for played in each {
        match reference::exposure(game, position, &played) {
            Some((attacker, royal, rule)) => {
                funnel.exposed.push(Exposed { played, royal, attacker, rule });
            }
            None => funnel.legal.push(played),
        }
    }
    funnel
}

/// Whether it is the mover's, and the piece brought to safety stands where it begins; of a castling from whatever squares, the
/// partner too.
fn is_at_home(game: &Game, castle: &Castle, position: &Position) -> bool {
    castle.player == position.side
        && position.at(castle.path[0]) == castle.king
        && (!game.rights[castle.right].anywhere
            || position.at(castle.partner_from) == castle.partner)
}
