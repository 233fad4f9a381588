//! The generator of one game: its tables, and what is asked of it.

use crate::ids::{Code, PieceId, PlayerId, Rights};
use crate::ir::{Emit, Forms, Game};
use crate::play::fast::blast;
use crate::play::fast::board::{Board, PlainUndo, Undo};
use crate::play::fast::castle::{self, Way};
use crate::play::fast::danger::Reaches;
use crate::play::fast::ends::Asked;
use crate::play::fast::march::{self, Marches};
use crate::play::fast::posts::{Post, Posts};
use crate::play::fast::safety::Rings;
use crate::play::fast::set::Set;
use crate::play::fast::step::{List, Shape, Step};
use crate::play::moves::Move;
use crate::play::position::Position;

/// The generator of one game for boards of `64 * W` cells.
pub(super) struct Engine<'g, const W: usize> {
    pub(super) game: &'g Game,
    pub(super) forms: &'g Forms,
    pub(super) cells: usize,
    pub(super) posts: Posts<W>,
    pub(super) rings: Rings<W>,
    pub(super) reaches: Reaches<W>,
    /// Codes of either player, and of his royal pieces.
    pub(super) codes: [Vec<u8>; 2],
    /// Codes of either player that can be dropped.
    pub(super) dropped: [Vec<(u8, PieceId)>; 2],
    pub(super) royal: [Vec<u8>; 2],
    pub(super) ends: Vec<Asked<'g, W>>,
    /// Those that may hold though there is a legal move, by number.
    pub(super) ends_in_play: Vec<usize>,
    /// Whether all their conditions are of the placement: any of them.
    pub(super) ends_by_placement: bool,
    /// By code.
    pub(super) kinds: Vec<Kind<W>>,
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
    /// Whether some moves must not mate.
    pub(super) wary: bool,
    /// Codes of either player one of whose moves another piece may make too, and whether drops may.
    pub(super) crossing: [Vec<u8>; 2],
    pub(super) drops_cross: bool,
    /// Whether moves can be counted without listing them.
    pub(super) countable: bool,
}

/// What is known of a code.
#[derive(Clone, Debug)]
pub(super) struct Kind<const W: usize> {
    pub(super) royal: bool,
    pub(super) unquiet: bool,
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
        let ends: Vec<Asked<'_, W>> = game.ends.iter().map(|end| Asked::new(game, end)).collect();
        let laws = &game.laws;
        let posts = Posts::new(game, forms);
        let reaches = Reaches::new(game, forms, &posts, &rings);
        let kind = |(number, posts_of): (usize, &[Post<W>])| {
            let code = Code(u8::try_from(number).unwrap_or(u8::MAX));
            let royal = code.player().is_some_and(|p| royal(p, code.0));
            let changes = |from: &usize| forms.promotes(forms.trees[number * cells + from], code);
            let promotes = match laws.promotes_to_lost {
                true => (0..cells).filter(changes).collect(),
                false => Set::EMPTY,
            };
            let unquiet = game.piece_of(code).is_some_and(|p| p.unquiet);
            Kind { royal, unquiet, promotes, marches: march::of(forms, &posts, posts_of) }
        };
        let crosses = |code: &u8| {
            let all = usize::from(*code) * cells..(usize::from(*code) + 1) * cells;
            forms.rest[all].iter().any(|tree| forms.crosses(*tree))
        };
        let dropped = |player: PlayerId| {
            let all = game.piece_ids().map(|id| (Code::of(id, player).0, id));
            all.filter(|(code, _)| posts.drops[usize::from(*code)].moves_at_all()).collect()
        };
        let dropped = PlayerId::BOTH.map(dropped);
        let kinds = posts.posts.chunks(cells).enumerate().map(kind).collect();
        Self {
            kinds,
            posts,
            codes: PlayerId::BOTH.map(codes),
            dropped,
            royal: PlayerId::BOTH.map(|p| codes(p).into_iter().filter(|c| royal(p, *c)).collect()),
            ends_in_play: (0..ends.len()).filter(|n| ends[*n].may_end_in_play()).collect(),
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
            remembers: game.needs.passes || game.needs.twice > 0,
            countable: !laws.must_not_check
                && laws.must_break.is_none()
                && laws.pass_when_stuck.is_none()
                && !laws.capture_most,
            rings,
            reaches,
            game,
            forms,
            cells,
        }
    }

    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut board = Board::new(self.game, position);
        let mut list = List::in_order();
        self.steps(&mut board, &mut list);
        self.to_moves(&board, list)
    }

    pub(super) fn count(&self, position: &Position) -> u64 {
        self.count_moves(&mut Board::new(self.game, position))
    }

    pub(super) fn in_check(&self, position: &Position) -> bool {
        self.safety(&Board::new(self.game, position)).check
    }

    pub(super) fn perft_of(&self, position: &Position, depth: u32) -> u64 {
        let mut board = Board::new(self.game, position);
        board.keyed = false;
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
    pub(super) fn make_step(&self, board: &mut Board<W>, list: &List, step: Step) -> StepUndo {
        if step.shape() == Shape::Other {
            return StepUndo::Other(self.make(board, list.other(step)));
        }
        if self.remembers || (self.blasts && step.captures()) {
            return StepUndo::Other(self.make(board, &self.step_to_move(board, list, step)));
        }
        let undo = match step.shape() {
            Shape::Drop => board.make_drop(step.cells().1, step.code()),
            Shape::Marked => {
                let mark = list.mark(step);
                let cells = (usize::from(mark.from), usize::from(mark.to));
                let undo = self.make_plain(board, cells, step);
                board.leave_trail(self.forms.trail(&self.forms.emits[mark.emit as usize]), cells.1);
                undo
            }
            _ => self.make_plain(board, step.cells(), step),
        };
        self.see_check(board);
        StepUndo::Plain(undo)
    }

    #[inline(always)]
    fn make_plain(&self, board: &mut Board<W>, cells: (usize, usize), step: Step) -> PlainUndo {
        board.make_plain(self.game, &self.keep, cells, (step.code(), step.becomes()))
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

fn keep(game: &Game) -> Vec<Rights> {
    let mut keep = vec![Rights::MAX; game.topology.cells()];
    for (i, right) in game.rights.iter().enumerate() {
        for cell in [right.king.1, right.partner.1] {
            keep[cell.index()] &= !(1 << i);
        }
    }
    keep
}
