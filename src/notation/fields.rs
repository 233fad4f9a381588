//! Reads the fields of a position's text, with the place of every fault.

use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::Game;
use crate::notation::error::PositionError;
use crate::notation::position::{cell_name, piece_by_letter, read_cell};
use crate::notation::trail;
use crate::notation::words::{counted_rows, with_article};
use crate::play::Position;
use std::ops::Range;

type Read<T> = Result<T, PositionError>;

/// Reads one text.
pub(super) struct Reader<'a> {
    game: &'a Game,
    text: &'a str,
    fields: Vec<Range<usize>>,
    rights: Vec<(usize, Range<usize>)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(game: &'a Game, text: &'a str) -> Self {
        let mut fields = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (c.is_whitespace(), start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    fields.push(from..at);
                    start = None;
                }
                _ => {}
            }
        }
        Self { game, text, fields, rights: Vec::new() }
    }

    /// Where a right is written.
    pub(super) fn right_place(&self, number: usize) -> Range<usize> {
        self.rights
            .iter()
            .find(|(n, _)| *n == number)
            .map_or(self.field(2), |(_, place)| place.clone())
    }

    /// Where the placement is written.
    pub(super) fn placement_place(&self) -> Range<usize> {
        self.field(0)
    }

    /// Where the side to move is written; the end of the placement, if it is not.
    pub(super) fn side_place(&self) -> Range<usize> {
        self.field(1)
    }

    fn field(&self, number: usize) -> Range<usize> {
        let end = self.text.len();
        self.fields.get(number).cloned().unwrap_or(end..end)
    }

    pub(super) fn position(&mut self) -> Read<Position> {
        let mut position = Position::empty(self.game);
        let Some(first) = self.fields.first().cloned() else {
            return Err(PositionError::new(
                0..self.text.len(),
                "a position begins with the placement of its pieces",
            )
            .help("write the ranks from the top, separated by `/`, then `w` or `b`"));
        };
        let placement = match self.text[first.clone()].find('[') {
            Some(at) => {
                self.hands(first.start + at..first.end, &mut position)?;
                first.start..first.start + at
            }
            None => first,
        };
        self.placement(placement, &mut position)?;
        if let Some(place) = self.fields.get(1).cloned() {
            position.side = self.side(place)?;
        }
        if let Some(place) = self.fields.get(2).cloned() {
            position.rights = self.rights(place)?;
        }
        let counted = self.checks(&mut position)?;
        if let Some(place) = self.fields.get(4 + counted).cloned() {
            position.clock = self.number(place, "the number of quiet plies")?;
        }
        if let Some(place) = self.fields.get(5 + counted).cloned() {
            position.number = self.number(place, "the number of the move")?;
        }
        if let Some(extra) = self.fields.get(6 + counted) {
            return Err(PositionError::new(
                extra.start..self.text.len(),
                "the position ends before this",
            ));
        }
        if let Some(place) = self.fields.get(3).cloned() {
            let cells = self.trail_cells(place.clone())?;
            position.trail = trail::find(self.game, &position, &cells, place)?;
        }
        Ok(position)
    }

    /// Reads the field of checks that either player must still give, `3+3`, in a game that counts them; how many fields it
    /// fills. Without it none has been given.
    fn checks(&self, position: &mut Position) -> Read<usize> {
        let Some(most) = self.game.needs.checks else { return Ok(0) };
        let field = self.fields.get(4).cloned().filter(|p| self.text[p.clone()].contains('+'));
        let Some(place) = field else { return Ok(0) };
        let text = &self.text[place.clone()];
        let left = |part: &str| part.parse::<u8>().ok().filter(|n| *n <= most);
        let read = text.split_once('+').and_then(|(a, b)| Some([left(a)?, left(b)?]));
        let Some(left) = read else {
            let message = format!("`{text}` does not say how many checks are still to be given");
            let help = "those of the first player, then those of the second";
            return Err(
                PositionError::new(place, message).help(format!("write `{most}+{most}`: {help}"))
            );
        };
        position.checks = left.map(|n| most - n);
        Ok(1)
    }

    fn placement(&self, place: Range<usize>, position: &mut Position) -> Read<()> {
        let ranks = self.game.topology.ranks;
        let mut rows = Vec::new();
        let mut start = place.start;
        for row in self.text[place.clone()].split('/') {
            rows.push(start..start + row.len());
            start += row.len() + 1;
        }
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            self.row(row.clone(), rank, position)?;
        }
        if rows.len() != usize::from(ranks) {
            let at = rows
                .get(usize::from(ranks))
                .map_or(place.end..place.end, |r| r.start - 1..place.end);
            return Err(PositionError::new(at, counted_rows(rows.len(), ranks))
                .help(format!("rows are written from the top, rank {ranks} first")));
        }
        Ok(())
    }

    fn row(&self, place: Range<usize>, rank: u16, position: &mut Position) -> Read<()> {
        let files = self.game.topology.files;
        let mut file = 0u16;
        let mut at = place.start;
        while at < place.end {
            let rest = &self.text[at..place.end];
            let (length, filled) = self.token(rest, at, rank, file, position)?;
            if filled > u32::from(files - file) {
                let row = &self.text[place.clone()];
                return Err(PositionError::new(
                    at..at + length,
                    format!("rank {} (`{row}`) fills more than its {files} files", rank + 1),
                )
                .help("take a letter out, or make a number of empty squares smaller"));
            }
            file += u16::try_from(filled).unwrap_or(files);
            at += length;
        }
        if file < files {
            let row = &self.text[place.clone()];
            let place = if place.is_empty() { place } else { place.start..place.end };
            return Err(PositionError::new(
                place,
                format!("rank {} (`{row}`) fills {file} of {files} files", rank + 1),
            )
            .help("write a letter for each piece and a number for so many empty squares; ranks come from the top"));
        }
        Ok(())
    }

    /// Reads one token of a row: its length in bytes and how many cells it fills.
    fn token(
        &self,
        rest: &str,
        at: usize,
        rank: u16,
        file: u16,
        position: &mut Position,
    ) -> Read<(usize, u32)> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            return self.gap(&rest[..digits], at, rank, file).map(|n| (digits, n));
        }
        let cell = self.game.topology.at(file, rank);
        let exists = cell.filter(|c| self.game.topology.exists.contains(*c));
        if rest.starts_with('*') {
            if let Some(cell) = exists {
                return Err(PositionError::new(
                    at..at + 1,
                    format!("`*` is a missing cell, and {} exists", cell_name(self.game, cell)),
                )
                .help("write a number for empty squares"));
            }
            return Ok((1, 1));
        }
        let (length, code) = self.piece(rest, at)?;
        match (exists, cell) {
            (Some(cell), _) => position.board[cell.index()] = code,
            (None, Some(cell)) => {
                let message = format!(
                    "a piece cannot stand on {}: the board has no such cell",
                    cell_name(self.game, cell)
                );
                return Err(PositionError::new(at..at + length, message)
                    .help("write `*` for a missing cell"));
            }
            (None, None) => {}
        }
        Ok((length, 1))
    }

    fn gap(&self, digits: &str, at: usize, rank: u16, file: u16) -> Read<u32> {
        let place = at..at + digits.len();
        let files = self.game.topology.files;
        let count: u32 = match digits.parse() {
            Ok(0) => {
                return Err(PositionError::new(place, "a gap of 0 squares").help("leave it out"));
            }
            Ok(n) if n <= u32::from(files) => n,
            _ => {
                return Err(PositionError::new(
                    place,
                    format!("`{digits}` is a gap of {digits} squares; a rank has {files} files"),
                )
                .help(all_its_digits(digits)));
            }
        };
        let covered = (file..files).take(count as usize);
        for file in covered {
            let missing = self
                .game
                .topology
                .at(file, rank)
                .filter(|c| !self.game.topology.exists.contains(*c));
            if let Some(cell) = missing {
                return Err(PositionError::new(
                    place,
                    format!(
                        "the gap of {count} runs over {}, which the board does not have",
                        cell_name(self.game, cell)
                    ),
                )
                .help(
                    "a number counts empty squares that exist; write `*` for each missing cell",
                ));
            }
        }
        Ok(count)
    }

    /// Reads a piece: its length in bytes and its code.
    fn piece(&self, rest: &str, at: usize) -> Read<(usize, Code)> {
        let plus = usize::from(rest.starts_with('+'));
        let before = self.text[..at].chars().next_back().filter(char::is_ascii_alphabetic);
        if let Some(letter) = before.filter(|_| plus > 0 && !letter_follows(&rest[1..])) {
            return Err(PositionError::new(
                at - 1..at + 1,
                format!("`{letter}+`: the mark stands before the letter, not behind it"),
            )
            .help(format!("write `+{letter}`"))
            .instead(format!("+{letter}")));
        }
        let letter = rest[plus..].chars().next().filter(char::is_ascii_alphabetic);
        let Some(letter) = letter else {
            let odd = rest.chars().next().unwrap_or(' ');
            return Err(PositionError::new(
                at..at + odd.len_utf8(),
                format!("`{odd}` is no piece and no number of empty squares"),
            ));
        };
        let tick = usize::from(rest[plus + 1..].starts_with('\''));
        // A `~` marks a promoted piece that reverts when it is captured.
        let mark = usize::from(rest[plus + 1 + tick..].starts_with('~'));
        let length = plus + 1 + tick + mark;
        let name = &rest[..length];
        let player = PlayerId(u8::from(letter.is_ascii_lowercase()));
        let piece = piece_by_letter(self.game, &name.to_ascii_uppercase()).ok_or_else(|| {
            let known: Vec<&str> = self.game.pieces.iter().map(|p| p.letter.as_str()).collect();
            PositionError::new(at..at + length, format!("no piece has the letter `{name}`"))
                .help(format!(
                    "the pieces are {}: write one of these letters, or declare the piece in the file",
                    known.join(" ")
                ))
        })?;
        Ok((length, Code::of(piece, player)))
    }

    fn hands(&self, place: Range<usize>, position: &mut Position) -> Read<()> {
        if !self.game.needs.hands {
            return Err(PositionError::new(place, "this game has no hands")
                .help("no piece of it can be dropped; leave the brackets out"));
        }
        let second = self.text[place.clone()].match_indices('[').nth(1).map(|(at, _)| at);
        if let Some(at) = second.map(|at| place.start + at) {
            return Err(PositionError::new(at..at + 1, "the hands stand in one pair of brackets")
                .help("write the pieces of both players side by side, as `[Nn]`: capitals are the first player's"));
        }
        if !self.text[place.clone()].ends_with(']') {
            return Err(PositionError::new(place, "the bracket of the hands is not closed")
                .help("write `]` behind the last letter, then a space"));
        }
        let mut at = place.start + 1;
        while at + 1 < place.end {
            let rest = &self.text[at..place.end - 1];
            let (length, code) = self.piece(rest, at)?;
            let (piece, player) =
                (code.piece().unwrap_or(PieceId(0)), code.player().unwrap_or(PlayerId(0)));
            if !self.game.piece(piece).droppable {
                return Err(PositionError::new(
                    at..at + length,
                    format!(
                        "{} cannot be in hand: nothing drops it",
                        with_article(&self.game.piece(piece).title)
                    ),
                ));
            }
            let held = &mut position.hands[player.index()][piece.index()];
            *held = held.checked_add(1).ok_or_else(|| {
                PositionError::new(at..at + length, "more than 255 of a piece in one hand")
            })?;
            at += length;
        }
        Ok(())
    }

    fn side(&self, place: Range<usize>) -> Read<PlayerId> {
        match &self.text[place.clone()] {
            "w" => Ok(PlayerId(0)),
            "b" => Ok(PlayerId(1)),
            other => {
                let [first, second] = &self.game.players;
                Err(PositionError::new(place, format!("`{other}` is no side to move"))
                    .help(format!("write `w` for {} or `b` for {}", first.name, second.name)))
            }
        }
    }

    fn rights(&mut self, place: Range<usize>) -> Read<u64> {
        let text = &self.text[place.clone()];
        let mut rights = 0;
        if text == "-" {
            return Ok(0);
        }
        if !self.game.needs.rights {
            return Err(PositionError::new(place, format!("`{text}`: this game has no castling"))
                .help("write `-`"));
        }
        for (at, letter) in text.char_indices() {
            let place = place.start + at..place.start + at + letter.len_utf8();
            let named = |by_file: bool| {
                self.game.rights.iter().position(|r| {
                    if by_file { r.file_letter == letter } else { r.letter == Some(letter) }
                })
            };
            let Some(number) = named(false).or_else(|| named(true)) else {
                let mut known: Vec<char> =
                    self.game.rights.iter().map(|r| r.letter.unwrap_or(r.file_letter)).collect();
                known.dedup();
                return Err(PositionError::new(
                    place,
                    format!("`{letter}` is no castling right of this game"),
                )
                .help(format!(
                    "the rights are {}; `-` for none",
                    known.into_iter().collect::<String>()
                )));
            };
            if rights >> number & 1 != 0 {
                return Err(PositionError::new(
                    place,
                    format!("the right `{letter}` is written twice"),
                ));
            }
            rights |= 1 << number;
            self.rights.push((number, place));
        }
        Ok(rights)
    }

    /// The squares of the trail field, each with its place.
    fn trail_cells(&self, place: Range<usize>) -> Read<Vec<(Cell, Range<usize>)>> {
        let text = &self.text[place.clone()];
        if text == "-" {
            return Ok(Vec::new());
        }
        let mut cells: Vec<(Cell, Range<usize>)> = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = first + rest[first..].bytes().take_while(u8::is_ascii_digit).count();
            let here = place.start + at..place.start + at + length;
            let cell = read_cell(self.game, &rest[..length])
                .filter(|_| rest.starts_with(|c: char| c.is_ascii_lowercase()));
            let Some(cell) = cell else {
                return Err(PositionError::new(here, format!("`{}` is no square of the board", &rest[..length]))
                    .help("here stand the squares that the last move passed and on which it can be captured, or `-`"));
            };
            if cells.iter().any(|(c, _)| *c == cell) {
                return Err(PositionError::new(
                    here,
                    format!("{} is written twice", &rest[..length]),
                ));
            }
            cells.push((cell, here));
            at += length;
        }
        Ok(cells)
    }

    fn number(&self, place: Range<usize>, what: &str) -> Read<u32> {
        let text = &self.text[place.clone()];
        let plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| plain).ok_or_else(|| {
            PositionError::new(place, format!("`{text}` is not {what}"))
                .help("write a whole number")
        })
    }
}

fn letter_follows(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What is written for several gaps side by side, which are read as one number.
fn all_its_digits(digits: &str) -> String {
    let single: Vec<String> = digits.chars().map(String::from).collect();
    let sum: u32 = digits.chars().filter_map(|c| c.to_digit(10)).sum();
    let (parts, whole) = (single.join(" and "), "a number is read with all its digits");
    if single.len() > 3 { whole.to_owned() } else { format!("{whole}: for {parts} write `{sum}`") }
}
