//! A game played in place: moves are listed, made and taken back on one board, without a copy of a position.

use crate::ir::Game;
use crate::play::fast::board::{Board, PlainUndo, Undo};
use crate::play::fast::draw::Numbered;
use crate::play::fast::engine::{Engine, StepUndo};
use crate::play::fast::slots::Slots;
use crate::play::fast::step::{List, Step};
use crate::play::fast::{Fast, Sized};
use crate::play::moves::Move;
use crate::play::outcome::{Outcome, Past, State, outcome};
use crate::play::position::Position;
use crate::play::reference;

/// So many plies are made room for at once.
const USUAL: usize = 256;

/// A line of moves from a position. Moves go by their number in the list of the position, which is in no order that means
/// anything but the same each time.
///
/// ```
/// # use heterodox::play::fast::{Fast, Line};
/// # let loaded = heterodox::session::Target::new(heterodox::session::SHIPPED[0].name).load().unwrap();
/// let fast = Fast::new(&loaded.game);
/// let mut line = Line::new(&fast, &loaded.start);
/// let number = line.moves();
/// line.play(number - 1);
/// assert!(line.outcome().is_none());
/// line.take_back();
/// assert_eq!(line.position(), loaded.start);
/// ```
#[derive(Debug)]
pub struct Line<'f, 'g>(Inner<'f, 'g>);

#[derive(Debug)]
enum Inner<'f, 'g> {
    W1(Track<'f, 'g, 1>),
    W2(Track<'f, 'g, 2>),
    W3(Track<'f, 'g, 3>),
    W4(Track<'f, 'g, 4>),
    W6(Track<'f, 'g, 6>),
    W11(Track<'f, 'g, 11>),
    Slow(Slow<'g>),
}

macro_rules! with_track {
    ($line:expr, $track:ident => $body:expr) => {
        match $line {
            Inner::W1($track) => $body,
            Inner::W2($track) => $body,
            Inner::W3($track) => $body,
            Inner::W4($track) => $body,
            Inner::W6($track) => $body,
            Inner::W11($track) => $body,
            Inner::Slow($track) => $body,
        }
    };
}

impl<'f, 'g> Line<'f, 'g> {
    /// From a position.
    #[must_use]
    pub fn new(fast: &'f Fast<'g>, position: &Position) -> Self {
        Self(match &fast.engine {
            Some(Sized::W1(engine)) => Inner::W1(Track::new(engine, position)),
            Some(Sized::W2(engine)) => Inner::W2(Track::new(engine, position)),
            Some(Sized::W3(engine)) => Inner::W3(Track::new(engine, position)),
            Some(Sized::W4(engine)) => Inner::W4(Track::new(engine, position)),
            Some(Sized::W6(engine)) => Inner::W6(Track::new(engine, position)),
            Some(Sized::W11(engine)) => Inner::W11(Track::new(engine, position)),
            None => Inner::Slow(Slow::new(fast.game, position)),
        })
    }

    /// Begins again from a position of the same game, in the memory of the line before: for many short games.
    pub fn begin(&mut self, position: &Position) {
        with_track!(&mut self.0, track => track.begin(position));
    }

    /// Lists the legal moves of the position, if that is not yet done: how many there are.
    #[inline]
    pub fn moves(&mut self) -> usize {
        with_track!(&mut self.0, track => track.moves())
    }

    /// A legal move by its number.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn move_at(&mut self, number: usize) -> Move {
        with_track!(&mut self.0, track => track.move_at(number))
    }

    /// Plays the legal move with this number.
    ///
    /// # Panics
    /// If there is none with this number.
    #[inline]
    pub fn play(&mut self, number: usize) {
        with_track!(&mut self.0, track => track.play(number));
    }

    /// Plays a legal move that is drawn, each as likely as any other, unless the game has ended: whether one was played.
    /// `below` gives a number from 0 to its argument (which is more than 0) - 1, each as likely.
    ///
    /// Much faster than a list of all legal moves: see `draw.rs`.
    #[inline]
    pub fn play_any(&mut self, below: impl FnMut(usize) -> usize) -> bool {
        with_track!(&mut self.0, track => track.play_any(below))
    }

    /// Takes the last move back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        with_track!(&mut self.0, track => track.take_back())
    }

    /// The result, if the game has ended here; repetition is not asked.
    #[inline]
    pub fn outcome(&mut self) -> Option<Outcome> {
        with_track!(&mut self.0, track => track.outcome())
    }

    /// A copy of the position.
    #[must_use]
    pub fn position(&self) -> Position {
        with_track!(&self.0, track => track.position())
    }
}

/// A line on a board of the fast generator.
struct Track<'f, 'g, const W: usize> {
    engine: &'f Engine<'g, W>,
    board: Board<W>,
    /// The legal moves, if `listed`.
    list: List,
    listed: bool,
    numbered: Numbered<'g, W>,
    clock: u32,
    number: u32,
    /// How each move is taken back, and the clock before it; none: as the last of the others.
    undo: Vec<(Option<PlainUndo>, u32)>,
    others: Vec<Undo>,
}

impl<const W: usize> std::fmt::Debug for Track<'_, '_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Track").field("plies", &self.undo.len()).finish_non_exhaustive()
    }
}

impl<'f, 'g, const W: usize> Track<'f, 'g, W> {
    fn new(engine: &'f Engine<'g, W>, position: &Position) -> Self {
        Self {
            engine,
            board: Board::unkeyed(position),
            list: List::default(),
            listed: false,
            numbered: Numbered::default(),
            clock: position.clock,
            number: position.number,
            undo: Vec::with_capacity(USUAL),
            others: Vec::new(),
        }
    }

