//! Slots: what moves a piece could have from its cell, whatever stands elsewhere, and when each of them may be made.
//!
//! ```text
//! R a1      a2: nothing between, to an empty cell or onto an enemy
//!           a4: a2 a3 empty, …
//! C a1      a4 quietly: a2 a3 empty;  a4 as a capture: one of a2 a3 stands
//! ```
//!
//! A tree has as many slots as it can make moves at once: it is run when one of them is drawn. If these were more than the
//! piece has otherwise, or if its moves need a trail, it is *wild*: its slots are numbered in every position. If each enemy lets it
//! make but a few moves it has so many for every one that it could take; otherwise it is run, and has as many as it makes.

use crate::ids::{Code, Mask, PlayerId};
use crate::ir::{Forms, Game, Shape, Sheaf, Way};
use crate::play::fast::compelled::Grip;
use crate::play::fast::list::View;
use crate::play::fast::posts::{Post, Posts, set};
use crate::play::fast::set::Set;
use crate::play::fast::step::Step;

/// Bytes that the slots of a game may take: on vast boards with many kinds of pieces moves are listed, not drawn.
const MOST_BYTES: usize = 64 << 20;

/// See [`Wild::by_victim`].
const MOST_BY_VICTIM: usize = 4;

/// Slots come by so many; the last of a piece are empty if need be.
pub(super) const BLOCK: usize = 4;

/// All slots of a game.
#[derive(Clone, Debug)]
pub(super) struct Slots<const W: usize> {
    /// By code and cell: where those of a piece begin, and how many blocks they are.
    posts: Vec<(u32, u16)>,
    pub(super) slots: Vec<Slot<W>>,
    /// By code and cell. Only where captures are compulsory.
    grips: Vec<Grip<W>>,
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
    /// By cell: how many moves an enemy on one of [`Post::victims`] can let a tree make, if they are few and it makes no others.
    pub(super) by_victim: Vec<Option<usize>>,
}

/// A code, its cell, and what [`Wild::by_victim`] says of them.
type WildPost = (u8, usize, Option<usize>);

/// A move that a piece could have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<const W: usize> {
    /// If it is one of a tree: nothing but the piece and its cell.
    pub(super) step: Step,
    between: Set<W>,
    /// 0 if nothing may stand between, -1 (all bits) if a piece must stand on the only cell between.
    flip: i8,
    /// By what stands where it goes (nothing, an enemy, an own piece): [`Slot::SHUT`], [`Slot::PAST`], or 0 if it may be made.
    by_target: [u8; 3],
    /// What is to be asked besides.
    pub(super) asks: Asks,
    /// Which test the piece taken must pass, or [`Slot::NEVER`] if any enemy will do.
    pub(super) prey: u8,
    /// Which of the moves that its tree makes it is; or how many pieces must stand between, for a move to an empty cell and for
    /// a capture, a bit each.
    pub(super) number: u16,
}

/// What of a slot [`Slot::may_be_open`] does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    /// How many pieces stand between.
    Number,
    /// Whether an enemy stands between.
    Enemies,
    /// What sets of the whole post say.
    Post,
    /// What its tree says.
    Tree,
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
        let mut grips = Vec::new();
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
            if game.laws.must_capture {
                grips.push(Grip::new(forms, posts, post, &forms.sheaves[at]));
            }
            let plain = slots.len() - first;
            let moves = forms.most_moves(post.rest);
            if post.has.rest() && (post.rest.only_on_trail() || moves > plain) {
                let by_victim =
                    forms.most_by_victim(post.rest, enemy).filter(|n| *n <= MOST_BY_VICTIM);
                wild.push((code.0, at % cells, by_victim));
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
            let own = |(code, ..): &&WildPost| Code(*code).player() == Some(p);
            let all: Vec<_> = wild.iter().filter(own).collect();
            all.chunk_by(|a, b| a.0 == b.0).map(|wild| Wild::of(wild, cells, posts)).collect()
        });
        Some(Self { posts: all, slots, grips, cells, most_blocks, wild })
    }

    /// What a piece can take; asked only where captures are compulsory.
    #[inline(always)]
    pub(super) fn grip(&self, code: u8, cell: usize) -> &Grip<W> {
        &self.grips[usize::from(code) * self.cells + cell]
    }

    /// Where those of a piece begin, and how many blocks they are.
    #[inline(always)]
    pub(super) fn blocks(&self, code: u8, cell: usize) -> (u32, u16) {
        self.posts[usize::from(code) * self.cells + cell]
    }
}

