//! Conditions on a square, with what can stand there when they hold.

use crate::ast;
use crate::ast::Word;
use crate::diagnostics::Diagnostic;
use crate::ids::{Mask, PlayerId};
use crate::model::Condition;
use crate::resolve::Resolver;
use crate::text::{Span, Spanned};

/// Where a condition stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// Asks what a square is.
    Square,
    /// Behind `capture`: may speak of a trail.
    Capture,
    /// Behind the word given: zones only.
    Zones(&'static str),
}

/// A condition, and in which states of a square it can hold and can fail.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Without names.
    pub(super) condition: Condition,
    /// States in which it can hold.
    pub(super) holds: Mask,
    /// States in which it can fail.
    pub(super) fails: Mask,
    /// Whether it speaks of a trail.
    pub(super) trail: bool,
}

/// What is known on the way down.
struct Walk {
    place: Place,
    trail: Option<Span>,
}

impl Resolver<'_> {
    /// Resolves a condition; reports what does not belong there and what contradicts itself.
    pub(super) fn condition(&mut self, written: &Spanned<ast::Condition>, place: Place) -> Known {
        let mut walk = Walk { place, trail: None };
        let mut known = self.part(written, &mut walk, true);
        known.trail = walk.trail.is_some();
        known
    }

    /// A condition of zones only, whose cells must not be none for either player; `what` says what would be in vain.
    pub(super) fn zones_only(
        &mut self,
        written: &Spanned<ast::Condition>,
        word: &'static str,
        needed: Option<&str>,
    ) -> Condition {
        let before = self.errors;
        let condition = self.condition(written, Place::Zones(word)).condition;
        let Some(needed) = needed.filter(|_| self.errors == before && !self.vague) else {
            return condition;
        };
        let empty = |player| self.cells_of(&condition, player).is_some_and(|bits| bits.is_empty());
        let named = |player: PlayerId| {
            self.players.as_ref().map_or(String::new(), |p| p.get(player).name.clone())
        };
        let whose = match PlayerId::BOTH.map(empty) {
            [false, false] => return condition,
            [true, true] => String::new(),
            [true, false] => format!(" for {}", named(PlayerId(0))),
            [false, true] => format!(" for {}", named(PlayerId(1))),
        };
        self.facts.blame(&condition);
        self.error(
            Diagnostic::error("E0216", format!("this zone is empty{whose}, so {needed}"))
                .label(written.span, "no square of the board is in it")
                .help("give the zone squares that exist for both players"),
        );
        condition
    }

    fn part(&mut self, written: &Spanned<ast::Condition>, walk: &mut Walk, plain: bool) -> Known {
        let known = match &written.node {
            ast::Condition::Word(word) => return self.word_part(word, written.span, walk, plain),
            ast::Condition::Not(part) => {
                let inner = self.part(part, walk, !plain);
                let condition = Condition::Not(Box::new(inner.condition));
                Known { condition, holds: inner.fails, fails: inner.holds, trail: false }
            }
            ast::Condition::And(list) => {
                let parts = self.parts(list, walk, plain);
                let holds = parts.iter().fold(self.states.all, |all, p| all.and(p.holds));
                let fails = parts.iter().fold(Mask::NONE, |all, p| all.or(p.fails));
                if plain && holds.is_none() && parts.iter().all(|p| !p.holds.is_none()) {
                    self.contradiction(written.span);
                }
                let condition = Condition::And(parts.into_iter().map(|p| p.condition).collect());
                return Known { condition, holds, fails, trail: false };
            }
            ast::Condition::Or(list) => {
                let parts = self.parts(list, walk, plain);
                self.named_twice(list);
                let holds = parts.iter().fold(Mask::NONE, |all, p| all.or(p.holds));
                let fails = parts.iter().fold(self.states.all, |all, p| all.and(p.fails));
                let condition = Condition::Or(parts.into_iter().map(|p| p.condition).collect());
                return Known { condition, holds, fails, trail: false };
            }
        };
        if plain && known.holds.is_none() {
            self.contradiction(written.span);
        }
        known
    }

    fn parts(
        &mut self,
        list: &[Spanned<ast::Condition>],
        walk: &mut Walk,
        plain: bool,
    ) -> Vec<Known> {
        list.iter().map(|part| self.part(part, walk, plain)).collect()
    }

    /// Doubts a condition that never holds.
    pub(super) fn contradiction(&mut self, span: Span) {
        self.doubt(
            Diagnostic::error("E0305", "this condition contradicts itself: it never holds")
                .label(span, "no square is all of this at once")
                .help("write `|` between conditions of which one is enough"),
        );
    }

    fn word_part(&mut self, word: &Word, span: Span, walk: &mut Walk, plain: bool) -> Known {
        self.check_place(word, span, walk.place);
        let all = self.states.all;
        let mut both = false;
        let (condition, holds) = match word {
            Word::Empty => (Condition::Empty, self.states.empty()),
            Word::Friend => (Condition::Friend, self.states.friends),
            Word::Enemy => (Condition::Enemy, self.states.enemies),
            Word::Piece => (Condition::Piece, self.states.pieces()),
            Word::Royal => {
                if self.states.royals.is_none() {
                    self.doubt(
                        Diagnostic::error("E0305", "no piece of this game is royal")
                            .label(span, "this never holds")
                            .help("mark a piece: `piece K \"King\" royal { … }`"),
                    );
                    both = true;
                }
                (Condition::Royal, self.states.royals)
            }
            Word::Anything => (Condition::Anything, all),
            Word::Letter(letter) => {
                let id = self.piece_id(&Spanned::new(letter.clone(), span));
                (Condition::Kind(id), self.states.kind(id))
            }
            Word::Zone { name, of_enemy } => {
                both = true;
                let zone = self.zone_id(name, span);
                (Condition::Zone { zone, of_enemy: *of_enemy }, all)
            }
            Word::Trail(kind) => {
                both = true;
                let letter = kind.as_ref().map(|name| name.node.clone());
                self.facts.trails_captured.push((letter, span));
                let kind = kind.as_ref().map(|name| self.piece_id(name));
                self.check_trail(span, walk, plain);
                (Condition::Trail(kind), self.states.empty())
            }
            Word::Square(_) | Word::Block(..) | Word::Ranks(..) | Word::Files(..) => {
                both = true;
                self.error(
                    Diagnostic::error("E0213", "squares are named in zones only")
                        .label(span, "squares")
                        .help(
                            "declare a zone, such as `zone centre d4-e5`, and write its name here",
                        ),
                );
                (Condition::Anything, all)
            }
        };
        // Of no word but these is it known that it fails wherever it cannot hold; `both` can do either.
        let fails = if both { all } else { self.states.not(holds) };
        let holds = if both && holds.is_none() { all } else { holds };
        Known { condition, holds, fails, trail: false }
    }

    fn check_place(&mut self, word: &Word, span: Span, place: Place) {
        let Place::Zones(behind) = place else { return };
        let asks = matches!(
            word,
            Word::Empty
                | Word::Friend
                | Word::Enemy
                | Word::Piece
                | Word::Royal
                | Word::Anything
                | Word::Letter(_)
                | Word::Trail(_)
        );
        if asks {
            self.error(
                Diagnostic::error("E0217", format!("behind `{behind}` stand zones only"))
                    .label(span, "this is no zone")
                    .help("write the name of a zone; zones are joined with `|`, `&` and `!`"),
            );
        }
    }

    fn check_trail(&mut self, span: Span, walk: &mut Walk, plain: bool) {
        let error = |message: &str| Diagnostic::error("E0307", message).label(span, "a trail");
        if walk.place == Place::Square {
            self.error(
                error("a trail can only be captured on")
                    .help("write `capture trail`, or `capturing trail` behind `step` or `slide`"),
            );
        } else if !plain {
            self.error(error("`trail` cannot be turned round with `!`"));
        } else if let Some(first) = walk.trail {
            self.error(error("one condition speaks of a trail twice").label(first, "the first"));
        }
        walk.trail.get_or_insert(span);
    }
}
