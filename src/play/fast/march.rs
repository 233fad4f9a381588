//! Leaps of all pieces of a kind at once: a *march* moves every piece by the same distance in the order of the cells.
//!
//! ```text
//! steppers on a2 c2 d3, north:   a3 c3 d4   shifted by one rank, and the empty ones of them counted
//! ```

use crate::ids::Code;
use crate::ir::Forms;
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::View;
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Step};

/// Most marches of a kind, but for promotions: with more, its pieces are looked at one by one.
const MOST: usize = 8;

/// Most cells that a march asks about besides the one where it ends.
const MOST_OVER: usize = 3;

/// One leap of many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct March<const W: usize> {
    /// Pieces that make it.
    from: Set<W>,
    /// How far it goes.
    by: isize,
    way: Way,
    /// How far away cells lie that must be empty, or hold an enemy; 0: none.
    over: [isize; MOST_OVER],
    /// As how many moves it counts.
    times: u64,
    /// What the piece becomes, as a list of [`Forms::becomes`], if that is not one thing.
    becomes: Option<u16>,
    /// The step of it, to be taken [`Step::along`].
    step: Step,
}

/// Where a march ends, and what it asks on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// To an empty cell.
    Quiet,
    /// To an empty cell, over cells that must be empty; it leaves a trail.
    Over,
    /// To an empty cell, behind an enemy.
    Behind,
    /// Onto an enemy.
    Takes,
    /// To an empty cell or onto an enemy.
    Both,
}

/// The marches of a code: all its moves but those that need a trail.
#[derive(Clone, Debug, Default)]
pub(super) struct Marches<const W: usize> {
    /// The usual ones; then those by which a piece becomes something else.
    all: Vec<March<W>>,
    /// How many the usual ones are.
    usual: usize,
    /// From where the others go.
    special_from: Set<W>,
}

impl<const W: usize> March<W> {
    /// From where it leads to a cell.
    #[inline(always)]
    fn origin(&self, to: usize) -> usize {
        to.wrapping_add_signed(-self.by)
    }

    /// Cells where it leads some of the pieces, whatever stands there.
    #[inline(always)]
    fn to(&self, view: &View<W>, pieces: &Set<W>) -> Set<W> {
        let mut ready = pieces.and(&self.from);
        match self.way {
            Way::Over => ready = self.open(&ready, &view.occupied),
            Way::Behind => ready = ready.and(&view.enemy.turned(-self.over[0])),
            _ => {}
        }
        ready.turned(self.by)
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

    /// Number of moves of the pieces to cells in `block`: quiet ones and captures; where these need not be told `apart`, some are
    /// counted among the quiet ones.
    #[inline(always)]
    fn count(&self, view: &View<W>, pieces: &Set<W>, block: &Set<W>, apart: bool) -> (u64, u64) {
        let to = self.to(view, pieces).and(block);
        let number = |to: Set<W>| self.times * u64::from(to.len());
        match self.way {
            Way::Takes => (0, number(to.and(&view.enemy))),
            Way::Both if apart => (number(to.without(&view.occupied)), number(to.and(&view.enemy))),
            Way::Both => (number(to.without(&view.own)), 0),
            _ => (number(to.without(&view.occupied)), 0),
        }
    }
}

impl<const W: usize> Marches<W> {
    /// Whether they are worth while for so many pieces, where so many marches cost as much as one piece that is looked at by
    /// itself.
    #[inline]
    pub(super) fn pay(&self, pieces: u32, a_piece: usize) -> bool {
        self.usual <= a_piece * pieces as usize
    }

    /// Those that some of these pieces may make.
    #[inline(always)]
    fn of(&self, pieces: &Set<W>) -> &[March<W>] {
        if pieces.meets(&self.special_from) { &self.all } else { &self.all[..self.usual] }
    }

    /// Every capture among them: from where, to where, and as how many moves it counts.
    fn captures(
        &self,
        view: &View<W>,
        pieces: &Set<W>,
    ) -> impl Iterator<Item = (usize, usize, &March<W>)> {
        let takes = |march: &&March<W>| matches!(march.way, Way::Takes | Way::Both);
        self.of(pieces).iter().filter(takes).flat_map(move |march| {
            let to = march.to(view, pieces).and(&view.enemy);
            to.map(move |to| (march.origin(to), to, march))
        })
    }

    /// See [`March::count`].
    #[inline(always)]
    fn count(&self, view: &View<W>, pieces: &Set<W>, block: &Set<W>, apart: bool) -> (u64, u64) {
        let (mut quiet, mut takes) = (0, 0);
        for march in self.of(pieces) {
            let number = march.count(view, pieces, block, apart);
            quiet += number.0;
            takes += number.1;
        }
        (quiet, takes)
    }
}

/// Gathers the marches of a code.
struct Gatherer<'a, const W: usize> {
    forms: &'a Forms,
    code: Code,
    usual: Vec<March<W>>,
    special: Vec<March<W>>,
    special_from: Set<W>,
}

