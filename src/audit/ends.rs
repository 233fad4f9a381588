//! Ends that never come, and results that nobody has stated.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Code, Mask, PlayerId};
use crate::ir::{Comparison, End, EndCondition, EndTerm, Moment, Op};

/// Ends with which later ones are compared.
const MOST_ENDS: usize = 64;

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let ends = &audit.game.ends;
    for (number, end) in ends.iter().enumerate() {
        let before = &ends[..number.min(MOST_ENDS)];
        if let Some(earlier) = before.iter().find(|earlier| covers(earlier, end)) {
            out.push(
                Diagnostic::warning("W0411", "this end never decides: an earlier one always does")
                    .label(end.span, "comes too late")
                    .label(earlier.span, "asks for less, and is asked first")
                    .help("put the end with more conditions before the other"),
            );
        } else {
            check_terms(audit, end, out);
        }
    }
    if !ends.is_empty() {
        check_unstated(audit, out);
    }
}

/// Whether the first holds whenever the second does.
fn covers(first: &End, second: &End) -> bool {
    let has = |wanted: &EndTerm| second.terms.iter().any(|term| same(term, wanted));
    let whose = first.player.is_none() || first.player == second.player;
    whose && first.moment == second.moment && first.terms.iter().all(has)
}

/// Whether a term says what another does, or more.
fn same(term: &EndTerm, wanted: &EndTerm) -> bool {
    let once = wanted.twice.is_some() && term.twice.is_none();
    if term.negated != wanted.negated || term.enemy != wanted.enemy || once {
        return false;
    }
    match (&term.condition, &wanted.condition) {
        (EndCondition::Checkmate | EndCondition::Stalemate, EndCondition::NoMoves) => !term.negated,
        (EndCondition::Quiet(more), EndCondition::Quiet(less))
        | (EndCondition::Repetition(more), EndCondition::Repetition(less)) => {
            if term.negated {
                more <= less
            } else {
                more >= less
            }
        }
        (a, b) => format!("{a:?}") == format!("{b:?}"),
    }
}

fn check_terms(audit: &Audit<'_>, end: &End, out: &mut Diagnostics) {
    let against = |a: &EndTerm| end.terms.iter().any(|b| excludes(a, b));
    let asks = |never: fn(&Audit<'_>, &EndTerm) -> bool| {
        end.terms.iter().any(|term| !term.negated && never(audit, term))
    };
    let (label, help) = if end.terms.iter().any(against) {
        ("its conditions exclude each other", "take one of the two out")
    } else if asks(asks_for_check) {
        (
            "nobody is ever in check in this game",
            "make a piece `royal`, or say in another way when the game is over: `end enemy count K = 0 wins`",
        )
    } else if asks(asks_for_fewer) {
        (
            "a royal piece is never captured, so that it is always there",
            "write `end checkmate loses`, or take `royal` from the piece: then it can be captured",
        )
    } else {
        return check_each(audit, end, out);
    };
    out.push(
        Diagnostic::warning("W0415", "this end never comes").label(end.span, label).help(help),
    );
}

/// Whether two conditions of the same player never hold at once.
fn excludes(a: &EndTerm, b: &EndTerm) -> bool {
    if a.enemy != b.enemy || a.negated {
        return false;
    }
    let stuck = |c: &EndCondition| matches!(c, EndCondition::Checkmate | EndCondition::Stalemate);
    match (&a.condition, &b.condition) {
        (EndCondition::Checkmate, EndCondition::Stalemate) => !b.negated,
        (one, EndCondition::NoMoves) if stuck(one) => b.negated,
        (one, other) => {
            b.negated && b.twice.is_none() && format!("{one:?}") == format!("{other:?}")
        }
    }
}

/// Whether it asks for check where there is none.
fn asks_for_check(audit: &Audit<'_>, term: &EndTerm) -> bool {
    let never =
        audit.game.laws.must_not_check || audit.game.royal.iter().all(|royal| royal.is_none());
    let asks = |c: &EndCondition| {
        matches!(c, EndCondition::Checkmate | EndCondition::Checks(_) | EndCondition::Perpetual)
    };
    never && asks(&term.condition)
}

/// Whether it asks for fewer royal pieces of a kind than a player always has.
fn asks_for_fewer(audit: &Audit<'_>, term: &EndTerm) -> bool {
    let (laws, game) = (&audit.game.laws, audit.game);
    let EndCondition::Count { codes, comparison, number } = &term.condition else { return false };
    if laws.blast.is_some() || laws.spare_royal {
        return false;
    }
    let least = PlayerId::BOTH.map(|player| {
        let stays = |code: &Code| {
            codes[player.index()].has(*code)
                && game
                    .piece_of(*code)
                    .is_some_and(|p| p.royal && p.promotions[player.index()].is_empty())
        };
        audit.start.pieces(player).filter(|(_, code)| stays(code)).count()
    });
    let least = u32::try_from(least[0].min(least[1])).unwrap_or(0);
    match comparison {
        Comparison::Less => *number <= least,
        Comparison::AtMost | Comparison::Equal => *number < least,
        _ => false,
    }
}

