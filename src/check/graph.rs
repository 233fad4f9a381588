//! A walk as a graph of small steps. Repetitions with a number are written out while the graph stays small; beyond that any number
//! stands for them, so that a graph never grows faster than the text.

use crate::model::{Condition, Direction, Node, Step};

/// Most steps to which repetitions are written out.
const WRITTEN_OUT: usize = 512;

/// One small step of a walk.
#[derive(Debug)]
pub(super) enum Op<'m> {
    /// To a square.
    Step(&'m Step),
    /// Another direction, one of these.
    Face(&'m [Direction]),
    /// Another direction, turned by one of these.
    Turn(&'m [i8]),
    /// The piece must be able to stand here.
    Stand,
    /// The piece goes back to where it began.
    Stay,
    /// Nothing.
    Pass,
}

/// A walk; it begins at the first point and is done at [`Graph::DONE`].
#[derive(Debug)]
pub(super) struct Graph<'m> {
    /// By point: what happens there, and the points that can follow.
    pub(super) points: Vec<(Op<'m>, Vec<usize>)>,
}

impl<'m> Graph<'m> {
    /// The point at which a walk is done.
    pub(super) const DONE: usize = 0;

    /// The graph of a walk, and its first point.
    pub(super) fn new(path: &'m Node) -> (Self, usize) {
        let mut graph = Self { points: vec![(Op::Stand, Vec::new())] };
        let first = graph.before(path, Self::DONE);
        (graph, first)
    }

    fn add(&mut self, op: Op<'m>, next: Vec<usize>) -> usize {
        self.points.push((op, next));
        self.points.len() - 1
    }

    /// Adds a node that is followed by the point `next`; its first point.
    fn before(&mut self, node: &'m Node, next: usize) -> usize {
        match node {
            Node::Seq(list) => list.iter().rev().fold(next, |next, part| self.before(part, next)),
            Node::Alt(list) => {
                let firsts = list.iter().map(|part| self.before(part, next)).collect();
                self.add(Op::Pass, firsts)
            }
            Node::Repeat { body, least, most } => self.repeat(body, *least, *most, next),
            Node::Step(step) => self.add(Op::Step(step), vec![next]),
            Node::Face(list) => self.add(Op::Face(list), vec![next]),
            Node::Turn(list) => self.add(Op::Turn(list), vec![next]),
            // A look may succeed; a rule that goes on again was walked before.
            Node::Look { .. } | Node::Also { .. } | Node::Again { .. } => next,
            Node::Flip(step) => self.add(Op::Step(step), vec![next]),
            Node::Place(_) => self.add(Op::Stand, vec![next]),
            Node::Then => self.add(Op::Stand, vec![next]),
            Node::Stay => self.add(Op::Stay, vec![next]),
        }
    }

    fn repeat(&mut self, body: &'m Node, least: u32, most: Option<u32>, next: usize) -> usize {
        let size = size(body);
        let fits = |times: u32| {
            let times = usize::try_from(times).unwrap_or(usize::MAX);
            self.points.len().saturating_add(size.saturating_mul(times)) <= WRITTEN_OUT
        };
        if let Some(most) = most.filter(|most| fits(*most)) {
            let mut first = next;
            for at in (0..most).rev() {
                let inner = self.before(body, first);
                // After fewer times than the least the walk cannot go on.
                first = if at < least { inner } else { self.add(Op::Pass, vec![inner, next]) };
            }
            return first;
        }
        // One body serves for the last of the certain times and for all that follow.
        let certain = if fits(least) { least } else { least.min(1) };
        let again = self.add(Op::Pass, vec![next]);
        let inner = self.before(body, again);
        self.points[again].1.push(inner);
        let once = if certain == 0 { again } else { inner };
        (1..certain).fold(once, |first, _| self.before(body, first))
    }
}

/// How many points a node takes, repetitions written out.
fn size(node: &Node) -> usize {
    match node {
        Node::Seq(list) | Node::Alt(list) => {
            list.iter().fold(1usize, |sum, part| sum.saturating_add(size(part)))
        }
        Node::Repeat { body, least, most } => {
            let times = usize::try_from(most.unwrap_or(*least).max(1)).unwrap_or(usize::MAX);
            size(body).saturating_mul(times).saturating_add(1)
        }
        _ => 1,
    }
}

/// Whether a condition can hold on a cell of which `zone` tells to which zones it belongs.
pub(super) fn can_hold(condition: &Condition, zone: &impl Fn(usize, bool) -> bool) -> bool {
    outcomes(condition, zone).0
}

/// Whether it can hold, and whether it can fail.
fn outcomes(condition: &Condition, zone: &impl Fn(usize, bool) -> bool) -> (bool, bool) {
    match condition {
        Condition::Anything => (true, false),
        Condition::Zone { zone: id, of_enemy } => {
            let inside = zone(id.index(), *of_enemy);
            (inside, !inside)
        }
        Condition::Not(part) => {
            let (holds, fails) = outcomes(part, zone);
            (fails, holds)
        }
        Condition::And(list) => list.iter().fold((true, false), |(holds, fails), part| {
            let part = outcomes(part, zone);
            (holds && part.0, fails || part.1)
        }),
        Condition::Or(list) => list.iter().fold((false, true), |(holds, fails), part| {
            let part = outcomes(part, zone);
            (holds || part.0, fails && part.1)
        }),
        _ => (true, true),
    }
}
