//! Figures in files of their own: positions with the numbers of positions that so many plies lead to.

mod read;

use crate::diagnostics::{Diagnostic, Report};
use crate::examine::failure::Failure;
use crate::examine::verify::in_threads;
use crate::examine::{Counted, TestReply};
use crate::notation::{Diagram, diagram};
use crate::pipeline::Loaded;
use crate::play::Position;
use crate::play::perft::{self, Means};
use crate::session::{Target, quoted};
use crate::text::{SourceMap, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use read::read;

/// A figure of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name: that of the position, if it has one, and the depth.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The position as it is written.
    pub fen: String,
    /// Number of plies.
    pub depth: u32,
    /// The figure.
    pub nodes: u64,
    /// Where the figure stands.
    pub place: Span,
}

/// A suite that was read.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its figures, in order.
    pub cases: Vec<Case>,
    /// What is wrong with its lines, and its text.
    pub report: Report,
    /// Number of lines that speak of another game.
    pub others: usize,
    sources: Arc<SourceMap>,
}

/// Which figures are looked at, and how.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// None deeper.
    pub depth: Option<u32>,
    /// None greater.
    pub nodes: Option<u64>,
    /// Only those whose name or position contains this.
    pub filter: Option<String>,
    /// Number of threads.
    pub threads: usize,
    /// Stop at the first that is wrong.
    pub fail_fast: bool,
}

impl Suite {
    /// The figures within the limits.
    #[must_use]
    pub fn within(&self, limits: &Limits) -> Vec<&Case> {
        let fits = |case: &&Case| {
            limits.depth.is_none_or(|most| case.depth <= most)
                && limits.nodes.is_none_or(|most| case.nodes <= most)
                && limits
                    .filter
                    .as_ref()
                    .is_none_or(|f| case.name.contains(f) || case.fen.contains(f))
        };
        self.cases.iter().filter(fits).collect()
    }

    /// Counts, and gives a reply for each figure looked at, in order. `progress` is told how many are done.
    #[must_use]
    pub fn run(
        &self,
        loaded: &Loaded,
        target: &Target,
        limits: &Limits,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Vec<TestReply> {
        let cases = self.within(limits);
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let one = |case: &&Case| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let found = perft::perft(&loaded.game, &case.position, case.depth, Means::default());
            stop.fetch_or(limits.fail_fast && found != case.nodes, Ordering::Relaxed);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Some(self.reply(loaded, target, case, found))
        };
        in_threads(limits.threads, &cases, one).into_iter().flatten().collect()
    }

    fn reply(&self, loaded: &Loaded, target: &Target, case: &Case, found: u64) -> TestReply {
        let source = self.sources.get(case.place.file);
        let mut reply = TestReply {
            test: case.name.clone(),
            file: source.name().to_owned(),
            line: source.line_column(case.place.start).0,
            passed: found == case.nodes,
            expectations: 1,
            unverified: 0,
            counted: vec![Counted {
                place: case.place,
                stated: Some(case.nodes),
                unverified: false,
                found,
            }],
            failures: Vec::new(),
        };
        if !reply.passed {
            let (depth, nodes) = (case.depth, case.nodes);
            let message = format!("perft {depth} is expected to be {nodes}; it is {found}");
            let problem = Diagnostic::error("E0509", message)
                .label(case.place, "expected here")
                .help("`heterodox perft` with `--divide` shows the share of each move");
            let (name, fen) = (target.words(), quoted(&case.fen));
            reply.failures.push(Failure {
                expected: Some(nodes.to_string()),
                found: Some(found.to_string()),
                fen: Some(case.fen.clone()),
                board: Some(diagram(&loaded.game, &case.position, &Diagram::default())),
                command: Some(format!("heterodox perft {name} {depth} --divide --fen {fen}")),
                ..Failure::new(problem, &self.sources)
            });
        }
        reply
    }
}
