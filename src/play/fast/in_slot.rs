//! What is in a slot: at most one legal move, which is in no other.

use crate::ids::{Cell, Code};
use crate::play::fast::board::Board;
use crate::play::fast::draw::{Bundle, Known, Numbered, WildTree};
use crate::play::fast::engine::Engine;
use crate::play::fast::kept::Drawn;
use crate::play::fast::list::View;
use crate::play::fast::posts::Post;
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::set::Set;
use crate::play::fast::slots::{Asks, Slot};
use crate::play::fast::step::{List, Shape, Step, small};
use crate::play::fast::trial::Candidate;
use crate::play::moves::Move;
use crate::play::reference::castle_move;

impl<'g, const W: usize> Engine<'g, W> {
    /// The legal move in a slot; one of a tree, a castling or a pass is in the list afterwards.
    #[inline(always)]
    pub(super) fn in_slot(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        drawn: Drawn<'_, W>,
        list: &mut List,
    ) -> Option<Step> {
        let step = self.safe_in_slot(board, known, drawn, list)?;
        let offered = !self.game.laws.promotes_to_lost || self.is_offered(board, list, step);
        offered.then_some(step)
    }

    #[inline(always)]
    fn safe_in_slot(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        Drawn { number, slot, open }: Drawn<'_, W>,
        list: &mut List,
    ) -> Option<Step> {
        if !open {
            return None;
        }
        match slot {
            Some(slot) => self.of_piece_in_slot(board, known, slot, list),
            None => self.other_in_slot(board, known, number, list),
        }
    }

    /// The move of a piece in a slot that may be open.
    #[inline(always)]
    fn of_piece_in_slot(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        slot: &Slot<W>,
        list: &mut List,
    ) -> Option<Step> {
        let open = match slot.asks {
            Asks::Nothing => true,
            Asks::Number | Asks::Enemies => slot.is_open_past(known.view),
            Asks::Post => self.asked_is_open(board, known.view, slot.step),
            Asks::Tree => {
                let piece = (slot.step.code(), Cell(small(slot.step.cells().0)));
                return self.of_tree_in_slot(board, known, piece, usize::from(slot.number), list);
            }
        };
        let prey = || self.passes(board, slot.step.cells().1, slot.prey);
        let open = open && (slot.prey == Slot::<W>::NEVER || prey());
        (open && self.step_is_safe(board, known, slot.step)).then_some(slot.step)
    }

    /// The move of a tree by its number, if it makes so many; no cell: it drops the piece.
    #[inline(never)]
    fn of_tree_in_slot(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        (piece, from): (u8, Cell),
        number: usize,
        list: &mut List,
    ) -> Option<Step> {
        let (mut captures, mut passed, mut step) = ([0; MOST_CAPTURES], 0, None);
        let tree = self.post_of(piece, from).rest;
        self.run(board, tree, &mut captures, |board, emit, captures, on_trail| {
            let candidate = Candidate { piece, from, emit, captures, on_trail };
            for becomes in self.becomes(emit) {
                if passed == number
                    && self.is_legal(board, known.safety, &candidate, *becomes)
                    && !self.is_made_before(board, &candidate, *becomes, number)
                    && !(self.wary && self.mates_unlawfully(board, &candidate, *becomes))
                {
                    step = Some(list.add_other(candidate.to_move(self.forms, *becomes)));
                }
                passed += 1;
            }
        });
        step
    }

    /// What a piece can do from a cell, or by being dropped.
    #[inline(always)]
    pub(super) fn post_of(&self, piece: u8, from: Cell) -> &Post<W> {
        if from.is_some() {
            self.post(piece, from.index())
        } else {
            &self.posts.drops[usize::from(piece)]
        }
    }

    /// Whether another move of a tree has the same effect and comes before this one, which has a number among those of its own
    /// tree: then it is in the slot of that.
    #[inline(always)]
    fn is_made_before(
        &self,
        board: &mut Board<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
        number: usize,
    ) -> bool {
        candidate.emit.crossing
            && self.crosses(board)
            && self.is_among_those_before(board, candidate, becomes, number)
    }

    #[inline(never)]
    fn is_among_those_before(
        &self,
        board: &mut Board<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
        number: usize,
    ) -> bool {
        let (changes, itself) = (candidate.changes(becomes), (candidate.piece, candidate.from));
        let mut captures = [0; MOST_CAPTURES];
        for (piece, from) in self.crossing_pieces(board) {
            let end = if (piece, from) == itself { number } else { usize::MAX };
            let (mut passed, mut made) = (0, false);
            let tree = self.post_of(piece, from).rest;
            self.run(board, tree, &mut captures, |_, emit, captures, on_trail| {
                let other = Candidate { piece, from, emit, captures, on_trail };
                for becomes in self.becomes(emit) {
                    made |= emit.crossing && passed < end && other.changes(*becomes) == changes;
                    passed += 1;
                }
            });
            if made || (piece, from) == itself {
                return made;
            }
        }
        false
    }

    /// Pieces of the player to move that may make moves which others make too, in the order in which their moves count; those
    /// without a cell are in his hand.
    fn crossing_pieces(&self, board: &Board<W>) -> Vec<(u8, Cell)> {
        let side = board.side.index();
        let standing = |code: &u8| {
            let code = *code;
            board.of(code).map(move |cell| (code, Cell(small(cell))))
        };
        let held = self.dropped[side].iter().filter(|(_, piece)| board.holds(*piece));
        let held = held.map(|(code, _)| (*code, Cell::NONE));
        self.crossing[side].iter().flat_map(standing).chain(held).collect()
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
        Known { view, safety, .. }: &Known<'_, 'g, W>,
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

    /// What is in a slot of a compulsory capture, a drop, a wild tree, a castling, a pass.
    #[inline(never)]
    fn other_in_slot(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        slot: usize,
        list: &mut List,
    ) -> Option<Step> {
        let Numbered { of_pieces, bundles, trees, castles, pass, .. } = known.numbered;
        let mut first = *of_pieces;
        for bundle in bundles {
            if slot < bundle.end {
                return self.in_bundle(board, known, bundle, slot - first);
            }
            first = bundle.end;
        }
        for WildTree { end, code, from } in trees {
            if slot < *end {
                return self.of_tree_in_slot(board, known, (*code, *from), slot - first, list);
            }
            first = *end;
        }
        if known.safety.check {
            // Neither castlings nor passes are legal.
            return None;
        }
        let other = match castles.get(slot - first) {
            Some(castle) => castle_move(castle),
            None => Move::pass((*pass)?),
        };
        Some(list.add_other(other))
    }

    fn in_bundle(
        &self,
        board: &mut Board<W>,
        known: &Known<'_, 'g, W>,
        Bundle { code, from, to, .. }: &Bundle<W>,
        mut slot: usize,
    ) -> Option<Step> {
        let post = self.post_of(*code, *from);
        let from = from.is_some().then_some(from.index());
        let step = self.nth_step(post, Step::from(from, *code), *to, &mut slot)?;
        let to = step.cells().1;
        let wary = from.is_none() && post.wary.has(to);
        let mates = wary && self.not_mating(board, *code, Set::one(to), &post.wary).is_empty();
        (!mates && self.step_is_safe(board, known, step)).then_some(step)
    }
}
