//! Walks as programs.
//!
//! ```text
//! walk any { empty* land }      0 Face any   1 Fork 4   2 Step empty   3 Jump 1
//!                               4 Fork 7     5 Step empty   6 Jump 8   7 Step enemy, capture   8 Accept
//! ```

use crate::compile::conditions::Conditions;
use crate::compile::topology::Directions;
use crate::ids::{Code, RuleId};
use crate::ir::{Op, Program};
use crate::model::{Direction, Model, Node, Rule, RuleKind};

/// Most instructions that a walk may need; `check` refuses larger ones.
pub const MOST_OPS: u64 = 4_096;

/// How many instructions a walk needs at the most, counted without unrolling it.
#[must_use]
pub fn program_size(node: &Node) -> u64 {
    let all = |nodes: &[Node]| nodes.iter().fold(0u64, |n, x| n.saturating_add(program_size(x)));
    match node {
        Node::Seq(nodes) => all(nodes),
        Node::Alt(nodes) => all(nodes).saturating_add(2 * nodes.len() as u64),
        Node::Repeat { body, least, most } => {
            let times = most.map_or(u64::from(*least) + 1, u64::from).max(1);
            program_size(body).saturating_add(2).saturating_mul(times)
        }
        Node::Look { body, .. } | Node::Also { body } => program_size(body).saturating_add(2),
        Node::Face(directions) => 1 + directions.len() as u64,
        Node::Step(_)
        | Node::Flip(_)
        | Node::Turn(_)
        | Node::Then
        | Node::Again { .. }
        | Node::Place(_)
        | Node::Stay => 1,
    }
}

/// At the most how many ways a walk can be gone from one cell of an empty or crowded board, counted without going them. The
/// board has `cells` cells, its longest line `longest`.
#[must_use]
pub fn ways(node: &Node, (longest, cells): (u32, u32)) -> u64 {
    let ways = |node: &Node| ways(node, (longest, cells));
    let product = |nodes: &[Node]| nodes.iter().fold(1u64, |n, x| n.saturating_mul(ways(x)));
    match node {
        Node::Seq(nodes) => product(nodes),
        Node::Alt(nodes) => nodes.iter().fold(0, |n, x| n.saturating_add(ways(x))),
        Node::Repeat { body, least, most } => {
            // What turns does not come to the board's edge.
            let room = if turns(body) { cells } else { longest };
            let times = most.unwrap_or(u32::MAX).min(room.max(*least));
            let body = ways(body);
            let mut power = (0..*least).fold(1u64, |n, _| n.saturating_mul(body));
            let mut all = power;
            for _ in *least..times {
                power = power.saturating_mul(body);
                all = all.saturating_add(power);
            }
            all
        }
        Node::Face(directions) => {
            let leaps = |d: &Direction| match d {
                Direction::Compass(_) | Direction::Relative(_) => 1,
                Direction::Leap { .. } => 8,
            };
            directions.iter().map(leaps).sum()
        }
        Node::Turn(turns) => turns.len() as u64,
        Node::Look { body, .. } | Node::Also { body } => ways(body),
        Node::Step(_)
        | Node::Flip(_)
        | Node::Then
        | Node::Again { .. }
        | Node::Place(_)
        | Node::Stay => 1,
    }
}

/// Whether a walk may change its direction.
fn turns(node: &Node) -> bool {
    match node {
        Node::Seq(nodes) | Node::Alt(nodes) => nodes.iter().any(turns),
        Node::Repeat { body, .. } => turns(body),
        Node::Face(_) | Node::Turn(_) => true,
        Node::Look { .. }
        | Node::Also { .. }
        | Node::Step(_)
        | Node::Flip(_)
        | Node::Then
        | Node::Again { .. }
        | Node::Place(_)
        | Node::Stay => false,
    }
}

/// The program of a rule for the owner of `piece`.
pub(super) fn lower<'m>(
    model: &'m Model,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
    rule: &Rule,
    id: RuleId,
    piece: Code,
) -> Program {
    let player = piece.player().unwrap_or(crate::ids::PlayerId(0));
    let to = rule.to.as_ref().map(|c| conditions.add(c, player, false));
    let mut program = Program {
        rule: id,
        player,
        piece,
        drop: rule.kind == RuleKind::Drop,
        ops: Vec::new(),
        faces: Vec::new(),
        turns: Vec::new(),
        from: rule.from.as_ref().map(|c| conditions.cells(c, player)),
        to,
        within: rule.within.as_ref().map(|c| conditions.cells(c, player)),
        leaves_trail: rule.leaves_trail,
        tangled: tangled(&rule.path),
    };
    let mut lowering = Lowering { model, directions, conditions, program: &mut program };
    lowering.node(&rule.path);
    program.ops.push(Op::Accept);
    if program.drop {
        put_first(&mut program);
    }
    program
}

/// The program of a look from where a piece stands, for the owner of `piece`.
pub(super) fn lower_look<'m>(
    model: &'m Model,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
    look: &Node,
    piece: Code,
) -> Program {
    let mut program = Program {
        rule: RuleId(0),
        player: piece.player().unwrap_or(crate::ids::PlayerId(0)),
        piece,
        drop: false,
        ops: Vec::new(),
        faces: Vec::new(),
        turns: Vec::new(),
        from: None,
        to: None,
        within: None,
        leaves_trail: false,
        tangled: true,
    };
    Lowering { model, directions, conditions, program: &mut program }.node(look);
    program.ops.push(Op::Accept);
    program
}

