//! Draws a legal move, each as likely as any other, without listing them all.
//!
//! Every piece has as many *slots* as it could have moves from its cell, whatever stands elsewhere. A slot is drawn until there
//! is a legal move in it: what is in one slot is in no other, so that no move is drawn more often than another.
//!
//! ```text
//! R a1 on an empty board has 14 moves      14 slots
//! now it may go to {a2 a3 b1}              three of them hold a move, eleven are empty: drawn again
//! N b1 is pinned                           its moves are in their slots, but not legal: drawn again
//! ```
//!
//! Drops, castlings, passes and moves of trees have one slot each, filled when slots are numbered.

use crate::ids::{Cell, Code, RuleId};
use crate::ir::{Castle, Emit, Forms, Game, Tree};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{Scratch, View};
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Shape, Step, small};
use crate::play::fast::trial::Candidate;
use crate::play::moves::Move;
use crate::play::reference::castle_move;

/// After so many slots without a legal move all moves are listed.
const TRIES: usize = 24;

/// What one piece has slots for, by code and cell.
#[derive(Clone, Debug)]
pub(super) struct Room(Vec<u32>);

impl Room {
    /// Whether it may have moves of trees besides.
    const REST: u32 = 1 << 31;

    /// Of all pieces of a game.
    pub(super) fn new<const W: usize>(game: &Game, forms: &Forms, posts: &Posts<W>) -> Self {
        let of_post = |(at, post): (usize, &Post<W>)| {
            let sheaf = &forms.sheaves[at];
            let plains = &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize];
            let plain = plains.iter().filter(|p| forms.emits[p.emit as usize].trail_length == 0);
            let to = plain.map(|p| p.to.index()).collect();
            let becomes = |emit: u32| {
                forms.becomes[usize::from(forms.emits[emit as usize].becomes)].len() as u64
            };
            let marked: u64 = post.marked.of(&posts.marked).iter().map(|m| becomes(m.emit)).sum();
            let all = u32::try_from(posts.number(forms, post, to) + marked).unwrap_or(u32::MAX);
            (all & !Self::REST) | if post.has.rest() { Self::REST } else { 0 }
        };
        debug_assert_eq!(forms.sheaves.len() % game.topology.cells(), 0);
        Self(posts.posts.iter().enumerate().map(of_post).collect())
    }
}

/// A move of a tree, whether or not it leaves the royal pieces safe.
#[derive(Clone, Copy, Debug)]
struct Wild<'g> {
    piece: u8,
    from: Cell,
    emit: &'g Emit,
    becomes: Code,
    /// Its captures: where they begin in [`Slots::captures`].
    captures: usize,
    on_trail: Cell,
}

/// Drops of a kind.
#[derive(Clone, Copy, Debug)]
struct Dropped<const W: usize> {
    /// One past the last of its slots.
    end: usize,
    code: u8,
    to: Set<W>,
}

/// The slots of a position.
#[derive(Debug, Default)]
pub(super) struct Slots<'g, const W: usize> {
    /// One past the last slot of each piece, and where it stands.
    pieces: Vec<(usize, usize)>,
    drops: Vec<Dropped<W>>,
    wild: Vec<Wild<'g>>,
    captures: Vec<u16>,
    castles: Vec<&'g Castle>,
    pass: Option<RuleId>,
    number: usize,
}

impl<const W: usize> Slots<'_, W> {
    fn clear(&mut self) {
        self.pieces.clear();
        self.drops.clear();
        self.wild.clear();
        self.captures.clear();
        self.castles.clear();
        self.pass = None;
        self.number = 0;
    }
}

