//! Slots: what moves a piece could have from its cell, whatever stands elsewhere, and when each of them may be made.
//!
//! ```text
//! R a1      a2: nothing between, to an empty cell or onto an enemy
//!           a4: a2 a3 empty, …
//! C a1      a4 quietly: a2 a3 empty;  a4 as a capture: one of a2 a3 stands
//! ```

use crate::ids::{Code, Mask, PlayerId};
use crate::ir::{Forms, Game, Shape, Sheaf, Way};
use crate::play::fast::list::View;
use crate::play::fast::posts::{Post, Posts, Span, set};
use crate::play::fast::set::Set;
use crate::play::fast::step::Step;

/// Two lots take the place of one if they have less than so many of its slots, in per cent.
const WORTH_A_LOT: usize = 70;

/// Bytes that the slots of a game may take: on vast boards with many kinds of pieces moves are listed, not drawn.
const MOST_BYTES: usize = 64 << 20;

/// So many lots are looked at at once.
pub(super) const LOTS: usize = 4;

/// All slots of a game.
#[derive(Clone, Debug)]
pub(super) struct Slots<const W: usize> {
    /// By player; by fours, the last of them empty if need be.
    pub(super) lots: [Vec<Lot<W>>; 2],
    pub(super) wild: [Vec<WildKind<W>>; 2],
    /// By code and cell: where those of a piece begin, as many as its lot has room for, and which lot that is.
    posts: Vec<(u32, u16)>,
    slots: Vec<Slot<W>>,
}

/// Pieces of a code that have as many slots each.
#[derive(Clone, Debug)]
pub(super) struct Lot<const W: usize> {
    pub(super) code: u8,
    /// Where they stand.
    pub(super) cells: Set<W>,
    /// Slots of each: the most that one of them has.
    pub(super) room: u32,
}

/// A code with moves of trees, and what wakes any of them: see [`Post::awake`].
#[derive(Clone, Debug)]
pub(super) struct WildKind<const W: usize> {
    pub(super) code: u8,
    always: bool,
    victims: Set<W>,
    on_trail: Set<W>,
}

/// A plain or marked move that a piece could have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<const W: usize> {
    pub(super) step: Step,
    between: Set<W>,
    /// Whether own pieces between do not count.
    past_own: bool,
    /// How many pieces must stand between for a move to an empty cell, and for a capture; or [`Slot::NEVER`].
    over: [u8; 2],
    /// Which test the piece taken must pass, or [`Slot::NEVER`] if any enemy will do.
    pub(super) prey: u8,
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
    /// Whether a game's are not too many.
    pub(super) fn fit(forms: &Forms) -> bool {
        forms.plains.len().saturating_mul(size_of::<Slot<W>>()) <= MOST_BYTES
    }

    pub(super) fn new(game: &Game, forms: &Forms, posts: &Posts<W>) -> Self {
        let cells = game.topology.cells();
        let (mut slots, mut spans) = (Vec::new(), Vec::with_capacity(posts.posts.len()));
        for (at, post) in posts.posts.iter().enumerate() {
            let code = Code(u8::try_from(at / cells).unwrap_or(u8::MAX));
            let enemy = code.player().map_or(Mask::NONE, |p| game.own_mask(p.other()));
            let everyone = game.own_mask(PlayerId(0)).or(game.own_mask(PlayerId(1)));
            let masks = Masks { forms, enemy, everyone };
            let start = slots.len();
            let step = Step::from(Some(at % cells), code.0);
            add_slots(&masks, posts, (step, post, &forms.sheaves[at]), &mut slots);
            let [start, end] = [start, slots.len()].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            spans.push(Span::new(start, end));
        }
        let codes = |player| game.piece_ids().map(move |id| Code::of(id, player).0);
        let range = |code: u8| usize::from(code) * cells..(usize::from(code) + 1) * cells;
        let lots = PlayerId::BOTH.map(|p| {
            let mut lots: Vec<Lot<W>> =
                codes(p).flat_map(|code| lots(code, &spans[range(code)])).collect();
            lots.resize(lots.len().next_multiple_of(LOTS), Lot::EMPTY);
            lots
        });
        let (posts_of, slots) = padded(&lots, cells, &spans, &slots);
        let wild = PlayerId::BOTH.map(|p| {
            codes(p).filter_map(|code| WildKind::of(code, &posts.posts[range(code)])).collect()
        });
        Self { lots, wild, posts: posts_of, slots }
    }

    /// One of a piece's, by the place of its post.
    #[inline(always)]
    pub(super) fn at(&self, post: usize, number: u32) -> &Slot<W> {
        &self.slots[(self.posts[post].0 + number) as usize]
    }

    /// Whether pieces of two posts are of one lot.
    #[inline(always)]
    pub(super) fn share(&self, post: usize, other: usize) -> bool {
        self.posts[post].1 == self.posts[other].1
    }
}

