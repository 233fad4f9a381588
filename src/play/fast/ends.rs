//! Ends of the placement, on sets.

use crate::ids::{Cell, Code, PlayerId};
use crate::ir::{EndCondition, Moment};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{List, Step};
use crate::play::fast::set::Set;

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
                    self.end_holds(board, &term.condition, player, &cells[player.index()])
                        != term.negated
                })
        })
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
                let counted = own.iter().filter(|c| codes[player.index()].has(Code(**c)));
                comparison
                    .holds(counted.map(|c| board.by_code[usize::from(*c)].len()).sum(), *number)
            }
            _ => false,
        }
    }
}
