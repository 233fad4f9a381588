//! Ends, on sets.

use crate::ids::{Cell, Code, Mask, PieceId, PlayerId};
use crate::ir::{Comparison, End, EndCondition, EndTerm, Game, Moment, Verdict};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Step};
use crate::play::look;
use crate::play::outcome::{Outcome, State};

/// An end as the engine asks it.
pub(super) struct Asked<'g, const W: usize> {
    end: &'g End,
    terms: Vec<Term<'g, W>>,
    /// Whether all its conditions are of the placement.
    pub(super) by_placement: bool,
    /// Whether it can hold only for a player who has no move.
    stuck: bool,
    /// Whether it can hold only after repetition.
    repeats: bool,
    /// Most pieces, on the board and in hands, with which it can hold.
    most: u32,
    /// Fewest quiet plies after which it can hold.
    quiet: u32,
    /// Whether what stands on the board belongs to one of the players.
    owned: bool,
}

/// A term of an end.
struct Term<'g, const W: usize> {
    written: &'g EndTerm,
    by_placement: bool,
    /// By player: of what it speaks.
    subjects: [Subject<W>; 2],
}

/// Of what a condition speaks: cells, and pieces on them by code.
#[derive(Clone, Default)]
pub(super) struct Subject<const W: usize> {
    cells: Set<W>,
    codes: Vec<u8>,
    /// Whether these are all codes of the player.
    all: bool,
}

impl<const W: usize> Subject<W> {
    fn new(game: &Game, condition: &EndCondition, player: PlayerId) -> Self {
        let at = player.index();
        let (cells, codes) = match condition {
            EndCondition::In { cells, codes } | EndCondition::CanReach { cells, codes } => {
                (Set::from_cells(&cells[at]), codes)
            }
            EndCondition::Count { codes, .. } => (Set::EMPTY, codes),
            _ => return Self::default(),
        };
        let own = || game.piece_ids().map(|id| Code::of(id, player));
        let all = own().all(|code| codes[at].has(code));
        let codes = own().filter(|code| codes[at].has(*code)).map(|code| code.0).collect();
        Self { cells, codes, all }
    }
}

impl<'g, const W: usize> Asked<'g, W> {
    pub(super) fn new(game: &Game, end: &'g End) -> Self {
        let term = |written: &'g EndTerm| Term {
            written,
            by_placement: written.condition.is_placement(),
            subjects: PlayerId::BOTH.map(|player| Subject::new(game, &written.condition, player)),
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
            most: end
                .terms
                .iter()
                .map(most)
                .min()
                .and_then(|n| n.try_into().ok())
                .unwrap_or(u32::MAX),
            quiet: end.terms.iter().map(quiet).max().unwrap_or(0),
            end,
            terms: end.terms.iter().map(term).collect(),
            owned: game.pieces.iter().all(|piece| !piece.neutral),
            by_placement: end.terms.iter().all(|t| t.condition.is_placement()),
        }
    }
}

/// When ends that may hold for a player who has a move can hold at all.
#[derive(Clone, Debug)]
pub(super) struct Gate<const W: usize> {
    /// Of the ends, in their order.
    numbers: Vec<usize>,
    when: When<W>,
}

/// What opens a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct When<const W: usize> {
    /// As [`Asked`] has them.
    most: u32,
    quiet: u32,
    by_placement: bool,
    key: Key<W>,
}

/// What one of an end's terms needs, by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key<const W: usize> {
    Nothing,
    /// A piece of that player on any of the cells.
    Stands([(PlayerId, Set<W>); 2]),
    /// That this player has nothing on the board but royal pieces.
    Bare([PlayerId; 2]),
    /// That he has a number of pieces, of whatever kind.
    Number([PlayerId; 2], Comparison, u32),
}

