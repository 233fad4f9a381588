//! What an end asks.

use crate::ast;
use crate::ast::EndCondition as Written;
use crate::diagnostics::Diagnostic;
use crate::ids::PieceId;
use crate::model::{Comparison, Count, EndCondition};
use crate::resolve::Resolver;
use crate::text::{Span, Spanned};

/// Most plies of `quiet`, and most times of `repetition`.
const MOST: u32 = 9_999;

impl Resolver<'_> {
    /// Resolves a condition of an end.
    pub(super) fn end_condition(&mut self, written: &Written, span: Span) -> Option<EndCondition> {
        Some(match written {
            Written::Checkmate => EndCondition::Checkmate,
            Written::Stalemate => EndCondition::Stalemate,
            Written::NoMoves => EndCondition::NoMoves,
            Written::Bare => EndCondition::Bare,
            Written::In { pieces, zone } => {
                let pieces = self.letters(pieces);
                let zone = self.zones_only(zone, "in", Some("this end never comes"));
                EndCondition::In { pieces, zone }
            }
            Written::Count { pieces, comparison, number } => {
                let pieces = self.letters(pieces);
                let comparison = self.comparison(*comparison, number, span);
                EndCondition::Count(Count { pieces, comparison, number: number.node })
            }
            Written::Material(pairs) => {
                let mut side = |names: &Vec<ast::Name>| {
                    let mut ids: Vec<PieceId> = names.iter().map(|n| self.piece_id(n)).collect();
                    ids.sort_unstable();
                    ids
                };
                EndCondition::Material(pairs.iter().map(|(a, b)| (side(a), side(b))).collect())
            }
            Written::Quiet { plies, without } => {
                self.number(plies, 1, "plies");
                EndCondition::Quiet { plies: plies.node, without: self.letters(without) }
            }
            Written::Repetition(times) => {
                self.number(times, 2, "times");
                EndCondition::Repetition(times.node)
            }
        })
    }

    fn number(&mut self, number: &Spanned<u32>, least: u32, what: &str) {
        if !(least..=MOST).contains(&number.node) {
            self.error(
                Diagnostic::error(
                    "E0414",
                    format!("a game cannot end after {} {what}", number.node),
                )
                .label(number.span, format!("{least} to {MOST} are possible"))
                .help(format!("write a number from {least} to {MOST}")),
            );
        }
    }

    fn comparison(
        &mut self,
        comparison: ast::Comparison,
        number: &Spanned<u32>,
        span: Span,
    ) -> Comparison {
        let cells = self.board.as_ref().map_or(u32::MAX, |b| u32::from(b.files * b.ranks));
        let n = number.node;
        let (never, always, comparison) = match comparison {
            ast::Comparison::Less => (n == 0, n > cells, Comparison::Less),
            ast::Comparison::AtMost => (false, n >= cells, Comparison::AtMost),
            ast::Comparison::Equal => (n > cells, false, Comparison::Equal),
            ast::Comparison::AtLeast => (n > cells, n == 0, Comparison::AtLeast),
            ast::Comparison::More => (n >= cells, false, Comparison::More),
        };
        if never || always {
            let when = if never { "never" } else { "always" };
            self.error(
                Diagnostic::error("E0415", format!("this count {when} holds"))
                    .label(span, format!("{when} true"))
                    .help("compare with a number of pieces that the board can hold"),
            );
        }
        comparison
    }
}
