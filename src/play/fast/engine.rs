//! Runs trees: moves, attacks, counts.

use crate::ids::{Cell, Code, PlayerId};
use crate::ir::{Emit, End, EndCondition, Forms, Game};
use crate::play::fast::attack::Safety;
use crate::play::fast::board::{Board, Undo};
use crate::play::fast::set::Set;
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::reference;
use smallvec::SmallVec;

/// The generator of one game for boards of `64 * W` cells.
pub(super) struct Engine<'g, const W: usize> {
    pub(super) game: &'g Game,
    pub(super) forms: &'g Forms,
    pub(super) cells: usize,
    /// By `code * cells + target`: where the code's attackers of the target may stand.
    pub(super) reach: Vec<Set<W>>,
    /// Codes of either player, and of his royal pieces.
    pub(super) codes: [Vec<u8>; 2],
    pub(super) royal: [Vec<u8>; 2],
    /// Codes of either player that can attack anything.
    pub(super) attackers: [Vec<u8>; 2],
    pub(super) ends: Vec<&'g End>,
    pub(super) end_cells: Vec<Vec<[Set<W>; 2]>>,
    /// Whether the laws of the game take moves out after they are made.
    filters: bool,
}

/// A candidate: an emit of a tree with what the run has captured.
struct Candidate<'a> {
    piece: u8,
    from: Cell,
    emit: &'a Emit,
    captures: &'a [u16],
    on_trail: Cell,
}

