//! Reads suites. Forms may be mixed; `#` begins a comment line.
//!
//! ```text
//! 4k2r/8/8/8/8/8/8/4K3 w k - 0 1 ;D1 15 ;D2 66        EPD with operations
//! id one                                              a name, a position, figures, each on a line of its own
//! epd 4k2r/8/8/8/8/8/8/4K3 w k -
//! perft 1 15
//! start | 1 | 20                                      columns, with `|` or tabs between them; `start` is the start position
//! some-game | start | 1 | 20                          the same for several games: lines of others are passed over
//! game | fen | depth | nodes | remarks                a first line may name the columns, and more of them
//! ```

use crate::diagnostics::{Diagnostic, Report};
use crate::examine::suite::{Case, Suite};
use crate::ir::Game;
use crate::notation::read_position;
use crate::play::Position;
use crate::text::{FileId, Source, SourceMap, Span};
use std::sync::Arc;

/// Greatest depth of a figure.
const DEEPEST: u32 = 64;
/// Most problems that are told.
const MOST_PROBLEMS: usize = 100;
/// Operations of EPD that say nothing about figures.
const OTHER_OPERATIONS: &[&str] = &[
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "sv",
    "tcgs",
    "tcri",
    "tcsi",
    "v0",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "v7",
    "v8",
    "v9",
];

/// Reads a suite for a game; `name` is what the game's lines call it where a suite speaks of several.
#[must_use]
pub fn read(game: &Game, name: &str, source: Source) -> Suite {
    let mut sources = SourceMap::default();
    let file = sources.add(source);
    let sources = Arc::new(sources);
    let mut reader = Reader {
        game,
        name,
        file,
        cases: Vec::new(),
        problems: Vec::new(),
        others: 0,
        id: None,
        standing: None,
        nameless: None,
        bare: None,
        named: None,
        begun: false,
    };
    let mut at = 0;
    for line in sources.get(file).text().split_inclusive('\n') {
        let part = Part { at, text: line }.trimmed();
        at += line.len();
        if !part.text.is_empty() && !part.text.starts_with('#') {
            reader.line(part);
            reader.begun = true;
        }
        if reader.problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    reader.closed();
    let report = Report::new(Arc::clone(&sources), reader.problems);
    Suite { cases: reader.cases, report, others: reader.others, sources }
}

/// A part of the text, and where it begins.
#[derive(Clone, Copy)]
struct Part<'t> {
    at: usize,
    text: &'t str,
}

impl<'t> Part<'t> {
    fn trimmed(self) -> Self {
        let start = self.text.trim_start();
        Self { at: self.at + self.text.len() - start.len(), text: start.trim_end() }
    }

    /// What stands between these signs.
    fn split(self, sign: char) -> Vec<Self> {
        let mut at = self.at;
        let one = |text: &'t str| {
            let part = Part { at, text };
            at += text.len() + sign.len_utf8();
            part.trimmed()
        };
        self.text.split(sign).map(one).collect()
    }

    /// The first word, and what follows it.
    fn word(self) -> (Self, Self) {
        let length = self.text.find(char::is_whitespace).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(length);
        (Part { at: self.at, text: word }, Part { at: self.at + length, text: rest }.trimmed())
    }
}

struct Reader<'a> {
    game: &'a Game,
    name: &'a str,
    file: FileId,
    cases: Vec<Case>,
    problems: Vec<Diagnostic>,
    others: usize,
    /// The name that an `id` line gave.
    id: Option<String>,
    /// The position that an `epd` line gave; within it none if that was no position.
    standing: Option<Option<(Position, String)>>,
    /// An `id` line behind which no position has come yet.
    nameless: Option<Span>,
    /// An `epd` line behind which no figure has come yet.
    bare: Option<Span>,
    /// How many columns the first line names.
    named: Option<usize>,
    begun: bool,
}

