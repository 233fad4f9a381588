//! Lines of tests.

use crate::ast::print::{joined, quoted};
use crate::ast::{Basis, Expectation, Figure, MovesFilter, Name, PlayStep, ResultWord, TestLine};
use crate::text::Spanned;

/// A line of a test.
pub(super) fn line(line: &TestLine) -> String {
    match line {
        TestLine::Option { name, on } => {
            format!("option {} {}", name.node, if *on { "on" } else { "off" })
        }
        TestLine::Position(text) => format!("position {}", quoted(&text.node)),
        TestLine::Play(steps) => format!("play {}", plays(steps)),
        TestLine::Expect(all) => format!("expect {}", joined(all, ", ", expectation)),
    }
}

fn plays(steps: &[PlayStep]) -> String {
    let texts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            PlayStep::Move(text) => played(&text.node),
            PlayStep::Times(inner, times) => format!("({}) x{}", plays(inner), times.node),
        })
        .collect();
    texts.join(" ")
}

fn expectation(expectation: &Expectation) -> String {
    match expectation {
        Expectation::Legal(moves) => format!("legal {}", list(moves)),
        Expectation::Illegal(moves, None) => format!("illegal {}", list(moves)),
        Expectation::Illegal(moves, Some(reason)) => {
            format!("illegal {} because {}", list(moves), reason.node)
        }
        Expectation::Moves(which, moves) => format!("moves{} are {}", filter(which), list(moves)),
        Expectation::Targets(which, squares) => {
            let squares = if squares.is_empty() {
                "none".to_owned()
            } else {
                joined(squares, ", ", Clone::clone)
            };
            format!("targets{} are {squares}", filter(which))
        }
        Expectation::Count(MovesFilter::All, figure) => format!("count {}", figure.node),
        Expectation::Count(which, figure) => format!("count{} = {}", filter(which), figure.node),
        Expectation::Check(true) => "check".to_owned(),
        Expectation::Check(false) => "no check".to_owned(),
        Expectation::Checkmate => "checkmate".to_owned(),
        Expectation::Stalemate => "stalemate".to_owned(),
        Expectation::Result(result, cause) => self::result(result, cause.as_ref()),
        Expectation::Perft(figures) => {
            let texts: Vec<String> = figures.iter().map(figure).collect();
            format!("perft {}", texts.join(", "))
        }
        Expectation::Fen(text) => format!("fen {}", quoted(&text.node)),
        Expectation::Refused(text, None) => format!("refused {}", quoted(&text.node)),
        Expectation::Refused(text, Some(at)) => {
            format!("refused {} at {}", quoted(&text.node), at.node)
        }
    }
}

fn figure(figure: &Figure) -> String {
    let nodes = figure.nodes.node.map_or("?".to_owned(), |nodes| nodes.to_string());
    let basis = match &figure.basis {
        Basis::Stated => String::new(),
        Basis::Unverified => " unverified".to_owned(),
        Basis::From(source) => format!(" from {}", quoted(&source.node)),
    };
    format!("{} = {nodes}{basis}", figure.depth.node)
}

fn result(result: &ResultWord, cause: Option<&Name>) -> String {
    let by = cause.map_or(String::new(), |cause| format!(" by {}", cause.node));
    match result {
        ResultWord::Wins(player) => format!("{} wins{by}", player.node),
        ResultWord::Draw => format!("draw{by}"),
        ResultWord::Ongoing => "ongoing".to_owned(),
    }
}

fn filter(filter: &MovesFilter) -> String {
    match filter {
        MovesFilter::All => String::new(),
        MovesFilter::From(square) => format!(" from {}", square.node),
        MovesFilter::Of(letter) => format!(" of {}", letter.node),
    }
}

fn list(moves: &[Spanned<String>]) -> String {
    if moves.is_empty() { "none".to_owned() } else { joined(moves, ", ", |text| played(text)) }
}

/// A move's text, in quotes if it does not look like one.
fn played(text: &str) -> String {
    let plain = !text.contains("//")
        && !text.contains([' ', '\t', '\r', '\n', ',', '{', '}', '(', ')', '"'])
        && text.is_ascii();
    let castling = text.trim_end_matches(['+', '#']).to_lowercase();
    let castles = matches!(castling.as_str(), "o-o" | "o-o-o");
    if plain && (castles || text.contains(|c: char| c.is_ascii_digit())) {
        text.to_owned()
    } else {
        quoted(text)
    }
}
