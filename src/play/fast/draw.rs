//! Draws a legal move, each as likely as any other, without listing them all.
//!
//! Every piece has as many *slots* as one of its kind could have moves. A slot is drawn until there is a legal move in it: what is
//! in one slot is in no other, so that no move is drawn more often than another.
//!
//! ```text
//! R on an empty board has 14 moves         14 slots
//! R a1 may go to {a2 a3 b1}                three of them hold a move, eleven are empty: drawn again
//! N b1 is pinned                           its moves are in their slots, but not legal: drawn again
//! ```
//!
//! Drops, castlings, passes and moves of trees have one slot each, filled when slots are numbered.

use crate::ids::{Cell, Code, PlayerId, RuleId};
use crate::ir::{Castle, Emit, Tree};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::View;
use crate::play::fast::posts::Post;
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::slots::{LOTS, Slot};
use crate::play::fast::step::{List, Shape, Step, small};
use crate::play::fast::trial::{Candidate, Changes};
use crate::play::moves::Move;
use crate::play::reference::castle_move;

/// After so many slots without a legal move all moves are listed.
const TRIES: usize = 24;

/// A move of a tree, whether or not it leaves the royal pieces safe.
#[derive(Clone, Copy, Debug)]
struct Wild<'g> {
    piece: u8,
    from: Cell,
    emit: &'g Emit,
    becomes: Code,
    /// Its captures: where they begin in [`Numbered::captures`].
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

/// The slots of a player's lots.
#[derive(Debug, Default)]
struct Lots {
    /// Whether they are those of the position.
    known: bool,
    /// The first slot of each lot.
    first: Vec<[u32; LOTS]>,
    /// How many there are.
    number: u32,
}

/// The slots of a position, by number: those of the lots, of the drops, of trees, of castlings, of a pass.
#[derive(Debug, Default)]
pub(super) struct Numbered<'g, const W: usize> {
    /// Those of the lots, by player; kept from turn to turn.
    lots: [Lots; 2],
    drops: Vec<Dropped<W>>,
    wild: Vec<Wild<'g>>,
    captures: Vec<u16>,
    castles: Vec<&'g Castle>,
    pass: Option<RuleId>,
    number: usize,
}

impl<'g, const W: usize> Numbered<'g, W> {
    /// Forgets what was kept of the positions before.
    pub(super) fn forget(&mut self) {
        self.lots.iter_mut().for_each(|lots| lots.known = false);
    }

