//! Legal moves: as sets of cells where a piece may go, given to a taker: a list, or a counter.

use crate::ids::{Cell, Code, RuleId};
use crate::ir::{Castle, Tree};
use crate::play::fast::board::Board;
use crate::play::fast::ends::Subject;
use crate::play::fast::engine::{Engine, Kind};
use crate::play::fast::march::Marches;
use crate::play::fast::posts::{Marked, Post};
use crate::play::fast::run::MOST_CAPTURES;
use crate::play::fast::safety::Safety;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Step, small};
use crate::play::fast::trial::{Candidate, Changes};
use crate::play::moves::Move;
use crate::play::reference::castle_move;

/// Who stands where, as the player to move sees it.
pub(super) struct View<const W: usize> {
    pub(super) own: Set<W>,
    pub(super) enemy: Set<W>,
    pub(super) occupied: Set<W>,
    /// Cells of the last move's trail.
    pub(super) trail: Set<W>,
}

/// What the trees of one position share.
#[derive(Default)]
pub(super) struct Scratch {
    /// Whether there is another piece that may make the same moves, once that is asked.
    crosses: Option<bool>,
    /// What moves have changed that another piece may make too.
    crossing: Vec<Changes>,
}

impl<const W: usize> View<W> {
    pub(super) fn of(board: &Board<W>) -> Self {
        let [own, enemy] = [board.side, board.side.other()].map(|p| board.sides[p.index()]);
        let mut trail = Set::EMPTY;
        if let Some(left) = &board.trail {
            left.cells.iter().for_each(|cell| trail.insert(cell.index()));
        }
        Self { own, enemy, occupied: own.or(&enemy), trail }
    }
}

/// What takes up legal moves.
pub(super) trait Taker<const W: usize> {
    /// So many marches cost it as much as one piece that is looked at by itself.
    const A_PIECE: usize;

    /// A piece may go from a cell to each of these, or be dropped on them.
    fn plain(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        code: u8,
        from: Option<usize>,
        post: &Post<W>,
        to: Set<W>,
    );
    /// A piece may make a move that leaves a trail, by its number among those of its post.
    fn marked(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        piece: (u8, usize),
        marked: (usize, &Marked<W>),
    );
    /// Pieces of a code, none of them pinned, march; false if they are wanted one by one.
    fn marches(
        &mut self,
        engine: &Engine<'_, W>,
        board: &mut Board<W>,
        known: (&View<W>, &Safety<W>),
        pieces: (u8, Set<W>),
        marches: &Marches<W>,
    ) -> bool;
    /// A move of a tree.
    fn other(&mut self, engine: &Engine<'_, W>, candidate: &Candidate<'_>, becomes: Code);
    fn castle(&mut self, castle: &Castle);
    /// Passing, by that rule.
    fn pass(&mut self, rule: RuleId);
}

impl<const W: usize> Taker<W> for List {
    const A_PIECE: usize = 2;

    #[inline(always)]
    fn plain(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        code: u8,
        from: Option<usize>,
        post: &Post<W>,
        to: Set<W>,
    ) {
        let step = Step::from(from, code);
        let to = self.wanted(to, &view.enemy);
        self.add_each(to.without(&post.special), |cell| step.to(cell));
        if to.meets(&post.special) {
            for (cells, becomes) in post.classes.of(&engine.posts.classes) {
                let to = cells.and(&to);
                for c in &engine.forms.becomes[usize::from(*becomes)] {
                    self.add_each(to, |cell| step.becoming(c.0).to(cell));
                }
            }
        }
    }

    fn marked(
        &mut self,
        engine: &Engine<'_, W>,
        view: &View<W>,
        (code, from): (u8, usize),
        (number, marked): (usize, &Marked<W>),
    ) {
        if self.wants(view.enemy.has(marked.to)) {
            let step = Step::from(Some(from), code).to(marked.to).marked(number);
            let becomes = engine.becomes(&engine.forms.emits[marked.emit as usize]).iter();
            becomes.for_each(|becomes| self.add(step.becoming(becomes.0)));
        }
    }

    fn marches(
        &mut self,
        engine: &Engine<'_, W>,
        board: &mut Board<W>,
        known: (&View<W>, &Safety<W>),
        pieces: (u8, Set<W>),
        marches: &Marches<W>,
    ) -> bool {
        if !self.in_order {
            engine.list_marches(board, known, pieces, marches, self);
        }
        !self.in_order
    }

    fn other(&mut self, engine: &Engine<'_, W>, candidate: &Candidate<'_>, becomes: Code) {
        self.add_wanted(!candidate.captures.is_empty(), || {
            candidate.to_move(engine.forms, becomes)
        });
    }

