//! A bar that shows how far long work has come: on standard error, if that is a terminal, and nowhere else.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// Width of the bar, in characters.
const WIDTH: u64 = 30;

/// A bar. Any thread may tell it how far the work is.
pub(super) struct Progress {
    what: &'static str,
    total: u64,
    drawn: Option<Mutex<Option<Instant>>>,
}

impl Progress {
    /// For so many things.
    pub(super) fn new(what: &'static str, total: u64) -> Self {
        let drawn = io::stderr().is_terminal().then(|| Mutex::new(None));
        Self { what, total, drawn }
    }

    /// So many are done.
    pub(super) fn show(&self, done: u64) {
        // Whoever finds it busy draws nothing.
        let Some(Ok(mut last)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if last.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        *last = Some(Instant::now());
        let filled = (done * WIDTH / self.total.max(1)).min(WIDTH);
        let bar: String = (0..WIDTH).map(|n| if n < filled { '#' } else { '.' }).collect();
        let _ = write!(io::stderr(), "\r[{bar}] {done} of {} {}", self.total, self.what);
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
