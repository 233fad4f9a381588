//! The slots of the pieces on the board, kept from turn to turn: see [`crate::play::fast::slots`].
//!
//! ```text
//! R a1, N b1           R0 R1 R2 R3 N0 N1      blocks of four slots each
//! N b1 goes to d2      R0 R1 R2 R3 N0 N1      they stand for the slots of N d2 from now on
//! R a1 is taken        N1 N0                  the last block fills each gap
//! ```

use crate::play::fast::board::{Board, PlainUndo, Undo, side_of};
use crate::play::fast::engine::StepUndo;
use crate::play::fast::list::View;
use crate::play::fast::slots::{BLOCK, Slot, Slots};
use crate::play::fast::step::{Shape, small};

/// Some of a piece's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    /// Which piece.
    piece: u16,
    /// Which of its blocks.
    part: u16,
}

impl Block {
    /// Where it is among the blocks of all pieces, each of which has room for so many.
    #[inline(always)]
    fn index(self, most: usize) -> usize {
        usize::from(self.piece) * most + usize::from(self.part)
    }
}

/// The blocks of all pieces on the board.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Whether they are those of the position.
    pub(super) known: bool,
    /// By player, in no order.
    blocks: [Vec<Block>; 2],
    /// By piece: its first slot.
    firsts: Vec<u32>,
    /// By piece and part: where the block is.
    places: Vec<u32>,
    /// By cell: which piece stands there.
    pieces: Vec<u16>,
    /// Pieces that have gone.
    gone: Vec<u16>,
}

/// A slot that was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn<'a, const W: usize> {
    pub(super) number: usize,
    /// None: it is of something else than a piece on the board.
    pub(super) slot: Option<&'a Slot<W>>,
    /// Whether there may be a move in it, as far as [`Slot::may_be_open`] tells.
    pub(super) open: bool,
}

/// The slots of a player's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned<'a, const W: usize> {
    blocks: &'a [Block],
    firsts: &'a [u32],
    slots: &'a [Slot<W>],
}

impl<'a, const W: usize> Owned<'a, W> {
    /// The slot with a number.
    #[inline(always)]
    pub(super) fn look_up(&self, view: &View<W>, number: usize) -> Drawn<'a, W> {
        let slot = self.place(number).map(|place| &self.slots[place]);
        let open = slot.is_none_or(|slot| slot.may_be_open(view));
        Drawn { number, slot, open }
    }

    /// Its place among all of the game.
    #[inline(always)]
    fn place(&self, number: usize) -> Option<usize> {
        let Block { piece, part } = *self.blocks.get(number / BLOCK)?;
        let first = self.firsts[usize::from(piece)] as usize;
        Some(first + usize::from(part) * BLOCK + number % BLOCK)
    }
}

impl Kept {
    /// How many slots a player's pieces have.
    #[inline(always)]
    pub(super) fn number(&self, side: usize) -> usize {
        self.blocks[side].len() * BLOCK
    }

