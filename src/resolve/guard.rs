//! On which options a declaration depends.

use std::collections::BTreeMap;

/// Options with more names than this are not tried out one by one.
const MOST_TRIED: usize = 8;

/// The options that must be on or off for a declaration to be there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Guard(Vec<(String, bool)>);

impl Guard {
    /// This one, and besides the option has that value.
    pub(super) fn with(&self, option: &str, value: bool) -> Self {
        let mut terms = self.0.clone();
        if !self.0.iter().any(|(name, on)| name == option && *on == value) {
            terms.push((option.to_owned(), value));
        }
        Self(terms)
    }

    /// Which value it asks of an option, if it does.
    pub(super) fn asks(&self, option: &str) -> Option<bool> {
        self.0.iter().find(|(name, _)| name == option).map(|(_, on)| *on)
    }

    /// Whether it holds for these values.
    pub(super) fn holds(&self, values: &BTreeMap<String, bool>) -> bool {
        self.0.iter().all(|(name, on)| values.get(name).copied().unwrap_or(true) == *on)
    }

    /// Whether both can hold at once.
    pub(super) fn compatible(&self, other: &Self) -> bool {
        let clash = |(name, on): &(String, bool)| other.0.iter().any(|(n, o)| n == name && o != on);
        !self.0.iter().any(clash)
    }

    fn implied_by(&self, other: &Self) -> bool {
        self.0.iter().all(|term| other.0.contains(term))
    }

    /// A choice of options in which this holds but none of `others` does, in words: `with wild off`.
    pub(super) fn uncovered<'a>(&self, others: impl Iterator<Item = &'a Self>) -> Option<String> {
        let others: Vec<&Self> = others.filter(|g| g.compatible(self)).collect();
        if others.iter().any(|g| g.implied_by(self)) {
            return None;
        }
        let mut free: Vec<&str> = Vec::new();
        for (name, _) in others.iter().flat_map(|g| &g.0) {
            if !free.contains(&name.as_str()) && !self.0.iter().any(|(n, _)| n == name) {
                free.push(name);
            }
        }
        if free.len() > MOST_TRIED {
            return None;
        }
        (0..1u32 << free.len()).find_map(|bits| {
            let mut choice = self.clone();
            for (at, name) in free.iter().enumerate() {
                choice = choice.with(name, bits >> at & 1 != 0);
            }
            let covered = others.iter().any(|g| g.implied_by(&choice));
            (!covered).then(|| choice.words())
        })
    }

    /// `when wild is off and tame is on`; nothing where it depends on nothing.
    pub(super) fn words(&self) -> String {
        let one =
            |(name, on): &(String, bool)| format!("`{name}` is {}", if *on { "on" } else { "off" });
        let all: Vec<String> = self.0.iter().map(one).collect();
        if all.is_empty() { String::new() } else { format!("when {}", all.join(" and ")) }
    }
}

#[cfg(test)]
mod tests {
    use crate::resolve::guard::Guard;

    #[test]
    fn knows_what_is_covered() {
        let all = Guard::default();
        let (on, off) = (all.with("wild", true), all.with("wild", false));
        assert!(!on.compatible(&off) && on.compatible(&all));
        assert_eq!(all.uncovered([&on, &off].into_iter()), None);
        assert_eq!(all.uncovered([&on].into_iter()).unwrap(), "when `wild` is off");
        assert_eq!(on.uncovered([&on].into_iter()), None);
        assert!(on.uncovered([&off].into_iter()).is_some());
        assert_eq!(on.uncovered([&all].into_iter()), None);
    }
}
