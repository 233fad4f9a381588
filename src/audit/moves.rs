//! Pieces that get stuck, promotions that nobody reaches, and promotions that get in each other's way.

use crate::audit::Audit;
use crate::audit::reach::Reach;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Cell, CellSet, Code, PieceId, PlayerId};
use crate::ir::{EndCondition, Promotion};
use crate::model::Rule;
use crate::notation::cell_name;

/// Most squares that a message names.
const NAMED: usize = 4;

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    for id in audit.game.piece_ids() {
        check_pairs(audit, id, out);
    }
    let Some(reach) = &audit.reach else { return };
    for id in audit.game.piece_ids() {
        let known = PlayerId::BOTH.map(|p| !reach.cells(Code::of(id, p)).is_empty());
        if known == [false, false] {
            continue;
        }
        if !is_dead(audit, id, out) {
            check_stuck(audit, reach, id, out);
        }
        check_promotions(audit, reach, id, known, out);
    }
}

/// Whether every rule of a piece has been told to be impossible.
fn is_dead(audit: &Audit<'_>, id: PieceId, told: &Diagnostics) -> bool {
    let rules = &audit.model.pieces[id.index()].rules;
    let impossible = |rule: &Rule| {
        told.iter().any(|d| {
            d.code == "L0302" && d.labels.first().is_some_and(|label| label.span == rule.span)
        })
    };
    !rules.is_empty() && rules.iter().all(impossible)
}

/// A piece that can come to a square from which it never moves on.
fn check_stuck(audit: &Audit<'_>, reach: &Reach, id: PieceId, out: &mut Diagnostics) {
    let piece = audit.game.piece(id);
    for player in PlayerId::BOTH {
        let code = Code::of(id, player);
        let (all, goals) = (reach.stuck(code), goals(audit, code));
        let stuck: CellSet = all.iter().filter(|c| !goals.contains(c)).collect();
        // A piece that moves from nowhere is told of elsewhere.
        if stuck.is_empty() || all.len() == reach.cells(code).len() {
            continue;
        }
        let stays = |p: &Promotion| p.optional && stuck.iter().any(|c| p.zone.contains(c));
        let promotes =
            |p: &Promotion| p.on && !p.optional && stuck.iter().all(|c| p.zone.contains(c));
        let help = if piece.promotions[player.index()].iter().any(promotes) {
            "it promotes when it moves there, but not where it is dropped or begins: let it be dropped on other squares only, `drop on ZONE`, and begin elsewhere; if it shall stay, write `allow W0313 \"…\"`"
        } else if piece.promotions[player.index()].iter().any(stays) {
            "let it promote there whether it likes or not: `promote` in place of `may promote`"
        } else {
            "let it promote there, or give it a move there; if it shall stay, write `allow W0313 \"…\"`"
        };
        let name = audit.player(player);
        out.push(
            Diagnostic::warning(
                "W0313",
                format!("{name}'s `{}` can get stuck on {}", piece.letter, squares(audit, &stuck)),
            )
            .label(piece.span, "no rule of it leads on from there")
            .help(help),
        );
        return;
    }
}

/// Cells on which the piece ends the game, so that it need not go on.
fn goals(audit: &Audit<'_>, code: Code) -> Vec<Cell> {
    let Some(player) = code.player() else { return Vec::new() };
    let terms = audit.game.ends.iter().flat_map(|end| &end.terms).filter(|t| !t.negated);
    let cells = terms.filter_map(|term| match &term.condition {
        EndCondition::In { codes, cells } if codes[player.index()].has(code) => {
            Some(cells[player.index()].iter())
        }
        _ => None,
    });
    cells.flatten().collect()
}

fn squares(audit: &Audit<'_>, cells: &CellSet) -> String {
    let names: Vec<String> =
        cells.iter().take(NAMED).map(|cell| cell_name(audit.game, cell)).collect();
    let more = if cells.len() > NAMED { " …" } else { "" };
    format!("{}{more}", names.join(", "))
}

/// A promotion whose zone the piece never enters or never leaves.
fn check_promotions(
    audit: &Audit<'_>,
    reach: &Reach,
    id: PieceId,
    known: [bool; 2],
    out: &mut Diagnostics,
) {
    let piece = audit.game.piece(id);
    for (number, promotion) in piece.promotions[0].iter().enumerate() {
        let never =
            PlayerId::BOTH.map(|p| known[p.index()] && !reach.promoted(Code::of(id, p), number));
        let Some(whose) = audit.whose(never) else { continue };
        let letter = &piece.letter;
        let told = if promotion.on {
            let what = format!("`{letter}` never reaches the zone of this promotion{whose}");
            Diagnostic::warning("W0314", what)
                .label(promotion.span, "never made")
                .label(piece.span, "no move of it from its squares at the start leads there")
                .help("check the zone, and the moves that should lead there")
        } else {
            let what = format!("no move of `{letter}` begins in the zone of this promotion{whose}");
            Diagnostic::warning("W0314", what)
                .label(promotion.span, "never made")
                .label(piece.span, "from its squares at the start it never moves out of there")
                .help("`promote from` looks at the square where a move begins, `promote on` at that where it ends")
        };
        out.push(told);
    }
}

/// Two promotions of one piece that are asked of the same squares: of one that must and one that may be made only the first
/// counts, and one that leads to nothing new adds nothing.
fn check_pairs(audit: &Audit<'_>, id: PieceId, out: &mut Diagnostics) {
    let piece = audit.game.piece(id);
    let all = &piece.promotions[0];
    for (number, later) in all.iter().enumerate() {
        let shared = |p: &&Promotion| {
            let asked = (p.on && later.on) || (p.from && later.from);
            asked && p.zone.iter().any(|cell| later.zone.contains(cell))
        };
        let Some(earlier) = all[..number].iter().find(shared) else { continue };
        let (may, must) = if later.optional { (later, earlier) } else { (earlier, later) };
        // The same promotion, compulsory on the last of its squares, is meant so.
        let last_squares = |may: &Promotion, must: &Promotion| {
            must.to.iter().all(|to| may.to.contains(to))
                && must.zone.iter().all(|cell| may.zone.contains(cell))
                && (must.zone.len() < may.zone.len() || (may.from && !must.from))
        };
        let told = if earlier.optional != later.optional {
            if last_squares(may, must) {
                continue;
            }
            let common: CellSet = may.zone.iter().filter(|c| must.zone.contains(*c)).collect();
            Diagnostic::warning(
                "W0308",
                format!(
                    "`{}` cannot stay what it is on {}: another promotion there is compulsory",
                    piece.letter,
                    squares(audit, &common)
                ),
            )
            .label(may.span, "this one need not be made")
            .label(must.span, "this one must")
            .help("begin both with `may`, or neither, or give them zones that do not overlap")
        } else if later.to.iter().all(|to| earlier.to.contains(to))
            && later.zone.iter().all(|cell| earlier.zone.contains(cell))
            && (earlier.on || !later.on)
            && (earlier.from || !later.from)
        {
            Diagnostic::warning("W0308", "this promotion adds nothing to another of the same piece")
                .label(later.span, "leads to nothing new")
                .label(earlier.span, "the other")
                .help("leave it out, or give it another zone or other pieces")
        } else {
            continue;
        };
        out.push(told);
        return;
    }
}