impl Reader<'_> {
    fn span(&self, part: Part<'_>) -> Span {
        Span::new(self.file, part.at, part.at + part.text.len().max(1))
    }

    fn wrong(&mut self, part: Part<'_>, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::error("E0520", message).label(self.span(part), "here").help(help);
        self.problems.push(problem);
    }

    fn line(&mut self, line: Part<'_>) {
        let (word, rest) = line.word();
        match word.text {
            "perft" => return self.perft_line(word, rest),
            "epd" => {
                self.without_figure();
                self.nameless = None;
                let position = self.position(rest);
                self.bare = position.is_some().then(|| self.span(line));
                self.standing = Some(position);
                return;
            }
            _ => self.closed(),
        }
        match word.text {
            "id" if rest.text.is_empty() => {
                self.wrong(word, "this line gives no name", "write the name behind `id`");
            }
            "id" => {
                self.id = Some(rest.text.to_owned());
                self.nameless = Some(self.span(line));
            }
            _ if line.text.contains(';') => self.epd(line),
            _ if line.text.contains('|') => self.columns(line, '|'),
            _ if line.text.contains('\t') => self.columns(line, '\t'),
            _ => self.wrong(
                line,
                "this line has no form of a suite",
                "write `FEN ;D1 20 ;D2 400`, or `FEN | DEPTH | COUNT`, or lines `id`, `epd` and `perft`",
            ),
        }
    }

    /// What `id`, `epd` and `perft` lines say together ends here.
    fn closed(&mut self) {
        self.without_figure();
        if let Some(place) = self.nameless.take() {
            let message = "no position comes behind this name";
            let problem = Diagnostic::error("E0520", message).label(place, "here");
            self.problems.push(problem.help("write `epd POSITION` behind it, or take it out"));
        }
        (self.id, self.standing) = (None, None);
    }

    fn without_figure(&mut self) {
        if let Some(place) = self.bare.take() {
            let message = "no figure comes behind this position";
            let problem = Diagnostic::error("E0520", message).label(place, "here");
            self.problems.push(problem.help("write `perft DEPTH COUNT` behind it, or take it out"));
        }
    }

    fn position(&mut self, part: Part<'_>) -> Option<(Position, String)> {
        let text = if part.text == "start" { self.game.setup.as_str() } else { part.text };
        match read_position(self.game, text) {
            Ok(position) => Some((position, text.to_owned())),
            Err(error) => {
                let place = Span::new(
                    self.file,
                    part.at + error.start.min(part.text.len()),
                    part.at + error.end.min(part.text.len()).max(error.start + 1),
                );
                let message = format!("this is no position of the game: {}", error.message);
                let problem = Diagnostic::error("E0501", message).label(place, "here");
                self.problems.push(error.help.into_iter().fold(problem, Diagnostic::help));
                None
            }
        }
    }

    /// `perft 3 8902`
    fn perft_line(&mut self, word: Part<'_>, rest: Part<'_>) {
        let Some(standing) = self.standing.clone() else {
            return self.wrong(
                word,
                "no position comes before this figure",
                "write an `epd` line first",
            );
        };
        self.bare = None;
        let (depth, nodes) = rest.word();
        let figure = self.figure(depth, nodes);
        if let (Some(position), Some(figure)) = (standing, figure) {
            self.case(&position, figure, nodes);
        }
    }

    fn figure(&mut self, depth: Part<'_>, nodes: Part<'_>) -> Option<(u32, u64)> {
        let plies = depth.text.parse::<u32>().ok().filter(|d| *d <= DEEPEST);
        let Some(plies) = plies else {
            let help = "write the number of plies, 0 to 64";
            self.wrong(depth, format!("`{}` is no depth", short(depth.text)), help);
            return None;
        };
        let digits: String = nodes.text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
        let Ok(count) = digits.parse() else {
            let help = "write the number of positions";
            self.wrong(nodes, format!("`{}` is no figure", short(nodes.text)), help);
            return None;
        };
        Some((plies, count))
    }

    fn case(&mut self, position: &(Position, String), (depth, nodes): (u32, u64), place: Part<'_>) {
        let name = self.id.clone().unwrap_or_else(|| position.1.clone());
        self.cases.push(Case {
            name: format!("{name}: perft {depth}"),
            position: position.0.clone(),
            fen: position.1.clone(),
            depth,
            nodes,
            place: self.span(place),
        });
    }

    /// `FEN ;D1 20 ;D2 400`, or with the first operation directly behind the position.
    fn epd(&mut self, line: Part<'_>) {
        let mut parts = line.split(';');
        let mut fen = parts.remove(0);
        if let Some(at) = first_operation(fen.text) {
            let (before, operation) = fen.text.split_at(at);
            parts.insert(0, Part { at: fen.at + at, text: operation }.trimmed());
            fen = Part { at: fen.at, text: before }.trimmed();
        }
        self.id = None;
        let position = self.position(fen);
        let mut figures = 0;
        for part in parts.into_iter().filter(|p| !p.text.is_empty()) {
            let (word, rest) = part.word();
            let depth = word.text.strip_prefix(['D', 'd']).filter(|d| !d.is_empty());
            match depth {
                Some(depth) if depth.bytes().all(|b| b.is_ascii_digit()) => {
                    figures += 1;
                    let figure = self.figure(Part { at: word.at + 1, text: depth }, rest);
                    if let (Some(position), Some(figure)) = (&position, figure) {
                        self.case(position, figure, rest);
                    }
                }
                _ if word.text == "id" => self.id = Some(rest.text.trim_matches('"').to_owned()),
                _ if OTHER_OPERATIONS.contains(&word.text) => {}
                _ => {
                    let message = format!("`{}` is no operation", short(part.text));
                    let help = "write `D3 8902` for the figure of depth 3, or take it out";
                    self.wrong(part, message, help);
                    figures += 1;
                }
            }
        }
        if figures == 0 {
            self.wrong(line, "this line states no figure", "write `;D1 20` behind the position");
        }
        self.id = None;
    }

    fn columns(&mut self, line: Part<'_>, sign: char) {
        let columns = line.split(sign);
        let number =
            |n: usize| columns.get(n).is_some_and(|c: &Part<'_>| c.text.parse::<u32>().is_ok());
        let (game, rest) = if number(1) || columns.len() < 4 {
            (None, &columns[..])
        } else {
            (Some(columns[0].text), &columns[1..])
        };
        let [fen, depth, nodes, more @ ..] = rest else {
            return self.wrong(line, "a column is missing", "write `FEN | DEPTH | COUNT`");
        };
        let figures = depth.text.parse::<u32>().is_ok() || nodes.text.parse::<u64>().is_ok();
        if !self.begun && !figures && columns.iter().all(|c| !c.text.contains('/')) {
            // The names of the columns.
            self.named = Some(columns.len());
            return;
        }
        if let Some(extra) = more.first().filter(|_| self.named.is_none_or(|n| columns.len() > n)) {
            let help = "take it out, or name all columns on the first line of the file";
            return self.wrong(*extra, "a column too many", help);
        }
        if game.is_some_and(|game| game != self.name) {
            self.others += 1;
            return;
        }
        self.id = None;
        let figure = self.figure(*depth, *nodes);
        if let (Some(position), Some(figure)) = (self.position(*fen), figure) {
            self.case(&position, figure, *nodes);
        }
    }
}

/// Where an operation `D3 8902` begins that stands directly behind a position.
fn first_operation(text: &str) -> Option<usize> {
    text.match_indices([' ', '\t']).map(|(at, _)| at + 1).find(|at| {
        let mut rest = text[*at..].split_whitespace();
        let digits = |t: Option<&str>| {
            t.is_some_and(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit()))
        };
        let operation = text[*at..].strip_prefix('D').is_some();
        operation && digits(rest.next().map(|w| &w[1..])) && digits(rest.next())
    })
}

/// A text that is not too long to be shown.
fn short(text: &str) -> String {
    crate::session::shown(text)
}
