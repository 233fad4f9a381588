//! Draws a legal move, each as likely as any other, without listing them all.
//!
//! Every piece has a *slot* for each move that it could have from its cell. A slot is drawn until there is a legal move in it: what
//! is in one slot is in no other, so that no move is drawn more often than another.
//!
//! ```text
//! R on an empty board has 14 moves         14 slots
//! R a1 may go to {a2 a3 b1}                three of them hold a move, eleven are empty: drawn again
//! N b1 is pinned                           its moves are in their slots, but not legal: drawn again
//! ```
//!
//! Drops, moves of wild trees (see [`crate::play::fast::slots`]), castlings and passes have slots too, which are numbered behind
//! those of the pieces in every position.

use crate::ids::{Cell, RuleId};
use crate::ir::Castle;
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::kept::{Kept, Owned};
use crate::play::fast::list::View;
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::slots::{Slots, Wild};
use crate::play::fast::step::{List, Step, small};
use crate::play::moves::Move;

/// After so many slots without a legal move all moves are listed.
const TRIES: usize = 24;

/// In check all moves are listed if there are more slots.
const MOST_IN_CHECK: usize = 48;

/// Plain moves of a piece, or drops of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle<const W: usize> {
    /// One past the last of their slots.
    pub(super) end: usize,
    pub(super) code: u8,
    /// No cell: it is dropped.
    pub(super) from: Cell,
    pub(super) to: Set<W>,
}

/// A wild tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct WildTree {
    /// One past the last of its slots.
    pub(super) end: usize,
    pub(super) code: u8,
    /// No cell: it drops the piece.
    pub(super) from: Cell,
}

/// The slots of a position, by number: those of the pieces, of the drops, of wild trees, of castlings, of a pass; or those of
/// compulsory captures.
#[derive(Debug, Default)]
pub(super) struct Numbered<'g, const W: usize> {
    pub(super) kept: Kept,
    /// How many of those of the pieces count.
    pub(super) of_pieces: usize,
    pub(super) bundles: Vec<Bundle<W>>,
    pub(super) trees: Vec<WildTree>,
    pub(super) castles: Vec<&'g Castle>,
    pub(super) pass: Option<RuleId>,
    pub(super) number: usize,
}

impl<const W: usize> Numbered<'_, W> {
    fn clear(&mut self) {
        self.bundles.clear();
        self.trees.clear();
        self.castles.clear();
        self.pass = None;
        (self.of_pieces, self.number) = (0, 0);
    }

    /// Those of the pieces.
    #[inline(always)]
    fn of<'a>(&'a self, slots: &'a Slots<W>, board: &Board<W>) -> Owned<'a, W> {
        self.kept.of(slots, board.side.index(), self.of_pieces)
    }
}

/// What is known of a position when a slot is looked into.
pub(super) struct Known<'a, 'g, const W: usize> {
    pub(super) view: &'a View<W>,
    pub(super) safety: &'a Safety<W>,
    pub(super) numbered: &'a Numbered<'g, W>,
}

impl<'g, const W: usize> Engine<'g, W> {
    /// Draws a legal move, which is in the list afterwards; `below` gives numbers below a bound, each as likely.
    pub(super) fn draw(
        &self,
        board: &mut Board<W>,
        slots: Option<&Slots<W>>,
        numbered: &mut Numbered<'g, W>,
        list: &mut List,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        list.clear();
        let drawn = slots.and_then(|slots| self.draw_slot(board, slots, numbered, list, below));
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
        slots: &Slots<W>,
        numbered: &mut Numbered<'g, W>,
        list: &mut List,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        let view = View::of(board);
        self.number_slots(board, &view, slots, numbered)?;
        let (own, number) = (numbered.of(slots, board), numbered.number);
        // One is looked up ahead all the time: nobody can foresee whether it is open, but so it is known when it is asked.
        let mut next = own.look_up(&view, below(number));
        let mut safety = Safety::new();
        self.see_to(board, &mut safety);
        // In check most slots are empty.
        if safety.check && number > MOST_IN_CHECK {
            return None;
        }
        let known = Known { view: &view, safety: &safety, numbered };
        (0..TRIES).find_map(|_| {
            let drawn = std::mem::replace(&mut next, own.look_up(&view, below(number)));
            self.in_slot(board, &known, drawn, list)
        })
    }

