//! The elements of a walk. A bracket is read as a group; whether it is one, or only a condition, is decided here.

use crate::ast::{Condition, Element, Repeat, TurnWord};
use crate::diagnostics::Diagnostic;
use crate::parse::grammar::Rule;
use crate::parse::tree::Builder;
use crate::parse::tree::atoms::Parts;
use crate::parse::tree::condition::several;
use crate::text::{Span, Spanned};
use pest::iterators::Pair;

impl Builder<'_> {
    /// The next part as the elements between a walk's braces.
    pub(super) fn next_body(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Spanned<Element>>> {
        let mut body = self.parts(parts.take(Rule::walk_body)?);
        body.skip(Rule::brace_open);
        self.elements(body.take(Rule::elements)?)
    }

    fn elements(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Spanned<Element>>> {
        let mut parts = self.parts(pair);
        let mut elements = Vec::new();
        while let Some(pair) = parts.take(Rule::element) {
            elements.push(self.element(pair)?);
        }
        Some(elements)
    }

    /// Parts joined by `&`, perhaps repeated.
    fn element(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Element>> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let mut joined = Vec::new();
        while let Some(pair) = parts.take(Rule::part) {
            joined.push(self.part(pair)?);
            parts.skip(Rule::amp);
        }
        let end = joined.last().map_or(span, |last| last.span);
        let node = self.join(joined, span.to(end))?;
        let Some(sign) = parts.take(Rule::repeat) else {
            return Some(Spanned::new(node, span));
        };
        let sign_span = self.span(&sign);
        let repeat = self.repeat(self.parts(sign).next()?)?;
        let inner = Span { end: end.end, ..span };
        let inner = Box::new(Spanned::new(node, inner));
        Some(Spanned::new(Element::Repeated(inner, Spanned::new(repeat, sign_span)), span))
    }

    /// Joins parts with `&`: conditions, and among them at most one `capture` or `land`.
    fn join(&mut self, mut parts: Vec<Spanned<Element>>, span: Span) -> Option<Element> {
        if parts.len() == 1 {
            return parts.pop().map(|only| only.node);
        }
        let mut act = None;
        let mut conditions = Vec::new();
        for part in parts {
            match part.node {
                Element::Test(condition) => conditions.push(Spanned::new(condition, part.span)),
                Element::Capture { .. } | Element::Flip { .. } | Element::Land { .. }
                    if act.is_none() =>
                {
                    act = Some(part)
                }
                _ => self.tell_not_condition(part.span, "joined by `&`"),
            }
        }
        if conditions.is_empty() {
            return act.map(|act| act.node);
        }
        let also = several(conditions, span, Condition::And);
        Some(match act.map(|act| act.node) {
            Some(Element::Capture { what, .. }) => {
                Element::Capture { what, also: Some(Box::new(also)) }
            }
            Some(Element::Flip { what, .. }) => Element::Flip { what, also: Some(Box::new(also)) },
            Some(_) => Element::Land { also: Some(Box::new(also)) },
            None => Element::Test(also.node),
        })
    }

    fn tell_not_condition(&mut self, span: Span, how: &str) {
        self.told.push(
            Diagnostic::error("E0113", "this is no condition on a square")
                .label(span, how)
                .help("`&` and `!` stand between and before conditions; only one of `capture`, `flip` and `land` may be among them; one or the other is `(capture enemy | flip enemy)`"),
        );
    }

    /// `!x` or `x`.
    fn part(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<Element>> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let negated = parts.skip(Rule::bang).is_some();
        let atom = parts.next()?;
        let atom_span = self.span(&atom);
        let node = self.element_atom(atom)?;
        if !negated {
            return Some(Spanned::new(node, span));
        }
        let node = match node {
            Element::Test(inner) => {
                Element::Test(Condition::Not(Box::new(Spanned::new(inner, atom_span))))
            }
            other => {
                self.tell_not_condition(span, "behind `!`");
                other
            }
        };
        Some(Spanned::new(node, span))
    }

    fn element_atom(&mut self, pair: Pair<'_, Rule>) -> Option<Element> {
        Some(match pair.as_rule() {
            Rule::directions => Element::Face(self.directions(pair)?),
            Rule::bracket => self.bracket(pair)?,
            Rule::capture => {
                let mut parts = self.parts(pair);
                let span = parts.skip(Rule::kw_capture)?;
                let what = self.captured(&mut parts, span)?;
                Element::Capture { what, also: None }
            }
            Rule::flip => {
                let mut parts = self.parts(pair);
                let span = parts.skip(Rule::kw_flip)?;
                Element::Flip { what: self.captured(&mut parts, span)?, also: None }
            }
            Rule::kw_land => Element::Land { also: None },
            Rule::kw_stay => Element::Stay,
            Rule::turn_word => Element::Turn(turn_word(pair.as_str())?),
            _ => Element::Test(self.atom(pair)?.node),
        })
    }

    /// What stands behind `capture` or `flip`.
    fn captured(&mut self, parts: &mut Parts<'_>, span: Span) -> Option<Spanned<Condition>> {
        let bang = parts.skip(Rule::bang);
        let condition = self.atom(parts.next()?)?;
        Some(match bang {
            Some(bang) => {
                let span = bang.to(condition.span);
                Spanned::new(Condition::Not(Box::new(condition)), span)
            }
            None => Spanned::new(
                condition.node,
                if condition.span.end == 0 { span } else { condition.span },
            ),
        })
    }

    /// A look, a group, or a condition.
    fn bracket(&mut self, pair: Pair<'_, Rule>) -> Option<Element> {
        let mut parts = self.parts(pair);
        parts.skip(Rule::paren_open);
        if let Some(when) = parts.take(Rule::when) {
            let mut when = self.parts(when);
            when.skip(Rule::kw_when);
            return Some(Element::When(self.look(when.take(Rule::look)?)?));
        }
        let pair = parts.take(Rule::alternatives)?;
        let span = self.span(&pair);
        let mut alternatives = self.parts(pair);
        let mut sequences = Vec::new();
        while let Some(sequence) = alternatives.take(Rule::elements) {
            sequences.push(self.elements(sequence)?);
            alternatives.skip(Rule::pipe);
        }
        let is_condition = sequences
            .iter()
            .all(|s| matches!(s.as_slice(), [one] if matches!(one.node, Element::Test(_))));
        if !is_condition {
            return Some(Element::Group(sequences));
        }
        let conditions = sequences.into_iter().flatten().filter_map(|element| match element.node {
            Element::Test(condition) => Some(Spanned::new(condition, element.span)),
            _ => None,
        });
        Some(Element::Test(several(conditions.collect(), span, Condition::Or).node))
    }

    fn repeat(&mut self, pair: Pair<'_, Rule>) -> Option<Repeat> {
        Some(match pair.as_rule() {
            Rule::star => Repeat { least: 0, most: None },
            Rule::plus => Repeat { least: 1, most: None },
            Rule::question => Repeat { least: 0, most: Some(1) },
            _ => {
                let (least, most) = self.counts(pair)?;
                Repeat { least, most }
            }
        })
    }
}

fn turn_word(word: &str) -> Option<TurnWord> {
    Some(match word {
        "veer" => TurnWord::Veer,
        "veer-left" => TurnWord::VeerLeft,
        "veer-right" => TurnWord::VeerRight,
        "turn" => TurnWord::Turn,
        "turn-left" => TurnWord::TurnLeft,
        "turn-right" => TurnWord::TurnRight,
        "back" => TurnWord::Back,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::parse::tree::element::turn_word;
    use crate::parse::words::TURNS;

    #[test]
    fn every_turn_word_is_a_turn() {
        for word in TURNS {
            assert!(turn_word(word).is_some(), "{word}");
        }
    }
}
