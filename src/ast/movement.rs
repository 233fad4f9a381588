//! How pieces move, as written.

use crate::ast::{Condition, Name};
use crate::text::{Span, Spanned};

/// A `walk`, `step` or `slide` with its clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// `walk D { … } then D { … }`
    Walk {
        /// The walk and those behind `then`.
        segments: Vec<Segment>,
        /// Clauses, wherever they stood.
        clauses: Vec<Spanned<Clause>>,
    },
    /// `step D …`
    Step {
        /// Directions.
        directions: Vec<Spanned<Direction>>,
        /// Clauses.
        clauses: Vec<Spanned<Clause>>,
    },
    /// `slide D {1,3} …`
    Slide {
        /// Directions.
        directions: Vec<Spanned<Direction>>,
        /// Least and greatest number of steps, if given.
        range: Option<Spanned<SlideRange>>,
        /// Clauses.
        clauses: Vec<Spanned<Clause>>,
    },
}

/// `{2}`, `{1,3}`, `{2,}` behind a slide's directions: numbers of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlideRange {
    /// Least number.
    pub least: u32,
    /// Greatest number; none: any.
    pub most: Option<u32>,
}

/// One `DIRECTIONS { elements }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Directions in which it may begin.
    pub directions: Vec<Spanned<Direction>>,
    /// Its elements.
    pub elements: Vec<Spanned<Element>>,
}

/// A direction, a set of directions, or a family of leaps.
#[derive(Clone, Debug, PartialEq)]
pub enum Direction {
    /// One of the compass, in eighths clockwise from north.
    Compass(u8),
    /// One of the player's own, in eighths clockwise from forward.
    Relative(u8),
    /// `orthogonal`
    Orthogonal,
    /// `diagonal`
    Diagonal,
    /// `any`
    Any,
    /// `sideways`
    Sideways,
    /// `lengthwise`
    Lengthwise,
    /// `forward-diagonal`
    ForwardDiagonal,
    /// `backward-diagonal`
    BackwardDiagonal,
    /// `(2,1)`, with the direction that narrows it, if any.
    Leap {
        /// The direction before the brackets; never itself a `Leap`.
        toward: Option<Box<Direction>>,
        /// First number.
        long: u32,
        /// Second number.
        short: u32,
    },
}

/// How often an element is repeated; `most` none: any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Least number.
    pub least: u32,
    /// Greatest number.
    pub most: Option<u32>,
}

/// Words that turn a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnWord {
    /// `veer`: 45 degrees to either side
    Veer,
    /// `veer-left`
    VeerLeft,
    /// `veer-right`
    VeerRight,
    /// `turn`: 90 degrees to either side
    Turn,
    /// `turn-left`
    TurnLeft,
    /// `turn-right`
    TurnRight,
    /// `back`
    Back,
}

/// An element of a walk.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A step to a square that satisfies the condition.
    Test(Condition),
    /// `capture x`, perhaps with `& y`
    Capture {
        /// What the square must be for the capture.
        what: Spanned<Condition>,
        /// What it must be besides (`capture enemy & lower-half`).
        also: Option<Box<Spanned<Condition>>>,
    },
    /// `flip x`, perhaps with `& y`: the piece there changes sides
    Flip {
        /// What the square must be.
        what: Spanned<Condition>,
        /// What it must be besides.
        also: Option<Box<Spanned<Condition>>>,
    },
    /// `land`, perhaps with `& y`
    Land {
        /// What the square must be besides.
        also: Option<Box<Spanned<Condition>>>,
    },
    /// `(a b | c)`: alternatives, each a sequence. A bracket that holds nothing but a condition is a `Test`.
    Group(Vec<Vec<Spanned<Element>>>),
    /// `x*`, `x{2,3}` …
    Repeated(Box<Spanned<Element>>, Spanned<Repeat>),
    /// `veer`, `turn-left`, `back` …
    Turn(TurnWord),
    /// Face one of these directions from here on.
    Face(Vec<Spanned<Direction>>),
    /// `stay`
    Stay,
    /// `(when …)`
    When(Look),
}

/// `x and y`: looks that must all hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// One or more.
    pub terms: Vec<Spanned<LookTerm>>,
}

/// One look.
#[derive(Clone, Debug, PartialEq)]
pub struct LookTerm {
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The walk that is looked along: `forward is enemy` is `walk forward { enemy }`.
    pub segments: Vec<Segment>,
}

/// A clause of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `from ZONE`
    From(Spanned<Condition>),
    /// `to x`
    To(Spanned<Condition>),
    /// `within ZONE`
    Within(Spanned<Condition>),
    /// `capturing x`
    Capturing(Spanned<Condition>),
    /// `when …`
    When(Look),
    /// `leaves trail`
    LeavesTrail,
    /// `again`, `again or not`: the piece goes on by this rule
    Again {
        /// `or not`: it may stop though it can go on.
        optional: bool,
    },
    /// `also D { … }`: every way of this walk from where the piece stands is gone, all in the same move
    Also(Segment),
    /// `placing X D { … }`: an X is put where this walk from where the piece stands ends
    Placing {
        /// The letter of what is put.
        piece: Name,
        /// The walk.
        segment: Segment,
    },
}

/// A drop with its clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// Where and how.
    pub rule: DropRule,
    /// `when …`, each a look from the square where the piece is put.
    pub looks: Vec<Spanned<Look>>,
    /// `also …` and `placing …`.
    pub clauses: Vec<Spanned<Clause>>,
    /// `without mate`, and where it stands.
    pub without_mate: Option<Spanned<()>>,
}

/// `drop on ZONE`, `drop anywhere`, `drop { … }`
#[derive(Clone, Debug, PartialEq)]
pub enum DropRule {
    /// `drop anywhere`
    Anywhere,
    /// `drop on x`
    On(Spanned<Condition>),
    /// `drop { first … }`: the first element is the square where the piece is put.
    Walk(Vec<Spanned<Element>>),
}

/// When a promotion looks at its zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionMoment {
    /// `on`: where the move ends
    On,
    /// `from`: where it begins
    From,
    /// `on or from`
    OnOrFrom,
}

/// `[may] promote on ZONE to Q R`. Equality takes no notice of places.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// `may`: the piece may stay what it is.
    pub optional: Option<Span>,
    /// When.
    pub moment: Spanned<PromotionMoment>,
    /// Where.
    pub zone: Spanned<Condition>,
    /// `lost`: only to what the player has lost.
    pub lost: Option<Span>,
    /// To what: letters.
    pub to: Vec<Name>,
}

impl PartialEq for Promotion {
    fn eq(&self, other: &Self) -> bool {
        self.optional.is_some() == other.optional.is_some()
            && self.moment == other.moment
            && self.zone == other.zone
            && self.lost.is_some() == other.lost.is_some()
            && self.to == other.to
    }
}