    /// So many of the slots of a player's pieces.
    #[inline(always)]
    pub(super) fn of<'a, const W: usize>(
        &'a self,
        slots: &'a Slots<W>,
        side: usize,
        number: usize,
    ) -> Owned<'a, W> {
        let blocks = &self.blocks[side][..number / BLOCK];
        Owned { blocks, firsts: &self.firsts, slots: &slots.slots }
    }

    /// Those of the pieces on a board.
    #[inline(never)]
    pub(super) fn read<const W: usize>(&mut self, slots: &Slots<W>, board: &Board<W>) {
        let all = board.occupied();
        for blocks in &mut self.blocks {
            blocks.clear();
            blocks.reserve(all.len() as usize * 2);
        }
        self.gone.clear();
        self.pieces.resize(board.codes.len(), 0);
        self.firsts.resize(all.len() as usize, 0);
        self.places.resize(all.len() as usize * slots.most_blocks, 0);
        for (piece, cell) in (0..).zip(all) {
            let code = board.at(cell);
            let (first, number) = slots.blocks(code, cell);
            self.pieces[cell] = piece;
            self.firsts[usize::from(piece)] = first;
            self.add(slots, side_of(code), piece, 0..number);
        }
        self.known = true;
    }

    /// Whether they are those of a board.
    pub(super) fn are_of<const W: usize>(&self, slots: &Slots<W>, board: &Board<W>) -> bool {
        let mut new = Self::default();
        new.read(slots, board);
        [0, 1].into_iter().all(|side| {
            let slots_of = |kept: &Self| {
                let number = kept.number(side);
                let own = kept.of(slots, side, number);
                let mut all: Vec<usize> = (0..number).filter_map(|n| own.place(n)).collect();
                all.sort_unstable();
                all
            };
            let place = |block: &Block| self.places[block.index(slots.most_blocks)];
            let placed = self.blocks[side].iter().zip(0..).all(|(block, at)| place(block) == at);
            placed && slots_of(self) == slots_of(&new)
        })
    }

    /// Follows a move that was made.
    pub(super) fn follow<const W: usize>(
        &mut self,
        slots: &Slots<W>,
        board: &Board<W>,
        made: &StepUndo,
    ) {
        match made {
            StepUndo::Plain(undo) if undo.step.shape() == Shape::Drop => {
                self.put(slots, undo.step.cells().1, undo.step.becomes());
            }
            StepUndo::Plain(undo) => self.follow_plain(slots, undo),
            StepUndo::Other(undo) => self.follow_other(slots, board, undo),
        }
    }

    /// Follows a plain or marked move.
    #[inline(always)]
    pub(super) fn follow_plain<const W: usize>(&mut self, slots: &Slots<W>, undo: &PlainUndo) {
        let PlainUndo { step, taken, .. } = undo;
        let (from, to) = step.cells();
        if *taken != 0 {
            self.take(slots, to, *taken);
        }
        self.shift(slots, (from, step.code()), (to, step.becomes()));
    }

    #[inline(never)]
    fn follow_other<const W: usize>(&mut self, slots: &Slots<W>, board: &Board<W>, undo: &Undo) {
        for (n, (cell, before)) in undo.cells.iter().enumerate() {
            let again = undo.cells[..n].iter().any(|(other, _)| other == cell);
            if !again {
                let cell = usize::from(*cell);
                self.take(slots, cell, *before);
                self.put(slots, cell, board.at(cell));
            }
        }
    }

    /// A piece comes to stand on a cell; nothing: nothing does.
    #[inline(never)]
    fn put<const W: usize>(&mut self, slots: &Slots<W>, cell: usize, code: u8) {
        let (first, number) = slots.blocks(code, cell);
        if number == 0 {
            return;
        }
        let piece = self.gone.pop().unwrap_or_else(|| {
            self.places.resize(self.places.len() + slots.most_blocks, 0);
            self.firsts.push(0);
            small(self.firsts.len() - 1)
        });
        self.pieces[cell] = piece;
        self.firsts[usize::from(piece)] = first;
        self.add(slots, side_of(code), piece, 0..number);
    }

    /// A piece goes off a cell; nothing: nothing does.
    #[inline(never)]
    fn take<const W: usize>(&mut self, slots: &Slots<W>, cell: usize, code: u8) {
        let (_, number) = slots.blocks(code, cell);
        if number > 0 {
            let piece = self.pieces[cell];
            self.gone.push(piece);
            self.drop(slots, side_of(code), piece, 0..number);
        }
    }

    /// A piece goes from a cell to another, on which nothing stands, and may become something else of the same player.
    #[inline(always)]
    fn shift<const W: usize>(
        &mut self,
        slots: &Slots<W>,
        (from, code): (usize, u8),
        (to, becomes): (usize, u8),
    ) {
        let ((_, old), (first, new)) = (slots.blocks(code, from), slots.blocks(becomes, to));
        if old == 0 || new == 0 {
            self.take(slots, from, code);
            self.put(slots, to, becomes);
            return;
        }
        let piece = self.pieces[from];
        self.pieces[to] = piece;
        self.firsts[usize::from(piece)] = first;
        if old > new {
            self.drop(slots, side_of(code), piece, new..old);
        } else if new > old {
            self.add(slots, side_of(code), piece, old..new);
        }
    }

    #[inline(never)]
    fn add<const W: usize>(
        &mut self,
        slots: &Slots<W>,
        side: usize,
        piece: u16,
        parts: std::ops::Range<u16>,
    ) {
        for part in parts {
            let block = Block { piece, part };
            let place = u32::try_from(self.blocks[side].len()).unwrap_or(u32::MAX);
            self.places[block.index(slots.most_blocks)] = place;
            self.blocks[side].push(block);
        }
    }

    #[inline(never)]
    fn drop<const W: usize>(
        &mut self,
        slots: &Slots<W>,
        side: usize,
        piece: u16,
        parts: std::ops::Range<u16>,
    ) {
        for part in parts {
            let place = self.places[Block { piece, part }.index(slots.most_blocks)];
            self.blocks[side].swap_remove(place as usize);
            if let Some(last) = self.blocks[side].get(place as usize) {
                self.places[last.index(slots.most_blocks)] = place;
            }
        }
    }
}
