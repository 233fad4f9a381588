//! What a line is answered: text for people, an object for programs.

use crate::diagnostics::Report;
use crate::faces::repl::paint::{BAD, Settings};
use crate::session::Refusal;
use serde::Serialize;
use serde_json::{Value, json};

/// An answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// For people; empty if there is nothing to say.
    pub(crate) text: String,
    /// For programs; null if there is nothing to say.
    pub(crate) json: Value,
    /// Whether what was asked could not be done.
    pub(crate) failed: bool,
    /// Whether the program ends.
    pub(crate) ends: bool,
}

impl Answer {
    /// Done, with an object.
    pub(super) fn with(text: String, object: &impl Serialize) -> Self {
        let json = serde_json::to_value(object).unwrap_or(Value::Null);
        Self { text, json, ..Self::default() }
    }

    /// Done, with something to say.
    pub(super) fn note(message: impl Into<String>) -> Self {
        let message = message.into();
        let json = json!({ "kind": "note", "message": message });
        Self { text: format!("{message}\n"), json, ..Self::default() }
    }

    /// The end.
    pub(super) fn end() -> Self {
        Self { ends: true, ..Self::default() }
    }

    /// It could not be done.
    pub(super) fn refused(refusal: &Refusal) -> Self {
        let mut text = format!("{}\n", refusal.message);
        if let Some(help) = &refusal.help {
            text.push_str(&format!("{help}\n"));
        }
        let mut json = serde_json::to_value(refusal).unwrap_or(Value::Null);
        if let Some(object) = json.as_object_mut() {
            object.insert("kind".to_owned(), json!("error"));
        }
        Self { text, json, failed: true, ends: false }
    }

    /// A file is at fault.
    pub(super) fn problems(report: &Report, look: &Settings, and: &str) -> Self {
        let mut text = report.render(look.report());
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("{}\n", look.paint(BAD, and)));
        let json = json!({ "kind": "problems", "message": and, "problems": report.to_json() });
        Self { text, json, failed: true, ends: false }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::refused(&refusal)
    }
}
