//! What is said of the start position and of the tests where something else keeps the game from being made: only what board,
//! players and letters of pieces tell, since no rule can be asked.

use super::{Draft, echo, setup, testing, tests};
use crate::ast::{Item, PieceItem, Test, TestLine};
use crate::compile::compile;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::Code;
use crate::ir::Game;
use crate::model::Model;
use crate::notation::{PositionError, is_for_board, position_faults};
use crate::text::Spanned;
use std::collections::BTreeSet;

/// Tells what is wrong with the squares of the file's own start position, and with its tests. What could be the echo of a
/// declaration that could not be read is left out.
pub(super) fn check(shell: &Model, draft: &Draft, found: &mut Diagnostics) {
    // The board that is meant may be another than the parent's.
    let items = &draft.file.items;
    let own =
        |item: &Spanned<Item>| matches!(item.node, Item::Board(_)) && item.span.file == draft.own;
    let unread = |told: &Diagnostic| echo::is_unread(told, &["board"], &draft.sources);
    let known = items.iter().any(own) || !found.iter().any(unread);
    if known && shell.pieces.len() <= Code::MOST_PIECES {
        let game = compile(shell);
        let own = shell.setup.span.file == draft.own && shell.setup.span.end > 0;
        let faults = if own { position_faults(&game, &game.setup) } else { Vec::new() };
        let squares = |fault: &PositionError| is_sure(&game.setup, fault, &game, draft);
        tell(&game, faults.into_iter().filter(squares).collect(), draft, found);
    }
}

/// Tells these faults of the start position, and what is wrong with the tests; of a letter that no piece has, once.
pub(super) fn tell(game: &Game, setup: Vec<PositionError>, draft: &Draft, found: &mut Diagnostics) {
    let unknown = found.iter().filter(|d| d.code == "E0203").filter_map(|d| d.labels.first());
    let mut letters: BTreeSet<String> =
        unknown.filter_map(|label| letter(draft.sources.slice(label.span))).collect();
    let mut first = |text: &str, fault: &PositionError| {
        letter(text.get(fault.start..fault.end).unwrap_or("")).is_none_or(|l| letters.insert(l))
    };
    let mut more = Diagnostics::default();
    let tests = tests(&draft.file.items, game);
    // Where no position is as large as the board, that is another's, and one of them says so.
    let sound =
        is_for_board(game, &game.setup) || positions(&tests).any(|text| is_for_board(game, text));
    for fault in setup {
        if first(&game.setup, &fault) {
            more.push(setup::unfit(game, draft, fault));
        }
    }
    let mut judged = |text: &str, fault: &PositionError| {
        sound && is_sure(text, fault, game, draft) && first(text, fault)
    };
    for test in tests {
        let unmeant = testing::unmeant(&test.node, game, &draft.sources, &mut judged);
        // A square that the board lacks may be one of the board that is meant.
        let square =
            |d: &Diagnostic| d.code == "E0502" || d.message.ends_with("a square of this board");
        // What is a move depends on the pieces, of which one may not have been read.
        let told = unmeant.into_iter().filter(|d| d.code != "E0503" && (sound || !square(d)));
        told.for_each(|told| more.push(told));
    }
    echo::extend(found, more, &draft.sources);
}

/// The positions of tests.
fn positions(tests: &[Spanned<Test>]) -> impl Iterator<Item = &str> {
    tests.iter().flat_map(|test| &test.node.lines).filter_map(|line| match &line.node {
        TestLine::Position(text) => Some(text.node.as_str()),
        _ => None,
    })
}

/// The letter of a piece that a text is, as the first player writes it.
fn letter(text: &str) -> Option<String> {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    (letters == 1 && !text.contains('/')).then(|| text.to_ascii_uppercase())
}

/// Whether a fault lies within the squares, and is not a hand behind them; or in who is to move.
fn is_sure(text: &str, fault: &PositionError, game: &Game, draft: &Draft) -> bool {
    let mut fields = text.split_whitespace();
    let place = |field: Option<&str>| {
        let start =
            field.map_or(text.len(), |field| field.as_ptr() as usize - text.as_ptr() as usize);
        start..start + field.map_or(0, str::len)
    };
    let (squares, side) = (place(fields.next()), place(fields.next()));
    let squares_end = text[squares.clone()].find('[').map_or(squares.end, |at| squares.start + at);
    let behind = text.get(fault.start..).is_some_and(|rest| rest.starts_with('/'));
    // A piece that reverts when it is captured is made by a rule.
    let reverts = text.get(fault.start..fault.end).is_some_and(|letter| letter.ends_with('~'));
    let in_squares = fault.end <= squares_end && !(behind && drops(&draft.file.items));
    // Players whose line could not be read have no names.
    let named = game.players.iter().all(|player| !player.name.is_empty());
    let in_side = named && side.start <= fault.start && fault.end <= side.end;
    // It may be a piece of nobody.
    let nobody = text.get(fault.start..fault.end) == Some("*");
    !reverts && !nobody && (in_squares || in_side)
}

/// Whether a piece of the file can be dropped, so that hands may stand behind the squares.
fn drops(items: &[Spanned<Item>]) -> bool {
    fn among(rules: &[Spanned<PieceItem>]) -> bool {
        rules.iter().any(|rule| match &rule.node {
            PieceItem::Drop(_) => true,
            PieceItem::If(choice) => among(&choice.then) || among(&choice.otherwise),
            _ => false,
        })
    }
    items.iter().any(|item| match &item.node {
        Item::Piece(piece) => among(&piece.rules),
        Item::If(choice) => drops(&choice.then) || drops(&choice.otherwise),
        _ => false,
    })
}
