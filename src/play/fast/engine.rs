//! The generator of one game: its tables, and what is asked of it.

use crate::ids::{Code, PieceId, PlayerId, Rights};
use crate::ir::{Emit, Forms, Game};
use crate::play::fast::blast;
use crate::play::fast::board::{Board, PlainUndo, Undo};
use crate::play::fast::castle::{self, Way};
use crate::play::fast::danger::Reaches;
use crate::play::fast::ends::{self, Asked, Gate};
use crate::play::fast::march::{self, Marches};
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::safety::Rings;
use crate::play::fast::set::Set;
use crate::play::fast::slots::Slots;
use crate::play::fast::step::{List, Shape, Step};
use crate::play::moves::Move;
use crate::play::position::Position;
use std::sync::OnceLock;

/// The generator of one game for boards of `64 * W` cells.
pub(super) struct Engine<'g, const W: usize> {
    pub(super) game: &'g Game,
    pub(super) forms: &'g Forms,
    pub(super) cells: usize,
    /// By code: see [`Forms::tests`].
    pub(super) tests: [u64; Code::END],
    pub(super) posts: Posts<W>,
    pub(super) rings: Rings<W>,
    pub(super) reaches: Reaches<W>,
    /// Codes of either player, and of his royal pieces.
    pub(super) codes: [Vec<u8>; 2],
    /// Codes of either player that can be dropped.
    pub(super) dropped: [Vec<(u8, PieceId)>; 2],
    pub(super) royal: [Vec<u8>; 2],
    pub(super) ends: Vec<Asked<'g, W>>,
    /// Those that may hold though there is a legal move.
    pub(super) ends_in_play: Vec<Gate<W>>,
    /// Whether all their conditions are of the placement: any of them.
    pub(super) ends_by_placement: bool,
    /// By player.
    pub(super) kinds: [Vec<Kind<W>>; 2],
    /// By code: whether it is royal.
    pub(super) royalty: [bool; Code::END],
    pub(super) castle_ways: [Vec<Way<'g, W>>; 2],
    /// By cell: the castling rights that are left when what stands on it changes.
    keep: Vec<Rights>,
    /// Whether a trial must be carried out in the mailbox.
    pub(super) mailbox: bool,
    /// Whether captures blow up what stands around.
    pub(super) blasts: bool,
    /// By cell: the cells around it that a blast reaches.
    pub(super) blast_around: Vec<Set<W>>,
    /// Whether ends remember what was before the last move.
    remembers: bool,
    /// Whether plain moves have no effects but those on the board, the hands, the rights and the trail.
    plainly: bool,
    /// Whether some moves must not mate.
    pub(super) wary: bool,
    /// Codes of either player one of whose moves another piece may make too, and whether drops may.
    pub(super) crossing: [Vec<u8>; 2],
    pub(super) drops_cross: bool,
    /// Whether there are trees that drop.
    pub(super) drops_run: bool,
    /// Whether moves can be counted without listing them.
    pub(super) countable: bool,
    /// By code: whether its moves are not quiet.
    pub(super) unquiet: [bool; Code::END],
    /// Whether captures are compulsory and nothing else forbids one that leaves no royal piece to be taken.
    pub(super) plainly_must_capture: bool,
    /// Made when a move is drawn first.
    slots: OnceLock<Option<Slots<W>>>,
    /// Whether moves are drawn from slots: each is legal or not whatever other moves there are.
    drawable: bool,
    /// Whether no law takes listed moves out or adds any.
    pub(super) unfiltered: bool,
}

/// What is known of a code.
#[derive(Clone, Debug)]
pub(super) struct Kind<const W: usize> {
    pub(super) code: u8,
    pub(super) royal: bool,
    /// Cells from which a move may make it something else, in a game where that depends on what is lost.
    pub(super) promotes: Set<W>,
    pub(super) marches: Option<Marches<W>>,
}

/// How a step is taken back.
pub(super) enum StepUndo {
    Plain(PlainUndo),
    Other(Undo),
}

