//! Sets of cells as words of 64 bits, their number fixed when a game is loaded.

use crate::ids::CellSet;

/// A set of cells of a board with at most `64 * W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Default for Set<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Set<W> {
    pub(super) const EMPTY: Self = Self([0; W]);
    pub(super) const ALL: Self = Self([u64::MAX; W]);

    pub(super) fn from_cells(cells: &CellSet) -> Self {
        let mut set = Self::EMPTY;
        for (word, bits) in set.0.iter_mut().zip(cells.words()) {
            *word = *bits;
        }
        set
    }

    /// The set of one cell.
    #[inline(always)]
    pub(super) fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    #[inline(always)]
    fn with(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut joined = *self;
        for (word, other) in joined.0.iter_mut().zip(&other.0) {
            *word = join(*word, *other);
        }
        joined
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64 % W] |= 1 << (cell % 64);
    }

    /// Puts a cell in if something holds.
    #[inline(always)]
    pub(super) fn put(&mut self, cell: usize, holds: bool) {
        self.0[cell / 64 % W] |= u64::from(holds) << (cell % 64);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64 % W] &= !(1 << (cell % 64));
    }

    /// Puts a cell in that is not there, or takes it out.
    #[inline(always)]
    pub(super) fn toggle(&mut self, cell: usize) {
        self.0[cell / 64 % W] ^= 1 << (cell % 64);
    }

    #[inline(always)]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64 % W] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// The set, or with all bits of a byte set all other cells.
    #[inline(always)]
    pub(super) fn flipped(&self, by: i8) -> Self {
        let mut flipped = *self;
        flipped.0.iter_mut().for_each(|word| *word ^= i64::from(by).cast_unsigned());
        flipped
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// The set with every cell moved by so many; those moved beyond the ends are gone.
    #[inline(always)]
    pub(super) fn shifted(&self, by: isize) -> Self {
        let (words, bits) = (by.unsigned_abs() / 64, by.unsigned_abs() % 64);
        let mut moved = Self::EMPTY;
        if W == 1 {
            let word = if by >= 0 { self.0[0] << bits } else { self.0[0] >> bits };
            moved.0[0] = if words == 0 { word } else { 0 };
            return moved;
        }
        if words == 0 {
            // The usual case, for which the loop can be unrolled.
            for i in 0..W {
                let neighbour = if by >= 0 { i.wrapping_sub(1) } else { i + 1 };
                let carried = self.0.get(neighbour).copied().unwrap_or(0);
                moved.0[i] = if by >= 0 {
                    self.0[i] << bits | carried >> 1 >> (63 - bits)
                } else {
                    self.0[i] >> bits | carried << 1 << (63 - bits)
                };
            }
            return moved;
        }
        for i in words..W {
            // `>> 1 >> (63 - bits)` is a shift by 64 where `bits` is 0.
            if by >= 0 {
                let carried = if i > words { self.0[i - words - 1] >> 1 >> (63 - bits) } else { 0 };
                moved.0[i] = self.0[i - words] << bits | carried;
            } else {
                let carried = if i + 1 < W { self.0[i + 1] << 1 << (63 - bits) } else { 0 };
                moved.0[i - words] = self.0[i] >> bits | carried;
            }
        }
        moved
    }

    /// The set with every cell moved by so many, none beyond the ends: what becomes of cells that would be is not said.
    #[inline(always)]
    pub(super) fn turned(&self, by: isize) -> Self {
        let mut moved = Self::EMPTY;
        if W == 1 {
            // Modulo 64.
            moved.0[0] = self.0[0].rotate_left(by as u32);
        } else if W == 2 {
            let both = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
            let both = both.rotate_left(by as u32);
            (moved.0[0], moved.0[1]) = (both as u64, (both >> 64) as u64);
        } else {
            return self.shifted(by);
        }
        moved
    }

    /// What is reached from a cell along two lines: all of `low` lies before it and all of `high` behind it, each is ordered
    /// by its distance from it, and a line is followed onto its first cell that is occupied.
    ///
    /// With the last blocker before the cell taken from the blockers behind it, all bits between the two blockers change.
    #[inline(always)]
    pub(super) fn reach(low: &Self, high: &Self, occupied: &Self) -> Self {
        let before = low.and(occupied);
        let mut reached = high.and(occupied);
        if W == 2 {
            const TOP: u64 = 1 << 63;
            let last = match before.0[1] {
                0 => u128::from(TOP >> (before.0[0] | 1).leading_zeros()),
                word => u128::from(TOP >> word.leading_zeros()) << 64,
            };
            let both = u128::from(reached.0[0]) | u128::from(reached.0[1]) << 64;
            let changed = both.wrapping_sub(last) ^ both;
            reached.0[0] = changed as u64 & (low.0[0] | high.0[0]);
            reached.0[1] = (changed >> 64) as u64 & (low.0[1] | high.0[1]);
            return reached;
        }
        let mut last = [0; W];
        let mut top = W - 1;
        while top > 0 && before.0[top] == 0 {
            top -= 1;
        }
        last[top] = 1u64 << 63 >> (before.0[top] | 1).leading_zeros();
        let mut borrow = false;
        for (i, (word, last)) in reached.0.iter_mut().zip(last).enumerate() {
            let (difference, first) = word.overflowing_sub(last);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            *word = (difference ^ *word) & (low.0[i] | high.0[i]);
        }
        reached
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        let mut all = 0;
        for word in self.0 {
            all += word.count_ones();
        }
        all
    }

    /// The cell before which so many others of the set come; there must be one.
    #[inline(always)]
    pub(super) fn nth(&self, n: usize) -> usize {
        let mut left = n;
        for (i, mut word) in self.0.into_iter().enumerate() {
            let number = word.count_ones() as usize;
            if left < number || i + 1 == W {
                // The first few without a branch that nobody could foresee.
                for passed in 0..3 {
                    word = if passed < left { word & word.wrapping_sub(1) } else { word };
                }
                for _ in 3..left {
                    word &= word.wrapping_sub(1);
                }
                return i * 64 + word.trailing_zeros() as usize;
            }
            left -= number;
        }
        0
    }

    /// How many cells of the set come before `cell`.
    #[inline(always)]
    pub(super) fn rank(&self, cell: usize) -> u32 {
        let word = cell / 64 % W;
        let mut below = (self.0[word] & ((1 << (cell % 64)) - 1)).count_ones();
        for before in &self.0[..word] {
            below += before.count_ones();
        }
        below
    }
}

