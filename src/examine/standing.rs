//! Expectations of the position itself: check and results, figures, its text.

use crate::ast::{Basis, Figure, Name, ResultWord};
use crate::diagnostics::Diagnostic;
use crate::examine::failure::{Counted, Failure};
use crate::examine::run::{Runner, if_meant};
use crate::notation::{read_position, write_position};
use crate::pipeline::within;
use crate::play::fast::Fast;
use crate::play::perft::Means;
use crate::text::{Span, Spanned};

impl Runner<'_> {
    /// Notes a failure unless it holds that the position stands as expected.
    pub(super) fn standing(&mut self, span: Span, holds: bool, expected: &str) {
        if !holds {
            let state = self.session.standing();
            let found = match (state.check, state.can_move) {
                (true, false) => "checkmate",
                (false, false) => "stalemate",
                (true, true) if expected == "no check" => "check",
                (false, true) if expected == "check" => "no check",
                (true, true) => "check, and moves that are legal",
                (false, true) => "no check, and moves that are legal",
            };
            let instead = if state.can_move && !state.check { "ongoing" } else { found };
            self.state_differs(span, expected, (found, instead));
        }
    }

    fn state_differs(&mut self, span: Span, expected: &str, (found, instead): (&str, &str)) {
        let message = format!("expected is: {expected}; found is: {found}");
        let instead = instead.split(", and").next().unwrap_or(instead);
        let problem = Self::problem("E0508", message, span).help(if_meant(instead));
        let failure = self.here(problem, &["play-moves"]);
        self.fail(Failure {
            expected: Some(expected.to_owned()),
            found: Some(found.to_owned()),
            ..failure
        });
    }

    pub(super) fn result(&mut self, span: Span, result: &ResultWord, cause: Option<&Name>) {
        let mut expected = match result {
            ResultWord::Draw => "draw".to_owned(),
            ResultWord::Ongoing => "ongoing".to_owned(),
            ResultWord::Wins(name) => format!("{} wins", name.node),
        };
        let state = self.session.state();
        let over = self.session.outcome().is_some();
        let same = match result {
            ResultWord::Ongoing => !over,
            ResultWord::Draw | ResultWord::Wins(_) => over && state.state == expected,
        };
        let caused = cause.is_none_or(|c| state.cause == Some(c.node.as_str()));
        if let Some(cause) = cause {
            expected = format!("{expected} by {}", cause.node);
        }
        if !same || !caused {
            let instead = if over { state.state.as_str() } else { "ongoing" };
            self.state_differs(span, &expected, (&state.words(), instead));
        }
    }

    pub(super) fn perft(&mut self, figure: &Figure) {
        let Figure { depth, nodes, basis } = figure;
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let found = match self.session.perft(depth.node, Means::threads(threads), false) {
            Ok(reply) => reply.nodes,
            Err(refusal) => {
                let problem = Diagnostic::error("E0509", refusal.message).label(depth.span, "here");
                let help = refusal.help.unwrap_or_else(|| "write a smaller depth".to_owned());
                return self.fail_plainly(problem.help(help));
            }
        };
        self.counted(Counted {
            place: nodes.span,
            stated: nodes.node,
            unverified: *basis == Basis::Unverified,
            found,
        });
        if nodes.node == Some(found) {
            return;
        }
        let message = match nodes.node {
            Some(expected) => {
                format!("perft {} is expected to be {expected}; it is {found}", depth.node)
            }
            None => format!("perft {} is not stated yet; it is {found}", depth.node),
        };
        let help = match (nodes.node, basis) {
            (None, _) => "`heterodox bless` writes it into the file".to_owned(),
            (_, Basis::Unverified) => {
                "nobody but this program has counted it; `heterodox bless --again` writes the new figure".to_owned()
            }
            _ => format!(
                "if the rules are as they are meant, write `{found}`; `heterodox perft` with `--divide` shows the share of each move"
            ),
        };
        let depth = depth.node.to_string();
        let problem = Self::problem("E0509", message, nodes.span).help(help);
        let failure = self.here(problem, &["perft", &depth, "--divide"]);
        let expected = nodes.node.map(|n| n.to_string());
        self.fail(Failure { expected, found: Some(found.to_string()), ..failure });
    }

    pub(super) fn fen(&mut self, text: &Spanned<String>) {
        let found = self.session.fen();
        let game = self.session.game();
        let same = found == text.node
            || read_position(game, &text.node).is_ok_and(|position| {
                let legal = Fast::new(game).legal_moves(&position);
                write_position(game, &position, &legal) == found
            });
        if same {
            return;
        }
        let at = found.bytes().zip(text.node.bytes()).take_while(|(a, b)| a == b).count();
        let at = (0..=at).rev().find(|i| text.node.is_char_boundary(*i)).unwrap_or(0);
        let end = text.node[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        let place = within(&self.session.loaded().sources, text.span, at, end);
        let message = format!("the position is another one: {found}");
        let problem = Diagnostic::error("E0510", message).label(place, "they differ from here on")
            .help("mend the rules or the moves, or, if they are as they are meant, write that position");
        let failure = self.here(problem, &["play-moves"]);
        self.fail(Failure { expected: Some(text.node.clone()), found: Some(found), ..failure });
    }

    pub(super) fn refused(&mut self, text: &Spanned<String>, at: Option<&Spanned<u32>>) {
        let expected = match at {
            Some(at) => format!("refused at character {}", at.node),
            None => "refused".to_owned(),
        };
        let Err(error) = read_position(self.session.game(), &text.node) else {
            let message = "this text is expected to be refused, and is a position of the game";
            let problem = Self::problem("E0511", message, text.span)
                .help("put a mistake into the text, or leave the expectation out");
            return self.fail_reading(problem, &text.node, [expected, "a position".to_owned()]);
        };
        let before = text.node.get(..error.start).map_or(error.start, |s| s.chars().count());
        let Some(at) = at.filter(|at| at.node as usize != before + 1) else { return };
        let place = within(&self.session.loaded().sources, text.span, error.start, error.end);
        let message = format!(
            "it is refused at character {}, not {}: {}",
            before + 1,
            at.node,
            error.message
        );
        let problem = Diagnostic::error("E0511", message)
            .label(place, "refused here")
            .label(at.span, "expected")
            .help(if_meant(&format!("at {}", before + 1)));
        let found = format!("refused at character {}", before + 1);
        self.fail_reading(problem, &text.node, [expected, found]);
    }
}
