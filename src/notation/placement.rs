//! Reads the placement of the pieces: ranks, gaps, letters.

use crate::ids::{Code, PlayerId};
use crate::ir::Game;
use crate::notation::error::PositionError;
use crate::notation::fields::{Read, Reader};
use crate::notation::position::{cell_name, piece_by_letter};
use crate::notation::words::{counted, counted_rows};
use crate::play::Position;
use std::ops::Range;

/// Whether a text was written for the board of a game, whatever else is wrong with it: it has as many rows, and most of them are
/// as long.
#[must_use]
pub fn is_for_board(game: &Game, text: &str) -> bool {
    let squares = text.split(|c: char| c.is_whitespace() || c == '[').next().unwrap_or("");
    are_rows(game, &squares.split('/').collect::<Vec<_>>())
}

fn are_rows(game: &Game, rows: &[&str]) -> bool {
    let files = u32::from(game.topology.files);
    let whole = rows.iter().filter(|row| squares_of(row) == Some(files)).count();
    rows.len() == usize::from(game.topology.ranks) && 2 * whole > rows.len()
}

/// How many squares a row speaks of, whatever its letters; none if something else stands in it.
fn squares_of(row: &str) -> Option<u32> {
    let (mut sum, mut rest) = (0_u32, row);
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        sum = match c {
            '+' | '\'' | '~' => sum,
            '*' => sum + 1,
            _ if c.is_ascii_alphabetic() => sum + 1,
            _ => sum.checked_add(rest[..digits].parse().ok()?)?,
        };
        rest = &rest[digits.max(1)..];
    }
    Some(sum)
}

