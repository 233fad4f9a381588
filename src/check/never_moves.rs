//! A piece that moves from no cell of the board, and a rule that leads nowhere from any cell.
//!
//! ```text
//! piece X "Far Leaper" { step (9,9) }       // on 8x8
//! step forward from last-rank               // the walk leaves the board
//! ```

use crate::check::reach::can_apply;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::PlayerId;
use crate::model::{Model, Piece};

/// How many states of walks are looked at for a game: far more than any game needs that was not made to be slow.
const BUDGET: usize = 4_000_000;

/// Warns of pieces and rules that cannot move anything.
pub(super) fn check(model: &Model, out: &mut Diagnostics) {
    let mut budget = BUDGET;
    for piece in &model.pieces {
        check_piece(model, piece, &mut budget, out);
    }
}

fn check_piece(model: &Model, piece: &Piece, budget: &mut usize, out: &mut Diagnostics) {
    if piece.rules.is_empty() {
        return;
    }
    let dead: Vec<[bool; 2]> = piece
        .rules
        .iter()
        .map(|rule| PlayerId::BOTH.map(|player| !can_apply(model, player, rule, budget)))
        .collect();
    let still = [0, 1].map(|player| dead.iter().all(|rule| rule[player]));
    if let Some(whose) = whose(model, still) {
        let letter = &piece.letter;
        out.push(
            Diagnostic::warning("W0311", format!("the piece `{letter}` can never move{whose}"))
                .label(
                    piece.span,
                    "from every square its rules lead off the board, or into a zone that forbids it",
                )
                .help("check the distances, the zones and the directions of its rules"),
        );
    }
    for (rule, dead) in piece.rules.iter().zip(&dead) {
        let news = [dead[0] && !still[0], dead[1] && !still[1]];
        if let Some(whose) = self::whose(model, news) {
            out.push(
                Diagnostic::warning("W0310", format!("this rule can never be played{whose}"))
                    .label(
                        rule.span,
                        "it leads off the board, or into a zone that forbids it, from every square",
                    )
                    .help("check the distances, the zones and the directions of the rule"),
            );
        }
    }
}

/// For whom, in words; none if for nobody.
fn whose(model: &Model, [first, second]: [bool; 2]) -> Option<String> {
    let name = |player| format!(" for {}", model.players.get(player).name);
    match (first, second) {
        (true, true) => Some(String::new()),
        (true, false) => Some(name(PlayerId(0))),
        (false, true) => Some(name(PlayerId(1))),
        (false, false) => None,
    }
}
