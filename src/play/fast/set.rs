//! Sets of cells as words of 64 bits, their number fixed when a game is loaded.

use crate::ids::CellSet;

/// A set of cells of a board with at most `64 * W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Set<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    pub(super) fn from_cells(cells: &CellSet) -> Self {
        let mut set = Self::EMPTY;
        for (word, bits) in set.0.iter_mut().zip(cells.words()) {
            *word = *bits;
        }
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64 % W] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64 % W] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64 % W] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// How many cells of the set come before `cell`.
    #[inline]
    pub(super) fn rank(&self, cell: usize) -> u32 {
        let word = cell / 64 % W;
        let below: u32 = self.0[..word].iter().map(|w| w.count_ones()).sum();
        below + (self.0[word] & ((1 << (cell % 64)) - 1)).count_ones()
    }
}

impl<const W: usize> Iterator for Set<W> {
    type Item = usize;

    #[inline]
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
}

#[cfg(test)]
mod tests {
    use super::Set;

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
    }
}
