//! `explain`: the long text of a code.

use crate::diagnostics::{CODES, Diagnostic, Explanation, Report, explain as explanation, nearest};
use crate::faces::cli::args::Explain;
use crate::faces::cli::out::{FAINT, HEADING, Out};
use crate::faces::cli::{Ended, Stop};
use crate::text::SourceMap;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Entry {
    code: &'static str,
    title: &'static str,
}

pub(super) fn explain(args: &Explain, out: &mut Out) -> Ended {
    if args.codes.is_empty() {
        for entry in CODES {
            let (code, title) = (entry.code, entry.title);
            if out.json {
                out.object(&Entry { code, title })?;
            } else {
                out.styled(HEADING, code)?;
                writeln!(out, "  {title}")?;
            }
        }
        return Ok(true);
    }
    for (number, code) in args.codes.iter().enumerate() {
        let found = explanation(code).ok_or_else(|| unknown(code))?;
        if out.json {
            out.object(&found)?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        tell(&found, out)?;
    }
    Ok(true)
}

fn tell(found: &Explanation, out: &mut Out) -> io::Result<()> {
    out.heading(&format!("{}: {}", found.code, found.title))?;
    writeln!(out)?;
    for line in wrapped(&found.text, 90) {
        writeln!(out, "{line}")?;
    }
    for (title, block) in [("For example:", &found.example), ("Instead:", &found.cure)] {
        writeln!(out)?;
        out.styled(FAINT, title)?;
        writeln!(out, "\n")?;
        for line in block.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// A text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { continue };
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

fn unknown(code: &str) -> Stop {
    let told = Diagnostic::error("E0703", format!("there is no code `{code}`"));
    let told = match nearest(code, CODES.iter().map(|entry| entry.code)) {
        Some(near) => told.help(format!(
            "codes are a letter and four digits, such as `{near}`; `heterodox explain` lists them all"
        )),
        None => told.help("`heterodox explain` lists them all"),
    };
    Stop::Report(Report::new(SourceMap::default(), vec![told]))
}
