//! Reads what the players hold: in brackets `[Nn]` or behind a slash `/Nn` (the letters of both players, capitals the first
//! player's), or as SFEN writes it: in a field of its own, a number before the letter.

use crate::ids::{PieceId, PlayerId};
use crate::notation::error::PositionError;
use crate::notation::fields::{Read, Reader, is_number};
use crate::notation::words::with_article;
use crate::play::Position;
use std::ops::Range;

/// Word that may stand before a position of that kind.
const SFEN: &str = "sfen";

impl Reader<'_> {
    /// Reads the hands that stand in the field of the placement; gives what is left of the field.
    pub(super) fn hands(&self, field: Range<usize>, position: &mut Position) -> Read<Range<usize>> {
        let text = &self.text[field.clone()];
        if let Some(at) = text.find('[') {
            self.in_brackets(field.start + at..field.end, position)?;
            return Ok(field.start..field.start + at);
        }
        let slash = text.rfind('/').filter(|at| self.is_hands(text, *at));
        let Some(at) = slash.map(|at| field.start + at) else { return Ok(field) };
        self.held(at + 1..field.end, position, false)?;
        Ok(field.start..at)
    }

    /// Whether what stands behind a slash is a rank too many, and all its pieces can be in hand.
    fn is_hands(&self, text: &str, slash: usize) -> bool {
        let ranks = usize::from(self.game.topology.ranks);
        let last = &text[slash + 1..];
        let droppable = |letter: char| {
            let mut held = self.game.piece_ids().filter(|id| self.game.is_held(*id));
            held.any(|id| self.game.piece(id).letter.starts_with(letter.to_ascii_uppercase()))
        };
        self.game.needs.hands
            && text.matches('/').count() == ranks
            && last.chars().all(|c| droppable(c) || matches!(c, '+' | '\'' | '~'))
    }

    fn in_brackets(&self, place: Range<usize>, position: &mut Position) -> Read<()> {
        let unlimited = self.game.pieces.iter().any(|p| p.unlimited && p.droppable);
        if !self.game.needs.hands && !unlimited {
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
        if &self.text[place.clone()] == "[-]" {
            return Ok(());
        }
        self.held(place.start + 1..place.end - 1, position, false)
    }

    /// Reads letters of pieces in hand; with a number before each, if `numbers`.
    fn held(&self, place: Range<usize>, position: &mut Position, numbers: bool) -> Read<()> {
        let mut at = place.start;
        while at < place.end {
            let rest = &self.text[at..place.end];
            let digits = rest.bytes().take_while(|b| numbers && b.is_ascii_digit()).count();
            let (length, code) = self.piece(&rest[digits..], at + digits)?;
            let whole = at..at + digits + length;
            let (piece, player) =
                (code.piece().unwrap_or(PieceId(0)), code.player().unwrap_or(PlayerId(0)));
            if !self.game.is_held(piece) {
                return Err(PositionError::new(
                    whole,
                    format!(
                        "{} cannot be in hand: nothing drops it",
                        with_article(&self.game.piece(piece).title)
                    ),
                ));
            }
            // Of these there are always enough.
            if self.game.piece(piece).unlimited {
                at = whole.end;
                continue;
            }
            let count = if digits == 0 { Some(1) } else { rest[..digits].parse::<u8>().ok() };
            let held = &mut position.hands[player.index()][piece.index()];
            let more = count.filter(|n| *n > 0).and_then(|n| held.checked_add(n));
            *held = more.ok_or_else(|| {
                let message = match count {
                    Some(0) => "none of a piece in hand: leave it out",
                    _ => "more than 255 of a piece in one hand",
                };
                PositionError::new(whole.clone(), message)
            })?;
            at = whole.end;
        }
        Ok(())
    }

    /// Whether the text is a position in SFEN: `RANKS SIDE HANDS NUMBER`, in a game with hands. It says so
    /// itself, or no other kind of position has these fields: where there are castling rights, the third are these.
    pub(super) fn is_sfen(&self, first: &Range<usize>) -> bool {
        let field = |n: usize| self.fields.get(n).map_or("", |place| &self.text[place.clone()]);
        if &self.text[first.clone()] == SFEN {
            return self.game.needs.hands;
        }
        let text = &self.text[first.clone()];
        let slashes = text.matches('/').count() + 1;
        let bare = !text.contains('[') && slashes == usize::from(self.game.topology.ranks);
        let held = !matches!(field(2), "" | "-") && !is_number(field(2));
        self.game.needs.hands
            && !self.game.needs.rights
            && bare
            && ((self.fields.len() == 4 && is_number(field(3)) && !is_number(field(2)))
                || (self.fields.len() == 3 && held))
    }

    /// Reads such a position: `b` (black) is the first player, `w` the second; the number counts plies from 1.
    pub(super) fn sfen(&mut self, first: Range<usize>, position: &mut Position) -> Read<()> {
        if &self.text[first.clone()] == SFEN {
            self.fields.remove(0);
        }
        let end = self.text.len();
        let field = |n: usize| self.fields.get(n).cloned();
        self.placement(field(0).unwrap_or(end..end), position)?;
        if let Some(place) = field(1) {
            position.side = self.side(place)?.other();
        }
        if let Some(place) = field(2).filter(|p| &self.text[p.clone()] != "-") {
            self.held(place, position, true)?;
        }
        if let Some(place) = field(3) {
            let plies = self.number(place, "the number of the move")?;
            position.number = plies.saturating_sub(1) / 2 + 1;
        }
        self.nothing_behind(4)
    }
}
