//! What a rule costs: how its moves are found, and why not in a cheaper way. From cheap to dear:
//!
//! ```text
//! sets              all squares at once: leaps, lines …
//! tests of squares  one way after the other, as a tree of tests
//! general program   the walk itself, on the position: by the reference generator
//! ```

use crate::ids::{Code, RuleId};
use crate::ir::Game;

/// Why the walks of a game stay general programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum General {
    /// A piece belongs to nobody.
    Neutral,
    /// A piece is dropped without being held.
    Unlimited,
    /// A royal piece can be captured on its trail.
    RoyalTrail,
    /// Captured pieces stand until the end of the move.
    CapturesAfterwards,
    /// Who can drop must.
    MustDrop,
    /// Royal pieces are in check only all together.
    SpareRoyal,
    /// Every move has a second part.
    SecondPart,
    /// A piece is dropped that is held as another.
    CapturedAs,
    /// There are too many ways to follow.
    TooLarge,
    /// A walk goes on after a capture on a trail.
    WalksOnFromTrail,
    /// A capture in a game with blasts is made elsewhere than where the piece arrives.
    BlastsElsewhere,
    /// What a walk does depends on more than its own way.
    RunsOnPosition,
}

impl General {
    /// The reason in words, to go on a sentence that begins with "because".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Neutral => "a piece belongs to nobody",
            Self::Unlimited => "a piece is dropped without being held",
            Self::RoyalTrail => "a royal piece can be captured on its trail",
            Self::CapturesAfterwards => "captured pieces stand until the end of the move",
            Self::MustDrop => "who can drop must",
            Self::SpareRoyal => "royal pieces are in check only all together",
            Self::SecondPart => "every move has a second part",
            Self::CapturedAs => "a piece is dropped that is held as another",
            Self::TooLarge => "a walk can go too many ways",
            Self::WalksOnFromTrail => "a walk goes on after a capture on a trail",
            Self::BlastsElsewhere => "a blast is elsewhere than where the piece arrives",
            Self::RunsOnPosition => "a walk flips, places, or goes on again",
        }
    }
}

/// Why a move is found by tests of squares, not in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// It is captured on a trail.
    OnTrail,
    /// It shoots: captures after it came to stand.
    Shoots,
    /// It captures elsewhere than where it stops, or more than once.
    CapturesElsewhere,
    /// It asks for a certain piece on a square where it does not capture.
    Asks,
    /// It looks at other squares.
    Looks,
    /// Another piece may do the same, or it ends where it began.
    Crossing,
    /// A royal piece comes or goes by it.
    Crowns,
    /// A dropped piece goes on.
    GoesOn,
    /// It must not mate.
    Mates,
    /// It depends on a piece elsewhere that is no hurdle of a line.
    Hops,
    /// Another way to the same square is not found in sets.
    Beside,
}

impl Kept {
    /// The reason in words, to go on a sentence that begins with "because".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::OnTrail => "it captures on a trail",
            Self::Shoots => "it captures without going there",
            Self::CapturesElsewhere => "it captures before its last square, or more than once",
            Self::Asks => "it asks for a certain piece on a square where it does not capture",
            Self::Looks => "it asks what stands on squares off its way",
            Self::Crossing => "another piece may do the same, or it ends where it began",
            Self::Crowns => "a royal piece comes or goes by it",
            Self::GoesOn => "the dropped piece goes on",
            Self::Mates => "it must not mate",
            Self::Hops => "it depends on a piece elsewhere that is no hurdle of a line",
            Self::Beside => "another way to the same square is found by tests",
        }
    }
}

/// How a move is found in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InSets {
    /// Whatever lies between.
    Leap,
    /// Cells between must be empty.
    Line,
    /// Over one piece.
    Hop,
    /// Unless something stands on other squares.
    Guarded,
    /// It leaves a trail.
    Marked,
}

impl InSets {
    /// What such moves are called.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Leap => "leaps",
            Self::Line => "along lines",
            Self::Hop => "over a piece",
            Self::Guarded => "unless something stands elsewhere",
            Self::Marked => "leaving a trail",
        }
    }
}

/// The moves of one rule and one piece from all cells, each counted once for every way there: to an empty cell and onto an enemy are two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The piece.
    pub piece: Code,
    /// The rule.
    pub rule: RuleId,
    /// Found in sets: how, and how many.
    pub sets: Vec<(InSets, u32)>,
    /// Found by tests: why, and how many.
    pub tests: Vec<(Kept, u32)>,
}

/// What the rules of a piece cost.
///
/// # Errors
/// Why all walks of the game stay general programs.
pub fn costs(game: &Game, piece: Code) -> Result<impl Iterator<Item = &Cost>, General> {
    let forms = game.forms_or_why()?;
    Ok(forms.costs.iter().filter(move |cost| cost.piece == piece))
}