impl Reader<'_> {
    /// Rows with spaces or another sign between them.
    pub(super) fn rows_apart(&self) -> Option<PositionError> {
        const SIGNS: &[char] = &['\\', '|', ',', ';', ':', '.', '-', '_'];
        let ranks = usize::from(self.game.topology.ranks);
        let first = self.fields.first().filter(|_| ranks > 1)?;
        let squares = &self.text[first.clone()];
        let (rows, end) = match SIGNS.iter().find(|sign| squares.contains(**sign)) {
            Some(sign) => (squares.split(*sign).collect(), first.end),
            None => {
                let places = self.fields.get(..ranks)?;
                let rows = places.iter().map(|place| &self.text[place.clone()]).collect();
                (rows, places.last()?.end)
            }
        };
        let rows: Vec<&str> = rows;
        are_rows(self.game, &rows).then(|| {
            let message = "between the rows of a position stands `/`, and nothing else";
            PositionError::new(first.start..end, message)
                .help("write `/` between the rows")
                .instead(rows.join("/"))
        })
    }

    pub(super) fn placement(&self, place: Range<usize>, position: &mut Position) -> Read<()> {
        match self.placement_faults(place, position).into_iter().next() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    /// Reads the rows; gives what is wrong with them, and behind that what is with their number.
    pub(super) fn placement_faults(
        &self,
        place: Range<usize>,
        position: &mut Position,
    ) -> Vec<PositionError> {
        let ranks = self.game.topology.ranks;
        let mut rows = Vec::new();
        let mut start = place.start;
        for row in self.text[place.clone()].split('/') {
            rows.push(start..start + row.len());
            start += row.len() + 1;
        }
        let nothing = rows.iter().position(|row| row.is_empty() && rows.len() > 1);
        if let Some(row) = nothing.filter(|_| rows.len() == usize::from(ranks) + 1) {
            let at = rows[row].start.saturating_sub(1).max(place.start);
            let fault = PositionError::new(at..at + 1, "two `/` without a row between them");
            return vec![fault.help("leave one of them out")];
        }
        let read = rows.iter().zip((0..ranks).rev());
        let mut faults: Vec<Vec<PositionError>> =
            read.map(|(row, rank)| self.row(row.clone(), rank, position)).collect();
        // A position of another size: each row is wrong for the same reason.
        let other_size = faults.len() > 1 && faults.iter().all(|row| !row.is_empty());
        if other_size {
            faults.truncate(1);
            faults.iter_mut().for_each(|row| row.truncate(1));
        }
        let mut faults = faults.concat();
        if !other_size && rows.len() != usize::from(ranks) {
            let at = rows
                .get(usize::from(ranks))
                .map_or(place.end..place.end, |r| r.start - 1..place.end);
            let all = usize::from(ranks);
            let help = match (all.saturating_sub(rows.len()), rows.len().saturating_sub(all)) {
                (0, more) => format!("take {} out", counted(more, "row")),
                (missing, _) => format!("write {} more", counted(missing, "row")),
            };
            let order = format!("rows are written from the top, rank {ranks} first");
            faults.push(
                PositionError::new(at, counted_rows(rows.len(), ranks))
                    .help(format!("{help}: {order}, with `/` between them")),
            );
        }
        faults
    }

    /// Reads a row; gives what is wrong with it.
    fn row(&self, place: Range<usize>, rank: u16, position: &mut Position) -> Vec<PositionError> {
        let files = self.game.topology.files;
        let (mut file, mut at, mut faults) = (0u16, place.start, Vec::new());
        while at < place.end {
            let rest = &self.text[at..place.end];
            let (length, filled) = match self.token(rest, at, rank, file, position) {
                Ok(read) => read,
                // An unknown letter fills one square like any other.
                Err(fault) if fault.start == at && is_piece(&self.text[at..fault.end]) => {
                    let length = fault.end - at;
                    faults.push(fault);
                    (length, 1)
                }
                Err(fault) => {
                    faults.push(fault);
                    return faults;
                }
            };
            if filled > u32::from(files - file) {
                let row = &self.text[place.clone()];
                let fault = PositionError::new(
                    at..at + length,
                    format!("rank {} (`{row}`) fills more than its {files} files", rank + 1),
                );
                faults.push(
                    fault.help("take a letter out, or make a number of empty squares smaller"),
                );
                return faults;
            }
            file += u16::try_from(filled).unwrap_or(files);
            at += length;
        }
        if file < files {
            let row = &self.text[place.clone()];
            let fault = PositionError::new(
                place,
                format!("rank {} (`{row}`) fills {file} of {files} files", rank + 1),
            );
            faults.push(fault.help("write a letter for each piece and a number for so many empty squares; ranks come from the top"));
        }
        faults
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
            if let (Some(cell), Some(piece)) = (exists, self.game.only_neutral()) {
                position.board[cell.index()] = Code::neutral(piece);
            } else if let Some(cell) = exists {
                return Err(PositionError::new(
                    at..at + 1,
                    format!("`*` is a missing square, and {} exists", cell_name(self.game, cell)),
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
                    "a piece cannot stand on {}: the board has no such square",
                    cell_name(self.game, cell)
                );
                return Err(PositionError::new(at..at + length, message)
                    .help("write `*` for a missing square"));
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
                .help(all_its_digits(digits, files)));
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
                    "a number counts empty squares that exist; write `*` for each missing square",
                ));
            }
        }
        Ok(count)
    }

    /// Reads a piece: its length in bytes and its code.
    pub(super) fn piece(&self, rest: &str, at: usize) -> Read<(usize, Code)> {
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
            )
            .help("write a letter for each piece, a number for so many empty squares, and `/` between rows"));
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
        Ok((length, self.game.code(piece, player)))
    }
}

fn is_piece(text: &str) -> bool {
    text.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphabetic())
}

fn letter_follows(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What is written for several gaps side by side, which are read as one number.
fn all_its_digits(digits: &str, files: u16) -> String {
    let single: Vec<String> = digits.chars().map(String::from).collect();
    let sum: u32 = digits.chars().filter_map(|c| c.to_digit(10)).sum();
    let (parts, whole) = (single.join(" and "), "a number is read with all its digits");
    match single.len() {
        2..=3 if (1..=u32::from(files)).contains(&sum) => {
            format!("{whole}: for {parts} write `{sum}`")
        }
        1 => format!("write a number from 1 to {files}"),
        _ => format!("{whole}: write one from 1 to {files}"),
    }
}
