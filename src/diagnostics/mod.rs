//! Problems as values: a stable code, one sentence, labelled places, a help line. Knows no stage;
//! each stage fills a [`Diagnostics`], and [`Report`] shows them all at the border.

mod code;
mod excerpt;
mod explain;
mod fix;
mod report;
mod suggest;

use crate::text::{FileId, Span};
use serde::Serialize;
use std::collections::HashSet;

pub use code::{CODES, CodeEntry};
pub use explain::{Explanation, explain};
pub use fix::{Applied, apply_fixes, spaced};
pub use report::{JsonDiagnostic, JsonFix, JsonLabel, Report, Style};
pub use suggest::{is_certain, is_slip, nearest};

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// A change of the text that cures a problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What takes its place; empty where something is taken out.
    pub replacement: String,
    /// Whether nothing else can have been meant, so that a program may apply it.
    pub certain: bool,
}

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// Changes that cure it; all of them together, if there are several.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    fn new(code: &'static str, severity: Severity, message: impl Into<String>) -> Self {
        let (message, labels) = (message.into(), Vec::new());
        Self { code, severity, message, labels, help: None, fixes: Vec::new() }
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

    /// Labels further places where the same holds, the first few.
    #[must_use]
    pub fn and_here(self, spans: impl IntoIterator<Item = Span>) -> Self {
        const SHOWN: usize = 3;
        spans.into_iter().take(SHOWN).fold(self, |told, span| told.label(span, "and here"))
    }

    /// Sets the help line.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a change that a program may apply without asking.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into(), certain: true });
        self
    }

    /// Adds a change that is likely meant, but that a reader must judge.
    #[must_use]
    pub fn likely_fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into(), certain: false });
        self
    }

    /// Leaves the judgement of its changes to the reader, unless they are known to be of use.
    #[must_use]
    pub fn certain_if(mut self, known: impl Fn(&Fix) -> bool) -> Self {
        if !self.fixes.iter().all(|fix| !fix.certain || known(fix)) {
            self.fixes.iter_mut().for_each(|fix| fix.certain = false);
        }
        self
    }

    /// Proposes a word in the place of a mistyped one: in the help line, and as a change, which is certain if no other word is
    /// as near.
    #[must_use]
    pub fn propose(
        self,
        span: Span,
        word: &str,
        near: &str,
        all: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        let certain = is_certain(word, near, all);
        let told = self.help(format!("write `{near}`"));
        if certain { told.fix(span, near) } else { told.likely_fix(span, near) }
    }
}

/// The sink that the stages fill.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    /// The same, to find repetitions.
    seen: HashSet<Diagnostic>,
}

impl Diagnostics {
    /// Notes a problem.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert(diagnostic.clone()) {
            self.all.push(diagnostic);
        }
    }

    /// Takes over those of another sink.
    pub fn extend(&mut self, other: Self) {
        for diagnostic in other.all {
            self.push(diagnostic);
        }
    }

    /// The same, each told at its first place in a file, if it has one there.
    #[must_use]
    pub fn told_in(self, file: FileId) -> Self {
        let mut out = Self::default();
        for mut told in self.all {
            if let Some(own) = told.labels.iter().position(|label| label.span.file == file) {
                told.labels[..=own].rotate_right(1);
            }
            out.push(told);
        }
        out
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
