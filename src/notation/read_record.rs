//! Reads games as text, in our own form and in PGN. Nothing that is written is passed over but comments, variations, and what PGN
//! says about a move besides: what comes twice, is not closed or stands in the wrong place is refused where it stands.

use crate::notation::record::{Place, Record};

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// Most moves of a record.
const MOST_MOVES: usize = 100_000;

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where the mistake is.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

type Read<T> = Result<T, RecordError>;

fn refused<T>(place: Place, message: impl Into<String>, help: &str) -> Read<T> {
    let help = (!help.is_empty()).then(|| help.to_owned());
    Err(RecordError { place, message: message.into(), help })
}

fn no_result<T>(place: Place) -> Read<T> {
    refused(place, format!("a result is one of {}", RESULTS.join(" ")), "")
}

/// Reads either form.
///
/// # Errors
/// The first place that makes no sense.
pub fn read_record(text: &str) -> Result<Record, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = if text.trim_start().starts_with('[') { pgn(text)? } else { own(text)? };
    if let Some((place, _)) = record.moves.get(MOST_MOVES) {
        return refused(*place, format!("a game has at most {MOST_MOVES} moves"), "");
    }
    Ok(record)
}

/// What may be stated once, with the place where it was.
#[derive(Default)]
struct Once(Vec<(String, Place)>);

impl Once {
    fn state(&mut self, what: &str, place: Place) -> Read<()> {
        if let Some((_, before)) = self.0.iter().find(|(stated, _)| stated == what) {
            let message = format!("`{what}` is stated twice; the first is on line {}", before.line);
            return refused(place, message, "leave one of them out");
        }
        self.0.push((what.to_owned(), place));
        Ok(())
    }
}

/// A part of a line that reaches to its end: its column.
fn column(line: &str, rest: &str) -> usize {
    let before = line.len().saturating_sub(rest.len());
    1 + line.char_indices().take_while(|(at, _)| *at < before).count()
}

