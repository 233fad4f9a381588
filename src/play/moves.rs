//! A move: what it does to a position.

use crate::ids::{Cell, Code, PieceId, RuleId};
use crate::ir::Game;
use smallvec::SmallVec;

/// The partner of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Partner {
    /// What it is.
    pub piece: Code,
    /// Where it stood.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

/// The second part of a move, where every move has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// What is put.
    pub code: Code,
    /// Where it stood; [`Cell::NONE`] if it is a further one.
    pub from: Cell,
    /// Where it is put.
    pub to: Cell,
}

/// What few moves do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Cells whose pieces change sides.
    pub flips: SmallVec<[Cell; 4]>,
    /// How many of them, the first ones, the piece itself walked over; the others follow from where it stands.
    pub walked: u8,
    /// Where something is put besides, and what.
    pub placed: Option<(Cell, Code)>,
    /// The second part.
    pub second: Option<Second>,
}

/// A move. Two moves with the same effect are one ([`Move::same_effect`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rule that made it.
    pub rule: RuleId,
    /// The piece that moves or is dropped.
    pub piece: Code,
    /// Where it stood; [`Cell::NONE`] of a drop.
    pub from: Cell,
    /// Where a dropped piece was put before it went on; [`Cell::NONE`] of a move.
    pub entry: Cell,
    /// Where it stands afterwards; [`Cell::NONE`] of a pass.
    pub to: Cell,
    /// What it is afterwards.
    pub becomes: Code,
    /// Cells whose pieces are removed, in the order of the walk.
    pub captures: SmallVec<[Cell; 2]>,
    /// How many of the captures, the last ones, are shots: made after the piece came to stand.
    pub shots: u8,
    /// The cell of the opponent's trail on which it captures; [`Cell::NONE`] if it does not.
    pub on_trail: Cell,
    /// The partner of a castling.
    pub partner: Option<Partner>,
    /// Cells passed that can be captured on.
    pub trail: SmallVec<[Cell; 2]>,
    /// What it does besides.
    pub effects: Option<Box<Effects>>,
}

impl Move {
    /// Whether it puts a piece from the hand on the board.
    #[must_use]
    pub fn is_drop(&self) -> bool {
        self.entry.is_some()
    }

    /// The piece that the hand loses by it; none if it is no drop, or there are always more of them.
    #[must_use]
    pub fn from_hand(&self, game: &Game) -> Option<PieceId> {
        let piece = game.piece_of(self.piece).filter(|p| self.is_drop() && !p.unlimited)?;
        Some(piece.captured_as)
    }

    /// Passing, by the rule that allows it.
    #[must_use]
    pub fn pass(rule: RuleId) -> Self {
        Self {
            rule,
            piece: Code::EMPTY,
            from: Cell::NONE,
            entry: Cell::NONE,
            to: Cell::NONE,
            becomes: Code::EMPTY,
            captures: SmallVec::new(),
            shots: 0,
            on_trail: Cell::NONE,
            partner: None,
            trail: SmallVec::new(),
            effects: None,
        }
    }

    /// Cells whose pieces change sides.
    #[must_use]
    pub fn flips(&self) -> &[Cell] {
        self.effects.as_ref().map_or(&[], |e| &e.flips)
    }

    /// Where something is put besides the piece that moves, and what.
    #[must_use]
    pub fn placed(&self) -> Option<(Cell, Code)> {
        self.effects.as_ref().and_then(|e| e.placed)
    }

    /// The second part.
    #[must_use]
    pub fn second(&self) -> Option<Second> {
        self.effects.as_ref().and_then(|e| e.second)
    }

    /// Whether it changes no more than the piece that moves, and what it captures; its second part aside.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.effects.as_ref().is_none_or(|e| e.flips.is_empty() && e.placed.is_none())
    }

    /// Whether it does nothing but pass the turn.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        !self.to.is_some()
    }

    /// Whether the piece changes.
    #[must_use]
    pub fn promotes(&self) -> bool {
        self.becomes != self.piece
    }

    /// Whether the piece stays where and what it is: a shot in place.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.from == self.to && !self.promotes() && self.partner.is_none()
    }

    /// What the move does, whoever does it and by whichever way: equal if and only if two moves of one position lead to the
    /// same position.
    #[must_use]
    pub fn effect(&self) -> impl Ord + use<> {
        let mut changes: Vec<(Cell, Code)> =
            self.captures.iter().map(|c| (*c, Code::EMPTY)).collect();
        if !self.is_in_place() {
            changes.extend([(self.from, Code::EMPTY), (self.to, self.becomes)]);
        }
        if let Some(partner) = &self.partner {
            changes.extend([(partner.from, Code::EMPTY), (partner.to, partner.piece)]);
        }
        changes.extend(self.placed());
        if let Some(Second { code, from, to }) = self.second() {
            // What is put somewhere last stands there.
            changes.retain(|(cell, _)| *cell != to);
            changes.extend(Some((from, Code::EMPTY)).filter(|(cell, _)| cell.is_some()));
            changes.push((to, code));
        }
        changes.sort_unstable();
        let mut flips: SmallVec<[Cell; 4]> = self.flips().into();
        flips.sort_unstable();
        let mut trail = self.trail.clone();
        trail.sort_unstable();
        let dropped = if self.is_drop() { self.piece } else { Code::EMPTY };
        (changes, dropped, trail, flips)
    }

    /// Whether two moves of one position lead to the same position.
    #[must_use]
    pub fn same_effect(&self, other: &Self) -> bool {
        self.effect() == other.effect()
    }

    /// Every cell whose content it changes.
    pub fn touched(&self) -> impl Iterator<Item = Cell> + '_ {
        let partner = self.partner.iter().flat_map(|p| [p.from, p.to]);
        let moves = !self.is_in_place();
        let own = [self.from, self.to].into_iter().filter(move |c| moves && c.is_some());
        let besides = self.flips().iter().copied().chain(self.placed().map(|(cell, _)| cell));
        let second = self.second().into_iter().flat_map(|s| [s.from, s.to]);
        let besides = besides.chain(second.filter(|c| c.is_some()));
        own.chain(self.captures.iter().copied()).chain(partner).chain(besides)
    }
}