impl<'g, const W: usize> Engine<'g, W> {
    pub(super) fn new(game: &'g Game, forms: &'g Forms) -> Self {
        let cells = game.topology.cells();
        let reach = forms.attack_index.iter().map(|(start, end)| {
            let mut set = Set::EMPTY;
            for tree in &forms.attacks[*start as usize..*end as usize] {
                set.insert(tree.from.index());
            }
            set
        });
        let reach: Vec<Set<W>> = reach.collect();
        let codes = |player: PlayerId| {
            game.piece_ids().map(|id| Code::of(id, player).0).collect::<Vec<u8>>()
        };
        let some_reach = |code: &u8| {
            let at = usize::from(*code) * cells;
            reach[at..at + cells].iter().any(|s| !s.is_empty())
        };
        let placement = |e: &&End| e.terms.iter().all(|t| t.condition.is_placement());
        let ends: Vec<&End> = game.ends.iter().filter(placement).collect();
        let sets = |t: &crate::ir::EndTerm| match &t.condition {
            EndCondition::In { cells, .. } | EndCondition::CanReach { cells, .. } => {
                [Set::from_cells(&cells[0]), Set::from_cells(&cells[1])]
            }
            _ => [Set::EMPTY; 2],
        };
        Self {
            game,
            forms,
            cells,
            codes: PlayerId::BOTH.map(codes),
            royal: PlayerId::BOTH.map(|p| {
                codes(p).into_iter().filter(|c| game.royal[p.index()].has(Code(*c))).collect()
            }),
            attackers: PlayerId::BOTH.map(|p| codes(p).into_iter().filter(some_reach).collect()),
            end_cells: ends.iter().map(|e| e.terms.iter().map(sets).collect()).collect(),
            ends,
            reach,
            filters: game.laws.must_capture
                || game.laws.must_break.is_some()
                || game.laws.pass_when_stuck.is_some()
                || game.laws.must_not_check
                || game.rules.iter().any(|r| r.without_mate),
        }
    }

    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut board = Board::new(self.game, position);
        let mut moves = Vec::new();
        self.moves(&mut board, &mut moves);
        moves
    }

    pub(super) fn count(&self, position: &Position) -> u64 {
        self.count_moves(&mut Board::new(self.game, position))
    }

    pub(super) fn in_check(&self, position: &Position) -> bool {
        self.safety(&Board::new(self.game, position)).check
    }

    pub(super) fn perft_of(&self, position: &Position, depth: u32) -> u64 {
        let mut board = Board::new(self.game, position);
        let mut lists = Vec::new();
        self.perft(&mut board, depth, &mut lists)
    }

    fn perft(&self, board: &mut Board<W>, depth: u32, lists: &mut Vec<Vec<Move>>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.ended(board) {
            return 0;
        }
        if depth == 1 {
            return self.count_moves(board);
        }
        let mut moves = lists.pop().unwrap_or_default();
        moves.clear();
        self.moves(board, &mut moves);
        let mut nodes = 0;
        for played in &moves {
            let undo = self.make(board, played);
            nodes += self.perft(board, depth - 1, lists);
            board.unmake(undo);
        }
        lists.push(moves);
        nodes
    }

    /// Plays a move, and counts the check that it gives where checks count.
    pub(super) fn make(&self, board: &mut Board<W>, played: &Move) -> Undo {
        let held = if self.game.needs.twice > 0 { self.held(board) } else { 0 };
        let undo = board.make(self.game, played);
        board.echo = held;
        if self.game.needs.checks.is_some() && self.safety(board).check {
            board.count_check();
        }
        undo
    }

    #[inline]
    fn becomes(&self, emit: &Emit) -> &'g [Code] {
        &self.forms.becomes[usize::from(emit.becomes)]
    }

    /// Every tree that the player to move can run: piece, its cell, its tree.
    fn each_tree(&self, board: &Board<W>, mut found: impl FnMut(u8, Cell, crate::ir::Tree)) {
        for code in &self.codes[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                let tree = self.forms.trees[usize::from(*code) * self.cells + cell];
                found(*code, Cell(u16::try_from(cell).unwrap_or(u16::MAX)), tree);
            }
        }
        if self.game.needs.drops {
            for code in &self.codes[board.side.index()] {
                let held = Code(*code).piece().is_some_and(|p| {
                    let kind = self.game.piece(p);
                    (kind.unlimited && kind.droppable)
                        || board.hands[board.side.index()][p.index()] > 0
                });
                if held {
                    found(*code, Cell::NONE, self.forms.drops[usize::from(*code)]);
                }
            }
        }
    }

    fn trees(&self, board: &Board<W>) -> SmallVec<[(u8, Cell, crate::ir::Tree); 64]> {
        let mut all = SmallVec::new();
        self.each_tree(board, |code, cell, tree| all.push((code, cell, tree)));
        all
    }

    /// All legal moves, added to `moves`.
    pub(super) fn moves(&self, board: &mut Board<W>, moves: &mut Vec<Move>) {
        let safety = self.safety(board);
        let mut crossing = Vec::new();
        for (piece, from, tree) in self.trees(board) {
            self.run(board, tree, |board, emit, captures, on_trail| {
                let candidate = Candidate { piece, from, emit, captures, on_trail };
                if emit.crossing && !candidate.is_first(self.becomes(emit), &mut crossing) {
                    return;
                }
                for becomes in self.becomes(emit) {
                    if self.is_legal(board, &safety, &candidate, *becomes) {
                        moves.push(candidate.to_move(self.forms, *becomes));
                    }
                }
            });
        }
        if board.rights != 0 {
            self.castles(board, |played| moves.push(played));
        }
        if let Some(rule) = self.game.laws.may_pass.filter(|_| !safety.check) {
            moves.push(Move::pass(rule));
        }
        if self.filters {
            self.filter(board, moves);
        }
    }

    /// Takes out what the laws of the game forbid.
    fn filter(&self, board: &mut Board<W>, moves: &mut Vec<Move>) {
        let laws = &self.game.laws;
        if let Some((asked, _)) = &laws.must_break {
            let player = board.side;
            if self.end_holds(board, asked, player, &Set::EMPTY) {
                moves.retain(|m| {
                    let undo = board.make(self.game, m);
                    let holds = self.end_holds(board, asked, player, &Set::EMPTY);
                    board.unmake(undo);
                    !holds || m.is_pass()
                });
            }
        }
        moves.retain(|m| {
            let without_mate = self.game.rule(m.rule).without_mate;
            if !laws.must_not_check && !without_mate {
                return true;
            }
            let undo = board.make(self.game, m);
            let check = self.safety(board).check;
            let forbidden = check && (laws.must_not_check || self.count_moves(board) == 0);
            board.unmake(undo);
            !forbidden
        });
        reference::keep_compulsory(self.game, moves);
        if let Some(rule) = laws.pass_when_stuck
            && moves.is_empty()
            && !self.safety(board).check
        {
            moves.push(Move::pass(rule));
        }
    }

    /// Number of legal moves.
    fn count_moves(&self, board: &mut Board<W>) -> u64 {
        if self.filters || self.game.laws.may_pass.is_some() {
            let mut moves = Vec::new();
            self.moves(board, &mut moves);
            return moves.len() as u64;
        }
        let safety = self.safety(board);
        let mut count = 0;
        let mut crossing = Vec::new();
        for (piece, from, tree) in self.trees(board) {
            self.run(board, tree, |board, emit, captures, on_trail| {
                let candidate = Candidate { piece, from, emit, captures, on_trail };
                if emit.crossing && !candidate.is_first(self.becomes(emit), &mut crossing) {
                    return;
                }
                if !self.depends(&safety, &candidate) {
                    count += if safety.check { 0 } else { self.becomes(emit).len() as u64 };
                    return;
                }
                for becomes in self.becomes(emit) {
                    count += u64::from(self.try_out(board, &candidate, *becomes));
                }
            });
        }
        if board.rights != 0 {
            self.castles(board, |_| count += 1);
        }
        count
    }

    /// Whether the safety of the royal pieces could change with the move.
    #[inline]
    fn depends(&self, safety: &Safety<W>, candidate: &Candidate<'_>) -> bool {
        if self.game.laws.blast.is_some() && !candidate.captures.is_empty() {
            return true;
        }
        let from = candidate.from.is_some() && safety.support.has(candidate.from.index());
        from || safety.support.has(candidate.emit.to.index())
            || candidate.captures.iter().any(|c| safety.support.has(usize::from(*c)))
    }

    fn is_legal(
        &self,
        board: &mut Board<W>,
        safety: &Safety<W>,
        candidate: &Candidate<'_>,
        becomes: Code,
    ) -> bool {
        if self.depends(safety, candidate) {
            self.try_out(board, candidate, becomes)
        } else {
            !safety.check
        }
    }

    /// Makes the move in the mailbox, looks, and takes it back.
    fn try_out(&self, board: &mut Board<W>, candidate: &Candidate<'_>, becomes: Code) -> bool {
        let mut old = SmallVec::<[(usize, u8); 6]>::new();
        for cell in candidate.captures {
            set(board, &mut old, usize::from(*cell), 0);
        }
        if candidate.from.is_some() {
            set(board, &mut old, candidate.from.index(), 0);
        }
        set(board, &mut old, candidate.emit.to.index(), becomes.0);
        if self.game.laws.blast.is_some() && !candidate.captures.is_empty() {
            let verdict = self.after_blast(board, candidate, &mut old);
            if let Some(safe) = verdict {
                for (cell, code) in old.into_iter().rev() {
                    board.codes[cell] = code;
                }
                return safe;
            }
        }
        let moves_royal = self.royal[board.side.index()].contains(&candidate.piece);
        let moved = moves_royal.then_some((candidate.from, candidate.emit.to));
        let safe = self.all_safe(board, moved);
        for (cell, code) in old.into_iter().rev() {
            board.codes[cell] = code;
        }
        safe
    }
}

