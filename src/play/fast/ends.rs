//! Ends of the placement, on sets.

use crate::ids::{Cell, Code, Mask, PlayerId};
use crate::ir::{EndCondition, Moment};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{List, Step};
use crate::play::fast::set::Set;
use crate::play::look;

impl<const W: usize> Engine<'_, W> {
    /// Whether an end of the placement holds.
    pub(super) fn ended(&self, board: &mut Board<W>) -> bool {
        self.ends.iter().zip(&self.end_cells).any(|(end, sets)| {
            let subject = match end.moment {
                Moment::AfterOwnMove => board.side.other(),
                Moment::OnOwnTurn => board.side,
            };
            end.player.is_none_or(|p| p == subject)
                && end.terms.iter().zip(sets).all(|(term, cells)| {
                    let player = if term.enemy { subject.other() } else { subject };
                    let before = term.twice.is_none_or(|bit| board.echo >> bit & 1 != 0);
                    (before
                        && self.end_holds(board, &term.condition, player, &cells[player.index()]))
                        != term.negated
                })
        })
    }

    /// As [`crate::play::outcome::held`].
    pub(super) fn held(&self, board: &mut Board<W>) -> u8 {
        let mut held = 0;
        for (end, sets) in self.ends.iter().zip(&self.end_cells) {
            let subject = match end.moment {
                Moment::AfterOwnMove => board.side,
                Moment::OnOwnTurn => board.side.other(),
            };
            for (term, cells) in end.terms.iter().zip(sets) {
                let Some(bit) = term.twice else { continue };
                let player = if term.enemy { subject.other() } else { subject };
                let holds = self.end_holds(board, &term.condition, player, &cells[player.index()]);
                held |= u8::from(holds) << bit;
            }
        }
        held
    }

    fn counted(&self, board: &Board<W>, player: PlayerId, codes: Mask) -> u32 {
        let counted = self.codes[player.index()].iter().filter(|c| codes.has(Code(**c)));
        counted.map(|c| board.by_code[usize::from(*c)].len()).sum()
    }

    /// Whether a player has, or would have, no legal move but passing.
    fn stuck(&self, board: &mut Board<W>, player: PlayerId) -> bool {
        let mut other;
        let board = if player == board.side {
            board
        } else {
            other = board.clone();
            (other.side, other.trail) = (player, None);
            &mut other
        };
        let mut list = List::default();
        self.steps(board, &mut list);
        list.only_passes()
    }

    pub(super) fn end_holds(
        &self,
        board: &mut Board<W>,
        condition: &EndCondition,
        player: PlayerId,
        cells: &Set<W>,
    ) -> bool {
        let own = &self.codes[player.index()];
        match condition {
            EndCondition::In { codes, .. } => own
                .iter()
                .filter(|c| codes[player.index()].has(Code(**c)))
                .any(|c| !board.by_code[usize::from(*c)].and(cells).is_empty()),
            EndCondition::Checks(times) => u32::from(board.checks[player.index()]) >= *times,
            EndCondition::CanReach { codes, .. } => {
                let mut list = List::default();
                if player == board.side {
                    self.steps(board, &mut list);
                }
                let codes = codes[player.index()];
                let reaches = |s: &Step| {
                    codes.has(Code(s.code)) && Cell(s.to).is_some() && cells.has(usize::from(s.to))
                };
                list.steps.iter().any(reaches)
            }
            EndCondition::Bare => {
                let royal = self.game.royal[player.index()];
                own.iter().all(|c| royal.has(Code(*c)) || board.by_code[usize::from(*c)].is_empty())
                    && board.hands[player.index()].iter().all(|n| *n == 0)
            }
            EndCondition::Count { codes, comparison, number } => {
                comparison.holds(self.counted(board, player, codes[player.index()]), *number)
            }
            EndCondition::CountEnemy { codes, comparison } => {
                let [own, others] =
                    [player, player.other()].map(|p| self.counted(board, p, codes[p.index()]));
                comparison.holds(own, others)
            }
            EndCondition::Stuck => self.stuck(board, player),
            EndCondition::Passes(times) => u32::from(board.passes) >= *times,
            EndCondition::Sees { codes, programs } => {
                let seeing = own.iter().filter(|c| codes[player.index()].has(Code(**c)));
                let at = |cell: Cell| Code(board.codes[cell.index()]);
                seeing.flat_map(|c| board.by_code[usize::from(*c)]).any(|cell| {
                    let cell = Cell(u16::try_from(cell).unwrap_or(u16::MAX));
                    look::holds(self.game, &programs[player.index()], cell, &at)
                })
            }
            _ => false,
        }
    }
}
