//! `test`: runs the tests that stand in definitions.

use crate::examine::{Examiner, Failure, TestReply, none_fits};
use crate::faces::cli::Ended;
use crate::faces::cli::args::Test;
use crate::faces::cli::check::counted;
use crate::faces::cli::out::{BAD, GOOD, HEADING, Out};
use crate::faces::cli::suite;
use std::io::{self, Write};

/// What a file's tests have come to.
#[derive(Clone, Copy, Default)]
struct Sum {
    passed: usize,
    failed: usize,
    unverified: usize,
}

pub(super) fn test(args: &Test, out: &mut Out) -> Ended {
    if !args.suites.suite.is_empty() {
        return suite::suites(args, out);
    }
    let mut well = true;
    let mut replies = Vec::new();
    // A filter that no test fits is most likely a slip, and must not look like success.
    let mut fits = args.filter.is_none();
    for file in &args.files {
        let target = args.options.target(file);
        let loaded = match target.load() {
            Ok(loaded) => loaded,
            Err(report) => {
                well = false;
                out.report(&report)?;
                replies.push(TestReply::unread("the file loads", file, &report));
                if args.suites.fail_fast {
                    break;
                }
                continue;
            }
        };
        let mut examiner = Examiner::new(target, loaded);
        let mut sum = Sum::default();
        for test in examiner.tests(args.filter.as_deref()) {
            fits = true;
            let reply = examiner.run(&test);
            sum.passed += usize::from(reply.passed);
            sum.failed += usize::from(!reply.passed);
            sum.unverified += reply.unverified;
            match args.suites.report {
                Some(_) => replies.push(reply),
                None => tell(&reply, out)?,
            }
            // Where nobody reads the rest, the first failure has said all.
            if sum.failed > 0 && (args.suites.fail_fast || out.unread) {
                break;
            }
        }
        well &= sum.failed == 0;
        if !out.json && args.suites.report.is_none() {
            summary(file, sum, args.filter.as_deref(), out)?;
        }
        if !well && (args.suites.fail_fast || out.unread) {
            break;
        }
    }
    if let Some(form) = args.suites.report {
        suite::report(form, &replies, out)?;
    }
    if well && !fits {
        return Err(none_fits(args.filter.as_deref().unwrap_or(""), "test").into());
    }
    Ok(well)
}

fn summary(file: &str, sum: Sum, filter: Option<&str>, out: &mut Out) -> io::Result<()> {
    let Sum { passed, failed, unverified } = sum;
    write!(out, "{file}: ")?;
    if passed + failed == 0 {
        return match filter {
            Some(_) => writeln!(out, "no test has that name"),
            None => writeln!(out, "no tests"),
        };
    }
    if failed > 0 {
        out.styled(BAD, &format!("{} failed", counted(failed, "test")))?;
        write!(out, ", {passed} passed")?;
    } else {
        out.styled(GOOD, &format!("{} passed", counted(passed, "test")))?;
    }
    match unverified {
        0 => writeln!(out),
        1 => writeln!(out, ", 1 figure unverified: only this program has counted it"),
        n => writeln!(out, ", {n} figures unverified: only this program has counted them"),
    }
}

/// Tells of one test.
pub(super) fn tell(reply: &TestReply, out: &mut Out) -> io::Result<()> {
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
