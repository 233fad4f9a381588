//! Looks at a checked definition for what is legal but cannot be meant. One file a check; all of them warn, none refuses.

mod graph;
mod never_moves;
mod reach;

use crate::diagnostics::Diagnostics;
use crate::model::Model;

/// All warnings about a game.
#[must_use]
pub fn check(model: &Model) -> Diagnostics {
    let mut out = Diagnostics::default();
    never_moves::check(model, &mut out);
    out
}
