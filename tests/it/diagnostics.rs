//! One faulty file for each kind of mistake: everything that is said of it is compared, beside the file.

use heterodox::diagnostics::{Report, Style};
use heterodox::examine::Examiner;
use heterodox::expand::Loader;
use heterodox::pipeline::{build, read, review};
use heterodox::session::Target;
use heterodox::text::Source;
use std::fs;
use std::path::{Path, PathBuf};

/// Parents stand beside the file that names them.
struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, name: &str, _: &str) -> Result<Source, String> {
        let text = fs::read_to_string(self.0.join(name)).map_err(|_| "there is no such file")?;
        Ok(Source::new(name, text))
    }
}

/// What is said of a file: of its text, of its game, and by its tests.
fn told(path: &Path) -> Report {
    let text = fs::read_to_string(path).expect("it can be read");
    let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let beside = Beside(path.parent().expect("a directory").to_owned());
    let draft = read(Source::new(&name, text), &beside);
    let report = review(&draft, &[]);
    let Ok(loaded) = build(&draft, &[]) else { return report };
    // Words that mean nothing are told before any test is run.
    let mut all = report.diagnostics().to_vec();
    let sources = loaded.sources.clone();
    let mut examiner = Examiner::new(Target::new(&name), loaded);
    for test in examiner.tests(None) {
        let reply = examiner.run(&test);
        let failures = reply.failures.iter().flat_map(|f| f.report.diagnostics());
        all.extend(failures.filter(|d| !report.diagnostics().contains(d)).cloned());
    }
    Report::new(sources, all)
}

#[test]
fn faulty_files() {
    insta::glob!("../diagnostics", "[0-9]*.variant", |path| {
        let report = told(path);
        let shown = match report.diagnostics() {
            [] => "Nothing is said of this file: see the table in README.md.\n".to_owned(),
            _ => report.render(Style::Plain),
        };
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false,
            snapshot_path => "../diagnostics" }, {
            insta::assert_snapshot!("report", shown);
        });
    });
}

/// Whatever is told of, something is said of what to write.
#[test]
fn every_report_helps() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let silent = files(&directory).into_iter().flat_map(|file| {
        let report = told(&directory.join(&file));
        let without = report.diagnostics().iter().filter(|d| d.help.is_none());
        without.map(|d| format!("{file}: {} {}", d.code, d.message)).collect::<Vec<_>>()
    });
    let silent: Vec<String> = silent.collect();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// The faulty files, but for the parents of others.
fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory");
    let names = entries.filter_map(|e| e.ok()?.file_name().to_str().map(str::to_owned));
    names.filter(|name| name.ends_with(".variant") && !name.starts_with("parent")).collect()
}

/// Mistakes of the list that the project began with.
const LISTED: usize = 48;

/// Each mistake of the list has a row, and the report that a row names stands beside its file.
#[test]
fn the_table_is_complete() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let table = fs::read_to_string(directory.join("README.md")).expect("the table");
    let rows = table.lines().filter(|line| line.contains(".variant`"));
    let rows: Vec<Vec<&str>> =
        rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let missing: Vec<usize> =
        (1..=LISTED).filter(|n| !rows.iter().any(|row| row[0] == n.to_string())).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    for row in rows {
        assert!(!row[1].is_empty() && !row[4].is_empty(), "{row:?} says nothing");
        let file = row[3].split('`').nth(1).expect("a file");
        let report = directory.join(format!("report@{file}.snap"));
        assert!(report.is_file(), "{} is missing", report.display());
    }
}

/// The table names every file, and every file gives the codes of its row and no other.
#[test]
fn the_table_is_true() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let table = fs::read_to_string(directory.join("README.md")).expect("the table");
    let (mut named, mut wrong) = (Vec::new(), Vec::new());
    for line in table.lines().filter(|line| line.contains(".variant`")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let file = cells[3].split('`').nth(1).expect("a file");
        let mut wanted: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        let report = told(&directory.join(file));
        let mut found: Vec<&str> = report.diagnostics().iter().map(|d| d.code).collect();
        for list in [&mut wanted, &mut found] {
            list.sort_unstable();
            list.dedup();
        }
        if found != wanted {
            wrong.push(format!("{file}: {wanted:?} in the table, {found:?} found"));
        }
        named.push(file.to_owned());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut files = files(&directory);
    files.sort();
    named.sort();
    named.dedup();
    assert_eq!(named, files);
}

/// The games that are built in give no warning and no advice.
#[test]
fn shipped_games_are_silent() {
    for shipped in heterodox::session::SHIPPED {
        let target = Target::new(shipped.name);
        let report = target.review().expect("it can be read");
        assert!(report.diagnostics().is_empty(), "{report}");
        for option in &target.load().expect("it loads").game.options {
            let with = Target::new(&format!("{}+{}", shipped.name, option.name));
            let report = with.review().expect("it can be read");
            assert!(report.diagnostics().is_empty(), "{report}");
        }
    }
}