impl<'g, const W: usize> Engine<'g, W> {
    pub(super) fn new(game: &'g Game, forms: &'g Forms) -> Self {
        let cells = game.topology.cells();
        let rings = Rings::new(game, forms);
        let codes = |player: PlayerId| {
            game.piece_ids().map(|id| Code::of(id, player).0).collect::<Vec<u8>>()
        };
        let royal = |player: PlayerId, code: u8| game.royal[player.index()].has(Code(code));
        let ends: Vec<_> = game.ends.iter().map(|end| Asked::new(game, end)).collect();
        let laws = &game.laws;
        let posts = Posts::new(game, forms);
        let reaches = Reaches::new(game, forms, &posts, &rings);
        let crosses = |code: &u8| {
            let all = usize::from(*code) * cells..(usize::from(*code) + 1) * cells;
            forms.rest[all].iter().any(|tree| forms.crosses(*tree))
        };
        let dropped = |player: PlayerId| {
            let all = game.piece_ids().map(|id| (Code::of(id, player).0, id));
            all.filter(|(code, _)| posts.drops[usize::from(*code)].moves_at_all()).collect()
        };
        let dropped = PlayerId::BOTH.map(dropped);
        let unquiet = |code: Code| game.piece_of(code).is_some_and(|p| p.unquiet);
        let remembers = game.needs.passes || game.needs.twice > 0;
        let forbids = laws.promotes_to_lost || laws.must_not_check || laws.must_break.is_some();
        Self {
            kinds: PlayerId::BOTH.map(|player| kinds(game, forms, &posts, player)),
            slots: OnceLock::new(),
            drawable: is_drawable(game),
            tests: tests(forms),
            royalty: by_code(game, |c| c.player().is_some_and(|p| royal(p, c.0))),
            drops_run: posts.drops.iter().any(|post| post.has.rest()),
            posts,
            codes: PlayerId::BOTH.map(codes),
            dropped,
            royal: PlayerId::BOTH.map(|p| codes(p).into_iter().filter(|c| royal(p, *c)).collect()),
            ends_in_play: ends::gates(&ends),
            ends_by_placement: ends.iter().any(|e| e.by_placement),
            ends,
            castle_ways: castle::ways(game),
            keep: keep(game),
            mailbox: rings.odd || laws.blast.is_some(),
            blast_around: blast::around(game),
            blasts: laws.blast.is_some(),
            wary: game.rules.iter().any(|rule| rule.without_mate),
            crossing: PlayerId::BOTH.map(|p| codes(p).into_iter().filter(&crosses).collect()),
            drops_cross: forms.rest_drops.iter().any(|tree| forms.crosses(*tree)),
            remembers,
            plainly: !remembers && laws.blast.is_none() && game.needs.checks.is_none(),
            countable: !laws.must_not_check
                && laws.must_break.is_none()
                && laws.pass_when_stuck.is_none()
                && !laws.capture_most,
            unquiet: by_code(game, unquiet),
            plainly_must_capture: laws.must_capture && !forbids,
            unfiltered: !forbids && !laws.capture_most && laws.pass_when_stuck.is_none(),
            rings,
            reaches,
            game,
            forms,
            cells,
        }
    }

    /// What a piece can do from a cell.
    #[inline(always)]
    pub(super) fn post(&self, code: u8, from: usize) -> &Post<W> {
        &self.posts.posts[usize::from(code) * self.cells + from]
    }

