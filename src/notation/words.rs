//! Words in messages: articles and plurals.

/// A noun with its article, by the sound of its first letter.
#[must_use]
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(|c: char| "aeioAEIO".contains(c));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `9 rows for 10 ranks`.
pub(super) fn counted_rows(rows: usize, ranks: u16) -> String {
    let s = |many: bool| if many { "s" } else { "" };
    format!("{rows} row{} for {ranks} rank{}", s(rows != 1), s(ranks != 1))
}
