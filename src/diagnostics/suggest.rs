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
        .filter(|c| c.chars().count().abs_diff(length) <= limit)
        .map(|c| (strsim::damerau_levenshtein(&word.to_lowercase(), &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= limit && *distance < length && !are_opposed(word, c))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// Beginnings that make of a word its contrary.
const CONTRARY: &[&str] = &["un", "non", "non-", "in", "il", "dis", "anti", "anti-", "not-", "no-"];

/// Whether one word is the other with such a beginning: nobody who writes the one means the other.
fn are_opposed(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let contrary = |long: &str, short: &str| {
        short.len() > 2 && long.strip_suffix(short).is_some_and(|rest| CONTRARY.contains(&rest))
    };
    contrary(&a, &b) || contrary(&b, &a)
}

/// Whether a mistyped word can hardly be anything but `near`: one letter is wrong, missing or too many (two in a word of five
/// or more), and every other candidate is further away.
#[must_use]
pub fn is_certain(
    word: &str,
    near: &str,
    candidates: impl IntoIterator<Item = impl AsRef<str>>,
) -> bool {
    let word = word.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&word, &other.to_lowercase());
    let own = distance(near);
    let limit = if word.chars().count() < 5 { 1 } else { 2 };
    let long = word.chars().count() > 2;
    let mut others = candidates.into_iter();
    long && own <= limit
        && !differs_on_purpose(&word, &near.to_lowercase())
        && others.all(|c| c.as_ref() == near || distance(c.as_ref()) > own)
}

/// Whether two names are as unlike as those of two things often are: by a number, by a single letter behind a dash (`a-x`, `a-y`),
/// or by a whole part (`inner-a`, `outer-a`).
fn differs_on_purpose(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    if digits(a) != digits(b) {
        return true;
    }
    if a.split('-').count() != b.split('-').count() {
        let single = |word: &str| word.rsplit('-').next().is_some_and(|last| last.len() == 1);
        return single(a) || single(b);
    }
    a.split('-').zip(b.split('-')).filter(|(a, b)| a != b).any(|(a, b)| {
        let distance = strsim::damerau_levenshtein(a, b);
        let first = a.chars().next() == b.chars().next();
        a.len() < 2 || b.len() < 2 || (distance > 1 && !first)
    })
}

/// Whether one letter makes the difference, or two that have changed places.
#[must_use]
pub fn is_slip(word: &str, near: &str) -> bool {
    strsim::damerau_levenshtein(&word.to_lowercase(), &near.to_lowercase()) == 1
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::{is_certain, nearest};

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

    #[test]
    fn nobody_means_the_contrary() {
        assert_eq!(nearest("verified", ["unverified"]), None);
        assert_eq!(nearest("noncapturing", ["capturing"]), None);
        assert_eq!(nearest("unlimitted", ["unlimited"]), Some("unlimited"));
    }

    #[test]
    fn names_that_differ_on_purpose_are_left_to_the_author() {
        for (word, near) in [
            ("row3", "row2"),
            ("row", "row2"),
            ("camp-b", "camp-a"),
            ("north-zone", "south-zone"),
            ("north", "south"),
            ("camp", "camp-a"),
        ] {
            assert!(!is_certain(word, near, [near]), "{word}");
        }
        assert!(is_certain("lsat-rank", "last-rank", ["last-rank"]));
        assert!(is_certain("lastrank", "last-rank", ["last-rank"]));
    }

    #[test]
    fn a_cure_is_certain_only_if_nothing_else_is_as_near() {
        let words = ["turn-left", "turn", "left", "land", "step", "stay"];
        assert!(is_certain("stpe", "step", words));
        assert!(is_certain("trun-left", "turn-left", words));
        assert!(!is_certain("stap", "step", words), "or `stay`");
        assert!(!is_certain("lxxd", "land", words));
    }
}