/// Changes the mailbox alone, and remembers what stood there.
fn set<const W: usize>(
    board: &mut Board<W>,
    old: &mut SmallVec<[(usize, u8); 6]>,
    cell: usize,
    code: u8,
) {
    old.push((cell, std::mem::replace(&mut board.codes[cell], code)));
}

impl<const W: usize> Engine<'_, W> {
    /// Carries a blast out in the mailbox. Says at once what becomes of the move if a royal piece goes.
    fn after_blast(
        &self,
        board: &mut Board<W>,
        candidate: &Candidate<'_>,
        old: &mut SmallVec<[(usize, u8); 6]>,
    ) -> Option<bool> {
        let blast = self.game.laws.blast.as_ref()?;
        let (side, to) = (board.side, candidate.emit.to.index());
        let what = &self.game.conditions[blast.what[side.index()].index()].plain;
        let mut own_royal = self.royal[side.index()].contains(&candidate.piece);
        set(board, old, to, 0);
        for cell in &blast.around[to] {
            let code = Code(board.codes[cell.index()]);
            if !code.is_empty() && what.at(*cell).has(code) {
                own_royal |= self.game.royal[side.index()].has(code);
                set(board, old, cell.index(), 0);
            }
        }
        if own_royal {
            return Some(false);
        }
        let royals = self.royal[side.other().index()].iter();
        let mut cells =
            royals.flat_map(|c| board.by_code[usize::from(*c)].map(move |cell| (cell, *c)));
        let had = cells.clone().next().is_some();
        let left = cells.any(|(cell, code)| board.codes[cell] == code);
        (had && !left).then_some(true)
    }
}

impl Candidate<'_> {
    /// Whether no other piece has made the same changes before; remembers them.
    fn is_first(&self, becomes: &[Code], crossing: &mut Vec<SmallVec<[(u16, u8); 4]>>) -> bool {
        let in_place = self.from == self.emit.to && becomes == [Code(self.piece)];
        let mut changes: SmallVec<[(u16, u8); 4]> = self.captures.iter().map(|c| (*c, 0)).collect();
        if !in_place {
            // Promotions of one emit share all but the last change, so that the first stands for all.
            changes.push((self.from.0, 0));
            changes.push((self.emit.to.0, becomes[0].0));
        }
        changes.sort_unstable();
        let first = !crossing.contains(&changes);
        if first {
            crossing.push(changes);
        }
        first
    }

    fn to_move(&self, forms: &Forms, becomes: Code) -> Move {
        Move {
            rule: self.emit.rule,
            piece: Code(self.piece),
            from: self.from,
            entry: self.emit.entry,
            to: self.emit.to,
            becomes,
            captures: self.captures.iter().map(|c| Cell(*c)).collect(),
            shots: self.emit.shots,
            on_trail: self.on_trail,
            partner: None,
            trail: forms.trail(self.emit).iter().copied().collect(),
            effects: None,
        }
    }
}
