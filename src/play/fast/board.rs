//! The state that the fast generator works on: mailbox, sets by code, and what else the game needs.

use crate::ids::{Cell, Code, Mask, PieceId, PlayerId, Rights};
use crate::ir::Game;
use crate::play::fast::set::Set;
use crate::play::fast::step::{Shape, Step};
use crate::play::key;
use crate::play::moves::Move;
use crate::play::position::{Position, Trail};
use smallvec::SmallVec;

/// A position in the fast generator's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board<const W: usize> {
    /// What stands on each cell.
    pub(super) codes: Vec<u8>,
    /// Cells of each code; that of nothing is not kept.
    by_code: Box<[Set<W>; Code::END]>,
    /// Cells of either player's pieces.
    pub(super) sides: [Set<W>; 2],
    pub(super) hands: [Vec<u8>; 2],
    pub(super) side: PlayerId,
    pub(super) rights: Rights,
    pub(super) trail: Option<Box<Trail>>,
    pub(super) checks: [u8; 2],
    pub(super) passes: u8,
    pub(super) echo: u8,
    /// Whether the key is carried along.
    pub(super) keyed: bool,
    /// [`key::of`] the position, if it is carried along.
    pub(super) key: u64,
}

/// What a plain move or drop has changed, to take it back.
pub(super) struct PlainUndo {
    pub(super) step: Step,
    /// What stood where it goes before.
    pub(super) taken: u8,
    /// What is held more or less, and how many were held before.
    held: Option<(PieceId, u8)>,
    rights: Rights,
    trail: Option<Box<Trail>>,
    checks: [u8; 2],
    key: u64,
}

/// What a move has changed, to take it back.
pub(super) struct Undo {
    /// What stood there before; where one changed twice, the first says so.
    pub(super) cells: SmallVec<[(u16, u8); 6]>,
    rights: Rights,
    trail: Option<Box<Trail>>,
    /// Changes of the mover's hand: which piece, and how many were held before.
    held: SmallVec<[(usize, u8); 2]>,
    checks: [u8; 2],
    passes: u8,
    echo: u8,
    key: u64,
}

impl<const W: usize> Board<W> {
    pub(super) fn new(position: &Position) -> Self {
        Self { keyed: true, key: key::of(position), ..Self::unkeyed(position) }
    }

    /// One that carries no key along.
    pub(super) fn unkeyed(position: &Position) -> Self {
        let mut board = Self {
            codes: Vec::new(),
            by_code: Box::new([Set::EMPTY; Code::END]),
            sides: [Set::EMPTY; 2],
            hands: Default::default(),
            side: position.side,
            rights: 0,
            trail: None,
            checks: [0; 2],
            passes: 0,
            echo: 0,
            keyed: false,
            key: 0,
        };
        board.read(position);
        board
    }

