//! Compulsory captures, where moves are drawn.
//!
//! ```text
//! R a1, P b2, n c3        R {}   P {c3}: only those of a kind that takes anything are looked at one by one
//! ```

use crate::ids::Cell;
use crate::play::fast::board::Board;
use crate::play::fast::draw::{Bundle, Numbered};
use crate::play::fast::engine::Engine;
use crate::play::fast::list::View;
use crate::play::fast::posts::{Marked, Post};
use crate::play::fast::set::Set;
use crate::play::fast::step::small;

impl<'g, const W: usize> Engine<'g, W> {
    /// Numbers the plain captures of the player to move; none if others may be possible.
    #[inline(never)]
    pub(super) fn number_captures(
        &self,
        board: &Board<W>,
        view: &View<W>,
        numbered: &mut Numbered<'g, W>,
    ) -> Option<()> {
        let after_trail = !view.trail.is_empty();
        for kind in &self.kinds[board.side.index()] {
            let pieces = board.of(kind.code);
            if pieces.is_empty() {
                continue;
            }
            let oddly = kind.takes_oddly || (after_trail && kind.on_trail.meets(&view.trail));
            if oddly && self.takes_oddly(board, view, kind.code, pieces) {
                return None;
            }
            let posts = &self.posts.posts[usize::from(kind.code) * self.cells..][..self.cells];
            let taken = match &kind.marches {
                Some(marches) if marches.pay(pieces.len(), 2) => marches.taken(view, &pieces),
                _ if kind.simple => self.taken_simply(view, posts, pieces),
                _ => Set::ALL,
            };
            if taken.is_empty() {
                continue;
            }
            let takes = |from: usize| self.targets(board, view, &posts[from]).and(&view.enemy);
            for from in pieces {
                let to = takes(from);
                if !to.is_empty() {
                    numbered.number += self.posts.number(self.forms, &posts[from], to) as usize;
                    let (end, from) = (numbered.number, Cell(small(from)));
                    numbered.bundles.push(Bundle { end, code: kind.code, from, to });
                }
            }
        }
        Some(())
    }

    /// What is taken by any of some pieces that take by leaps and lines alone; perhaps more, where something bars the way.
    #[inline(always)]
    fn taken_simply(&self, view: &View<W>, posts: &[Post<W>], pieces: Set<W>) -> Set<W> {
        let mut taken = Set::EMPTY;
        for from in pieces {
            let post = &posts[from];
            taken = taken.or(&post.takes);
            for line in post.lines.of(&self.posts.lines) {
                taken = taken.or(&Set::reach(&line.low, &line.high, &view.occupied));
            }
        }
        taken.and(&view.enemy)
    }

    /// Whether pieces of a code may have captures that are not plain.
    #[inline(never)]
    fn takes_oddly(&self, board: &Board<W>, view: &View<W>, code: u8, mut pieces: Set<W>) -> bool {
        let takes = |m: &Marked<W>| m.takes.is_some() && self.is_open(board, view, m);
        let oddly = |post: &Post<W>| {
            let marked = post.has.marked() && post.marked.of(&self.posts.marked).iter().any(takes);
            marked || (post.has.rest() && post.awake(view))
        };
        pieces.any(|from| oddly(self.post(code, from)))
    }
}
