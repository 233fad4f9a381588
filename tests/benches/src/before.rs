//! Random games as they were before the work on speed, so that both are measured on the same machine in the same run: the program
//! of that commit is built from the history of this repository, once, beside the other things that are built.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commit by which random games were first measured; the generator is that of c3f101e, which was there before.
const COMMIT: &str = "7f26411";

/// Plies a second beside `shakmaty`'s chess, by game.
pub type Ratios = HashMap<String, f64>;

/// The program of that commit.
#[derive(Clone, Debug)]
pub struct Before {
    program: PathBuf,
}

impl Before {
    /// Builds it if it is not there yet. None without the commit (an archive, a shallow clone), or if it cannot be built.
    #[must_use]
    pub fn built() -> Option<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let tree = here.join("target/before").join(COMMIT);
        let program = tree.join("built/release").join(format!("heterodox-benches{EXE}"));
        if !program.is_file() {
            eprintln!("building what was before ({COMMIT}), once …");
            if !tree.is_dir() {
                // Under another name until it is whole: what breaks off is done again.
                let half = tree.with_extension("half");
                drop(std::fs::remove_dir_all(&half));
                std::fs::create_dir_all(tree.parent()?).ok()?;
                let root = here.join("../..");
                run(git().args(["clone", "--quiet", "--no-checkout"]).args([&root, &half]))?;
                run(git().arg("-C").arg(&half).args(["checkout", "--quiet", COMMIT]))?;
                std::fs::rename(&half, &tree).ok()?;
            }
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let mut build = Command::new(cargo);
            build.args(["build", "--quiet", "--release", "--locked", "--target-dir"]);
            build.arg(tree.join("built")).arg("--manifest-path");
            run(build.arg(tree.join("tests/benches/Cargo.toml")).current_dir(&tree))?;
        }
        Some(Self { program })
    }

    /// One short round of all its games.
    ///
    /// # Panics
    /// It prints no table: without it targets would be left out and nobody told.
    #[must_use]
    pub fn round(&self) -> Ratios {
        let mut program = Command::new(&self.program);
        let out = program.args(["--only", "playouts", "--rounds", "3"]).output();
        let out = out.unwrap_or_else(|why| panic!("{}: {why}", self.program.display()));
        let ratios: Ratios =
            String::from_utf8_lossy(&out.stdout).lines().filter_map(ratio).collect();
        assert!(!ratios.is_empty(), "{} prints no table", self.program.display());
        ratios
    }
}

const EXE: &str = std::env::consts::EXE_SUFFIX;

fn git() -> Command {
    Command::new("git")
}

fn run(command: &mut Command) -> Option<()> {
    let ended = command.stdout(Stdio::null()).status().ok()?;
    ended.success().then_some(())
}

/// Game and ratio of a line of its table: `| NAME, random games … | 673k plies/s, … | shakmaty's chess 4595k plies/s | …`.
fn ratio(line: &str) -> Option<(String, f64)> {
    let mut columns = line.split('|').skip(1);
    let (game, _) = columns.next()?.split_once(", random games")?;
    let mut speed = || {
        let column = columns.next()?;
        let number = column.split("k plies/s").next()?.split_whitespace().last()?;
        number.parse::<f64>().ok()
    };
    let (ours, theirs) = (speed()?, speed()?);
    Some((game.trim().to_owned(), ours / theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table_is_read() {
        let line = "| chess, random games of 352 plies | 337k plies/s, 959 games/s | shakmaty's chess 3370k plies/s | 0.10 | | |  |";
        assert_eq!(ratio(line), Some(("chess".to_owned(), 0.1)));
        assert_eq!(ratio("| what | ours | beside | ratio | (from–to) | target | |"), None);
    }
}
