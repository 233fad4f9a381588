//! Castlings that nobody can ever make, since the start position gives no right to them.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Code, PlayerId};
use crate::ir::Castle;
use crate::notation::{cell_name, right_letter};

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let castles = &audit.game.castles;
    let span = |c: &Castle| audit.game.rule(c.rule).span;
    // One line can declare several castlings of either player: it is enough that one of them can be made.
    let can = |player: PlayerId, of: &Castle| {
        let given = |c: &&Castle| audit.start.rights >> c.right & 1 != 0;
        castles.iter().filter(given).any(|c| c.player == player && span(c) == span(of))
    };
    for (number, castle) in castles.iter().enumerate() {
        let told = |other: &Castle| span(other) == span(castle) && !can(other.player, other);
        if can(castle.player, castle)
            || castles[..number].iter().any(told)
            || (can(castle.player.other(), castle) && plays_without(audit, castle))
        {
            continue;
        }
        let others = &castles[number..];
        let both = others.iter().any(|c| c.player != castle.player && told(c));
        out.push(never(audit, castle, both));
    }
}

/// Whether the player begins without any piece of that kind, so that nobody expects him to castle.
fn plays_without(audit: &Audit<'_>, castle: &Castle) -> bool {
    audit.start.pieces(castle.player).all(|(_, code)| code != castle.king)
}

fn never(audit: &Audit<'_>, castle: &Castle, both: bool) -> Diagnostic {
    let player = audit.player(castle.player);
    let span = audit.game.rule(castle.rule).span;
    let who = if both { "nobody can ever".to_owned() } else { format!("{player} can never") };
    let told = Diagnostic::warning("W0406", format!("{who} castle like this"));
    let absent = castle.pieces().into_iter().find(|(code, cell)| audit.start.at(*cell) != *code);
    let setup = audit.game.setup_span;
    let (missing, help) = match absent {
        Some((code, cell)) => (
            format!(
                "no {} of {player} stands on {}",
                piece(audit, code),
                cell_name(audit.game, cell)
            ),
            "name the squares where the two pieces begin, or put the pieces there".to_owned(),
        ),
        None => (
            "the position does not give the right".to_owned(),
            format!(
                "add `{}` to the castling rights, the field behind the side to move",
                right_letter(audit.game, audit.start, castle.right)
            ),
        ),
    };
    // Of a castling of the parent's, the position of the child is what has changed.
    if setup.file == span.file {
        told.label(span, "this castling").label(setup, missing).help(help)
    } else {
        told.label(setup, missing)
            .label(span, "the castling of the parent")
            .help(format!("{help}; or write `remove castles`, and anew those that are meant"))
    }
}

fn piece(audit: &Audit<'_>, code: Code) -> String {
    audit.game.piece_of(code).map_or_else(String::new, |p| p.title.clone())
}
