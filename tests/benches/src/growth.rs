//! Boards that grow: chess on any board of at least 8x8, as small texts of the language.

use std::fmt::Write;

/// A board and what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// Pieces of either player: 16 is the army of chess.
    pub army: usize,
}

impl Field {
    /// The army of chess on a board.
    #[must_use]
    pub const fn chess(files: usize, ranks: usize) -> Self {
        Self { files, ranks, army: 16 }
    }

    /// Number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.files * self.ranks
    }

    /// The definition. The armies stand as on the 8x8 board, in the middle; pawns may go two squares from where they stand.
    #[must_use]
    pub fn text(&self) -> String {
        let rows = self.rows();
        let below = (self.ranks - 8) / 2;
        format!(
            r#"game "Growth"
board {files}x{ranks}
players White forward north, Black mirrored
zone home rank {home}
zone last rank {ranks}
piece K "King" royal {{ step any }}
piece Q "Queen" {{ slide any }}
piece R "Rook" {{ slide orthogonal }}
piece B "Bishop" {{ slide diagonal }}
piece N "Knight" {{ step (2,1) }}
piece P "Pawn" {{
  step forward to empty
  walk forward from home {{ empty{{2}} }} leaves trail
  step forward-diagonal capturing enemy
  step forward-diagonal capturing trail of P
  promote on last to Q R B N
}}
setup "{rows} w - - 0 1"
end checkmate loses
end stalemate draws
"#,
            files = self.files,
            ranks = self.ranks,
            home = below + 2,
        )
    }

    /// The men of a player by rows, his first row first.
    fn men(&self) -> Vec<String> {
        let order = ["RNBQKBNR", "PPPPPPPP", "RNBQRBNR", "PPPPPPPP"];
        let wide = if self.army > 32 { 2 } else { 1 };
        let (mut rows, mut left) = (Vec::new(), self.army);
        for row in order {
            let row = format!("{row}{}", row.replace('K', "Q").repeat(wide - 1));
            let men = left.min(row.len());
            // Of a shorter row the middle, where the king stands.
            let skip = (row.len() - men) / 2;
            rows.push(row[skip..skip + men].to_owned());
            left -= men;
        }
        rows.retain(|r| !r.is_empty());
        rows
    }

    fn rows(&self) -> String {
        let below = (self.ranks - 8) / 2;
        let men = self.men();
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let own = rank.checked_sub(below).and_then(|r| men.get(r));
            let other = (self.ranks - 1 - rank).checked_sub(below).and_then(|r| men.get(r));
            match (own, other) {
                (Some(row), _) => self.row(&mut text, row),
                (None, Some(row)) => self.row(&mut text, &row.to_lowercase()),
                (None, None) => self.row(&mut text, ""),
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn row(&self, text: &mut String, men: &str) {
        let empty = self.files - men.len();
        // A row without men is one run of empty cells.
        let before = if men.is_empty() { 0 } else { empty / 2 };
        for (empty, men) in [(before, men), (empty - before, "")] {
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text.push_str(men);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn on_its_own_board_it_is_chess() {
        let text = Field::chess(8, 8).text();
        assert!(
            text.contains("\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\""),
            "{text}"
        );
    }

    #[test]
    fn a_larger_board_has_the_same_army_in_its_middle() {
        let text = Field::chess(10, 10).text();
        assert!(
            text.contains("\"10/1rnbqkbnr1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1RNBQKBNR1/10 w"),
            "{text}"
        );
    }
}
