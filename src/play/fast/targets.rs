//! Where a piece may go by the sets of its post.
//!
//! ```text
//! leaps:  to quiet cells that are not occupied, onto enemies, unless something bars the way
//! lines:  as far as they are empty, onto the first piece that is not an own one
//! turns:  all the others, one after the other
//! ```

use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::View;
use crate::play::fast::posts::{Barred, Hop, Line, Post};
use crate::play::fast::set::Set;

impl<const W: usize> Engine<'_, W> {
    /// Where a piece may go by plain moves, but for the safety of the royal pieces.
    #[inline(always)]
    pub(super) fn targets(&self, board: &Board<W>, view: &View<W>, post: &Post<W>) -> Set<W> {
        let mut to = post.quiet.without(&view.occupied).or(&post.takes.and(&view.enemy));
        if post.has.barred() && (post.bars.meets(&view.enemy) || post.walls.meets(&view.occupied)) {
            to = self.unbarred(view, post, to);
        }
        if post.has.lines() {
            let mut reached = Set::EMPTY;
            for line in post.lines.of(&self.posts.lines) {
                reached = reached.or(&Set::reach(&line.low, &line.high, &view.occupied));
            }
            to = to.or(&reached.without(&view.own));
        }
        if post.has.turns() {
            to = to.or(&self.turns(board, view, post));
        }
        if post.has.choosy() && (post.prey_code == 0 || board.of(post.prey_code).meets(&post.prey))
        {
            to = to.or(&self.choosy(board, view, post));
        }
        to
    }

    /// Of leaps, those that nothing bars.
    #[inline(never)]
    fn unbarred(&self, view: &View<W>, post: &Post<W>, to: Set<W>) -> Set<W> {
        let barred = post.barred.of(&self.posts.barred).iter();
        let bars = |b: &&Barred<W>| {
            if b.by_any { view.occupied.has(b.bar) } else { view.enemy.has(b.bar) }
        };
        barred.filter(bars).fold(to, |to, b| to.without(&b.to))
    }

    /// Moves that are neither leaps nor rides for all purposes, nor choosy.
    #[inline]
    fn turns(&self, board: &Board<W>, view: &View<W>, post: &Post<W>) -> Set<W> {
        let open = |set: &Set<W>| set.without(&view.occupied);
        let mut to = Set::EMPTY;
        for half in post.halves.of(&self.posts.halves) {
            let reached = Set::reach(&half.line.low, &half.line.high, &view.occupied);
            to = to.or(&if half.takes { reached.and(&view.enemy) } else { open(&reached) });
        }
        for lame in post.lame.of(&self.posts.lame) {
            if !lame.empties.meets(&view.occupied) {
                to = to.or(&open(&lame.quiet)).or(&lame.takes.and(&view.enemy));
            }
        }
        for hop in post.hops.of(&self.posts.hops) {
            to = to.or(&self.hops(board, view, hop));
        }
        for behind in post.behind.of(&self.posts.behind) {
            if view.occupied.has(behind.hurdle)
                && (behind.of_any || self.passes(board, behind.hurdle, behind.test))
            {
                let when = |goes: bool, cells: Set<W>| if goes { cells } else { Set::EMPTY };
                to = to.or(&when(behind.quiet, open(&behind.to)));
                to = to.or(&when(behind.takes, behind.to.and(&view.enemy)));
            }
        }
        for guarded in post.guarded.of(&self.posts.guarded) {
            if !board.stands_any(guarded.codes, &guarded.cells) {
                to = to.or(&open(&guarded.to));
            }
        }
        to
    }

    /// Moves onto some enemies only.
    #[inline(never)]
    fn choosy(&self, board: &Board<W>, view: &View<W>, post: &Post<W>) -> Set<W> {
        let mut to = Set::EMPTY;
        for choosy in post.choosy.of(&self.posts.choosy) {
            if !choosy.empties.meets(&view.occupied) {
                let passes = |cell: &usize| self.passes(board, *cell, choosy.test);
                to = to.or(&choosy.to.and(&view.enemy).filter(passes).collect());
            }
        }
        to
    }

    /// Where a piece may go over the first piece of a line.
    fn hops(&self, board: &Board<W>, view: &View<W>, hop: &Hop<W>) -> Set<W> {
        let Line { mut low, mut high } = hop.line;
        let to_hurdle = Set::reach(&low, &high, &view.occupied);
        let ridden = if hop.rides { to_hurdle.without(&view.occupied) } else { Set::EMPTY };
        if let Some(test) = hop.hurdle {
            for hurdle in to_hurdle.and(&view.occupied) {
                if !self.passes(board, hurdle, test) {
                    let side = if low.has(hurdle) { &mut low } else { &mut high };
                    *side = Set::EMPTY;
                }
            }
        }
        let [low, high] = [low.without(&to_hurdle), high.without(&to_hurdle)];
        let reached = Set::reach(&low, &high, &view.occupied);
        let quiet = if hop.quiet { reached.without(&view.occupied) } else { Set::EMPTY };
        let takes = if hop.takes { reached.and(&view.enemy) } else { Set::EMPTY };
        quiet.or(&takes).or(&ridden)
    }
}
