//! Makes posts: sorts the shapes of a piece on a cell into sets and tables.

use crate::ids::{Cell, Mask};
use crate::ir::{Forms, Shape, Way};
use crate::play::fast::posts::{
    Barred, Behind, Choosy, Guarded, Half, Hop, Lame, Line, Marked, Posts, rises, set,
};
use crate::play::fast::set::Set;

/// Makes one post.
pub(super) struct Maker<'a, const W: usize> {
    pub(super) posts: &'a mut Posts<W>,
    pub(super) forms: &'a Forms,
    pub(super) from: usize,
    /// All pieces.
    pub(super) everyone: Mask,
    /// The test that every enemy passes.
    pub(super) any: Option<u8>,
    pub(super) quiet: Set<W>,
    pub(super) takes: Set<W>,
    /// Lines before and behind the cell: for both kinds of move, for quiet ones, for captures.
    pub(super) rides: [[Vec<Set<W>>; 2]; 3],
    /// Lines hopped along: test, what is done, whether they lie behind the cell.
    pub(super) hops: Vec<(Hop<W>, bool)>,
    /// Where its own begin in [`Posts::behind`].
    pub(super) first_behind: usize,
}

impl<const W: usize> Maker<'_, W> {
    pub(super) fn add_all(&mut self, shapes: &[Shape]) {
        let mut left: Vec<&Shape> = shapes.iter().collect();
        let mut at = 0;
        while at < left.len() {
            match self.passer(&left, left[at]) {
                Some(twin) => {
                    let ride = left.remove(at);
                    left.retain(|s| !std::ptr::eq(*s, twin));
                    self.add_barred(ride);
                }
                None => at += 1,
            }
        }
        let (lame, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|s| matches!(s.way, Way::Lame(_)));
        others.into_iter().for_each(|shape| self.add(shape));
        for shape in lame {
            if !self.add_walled(shape) {
                self.add(shape);
            }
        }
    }

    /// Adds leaps that need one empty cell, if nothing else leaps to the same cells.
    fn add_walled(&mut self, shape: &Shape) -> bool {
        let Way::Lame(empties) = &shape.way else { return false };
        let to: Set<W> = set(&shape.to);
        let any = shape.takes.is_none() || shape.takes == self.any;
        if empties.len() != 1 || !any || self.quiet.or(&self.takes).meets(&to) {
            return false;
        }
        if shape.quiet {
            self.quiet = self.quiet.or(&to);
        }
        if shape.takes.is_some() {
            self.takes = self.takes.or(&to);
        }
        self.posts.barred.push(Barred { bar: empties[0].index(), by_any: true, to });
        true
    }

    /// To a ride of two cells: the hop over any friend on the first of them, so that only an enemy bars the way to the second,
    /// to which nothing else leaps.
    fn passer<'s>(&self, shapes: &[&'s Shape], ride: &Shape) -> Option<&'s Shape> {
        let [_, to] = ride.to[..] else { return None };
        let enemy = self.forms.masks[usize::from(self.any?)];
        let friend = self.everyone.without(enemy);
        let full = |s: &Shape| s.quiet && s.takes == self.any;
        let over_friend = |s: &&&Shape| {
            matches!(s.way, Way::Hop(test) if self.forms.masks[usize::from(test)] == friend)
                && full(s)
                && s.to == ride.to
        };
        let leaps = |s: &&Shape| match s.way {
            Way::Leap => s.to.contains(&to),
            // Its first cell, if it is barred too.
            Way::Ride => s.to[0] == to,
            _ => false,
        };
        let fits = ride.way == Way::Ride
            && full(ride)
            && !self.quiet.or(&self.takes).has(to.index())
            && !shapes.iter().any(leaps);
        shapes.iter().find(over_friend).filter(|_| fits).copied()
    }

    fn add_barred(&mut self, ride: &Shape) {
        let cells: Set<W> = set(&ride.to);
        self.quiet = self.quiet.or(&cells);
        self.takes = self.takes.or(&cells);
        let [bar, to] = [ride.to[0], ride.to[1]].map(Cell::index);
        self.posts.barred.push(Barred { bar, by_any: false, to: Set::one(to) });
    }

    fn add(&mut self, shape: &Shape) {
        let choosy = shape.takes.is_some() && shape.takes != self.any;
        if choosy && !matches!(shape.way, Way::Marked(..)) {
            self.add_choosy(shape);
            return self.add_plain(&Shape { takes: None, ..shape.clone() });
        }
        self.add_plain(shape);
    }

    fn add_plain(&mut self, shape: &Shape) {
        let cells: Set<W> = set(&shape.to);
        let when = |wanted: bool| if wanted { cells } else { Set::EMPTY };
        let (quiet, takes) = (when(shape.quiet), when(shape.takes.is_some()));
        match &shape.way {
            Way::Leap => {
                self.quiet = self.quiet.or(&quiet);
                self.takes = self.takes.or(&takes);
            }
            Way::Lame(empties) => {
                self.posts.lame.push(Lame { empties: set(empties), quiet, takes });
            }
            Way::Marked(empties, emit) => self.posts.marked.push(Marked {
                empties: set(empties),
                to: shape.to[0].index(),
                takes: shape.takes,
                emit: *emit,
            }),
            Way::Ride => self.add_ride(shape),
            Way::Hop(test) => self.add_hop(shape, *test),
            Way::Guarded(guard) => {
                let guard = &self.forms.guards[usize::from(*guard)];
                let codes = self.forms.masks[usize::from(guard.test)];
                self.posts.guarded.push(Guarded { to: cells, cells: set(&guard.cells), codes });
            }
        }
    }

    fn add_ride(&mut self, shape: &Shape) {
        let kind = match (shape.quiet, shape.takes) {
            (true, Some(_)) => 0,
            (true, None) => 1,
            (false, Some(_)) => 2,
            (false, None) => return,
        };
        if let Some(rises) = self.rises(&shape.to) {
            return self.rides[kind][usize::from(rises)].push(set(&shape.to));
        }
        // A line that goes to and fro in the order of the cells.
        for n in 0..shape.to.len() {
            let to: Set<W> = set(&shape.to[n..=n]);
            let when = |wanted: bool| if wanted { to } else { Set::EMPTY };
            self.posts.lame.push(Lame {
                empties: set(&shape.to[..n]),
                quiet: when(shape.quiet),
                takes: when(shape.takes.is_some()),
            });
        }
    }

    fn rises(&self, line: &[Cell]) -> Option<bool> {
        rises(self.from, &line.iter().map(|c| c.index()).collect::<Vec<_>>())
    }

    /// Only lines that go one way in the order of the cells are hopped along in bulk, and what lies behind one cell.
    fn add_hop(&mut self, shape: &Shape, test: u8) {
        let all = self.everyone.without(self.forms.masks[usize::from(test)]).is_none();
        let rises = self.rises(&shape.to);
        if let [hurdle, to] = shape.to[..] {
            return self.add_behind(shape, (hurdle.index(), test), to.index(), all);
        }
        let rises = rises.unwrap_or(false);
        let (low, high) =
            if rises { (Set::EMPTY, set(&shape.to)) } else { (set(&shape.to), Set::EMPTY) };
        let line = Line { low, high };
        let hurdle = (!all).then_some(test);
        let (quiet, takes) = (shape.quiet, shape.takes.is_some());
        let hop = Hop { line, hurdle, quiet, takes, rides: false };
        self.hops.push((hop, rises));
    }

    fn add_behind(&mut self, shape: &Shape, (hurdle, test): (usize, u8), to: usize, of_any: bool) {
        let (quiet, takes) = (shape.quiet, shape.takes.is_some());
        let own = self.first_behind..;
        let same = |b: &&mut Behind<W>| {
            (b.hurdle, b.test, b.quiet, b.takes) == (hurdle, test, quiet, takes)
        };
        match self.posts.behind[own].iter_mut().find(same) {
            Some(behind) => behind.to.insert(to),
            None => {
                let (of_enemy, to) = (self.any == Some(test), Set::one(to));
                self.posts.behind.push(Behind { hurdle, test, of_enemy, of_any, to, quiet, takes });
            }
        }
    }

    fn add_choosy(&mut self, shape: &Shape) {
        let Some(test) = shape.takes else { return };
        match &shape.way {
            Way::Ride => {
                for n in 0..shape.to.len() {
                    let (empties, to) = (set(&shape.to[..n]), set(&shape.to[n..=n]));
                    self.posts.choosy.push(Choosy { empties, to, test });
                }
            }
            Way::Lame(empties) => {
                let (empties, to) = (set(empties), set(&shape.to));
                self.posts.choosy.push(Choosy { empties, to, test });
            }
            Way::Leap | Way::Marked(..) | Way::Hop(_) | Way::Guarded(_) => {
                let (empties, to) = (Set::EMPTY, set(&shape.to));
                self.posts.choosy.push(Choosy { empties, to, test });
            }
        }
    }

    /// Takes out the rides to empty cells along these lines, if there are such along both.
    fn rides_along(&mut self, line: &Line<W>) -> bool {
        let quiet = &mut self.rides[1];
        let place = |lines: &[Set<W>], cells: &Set<W>| lines.iter().position(|l| l == cells);
        let [low, high] = [place(&quiet[0], &line.low), place(&quiet[1], &line.high)];
        let along =
            (low.is_some() || line.low.is_empty()) && (high.is_some() || line.high.is_empty());
        if along {
            for (lines, at) in quiet.iter_mut().zip([low, high]) {
                if let Some(at) = at {
                    lines.remove(at);
                }
            }
        }
        along
    }

    /// Any line before the cell goes with any behind it.
    pub(super) fn pair_lines(&mut self) {
        while let Some((mut hop, rises)) = self.hops.pop() {
            let fits = |(h, r): &(Hop<W>, bool)| {
                *r != rises && (h.hurdle, h.quiet, h.takes) == (hop.hurdle, hop.quiet, hop.takes)
            };
            if let Some(at) = self.hops.iter().position(fits) {
                let (other, _) = self.hops.remove(at);
                hop.line.low = hop.line.low.or(&other.line.low);
                hop.line.high = hop.line.high.or(&other.line.high);
            }
            hop.rides = self.rides_along(&hop.line);
            self.posts.hops.push(hop);
        }
        for (kind, pairs) in self.rides.iter().enumerate() {
            let lines = Line::pairs(pairs);
            match kind {
                0 => self.posts.lines.extend(lines),
                kind => {
                    self.posts.halves.extend(lines.map(|line| Half { line, takes: kind == 2 }));
                }
            }
        }
    }
}
