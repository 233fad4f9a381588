//! What a test tells.

use crate::diagnostics::{Diagnostic, Report, Severity};
use crate::text::{SourceMap, Span};
use serde::Serialize;
use std::sync::Arc;

/// A test that was run.
#[derive(Clone, Debug, Serialize)]
pub struct TestReply {
    /// Its name.
    pub test: String,
    /// Its file.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
    /// Whether everything was as expected.
    pub passed: bool,
    /// Number of expectations that were looked at.
    pub expectations: usize,
    /// Number of figures that nobody but this program has counted.
    pub unverified: usize,
    /// Figures that were counted.
    #[serde(skip)]
    pub counted: Vec<Counted>,
    /// What was not.
    pub failures: Vec<Failure>,
}

impl TestReply {
    /// A test that failed before it began: a file could not be read as what it should be, for the errors of a report.
    #[must_use]
    pub fn unread(test: &str, file: &str, report: &Report) -> Self {
        let errors = report.diagnostics().iter().filter(|d| d.severity == Severity::Error);
        Self {
            test: test.to_owned(),
            file: file.to_owned(),
            line: 1,
            passed: false,
            expectations: 0,
            unverified: 0,
            counted: Vec::new(),
            failures: errors.map(|d| Failure::plain(d.clone(), report)).collect(),
        }
    }
}

/// A figure that a test states or asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Where it stands.
    pub place: Span,
    /// What is stated; none: `?`.
    pub stated: Option<u64>,
    /// Whether it is marked so.
    pub unverified: bool,
    /// What was counted.
    pub found: u64,
}

/// Something that is not as a test expects.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// Stable code.
    pub code: &'static str,
    /// What is wrong, in one sentence or more.
    pub message: String,
    /// Line of the expectation.
    pub line: usize,
    /// Its column, in characters from 1.
    pub column: usize,
    /// What was expected, where it is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Moves or squares that were expected and are not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Moves or squares that are there and were not expected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unexpected: Vec<String>,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Its board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The command that shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The same as a problem of the file.
    #[serde(skip)]
    pub report: Report,
}

impl Failure {
    /// A problem of the file, without a position.
    #[must_use]
    pub fn plain(problem: Diagnostic, report: &Report) -> Self {
        Self::of(&Report::new(report.sources().clone(), vec![problem]))
    }

    /// A problem in these texts.
    #[must_use]
    pub(super) fn new(problem: Diagnostic, sources: &Arc<SourceMap>) -> Self {
        Self::of(&Report::new(Arc::clone(sources), vec![problem]))
    }

    fn of(report: &Report) -> Self {
        let problem = report.diagnostics().first();
        let place = problem.and_then(|d| d.labels.first()).map(|l| l.span);
        let (line, column) =
            place.map_or((1, 1), |span| report.sources().get(span.file).line_column(span.start));
        Self {
            code: problem.map_or("", |d| d.code),
            message: problem.map_or_else(String::new, |d| d.message.clone()),
            line,
            column,
            expected: None,
            found: None,
            missing: Vec::new(),
            unexpected: Vec::new(),
            fen: None,
            board: None,
            command: None,
            report: report.clone(),
        }
    }
}
