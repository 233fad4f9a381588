//! The long texts of the codes: what is wrong, an example, and its cure. They stand in `explain/*.md`, a section a code.

use crate::diagnostics::CODES;
use serde::Serialize;

const TEXTS: &[&str] = &[
    include_str!("explain/syntax.md"),
    include_str!("explain/names.md"),
    include_str!("explain/movement.md"),
    include_str!("explain/game.md"),
    include_str!("explain/tests.md"),
    include_str!("explain/files.md"),
];

/// What is to be said of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The code.
    pub code: &'static str,
    /// What kind of mistake it is, in a few words.
    pub title: &'static str,
    /// What is wrong, and why it matters.
    pub text: String,
    /// A part of a file that gives it; of some codes a command.
    pub example: String,
    /// The same without the mistake.
    pub cure: String,
}

/// The long text of a code, in either case.
#[must_use]
pub fn explain(code: &str) -> Option<Explanation> {
    let entry = CODES.iter().find(|entry| entry.code.eq_ignore_ascii_case(code.trim()))?;
    let section = TEXTS.iter().find_map(|text| section(text, entry.code))?;
    let mut paragraphs: Vec<String> = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    let mut inside = false;
    for line in section.lines() {
        match line.strip_prefix("    ") {
            Some(code) if inside => {
                if let Some(block) = blocks.last_mut() {
                    block.push('\n');
                    block.push_str(code);
                }
            }
            Some(code) => {
                blocks.push(code.to_owned());
                inside = true;
            }
            None if line.trim().is_empty() || line.trim() == "Instead:" => inside = false,
            None => {
                paragraphs.push(line.trim().to_owned());
                inside = false;
            }
        }
    }
    let mut blocks = blocks.into_iter();
    Some(Explanation {
        code: entry.code,
        title: entry.title,
        text: paragraphs.join(" "),
        example: blocks.next().unwrap_or_default(),
        cure: blocks.next().unwrap_or_default(),
    })
}

/// What stands under the heading of a code.
fn section<'t>(text: &'t str, code: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let (_, after) = rest.split_once("## ")?;
        let (heading, body) = after.split_once('\n')?;
        if heading.trim() == code {
            return Some(body.split("\n## ").next().unwrap_or(body));
        }
        rest = body;
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::{CODES, explain};

    #[test]
    fn every_code_has_its_text() {
        for entry in CODES {
            let found = explain(entry.code).unwrap_or_else(|| panic!("{} has none", entry.code));
            assert!(found.text.len() > 40, "{}: {}", entry.code, found.text);
            assert!(!found.example.is_empty() && !found.cure.is_empty(), "{}", entry.code);
            assert_ne!(found.example, found.cure, "{}", entry.code);
        }
        assert_eq!(explain("e0101").map(|e| e.code), Some("E0101"));
        assert_eq!(explain("E9999"), None);
    }
}
