//! Ends as tables.

use crate::compile::conditions::Conditions;
use crate::ids::{Code, Mask, PieceId, PlayerId};
use crate::ir::{Comparison, End, EndCondition, EndTerm, Moment, Verdict};
use crate::model::{self, Model};

/// Compiles the ends, in order.
pub(super) fn compile_ends(model: &Model, conditions: &mut Conditions<'_>) -> Vec<End> {
    let end = |e: &model::End| End {
        moment: match e.moment {
            model::Moment::AfterOwnMove => Moment::AfterOwnMove,
            model::Moment::OnOwnTurn => Moment::OnOwnTurn,
        },
        terms: e.terms.iter().map(|t| term(t, model, conditions)).collect(),
        player: e.player,
        verdict: match e.verdict {
            model::Verdict::Wins => Verdict::Wins,
            model::Verdict::Loses => Verdict::Loses,
            model::Verdict::Draws => Verdict::Draws,
        },
        span: e.span,
    };
    model.ends.iter().map(end).collect()
}

fn codes(pieces: &[PieceId], model: &Model) -> [Mask; 2] {
    let all = (0..u8::try_from(model.pieces.len()).unwrap_or(u8::MAX)).map(PieceId);
    PlayerId::BOTH.map(|player| {
        let counted =
            all.clone().filter(|p| pieces.is_empty() || pieces.contains(&model.piece(*p).base));
        counted.fold(Mask::NONE, |m, p| m.or(Code::of(p, player).mask()))
    })
}

fn term(term: &model::EndTerm, model: &Model, conditions: &Conditions<'_>) -> EndTerm {
    let condition = match &term.condition {
        model::EndCondition::Checkmate => EndCondition::Checkmate,
        model::EndCondition::Stalemate => EndCondition::Stalemate,
        model::EndCondition::NoMoves => EndCondition::NoMoves,
        model::EndCondition::In { pieces, zone } => EndCondition::In {
            codes: codes(pieces, model),
            cells: PlayerId::BOTH.map(|p| conditions.cells(zone, p)),
        },
        model::EndCondition::Bare => EndCondition::Bare,
        model::EndCondition::Count(count) => EndCondition::Count {
            codes: codes(&count.pieces, model),
            comparison: match count.comparison {
                model::Comparison::Less => Comparison::Less,
                model::Comparison::AtMost => Comparison::AtMost,
                model::Comparison::Equal => Comparison::Equal,
                model::Comparison::AtLeast => Comparison::AtLeast,
                model::Comparison::More => Comparison::More,
            },
            number: count.number,
        },
        model::EndCondition::Material(lists) => EndCondition::Material(lists.clone()),
        model::EndCondition::Quiet { plies, .. } => EndCondition::Quiet(*plies),
        model::EndCondition::Repetition(times) => EndCondition::Repetition(*times),
        model::EndCondition::Checks(times) => EndCondition::Checks(*times),
        model::EndCondition::CanReach { pieces, zone } => EndCondition::CanReach {
            codes: codes(pieces, model),
            cells: PlayerId::BOTH.map(|p| conditions.cells(zone, p)),
        },
    };
    EndTerm { negated: term.negated, enemy: term.enemy, condition }
}