impl<const W: usize> Asked<'_, W> {
    /// If it can hold for a player who has a move, before a position comes again: when.
    fn in_play(&self) -> Option<When<W>> {
        let (most, quiet, by_placement) = (self.most, self.quiet, self.by_placement);
        let key = self.terms.iter().find_map(|term| self.key(term)).unwrap_or(Key::Nothing);
        (!self.stuck && !self.repeats).then_some(When { most, quiet, by_placement, key })
    }

    fn key(&self, Term { written, subjects, .. }: &Term<'_, W>) -> Option<Key<W>> {
        let players = PlayerId::BOTH.map(|to_move| {
            let subject = self.subject(to_move);
            if written.enemy { subject.other() } else { subject }
        });
        match &written.condition {
            _ if written.negated => None,
            EndCondition::In { .. } => {
                Some(Key::Stands(players.map(|p| (p, subjects[p.index()].cells))))
            }
            EndCondition::Bare if self.owned => Some(Key::Bare(players)),
            EndCondition::Count { comparison, number, .. }
                if self.owned && subjects.iter().all(|subject| subject.all) =>
            {
                Some(Key::Number(players, *comparison, *number))
            }
            _ => None,
        }
    }

    /// Of whom it speaks, if it holds.
    #[inline]
    fn subject(&self, to_move: PlayerId) -> PlayerId {
        match self.end.moment {
            Moment::AfterOwnMove => to_move.other(),
            Moment::OnOwnTurn => to_move,
        }
    }
}

