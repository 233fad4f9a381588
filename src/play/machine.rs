//! Runs one program on a position: the plain interpreter. Every way to match the walk is reported once or more often;
//! whoever asks for moves leaves out repetitions.

mod besides;

use crate::ids::{Cell, Code, ConditionId, DirectionId, Mask};
use crate::ir::{Game, Op, Program};
use crate::play::look::{self, Spot};
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::trace::Step;
use smallvec::SmallVec;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

/// Most states that one run may go through; a walk that needs more has too many ways to be enumerated.
const MOST_STATES: usize = 1 << 19;
/// The same of a lenient run, which goes ways that are barred.
const MOST_LENIENT: usize = 1 << 16;

/// How many states wait at once in usual runs.
const USUAL_STATES: usize = 16;

/// Most obstacles on one way: a rule that needs more to be gone leads nowhere worth telling of.
const MOST_OBSTACLES: usize = 64;

/// A state of a run.
#[derive(Debug, PartialEq, Eq, Hash)]
struct State {
    pc: u16,
    direction: DirectionId,
    cell: Cell,
    anchor: Cell,
    entry: Cell,
    before: u8,
    stay: bool,
    captures: SmallVec<[Cell; 4]>,
    /// Cells whose pieces change sides.
    flips: SmallVec<[Cell; 4]>,
    /// Where the piece has come to stand, once it has.
    stood: Cell,
    /// Captures and flips made before that.
    ready: (u8, u8),
    /// What is put where the way ends, once it goes on to that.
    placing: Code,
    on_trail: Cell,
    passed: SmallVec<[Cell; 4]>,
    /// In a lenient run: what stood in the way, as numbers of [`Run::obstacles`]; each once.
    obstacles: SmallVec<[u16; 4]>,
    past: Past,
}

impl Clone for State {
    /// The lists are copied in one piece: cloned by element, they take as long as all else that a run does.
    fn clone(&self) -> Self {
        Self {
            captures: SmallVec::from_slice(&self.captures),
            flips: SmallVec::from_slice(&self.flips),
            passed: SmallVec::from_slice(&self.passed),
            obstacles: SmallVec::from_slice(&self.obstacles),
            ..*self
        }
    }
}

/// How a state was come to; two states that differ in it alone are the same state, or walks in a circle had no end.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    /// In a lenient run: steps made before the first obstacle.
    clear: u16,
    /// In a run that keeps its ways: the last step taken, counted from 1 in [`Run::steps`]; 0 of a walk not begun.
    last: usize,
}

impl PartialEq for Past {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What a step is taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The piece walks.
    Walk,
    /// Something is looked at.
    Look,
    /// Something is done from where the piece stands.
    Also,
}

/// What a run met on a way: what is to be said of it besides the move that it is or would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met<'a> {
    /// What stands in it (nothing, unless the run is lenient).
    pub(super) obstacles: &'a [Obstacle],
    /// Steps that can be made before the first obstacle, in a lenient run.
    pub(super) clear: u16,
    /// The steps, if the run keeps them.
    pub(super) steps: &'a [Step],
}

/// What keeps a walk from being walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Obstacle {
    /// The cell is not as the rule demands.
    Cell {
        /// Which.
        cell: Cell,
        /// What may stand there.
        wanted: Mask,
        /// Whether it would be captured.
        capture: bool,
    },
    /// The piece starts outside the rule's `from`.
    From,
    /// The cell is outside the rule's `within`.
    Within(Cell),
    /// A `when` of the rule does not hold.
    When,
    /// The last cell is not what the rule's `to` demands.
    To(Cell),
    /// The rule goes on from the cell, as long as it can.
    GoesOn(Cell),
}

/// A run of a program.
pub(super) struct Run<'a> {
    game: &'a Game,
    position: &'a Position,
    program: &'a Program,
    origin: Cell,
    seen: HashSet<State>,
    states: usize,
    limit: usize,
    tracer: Option<&'a mut dyn FnMut(Step)>,
    lenient: bool,
    keeps_ways: bool,
    /// The obstacles met on any way.
    obstacles: Vec<Obstacle>,
    /// The steps of all ways, each with the one before it, counted as in [`Past`].
    steps: Vec<(Step, usize)>,
}

