//! Rules that name a direction of the board where the player's own is most likely meant: both players then go the same way.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::PlayerId;
use crate::model::{Direction, Node, Rule, Symmetry, Toward};

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    if audit.model.players.symmetry == Symmetry::Alike {
        return;
    }
    for rule in audit.model.pieces.iter().flat_map(|piece| &piece.rules) {
        if is_one_sided(audit, &rule.path) {
            out.push(told(audit, rule));
        }
    }
}

fn told(audit: &Audit<'_>, rule: &Rule) -> Diagnostic {
    let [first, second] = PlayerId::BOTH.map(|p| audit.player(p));
    let message = format!("this rule takes {first} and {second} the same way over the board");
    Diagnostic::advice("L0301", message)
        .label(rule.span, "names a direction of the compass")
        .label(audit.model.players.span, "the players see the board from opposite sides")
        .help("write a direction of the player's own, such as `forward` or `left`")
}

/// Whether directions of the compass are named whose mirror images are not.
fn is_one_sided(audit: &Audit<'_>, node: &Node) -> bool {
    match node {
        Node::Seq(list) | Node::Alt(list) => list.iter().any(|part| is_one_sided(audit, part)),
        Node::Repeat { body, .. } | Node::Look { body, .. } | Node::Also { body } => {
            is_one_sided(audit, body)
        }
        Node::Face(list) => {
            let named: Vec<(u8, (u8, u8))> = list.iter().filter_map(compass).collect();
            named.iter().any(|(eighth, leap)| !named.contains(&(mirrored(audit, *eighth), *leap)))
        }
        _ => false,
    }
}

/// The eighth of the compass that a direction names, and the leap that it narrows.
fn compass(direction: &Direction) -> Option<(u8, (u8, u8))> {
    match direction {
        Direction::Compass(eighth) => Some((eighth % 8, (1, 0))),
        Direction::Leap { long, short, toward: Some(Toward::Compass(eighth)) } => {
            Some((eighth % 8, (*long, *short)))
        }
        _ => None,
    }
}

/// What the first player's direction is for the second.
fn mirrored(audit: &Audit<'_>, eighth: u8) -> u8 {
    let [first, second] = PlayerId::BOTH.map(|p| audit.model.players.get(p).facing);
    let own = (8 + eighth - first.forward % 8) % 8;
    second.compass(own)
}
