//! Ends as tables.

use crate::compile::conditions::Conditions;
use crate::compile::lower;
use crate::compile::topology::Directions;
use crate::ids::{Code, Mask, PieceId, PlayerId};
use crate::ir::{Comparison, End, EndCondition, EndTerm, Moment, Verdict};
use crate::model::{self, Model};

/// Compiles the ends, in order.
pub(super) fn compile_ends<'m>(
    model: &'m Model,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
) -> Vec<End> {
    let mut twice = 0u8;
    let mut end = |e: &model::End| End {
        moment: match e.moment {
            model::Moment::AfterOwnMove => Moment::AfterOwnMove,
            model::Moment::OnOwnTurn => Moment::OnOwnTurn,
        },
        terms: e
            .terms
            .iter()
            .map(|t| {
                let bit = t.twice.then_some(twice);
                twice += u8::from(t.twice);
                EndTerm { twice: bit, ..term(t, model, directions, conditions) }
            })
            .collect(),
        player: e.player,
        verdict: match e.verdict {
            model::Verdict::Wins => Verdict::Wins,
            model::Verdict::Loses => Verdict::Loses,
            model::Verdict::Draws => Verdict::Draws,
        },
        span: e.span,
    };
    model.ends.iter().map(&mut end).collect()
}

fn codes(pieces: &[PieceId], model: &Model) -> [Mask; 2] {
    let all = (0..u8::try_from(model.pieces.len()).unwrap_or(u8::MAX)).map(PieceId);
    PlayerId::BOTH.map(|player| {
        let counted =
            all.clone().filter(|p| pieces.is_empty() || pieces.contains(&model.piece(*p).base));
        counted.fold(Mask::NONE, |m, p| m.or(Code::of(p, player).mask()))
    })
}

fn term<'m>(
    term: &model::EndTerm,
    model: &'m Model,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
) -> EndTerm {
    let condition = condition(&term.condition, model, directions, conditions);
    EndTerm { negated: term.negated, enemy: term.enemy, condition, twice: None }
}

/// Compiles what an end asks.
pub(super) fn condition<'m>(
    asked: &model::EndCondition,
    model: &'m Model,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
) -> EndCondition {
    match asked {
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
            comparison: compared(count.comparison),
            number: count.number,
        },
        model::EndCondition::CountEnemy { pieces, comparison } => EndCondition::CountEnemy {
            codes: codes(pieces, model),
            comparison: compared(*comparison),
        },
        model::EndCondition::Stuck => EndCondition::Stuck,
        model::EndCondition::Perpetual => EndCondition::Perpetual,
        model::EndCondition::Passes(times) => EndCondition::Passes(*times),
        model::EndCondition::Sees { pieces, look } => EndCondition::Sees {
            codes: codes(pieces, model),
            programs: Box::new(PlayerId::BOTH.map(|player| {
                let piece = Code::of(pieces.first().copied().unwrap_or(PieceId(0)), player);
                lower::lower_look(model, directions, conditions, look, piece)
            })),
        },
        model::EndCondition::Material(lists) => EndCondition::Material(lists.clone()),
        model::EndCondition::Quiet { plies, .. } => EndCondition::Quiet(*plies),
        model::EndCondition::Repetition(times) => EndCondition::Repetition(*times),
        model::EndCondition::Checks(times) => EndCondition::Checks(*times),
        model::EndCondition::CanReach { pieces, zone } => EndCondition::CanReach {
            codes: codes(pieces, model),
            cells: PlayerId::BOTH.map(|p| conditions.cells(zone, p)),
        },
    }
}

fn compared(comparison: model::Comparison) -> Comparison {
    match comparison {
        model::Comparison::Less => Comparison::Less,
        model::Comparison::AtMost => Comparison::AtMost,
        model::Comparison::Equal => Comparison::Equal,
        model::Comparison::AtLeast => Comparison::AtLeast,
        model::Comparison::More => Comparison::More,
    }
}
