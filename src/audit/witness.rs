//! Positions in which a rule makes a move, found from the rule itself: its ways are gone with what each square would have to
//! hold, so that a rule for which nothing is found can never be played, whatever stands on the board. What a look must not find
//! is taken for not found; so too much is thought possible, never too little.

use crate::ids::{Cell, CellSet, Code, DirectionId, Mask};
use crate::ir::{Game, Op, Program};
use std::collections::HashSet;

/// States of one rule that are looked at; what needs more is taken for possible.
const MOST_STATES: usize = 60_000;

/// What the squares must hold for a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Demands {
    /// What may stand on each square of which something is asked.
    pub(super) cells: Vec<(Cell, Mask)>,
    /// A square on the opponent's trail, and whose trail it may be.
    pub(super) trail: Option<(Cell, Mask)>,
}

/// A look that is being taken, and where the walk goes on behind it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Look {
    end: u16,
    cell: Cell,
    direction: DirectionId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    pc: u16,
    direction: DirectionId,
    cell: Cell,
    anchor: Cell,
    stay: bool,
    captured: Vec<Cell>,
    demands: Demands,
    looks: Vec<Look>,
}

/// What is asked of a way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// That it makes a move.
    All,
    /// The same, but it may end where it began.
    NotIdle,
    /// Only that every square by itself can hold what it must.
    Apart,
}

/// A search from one square, or from the hand.
pub(super) struct Search<'a> {
    game: &'a Game,
    program: &'a Program,
    origin: Cell,
    asked: Asked,
    states: usize,
}

impl<'a> Search<'a> {
    /// From `origin`; [`Cell::NONE`] for a drop.
    pub(super) fn new(game: &'a Game, program: &'a Program, origin: Cell) -> Self {
        Self { game, program, origin, asked: Asked::All, states: 0 }
    }

    /// Gives the demands of every way that ends in a move to `found`, until that says to stop. Whether all ways were gone.
    pub(super) fn run(&mut self, mut found: impl FnMut(&Demands) -> bool) -> bool {
        if self.program.from.as_ref().is_some_and(|f| !f.contains(self.origin)) {
            return true;
        }
        // What such a rule does depends on more than what its squares hold.
        if self.program.runs_on_position() {
            return false;
        }
        let mut seen = HashSet::new();
        let mut stack = vec![State {
            pc: 0,
            direction: DirectionId(0),
            cell: self.origin,
            anchor: self.origin,
            stay: false,
            captured: Vec::new(),
            demands: Demands::default(),
            looks: Vec::new(),
        }];
        while let Some(state) = stack.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            self.states += 1;
            if self.states > MOST_STATES {
                return false;
            }
            if self.program.ops[usize::from(state.pc)] == Op::Accept {
                if let Some(demands) = self.accept(state)
                    && !found(&demands)
                {
                    return false;
                }
            } else {
                self.advance(state, &mut stack);
            }
        }
        true
    }

    fn advance(&self, mut state: State, stack: &mut Vec<State>) {
        let (program, topology) = (self.program, &self.game.topology);
        let op = program.ops[usize::from(state.pc)];
        state.pc += 1;
        match op {
            Op::Face { start, len } => {
                let faces = program.faces[usize::from(start)..].iter().take(usize::from(len));
                stack.extend(faces.map(|face| State { direction: *face, ..state.clone() }));
            }
            Op::Turn { start, len } => {
                let turned = &topology.turned[state.direction.index()];
                for turn in program.turns[usize::from(start)..].iter().take(usize::from(len)) {
                    if let Some(direction) = turned[usize::from(*turn)] {
                        stack.push(State { direction, ..state.clone() });
                    }
                }
            }
            Op::Step { test, capture } => {
                let cell = topology.step(state.direction, state.cell);
                if cell.is_some() {
                    self.enter(State { cell, ..state }, test.index(), capture, stack);
                }
            }
            Op::Put { test } => {
                for cell in topology.exists.iter() {
                    let put = State { cell, anchor: cell, ..state.clone() };
                    self.enter(put, test.index(), false, stack);
                }
            }
            Op::Fork { other } => {
                stack.push(State { pc: other, ..state.clone() });
                stack.push(state);
            }
            Op::Jump { to } => stack.push(State { pc: to, ..state }),
            Op::Look { negated: true, end } => {
                if self.want_not(&mut state) {
                    stack.push(State { pc: end, ..state });
                }
            }
            Op::Look { negated: false, end } => {
                state.looks.push(Look { end, cell: state.cell, direction: state.direction });
                stack.push(state);
            }
            Op::Match => {
                if topology.exists.contains(state.cell)
                    && let Some(Look { end, cell, direction }) = state.looks.pop()
                {
                    stack.push(State { pc: end, cell, direction, ..state });
                }
            }
            Op::Then => {
                let stands = self.can_stand(&mut state);
                stack.extend(stands.then_some(State { anchor: state.cell, ..state }));
            }
            Op::Stay => stack.push(State { stay: true, ..state }),
            Op::Accept
            | Op::Flip { .. }
            | Op::Again { .. }
            | Op::Also { .. }
            | Op::Place { .. } => {}
        }
    }

    /// Steps onto the cell of a state.
    fn enter(&self, mut state: State, test: usize, capture: bool, stack: &mut Vec<State>) {
        let (cell, looking) = (state.cell, !state.looks.is_empty());
        let outside = |within: &CellSet| !within.contains(cell);
        if !looking && self.program.within.as_ref().is_some_and(outside) {
            return;
        }
        let condition = &self.game.conditions[test];
        if let Some(test) = condition.trail.as_ref().filter(|_| !looking)
            && state.demands.trail.is_none()
            && test.cells.at(cell).has(Code::EMPTY)
        {
            let mut taken = state.clone();
            if self.want(&mut taken, Code::EMPTY.mask()) {
                taken.demands.trail = Some((cell, test.owners));
                // What is captured stands elsewhere; that something is captured is what counts.
                taken.captured.push(Cell::NONE);
                stack.push(taken);
            }
        }
        if self.want(&mut state, condition.plain.at(cell)) {
            if capture && !looking {
                state.captured.push(cell);
            }
            stack.push(state);
        }
    }

    /// Asks that a look at `state.pc` finds nothing, if it takes one step; one that goes further is taken for so.
    fn want_not(&self, state: &mut State) -> bool {
        let at = usize::from(state.pc);
        let [Op::Face { start, len }, Op::Step { test, .. }, Op::Match] =
            self.program.ops[at..][..3.min(self.program.ops.len() - at)]
        else {
            return true;
        };
        let from = state.cell;
        let all = Mask((1 << self.game.codes()) - 1);
        let holds = self.program.faces[usize::from(start)..].iter().take(usize::from(len)).all(
            |direction| {
                let cell = self.game.topology.step(*direction, from);
                if !cell.is_some() || !self.game.topology.exists.contains(cell) {
                    return true;
                }
                state.cell = cell;
                let plain = self.game.conditions[test.index()].plain.at(cell);
                self.want(state, all.without(plain))
            },
        );
        state.cell = from;
        holds
    }

    /// Asks that one of these stands on the cell of a state; false if that contradicts what was asked before.
    fn want(&self, state: &mut State, mask: Mask) -> bool {
        let cell = state.cell;
        if self.asked == Asked::Apart {
            return !mask.is_none();
        }
        let exists = self.game.topology.exists.contains(cell);
        if cell == self.origin || state.captured.contains(&cell) || !exists {
            return mask.has(Code::EMPTY);
        }
        narrow(&mut state.demands.cells, cell, mask)
    }

    fn can_stand(&self, state: &mut State) -> bool {
        let exists = state.cell == self.origin || self.game.topology.exists.contains(state.cell);
        exists && self.want(state, Code::EMPTY.mask())
    }

    fn accept(&self, mut state: State) -> Option<Demands> {
        if !state.stay && !self.can_stand(&mut state) {
            return None;
        }
        if let Some(to) = self.program.to {
            let mask = self.game.conditions[to.index()].plain.at(state.cell);
            let fits = if self.asked == Asked::Apart {
                !mask.is_none()
            } else if state.cell == self.origin {
                mask.has(Code::EMPTY)
            } else {
                // Of a captured piece: what stood there before.
                narrow(&mut state.demands.cells, state.cell, mask)
            };
            if !fits {
                return None;
            }
        }
        let to = if state.stay { state.anchor } else { state.cell };
        let idle = to == self.origin && state.captured.is_empty();
        (!idle || self.asked != Asked::All).then_some(state.demands)
    }
}

