//! What is wrong with a line before it is sent off.

use crate::faces::repl::commands::without_comment;
use crate::faces::repl::desk::LONGEST;

/// Why a line cannot be sent off; the editor keeps it until it can.
pub(super) fn fault(line: &str) -> Option<&'static str> {
    if line.len() > LONGEST {
        return Some("  the line is too long");
    }
    let quotes = without_comment(line).matches('"').count();
    (quotes % 2 == 1).then_some("  a quote is not closed")
}
