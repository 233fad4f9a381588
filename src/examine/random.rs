//! Numbers by chance that can be had again.

/// A generator (splitmix64): the same start gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins at a number.
    #[must_use]
    pub fn new(start: u64) -> Self {
        Self(start)
    }

    /// For one of many games of a start: neighbours have nothing in common.
    #[must_use]
    pub fn of_game(start: u64, game: u64) -> Self {
        let mut mixed = Self(start ^ game.wrapping_mul(0xD1B5_4A32_D192_ED03));
        let first = mixed.number();
        Self(first)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of the product: faster than a remainder, and as even.
        let scaled = u128::from(self.number()) * bound as u128;
        (scaled >> 64) as usize
    }

    /// One of these; none if there is none.
    pub fn one_of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len()))
    }
}