    fn candidate(&self, wild: &Wild<'g>) -> Candidate<'_> {
        let Wild { piece, from, emit, captures, on_trail, .. } = *wild;
        let captures = &self.captures[captures..][..usize::from(emit.captures)];
        Candidate { piece, from, emit, captures, on_trail }
    }

    /// Whether one of the moves that other pieces may make too changes this.
    fn has_made(&self, wild: &[Wild<'g>], changes: &Changes) -> bool {
        let mut crossing = wild.iter().filter(|wild| wild.emit.crossing);
        crossing.any(|wild| self.candidate(wild).changes(wild.becomes) == *changes)
    }

    fn clear(&mut self) {
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
        numbered: &mut Numbered<'g, W>,
        list: &mut List,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        list.clear();
        let drawn = self.draw_slot(board, numbered, list, below);
        if drawn.is_some() {
            return drawn;
        }
        list.clear();
        self.steps(board, list);
        let all = list.all();
        if all.is_empty() { None } else { Some(all[below(all.len())]) }
    }

    /// The same from slots, if moves are drawn from them and one is soon found.
    #[inline(always)]
    fn draw_slot(
        &self,
        board: &mut Board<W>,
        numbered: &mut Numbered<'g, W>,
        list: &mut List,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        if !self.drawable {
            return None;
        }
        let mut safety = Safety::new();
        self.see_to(board, &mut safety);
        // In check most slots are empty.
        if safety.check {
            return None;
        }
        let view = View::of(board);
        self.number_slots(board, &view, &safety, numbered);
        if numbered.number == 0 {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let slot = below(numbered.number);
            self.in_slot(board, (&view, &safety), numbered, slot, list)
        })
    }

    /// What is in each slot of a position; none if moves cannot be drawn so.
    pub(super) fn drawn(&self, board: &mut Board<W>) -> Option<Vec<Move>> {
        if !self.drawable {
            return None;
        }
        let (safety, view) = (self.safety(board), View::of(board));
        let (mut numbered, mut list) = (Numbered::default(), List::default());
        self.number_slots(board, &view, &safety, &mut numbered);
        let moves = (0..numbered.number).filter_map(|slot| {
            let step = self.in_slot(board, (&view, &safety), &numbered, slot, &mut list)?;
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
        numbered: &mut Numbered<'g, W>,
    ) {
        numbered.clear();
        let side = board.side.index();
        if !numbered.lots[side].known {
            self.number_lots(board, &mut numbered.lots[side]);
        }
        debug_assert!(self.are_kept_well(board, &numbered.lots[side]));
        numbered.number = numbered.lots[side].number as usize;
        for kind in self.slots().wild[side].iter().filter(|kind| kind.awake(view)) {
            for from in board.of(kind.code) {
                let post = self.post(kind.code, from);
                if post.has.rest() && post.awake(view) {
                    let piece = (kind.code, Cell(small(from)));
                    self.fill_wild(board, piece, post.rest, numbered);
                }
            }
        }
        if self.game.needs.hands {
            self.number_drops(board, view, numbered);
        }
        if board.rights != 0 {
            self.castles(board, safety.check, |castle| numbered.castles.push(castle));
        }
        numbered.pass = self.game.laws.may_pass.filter(|_| !safety.check);
        numbered.number +=
            numbered.wild.len() + numbered.castles.len() + usize::from(numbered.pass.is_some());
    }

    #[inline(never)]
    fn number_lots(&self, board: &Board<W>, Lots { known, first, number }: &mut Lots) {
        let lots = &self.slots().lots[board.side.index()];
        first.resize(lots.len() / LOTS, [0; LOTS]);
        *number = 0;
        for (lots, first) in lots.chunks_exact(LOTS).zip(first) {
            for (lot, first) in lots.iter().zip(first) {
                *first = *number;
                *number += board.of(lot.code).and(&lot.cells).len() * lot.room;
            }
        }
        *known = true;
    }

    fn are_kept_well(&self, board: &Board<W>, kept: &Lots) -> bool {
        let mut new = Lots::default();
        self.number_lots(board, &mut new);
        new.first == kept.first && new.number == kept.number
    }

    /// Forgets what is kept of lots that a step changes, before it is played.
    #[inline(always)]
    pub(super) fn forget_changed(
        &self,
        board: &Board<W>,
        step: Step,
        numbered: &mut Numbered<'g, W>,
    ) {
        let (from, to) = step.cells();
        let moves = matches!(step.shape(), Shape::Plain | Shape::Marked);
        if !moves || (self.blasts && board.at(to) != 0) {
            return numbered.forget();
        }
        let [here, there] = [(step.code(), from), (step.becomes(), to)]
            .map(|(code, cell)| usize::from(code) * self.cells + cell);
        let [own, enemy] = [board.side, board.side.other()].map(PlayerId::index);
        numbered.lots[own].known &= self.slots().share(here, there);
        numbered.lots[enemy].known &= board.at(to) == 0;
    }

    #[inline(never)]
    fn number_drops(&self, board: &mut Board<W>, view: &View<W>, numbered: &mut Numbered<'g, W>) {
        let side = board.side.index();
        for (code, piece) in &self.dropped[side] {
            if board.hands[side][piece.index()] == 0 {
                continue;
            }
            let post = &self.posts.drops[usize::from(*code)];
            let to = self.targets(board, view, post);
            numbered.number += self.posts.number(self.forms, post, to) as usize;
            numbered.drops.push(Dropped { end: numbered.number, code: *code, to });
            if post.has.rest() && post.awake(view) {
                self.fill_wild(board, (*code, Cell::NONE), post.rest, numbered);
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
        numbered: &mut Numbered<'g, W>,
    ) {
        let mut captures = [0; MOST_CAPTURES];
        self.run(board, tree, &mut captures, |_, emit, captures, on_trail| {
            let first = numbered.captures.len();
            numbered.captures.extend_from_slice(captures);
            numbered.wild.extend(self.becomes(emit).iter().map(|becomes| Wild {
                piece,
                from,
                emit,
                becomes: *becomes,
                captures: first,
                on_trail,
            }));
        });
    }

    /// The legal move in a slot; one of a tree, a castling or a pass is in the list afterwards.
    #[inline(always)]
    fn in_slot(
        &self,
        board: &mut Board<W>,
        known: (&View<W>, &Safety<W>),
        numbered: &Numbered<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let step = self.safe_in_slot(board, known, numbered, slot, list)?;
        let offered = !self.game.laws.promotes_to_lost || self.is_offered(board, list, step);
        offered.then_some(step)
    }

    #[inline(always)]
    fn safe_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        numbered: &Numbered<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let lots = &numbered.lots[board.side.index()];
        let mut first = lots.number as usize;
        if slot < first {
            return self.of_lot_in_slot(board, (view, safety), lots, slot as u32);
        }
        for Dropped { end, code, to } in &numbered.drops {
            if slot < *end {
                return self.drop_in_slot(board, (view, safety), (*code, *to), slot - first);
            }
            first = *end;
        }
        self.other_in_slot(board, safety, numbered, slot - first, list)
    }

    /// The plain or marked move of a piece in a slot of the lots.
    #[inline(always)]
    fn of_lot_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        lots: &Lots,
        slot: u32,
    ) -> Option<Step> {
        // Counted, not sought: where it stops nobody could foresee.
        let begun =
            |all: &[u32; LOTS]| all.map(|first| u32::from(first <= slot)).iter().sum::<u32>();
        let number = lots.first.iter().map(begun).sum::<u32>() as usize - 1;
        let slot = slot - lots.first[number / LOTS][number % LOTS];
        let lot = &self.slots().lots[board.side.index()][number];
        let from = board.of(lot.code).and(&lot.cells).nth((slot / lot.room) as usize);
        let at = usize::from(lot.code) * self.cells + from;
        let slot = self.slots().at(at, slot % lot.room);
        let open = if slot.is_asked() {
            self.asked_is_open(board, view, slot.step)
        } else {
            slot.is_open(view)
        };
        let prey = || self.passes(board, slot.step.cells().1, slot.prey);
        let open = open && (slot.prey == Slot::<W>::NEVER || prey());
        (open && self.step_is_safe(board, (view, safety), slot.step)).then_some(slot.step)
    }

    /// Whether sets of the whole post let a plain or marked move be made.
    #[inline(never)]
    fn asked_is_open(&self, board: &Board<W>, view: &View<W>, step: Step) -> bool {
        let (from, to) = step.cells();
        match step.shape() {
            Shape::Marked => self.is_open(board, view, self.marked(step)),
            _ => self.targets(board, view, self.post(step.code(), from)).has(to),
        }
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

    /// Whether a plain or marked move that a piece makes, or a drop, is legal.
    #[inline(always)]
    fn step_is_safe(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        step: Step,
    ) -> bool {
        let ((from, to), code) = (step.cells(), step.code());
        if self.blasts && step.shape() == Shape::Plain && view.enemy.has(to) {
            let piece = (code, Cell(small(from)));
            return self.blast_is_legal(board, safety, piece, &[small(to)], to);
        }
        let from = (step.shape() != Shape::Drop).then_some(from);
        self.leaves_safe(board, safety, from, code, to)
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
        let mates =
            post.wary.has(to) && self.not_mating(board, code, Set::one(to), &post.wary).is_empty();
        (!mates && self.step_is_safe(board, (view, safety), step)).then_some(step)
    }

    #[inline(never)]
    fn other_in_slot(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        numbered: &Numbered<'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let other = if let Some(wild) = numbered.wild.get(slot) {
            let (candidate, becomes) = (numbered.candidate(wild), wild.becomes);
            // A move that several pieces may make is in the slot of the first.
            let twice = wild.emit.crossing
                && self.crosses(board)
                && numbered.has_made(&numbered.wild[..slot], &candidate.changes(becomes));
            if twice
                || !self.is_legal(board, safety, &candidate, becomes)
                || (self.wary && self.mates_unlawfully(board, &candidate, becomes))
            {
                return None;
            }
            candidate.to_move(self.forms, becomes)
        } else if let Some(castle) = numbered.castles.get(slot - numbered.wild.len()) {
            castle_move(castle)
        } else {
            Move::pass(numbered.pass?)
        };
        Some(list.add_other(other))
    }
}
