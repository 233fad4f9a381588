//! Time of the processor that this thread has used: other work on the machine does not count.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Processor time of this thread so far.
#[must_use]
pub fn now() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// Processor time of this process so far, of all its threads together.
#[must_use]
pub fn of_process() -> Duration {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanoseconds)
}

/// How much is done in a second of processor time: the work is repeated until it has taken at least `least`.
pub fn speed(least: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let (start, mut done) = (now(), 0u64);
    loop {
        done += work();
        let took = now() - start;
        if took >= least {
            #[allow(clippy::cast_precision_loss)]
            return done as f64 / took.as_secs_f64();
        }
    }
}
