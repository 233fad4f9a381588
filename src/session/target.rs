//! What a reader means by FILE: a path or the name of a built-in game, with options behind it. Opens the files.

use crate::diagnostics::{Diagnostic, Report, nearest};
use crate::expand::Loader;
use crate::pipeline::{Loaded, load, read, review};
use crate::session::shipped::{SHIPPED, shipped};
use crate::session::words::quoted;
use crate::text::{BYTE_ORDER_MARK, Source, SourceMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most bytes that a file may have.
const MOST_BYTES: u64 = 1 << 20;

/// A file or built-in game, and the options chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The path, or the name.
    pub name: String,
    /// Options with the values chosen.
    pub options: Vec<(String, bool)>,
}

impl Target {
    /// Understands `my-game`, `./my.variant`, either with `+option` behind it.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let whole = || Self { name: text.to_owned(), options: Vec::new() };
        let file_name = text.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let Some(plus) = text[file_name..].find('+') else { return whole() };
        if Path::new(text).is_file() {
            return whole();
        }
        let (name, options) = text.split_at(file_name + plus);
        let options = options[1..].split('+').map(|o| (o.to_owned(), true)).collect();
        Self { name: name.to_owned(), options }
    }

    /// Switches more options.
    #[must_use]
    pub fn with(mut self, on: &[String], off: &[String]) -> Self {
        self.options.extend(on.iter().map(|o| (o.clone(), true)));
        self.options.extend(off.iter().map(|o| (o.clone(), false)));
        self
    }

    /// As it is written on the command line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.name.clone();
        for (name, _) in self.options.iter().filter(|(_, on)| *on) {
            text.push('+');
            text.push_str(name);
        }
        for (name, _) in self.options.iter().filter(|(_, on)| !*on) {
            text.push_str(" --no-option ");
            text.push_str(name);
        }
        text
    }

    /// The words that name it on a command line, as a shell takes them.
    #[must_use]
    pub fn words(&self) -> String {
        // A word that begins with a dash would be an option.
        let dash = if self.name.starts_with('-') { "./" } else { "" };
        let file_name = self.name.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let plus = self.name[file_name..].contains('+');
        let (mut name, mut rest) = (format!("{dash}{}", self.name), String::new());
        for (option, on) in &self.options {
            match on {
                true if plus => rest.push_str(&format!(" --option {}", quoted(option))),
                true => name.push_str(&format!("+{option}")),
                false => rest.push_str(&format!(" --no-option {}", quoted(option))),
            }
        }
        quoted(&name) + &rest
    }

    /// Whether it is a file, and not a built-in game.
    #[must_use]
    pub fn is_file(&self) -> bool {
        shipped(&self.name).is_none()
    }

    /// Reads its text.
    ///
    /// # Errors
    /// Why there is none: no such file or game, too large, not UTF-8, empty.
    pub fn source(&self) -> Result<Source, Report> {
        let refused = |d: Diagnostic| Report::new(Arc::new(SourceMap::default()), vec![d]);
        match shipped(&self.name) {
            Some(game) => Ok(Source::new(game.name, game.text)),
            None if is_path(&self.name) || Path::new(&self.name).is_file() => {
                read_file(Path::new(&self.name))
                    .map(|text| Source::new(&self.name, text))
                    .map_err(refused)
            }
            None => Err(refused(unknown(&self.name))),
        }
    }

    /// Everything that is to be said of it.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn review(&self) -> Result<Report, Report> {
        Ok(review(&read(self.source()?, &Files), &self.options))
    }

    /// Loads its game.
    ///
    /// # Errors
    /// Why it cannot be read, or everything that is wrong with it.
    pub fn load(&self) -> Result<Loaded, Report> {
        load(self.source()?, &Files, &self.options)
    }
}

/// Whether a name is meant as a path, and not as that of a built-in game.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".variant")
}

fn unknown(name: &str) -> Diagnostic {
    let all: Vec<&str> = SHIPPED.iter().map(|s| s.name).collect();
    let near = nearest(name, all.iter().copied());
    let near = near.map_or(String::new(), |near| format!("write `{near}`; or else: "));
    let names = all.join(", ");
    Diagnostic::error("E0626", format!("there is no game `{name}`"))
        .help(format!("{near}the built-in games are: {names}; a file is named with a `/` or with `.variant` at its end"))
}

