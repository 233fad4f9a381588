//! Who attacks a royal piece, and which moves that forbids.
//!
//! Most attacks come along *lines*: cells that must be empty between the attacker and the royal piece (none of a leaper's). A
//! plain move changes what stands on one line in known ways, so that sets say which are legal:
//!
//! ```text
//! K e1, enemy r e8, nothing between:    check; only e2 … e8 meet it         (block)
//! K e1, own N e4, enemy r e8:           N is pinned to e2 … e8              (pins)
//! K e1, N e4, P e5, r e8:               nothing; a move that clears both is tried (support: one of the two)
//! ```
//!
//! Attacks by trees of tests are *odd*: the cells that were looked at are collected, the answer depends on nothing else, and
//! only moves that touch them are tried on the board.

use crate::ids::{Code, PlayerId};
use crate::ir::{AttackTree, Forms, Game, Siege};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::set::Set;
use smallvec::SmallVec;

/// The cells from which a code can attack a target, by form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring<const W: usize> {
    pub(super) code: u8,
    /// All of them.
    pub(super) any: Set<W>,
    /// Nothing lies between.
    direct: Set<W>,
    /// The cells between must be empty: in the order of the cells, sets of [`Rings::lines`].
    line: Set<W>,
    first_line: u32,
    /// Exactly one of the cells between must be occupied: sets of [`Rings::lines`] too.
    hop: Set<W>,
    first_hop: u32,
    /// A tree says: in the order of the cells, trees of [`Rings::trees`].
    pub(super) odd: Set<W>,
    first_tree: u32,
}

/// Who attacks what from where.
#[derive(Clone, Debug)]
pub(super) struct Rings<const W: usize> {
    /// By player and target: the rings of his codes that can attack it.
    around: [Vec<Vec<Ring<W>>>; 2],
    /// Of these the odd attacks: over a piece, or by trees.
    odd_around: [Vec<Vec<Ring<W>>>; 2],
    lines: Vec<Set<W>>,
    hops: Vec<Set<W>>,
    trees: Vec<AttackTree>,
    /// Whether there are trees at all.
    pub(super) odd: bool,
    /// Whether a piece may give check by standing somewhere else than where it attacks from: there are trees or hops.
    pub(super) far: bool,
}

impl<const W: usize> Rings<W> {
    pub(super) fn new(game: &Game, forms: &Forms) -> Self {
        let cells = game.topology.cells();
        let none = || vec![Vec::new(); cells];
        let mut all = Self {
            around: [none(), none()],
            odd_around: [none(), none()],
            lines: Vec::new(),
            hops: Vec::new(),
            trees: Vec::new(),
            odd: false,
            far: false,
        };
        for player in PlayerId::BOTH {
            // A royal piece takes nothing where captures blow up the capturer.
            let takes =
                |code: &Code| game.laws.blast.is_none() || !game.royal[player.index()].has(*code);
            for code in game.piece_ids().map(|id| Code::of(id, player)).filter(takes) {
                for target in 0..cells {
                    let (start, end) = forms.attack_index[code.index() * cells + target];
                    let attacks = &forms.attacks[start as usize..end as usize];
                    if !attacks.is_empty() {
                        let ring = all.ring(forms, code.0, attacks);
                        let odd = ring.hop.or(&ring.odd);
                        if !odd.is_empty() {
                            let (direct, line) = (Set::EMPTY, Set::EMPTY);
                            let ring = Ring { any: odd, direct, line, ..ring };
                            all.odd_around[player.index()][target].push(ring);
                        }
                        all.around[player.index()][target].push(ring);
                    }
                }
            }
        }
        all.odd = !all.trees.is_empty();
        all.far = all.odd || !all.hops.is_empty();
        all
    }

    /// `attacks` in the order of the attackers' cells.
    fn ring(&mut self, forms: &Forms, code: u8, attacks: &[AttackTree]) -> Ring<W> {
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut ring = Ring {
            code,
            any: attacks.iter().map(|a| a.from.index()).collect(),
            direct: Set::EMPTY,
            line: Set::EMPTY,
            first_line: place(self.lines.len()),
            hop: Set::EMPTY,
            first_hop: place(self.hops.len()),
            odd: Set::EMPTY,
            first_tree: place(self.trees.len()),
        };
        let cells = |start: u32, length: u16| {
            let cells = &forms.lines[start as usize..start as usize + usize::from(length)];
            cells.iter().map(|c| c.index()).collect()
        };
        for attack in attacks {
            match attack.siege {
                Siege::Line(_, 0) => ring.direct.insert(attack.from.index()),
                Siege::Line(start, length) => {
                    ring.line.insert(attack.from.index());
                    self.lines.push(cells(start, length));
                }
                Siege::Hop(start, length) => {
                    ring.hop.insert(attack.from.index());
                    self.hops.push(cells(start, length));
                }
                Siege::Tree => {
                    ring.odd.insert(attack.from.index());
                    self.trees.push(*attack);
                }
            }
        }
        ring
    }

