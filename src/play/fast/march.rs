//! Leaps of all pieces of a kind at once: a *march* moves every piece by the same distance in the order of the cells.
//!
//! ```text
//! steppers on a2 c2 d3, north:   a3 c3 d4   shifted by one rank, and the empty ones of them counted
//! ```

use crate::ir::Forms;
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{Taker, View};
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Step};

/// Most marches of a kind: with more, its pieces are looked at one by one.
const MOST: usize = 8;

/// So many marches cost as much as one piece that is looked at by itself.
const A_PIECE: usize = 3;

/// One leap of many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct March<const W: usize> {
    /// Pieces that make it.
    from: Set<W>,
    /// How far it goes.
    by: isize,
    /// How far away a cell lies that must be empty; 0: none.
    over: isize,
    /// As how many moves it counts.
    times: u64,
    /// What the piece becomes, as a list of [`Forms::becomes`], if not only itself.
    becomes: Option<u16>,
}

/// The marches of a code: all its moves but those that need a trail.
#[derive(Clone, Debug, Default)]
pub(super) struct Marches<const W: usize> {
    /// To empty cells; those over a cell that must be empty; onto enemies; to empty cells and onto enemies.
    quiet: Vec<March<W>>,
    over: Vec<March<W>>,
    takes: Vec<March<W>>,
    both: Vec<March<W>>,
}

impl<const W: usize> March<W> {
    /// From where it leads to a cell.
    #[inline(always)]
    fn origin(&self, to: usize) -> usize {
        to.wrapping_add_signed(-self.by)
    }
}

impl<const W: usize> Marches<W> {
    /// Whether they are worth while for so many pieces.
    #[inline]
    pub(super) fn pay(&self, pieces: u32) -> bool {
        let number = self.quiet.len() + self.over.len() + self.takes.len() + self.both.len();
        number <= A_PIECE * pieces as usize
    }

    /// Every capture among them: from where, to where, and as how many moves it counts.
    fn captures(
        &self,
        view: &View<W>,
        pieces: &Set<W>,
    ) -> impl Iterator<Item = (usize, usize, &March<W>)> {
        self.takes.iter().chain(&self.both).flat_map(move |march| {
            let to = pieces.and(&march.from).turned(march.by).and(&view.enemy);
            to.map(move |to| (march.origin(to), to, march))
        })
    }

    /// Number of moves to cells in `block`: quiet ones and captures; where these need not be told apart, some are counted among
    /// the quiet ones.
    #[inline(always)]
    fn count(&self, view: &View<W>, pieces: &Set<W>, block: &Set<W>, apart: bool) -> (u64, u64) {
        let number = |march: &March<W>, pieces: Set<W>, barred: &Set<W>| {
            let to = pieces.and(&march.from).turned(march.by).and(block);
            march.times * u64::from(to.without(barred).len())
        };
        let (mut quiet, mut takes) = (0, 0);
        for march in &self.quiet {
            quiet += number(march, *pieces, &view.occupied);
        }
        for march in &self.over {
            let open = pieces.without(&view.occupied.turned(-march.over));
            quiet += number(march, open, &view.occupied);
        }
        for march in &self.takes {
            takes += number(march, *pieces, &view.no_enemy);
        }
        for march in &self.both {
            if apart {
                takes += number(march, *pieces, &view.no_enemy);
                quiet += number(march, *pieces, &view.occupied);
            } else {
                quiet += number(march, *pieces, &view.own);
            }
        }
        (quiet, takes)
    }
}

/// The marches of a code whose posts are given by cell, if it has no other moves.
pub(super) fn of<const W: usize>(
    forms: &Forms,
    posts: &Posts<W>,
    of_code: &[Post<W>],
) -> Option<Marches<W>> {
    let mut all = Marches::default();
    for (from, post) in of_code.iter().enumerate() {
        if post.has.lines() || post.has.turns() || (post.has.rest() && !post.rest.only_on_trail) {
            return None;
        }
        for (cells, list) in [(post.quiet, &mut all.quiet), (post.takes, &mut all.takes)] {
            for to in cells {
                add(forms, list, from, (distance(from, to), 0), becomes(posts, post, to))?;
            }
        }
        for marked in post.marked.of(&posts.marked) {
            let mut empties = marked.empties;
            let over = empties.next()?;
            if marked.takes.is_some() || !empties.is_empty() {
                return None;
            }
            let becomes = Some(forms.emits[marked.emit as usize].becomes);
            let distances = (distance(from, marked.to), distance(from, over));
            add(forms, &mut all.over, from, distances, becomes)?;
        }
    }
    let takes = std::mem::take(&mut all.takes);
    for march in takes {
        match all.quiet.iter().position(|quiet| *quiet == march) {
            Some(twin) => all.both.push(all.quiet.swap_remove(twin)),
            None => all.takes.push(march),
        }
    }
    let number = all.quiet.len() + all.over.len() + all.takes.len() + all.both.len();
    (number <= MOST).then_some(all)
}

