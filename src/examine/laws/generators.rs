//! The generators agree, and what they make can be taken back.

use crate::examine::laws::{Law, Laws, Violation, moves_are};
use crate::ir::Game;
use crate::notation::move_texts;
use crate::play::fast::{Line, Slip};
use crate::play::{Move, Past, Position, State, outcome, reference};
use std::collections::BTreeMap;

/// About how many moves of a position are played in place.
const PLAYED: usize = 3;

impl Laws<'_> {
    pub(super) fn generators(&self, position: &Position, legal: &[Move]) -> Result<(), Violation> {
        let judge = reference::legal_moves(self.game, position);
        let wrong = |law, message: String| {
            Err(Violation::new(law, message).expect(moves_are(self.game, &judge)))
        };
        let effects = |moves: &[Move]| {
            moves.iter().enumerate().map(|(n, m)| (m.effect(), n)).collect::<BTreeMap<_, _>>()
        };
        let (own, other) = (effects(legal), effects(&judge));
        if own.len() < legal.len() {
            let twice = legal.iter().enumerate().find(|(n, m)| own.get(&m.effect()) != Some(n));
            let text = twice.map_or_else(String::new, |(_, m)| text(self.game, m));
            return wrong(Law::Effects, format!("{text} does what another legal move does"));
        }
        if !own.keys().eq(other.keys()) {
            let missing = other.iter().filter(|(e, _)| !own.contains_key(e));
            let missing: Vec<String> = missing.map(|(_, n)| text(self.game, &judge[*n])).collect();
            let extra = own.iter().filter(|(e, _)| !other.contains_key(e));
            let extra: Vec<String> = extra.map(|(_, n)| text(self.game, &legal[*n])).collect();
            return wrong(Law::Generators, difference(&missing, &extra));
        }
        let counted = self.fast.count(position);
        if counted != judge.len() as u64 {
            let message =
                format!("{} moves are legal; the fast generator counts {counted}", judge.len());
            return wrong(Law::Generators, message);
        }
        let (fast, slow) = (self.fast.in_check(position), reference::in_check(self.game, position));
        if fast != slow {
            let line = if slow { "expect check" } else { "expect no check" };
            let message = format!("check: the fast generator says {fast}, the reference {slow}");
            return Err(Violation::new(Law::Generators, message).expect(line.to_owned()));
        }
        Ok(())
    }

    pub(super) fn undo(&self, position: &Position, legal: &[Move]) -> Result<(), Violation> {
        let Some((number, slip)) = self.fast.audit(position, legal) else { return Ok(()) };
        let text = legal.get(number).map_or_else(|| "no move".to_owned(), |m| text(self.game, m));
        let (law, what) = match slip {
            Slip::Made => (Law::Undo, "leads to another position than it should"),
            Slip::Undone => (Law::Undo, "leaves something behind when it is taken back"),
            Slip::Key => (Law::Key, "carries a wrong key along"),
            Slip::Drawn => (Law::Drawn, "is not drawn as often as the others"),
        };
        Err(Violation::new(law, format!("{text} {what}")).expect(format!("play {text}")))
    }

    /// A few moves played in place lead where they should, and can be taken back.
    pub(super) fn line(&self, position: &Position, first: usize) -> Result<(), Violation> {
        let mut line = Line::new(&self.fast, position);
        let number = line.moves();
        for number in (first..number).step_by((number / PLAYED).max(1)) {
            let played = line.move_at(number);
            let wrong = |what: &str| {
                let text = text(self.game, &played);
                let message = format!("{text}, played in place, {what}");
                Err(Violation::new(Law::Undo, message).expect(format!("play {text}")))
            };
            line.play(number);
            let next = position.play(self.game, &played);
            if line.position() != next {
                return wrong("leads to another position than it should");
            }
            let can_move = self.fast.count(&next) > 0;
            let state = State { check: self.fast.in_check(&next), can_move };
            if line.outcome() != outcome(self.game, &next, state, Past::NEW) {
                return wrong("ends the game otherwise than it should");
            }
            line.take_back();
            if line.position() != *position {
                return wrong("leaves something behind when it is taken back");
            }
        }
        Ok(())
    }
}

/// A move's text, as if it were the only one.
pub(super) fn text(game: &Game, played: &Move) -> String {
    move_texts(game, std::slice::from_ref(played)).pop().unwrap_or_default()
}

fn difference(missing: &[String], extra: &[String]) -> String {
    let part = |what: &str, texts: &[String]| format!("{what} {}", texts.join(", "));
    match (missing.is_empty(), extra.is_empty()) {
        (false, true) => part("the fast generator misses", missing),
        (true, _) => part("the fast generator alone lists", extra),
        (false, false) => format!(
            "{}, {}",
            part("the fast generator misses", missing),
            part("and it alone lists", extra)
        ),
    }
}
