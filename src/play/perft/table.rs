//! Figures of positions met before. An entry keeps the whole position, not a number made of it: no position is ever taken for
//! another.

use std::sync::Mutex;

/// Entries of `words + 1` words: a packed position, and its figure. Divided among locks, so that threads seldom wait.
pub(super) struct Table {
    shards: Vec<Mutex<Vec<u64>>>,
    /// Words of a position.
    words: usize,
    /// Pairs of entries in a shard; at least 1.
    pairs: usize,
}

/// Most shards.
const SHARDS: usize = 1024;

impl Table {
    /// A table of so many MiB for positions of so many words.
    pub(super) fn new(mib: usize, words: usize) -> Self {
        let all = mib.saturating_mul(1 << 17) / (2 * (words + 1));
        let number = (all / 8).clamp(1, SHARDS);
        let pairs = (all / number).max(1);
        let shard = || Mutex::new(vec![0; pairs * 2 * (words + 1)]);
        Self { shards: (0..number).map(|_| shard()).collect(), words, pairs }
    }

    /// The shard of a position, and where its pair begins there.
    fn place(&self, position: &[u64]) -> (usize, usize) {
        let mixed = mixed(position);
        let share = |half: u64, of: usize| usize::try_from((half * of as u64) >> 32).unwrap_or(0);
        let pair = share(mixed & 0xFFFF_FFFF, self.pairs);
        (share(mixed >> 32, self.shards.len()), pair * 2 * (self.words + 1))
    }

    /// The figure of a position, if it is known.
    pub(super) fn get(&self, position: &[u64]) -> Option<u64> {
        let (shard, at) = self.place(position);
        let shard = self.shards[shard].lock().ok()?;
        let mut pair = shard[at..].chunks_exact(self.words + 1).take(2);
        pair.find(|entry| entry[..self.words] == *position).map(|entry| entry[self.words])
    }

    /// Notes the figure of a position. Of a pair the first is kept for the deeper, the second for the later.
    pub(super) fn put(&self, position: &[u64], nodes: u64) {
        let (shard, at) = self.place(position);
        let Ok(mut shard) = self.shards[shard].lock() else { return };
        let last = self.words - 1;
        let deeper = position[last] & 0xFF >= shard[at + last] & 0xFF;
        let at = if deeper { at } else { at + self.words + 1 };
        shard[at..at + self.words].copy_from_slice(position);
        shard[at + self.words] = nodes;
    }
}

/// Spreads the words of a position over 64 bits.
fn mixed(position: &[u64]) -> u64 {
    let step = |sum: u64, word: &u64| {
        let z = (sum.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z ^ (z >> 32)
    };
    let sum = position.iter().fold(0, step);
    (sum ^ (sum >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_full_table_forgets_but_never_errs() {
        let table = Table { shards: vec![std::sync::Mutex::new(vec![0; 6])], words: 2, pairs: 1 };
        let mut found = 0;
        for nodes in 1..100 {
            let depth = 2 + nodes % 3;
            table.put(&[nodes, depth], nodes);
            assert_eq!(table.get(&[nodes, depth]), Some(nodes));
            assert_eq!(table.get(&[nodes, depth + 1]), None);
            found += (1..nodes).filter(|n| table.get(&[*n, 2 + n % 3]) == Some(*n)).count();
        }
        assert!(found > 0, "the other one of the pair is still there");
    }

    #[test]
    fn a_small_table_has_room_for_many() {
        let table = Table::new(1, 12);
        let all = 2_000;
        (0..all).for_each(|n| table.put(&[n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], n));
        let known = (0..all)
            .filter(|n| table.get(&[*n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]) == Some(*n))
            .count();
        assert!(known > 1_500, "{known} of {all}");
    }
}
