//! Reads the fields of a position's text, with the place of every fault.

use crate::ids::{Cell, PlayerId};
use crate::ir::Game;
use crate::notation::error::PositionError;
use crate::notation::position::read_cell;
use crate::notation::trail;
use crate::play::Position;
use std::ops::Range;

pub(super) type Read<T> = Result<T, PositionError>;

/// Reads one text.
pub(super) struct Reader<'a> {
    pub(super) game: &'a Game,
    pub(super) text: &'a str,
    pub(super) fields: Vec<Range<usize>>,
    /// Rights that are written, and where.
    pub(super) rights: Vec<(usize, Range<usize>)>,
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
        if let Some(fault) = self.rows_apart() {
            return Err(fault);
        }
        if self.is_sfen(&first) {
            self.sfen(first, &mut position)?;
            return Ok(position);
        }
        let placement = self.hands(first, &mut position)?;
        self.placement(placement, &mut position)?;
        let mut next = 1;
        if let Some(place) = self.take(&mut next, |_| true) {
            position.side = self.side(place)?;
        }
        // Some programs leave fields out that a game never fills, and go on with the numbers.
        if let Some(place) = self.take(&mut next, |text| !is_number(text)) {
            position.rights = self.rights(place, &position)?;
        }
        let trail = self.take(&mut next, |text| !is_number(text) && !text.contains('+'));
        let counted = self.checks(&mut next, &mut position)?;
        if let Some(place) = self.take(&mut next, |_| true) {
            position.clock = self.number(place, "the number of quiet plies")?;
        }
        if let Some(place) = self.take(&mut next, |_| true) {
            position.number = self.number(place, "the number of the move")?;
        }
        if !counted {
            self.checks(&mut next, &mut position)?;
        }
        self.nothing_behind(next)?;
        if let Some(place) = trail {
            let cells = self.trail_cells(place.clone())?;
            position.trail = trail::find(self.game, &position, &cells, place)?;
        }
        Ok(position)
    }

    /// What is wrong with the parts of the text, each by itself.
    pub(super) fn faults(&mut self) -> Vec<PositionError> {
        let mut position = Position::empty(self.game);
        let mut all = Vec::new();
        let Some(first) = self.fields.first().cloned().filter(|first| !self.is_sfen(first)) else {
            return all;
        };
        if let Some(fault) = self.rows_apart() {
            return vec![fault];
        }
        let squares = self.text[first.clone()].find('[').map_or(first.end, |at| first.start + at);
        let placement = match self.hands(first.clone(), &mut position) {
            Ok(placement) => placement,
            Err(fault) => {
                all.push(fault);
                first.start..squares
            }
        };
        all.extend(self.placement_faults(placement, &mut position));
        // What these two name depends on where the pieces stand.
        let placed = all.is_empty();
        let free = self.game.rights.iter().any(|right| right.anywhere);
        let mut next = 1;
        if let Some(place) = self.take(&mut next, |_| true) {
            all.extend(self.side(place).err());
        }
        let rights = self.take(&mut next, |text| !is_number(text));
        if let Some(place) = rights.filter(|_| placed || !free) {
            all.extend(self.rights(place, &position).err());
        }
        if let Some(place) = self.take(&mut next, |t| !is_number(t) && !t.contains('+')) {
            match self.trail_cells(place.clone()) {
                Ok(cells) if placed => {
                    all.extend(trail::find(self.game, &position, &cells, place).err());
                }
                Ok(_) => {}
                Err(fault) => all.push(fault),
            }
        }
        let counted = self.checks(&mut next, &mut position);
        let behind = !matches!(counted, Ok(true));
        all.extend(counted.err());
        for what in ["the number of quiet plies", "the number of the move"] {
            if let Some(place) = self.take(&mut next, |_| true) {
                all.extend(self.number(place, what).err());
            }
        }
        if behind {
            all.extend(self.checks(&mut next, &mut position).err());
        }
        all.extend(self.nothing_behind(next).err());
        all
    }

    /// The next field, if its text is as wanted.
    fn take(&self, next: &mut usize, wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
        let place = self.fields.get(*next).cloned().filter(|p| wanted(&self.text[p.clone()]))?;
        *next += 1;
        Some(place)
    }

    pub(super) fn nothing_behind(&self, next: usize) -> Read<()> {
        let Some(extra) = self.fields.get(next) else { return Ok(()) };
        let place = extra.start..self.text.len();
        Err(PositionError::new(place, "the position ends before this").help("leave it out"))
    }

    /// Reads the field of checks, in a game that counts them: those that either player must still give, `3+3`, or those that
    /// he has given, `+0+0`; says whether it is there. Without it none has been given.
    fn checks(&mut self, next: &mut usize, position: &mut Position) -> Read<bool> {
        let Some(place) = self.take(next, |text| text.contains('+')) else { return Ok(false) };
        let Some(most) = self.game.needs.checks else {
            let text = &self.text[place.clone()];
            return Err(PositionError::new(
                place,
                format!("`{text}` counts checks, and no end of this game does"),
            )
            .help("leave it out, or let an end count them: `end checks 3 wins`"));
        };
        let text = &self.text[place.clone()];
        let (given, numbers) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let small = |part: &str| part.parse::<u8>().ok().filter(|n| *n <= most);
        let read = numbers.split_once('+').and_then(|(a, b)| Some([small(a)?, small(b)?]));
        let Some(read) = read else {
            let message = format!("`{text}` does not say how many checks are still to be given");
            let help = "those of the first player, then those of the second";
            return Err(
                PositionError::new(place, message).help(format!("write `{most}+{most}`: {help}"))
            );
        };
        position.checks = if given { read } else { read.map(|n| most - n) };
        Ok(true)
    }

    pub(super) fn side(&self, place: Range<usize>) -> Read<PlayerId> {
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
                )
                .help("leave one of them out")
                .instead(""));
            }
            cells.push((cell, here));
            at += length;
        }
        Ok(cells)
    }

    pub(super) fn number(&self, place: Range<usize>, what: &str) -> Read<u32> {
        let text = &self.text[place.clone()];
        let plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| plain).ok_or_else(|| {
            PositionError::new(place, format!("`{text}` is not {what}"))
                .help("write a whole number")
        })
    }
}

/// Whether a field can only be a number.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
