//! Games as text, in two forms.
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

use std::fmt::Write;

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
    /// Whether the second player moves first in it.
    pub second_begins: bool,
    /// Number of its first move.
    pub number: u32,
    /// The moves, with the line of the text on which each stands.
    pub moves: Vec<(usize, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// Most moves of a record.
const MOST_MOVES: usize = 100_000;

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

/// Reads either form.
///
/// # Errors
/// The first line that makes no sense.
pub fn read_record(text: &str) -> Result<Record, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = if text.trim_start().starts_with('[') { pgn(text)? } else { own(text)? };
    if record.moves.len() > MOST_MOVES {
        return Err(RecordError {
            line: 1,
            message: format!("a game has at most {MOST_MOVES} moves"),
        });
    }
    Ok(record)
}

fn own(text: &str) -> Result<Record, RecordError> {
    let mut record = Record { result: "*".to_owned(), number: 1, ..Record::default() };
    for (n, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        let fail = |message: String| Err(RecordError { line: n + 1, message });
        let (word, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        match (word, rest) {
            ("", _) => {}
            ("variant", name) if !name.is_empty() => record.variant = Some(name.to_owned()),
            ("option", setting) => {
                match setting.split_once(char::is_whitespace).map(|(o, v)| (o, v.trim())) {
                    Some((name, value @ ("on" | "off"))) => {
                        record.options.push((name.to_owned(), value == "on"))
                    }
                    _ => return fail("an option is written `option NAME on`".to_owned()),
                }
            }
            ("position", fen) if !fen.is_empty() => {
                record.position = Some(fen.trim_matches('"').to_owned())
            }
            ("result", result) if RESULTS.contains(&result) => {
                result.clone_into(&mut record.result)
            }
            ("result", _) => return fail(format!("a result is one of {}", RESULTS.join(" "))),
            (played, "") => record.moves.push((n + 1, played.to_owned())),
            _ => {
                return fail(
                    "this is neither a declaration nor a move; a move stands on a line of its own"
                        .to_owned(),
                );
            }
        }
    }
    Ok(record)
}

fn pgn(text: &str) -> Result<Record, RecordError> {
    let mut record = Record { result: "*".to_owned(), number: 1, ..Record::default() };
    let mut depth = 0u32;
    let mut in_comment = false;
    let mut begun = false;
    for (n, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if !in_comment && depth == 0 && trimmed.starts_with('[') {
            if begun {
                break;
            }
            tag(trimmed, &mut record).map_err(|message| RecordError { line: n + 1, message })?;
            continue;
        }
        for token in tokens(line, &mut in_comment) {
            match token.as_str() {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                result if RESULTS.contains(&result) => result.clone_into(&mut record.result),
                nag if nag.starts_with('$') => {}
                word => {
                    let played = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let played = if played.len() < word.len() && played.starts_with('.') {
                        played.trim_start_matches('.')
                    } else {
                        word
                    };
                    begun = true;
                    if !played.is_empty() {
                        record.moves.push((n + 1, played.to_owned()));
                    }
                }
            }
        }
    }
    Ok(record)
}

/// Words of a line of moves, without comments; brackets on their own.
fn tokens(line: &str, in_comment: &mut bool) -> Vec<String> {
    let mut all = vec![String::new()];
    for c in line.chars() {
        match c {
            '}' if *in_comment => *in_comment = false,
            _ if *in_comment => {}
            '{' => *in_comment = true,
            ';' => break,
            '(' | ')' => all.extend([c.to_string(), String::new()]),
            c if c.is_whitespace() => all.push(String::new()),
            c => all.last_mut().into_iter().for_each(|word| word.push(c)),
        }
    }
    all.retain(|word| !word.is_empty());
    all
}

/// Reads `[Name "value"]`.
fn tag(line: &str, record: &mut Record) -> Result<(), String> {
    let bad = || "a tag is written `[Name \"value\"]`".to_owned();
    let inside = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).ok_or_else(bad)?;
    let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(bad)?;
    let value = value.trim().strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or_else(bad)?;
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    match name {
        "Variant" => {
            let start = value.rfind(['/', '\\']).map_or(0, |at| at + 1);
            let cut = value[start..].find(['+', '~']).map_or(value.len(), |at| start + at);
            record.variant = Some(value[..cut].to_owned());
            let mut rest = &value[cut..];
            while let Some(sign) = rest.chars().next() {
                let end = rest[1..].find(['+', '~']).map_or(rest.len(), |at| at + 1);
                record.options.push((rest[1..end].to_owned(), sign == '+'));
                rest = &rest[end..];
            }
        }
        "FEN" => record.position = Some(value),
        "White" => record.players[0] = value,
        "Black" => record.players[1] = value,
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::notation::record::{Record, read_record, write_pgn, write_record};

    fn game() -> Record {
        Record {
            variant: Some("./dir/tiny.variant".to_owned()),
            players: ["White".to_owned(), "Black".to_owned()],
            options: vec![("wild".to_owned(), true), ("slow".to_owned(), false)],
            position: Some("r2k/3p/P3/K2R w - - 0 1".to_owned()),
            second_begins: false,
            number: 1,
            moves: vec![(5, "d1xd3".to_owned()), (6, "d4xd3".to_owned()), (7, "a1-b1".to_owned())],
            result: "*".to_owned(),
        }
    }

    #[test]
    fn both_forms_are_read_as_they_are_written() {
        let own = read_record(&write_record(&game())).unwrap();
        assert_eq!(own, Record { players: Default::default(), ..game() });
        let mut pgn = read_record(&write_pgn(&game())).unwrap();
        pgn.moves.iter_mut().zip(game().moves).for_each(|(m, g)| m.0 = g.0);
        assert_eq!(pgn, game());
    }

    #[test]
    fn comments_variations_and_numbers_are_left_out() {
        let text = "[Event \"x\"]\n\n1. a1-b1 {a\ncomment} (1. a1-a2 (x)) a4-b4 $1 2.b1-a1 ; the rest\n2... b4-a4 1/2-1/2\n[Event \"y\"]\n1. z";
        let record = read_record(text).unwrap();
        let moves: Vec<&str> = record.moves.iter().map(|(_, m)| m.as_str()).collect();
        assert_eq!(moves, ["a1-b1", "a4-b4", "b1-a1", "b4-a4"]);
        assert_eq!(record.result, "1/2-1/2");
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_line() {
        assert_eq!(read_record("variant x\noption y maybe\n").unwrap_err().line, 2);
        assert_eq!(read_record("e2-e4 e7-e5").unwrap_err().line, 1);
        assert_eq!(read_record("result win").unwrap_err().line, 1);
        assert_eq!(read_record("[Event]\n").unwrap_err().line, 1);
    }
}
