//! Runs the tests that stand in a definition file. Each expectation that does not hold becomes a problem at its place in the
//! file, with what was expected and found, the board, and the command that shows it again.

pub mod bless;
pub mod divide;
mod expect;
mod failure;
pub mod given;
pub mod laws;
pub mod listing;
mod random;
pub mod report;
mod run;
mod standing;
pub mod suite;
pub mod verify;

use crate::ast::{Test, TestLine};
use crate::diagnostics::Report;
use crate::pipeline::{Loaded, build, unknown_words};
use crate::session::{Refusal, Target, shown};
use crate::text::Spanned;
use std::collections::BTreeMap;

pub use failure::{Counted, Failure, TestReply};
pub use random::Random;

/// That a filter lets nothing through: most likely a slip, which must not look like success.
#[must_use]
pub fn none_fits(filter: &str, what: &str) -> Refusal {
    let message = format!("no {what} has `{}` in its name", shown(filter));
    let help = "write a part of the name as it stands in the file, in the same case".to_owned();
    Refusal { help: Some(help), ..Refusal::new("filter", message) }
}

/// Runs the tests of one file; loads it once for each choice of options.
#[derive(Debug)]
pub struct Examiner {
    target: Target,
    base: Loaded,
    others: BTreeMap<Vec<(String, bool)>, Result<Loaded, Report>>,
}

impl Examiner {
    /// For a loaded file; `target` is what was loaded, for commands that show a failure again.
    #[must_use]
    pub fn new(target: Target, loaded: Loaded) -> Self {
        Self { target, base: loaded, others: BTreeMap::new() }
    }

    /// The tests whose names contain a text, in the order of the file.
    #[must_use]
    pub fn tests(&self, filter: Option<&str>) -> Vec<Spanned<Test>> {
        let fits = |t: &&Spanned<Test>| filter.is_none_or(|f| t.node.name.node.contains(f));
        self.base.tests.iter().filter(fits).cloned().collect()
    }

    /// Runs one test.
    #[must_use]
    pub fn run(&mut self, test: &Spanned<Test>) -> TestReply {
        let target = self.chosen(&test.node);
        let source = self.base.sources.get(test.span.file);
        let mut reply = TestReply {
            test: test.node.name.node.clone(),
            file: source.name().to_owned(),
            line: source.line_column(test.span.start).0,
            passed: true,
            expectations: 0,
            unverified: 0,
            counted: Vec::new(),
            failures: Vec::new(),
        };
        let unknown = unknown_words(&test.node, &self.base.game);
        if !unknown.is_empty() {
            let failures = unknown.into_iter().map(|p| Failure::new(p, &self.base.sources));
            reply.failures.extend(failures);
            reply.passed = false;
            return reply;
        }
        match self.loaded(&target) {
            Ok(loaded) => run::run(loaded, &target, &test.node, &mut reply),
            Err(report) => {
                let problems = report.diagnostics().iter().cloned();
                reply.failures.extend(problems.map(|d| Failure::plain(d, report)));
            }
        }
        reply.passed = reply.failures.is_empty();
        reply
    }

    /// What was loaded, with the options that a test switches.
    fn chosen(&self, test: &Test) -> Target {
        let mut target = self.target.clone();
        for line in &test.lines {
            if let TestLine::Option { name, on } = &line.node {
                target.options.retain(|(known, _)| *known != name.node);
                target.options.push((name.node.clone(), *on));
            }
        }
        target
    }

    fn loaded(&mut self, target: &Target) -> Result<&Loaded, &Report> {
        if target.options == self.target.options {
            return Ok(&self.base);
        }
        let draft = &self.base.draft;
        let other = self
            .others
            .entry(target.options.clone())
            .or_insert_with(|| build(draft, &target.options));
        other.as_ref()
    }
}
