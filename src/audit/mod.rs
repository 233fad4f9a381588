//! Looks at a compiled game and its start position for what is legal but cannot be meant, or may not be: pieces that get stuck,
//! promotions that nobody reaches, rules that make no new move, ends that never come, armies that are not alike. One file a
//! subject; nothing here refuses a game. Takes longer than loading, so that it is done only when a file is checked.

mod armies;
mod castling;
mod compass;
mod ends;
mod moves;
mod reach;
mod rules;
mod start;
mod witness;
mod zones;

use crate::audit::reach::Reach;
use crate::diagnostics::Diagnostics;
use crate::ids::PlayerId;
use crate::ir::Game;
use crate::model::Model;
use crate::play::Position;

/// What the checks look at.
struct Audit<'a> {
    model: &'a Model,
    game: &'a Game,
    start: &'a Position,
    /// What can come to stand where; none if the game is too large to be followed.
    reach: Option<Reach>,
}

/// All warnings and advice about a game.
#[must_use]
pub fn audit(model: &Model, game: &Game, start: &Position) -> Diagnostics {
    let audit = Audit { model, game, start, reach: Reach::of(game, start) };
    let mut out = Diagnostics::default();
    start::check(&audit, &mut out);
    armies::check(&audit, &mut out);
    castling::check(&audit, &mut out);
    zones::check(&audit, &mut out);
    compass::check(&audit, &mut out);
    // Before the moves: of a piece whose rules are told to be impossible they say no more.
    rules::check(&audit, &mut out);
    moves::check(&audit, &mut out);
    ends::check(&audit, &mut out);
    out
}

impl Audit<'_> {
    /// A player's name.
    fn player(&self, id: PlayerId) -> &str {
        &self.game.players[id.index()].name
    }

    /// For whom, in words, of two players: ` for White`; nothing for both; none for nobody.
    fn whose(&self, [first, second]: [bool; 2]) -> Option<String> {
        match (first, second) {
            (true, true) => Some(String::new()),
            (true, false) => Some(format!(" for {}", self.player(PlayerId(0)))),
            (false, true) => Some(format!(" for {}", self.player(PlayerId(1)))),
            (false, false) => None,
        }
    }
}
