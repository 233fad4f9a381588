//! Ends of the game.

use crate::ast;
use crate::ast::EndCondition as Written;
use crate::diagnostics::Diagnostic;
use crate::ids::PlayerId;
use crate::model::{End, EndTerm, Moment, Verdict};
use crate::resolve::Resolver;
use crate::resolve::items::Given;
use crate::text::{Span, Spanned};

impl<'a> Resolver<'a> {
    /// Resolves all ends; gives those that are there.
    pub(super) fn resolve_ends(&mut self, list: &[Given<'a, ast::End>]) -> Vec<End> {
        for (at, later) in list.iter().enumerate() {
            let same = |first: &&Given<'a, ast::End>| {
                first.guard.compatible(&later.guard)
                    && first.node.terms == later.node.terms
                    && first.node.player == later.node.player
                    && moment(first.node) == moment(later.node)
            };
            if let Some(first) = list[..at].iter().find(same) {
                self.error(
                    Diagnostic::error(
                        "E0411",
                        "this end never decides: an earlier one has the same conditions",
                    )
                    .label(later.span, "the second")
                    .label(first.span, "the first")
                    .help("leave one of the two out"),
                );
            }
        }
        self.check_clocks(list);
        let mut ends = Vec::new();
        for given in list {
            let end = self.under(&given.guard, |this| this.end(given.node, given.span));
            ends.extend(end.filter(|_| given.active));
        }
        ends
    }

    fn end(&mut self, end: &ast::End, span: Span) -> Option<End> {
        let mut terms = Vec::new();
        for term in &end.terms {
            self.check_enemy(term);
            self.check_twice(term);
            terms.push(EndTerm {
                negated: term.node.negated,
                enemy: term.node.enemy,
                condition: self.end_condition(&term.node.condition, term.span)?,
                twice: term.node.twice,
            });
        }
        let verdict = match end.verdict.node {
            ast::Verdict::Wins => Verdict::Wins,
            ast::Verdict::Loses => Verdict::Loses,
            ast::Verdict::Draws => Verdict::Draws,
        };
        let player = end.player.as_ref().and_then(|name| self.player_id(name));
        Some(End { moment: moment(end), player, terms, verdict, span })
    }

    fn player_id(&mut self, name: &ast::Name) -> Option<PlayerId> {
        let players = self.players.as_ref()?;
        let found = PlayerId::BOTH.into_iter().find(|id| players.get(*id).name == name.node);
        if found.is_none() {
            let [first, second] = &players.all;
            let help = format!("the players are {} and {}", first.name, second.name);
            self.error(
                Diagnostic::error("E0416", format!("there is no player called `{}`", name.node))
                    .label(name.span, "unknown here")
                    .help(help),
            );
        }
        found
    }

    /// `enemy` goes with what is asked of one player.
    fn check_enemy(&mut self, term: &Spanned<ast::EndTerm>) {
        let of_one = matches!(
            term.node.condition,
            Written::In { .. }
                | Written::Bare
                | Written::Count { .. }
                | Written::CountEnemy { .. }
                | Written::Stuck
                | Written::Perpetual
                | Written::Sees { .. }
                | Written::Checks(_)
        );
        if term.node.enemy && !of_one {
            let word = word(&term.node.condition);
            self.error(
                Diagnostic::error("E0412", format!("`enemy` means nothing before `{word}`"))
                    .label(term.span, "this is not asked of one of the two players")
                    .help("leave `enemy` out; it goes with `bare`, `count`, `stuck`, `K in ZONE` and `K when …`"),
            );
        }
    }

    /// `twice` goes with what the pieces on the board show.
    fn check_twice(&mut self, term: &Spanned<ast::EndTerm>) {
        let of_board = matches!(
            term.node.condition,
            Written::In { .. }
                | Written::Bare
                | Written::Count { .. }
                | Written::CountEnemy { .. }
                | Written::Sees { .. }
        );
        if term.node.twice && !of_board {
            let word = word(&term.node.condition);
            self.error(
                Diagnostic::error("E0417", format!("`twice` means nothing behind `{word}`"))
                    .label(term.span, "this is not asked of the pieces on the board")
                    .help("leave `twice` out; it goes with `K when …`, `K in ZONE`, `bare` and `count`"),
            );
        }
    }

    /// The clock of a position can count in one way only.
    fn check_clocks(&mut self, list: &[Given<'a, ast::End>]) {
        let mut clocks: Vec<(&Given<'a, ast::End>, Vec<&str>, Span)> = Vec::new();
        for given in list {
            for term in &given.node.terms {
                let Written::Quiet { without, .. } = &term.node.condition else { continue };
                let mut letters: Vec<&str> = without.iter().map(|n| n.node.as_str()).collect();
                letters.sort_unstable();
                let other = clocks
                    .iter()
                    .find(|(g, other, _)| g.guard.compatible(&given.guard) && *other != letters);
                if let Some((_, _, first)) = other {
                    let help = if first.file == term.span.file {
                        "a position has one clock: name the same pieces behind `without`"
                    } else {
                        "a position has one clock: name the same pieces behind `without` as the \
                         parent, or write `remove ends` and then all ends anew"
                    };
                    self.error(
                        Diagnostic::error("E0413", "two ends count quiet plies in different ways")
                            .label(term.span, "the second")
                            .label(*first, "the first")
                            .help(help),
                    );
                }
                clocks.push((given, letters, term.span));
            }
        }
    }
}

/// Of whom an end speaks: what is written, else the player to move if it asks for his moves, else the one who has moved.
fn moment(end: &ast::End) -> Moment {
    match end.moment.as_ref().map(|moment| moment.node) {
        Some(ast::Moment::AfterOwnMove) => Moment::AfterOwnMove,
        Some(ast::Moment::OnOwnTurn) => Moment::OnOwnTurn,
        None => {
            let of_moves = |term: &Spanned<ast::EndTerm>| {
                matches!(
                    term.node.condition,
                    Written::Checkmate
                        | Written::Stalemate
                        | Written::NoMoves
                        | Written::CanReach { .. }
                )
            };
            if end.terms.iter().any(of_moves) { Moment::OnOwnTurn } else { Moment::AfterOwnMove }
        }
    }
}

/// The first word of a condition.
fn word(condition: &Written) -> &'static str {
    match condition {
        Written::Checkmate => "checkmate",
        Written::Stalemate => "stalemate",
        Written::NoMoves => "no moves",
        Written::In { .. } => "in",
        Written::Bare => "bare",
        Written::Count { .. } | Written::CountEnemy { .. } => "count",
        Written::Stuck => "stuck",
        Written::Passes(_) => "passes",
        Written::Sees { .. } => "when",
        Written::Material(_) => "material",
        Written::Quiet { .. } => "quiet",
        Written::Repetition(_) => "repetition",
        Written::Perpetual => "perpetual",
        Written::Checks(_) => "checks",
        Written::CanReach { .. } => "can reach",
    }
}
