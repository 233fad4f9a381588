//! Slots: what moves a piece could have from its cell, whatever stands elsewhere, and when each of them may be made.
//!
//! ```text
//! R a1      a2: nothing between, to an empty cell or onto an enemy
//!           a4: a2 a3 empty, …
//! C a1      a4 quietly: a2 a3 empty;  a4 as a capture: one of a2 a3 stands
//! ```
//!
//! A tree has as many slots as it can make moves at once: it is run when one of them is drawn. If these were more than the
//! piece has otherwise, or if its moves need a trail, it is *wild*: it is run when slots are numbered, and has as many as it makes
//! moves.

use crate::ids::{Code, Mask, PlayerId};
use crate::ir::{Forms, Game, Shape, Sheaf, Way};
use crate::play::fast::list::View;
use crate::play::fast::posts::{Post, Posts, set};
use crate::play::fast::set::Set;
use crate::play::fast::step::Step;

/// Bytes that the slots of a game may take: on vast boards with many kinds of pieces moves are listed, not drawn.
const MOST_BYTES: usize = 64 << 20;

/// Slots come by so many; the last of a piece are empty if need be.
pub(super) const BLOCK: usize = 4;

/// All slots of a game.
#[derive(Clone, Debug)]
pub(super) struct Slots<const W: usize> {
    /// By code and cell: where those of a piece begin, and how many blocks they are.
    posts: Vec<(u32, u16)>,
    slots: Vec<Slot<W>>,
    cells: usize,
    /// The most that a piece has.
    pub(super) most_blocks: usize,
    pub(super) wild: [Vec<Wild<W>>; 2],
}

/// A code with wild trees, and what wakes any of them: see [`Post::awake`].
#[derive(Clone, Debug)]
pub(super) struct Wild<const W: usize> {
    pub(super) code: u8,
    /// Where they are.
    pub(super) cells: Set<W>,
    always: bool,
    victims: Set<W>,
    on_trail: Set<W>,
}

/// A move that a piece could have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<const W: usize> {
    /// If it is one of a tree: nothing but the piece and its cell.
    pub(super) step: Step,
    between: Set<W>,
    /// Whether own pieces between do not count.
    past_own: bool,
    /// How many pieces must stand between for a move to an empty cell, and for a capture; or [`Slot::NEVER`].
    over: [u8; 2],
    /// Which test the piece taken must pass, or [`Slot::NEVER`] if any enemy will do.
    pub(super) prey: u8,
    /// Which of the moves that its tree makes it is.
    pub(super) number: u16,
}

/// A way to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over<const W: usize> {
    /// Cells that must be empty.
    Nothing(Set<W>),
    /// Of which exactly one must not be.
    One(Set<W>),
    /// On which no enemy may stand.
    Own(Set<W>),
    /// Only sets of the whole post say.
    Asked,
}

impl<const W: usize> Slots<W> {
    /// None if they are too many.
    pub(super) fn new(game: &Game, forms: &Forms, posts: &Posts<W>) -> Option<Self> {
        let cells = game.topology.cells();
        let most = MOST_BYTES / size_of::<Slot<W>>();
        let mut slots: Vec<Slot<W>> = Vec::new();
        let (mut all, mut wild) = (Vec::with_capacity(posts.posts.len()), Vec::new());
        let own = PlayerId::BOTH.map(|p| game.own_mask(p));
        let everyone = own[0].or(own[1]);
        for (at, post) in posts.posts.iter().enumerate() {
            let code = Code(u8::try_from(at / cells).unwrap_or(u8::MAX));
            let enemy = code.player().map_or(Mask::NONE, |p| own[p.other().index()]);
            let masks = Masks { forms, enemy, everyone };
            let first = slots.len();
            let step = Step::from(Some(at % cells), code.0);
            add_slots(&masks, posts, (step, post, &forms.sheaves[at]), &mut slots);
            if slots.len() > most {
                return None;
            }
            let plain = slots.len() - first;
            let moves = forms.most_moves(post.rest);
            if post.has.rest() && (post.rest.only_on_trail() || moves > plain) {
                wild.push((code.0, at % cells));
            } else {
                let numbers = 0..u16::try_from(moves).ok()?;
                slots.extend(numbers.map(|number| Slot::of_tree(step, number)));
            }
            let blocks = (slots.len() - first).div_ceil(BLOCK);
            slots.resize(first + blocks * BLOCK, Slot::new(step, None, None));
            all.push((u32::try_from(first).ok()?, u16::try_from(blocks).ok()?));
        }
        let most_blocks = all.iter().map(|(_, blocks)| usize::from(*blocks)).max().unwrap_or(0);
        let wild = PlayerId::BOTH.map(|p| {
            let own = |(code, _): &&(u8, usize)| Code(*code).player() == Some(p);
            let all: Vec<_> = wild.iter().filter(own).collect();
            all.chunk_by(|a, b| a.0 == b.0).map(|wild| Wild::of(wild, cells, posts)).collect()
        });
        Some(Self { posts: all, slots, cells, most_blocks, wild })
    }

