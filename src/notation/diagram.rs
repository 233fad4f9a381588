//! Boards as plain text.

use crate::ids::Cell;
use crate::ir::Game;
use crate::notation::position::code_letter;
use crate::notation::wanted::file_letters;
use crate::play::Position;

/// What a drawing shows besides the pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Whether the second player sits at the bottom.
    pub flip: bool,
    /// Signs drawn on cells, before the piece or instead of the dot.
    pub marks: Vec<(Cell, char)>,
}

/// Draws a position: ranks and files named, `.` an empty cell, blank a missing one.
#[must_use]
pub fn diagram(game: &Game, position: &Position, look: &Diagram) -> String {
    let topology = &game.topology;
    let letters = game.pieces.iter().map(|p| p.letter.chars().count()).max().unwrap_or(1);
    let margin = topology.ranks.to_string().len();
    let mut ranks: Vec<u16> = (0..topology.ranks).rev().collect();
    let mut files: Vec<u16> = (0..topology.files).collect();
    if look.flip {
        ranks.reverse();
        files.reverse();
    }
    let mut text = String::new();
    for rank in ranks {
        let mut line = format!("{:>margin$} ", rank + 1);
        for file in &files {
            let Some(cell) = topology.at(*file, rank) else { continue };
            let mark = look.marks.iter().find(|(c, _)| *c == cell).map(|(_, m)| *m);
            let code = position.at(cell);
            let content = match (code.is_empty(), mark) {
                (true, _) if !topology.exists.contains(cell) => String::new(),
                (true, Some(mark)) => mark.to_string(),
                (true, None) => ".".to_owned(),
                (false, _) => code_letter(game, code),
            };
            let before = mark.filter(|_| !code.is_empty()).unwrap_or(' ');
            line.push(before);
            line.push_str(&format!("{content:<letters$}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let mut names: Vec<char> = file_letters(game).collect();
    if look.flip {
        names.reverse();
    }
    let mut line = " ".repeat(margin + 1);
    for name in names {
        line.push_str(&format!(" {name:<letters$}"));
    }
    text.push_str(line.trim_end());
    text.push('\n');
    text
}
