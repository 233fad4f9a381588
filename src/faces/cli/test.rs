//! `test`: runs the tests that stand in definitions.

use crate::examine::{Examiner, Failure, TestReply};
use crate::faces::cli::Ended;
use crate::faces::cli::args::Test;
use crate::faces::cli::check::counted;
use crate::faces::cli::out::{BAD, GOOD, HEADING, Out};
use std::io::{self, Write};

pub(super) fn test(args: &Test, out: &mut Out) -> Ended {
    let mut well = true;
    for file in &args.files {
        let target = args.options.target(file);
        let loaded = match target.load() {
            Ok(loaded) => loaded,
            Err(report) => {
                well = false;
                out.report(&report)?;
                continue;
            }
        };
        let mut examiner = Examiner::new(target, loaded);
        let (mut passed, mut failed) = (0, 0);
        for test in examiner.tests(args.filter.as_deref()) {
            let reply = examiner.run(&test);
            if reply.passed {
                passed += 1;
            } else {
                failed += 1;
            }
            tell(&reply, out)?;
        }
        well &= failed == 0;
        if !out.json {
            summary(file, passed, failed, args.filter.as_deref(), out)?;
        }
    }
    Ok(well)
}

fn summary(
    file: &str,
    passed: usize,
    failed: usize,
    filter: Option<&str>,
    out: &mut Out,
) -> io::Result<()> {
    write!(out, "{file}: ")?;
    if passed + failed == 0 {
        return match filter {
            Some(filter) => writeln!(out, "no test has `{filter}` in its name"),
            None => writeln!(out, "no tests"),
        };
    }
    if failed > 0 {
        out.styled(BAD, &format!("{} failed", counted(failed, "test")))?;
        return writeln!(out, ", {passed} passed");
    }
    out.styled(GOOD, &format!("{} passed", counted(passed, "test")))?;
    writeln!(out)
}

fn tell(reply: &TestReply, out: &mut Out) -> io::Result<()> {
    if out.json {
        return out.object(reply);
    }
    if reply.passed {
        return Ok(());
    }
    out.styled(BAD, "failed")?;
    write!(out, ": ")?;
    out.styled(HEADING, &reply.test)?;
    writeln!(out, " ({}, line {})\n", reply.file, reply.line)?;
    reply.failures.iter().try_for_each(|failure| one(failure, out))
}

fn one(failure: &Failure, out: &mut Out) -> io::Result<()> {
    out.problems_here(&failure.report)?;
    writeln!(out)?;
    let lists = [("missing", &failure.missing), ("unexpected", &failure.unexpected)];
    for (what, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        writeln!(out, "  {what:10} {}", list.join(", "))?;
    }
    let values =
        [("expected", &failure.expected), ("found", &failure.found), ("position", &failure.fen)];
    for (what, value) in values {
        if let Some(value) = value {
            writeln!(out, "  {what:10} {value}")?;
        }
    }
    if let Some(command) = &failure.command {
        writeln!(out, "  {:10} {command}", "again")?;
    }
    for line in failure.board.iter().flat_map(|b| b.lines()) {
        writeln!(out, "    {line}")?;
    }
    writeln!(out)
}
