//! Who attacks a square, and by which path.

use crate::ids::{Code, PlayerId};
use crate::play::attacks;
use crate::session::Session;
use crate::session::reply::{Refusal, RuleReply};
use crate::session::words::{listed, shown};
use serde::Serialize;

/// Who attacks a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttacksReply {
    /// The square.
    pub square: String,
    /// The piece that is supposed to stand there, where no enemy of the attackers does.
    pub supposed: Option<String>,
    /// The attacks.
    pub attacks: Vec<AttackReply>,
}

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackReply {
    /// Name of the attacker.
    pub player: String,
    /// Letter of his piece.
    pub piece: String,
    /// Where it stands.
    pub from: String,
    /// The squares that it goes over, the last one where its walk ends.
    pub path: Vec<String>,
    /// The rule.
    pub rule: RuleReply,
}

impl Session {
    /// Who attacks a square: the pieces of one side, or of both. Where no enemy of theirs stands there, one is supposed to.
    ///
    /// # Errors
    /// No such square, or no such side.
    pub fn attacks(&self, square: &str, side: Option<&str>) -> Result<AttacksReply, Refusal> {
        let cell = self.square_or_refusal(square)?;
        let sides: Vec<PlayerId> = match side {
            Some(name) => vec![self.player_or_refusal(name)?],
            None => PlayerId::BOTH.to_vec(),
        };
        let mut reply =
            AttacksReply { square: self.words().cell(cell), supposed: None, attacks: Vec::new() };
        for player in sides {
            let mut position = self.position().clone();
            if position.side != player {
                position = position.passed();
            }
            if position.at(cell).player() != Some(player.other()) {
                let stand_in = self.stand_in(player.other());
                position.board[cell.index()] = stand_in;
                reply.supposed = Some(self.words().piece(stand_in));
            }
            for way in attacks(self.game(), &position, cell) {
                let over = way.steps.iter().filter(|s| s.cell.is_some());
                reply.attacks.push(AttackReply {
                    player: self.words().player(player).to_owned(),
                    piece: self.words().letter(way.played.piece),
                    from: self.words().cell(way.played.from),
                    path: over.map(|s| self.words().cell(s.cell)).collect(),
                    rule: self.words().rule(way.rule),
                });
            }
        }
        Ok(reply)
    }

    /// A piece to be attacked: the first royal one, or the first of all.
    fn stand_in(&self, player: PlayerId) -> Code {
        let game = self.game();
        let royal = game.piece_ids().find(|id| game.piece(*id).royal);
        royal.or_else(|| game.piece_ids().next()).map_or(Code::EMPTY, |id| Code::of(id, player))
    }

    /// The player of a name, or of a part of its beginning; `w` and `b` as in positions too.
    ///
    /// # Errors
    /// No player has this name.
    pub fn player_or_refusal(&self, name: &str) -> Result<PlayerId, Refusal> {
        let low = name.trim().to_lowercase();
        let names = PlayerId::BOTH.map(|p| self.words().player(p).to_owned());
        let fits: Vec<PlayerId> = PlayerId::BOTH
            .into_iter()
            .filter(|p| !low.is_empty() && names[p.index()].to_lowercase().starts_with(&low))
            .collect();
        match (fits.as_slice(), low.as_str()) {
            ([one], _) => Ok(*one),
            (_, "w") => Ok(PlayerId(0)),
            (_, "b") => Ok(PlayerId(1)),
            _ => Err(Refusal {
                help: Some(format!("the sides are {}", listed(&names))),
                ..Refusal::new("side", format!("`{}` is no side", shown(name)))
            }),
        }
    }
}
