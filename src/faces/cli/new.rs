//! `new`: a new file that extends or copies a game.

use crate::diagnostics::{Diagnostic, Report};
use crate::faces::cli::args::{Json, Options};
use crate::faces::cli::out::Out;
use crate::faces::cli::{Ended, Stop};
use crate::session::{Beginning, Target, quoted, title_of};
use crate::text::SourceMap;
use clap::Args;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// `new`
#[derive(Debug, Args)]
pub(super) struct New {
    /// The new game's name; its file is NAME.variant
    #[arg(value_name = "NAME")]
    name: String,
    /// The game that it is made of: a built-in one, or a file in the same directory
    #[arg(long, value_name = "GAME")]
    from: String,
    /// Copy all of the game's file, in place of extending it
    #[arg(long)]
    copy: bool,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    pub(super) json: Json,
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    from: &'a str,
    title: &'a str,
    copy: bool,
    text: &'a str,
}

pub(super) fn new(args: &New, out: &mut Out) -> Ended {
    let (path, title) = named(&args.name)?;
    let target = args.options.target(&args.from);
    let parent = parent_of(&target, &path, args.copy)?;
    let loaded = target.load()?;
    let shown = path.display().to_string();
    let file = if shown.contains(['/', '\\']) { shown } else { format!("./{shown}") };
    let beginning =
        Beginning { title: &title, target: &target, loaded: &loaded, parent: &parent, file: &file };
    let text = if args.copy { beginning.copy() } else { beginning.extending() };
    if !args.dry_run {
        write(&path, &text).map_err(Stop::from)?;
    }
    if out.json {
        let from = &target.name;
        out.object(&Written { file: &file, from, title: &title, copy: args.copy, text: &text })?;
    } else if args.dry_run {
        write!(out, "{text}")?;
    } else {
        let how = if args.copy { "copies" } else { "extends" };
        writeln!(out, "{file} is written; it {how} {}", loaded.game.title)?;
        writeln!(out, "change it in an editor, and try it: heterodox play {}", quoted(&file))?;
    }
    Ok(true)
}

fn refused(code: &'static str, message: String, help: &str) -> Stop {
    let problem = Diagnostic::error(code, message).help(help);
    Report::new(SourceMap::default(), vec![problem]).into()
}

/// The file of a name, and the title of its game.
fn named(name: &str) -> Result<(PathBuf, String), Stop> {
    let name = name.strip_suffix(".variant").unwrap_or(name);
    let stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let title = title_of(stem);
    if title.is_empty() || !stem.chars().all(plain) {
        let message = format!("`{stem}` cannot be the name of a game");
        let help = "use letters, digits and dashes, such as `my-game`";
        return Err(refused("E0629", message, help));
    }
    Ok((PathBuf::from(format!("{name}.variant")), title))
}

/// How the new file names its parent.
fn parent_of(target: &Target, path: &Path, copy: bool) -> Result<String, Stop> {
    if copy || !target.is_file() {
        return Ok(target.name.clone());
    }
    let old = Path::new(&target.name);
    let beside = |p: &Path| p.parent().filter(|d| !d.as_os_str().is_empty()).map(Path::to_owned);
    let same = |a: Option<PathBuf>, b: Option<PathBuf>| {
        let here = |d: Option<PathBuf>| d.unwrap_or_else(|| PathBuf::from(".")).canonicalize().ok();
        here(a) == here(b)
    };
    match old.file_name().filter(|_| same(beside(old), beside(path))) {
        Some(name) => Ok(name.to_string_lossy().into_owned()),
        None => Err(refused(
            "E0629",
            format!("`{}` is in another directory; a file extends one beside it", target.name),
            "write the new file into that directory, or copy with `--copy`",
        )),
    }
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> Result<(), Report> {
    let mut options = std::fs::OpenOptions::new();
    let written = options
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let shown = path.display();
        let problem = match error.kind() {
            ErrorKind::AlreadyExists => Diagnostic::error(
                "E0629",
                format!("`{shown}` is there already, and stays as it is"),
            )
            .help("choose another name, or move the file away"),
            _ => Diagnostic::error("E0627", format!("`{shown}` cannot be written: {error}")),
        };
        Report::new(SourceMap::default(), vec![problem])
    })
}
