//! Runs trees: moves, attacks, counts.

use crate::ids::{Cell, Code, PlayerId};
use crate::ir::{AttackTree, Emit, End, EndCondition, Flags, FormNode, Forms, Game, Group, Moment};
use crate::play::fast::board::Board;
use crate::play::fast::set::Set;
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::reference::castle_move;
use smallvec::SmallVec;

/// Most captures of one move that a tree can make: its longest path.
const MOST_CAPTURES: usize = 128;

/// The generator of one game for boards of `64 * W` cells.
pub(super) struct Engine<'g, const W: usize> {
    game: &'g Game,
    forms: &'g Forms,
    cells: usize,
    /// By `code * cells + target`: where the code's attackers of the target may stand.
    reach: Vec<Set<W>>,
    /// Codes of either player, and of his royal pieces.
    codes: [Vec<u8>; 2],
    royal: [Vec<u8>; 2],
    /// Codes of either player that can attack anything.
    attackers: [Vec<u8>; 2],
    ends: Vec<&'g End>,
    end_cells: Vec<Vec<[Set<W>; 2]>>,
}

/// What is known of the royal pieces' safety before a move is chosen.
struct Safety<const W: usize> {
    /// A royal piece is attacked.
    check: bool,
    /// Cells on whose contents that depends.
    support: Set<W>,
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
            EndCondition::In { cells, .. } => {
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
            let undo = board.make(self.game, played);
            nodes += self.perft(board, depth - 1, lists);
            board.unmake(undo);
        }
        lists.push(moves);
        nodes
    }

    /// Whether an end of the placement holds.
    fn ended(&self, board: &Board<W>) -> bool {
        self.ends.iter().zip(&self.end_cells).any(|(end, sets)| {
            let subject = match end.moment {
                Moment::AfterOwnMove => board.side.other(),
                Moment::OnOwnTurn => board.side,
            };
            end.terms.iter().zip(sets).all(|(term, cells)| {
                let player = if term.enemy { subject.other() } else { subject };
                self.end_holds(board, &term.condition, player, &cells[player.index()])
                    != term.negated
            })
        })
    }

    fn end_holds(
        &self,
        board: &Board<W>,
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

    // ---- attacks

    /// Whether the player to move is in check, and on what that depends.
    fn safety(&self, board: &Board<W>) -> Safety<W> {
        let mut safety = Safety { check: false, support: Set::EMPTY };
        for code in &self.royal[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                safety.support.insert(cell);
                safety.check |=
                    self.attacked::<true>(board, cell, board.side.other(), &mut safety.support);
            }
        }
        safety
    }

    /// Whether `by` could capture the royal piece on a cell. With `COLLECT` all attackers are asked and every cell looked at
    /// is put into `support`; without, the first hit is enough.
    fn attacked<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        target: usize,
        by: PlayerId,
        support: &mut Set<W>,
    ) -> bool {
        let mut hit = false;
        for code in &self.attackers[by.index()] {
            let at = usize::from(*code) * self.cells + target;
            let reach = &self.reach[at];
            let candidates = reach.and(&board.by_code[usize::from(*code)]);
            if candidates.is_empty() {
                continue;
            }
            let first = self.forms.attack_index[at].0;
            for from in candidates {
                // A trial changes the mailbox alone: a piece it has captured is still in the sets.
                if board.codes[from] != *code {
                    continue;
                }
                let tree = self.forms.attacks[(first + reach.rank(from)) as usize];
                if COLLECT {
                    support.insert(from);
                }
                if self.attacks::<COLLECT>(board, tree, support) {
                    if !COLLECT {
                        return true;
                    }
                    hit = true;
                }
            }
        }
        hit
    }

    #[inline]
    fn attacks<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        tree: AttackTree,
        support: &mut Set<W>,
    ) -> bool {
        let nodes = &self.forms.attack_nodes[..tree.end as usize];
        let mut at = tree.start as usize;
        while let Some(node) = nodes.get(at) {
            if node.flags.has(Flags::NOT) {
                let matches =
                    self.attack_look::<COLLECT>(board, at + 1, node.extra as usize, support);
                at = if matches { node.skip } else { node.extra } as usize;
                continue;
            }
            let cell = usize::from(node.cell);
            if COLLECT {
                support.insert(cell);
            }
            if !self.passes(board, cell, node.test) {
                at = node.skip as usize;
                continue;
            }
            if node.flags.has(Flags::EMIT) {
                return true;
            }
            at += 1;
        }
        false
    }

    fn attack_look<const COLLECT: bool>(
        &self,
        board: &Board<W>,
        start: usize,
        end: usize,
        support: &mut Set<W>,
    ) -> bool {
        let mut at = start;
        while at < end {
            let node = self.forms.attack_nodes[at];
            if node.flags.has(Flags::NOT) {
                let matches =
                    self.attack_look::<COLLECT>(board, at + 1, node.extra as usize, support);
                at = if matches { node.skip as usize } else { node.extra as usize };
                if !matches && node.flags.has(Flags::MATCH) {
                    return true;
                }
                continue;
            }
            let cell = usize::from(node.cell);
            if COLLECT {
                support.insert(cell);
            }
            if !self.passes(board, cell, node.test) {
                at = node.skip as usize;
            } else if node.flags.has(Flags::MATCH) {
                return true;
            } else {
                at += 1;
            }
        }
        false
    }

    #[inline]
    fn becomes(&self, emit: &Emit) -> &'g [Code] {
        &self.forms.becomes[usize::from(emit.becomes)]
    }

    #[inline]
    fn passes(&self, board: &Board<W>, cell: usize, test: u8) -> bool {
        self.forms.tests[usize::from(board.codes[cell])] >> test & 1 != 0
    }

    // ---- moves

    /// Runs a tree; every emit that is no repetition of an earlier one goes to `found` with the captures and the trail's cell.
    #[inline]
    fn run(
        &self,
        board: &mut Board<W>,
        tree: crate::ir::Tree,
        mut found: impl FnMut(&mut Board<W>, &'g Emit, &[u16], Cell),
    ) {
        let nodes = &self.forms.nodes[..tree.end as usize];
        let mut captures = [0u16; MOST_CAPTURES];
        let mut seen = SmallVec::<[u64; 4]>::from_elem(0, usize::from(tree.groups).div_ceil(64));
        let mut on_trail = Cell::NONE;
        let mut at = tree.start as usize;
        while let Some(node) = nodes.get(at) {
            if node.flags.0 & (Flags::NOT | Flags::TRAIL) == 0 {
                if !self.passes(board, usize::from(node.cell), node.test) {
                    at = node.skip as usize;
                    continue;
                }
                if node.flags.has(Flags::CAPTURE) {
                    captures[usize::from(node.depth)] = node.cell;
                    on_trail = Cell::NONE;
                }
            } else if node.flags.has(Flags::NOT) {
                let matches = self.look(board, at + 1, node.extra as usize);
                at = if matches { node.skip } else { node.extra } as usize;
                continue;
            } else {
                let Some(owner) = self.trail_owner(board, node) else {
                    at = node.skip as usize;
                    continue;
                };
                captures[usize::from(node.depth)] = owner.0;
                on_trail = Cell(node.cell);
            }
            if node.flags.has(Flags::EMIT) {
                for emit in &self.forms.emits[node.extra as usize..] {
                    let fresh = emit.group == Group::ALONE || {
                        let (word, bit) = (usize::from(emit.group.0 / 64), emit.group.0 % 64);
                        let fresh = seen[word] >> bit & 1 == 0;
                        seen[word] |= 1 << bit;
                        fresh
                    };
                    if fresh {
                        let trail =
                            if node.flags.has(Flags::TRAIL) { on_trail } else { Cell::NONE };
                        found(board, emit, &captures[..usize::from(emit.captures)], trail);
                    }
                    if emit.last {
                        break;
                    }
                }
            }
            at += 1;
        }
    }

    fn look(&self, board: &Board<W>, start: usize, end: usize) -> bool {
        let mut at = start;
        while at < end {
            let node = self.forms.nodes[at];
            if node.flags.has(Flags::NOT) {
                let matches = self.look(board, at + 1, node.extra as usize);
                if !matches && node.flags.has(Flags::MATCH) {
                    return true;
                }
                at = if matches { node.skip } else { node.extra } as usize;
            } else if !self.passes(board, usize::from(node.cell), node.test) {
                at = node.skip as usize;
            } else if node.flags.has(Flags::MATCH) {
                return true;
            } else {
                at += 1;
            }
        }
        false
    }

    fn trail_owner(&self, board: &Board<W>, node: &FormNode) -> Option<Cell> {
        let trail = board.trail.as_ref()?;
        let open = trail.cells.contains(&Cell(node.cell)) && board.at(usize::from(node.cell)) == 0;
        (open && self.passes(board, trail.owner.index(), node.test)).then_some(trail.owner)
    }

    /// Every tree that the player to move can run: piece, its cell, its tree.
    fn each_tree(&self, board: &Board<W>, mut found: impl FnMut(u8, Cell, crate::ir::Tree)) {
        for code in &self.codes[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                let tree = self.forms.trees[usize::from(*code) * self.cells + cell];
                found(*code, Cell(u16::try_from(cell).unwrap_or(u16::MAX)), tree);
            }
        }
        if self.game.needs.hands {
            for code in &self.codes[board.side.index()] {
                let held = Code(*code)
                    .piece()
                    .is_some_and(|p| board.hands[board.side.index()][p.index()] > 0);
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
    fn moves(&self, board: &mut Board<W>, moves: &mut Vec<Move>) {
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
    }

    /// Number of legal moves.
    fn count_moves(&self, board: &mut Board<W>) -> u64 {
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
        let mut set = |board: &mut Board<W>, cell: usize, code: u8| {
            old.push((cell, std::mem::replace(&mut board.codes[cell], code)));
        };
        for cell in candidate.captures {
            set(board, usize::from(*cell), 0);
        }
        if candidate.from.is_some() {
            set(board, candidate.from.index(), 0);
        }
        set(board, candidate.emit.to.index(), becomes.0);
        let moves_royal = self.royal[board.side.index()].contains(&candidate.piece);
        let moved = moves_royal.then_some((candidate.from, candidate.emit.to));
        let safe = self.all_safe(board, moved);
        for (cell, code) in old.into_iter().rev() {
            board.codes[cell] = code;
        }
        safe
    }

    /// Whether no royal piece of the player to move is attacked; `moved`: one of them has moved in the mailbox alone.
    fn all_safe(&self, board: &Board<W>, moved: Option<(Cell, Cell)>) -> bool {
        let by = board.side.other();
        let mut unused = Set::EMPTY;
        for code in &self.royal[board.side.index()] {
            for cell in board.by_code[usize::from(*code)] {
                let cell = match moved {
                    Some((from, to)) if from.index() == cell => to.index(),
                    _ => cell,
                };
                if self.attacked::<false>(board, cell, by, &mut unused) {
                    return false;
                }
            }
        }
        true
    }

    /// Gives every legal castling to `found`.
    fn castles(&self, board: &mut Board<W>, mut found: impl FnMut(Move)) {
        let mut made: SmallVec<[Move; 4]> = SmallVec::new();
        let side = board.side;
        for castle in self.game.castles.iter().filter(|c| c.player == side) {
            let home = board.at(castle.path[0].index()) == castle.king.0
                && board.at(castle.partner_from.index()) == castle.partner.0;
            let open = castle.empty.iter().all(|c| board.at(c.index()) == 0);
            if board.rights >> castle.right & 1 == 0 || !home || !open {
                continue;
            }
            let played = castle_move(castle);
            if self.castle_is_safe(board, castle) && !made.iter().any(|m| m.same_effect(&played)) {
                made.push(played.clone());
                found(played);
            }
        }
    }

    fn castle_is_safe(&self, board: &mut Board<W>, castle: &crate::ir::Castle) -> bool {
        let royal = self.game.royal[castle.player.index()].has(castle.king);
        let start = castle.path[0].index();
        let (crossed, end) = castle.path.split_at(castle.path.len() - 1);
        board.codes[start] = 0;
        let safe = !royal
            || crossed.iter().all(|cell| {
                let old = std::mem::replace(&mut board.codes[cell.index()], castle.king.0);
                let attacked = self.attacked::<false>(
                    board,
                    cell.index(),
                    castle.player.other(),
                    &mut Set::EMPTY.clone(),
                );
                board.codes[cell.index()] = old;
                !attacked
            });
        let safe = safe && {
            board.codes[castle.partner_from.index()] = 0;
            let (to, partner) = (end[0].index(), castle.partner_to.index());
            let old = (board.codes[to], board.codes[partner]);
            board.codes[to] = castle.king.0;
            board.codes[partner] = castle.partner.0;
            let safe = self.all_safe(board, royal.then_some((castle.path[0], end[0])));
            (board.codes[to], board.codes[partner]) = old;
            board.codes[castle.partner_from.index()] = castle.partner.0;
            safe
        };
        board.codes[start] = castle.king.0;
        safe
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
        }
    }
}
