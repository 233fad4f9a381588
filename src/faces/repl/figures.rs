//! `perft`, `divide` and `test`: answers that take long, tell how far they are, and can be stopped.

use crate::examine::{Examiner, none_fits};
use crate::faces::repl::answer::Answer;
use crate::faces::repl::desk::Desk;
use crate::faces::repl::paint::{BAD, FAINT, GOOD, HEADING};
use crate::session::{Progress, Refusal, counted};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _, stderr};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A line on standard error that tells how far something is; nothing where that is no terminal.
struct Meter {
    shown: bool,
    wanted: bool,
    begun: Instant,
    told: Instant,
}

impl Meter {
    fn new() -> Self {
        let now = Instant::now();
        Self { shown: false, wanted: stderr().is_terminal(), begun: now, told: now }
    }

    fn tell(&mut self, progress: Progress) {
        if !self.wanted || self.told.elapsed() < Duration::from_millis(200) {
            return;
        }
        self.told = Instant::now();
        self.shown = true;
        let filled = (progress.done * 20).checked_div(progress.of).unwrap_or(0);
        let bar = format!("{}{}", "#".repeat(filled), "·".repeat(20 - filled));
        let _ = write!(
            stderr(),
            "\r[{bar}] {}/{} moves, {} nodes, {:.1} s ",
            progress.done,
            progress.of,
            progress.nodes,
            self.begun.elapsed().as_secs_f64()
        );
        let _ = stderr().flush();
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(stderr(), "\r{:79}\r", "");
            let _ = stderr().flush();
        }
    }
}

impl Desk {
    pub(super) fn figures(&mut self, depth: usize, divide: bool) -> Result<Answer, Refusal> {
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        let mut meter = Meter::new();
        let stop = &self.stop;
        let reply = self.session.figures(depth, divide, &mut |progress| {
            meter.tell(progress);
            !stop.load(Ordering::Relaxed)
        });
        meter.clear();
        let Some(reply) = reply? else {
            return Err(Refusal::new("stopped", "stopped"));
        };
        let seconds = meter.begun.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { reply.nodes as f64 / seconds } else { 0.0 };
        let mut text = String::new();
        for share in &reply.divide {
            let _ = writeln!(text, "{}: {}", share.text, share.nodes);
        }
        let time = self.look.paint(FAINT, &format!("  {seconds:.3} s, {speed:.0} nodes a second"));
        let _ = writeln!(text, "nodes {}{time}", reply.nodes);
        let mut json =
            serde_json::to_value(crate::session::Reply::Perft(reply)).unwrap_or_default();
        json["seconds"] = json!(seconds);
        json["nodes_per_second"] = json!(speed.round());
        Ok(Answer { text, json, ..Answer::default() })
    }

    /// Runs the tests of the file as it was loaded.
    ///
    /// # Errors
    /// No test has the filter in its name.
    pub(super) fn test(&mut self, filter: &str) -> Result<Answer, Refusal> {
        let filter = Some(filter.trim_matches('"')).filter(|f| !f.is_empty());
        let mut examiner = Examiner::new(self.target.clone(), self.session.loaded().clone());
        let (mut text, mut replies, mut failed) = (String::new(), Vec::new(), 0usize);
        let mut stopped = false;
        let tests = examiner.tests(filter);
        if let (true, Some(filter)) = (tests.is_empty(), filter) {
            return Err(none_fits(filter, "test"));
        }
        for test in tests {
            if self.stop.load(Ordering::Relaxed) {
                stopped = true;
                break;
            }
            let reply = examiner.run(&test);
            if !reply.passed {
                failed += 1;
                let head = format!(
                    "{}: {}",
                    self.look.paint(BAD, "failed"),
                    self.look.paint(HEADING, &reply.test)
                );
                let _ = writeln!(text, "{head} (line {})", reply.line);
                if let Some(failure) = reply.failures.first() {
                    self.place = Some((reply.file.clone(), failure.line));
                }
                for failure in &reply.failures {
                    text.push_str(&failure.report.render(self.look.report()));
                    for line in failure.board.iter().flat_map(|b| b.lines()) {
                        let _ = writeln!(text, "    {line}");
                    }
                }
            }
            replies.push(reply);
        }
        let passed = replies.len() - failed;
        let _ = match replies.len() {
            0 if !stopped => writeln!(text, "the file has no tests"),
            _ if failed == 0 => writeln!(
                text,
                "{}",
                self.look.paint(GOOD, &format!("{} passed", counted(passed, "test")))
            ),
            _ => writeln!(
                text,
                "{}, {passed} passed",
                self.look.paint(BAD, &format!("{} failed", counted(failed, "test")))
            ),
        };
        if stopped {
            text.push_str("stopped\n");
        }
        let json = json!({ "kind": "tests", "passed": passed, "failed": failed, "tests": replies });
        Ok(Answer { text, json, failed: failed > 0 || stopped, ends: false })
    }
}
