//! All problems of a load with the texts that they speak of, for people and for programs.

use crate::diagnostics::excerpt::Excerpt;
use crate::diagnostics::fix::{range_of, spaced};
use crate::diagnostics::{Diagnostic, Fix, Label, Severity};
use crate::text::{Source, SourceMap, Span};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NarratableReportHandler, SourceCode,
};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Columns of a report.
const COLUMNS: usize = 100;

/// Most problems of one severity that are written out as text; of the others the number is told.
const MOST_SHOWN: usize = 100;

/// What problems of each severity are called.
const KINDS: [(&str, &str); 3] =
    [("error", "errors"), ("warning", "warnings"), ("piece of advice", "pieces of advice")];

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Lines of the text with the places drawn in, in colours.
    Colour,
    /// The same without colours.
    Plain,
    /// Sentences only, for screen readers and logs.
    Narrated,
}

/// Problems and the texts that they speak of.
#[derive(Clone, Debug)]
pub struct Report {
    sources: Arc<SourceMap>,
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Puts both together. The order of the problems is kept.
    #[must_use]
    pub fn new(sources: impl Into<Arc<SourceMap>>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { sources: sources.into(), diagnostics }
    }

    /// Whether an error is among the problems.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// The problems.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The texts.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The problems as plain data.
    #[must_use]
    pub fn to_json(&self) -> Vec<JsonDiagnostic> {
        self.diagnostics.iter().map(|diagnostic| self.json(diagnostic)).collect()
    }

    /// The problems as text, of each severity the first hundred. Ends with a line break, unless there are none.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let mut out = String::new();
        let mut counts = [0_usize; 3];
        for diagnostic in &self.diagnostics {
            let count = &mut counts[diagnostic.severity as usize];
            *count += 1;
            if *count > MOST_SHOWN {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            let shown = self.shown(diagnostic);
            let result = match style {
                Style::Colour => {
                    graphical(GraphicalTheme::unicode()).render_report(&mut out, &shown)
                }
                Style::Plain => {
                    graphical(GraphicalTheme::unicode_nocolor()).render_report(&mut out, &shown)
                }
                Style::Narrated => {
                    let mut told = String::new();
                    let result = NarratableReportHandler::new().render_report(&mut told, &shown);
                    out.push_str(&without_echoes(&told));
                    result
                }
            };
            if result.is_err() {
                out.push_str(&format!("{} {}\n", diagnostic.code, diagnostic.message));
            }
        }
        for (count, (one, many)) in counts.into_iter().zip(KINDS) {
            match count.saturating_sub(MOST_SHOWN) {
                0 => {}
                1 => out.push_str(&format!("\n… and 1 more {one}\n")),
                more => out.push_str(&format!("\n… and {more} more {many}\n")),
            }
        }
        out
    }

