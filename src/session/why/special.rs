//! Why a castling or a promotion is refused, and that no such piece is there, in words.

use crate::ids::{Code, RuleId};
use crate::notation::{file_letter, with_article};
use crate::play::SecondFault;
use crate::play::reference::CastleFault;
use crate::session::Session;
use crate::session::reply::WhyReply;
use crate::session::why::{Teller, Told, answer};

/// That the player has no such piece, on the board or on the file or rank that a short form names.
pub(super) fn no_such_piece(
    session: &Session,
    text: String,
    code: Code,
    origin: Option<(Option<u16>, Option<u16>)>,
) -> WhyReply {
    let words = session.words();
    let side = words.player(session.position().side);
    let place = match origin {
        Some((Some(file), Some(rank))) => format!("{}{}", file_letter(file), rank + 1),
        Some((Some(file), None)) => format!("file {}", file_letter(file)),
        Some((None, Some(rank))) => format!("rank {}", rank + 1),
        _ => "the board".to_owned(),
    };
    let message = format!("{text}: {side} has no {} on {place}", words.piece(code));
    answer(text, Some("empty-square"), message)
}

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

    /// That every move has a second part, and what is wrong with this one.
    pub(super) fn second_part(&self, rule: RuleId, fault: SecondFault, put: Code) -> Told {
        let words = &self.words;
        let piece = words.piece(put);
        let (but, squares) = match fault {
            SecondFault::Missing => {
                (format!("the move must say where the {piece} goes, as `/d5` behind it"), vec![])
            }
            SecondFault::Occupied(cell) => {
                let cell_name = words.cell(cell);
                (format!("{cell_name} is not empty, so the {piece} cannot go there"), vec![cell])
            }
            SecondFault::Stood(cell) => {
                let cell_name = words.cell(cell);
                (format!("{} stood on {cell_name} already", with_article(&piece)), vec![cell])
            }
            SecondFault::Outside(cell) => {
                let cell_name = words.cell(cell);
                (format!("{} cannot be put on {cell_name}", with_article(&piece)), vec![cell])
            }
        };
        let every = self.session.game().laws.every.as_ref();
        let law = every.map_or(String::new(), |every| words.written(every.span).text);
        let message = format!("{} leads there, but `{law}`: {but}", words.quoted(rule));
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
