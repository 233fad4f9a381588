//! What every piece can do from every cell in bulk, in sets of the board's size.
//!
//! ```text
//! shapes of a rider on b2             post of b2
//! ride b3 b4, ride b1                 lines  low {b1}  high {b3 b4}       both in one subtraction
//! ride c2 d2, ride a2                        low {a2}  high {c2 d2}
//! leap d3, which takes too            quiet {d3}  takes {d3}
//! ```

use crate::ids::{Cell, Code, Mask, PlayerId};
use crate::ir::{Flags, Forms, Game, Plain, Shape, Sheaf, Tree, Way};
use crate::play::fast::set::Set;

/// A range of one of the tables of [`Posts`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(super) fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether there is nothing in it.
    fn is_empty(self) -> bool {
        self.start == self.end
    }

    #[inline]
    pub(super) fn of<T>(self, table: &[T]) -> &[T] {
        &table[self.start as usize..self.end as usize]
    }
}

/// What a post has besides leaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Has(u8);

impl Has {
    const LINES: u8 = 1;
    /// Halves, lame leaps or choosy moves.
    const TURNS: u8 = 2;
    const MARKED: u8 = 4;
    const SPECIAL: u8 = 8;
    const REST: u8 = 16;

    #[inline(always)]
    pub(super) fn lines(self) -> bool {
        self.0 & Self::LINES != 0
    }

    #[inline(always)]
    pub(super) fn turns(self) -> bool {
        self.0 & Self::TURNS != 0
    }

    #[inline(always)]
    pub(super) fn marked(self) -> bool {
        self.0 & Self::MARKED != 0
    }

    #[inline(always)]
    pub(super) fn special(self) -> bool {
        self.0 & Self::SPECIAL != 0
    }

    #[inline(always)]
    pub(super) fn rest(self) -> bool {
        self.0 & Self::REST != 0
    }
}

/// Moves of one piece from one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post<const W: usize> {
    pub(super) has: Has,
    /// Leaps to empty cells, and onto any enemy.
    pub(super) quiet: Set<W>,
    pub(super) takes: Set<W>,
    /// Pairs of lines ridden to empty cells and onto any enemy.
    pub(super) lines: Span,
    /// Pairs of lines ridden only to empty cells, or only onto an enemy.
    pub(super) halves: Span,
    /// Leaps that need empty cells.
    pub(super) lame: Span,
    /// Moves onto some enemies only.
    pub(super) choosy: Span,
    /// Hops over one piece.
    pub(super) hops: Span,
    /// Moves that something on other cells forbids.
    pub(super) guarded: Span,
    /// Cells where a move must not mate.
    pub(super) wary: Set<W>,
    /// Moves that leave a trail.
    pub(super) marked: Span,
    /// Cells where the piece becomes anything but itself, and what.
    pub(super) special: Set<W>,
    pub(super) classes: Span,
    /// Its other moves.
    pub(super) rest: Tree,
    /// Cells of trails that they need, if all of them need one.
    pub(super) on_trail: Set<W>,
}

impl<const W: usize> Post<W> {
    /// Whether it has any moves.
    pub(super) fn moves_at_all(&self) -> bool {
        self.has.0 != 0 || !self.quiet.is_empty() || !self.takes.is_empty()
    }
}

/// Two lines, one before the cell and one behind it; see [`Set::reach`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<const W: usize> {
    pub(super) low: Set<W>,
    pub(super) high: Set<W>,
}

impl<const W: usize> Line<W> {
    /// Any line before the cell with any behind it.
    pub(super) fn pairs([low, high]: &[Vec<Set<W>>; 2]) -> impl Iterator<Item = Self> {
        let nth = |lines: &[Set<W>], n: usize| lines.get(n).copied().unwrap_or(Set::EMPTY);
        (0..low.len().max(high.len())).map(move |n| Self { low: nth(low, n), high: nth(high, n) })
    }
}

/// Whether all of a line lies behind the cell (or before it) and goes away from it in the order of the cells.
pub(super) fn rises(from: usize, line: &[usize]) -> Option<bool> {
    let rises = line.is_sorted() && line[0] > from;
    let falls = line.is_sorted_by(|a, b| a >= b) && line[0] < from;
    (rises || falls).then_some(rises)
}

