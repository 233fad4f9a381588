//! Certain cures: `check --fix` writes them unasked, so none may leave its place in error or make what could not be read before
//! unreadable in another way.

use heterodox::diagnostics::{Diagnostic, Severity, apply_fixes};
use heterodox::pipeline::{read, review};
use heterodox::session::Files;
use heterodox::text::{FileId, Source};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What the newcomer's files share, written `@H` and `@T` there.
const HEAD: &str = "game \"T\"\nboard 8x8\nplayers White forward north, Black mirrored\n\
    piece K \"King\" royal { step any }";
const TAIL: &str =
    "setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\nend checkmate loses\nend stalemate draws";

/// The faulty files of someone who had never seen the language: a name, and the text.
fn newcomer() -> Vec<(String, String)> {
    let text = include_str!("../cases/cures/newcomer.txt");
    let parts = text.split("=== ").skip(1).filter_map(|part| part.split_once('\n'));
    let whole = |text: &str| text.replace("@H", HEAD).replace("@T", TAIL);
    parts.map(|(name, text)| (name.to_owned(), whole(text))).collect()
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "variant") {
            found.push(path);
        }
    }
}

/// Every faulty file that there is.
fn faulty() -> Vec<(String, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    files(&tests.join("diagnostics"), &mut paths);
    files(&tests.join("cases"), &mut paths);
    let text = |path: PathBuf| {
        (path.display().to_string(), fs::read_to_string(&path).expect("it can be read"))
    };
    let mut all: Vec<_> = paths.into_iter().map(text).collect();
    all.extend(newcomer());
    all
}

fn told(name: &str, text: &str) -> Vec<Diagnostic> {
    review(&read(Source::new(name, text), &Files), &[]).diagnostics().to_vec()
}

/// Where the first label of a report stands.
fn place(told: &Diagnostic) -> (usize, usize) {
    told.labels.first().map_or((0, 0), |l| (l.span.start as usize, l.span.end as usize))
}

/// Cures with a second mistake of its own directly behind them: the file, and what is put there.
const SECOND_BEHIND: &[(&str, &str)] = &[
    ("80-leaps.variant", "step (2,1)"),
    ("92-heads-of-pieces.variant", "N \"Knight\""),
    ("101-colons.variant", "players"),
    ("87-promotions.variant", "on last-rank to R"),
    ("94-lists.variant", "a2-a3, b2-b3"),
    ("109-a-child-in-prose.variant", "game \"X\""),
    ("129-on-one-line.variant", "slide any"),
    ("140-all-words-of-a-line.variant", "last-rank"),
];

/// Each certain cure by itself: nothing is wrong any more where it was put, nor with the word behind it.
#[test]
fn certain_cures_cure() {
    let own = FileId(0);
    let (mut tried, mut wrong) = (0, String::new());
    for (name, text) in faulty() {
        for problem in told(&name, &text) {
            let here = problem.fixes.iter().all(|fix| fix.certain && fix.span.file == own);
            // A look-alike is one of several, all of which must go before the text can be read.
            if problem.fixes.is_empty() || !here || problem.code == "E0107" {
                continue;
            }
            tried += 1;
            let (cured, applied) = apply_fixes(&text, own, std::slice::from_ref(&problem));
            let again = told(&name, &cured);
            let reads =
                |d: &&Diagnostic| d.severity == Severity::Error && d.code.starts_with("E01");
            let second = |after: &str| {
                SECOND_BEHIND.iter().any(|(file, cure)| name.ends_with(file) && *cure == after)
            };
            for change in applied.iter().filter(|change| !second(&change.after)) {
                let first = change.start.min(cured.len());
                let last = first + change.after.len();
                let behind = cured.get(last..).map_or(last, |rest| {
                    last + rest.len() - rest.trim_start().len()
                        + usize::from(!rest.trim().is_empty())
                });
                let worse = again.iter().filter(reads).find(|d| {
                    let (start, end) = place(d);
                    start < behind && end > first
                });
                if let Some(worse) = worse {
                    let (before, after) = (&change.before, &change.after);
                    let _ = writeln!(wrong, "{name}: `{before}` → `{after}`: {}", worse.message);
                }
            }
        }
    }
    assert!(tried > 100, "only {tried} cures");
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is said of each of the newcomer's files, with what would be changed unasked.
#[test]
fn what_the_newcomer_is_told() {
    let mut all = String::new();
    for (name, text) in newcomer() {
        let _ = writeln!(all, "=== {name}");
        for problem in told(&name, &text) {
            let (start, end) = place(&problem);
            let seen = text.get(start..end).unwrap_or("").lines().next().unwrap_or("");
            let _ = writeln!(all, "{} [{seen}] {}", problem.code, problem.message);
            let _ = writeln!(all, "    {}", problem.help.as_deref().unwrap_or("-"));
            for fix in problem.fixes.iter().filter(|fix| fix.certain) {
                let _ = writeln!(all, "    changed unasked: `{}`", fix.replacement);
            }
        }
    }
    insta::assert_snapshot!("newcomer", all);
}

/// What is certain to be readable is not yet certain to be meant: these change what the file says, and are left to the author.
#[test]
fn cures_that_may_change_the_meaning_are_left_to_the_author() {
    for lines in [
        "zone u a1 and b1 piece S { step any to u }",
        "piece S { step any when left is not empty }",
        "piece S { step any when any is no friend }",
        "piece S { step any drop anywhere without check }",
        "piece S { step any unless left is enemy and right is enemy }",
        "piece S { step forward and left }",
        "piece S { step any when left and right is empty }",
        "piece S { walk any { piece empty } then walk orthogonal { empty land } }",
        "piece S { step any to friend u } zone u a1",
        "piece S { step any to enemy u } zone u a1",
        "piece S { slide any only 3 squares }",
        "test \"e\" { expect perft 1 = 5 verified }",
        "end fivefold repetition and bare draws",
        "test \"e\" { expect check play e1-e2 fen \"4k3/8/8/8/8/8/4K3/8 b - - 1 1\" }",
        "test \"e\" { expect legal e1-e2,\n  play e1-e2 }",
        "test \"e\" { expect\n  position \"4k3/8/8/8/8/8/4K3/8 b - - 1 1\" }",
        "test \"e\" { expect no check,\n  play e1-e2 }",
        "zone row2 rank 2 piece S { step any from row3 }",
        "zone camp-a rank 2 piece S { step any from camp-b }",
        "zone north-zone rank 8 piece S { step any from south-zone }",
        "option wild1 off \"x\" if wild2 { end bare draws }",
    ] {
        let text = format!("{HEAD}\n{lines}\n{TAIL}");
        let (cured, applied) = apply_fixes(&text, FileId(0), &told("meaning.variant", &text));
        let number = lines.contains("fivefold") && cured.contains("repetition 5");
        assert!(applied.is_empty() || number, "{lines}: {applied:?}");
        assert!(told("meaning.variant", &text).iter().any(|d| d.severity == Severity::Error));
    }
}
