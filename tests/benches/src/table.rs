//! Lines of the table that is printed, and the targets beside them.

use std::fmt::Write;

/// What a figure should be.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
}

impl Target {
    fn holds(self, figure: f64) -> bool {
        match self {
            Self::AtLeast(least) => figure >= least,
            Self::AtMost(most) => figure <= most,
        }
    }
}

/// The middle of several figures, with the smallest and the largest.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The median.
    pub middle: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

impl Spread {
    /// Of these; there is at least one.
    #[must_use]
    pub fn of(figures: &[f64]) -> Self {
        let mut all = figures.to_vec();
        all.sort_by(f64::total_cmp);
        let middle = all.get(all.len() / 2).copied().unwrap_or(f64::NAN);
        let last = all.last().copied().unwrap_or(f64::NAN);
        Self { middle, least: all.first().copied().unwrap_or(f64::NAN), most: last }
    }
}

/// A line of the table.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// What is measured.
    pub what: String,
    /// Ours, with its unit.
    pub ours: String,
    /// What is beside it.
    pub beside: String,
    /// Their relation, or another bare figure that has a target.
    pub ratio: Option<Spread>,
    /// What the figure should be.
    pub target: Option<Target>,
}

impl Line {
    /// The columns of all lines.
    pub const HEAD: &'static str = "| what | ours | beside | ratio | (from–to) | target | |\n|---|---:|---:|---:|---:|---:|---|";

    /// Whether it has a target, and whether that is reached.
    #[must_use]
    pub fn reached(&self) -> Option<bool> {
        Some(self.target?.holds(self.ratio?.middle))
    }

    /// A line of markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut line = format!("| {} | {} | {} |", self.what, self.ours, self.beside);
        let _ = match self.ratio {
            Some(Spread { middle, least, most }) if least < most => {
                write!(line, " {} | {}–{} |", short(middle), short(least), short(most))
            }
            Some(Spread { middle, .. }) => write!(line, " {} | |", short(middle)),
            None => write!(line, " | |"),
        };
        let _ = match self.target {
            Some(Target::AtLeast(least)) => write!(line, " ≥ {least} |"),
            Some(Target::AtMost(most)) => write!(line, " ≤ {most} |"),
            None => write!(line, " |"),
        };
        let verdict = match self.reached() {
            Some(true) => "reached",
            Some(false) => "**not reached**",
            None => "",
        };
        let _ = write!(line, " {verdict} |");
        line
    }
}

/// Two or three digits that matter.
#[must_use]
pub fn short(figure: f64) -> String {
    match figure {
        f if f < 0.1 => format!("{f:.3}"),
        f if f < 10.0 => format!("{f:.2}"),
        f if f < 100.0 => format!("{f:.1}"),
        f => format!("{f:.0}"),
    }
}

/// Millions a second.
#[must_use]
pub fn millions(speed: f64) -> String {
    format!("{} M/s", short(speed / 1e6))
}
