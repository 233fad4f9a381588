//! What a move does besides its walk: pieces that change sides, ways that go on, what is done from where the piece stands,
//! and what is put on the board.

use crate::ids::{Cell, Code};
use crate::ir::Op;
use crate::play::machine::{Mode, Obstacle, Run, State};
use crate::play::moves::Effects;
use smallvec::SmallVec;
use std::collections::HashSet;

impl Run<'_> {
    /// Carries out one of the instructions of this file.
    pub(super) fn besides(&mut self, op: Op, mut state: State, stack: &mut Vec<State>, mode: Mode) {
        match op {
            Op::Flip { test } => {
                let cell = self.game.topology.step(state.direction, state.cell);
                if state.flips.contains(&cell) {
                    return;
                }
                let first = stack.len();
                self.enter(state, cell, (test, false), stack, mode);
                stack[first..].iter_mut().for_each(|s| s.flips.push(cell));
            }
            Op::Again { optional } => self.again(state, optional, stack),
            Op::Also { end } if self.stands(&mut state) => {
                self.also(&mut state);
                stack.push(State { pc: end, ..state });
            }
            Op::Place { piece } if self.stands(&mut state) => {
                stack.push(State { cell: state.stood, placing: piece, ..state });
            }
            _ => {}
        }
    }

    /// The piece stands where it is, and goes on from there if that leads anywhere; if not, or if it may stop, it stops.
    fn again(&mut self, mut state: State, optional: bool, stack: &mut Vec<State>) {
        if !self.stands(&mut state) {
            return;
        }
        let on = State {
            pc: 0,
            cell: state.stood,
            anchor: state.stood,
            stood: Cell::NONE,
            ..state.clone()
        };
        let from = self.program.from.as_ref().is_none_or(|f| f.contains(on.cell));
        let goes_on = from && state.obstacles.is_empty() && (optional || self.leads_on(&on));
        let unfinished = Obstacle::GoesOn(state.stood);
        if optional || !goes_on || self.hinder(&mut state, unfinished) {
            stack.push(state);
        }
        if goes_on {
            stack.push(on);
        }
    }

    /// Whether the piece can go on from a state to where it can stand again.
    fn leads_on(&mut self, start: &State) -> bool {
        let lenient = std::mem::take(&mut self.lenient);
        let mut stack = vec![start.clone()];
        let mut seen = HashSet::new();
        let mut found = false;
        while let Some(mut state) = stack.pop() {
            self.states += 1;
            if found || self.states > self.limit {
                break;
            }
            if !seen.insert(state.clone()) {
                continue;
            }
            if matches!(self.program.ops[usize::from(state.pc)], Op::Again { .. }) {
                found = self.stands(&mut state);
            } else {
                self.advance(state, &mut stack, Mode::Walk);
            }
        }
        self.lenient = lenient;
        found
    }

    /// Does what every way of an `also` does, all from the same state.
    fn also(&mut self, state: &mut State) {
        let start = State { cell: state.stood, ..state.clone() };
        let (captured, flipped) = (start.captures.len(), start.flips.len());
        let mut stack = vec![start];
        let mut seen = HashSet::new();
        while let Some(way) = stack.pop() {
            self.states += 1;
            if self.states > self.limit {
                return;
            }
            if self.program.tangled && !seen.insert(way.clone()) {
                continue;
            }
            if self.program.ops[usize::from(way.pc)] != Op::Match {
                self.advance(way, &mut stack, Mode::Also);
                continue;
            }
            add_new(&mut state.captures, &way.captures[captured..]);
            add_new(&mut state.flips, &way.flips[flipped..]);
        }
    }

    /// Whether the piece has come to stand, or does so now, where the state is.
    pub(super) fn stands(&mut self, state: &mut State) -> bool {
        if state.stood.is_some() {
            return true;
        }
        if !state.stay && !self.can_stand(state) {
            let (cell, wanted) = (state.cell, Code::EMPTY.mask());
            let filled = Obstacle::Cell { cell, wanted, capture: false };
            if !self.game.topology.exists.contains(cell) || !self.lenient {
                return false;
            }
            // What the last step met there says it already.
            let told = state.obstacles.iter().any(|n| {
                matches!(self.obstacles[usize::from(*n)], Obstacle::Cell { cell: c, .. } if c == cell)
            });
            if !told && !self.hinder(state, filled) {
                return false;
            }
        }
        if !self.ends_well(state) {
            let unfit = Obstacle::To(state.cell);
            if !self.hinder(state, unfit) {
                return false;
            }
        }
        let short = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        state.ready = (short(state.captures.len()), short(state.flips.len()));
        state.stood = if state.stay { state.anchor } else { state.cell };
        true
    }

    /// What changes sides and what is put; none if it cannot be put where the way ends.
    #[expect(clippy::option_option, reason = "no effects are none")]
    pub(super) fn effects(&mut self, state: &mut State) -> Option<Option<Box<Effects>>> {
        let mut placed = None;
        if !state.placing.is_empty() {
            if !self.game.topology.exists.contains(state.cell) {
                return None;
            }
            if !self.content(state, state.cell).is_empty() {
                let (cell, wanted) = (state.cell, Code::EMPTY.mask());
                if !self.hinder(state, Obstacle::Cell { cell, wanted, capture: false }) {
                    return None;
                }
            }
            placed = Some((state.cell, state.placing));
        }
        let (flips, walked) = (state.flips.iter().copied().collect(), state.ready.1);
        let any = placed.is_some() || !state.flips.is_empty();
        Some(any.then(|| Box::new(Effects { flips, walked, placed, second: None })))
    }
}

fn add_new(all: &mut SmallVec<[Cell; 4]>, more: &[Cell]) {
    for cell in more {
        if !all.contains(cell) {
            all.push(*cell);
        }
    }
}
