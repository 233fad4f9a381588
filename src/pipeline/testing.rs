//! What can be said of the tests of a file without running them.

use crate::ast::{
    CAUSES, Expectation, MovesFilter, Name, PlayStep, REASONS, ResultWord, Test, TestLine,
};
use crate::diagnostics::{Diagnostic, Diagnostics, is_slip, nearest};
use crate::ir::Game;
use crate::notation::{MoveError, PositionError, position_faults, read_cell, read_move};
use crate::pipeline::within;
use crate::play::Position;
use crate::text::{SourceMap, Span, Spanned};
use std::collections::BTreeMap;

/// Tests that expect nothing, have the name of another, or use words that mean nothing.
pub(super) fn check(
    all: &[Spanned<Test>],
    game: &Game,
    sources: &SourceMap,
    found: &mut Diagnostics,
) {
    let mut names: BTreeMap<&str, Span> = BTreeMap::new();
    for test in all {
        let name = &test.node.name;
        if !test.node.lines.iter().any(|line| matches!(line.node, TestLine::Expect(_))) {
            found.push(
                Diagnostic::warning("W0501", "this test expects nothing")
                    .label(name.span, "no line of it begins with `expect`")
                    .help("write what must hold after its moves: `expect check`"),
            );
        }
        if let Some(first) = names.insert(&name.node, name.span) {
            found.push(
                Diagnostic::warning("W0502", "two tests have the same name")
                    .label(name.span, "the second")
                    .label(first, "the first")
                    .help("call one of the two something else, so that a failure says which it is"),
            );
        }
        for problem in unmeant(&test.node, game, sources, &mut |_, _| true) {
            found.push(problem);
        }
    }
}

/// What of a test means nothing: words, positions and moves. Of positions what is `judged` to be one of their faults is told.
pub(super) fn unmeant(
    test: &Test,
    game: &Game,
    sources: &SourceMap,
    judged: &mut dyn FnMut(&str, &PositionError) -> bool,
) -> Vec<Diagnostic> {
    let mut all = unknown_words(test, game);
    all.extend(unread(test, game, sources, judged));
    all
}

/// That the text of a position in a test is none.
#[must_use]
pub fn no_position(sources: &SourceMap, text: Span, error: PositionError) -> Diagnostic {
    const AS_POSITION: &str =
        "write the board as in `setup`, and behind it who is to move: `w` or `b`";
    Diagnostic::error("E0501", format!("this is no position: {}", error.message))
        .label(within(sources, text, error.start, error.end), "here")
        .help(error.help.unwrap_or_else(|| AS_POSITION.to_owned()))
}

/// Positions that are none, and moves with a square that the board does not have. What an option may change is left to the run.
fn unread(
    test: &Test,
    game: &Game,
    sources: &SourceMap,
    judged: &mut dyn FnMut(&str, &PositionError) -> bool,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    for line in &test.lines {
        match &line.node {
            TestLine::Option { name, .. } if unknown_option(name, game).is_none() => {
                return Vec::new();
            }
            TestLine::Option { .. } => {}
            TestLine::Position(text) => positions.push(text),
            TestLine::Play(steps) => played(steps, &mut moves),
            TestLine::Expect(all) => {
                all.iter().for_each(|e| named(&e.node, &mut moves));
                positions.extend(all.iter().filter_map(|e| match &e.node {
                    Expectation::Fen(text) => Some(text),
                    _ => None,
                }));
            }
        }
    }
    for text in positions {
        let faults = position_faults(game, &text.node).into_iter();
        let faults = faults.filter(|fault| judged(&text.node, fault));
        found.extend(faults.map(|fault| no_position(sources, text.span, fault)));
    }
    let nowhere = Position::empty(game);
    for text in moves {
        match read_move(game, &nowhere, &[], &[], &text.node) {
            Err(MoveError::NoSquare(name)) => found.push(
                Diagnostic::error("E0502", format!("the board has no square {name}"))
                    .label(text.span, "here")
                    .help("write squares of the board, as `a1-a2`"),
            ),
            Err(MoveError::Text(why)) => found.push(
                Diagnostic::error("E0503", format!("`{}` is no move", text.node))
                    .label(text.span, "here")
                    .help(why),
            ),
            _ => {}
        }
    }
    found
}