/// Walks with countless ways are refused, each at its place, without being gone.
#[test]
fn walks_with_countless_ways_are_refused() {
    let mut text = "game \"T\" board 12x12 players White forward north, Black mirrored\n\
        piece K royal { step any } end checkmate loses end stalemate draws\n\
        setup \"4k7/12/12/12/12/12/12/12/12/12/12/4K7 w - - 0 1\"\n"
        .to_owned();
    for letter in 'L'..='V' {
        text += &format!(
            "piece {letter} {{ walk any {{ ((empty | capture enemy) turn){{1,40}} land }} step any }}\n"
        );
    }
    let draft = read(Source::new("slow.variant", text), &Beside(PathBuf::new()));
    let report = review(&draft, &[]);
    let codes: Vec<&str> = report.diagnostics().iter().map(|d| d.code).collect();
    assert_eq!(codes, ["E0341"; 11], "{report}");
}

/// A game with a piece `X` of these rules, beside the usual ones.
fn with_rules(rules: &str) -> Report {
    let text = format!(
        "game \"T\" board 8x8 players White forward north, Black mirrored\n\
         piece K \"King\" royal {{ step any }} piece R \"Rook\" {{ slide orthogonal }}\n\
         piece N \"Knight\" {{ step (2,1) }} piece B \"Bishop\" {{ slide diagonal }}\n\
         piece X \"Example\" {{ {rules} }}\n\
         setup \"rnbxk3/8/8/8/8/8/8/RNBXK3 w - - 0 1\" end checkmate loses end stalemate draws\n"
    );
    review(&read(Source::new("rules.variant", text), &Beside(PathBuf::new())), &[])
}

/// What asks for much is not said to be impossible, and what makes one move more in a rare position not to add nothing.
#[test]
fn rare_rules_are_not_suspected() {
    for rules in [
        "step diagonal walk orthogonal { (friend & R) (enemy & N) (friend & B) (enemy & X) (friend & N) land }",
        "step diagonal walk forward { (friend & R) turn-left (enemy & N) turn-left (friend & B) (enemy & B)* land }",
        "step diagonal step forward when left is (enemy & N) and right is (friend & B) and backward is (enemy & R)",
        "walk orthogonal { (empty | (enemy & B) (friend & R) (enemy & N)) land } \
         walk orthogonal { (empty | (friend & R) (enemy & N) (friend & B)) land }",
        "slide orthogonal walk orthogonal { empty* (enemy & N) (friend & B) (enemy & R) capture enemy }",
        "step diagonal walk orthogonal { (enemy & N) back empty (friend & R) (friend & B) land }",
        "step diagonal walk orthogonal { capture (enemy & N) back land }",
        "step diagonal walk forward { (empty turn-left){3} empty (friend & N) land }",
    ] {
        let report = with_rules(rules);
        assert!(report.diagnostics().is_empty(), "{rules}\n{report}");
    }
}

/// What cannot be is told, however it hides.
#[test]
fn impossible_rules_are_told() {
    for (rules, code) in [
        ("step diagonal step forward when forward is enemy and not forward is piece", "L0302"),
        ("slide orthogonal walk forward { enemy back (friend & X) land }", "L0302"),
        ("slide orthogonal walk any { enemy back piece land }", "L0302"),
        ("slide orthogonal walk forward { (empty turn-left){3} friend land }", "L0302"),
        ("slide orthogonal walk forward { enemy empty back empty land }", "L0302"),
        ("slide orthogonal step forward when walk forward { enemy back friend }", "L0302"),
        ("slide orthogonal walk forward { empty back empty }", "L0302"),
        ("slide orthogonal walk forward { (empty turn-left){3} land }", "L0302"),
        ("slide orthogonal walk forward { empty* land }", "W0312"),
        ("walk orthogonal { (enemy & N)? land } walk orthogonal { (enemy & N) land }", "W0312"),
    ] {
        let report = with_rules(rules);
        let codes: Vec<&str> = report.diagnostics().iter().map(|d| d.code).collect();
        assert!(codes.contains(&code), "{rules}: {codes:?}\n{report}");
    }
}

#[test]
fn every_label_is_told_once() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    for entry in fs::read_dir(directory).expect("the files") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "variant") {
            continue;
        }
        let report = told(&path);
        let labels: usize = report.diagnostics().iter().map(|d| d.labels.len()).sum();
        let narrated = report.render(Style::Narrated);
        let lines = narrated.lines().filter(|l| l.trim_start().starts_with("label at line "));
        assert!(lines.count() <= labels, "{}:\n{narrated}", path.display());
    }
}
