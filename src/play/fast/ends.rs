//! Ends, on sets.

use crate::ids::{Cell, Code, Mask, PieceId, PlayerId};
use crate::ir::{End, EndCondition, EndTerm, Game, Moment, Verdict};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Step};
use crate::play::look;
use crate::play::outcome::{Outcome, State};

/// An end as the engine asks it.
pub(super) struct Asked<'g, const W: usize> {
    end: &'g End,
    /// By term and player: of what it speaks.
    subjects: Vec<[Subject<W>; 2]>,
    /// Whether all its conditions are of the placement.
    pub(super) by_placement: bool,
    /// Whether it can hold only for a player who has no move.
    stuck: bool,
    /// Whether it can hold only after repetition.
    repeats: bool,
    /// Most pieces, on the board and in hands, with which it can hold.
    most: usize,
    /// Fewest quiet plies after which it can hold.
    quiet: u32,
}

/// Of what a condition speaks: cells, and pieces on them by code.
#[derive(Clone, Default)]
pub(super) struct Subject<const W: usize> {
    cells: Set<W>,
    codes: Vec<u8>,
}

impl<const W: usize> Subject<W> {
    fn new(game: &Game, condition: &EndCondition, player: PlayerId) -> Self {
        let at = player.index();
        let (EndCondition::In { cells, codes } | EndCondition::CanReach { cells, codes }) =
            condition
        else {
            return Self::default();
        };
        let own = game.piece_ids().map(|id| Code::of(id, player)).filter(|c| codes[at].has(*c));
        Self { cells: Set::from_cells(&cells[at]), codes: own.map(|c| c.0).collect() }
    }
}

impl<'g, const W: usize> Asked<'g, W> {
    pub(super) fn new(game: &Game, end: &'g End) -> Self {
        let subjects = |term: &EndTerm| {
            PlayerId::BOTH.map(|player| Subject::new(game, &term.condition, player))
        };
        let any = |asked: fn(&EndCondition) -> bool| {
            end.terms.iter().any(|term| !term.negated && asked(&term.condition))
        };
        let most = |term: &EndTerm| match &term.condition {
            EndCondition::Material(lists) if !term.negated => {
                lists.iter().map(|(a, b)| a.len() + b.len()).max().unwrap_or(0)
            }
            _ => usize::MAX,
        };
        let quiet = |term: &EndTerm| match &term.condition {
            EndCondition::Quiet(plies) if !term.negated => *plies,
            _ => 0,
        };
        Self {
            stuck: any(|c| {
                matches!(
                    c,
                    EndCondition::Checkmate | EndCondition::Stalemate | EndCondition::NoMoves
                )
            }),
            repeats: any(|c| matches!(c, EndCondition::Repetition(_) | EndCondition::Perpetual)),
            most: end.terms.iter().map(most).min().unwrap_or(usize::MAX),
            quiet: end.terms.iter().map(quiet).max().unwrap_or(0),
            end,
            subjects: end.terms.iter().map(subjects).collect(),
            by_placement: end.terms.iter().all(|t| t.condition.is_placement()),
        }
    }
}

