//! The start position: the player to move has a move, is not in check, and the game is not over before it begins.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Code, PieceId, PlayerId};
use crate::ir::RuleShape;
use crate::play::{Past, State, outcome, reference};

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let (game, start) = (audit.game, audit.start);
    let side = audit.player(start.side).to_owned();
    let pseudo = reference::pseudo_moves(game, start);
    let legal = pseudo.iter().filter(|m| reference::is_safe(game, start, m)).count();
    let check = reference::in_check(game, start);
    let state = State { check, can_move: legal > 0 };
    if let Some(end) = outcome(game, start, state, Past::NEW).and_then(|o| o.end) {
        out.push(
            Diagnostic::warning("W0423", "the game is over before the first move")
                .label(game.ends[end].span, "this end holds in the start position")
                .label(game.setup_span, "the start position")
                .help("change the end, say at which moment it is asked (`after own move`), or change the start position"),
        );
    } else if legal == 0 {
        let why = match pseudo.len() {
            0 => "no rule of any piece leads anywhere".to_owned(),
            1 => "the one move that the rules make leaves a royal piece to be taken".to_owned(),
            n => format!("all {n} moves that the rules make leave a royal piece to be taken"),
        };
        out.push(
            Diagnostic::warning("W0421", format!("{side} has no move in the start position"))
                .label(game.setup_span, why)
                .help("check who is to move, and that every piece of his has room to move"),
        );
    } else if check {
        out.push(
            Diagnostic::warning("W0422", format!("{side} is in check in the start position"))
                .label(game.setup_span, "a royal piece of his is attacked")
                .help("move a piece, if that is not meant"),
        );
    }
    check_hands(audit, out);
}

/// Pieces that can be dropped, but that nobody ever holds.
fn check_hands(audit: &Audit<'_>, out: &mut Diagnostics) {
    let mut never = Vec::new();
    for rule in audit.game.rules.iter().filter(|r| r.shape == RuleShape::Drop) {
        let held = |piece: PieceId| {
            PlayerId::BOTH.iter().any(|p| match &audit.reach {
                Some(reach) => reach.held(Code::of(piece, *p)),
                None => audit.game.laws.to_hand || audit.start.in_hand(*p, piece) > 0,
            })
        };
        if !held(audit.game.piece(rule.piece).captured_as)
            && !audit.game.piece(rule.piece).unlimited
        {
            never.push((rule.span, &audit.game.piece(rule.piece).letter));
        }
    }
    let setup = audit.game.setup_span;
    let told = |message: String, rules: &[(_, &String)], help: &str| {
        let letter = rules[0].1;
        let hands = format!("[{letter}{}]", letter.to_lowercase());
        Diagnostic::warning("W0425", message)
            .label(rules[0].0, "dropped here")
            .and_here(rules[1..].iter().map(|(rule, _)| *rule))
            .label(setup, "the hands of the start position")
            .help(format!(
                "{help} to the players in the start position, behind the board: `{hands}`"
            ))
    };
    if never.len() > 1 && !audit.game.laws.to_hand {
        let message = "nobody ever holds a piece, so nothing is ever dropped".to_owned();
        let help = "let captured pieces join the hands, `captures to hand`, or give pieces";
        out.push(told(message, &never, help));
    } else {
        for rule in never {
            let message = format!("nobody ever holds a `{}`, so this rule is never played", rule.1);
            out.push(told(message, &[rule], "give it"));
        }
    }
}
