//! What a file says, as written: names are text, nothing is resolved. One section of the language a file.
//! Built by `parse`, may be built by hand; knows nothing of pest.

mod board;
mod condition;
mod end;
mod movement;
mod print;
mod testing;

use crate::text::Spanned;

pub use board::{
    Board, BoardShape, Castle, CastlePartner, CastleSquares, Forward, KingSide, Players,
    SecondPlayer, SetupText, SquareRange, Symmetry, Zone,
};
pub use condition::{Condition, Word};
pub use end::{Comparison, End, EndCondition, EndTerm, Moment, Verdict};
pub use movement::{
    Clause, Direction, Drop, DropRule, Element, Look, LookTerm, Promotion, PromotionMoment, Repeat,
    Rule, Segment, SlideRange, TurnWord,
};
pub use print::print;
pub use testing::{
    Basis, CAUSES, Expectation, Figure, MovesFilter, PlayStep, REASONS, ResultWord, Test, TestLine,
};

/// A name as written.
pub type Name = Spanned<String>;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its declarations, in order.
    pub items: Vec<Spanned<Item>>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `game "…"`
    Game(Spanned<String>),
    /// `inventor "…"`
    Inventor(Spanned<String>),
    /// `about "…"`
    About(Spanned<String>),
    /// `source "…"`
    Source(Spanned<String>),
    /// `extends "…"`
    Extends(Spanned<String>),
    /// `remove …`
    Remove(Removal),
    /// `allow …`
    Allow(Allow),
    /// `board …`
    Board(Board),
    /// `players …`
    Players(Players),
    /// `option …`
    Option(OptionDecl),
    /// `zone …`
    Zone(Zone),
    /// `piece …`
    Piece(Piece),
    /// `castle …`
    Castle(Castle),
    /// `setup "…"`
    Setup(SetupText),
    /// `captures …`, `must …`, `passing …`, `every move …`
    Law(Law),
    /// `end …`
    End(End),
    /// `test "…" { … }`
    Test(Test),
    /// `if wild { … } else { … }`
    If(If<Item>),
}

/// What `remove` names.
#[derive(Clone, Debug, PartialEq)]
pub enum Removal {
    /// `remove piece Q`
    Piece(Name),
    /// `remove zone palace`
    Zone(Name),
    /// `remove option wild`
    Option(Name),
    /// `remove castles`: all of them
    Castles,
    /// `remove ends`: all of them
    Ends,
    /// `remove setup`
    Setup,
    /// `remove captures`, `remove must`, `remove passing`, `remove every`: all rules of the game that begin with that word
    Laws(LawWord),
}

/// `allow CODE "reason"`
#[derive(Clone, Debug, PartialEq)]
pub struct Allow {
    /// The code of the warning or advice that is not to be given.
    pub code: Name,
    /// Why it is meant so.
    pub reason: Spanned<String>,
}

/// `option NAME on|off "text"`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDecl {
    /// Its name.
    pub name: Name,
    /// What it is when nobody says anything.
    pub default: bool,
    /// What it does.
    pub text: Option<Spanned<String>>,
}

/// `if [not] OPTION { … } [else { … }]`
#[derive(Clone, Debug, PartialEq)]
pub struct If<T> {
    /// The option asked.
    pub option: Name,
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The first braces.
    pub then: Vec<Spanned<T>>,
    /// The braces behind `else`; empty if there is none.
    pub otherwise: Vec<Spanned<T>>,
}

/// `piece LETTER "Name" [royal] [glyph "…"] { rules }`. Equality takes no notice of places.
#[derive(Clone, Debug)]
pub struct Piece {
    /// `K`, `+P`, `N'`.
    pub letter: Name,
    /// The name in words.
    pub title: Option<Spanned<String>>,
    /// Whether it is royal, and where the word stands.
    pub royal: Option<crate::text::Span>,
    /// `neutral`: nobody's, and where the word stands.
    pub neutral: Option<crate::text::Span>,
    /// `unlimited`: either player always has one in hand, and where the word stands.
    pub unlimited: Option<crate::text::Span>,
    /// `captured as P`
    pub captured_as: Option<Name>,
    /// `glyph "♔♚"`: its sign in drawings, the first player's and the second's.
    pub glyph: Option<Spanned<String>>,
    /// Its rules, in order.
    pub rules: Vec<Spanned<PieceItem>>,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.letter == other.letter
            && self.title == other.title
            && self.royal.is_some() == other.royal.is_some()
            && self.neutral.is_some() == other.neutral.is_some()
            && self.unlimited.is_some() == other.unlimited.is_some()
            && self.captured_as == other.captured_as
            && self.glyph == other.glyph
            && self.rules == other.rules
    }
}

/// The word with which a rule of the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawWord {
    /// `captures …`
    Captures,
    /// `must …`
    Must,
    /// `passing …`
    Passing,
    /// `every move …`
    Every,
}

impl LawWord {
    /// The word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Captures => "captures",
            Self::Must => "must",
            Self::Passing => "passing",
            Self::Every => "every",
        }
    }
}

impl Law {
    /// The word with which it begins.
    #[must_use]
    pub fn begins(&self) -> LawWord {
        match self {
            Self::CapturesToHand { .. }
            | Self::Blast { .. }
            | Self::CapturesAfterwards
            | Self::CapturesSpareRoyal => LawWord::Captures,
            Self::MustCapture { .. }
            | Self::MustDrop
            | Self::MustNotCheck
            | Self::MustBreak { .. } => LawWord::Must,
            Self::Passing { .. } => LawWord::Passing,
            Self::Every { .. } => LawWord::Every,
        }
    }
}

/// A rule of the game that is no piece's.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// `captures to hand`, `captures to hand reverting`
    CapturesToHand {
        /// A promoted piece is captured as what it was.
        reverting: bool,
    },
    /// `captures blast any { !P }`
    Blast {
        /// Where the blast reaches, one step from the square of the capture.
        directions: Vec<Spanned<Direction>>,
        /// What is removed there.
        what: Spanned<Condition>,
    },
    /// `captures afterwards`: what is captured is removed when the move is complete
    CapturesAfterwards,
    /// `captures spare royal`: only who has all his royal pieces attacked is in check
    CapturesSpareRoyal,
    /// `must drop`
    MustDrop,
    /// `must capture`, `must capture most`
    MustCapture {
        /// Of captures, those of the most pieces exclude all others.
        most: bool,
    },
    /// `must not check`
    MustNotCheck,
    /// `must break K when …`
    MustBreak {
        /// Letters.
        pieces: Vec<Name>,
        /// What no longer holds after the move from where one of them stands.
        look: Look,
    },
    /// `passing allowed`, `passing when stuck`
    Passing {
        /// Only who has no other move passes, and he must.
        when_stuck: bool,
    },
    /// `every move moves X anywhere`, `every move places X on ZONE`
    Every {
        /// The one that stands on the board goes elsewhere; otherwise a further one is put down.
        moves: bool,
        /// Its letter.
        piece: Name,
        /// Where it may be put; anywhere if nothing is said.
        zone: Option<Spanned<Condition>>,
    },
}

/// What may stand between the braces of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceItem {
    /// `walk`, `step` or `slide`
    Rule(Rule),
    /// `drop …`
    Drop(Drop),
    /// `promote …`, `may promote …`
    Promotion(Promotion),
    /// `betza "…"`
    Betza(Spanned<String>),
    /// `if …`
    If(If<PieceItem>),
}
