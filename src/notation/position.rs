//! Positions as text (FEN), out and the parts that in and out share. Reading the fields is in `read_fields`.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1
//! placement                                   hands side rights trail clock number
//! ```

use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::Game;
use crate::notation::error::PositionError;
use crate::notation::fields::Reader;
use crate::notation::rights::rights_text;
use crate::notation::trail;
use crate::play::{Fault, Move, Position};
use std::fmt::Write;

/// Longest text that is read at all, in bytes.
const LONGEST: usize = 4_096;

/// The name of a cell, as `e4`.
#[must_use]
pub fn cell_name(game: &Game, cell: Cell) -> String {
    let (file, rank) = game.topology.place(cell);
    format!("{}{}", file_letter(file), rank + 1)
}

/// The letter of a file, counted from 0.
#[must_use]
pub fn file_letter(file: u16) -> char {
    char::from(b'a' + u8::try_from(file).unwrap_or(25).min(25))
}

/// The existing cell of that name, in either case.
#[must_use]
pub fn read_cell(game: &Game, name: &str) -> Option<Cell> {
    let mut letters = name.chars();
    let file =
        u16::from(u8::try_from(letters.next()?.to_ascii_lowercase()).ok()?.checked_sub(b'a')?);
    let digits = letters.as_str();
    let plain = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && !digits.starts_with('0');
    let rank: u16 = if plain { digits.parse().ok()? } else { return None };
    game.topology.at(file, rank - 1).filter(|c| game.topology.exists.contains(*c))
}

/// A piece's letter in a player's case.
pub(super) fn cased(letter: &str, player: PlayerId) -> String {
    if player == PlayerId(0) { letter.to_owned() } else { letter.to_lowercase() }
}

/// The letter of what stands on a cell, in its owner's case.
pub(super) fn code_letter(game: &Game, code: Code) -> String {
    match (game.piece_of(code), code.player()) {
        (Some(piece), Some(player)) => cased(&piece.letter, player),
        (Some(piece), None) => piece.letter.clone(),
        _ => String::new(),
    }
}

/// Reads a position: missing trailing fields get defaults (no rights, no trail, clock 0, move 1).
///
/// # Errors
/// At the first place where the text is no position of the game, or where it says what cannot be: a piece on a missing cell, a
/// right without its pieces, a trail that no piece can have left, a royal piece that the player to move could take.
pub fn read_position(game: &Game, text: &str) -> Result<Position, PositionError> {
    if text.len() > LONGEST {
        let end = (LONGEST..).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len());
        return Err(PositionError::new(
            end..end,
            format!("a position has at most {LONGEST} characters; this text has {}", text.len()),
        ));
    }
    let mut reader = Reader::new(game, text);
    let position = reader.position()?;
    gate(game, &position, &reader)?;
    Ok(position)
}

/// Most faults of one text that are told.
const MOST_FAULTS: usize = 8;

/// Everything that is wrong with the text of a position, in its order; nothing of one that is none of the game only as a whole
/// is said beside what is wrong with a part. Empty if [`read_position`] reads it.
#[must_use]
pub fn position_faults(game: &Game, text: &str) -> Vec<PositionError> {
    let Err(first) = read_position(game, text) else { return Vec::new() };
    if text.len() > LONGEST {
        return vec![first];
    }
    let mut all: Vec<PositionError> = Vec::new();
    for fault in Reader::new(game, text).faults() {
        if !all.iter().any(|known| known.message == fault.message) {
            all.push(fault);
        }
    }
    if !all.contains(&first) {
        return vec![first];
    }
    all.sort_by_key(|fault| fault.start);
    all.truncate(MOST_FAULTS);
    all
}

