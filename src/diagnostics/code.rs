//! The list of stable codes. E01.. syntax, E02.. board, players, names, zones and options, E03.. movement,
//! E04.. castling, start position and ends, E05.. tests, E06.. files and parents; W and L likewise.

/// A code and what it means.
#[derive(Clone, Copy, Debug)]
pub struct CodeEntry {
    /// `E0101`
    pub code: &'static str,
    /// What kind of mistake it is, in a few words.
    pub title: &'static str,
}

/// All codes, in order.
pub const CODES: &[CodeEntry] =
    &[CodeEntry { code: "E0101", title: "a word that does not belong here" }];
