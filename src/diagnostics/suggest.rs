//! The nearest known word to a mistyped one.

/// The candidate nearest to `word`, if it is near enough to be worth naming: at most a third of the letters
/// differ (two letters of a word of three to six), and never all of them.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let limit = match length {
        0 => return None,
        1..=2 => 1,
        3..=6 => 2,
        _ => length / 3,
    };
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&word.to_lowercase(), &c.to_lowercase()), c))
        .filter(|(distance, _)| *distance <= limit && *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::nearest;

    #[test]
    fn finds_what_is_near_and_is_silent_otherwise() {
        let words = ["promote", "walk", "slide", "second-rank"];
        assert_eq!(nearest("promotoe", words), Some("promote"));
        assert_eq!(nearest("wlak", words), Some("walk"));
        assert_eq!(nearest("secondrank", words), Some("second-rank"));
        assert_eq!(nearest("castle", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("x", words), None);
    }
}
