//! Leaps of all pieces of a kind at once: a *march* moves every piece by the same distance in the order of the cells.
//!
//! ```text
//! steppers on a2 c2 d3, north:   a3 c3 d4   shifted by one rank, and the empty ones of them counted
//! ```

use crate::ir::Forms;
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::set::Set;

/// Most marches of a kind: with more, its pieces are looked at one by one.
const MOST: usize = 8;

/// One leap of many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct March<const W: usize> {
    /// Pieces that make it.
    pub(super) from: Set<W>,
    /// How far it goes.
    pub(super) by: isize,
    /// How far away a cell lies that must be empty; 0: none.
    pub(super) over: isize,
    pub(super) quiet: bool,
    pub(super) takes: bool,
    /// As how many moves it counts.
    pub(super) times: u64,
}

/// The marches of a code: if it has them, they are all its moves but those that need a trail.
pub(super) type Marches<const W: usize> = Option<Vec<March<W>>>;

/// The marches of a code whose posts are given by cell.
pub(super) fn of<const W: usize>(
    forms: &Forms,
    posts: &Posts<W>,
    of_code: &[Post<W>],
) -> Marches<W> {
    let mut all: Vec<March<W>> = Vec::new();
    for (from, post) in of_code.iter().enumerate() {
        if post.has.lines() || post.has.turns() || (post.has.rest() && !post.rest.only_on_trail) {
            return None;
        }
        for (cells, takes) in [(post.quiet, false), (post.takes, true)] {
            for to in cells {
                let times = times(forms, posts, post, to);
                add(&mut all, from, (distance(from, to), 0), takes, times)?;
            }
        }
        for marked in post.marked.of(&posts.marked) {
            let mut empties = marked.empties;
            let over = empties.next()?;
            if marked.takes.is_some() || !empties.is_empty() {
                return None;
            }
            let becomes = forms.emits[marked.emit as usize].becomes;
            let times = forms.becomes[usize::from(becomes)].len() as u64;
            let distances = (distance(from, marked.to), distance(from, over));
            add(&mut all, from, distances, false, times)?;
        }
    }
    let joined = join(all);
    (joined.len() <= MOST).then_some(joined)
}

fn distance(from: usize, to: usize) -> isize {
    to.wrapping_sub(from).cast_signed()
}

/// As how many moves a leap counts: there may be several things to become.
fn times<const W: usize>(forms: &Forms, posts: &Posts<W>, post: &Post<W>, to: usize) -> u64 {
    let mut classes = post.classes.of(&posts.classes).iter();
    let class = classes.find(|(cells, _)| cells.has(to));
    class.map_or(1, |(_, becomes)| forms.becomes[usize::from(*becomes)].len() as u64)
}

fn add<const W: usize>(
    all: &mut Vec<March<W>>,
    from: usize,
    (by, over): (isize, isize),
    takes: bool,
    times: u64,
) -> Option<()> {
    let same = |m: &&mut March<W>| (m.by, m.over, m.takes, m.times) == (by, over, takes, times);
    let full = all.len() >= 2 * MOST;
    match all.iter_mut().find(same) {
        Some(march) => march.from.insert(from),
        None if full => return None,
        None => all.push(March { from: Set::one(from), by, over, quiet: !takes, takes, times }),
    }
    Some(())
}

/// Joins a leap to empty cells and the same one onto enemies.
fn join<const W: usize>(all: Vec<March<W>>) -> Vec<March<W>> {
    let mut joined: Vec<March<W>> = Vec::new();
    for march in all {
        let twin = |m: &&mut March<W>| {
            m.quiet != march.quiet && March { quiet: m.quiet, takes: m.takes, ..march } == **m
        };
        match joined.iter_mut().find(twin) {
            Some(twin) => (twin.quiet, twin.takes) = (true, true),
            None => joined.push(march),
        }
    }
    joined
}
