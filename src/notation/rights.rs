//! Castling rights as letters: `K` and `Q` for the outermost partner on either side of the king, else the letter of the
//! partner's file (X-FEN); letters of files throughout are read too (Shredder-FEN). Small letters are the second player's.

use crate::ids::Rights;
use crate::ir::{Game, Right};
use crate::notation::error::PositionError;
use crate::notation::fields::{Read, Reader};
use crate::notation::words::with_article;
use crate::play::Position;
use std::ops::Range;

/// Whether king and partner of a right stand where they begin.
#[must_use]
pub fn at_home(position: &Position, right: &Right) -> bool {
    position.at(right.king.1) == right.king.0 && position.at(right.partner.1) == right.partner.0
}

/// The right that a letter names in this position, by its number; none if the game has no such right, or the pieces of a
/// castling from any square do not stand so that it could be meant.
#[must_use]
pub fn right_by_letter(game: &Game, position: &Position, letter: char) -> Option<usize> {
    let find = |wanted: &dyn Fn(&Right) -> bool| game.rights.iter().position(wanted);
    find(&|r| r.letter == Some(letter))
        .or_else(|| outermost(game, position, letter))
        .or_else(|| find(&|r| r.file_letter == letter && (!r.anywhere || at_home(position, r))))
}

/// Of the castlings from any square: the right whose partner stands furthest out on the side that `K` or `Q` names.
fn outermost(game: &Game, position: &Position, letter: char) -> Option<usize> {
    let east = match letter.to_ascii_uppercase() {
        'K' => true,
        'Q' => false,
        _ => return None,
    };
    let meant = |r: &Right| {
        let side = distance(game, r);
        r.anywhere
            && (side > 0) == east
            && r.file_letter.is_uppercase() == letter.is_uppercase()
            && at_home(position, r)
    };
    let all = game.rights.iter().enumerate().filter(|(_, r)| meant(r));
    all.max_by_key(|(_, r)| distance(game, r).abs()).map(|(number, _)| number)
}

/// How many files the partner stands to the right of the king.
fn distance(game: &Game, right: &Right) -> i32 {
    let file = |cell| i32::from(game.topology.place(cell).0);
    file(right.partner.1) - file(right.king.1)
}

/// The letter by which a right is written in this position.
#[must_use]
pub fn right_letter(game: &Game, position: &Position, number: usize) -> char {
    let right = &game.rights[number];
    if !right.anywhere {
        return right.letter.unwrap_or(right.file_letter);
    }
    let outer = if distance(game, right) > 0 { 'K' } else { 'Q' };
    let outer = if right.file_letter.is_uppercase() { outer } else { outer.to_ascii_lowercase() };
    if outermost(game, position, outer) == Some(number) { outer } else { right.file_letter }
}

/// The rights of a position, as letters; `-` for none.
#[must_use]
pub fn rights_text(game: &Game, position: &Position) -> String {
    let kept = (0..game.rights.len()).filter(|i| position.rights >> i & 1 != 0);
    let mut letters: Vec<(u8, u8, char)> = kept
        .map(|number| {
            let letter = right_letter(game, position, number);
            let side = |wanted: char| letter.eq_ignore_ascii_case(&wanted);
            let is_file = letter == game.rights[number].file_letter;
            let order = if is_file { 2 } else { u8::from(!side('K')) };
            (game.rights[number].player.0, order, letter)
        })
        .collect();
    letters.sort_unstable();
    if letters.is_empty() {
        return "-".to_owned();
    }
    letters.into_iter().map(|(_, _, l)| l).collect()
}

/// Letters that name a right in this position.
#[must_use]
pub fn known_letters(game: &Game, position: &Position) -> Vec<char> {
    let named =
        |number: &usize| !game.rights[*number].anywhere || at_home(position, &game.rights[*number]);
    let numbers = (0..game.rights.len()).filter(named);
    let mut letters: Vec<char> = numbers.map(|n| right_letter(game, position, n)).collect();
    let mut seen = Vec::new();
    letters.retain(|letter| {
        !seen.contains(letter) && {
            seen.push(*letter);
            true
        }
    });
    letters
}

impl Reader<'_> {
    pub(super) fn rights(&mut self, place: Range<usize>, position: &Position) -> Read<Rights> {
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
            let Some(number) = right_by_letter(self.game, position, letter) else {
                return Err(self.no_right(letter, place, position));
            };
            if rights >> number & 1 != 0 {
                return Err(PositionError::new(
                    place,
                    format!("the right `{letter}` is written twice"),
                )
                .help("leave one of them out")
                .instead(""));
            }
            rights |= 1 << number;
            self.rights.push((number, place));
        }
        Ok(rights)
    }

    fn no_right(&self, letter: char, place: Range<usize>, position: &Position) -> PositionError {
        let known: String = known_letters(self.game, position).into_iter().collect();
        let player = usize::from(letter.is_lowercase());
        let free = self.game.rights.iter().find(|r| r.anywhere && r.player.index() == player);
        let title = |code| self.game.piece_of(code).map_or("", |p| p.title.as_str());
        let error = match free {
            Some(right) => PositionError::new(
                place,
                format!(
                    "`{letter}` is no castling right here: no {} stands where castling begins with {} on that side or file",
                    title(right.king.0),
                    with_article(title(right.partner.0))
                ),
            ),
            None => {
                PositionError::new(place, format!("`{letter}` is no castling right of this game"))
            }
        };
        if known.is_empty() {
            return error.help("write `-`");
        }
        error.help(format!("the rights are {known}; `-` for none"))
    }
}
