//! A start position that does not fit its game: told at its character, or, where the position is the parent's, at what a child
//! has changed.

use super::{Draft, within};
use crate::ast::{Item, Removal};
use crate::diagnostics::Diagnostic;
use crate::ir::Game;
use crate::notation::{PositionError, cell_name, read_position};
use crate::text::Span;

/// The report.
pub(super) fn unfit(game: &Game, draft: &Draft, error: PositionError) -> Diagnostic {
    let place = within(&draft.sources, game.setup_span, error.start, error.end);
    if let Some(told) = castling(game, draft, &error, place) {
        return told;
    }
    if place.file != draft.own
        && let Some(told) = inherited(game, draft, &error, place)
    {
        return told;
    }
    let found = Diagnostic::error("E0430", format!("this is no start position: {}", error.message))
        .label(place, "here");
    let found = match error.instead {
        Some(instead) => found.fix(place, instead),
        None => found,
    };
    match error.help {
        Some(help) => found.help(help),
        None => found,
    }
}

/// A right that the position gives, and a castling of this file whose pieces do not stand where it says.
fn castling(game: &Game, draft: &Draft, error: &PositionError, place: Span) -> Option<Diagnostic> {
    let rights = game.setup.split_whitespace().nth(2)?;
    let start = rights.as_ptr() as usize - game.setup.as_ptr() as usize;
    let end = start + rights.len();
    if !(start..end).contains(&error.start) {
        return None;
    }
    let bare = format!("{}-{}", &game.setup[..start], &game.setup[end..]);
    let position = read_position(game, &bare).ok()?;
    game.castles.iter().find_map(|castle| {
        let span = game.rule(castle.rule).span;
        let absent = castle.pieces().into_iter().find(|(code, cell)| position.at(*cell) != *code);
        let (code, cell) = absent.filter(|_| span.file == draft.own)?;
        let (piece, cell) = (&game.piece(code.piece()?).letter, cell_name(game, cell));
        let message = format!(
            "this castling is at odds with the start position: no {piece} of {} stands on {cell}",
            game.players[castle.player.index()].name
        );
        Some(
            Diagnostic::error("E0430", message)
                .label(span, "needs it there")
                .label(place, "the position gives another right")
                .help("name the squares where the two pieces begin, or put the pieces there"),
        )
    })
}

/// The parent's position, and the line of the child that it does not fit.
fn inherited(game: &Game, draft: &Draft, error: &PositionError, place: Span) -> Option<Diagnostic> {
    let letter = draft.sources.slice(place).to_uppercase();
    let own = || draft.file.items.iter().filter(|item| item.span.file == draft.own);
    let removal = own().find(|item| match &item.node {
        Item::Remove(Removal::Piece(name)) => name.node == letter,
        _ => false,
    });
    let board = own().find(|item| matches!(item.node, Item::Board(_)));
    let castles = own().find(|item| matches!(item.node, Item::Remove(Removal::Castles)));
    let (cause, label) = match (removal, board, castles) {
        (Some(removal), ..) => (removal, format!("`{letter}` is taken out here")),
        (None, Some(board), _) => (board, "the board is changed here".to_owned()),
        (None, None, Some(castles)) => (castles, "castling is taken out here".to_owned()),
        (None, None, None) => (own().next()?, "this file changes the parent's game".to_owned()),
    };
    let fen = match removal.and_then(|_| without(&game.setup, &letter)) {
        Some(fen) => format!("without it: `setup \"{fen}\"`"),
        None => {
            let rank = game.topology.files.to_string();
            let ranks = vec![rank; usize::from(game.topology.ranks)].join("/");
            format!("an empty board is `setup \"{ranks} w\"`")
        }
    };
    Some(
        Diagnostic::error(
            "E0430",
            format!("the parent's start position no longer fits: {}", error.message),
        )
        .label(cause.span, label)
        .label(place, "the parent's position")
        .help(format!("write a start position in this file; {fen}")),
    )
}

/// A position without the pieces of a letter.
fn without(fen: &str, letter: &str) -> Option<String> {
    let gone = letter.chars().next().filter(|_| letter.len() == 1)?;
    let end = fen.find([' ', '[']).unwrap_or(fen.len());
    let (board, rest) = fen.split_at(end);
    let rank = |rank: &str| {
        let (mut out, mut gap, mut number) = (String::new(), 0_u32, String::new());
        let flush = |out: &mut String, gap: &mut u32, number: &mut String| {
            *gap += number.parse().unwrap_or(0);
            number.clear();
            if *gap > 0 {
                out.push_str(&gap.to_string());
            }
            *gap = 0;
        };
        for c in rank.chars() {
            if c.is_ascii_digit() {
                number.push(c);
            } else if c.eq_ignore_ascii_case(&gone) {
                gap += 1 + number.parse::<u32>().unwrap_or(0);
                number.clear();
            } else {
                flush(&mut out, &mut gap, &mut number);
                out.push(c);
            }
        }
        flush(&mut out, &mut gap, &mut number);
        out
    };
    let ranks: Vec<String> = board.split('/').map(rank).collect();
    Some(format!("{}{rest}", ranks.join("/")))
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn pieces_are_taken_out_of_positions() {
        assert_eq!(
            without("rn2k/5/N1N1N/R3K w - - 0 1", "N").as_deref(),
            Some("r3k/5/5/R3K w - - 0 1")
        );
        assert_eq!(without("rnk/3/RNK", "+N"), None);
    }
}
