//! The two armies: whether they are alike, whether both have what the ends speak of, whether every kind of piece plays a part.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::{EndCondition, Op};
use crate::model::Symmetry;
use crate::notation::cell_name;

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let empty = PlayerId::BOTH.map(|player| size(audit, player) == 0 && !always_holds(audit));
    if let Some(player) = PlayerId::BOTH.into_iter().find(|p| empty[p.index()]) {
        out.push(
            Diagnostic::warning("W0424", format!("{} has no piece at all", audit.player(player)))
                .label(audit.game.setup_span, "the start position")
                .help("the first player's pieces are written with capital letters, the second's with small ones"),
        );
        return;
    }
    check_royal(audit, out);
    check_appearing(audit, out);
    check_alike(audit, out);
}

/// How many pieces a player has, in hand too.
fn size(audit: &Audit<'_>, player: PlayerId) -> usize {
    audit.game.piece_ids().map(|id| count(audit, player, id)).sum()
}

/// Whether every player always has something to drop.
fn always_holds(audit: &Audit<'_>) -> bool {
    audit.game.pieces.iter().any(|p| p.unlimited && p.droppable)
}

fn count(audit: &Audit<'_>, player: PlayerId, piece: PieceId) -> usize {
    let code = Code::of(piece, player);
    let standing = audit.start.pieces(player).filter(|(_, c)| *c == code).count();
    standing + usize::from(audit.start.in_hand(player, piece))
}

fn check_royal(audit: &Audit<'_>, out: &mut Diagnostics) {
    let Some(royal) = audit.game.pieces.iter().find(|p| p.royal) else { return };
    let mut terms = audit.game.ends.iter().flat_map(|end| &end.terms);
    let mate = terms.any(|t| matches!(t.condition, EndCondition::Checkmate));
    for player in PlayerId::BOTH {
        if audit.start.royals(audit.game, player).next().is_none() {
            let name = audit.player(player);
            let so = if mate { " and can never be checkmated" } else { "" };
            out.push(
                Diagnostic::warning("W0420", format!("{name} has no royal piece on the board{so}"))
                    .label(audit.game.setup_span, "the start position")
                    .label(royal.span, "royal")
                    .help("put one on the board, or write `allow W0420 \"…\"` if one side plays without"),
            );
        }
    }
}

fn check_appearing(audit: &Audit<'_>, out: &mut Diagnostics) {
    for id in audit.game.piece_ids() {
        let appears = match &audit.reach {
            Some(reach) => PlayerId::BOTH
                .into_iter()
                .any(|p| !reach.cells(Code::of(id, p)).is_empty() || count(audit, p, id) > 0),
            // Pieces of nobody may be there for other positions than the start.
            None => audit.game.piece(id).neutral || may_appear(audit, id),
        };
        if !appears {
            let piece = audit.game.piece(id);
            out.push(
                Diagnostic::warning(
                    "W0426",
                    format!("the piece `{}` never comes into play", piece.letter),
                )
                .label(
                    piece.span,
                    "not in the start position, not in a hand, and nothing promotes to it",
                )
                .help("put it into the start position, let a piece promote to it, or leave it out"),
            );
        }
    }
}

/// Whether it stands in the start position or in a hand, or something can make one of it, whoever that may be.
fn may_appear(audit: &Audit<'_>, id: PieceId) -> bool {
    let game = audit.game;
    let codes = PlayerId::BOTH.map(|player| game.code(id, player));
    let made = |from: PieceId| {
        let piece = game.piece(from);
        let promotes = piece.promotions.iter().flatten().any(|p| p.to.contains(&id));
        from != id && (piece.captured_as == id || promotes)
    };
    let places = |op: &Op| matches!(op, Op::Place { piece } if codes.contains(piece));
    let mut programs = game.programs.iter().chain(&game.drops).flatten();
    PlayerId::BOTH.into_iter().any(|p| count(audit, p, id) > 0)
        || audit.start.board.iter().any(|code| codes.contains(code))
        || game.piece(id).unlimited
        || game.piece_ids().any(made)
        || programs.any(|p| p.ops.iter().any(places))
}

/// Whether the armies have the same pieces, on squares that mirror each other.
fn check_alike(audit: &Audit<'_>, out: &mut Diagnostics) {
    let [first, second] = PlayerId::BOTH.map(|p| audit.player(p));
    let differs = |id: &PieceId| {
        let [a, b] = PlayerId::BOTH.map(|player| count(audit, player, *id));
        a != b
    };
    let told = if let Some(id) = audit.game.piece_ids().find(differs) {
        let [a, b] = PlayerId::BOTH.map(|player| count(audit, player, id));
        let letter = &audit.game.piece(id).letter;
        format!("{first} begins with {a} `{letter}`, {second} with {b}")
    } else if let Some((cell, image)) = unlike(audit) {
        let what = |cell: Cell| match audit.game.piece_of(audit.start.at(cell)) {
            Some(piece) => format!("`{}`", piece.letter),
            None => "nothing".to_owned(),
        };
        format!(
            "{first} has {} on {}, {second} has {} on {}",
            what(cell),
            cell_name(audit.game, cell),
            what(image),
            cell_name(audit.game, image)
        )
    } else {
        return;
    };
    out.push(
        Diagnostic::advice("L0401", format!("the two armies are not alike: {told}"))
            .label(audit.game.setup_span, "the start position")
            .label(audit.model.players.span, "how the second player sees the board")
            .help(
                "mend the position, or write `allow L0401 \"…\"` if the players begin differently",
            ),
    );
}

/// A cell of the first player's army whose image holds something else, and the image.
fn unlike(audit: &Audit<'_>) -> Option<(Cell, Cell)> {
    let (model, second) = (audit.model, PlayerId(1));
    if model.players.symmetry == Symmetry::Alike {
        // Each square is its own image, and one piece stands there.
        return None;
    }
    let image = |cell: Cell| model.players.image(&model.board, second, cell);
    audit.start.pieces(PlayerId(0)).find_map(|(cell, code)| {
        let (image, piece) = (image(cell)?, code.piece()?);
        (audit.start.at(image) != Code::of(piece, second)).then_some((cell, image))
    })
}