impl<const W: usize> Asked<'_, W> {
    /// Whether it can hold for a player who has a move, before a position comes again.
    pub(super) fn may_end_in_play(&self) -> bool {
        !self.stuck && !self.repeats
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Whether an end of the placement holds.
    #[inline]
    pub(super) fn ended(&self, board: &mut Board<W>) -> bool {
        self.ends_by_placement && self.ended_by_placement(board)
    }

    fn ended_by_placement(&self, board: &mut Board<W>) -> bool {
        let mut by_placement = self.ends.iter().filter(|asked| asked.by_placement);
        by_placement.any(|asked| {
            let never = |_: &mut Board<W>, _: &EndCondition, _: PlayerId| false;
            self.subject(board, asked, never).is_some()
        })
    }

    /// The first end that holds but for repetition; see [`crate::play::outcome()`].
    pub(super) fn outcome(
        &self,
        board: &mut Board<W>,
        state: State,
        clock: u32,
    ) -> Option<Outcome> {
        let State { check, can_move } = state;
        let others = |board: &mut Board<W>, condition: &EndCondition, player: PlayerId| {
            let to_move = player == board.side;
            match condition {
                EndCondition::Checkmate => to_move && !can_move && check,
                EndCondition::Stalemate => to_move && !can_move && !check,
                EndCondition::NoMoves => to_move && !can_move,
                EndCondition::Quiet(plies) => clock >= *plies,
                EndCondition::Material(lists) => self.material(board, lists),
                _ => false,
            }
        };
        let pieces = board.occupied().len() as usize;
        let (some, all) =
            if can_move { (&self.ends_in_play[..], 0..0) } else { (&[][..], 0..self.ends.len()) };
        for number in some.iter().copied().chain(all) {
            let asked = &self.ends[number];
            if asked.repeats || asked.most < pieces || asked.quiet > clock {
                continue;
            }
            let Some(subject) = self.subject(board, asked, others) else { continue };
            let winner = match asked.end.verdict {
                Verdict::Wins => Some(subject),
                Verdict::Loses => Some(subject.other()),
                Verdict::Draws => None,
            };
            return Some(Outcome { winner, end: Some(number) });
        }
        (!can_move).then_some(Outcome { winner: None, end: None })
    }

    /// Of whom an end speaks, if it holds; `others` says which conditions hold that are not of the placement.
    #[inline]
    fn subject(
        &self,
        board: &mut Board<W>,
        asked: &Asked<'_, W>,
        others: impl Fn(&mut Board<W>, &EndCondition, PlayerId) -> bool,
    ) -> Option<PlayerId> {
        let subject = match asked.end.moment {
            Moment::AfterOwnMove => board.side.other(),
            Moment::OnOwnTurn => board.side,
        };
        let holds = |(term, subjects): (&EndTerm, &[Subject<W>; 2])| {
            let player = if term.enemy { subject.other() } else { subject };
            let before = term.twice.is_none_or(|bit| board.echo >> bit & 1 != 0);
            let mut now = || match &term.condition {
                condition if condition.is_placement() => {
                    self.end_holds(board, condition, player, &subjects[player.index()])
                }
                condition => others(board, condition, player),
            };
            (before && now()) != term.negated
        };
        let concerned = asked.end.player.is_none_or(|p| p == subject);
        (concerned && asked.end.terms.iter().zip(&asked.subjects).all(holds)).then_some(subject)
    }

    /// Whether what either player has, on the board and in hand, is one of the lists.
    fn material(&self, board: &Board<W>, lists: &[(Vec<PieceId>, Vec<PieceId>)]) -> bool {
        let number = |player: PlayerId| {
            let held = board.hands[player.index()].iter().map(|n| usize::from(*n));
            board.sides[player.index()].len() as usize + held.sum::<usize>()
        };
        let numbers = PlayerId::BOTH.map(number);
        let fits = |player: PlayerId, list: &[PieceId]| {
            list.len() == numbers[player.index()]
                && list.iter().all(|piece| {
                    let wanted = list.iter().filter(|p| *p == piece).count();
                    self.number_of(board, player, *piece) == wanted
                })
        };
        let [first, second] = PlayerId::BOTH;
        lists.iter().any(|(a, b)| {
            (fits(first, a) && fits(second, b)) || (fits(second, a) && fits(first, b))
        })
    }

    /// How many of a kind of piece a player has, on the board and in hand.
    fn number_of(&self, board: &Board<W>, player: PlayerId, piece: PieceId) -> usize {
        let codes = self.codes[player.index()].iter();
        let standing = codes.filter(|code| self.game.base(Code(**code)) == Some(piece));
        let standing: u32 = standing.map(|code| board.by_code[usize::from(*code)].len()).sum();
        standing as usize + usize::from(board.hands[player.index()][piece.index()])
    }

    /// As [`crate::play::outcome::held`].
    pub(super) fn held(&self, board: &mut Board<W>) -> u8 {
        let mut held = 0;
        for Asked { end, subjects, .. } in &self.ends {
            let subject = match end.moment {
                Moment::AfterOwnMove => board.side,
                Moment::OnOwnTurn => board.side.other(),
            };
            for (term, subjects) in end.terms.iter().zip(subjects) {
                let Some(bit) = term.twice else { continue };
                let player = if term.enemy { subject.other() } else { subject };
                let subject = &subjects[player.index()];
                let holds = self.end_holds(board, &term.condition, player, subject);
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
        subject: &Subject<W>,
    ) -> bool {
        let own = &self.codes[player.index()];
        match condition {
            EndCondition::In { .. } => {
                let stands = |code: &u8| board.by_code[usize::from(*code)].meets(&subject.cells);
                subject.codes.iter().any(stands)
            }
            EndCondition::Checks(times) => u32::from(board.checks[player.index()]) >= *times,
            EndCondition::CanReach { codes, .. } => {
                let mut list = List::default();
                if player == board.side {
                    self.steps(board, &mut list);
                }
                let codes = codes[player.index()];
                let reaches = |step: &Step| {
                    let (_, to) = list.cells(*step);
                    codes.has(Code(step.code())) && to.is_some() && subject.cells.has(to.index())
                };
                list.all().iter().any(reaches)
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
