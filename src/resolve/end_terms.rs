//! What an end asks.

use crate::ast;
use crate::ast::EndCondition as Written;
use crate::diagnostics::Diagnostic;
use crate::ids::PieceId;
use crate::model::{Comparison, Count, EndCondition, Node};
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
            Written::CountEnemy { pieces, comparison } => EndCondition::CountEnemy {
                pieces: self.letters(pieces),
                comparison: compared(*comparison),
            },
            Written::Stuck => EndCondition::Stuck,
            Written::Perpetual => EndCondition::Perpetual,
            Written::Passes(times) => {
                self.times(times, "passes", "2`: each player has passed, one after the other");
                EndCondition::Passes(times.node)
            }
            Written::Sees { pieces, look } => EndCondition::Sees {
                pieces: self.letters(pieces),
                look: Node::Seq(self.look(look)),
            },
            Written::Material(pairs) => {
                let mut side = |names: &Vec<ast::Name>| {
                    let mut ids: Vec<PieceId> = names.iter().map(|n| self.piece_id(n)).collect();
                    ids.sort_unstable();
                    ids
                };
                EndCondition::Material(pairs.iter().map(|(a, b)| (side(a), side(b))).collect())
            }
            Written::Quiet { plies, without } => {
                self.number(plies, 1, "quiet", "100");
                EndCondition::Quiet { plies: plies.node, without: self.letters(without) }
            }
            Written::Repetition(times) => {
                self.number(times, 2, "repetition", "3");
                EndCondition::Repetition(times.node)
            }
            Written::Checks(times) => {
                self.times(times, "checks", "3`");
                EndCondition::Checks(times.node)
            }
            Written::CanReach { pieces, zone } => {
                let pieces = self.letters(pieces);
                let zone = self.zones_only(zone, "can reach", Some("nothing can ever get there"));
                EndCondition::CanReach { pieces, zone }
            }
        })
    }

    /// How often something must have happened; `usual`: an example, perhaps with what it means.
    fn times(&mut self, times: &Spanned<u32>, word: &str, usual: &str) {
        let message = match times.node {
            1..=99 => return,
            0 => format!("0 {word} make no end"),
            _ => format!("so many {word} make no end"),
        };
        self.error(
            Diagnostic::error("E0414", message)
                .label(times.span, "1 to 99 are possible")
                .help(format!("write `{word} {usual}")),
        );
    }

    fn number(&mut self, number: &Spanned<u32>, least: u32, word: &str, usual: &str) {
        let message = match number.node {
            n if n < least => format!("`{word} {n}` would end the game at once"),
            n if n > MOST => "this is more than any game is long".to_owned(),
            _ => return,
        };
        self.error(
            Diagnostic::error("E0414", message)
                .label(number.span, format!("{least} to {MOST} are possible"))
                .help(format!("write a number from {least} to {MOST}, as `{word} {usual}`")),
        );
    }

    fn comparison(
        &mut self,
        comparison: ast::Comparison,
        number: &Spanned<u32>,
        span: Span,
    ) -> Comparison {
        let cells = self.board.as_ref().map_or(u32::MAX, |b| u32::from(b.files * b.ranks));
        let n = number.node;
        let (never, always) = match comparison {
            ast::Comparison::Less => (n == 0, n > cells),
            ast::Comparison::AtMost => (false, n >= cells),
            ast::Comparison::Equal => (n > cells, false),
            ast::Comparison::AtLeast => (n > cells, n == 0),
            ast::Comparison::More => (n >= cells, false),
        };
        if never || always {
            let when = if never { "never" } else { "always" };
            self.error(
                Diagnostic::error("E0415", format!("this count {when} holds"))
                    .label(span, format!("{when} true"))
                    .help("compare with a number of pieces that the board can hold"),
            );
        }
        compared(comparison)
    }
}

fn compared(comparison: ast::Comparison) -> Comparison {
    match comparison {
        ast::Comparison::Less => Comparison::Less,
        ast::Comparison::AtMost => Comparison::AtMost,
        ast::Comparison::Equal => Comparison::Equal,
        ast::Comparison::AtLeast => Comparison::AtLeast,
        ast::Comparison::More => Comparison::More,
    }
}