impl<'g, const W: usize> Engine<'g, W> {
    /// Draws a legal move, which is in the list afterwards; `below` gives numbers below a bound, each as likely.
    pub(super) fn draw(
        &self,
        board: &mut Board<W>,
        slots: &mut Slots<'g, W>,
        list: &mut List,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        list.clear();
        if self.drawable {
            let mut safety = Safety::new();
            self.see_to(board, &mut safety);
            // In check most slots are empty.
            if !safety.check {
                let view = View::of(board);
                self.number_slots(board, &view, &safety, slots);
                for _ in 0..if slots.number == 0 { 0 } else { TRIES } {
                    let slot = below(slots.number);
                    let step = self.in_slot(board, (&view, &safety), slots, slot, list);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        self.steps(board, list);
        let all = list.all();
        if all.is_empty() { None } else { Some(all[below(all.len())]) }
    }

    /// What is in each slot of a position; none if moves cannot be drawn so.
    pub(super) fn drawn(&self, board: &mut Board<W>) -> Option<Vec<Move>> {
        if !self.drawable {
            return None;
        }
        let (safety, view) = (self.safety(board), View::of(board));
        let (mut slots, mut list) = (Slots::default(), List::default());
        self.number_slots(board, &view, &safety, &mut slots);
        let moves = (0..slots.number).filter_map(|slot| {
            let step = self.in_slot(board, (&view, &safety), &slots, slot, &mut list)?;
            Some(self.step_to_move(board, &list, step))
        });
        Some(moves.collect())
    }

    /// Numbers the slots.
    #[inline(always)]
    fn number_slots(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        slots: &mut Slots<'g, W>,
    ) {
        slots.clear();
        let mut scratch = Scratch::default();
        let mut end = 0;
        view.own.for_each(|from| {
            let at = usize::from(board.codes[from]) * self.cells + from;
            let room = self.room.0[at];
            let number = (room & !Room::REST) as usize;
            if number > 0 {
                end += number;
                slots.pieces.push((end, from));
            }
            if room & Room::REST != 0 && self.posts.posts[at].awake(view) {
                let piece = (board.codes[from], Cell(small(from)));
                self.fill_wild(board, piece, self.posts.posts[at].rest, &mut scratch, slots);
            }
        });
        slots.number = end;
        if self.game.needs.hands {
            self.number_drops(board, view, &mut scratch, slots);
        }
        if board.rights != 0 {
            self.castles(board, safety.check, |castle| slots.castles.push(castle));
        }
        slots.pass = self.game.laws.may_pass.filter(|_| !safety.check);
        slots.number += slots.wild.len() + slots.castles.len() + usize::from(slots.pass.is_some());
    }

    #[inline(never)]
    fn number_drops(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        scratch: &mut Scratch,
        slots: &mut Slots<'g, W>,
    ) {
        let side = board.side.index();
        for (code, piece) in &self.dropped[side] {
            if board.hands[side][piece.index()] == 0 {
                continue;
            }
            let post = &self.posts.drops[usize::from(*code)];
            let to = self.targets(board, view, post);
            slots.number += self.posts.number(self.forms, post, to) as usize;
            slots.drops.push(Dropped { end: slots.number, code: *code, to });
            if post.has.rest() && post.awake(view) {
                self.fill_wild(board, (*code, Cell::NONE), post.rest, scratch, slots);
            }
        }
    }

    /// Fills slots with the moves of a tree.
    #[inline(never)]
    fn fill_wild(
        &self,
        board: &mut Board<W>,
        (piece, from): (u8, Cell),
        tree: Tree,
        scratch: &mut Scratch,
        slots: &mut Slots<'g, W>,
    ) {
        let mut captures = [0; MOST_CAPTURES];
        self.run(board, tree, &mut captures, |board, emit, captures, on_trail| {
            let candidate = Candidate { piece, from, emit, captures, on_trail };
            let first = slots.captures.len();
            slots.captures.extend_from_slice(captures);
            for becomes in self.becomes(emit) {
                if self.is_first(board, &candidate, *becomes, scratch) {
                    let becomes = *becomes;
                    slots.wild.push(Wild { piece, from, emit, becomes, captures: first, on_trail });
                }
            }
        });
    }

    /// The legal move in a slot; one of a tree, a castling or a pass is in the list afterwards.
    #[inline(always)]
    fn in_slot(
        &self,
        board: &mut Board<W>,
        known: (&View<W>, &Safety<W>),
        slots: &Slots<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let step = self.safe_in_slot(board, known, slots, slot, list)?;
        let offered = !self.game.laws.promotes_to_lost || self.is_offered(board, list, step);
        offered.then_some(step)
    }

    #[inline(always)]
    fn safe_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        slots: &Slots<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let mut first = 0;
        for (end, from) in &slots.pieces {
            if slot < *end {
                return self.of_piece_in_slot(board, (view, safety), *from, slot - first);
            }
            first = *end;
        }
        for Dropped { end, code, to } in &slots.drops {
            if slot < *end {
                return self.drop_in_slot(board, (view, safety), (*code, *to), slot - first);
            }
            first = *end;
        }
        self.other_in_slot(board, safety, slots, slot - first, list)
    }

    /// The plain or marked move of a piece in one of its slots.
    #[inline(always)]
    fn of_piece_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        from: usize,
        mut slot: usize,
    ) -> Option<Step> {
        let code = board.codes[from];
        let post = &self.posts.posts[usize::from(code) * self.cells + from];
        let to = self.targets(board, view, post);
        let step = Step::from(Some(from), code);
        let step = match self.nth_step(post, step, to, &mut slot) {
            Some(step) => step,
            None if post.has.marked() => self.nth_marked(board, view, (step, post), slot)?,
            None => return None,
        };
        self.step_is_safe(board, (view, safety), step).then_some(step)
    }

    /// Of the moves to these cells that with this number, which is less by their number otherwise.
    #[inline(always)]
    fn nth_step(&self, post: &Post<W>, step: Step, to: Set<W>, slot: &mut usize) -> Option<Step> {
        let itself = if post.has.special() { to.without(&post.special) } else { to };
        let number = itself.len() as usize;
        if *slot < number {
            return Some(step.to(itself.nth(*slot)));
        }
        *slot -= number;
        if itself == to { None } else { self.nth_change(post, step, to, slot) }
    }

    /// The same of moves by which the piece becomes something else.
    #[inline(never)]
    fn nth_change(&self, post: &Post<W>, step: Step, to: Set<W>, slot: &mut usize) -> Option<Step> {
        for (cells, becomes) in post.classes.of(&self.posts.classes) {
            let (to, becomes) = (cells.and(&to), &self.forms.becomes[usize::from(*becomes)]);
            let number = to.len() as usize * becomes.len();
            if *slot < number {
                let (nth, which) = (*slot / becomes.len(), *slot % becomes.len());
                return Some(step.becoming(becomes[which].0).to(to.nth(nth)));
            }
            *slot -= number;
        }
        None
    }

    /// Of the moves of a piece that leave a trail that with this number.
    #[inline(never)]
    fn nth_marked(
        &self,
        board: &Board<W>,
        view: &View<W>,
        (step, post): (Step, &Post<W>),
        mut slot: usize,
    ) -> Option<Step> {
        for (number, marked) in post.marked.of(&self.posts.marked).iter().enumerate() {
            if !self.is_open(board, view, marked) {
                continue;
            }
            let becomes = self.becomes(&self.forms.emits[marked.emit as usize]);
            if let Some(becomes) = becomes.get(slot) {
                return Some(step.to(marked.to).marked(number).becoming(becomes.0));
            }
            slot -= becomes.len();
        }
        None
    }

    /// Whether a plain or marked move that a piece makes, or a drop, is legal.
    #[inline(always)]
    fn step_is_safe(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        step: Step,
    ) -> bool {
        let ((from, to), code) = (step.cells(), step.code());
        let from = (step.shape() != Shape::Drop).then_some(from);
        if self.blasts && step.shape() == Shape::Plain && view.enemy.has(to) {
            let from = from.map_or(Cell::NONE, |from| Cell(small(from)));
            return self.blast_is_legal(board, safety, (code, from), &[small(to)], to);
        }
        if self.is_royal(board, code) {
            return self.plain_is_safe(board, from, to, code, false);
        }
        safety.free || !self.sift(board, safety, from, code, Set::one(to)).is_empty()
    }

    #[inline(never)]
    fn drop_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        (code, to): (u8, Set<W>),
        mut slot: usize,
    ) -> Option<Step> {
        let post = &self.posts.drops[usize::from(code)];
        let step = self.nth_step(post, Step::from(None, code), to, &mut slot)?;
        let to = step.cells().1;
        let mates = post.wary.has(to)
            && self.not_mating(board, code, Set::one(to), &post.wary).is_empty();
        (!mates && self.step_is_safe(board, (view, safety), step)).then_some(step)
    }

    #[inline(never)]
    fn other_in_slot(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        slots: &Slots<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let other = if let Some(wild) = slots.wild.get(slot) {
            let Wild { piece, from, emit, becomes, captures, on_trail } = *wild;
            let captures = &slots.captures[captures..][..usize::from(emit.captures)];
            let candidate = Candidate { piece, from, emit, captures, on_trail };
            if !self.is_legal(board, safety, &candidate, becomes)
                || (self.wary && self.mates_unlawfully(board, &candidate, becomes))
            {
                return None;
            }
            candidate.to_move(self.forms, becomes)
        } else if let Some(castle) = slots.castles.get(slot - slots.wild.len()) {
            castle_move(castle)
        } else {
            Move::pass(slots.pass?)
        };
        Some(list.add_other(other))
    }
}
