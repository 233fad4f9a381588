//! Squares by name, and sets of cells.

use crate::ast;
use crate::diagnostics::Diagnostic;
use crate::ids::{Cell, CellSet};
use crate::model::Board;
use crate::resolve::Resolver;
use crate::text::{Span, Spanned};

/// Words that hold the cells of the largest board.
const WORDS: usize = 11;

/// A set of cells, for computing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Bits([u64; WORDS]);

impl Bits {
    /// The cells of a set.
    pub(super) fn of(set: &CellSet) -> Self {
        let mut bits = Self::default();
        for (to, from) in bits.0.iter_mut().zip(set.words()) {
            *to = *from;
        }
        bits
    }

    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| each(self.0[at], other.0[at])))
    }

    /// Both.
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Either.
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The first without the second.
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether no cell is in it.
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// As a set for tables.
    pub(super) fn set(self) -> CellSet {
        let cells = (0..WORDS * 64).filter(|at| self.0[at / 64] >> (at % 64) & 1 != 0);
        cells.filter_map(|at| u16::try_from(at).ok()).map(Cell).collect()
    }
}

/// File and rank, from 0, of a name such as `e4`.
pub(super) fn place(name: &str) -> Option<(i32, i32)> {
    let (file, rank) = (file(name.get(..1)?)?, name.get(1..)?);
    let digits = (1..=3).contains(&rank.len()) && rank.bytes().all(|b| b.is_ascii_digit());
    let rank: i32 = if digits { rank.parse().ok()? } else { return None };
    (rank > 0).then_some((file, rank - 1))
}

/// A file's number, from 0, of its letter.
pub(super) fn file(name: &str) -> Option<i32> {
    match name.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(i32::from(letter - b'a')),
        _ => None,
    }
}

/// The letter of a file that exists.
pub(super) fn file_letter(file: u16) -> char {
    char::from(b'a' + u8::try_from(file).unwrap_or(0).min(25))
}

/// The cells of a block, corners in any order, whether they exist or not.
pub(super) fn block(board: &Board, (f1, r1): (i32, i32), (f2, r2): (i32, i32)) -> Vec<Cell> {
    let (files, ranks) = (f1.min(f2)..=f1.max(f2), r1.min(r2)..=r1.max(r2));
    ranks.flat_map(|r| files.clone().filter_map(move |f| board.at(f, r))).collect()
}

/// The place of some bytes of a quoted text, whether its span holds the quotes or not.
pub(super) fn inside(text: &Spanned<String>, start: usize, end: usize) -> Span {
    let length = (text.span.end - text.span.start) as usize;
    let base = text.span.start as usize + usize::from(length == text.node.len() + 2);
    Span::new(text.span.file, base + start, base + end)
}

impl Resolver<'_> {
    /// The cell of that name within the rectangle of the board, missing or not; reports one that is off it.
    /// Without a board there is none, and nothing is reported.
    pub(super) fn cell_of_rectangle(&mut self, name: &ast::Name) -> Option<Cell> {
        let board = self.board.as_ref()?;
        let cell = place(&name.node).and_then(|(file, rank)| board.at(file, rank));
        if cell.is_none() {
            let error = off_board(board, &format!("the square `{}` is", name.node), name.span);
            self.error(error);
        }
        cell
    }

    /// The cell of that name, which must exist.
    pub(super) fn cell(&mut self, name: &ast::Name) -> Option<Cell> {
        let cell = self.cell_of_rectangle(name)?;
        let board = self.board.as_ref()?;
        if board.cells.contains(cell) {
            return Some(cell);
        }
        let span = board.span;
        self.error(
            Diagnostic::error("E0209", format!("the board has no square {}", name.node))
                .label(name.span, "this square is missing")
                .label(span, "left out of the board here")
                .help("name a square of the board"),
        );
        None
    }
}

/// The report on something off the board.
pub(super) fn off_board(board: &Board, what: &str, span: Span) -> Diagnostic {
    let last = file_letter(board.files - 1);
    Diagnostic::error("E0209", format!("{what} off the board"))
        .label(span, "no such square")
        .label(
            board.span,
            format!("the board has files a to {last} and ranks 1 to {}", board.ranks),
        )
        .help(format!("write a square from a1 to {last}{}", board.ranks))
}

#[cfg(test)]
mod tests {
    use crate::ids::{Cell, CellSet};
    use crate::resolve::square::{Bits, place};

    #[test]
    fn reads_names_of_squares() {
        assert_eq!(place("a1"), Some((0, 0)));
        assert_eq!(place("z26"), Some((25, 25)));
        assert_eq!(place("e0"), None);
        assert_eq!(place("ee4"), None);
        assert_eq!(place("é4"), None);
        assert_eq!(place(""), None);
        assert_eq!(place("e+4"), None);
    }

    #[test]
    fn sets_come_back() {
        let set: CellSet = [0, 63, 64, 675].map(Cell).into_iter().collect();
        assert_eq!(Bits::of(&set).set(), set);
    }
}
