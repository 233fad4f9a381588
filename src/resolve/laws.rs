//! Rules of the game that are no piece's, and the pieces that they bring about.

use crate::ast;
use crate::diagnostics::Diagnostic;
use crate::ids::{Code, PieceId};
use crate::model::{Blast, EndCondition, Laws, Node, Piece, RuleKind};
use crate::resolve::Resolver;
use crate::resolve::condition::Place;
use crate::resolve::items::Given;
use crate::resolve::scope::twice;

impl<'a> Resolver<'a> {
    /// Resolves all of them; gives those that are there. Promoted pieces that revert become kinds of their own.
    pub(super) fn resolve_laws(
        &mut self,
        list: &[Given<'a, ast::Law>],
        pieces: &mut Vec<Piece>,
    ) -> Laws {
        let kind = |law: &ast::Law| std::mem::discriminant(law);
        for (at, later) in list.iter().enumerate() {
            let same = |g: &&Given<'a, ast::Law>| {
                kind(g.node) == kind(later.node) && g.guard.compatible(&later.guard)
            };
            if let Some(first) = list[..at].iter().find(same) {
                self.error(twice("this rule", later.span, first.span));
            }
        }
        let mut laws = Laws::default();
        let mut reverting = false;
        for given in list {
            let blast = match given.node {
                ast::Law::Blast { directions, what } => {
                    Some(self.under(&given.guard, |this| Blast {
                        directions: this.directions(directions).list,
                        what: this.condition(what, Place::Square).condition,
                    }))
                }
                _ => None,
            };
            let must_break = match given.node {
                ast::Law::MustBreak { pieces, look } => Some(self.under(&given.guard, |this| {
                    let (pieces, look) = (this.letters(pieces), Node::Seq(this.look(look)));
                    EndCondition::Sees { pieces, look }
                })),
                _ => None,
            };
            if !given.active {
                continue;
            }
            laws.written.push(given.span);
            match given.node {
                ast::Law::MustBreak { .. } => {
                    laws.must_break = must_break.map(|asked| (asked, given.span));
                }
                ast::Law::CapturesToHand { reverting: reverts } => {
                    laws.to_hand = true;
                    reverting = *reverts;
                }
                ast::Law::Blast { .. } => laws.blast = blast,
                ast::Law::CapturesAfterwards => laws.captures_afterwards = true,
                ast::Law::MustCapture { most } => {
                    (laws.must_capture, laws.capture_most) = (true, *most);
                }
                ast::Law::MustDrop => laws.must_drop = true,
                ast::Law::CapturesSpareRoyal => laws.spare_royal = true,
                ast::Law::MustNotCheck => laws.must_not_check = true,
                ast::Law::Passing { when_stuck: false } => laws.may_pass = Some(given.span),
                ast::Law::Passing { when_stuck: true } => {
                    laws.pass_when_stuck = Some(given.span);
                }
            }
        }
        self.check_drops(list, pieces);
        if reverting {
            self.add_promoted(pieces);
        }
        laws
    }

    /// Tells of rules that speak of drops in a game without any.
    fn check_drops(&mut self, list: &[Given<'a, ast::Law>], pieces: &[Piece]) {
        if pieces.iter().flat_map(|p| &p.rules).any(|rule| rule.kind == RuleKind::Drop) {
            return;
        }
        for given in list.iter().filter(|given| given.active) {
            let so = match given.node {
                ast::Law::CapturesToHand { .. } => "what is captured just leaves the game",
                ast::Law::MustDrop => "this rule does nothing",
                _ => continue,
            };
            self.warn(
                Diagnostic::warning("W0427", format!("no piece has a rule that drops it: {so}"))
                    .label(given.span, "speaks of hands")
                    .help("give the pieces that shall be dropped such a rule: `drop anywhere`"),
            );
        }
    }

    /// For every promotion to a piece, a kind that moves as that piece and is captured as the one that promoted.
    fn add_promoted(&mut self, pieces: &mut Vec<Piece>) {
        let plain = pieces.len();
        for from in 0..plain {
            for promotion in 0..pieces[from].promotions.len() {
                for choice in 0..pieces[from].promotions[promotion].to.len() {
                    let to = pieces[from].promotions[promotion].to[choice];
                    let Some(twin) = self.promoted(pieces, plain, number(from), to) else { return };
                    pieces[from].promotions[promotion].to[choice] = twin;
                }
            }
        }
    }

    fn promoted(
        &mut self,
        pieces: &mut Vec<Piece>,
        plain: usize,
        from: PieceId,
        to: PieceId,
    ) -> Option<PieceId> {
        if to.index() >= plain {
            return Some(to);
        }
        if let Some(at) = pieces[plain..].iter().position(|p| p.base == to) {
            let known = &pieces[plain + at];
            if known.captured_as != from {
                let message = format!(
                    "two pieces promote to `{}`, so that nobody knows what it reverts to",
                    pieces[to.index()].letter
                );
                let (one, other) =
                    (pieces[from.index()].span, pieces[known.captured_as.index()].span);
                self.error(
                    Diagnostic::error("E0319", message)
                        .label(one, "this piece promotes to it")
                        .label(other, "this one too")
                        .help("leave `reverting` out, and declare promoted pieces as kinds of their own with `captured as`"),
                );
                return None;
            }
            return Some(number(plain + at));
        }
        if pieces.len() >= Code::MOST_PIECES {
            return None;
        }
        let model = &pieces[to.index()];
        let mut twin = Piece {
            letter: format!("{}~", model.letter),
            captured_as: from,
            base: to,
            ..model.clone()
        };
        twin.rules.retain(|r| r.kind == RuleKind::Move);
        pieces.push(twin);
        Some(number(pieces.len() - 1))
    }
}

fn number(n: usize) -> PieceId {
    PieceId(u8::try_from(n).unwrap_or(u8::MAX))
}