    /// Where those of a piece begin, and how many blocks they are.
    #[inline(always)]
    pub(super) fn blocks(&self, code: u8, cell: usize) -> (u32, u16) {
        self.posts[usize::from(code) * self.cells + cell]
    }

    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &Slot<W> {
        &self.slots[place]
    }
}

impl<const W: usize> Slot<W> {
    /// More than there are cells between, or tests.
    pub(super) const NEVER: u8 = u8::MAX;
    const ASKED: u8 = u8::MAX - 1;
    const TREE: u8 = u8::MAX - 2;

    /// Of the ways of quiet moves and of captures, past the same cells if there are both.
    fn new(step: Step, quiet: Option<Over<W>>, takes: Option<Over<W>>) -> Self {
        let number = |over: Option<Over<W>>| match over {
            Some(Over::Nothing(_) | Over::Own(_)) => 0,
            Some(Over::One(_)) => 1,
            Some(Over::Asked) => Self::ASKED,
            None => Self::NEVER,
        };
        let (between, past_own) = quiet.or(takes).map_or((Set::EMPTY, false), |way| way.past());
        let over = [quiet, takes].map(number);
        Self { step, between, past_own, over, prey: Self::NEVER, number: 0 }
    }

    /// One of the moves of the tree of a piece.
    fn of_tree(step: Step, number: u16) -> Self {
        Self { over: [Self::TREE; 2], number, ..Self::new(step, None, None) }
    }

    /// Whether [`Slot::is_open`] tells all.
    #[inline(always)]
    pub(super) fn is_told(&self) -> bool {
        self.over[0].wrapping_sub(Self::TREE) > Self::ASKED - Self::TREE
    }

    /// If not: whether a tree says, not sets of the whole post.
    #[inline(always)]
    pub(super) fn is_of_tree(&self) -> bool {
        self.over[0] == Self::TREE
    }

    /// Whether its move may be made, but for its prey and the safety of the royal pieces. Without branches: nobody could
    /// foresee them.
    #[inline(always)]
    pub(super) fn is_open(&self, view: &View<W>) -> bool {
        let to = self.step.cells().1;
        let bars = if self.past_own { view.enemy } else { view.occupied };
        let over = self.over[usize::from(view.enemy.has(to))];
        let wrong = self.between.and(&bars).len() ^ u32::from(over);
        wrong | u32::from(view.own.has(to)) == 0
    }
}

impl<const W: usize> Over<W> {
    /// The cells between, and whether own pieces on them do not count.
    fn past(self) -> (Set<W>, bool) {
        match self {
            Self::Nothing(cells) | Self::One(cells) => (cells, false),
            Self::Own(cells) => (cells, true),
            Self::Asked => (Set::EMPTY, false),
        }
    }

    /// Whether a move this way may always be made when one the other way may be.
    fn implied_by(self, other: Self) -> bool {
        match (self, other) {
            (Self::Nothing(cells), Self::Nothing(more)) => cells.without(&more).is_empty(),
            (one, other) => one == other,
        }
    }
}

impl<const W: usize> Wild<W> {
    /// Of a code on some cells.
    fn of(wild: &[&(u8, usize)], cells: usize, posts: &Posts<W>) -> Self {
        let code = wild[0].0;
        let (victims, on_trail) = (Set::EMPTY, Set::EMPTY);
        let mut all = Self { code, cells: Set::EMPTY, always: false, victims, on_trail };
        for (_, cell) in wild {
            let post = &posts.posts[usize::from(code) * cells + cell];
            all.cells.insert(*cell);
            all.always |= post.rest.always;
            all.victims = all.victims.or(&post.victims);
            all.on_trail = all.on_trail.or(&post.on_trail);
        }
        all
    }

    #[inline(always)]
    pub(super) fn awake(&self, view: &View<W>) -> bool {
        self.always || self.victims.meets(&view.enemy) || self.on_trail.meets(&view.trail)
    }
}

/// What a way to a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Quiet,
    /// Onto any enemy.
    Takes,
    /// Onto enemies that pass a test.
    Prey(u8),
}

/// What the numbers of tests mean to a player.
struct Masks<'a> {
    forms: &'a Forms,
    enemy: Mask,
    everyone: Mask,
}

impl Masks<'_> {
    fn is(&self, test: u8, mask: Mask) -> bool {
        self.forms.masks[usize::from(test)] == mask
    }

    fn becomes(&self, list: u16) -> &[Code] {
        &self.forms.becomes[usize::from(list)]
    }

    /// The ways of a shape, by cell where it goes.
    fn ways<const W: usize>(&self, shape: &Shape) -> impl Iterator<Item = (usize, Over<W>)> {
        let way = move |n: usize| match &shape.way {
            Way::Leap => Over::Nothing(Set::EMPTY),
            Way::Ride => Over::Nothing(set(&shape.to[..n])),
            Way::Lame(empties) | Way::Marked(empties, _) => Over::Nothing(set(empties)),
            Way::Hop(test)
                if self.everyone.without(self.forms.masks[usize::from(*test)]).is_none() =>
            {
                Over::One(set(&shape.to[..n]))
            }
            Way::Hop(test) if n == 1 && self.is(*test, self.everyone.without(self.enemy)) => {
                Over::Own(set(&shape.to[..1]))
            }
            Way::Hop(_) | Way::Guarded(_) => Over::Asked,
        };
        // Over its first cell there is nothing to hop.
        let first = usize::from(matches!(shape.way, Way::Hop(_)));
        (first..shape.to.len()).map(move |n| (shape.to[n].index(), way(n)))
    }
}

