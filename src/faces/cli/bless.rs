//! `bless`: writes figures into a definition where its tests ask for them.

use crate::diagnostics::{Diagnostic, Report};
use crate::examine::Examiner;
use crate::examine::bless::{Written, bless as with_figures};
use crate::faces::cli::Ended;
use crate::faces::cli::args::{Json, Options};
use crate::faces::cli::check::counted;
use crate::faces::cli::out::Out;
use crate::session::SHIPPED;
use crate::text::SourceMap;
use clap::Args;
use std::io::{self, Write};
use std::path::Path;

/// `bless`
#[derive(Debug, Args)]
pub(super) struct Bless {
    /// The file; built-in games cannot be written
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    options: Options,
    /// Only tests whose names contain this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Write figures that are marked `unverified` again where they have changed
    #[arg(long)]
    again: bool,
    /// Show what would be written, and leave the file as it is
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    pub(super) json: Json,
}

pub(super) fn bless(args: &Bless, out: &mut Out) -> Ended {
    let target = args.options.target(&args.file);
    if SHIPPED.iter().any(|s| s.name == target.name) {
        let problem = Diagnostic::error("E0628", format!("`{}` is built in", target.name))
            .help("name the file that holds it, such as `./my-game.variant`");
        return Err(Report::new(SourceMap::default(), vec![problem]).into());
    }
    let loaded = target.load()?;
    let (sources, own) = (std::sync::Arc::clone(&loaded.sources), loaded.own);
    let mut examiner = Examiner::new(target.clone(), loaded);
    let mut figures = Vec::new();
    let mut well = true;
    for test in examiner.tests(args.filter.as_deref()) {
        let reply = examiner.run(&test);
        well &= reply.failures.iter().all(|f| f.code == "E0509" && f.found.is_some());
        figures.extend(reply.counted);
    }
    let (text, written) = with_figures(&sources, own, &figures, args.again);
    if !written.is_empty() && !args.dry_run {
        replace(Path::new(&target.name), sources.get(own).text(), &text)?;
    }
    tell(&target.name, &written, args.dry_run, out)?;
    if !well && !out.json {
        writeln!(out, "some tests fail for other reasons: `heterodox test {}`", target.words())?;
    }
    Ok(well)
}

fn tell(file: &str, written: &[Written], dry: bool, out: &mut Out) -> io::Result<()> {
    if out.json {
        return written.iter().try_for_each(|figure| out.object(figure));
    }
    for figure in written {
        let before = figure.before.map_or("?".to_owned(), |nodes| nodes.to_string());
        writeln!(out, "{file}:{}:{}: {before} is {}", figure.line, figure.column, figure.nodes)?;
    }
    let verb = if dry { "would be written" } else { "written, marked `unverified`" };
    match written.len() {
        0 => writeln!(out, "{file}: no test asks for a figure"),
        n => writeln!(out, "{file}: {} {verb}", counted(n, "figure")),
    }
}

/// Writes a file anew beside itself and puts it in its place at once, so that nobody ever sees a part of it.
fn replace(path: &Path, before: &str, after: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    if std::fs::metadata(&path)?.permissions().readonly() {
        return Err(io::Error::other(format!("`{}` is read-only", path.display())));
    }
    let bytes = std::fs::read(&path)?;
    let mark: &[u8] = if bytes.starts_with(b"\xef\xbb\xbf") { b"\xef\xbb\xbf" } else { b"" };
    if bytes[mark.len()..] != *before.as_bytes() {
        return Err(io::Error::other("the file has changed while its figures were counted"));
    }
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = (|| {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.write_all(mark)?;
        file.write_all(after.as_bytes())?;
        file.sync_all()?;
        std::fs::set_permissions(&beside, std::fs::metadata(&path)?.permissions())?;
        std::fs::rename(&beside, &path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
