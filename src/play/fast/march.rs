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

/// Most marches of a kind, but for promotions: with more, its pieces are looked at one by one.
const MOST: usize = 8;

/// Most cells that a march asks about besides the one where it ends.
const MOST_OVER: usize = 3;

/// So many marches cost as much as one piece that is looked at by itself.
const A_PIECE: usize = 3;

/// One leap of many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct March<const W: usize> {
    /// Pieces that make it.
    from: Set<W>,
    /// How far it goes.
    by: isize,
    /// How far away cells lie that must be empty, or hold an enemy; 0: none.
    over: [isize; MOST_OVER],
    /// As how many moves it counts.
    times: u64,
    /// What the piece becomes, as a list of [`Forms::becomes`], if not only itself.
    becomes: Option<u16>,
}

/// The marches of a code: all its moves but those that need a trail.
#[derive(Clone, Debug, Default)]
pub(super) struct Marches<const W: usize> {
    usual: Marching<W>,
    /// Those by which a piece becomes something else, and from where they go.
    special: Marching<W>,
    special_from: Set<W>,
    /// How many there are of the usual ones.
    number: usize,
}

/// Which of the lists is meant.
type ListOf<const W: usize> = fn(&mut Marching<W>) -> &mut Vec<March<W>>;

/// Marches by what they ask.
#[derive(Clone, Debug, Default)]
struct Marching<const W: usize> {
    /// To empty cells; those over cells that must be empty, which leave a trail; those behind an enemy; onto enemies; to empty
    /// cells and onto enemies.
    quiet: Vec<March<W>>,
    over: Vec<March<W>>,
    behind: Vec<March<W>>,
    takes: Vec<March<W>>,
    both: Vec<March<W>>,
}

impl<const W: usize> March<W> {
    /// From where it leads to a cell.
    #[inline(always)]
    fn origin(&self, to: usize) -> usize {
        to.wrapping_add_signed(-self.by)
    }

    /// Those of the pieces that have none of these cells where one must be empty.
    #[inline(always)]
    fn open(&self, pieces: &Set<W>, occupied: &Set<W>) -> Set<W> {
        let [first, others @ ..] = self.over;
        let mut open = pieces.without(&occupied.turned(-first));
        if others[0] != 0 {
            for over in others.into_iter().filter(|over| *over != 0) {
                open = open.without(&occupied.turned(-over));
            }
        }
        open
    }
}

impl<const W: usize> Marches<W> {
    /// Whether they are worth while for so many pieces.
    #[inline]
    pub(super) fn pay(&self, pieces: u32) -> bool {
        self.number <= A_PIECE * pieces as usize
    }

    /// The lists of those that these pieces may make.
    #[inline(always)]
    fn lists(&self, pieces: &Set<W>) -> impl Iterator<Item = &Marching<W>> {
        let special = pieces.meets(&self.special_from).then_some(&self.special);
        std::iter::once(&self.usual).chain(special)
    }

    /// Every capture among them: from where, to where, and as how many moves it counts.
    fn captures(
        &self,
        view: &View<W>,
        pieces: &Set<W>,
    ) -> impl Iterator<Item = (usize, usize, &March<W>)> {
        let all = self.lists(pieces).flat_map(|list| list.takes.iter().chain(&list.both));
        all.flat_map(move |march| {
            let to = pieces.and(&march.from).turned(march.by).and(&view.enemy);
            to.map(move |to| (march.origin(to), to, march))
        })
    }

    /// Number of moves to cells in `block`: quiet ones and captures; where these need not be told apart, some are counted among
    /// the quiet ones.
    #[inline(always)]
    fn count(&self, view: &View<W>, pieces: &Set<W>, block: &Set<W>, apart: bool) -> (u64, u64) {
        let (mut quiet, mut takes) = self.usual.count(view, pieces, block, apart);
        if pieces.meets(&self.special_from) {
            let special = self.special.count(view, pieces, block, apart);
            quiet += special.0;
            takes += special.1;
        }
        (quiet, takes)
    }
}

impl<const W: usize> Marching<W> {
    fn number(&self) -> usize {
        let [over, behind] = [self.over.len(), self.behind.len()];
        self.quiet.len() + over + behind + self.takes.len() + self.both.len()
    }

    /// See [`Marches::count`].
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
            quiet += number(march, march.open(pieces, &view.occupied), &view.occupied);
        }
        for march in &self.behind {
            let ready = pieces.and(&view.enemy.turned(-march.over[0]));
            quiet += number(march, ready, &view.occupied);
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
        if post.has.lines()
            || post.turns()
            || post.has.barred()
            || (post.has.rest() && !post.rest.only_on_trail())
        {
            return None;
        }
        let leaps: [(_, ListOf<W>); 2] =
            [(post.quiet, |m| &mut m.quiet), (post.takes, |m| &mut m.takes)];
        for (cells, list) in leaps {
            for to in cells {
                let becomes = becomes(posts, post, to);
                all.add(forms, list, from, (distance(from, to), &[]), becomes)?;
            }
        }
        for behind in post.behind.of(&posts.behind) {
            if !behind.of_enemy || behind.takes {
                return None;
            }
            for to in behind.to {
                let distances = (distance(from, to), &[distance(from, behind.hurdle)][..]);
                all.add(forms, |m| &mut m.behind, from, distances, becomes(posts, post, to))?;
            }
        }
        for marked in post.marked.of(&posts.marked) {
            let over: Vec<isize> = marked.empties.map(|c| distance(from, c)).collect();
            if marked.takes.is_some() || over.is_empty() {
                return None;
            }
            let becomes = Some(forms.emits[marked.emit as usize].becomes);
            let distances = (distance(from, marked.to), &over[..]);
            add(forms, &mut all.usual.over, from, distances, becomes)?;
        }
    }
    all.usual.join();
    all.special.join();
    all.number = all.usual.number();
    (all.number <= MOST).then_some(all)
}

impl<const W: usize> Marches<W> {
    fn add(
        &mut self,
        forms: &Forms,
        list: ListOf<W>,
        from: usize,
        distances: (isize, &[isize]),
        becomes: Option<u16>,
    ) -> Option<()> {
        let lists = if becomes.is_some() {
            self.special_from.insert(from);
            &mut self.special
        } else {
            &mut self.usual
        };
        add(forms, list(lists), from, distances, becomes)
    }
}

impl<const W: usize> Marching<W> {
    /// Makes one of marches to empty cells and onto enemies.
    fn join(&mut self) {
        for march in std::mem::take(&mut self.takes) {
            match self.quiet.iter().position(|quiet| *quiet == march) {
                Some(twin) => self.both.push(self.quiet.swap_remove(twin)),
                None => self.takes.push(march),
            }
        }
    }
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
    (by, cells): (isize, &[isize]),
    becomes: Option<u16>,
) -> Option<()> {
    let mut over = [0; MOST_OVER];
    over.get_mut(..cells.len())?.copy_from_slice(cells);
    let same = |m: &&mut March<W>| (m.by, m.over, m.becomes) == (by, over, becomes);
    let full = list.len() > MOST;
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
        for all in marches.lists(&pieces) {
            for march in all.quiet.iter().chain(&all.both) {
                let to = pieces.and(&march.from).turned(march.by).and(&safety.block);
                add(list, to.without(&view.occupied), march, false);
            }
            for march in &all.behind {
                let ready = pieces.and(&march.from).and(&view.enemy.turned(-march.over[0]));
                let to = ready.turned(march.by).and(&safety.block);
                add(list, to.without(&view.occupied), march, false);
            }
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
        for march in &marches.usual.over {
            let open = march.open(&pieces, &view.occupied);
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
