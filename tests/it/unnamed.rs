//! No game is special: nothing in `src` names a game or a piece. The names are those of the shipped files.

use heterodox::session::SHIPPED;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Of words by which people who do not yet know the language say how a piece moves or which piece they mean.
const PHRASES: &str =
    "what people write in place of the language, which is answered with how it is said here";

/// Words that stand in `src` all the same: the word, the part of a path where it may (everywhere, if empty), and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "king",
        "",
        "the language's own word for the piece that castles, whatever its letter and name",
    ),
    ("chess", "", "chess variants are what the language describes"),
    ("general", "", "an English word"),
    ("met", "", "an English word"),
    ("wall", "", "an English word"),
    ("arrow", "", "an English word: a key, a character"),
    ("guard", "", "what a declaration depends on"),
    ("man", "", "an English word: any piece on a board"),
    ("atomic", "", "numbers that threads share"),
    (
        "pawn",
        "src/parse/dialects.rs",
        "a key of another program's files, by which they are recognised",
    ),
    ("pawn", "src/parse/phrases/", PHRASES),
    ("queen", "src/parse/phrases/", PHRASES),
    ("rook", "src/parse/phrases/", PHRASES),
    ("bishop", "src/parse/phrases/", PHRASES),
    ("knight", "src/parse/phrases/", PHRASES),
];

/// Names of the shipped games: of files, titles, and pieces.
fn names() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_lowercase);
    for shipped in SHIPPED {
        all.insert(shipped.name.to_owned());
        for line in shipped.text.lines().map(str::trim) {
            // A piece has a name in quotes before its braces; a title stands alone.
            let head = line.split('{').next().unwrap_or_default();
            if line.starts_with("game ") || line.starts_with("piece ") {
                all.extend(quoted(head));
            }
        }
    }
    all
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a text holds a name that is no part of a longer word. All in small letters.
fn holds(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(inside);
        let mut behind = text[at + name.len()..].chars();
        let (first, second) = (behind.next(), behind.next());
        let plural = first == Some('s') && !second.is_some_and(inside);
        !before && (plural || !first.is_some_and(inside))
    })
}

#[test]
fn the_source_names_no_game_and_no_piece() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    files(&root.join("src"), &mut all);
    let names = names();
    assert!(names.contains("queen") && names.contains("three-check"), "{names:?}");
    let mut used = BTreeSet::new();
    for path in &all {
        let text = fs::read_to_string(path).expect("a text").to_lowercase();
        let shown = path.strip_prefix(root).expect("inside").display().to_string();
        for name in names.iter().filter(|name| holds(&text, name)) {
            match EXCEPTIONS.iter().position(|(w, place, _)| w == name && shown.starts_with(*place))
            {
                Some(exception) => drop(used.insert(exception)),
                None => wrong.push(format!("{shown} names `{name}`")),
            }
        }
    }
    assert!(all.len() > 100, "{} files", all.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let idle: Vec<_> = (0..EXCEPTIONS.len()).filter(|n| !used.contains(n)).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:?}");
}

#[test]
fn names_are_found_as_words() {
    assert!(holds("a queen.", "queen") && holds("two queens", "queen"));
    assert!(!holds("queenside", "queen") && !holds("metal", "met"));
}

/// The catalogue has a row for every shipped game.
#[test]
fn every_game_is_in_the_catalogue() {
    let path = format!("{}/variants/README.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the catalogue");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let listed: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(listed, SHIPPED.iter().map(|s| s.name).collect::<Vec<_>>());
    for row in &rows {
        assert_eq!(row.len(), 5, "game, file, what it shows, figures, what is left out: {row:?}");
        let file = row[1].split(['(', ')']).nth(1).expect("a link to the file");
        let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(file);
        assert!(there.is_file(), "{file}");
        assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}");
    }
}
