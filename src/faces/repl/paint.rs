//! How things are drawn: the choices of `set`, and styles, which are written only if there is colour.

use anstyle::{AnsiColor, Style};

/// Headings.
pub(super) const HEADING: Style = Style::new().bold();
/// What is well.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// What is not.
pub(super) const BAD: Style = AnsiColor::Red.on_default().effects(anstyle::Effects::BOLD);
/// What is less important.
pub(super) const FAINT: Style = Style::new().dimmed();
/// Pieces of the first player.
pub(super) const FIRST: Style = AnsiColor::Cyan.on_default().effects(anstyle::Effects::BOLD);
/// Pieces of the second player.
pub(super) const SECOND: Style = AnsiColor::Yellow.on_default();
/// Words of commands.
pub(super) const COMMAND: Style = AnsiColor::Blue.on_default().effects(anstyle::Effects::BOLD);

/// Which signs stand for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    Letters,
    Unicode,
}

/// When there is colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    Auto,
    Always,
    Never,
}

/// How things are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) pieces: Pieces,
    pub(super) colour: Colour,
    /// Whether the second player sits at the bottom.
    pub(super) flip: bool,
    /// Whether `auto` means colour here.
    pub(super) colourful: bool,
}

impl Settings {
    /// For a terminal, or for none; asks the environment.
    pub(super) fn new(terminal: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let dumb = std::env::var("TERM").is_ok_and(|t| t == "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|n| std::env::var(n).ok().filter(|v| !v.is_empty()));
        let utf8 = locale.is_some_and(|l| l.to_lowercase().replace('-', "").contains("utf8"));
        Self {
            pieces: if terminal && utf8 { Pieces::Unicode } else { Pieces::Letters },
            colour: Colour::Auto,
            flip: false,
            colourful: terminal && !dumb && !set("NO_COLOR"),
        }
    }

    /// Whether there is colour.
    pub(super) fn has_colour(&self) -> bool {
        match self.colour {
            Colour::Auto => self.colourful,
            Colour::Always => true,
            Colour::Never => false,
        }
    }

    /// A text in a style.
    pub(super) fn paint(&self, style: Style, text: &str) -> String {
        if self.has_colour() && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// How reports are drawn.
    pub(super) fn report(&self) -> crate::diagnostics::Style {
        match (self.has_colour(), self.colourful) {
            (true, _) => crate::diagnostics::Style::Colour,
            (false, true) => crate::diagnostics::Style::Plain,
            (false, false) => crate::diagnostics::Style::Narrated,
        }
    }
}