/// The marches of a code whose posts are given by cell, if it has no other moves.
pub(super) fn of<const W: usize>(
    forms: &Forms,
    posts: &Posts<W>,
    code: Code,
    of_code: &[Post<W>],
) -> Option<Marches<W>> {
    let (usual, special) = (Vec::new(), Vec::new());
    let mut all = Gatherer { forms, code, usual, special, special_from: Set::EMPTY };
    for (from, post) in of_code.iter().enumerate() {
        if post.has.lines()
            || post.turns()
            || post.has.barred()
            || post.has.choosy()
            || (post.has.rest() && !post.rest.only_on_trail())
        {
            return None;
        }
        all.add_post(posts, from, post)?;
    }
    join(&mut all.usual);
    join(&mut all.special);
    let usual = all.usual.len();
    all.usual.extend(all.special);
    let special_from = all.special_from;
    (usual <= MOST).then_some(Marches { all: all.usual, usual, special_from })
}

impl<const W: usize> Gatherer<'_, W> {
    fn add_post(&mut self, posts: &Posts<W>, from: usize, post: &Post<W>) -> Option<()> {
        let becomes = |to: usize| becomes(posts, post, to);
        for (cells, way) in [(post.quiet, Way::Quiet), (post.takes, Way::Takes)] {
            for to in cells {
                self.add(way, from, (distance(from, to), &[]), becomes(to), None)?;
            }
        }
        for behind in post.behind.of(&posts.behind) {
            if !behind.of_enemy || behind.takes {
                return None;
            }
            for to in behind.to {
                let distances = (distance(from, to), &[distance(from, behind.hurdle)][..]);
                self.add(Way::Behind, from, distances, becomes(to), None)?;
            }
        }
        for (number, marked) in post.marked.of(&posts.marked).iter().enumerate() {
            let over: Vec<isize> = marked.empties.map(|c| distance(from, c)).collect();
            if marked.takes.is_some() || over.is_empty() {
                return None;
            }
            let becomes = Some(self.forms.emits[marked.emit as usize].becomes);
            let distances = (distance(from, marked.to), &over[..]);
            self.add(Way::Over, from, distances, becomes, Some(number))?;
        }
        Some(())
    }

    /// Adds a piece on `from` to a march, which has a number among the marked moves of its post if it leaves a trail.
    fn add(
        &mut self,
        way: Way,
        from: usize,
        (by, cells): (isize, &[isize]),
        becomes: Option<u16>,
        marked: Option<usize>,
    ) -> Option<()> {
        let list = if becomes.is_some() && marked.is_none() {
            self.special_from.insert(from);
            &mut self.special
        } else {
            &mut self.usual
        };
        let mut over = [0; MOST_OVER];
        over.get_mut(..cells.len())?.copy_from_slice(cells);
        let of_code = [self.code];
        let all = becomes.map_or(&of_code[..], |n| &self.forms.becomes[usize::from(n)]);
        let becomes = becomes.filter(|_| all.len() != 1);
        let step = Step::from(Some(0), self.code.0).becoming(all.first()?.0);
        let step = marked.map_or(step, |number| step.marked(number)).by(by);
        let march =
            March { from: Set::one(from), by, way, over, times: all.len() as u64, becomes, step };
        let same = |m: &&mut March<W>| {
            (m.way, m.by, m.over, m.becomes, m.step) == (way, by, over, becomes, step)
        };
        let full = list.iter().filter(|m| m.way == way).count() > MOST;
        match list.iter_mut().find(same) {
            Some(march) => march.from.insert(from),
            None if full => return None,
            None => list.push(march),
        }
        Some(())
    }
}

/// Makes one of marches to empty cells and onto enemies.
fn join<const W: usize>(all: &mut Vec<March<W>>) {
    let quiet: Vec<_> = all.iter().filter(|march| march.way == Way::Quiet).copied().collect();
    for march in quiet {
        let takes = March { way: Way::Takes, ..march };
        if let Some(twin) = all.iter().position(|other| *other == takes) {
            all.remove(twin);
            all.iter_mut().filter(|other| **other == march).for_each(|m| m.way = Way::Both);
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
        let empty = safety.block.without(&view.occupied);
        for march in marches.of(&pieces) {
            let to = march.to(view, &pieces);
            let to = match march.way {
                Way::Takes | Way::Both if self.blasts => {
                    self.blasting(board, (view, safety), code, march, to)
                }
                Way::Takes => to.and(&safety.block).and(&view.enemy),
                Way::Both => to.and(&safety.block).without(&view.own),
                Way::Quiet | Way::Over | Way::Behind => to.and(&empty),
            };
            let to = list.wanted(to, &view.enemy);
            match march.becomes {
                None => list.add_each(to, |to| march.step.along(to)),
                Some(becomes) => {
                    for c in &self.forms.becomes[usize::from(becomes)] {
                        list.add_each(to, |to| march.step.along(to).becoming(c.0));
                    }
                }
            }
        }
    }

    /// Of the cells where a march leads that takes, those where it may end in a game of blasts.
    #[inline(never)]
    fn blasting(
        &self,
        board: &mut Board<W>,
        (view, safety): (&View<W>, &Safety<W>),
        code: u8,
        march: &March<W>,
        to: Set<W>,
    ) -> Set<W> {
        let legal = |to: &usize| {
            let piece = (code, march.origin(*to));
            !self.blasted_cells(board, safety, piece, Set::one(*to)).is_empty()
        };
        let takes: Set<W> = to.and(&view.enemy).filter(legal).collect();
        let quiet = to.and(&safety.block).without(&view.occupied);
        if march.way == Way::Both { takes.or(&quiet) } else { takes }
    }
}
