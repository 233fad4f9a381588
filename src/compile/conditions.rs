//! Conditions as masks by cell, each distinct one once.
//!
//! ```text
//! enemy & !royal, far | friend       on e8 (in far): {p n b r q}    elsewhere: {P N B R Q K}
//! ```

use crate::ids::{Cell, Code, ConditionId, Mask, PieceId, PlayerId};
use crate::ir::{CellMasks, Condition as Compiled, TrailTest};
use crate::model::{Condition, Model};
use std::collections::HashMap;

/// The table of compiled conditions while it grows.
pub(super) struct Conditions<'m> {
    model: &'m Model,
    table: Vec<Compiled>,
    known: HashMap<Compiled, ConditionId>,
    own: [Mask; 2],
    royal: [Mask; 2],
    neutral: Mask,
}

impl<'m> Conditions<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mask = |player, royal: bool| {
            let pieces =
                model.pieces.iter().enumerate().filter(|(_, p)| !p.neutral && (!royal || p.royal));
            pieces.fold(Mask::NONE, |m, (i, _)| {
                m.or(Code::of(PieceId(u8::try_from(i).unwrap_or(u8::MAX)), player).mask())
            })
        };
        let neutral = model.pieces.iter().enumerate().filter(|(_, p)| p.neutral);
        let neutral = neutral.fold(Mask::NONE, |m, (i, _)| {
            m.or(Code::neutral(PieceId(u8::try_from(i).unwrap_or(u8::MAX))).mask())
        });
        Self {
            model,
            table: Vec::new(),
            known: HashMap::new(),
            own: PlayerId::BOTH.map(|p| mask(p, false)),
            royal: PlayerId::BOTH.map(|p| mask(p, true)),
            neutral,
        }
    }

    pub(super) fn into_table(self) -> Vec<Compiled> {
        self.table
    }

    /// A condition on a piece that changes sides: a piece of either player that is not royal.
    pub(super) fn add_flipped(&mut self, condition: &Condition, player: PlayerId) -> ConditionId {
        let owned = self.own[0].or(self.own[1]).without(self.royal[0]).without(self.royal[1]);
        let plain = self.masks(|cell| self.mask(condition, player, cell, false).and(owned));
        self.intern(Compiled { plain, trail: None })
    }

    /// A condition as `player` sees it. Of a capture, what cannot be captured is left out.
    pub(super) fn add(
        &mut self,
        condition: &Condition,
        player: PlayerId,
        capture: bool,
    ) -> ConditionId {
        let capturable = |mask: Mask| {
            if capture {
                mask.without(Code::EMPTY.mask()).without(self.royal[player.index()])
            } else {
                mask
            }
        };
        let plain = self.masks(|cell| capturable(self.mask(condition, player, cell, false)));
        let trail = trail_of(condition).map(|kind| TrailTest {
            owners: match kind {
                None => self.own[player.other().index()],
                Some(piece) => self.kind(piece, player.other()),
            },
            cells: self.masks(|cell| {
                let open = self.mask(condition, player, cell, true).and(Code::EMPTY.mask());
                if self.model.board.cells.contains(cell) { open } else { Mask::NONE }
            }),
        });
        self.intern(Compiled { plain, trail })
    }

    fn intern(&mut self, compiled: Compiled) -> ConditionId {
        if let Some(id) = self.known.get(&compiled) {
            return *id;
        }
        let id = ConditionId(u16::try_from(self.table.len()).unwrap_or(u16::MAX));
        self.table.push(compiled.clone());
        self.known.insert(compiled, id);
        id
    }

    /// The cells on which a condition of zones holds for a player.
    pub(super) fn cells(&self, condition: &Condition, player: PlayerId) -> crate::ids::CellSet {
        let board = &self.model.board;
        let holds = |cell: &Cell| self.mask(condition, player, *cell, false).has(Code::EMPTY);
        board.cells.iter().filter(holds).collect()
    }

    fn masks(&self, at: impl Fn(Cell) -> Mask) -> CellMasks {
        let board = &self.model.board;
        let all: Vec<Mask> = (0..board.files * board.ranks).map(|c| at(Cell(c))).collect();
        match all.first() {
            Some(first) if all.iter().all(|m| m == first) => CellMasks::Uniform(*first),
            _ => CellMasks::ByCell(all.into_boxed_slice()),
        }
    }

    /// The codes of all pieces of a player that count as a kind.
    fn kind(&self, piece: PieceId, player: PlayerId) -> Mask {
        let all = (0u8..).map(PieceId).zip(&self.model.pieces);
        let same = all.filter(|(_, p)| p.base == piece).map(|(id, p)| match p.neutral {
            true => Code::neutral(id),
            false => Code::of(id, player),
        });
        same.fold(Mask::NONE, |m, code| m.or(code.mask()))
    }

    /// The codes for which the condition holds on a cell. On a missing cell nothing can stand.
    fn mask(&self, condition: &Condition, player: PlayerId, cell: Cell, on_trail: bool) -> Mask {
        let everything = self.own[0].or(self.own[1]).or(self.neutral).or(Code::EMPTY.mask());
        let universe =
            if self.model.board.cells.contains(cell) { everything } else { Code::EMPTY.mask() };
        let all_if = |holds: bool| if holds { universe } else { Mask::NONE };
        let mask = match condition {
            Condition::Anything => universe,
            Condition::Empty => Code::EMPTY.mask(),
            Condition::Friend => self.own[player.index()],
            Condition::Enemy => self.own[player.other().index()],
            Condition::Piece => self.own[0].or(self.own[1]).or(self.neutral),
            Condition::Royal => self.royal[0].or(self.royal[1]),
            Condition::Kind(piece) => {
                self.kind(*piece, player).or(self.kind(*piece, player.other()))
            }
            Condition::Zone { zone, of_enemy } => {
                let whose = if *of_enemy { player.other() } else { player };
                all_if(self.model.zone(*zone).cells[whose.index()].contains(cell))
            }
            Condition::Trail(_) => all_if(on_trail),
            Condition::Not(inner) => universe.without(self.mask(inner, player, cell, on_trail)),
            Condition::And(all) => {
                all.iter().fold(universe, |m, c| m.and(self.mask(c, player, cell, on_trail)))
            }
            Condition::Or(all) => {
                all.iter().fold(Mask::NONE, |m, c| m.or(self.mask(c, player, cell, on_trail)))
            }
        };
        mask.and(universe)
    }
}

/// The trail that a condition asks for, if it asks for one.
fn trail_of(condition: &Condition) -> Option<Option<PieceId>> {
    match condition {
        Condition::Trail(kind) => Some(*kind),
        Condition::Not(inner) => trail_of(inner),
        Condition::And(all) | Condition::Or(all) => all.iter().find_map(trail_of),
        _ => None,
    }
}