    /// What moves are drawn from, if they are.
    #[inline(always)]
    pub(super) fn slots(&self) -> Option<&Slots<W>> {
        let made = || Slots::new(self.game, self.forms, &self.posts);
        self.slots.get_or_init(|| if self.drawable { made() } else { None }).as_ref()
    }

    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut board = Board::new(position);
        let mut list = List::in_order();
        self.steps(&mut board, &mut list);
        self.to_moves(&board, list)
    }

    pub(super) fn count(&self, position: &Position) -> u64 {
        self.count_moves(&mut Board::new(position))
    }

    pub(super) fn in_check(&self, position: &Position) -> bool {
        self.safety(&Board::new(position)).check
    }

    pub(super) fn perft_of(&self, position: &Position, depth: u32) -> u64 {
        let mut board = Board::unkeyed(position);
        self.perft(&mut board, depth, &mut Vec::new())
    }

    fn perft(&self, board: &mut Board<W>, depth: u32, lists: &mut Vec<List>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.ended(board) {
            return 0;
        }
        if depth == 1 {
            return self.count_moves(board);
        }
        let mut list = lists.pop().unwrap_or_default();
        list.clear();
        self.steps(board, &mut list);
        let mut nodes = 0;
        for step in list.all() {
            let undo = self.make_step(board, &list, *step);
            nodes += self.perft(board, depth - 1, lists);
            Self::unmake_step(board, undo);
        }
        lists.push(list);
        nodes
    }

    /// Plays a step of a list.
    #[inline(always)]
    pub(super) fn make_step(&self, board: &mut Board<W>, list: &List, step: Step) -> StepUndo {
        match self.make_plainly(board, step) {
            Some(undo) => StepUndo::Plain(undo),
            None => self.make_any(board, list, step),
        }
    }

    /// The same, if it is a plain move of a game where these have no effects but the usual ones.
    #[inline(always)]
    pub(super) fn make_plainly(&self, board: &mut Board<W>, step: Step) -> Option<PlainUndo> {
        let plainly = self.plainly && step.shape() == Shape::Plain;
        plainly.then(|| board.make_plain(self.game, &self.keep, step))
    }

    #[inline(never)]
    pub(super) fn make_any(&self, board: &mut Board<W>, list: &List, step: Step) -> StepUndo {
        let shape = step.shape();
        if shape == Shape::Other
            || self.remembers
            || (self.blasts && self.captures(board, list, step))
        {
            return self.make_other(board, list, step);
        }
        let undo = match shape {
            Shape::Drop => board.make_drop(step),
            _ => board.make_plain(self.game, &self.keep, step),
        };
        if shape == Shape::Marked {
            board.leave_trail(self.forms.trail(self.mark(step)), step.cells().1);
        }
        self.see_check(board);
        StepUndo::Plain(undo)
    }

    #[inline(never)]
    fn make_other(&self, board: &mut Board<W>, list: &List, step: Step) -> StepUndo {
        StepUndo::Other(match step.shape() {
            Shape::Other => self.make(board, list.other(step)),
            _ => self.make(board, &self.step_to_move(board, list, step)),
        })
    }

    pub(super) fn unmake_step(board: &mut Board<W>, undo: StepUndo) {
        match undo {
            StepUndo::Plain(undo) => board.unmake_plain(undo),
            StepUndo::Other(undo) => board.unmake(undo),
        }
    }

    /// Plays a move.
    pub(super) fn make(&self, board: &mut Board<W>, played: &Move) -> Undo {
        let held = if self.game.needs.twice > 0 { self.held(board) } else { 0 };
        let undo = board.make(self.game, played);
        board.echo = held;
        self.see_check(board);
        undo
    }

    /// Counts the check that was given where checks count.
    fn see_check(&self, board: &mut Board<W>) {
        if let Some(most) = self.game.needs.checks
            && self.safety(board).check
        {
            board.count_check(most);
        }
    }

    #[inline]
    pub(super) fn becomes(&self, emit: &Emit) -> &'g [Code] {
        &self.forms.becomes[usize::from(emit.becomes)]
    }
}

/// What is known of a player's codes.
fn kinds<const W: usize>(
    game: &Game,
    forms: &Forms,
    posts: &Posts<W>,
    player: PlayerId,
) -> Vec<Kind<W>> {
    let cells = game.topology.cells();
    let kind = |code: Code| {
        let first = code.index() * cells;
        let changes = |from: &usize| forms.promotes(forms.trees[first + from], code);
        let promotes = match game.laws.promotes_to_lost {
            true => (0..cells).filter(changes).collect(),
            false => Set::EMPTY,
        };
        let own = &posts.posts[first..first + cells];
        let marches = march::of(forms, posts, code, own);
        let royal = game.royal[player.index()].has(code);
        Kind { code: code.0, royal, promotes, marches }
    };
    game.piece_ids().map(|id| kind(Code::of(id, player))).collect()
}

/// By code: whether something holds of it.
fn by_code(game: &Game, holds: impl Fn(Code) -> bool) -> [bool; Code::END] {
    let mut all = [false; Code::END];
    for code in
        PlayerId::BOTH.into_iter().flat_map(|p| game.piece_ids().map(move |id| Code::of(id, p)))
    {
        all[code.index()] = holds(code);
    }
    all
}

/// Whether no law compares the moves of a game but one that makes captures compulsory, be they legal otherwise.
fn is_drawable(game: &Game) -> bool {
    let laws = &game.laws;
    let compares = laws.capture_most || (laws.must_capture && laws.promotes_to_lost);
    !compares && !laws.must_not_check && laws.must_break.is_none()
}

fn tests(forms: &Forms) -> [u64; Code::END] {
    let mut tests = [0; Code::END];
    tests.iter_mut().zip(&forms.tests).for_each(|(test, of_code)| *test = *of_code);
    tests
}

fn keep(game: &Game) -> Vec<Rights> {
    let mut keep = vec![Rights::MAX; game.topology.cells()];
    for (i, right) in game.rights.iter().enumerate() {
        for cell in [right.king.1, right.partner.1] {
            keep[cell.index()] &= !(1 << i);
        }
    }
    keep
}