fn gate(game: &Game, position: &Position, reader: &Reader<'_>) -> Result<(), PositionError> {
    let Some(fault) = position.faults(game).into_iter().next() else { return Ok(()) };
    Err(match fault {
        Fault::Right(number) => {
            let right = &game.rights[number];
            let piece = |(code, cell): (Code, Cell)| {
                format!("{} on {}", code_letter(game, code), cell_name(game, cell))
            };
            let message = format!(
                "the castling right needs {} and {}, and they do not both stand there",
                piece(right.king),
                piece(right.partner)
            );
            PositionError::new(reader.right_place(number), message)
                .help("leave the letter out, or put the pieces where they begin")
        }
        Fault::Royals { player, has, needs } => {
            let royal = game.pieces.iter().filter(|p| p.royal).map(|p| p.letter.as_str());
            let message = format!(
                "{} has {has} royal pieces ({}) here and {needs} at the start; no rule changes that number",
                game.players[player.index()].name,
                royal.collect::<Vec<_>>().join(" ")
            );
            PositionError::new(reader.placement_place(), message).help(
                "a royal piece is never captured: put it on the board, or take the others off",
            )
        }
        Fault::Several(one, other) => {
            let letter = code_letter(game, position.at(one));
            let (one, other) = (cell_name(game, one), cell_name(game, other));
            let message = format!(
                "a {letter} stands on {one} and another on {other}; every move moves the one that there is"
            );
            PositionError::new(reader.placement_place(), message)
                .help("leave one of them, or none: then the first move puts one on the board")
        }
        Fault::Takeable { royal, attacker } => {
            let name = |cell: Cell| {
                let title = game.piece_of(position.at(cell)).map_or("piece", |p| p.title.as_str());
                format!("{title} on {}", cell_name(game, cell))
            };
            let side = &game.players[position.side.index()].name;
            let other = &game.players[position.side.other().index()].name;
            let message = format!(
                "{side} is to move and could take {other}'s {} with the {}: {other} cannot have moved last",
                name(royal),
                name(attacker)
            );
            PositionError::new(reader.side_place(), message)
                .help("let the other player move, or move a piece")
        }
    })
}

/// Writes a position. `legal` are its legal moves: of the trail, only squares on which one of them captures are written.
#[must_use]
pub fn write_position(game: &Game, position: &Position, legal: &[Move]) -> String {
    let mut text = placement(game, position);
    if game.needs.hands {
        text.push('[');
        for player in PlayerId::BOTH {
            for piece in game.piece_ids() {
                let letter = cased(&game.piece(piece).letter, player);
                text.extend(std::iter::repeat_n(
                    letter.as_str(),
                    usize::from(position.in_hand(player, piece)),
                ));
            }
        }
        text.push(']');
    }
    let trail: String = trail::told(game, position, legal).map(|c| cell_name(game, c)).collect();
    let checks = game.needs.checks.map_or(String::new(), |most| {
        let [first, second] = position.checks.map(|given| most.saturating_sub(given));
        format!("{first}+{second} ")
    });
    let _ = write!(
        text,
        " {} {} {} {checks}{} {}",
        if position.side == PlayerId(0) { 'w' } else { 'b' },
        rights_text(game, position),
        if trail.is_empty() { "-" } else { &trail },
        position.clock,
        position.number
    );
    text
}

fn placement(game: &Game, position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..game.topology.ranks).rev() {
        let mut gap = 0u32;
        for file in 0..game.topology.files {
            let Some(cell) = game.topology.at(file, rank) else { continue };
            let code = position.at(cell);
            if code.is_empty() && game.topology.exists.contains(cell) {
                gap += 1;
                continue;
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
                gap = 0;
            }
            // The only kind of nobody's pieces is written as what other programs write for a blocked cell.
            let only = code.is_neutral() && game.only_neutral().is_some();
            let starred = code.is_empty() || only;
            text.push_str(if starred { "*".to_owned() } else { code_letter(game, code) }.as_str());
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The piece with that letter, as the first player writes it.
pub(super) fn piece_by_letter(game: &Game, letter: &str) -> Option<PieceId> {
    game.piece_ids().find(|id| game.piece(*id).letter == letter)
}