    fn castle(&mut self, castle: &Castle) {
        self.add_wanted(false, || castle_move(castle));
    }

    fn pass(&mut self, rule: RuleId) {
        self.add_wanted(false, || Move::pass(rule));
    }
}

impl<const W: usize> Engine<'_, W> {
    /// All legal moves, added to the list.
    pub(super) fn steps(&self, board: &mut Board<W>, list: &mut List) {
        // Where each capture is legal no other move need be listed behind it.
        list.must_capture = self.plainly_must_capture;
        self.each_legal(board, list);
        if self.unfiltered {
            return;
        }
        if self.game.laws.promotes_to_lost {
            let offered = |list: &List, step| self.is_offered(board, list, step);
            list.keep(offered);
        }
        if self.game.laws.must_not_check || self.game.laws.must_break.is_some() {
            self.filter(board, list);
        }
        let captures = |list: &List, step| self.captures(board, list, step);
        if self.game.laws.must_capture && list.all().iter().any(|s| captures(list, *s)) {
            list.keep(captures);
        }
        if self.game.laws.capture_most {
            let number = |s: &Step| self.step_to_move(board, list, *s).captures.len();
            let numbers: Vec<usize> = list.all().iter().map(number).collect();
            let most = numbers.iter().copied().max();
            let mut kept = numbers.iter().map(|n| Some(*n) == most);
            list.keep(|_, _| kept.next().unwrap_or(false));
        }
        if let Some(rule) = self.game.laws.pass_when_stuck
            && list.all().is_empty()
            && !self.safety(board).check
        {
            list.add_other(Move::pass(rule));
        }
    }

    /// Takes out moves that give check where they must not, or do not break what must be broken.
    fn filter(&self, board: &mut Board<W>, list: &mut List) {
        let laws = &self.game.laws;
        let player = board.side;
        let holds = |board: &mut Board<W>| {
            let asked = laws.must_break.as_ref();
            let nobody = Subject::default();
            asked.is_some_and(|(asked, _)| self.end_holds(board, asked, player, &nobody))
        };
        let must_break = holds(board);
        let allowed = |list: &List, step: Step| {
            let must_break = must_break && !list.is_pass(step);
            if !must_break && !laws.must_not_check {
                return true;
            }
            let undo = self.make_step(board, list, step);
            let forbidden =
                (must_break && holds(board)) || (laws.must_not_check && self.safety(board).check);
            Self::unmake_step(board, undo);
            !forbidden
        };
        list.keep(allowed);
    }

    /// Whether a promotion is to what the player may promote to: see [`crate::play::reference::is_offered`].
    pub(super) fn is_offered(&self, board: &Board<W>, list: &List, step: Step) -> bool {
        let (game, side) = (self.game, board.side.index());
        let (code, becomes) = (Code(step.code()), Code(step.becomes()));
        let (from, to) = list.cells(step);
        if code == becomes || !game.needs_loss(code, becomes, from, to) {
            return true;
        }
        let (Some(at_start), Some(kind)) = (&game.at_start, game.base(becomes)) else {
            return true;
        };
        let of_kind = |code: &&u8| game.base(Code(**code)) == Some(kind);
        let codes = self.codes[side].iter().filter(of_kind);
        let standing: u32 = codes.map(|code| board.of(*code).len()).sum();
        let held = u32::from(board.hands[side][kind.index()]);
        standing + held < u32::from(at_start[side][kind.index()])
    }

    /// Gives all moves that leave no royal piece to be taken.
    #[inline(always)]
    pub(super) fn each_legal<T: Taker<W>>(&self, board: &mut Board<W>, taker: &mut T) {
        let mut safety = Safety::new();
        self.see_to(board, &mut safety);
        let view = View::of(board);
        let mut scratch = Scratch::default();
        for kind in &self.kinds[board.side.index()] {
            let code = kind.code;
            let mut pieces = board.of(code);
            if pieces.is_empty() {
                continue;
            }
            if let Kind { royal: false, marches: Some(marches), .. } = kind
                && marches.pay(pieces.len(), T::A_PIECE)
                && safety.odd.is_empty()
            {
                let loose = (code, pieces.without(&safety.pinned));
                if taker.marches(self, board, (&view, &safety), loose, marches) {
                    pieces = pieces.and(&safety.pinned);
                    if !view.trail.is_empty() {
                        self.on_trail(board, &view, &safety, loose, &mut scratch, taker);
                    }
                }
            }
            let posts = &self.posts.posts[usize::from(code) * self.cells..][..self.cells];
            let bound = (kind.royal, kind.royal || !safety.free || self.blasts);
            pieces.for_each(|from| {
                let piece = (code, from, &posts[from]);
                self.of_piece(board, &view, &safety, piece, bound, &mut scratch, taker);
            });
        }
        self.of_no_piece(board, &view, &safety, &mut scratch, taker);
    }

    /// Moves of pieces of a code that need a trail.
    fn on_trail(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        (code, pieces): (u8, Set<W>),
        scratch: &mut Scratch,
        taker: &mut impl Taker<W>,
    ) {
        let posts = &self.posts.posts[usize::from(code) * self.cells..][..self.cells];
        for from in pieces {
            let post = &posts[from];
            if post.has.rest() && post.on_trail.meets(&view.trail) {
                self.each_rest(board, safety, (code, Cell(small(from))), post.rest, scratch, taker);
            }
        }
    }

    /// The legal moves of one piece. `bound`: whether it is royal, and whether anything may forbid its plain moves.
    #[expect(clippy::too_many_arguments, reason = "all that is known of a position")]
    #[inline(always)]
    fn of_piece(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        (code, from, post): (u8, usize, &Post<W>),
        (royal, bound): (bool, bool),
        scratch: &mut Scratch,
        taker: &mut impl Taker<W>,
    ) {
        let mut to = self.targets(board, view, post);
        if bound {
            let mut blasting = Set::EMPTY;
            if self.blasts {
                blasting = self.blasted_cells(board, safety, (code, from), to.and(&view.enemy));
                to = to.without(&view.enemy);
            }
            if royal {
                to = self.royal_cells(board, from, code, to);
            } else if !safety.free {
                to = self.sift(board, safety, Some(from), code, to);
            }
            to = to.or(&blasting);
        }
        taker.plain(self, view, code, Some(from), post, to);
        if !post.has.more() {
            return;
        }
        if post.has.marked() {
            self.each_marked(board, view, safety, (code, from), post, taker);
        }
        if post.has.rest() && post.awake(view) {
            let piece = (code, Cell(small(from)));
            self.each_rest(board, safety, piece, post.rest, scratch, taker);
        }
    }

    /// Drops, castlings, passes.
    #[inline(always)]
    pub(super) fn of_no_piece(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        scratch: &mut Scratch,
        taker: &mut impl Taker<W>,
    ) {
        if self.game.needs.hands {
            self.each_drop(board, view, safety, scratch, taker);
        }
        if board.rights != 0 {
            self.castles(board, safety.check, |castle| taker.castle(castle));
        }
        if let Some(rule) = self.game.laws.may_pass.filter(|_| !safety.check) {
            taker.pass(rule);
        }
    }

    /// Those of the cells where a royal piece can go.
    #[inline(never)]
    fn royal_cells(&self, board: &mut Board<W>, from: usize, code: u8, to: Set<W>) -> Set<W> {
        if to.is_empty() {
            return to;
        }
        let told = self.out_of_danger(board, from, code, to);
        told.unwrap_or_else(|| self.safe_cells(board, Some(from), code, to))
    }

    /// Those of the cells where a piece can go without leaving a royal piece attacked: each is tried.
    #[inline(never)]
    fn safe_cells(
        &self,
        board: &mut Board<W>,
        from: Option<usize>,
        code: u8,
        to: Set<W>,
    ) -> Set<W> {
        to.filter(|to| self.plain_is_safe(board, from, *to, code, false)).collect()
    }

    /// Leaves those of the cells that a piece which is not royal may go to.
    #[inline(never)]
    fn sift(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        from: Option<usize>,
        code: u8,
        to: Set<W>,
    ) -> Set<W> {
        let (sure, tried) = safety.allowed(from);
        let legal = to.and(&sure);
        let tried = to.and(&tried);
        if tried.is_empty() {
            return legal;
        }
        // Attacks along lines are met by what is left: only the odd ones are asked.
        tried
            .filter(|to| self.plain_is_safe(board, from, *to, code, true))
            .collect::<Set<W>>()
            .or(&legal)
    }

    #[inline(never)]
    fn each_marked(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        (code, from): (u8, usize),
        post: &Post<W>,
        taker: &mut impl Taker<W>,
    ) {
        for (number, marked) in post.marked.of(&self.posts.marked).iter().enumerate() {
            if self.is_open(board, view, marked)
                && self.leaves_safe(board, safety, Some(from), code, marked.to)
            {
                taker.marked(self, view, (code, from), (number, marked));
            }
        }
    }

    /// Whether a plain or marked move, or a drop, leaves no royal piece attacked; blasts aside.
    #[inline(always)]
    pub(super) fn leaves_safe(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        from: Option<usize>,
        code: u8,
        to: usize,
    ) -> bool {
        if self.is_royal(board, code) {
            return self.royal_is_safe(board, from, to, code);
        }
        safety.free || !self.sift(board, safety, from, code, Set::one(to)).is_empty()
    }

    /// Whether a marked move may be made, but for the safety of the royal pieces.
    #[inline(always)]
    pub(super) fn is_open(&self, board: &Board<W>, view: &View<W>, marked: &Marked<W>) -> bool {
        let open = match marked.takes {
            None => !view.occupied.has(marked.to),
            Some(test) => view.enemy.has(marked.to) && self.passes(board, marked.to, test),
        };
        open && !marked.empties.meets(&view.occupied)
    }

    #[inline(never)]
    pub(super) fn each_rest(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        (piece, from): (u8, Cell),
        tree: Tree,
        scratch: &mut Scratch,
        taker: &mut impl Taker<W>,
    ) {
        let mut captures = [0; MOST_CAPTURES];
        self.run(board, tree, &mut captures, |board, emit, captures, on_trail| {
            let candidate = Candidate { piece, from, emit, captures, on_trail };
            for becomes in self.becomes(emit) {
                if !self.is_first(board, &candidate, *becomes, scratch) {
                    continue;
                }
                let legal = self.is_legal(board, safety, &candidate, *becomes);
                if legal && !(self.wary && self.mates_unlawfully(board, &candidate, *becomes)) {
                    taker.other(self, &candidate, *becomes);
                }
            }
        });
    }

    /// Whether no other piece has made the same move before.
    #[inline(always)]
    fn is_first(
        &self,
        board: &Board<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
        Scratch { crosses, crossing }: &mut Scratch,
    ) -> bool {
        !candidate.emit.crossing
            || !*crosses.get_or_insert_with(|| self.crosses(board))
            || candidate.is_first(becomes, crossing)
    }

    /// Whether another piece of the player to move may make a move that one makes.
    pub(super) fn crosses(&self, board: &Board<W>) -> bool {
        let codes = self.crossing[board.side.index()].iter();
        self.drops_cross || codes.map(|code| board.of(*code).len()).sum::<u32>() > 1
    }

    #[inline(never)]
    fn each_drop(
        &self,
        board: &mut Board<W>,
        view: &View<W>,
        safety: &Safety<W>,
        scratch: &mut Scratch,
        taker: &mut impl Taker<W>,
    ) {
        let side = board.side.index();
        if board.hands[side].iter().all(|held| *held == 0) {
            return;
        }
        for (code, piece) in &self.dropped[side] {
            if !board.holds(*piece) {
                continue;
            }
            let post = &self.posts.drops[usize::from(*code)];
            let mut to = self.targets(board, view, post);
            if self.is_royal(board, *code) {
                to = self.safe_cells(board, None, *code, to);
            } else if !safety.free {
                to = self.sift(board, safety, None, *code, to);
            }
            if to.meets(&post.wary) {
                to = self.not_mating(board, *code, to, &post.wary);
            }
            taker.plain(self, view, *code, None, post, to);
            if post.has.rest() && post.awake(view) {
                let piece = (*code, Cell::NONE);
                self.each_rest(board, safety, piece, post.rest, scratch, taker);
            }
        }
    }

    /// Takes out the cells of `wary` where a dropped piece would mate. Dropped pieces give check themselves or not at all,
    /// unless there are hurdles to be.
    #[inline(never)]
    pub(super) fn not_mating(
        &self,
        board: &mut Board<W>,
        code: u8,
        to: Set<W>,
        wary: &Set<W>,
    ) -> Set<W> {
        let mut checks = Set::EMPTY;
        for royal in &self.royal[board.side.other().index()] {
            for target in board.of(*royal) {
                let around = self.rings.around(board.side, target, false).iter();
                let own = around.filter(|ring| ring.code == code);
                checks = own.fold(checks, |all, ring| all.or(&ring.any));
            }
        }
        let asked = if self.rings.far { *wary } else { wary.and(&checks) };
        let mates = |cell: &usize| {
            let undo = board.make_drop(Step::from(None, code).to(*cell));
            let mates = self.safety(board).check && self.count_moves(board) == 0;
            board.unmake_plain(undo);
            mates
        };
        let mating: Set<W> = to.and(&asked).filter(mates).collect();
        to.without(&mating)
    }
}