    /// Takes a position in place of what it holds; it carries no key along then.
    pub(super) fn read(&mut self, position: &Position) {
        self.codes.clear();
        self.codes.extend(position.board.iter().map(|code| code.0));
        self.by_code.fill(Set::EMPTY);
        self.sides = [Set::EMPTY; 2];
        for (cell, code) in position.board.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            self.by_code[code.index()].insert(cell);
            self.sides[side_of(code.0)].insert(cell);
        }
        self.hands.clone_from(&position.hands);
        (self.side, self.rights) = (position.side, position.rights);
        self.trail = position.trail.clone().map(Box::new);
        (self.checks, self.passes, self.echo) = (position.checks, position.passes, position.echo);
        (self.keyed, self.key) = (false, 0);
    }

    /// As a position, with the counts that a board does not keep.
    pub(super) fn position(&self, clock: u32, number: u32) -> Position {
        Position {
            board: self.codes.iter().map(|code| Code(*code)).collect(),
            hands: self.hands.clone(),
            side: self.side,
            rights: self.rights,
            trail: self.trail.as_deref().cloned(),
            checks: self.checks,
            passes: self.passes,
            echo: self.echo,
            clock,
            number,
        }
    }

    #[inline]
    pub(super) fn at(&self, cell: usize) -> u8 {
        self.codes[cell]
    }

    /// Whether the player to move holds a piece in hand.
    #[inline]
    pub(super) fn holds(&self, piece: PieceId) -> bool {
        self.hands[self.side.index()][piece.index()] > 0
    }

    /// Cells of a code.
    #[inline(always)]
    pub(super) fn of(&self, code: u8) -> Set<W> {
        self.by_code[usize::from(code) % Code::END]
    }

    /// Cells that are not empty.
    #[inline]
    pub(super) fn occupied(&self) -> Set<W> {
        self.sides[0].or(&self.sides[1])
    }

    /// Whether a piece of one of the codes stands on one of the cells.
    #[inline]
    pub(super) fn stands_any(&self, codes: Mask, cells: &Set<W>) -> bool {
        let mut rest = codes.0;
        while rest != 0 {
            let code = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            if self.of(code).meets(cells) {
                return true;
            }
        }
        false
    }

    /// Puts a piece into the sets, or takes it out of them.
    #[inline(always)]
    fn flip(&mut self, at: usize, code: u8) {
        self.by_code[usize::from(code) % Code::END].toggle(at);
        self.sides[side_of(code)].toggle(at);
    }

    /// The same with the key.
    #[inline]
    fn toggle(&mut self, at: usize, code: u8) {
        self.flip(at, code);
        if self.keyed {
            self.key ^= key::piece(cell(at), Code(code));
        }
    }

    /// Changes mailbox and sets together.
    #[inline]
    fn put(&mut self, cell: Cell, code: u8) -> u8 {
        let at = cell.index();
        let old = std::mem::replace(&mut self.codes[at], code);
        if old != 0 {
            self.toggle(at, old);
        }
        if code != 0 {
            self.toggle(at, code);
        }
        old
    }

    /// Plays a plain move: a piece goes from a cell to another and takes what stands there. `keep`: by cell, the rights that
    /// are left when what stands on it changes.
    #[inline(always)]
    pub(super) fn make_plain(&mut self, game: &Game, keep: &[Rights], step: Step) -> PlainUndo {
        let (rights, key, checks) = (self.rights, self.key, self.checks);
        let ((from, to), code, becomes) = (step.cells(), step.code(), step.becomes());
        let taken = std::mem::replace(&mut self.codes[to], becomes);
        self.codes[from] = 0;
        self.flip(from, code);
        self.flip(to, becomes);
        let mut held = None;
        if taken != 0 {
            self.flip(to, taken);
            if game.laws.to_hand {
                held = self.gain_one(game, taken);
            }
        }
        if self.rights != 0 {
            self.rights &= keep[from] & keep[to];
        }
        self.side = self.side.other();
        let trail = self.trail.take();
        if self.keyed {
            self.rekey(step, taken, rights, trail.as_deref());
        }
        PlainUndo { step, taken, held, rights, trail, checks, key }
    }

    /// Drops a piece on an empty cell.
    pub(super) fn make_drop(&mut self, step: Step) -> PlainUndo {
        let (rights, key, checks) = (self.rights, self.key, self.checks);
        let ((_, to), code) = (step.cells(), step.code());
        let held = Code(code).piece().map(|piece| {
            let before = self.hands[self.side.index()][piece.index()];
            let held = before.saturating_sub(1);
            self.hands[self.side.index()][piece.index()] = held;
            if self.keyed {
                self.key ^= key::hand(self.side, piece, before) ^ key::hand(self.side, piece, held);
            }
            (piece, before)
        });
        self.codes[to] = code;
        self.flip(to, code);
        self.side = self.side.other();
        let trail = self.trail.take();
        if self.keyed {
            self.rekey(step, 0, rights, trail.as_deref());
        }
        PlainUndo { step, taken: 0, held, rights, trail, checks, key }
    }

    /// Carries the key along after a plain move or drop, but for the hands: rights and trail are those before it.
    #[inline(never)]
    fn rekey(&mut self, step: Step, taken: u8, rights: Rights, trail: Option<&Trail>) {
        let (from, to) = step.cells();
        let piece = |at: usize, code: u8| key::piece(cell(at), Code(code));
        self.key ^= trail.map_or(0, |t| key::trail(&t.cells, t.owner));
        if step.shape() != Shape::Drop {
            self.key ^= piece(from, step.code());
        }
        self.key ^= piece(to, step.becomes());
        if taken != 0 {
            self.key ^= piece(to, taken);
        }
        self.key ^= key::rights(rights) ^ key::rights(self.rights) ^ key::side(PlayerId(1));
    }

    /// After a move that can be captured on its way.
    pub(super) fn leave_trail(&mut self, cells: &[Cell], owner: usize) {
        let owner = cell(owner);
        if self.keyed {
            self.key ^= key::trail(cells, owner);
        }
        self.trail = Some(Box::new(Trail { cells: cells.iter().copied().collect(), owner }));
    }

    /// Takes a plain move or drop back.
    #[inline]
    pub(super) fn unmake_plain(&mut self, undo: PlainUndo) {
        let PlainUndo { step, taken, .. } = undo;
        let (from, to) = step.cells();
        self.side = self.side.other();
        if step.shape() != Shape::Drop {
            self.codes[from] = step.code();
            self.flip(from, step.code());
        }
        self.codes[to] = taken;
        self.flip(to, step.becomes());
        if taken != 0 {
            self.flip(to, taken);
        }
        if let Some((piece, held)) = undo.held {
            self.hands[self.side.index()][piece.index()] = held;
        }
        self.rights = undo.rights;
        self.trail = undo.trail;
        self.checks = undo.checks;
        self.key = undo.key;
    }

    /// A captured enemy goes to the hand: which piece, and how many of it were held before.
    fn gain_one(&mut self, game: &Game, taken: u8) -> Option<(PieceId, u8)> {
        let piece = game.gained_by(game.piece_of(Code(taken))?)?;
        let before = self.hands[self.side.index()][piece.index()];
        let held = before.saturating_add(1);
        self.hands[self.side.index()][piece.index()] = held;
        if self.keyed {
            self.key ^= key::hand(self.side, piece, before) ^ key::hand(self.side, piece, held);
        }
        Some((piece, before))
    }

    /// Plays a move of this position.
    pub(super) fn make(&mut self, game: &Game, played: &Move) -> Undo {
        let mut undo = Undo {
            cells: SmallVec::new(),
            rights: self.rights,
            trail: self.trail.take(),
            held: SmallVec::new(),
            checks: self.checks,
            passes: self.passes,
            echo: self.echo,
            key: self.key,
        };
        if let Some(trail) = &undo.trail {
            self.key ^= key::trail(&trail.cells, trail.owner);
        }
        let blasted = self.blasted(game, played);
        if game.laws.to_hand {
            for cell in &played.captures {
                self.gain(game, *cell, &mut undo);
            }
        }
        let mut change = |board: &mut Self, cell: Cell, code: u8| {
            let old = board.put(cell, code);
            undo.cells.push((cell.0, old));
        };
        for cell in &played.captures {
            change(self, *cell, 0);
        }
        let in_place = played.is_in_place();
        if played.from.is_some() && !in_place {
            change(self, played.from, 0);
        }
        if let Some(partner) = played.partner {
            change(self, partner.from, 0);
            change(self, partner.to, partner.piece.0);
        }
        if !in_place {
            change(self, played.to, played.becomes.0);
        }
        for cell in blasted {
            change(self, cell, 0);
        }
        if let Some(piece) = played.from_hand(game) {
            let held = self.hands[self.side.index()][piece.index()];
            self.hold(piece, held.saturating_sub(1), &mut undo);
        }
        self.lose_rights(game, &undo);
        if !played.trail.is_empty() {
            self.trail = Some(Box::new(Trail { cells: played.trail.clone(), owner: played.to }));
            self.key ^= key::trail(&played.trail, played.to);
        }
        if game.needs.passes {
            self.passes = if played.is_pass() { self.passes.saturating_add(1) } else { 0 };
        }
        self.key ^= key::side(PlayerId(1));
        self.side = self.side.other();
        undo
    }

    /// A right is lost with the first change on either of its cells.
    fn lose_rights(&mut self, game: &Game, undo: &Undo) {
        if self.rights == 0 {
            return;
        }
        let changed = |cell: Cell| undo.cells.iter().any(|(c, _)| Cell(*c) == cell);
        self.key ^= key::rights(self.rights);
        for (i, right) in game.rights.iter().enumerate() {
            if changed(right.king.1) || changed(right.partner.1) {
                self.rights &= !(1 << i);
            }
        }
        self.key ^= key::rights(self.rights);
    }

    /// Changes how many of a piece the player to move holds.
    fn hold(&mut self, piece: PieceId, held: u8, undo: &mut Undo) {
        let before = std::mem::replace(&mut self.hands[self.side.index()][piece.index()], held);
        self.key ^= key::hand(self.side, piece, before) ^ key::hand(self.side, piece, held);
        undo.held.push((piece.index(), before));
    }

    /// A captured enemy goes to the hand.
    fn gain(&mut self, game: &Game, cell: Cell, undo: &mut Undo) {
        let code = Code(self.codes[cell.index()]);
        let enemy = code.player() == Some(self.side.other());
        let gained = game.piece_of(code).filter(|_| enemy).and_then(|piece| game.gained_by(piece));
        if let Some(piece) = gained {
            let held = self.hands[self.side.index()][piece.index()];
            self.hold(piece, held.saturating_add(1), undo);
        }
    }

    /// Notes that the player who has just moved has given check.
    pub(super) fn count_check(&mut self, most: u8) {
        let given = &mut self.checks[self.side.other().index()];
        let before = *given;
        *given = given.saturating_add(1).min(most);
        let mut old = self.checks;
        old[self.side.other().index()] = before;
        self.key ^= key::checks(old) ^ key::checks(self.checks);
    }

    /// Cells that a move clears besides its captures, the one where it arrives among them.
    pub(super) fn blasted(&self, game: &Game, played: &Move) -> SmallVec<[Cell; 9]> {
        let Some(blast) = game.laws.blast.as_ref().filter(|_| !played.captures.is_empty()) else {
            return SmallVec::new();
        };
        let what = &game.conditions[blast.what[self.side.index()].index()].plain;
        let removed = |cell: &Cell| {
            let code = Code(self.codes[cell.index()]);
            let gone = *cell == played.from || played.captures.contains(cell);
            !gone && !code.is_empty() && what.at(*cell).has(code)
        };
        let around = blast.around[played.to.index()].iter().copied().filter(removed);
        std::iter::once(played.to).chain(around).collect()
    }

    /// Takes the last move back.
    pub(super) fn unmake(&mut self, undo: Undo) {
        self.side = self.side.other();
        for (cell, old) in undo.cells.iter().rev() {
            self.put(Cell(*cell), *old);
        }
        self.rights = undo.rights;
        self.trail = undo.trail;
        for (piece, held) in undo.held.iter().rev() {
            self.hands[self.side.index()][*piece] = *held;
        }
        self.checks = undo.checks;
        (self.passes, self.echo) = (undo.passes, undo.echo);
        self.key = undo.key;
    }
}

/// Whose a piece is, as an index.
#[inline]
pub(super) fn side_of(code: u8) -> usize {
    usize::from(code & 1 ^ 1)
}

#[inline]
fn cell(at: usize) -> Cell {
    Cell(u16::try_from(at).unwrap_or(u16::MAX))
}
