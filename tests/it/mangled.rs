//! Damaged files: whatever is cut, doubled or moved, nothing panics and nothing hangs.

use crate::games::ALL;
use crate::support::load_with;

/// A small generator of numbers, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

#[test]
fn damaged_games_are_reported_and_nothing_panics() {
    let mut dice = Dice(7);
    let mut noticed = 0;
    for round in 0..600 {
        let mut words: Vec<&str> =
            ALL[round % ALL.len()].split_inclusive([' ', '\n', '"']).collect();
        let (from, to) = (dice.below(words.len()), dice.below(words.len()));
        match round % 3 {
            0 => drop(words.remove(from)),
            1 => words.swap(from, to),
            _ => words.insert(to, words[from]),
        }
        let loaded = load_with(&words.concat(), &[("x", ALL[0])], &[]);
        noticed += usize::from(!loaded.problems.is_empty());
        for problem in &loaded.problems {
            assert!(!problem.labels.is_empty() && !problem.message.is_empty());
        }
    }
    // The rest are moved comments, doubled words of lists and the like, and still games.
    assert!(noticed > 400, "{noticed} of 600 noticed");
}