/// Every move and square that an expectation names.
fn named<'t>(expectation: &'t Expectation, all: &mut Vec<&'t Spanned<String>>) {
    match expectation {
        Expectation::Legal(texts)
        | Expectation::Moves(_, texts)
        | Expectation::Targets(_, texts) => all.extend(texts),
        // That there is no such square may be the reason meant.
        Expectation::Illegal(texts, Some(reason)) if reason.node != "no-square" => {
            all.extend(texts)
        }
        _ => {}
    }
}

/// Every move that is played, once.
fn played<'t>(steps: &'t [PlayStep], all: &mut Vec<&'t Spanned<String>>) {
    for step in steps {
        match step {
            PlayStep::Move(text) => all.push(text),
            PlayStep::Times(steps, _) => played(steps, all),
        }
    }
}

/// The words of a test that name nothing: options, reasons, causes, players, squares and pieces. `game` is the file's, with the
/// options as they are by themselves; so of a test that switches options only what no option changes is looked at.
#[must_use]
pub fn unknown_words(test: &Test, game: &Game) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut switched = false;
    for line in &test.lines {
        match &line.node {
            TestLine::Option { name, .. } => {
                let unknown = unknown_option(name, game);
                switched |= unknown.is_none();
                found.extend(unknown);
            }
            TestLine::Expect(all) => {
                let asked = all.iter();
                found.extend(asked.filter_map(|e| unknown(&e.node, game, switched)));
            }
            TestLine::Position(_) | TestLine::Play(_) => {}
        }
    }
    found
}

fn unknown_option(name: &Name, game: &Game) -> Option<Diagnostic> {
    let known: Vec<&str> = game.options.iter().map(|o| o.name.as_str()).collect();
    if known.contains(&name.node.as_str()) {
        return None;
    }
    let told = Diagnostic::error("E0205", format!("no option is called `{}`", name.node))
        .label(name.span, "unknown option");
    Some(match nearest(&name.node, known.iter().copied()) {
        Some(near) => told.propose(name.span, &name.node, near, &known),
        None if known.is_empty() => told.help(format!(
            "declare it, `option {} off \"what it does\"`, or leave the line out",
            name.node
        )),
        None => told.help(format!("the options are: {}", known.join(", "))),
    })
}

fn unknown(expectation: &Expectation, game: &Game, switched: bool) -> Option<Diagnostic> {
    let filter = match expectation {
        Expectation::Illegal(_, Some(reason)) => {
            return none_of(reason, "reason of an illegal move", REASONS);
        }
        Expectation::Result(result, cause) => {
            let cause = cause.as_ref().and_then(|c| none_of(c, "cause of an end", CAUSES));
            return cause.or_else(|| match result {
                ResultWord::Wins(player) if !switched => {
                    let players = game.players.each_ref().map(|p| p.name.as_str());
                    // A line of players that could not be read gives no names.
                    if players[0].is_empty() { None } else { none_of(player, "player", &players) }
                }
                _ => None,
            });
        }
        Expectation::Moves(filter, _)
        | Expectation::Targets(filter, _)
        | Expectation::Count(filter, _) => filter,
        _ => return None,
    };
    let told = |what: String, name: &Name, help: &str| {
        Some(Diagnostic::error("E0512", what).label(name.span, "here").help(help))
    };
    match filter {
        _ if switched => None,
        MovesFilter::From(name) if read_cell(game, &name.node).is_none() => {
            let what = format!("`{}` is not a square of this board", name.node);
            told(what, name, "write a square of the board, as `from a1`")
        }
        MovesFilter::Of(name) => {
            let known: Vec<&str> = game.pieces.iter().map(|p| p.letter.as_str()).collect();
            let same = |letter: &&str| letter.eq_ignore_ascii_case(&name.node);
            let help = format!("the pieces are {}: write one of these letters", known.join(" "));
            match known.iter().any(same) {
                true => None,
                false => told(format!("no piece has the letter `{}`", name.node), name, &help),
            }
        }
        MovesFilter::From(_) | MovesFilter::All => None,
    }
}

fn none_of(name: &Name, what: &str, known: &[&str]) -> Option<Diagnostic> {
    if known.contains(&name.node.as_str()) {
        return None;
    }
    let told = Diagnostic::error("E0512", format!("`{}` is no {what}", name.node))
        .label(name.span, "here");
    // Of a short word two letters that differ leave too much open: then all that there are say more.
    let near = nearest(&name.node, known.iter().copied());
    Some(match near.filter(|near| name.node.len() > 6 || is_slip(&name.node, near)) {
        Some(near) => told.propose(name.span, &name.node, near, known),
        None => told.help(format!("write one of these: {}", quoted(known))),
    })
}

fn quoted(known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    all.join(", ")
}
