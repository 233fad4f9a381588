//! Where lines come from: the arguments, a terminal, or a pipe.

use crate::faces::repl::desk::{Desk, LONGEST};
use crate::faces::repl::helper::Aid;
use crate::faces::repl::history;
use crate::faces::repl::known::Known;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::PathBuf;

/// A source of lines.
pub(super) enum Lines {
    Given(VecDeque<String>),
    Typed(Box<Typed>),
    Piped,
}

/// An editor with its history.
pub(super) struct Typed {
    editor: Editor<Aid, FileHistory>,
    history: Option<PathBuf>,
}

/// What came of asking for a line.
pub(super) enum Next {
    Line(String),
    /// Ctrl-C: the line is gone, and so is a question.
    Cleared,
    /// The line is not UTF-8, and gone: nobody knows what was meant.
    Unreadable,
    /// No line can be read any more, and why.
    Broken(String),
    End,
}

impl Lines {
    pub(super) fn given(lines: &[String]) -> Self {
        Self::Given(lines.iter().cloned().collect())
    }

    /// From the terminal; from standard input as it is, if no editor can be had.
    pub(super) fn typed() -> Self {
        let config = Config::builder()
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .max_history_size(2_000)
            .map(rustyline::config::Builder::build)
            .unwrap_or_default();
        let Ok(mut editor) = Editor::with_config(config) else { return Self::Piped };
        let history = history::ready();
        if let Some(path) = &history {
            let _ = editor.load_history(path);
        }
        rustyline::config::Configurer::set_color_mode(&mut editor, ColorMode::Enabled);
        Self::Typed(Box::new(Typed { editor, history }))
    }

    /// The next line.
    pub(super) fn next(&mut self, desk: &Desk) -> Next {
        match self {
            Self::Given(lines) => lines.pop_front().map_or(Next::End, Next::Line),
            Self::Piped => piped(),
            Self::Typed(typed) => typed.next(desk),
        }
    }
}

impl Typed {
    fn next(&mut self, desk: &Desk) -> Next {
        self.editor.set_helper(Some(Aid::new(Known::of(desk))));
        match self.editor.readline(&desk.prompt()) {
            Ok(line) => {
                if !line.trim().is_empty()
                    && self.editor.add_history_entry(&line).unwrap_or(false)
                    && let Some(path) = &self.history
                {
                    let _ = self.editor.append_history(path);
                }
                Next::Line(line)
            }
            Err(ReadlineError::Interrupted) => Next::Cleared,
            Err(ReadlineError::Eof) => Next::End,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Next::Unreadable
            }
            Err(error) => Next::Broken(error.to_string()),
        }
    }
}

/// A line of standard input; what does not fit is cut off, and refused for its length.
fn piped() -> Next {
    let mut bytes = Vec::new();
    let most = LONGEST as u64 + 1;
    let mut input = io::stdin().lock();
    match input.by_ref().take(most).read_until(b'\n', &mut bytes) {
        Ok(0) => return Next::End,
        Err(error) => return Next::Broken(error.to_string()),
        Ok(_) => {}
    }
    if bytes.len() as u64 == most && !bytes.ends_with(b"\n") {
        // The rest of the line belongs to it.
        loop {
            let mut rest = Vec::new();
            match input.by_ref().take(most).read_until(b'\n', &mut rest) {
                Ok(n) if n > 0 && !rest.ends_with(b"\n") => {}
                _ => break,
            }
        }
    }
    match String::from_utf8(bytes) {
        Ok(line) => Next::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
        // What was cut off may end within a character; it is refused for its length.
        Err(error) if error.as_bytes().len() > LONGEST => {
            Next::Line(String::from_utf8_lossy(error.as_bytes()).into_owned())
        }
        Err(_) => Next::Unreadable,
    }
}