    /// Number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.around[0].len()
    }

    /// From where a player's codes can attack a target; `oddly`: only over a piece or by trees.
    #[inline]
    pub(super) fn around(&self, by: PlayerId, target: usize, oddly: bool) -> &[Ring<W>] {
        let around = if oddly { &self.odd_around } else { &self.around };
        &around[by.index()][target]
    }

    #[inline]
    fn hop(&self, ring: &Ring<W>, from: usize) -> &Set<W> {
        &self.hops[(ring.first_hop + ring.hop.rank(from)) as usize]
    }

    #[inline]
    fn line(&self, ring: &Ring<W>, from: usize) -> &Set<W> {
        &self.lines[(ring.first_line + ring.line.rank(from)) as usize]
    }

    #[inline]
    fn tree(&self, ring: &Ring<W>, from: usize) -> AttackTree {
        self.trees[(ring.first_tree + ring.odd.rank(from)) as usize]
    }
}

/// What is known of the royal pieces' safety before a move is chosen.
#[derive(Debug)]
pub(super) struct Safety<const W: usize> {
    /// A royal piece is attacked.
    pub(super) check: bool,
    /// Nothing forbids a plain move of a piece that is not royal.
    pub(super) free: bool,
    /// Where a plain move must end to meet all attacks along lines.
    pub(super) block: Set<W>,
    /// Pieces that must stay on a line, and where each may go.
    pub(super) pinned: Set<W>,
    pins: SmallVec<[(usize, Set<W>); 4]>,
    /// Cells on which odd attacks depend.
    pub(super) odd: Set<W>,
    odd_check: bool,
    /// Cells on whose contents the whole answer depends.
    pub(super) support: Set<W>,
}

impl<const W: usize> Safety<W> {
    /// Where nothing is attacked.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            check: false,
            free: true,
            block: Set::ALL,
            pinned: Set::EMPTY,
            pins: SmallVec::new(),
            odd: Set::EMPTY,
            odd_check: false,
            support: Set::EMPTY,
        }
    }

    /// Where a piece on a cell may go by a plain move for certain, and where it must be tried.
    #[inline]
    pub(super) fn allowed(&self, from: Option<usize>) -> (Set<W>, Set<W>) {
        let mut allowed = self.block;
        if let Some(from) = from.filter(|from| self.pinned.has(*from)) {
            for (_, line) in self.pins.iter().filter(|(cell, _)| *cell == from) {
                allowed = allowed.and(line);
            }
        }
        if from.is_some_and(|from| self.odd.has(from)) {
            (Set::EMPTY, allowed)
        } else if self.odd_check {
            (Set::EMPTY, allowed.and(&self.odd))
        } else {
            (allowed.without(&self.odd), allowed.and(&self.odd))
        }
    }
}

