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
use crate::ir::{Castle, Emit, Forms, Game, Sheaf, Tree};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{Scratch, View};
use crate::play::fast::posts::{Post, Posts, Span};
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Shape, Step, small};
use crate::play::fast::trial::Candidate;
use crate::play::moves::Move;
use crate::play::reference::castle_move;

/// After so many slots without a legal move all moves are listed.
const TRIES: usize = 24;

/// Two lots take the place of one if they have less than so many of its slots, in per cent.
const WORTH_A_LOT: usize = 70;

/// What moves are drawn from.
#[derive(Clone, Debug)]
pub(super) struct Draws<const W: usize> {
    /// By player.
    lots: [Vec<Lot<W>>; 2],
    wild: [Vec<WildKind<W>>; 2],
    /// By code and cell: the slots of a piece.
    posts: Vec<Span>,
    /// What each slot holds, if it may be done.
    steps: Vec<Step>,
}

/// Pieces of a code that have as many slots each.
#[derive(Clone, Debug)]
struct Lot<const W: usize> {
    code: u8,
    /// Where they stand.
    cells: Set<W>,
    /// Slots of each: the most plain and marked moves that one of them could have.
    room: u32,
}

/// A code with moves of trees, and what wakes any of them: see [`Post::awake`].
#[derive(Clone, Debug)]
struct WildKind<const W: usize> {
    code: u8,
    always: bool,
    victims: Set<W>,
    on_trail: Set<W>,
}

impl<const W: usize> Draws<W> {
    /// Of a game.
    pub(super) fn new(game: &Game, forms: &Forms, posts: &Posts<W>) -> Self {
        let cells = game.topology.cells();
        let mut steps = Vec::new();
        let mut spans = Vec::with_capacity(posts.posts.len());
        for (at, post) in posts.posts.iter().enumerate() {
            let start = steps.len();
            let step = Step::from(Some(at % cells), u8::try_from(at / cells).unwrap_or(u8::MAX));
            add_steps(forms, posts, (step, post, &forms.sheaves[at]), &mut steps);
            let [start, end] = [start, steps.len()].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            spans.push(Span::new(start, end));
        }
        let codes = |player| game.piece_ids().map(move |id| Code::of(id, player).0);
        let range = |code: u8| usize::from(code) * cells..(usize::from(code) + 1) * cells;
        Self {
            lots: PlayerId::BOTH
                .map(|p| codes(p).flat_map(|code| lots(code, &spans[range(code)])).collect()),
            wild: PlayerId::BOTH.map(|p| {
                codes(p).filter_map(|code| WildKind::of(code, &posts.posts[range(code)])).collect()
            }),
            posts: spans,
            steps,
        }
    }
}

impl<const W: usize> WildKind<W> {
    /// If one of the posts has moves of a tree.
    fn of(code: u8, posts: &[Post<W>]) -> Option<Self> {
        let mut wild = posts.iter().filter(|post| post.has.rest()).peekable();
        wild.peek()?;
        let none = Self { code, always: false, victims: Set::EMPTY, on_trail: Set::EMPTY };
        Some(wild.fold(none, |all, post| Self {
            always: all.always || post.rest.always,
            victims: all.victims.or(&post.victims),
            on_trail: all.on_trail.or(&post.on_trail),
            ..all
        }))
    }

    #[inline(always)]
    fn awake(&self, view: &View<W>) -> bool {
        self.always || self.victims.meets(&view.enemy) || self.on_trail.meets(&view.trail)
    }
}

/// Adds all plain and marked moves that a piece could have at a post.
fn add_steps<const W: usize>(
    forms: &Forms,
    posts: &Posts<W>,
    (step, post, sheaf): (Step, &Post<W>, &Sheaf),
    steps: &mut Vec<Step>,
) {
    let plains = &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize];
    let plain = plains.iter().filter(|p| forms.emits[p.emit as usize].trail_length == 0);
    let to: Set<W> = plain.map(|p| p.to.index()).collect();
    steps.extend(to.without(&post.special).map(|to| step.to(to)));
    for (cells, becomes) in post.classes.of(&posts.classes) {
        for to in cells.and(&to) {
            let becomes = forms.becomes[usize::from(*becomes)].iter();
            steps.extend(becomes.map(|becomes| step.to(to).becoming(becomes.0)));
        }
    }
    for (number, marked) in post.marked.of(&posts.marked).iter().enumerate() {
        let becomes = &forms.becomes[usize::from(forms.emits[marked.emit as usize].becomes)];
        let step = step.to(marked.to).marked(number);
        steps.extend(becomes.iter().map(|becomes| step.becoming(becomes.0)));
    }
}

