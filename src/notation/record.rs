//! Games as text, in two forms; `read_record` reads them.
//!
//! ```text
//! variant my-game               our own: a declaration a line, then a move a line
//! option friendly-fire on
//! position FEN
//! e2-e4
//! result *
//!
//! [Variant "my-game"]           PGN with the moves in their canonical form
//! [FEN "…"]
//!
//! 1. e2-e4 e9-e7 *
//! ```

use std::fmt::{self, Write};

/// A game as text: nothing is looked up, no move is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The file or built-in game.
    pub variant: Option<String>,
    /// Names of the two sides.
    pub players: [String; 2],
    /// Options that were switched.
    pub options: Vec<(String, bool)>,
    /// The position at which the line begins.
    pub position: Option<String>,
    /// Where it is written.
    pub position_at: Place,
    /// Whether the second player moves first in it.
    pub second_begins: bool,
    /// Number of its first move.
    pub number: u32,
    /// The moves, with the place of each in the text.
    pub moves: Vec<(Place, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A place in a text that was read; that of a text which is written says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Writes our own form.
#[must_use]
pub fn write_record(record: &Record) -> String {
    let mut text = String::new();
    if let Some(variant) = &record.variant {
        let _ = writeln!(text, "variant {variant}");
    }
    for (name, on) in &record.options {
        let _ = writeln!(text, "option {name} {}", if *on { "on" } else { "off" });
    }
    if let Some(position) = &record.position {
        let _ = writeln!(text, "position {position}");
    }
    for (_, played) in &record.moves {
        let _ = writeln!(text, "{played}");
    }
    let _ = writeln!(text, "result {}", record.result);
    text
}

/// Writes PGN.
#[must_use]
pub fn write_pgn(record: &Record) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let [white, black] = &record.players;
    let tags = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", white),
        ("Black", black),
    ];
    tags.iter().for_each(|(name, value)| tag(name, value));
    tag("Result", &record.result);
    if let Some(variant) = &record.variant {
        let on = record
            .options
            .iter()
            .map(|(name, on)| format!("{}{name}", if *on { '+' } else { '~' }));
        tag("Variant", &format!("{variant}{}", on.collect::<String>()));
    }
    if let Some(position) = &record.position {
        tag("SetUp", "1");
        tag("FEN", position);
    }
    let mut words = Vec::new();
    let mut number = record.number;
    for (n, (_, played)) in record.moves.iter().enumerate() {
        let second = (n % 2 == 1) != record.second_begins;
        if !second {
            words.push(format!("{number}."));
        } else if n == 0 {
            words.push(format!("{number}..."));
        }
        words.push(played.clone());
        number += u32::from(second);
    }
    words.push(record.result.clone());
    text.push('\n');
    let mut width = 0;
    for word in words {
        if width > 0 && width + word.len() >= 80 {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
        }
        width += word.len() + 1;
        text.push_str(&word);
    }
    text.push('\n');
    text
}
