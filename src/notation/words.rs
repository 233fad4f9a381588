//! Words in messages: articles and plurals.

/// A noun with its article, by the sound of its first letter.
#[must_use]
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(|c: char| "aeioAEIO".contains(c));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `9 rows for 10 ranks`.
pub(super) fn counted_rows(rows: usize, ranks: u16) -> String {
    format!("{} for {}", counted(rows, "row"), counted(usize::from(ranks), "rank"))
}

/// `1 row`, `2 rows`.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