fn distance(from: usize, to: usize) -> isize {
    to.wrapping_sub(from).cast_signed()
}

/// What a piece becomes by a leap, if not only itself.
fn becomes<const W: usize>(posts: &Posts<W>, post: &Post<W>, to: usize) -> Option<u16> {
    let mut classes = post.classes.of(&posts.classes).iter();
    classes.find(|(cells, _)| cells.has(to)).map(|(_, becomes)| *becomes)
}

fn add<const W: usize>(
    forms: &Forms,
    list: &mut Vec<March<W>>,
    from: usize,
    (by, over): (isize, isize),
    becomes: Option<u16>,
) -> Option<()> {
    let same = |m: &&mut March<W>| (m.by, m.over, m.becomes) == (by, over, becomes);
    let full = list.len() >= MOST;
    let times = becomes.map_or(1, |becomes| forms.becomes[usize::from(becomes)].len() as u64);
    match list.iter_mut().find(same) {
        Some(march) => march.from.insert(from),
        None if full => return None,
        None => list.push(March { from: Set::one(from), by, over, times, becomes }),
    }
    Some(())
}

impl<const W: usize> Engine<'_, W> {
    /// Number of marches of pieces of a code that are not pinned: quiet ones and captures; where these need not be told `apart`,
    /// some are counted among the quiet ones.
    #[inline(always)]
    pub(super) fn count_marches(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        (code, pieces): (u8, Set<W>),
        marches: &Marches<W>,
        apart: bool,
    ) -> (u64, u64) {
        let (quiet, takes) = marches.count(view, &pieces, &safety.block, apart || self.blasts);
        if !self.blasts {
            return (quiet, takes);
        }
        let legal = |(from, to, march): (usize, usize, &March<W>)| {
            let to = self.blasted_cells(board, safety, (code, from), Set::one(to));
            u64::from(to.len()) * march.times
        };
        (quiet, marches.captures(view, &pieces).map(legal).sum())
    }

    /// Lists them.
    pub(super) fn list_marches(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        (code, pieces): (u8, Set<W>),
        marches: &Marches<W>,
        list: &mut List,
    ) {
        let add = |list: &mut List, to: Set<W>, march: &March<W>, captures: bool| {
            let base = Step::march(code, march.by).capturing(captures);
            let step = |to| base.along(to);
            match march.becomes {
                None => list.add_each(to, step),
                Some(becomes) => {
                    let all = &self.forms.becomes[usize::from(becomes)];
                    let each = to.flat_map(|to| all.iter().map(move |c| step(to).becoming(c.0)));
                    each.for_each(|step| list.add(step));
                }
            }
        };
        for march in marches.quiet.iter().chain(&marches.both) {
            let to = pieces.and(&march.from).turned(march.by).and(&safety.block);
            add(list, to.without(&view.occupied), march, false);
        }
        for (from, to, march) in marches.captures(view, &pieces) {
            let legal = if self.blasts {
                !self.blasted_cells(board, safety, (code, from), Set::one(to)).is_empty()
            } else {
                safety.block.has(to)
            };
            if legal {
                add(list, Set::one(to), march, true);
            }
        }
        for march in &marches.over {
            let open = pieces.without(&view.occupied.turned(-march.over));
            let to = open.and(&march.from).turned(march.by).and(&safety.block);
            for to in to.without(&view.occupied) {
                let from = march.origin(to);
                let post = &self.posts.posts[usize::from(code) * self.cells + from];
                let mut marked = post.marked.of(&self.posts.marked).iter();
                if let Some(marked) = marked.find(|m| m.to == to) {
                    list.marked(self, view, code, from, marked.emit);
                }
            }
        }
    }
}
