//! Lines of tests.

use crate::ast::{Basis, Expectation, Figure, MovesFilter, Name, PlayStep, ResultWord, TestLine};
use crate::diagnostics::Diagnostic;
use crate::parse::grammar::Rule;
use crate::parse::tree::Builder;
use crate::parse::tree::atoms::Parts;
use crate::text::Spanned;
use pest::iterators::Pair;

/// Greatest figure of a test.
const GREATEST_FIGURE: &str = "18446744073709551615";

impl Builder<'_> {
    pub(super) fn line(&mut self, pair: Pair<'_, Rule>) -> Option<TestLine> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        parts.next()?;
        Some(match rule {
            Rule::set_option => {
                let name = parts.name(Rule::name)?;
                TestLine::Option { name, on: parts.take(Rule::on_off)?.as_str() == "on" }
            }
            Rule::position => TestLine::Position(parts.text()?),
            Rule::play => TestLine::Play(self.steps(&mut parts)?),
            Rule::expect => {
                let mut all = Vec::new();
                while let Some(pair) = parts.next() {
                    if pair.as_rule() != Rule::comma {
                        let span = self.span(&pair);
                        all.push(Spanned::new(self.expectation(pair)?, span));
                    }
                }
                TestLine::Expect(all)
            }
            _ => return None,
        })
    }

    fn steps(&mut self, parts: &mut Parts<'_>) -> Option<Vec<PlayStep>> {
        let mut steps = Vec::new();
        loop {
            if let Some(text) = next_move(parts) {
                steps.push(PlayStep::Move(text));
            } else if let Some(pair) = parts.take(Rule::times) {
                let mut inner = self.parts(pair);
                inner.skip(Rule::paren_open);
                let bracket = self.steps(&mut inner)?;
                inner.skip(Rule::paren_close);
                let count = inner.take(Rule::times_count)?;
                let mut times = self.times(&count);
                times.span.start += 1;
                if times.node == 0 {
                    self.told.push(
                        Diagnostic::error("E0110", "moves that are played no times are not played")
                            .label(times.span, "never")
                            .help(
                                "write how often they are played, such as `x2`, or take them out",
                            ),
                    );
                }
                steps.push(PlayStep::Times(bracket, times));
            } else {
                return Some(steps);
            }
        }
    }

    fn expectation(&mut self, pair: Pair<'_, Rule>) -> Option<Expectation> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        match rule {
            Rule::kw_check => return Some(Expectation::Check(true)),
            Rule::no_check => return Some(Expectation::Check(false)),
            Rule::kw_checkmate => return Some(Expectation::Checkmate),
            Rule::kw_stalemate => return Some(Expectation::Stalemate),
            Rule::kw_ongoing => return Some(Expectation::Result(ResultWord::Ongoing, None)),
            Rule::won => {
                let player = parts.name(Rule::player)?;
                parts.skip(Rule::kw_wins);
                return Some(Expectation::Result(ResultWord::Wins(player), self.cause(&mut parts)));
            }
            _ => parts.next()?,
        };
        Some(match rule {
            Rule::drawn => Expectation::Result(ResultWord::Draw, self.cause(&mut parts)),
            Rule::legal => Expectation::Legal(self.moves(&mut parts)?),
            Rule::illegal => {
                let moves = self.moves(&mut parts)?;
                parts.skip(Rule::kw_because);
                Expectation::Illegal(moves, parts.name(Rule::reason))
            }
            Rule::moves_are => {
                let filter = self.filter(&mut parts)?;
                parts.skip(Rule::kw_are);
                Expectation::Moves(filter, self.moves(&mut parts).unwrap_or_default())
            }
            Rule::targets_are => {
                let filter = self.filter(&mut parts)?;
                parts.skip(Rule::kw_are);
                Expectation::Targets(filter, self.squares(&mut parts).unwrap_or_default())
            }
            Rule::count_is => {
                let filter = self.filter(&mut parts)?;
                parts.skip(Rule::equals);
                let figure = parts.take(Rule::number)?;
                Expectation::Count(filter, self.number(&figure, GREATEST_FIGURE))
            }
            Rule::perft => self.perft(&mut parts)?,
            Rule::fen => Expectation::Fen(parts.text()?),
            Rule::refused => {
                let text = parts.text()?;
                parts.skip(Rule::kw_at);
                Expectation::Refused(text, self.next_number(&mut parts))
            }
            _ => return None,
        })
    }

    fn perft(&mut self, parts: &mut Parts<'_>) -> Option<Expectation> {
        let mut figures = Vec::new();
        while let Some(pair) = parts.take(Rule::perft_pair) {
            let mut inner = self.parts(pair);
            let depth = self.next_number(&mut inner)?;
            inner.skip(Rule::equals);
            let figure = inner.next()?;
            let span = self.span(&figure);
            let node = match figure.as_rule() {
                Rule::number => Some(self.number(&figure, GREATEST_FIGURE).node),
                _ => None,
            };
            let basis = self.basis(&mut inner);
            figures.push(Figure { depth, nodes: Spanned::new(node, span), basis });
            parts.skip(Rule::comma);
        }
        Some(Expectation::Perft(figures))
    }

    fn basis(&mut self, parts: &mut Parts<'_>) -> Basis {
        let Some(pair) = parts.take(Rule::basis) else { return Basis::Stated };
        let mut inner = self.parts(pair);
        match inner.take(Rule::kw_from).and_then(|_| inner.text()) {
            Some(source) => Basis::From(source),
            None => Basis::Unverified,
        }
    }

    fn filter(&mut self, parts: &mut Parts<'_>) -> Option<MovesFilter> {
        let Some(pair) = parts.take(Rule::filter) else { return Some(MovesFilter::All) };
        let mut inner = self.parts(pair);
        Some(match inner.next()?.as_rule() {
            Rule::kw_from => MovesFilter::From(inner.name(Rule::square)?),
            _ => MovesFilter::Of(inner.name(Rule::letter)?),
        })
    }

    fn cause(&mut self, parts: &mut Parts<'_>) -> Option<Name> {
        let mut inner = self.parts(parts.take(Rule::by_cause)?);
        inner.skip(Rule::kw_by);
        inner.name(Rule::cause)
    }

    fn moves(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Spanned<String>>> {
        let mut list = self.parts(parts.take(Rule::move_list)?);
        let mut moves = Vec::new();
        while let Some(text) = next_move(&mut list) {
            moves.push(text);
            list.skip(Rule::comma);
        }
        Some(moves)
    }

    fn squares(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Spanned<String>>> {
        let mut list = self.parts(parts.take(Rule::square_list)?);
        let mut squares = Vec::new();
        while let Some(square) = list.name(Rule::square) {
            squares.push(square);
            list.skip(Rule::comma);
        }
        Some(squares)
    }
}

fn next_move(parts: &mut Parts<'_>) -> Option<Spanned<String>> {
    parts.name(Rule::move_text).or_else(|| parts.text())
}