/// The lots of a code: of its slots by cell.
fn lots<const W: usize>(code: u8, slots: &[Span]) -> Vec<Lot<W>> {
    let mut rooms: Vec<(usize, usize)> = slots.iter().map(|span| span.len()).zip(0..).collect();
    rooms.retain(|(room, _)| *room > 0);
    rooms.sort_unstable();
    let slots = |rooms: &[(usize, usize)]| rooms.last().map_or(0, |(room, _)| room * rooms.len());
    let halves = |at: &usize| slots(&rooms[..*at]) + slots(&rooms[*at..]);
    let at = (1..rooms.len()).min_by_key(halves).unwrap_or(0);
    let worth = halves(&at) * 100 < slots(&rooms) * WORTH_A_LOT;
    let (low, high) = rooms.split_at(if worth { at } else { 0 });
    let lot = |rooms: &[(usize, usize)]| {
        let cells = rooms.iter().map(|(_, cell)| *cell).collect();
        Some(Lot { code, cells, room: u32::try_from(rooms.last()?.0).ok()? })
    };
    [low, high].into_iter().filter_map(lot).collect()
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
    /// One past the last slot of each lot.
    lots: Vec<u32>,
    drops: Vec<Dropped<W>>,
    wild: Vec<Wild<'g>>,
    captures: Vec<u16>,
    castles: Vec<&'g Castle>,
    pass: Option<RuleId>,
    number: usize,
}

impl<const W: usize> Slots<'_, W> {
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
        let side = board.side.index();
        slots.lots.resize(self.draws.lots[side].len(), 0);
        for (lot, of_lot) in self.draws.lots[side].iter().zip(&mut slots.lots) {
            end += board.of(lot.code).and(&lot.cells).len() * lot.room;
            *of_lot = end;
        }
        slots.number = end as usize;
        for kind in self.draws.wild[side].iter().filter(|kind| kind.awake(view)) {
            for from in board.of(kind.code) {
                let post = &self.posts.posts[usize::from(kind.code) * self.cells + from];
                if post.has.rest() && post.awake(view) {
                    let piece = (kind.code, Cell(small(from)));
                    self.fill_wild(board, piece, post.rest, &mut scratch, slots);
                }
            }
        }
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
        let mut first = slots.lots.last().map_or(0, |end| *end as usize);
        if slot < first {
            return self.of_lot_in_slot(board, (view, safety), slots, slot as u32);
        }
        for Dropped { end, code, to } in &slots.drops {
            if slot < *end {
                return self.drop_in_slot(board, (view, safety), (*code, *to), slot - first);
            }
            first = *end;
        }
        self.other_in_slot(board, safety, slots, slot - first, list)
    }

    /// The plain or marked move of a piece in a slot of the lots.
    #[inline(always)]
    fn of_lot_in_slot(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        slots: &Slots<'g, W>,
        slot: u32,
    ) -> Option<Step> {
        // Counted, not sought: where it stops nobody could foresee.
        let number: usize = slots.lots.iter().map(|end| usize::from(*end <= slot)).sum();
        let lot = &self.draws.lots[board.side.index()][number];
        let slot = slot - number.checked_sub(1).map_or(0, |before| slots.lots[before]);
        let from = board.of(lot.code).and(&lot.cells).nth((slot / lot.room) as usize);
        let at = usize::from(lot.code) * self.cells + from;
        let step = *self.draws.posts[at].of(&self.draws.steps).get((slot % lot.room) as usize)?;
        let post = &self.posts.posts[at];
        let possible = match step.shape() {
            Shape::Marked => {
                self.is_open(board, view, &post.marked.of(&self.posts.marked)[step.mark()])
            }
            _ => self.targets(board, view, post).has(step.cells().1),
        };
        (possible && self.step_is_safe(board, (view, safety), step)).then_some(step)
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
