//! Ends of the game.

use crate::ast::{Comparison, End, EndCondition, EndTerm, Look, Moment, Name, Verdict};
use crate::parse::grammar::Rule;
use crate::parse::tree::Builder;
use crate::parse::tree::atoms::Parts;
use crate::text::Spanned;
use pest::iterators::Pair;

impl Builder<'_> {
    pub(super) fn end(&mut self, parts: &mut Parts<'_>) -> Option<End> {
        parts.skip(Rule::kw_end);
        let player = match parts.take(Rule::for_player) {
            Some(pair) => {
                let mut words = self.parts(pair);
                words.skip(Rule::kw_for);
                Some(words.name(Rule::player)?)
            }
            None => None,
        };
        let moment = parts.take(Rule::moment).map(|pair| {
            let after = pair.as_str().starts_with("after");
            let moment = if after { Moment::AfterOwnMove } else { Moment::OnOwnTurn };
            Spanned::new(moment, self.span(&pair))
        });
        let mut terms = Vec::new();
        while let Some(pair) = parts.take(Rule::end_term) {
            let span = self.span(&pair);
            terms.push(Spanned::new(self.end_term(pair)?, span));
            parts.skip(Rule::kw_and);
        }
        let word = parts.name(Rule::verdict)?;
        let verdict = match word.node.as_str() {
            "wins" => Verdict::Wins,
            "loses" => Verdict::Loses,
            _ => Verdict::Draws,
        };
        Some(End { player, moment, terms, verdict: Spanned::new(verdict, word.span) })
    }

    fn end_term(&mut self, pair: Pair<'_, Rule>) -> Option<EndTerm> {
        let mut parts = self.parts(pair);
        let negated = parts.skip(Rule::kw_not).is_some();
        let enemy = parts.skip(Rule::kw_enemy).is_some();
        let condition = self.end_condition(parts.next()?)?;
        let twice = parts.skip(Rule::kw_twice).is_some();
        Some(EndTerm { negated, enemy, condition, twice })
    }

    fn end_condition(&mut self, pair: Pair<'_, Rule>) -> Option<EndCondition> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Some(match rule {
            Rule::kw_checkmate => EndCondition::Checkmate,
            Rule::kw_stalemate => EndCondition::Stalemate,
            Rule::no_moves => EndCondition::NoMoves,
            Rule::kw_bare => EndCondition::Bare,
            Rule::kw_stuck => EndCondition::Stuck,
            Rule::perpetual => EndCondition::Perpetual,
            Rule::passes => {
                parts.skip(Rule::kw_passes);
                EndCondition::Passes(self.end_number(&mut parts)?)
            }
            Rule::sees => {
                let (pieces, look) = self.sees(&mut parts)?;
                EndCondition::Sees { pieces, look }
            }
            Rule::in_zone => {
                let mut letters = self.parts(parts.take(Rule::letters)?);
                let pieces = self.letters(&mut letters);
                parts.skip(Rule::kw_in);
                EndCondition::In { pieces, zone: self.next_condition(&mut parts)? }
            }
            Rule::count => {
                parts.skip(Rule::kw_count);
                let pieces = self.next_letters(&mut parts).unwrap_or_default();
                let comparison = comparison(parts.take(Rule::comparison)?.as_str());
                if parts.skip(Rule::kw_enemy).is_some() {
                    EndCondition::CountEnemy { pieces, comparison }
                } else {
                    EndCondition::Count { pieces, comparison, number: self.end_number(&mut parts)? }
                }
            }
            _ => return self.counted_end(rule, &mut parts),
        })
    }

    /// What an end asks with numbers.
    fn counted_end(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Option<EndCondition> {
        Some(match rule {
            Rule::material => {
                parts.skip(Rule::kw_material);
                let mut pairs = Vec::new();
                while let Some(pair) = parts.take(Rule::army_pair) {
                    let mut armies = self.parts(pair);
                    let one = self.next_letters(&mut armies)?;
                    armies.skip(Rule::kw_vs);
                    pairs.push((one, self.next_letters(&mut armies)?));
                    parts.skip(Rule::comma);
                }
                EndCondition::Material(pairs)
            }
            Rule::quiet => {
                parts.skip(Rule::kw_quiet);
                let plies = self.end_number(parts)?;
                parts.skip(Rule::kw_without);
                EndCondition::Quiet { plies, without: self.next_letters(parts).unwrap_or_default() }
            }
            Rule::repetition => {
                parts.skip(Rule::kw_repetition);
                EndCondition::Repetition(self.end_number(parts)?)
            }
            Rule::checks => {
                parts.skip(Rule::kw_checks);
                EndCondition::Checks(self.end_number(parts)?)
            }
            Rule::can_reach => {
                let pieces = self.next_letters(parts)?;
                parts.skip(Rule::kw_can);
                parts.skip(Rule::kw_reach);
                EndCondition::CanReach { pieces, zone: self.next_condition(parts)? }
            }
            _ => return None,
        })
    }

    /// `K when LOOK`
    pub(super) fn next_sees(&mut self, parts: &mut Parts<'_>) -> Option<(Vec<Name>, Look)> {
        let mut sees = self.parts(parts.take(Rule::sees)?);
        self.sees(&mut sees)
    }

    fn sees(&mut self, parts: &mut Parts<'_>) -> Option<(Vec<Name>, Look)> {
        let pieces = self.next_letters(parts)?;
        parts.skip(Rule::kw_when);
        Some((pieces, self.look(parts.take(Rule::look)?)?))
    }

    fn next_letters(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Name>> {
        let mut letters = self.parts(parts.take(Rule::letters)?);
        Some(self.letters(&mut letters))
    }
}

fn comparison(sign: &str) -> Comparison {
    match sign {
        "<" => Comparison::Less,
        "<=" => Comparison::AtMost,
        ">=" => Comparison::AtLeast,
        ">" => Comparison::More,
        _ => Comparison::Equal,
    }
}