impl<const W: usize> Lot<W> {
    const EMPTY: Self = Self { code: 0, cells: Set::EMPTY, room: 1 };
}

impl<const W: usize> Slot<W> {
    /// More than there are cells between, or tests.
    pub(super) const NEVER: u8 = u8::MAX;
    const ASKED: u8 = u8::MAX - 1;

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
        Self { step, between, past_own, over, prey: Self::NEVER }
    }

    /// Whether only sets of the whole post say whether it may be made.
    #[inline(always)]
    pub(super) fn is_asked(&self) -> bool {
        self.over[0] == Self::ASKED
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

impl<const W: usize> WildKind<W> {
    /// If one of the posts has moves of a tree.
    fn of(code: u8, posts: &[Post<W>]) -> Option<Self> {
        let mut wild = posts.iter().filter(|post| post.has.rest()).peekable();
        wild.peek()?;
        let none = Self { code, always: false, victims: Set::EMPTY, on_trail: Set::EMPTY };
        Some(wild.fold(none, |all, post| Self {
            always: all.always || post.rest.always,
            victims: all.victims.or(&post.victims),
            on_trail: all.on_trail.or(&post.on_trail),
            ..all
        }))
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

/// The slots of all posts with room as their lots have it, and where those of each begin.
fn padded<const W: usize>(
    lots: &[Vec<Lot<W>>; 2],
    cells: usize,
    spans: &[Span],
    slots: &[Slot<W>],
) -> (Vec<(u32, u16)>, Vec<Slot<W>>) {
    let nothing = Step::from(Some(0), 0).to(0);
    // Who never moves is of no lot.
    let nowhere = (0, u16::MAX);
    let (mut posts, mut padded) = (vec![nowhere; spans.len()], Vec::with_capacity(slots.len()));
    for (lot, number) in lots.iter().flatten().zip(0..) {
        for from in lot.cells {
            let post = usize::from(lot.code) * cells + from;
            let first = padded.len();
            posts[post] = (u32::try_from(first).unwrap_or(u32::MAX), number);
            padded.extend_from_slice(spans[post].of(slots));
            padded.resize(first + lot.room as usize, Slot::new(nothing, None, None));
        }
    }
    (posts, padded)
}

/// The lots of a code: of its slots by cell.
fn lots<const W: usize>(code: u8, slots: &[Span]) -> Vec<Lot<W>> {
    let mut rooms: Vec<(usize, usize)> = slots.iter().map(|span| span.len()).zip(0..).collect();
    rooms.retain(|(room, _)| *room > 0);
    rooms.sort_unstable();
    let slots = |rooms: &[(usize, usize)]| rooms.last().map_or(0, |(room, _)| room * rooms.len());
    let halves = |at: &usize| slots(&rooms[..*at]) + slots(&rooms[*at..]);
    let at = (1..rooms.len()).min_by_key(halves).unwrap_or(0);
    let worth = halves(&at) * 100 < slots(&rooms) * WORTH_A_LOT;
    let (low, high) = rooms.split_at(if worth { at } else { 0 });
    let lot = |rooms: &[(usize, usize)]| {
        let cells = rooms.iter().map(|(_, cell)| *cell).collect();
        Some(Lot { code, cells, room: u32::try_from(rooms.last()?.0).ok()? })
    };
    [low, high].into_iter().filter_map(lot).collect()
}
