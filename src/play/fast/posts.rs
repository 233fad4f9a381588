//! What every piece can do from every cell in bulk, in sets of the board's size.
//!
//! ```text
//! shapes of a rider on b2             post of b2
//! ride b3 b4, ride b1                 lines  low {b1}  high {b3 b4}       both in one subtraction
//! ride c2 d2, ride a2                        low {a2}  high {c2 d2}
//! leap d3, which takes too            quiet {d3}  takes {d3}
//! ```

use crate::ids::{Cell, Code, Mask, PlayerId};
use crate::ir::{Flags, Forms, Game, Plain, Sheaf, Tree};
use crate::play::fast::list::View;
use crate::play::fast::maker::Maker;
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
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    #[inline]
    pub(super) fn of<T>(self, table: &[T]) -> &[T] {
        if self.is_empty() {
            return &[];
        }
        &table[self.start as usize..self.end as usize]
    }
}

/// What a post has besides leaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Has(u8);

impl Has {
    const LINES: u8 = 1;
    /// What [`Post::turns`] says.
    const TURNS: u8 = 2;
    const MARKED: u8 = 4;
    const SPECIAL: u8 = 8;
    const REST: u8 = 16;
    /// Its other moves may need neither an enemy nor a trail.
    const ALWAYS: u8 = 32;
    const BARRED: u8 = 64;
    const CHOOSY: u8 = 128;

    #[inline(always)]
    pub(super) fn lines(self) -> bool {
        self.0 & Self::LINES != 0
    }

    #[inline(always)]
    pub(super) fn turns(self) -> bool {
        self.0 & Self::TURNS != 0
    }