/// A line without its comment: `#` at the beginning or behind a space.
fn without_comment(line: &str) -> &str {
    let begins =
        |(at, _): &(usize, &str)| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

fn own(text: &str) -> Read<Record> {
    let mut record = Record { result: "*".to_owned(), number: 1, ..Record::default() };
    let mut once = Once::default();
    let mut ended = None;
    for (n, line) in text.lines().enumerate() {
        let line = without_comment(line).trim_end();
        let begin = line.trim_start();
        let (word, rest) = begin.split_once(char::is_whitespace).unwrap_or((begin, ""));
        let rest = rest.trim_start();
        let place = Place { line: n + 1, column: column(line, begin) };
        if word.is_empty() {
            continue;
        }
        if let Some(ended) = ended {
            let message =
                format!("the game ends with its result on line {ended}; this stands behind it");
            return refused(place, message, "a file holds one game, and its result comes last");
        }
        let declares = matches!(word, "variant" | "option" | "position");
        if declares && !record.moves.is_empty() {
            let message = format!("`{word}` stands before the moves");
            return refused(place, message, "write this line above the first move");
        }
        match (word, rest) {
            ("variant", name) if !name.is_empty() => {
                once.state(word, place)?;
                record.variant = Some(name.to_owned());
            }
            ("option", setting) => option(setting, place, &mut once, &mut record)?,
            ("position", fen) if !fen.is_empty() => {
                once.state(word, place)?;
                let quoted = fen.trim_start_matches('"');
                record.position_at = Place { column: column(line, quoted), ..place };
                record.position = Some(quoted.trim_end_matches('"').to_owned());
            }
            ("result", result) if RESULTS.contains(&result) => {
                ended = Some(place.line);
                result.clone_into(&mut record.result);
            }
            ("result", _) => {
                return no_result(place);
            }
            (played, "") => record.moves.push((place, played.to_owned())),
            _ => {
                return refused(
                    place,
                    "this is neither a declaration nor a move; a move stands on a line of its own",
                    "",
                );
            }
        }
    }
    Ok(record)
}

/// Takes up `NAME on` or `NAME off`.
fn option(setting: &str, place: Place, once: &mut Once, record: &mut Record) -> Read<()> {
    let (name, value) = setting.split_once(char::is_whitespace).unwrap_or((setting, ""));
    let value = value.trim();
    if !matches!(value, "on" | "off") {
        return refused(place, "an option is written `option NAME on`", "");
    }
    once.state(&format!("option {name}"), place)?;
    record.options.push((name.to_owned(), value == "on"));
    Ok(())
}

/// A PGN text being read.
#[derive(Default)]
struct Pgn {
    record: Record,
    tags: Once,
    /// What the tag of the result says, and where.
    tagged: Option<(Place, String)>,
    /// Variations that are open.
    open: Vec<Place>,
    /// A comment that is open.
    comment: Option<Place>,
    begun: bool,
    ended: bool,
}

fn pgn(text: &str) -> Read<Record> {
    let mut reader = Pgn::default();
    reader.record.number = 1;
    "*".clone_into(&mut reader.record.result);
    for (n, line) in text.lines().enumerate() {
        let outside = reader.comment.is_none() && reader.open.is_empty();
        if outside && line.trim_start().starts_with('[') {
            reader.tags(line, n + 1)?;
            continue;
        }
        for (place, token) in reader.tokens(line, n + 1) {
            reader.token(place, &token)?;
        }
    }
    reader.end()
}

impl Pgn {
    fn second_game<T>(place: Place, what: &str) -> Read<T> {
        let help = "a file that is opened holds one game: write each into a file of its own";
        refused(place, what, help)
    }

    fn token(&mut self, place: Place, token: &str) -> Read<()> {
        match token {
            "(" => self.open.push(place),
            ")" if self.open.pop().is_none() => {
                return refused(place, "no variation is open here", "leave the `)` out");
            }
            ")" => {}
            _ if !self.open.is_empty() => {}
            _ if self.ended => {
                return Self::second_game(
                    place,
                    "the game has ended with its result; this stands behind it",
                );
            }
            result if RESULTS.contains(&result) => {
                self.ended = true;
                result.clone_into(&mut self.record.result);
            }
            nag if nag.starts_with('$') => {}
            word => {
                let played = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let played = if played.len() < word.len() && played.starts_with('.') {
                    played.trim_start_matches('.')
                } else {
                    word
                };
                self.begun = true;
                if !played.is_empty() {
                    let column = place.column + word.chars().count() - played.chars().count();
                    self.record.moves.push((Place { column, ..place }, played.to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Words of a line of moves, without comments; brackets on their own.
    fn tokens(&mut self, line: &str, number: usize) -> Vec<(Place, String)> {
        let mut all: Vec<(Place, String)> = Vec::new();
        let mut within = false;
        for (n, c) in line.chars().enumerate() {
            let place = Place { line: number, column: n + 1 };
            let goes_on = within;
            within = false;
            match c {
                '}' if self.comment.is_some() => self.comment = None,
                _ if self.comment.is_some() => {}
                '{' => self.comment = Some(place),
                ';' => break,
                '(' | ')' => all.push((place, c.to_string())),
                c if c.is_whitespace() => {}
                c => {
                    within = true;
                    match all.last_mut().filter(|_| goes_on) {
                        Some((_, word)) => word.push(c),
                        None => all.push((place, c.to_string())),
                    }
                }
            }
        }
        all
    }

    /// Reads a line of tags: `[Name "value"]`, one or several.
    fn tags(&mut self, line: &str, number: usize) -> Read<()> {
        let mut rest = line.trim_start();
        while !rest.is_empty() && !rest.starts_with(';') {
            let place = Place { line: number, column: column(line, rest) };
            if self.begun || self.ended {
                return Self::second_game(place, "a second game begins here");
            }
            let bad = || refused(place, "a tag is written `[Name \"value\"]`", "");
            let Some(inside) = rest.strip_prefix('[') else { return bad() };
            let Some((name, quoted)) = inside.split_once('"') else { return bad() };
            let at = Place { column: column(line, quoted), ..place };
            let Some((value, behind)) = unquoted(quoted) else { return bad() };
            let Some(behind) = behind.trim_start().strip_prefix(']') else { return bad() };
            let name = name.trim();
            if name.is_empty() || name.contains(char::is_whitespace) {
                return bad();
            }
            self.tags.state(name, place)?;
            self.tag(name, value, at)?;
            rest = behind.trim_start();
        }
        Ok(())
    }

    /// Takes a tag up; `at` is where its value begins.
    fn tag(&mut self, name: &str, value: String, at: Place) -> Read<()> {
        match name {
            "Variant" => self.variant(&value, at)?,
            "FEN" => {
                self.record.position = Some(value);
                self.record.position_at = at;
            }
            "White" => self.record.players[0] = value,
            "Black" => self.record.players[1] = value,
            "Result" if RESULTS.contains(&value.as_str()) => self.tagged = Some((at, value)),
            "Result" => {
                return no_result(at);
            }
            _ => {}
        }
        Ok(())
    }

    /// The game, and the options switched: `my-game+on~off`.
    fn variant(&mut self, value: &str, at: Place) -> Read<()> {
        let start = value.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let cut = value[start..].find(['+', '~']).map_or(value.len(), |at| start + at);
        self.record.variant = Some(value[..cut].to_owned());
        let mut rest = &value[cut..];
        while let Some(sign) = rest.chars().next() {
            let end = rest[1..].find(['+', '~']).map_or(rest.len(), |at| at + 1);
            self.tags.state(&format!("option {}", &rest[1..end]), at)?;
            self.record.options.push((rest[1..end].to_owned(), sign == '+'));
            rest = &rest[end..];
        }
        Ok(())
    }

    fn end(self) -> Read<Record> {
        if let Some(place) = self.comment {
            return refused(
                place,
                "the comment that begins here is not closed",
                "write `}` where it ends",
            );
        }
        if let Some(place) = self.open.first() {
            return refused(
                *place,
                "the variation that begins here is not closed",
                "write `)` where it ends",
            );
        }
        let mut record = self.record;
        match self.tagged {
            Some((_, tagged)) if record.result == "*" => record.result = tagged,
            Some((place, tagged)) if tagged != "*" && tagged != record.result => {
                let message =
                    format!("the tag says {tagged}, and the moves end with {}", record.result);
                return refused(place, message, "write the same result in both places");
            }
            _ => {}
        }
        Ok(record)
    }
}

/// A text up to its closing quote, and what stands behind that: `\"` and `\\` are a quote and a backslash in it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut signs = text.char_indices();
    while let Some((at, c)) = signs.next() {
        match c {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => match signs.next()?.1 {
                sign @ ('"' | '\\') => value.push(sign),
                other => value.extend(['\\', other]),
            },
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::notation::read_record::read_record;
    use crate::notation::record::{Place, Record, write_pgn, write_record};

    fn game() -> Record {
        let at = |line| Place { line, column: 1 };
        Record {
            variant: Some("./dir/tiny.variant".to_owned()),
            players: ["White".to_owned(), "Black".to_owned()],
            options: vec![("wild".to_owned(), true), ("slow".to_owned(), false)],
            position: Some("r2k/3p/P3/K2R w - - 0 1".to_owned()),
            position_at: Place { line: 4, column: 10 },
            second_begins: false,
            number: 1,
            moves: vec![
                (at(5), "d1xd3".to_owned()),
                (at(6), "d4xd3".to_owned()),
                (at(7), "a1-b1".to_owned()),
            ],
            result: "*".to_owned(),
        }
    }

    #[test]
    fn both_forms_are_read_as_they_are_written() {
        let own = read_record(&write_record(&game())).unwrap();
        assert_eq!(own, Record { players: Default::default(), ..game() });
        let mut pgn = read_record(&write_pgn(&game())).unwrap();
        let places: Vec<String> = pgn.moves.iter().map(|(place, _)| place.to_string()).collect();
        assert_eq!(places, ["line 12, column 4", "line 12, column 10", "line 12, column 19"]);
        assert_eq!(pgn.position_at, Place { line: 10, column: 7 });
        pgn.position_at = game().position_at;
        pgn.moves.iter_mut().zip(game().moves).for_each(|(m, g)| m.0 = g.0);
        assert_eq!(pgn, game());
    }

    #[test]
    fn comments_variations_and_numbers_are_left_out() {
        let text = "[Event \"x\"] [Black \"the \\\"b\\\"\"]\n\n1. a1-b1 {a\ncomment} (1. a1-a2 (x)) a4-b4 $1 2.b1-a1 ; the rest\n2... b4-a4 1/2-1/2\n";
        let record = read_record(text).unwrap();
        let moves: Vec<&str> = record.moves.iter().map(|(_, m)| m.as_str()).collect();
        assert_eq!(moves, ["a1-b1", "a4-b4", "b1-a1", "b4-a4"]);
        assert_eq!(record.result, "1/2-1/2");
        assert_eq!(record.players[1], "the \"b\"");
        let tagged = read_record("[Result \"0-1\"]\n\n1. a1-b1 *\n").unwrap();
        assert_eq!(tagged.result, "0-1");
        let own = read_record("variant ./a#b.variant # mine\n# all\n").unwrap();
        assert_eq!(own.variant.as_deref(), Some("./a#b.variant"));
    }

    /// What makes no sense, comes twice, is not closed, or stands in the wrong place.
    #[test]
    fn nothing_that_is_written_is_passed_over() {
        for (text, line, column, told) in [
            ("variant x\noption y maybe\n", 2, 1, "option NAME on"),
            ("e2-e4 e7-e5", 1, 1, "a line of its own"),
            ("result win", 1, 1, "a result is one of"),
            (
                "variant x\n\n  variant y\n",
                3,
                3,
                "`variant` is stated twice; the first is on line 1",
            ),
            ("position x\nposition y\n", 2, 1, "`position` is stated twice"),
            ("option y on\noption y off\n", 2, 1, "`option y` is stated twice"),
            ("result *\nresult 1-0\n", 2, 1, "its result on line 1"),
            ("result *\ne2-e4\n", 2, 1, "its result on line 1"),
            ("e2-e4\nposition x\n", 2, 1, "`position` stands before the moves"),
            ("[Event]\n", 1, 1, "a tag is written"),
            ("[Event \"x]\n", 1, 1, "a tag is written"),
            ("[Event \"x\"\n", 1, 1, "a tag is written"),
            ("[Event \"x\"] e4\n", 1, 13, "a tag is written"),
            ("[FEN \"x\"]\n[FEN \"y\"]\n", 2, 1, "`FEN` is stated twice"),
            ("[Variant \"x\"] [Variant \"y\"]\n", 1, 15, "`Variant` is stated twice"),
            ("[Variant \"x+a~a\"]\n", 1, 11, "`option a` is stated twice"),
            ("[Result \"won\"]\n", 1, 10, "a result is one of"),
            ("[Result \"1-0\"]\n\n1. a b 0-1\n", 1, 10, "the tag says 1-0"),
            (
                "[Event \"x\"]\n\n1. e4 {never closed e5 *\n",
                3,
                7,
                "comment that begins here is not closed",
            ),
            (
                "[Event \"x\"]\n\n1. e4 (1. d4 (c4) e5 *\n",
                3,
                7,
                "variation that begins here is not closed",
            ),
            ("[Event \"x\"]\n\n1. e4 ) e5 *\n", 3, 7, "no variation is open"),
            ("[Event \"x\"]\n\n1. e4 * e5\n", 3, 9, "ended with its result"),
            ("[Event \"x\"]\n\n1. e4 * 1-0\n", 3, 9, "ended with its result"),
            ("[Event \"x\"]\n\n1. e4\n\n[Event \"y\"]\n\n1. d4 *\n", 5, 1, "a second game begins"),
            ("[Event \"x\"]\n\n*\n\n[Event \"y\"]\n\n1. d4 *\n", 5, 1, "a second game begins"),
        ] {
            let error = read_record(text).expect_err(text);
            assert_eq!(error.place, Place { line, column }, "{text}");
            assert!(error.message.contains(told), "{text}: {}", error.message);
        }
    }
}
