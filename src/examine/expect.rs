//! Expectations of moves against the position at hand.

use crate::ast::{Expectation, MovesFilter, Name};
use crate::diagnostics::Diagnostic;
use crate::examine::failure::Failure;
use crate::examine::run::{Runner, asking, if_meant};
use crate::ids::Cell;
use crate::notation::read_cell;
use crate::session::{Filter, shown};
use crate::text::{Span, Spanned};

/// How a move is written.
const AS_MOVE: &str = "a move is written with the squares where it begins and ends, as `e2-e4`";

/// Longest list that a help line writes out.
const MOST_LISTED: usize = 24;

/// How moves are chosen.
const AS_FILTER: &str = "write a square of the board behind `from`, the letter of a piece behind `of`, and squares behind `targets … are`";

/// Looks whether an expectation holds; notes a failure if it does not.
pub(super) fn expect(runner: &mut Runner<'_>, expectation: &Spanned<Expectation>) {
    let span = expectation.span;
    match &expectation.node {
        Expectation::Legal(moves) => moves.iter().for_each(|m| runner.legal(m)),
        Expectation::Illegal(moves, reason) => runner.illegal(moves, reason.as_ref()),
        Expectation::Moves(filter, moves) => runner.moves(span, filter, moves),
        Expectation::Targets(filter, squares) => runner.targets(span, filter, squares),
        Expectation::Count(filter, number) => runner.count(span, filter, number),
        Expectation::Check(yes) => {
            let check = runner.session.standing().check;
            runner.standing(span, *yes == check, if *yes { "check" } else { "no check" });
        }
        Expectation::Checkmate => {
            let state = runner.session.standing();
            runner.standing(span, state.check && !state.can_move, "checkmate");
        }
        Expectation::Stalemate => {
            let state = runner.session.standing();
            runner.standing(span, !state.check && !state.can_move, "stalemate");
        }
        Expectation::Result(result, cause) => runner.result(span, result, cause.as_ref()),
        Expectation::Perft(figures) => figures.iter().for_each(|figure| runner.perft(figure)),
        Expectation::Fen(text) => runner.fen(text),
        Expectation::Refused(text, at) => runner.refused(text, at.as_ref()),
    }
}

