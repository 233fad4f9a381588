//! Counts legal moves without listing them.

use crate::ids::{Cell, Code, RuleId};
use crate::ir::Castle;
use crate::play::fast::board::Board;
use crate::play::fast::engine::{Engine, Kind};
use crate::play::fast::list::{Scratch, Taker, View};
use crate::play::fast::march::Marches;
use crate::play::fast::posts::Post;
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
            self.takes += engine.number(post, takes);
            to = to.without(&takes);
        }
        self.quiet += engine.number(post, to);
    }

    #[inline]
    fn marked(&mut self, engine: &Engine<'_, W>, view: &View<W>, _: u8, _: usize, emit: u32) {
        let emit = &engine.forms.emits[emit as usize];
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
            return list.steps.len() as u64;
        }
        let safety = self.safety(board);
        let view = View::of(board);
        let must_capture = self.game.laws.must_capture;
        let mut counter = Counter { apart: must_capture, ..Counter::default() };
        let mut scratch = Scratch::default();
        for code in &self.codes[board.side.index()] {
            let pieces = board.by_code[usize::from(*code)];
            if pieces.is_empty() {
                continue;
            }
            let alone = match &self.kinds[usize::from(*code)] {
                Kind { royal: false, marches: Some(marches), .. }
                    if marches.pay(pieces.len()) && safety.odd.is_empty() =>
                {
                    let loose = pieces.without(&safety.pinned);
                    let apart = must_capture || self.blasts;
                    let (quiet, takes) = marches.count(&view, &loose, &safety.block, apart);
                    counter.quiet += quiet;
                    counter.takes += if self.blasts {
                        self.blasting(board, &view, &safety, (*code, loose), marches)
                    } else {
                        takes
                    };
                    if !view.trail.is_empty() {
                        let piece = (*code, loose);
                        self.on_trail(board, &view, &safety, piece, &mut scratch, &mut counter);
                    }
                    pieces.and(&safety.pinned)
                }
                _ => pieces,
            };
            for from in alone {
                self.of_piece(board, &view, &safety, (*code, from), &mut scratch, &mut counter);
            }
        }
        self.of_no_piece(board, &view, &safety, &mut scratch, &mut counter);
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
            && self.codes[board.side.index()].iter().any(|code| {
                let code = usize::from(*code);
                board.by_code[code].meets(&self.kinds[code].promotes)
            })
    }

    /// Number of marches that blow something up.
    fn blasting(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        (code, pieces): (u8, Set<W>),
        marches: &Marches<W>,
    ) -> u64 {
        let legal = |(from, to, times): (usize, usize, u64)| {
            let to = self.blasted_cells(board, safety, (code, from), Set::one(to));
            u64::from(to.len()) * times
        };
        marches.captures(view, &pieces).map(legal).sum()
    }

    /// Moves of pieces of a code that need a trail.
    fn on_trail(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        (code, pieces): (u8, Set<W>),
        scratch: &mut Scratch,
        counter: &mut Counter,
    ) {
        let posts = &self.posts.posts[usize::from(code) * self.cells..][..self.cells];
        for from in pieces {
            let post = &posts[from];
            if post.has.rest() && post.on_trail.meets(&view.trail) {
                let piece = (code, Cell(u16::try_from(from).unwrap_or(u16::MAX)));
                self.each_rest(board, safety, piece, post.rest, scratch, counter);
            }
        }
    }

    /// Number of moves to these cells: each as often as there are things to become.
    #[inline(always)]
    fn number(&self, post: &Post<W>, to: Set<W>) -> u64 {
        if !post.has.special() {
            return u64::from(to.len());
        }
        let plain = to.without(&post.special).len();
        let class = |(cells, becomes): &(Set<W>, u16)| {
            u64::from(cells.and(&to).len()) * self.forms.becomes[usize::from(*becomes)].len() as u64
        };
        u64::from(plain) + post.classes.of(&self.posts.classes).iter().map(class).sum::<u64>()
    }
}
