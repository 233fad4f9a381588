//! Compulsory captures, where moves are drawn.
//!
//! ```text
//! R a1, P b2, n c3        R: no enemy on a rank or file with it, so that it takes nothing    P: one where it takes, so looked at
//! ```

use crate::ids::Cell;
use crate::ir::{Forms, Sheaf};
use crate::play::fast::board::Board;
use crate::play::fast::draw::{Bundle, Numbered};
use crate::play::fast::engine::Engine;
use crate::play::fast::list::View;
use crate::play::fast::posts::{Line, Marked, Post, Posts, Span, set};
use crate::play::fast::set::Set;
use crate::play::fast::slots::Slots;
use crate::play::fast::step::small;

/// What a piece can take from its cell, but on a trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grip<const W: usize> {
    /// Nothing if no enemy stands on one of these.
    within: Set<W>,
    /// By leaps, and on pairs of lines.
    takes: Set<W>,
    lines: Span,
    /// Whether it may take in any other way.
    more: bool,
}

impl<const W: usize> Grip<W> {
    pub(super) fn new(forms: &Forms, posts: &Posts<W>, post: &Post<W>, sheaf: &Sheaf) -> Self {
        let shapes = &forms.shapes[sheaf.shapes.0 as usize..sheaf.shapes.1 as usize];
        let taking = shapes.iter().filter(|shape| shape.takes.is_some());
        let within = match post.has.rest() && post.rest.always {
            true => Set::ALL,
            false => taking.fold(post.victims, |all, shape| all.or(&set(&shape.to))),
        };
        let more = post.has.choosy()
            || post.has.barred()
            || (post.has.rest() && !post.rest.only_on_trail())
            || post.marked.of(&posts.marked).iter().any(|marked| marked.takes.is_some())
            || post.halves.of(&posts.halves).iter().any(|half| half.takes)
            || post.lame.of(&posts.lame).iter().any(|lame| !lame.takes.is_empty())
            || post.hops.of(&posts.hops).iter().any(|hop| hop.takes)
            || post.behind.of(&posts.behind).iter().any(|behind| behind.takes);
        Self { within, takes: post.takes, lines: post.lines, more }
    }

    /// What is taken, if nothing else can be.
    #[inline(always)]
    fn taken(&self, view: &View<W>, lines: &[Line<W>]) -> Option<Set<W>> {
        if self.more {
            return None;
        }
        let mut taken = self.takes;
        for line in self.lines.of(lines) {
            taken = taken.or(&Set::reach(&line.low, &line.high, &view.occupied));
        }
        Some(taken.and(&view.enemy))
    }
}

impl<'g, const W: usize> Engine<'g, W> {
    /// Numbers the plain captures of the player to move; none if others may be possible.
    #[inline(never)]
    pub(super) fn number_captures(
        &self,
        board: &Board<W>,
        view: &View<W>,
        slots: &Slots<W>,
        numbered: &mut Numbered<'g, W>,
    ) -> Option<()> {
        if !view.trail.is_empty() && self.takes_on_trail(board, view) {
            return None;
        }
        let mut near = Set::<W>::EMPTY;
        for from in view.own {
            near.put(from, slots.grip(board.at(from), from).within.meets(&view.enemy));
        }
        for from in near {
            let code = board.at(from);
            let to = match slots.grip(code, from).taken(view, &self.posts.lines) {
                Some(to) => to,
                None => self.taken(board, view, self.post(code, from))?,
            };
            if !to.is_empty() {
                let post = self.post(code, from);
                numbered.number += self.posts.number(self.forms, post, to) as usize;
                let (end, from) = (numbered.number, Cell(small(from)));
                numbered.bundles.push(Bundle { end, code, from, to });
            }
        }
        Some(())
    }

    /// What a piece takes; none if it may have captures that are not plain.
    #[inline(never)]
    fn taken(&self, board: &Board<W>, view: &View<W>, post: &Post<W>) -> Option<Set<W>> {
        let takes = |m: &Marked<W>| m.takes.is_some() && self.is_open(board, view, m);
        let oddly = post.marked.of(&self.posts.marked).iter().any(takes)
            || (post.has.rest() && post.awake(view));
        (!oddly).then(|| self.targets(board, view, post).and(&view.enemy))
    }

    /// Whether any piece may have captures on the trail.
    #[inline(never)]
    fn takes_on_trail(&self, board: &Board<W>, view: &View<W>) -> bool {
        let mut pieces = view.own;
        pieces.any(|from| self.post(board.at(from), from).on_trail.meets(&view.trail))
    }
}