/// The first step of a drop needs no direction: the piece is put there.
fn put_first(program: &mut Program) {
    for op in &mut program.ops {
        if let Op::Step { test, .. } = *op {
            *op = Op::Put { test };
            return;
        }
    }
}

struct Lowering<'a, 'm> {
    model: &'a Model,
    directions: &'a Directions,
    conditions: &'a mut Conditions<'m>,
    program: &'a mut Program,
}

impl Lowering<'_, '_> {
    fn here(&self) -> u16 {
        short(self.program.ops.len())
    }

    fn push(&mut self, op: Op) -> usize {
        self.program.ops.push(op);
        self.program.ops.len() - 1
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Seq(nodes) => nodes.iter().for_each(|n| self.node(n)),
            Node::Alt(nodes) => self.alternatives(nodes),
            Node::Repeat { body, least, most } => self.repeat(body, *least, *most),
            Node::Step(step) => {
                let test = self.conditions.add(&step.test, self.program.player, step.capture);
                self.push(Op::Step { test, capture: step.capture });
            }
            Node::Face(faces) => {
                let start = short(self.program.faces.len());
                for face in faces {
                    for id in self.directions.expand(self.model, self.program.player, *face) {
                        if !self.program.faces[usize::from(start)..].contains(&id) {
                            self.program.faces.push(id);
                        }
                    }
                }
                let len = short(self.program.faces.len()) - start;
                self.push(Op::Face { start, len });
            }
            Node::Turn(turns) => {
                let mirrored = self.model.players.get(self.program.player).facing.mirrored;
                let start = short(self.program.turns.len());
                for turn in turns {
                    let clockwise = if mirrored { -turn } else { *turn };
                    self.program.turns.push(u8::try_from(clockwise.rem_euclid(8)).unwrap_or(0));
                }
                self.push(Op::Turn { start, len: short(turns.len()) });
            }
            Node::Look { negated, body } => {
                let look = self.push(Op::Look { negated: *negated, end: 0 });
                self.node(body);
                self.push(Op::Match);
                self.program.ops[look] = Op::Look { negated: *negated, end: self.here() };
            }
            Node::Then => {
                self.push(Op::Then);
            }
            Node::Stay => {
                self.push(Op::Stay);
            }
            besides => self.besides(besides),
        }
    }

    /// What a move does besides its walk.
    fn besides(&mut self, node: &Node) {
        match node {
            Node::Flip(step) => {
                let test = self.conditions.add_flipped(&step.test, self.program.player);
                self.push(Op::Flip { test });
            }
            Node::Again { optional } => {
                self.push(Op::Again { optional: *optional });
            }
            Node::Also { body } => {
                let also = self.push(Op::Also { end: 0 });
                self.node(body);
                self.push(Op::Match);
                self.program.ops[also] = Op::Also { end: self.here() };
            }
            Node::Place(piece) => {
                let neutral = self.model.piece(*piece).neutral;
                let piece = match neutral {
                    true => Code::neutral(*piece),
                    false => Code::of(*piece, self.program.player),
                };
                self.push(Op::Place { piece });
            }
            _ => {}
        }
    }

    fn alternatives(&mut self, nodes: &[Node]) {
        let mut jumps = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            if i + 1 == nodes.len() {
                self.node(node);
                break;
            }
            let fork = self.push(Op::Fork { other: 0 });
            self.node(node);
            jumps.push(self.push(Op::Jump { to: 0 }));
            self.program.ops[fork] = Op::Fork { other: self.here() };
        }
        for jump in jumps {
            self.program.ops[jump] = Op::Jump { to: self.here() };
        }
    }

    fn repeat(&mut self, body: &Node, least: u32, most: Option<u32>) {
        for _ in 0..least {
            self.node(body);
        }
        let Some(most) = most else {
            let fork = self.push(Op::Fork { other: 0 });
            self.node(body);
            self.push(Op::Jump { to: short(fork) });
            self.program.ops[fork] = Op::Fork { other: self.here() };
            return;
        };
        let forks: Vec<usize> = (least..most)
            .map(|_| {
                let fork = self.push(Op::Fork { other: 0 });
                self.node(body);
                fork
            })
            .collect();
        for fork in forks {
            self.program.ops[fork] = Op::Fork { other: self.here() };
        }
    }
}

fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// Whether many ways through a walk may lead to the same place: turns within repetitions, or many alternatives.
fn tangled(node: &Node) -> bool {
    fn choices(node: &Node, repeated: bool) -> u64 {
        const MANY: u64 = 1_000;
        let all =
            |nodes: &[Node]| nodes.iter().fold(0, |n, x| choices(x, repeated).saturating_add(n));
        match node {
            Node::Seq(nodes) => all(nodes),
            Node::Alt(nodes) => {
                all(nodes).saturating_add(if repeated { MANY } else { nodes.len() as u64 - 1 })
            }
            Node::Repeat { body, .. } => choices(body, true).saturating_add(1),
            Node::Face(_) | Node::Turn(_) if repeated => MANY,
            Node::Again { .. } => MANY,
            Node::Look { .. }
            | Node::Also { .. }
            | Node::Flip(_)
            | Node::Place(_)
            | Node::Step(_)
            | Node::Face(_)
            | Node::Turn(_)
            | Node::Then
            | Node::Stay => 0,
        }
    }
    choices(node, false) > 8
}
