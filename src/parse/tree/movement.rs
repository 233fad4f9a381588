//! Rules of pieces: walks with their clauses, drops, promotions; directions and looks.

use crate::ast::{
    Clause, Direction, Drop, DropRule, Look, LookTerm, PieceItem, Promotion, PromotionMoment,
    Rule as AstRule, Segment, SlideRange,
};
use crate::ast::{Condition, Element};
use crate::diagnostics::Diagnostic;
use crate::parse::grammar::Rule;
use crate::parse::tree::atoms::Parts;
use crate::parse::tree::{Builder, LEAVE_OUT, twice};
use crate::text::Spanned;
use pest::iterators::Pair;

const CLAUSE_TWICE: &str = "a clause stands only once in a rule";

impl Builder<'_> {
    pub(super) fn rule(&mut self, pair: Pair<'_, Rule>) -> Option<PieceItem> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        Some(match rule {
            Rule::walk => PieceItem::Rule(self.walk(&mut parts)?),
            Rule::step => {
                parts.skip(Rule::kw_step);
                let directions = self.next_directions(&mut parts)?;
                PieceItem::Rule(AstRule::Step { directions, clauses: self.clauses(&mut parts)? })
            }
            Rule::slide => PieceItem::Rule(self.slide(&mut parts)?),
            Rule::drop => {
                let rule = self.drop(&mut parts)?;
                PieceItem::Drop(self.drop_clauses(rule, &mut parts)?)
            }
            Rule::promote => PieceItem::Promotion(self.promote(&mut parts)?),
            Rule::betza => {
                parts.skip(Rule::kw_betza);
                PieceItem::Betza(parts.text()?)
            }
            _ => return None,
        })
    }

    fn walk(&mut self, parts: &mut Parts<'_>) -> Option<AstRule> {
        parts.skip(Rule::kw_walk);
        let mut clauses = Vec::new();
        let mut segments = Vec::new();
        loop {
            let directions = self.next_directions(parts)?;
            self.add_clauses(parts, &mut clauses)?;
            let elements = self.next_body(parts)?;
            segments.push(Segment { directions, elements });
            if parts.skip(Rule::kw_then).is_none() {
                break;
            }
        }
        self.add_clauses(parts, &mut clauses)?;
        for clause in &clauses {
            if matches!(clause.node, Clause::Capturing(_)) {
                self.told.push(
                    Diagnostic::error("E0114", "`capturing` belongs to `step` and `slide`")
                        .label(clause.span, "behind a `walk`")
                        .help("in a walk, write `capture …` as its last element"),
                );
            }
        }
        Some(AstRule::Walk { segments, clauses })
    }

    fn slide(&mut self, parts: &mut Parts<'_>) -> Option<AstRule> {
        parts.skip(Rule::kw_slide);
        let directions = self.next_directions(parts)?;
        let range = match parts.take(Rule::counts) {
            Some(pair) => {
                let span = self.span(&pair);
                let (least, most) = self.counts(pair)?;
                Some(Spanned::new(SlideRange { least, most }, span))
            }
            None => None,
        };
        Some(AstRule::Slide { directions, range, clauses: self.clauses(parts)? })
    }

    fn clauses(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Spanned<Clause>>> {
        let mut clauses = Vec::new();
        self.add_clauses(parts, &mut clauses)?;
        Some(clauses)
    }

    /// Adds the clauses that follow; one that stands twice is told.
    fn add_clauses(
        &mut self,
        parts: &mut Parts<'_>,
        clauses: &mut Vec<Spanned<Clause>>,
    ) -> Option<()> {
        while let Some(pair) = parts.take(Rule::clause) {
            let span = self.span(&pair);
            let node = self.clause(self.parts(pair).next()?)?;
            self.add_clause(Spanned::new(node, span), clauses);
        }
        Some(())
    }

    fn add_clause(&mut self, clause: Spanned<Clause>, clauses: &mut Vec<Spanned<Clause>>) {
        let kind = std::mem::discriminant(&clause.node);
        if let Some(first) = clauses.iter().find(|c| std::mem::discriminant(&c.node) == kind) {
            self.told.push(twice(CLAUSE_TWICE, clause.span, first.span, once(&clause.node)));
        }
        clauses.push(clause);
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Option<Clause> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        parts.next()?;
        Some(match rule {
            Rule::from => Clause::From(self.next_condition(&mut parts)?),
            Rule::to => Clause::To(self.next_condition(&mut parts)?),
            Rule::within => Clause::Within(self.next_condition(&mut parts)?),
            Rule::capturing => Clause::Capturing(self.next_condition(&mut parts)?),
            Rule::when => Clause::When(self.look(parts.take(Rule::look)?)?),
            Rule::leaves => Clause::LeavesTrail,
            Rule::again => Clause::Again { optional: parts.skip(Rule::kw_or).is_some() },
            Rule::also => Clause::Also(self.next_segment(&mut parts)?),
            Rule::placing => Clause::Placing {
                piece: parts.name(Rule::letter)?,
                segment: self.next_segment(&mut parts)?,
            },
            _ => return None,
        })
    }

    pub(super) fn look(&mut self, pair: Pair<'_, Rule>) -> Option<Look> {
        let mut parts = self.parts(pair);
        let mut terms = Vec::new();
        while let Some(term) = parts.take(Rule::look_term) {
            let span = self.span(&term);
            terms.push(Spanned::new(self.look_term(term)?, span));
            parts.skip(Rule::kw_and);
        }
        Some(Look { terms })
    }

    fn look_term(&mut self, pair: Pair<'_, Rule>) -> Option<LookTerm> {
        let mut parts = self.parts(pair);
        let negated = parts.skip(Rule::kw_not).is_some();
        let mut segments = Vec::new();
        if parts.skip(Rule::kw_walk).is_some() {
            while let Some(segment) = parts.take(Rule::segment) {
                segments.push(self.segment(segment)?);
                parts.skip(Rule::kw_then);
            }
        } else {
            let directions = self.next_directions(&mut parts)?;
            parts.skip(Rule::kw_is);
            let condition: Spanned<Condition> = self.next_condition(&mut parts)?;
            let element = Spanned::new(Element::Test(condition.node), condition.span);
            segments.push(Segment { directions, elements: vec![element] });
        }
        Some(LookTerm { negated, segments })
    }

    fn next_segment(&mut self, parts: &mut Parts<'_>) -> Option<Segment> {
        let pair = parts.take(Rule::segment)?;
        self.segment(pair)
    }

    fn segment(&mut self, pair: Pair<'_, Rule>) -> Option<Segment> {
        let mut parts = self.parts(pair);
        let directions = self.next_directions(&mut parts)?;
        Some(Segment { directions, elements: self.next_body(&mut parts)? })
    }

    fn drop(&mut self, parts: &mut Parts<'_>) -> Option<DropRule> {
        parts.skip(Rule::kw_drop);
        Some(if parts.skip(Rule::kw_anywhere).is_some() {
            DropRule::Anywhere
        } else if parts.skip(Rule::kw_on).is_some() {
            DropRule::On(self.next_condition(parts)?)
        } else {
            DropRule::Walk(self.next_body(parts)?)
        })
    }

    fn drop_clauses(&mut self, rule: DropRule, parts: &mut Parts<'_>) -> Option<Drop> {
        let mut drop = Drop { rule, looks: Vec::new(), clauses: Vec::new(), without_mate: None };
        while let Some(pair) = parts.take(Rule::drop_clause) {
            let span = self.span(&pair);
            let inner = self.parts(pair).next()?;
            if inner.as_rule() == Rule::without_mate {
                if let Some(first) = drop.without_mate.replace(Spanned::new((), span)) {
                    self.told.push(twice(CLAUSE_TWICE, span, first.span, LEAVE_OUT));
                }
                continue;
            }
            match self.clause(inner)? {
                Clause::When(look) => drop.looks.push(Spanned::new(look, span)),
                node => self.add_clause(Spanned::new(node, span), &mut drop.clauses),
            }
        }
        Some(drop)
    }

    fn promote(&mut self, parts: &mut Parts<'_>) -> Option<Promotion> {
        let optional = parts.skip(Rule::kw_may);
        parts.skip(Rule::kw_promote);
        let pair = parts.take(Rule::promote_when)?;
        let moment_span = self.span(&pair);
        let mut when = self.parts(pair);
        let on = when.skip(Rule::kw_on).is_some();
        when.skip(Rule::kw_or);
        let moment = match (on, when.skip(Rule::kw_from).is_some()) {
            (true, true) => PromotionMoment::OnOrFrom,
            (true, false) => PromotionMoment::On,
            (false, _) => PromotionMoment::From,
        };
        let zone = self.next_condition(parts)?;
        parts.skip(Rule::kw_to);
        let lost = parts.skip(Rule::kw_lost);
        let to = self.letters(parts);
        Some(Promotion { optional, moment: Spanned::new(moment, moment_span), zone, lost, to })
    }

    /// The next part as directions.
    pub(super) fn next_directions(
        &mut self,
        parts: &mut Parts<'_>,
    ) -> Option<Vec<Spanned<Direction>>> {
        let pair = parts.take(Rule::directions)?;
        self.directions(pair)
    }

    pub(super) fn directions(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Spanned<Direction>>> {
        let mut parts = self.parts(pair);
        let mut directions = Vec::new();
        while let Some(pair) = parts.take(Rule::direction) {
            let span = self.span(&pair);
            let mut inner = self.parts(pair);
            let toward = match inner.take(Rule::direction_word) {
                Some(word) => Some(direction_word(word.as_str())?),
                None => None,
            };
            let node = match (inner.take(Rule::leap), toward) {
                (Some(leap), toward) => self.leap(leap, toward)?,
                (None, toward) => toward?,
            };
            directions.push(Spanned::new(node, span));
            parts.skip(Rule::comma);
        }
        Some(directions)
    }

    fn leap(&mut self, pair: Pair<'_, Rule>, toward: Option<Direction>) -> Option<Direction> {
        let mut parts = self.parts(pair);
        parts.skip(Rule::paren_open);
        let long = self.next_number(&mut parts)?.node;
        parts.skip(Rule::comma);
        let short = self.next_number(&mut parts)?.node;
        Some(Direction::Leap { toward: toward.map(Box::new), long, short })
    }
}

/// The direction of a word.
fn direction_word(word: &str) -> Option<Direction> {
    Some(match word {
        "north" => Direction::Compass(0),
        "north-east" => Direction::Compass(1),
        "east" => Direction::Compass(2),
        "south-east" => Direction::Compass(3),
        "south" => Direction::Compass(4),
        "south-west" => Direction::Compass(5),
        "west" => Direction::Compass(6),
        "north-west" => Direction::Compass(7),
        "forward" => Direction::Relative(0),
        "forward-right" => Direction::Relative(1),
        "right" => Direction::Relative(2),
        "backward-right" => Direction::Relative(3),
        "backward" => Direction::Relative(4),
        "backward-left" => Direction::Relative(5),
        "left" => Direction::Relative(6),
        "forward-left" => Direction::Relative(7),
        "orthogonal" => Direction::Orthogonal,
        "diagonal" => Direction::Diagonal,
        "any" => Direction::Any,
        "sideways" => Direction::Sideways,
        "lengthwise" => Direction::Lengthwise,
        "forward-diagonal" => Direction::ForwardDiagonal,
        "backward-diagonal" => Direction::BackwardDiagonal,
        _ => return None,
    })
}

/// How what two clauses of a kind say is said with one.
fn once(clause: &Clause) -> &'static str {
    match clause {
        Clause::When(_) => "join the two looks with `and`",
        Clause::Also(_) => {
            "write one `also`; what it does in several directions is `also left, right { … }`, and what it does in several ways stands in brackets, as `also any { (capture enemy | flip enemy) }`"
        }
        Clause::Placing { .. } => "one thing is placed in a move: leave one of the two out",
        Clause::Again { .. } | Clause::LeavesTrail => "once says it: leave one of the two out",
        _ => {
            "join the two conditions: with `&` where both must hold, with `|` where either is enough"
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::tree::movement::direction_word;
    use crate::parse::words::DIRECTIONS;

    #[test]
    fn every_direction_word_is_a_direction() {
        for word in DIRECTIONS {
            assert!(direction_word(word).is_some(), "{word}");
        }
    }
}