impl<const W: usize> Slot<W> {
    /// More than there are tests.
    pub(super) const NEVER: u8 = u8::MAX;
    /// It may not be made.
    const SHUT: u8 = 1;
    /// It may be made if the cells between are as they must be.
    const PAST: u8 = 2;

    /// Of the ways of quiet moves and of captures, past the same cells if there are both.
    fn new(step: Step, quiet: Option<Over<W>>, takes: Option<Over<W>>) -> Self {
        let ways = [quiet, takes];
        let any = |wanted: fn(&Over<W>) -> bool| ways.iter().flatten().any(wanted);
        let all_one = ways.iter().flatten().all(|way| matches!(way, Over::One(_)));
        let (between, _) = quiet.or(takes).map_or((Set::EMPTY, false), |way| way.past());
        let hurdle = all_one && between.len() == 1;
        let asks = if any(|way| *way == Over::Asked) {
            Asks::Post
        } else if any(|way| matches!(way, Over::Own(_))) {
            Asks::Enemies
        } else if any(|way| matches!(way, Over::One(_))) && !hurdle {
            Asks::Number
        } else {
            Asks::Nothing
        };
        let by_target = ways.map(|way| match way {
            // Whatever the other way is.
            _ if asks == Asks::Post => 0,
            None => Self::SHUT,
            Some(Over::Nothing(_)) => Self::PAST,
            Some(Over::One(_)) if hurdle => Self::PAST,
            Some(_) => 0,
        });
        let number = |way: Option<Over<W>>| u16::from(matches!(way, Some(Over::One(_))));
        Self {
            step,
            between,
            flip: if hurdle { -1 } else { 0 },
            by_target: [by_target[0], by_target[1], Self::SHUT],
            asks,
            prey: Self::NEVER,
            number: number(quiet) | number(takes) << 1,
        }
    }

    /// One of the moves of the tree of a piece.
    fn of_tree(step: Step, number: u16) -> Self {
        Self { by_target: [0; 3], asks: Asks::Tree, number, ..Self::new(step, None, None) }
    }

    /// Whether its move may be made, but for what it asks, its prey and the safety of the royal pieces. Without branches:
    /// nobody could foresee them.
    #[inline(always)]
    pub(super) fn may_be_open(&self, view: &View<W>) -> bool {
        let to = self.step.cells().1;
        let stands = usize::from(view.enemy.has(to)) + 2 * usize::from(view.own.has(to));
        let wrong = self.between.and(&view.occupied.flipped(self.flip));
        let shut = Self::SHUT + Self::PAST * u8::from(!wrong.is_empty());
        self.by_target[stands % 3] & shut == 0
    }

    /// Whether the pieces between let its move be made, if it asks for their number, or for enemies.
    #[inline(always)]
    pub(super) fn is_open_past(&self, view: &View<W>) -> bool {
        let takes = view.enemy.has(self.step.cells().1);
        let number = u32::from(self.number >> u16::from(takes) & 1);
        match self.asks {
            Asks::Number => self.between.and(&view.occupied).len() == number,
            _ => !self.between.meets(&view.enemy),
        }
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
    fn of(wild: &[&WildPost], cells: usize, posts: &Posts<W>) -> Self {
        let code = wild[0].0;
        let (victims, on_trail) = (Set::EMPTY, Set::EMPTY);
        let by_victim = vec![None; cells];
        let mut all = Self { code, cells: Set::EMPTY, always: false, victims, on_trail, by_victim };
        for (_, cell, by_victim) in wild {
            all.by_victim[*cell] = *by_victim;
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
