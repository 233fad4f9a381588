//! The board on a terminal.

use crate::faces::repl::paint::{BAD, FAINT, FIRST, HEADING, Pieces, SECOND, Settings};
use crate::session::{BoardReply, How, ManReply, SquareReply, TargetReply};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The sign of a target, and what it means.
pub(super) fn sign(how: How) -> (char, &'static str) {
    match how {
        How::Promotion => ('=', "promotes"),
        How::Drop => ('@', "dropped"),
        How::MoveOrCapture => ('o', "moves or captures"),
        How::Capture => ('x', "captures"),
        How::Move => ('-', "moves"),
        How::Taken => ('!', "captured from elsewhere"),
    }
}

/// Draws the cells, with files and ranks named; targets are marked instead of the last move.
pub(super) fn cells(board: &BoardReply, targets: &[TargetReply], look: &Settings) -> String {
    let mut rows: Vec<(usize, Vec<&Option<SquareReply>>)> = board
        .rows
        .iter()
        .enumerate()
        .map(|(n, row)| (board.rows.len() - n, row.iter().collect()))
        .collect();
    let files = board.rows.first().map_or(0, Vec::len);
    let mut names: Vec<String> =
        (0u8..).take(files).map(|n| char::from(b'a' + n.min(25)).to_string()).collect();
    if look.flip {
        rows.reverse();
        rows.iter_mut().for_each(|(_, row)| row.reverse());
        names.reverse();
    }
    let men = board.rows.iter().flatten().flatten().filter_map(|s| s.man.as_ref());
    let width = men.map(|m| content(m, look).width()).max().unwrap_or(1).max(1);
    let margin = board.rows.len().to_string().len();
    let mut text = String::new();
    for (rank, row) in rows {
        let mut line = format!("{rank:>margin$} ");
        for cell in row {
            line.push_str(&match cell {
                Some(square) => one(square, board, targets, look, width),
                None => " ".repeat(width + 1),
            });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let mut line = " ".repeat(margin + 1);
    for name in names {
        let _ = write!(line, " {name:<width$}");
    }
    let _ = writeln!(text, "{}", look.paint(FAINT, line.trim_end()));
    text
}

/// A piece's sign. A glyph stands with the letter: the sides are told apart by its case, with colour and without.
fn content(man: &ManReply, look: &Settings) -> String {
    match (&man.glyph, look.pieces) {
        (Some(glyph), Pieces::Unicode) => format!("{glyph}{}", man.piece),
        _ => man.piece.clone(),
    }
}

fn one(
    square: &SquareReply,
    board: &BoardReply,
    targets: &[TargetReply],
    look: &Settings,
    width: usize,
) -> String {
    let is = |name: &String| *name == square.square;
    let target = targets.iter().find(|t| is(&t.square)).map(|t| sign(t.how).0);
    let last = board.last.as_ref().filter(|_| targets.is_empty());
    let checked = board.checked.iter().any(is) && targets.is_empty();
    let mark = match (target, checked) {
        (Some(sign), _) => Some(sign),
        (None, true) => Some('!'),
        _ if last.is_some_and(|l| is(&l.to)) => Some('>'),
        _ => None,
    };
    let left = last.is_some_and(|l| l.from.as_ref().is_some_and(is));
    let style = if checked || matches!(target, Some('x' | '!')) { BAD } else { HEADING };
    match &square.man {
        None => {
            let sign = mark.unwrap_or(if left { '_' } else { '.' });
            let painted = if mark.is_some() {
                look.paint(style, &sign.to_string())
            } else {
                look.paint(FAINT, &sign.to_string())
            };
            format!(" {painted}{}", " ".repeat(width - 1))
        }
        Some(man) => {
            let text = content(man, look);
            let gap = " ".repeat(width - text.width());
            let before = mark.map_or_else(|| " ".to_owned(), |m| look.paint(style, &m.to_string()));
            let own = if man.owner == 0 { FIRST } else { SECOND };
            format!("{before}{}{gap}", look.paint(own, &text))
        }
    }
}

/// Who is to move, or how the game has ended; hands; in full also rights, trail, counters and the position's text.
pub(super) fn standing(board: &BoardReply, full: bool, look: &Settings) -> String {
    let mut text = String::new();
    let state = &board.state;
    if let Some(last) = &board.last {
        let _ = write!(text, "after {}: ", last.text);
    }
    if state.result.is_some() {
        text.push_str(&look.paint(HEADING, &state.words()));
    } else {
        let _ = write!(text, "{} to move", state.side);
        if state.check {
            text.push_str(&look.paint(BAD, ", in check"));
        }
    }
    text.push('\n');
    for hand in board.hands.iter().flatten() {
        let held: Vec<String> =
            hand.pieces.iter().map(|(letter, n)| format!("{n} {letter}")).collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
        let _ = writeln!(text, "{} holds {held}", hand.player);
    }
    if full {
        let mut parts = Vec::new();
        parts.extend(board.rights.as_ref().map(|r| {
            if r == "-" { "no castling rights".to_owned() } else { format!("castling rights {r}") }
        }));
        if !board.trail.is_empty() {
            parts.push(format!("trail {}", board.trail.join(" ")));
        }
        parts.push(format!("{} quiet", crate::session::counted(board.clock as usize, "ply")));
        parts.push(format!("move {}", board.number));
        let _ = writeln!(text, "{}\nfen {}", parts.join(", "), state.fen);
    }
    text
}

/// The board and how it stands.
pub(super) fn board(board: &BoardReply, full: bool, look: &Settings) -> String {
    format!("\n{}\n{}", cells(board, &[], look), standing(board, full, look))
}