impl Runner<'_> {
    fn legal(&mut self, text: &Spanned<String>) {
        let Err(refusal) = self.session.find(&text.node) else { return };
        let (code, message) = if refusal.is_unreadable() {
            ("E0503", refusal.message)
        } else {
            (
                "E0504",
                format!(
                    "{} is expected to be legal, and is not: {}",
                    shown(&text.node),
                    refusal.message
                ),
            )
        };
        let command = asking(refusal.reason, &text.node);
        let help = match refusal.help {
            Some(help) => help,
            None if refusal.reason == "text" => AS_MOVE.to_owned(),
            None => if_meant(&format!("illegal {}", shown(&text.node))),
        };
        let failure = self.here(Self::problem(code, message, text.span).help(help), &command);
        let (expected, found) = (Some("legal".to_owned()), Some(refusal.reason.to_owned()));
        self.fail(Failure { expected, found, ..failure });
    }

    fn illegal(&mut self, moves: &[Spanned<String>], reason: Option<&Name>) {
        let wanted = reason.map(|r| r.node.as_str());
        for text in moves {
            let (code, message, found, help) = match self.session.find_exactly(&text.node) {
                Ok(_) => {
                    let why = self.session.why(&text.node).map(|w| w.message).unwrap_or_default();
                    (
                        "E0504",
                        format!("{} is expected to be illegal: {why}", shown(&text.node)),
                        "legal",
                        if_meant(&format!("legal {}", shown(&text.node))),
                    )
                }
                Err(refusal) if wanted == Some(refusal.reason) => continue,
                Err(refusal) if refusal.is_unreadable() => {
                    let help = refusal.help.unwrap_or_else(|| AS_MOVE.to_owned());
                    ("E0503", refusal.message, refusal.reason, help)
                }
                Err(refusal) => {
                    let Some(wanted) = wanted else { continue };
                    let (found, why) = (refusal.reason, refusal.message);
                    (
                        "E0505",
                        format!("the reason is expected to be `{wanted}`, and is `{found}`: {why}"),
                        found,
                        if_meant(&format!("because {found}")),
                    )
                }
            };
            let problem = Self::problem(code, message, text.span).help(help);
            let failure = self.here(problem, &asking(found, &text.node));
            let expected = Some(wanted.unwrap_or("illegal").to_owned());
            self.fail(Failure { expected, found: Some(found.to_owned()), ..failure });
        }
    }

    /// Numbers of the legal moves that a filter lets through; none if it names something unknown.
    fn filtered(&mut self, filter: &MovesFilter) -> Option<Vec<usize>> {
        let (asked, name) = match filter {
            MovesFilter::All => return Some((0..self.session.legal().len()).collect()),
            MovesFilter::From(name) => {
                (Filter { from: Some(name.node.clone()), piece: None }, name)
            }
            MovesFilter::Of(name) => (Filter { from: None, piece: Some(name.node.clone()) }, name),
        };
        match self.session.filtered(&asked) {
            Ok(numbers) => Some(numbers),
            Err(refusal) => {
                self.fail_plainly(
                    Diagnostic::error("E0512", refusal.message)
                        .label(name.span, "here")
                        .help(refusal.help.unwrap_or_else(|| AS_FILTER.to_owned())),
                );
                None
            }
        }
    }

    fn moves(&mut self, span: Span, filter: &MovesFilter, expected: &[Spanned<String>]) {
        let Some(found) = self.filtered(filter) else { return };
        let (mut seen, mut missing) = (Vec::new(), Vec::new());
        let mut reasons = Vec::new();
        for text in expected {
            match self.session.find(&text.node) {
                Ok(number) if seen.contains(&number) => return self.twice(text),
                Ok(number) if found.contains(&number) => seen.push(number),
                Ok(_) => {
                    missing.push(text.node.clone());
                    reasons.push(format!(
                        "{} is not one of the moves{}",
                        shown(&text.node),
                        words(filter)
                    ));
                }
                Err(refusal) if refusal.is_unreadable() => {
                    let help = refusal.help.unwrap_or_else(|| AS_MOVE.to_owned());
                    let problem = Self::problem("E0503", refusal.message, text.span).help(help);
                    let failure = self.here(problem, &["moves"]);
                    return self.fail(failure);
                }
                Err(refusal) => {
                    missing.push(text.node.clone());
                    reasons.push(refusal.message);
                }
            }
        }
        let texts = self.session.texts();
        let extra = found.iter().filter(|n| !seen.contains(n)).filter_map(|n| texts.get(*n));
        let unexpected: Vec<String> = extra.cloned().collect();
        let found = found.iter().filter_map(|n| texts.get(*n)).cloned().collect();
        let expected = expected.iter().map(|t| t.node.clone()).collect();
        let lists = Lists { expected, found, missing, unexpected };
        self.differ((span, "E0506"), "the legal moves", filter, lists, &reasons);
    }

    fn twice(&mut self, text: &Spanned<String>) {
        let message = format!("{} stands twice in the list", shown(&text.node));
        let problem = Diagnostic::error("E0503", message).label(text.span, "the second");
        self.fail_plainly(problem.help("leave it out"));
    }

    /// Notes a difference between lists, if there is one.
    fn differ(
        &mut self,
        (span, code): (Span, &'static str),
        what: &str,
        filter: &MovesFilter,
        lists: Lists,
        reasons: &[String],
    ) {
        let Lists { expected, found, missing, unexpected } = lists;
        if missing.is_empty() && unexpected.is_empty() {
            return;
        }
        let mut parts = Vec::new();
        if !missing.is_empty() {
            parts.push(format!("missing: {}", missing.join(", ")));
        }
        if !unexpected.is_empty() {
            parts.push(format!("unexpected: {}", unexpected.join(", ")));
        }
        let what = format!("{what}{}", words(filter));
        let help = match (reasons, found.as_slice()) {
            ([], []) => if_meant("none"),
            ([], all) if all.len() > MOST_LISTED => {
                "mend the rules, or, if they are as they are meant, the list".to_owned()
            }
            ([], all) => if_meant(&all.join(", ")),
            (reasons, _) => reasons.join("\n"),
        };
        let message = format!("{what} are others; {}", parts.join("; "));
        let problem = Self::problem(code, message, span).help(help);
        let failure = self.here(problem, &listing(filter));
        let all = |list: Vec<String>| match list.is_empty() {
            true => Some("none".to_owned()),
            false => Some(list.join(", ")),
        };
        let (expected, found) = (all(expected), all(found));
        self.fail(Failure { expected, found, missing, unexpected, ..failure });
    }

    fn targets(&mut self, span: Span, filter: &MovesFilter, expected: &[Spanned<String>]) {
        let Some(numbers) = self.filtered(filter) else { return };
        let mut wanted: Vec<Cell> = Vec::new();
        for text in expected {
            match read_cell(self.session.game(), text.node.trim()) {
                Some(cell) if wanted.contains(&cell) => return self.twice(text),
                Some(cell) => wanted.push(cell),
                None => {
                    let message = format!("`{}` is not a square of this board", shown(&text.node));
                    let problem = Diagnostic::error("E0512", message).label(text.span, "here");
                    return self.fail_plainly(problem.help(AS_FILTER));
                }
            }
        }
        let mut found: Vec<Cell> = numbers.iter().map(|n| self.session.legal()[*n].to).collect();
        found.sort_unstable();
        found.dedup();
        let name = |c: &Cell| self.session.words().cell(*c);
        let missing: Vec<String> = wanted.iter().filter(|c| !found.contains(c)).map(name).collect();
        let unexpected: Vec<String> =
            found.iter().filter(|c| !wanted.contains(c)).map(name).collect();
        let (expected, found) =
            (wanted.iter().map(name).collect(), found.iter().map(name).collect());
        let lists = Lists { expected, found, missing, unexpected };
        self.differ((span, "E0507"), "the squares reached by legal moves", filter, lists, &[]);
    }

    fn count(&mut self, span: Span, filter: &MovesFilter, number: &Spanned<u64>) {
        let Some(found) = self.filtered(filter) else { return };
        if found.len() as u64 == number.node {
            return;
        }
        let texts = self.session.texts();
        let all: Vec<&str> =
            found.iter().filter_map(|n| texts.get(*n)).map(String::as_str).collect();
        let (wanted, words) = (number.node, words(filter));
        let message = match wanted {
            1 => format!("1 legal move{words} is expected; there are {}", found.len()),
            _ => format!("{wanted} legal moves{words} are expected; there are {}", found.len()),
        };
        let help = match all.as_slice() {
            [] => if_meant("moves are none"),
            all => format!("they are: {}", all.join(", ")),
        };
        let problem = Self::problem("E0507", message, span).help(help);
        let failure = self.here(problem, &listing(filter));
        let (expected, found) = (Some(number.node.to_string()), Some(found.len().to_string()));
        self.fail(Failure { expected, found, ..failure });
    }
}

/// What was expected and found, and how they differ.
struct Lists {
    expected: Vec<String>,
    found: Vec<String>,
    missing: Vec<String>,
    unexpected: Vec<String>,
}

/// The command that lists the moves again.
fn listing(filter: &MovesFilter) -> Vec<&str> {
    match filter {
        MovesFilter::All => vec!["moves"],
        MovesFilter::From(name) => vec!["moves", "--from", &name.node],
        MovesFilter::Of(name) => vec!["moves", "--piece", &name.node],
    }
}

fn words(filter: &MovesFilter) -> String {
    match filter {
        MovesFilter::All => String::new(),
        MovesFilter::From(name) => format!(" from {}", shown(&name.node)),
        MovesFilter::Of(name) => format!(" of {}", shown(&name.node)),
    }
}