/// A pair of lines, and what may be done on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half<const W: usize> {
    pub(super) line: Line<W>,
    pub(super) takes: bool,
}

/// Leaps that need empty cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lame<const W: usize> {
    pub(super) empties: Set<W>,
    pub(super) quiet: Set<W>,
    pub(super) takes: Set<W>,
}

/// Rides behind the first piece of two lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop<const W: usize> {
    pub(super) line: Line<W>,
    /// A test that the piece must pass, if not any will do.
    pub(super) hurdle: Option<u8>,
    pub(super) quiet: bool,
    pub(super) takes: bool,
}

/// Moves to empty cells unless one of these codes stands on one of the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarded<const W: usize> {
    pub(super) to: Set<W>,
    pub(super) cells: Set<W>,
    pub(super) codes: Mask,
}

/// Moves onto enemies that pass a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choosy<const W: usize> {
    pub(super) empties: Set<W>,
    pub(super) to: Set<W>,
    pub(super) test: u8,
}

/// A move that leaves a trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked<const W: usize> {
    pub(super) empties: Set<W>,
    pub(super) to: usize,
    pub(super) takes: Option<u8>,
    pub(super) emit: u32,
}

/// All posts of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Posts<const W: usize> {
    /// By `code * cells + cell`.
    pub(super) posts: Vec<Post<W>>,
    /// Of drops, by code.
    pub(super) drops: Vec<Post<W>>,
    pub(super) lines: Vec<Line<W>>,
    pub(super) halves: Vec<Half<W>>,
    pub(super) lame: Vec<Lame<W>>,
    pub(super) choosy: Vec<Choosy<W>>,
    pub(super) marked: Vec<Marked<W>>,
    pub(super) hops: Vec<Hop<W>>,
    pub(super) guarded: Vec<Guarded<W>>,
    /// Where a piece becomes what a list of [`Forms::becomes`] says.
    pub(super) classes: Vec<(Set<W>, u16)>,
}

impl<const W: usize> Posts<W> {
    pub(super) fn new(game: &Game, forms: &Forms) -> Self {
        let mut posts = Self::default();
        let cells = game.topology.cells();
        for (at, sheaf) in forms.sheaves.iter().enumerate() {
            let rest = forms.rest[at];
            let post = posts.post(game, forms, (at / cells, at % cells), sheaf, rest);
            posts.posts.push(post);
        }
        for (code, sheaf) in forms.drop_sheaves.iter().enumerate() {
            let rest = forms.rest_drops[code];
            let post = posts.post(game, forms, (code, usize::MAX), sheaf, rest);
            posts.drops.push(post);
        }
        posts
    }

    fn post(
        &mut self,
        game: &Game,
        forms: &Forms,
        (code, from): (usize, usize),
        sheaf: &Sheaf,
        rest: Tree,
    ) -> Post<W> {
        let code = Code(u8::try_from(code).unwrap_or(u8::MAX));
        let enemy = code.player().map_or(Mask::NONE, |p| game.own_mask(p.other()));
        let mut maker = Maker {
            posts: self,
            from,
            forms,
            everyone: game.own_mask(PlayerId(0)).or(game.own_mask(PlayerId(1))),
            any: forms.masks.iter().position(|m| *m == enemy).and_then(|at| u8::try_from(at).ok()),
            quiet: Set::EMPTY,
            takes: Set::EMPTY,
            rides: Default::default(),
            hops: Vec::new(),
        };
        let before = maker.posts.lengths();
        for shape in &forms.shapes[sheaf.shapes.0 as usize..sheaf.shapes.1 as usize] {
            maker.add(shape);
        }
        maker.pair_lines();
        let (quiet, takes) = (maker.quiet, maker.takes);
        let special = self.special(forms, code, sheaf);
        let after = self.lengths();
        let span = |n: usize| Span::new(before[n], after[n]);
        let bit = |holds: bool, bit: u8| if holds { bit } else { 0 };
        let turns = [1, 2, 3, 6, 7].into_iter().any(|n| !span(n).is_empty());
        let has = bit(!span(0).is_empty(), Has::LINES)
            | bit(turns, Has::TURNS)
            | bit(!span(4).is_empty(), Has::MARKED)
            | bit(!special.is_empty(), Has::SPECIAL)
            | bit(rest.start != rest.end, Has::REST);
        let trails = forms.nodes[rest.start as usize..rest.end as usize].iter();
        let trails = trails.filter(|n| n.flags.has(Flags::TRAIL)).map(|n| usize::from(n.cell));
        Post {
            has: Has(has),
            on_trail: if rest.only_on_trail { trails.collect() } else { Set::ALL },
            quiet,
            takes,
            lines: span(0),
            halves: span(1),
            lame: span(2),
            choosy: span(3),
            marked: span(4),
            special,
            classes: span(5),
            hops: span(6),
            guarded: span(7),
            wary: wary(game, forms, sheaf),
            rest,
        }
    }

