//! Why a castling or a promotion is refused, in words.

use crate::ids::{Code, RuleId};
use crate::notation::with_article;
use crate::play::reference::CastleFault;
use crate::session::why::{Teller, Told};

impl Teller<'_> {
    pub(super) fn castling(&self, rule: RuleId, fault: CastleFault) -> Told {
        let words = &self.words;
        let king = words.kind(self.session.game().rule(rule).piece);
        let (but, squares) = match fault {
            CastleFault::Right => (
                format!("the right is lost: the {king} or its partner has moved or was captured"),
                vec![],
            ),
            CastleFault::Away(cell, code) => (
                format!("no {} of its own side stands on {}", words.piece(code), words.cell(cell)),
                vec![cell],
            ),
            CastleFault::Occupied(cell) => {
                let filled = self.session.in_the_way(rule, cell);
                (words.not_empty(&filled), filled)
            }
            CastleFault::InCheck(cell) => {
                (format!("the {king} on {} is in check", words.cell(cell)), vec![cell])
            }
            CastleFault::Attacked(cell) => (
                format!("the {king} would cross {}, which is attacked", words.cell(cell)),
                vec![cell],
            ),
        };
        let message = format!("{} is the castling, but {but}", words.quoted(rule));
        Told { message, rules: vec![rule], squares }
    }

    pub(super) fn promotion(&self, choices: &[Code]) -> Told {
        let mut letters: Vec<String> = Vec::new();
        for letter in choices.iter().map(|c| self.words.letter(*c)) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if self.wanted.drop {
            let message = "a dropped piece does not promote".to_owned();
            return Told { message, ..Told::default() };
        }
        let moving = self.wanted.from.map(|cell| self.session.position().at(cell));
        let moving = moving.or_else(|| self.wanted.piece.map(|p| Code::of(p, self.mover())));
        if let Some(code) = moving.filter(|code| choices.iter().all(|c| c == code)) {
            return self.no_promotion(code);
        }
        let wished = self.wanted.becomes.map(|p| self.words.kind(p));
        let message = match wished {
            Some(kind) => {
                format!(
                    "it cannot become {} there; it can become {}",
                    with_article(&kind),
                    letters.join(" or ")
                )
            }
            None => format!("the piece must say what it becomes: {}", letters.join(" or ")),
        };
        Told { message, ..Told::default() }
    }

    /// That a piece does not promote by a move: and where it does.
    fn no_promotion(&self, code: Code) -> Told {
        let words = &self.words;
        let kind = words.piece(code);
        let all = self.session.game().piece_of(code).map(|p| &p.promotions[self.mover().index()]);
        let Some(all) = all.filter(|all| !all.is_empty()) else {
            let message = format!("a move of the {kind} does not promote: it has no promotion");
            return Told { message, ..Told::default() };
        };
        let rules = all.iter().map(|promotion| {
            let written = words.written(promotion.span);
            let looks = match (promotion.on, promotion.from) {
                (true, true) => "ends or begins",
                (false, true) => "begins",
                _ => "ends",
            };
            let zone = match words.zone(&promotion.zone, self.mover()) {
                Some(zone) => format!("in its zone, {zone}"),
                None => "on one of its squares".to_owned(),
            };
            format!(
                "`{}` ({}) is for a move that {looks} {zone}",
                written.text,
                words.place(promotion.span)
            )
        });
        let rules: Vec<String> = rules.collect();
        let message = format!("the {kind} does not promote there: {}", rules.join("; "));
        Told { message, ..Told::default() }
    }
}
