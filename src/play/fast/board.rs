//! The state that the fast generator works on: mailbox, sets by code, and what else the game needs.

use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::Game;
use crate::play::fast::set::Set;
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
    pub(super) by_code: Vec<Set<W>>,
    pub(super) hands: [Vec<u8>; 2],
    pub(super) side: PlayerId,
    pub(super) rights: u64,
    pub(super) trail: Option<Trail>,
    /// [`key::of`] the position, carried along.
    pub(super) key: u64,
}

/// What a move has changed, to take it back.
pub(super) struct Undo {
    cells: SmallVec<[(u16, u8); 6]>,
    rights: u64,
    trail: Option<Trail>,
    dropped: Option<usize>,
    key: u64,
}

impl<const W: usize> Board<W> {
    pub(super) fn new(game: &Game, position: &Position) -> Self {
        let mut board = Self {
            codes: position.board.iter().map(|c| c.0).collect(),
            by_code: vec![Set::EMPTY; game.codes()],
            hands: position.hands.clone(),
            side: position.side,
            rights: position.rights,
            trail: position.trail.clone(),
            key: key::of(position),
        };
        for (cell, code) in position.board.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            board.by_code[code.index()].insert(cell);
        }
        board
    }

    #[inline]
    pub(super) fn at(&self, cell: usize) -> u8 {
        self.codes[cell]
    }

    /// Changes mailbox and sets together.
    #[inline]
    fn put(&mut self, cell: Cell, code: u8) -> u8 {
        let at = cell.index();
        let old = std::mem::replace(&mut self.codes[at], code);
        if old != 0 {
            self.by_code[usize::from(old)].remove(at);
            self.key ^= key::piece(cell, Code(old));
        }
        if code != 0 {
            self.by_code[usize::from(code)].insert(at);
            self.key ^= key::piece(cell, Code(code));
        }
        old
    }

    /// Plays a move of this position.
    pub(super) fn make(&mut self, game: &Game, played: &Move) -> Undo {
        let mut undo = Undo {
            cells: SmallVec::new(),
            rights: self.rights,
            trail: self.trail.take(),
            dropped: None,
            key: self.key,
        };
        if let Some(trail) = &undo.trail {
            self.key ^= key::trail(&trail.cells, trail.owner);
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
        if let (true, Some(piece)) = (played.is_drop(), played.piece.piece()) {
            self.take_from_hand(piece);
            undo.dropped = Some(piece.index());
        }
        if self.rights != 0 {
            self.key ^= key::rights(self.rights);
            for (i, right) in game.rights.iter().enumerate() {
                if undo
                    .cells
                    .iter()
                    .any(|(c, _)| Cell(*c) == right.king.1 || Cell(*c) == right.partner.1)
                {
                    self.rights &= !(1 << i);
                }
            }
            self.key ^= key::rights(self.rights);
        }
        if !played.trail.is_empty() {
            self.trail = Some(Trail { cells: played.trail.clone(), owner: played.to });
            self.key ^= key::trail(&played.trail, played.to);
        }
        self.key ^= key::side(PlayerId(1));
        self.side = self.side.other();
        undo
    }

    fn take_from_hand(&mut self, piece: PieceId) {
        let held = &mut self.hands[self.side.index()][piece.index()];
        self.key ^= key::hand(self.side, piece, *held);
        *held = held.saturating_sub(1);
        self.key ^= key::hand(self.side, piece, *held);
    }

    /// Takes the last move back.
    pub(super) fn unmake(&mut self, undo: Undo) {
        self.side = self.side.other();
        for (cell, old) in undo.cells.iter().rev() {
            self.put(Cell(*cell), *old);
        }
        self.rights = undo.rights;
        self.trail = undo.trail;
        if let Some(piece) = undo.dropped {
            self.hands[self.side.index()][piece] += 1;
        }
        self.key = undo.key;
    }
}