/// Reads the text of a file.
fn read_file(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display();
    let cannot = |e: std::io::Error| {
        let (code, what) = match e.kind() {
            std::io::ErrorKind::NotFound => ("E0620", "there is no such file".to_owned()),
            _ => ("E0627", e.to_string()),
        };
        Diagnostic::error(code, format!("`{shown}` cannot be read: {what}"))
    };
    let file = File::open(path).map_err(cannot)?;
    let what = file.metadata().map_err(cannot)?;
    if what.is_dir() {
        return Err(Diagnostic::error("E0621", format!("`{shown}` is a directory"))
            .help("name a file in it, one that ends in `.variant`"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("`{shown}` is larger than 1 MiB ({MOST_BYTES} bytes)");
        return Err(Diagnostic::error("E0622", message)
            .help("a definition is a short text; is this the right file?"));
    }
    let text = String::from_utf8(bytes).map_err(|e| not_utf8(&shown.to_string(), &e))?;
    if text.trim_start_matches(BYTE_ORDER_MARK).trim().is_empty() {
        return Err(Diagnostic::error("E0624", format!("`{shown}` is empty"))
            .help("a definition states at least `game`, `board`, `players`, `setup` and a piece"));
    }
    Ok(text)
}

fn not_utf8(shown: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let at = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let line = 1 + bytes[..at].iter().filter(|b| **b == b'\n').count();
    let byte = bytes.get(at).copied().unwrap_or(0);
    let message = format!("`{shown}` is not UTF-8: byte {at} (line {line}) is {byte:#04x}");
    Diagnostic::error("E0623", message).help("save it as UTF-8 text")
}

/// Finds parents: built-in games by name, files beside the one that names them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl Loader for Files {
    fn load(&self, name: &str, from: &str) -> Result<Source, String> {
        if let Some(game) = shipped(name) {
            return Ok(Source::new(game.name, game.text));
        }
        if !is_path(name) {
            let all: Vec<&str> = SHIPPED.iter().map(|s| s.name).collect();
            let near = nearest(name, all.iter().copied())
                .map_or(String::new(), |n| format!("; the nearest is `{n}`"));
            return Err(format!("no built-in game has this name{near}"));
        }
        let beside: PathBuf =
            Path::new(from).parent().map_or_else(|| PathBuf::from(name), |p| p.join(name));
        let text = read_file(&beside).map_err(|d| d.message)?;
        Ok(Source::new(beside.display().to_string(), text))
    }
}

#[cfg(test)]
mod tests {
    use crate::session::target::Target;

    #[test]
    fn options_stand_behind_the_name() {
        let target = Target::new("./a+b/my.variant+wild+x").with(&["y".into()], &["z".into()]);
        assert_eq!(target.name, "./a+b/my.variant");
        assert_eq!(target.text(), "./a+b/my.variant+wild+x+y --no-option z");
        assert_eq!(Target::new("tiny").options, []);
    }

    #[test]
    fn a_shell_reads_the_words_as_they_are_meant() {
        let words = |name: &str| Target::new(name).with(&[], &["z".into()]).words();
        assert_eq!(words("./my $x.variant+wild"), "'./my $x.variant+wild' --no-option z");
        assert_eq!(words("-dash.variant"), "./-dash.variant --no-option z");
        assert_eq!(words("./it's.variant"), r"'./it'\''s.variant' --no-option z");
        assert_eq!(words("./a\nb.variant"), r"$'./a\x0ab.variant' --no-option z");
        let plus = Target { name: "./a+b.variant".to_owned(), options: vec![("x".into(), true)] };
        assert_eq!(plus.words(), "./a+b.variant --option x");
    }

    #[test]
    fn what_is_not_there_is_refused() {
        for name in ["no-such-game", "./none.variant", "/", "src", ""] {
            assert!(Target::new(name).source().is_err(), "{name}");
        }
    }
}
