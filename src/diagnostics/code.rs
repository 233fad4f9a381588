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
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "E0101", title: "a word or sign that cannot stand here" },
    CodeEntry { code: "E0102", title: "something that is not complete" },
    CodeEntry { code: "E0103", title: "a word that begins nothing in its place" },
    CodeEntry { code: "E0104", title: "a bracket that is not closed" },
    CodeEntry { code: "E0105", title: "a closing bracket too many" },
    CodeEntry { code: "E0106", title: "a quote without a partner on its line" },
    CodeEntry { code: "E0107", title: "a character that means nothing here" },
    CodeEntry { code: "E0108", title: "too many brackets in one another" },
    CodeEntry { code: "E0109", title: "a number that is too large" },
    CodeEntry { code: "E0110", title: "a repetition out of range" },
    CodeEntry { code: "E0111", title: "a name that means something else already" },
    CodeEntry { code: "E0112", title: "a clause that stands twice" },
    CodeEntry { code: "E0113", title: "something other than a condition beside `&` or behind `!`" },
    CodeEntry { code: "E0114", title: "`capturing` behind a walk" },
    CodeEntry { code: "E0115", title: "another language for chess variants" },
    CodeEntry { code: "E0116", title: "brackets missing around conditions" },
    CodeEntry { code: "E0117", title: "too many mistakes to go on" },
    CodeEntry { code: "E0118", title: "an operator missing between conditions" },
    CodeEntry { code: "E0199", title: "an internal error of the reader" },
];
