//! Problems as values: a stable code, one sentence, labelled places, a help line. Knows no stage;
//! each stage fills a [`Diagnostics`], and [`Report`] shows them all at the border.

mod code;
mod excerpt;
mod report;
mod suggest;

use crate::text::Span;
use serde::Serialize;

pub use code::{CODES, CodeEntry};
pub use report::{JsonDiagnostic, JsonLabel, Report, Style};
pub use suggest::nearest;

/// How bad it is: an error stops the load, the others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file does not load.
    Error,
    /// Legal, but most likely not what was meant.
    Warning,
    /// Legal, and worth a look.
    Advice,
}

/// A place with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, as `E0101`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence in the author's words.
    pub message: String,
    /// Places, the most important first.
    pub labels: Vec<Label>,
    /// What to write or do.
    pub help: Option<String>,
}

impl Diagnostic {
    fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), labels: Vec::new(), help: None }
    }

    /// An error.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    /// A piece of advice.
    #[must_use]
    pub fn advice(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Advice, message)
    }

    /// Adds a labelled place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the help line.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// The sink that the stages fill.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Notes a problem.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.all.contains(&diagnostic) {
            self.all.push(diagnostic);
        }
    }

    /// Takes over those of another sink.
    pub fn extend(&mut self, other: Self) {
        for diagnostic in other.all {
            self.push(diagnostic);
        }
    }

    /// Whether an error is among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|d| d.severity == Severity::Error)
    }

    /// All, in the order of their places.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.all.sort_by_key(|d| d.labels.first().map(|l| (l.span.file, l.span.start)));
        self.all
    }

    /// All, in the order in which they were noted.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
