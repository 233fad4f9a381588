//! Legal moves in few bytes, and the moves that they stand for.
//!
//! ```text
//! R a1 may go to {a2 a3 b1}           a1a2 a1a3 a1b1, eight bytes each; the rule is sought only when a move is shown
//! ```

use crate::ids::{Cell, Code};
use crate::ir::{Emit, Plain};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::posts::Marked;
use crate::play::fast::set::Set;
use crate::play::fast::trial::Candidate;
use crate::play::moves::Move;

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A plain move.
    Plain,
    /// A plain drop.
    Drop,
    /// A plain move that leaves a trail: one of its post's.
    Marked,
    /// Any other move: one of [`List::others`].
    Other,
}

/// A legal move in eight bytes, from the lowest bit: 16 of the cell where it goes and 16 of that where it comes from (or 32 of a
/// place among [`List::others`]), 8 each of what the piece is and becomes, 2 of the shape, 14 of which of its post's marked moves
/// it is. Whether it captures the board says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u64);

impl Step {
    #[inline(always)]
    fn of(shape: Shape, place: u32, code: u8, becomes: u8) -> Self {
        let [code, becomes, shape] = [code, becomes, shape as u8].map(u64::from);
        Self(u64::from(place) | code << 32 | becomes << 40 | shape << 48)
    }

    /// A plain move from a cell, or a drop: its place is still to be said.
    #[inline(always)]
    pub(super) fn from(from: Option<usize>, code: u8) -> Self {
        match from {
            Some(from) => Self::of(Shape::Plain, u32::from(small(from)) << 16, code, code),
            None => Self::of(Shape::Drop, u32::from(Cell::NONE.0) << 16, code, code),
        }
    }

    /// The same to a cell; said once.
    #[inline(always)]
    pub(super) fn to(self, cell: usize) -> Self {
        Self(self.0 | cell as u64)
    }

    /// One from the first cell as one by so far: its place is still to be said, by [`Step::along`].
    pub(super) fn by(self, by: isize) -> Self {
        Self(self.0.wrapping_add_signed(-(by as i64) << 16))
    }

    /// The same to a cell; said once.
    #[inline(always)]
    pub(super) fn along(self, to: usize) -> Self {
        // Both cells at once.
        Self(self.0.wrapping_add(to as u64 * 0x1_0001))
    }

    /// A plain move as one of its post's marked moves, by number; said once.
    #[inline(always)]
    pub(super) fn marked(self, number: usize) -> Self {
        Self(self.0 | (Shape::Marked as u64) << 48 | (number as u64) << 50)
    }

    /// Which of its post's marked moves it is.
    #[inline(always)]
    fn mark(self) -> usize {
        (self.0 >> 50) as usize
    }

    /// The same with another code that the piece becomes.
    #[inline(always)]
    pub(super) fn becoming(self, code: u8) -> Self {
        Self(self.0 & !(0xff << 40) | u64::from(code) << 40)
    }

    #[inline(always)]
    fn byte(self, shift: u32) -> u8 {
        (self.0 >> shift).to_le_bytes()[0]
    }

    /// What the piece is.
    #[inline(always)]
    pub(super) fn code(self) -> u8 {
        self.byte(32)
    }

    /// What it becomes.
    #[inline(always)]
    pub(super) fn becomes(self) -> u8 {
        self.byte(40)
    }

    #[inline(always)]
    pub(super) fn shape(self) -> Shape {
        match self.byte(48) & 3 {
            0 => Shape::Plain,
            1 => Shape::Drop,
            2 => Shape::Marked,
            _ => Shape::Other,
        }
    }

    /// Its place among [`List::others`].
    #[inline(always)]
    fn index(self) -> usize {
        (self.0 & 0xffff_ffff) as usize
    }

    /// Of any but other moves: from where, and where to.
    #[inline(always)]
    pub(super) fn cells(self) -> (usize, usize) {
        ((self.0 >> 16 & 0xffff) as usize, (self.0 & 0xffff) as usize)
    }
}

/// Legal moves of a position.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The first `number` of these; what comes behind is left over.
    steps: Vec<Step>,
    number: usize,
    others: Vec<Move>,
    /// Whether they are wanted piece by piece, as people are shown them.
    pub(super) in_order: bool,
    /// Whether nothing but captures is wanted once there is one, and whether there is.
    pub(super) must_capture: bool,
    captured: bool,
}

