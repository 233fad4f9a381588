//! Counts legal moves without listing them.
//!
//! ```text
//! R a1 may go to {a2 a3 b1}           + 3
//! P g7 may go to {g8}, four things    + 4
//! six P march north to {…}            + the number of empty cells
//! ```

use crate::ids::{Code, RuleId};
use crate::ir::Castle;
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::list::{Taker, View};
use crate::play::fast::march::Marches;
use crate::play::fast::posts::{Marked, Post};
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::List;
use crate::play::fast::trial::Candidate;

/// Takes up numbers.
#[derive(Default)]
struct Counter {
    quiet: u64,
    takes: u64,
    /// Whether captures must be told from other moves.
    apart: bool,
}

impl<const W: usize> Taker<W> for Counter {
    const A_PIECE: usize = 3;

    #[inline(always)]
    fn plain(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        _: u8,
        _: Option<usize>,
        post: &Post<W>,
        to: Set<W>,
    ) {
        let mut to = to;
        if self.apart {
            let takes = to.and(&view.enemy);
            self.takes += engine.posts.number(engine.forms, post, takes);
            to = to.without(&takes);
        }
        self.quiet += engine.posts.number(engine.forms, post, to);
    }

    #[inline]
    fn marked(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        _: (u8, usize),
        (_, marked): (usize, &Marked<W>),
    ) {
        let emit = &engine.forms.emits[marked.emit as usize];
        let number = engine.becomes(emit).len() as u64;
        if view.enemy.has(emit.to.index()) {
            self.takes += number;
        } else {
            self.quiet += number;
        }
    }

    #[inline]
    fn other(&mut self, _: &Engine<'_, W>, candidate: &Candidate<'_>, _: Code) {
        if candidate.captures.is_empty() {
            self.quiet += 1;
        } else {
            self.takes += 1;
        }
    }

    #[inline(always)]
    fn marches(
        &mut self,
        engine: &Engine<'_, W>,
        board: &mut Board<W>,
        known: (&View<W>, &Safety<W>),
        pieces: (u8, Set<W>),
        marches: &Marches<W>,
    ) -> bool {
        let (quiet, takes) = engine.count_marches(board, known, pieces, marches, self.apart);
        self.quiet += quiet;
        self.takes += takes;
        true
    }

    fn castle(&mut self, _: &Castle) {
        self.quiet += 1;
    }

    fn pass(&mut self, _: RuleId) {
        self.quiet += 1;
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Number of legal moves.
    pub(super) fn count_moves(&self, board: &mut Board<W>) -> u64 {
        if !self.countable || self.must_list_promotions(board) {
            let mut list = List::default();
            self.steps(board, &mut list);
            return list.all().len() as u64;
        }
        let must_capture = self.game.laws.must_capture;
        let mut counter = Counter { apart: must_capture, ..Counter::default() };
        self.each_legal(board, &mut counter);
        if must_capture && counter.takes > 0 {
            counter.takes
        } else {
            counter.quiet + counter.takes
        }
    }

    /// Whether a piece may promote, in a game where that depends on what is lost.
    #[inline]
    fn must_list_promotions(&self, board: &Board<W>) -> bool {
        self.game.laws.promotes_to_lost
            && self.kinds[board.side.index()]
                .iter()
                .any(|kind| board.of(kind.code).meets(&kind.promotes))
    }
}
