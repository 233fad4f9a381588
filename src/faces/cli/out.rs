//! Where answers go: text or JSON to standard output, problems to standard error. The only place that knows of colours.

use crate::diagnostics::{Diagnostic, Report, Style};
use crate::faces::cli::Stop;
use crate::session::Refusal;
use crate::text::{Source, SourceMap, Span};
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Headings.
pub(super) const HEADING: anstyle::Style = anstyle::Style::new().bold();
/// What is well.
pub(super) const GOOD: anstyle::Style = anstyle::AnsiColor::Green.on_default();
/// What is not.
pub(super) const BAD: anstyle::Style =
    anstyle::AnsiColor::Red.on_default().effects(anstyle::Effects::BOLD);
/// What is less important.
pub(super) const FAINT: anstyle::Style = anstyle::Style::new().dimmed();

/// Standard output and standard error. Once nobody reads them any more, what is written is dropped: the verb goes on to its end, so
/// that its exit status tells what it found.
pub(super) struct Out {
    answers: io::BufWriter<AutoStream<io::Stdout>>,
    /// Whether nobody reads the answers any more.
    pub(super) unread: bool,
    /// Whether answers are JSON.
    pub(super) json: bool,
    plain: bool,
}

impl Out {
    pub(super) fn new(plain: bool, json: bool) -> Self {
        let answers = io::BufWriter::new(AutoStream::auto(io::stdout()));
        Self { answers, unread: false, json, plain }
    }

    /// One line of JSON.
    pub(super) fn object(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(value).map_err(io::Error::other)?;
        writeln!(self, "{text}")
    }

    /// Text in a style.
    pub(super) fn styled(&mut self, style: anstyle::Style, text: &str) -> io::Result<()> {
        write!(self, "{style}{text}{style:#}")
    }

    /// A heading on a line of its own.
    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.styled(HEADING, text)?;
        writeln!(self)
    }

    /// How reports are drawn on a stream.
    fn style(&self, is_terminal: bool, choice: ColorChoice) -> Style {
        match choice {
            _ if self.plain || !is_terminal => Style::Narrated,
            ColorChoice::Never => Style::Plain,
            _ => Style::Colour,
        }
    }

    /// Problems as text, on standard error.
    pub(super) fn problems(&mut self, report: &Report) -> io::Result<()> {
        self.flush()?;
        let error = io::stderr();
        let text = report.render(self.style(error.is_terminal(), AutoStream::choice(&error)));
        unless_unread(write!(AutoStream::auto(error), "{text}")).map(|_| ())
    }

    /// Problems as text among the answers.
    pub(super) fn problems_here(&mut self, report: &Report) -> io::Result<()> {
        let output = io::stdout();
        let text = report.render(self.style(output.is_terminal(), AutoStream::choice(&output)));
        write!(self, "{text}")
    }

    /// Problems: JSON among the answers, text on standard error.
    pub(super) fn report(&mut self, report: &Report) -> io::Result<()> {
        if !self.json {
            return self.problems(report);
        }
        for problem in report.to_json() {
            self.object(&problem)?;
        }
        Ok(())
    }

    /// A refusal.
    pub(super) fn refusal(&mut self, refusal: &Refusal, text: Option<&str>) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            severity: &'static str,
            #[serde(flatten)]
            refusal: &'a Refusal,
        }
        if self.json {
            return self.object(&Line { severity: "error", refusal });
        }
        self.problems(&as_report(refusal, text))
    }

    /// Tells what stopped a verb. If that cannot be told either, the exit status has to do.
    pub(super) fn stopped(&mut self, stop: &Stop) {
        let _ = match stop {
            Stop::Report(report) => self.report(report),
            Stop::Refusal(refusal, text) => self.refusal(refusal, text.as_deref()),
            Stop::Io(error) => writeln!(io::stderr(), "heterodox: {error}"),
        };
    }

    /// Writes out what is still held back. False if that fails for another reason than that nobody reads it any more.
    pub(super) fn finish(&mut self) -> bool {
        match self.flush() {
            Err(error) => {
                let _ = writeln!(io::stderr(), "heterodox: {error}");
                false
            }
            Ok(()) => true,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unread {
            return Ok(bytes.len());
        }
        let written = unless_unread(self.answers.write(bytes))?;
        self.unread = written.is_none();
        Ok(written.unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.unread {
            self.unread = unless_unread(self.answers.flush())?.is_none();
        }
        Ok(())
    }
}

/// What was written; none if nobody reads it any more, which is no mistake.
fn unless_unread<T>(written: io::Result<T>) -> io::Result<Option<T>> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
        other => other.map(Some),
    }
}

/// A refusal as a report; where the text at fault is given, drawn with the place in it.
pub(super) fn as_report(refusal: &Refusal, text: Option<&str>) -> Report {
    let code = match refusal.reason {
        "position" => "E0701",
        "square" | "piece" | "history" | "depth" => "E0703",
        _ => "E0702",
    };
    let mut sources = SourceMap::default();
    let mut message = refusal.message.clone();
    let mut place = None;
    if let (Some(text), Some((start, end))) = (text, refusal.at) {
        let before = text.get(..start).map_or(start, |s| s.chars().count());
        message = format!("this is no position: at character {}, {message}", before + 1);
        let (cut, start, end) = window(text, start, end);
        let file = sources.add(Source::new("the position", cut));
        place = Some(Span::new(file, start, end));
    }
    let mut problem = Diagnostic::error(code, message);
    if let Some(place) = place {
        problem = problem.label(place, "here");
    }
    if let Some(help) = &refusal.help {
        problem = problem.help(help.clone());
    }
    Report::new(sources, vec![problem])
}

/// The part of a text around a place, and the place in it.
fn window(text: &str, start: usize, end: usize) -> (String, usize, usize) {
    const AROUND: usize = 120;
    let boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let (start, end) = (boundary(start), boundary(end.max(start)));
    let (first, last) =
        (boundary(start.saturating_sub(AROUND)), boundary(end.min(start + AROUND) + AROUND));
    let cut = text[first..last].replace(|c: char| c.is_control(), " ");
    (cut, start - first, end.min(last) - first)
}
