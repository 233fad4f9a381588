//! Where the lines typed are kept.

use std::path::PathBuf;

/// The file of lines typed by this user: `$XDG_STATE_HOME/heterodox/history`, by default below `~/.local/state`.
/// None where there is no home.
pub(super) fn path() -> Option<PathBuf> {
    place(
        std::env::var_os("XDG_STATE_HOME").map(PathBuf::from),
        std::env::var_os("HOME").map(PathBuf::from),
    )
}

fn place(state: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let state = state.filter(|p| p.is_absolute());
    let base =
        state.or_else(|| home.filter(|h| h.is_absolute()).map(|h| h.join(".local/state")))?;
    Some(base.join("heterodox").join("history"))
}

/// The same, with its directory made; none if that is not possible.
pub(super) fn ready() -> Option<PathBuf> {
    let path = path()?;
    std::fs::create_dir_all(path.parent()?).ok()?;
    Some(path)
}

#[cfg(test)]
mod tests {
    use crate::faces::repl::history::place;
    use std::path::PathBuf;

    #[test]
    fn it_follows_the_environment() {
        let path = |s: &str| Some(PathBuf::from(s));
        assert_eq!(place(path("/s"), path("/h")), path("/s/heterodox/history"));
        assert_eq!(place(None, path("/h")), path("/h/.local/state/heterodox/history"));
        assert_eq!(place(path("relative"), path("/h")), path("/h/.local/state/heterodox/history"));
        assert_eq!(place(None, None), None);
    }
}
