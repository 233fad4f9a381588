//! Moves as text, in and out.
//!
//! ```text
//! e2-e4        b3xb5xb7       e5xd5-d6        e4:e5          h2-f4:f5       e7-e8=Q    N@e2-e5    f1-i1/j1-h1
//! goes         captures two   en passant      shoots         goes, shoots   promotes   drops      castles
//! a1~b1-c1                    d1-d7/g7
//! b1 changes sides            puts something on g7
//! ```
//! Where every move has a second part, it comes last: `e2-e4/d5`, `e1-g1/h1-f1/d5`, `e7-e8=Q/d5`.
//! Of a castling, a piece that stays is one square: `g1/h1-f1`, `e1-g1/f1`.

use crate::ids::Cell;
use crate::ir::Game;
use crate::notation::position::cell_name;
use crate::notation::wanted::{Form, Reading, read};
use crate::play::reference;
use crate::play::{Move, Position, Wanted, fits};
use std::collections::HashMap;
use std::fmt::Write;

/// The text of a pass.
pub(super) const PASS: &str = "pass";

/// The canonical texts of moves of one position, in their order; no two are the same.
#[must_use]
pub fn move_texts(game: &Game, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|m| move_text(game, m)).collect();
    let mut used: HashMap<String, usize> = HashMap::new();
    for text in &mut texts {
        let times = used.entry(text.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            let _ = write!(text, ".{times}");
        }
    }
    texts
}

fn move_text(game: &Game, played: &Move) -> String {
    if played.is_pass() {
        return PASS.to_owned();
    }
    let mut text = String::new();
    let name = |cell| cell_name(game, cell);
    let start = if played.is_drop() {
        let _ = write!(text, "{}@", game.piece_of(played.piece).map_or("", |p| p.letter.as_str()));
        played.entry
    } else {
        played.from
    };
    text.push_str(&name(start));
    let (way, shots) = ways_and_shots(played);
    for cell in walked_flips(played) {
        let _ = write!(text, "~{}", name(*cell));
    }
    for cell in way.iter().filter(|c| **c != played.to) {
        let _ = write!(text, "x{}", name(*cell));
    }
    let lands = way.contains(&played.to);
    if played.to != start || !way.is_empty() || !walked_flips(played).is_empty() {
        let _ = write!(text, "{}{}", if lands { 'x' } else { '-' }, name(played.to));
    }
    for cell in shots {
        let _ = write!(text, ":{}", name(*cell));
    }
    if let Some((cell, code)) = played.placed() {
        let letter = game.piece_of(code).filter(|_| game.needs.placed > 1);
        let letter = letter.map_or(String::new(), |p| format!("{}@", p.letter));
        let _ = write!(text, "/{letter}{}", name(cell));
    }
    if let Some(partner) = played.partner {
        let _ = write!(text, "/{}", name(partner.from));
        if partner.to != partner.from {
            let _ = write!(text, "-{}", name(partner.to));
        }
    }
    if let Some(kind) = game.base(played.becomes).filter(|_| played.promotes()) {
        let _ = write!(text, "={}", game.piece(kind).letter);
    }
    if let Some(second) = played.second() {
        let _ = write!(text, "/{}", name(second.to));
    }
    text
}

/// Why a text means no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move text: why.
    Text(String),
    /// It names a square that the board does not have.
    NoSquare(String),
    /// It fits several legal moves: their numbers.
    Ambiguous(Vec<usize>),
    /// It asks for something that is not legal.
    Illegal(Wanted),
}