impl<const W: usize> Safety<W> {
    /// Takes in an attack over exactly one piece.
    fn meet_hop(&mut self, line: &Set<W>, from: usize, occupied: &Set<W>, own: &Set<W>) {
        let between = line.and(occupied);
        let mut others = between;
        match (others.next(), others.next()) {
            (None, _) => {
                // No hurdle yet: nobody may become it.
                self.block = self.block.without(line);
                self.support = self.support.or(line);
            }
            (Some(_), None) => {
                self.odd_check = true;
                self.odd = self.odd.or(line);
                self.odd.insert(from);
            }
            (Some(one), Some(two)) => {
                self.support = self.support.or(&between);
                // With two, neither may leave the other alone.
                for (leaver, left) in [(one, two), (two, one)] {
                    if others.is_empty() && own.has(leaver) {
                        let mut stays = *line;
                        stays.remove(left);
                        stays.insert(from);
                        self.pinned.insert(leaver);
                        self.pins.push((leaver, stays));
                    }
                }
            }
        }
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Whether the player to move is in check, on what that depends, and which plain moves are legal.
    pub(super) fn safety(&self, board: &Board<W>) -> Safety<W> {
        let mut safety = Safety::new();
        self.see_to(board, &mut safety);
        safety
    }

    /// The same, into what is new.
    #[inline(always)]
    pub(super) fn see_to(&self, board: &Board<W>, safety: &mut Safety<W>) {
        let by = board.side.other();
        for code in &self.royal[board.side.index()] {
            for target in board.of(*code) {
                safety.support.insert(target);
                if self.blast_shields(board, target, by) {
                    continue;
                }
                for ring in self.rings.around(by, target, false) {
                    let near = ring.any.and(&board.of(ring.code));
                    if !near.is_empty() {
                        self.look_at(board, ring, near, safety);
                    }
                }
            }
        }
        safety.support = safety.support.or(&safety.odd);
        safety.check |= safety.odd_check;
        safety.free = safety.block == Set::ALL && safety.pinned.is_empty() && safety.odd.is_empty();
    }

    /// Takes in the attacks of a code from cells of its ring. Apart, so that the many rings that nothing stands on cost little.
    #[inline(never)]
    fn look_at(&self, board: &Board<W>, ring: &Ring<W>, near: Set<W>, safety: &mut Safety<W>) {
        let occupied = board.occupied();
        let own = &board.sides[board.side.index()];
        ring.direct.and(&near).for_each(|from| {
            let only = Set::one(from);
            safety.check = true;
            safety.block = safety.block.and(&only);
            safety.support = safety.support.or(&only);
        });
        ring.line.and(&near).for_each(|from| {
            let line = self.rings.line(ring, from);
            let mut whole = *line;
            whole.insert(from);
            let between = line.and(&occupied);
            let mut others = between;
            match others.next() {
                None => {
                    safety.check = true;
                    safety.block = safety.block.and(&whole);
                    safety.support = safety.support.or(&whole);
                }
                Some(one) => {
                    safety.support.insert(one);
                    if others.is_empty() && own.has(one) {
                        safety.pinned.insert(one);
                        safety.pins.push((one, whole));
                    }
                }
            }
        });
        for from in ring.hop.and(&near) {
            safety.meet_hop(self.rings.hop(ring, from), from, &occupied, own);
        }
        for from in ring.odd.and(&near) {
            safety.odd.insert(from);
            let tree = self.rings.tree(ring, from);
            safety.odd_check |= self.attacks::<true>(board, tree, &mut safety.odd);
        }
    }

    /// Whether `by` could capture the royal piece on a cell, in a trial: `occupied` is what is occupied in it, `gone` are the
    /// cells of `by` whose pieces it has removed. Trees look into the mailbox, where the trial must have been carried out.
    pub(super) fn attacked(
        &self,
        board: &Board<W>,
        target: usize,
        by: PlayerId,
        occupied: &Set<W>,
        gone: &Set<W>,
    ) -> bool {
        let rings = self.rings.around(by, target, false);
        self.attacked_from(board, rings, (target, by), occupied, gone)
    }

    /// The same by some attacks.
    pub(super) fn attacked_from(
        &self,
        board: &Board<W>,
        rings: &[Ring<W>],
        (target, by): (usize, PlayerId),
        occupied: &Set<W>,
        gone: &Set<W>,
    ) -> bool {
        if self.blast_shields(board, target, by) {
            return false;
        }
        rings.iter().any(|ring| {
            let near = ring.any.and(&board.of(ring.code)).without(gone);
            if near.is_empty() {
                return false;
            }
            self.strikes(ring, &near, occupied)
                || ring.odd.and(&near).any(|from| {
                    self.attacks::<false>(
                        board,
                        self.rings.tree(ring, from),
                        &mut Set::EMPTY.clone(),
                    )
                })
        })
    }

    /// Whether one of some pieces of a ring attacks its target; trees aside.
    #[inline(always)]
    pub(super) fn strikes(&self, ring: &Ring<W>, near: &Set<W>, occupied: &Set<W>) -> bool {
        ring.direct.meets(near)
            || ring.line.and(near).any(|from| !self.rings.line(ring, from).meets(occupied))
            || ring.hop.and(near).any(|from| self.rings.hop(ring, from).and(occupied).len() == 1)
    }
}