impl List {
    /// Empty, for moves piece by piece.
    pub(super) fn in_order() -> Self {
        Self { in_order: true, ..Self::default() }
    }

    pub(super) fn clear(&mut self) {
        self.number = 0;
        self.captured = false;
        if !self.others.is_empty() {
            self.others.clear();
        }
    }

    /// Of cells where a piece may go, those where it is wanted to: with the first capture, where captures are compulsory, all
    /// other moves go.
    #[inline(always)]
    pub(super) fn wanted<const W: usize>(&mut self, cells: Set<W>, enemy: &Set<W>) -> Set<W> {
        if !self.must_capture {
            return cells;
        }
        let takes = cells.and(enemy);
        self.wants(!takes.is_empty());
        if self.captured { takes } else { cells }
    }

    /// Whether a move is wanted.
    #[inline]
    pub(super) fn wants(&mut self, captures: bool) -> bool {
        if self.must_capture && captures && !self.captured {
            self.clear();
            self.captured = true;
        }
        captures || !self.captured
    }

    /// Adds one move for each cell.
    #[inline(always)]
    pub(super) fn add_each<const W: usize>(&mut self, cells: Set<W>, step: impl Fn(usize) -> Step) {
        if cells.is_empty() {
            return;
        }
        let end = self.number + cells.len() as usize;
        let mut slots = match self.steps.get_mut(self.number..end) {
            Some(slots) => slots,
            None => {
                self.grow(end);
                &mut self.steps[self.number..end]
            }
        };
        for (n, mut word) in cells.0.into_iter().enumerate() {
            let (of_word, others) = if W == 1 {
                (slots, &mut [][..])
            } else {
                slots.split_at_mut(word.count_ones() as usize)
            };
            for slot in of_word {
                *slot = step(n * 64 + word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
            }
            slots = others;
        }
        self.number = end;
    }

    /// Adds a move.
    #[inline]
    pub(super) fn add(&mut self, step: Step) {
        if self.number == self.steps.len() {
            self.grow(self.number + 1);
        }
        self.steps[self.number] = step;
        self.number += 1;
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.steps.resize((2 * least).max(64), Step(0));
    }

    /// All moves.
    #[inline]
    pub(super) fn all(&self) -> &[Step] {
        &self.steps[..self.number]
    }

    /// Takes out the others.
    pub(super) fn keep(&mut self, mut kept: impl FnMut(&Self, Step) -> bool) {
        let mut number = 0;
        for n in 0..self.number {
            let step = self.steps[n];
            if kept(self, step) {
                self.steps[number] = step;
                number += 1;
            }
        }
        self.number = number;
    }

    /// Whether none of them does more than passing.
    pub(super) fn only_passes(&self) -> bool {
        self.all().iter().all(|s| self.is_pass(*s))
    }

    pub(super) fn is_pass(&self, step: Step) -> bool {
        step.shape() == Shape::Other && self.other(step).is_pass()
    }

    /// The move of a step that is neither plain nor marked.
    pub(super) fn other(&self, step: Step) -> &Move {
        &self.others[step.index()]
    }

    /// From where a step goes, and where to.
    pub(super) fn cells(&self, step: Step) -> (Cell, Cell) {
        match step.shape() {
            Shape::Plain | Shape::Drop | Shape::Marked => {
                let (from, to) = step.cells();
                (Cell(small(from)), Cell(small(to)))
            }
            Shape::Other => (self.other(step).from, self.other(step).to),
        }
    }

    /// Adds a move that is neither plain nor marked, if it is wanted.
    pub(super) fn add_wanted(&mut self, captures: bool, played: impl FnOnce() -> Move) {
        if self.wants(captures) {
            self.add_other(played());
        }
    }

    /// Adds such a move whatever is wanted; its step.
    pub(super) fn add_other(&mut self, played: Move) -> Step {
        let place = u32::try_from(self.others.len()).unwrap_or(u32::MAX);
        let step = Step::of(Shape::Other, place, played.piece.0, played.becomes.0);
        self.add(step);
        self.others.push(played);
        step
    }
}

/// The number of a cell as it is kept.
pub(super) fn small(cell: usize) -> u16 {
    u16::try_from(cell).unwrap_or(u16::MAX)
}

impl<'g, const W: usize> Engine<'g, W> {
    /// The moves of a list.
    pub(super) fn to_moves(&self, board: &Board<W>, list: List) -> Vec<Move> {
        list.all().iter().map(|step| self.step_to_move(board, &list, *step)).collect()
    }

