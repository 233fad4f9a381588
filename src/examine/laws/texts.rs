//! What is written reads back, and the same texts mean the same.

use crate::examine::laws::{Law, Laws, Violation, moves_are};
use crate::notation::{MoveError, move_texts, read_move, read_position};
use crate::play::{Move, Position, key, repetition_key};
use std::collections::HashMap;

impl Laws<'_> {
    pub(super) fn position_text(
        &self,
        position: &Position,
        legal: &[Move],
    ) -> Result<(), Violation> {
        let fen = self.fen(position, legal);
        let wrong = |message: String| {
            Err(Violation::new(Law::PositionText, message).expect(format!("expect fen \"{fen}\"")))
        };
        let again = match read_position(self.game, &fen) {
            Ok(again) => again,
            Err(error) => return wrong(format!("{fen} does not read back: {error}")),
        };
        let moves = self.moves(&again);
        let written = self.fen(&again, &moves);
        if written != fen {
            return wrong(format!("{fen} reads back as {written}"));
        }
        if placed(&again, &moves) != placed(position, legal) {
            return wrong(format!("{fen} reads back as another position"));
        }
        Ok(())
    }

    pub(super) fn repetition(
        &mut self,
        position: &Position,
        legal: &[Move],
    ) -> Result<(), Violation> {
        let fen = self.fen(position, legal);
        let text = fen.split(' ').take(fen.split(' ').count() - 2).collect::<Vec<_>>().join(" ");
        let number = key::of(&placed(position, legal));
        let wrong = |message: String| Err(Violation::new(Law::Repetition, message));
        match self.seen.get(&number) {
            Some(other) if *other != text => {
                return wrong(format!("{text} and {other} count as one position"));
            }
            _ => {}
        }
        match self.keys.get(&text) {
            Some(other) if *other != number => {
                return wrong(format!("{text} counts as another position than before"));
            }
            _ => {}
        }
        self.keys.insert(text.clone(), number);
        self.seen.insert(number, text);
        Ok(())
    }

    /// `first` and `step` say which texts are read back: every text, or a few.
    pub(super) fn move_texts(
        &self,
        position: &Position,
        legal: &[Move],
        (first, step): (usize, usize),
    ) -> Result<(), Violation> {
        let texts = move_texts(self.game, legal);
        let wrong = |message: String| {
            Err(Violation::new(Law::MoveText, message).expect(moves_are(self.game, legal)))
        };
        let mut seen = HashMap::new();
        for (number, text) in texts.iter().enumerate() {
            if seen.insert(text, number).is_some() {
                return wrong(format!("{text} is the text of two legal moves"));
            }
            if number % step != first % step {
                continue;
            }
            match read_move(self.game, position, legal, &texts, text) {
                Ok(found) if found == number => {}
                Ok(found) => return wrong(format!("{text} reads back as {}", texts[found])),
                Err(MoveError::Ambiguous(_)) => return wrong(format!("{text} is ambiguous")),
                Err(MoveError::Text(why) | MoveError::NoSquare(why)) => {
                    return wrong(format!("{text} is no move: {why}"));
                }
                Err(MoveError::Illegal(_)) => return wrong(format!("{text} reads as illegal")),
            }
        }
        Ok(())
    }
}

/// What a text keeps of a position for repetition: who left the trail is found again from its squares.
fn placed(position: &Position, legal: &[Move]) -> Position {
    let mut placed = repetition_key(position, legal);
    if let Some(trail) = &mut placed.trail {
        trail.owner = crate::ids::Cell::NONE;
    }
    placed
}