impl<const W: usize> Iterator for Set<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(i * 64 + bit);
            }
        }
        None
    }

    /// Word by word, so that no word is looked at again.
    #[inline(always)]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                folded = f(folded, i * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    /// On every pair of lines of a row of cells with every occupation of them.
    fn reaches<const W: usize>(step: usize) {
        let cells = 9;
        for from in 0..cells {
            let low: Vec<usize> = (0..from).rev().map(|c| c * step).collect();
            let high: Vec<usize> = (from + 1..cells).map(|c| c * step).collect();
            let [low_set, high_set] = [&low, &high].map(|l| l.iter().copied().collect::<Set<W>>());
            for occupied in 0u32..1 << cells {
                let occupied: Set<W> =
                    (0..cells).filter(|c| occupied >> c & 1 != 0).map(|c| c * step).collect();
                let mut expected = Set::EMPTY;
                for line in [&low, &high] {
                    for cell in line {
                        expected.insert(*cell);
                        if occupied.has(*cell) {
                            break;
                        }
                    }
                }
                assert_eq!(Set::reach(&low_set, &high_set, &occupied), expected);
            }
        }
    }

    fn shifts<const W: usize>() {
        let cells: Set<W> = (0..64 * W).filter(|c| c % 7 < 3).collect();
        let most = 64 * W as isize;
        for by in -most..=most {
            let moved = cells.map(|c| c as isize + by).filter(|c| (0..most).contains(c));
            assert_eq!(cells.shifted(by), moved.map(|c| c as usize).collect(), "{by}");
            let inside = cells.filter(|c| (0..most).contains(&(*c as isize + by)));
            assert_eq!(inside.collect::<Set<W>>().turned(by), cells.shifted(by), "{by}");
        }
    }

    #[test]
    fn sets_are_shifted_across_words() {
        shifts::<1>();
        shifts::<2>();
        shifts::<4>();
    }

    #[test]
    fn lines_are_followed_to_the_first_blocker_across_words() {
        reaches::<1>(7);
        reaches::<2>(13);
        reaches::<4>(29);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = Set::<2>::EMPTY;
        for cell in [0, 63, 64, 99] {
            set.insert(cell);
        }
        set.remove(63);
        assert_eq!(set.collect::<Vec<_>>(), [0, 64, 99]);
        assert!(set.has(64) && !set.has(63));
        assert_eq!((set.len(), set.rank(64), set.rank(99)), (3, 1, 2));
        for cell in [3, 7, 8, 40, 62] {
            set.insert(cell);
        }
        let all: Vec<usize> = set.collect();
        assert_eq!((0..all.len()).map(|n| set.nth(n)).collect::<Vec<_>>(), all);
    }
}