    /// What is in each slot of a position; none if moves cannot be drawn so.
    pub(super) fn drawn(&self, board: &mut Board<W>) -> Option<Vec<Move>> {
        let slots = self.slots()?;
        let (safety, view) = (self.safety(board), View::of(board));
        let (mut numbered, mut list) = (Numbered::default(), List::default());
        self.number_slots(board, &view, slots, &mut numbered)?;
        let own = numbered.of(slots, board);
        let known = Known { view: &view, safety: &safety, numbered: &numbered };
        let moves = (0..numbered.number).filter_map(|slot| {
            let step = self.in_slot(board, &known, own.look_up(&view, slot), &mut list)?;
            Some(self.step_to_move(board, &list, step))
        });
        let moves: Vec<Move> = moves.collect();
        // Other moves are legal if no compulsory capture is.
        Some(moves).filter(|moves| numbered.of_pieces > 0 || !moves.is_empty())
    }

    /// Numbers the slots; none if only a list tells, or there is nothing.
    #[inline(always)]
    fn number_slots(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        slots: &Slots<W>,
        numbered: &mut Numbered<'g, W>,
    ) -> Option<()> {
        numbered.clear();
        if !numbered.kept.known {
            numbered.kept.read(slots, board);
        }
        debug_assert!(numbered.kept.are_of(slots, board));
        if self.game.laws.must_capture {
            self.number_captures(board, view, slots, numbered)?;
            if numbered.number > 0 {
                return Some(());
            }
        }
        numbered.of_pieces = numbered.kept.number(board.side.index());
        numbered.number = numbered.of_pieces;
        if self.game.needs.hands {
            self.number_drops(board, view, numbered);
        }
        for wild in &slots.wild[board.side.index()] {
            if wild.awake(view) {
                self.number_wild(board, view, wild, numbered);
            }
        }
        // In check they are not legal.
        if board.rights != 0 {
            self.castles(board, false, |castle| numbered.castles.push(castle));
        }
        numbered.pass = self.game.laws.may_pass;
        numbered.number += numbered.castles.len() + usize::from(numbered.pass.is_some());
        (numbered.number > 0).then_some(())
    }

    #[inline(always)]
    fn number_wild(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        wild: &Wild<W>,
        numbered: &mut Numbered<'g, W>,
    ) {
        for from in board.of(wild.code).and(&wild.cells) {
            let post = self.post(wild.code, from);
            if !post.awake(view) {
                continue;
            }
            let (code, cell) = (wild.code, Cell(small(from)));
            if let Some(moves) = wild.by_victim[from] {
                numbered.number += moves * post.victims.and(&view.enemy).len() as usize;
                numbered.trees.push(WildTree { end: numbered.number, code, from: cell });
            } else {
                self.number_tree(board, (code, cell), numbered);
            }
        }
    }

    #[inline(never)]
    fn number_drops(&self, board: &mut Board<W>, view: &View<W>, numbered: &mut Numbered<'g, W>) {
        let side = board.side.index();
        for (code, _) in self.dropped[side].iter().filter(|(_, piece)| board.holds(*piece)) {
            let post = &self.posts.drops[usize::from(*code)];
            let to = self.targets(board, view, post);
            numbered.number += self.posts.number(self.forms, post, to) as usize;
            numbered.bundles.push(Bundle {
                end: numbered.number,
                code: *code,
                from: Cell::NONE,
                to,
            });
        }
        if self.drops_run {
            for at in 0..numbered.bundles.len() {
                let code = numbered.bundles[at].code;
                let post = &self.posts.drops[usize::from(code)];
                if post.has.rest() && post.awake(view) {
                    self.number_tree(board, (code, Cell::NONE), numbered);
                }
            }
        }
    }

    /// Runs a tree that is awake: its slots are its moves.
    #[inline(never)]
    fn number_tree(
        &self,
        board: &mut Board<W>,
        (code, from): (u8, Cell),
        numbered: &mut Numbered<'g, W>,
    ) {
        let before = numbered.number;
        self.run(board, self.post_of(code, from).rest, &mut [0; MOST_CAPTURES], |_, emit, _, _| {
            numbered.number += self.becomes(emit).len();
        });
        if numbered.number > before {
            numbered.trees.push(WildTree { end: numbered.number, code, from });
        }
    }
}