fn narrow(cells: &mut Vec<(Cell, Mask)>, cell: Cell, mask: Mask) -> bool {
    match cells.iter_mut().find(|(known, _)| *known == cell) {
        Some((_, known)) => {
            *known = known.and(mask);
            !known.is_none()
        }
        None => {
            cells.push((cell, mask));
            !mask.is_none()
        }
    }
}

/// The squares from which a program may start; of a drop the hand.
fn origins(game: &Game, program: &Program) -> Vec<Cell> {
    if program.drop { vec![Cell::NONE] } else { game.topology.exists.iter().collect() }
}

/// Why no position at all lets a program make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Never {
    /// What it asks for cannot come together.
    Contradicts,
    /// It ends where it began, and nothing has changed.
    Idle,
    /// From every square it leads off the board, or to squares that can never hold what they must.
    Nowhere,
}

/// Why a program never makes a move; none if it can make one, or if that cannot be told.
pub(super) fn never(game: &Game, program: &Program) -> Option<Never> {
    let fails = |asked: Asked| {
        let search = |origin| Search { asked, ..Search::new(game, program, origin) };
        origins(game, program).into_iter().all(|origin| search(origin).run(|_| false))
    };
    fails(Asked::All).then(|| {
        if fails(Asked::Apart) {
            Never::Nowhere
        } else if fails(Asked::NotIdle) {
            Never::Contradicts
        } else {
            Never::Idle
        }
    })
}

/// Demands of ways of a program, from every square the first few.
pub(super) fn samples(game: &Game, program: &Program, each: usize) -> Vec<(Cell, Demands)> {
    let mut all = Vec::new();
    for origin in origins(game, program) {
        let mut left = each;
        Search::new(game, program, origin).run(|demands| {
            all.push((origin, demands.clone()));
            left -= 1;
            left > 0
        });
    }
    all
}
