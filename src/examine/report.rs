//! Results of tests in the forms that other programs read.

use crate::examine::TestReply;
use std::fmt::Write;

/// As JUnit XML, a suite a file.
#[must_use]
pub fn junit(replies: &[TestReply]) -> String {
    let mut files: Vec<&str> = Vec::new();
    for reply in replies {
        if !files.contains(&reply.file.as_str()) {
            files.push(&reply.file);
        }
    }
    let failed = |replies: &[&TestReply]| replies.iter().filter(|r| !r.passed).count();
    let all: Vec<&TestReply> = replies.iter().collect();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let (tests, failures) = (all.len(), failed(&all));
    let _ =
        writeln!(text, "<testsuites name=\"heterodox\" tests=\"{tests}\" failures=\"{failures}\">");
    for file in files {
        let own: Vec<&TestReply> = replies.iter().filter(|r| r.file == file).collect();
        let (tests, failures, name) = (own.len(), failed(&own), xml(file));
        let _ = writeln!(
            text,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">"
        );
        own.iter().for_each(|reply| junit_case(reply, &mut text));
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn junit_case(reply: &TestReply, text: &mut String) {
    let (name, class, line) = (xml(&reply.test), xml(&reply.file), reply.line);
    let head = format!(
        "    <testcase name=\"{name}\" classname=\"{class}\" file=\"{class}\" line=\"{line}\""
    );
    if reply.passed {
        let _ = writeln!(text, "{head}/>");
        return;
    }
    let _ = writeln!(text, "{head}>");
    for failure in &reply.failures {
        let (message, code) = (xml(&failure.message), failure.code);
        let details = xml(&details(failure).join("\n"));
        let _ = writeln!(
            text,
            "      <failure message=\"{message}\" type=\"{code}\">{details}</failure>"
        );
    }
    text.push_str("    </testcase>\n");
}

/// Everything that is known of a failure but its message, a thing a line.
fn details(failure: &crate::examine::Failure) -> Vec<String> {
    let mut lines = vec![format!("line {}, column {}", failure.line, failure.column)];
    let values = [
        ("expected", &failure.expected),
        ("found", &failure.found),
        ("position", &failure.fen),
        ("again", &failure.command),
    ];
    lines.extend(values.into_iter().filter_map(|(n, v)| v.as_ref().map(|v| format!("{n}: {v}"))));
    for (name, list) in [("missing", &failure.missing), ("unexpected", &failure.unexpected)] {
        if !list.is_empty() {
            lines.push(format!("{name}: {}", list.join(", ")));
        }
    }
    lines.extend(failure.board.iter().flat_map(|b| b.lines()).map(str::to_owned));
    lines
}

/// A text as XML takes it.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// As TAP, version 13.
#[must_use]
pub fn tap(replies: &[TestReply]) -> String {
    let mut text = format!("TAP version 13\n1..{}\n", replies.len());
    for (number, reply) in (1..).zip(replies) {
        let not = if reply.passed { "" } else { "not " };
        let name = escaped(&format!("{}: {}", reply.file, reply.test));
        let _ = writeln!(text, "{not}ok {number} - {name}");
        if reply.passed {
            continue;
        }
        text.push_str("  ---\n  failures:\n");
        for failure in &reply.failures {
            let quoted = |t: &str| serde_json::to_string(t).unwrap_or_default();
            let _ = writeln!(text, "    - message: {}", quoted(&failure.message));
            let _ = writeln!(text, "      code: {}", failure.code);
            let _ = writeln!(text, "      details: {}", quoted(&details(failure).join("\n")));
        }
        text.push_str("  ...\n");
    }
    text
}

/// A description as TAP takes it: `#` would begin a directive, and `\` takes its meaning from a sign.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::{escaped, junit, tap, xml};

    #[test]
    fn no_name_makes_a_directive_of_tap() {
        assert_eq!(escaped(r"x # TODO later"), r"x \# TODO later");
        assert_eq!(escaped(r"x \# TODO later"), r"x \\\# TODO later");
        assert_eq!(escaped(r"a\b"), r"a\\b");
    }

    #[test]
    fn signs_of_xml_are_written_out() {
        assert_eq!(xml("a<b & \"c\"\u{1}\n"), "a&lt;b &amp; &quot;c&quot;\u{fffd}&#10;");
    }

    #[test]
    fn no_tests_are_a_report_too() {
        assert!(junit(&[]).contains("tests=\"0\" failures=\"0\""));
        assert_eq!(tap(&[]), "TAP version 13\n1..0\n");
    }
}