    fn lengths(&self) -> [u32; 8] {
        [
            self.lines.len(),
            self.halves.len(),
            self.lame.len(),
            self.choosy.len(),
            self.marked.len(),
            self.classes.len(),
            self.hops.len(),
            self.guarded.len(),
        ]
        .map(|n| u32::try_from(n).unwrap_or(u32::MAX))
    }

    /// Gathers the cells where the piece becomes something else.
    fn special(&mut self, forms: &Forms, code: Code, sheaf: &Sheaf) -> Set<W> {
        let first = self.classes.len();
        let mut special = Set::EMPTY;
        for plain in &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize] {
            let becomes = forms.emits[plain.emit as usize].becomes;
            if forms.becomes[usize::from(becomes)] == [code] {
                continue;
            }
            special.insert(plain.to.index());
            match self.classes[first..].iter_mut().find(|(_, b)| *b == becomes) {
                Some((cells, _)) => cells.insert(plain.to.index()),
                None => self.classes.push((Set::one(plain.to.index()), becomes)),
            }
        }
        special
    }
}

/// Makes one post.
struct Maker<'a, const W: usize> {
    posts: &'a mut Posts<W>,
    forms: &'a Forms,
    from: usize,
    /// All pieces.
    everyone: Mask,
    /// The test that every enemy passes.
    any: Option<u8>,
    quiet: Set<W>,
    takes: Set<W>,
    /// Lines before and behind the cell: for both kinds of move, for quiet ones, for captures.
    rides: [[Vec<Set<W>>; 2]; 3],
    /// Lines hopped along: test, what is done, whether they lie behind the cell.
    hops: Vec<(Hop<W>, bool)>,
}

/// The cells where a rule that must not mate puts the piece.
fn wary<const W: usize>(game: &Game, forms: &Forms, sheaf: &Sheaf) -> Set<W> {
    let plains = &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize];
    let wary = |p: &&Plain| game.rule(forms.emits[p.emit as usize].rule).without_mate;
    plains.iter().filter(wary).map(|p| p.to.index()).collect()
}

fn set<const W: usize>(cells: &[Cell]) -> Set<W> {
    cells.iter().map(|c| c.index()).collect()
}

impl<const W: usize> Maker<'_, W> {
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

    /// Only lines that go one way in the order of the cells are hopped along in bulk; see [`hops_in_bulk`].
    fn add_hop(&mut self, shape: &Shape, test: u8) {
        let all = self.everyone.without(self.forms.masks[usize::from(test)]).is_none();
        let rises = self.rises(&shape.to).unwrap_or(false);
        let (low, high) =
            if rises { (Set::EMPTY, set(&shape.to)) } else { (set(&shape.to), Set::EMPTY) };
        let line = Line { low, high };
        let hurdle = (!all).then_some(test);
        let hop = Hop { line, hurdle, quiet: shape.quiet, takes: shape.takes.is_some() };
        self.hops.push((hop, rises));
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

    /// Any line before the cell goes with any behind it.
    fn pair_lines(&mut self) {
        while let Some((mut hop, rises)) = self.hops.pop() {
            let fits = |(h, r): &(Hop<W>, bool)| {
                *r != rises && (h.hurdle, h.quiet, h.takes) == (hop.hurdle, hop.quiet, hop.takes)
            };
            if let Some(at) = self.hops.iter().position(fits) {
                let (other, _) = self.hops.remove(at);
                hop.line.low = hop.line.low.or(&other.line.low);
                hop.line.high = hop.line.high.or(&other.line.high);
            }
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