    /// Whether it has anything but leaps and lines where a piece goes as what it is.
    #[inline(always)]
    pub(super) fn more(self) -> bool {
        self.0 & (Self::MARKED | Self::REST) != 0
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

    #[inline(always)]
    pub(super) fn choosy(self) -> bool {
        self.0 & Self::CHOOSY != 0
    }

    #[inline(always)]
    pub(super) fn barred(self) -> bool {
        self.0 & Self::BARRED != 0
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
    /// Moves onto some enemies only; all their cells, and the code of those enemies if it is but one, or 0.
    pub(super) choosy: Span,
    pub(super) prey: Set<W>,
    pub(super) prey_code: u8,
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
    /// Of these one must hold an enemy, or one of the others must be of a trail, if they are not possible always.
    pub(super) victims: Set<W>,
    pub(super) on_trail: Set<W>,
    /// One of these must hold a piece for any of its other moves; [`Set::ALL`]: that is not so.
    pub(super) roots: Set<W>,
    /// Leaps over a cell on which no enemy may stand, or nothing at all, and all those cells.
    pub(super) barred: Span,
    pub(super) bars: Set<W>,
    pub(super) walls: Set<W>,
    /// Moves behind a piece on one cell.
    pub(super) behind: Span,
}

impl<const W: usize> Post<W> {
    /// Whether it has any moves.
    pub(super) fn moves_at_all(&self) -> bool {
        self.has.0 != 0 || !self.quiet.is_empty() || !self.takes.is_empty()
    }

    /// Whether it has moves that are neither leaps nor rides nor behind a piece on one cell nor onto some enemies only.
    pub(super) fn turns(&self) -> bool {
        let spans = [self.halves, self.lame, self.hops, self.guarded];
        spans.iter().any(|span| !span.is_empty())
    }

    /// Whether moves of its tree may be possible.
    #[inline(always)]
    pub(super) fn awake(&self, view: &View<W>) -> bool {
        (self.has.0 & Has::ALWAYS != 0
            || self.victims.meets(&view.enemy)
            || self.on_trail.meets(&view.trail))
            && (self.roots == Set::ALL || self.roots.meets(&view.occupied))
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
    /// Whether the lines are ridden too, to the empty cells before that piece.
    pub(super) rides: bool,
}

/// Moves to empty cells unless one of these codes stands on one of the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarded<const W: usize> {
    pub(super) to: Set<W>,
    pub(super) cells: Set<W>,
    pub(super) codes: Mask,
}

/// Leaps that are barred by an enemy on a cell, or by anything on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barred<const W: usize> {
    pub(super) bar: usize,
    pub(super) by_any: bool,
    pub(super) to: Set<W>,
}

/// Moves that need a piece on a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind<const W: usize> {
    pub(super) hurdle: usize,
    /// The test that the piece must pass.
    pub(super) test: u8,
    /// Whether any enemy passes it and nothing else.
    pub(super) of_enemy: bool,
    /// Whether any piece passes it.
    pub(super) of_any: bool,
    pub(super) to: Set<W>,
    pub(super) quiet: bool,
    pub(super) takes: bool,
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
    pub(super) barred: Vec<Barred<W>>,
    pub(super) behind: Vec<Behind<W>>,
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
            first_behind: self.behind.len(),
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
        maker.add_all(&forms.shapes[sheaf.shapes.0 as usize..sheaf.shapes.1 as usize]);
        maker.pair_lines();
        let (quiet, takes) = (maker.quiet, maker.takes);
        let special = self.special(forms, code, sheaf);
        let after = self.lengths();
        let span = |n: usize| Span::new(before[n], after[n]);
        let bit = |holds: bool, bit: u8| if holds { bit } else { 0 };
        let turns = [1, 2, 6, 7, 9].into_iter().any(|n| !span(n).is_empty());
        let has = bit(!span(0).is_empty(), Has::LINES)
            | bit(turns, Has::TURNS)
            | bit(!span(4).is_empty(), Has::MARKED)
            | bit(!special.is_empty(), Has::SPECIAL)
            | bit(rest.start != rest.end, Has::REST)
            | bit(rest.always && rest.start != rest.end, Has::ALWAYS)
            | bit(!span(8).is_empty(), Has::BARRED)
            | bit(!span(3).is_empty(), Has::CHOOSY);
        let (prey, prey_code) = prey(forms, enemy, &self.choosy[before[3] as usize..]);
        let barred = &self.barred[before[8] as usize..];
        let bars = |by_any| barred.iter().filter(|b| b.by_any == by_any).map(|b| b.bar).collect();
        let [bars, walls] = [false, true].map(bars);
        Post {
            has: Has(has),
            victims: victims(forms, rest),
            on_trail: on_trail(forms, rest),
            roots: roots(forms, rest),
            quiet,
            takes,
            lines: span(0),
            halves: span(1),
            lame: span(2),
            choosy: span(3),
            prey,
            prey_code,
            marked: span(4),
            special,
            classes: span(5),
            hops: span(6),
            guarded: span(7),
            barred: span(8),
            bars,
            walls,
            behind: span(9),
            wary: wary(game, forms, sheaf),
            rest,
        }
    }

    /// Number of moves of a post to these cells: each as often as there are things to become.
    #[inline(always)]
    pub(super) fn number(&self, forms: &Forms, post: &Post<W>, to: Set<W>) -> u64 {
        if !post.has.special() {
            return u64::from(to.len());
        }
        let plain = to.without(&post.special).len();
        let class = |(cells, becomes): &(Set<W>, u16)| {
            u64::from(cells.and(&to).len()) * forms.becomes[usize::from(*becomes)].len() as u64
        };
        u64::from(plain) + post.classes.of(&self.classes).iter().map(class).sum::<u64>()
    }

    fn lengths(&self) -> [u32; 10] {
        [
            self.lines.len(),
            self.halves.len(),
            self.lame.len(),
            self.choosy.len(),
            self.marked.len(),
            self.classes.len(),
            self.hops.len(),
            self.guarded.len(),
            self.barred.len(),
            self.behind.len(),
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

/// The cells of which one must hold an enemy for a tree; see [`Tree::victims`].
fn victims<const W: usize>(forms: &Forms, rest: Tree) -> Set<W> {
    set(&forms.lines[rest.victims.0 as usize..][..usize::from(rest.victims.1)])
}

/// The cells of a trail that a tree asks about.
fn on_trail<const W: usize>(forms: &Forms, rest: Tree) -> Set<W> {
    let trails = forms.nodes[rest.start as usize..rest.end as usize].iter();
    trails.filter(|n| n.flags.has(Flags::TRAIL)).map(|n| usize::from(n.cell)).collect()
}

/// The cells that a tree looks at first, if it goes on only where a piece stands; or all.
fn roots<const W: usize>(forms: &Forms, rest: Tree) -> Set<W> {
    let (mut roots, mut at) = (Set::EMPTY, rest.start as usize);
    while let Some(node) = forms.nodes[..rest.end as usize].get(at) {
        let empty_too = forms.tests[0] >> node.test & 1 != 0;
        if empty_too || node.flags.has(Flags::NOT | Flags::TRAIL) {
            return Set::ALL;
        }
        roots.insert(usize::from(node.cell));
        at = (node.skip as usize).max(at + 1);
    }
    roots
}

/// Where choosy moves go, and the code of those that they take, if it is but one, or 0.
fn prey<const W: usize>(forms: &Forms, enemy: Mask, choosy: &[Choosy<W>]) -> (Set<W>, u8) {
    let eaten = choosy.iter().map(|c| forms.masks[usize::from(c.test)].and(enemy));
    let eaten = eaten.fold(Mask::NONE, Mask::or);
    let code = if eaten.0.is_power_of_two() { eaten.0.trailing_zeros() as u8 } else { 0 };
    (choosy.iter().fold(Set::EMPTY, |all: Set<W>, c| all.or(&c.to)), code)
}

/// The cells where a rule that must not mate puts the piece.
fn wary<const W: usize>(game: &Game, forms: &Forms, sheaf: &Sheaf) -> Set<W> {
    let plains = &forms.plains[sheaf.plains.0 as usize..sheaf.plains.1 as usize];
    let wary = |p: &&Plain| game.rule(forms.emits[p.emit as usize].rule).without_mate;
    plains.iter().filter(wary).map(|p| p.to.index()).collect()
}

pub(super) fn set<const W: usize>(cells: &[Cell]) -> Set<W> {
    cells.iter().map(|c| c.index()).collect()
}