    fn begin(&mut self, position: &Position) {
        self.board.read(position);
        self.listed = false;
        self.numbered.kept.known = false;
        (self.clock, self.number) = (position.clock, position.number);
        self.undo.clear();
        self.others.clear();
    }

    fn moves(&mut self) -> usize {
        if !self.listed {
            self.list_moves();
        }
        self.list.all().len()
    }

    #[inline(never)]
    fn list_moves(&mut self) {
        self.list.clear();
        self.engine.steps(&mut self.board, &mut self.list);
        self.listed = true;
    }

    fn move_at(&mut self, number: usize) -> Move {
        self.moves();
        self.engine.step_to_move(&self.board, &self.list, self.list.all()[number])
    }

    #[inline(never)]
    fn play(&mut self, number: usize) {
        self.moves();
        self.numbered.kept.known = false;
        self.play_step(self.list.all()[number], None);
    }

    #[inline(never)]
    fn play_any(&mut self, mut below: impl FnMut(usize) -> usize) -> bool {
        if self.engine.outcome_in_play(&mut self.board, self.clock).is_some() {
            return false;
        }
        self.listed = false;
        let slots = self.engine.slots();
        let Self { engine, board, numbered, list, .. } = self;
        let step = engine.draw(board, slots, numbered, list, &mut below);
        step.inspect(|step| self.play_step(*step, slots)).is_some()
    }

    /// Plays a step that was listed or drawn; with the slots that are to follow it.
    #[inline(always)]
    fn play_step(&mut self, step: Step, slots: Option<&Slots<W>>) {
        self.listed = false;
        self.number = self.number.saturating_add(u32::from(self.board.side.0));
        let clock = self.clock;
        if let Some(undo) = self.engine.make_plainly(&mut self.board, step) {
            if let Some(slots) = slots.filter(|_| self.numbered.kept.known) {
                self.numbered.kept.follow_plain(slots, &undo);
            }
            let quiet = undo.taken == 0 && !self.engine.is_unquiet(step);
            self.clock = if quiet { clock.saturating_add(1) } else { 0 };
            self.undo.push((Some(undo), clock));
        } else {
            self.play_otherwise(step, slots);
        }
    }

    #[inline(never)]
    fn play_otherwise(&mut self, step: Step, slots: Option<&Slots<W>>) {
        let (board, clock) = (&mut self.board, self.clock);
        let quiet = self.engine.is_quiet(board, &self.list, step);
        let made = self.engine.make_any(board, &self.list, step);
        if let Some(slots) = slots.filter(|_| self.numbered.kept.known) {
            self.numbered.kept.follow(slots, board, &made);
        }
        match made {
            StepUndo::Plain(undo) => self.undo.push((Some(undo), clock)),
            StepUndo::Other(undo) => {
                self.others.push(undo);
                self.undo.push((None, clock));
            }
        }
        self.clock = if quiet { clock.saturating_add(1) } else { 0 };
    }

    fn take_back(&mut self) -> bool {
        let Some((undo, clock)) = self.undo.pop() else { return false };
        self.numbered.kept.known = false;
        match undo {
            Some(undo) => self.board.unmake_plain(undo),
            None => self.others.pop().into_iter().for_each(|undo| self.board.unmake(undo)),
        }
        self.number = self.number.saturating_sub(u32::from(self.board.side.0));
        self.clock = clock;
        self.listed = false;
        true
    }

    #[inline(never)]
    fn outcome(&mut self) -> Option<Outcome> {
        if self.moves() > 0 {
            // No end that may hold asks about check.
            return self.engine.outcome_in_play(&mut self.board, self.clock);
        }
        let check = self.engine.safety(&self.board).check;
        self.engine.outcome(&mut self.board, State { check, can_move: false }, self.clock)
    }

    fn position(&self) -> Position {
        self.board.position(self.clock, self.number)
    }
}

/// A line by the reference generator, in a game without trees.
#[derive(Debug)]
struct Slow<'g> {
    game: &'g Game,
    positions: Vec<Position>,
    legal: Option<Vec<Move>>,
}

impl<'g> Slow<'g> {
    fn new(game: &'g Game, position: &Position) -> Self {
        Self { game, positions: vec![position.clone()], legal: None }
    }

    fn begin(&mut self, position: &Position) {
        *self = Self::new(self.game, position);
    }

    fn last(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    fn legal(&mut self) -> &[Move] {
        let (game, position) = (self.game, &self.positions[self.positions.len() - 1]);
        self.legal.get_or_insert_with(|| reference::legal_moves(game, position))
    }

    fn moves(&mut self) -> usize {
        self.legal().len()
    }

    fn move_at(&mut self, number: usize) -> Move {
        self.legal()[number].clone()
    }

    fn play(&mut self, number: usize) {
        let played = self.move_at(number);
        let next = self.last().play(self.game, &played);
        self.positions.push(next);
        self.legal = None;
    }

    fn play_any(&mut self, mut below: impl FnMut(usize) -> usize) -> bool {
        let number = self.moves();
        if number == 0 || self.outcome().is_some() {
            return false;
        }
        self.play(below(number));
        true
    }

    fn take_back(&mut self) -> bool {
        let more = self.positions.len() > 1;
        if more {
            self.positions.pop();
            self.legal = None;
        }
        more
    }

    fn outcome(&mut self) -> Option<Outcome> {
        let can_move = self.moves() > 0;
        let check = !can_move && reference::in_check(self.game, self.last());
        outcome(self.game, self.last(), State { check, can_move }, Past::NEW)
    }

    fn position(&self) -> Position {
        self.last().clone()
    }
}