impl<'a> Run<'a> {
    /// A run for the piece on `origin`; [`Cell::NONE`] for a drop.
    pub(super) fn new(
        game: &'a Game,
        position: &'a Position,
        program: &'a Program,
        origin: Cell,
    ) -> Self {
        Self {
            game,
            position,
            program,
            origin,
            seen: HashSet::new(),
            states: 0,
            limit: MOST_STATES,
            tracer: None,
            lenient: false,
            keeps_ways: false,
            obstacles: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Reports every step that is tried.
    pub(super) fn traced(mut self, tracer: &'a mut dyn FnMut(Step)) -> Self {
        self.tracer = Some(tracer);
        self
    }

    /// Gives up after so many states.
    pub(super) fn limited(mut self, states: usize) -> Self {
        self.limit = states;
        self
    }

    /// How many states it has gone through.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Goes on where a condition does not hold, and notes it.
    pub(super) fn lenient(mut self) -> Self {
        self.lenient = true;
        self.limit = self.limit.min(MOST_LENIENT);
        self
    }

    /// Remembers the steps of every way.
    pub(super) fn keeping_ways(mut self) -> Self {
        self.keeps_ways = true;
        self
    }

    /// Gives every match to `found`. False if there are too many ways to go through them all.
    pub(super) fn matches(&mut self, mut found: impl FnMut(Move)) -> bool {
        self.ways(|played, _| found(played))
    }

    /// Gives every match to `found`, with what is to be said of the way.
    pub(super) fn ways(&mut self, mut found: impl FnMut(Move, Met<'_>)) -> bool {
        self.ways_until(|played, met| {
            found(played, met);
            false
        })
    }

    /// Whether a match is wanted; none is looked for after the first.
    pub(super) fn any(&mut self, mut wanted: impl FnMut(&Move) -> bool) -> bool {
        let mut any = false;
        self.ways_until(|played, _| {
            any = wanted(&played);
            any
        });
        any
    }

    /// Gives matches to `found` until it says that it is enough.
    fn ways_until(&mut self, mut found: impl FnMut(Move, Met<'_>) -> bool) -> bool {
        let mut start = State {
            pc: 0,
            direction: DirectionId(0),
            cell: self.origin,
            anchor: self.origin,
            entry: Cell::NONE,
            before: 0,
            stay: false,
            captures: SmallVec::new(),
            flips: SmallVec::new(),
            stood: Cell::NONE,
            ready: (0, 0),
            placing: Code::EMPTY,
            on_trail: Cell::NONE,
            passed: SmallVec::new(),
            obstacles: SmallVec::new(),
            past: Past::default(),
        };
        let inside = self.program.from.as_ref().is_none_or(|f| f.contains(self.origin));
        if !inside && !self.hinder(&mut start, Obstacle::From) {
            return true;
        }
        let mut stack = Vec::with_capacity(USUAL_STATES);
        stack.push(start);
        while let Some(state) = stack.pop() {
            if self.program.tangled && !self.seen.insert(state.clone()) {
                continue;
            }
            self.states += 1;
            if self.states > self.limit {
                return false;
            }
            if self.program.ops[usize::from(state.pc)] == Op::Accept {
                if self.accept(state, &mut found) {
                    return true;
                }
            } else {
                self.advance(state, &mut stack, Mode::Walk);
            }
        }
        true
    }

    /// What stands on a cell while the piece walks: its own cell and those it has captured are empty, and what has changed sides
    /// has. When it has come to stand it stands there.
    fn content(&self, state: &State, cell: Cell) -> Code {
        let taken = || state.captures.contains(&cell) && !self.game.laws.captures_afterwards;
        if cell == state.stood && cell.is_some() {
            self.program.piece
        } else if cell == self.origin || taken() {
            Code::EMPTY
        } else if state.flips.contains(&cell) {
            self.position.at(cell).flipped()
        } else {
            self.position.at(cell)
        }
    }

    /// Carries out one instruction; what comes of it goes onto the stack, the first to be followed last.
    fn advance(&mut self, mut state: State, stack: &mut Vec<State>, mode: Mode) {
        let program = self.program;
        let op = program.ops[usize::from(state.pc)];
        state.pc += 1;
        match op {
            Op::Face { start, len } => {
                for face in program.faces[range(start, len)].iter().rev() {
                    stack.push(State { direction: *face, ..state.clone() });
                }
            }
            Op::Turn { start, len } => {
                let turned = &self.game.topology.turned[state.direction.index()];
                for turn in program.turns[range(start, len)].iter().rev() {
                    if let Some(direction) = turned[usize::from(*turn)] {
                        stack.push(State { direction, ..state.clone() });
                    }
                }
            }
            Op::Step { test, capture } => {
                let cell = self.game.topology.step(state.direction, state.cell);
                self.enter(state, cell, (test, capture), stack, mode);
            }
            Op::Put { test } => {
                for cell in
                    self.game.topology.all().filter(|c| self.game.topology.exists.contains(*c))
                {
                    let put = State { anchor: cell, entry: cell, ..state.clone() };
                    self.enter(put, cell, (test, false), stack, mode);
                }
            }
            Op::Fork { other } => {
                stack.push(State { pc: other, ..state.clone() });
                stack.push(state);
            }
            Op::Jump { to } => stack.push(State { pc: to, ..state }),
            Op::Look { negated, end } => {
                if self.look(&state) == negated
                    && (mode != Mode::Walk || !self.hinder(&mut state, Obstacle::When))
                {
                    return;
                }
                stack.push(State { pc: end, ..state });
            }
            Op::Then => {
                if self.can_stand(&state) {
                    let before = u8::try_from(state.captures.len()).unwrap_or(u8::MAX);
                    stack.push(State { anchor: state.cell, before, ..state });
                }
            }
            Op::Stay => stack.push(State { stay: true, ..state }),
            besides => self.besides(besides, state, stack, mode),
        }
    }

    /// Whether a look matches. Who traces is told its steps.
    fn look(&mut self, state: &State) -> bool {
        if self.tracer.is_some() {
            return self.looks(state.clone());
        }
        let State { pc, direction, cell, .. } = *state;
        let content = |c: Cell| self.content(state, c);
        look::reaches(self.game, self.program, Spot { pc, direction, cell }, &content)
    }

    /// The same, step by step.
    fn looks(&mut self, start: State) -> bool {
        let mut stack = vec![start];
        let mut seen = HashSet::new();
        while let Some(state) = stack.pop() {
            self.states += 1;
            if self.states > self.limit {
                return false;
            }
            if self.program.tangled && !seen.insert(state.clone()) {
                continue;
            }
            if self.program.ops[usize::from(state.pc)] == Op::Match {
                if self.game.topology.exists.contains(state.cell) {
                    return true;
                }
            } else {
                self.advance(state, &mut stack, Mode::Look);
            }
        }
        false
    }

    fn enter(
        &mut self,
        mut state: State,
        cell: Cell,
        (test, capture): (ConditionId, bool),
        stack: &mut Vec<State>,
        mode: Mode,
    ) {
        let pc = state.pc - 1;
        let (looking, walking) = (mode == Mode::Look, mode == Mode::Walk);
        let outside = walking
            && self.program.within.as_ref().is_some_and(|w| cell.is_some() && !w.contains(cell));
        let mut step = Step { from: state.cell, cell, test, capture, pc, holds: false, looking };
        if !cell.is_some() || outside {
            self.trace(step);
            if !outside || !self.hinder(&mut state, Obstacle::Within(cell)) {
                return;
            }
        }
        let exists = self.game.topology.exists.contains(cell);
        let content = self.content(&state, cell);
        let condition = &self.game.conditions[test.index()];
        let twice = capture && state.captures.contains(&cell);
        let plain = condition.plain.at(cell).has(content) && !twice;
        let owner = if !walking { None } else { self.trail_owner(&state, cell, condition) };
        step.holds = plain || owner.is_some();
        self.trace(step);
        if self.keeps_ways && walking {
            self.steps.push((step, state.past.last));
            state.past.last = self.steps.len();
        }
        state.cell = cell;
        if self.lenient && walking && state.obstacles.is_empty() && (plain || owner.is_some()) {
            state.past.clear = state.past.clear.saturating_add(1);
        }
        let leaves = exists && walking && self.program.leaves_trail;
        if leaves && !state.passed.contains(&cell) {
            state.passed.push(cell);
        }
        if let Some(owner) = owner {
            let mut taken = State { on_trail: cell, ..state.clone() };
            taken.captures.push(owner);
            stack.push(taken);
        } else if !plain && walking {
            let wanted = condition.plain.at(cell);
            if self.hinder(&mut state, Obstacle::Cell { cell, wanted, capture }) {
                stack.push(state);
            }
            return;
        }
        if plain {
            if capture && !looking {
                state.captures.push(cell);
            }
            stack.push(state);
        }
    }

    /// Where the piece stands that would be captured on its trail by a step to `cell`.
    fn trail_owner(
        &self,
        state: &State,
        cell: Cell,
        condition: &crate::ir::Condition,
    ) -> Option<Cell> {
        let test = condition.trail.as_ref()?;
        let trail = self.position.trail.as_ref()?;
        let open = trail.cells.contains(&cell) && self.position.at(cell).is_empty();
        let counts = test.owners.has(self.content(state, trail.owner))
            && test.cells.at(cell).has(Code::EMPTY);
        (open && counts).then_some(trail.owner)
    }

    fn trace(&mut self, step: Step) {
        if let Some(tracer) = &mut self.tracer {
            tracer(step);
        }
    }

    /// Whether the piece could stand where it is.
    fn can_stand(&self, state: &State) -> bool {
        let exists = state.cell == self.origin || self.game.topology.exists.contains(state.cell);
        // What is removed afterwards is gone where the piece comes to stand on it.
        exists
            && (self.content(state, state.cell).is_empty() || state.captures.contains(&state.cell))
    }

    /// Whether the last cell was what the rule's `to` demands before the move, the piece itself lifted.
    fn ends_well(&self, state: &State) -> bool {
        let Some(to) = self.program.to else { return true };
        let lifted = state.cell == self.origin;
        let was = if lifted { Code::EMPTY } else { self.position.at(state.cell) };
        self.game.conditions[to.index()].plain.at(state.cell).has(was)
    }

    /// Notes an obstacle; whether the walk goes on nevertheless.
    fn hinder(&mut self, state: &mut State, obstacle: Obstacle) -> bool {
        if !self.lenient {
            return false;
        }
        let known = self.obstacles.iter().position(|o| *o == obstacle);
        let number = known.unwrap_or_else(|| {
            self.obstacles.push(obstacle);
            self.obstacles.len() - 1
        });
        let Ok(number) = u16::try_from(number) else { return false };
        if !state.obstacles.contains(&number) {
            state.obstacles.push(number);
        }
        state.obstacles.len() <= MOST_OBSTACLES
    }

    /// The steps that led to a state.
    fn way(&self, state: &State) -> Vec<Step> {
        let mut way = Vec::new();
        let mut last = state.past.last;
        while let Some((step, before)) = last.checked_sub(1).and_then(|n| self.steps.get(n)) {
            way.push(*step);
            last = *before;
        }
        way.reverse();
        way
    }

    fn accept(&mut self, mut state: State, found: &mut impl FnMut(Move, Met<'_>) -> bool) -> bool {
        let program = self.program;
        if !self.stands(&mut state) {
            return false;
        }
        let to = state.stood;
        let Some(effects) = self.effects(&mut state) else { return false };
        let nothing = state.captures.is_empty() && effects.is_none();
        if to == self.origin && nothing && !self.lenient {
            return false;
        }
        let all = u8::try_from(state.captures.len()).unwrap_or(u8::MAX);
        let shots = all.saturating_sub(if state.stay { state.before } else { state.ready.0 });
        let passed =
            state.passed.iter().filter(|c| **c != to && **c != state.entry && **c != self.origin);
        let trail: SmallVec<[Cell; 2]> = passed.copied().collect();
        let becomes = if program.drop {
            vec![program.piece]
        } else {
            self.game.becomes(program.piece, self.origin, to)
        };
        let all = state.obstacles.iter().map(|n| self.obstacles[usize::from(*n)]);
        let (obstacles, steps): (Vec<Obstacle>, _) = (all.collect(), self.way(&state));
        for becomes in becomes {
            let played = Move {
                rule: program.rule,
                piece: program.piece,
                from: self.origin,
                entry: state.entry,
                to,
                becomes,
                captures: state.captures.iter().copied().collect(),
                shots,
                on_trail: state.on_trail,
                partner: None,
                trail: trail.clone(),
                effects: effects.clone(),
            };
            let clear = state.past.clear;
            if found(played, Met { obstacles: &obstacles, clear, steps: &steps }) {
                return true;
            }
        }
        false
    }
}

fn range(start: u16, len: u16) -> std::ops::Range<usize> {
    usize::from(start)..usize::from(start) + usize::from(len)
}