/// Adds all plain and marked moves that a piece could have at a post.
fn add_slots<const W: usize>(
    masks: &Masks<'_>,
    posts: &Posts<W>,
    (step, post, sheaf): (Step, &Post<W>, &Sheaf),
    slots: &mut Vec<Slot<W>>,
) {
    let shapes = &masks.forms.shapes[sheaf.shapes.0 as usize..sheaf.shapes.1 as usize];
    let mut all: Vec<(usize, Kind, Over<W>)> = Vec::with_capacity(64);
    for shape in shapes.iter().filter(|shape| !matches!(shape.way, Way::Marked(..))) {
        let takes = shape.takes.map(|test| match masks.is(test, masks.enemy) {
            true => Kind::Takes,
            false => Kind::Prey(test),
        });
        for (to, over) in masks.ways(shape) {
            all.extend(shape.quiet.then_some((to, Kind::Quiet, over)));
            all.extend(takes.map(|takes| (to, takes, over)));
        }
    }
    all.sort_by_key(|(to, ..)| *to);
    for ways in all.chunk_by(|a, b| a.0 == b.0) {
        let to = ways[0].0;
        let mut add = |quiet: Option<Over<W>>, takes: Option<Over<W>>, prey: u8| {
            let new = |step: Step| Slot { prey, ..Slot::new(step.to(to), quiet, takes) };
            let classes = post.classes.of(&posts.classes).iter().filter(|(c, _)| c.has(to));
            slots.extend((!post.special.has(to)).then(|| new(step)));
            let becomes = classes.flat_map(|(_, list)| masks.becomes(*list));
            slots.extend(becomes.map(|becomes| new(step.becoming(becomes.0))));
        };
        let any = Slot::<W>::NEVER;
        match sorted(ways) {
            None => add(Some(Over::Asked), Some(Over::Asked), any),
            Some(Ways { quiet, takes, prey }) => {
                if let (Some(one), Some(other)) = (quiet, takes)
                    && one.past() != other.past()
                {
                    add(quiet, None, any);
                    add(None, takes, any);
                } else if quiet.or(takes).is_some() {
                    add(quiet, takes, any);
                }
                if let Some((over, test)) = prey {
                    add(None, Some(over), test);
                }
            }
        }
    }
    for (number, marked) in post.marked.of(&posts.marked).iter().enumerate() {
        let quiet = Some(Over::Nothing(marked.empties)).filter(|_| marked.takes.is_none());
        let quiet = quiet.or(Some(Over::Asked));
        let step = step.to(marked.to).marked(number);
        let becomes = masks.becomes(masks.forms.emits[marked.emit as usize].becomes).iter();
        slots.extend(becomes.map(|c| Slot::new(step.becoming(c.0), quiet, None)));
    }
}

/// The ways to a cell.
struct Ways<const W: usize> {
    quiet: Option<Over<W>>,
    /// Of captures of any enemy.
    takes: Option<Over<W>>,
    /// Of captures of enemies that pass a test.
    prey: Option<(Over<W>, u8)>,
}

/// Sorts the ways to a cell; none if only the whole post tells.
fn sorted<const W: usize>(ways: &[(usize, Kind, Over<W>)]) -> Option<Ways<W>> {
    let of = |wanted: Kind| {
        one_way(ways.iter().filter(|(_, kind, _)| *kind == wanted).map(|(.., over)| *over))
    };
    let (quiet, takes) = (of(Kind::Quiet), of(Kind::Takes));
    let mut preys = ways.iter().filter_map(|(_, kind, over)| match kind {
        Kind::Prey(test) if !takes.is_some_and(|takes| takes.implied_by(*over)) => {
            Some((*over, *test))
        }
        _ => None,
    });
    let prey = preys.next();
    let two = prey.is_some() && (takes.is_some() || preys.any(|other| Some(other) != prey));
    let lone = matches!(prey, Some((Over::Own(_), _)));
    let asked = [quiet, takes, prey.map(|(over, _)| over)].contains(&Some(Over::Asked));
    (!two && !lone && !asked).then_some(Ways { quiet, takes, prey })
}

/// What must be between, if there is any way.
fn one_way<const W: usize>(mut ways: impl Iterator<Item = Over<W>>) -> Option<Over<W>> {
    let first = ways.next()?;
    let mut others = ways.filter(|way| *way != first);
    let (other, more) = (others.next(), others.next().is_some());
    Some(match (first, other) {
        (Over::Own(_), None) => Over::Asked,
        (way, None) => way,
        // Past nothing or over an own piece.
        (Over::Nothing(cells), Some(Over::Own(same)))
        | (Over::Own(same), Some(Over::Nothing(cells)))
            if cells == same && !more =>
        {
            Over::Own(cells)
        }
        _ => Over::Asked,
    })
}