    fn shown<'a>(&self, diagnostic: &'a Diagnostic) -> Shown<'a> {
        let file = diagnostic.labels.first().map(|label| label.span.file);
        let (own, other): (Vec<_>, Vec<_>) =
            diagnostic.labels.iter().partition(|label| Some(label.span.file) == file);
        let (excerpt, labels) = self.excerpt(&own);
        let related = other
            .into_iter()
            .map(|label| {
                let (excerpt, labels) = self.excerpt(&[label]);
                let place = self.location(label.span);
                let message = match label.text.as_str() {
                    "" => place,
                    text => format!("{text} ({place})"),
                };
                Shown {
                    code: None,
                    severity: Severity::Advice,
                    message,
                    help: None,
                    excerpt,
                    labels,
                    related: Vec::new(),
                }
            })
            .collect();
        Shown {
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            help: diagnostic.help.as_deref(),
            excerpt,
            labels,
            related,
        }
    }

    /// `file, line 3`
    fn location(&self, span: Span) -> String {
        match self.sources.iter().find(|(id, _)| *id == span.file) {
            Some((_, source)) => {
                format!("{}, line {}", source.name(), source.line_column(span.start).0)
            }
            None => "in a text that is not at hand".to_owned(),
        }
    }

    /// The lines around labels of one text, and the labels in them.
    fn excerpt(&self, labels: &[&Label]) -> (Option<Excerpt>, Vec<LabeledSpan>) {
        let file = labels.first().map(|label| label.span.file);
        let Some((_, source)) = self.sources.iter().find(|(id, _)| Some(*id) == file) else {
            return (None, Vec::new());
        };
        let places: Vec<_> =
            labels.iter().map(|label| label.span.start as usize..label.span.end as usize).collect();
        let (excerpt, places) = Excerpt::new(source, &places);
        let spans = labels.iter().zip(places).enumerate().map(|(n, (label, place))| {
            let text = Some(label.text.clone()).filter(|text| !text.is_empty());
            let (offset, length) = (place.start, place.end - place.start);
            if n == 0 {
                LabeledSpan::new_primary_with_span(text, (offset, length))
            } else {
                LabeledSpan::new(text, offset, length)
            }
        });
        (Some(excerpt), spans.collect())
    }

    fn json(&self, diagnostic: &Diagnostic) -> JsonDiagnostic {
        let labels: Vec<_> = diagnostic.labels.iter().map(|label| self.json_label(label)).collect();
        JsonDiagnostic {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: labels.first().cloned(),
            help: diagnostic.help.clone(),
            fixes: diagnostic.fixes.iter().map(|fix| self.json_fix(fix)).collect(),
            related: labels.into_iter().skip(1).collect(),
        }
    }

    fn json_fix(&self, fix: &Fix) -> JsonFix {
        let source = self.sources.iter().find(|(id, _)| *id == fix.span.file).map(|(_, s)| s);
        let mark = source.map_or(0, Source::mark);
        let (span, replacement) = match source.map(Source::text) {
            Some(text) if text.get(fix.span.start as usize..fix.span.end as usize).is_some() => {
                let range = range_of(text, fix);
                let replacement = spaced(text, &range, &fix.replacement);
                (Span::new(fix.span.file, range.start, range.end), replacement)
            }
            _ => (fix.span, fix.replacement.clone()),
        };
        JsonFix {
            file: source.map_or(String::new(), |source| source.name().to_owned()),
            start: mark + span.start,
            end: mark + span.end,
            replacement,
            certain: fix.certain,
        }
    }

    fn json_label(&self, label: &Label) -> JsonLabel {
        let source = self.sources.iter().find(|(id, _)| *id == label.span.file).map(|(_, s)| s);
        let (line, column) = source.map_or((1, 1), |source| source.line_column(label.span.start));
        let mark = source.map_or(0, Source::mark);
        JsonLabel {
            file: source.map_or(String::new(), |source| source.name().to_owned()),
            start: mark + label.span.start,
            end: mark + label.span.end,
            line,
            column,
            label: label.text.clone(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::Plain))
    }
}

impl std::error::Error for Report {}

/// Miette tells of the labels of a later excerpt at the end of an earlier one too, there with columns that run backwards.
fn without_echoes(told: &str) -> String {
    let label = |line: &str| {
        let label = line.strip_prefix("    label at line ")?;
        let (place, text) = label.split_once(": ").unwrap_or((label, ""));
        let columns =
            place.split_once("columns ").and_then(|(_, columns)| columns.split_once(" to "));
        let number = |text: &str| text.parse::<usize>().unwrap_or(0);
        let backwards = columns.is_some_and(|(first, last)| number(last) < number(first));
        Some((text.to_owned(), backwards))
    };
    let all: Vec<_> = told.lines().filter_map(label).collect();
    let echo = |line: &&str| {
        label(line).is_some_and(|(text, backwards)| backwards && all.contains(&(text, false)))
    };
    told.split_inclusive('\n').filter(|line| !echo(&line.trim_end_matches('\n'))).collect()
}

fn graphical(theme: GraphicalTheme) -> GraphicalReportHandler {
    GraphicalReportHandler::new_themed(theme)
        .with_width(COLUMNS)
        .with_links(false)
        .with_context_lines(1)
}

/// A problem as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// Stable code.
    pub code: &'static str,
    /// `error`, `warning` or `advice`.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// The most important place; its fields stand beside the others.
    #[serde(flatten)]
    pub place: Option<JsonLabel>,
    /// What to write or do.
    pub help: Option<String>,
    /// Changes that cure it.
    pub fixes: Vec<JsonFix>,
    /// Further places.
    pub related: Vec<JsonLabel>,
}

/// A change as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonFix {
    /// Name of the text.
    pub file: String,
    /// First byte that is replaced.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// What takes their place.
    pub replacement: String,
    /// Whether nothing else can have been meant.
    pub certain: bool,
}

/// A place as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonLabel {
    /// Name of the text.
    pub file: String,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is to be said of it; may be empty.
    pub label: String,
}

/// A problem in the form in which it is drawn.
#[derive(Debug)]
struct Shown<'a> {
    code: Option<&'static str>,
    severity: Severity,
    message: String,
    help: Option<&'a str>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    related: Vec<Shown<'a>>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let notes = self.related.iter().map(|note| note as &dyn miette::Diagnostic);
        (!self.related.is_empty()).then(|| Box::new(notes) as Box<dyn Iterator<Item = _>>)
    }
}
