//! `test --suite`: figures in files of their own; and the forms in which results of tests are written.

use crate::diagnostics::{Diagnostic, Report};
use crate::examine::report::{junit, tap};
use crate::examine::suite::{Limits, read};
use crate::examine::{TestReply, none_fits};
use crate::faces::cli::Ended;
use crate::faces::cli::args::Test;
use crate::faces::cli::check::counted;
use crate::faces::cli::out::{BAD, GOOD, Out};
use crate::faces::cli::progress::Progress;
use crate::faces::cli::test::tell;
use crate::session::{Refusal, listed};
use crate::text::{Source, SourceMap};
use clap::{Args, ValueEnum};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Largest suite, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Words of `test` for suites and reports.
#[derive(Debug, Args)]
pub(super) struct Suites {
    /// Compare the figures of a file of positions instead of the tests in the definitions: lines `FEN ;D1 20 ;D2 400`,
    /// `FEN | DEPTH | COUNT`, or `id`, `epd` and `perft` on lines of their own
    #[arg(long, value_name = "POSITIONS")]
    pub(super) suite: Vec<PathBuf>,
    /// Of a suite, only figures that are not deeper
    #[arg(long, value_name = "N", requires = "suite")]
    max_depth: Option<u32>,
    /// Of a suite, only figures that are not greater
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    /// Number of threads, for a suite
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Stop at the first failure
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Write the results as other programs read them
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    pub(super) report: Option<Form>,
}

/// A form of results.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Form {
    /// JUnit XML
    Junit,
    /// The Test Anything Protocol
    Tap,
}

/// Writes results in a form.
pub(super) fn report(form: Form, replies: &[TestReply], out: &mut Out) -> io::Result<()> {
    let text = match form {
        Form::Junit => junit(replies),
        Form::Tap => tap(replies),
    };
    write!(out, "{text}")
}

/// Runs the suites on each game.
pub(super) fn suites(args: &Test, out: &mut Out) -> Ended {
    let limits = Limits {
        depth: args.suites.max_depth,
        nodes: args.suites.max_nodes,
        filter: args.filter.clone(),
        threads: usize::from(args.suites.threads),
        fail_fast: args.suites.fail_fast,
    };
    let mut well = true;
    let mut all = Vec::new();
    let mut sum = Sum::default();
    'files: for file in &args.files {
        let target = args.options.target(file);
        let loaded = target.load()?;
        for path in &args.suites.suite {
            let suite = read(&loaded.game, &target.text(), source(path)?);
            well &= !suite.report.has_errors();
            if !suite.report.diagnostics().is_empty() {
                out.report(&suite.report)?;
                let name = path.display().to_string();
                all.push(TestReply::unread("every line can be read", &name, &suite.report));
            }
            let wanted = suite.within(&limits).len();
            let bar = Progress::new("figures", wanted as u64);
            let replies = suite.run(&loaded, &target, &limits, &|done| bar.show(done));
            bar.clear();
            let named = Limits { filter: limits.filter.clone(), ..Limits::default() };
            let part = Sum {
                read: suite.cases.len(),
                named: suite.within(&named).len(),
                wanted,
                run: replies.len(),
                failed: replies.iter().filter(|r| !r.passed).count(),
                others: suite.others,
            };
            sum.add(&part);
            well &= part.failed == 0;
            if args.suites.report.is_none() {
                replies.iter().try_for_each(|reply| tell(reply, out))?;
                if !out.json {
                    let name = format!("{} with {}", target.text(), path.display());
                    summary(&name, &part, out)?;
                }
            }
            all.extend(replies);
            if part.failed > 0 && (limits.fail_fast || out.unread) {
                break 'files;
            }
        }
    }
    if let Some(form) = args.suites.report {
        report(form, &all, out)?;
    }
    if well && sum.run == 0 {
        return Err(nothing_compared(&sum, &limits, &args.suites.suite).into());
    }
    Ok(well)
}

/// Numbers of figures.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// Those that stand in the file.
    read: usize,
    /// Of these, those that the filter lets through.
    named: usize,
    /// Of these, those within the limits.
    wanted: usize,
    /// Those counted.
    run: usize,
    /// Those that are wrong.
    failed: usize,
    /// Lines of other games.
    others: usize,
}

impl Sum {
    fn add(&mut self, part: &Self) {
        self.read += part.read;
        self.named += part.named;
        self.wanted += part.wanted;
        self.run += part.run;
        self.failed += part.failed;
        self.others += part.others;
    }
}

/// Where nothing was compared, nothing can have been right.
fn nothing_compared(sum: &Sum, limits: &Limits, files: &[PathBuf]) -> Refusal {
    if let (1.., 0, Some(filter)) = (sum.read, sum.named, &limits.filter) {
        return none_fits(filter, "figure");
    }
    let names: Vec<String> = files.iter().map(|f| format!("`{}`", f.display())).collect();
    let (message, help) = match (sum.read, sum.others) {
        (0, 0) => (
            format!("no figure stands in {}", listed(&names)),
            "write lines such as `FEN ;D1 20 ;D2 400`",
        ),
        (0, _) => (
            format!("no figure of this game stands in {}", listed(&names)),
            "the first column of its lines names the game as it is named on the command line",
        ),
        _ => (
            "no figure was compared: all are beyond the limits".to_owned(),
            "write greater numbers behind `--max-depth` and `--max-nodes`",
        ),
    };
    Refusal { help: Some(help.to_owned()), ..Refusal::new("suite", message) }
}

fn summary(name: &str, sum: &Sum, out: &mut Out) -> io::Result<()> {
    write!(out, "{name}: ")?;
    if sum.failed > 0 {
        out.styled(BAD, &format!("{} wrong", counted(sum.failed, "figure")))?;
        write!(out, ", {} right", sum.run - sum.failed)?;
    } else {
        out.styled(GOOD, &format!("{} right", counted(sum.run, "figure")))?;
    }
    let parts = [
        (sum.wanted - sum.run, "not counted after the first failure"),
        (sum.read - sum.named, "left out by the filter"),
        (sum.named - sum.wanted, "beyond the limits"),
        (sum.others, "of other games"),
    ];
    for (number, what) in parts.into_iter().filter(|(number, _)| *number > 0) {
        write!(out, ", {number} {what}")?;
    }
    writeln!(out)
}

/// Reads a file of positions.
fn source(path: &Path) -> Result<Source, Report> {
    let refused = |code, why: String| {
        let problem = Diagnostic::error(code, format!("`{}` {why}", path.display()));
        Report::new(SourceMap::default(), vec![problem])
    };
    let cannot = |e: io::Error| refused("E0627", format!("cannot be read: {e}"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(refused("E0622", "is larger than 64 MiB".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| refused("E0623", "is not UTF-8".to_owned()))?;
    Ok(Source::new(path.display().to_string(), text))
}
