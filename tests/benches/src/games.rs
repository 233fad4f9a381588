//! Loads the games of `variants` and `variants/classic` by name.

use heterodox::pipeline::Loaded;
use heterodox::session::Target;
use std::path::{Path, PathBuf};

/// The folder of the shipped games.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants")
}

/// The file of a game; none if there is none.
#[must_use]
pub fn file(name: &str) -> Option<PathBuf> {
    let name = format!("{name}.variant");
    [folder().join(&name), folder().join("classic").join(&name)].into_iter().find(|p| p.is_file())
}

/// A game by its name, with `+option` behind it where one is to be on.
///
/// # Panics
/// The file does not load.
#[must_use]
pub fn load(name: &str) -> Option<Loaded> {
    let (base, option) = name.split_once('+').map_or((name, None), |(b, o)| (b, Some(o)));
    let on: Vec<String> = option.into_iter().map(str::to_owned).collect();
    let target = Target::new(file(base)?.to_str()?).with(&on, &[]);
    Some(target.load().unwrap_or_else(|why| panic!("{name} does not load: {why}")))
}

/// Every file of the two folders, by name.
#[must_use]
pub fn all() -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = [folder(), folder().join("classic")]
        .iter()
        .filter_map(|f| std::fs::read_dir(f).ok())
        .flat_map(|entries| entries.filter_map(Result::ok).map(|e| e.path()))
        .filter_map(|p| Some((p.file_name()?.to_str()?.strip_suffix(".variant")?.to_owned(), p)))
        .collect();
    found.sort();
    found
}
