//! Games as text, and tests made of a game.

use crate::notation::{Place, Record, RecordError, write_pgn, write_record};
use crate::session::Session;
use crate::session::reply::Refusal;
use crate::session::words::shown;
use std::fmt::Write;

impl Session {
    /// The game up to the present position as a record. `variant` is what was loaded.
    #[must_use]
    pub fn record(&self, variant: &str) -> Record {
        let options = self.game().options.iter().filter(|o| o.on != o.default);
        Record {
            variant: Some(variant.to_owned()),
            players: [
                self.words().player(crate::ids::PlayerId(0)),
                self.words().player(crate::ids::PlayerId(1)),
            ]
            .map(str::to_owned),
            options: options.map(|o| (o.name.clone(), o.on)).collect(),
            position: Some(self.first_fen()),
            position_at: Place::default(),
            second_begins: self.line().first == 1,
            number: self.line().number,
            moves: self
                .history()
                .into_iter()
                .map(|text| (Place::default(), text.to_owned()))
                .collect(),
            result: self.state().result.unwrap_or("*").to_owned(),
        }
    }

    /// The game as text, in our own form or as PGN.
    #[must_use]
    pub fn saved(&self, variant: &str, pgn: bool) -> String {
        let record = self.record(variant);
        if pgn { write_pgn(&record) } else { write_record(&record) }
    }

    /// Plays a record from its beginning.
    ///
    /// # Errors
    /// Its position is none of this game, or a move is not legal: where, and why. Then nothing has changed.
    pub fn follow(&mut self, record: &Record) -> Result<(), Refusal> {
        let mut next = Self::new(self.loaded.clone());
        if let Some(text) = &record.position {
            next.set_position(text).map_err(|e| {
                let before = text.get(..e.start).map_or(0, |before| before.chars().count());
                let at = record.position_at;
                let place = Place { column: at.column + before, ..at };
                let message = format!("{place}: this is no position: {}", e.message);
                Refusal { help: e.help, ..Refusal::new("position", message) }
            })?;
        }
        for (place, text) in &record.moves {
            next.play(text).map_err(|refusal| Refusal {
                message: format!("{place}: {}", refusal.message),
                ..refusal
            })?;
        }
        *self = next;
        Ok(())
    }

    /// A test for the end of the game's file: the line (or, if `standing`, the position alone) with its legal moves or result.
    ///
    /// # Errors
    /// The name cannot stand in a file.
    pub fn test_block(&self, name: &str, standing: bool) -> Result<String, Refusal> {
        if name.trim().is_empty() {
            return Err(Refusal::new("text", "a test needs a name: `record \"NAME\"`"));
        }
        if name.contains(['"', '\\']) || name.chars().any(char::is_control) {
            let message = format!("`{}` cannot stand between quotes on one line", shown(name));
            return Err(Refusal::new("text", message));
        }
        let mut text = format!("test \"{name}\" {{\n");
        for option in self.game().options.iter().filter(|o| o.on != o.default) {
            let _ =
                writeln!(text, "  option {} {}", option.name, if option.on { "on" } else { "off" });
        }
        let history = self.history();
        if standing {
            let _ = writeln!(text, "  position \"{}\"", self.fen());
        } else if !self.begins_at_start() {
            let _ = writeln!(text, "  position \"{}\"", self.first_fen());
        }
        if !standing && !history.is_empty() {
            let _ = writeln!(text, "  play {}", wrapped(&history, " ", "       "));
        }
        let _ = writeln!(text, "  expect {}", self.expected());
        text.push_str("}\n");
        Ok(text)
    }

    /// The result, or the legal moves.
    fn expected(&self) -> String {
        let state = self.state();
        let by = |word: &str| match (state.cause, state.line) {
            (Some(cause), Some(_)) => format!("{word} by {cause}"),
            _ => word.to_owned(),
        };
        match (&state.winner, state.result) {
            (Some(winner), _) => by(&format!("{winner} wins")),
            (None, Some(_)) => by("draw"),
            (None, None) => {
                let moves: Vec<&str> = self.texts().iter().map(String::as_str).collect();
                format!("moves are {}", wrapped(&moves, ", ", "    "))
            }
        }
    }
}

/// Words with something between them, on lines of a bearable length.
fn wrapped(words: &[&str], between: &str, indent: &str) -> String {
    const WIDTH: usize = 90;
    let mut text = String::new();
    let mut width = indent.len();
    for (n, word) in words.iter().enumerate() {
        if n > 0 && width + word.len() > WIDTH {
            text.push_str(between.trim_end());
            let _ = write!(text, "\n{indent}");
            width = indent.len();
        } else if n > 0 {
            text.push_str(between);
        }
        text.push_str(word);
        width += word.len() + between.len();
    }
    text
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        let message = format!("{}: {}", error.place, error.message);
        Self { help: error.help, ..Self::new("record", message) }
    }
}