/// The gates of ends: those behind one another that the same opens have one.
pub(super) fn gates<const W: usize>(ends: &[Asked<'_, W>]) -> Vec<Gate<W>> {
    let mut gates: Vec<Gate<W>> = Vec::new();
    for (number, end) in ends.iter().enumerate() {
        let Some(when) = end.in_play() else { continue };
        match gates.last_mut() {
            Some(gate) if gate.when == when => gate.numbers.push(number),
            _ => gates.push(Gate { numbers: vec![number], when }),
        }
    }
    gates
}

impl<const W: usize> Engine<'_, W> {
    /// Whether an end of the placement holds.
    #[inline]
    pub(super) fn ended(&self, board: &mut Board<W>) -> bool {
        self.ends_by_placement && self.ended_by_placement(board)
    }

    fn ended_by_placement(&self, board: &mut Board<W>) -> bool {
        let mut by_placement = self.ends_in_play.iter().filter(|gate| gate.when.by_placement);
        by_placement.any(|gate| {
            let never = |_: &mut Board<W>, _: &EndCondition, _: PlayerId| false;
            self.opens(board, &gate.when.key)
                && gate.numbers.iter().any(|n| self.subject(board, &self.ends[*n], never).is_some())
        })
    }

    /// Whether what stands on the board lets an end hold.
    #[inline(always)]
    fn opens(&self, board: &Board<W>, key: &Key<W>) -> bool {
        match key {
            Key::Nothing => true,
            Key::Stands(by_side) => {
                let (player, cells) = &by_side[board.side.index()];
                board.sides[player.index()].meets(cells)
            }
            Key::Bare(by_side) => self.is_bare(board, by_side[board.side.index()]),
            Key::Number(by_side, comparison, number) => {
                let player = by_side[board.side.index()];
                comparison.holds(board.sides[player.index()].len(), *number)
            }
        }
    }

    /// Whether a player has nothing on the board but royal pieces.
    #[inline(always)]
    fn is_bare(&self, board: &Board<W>, player: PlayerId) -> bool {
        board.sides[player.index()] == self.royals(board, player)
    }

    /// The first end that holds but for repetition; see [`crate::play::outcome()`].
    pub(super) fn outcome(
        &self,
        board: &mut Board<W>,
        state: State,
        clock: u32,
    ) -> Option<Outcome> {
        if state.can_move {
            return self.outcome_in_play(board, clock);
        }
        let pieces = board.occupied().len();
        let may =
            |asked: &Asked<'_, W>| !asked.repeats && asked.quiet <= clock && asked.most >= pieces;
        let all = (0..self.ends.len()).filter(|number| may(&self.ends[*number]));
        let mut held = all.filter_map(|number| self.verdict(board, number, state, clock));
        held.next().or(Some(Outcome { winner: None, end: None }))
    }

    /// The same if the player to move has a legal move.
    #[inline(always)]
    pub(super) fn outcome_in_play(&self, board: &mut Board<W>, clock: u32) -> Option<Outcome> {
        // Few ends ask how many pieces there are.
        let few = |board: &Board<W>, most: u32| most == u32::MAX || most >= board.occupied().len();
        for Gate { numbers, when } in &self.ends_in_play {
            if when.quiet <= clock && few(board, when.most) && self.opens(board, &when.key) {
                let outcome = self.behind_gate(board, numbers, clock);
                if outcome.is_some() {
                    return outcome;
                }
            }
        }
        None
    }

    #[inline(never)]
    fn behind_gate(&self, board: &mut Board<W>, numbers: &[usize], clock: u32) -> Option<Outcome> {
        let state = State { check: false, can_move: true };
        numbers.iter().find_map(|number| self.verdict(board, *number, state, clock))
    }

    /// The outcome by an end, if it holds.
    #[inline(never)]
    fn verdict(
        &self,
        board: &mut Board<W>,
        number: usize,
        State { check, can_move }: State,
        clock: u32,
    ) -> Option<Outcome> {
        let asked = &self.ends[number];
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
        let winner = match (asked.end.verdict, self.subject(board, asked, others)?) {
            (Verdict::Wins, subject) => Some(subject),
            (Verdict::Loses, subject) => Some(subject.other()),
            (Verdict::Draws, _) => None,
        };
        Some(Outcome { winner, end: Some(number) })
    }

    /// Of whom an end speaks, if it holds; `others` says which conditions hold that are not of the placement.
    #[inline(always)]
    fn subject(
        &self,
        board: &mut Board<W>,
        asked: &Asked<'_, W>,
        others: impl Fn(&mut Board<W>, &EndCondition, PlayerId) -> bool,
    ) -> Option<PlayerId> {
        let subject = asked.subject(board.side);
        let holds = |Term { written, subjects, by_placement }: &Term<'_, W>| {
            let player = if written.enemy { subject.other() } else { subject };
            let before = written.twice.is_none_or(|bit| board.echo >> bit & 1 != 0);
            let mut now = || match &written.condition {
                condition if *by_placement => {
                    self.end_holds(board, condition, player, &subjects[player.index()])
                }
                condition => others(board, condition, player),
            };
            (before && now()) != written.negated
        };
        let concerned = asked.end.player.is_none_or(|p| p == subject);
        (concerned && asked.terms.iter().all(holds)).then_some(subject)
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
        let standing: u32 = standing.map(|code| board.of(*code).len()).sum();
        standing as usize + usize::from(board.hands[player.index()][piece.index()])
    }

    /// As [`crate::play::outcome::held`].
    pub(super) fn held(&self, board: &mut Board<W>) -> u8 {
        let mut held = 0;
        for Asked { end, terms, .. } in &self.ends {
            let subject = match end.moment {
                Moment::AfterOwnMove => board.side,
                Moment::OnOwnTurn => board.side.other(),
            };
            for Term { written: term, subjects, .. } in terms {
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
        counted.map(|c| board.of(*c).len()).sum()
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
                let stands = |code: &u8| board.of(*code).meets(&subject.cells);
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
                own.iter().all(|c| royal.has(Code(*c)) || board.of(*c).is_empty())
                    && board.hands[player.index()].iter().all(|n| *n == 0)
            }
            EndCondition::Count { comparison, number, .. } => {
                let standing = subject.codes.iter().map(|code| board.of(*code).len());
                comparison.holds(standing.sum(), *number)
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
                seeing.flat_map(|c| board.of(*c)).any(|cell| {
                    let cell = Cell(u16::try_from(cell).unwrap_or(u16::MAX));
                    look::holds(self.game, &programs[player.index()], cell, &at)
                })
            }
            _ => false,
        }
    }
}