fn check_each(audit: &Audit<'_>, end: &End, out: &mut Diagnostics) {
    for term in end.terms.iter().filter(|term| !term.negated) {
        let told = match &term.condition {
            condition if condition.is_mobility() && end.moment == Moment::AfterOwnMove => {
                Diagnostic::warning("W0412", "this end never comes: after his own move it is no longer this player's turn")
                    .label(end.span, "asked `after own move`, but speaks of the player to move")
                    .help("leave `after own move` out, or write `on own turn` in its place")
            }
            EndCondition::In { codes, cells } if !is_reached(audit, codes, cells) => {
                Diagnostic::warning("W0413", "this end never comes: none of these pieces can reach the zone")
                    .label(end.span, "never holds")
                    .help("check the zone (`ZONE` is the player's own, `ZONE of enemy` his opponent's) and how the piece moves")
            }
            EndCondition::Count { codes, comparison, number } => {
                let most = PlayerId::BOTH.map(|p| most(audit, p, codes[p.index()])).into_iter().max();
                let least = match comparison {
                    Comparison::AtLeast | Comparison::Equal => *number,
                    Comparison::More => number.saturating_add(1),
                    _ => 0,
                };
                let Some(most) = most.filter(|most| *most < least) else { continue };
                Diagnostic::warning("W0414", format!("this end never comes: a player never has more than {most} of these pieces"))
                    .label(end.span, "never holds")
                    .label(audit.game.setup_span, "the start position")
                    .help(match comparison {
                        Comparison::More => format!("write a number below {most}"),
                        _ => format!("write a number up to {most}"),
                    })
            }
            _ => continue,
        };
        out.push(told);
        return;
    }
}

fn is_reached(audit: &Audit<'_>, codes: &[Mask; 2], cells: &[crate::ids::CellSet; 2]) -> bool {
    let Some(reach) = &audit.reach else { return true };
    audit.game.piece_ids().any(|id| {
        PlayerId::BOTH.into_iter().any(|player| {
            let code = Code::of(id, player);
            codes[player.index()].has(code)
                && reach.cells(code).iter().any(|cell| cells[player.index()].contains(cell))
        })
    })
}

/// How many pieces of some kinds a player can have at the most: those of the start, and all that can become one of them.
fn most(audit: &Audit<'_>, player: PlayerId, wanted: Mask) -> u32 {
    let game = audit.game;
    // Where pieces change sides, are put on the board by others, or never run out, their number can rise.
    let rises = |op: &Op| matches!(op, Op::Flip { .. } | Op::Place { .. });
    let programs = || game.programs.iter().chain(&game.drops).flatten();
    if programs().any(|p| p.ops.iter().any(rises))
        || game.pieces.iter().any(|p| p.unlimited && p.droppable)
    {
        return u32::MAX;
    }
    let mut can_be = wanted;
    for _ in game.piece_ids() {
        for id in game.piece_ids() {
            let mut promotions = game.piece(id).promotions[player.index()].iter();
            if promotions.any(|p| p.to.iter().any(|to| can_be.has(Code::of(*to, player)))) {
                can_be = can_be.or(Code::of(id, player).mask());
            }
        }
    }
    let standing = audit.start.pieces(player).filter(|(_, code)| can_be.has(*code)).count();
    let held: usize = game
        .piece_ids()
        .filter(|id| can_be.has(Code::of(*id, player)))
        .map(|id| usize::from(audit.start.in_hand(player, id)))
        .sum();
    u32::try_from(standing + held).unwrap_or(u32::MAX)
}

/// What happens to a player without a move must be said.
fn check_unstated(audit: &Audit<'_>, out: &mut Diagnostics) {
    let asked = |wanted: fn(&EndCondition) -> bool| {
        audit.game.ends.iter().flat_map(|e| &e.terms).any(|t| wanted(&t.condition))
    };
    let no_moves = asked(|c| matches!(c, EndCondition::NoMoves));
    let setup = audit.game.ends.last().map_or(audit.game.setup_span, |end| end.span);
    let laws = &audit.game.laws;
    let passes = laws.may_pass.is_some() || laws.pass_when_stuck.is_some();
    if !passes && !no_moves && !asked(|c| matches!(c, EndCondition::Stalemate)) {
        out.push(
            Diagnostic::advice(
                "L0404",
                "no end says what happens to a player without a move who is not in check",
            )
            .label(setup, "the last of the ends")
            .help("write `end stalemate draws`, or another result; as it stands it is a draw"),
        );
    }
    let royal = audit.game.pieces.iter().any(|p| p.royal);
    // Where nobody may give check, nobody is in check.
    let checks = royal && !audit.game.laws.must_not_check;
    if checks && !no_moves && !asked(|c| matches!(c, EndCondition::Checkmate)) {
        out.push(
            Diagnostic::advice(
                "L0405",
                "no end says what happens to a player in check without a move",
            )
            .label(setup, "the last of the ends")
            .help("write `end checkmate loses`, as most games have it; as it stands it is a draw"),
        );
    }
}