/// Finds the legal move that a text means: its number in `legal`. `texts` are those of [`move_texts`], in the same order.
///
/// A canonical text means its move. Otherwise dashes, `x`, `:` and letters' case are forgiven, then a missing promotion, captures
/// that are not said, and short forms; each time exactly one legal move must fit.
///
/// # Errors
/// If no legal move or more than one fits, or the text is no move text.
pub fn read_move(
    game: &Game,
    position: &Position,
    legal: &[Move],
    texts: &[String],
    text: &str,
) -> Result<usize, MoveError> {
    let text = text.trim();
    if let Some(found) = texts.iter().position(|t| t == text) {
        return Ok(found);
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = flattened(bare);
    // A `+` behind a move is check, but where a piece can become one that is written with it, that is meant.
    let plus = text.ends_with('+');
    let promoted = format!("{plain}=+");
    let becoming = |i: &usize| plus && flattened(&texts[*i]).starts_with(&promoted);
    match (0..texts.len()).filter(becoming).collect::<Vec<_>>().as_slice() {
        [] => {}
        [one] => return Ok(*one),
        several => return Err(MoveError::Ambiguous(several.to_vec())),
    }
    let same: Vec<usize> = (0..texts.len()).filter(|i| flattened(&texts[*i]) == plain).collect();
    // Where a capture is written, a move that does not capture is meant only if nothing that captures fits.
    let (taking, quiet): (Vec<usize>, Vec<usize>) =
        same.into_iter().partition(|i| !says_capture(bare) || !legal[*i].captures.is_empty());
    match taking.as_slice() {
        [] => {}
        [one] => return Ok(*one),
        _ => return Err(MoveError::Ambiguous(taking)),
    }
    let readings = match read(game, position, bare) {
        Err(_) if !quiet.is_empty() => Vec::new(),
        other => other?,
    };
    let fits_taking = |reading: &Reading| {
        let mut numbers = fitting(game, legal, reading);
        let becoming = |i: &usize| texts[*i].contains("=+");
        if plus && numbers.iter().any(becoming) {
            numbers.retain(becoming);
        }
        numbers.retain(|i| quiet.is_empty() || !legal[*i].captures.is_empty());
        numbers
    };
    for reading in &readings {
        match fits_taking(reading).as_slice() {
            [] => {}
            [one] => return Ok(*one),
            several => return Err(MoveError::Ambiguous(several.to_vec())),
        }
    }
    for reading in &readings {
        match shooting(game, legal, reading).as_slice() {
            [] => {}
            [one] => return Ok(*one),
            several => return Err(MoveError::Ambiguous(several.to_vec())),
        }
    }
    match quiet.as_slice() {
        [] => {}
        [one] => return Ok(*one),
        _ => return Err(MoveError::Ambiguous(quiet)),
    }
    if let Some(twin) = readings.iter().find_map(|r| same_elsewhere(game, position, legal, r)) {
        return Ok(twin);
    }
    let first = readings.into_iter().next().map(|r| r.wanted).unwrap_or_default();
    Err(MoveError::Illegal(first))
}

/// Whether a text says that something is captured.
fn says_capture(text: &str) -> bool {
    text.contains(['x', 'X', ':', '*'])
}

/// A text without what is forgiven.
fn flattened(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '-' | 'x' | 'X' | ':' | '*' | '~'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The legal moves that fit a reading, narrowed by what the reading prefers as long as something is left.
fn fitting(game: &Game, legal: &[Move], reading: &Reading) -> Vec<usize> {
    let mut all: Vec<usize> =
        (0..legal.len()).filter(|i| fits(game, &reading.wanted, &legal[*i])).collect();
    if reading.wanted.origin.is_some() {
        all.retain(|i| legal[*i].from.is_some() && reading.wanted.may_begin(game, legal[*i].from));
    }
    let mut narrow = |keep: &dyn Fn(&Move) -> bool| {
        if all.len() > 1 && all.iter().any(|i| keep(&legal[*i])) {
            all.retain(|i| keep(&legal[*i]));
        }
    };
    if reading.form == Form::Short {
        narrow(&|m| !m.is_drop());
    }
    if reading.unnamed {
        narrow(&|m| game.piece_of(m.piece).is_some_and(|p| p.unquiet));
    }
    if reading.captures {
        narrow(&|m| !m.captures.is_empty());
    }
    all
}

/// A short form with a piece may name the square that is shot at: the legal moves that shoot there, those in place first.
fn shooting(game: &Game, legal: &[Move], reading: &Reading) -> Vec<usize> {
    let said = reading.captures && reading.form == Form::Short && reading.wanted.piece.is_some();
    let Some(target) = reading.wanted.to.filter(|_| said) else { return Vec::new() };
    let wanted = Wanted { to: None, ..reading.wanted.clone() };
    let mut all = fitting(game, legal, &Reading { wanted, ..reading.clone() });
    all.retain(|i| {
        let (_, shots) = ways_and_shots(&legal[*i]);
        shots.contains(&target)
    });
    if all.iter().any(|i| legal[*i].is_in_place()) {
        all.retain(|i| legal[*i].is_in_place());
    }
    all
}

/// Cells whose pieces change sides because the piece walks over them. What follows from where it stands is not written.
fn walked_flips(played: &Move) -> &[Cell] {
    let walked = played.effects.as_ref().map_or(0, |e| usize::from(e.walked));
    &played.flips()[..walked]
}

/// Captures on the way, and shots.
fn ways_and_shots(played: &Move) -> (&[Cell], &[Cell]) {
    played.captures.split_at(played.captures.len() - usize::from(played.shots))
}

/// A move that does the very same as another, of another piece or by another way, is not listed: the number of the one that is.
fn same_elsewhere(
    game: &Game,
    position: &Position,
    legal: &[Move],
    reading: &Reading,
) -> Option<usize> {
    let wanted = &reading.wanted;
    let made = match wanted.from {
        Some(from) if position.at(from).player() == Some(position.side) => {
            reference::walks_of(game, position, from)
        }
        None if wanted.drop => reference::drops_of(game, position, wanted.piece?),
        _ => return None,
    };
    let meant = made.iter().find(|m| fits(game, wanted, m))?;
    legal.iter().position(|m| m.same_effect(meant))
}