    /// Whether a step captures, on the board on which it is to be made: plain moves take nothing but enemies.
    #[inline]
    pub(super) fn captures(&self, board: &Board<W>, list: &List, step: Step) -> bool {
        match step.shape() {
            Shape::Plain | Shape::Marked => board.at(step.cells().1) != 0,
            Shape::Drop => false,
            Shape::Other => !list.other(step).captures.is_empty(),
        }
    }

    /// Whether a step lets the clock go on: neither a capture nor a drop nor a move of an unquiet piece.
    #[inline]
    pub(super) fn is_quiet(&self, board: &Board<W>, list: &List, step: Step) -> bool {
        if self.is_unquiet(step) {
            return false;
        }
        if step.shape() == Shape::Other {
            let other = list.other(step);
            return other.captures.is_empty() && !other.is_drop() && other.effects.is_none();
        }
        step.shape() != Shape::Drop && board.at(step.cells().1) == 0
    }

    /// Whether a step is of an unquiet piece.
    #[inline(always)]
    pub(super) fn is_unquiet(&self, step: Step) -> bool {
        self.unquiet[usize::from(step.code()) % Code::END]
    }

    /// The marked move of a marked step.
    pub(super) fn marked(&self, step: Step) -> &Marked<W> {
        let post = self.post(step.code(), step.cells().0);
        &post.marked.of(&self.posts.marked)[step.mark()]
    }

    /// Its emit.
    pub(super) fn mark(&self, step: Step) -> &'g Emit {
        &self.forms.emits[self.marked(step).emit as usize]
    }

    /// The move of a step, on the board on which it is to be made.
    pub(super) fn step_to_move(&self, board: &Board<W>, list: &List, step: Step) -> Move {
        let (from, to) = list.cells(step);
        let emit = match step.shape() {
            Shape::Other => return list.other(step).clone(),
            Shape::Marked => self.mark(step),
            Shape::Plain | Shape::Drop => self.emit_of(board, step),
        };
        let captures: &[u16] = if self.captures(board, list, step) { &[to.0] } else { &[] };
        let piece = step.code();
        let candidate = Candidate { piece, from, emit, captures, on_trail: Cell::NONE };
        candidate.to_move(self.forms, Code(step.becomes()))
    }

    /// The first rule's emit that makes a plain move.
    fn emit_of(&self, board: &Board<W>, step: Step) -> &'g Emit {
        let forms = self.forms;
        let (code, (from, to)) = (usize::from(step.code()), step.cells());
        let sheaf = match step.shape() {
            Shape::Drop => &forms.drop_sheaves[code],
            _ => &forms.sheaves[code * self.cells + from],
        };
        let all = &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize];
        let makes = |plain: &&Plain| {
            let line = &forms.lines[plain.empties as usize..][..usize::from(plain.length)];
            plain.to.index() == to
                && plain.takes.is_some() == (board.at(to) != 0)
                && plain.takes.is_none_or(|test| self.passes(board, to, test))
                && forms.emits[plain.emit as usize].trail_length == 0
                && line.iter().all(|c| board.at(c.index()) == 0)
                && plain.hurdle.is_none_or(|(cell, test)| self.passes(board, cell.index(), test))
                && plain.guard.is_none_or(|guard| {
                    let guard = &forms.guards[usize::from(guard)];
                    !guard.cells.iter().any(|c| self.passes(board, c.index(), guard.test))
                })
        };
        let emit = all.iter().find(makes).map_or(0, |p| p.emit);
        &forms.emits[emit as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Step};

    #[test]
    fn a_step_holds_what_was_put_in() {
        for (from, to, code) in [(0, 1, 1), (675, 674, 127), (300, 0, 255)] {
            let step = Step::from(Some(from), code).to(to);
            assert_eq!((step.shape(), step.cells()), (Shape::Plain, (from, to)));
            assert_eq!((step.code(), step.becomes()), (code, code));
            let marked = step.becoming(9).marked(5);
            assert_eq!((marked.shape(), marked.mark()), (Shape::Marked, 5));
            assert_eq!((marked.code(), marked.becomes()), (code, 9));
            assert_eq!(marked.cells(), (from, to));
            let by = to.wrapping_sub(from).cast_signed();
            assert_eq!(Step::from(Some(0), code).by(by).along(to), step);
            assert_eq!(Step::from(None, code).to(to).shape(), Shape::Drop);
        }
    }
}
