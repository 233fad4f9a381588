//! Whether a rule can lead anywhere at all on an otherwise suitable board.

use crate::check::graph::{Graph, Op, can_hold};
use crate::ids::{Cell, PlayerId};
use crate::model::{Condition, Direction, Model, Rule, RuleKind, Toward};
use std::collections::HashSet;

/// A step's files and ranks.
type Vector = (i32, i32);

/// The eight single steps, clockwise from north.
const COMPASS: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A point of the graph, a cell, and how the walk faces there.
type State = (usize, Cell, Vector);

/// Whether some cell exists from which (or on which, for a drop) the rule can be played, if the right pieces stand around.
/// `budget` is how many states may still be looked at; when it is spent, every rule counts as one that can.
pub(super) fn can_apply(model: &Model, player: PlayerId, rule: &Rule, budget: &mut usize) -> bool {
    let search = Search { model, player, rule };
    let (graph, first) = Graph::new(&rule.path);
    let mut seen = HashSet::new();
    let mut begins = model.board.cells.iter().filter(|cell| search.may_begin(*cell));
    // A dropped piece takes its first step without a direction: on the spot.
    begins.any(|cell| {
        let before = seen.len();
        let found = search.leads_on(&graph, (first, cell, (0, 0)), &mut seen);
        *budget = budget.saturating_sub(seen.len() - before);
        found || *budget == 0
    })
}

struct Search<'m> {
    model: &'m Model,
    player: PlayerId,
    rule: &'m Rule,
}

impl Search<'_> {
    /// Whether the walk can be brought to its end from a state; those in `seen` are known not to lead there.
    fn leads_on(&self, graph: &Graph<'_>, from: State, seen: &mut HashSet<State>) -> bool {
        let mut open = vec![from];
        while let Some((at, cell, facing)) = open.pop() {
            if !seen.insert((at, cell, facing)) {
                continue;
            }
            if at == Graph::DONE {
                if self.may_end(cell) {
                    return true;
                }
                continue;
            }
            let (op, next) = &graph.points[at];
            if matches!(op, Op::Stay) {
                return true;
            }
            for (cell, facing) in self.after(op, cell, facing) {
                open.extend(next.iter().map(|point| (*point, cell, facing)));
            }
        }
        false
    }

    fn holds(&self, condition: &Condition, cell: Cell) -> bool {
        can_hold(condition, &|zone, of_enemy| {
            let seen_by = if of_enemy { self.player.other() } else { self.player };
            self.model.zones.get(zone).is_some_and(|z| z.cells[seen_by.index()].contains(cell))
        })
    }

    fn may_begin(&self, cell: Cell) -> bool {
        self.rule.kind == RuleKind::Drop
            || self.rule.from.as_ref().is_none_or(|zone| self.holds(zone, cell))
    }

    fn may_end(&self, cell: Cell) -> bool {
        self.model.board.cells.contains(cell)
            && self.rule.to.as_ref().is_none_or(|to| self.holds(to, cell))
    }

    /// Cells and directions after a small step.
    fn after(&self, op: &Op<'_>, cell: Cell, facing: Vector) -> Vec<(Cell, Vector)> {
        match op {
            Op::Pass | Op::Stay => vec![(cell, facing)],
            Op::Stand if self.model.board.cells.contains(cell) => vec![(cell, facing)],
            Op::Stand => Vec::new(),
            Op::Face(list) => {
                list.iter().flat_map(|d| self.vectors(*d)).map(|v| (cell, v)).collect()
            }
            Op::Turn(eighths) => {
                eighths.iter().filter_map(|e| self.turned(facing, *e)).map(|v| (cell, v)).collect()
            }
            Op::Step(step) => {
                let board = &self.model.board;
                let (file, rank) = board.place(cell);
                let Some(to) = board.at(file + facing.0, rank + facing.1) else {
                    return Vec::new();
                };
                let enters = if board.cells.contains(to) {
                    self.rule.within.as_ref().is_none_or(|zone| self.holds(zone, to))
                } else {
                    board.passable && !step.capture
                };
                if enters && self.holds(&step.test, to) { vec![(to, facing)] } else { Vec::new() }
            }
        }
    }

    fn vectors(&self, direction: Direction) -> Vec<Vector> {
        let facing = self.model.players.get(self.player).facing;
        match direction {
            Direction::Compass(eighth) => vec![COMPASS[usize::from(eighth % 8)]],
            Direction::Relative(eighth) => {
                vec![COMPASS[usize::from(facing.compass(eighth % 8) % 8)]]
            }
            Direction::Leap { long, short, toward } => {
                let toward = toward.map(|toward| match toward {
                    Toward::Compass(eighth) => COMPASS[usize::from(eighth % 8)],
                    Toward::Relative(eighth) => {
                        COMPASS[usize::from(facing.compass(eighth % 8) % 8)]
                    }
                });
                leaps(i32::from(long), i32::from(short), toward)
            }
        }
    }

    /// A direction turned to the player's right by eighths; none for a leap that has no such turn.
    fn turned(&self, (x, y): Vector, eighths: i8) -> Option<Vector> {
        let mirrored = self.model.players.get(self.player).facing.mirrored;
        let clockwise = if mirrored { -i32::from(eighths) } else { i32::from(eighths) };
        if let Some(at) = COMPASS.iter().position(|v| *v == (x, y)) {
            let at = (i32::try_from(at).ok()? + clockwise).rem_euclid(8);
            return COMPASS.get(usize::try_from(at).ok()?).copied();
        }
        match clockwise.rem_euclid(8) {
            0 => Some((x, y)),
            2 => Some((y, -x)),
            4 => Some((-x, -y)),
            6 => Some((-y, x)),
            _ => None,
        }
    }
}

/// A family of leaps, or those that point most nearly in a direction.
fn leaps(long: i32, short: i32, toward: Option<Vector>) -> Vec<Vector> {
    let mut all = Vec::new();
    for (x, y) in [(long, short), (short, long)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !all.contains(&(x, y)) {
                all.push((x, y));
            }
        }
    }
    let Some((tx, ty)) = toward else { return all };
    let near = |(x, y): &Vector| x * tx + y * ty;
    let nearest = all.iter().map(near).max().unwrap_or(0);
    all.retain(|v| near(v) == nearest);
    all
}
