//! Small numbers for the things of a game, and sets of cells. Names end here: what comes after `resolve` knows these only.

use serde::Serialize;

/// A cell of the board: `rank * files + file`, both from 0 at the first player's near left corner; at most 675.
/// Missing cells have numbers too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Cell(pub u16);

impl Cell {
    /// No cell: off the board, or a piece that is in nobody's hand.
    pub const NONE: Self = Self(u16::MAX);

    /// As an index into tables by cell.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is a cell at all.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// A player: 0 is the one who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// As an index: 0 or 1, so that tables of both need no check of it.
    #[must_use]
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0 & 1)
    }
}

macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $raw:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name(pub $raw);

        impl $name {
            /// As an index into tables.
            #[must_use]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

index!(/// A kind of piece, in the order of the file.
    PieceId, u8);
index!(/// A zone.
    ZoneId, u16);
index!(/// An option.
    OptionId, u16);
index!(/// A rule that makes moves: a `walk`, `step`, `slide`, `drop` or `castle` of the file.
    RuleId, u16);
index!(/// A direction of the topology.
    DirectionId, u16);
index!(/// A condition of the compiled rules.
    ConditionId, u16);
index!(/// A castling right.
    RightId, u8);

/// What stands on a cell: nothing, a piece of a player, or a piece of nobody. `0` is nothing, `1 + 2 * piece + player` a player's,
/// `127 - piece` nobody's; pieces of nobody have the first numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Code(pub u8);

impl Code {
    /// Nothing stands there.
    pub const EMPTY: Self = Self(0);
    /// Most kinds of pieces that a game may have: a [`Mask`] holds a bit a code.
    pub const MOST_PIECES: usize = 59;
    /// Most kinds that may belong to nobody.
    pub const MOST_NEUTRAL: usize = 8;
    /// The first code of a piece of nobody.
    const NEUTRAL: u8 = 120;
    /// One past the greatest code.
    pub const END: usize = 128;

    /// The code of a player's piece.
    #[must_use]
    pub fn of(piece: PieceId, player: PlayerId) -> Self {
        Self(1 + 2 * piece.0 + player.0)
    }

    /// The code of a piece that belongs to nobody.
    #[must_use]
    pub fn neutral(piece: PieceId) -> Self {
        Self(127 - piece.0 % 8)
    }

    /// Whether it is a piece that belongs to nobody.
    #[must_use]
    pub fn is_neutral(self) -> bool {
        self.0 >= Self::NEUTRAL
    }

    /// The same piece of the other player; what belongs to nobody stays what it is.
    #[must_use]
    pub fn flipped(self) -> Self {
        if self.is_empty() || self.is_neutral() { self } else { Self(((self.0 - 1) ^ 1) + 1) }
    }

    /// Whether nothing stands there.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whose it is, if anything of a player stands there.
    #[must_use]
    pub fn player(self) -> Option<PlayerId> {
        self.0.checked_sub(1).filter(|_| !self.is_neutral()).map(|n| PlayerId(n & 1))
    }

    /// What it is, if anything stands there.
    #[must_use]
    pub fn piece(self) -> Option<PieceId> {
        if self.is_neutral() {
            return Some(PieceId(127 - self.0));
        }
        self.0.checked_sub(1).map(|n| PieceId(n >> 1))
    }

    /// As an index into tables by code.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The mask that holds this code alone.
    #[must_use]
    pub fn mask(self) -> Mask {
        Mask(1 << self.0)
    }
}

/// A set of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask(pub u128);

impl Mask {
    /// No code.
    pub const NONE: Self = Self(0);

    /// Whether the code is in the set.
    #[must_use]
    pub fn has(self, code: Code) -> bool {
        self.0 >> code.0 & 1 != 0
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The first without the second.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether no code is in it.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A set of cells of any board, as words of 64 bits. For tables and reports; the generators have their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a cell in.
    pub fn insert(&mut self, cell: Cell) {
        let word = cell.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (cell.index() % 64);
    }

    /// Whether the cell is in.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|w| w >> (cell.index() % 64) & 1 != 0)
    }

    /// How many cells are in.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The cells, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            (0..64u16)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| Cell(u16::try_from(i * 64).unwrap_or(u16::MAX) + bit))
        })
    }

    /// The words, lowest cells first; trailing words may be left out.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut set = Self::new();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Castling rights of a position: a bit each.
pub type Rights = u128;

/// Most castling rights of a game, both players' together.
pub const MOST_RIGHTS: usize = Rights::BITS as usize;
