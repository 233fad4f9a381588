//! Modules import only what the plan of the house allows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module, and the modules of the crate that it may name.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("ids", &[]),
    ("diagnostics", &["text"]),
    ("ast", &["text"]),
    ("parse", &["text", "ast", "diagnostics"]),
    ("expand", &["text", "ast", "diagnostics", "parse"]),
    ("model", &["text", "ids"]),
    ("resolve", &["text", "ids", "ast", "model", "diagnostics"]),
    ("check", &["text", "ids", "model", "diagnostics"]),
    ("ir", &["text", "ids"]),
    ("audit", &["ids", "model", "ir", "play", "notation", "diagnostics"]),
    ("compile", &["text", "ids", "model", "ir"]),
    ("play", &["ids", "ir"]),
    ("notation", &["ids", "ir", "play"]),
    (
        "pipeline",
        &[
            "text",
            "ids",
            "ast",
            "model",
            "ir",
            "diagnostics",
            "parse",
            "expand",
            "resolve",
            "check",
            "audit",
            "compile",
            "play",
            "notation",
        ],
    ),
    ("session", &["text", "diagnostics", "expand", "ids", "ir", "play", "notation", "pipeline"]),
    (
        "examine",
        &["text", "diagnostics", "ast", "ids", "ir", "play", "notation", "pipeline", "session"],
    ),
    (
        "faces",
        &["text", "diagnostics", "ids", "ir", "play", "notation", "pipeline", "session", "examine"],
    ),
];

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// Every `crate::name` of the sources: file, line, module, and the module named.
fn imports() -> Vec<(String, String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut all) = (Vec::new(), Vec::new());
    rust_files(&src, &mut files);
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let module =
            inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        for (at, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            for (i, found) in line.match_indices("crate::") {
                let rest = &line[i + found.len()..];
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                all.push((
                    format!("{}:{}", inside.display(), at + 1),
                    module.clone(),
                    name.to_owned(),
                ));
            }
        }
    }
    all
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let allowed: BTreeMap<_, _> = MAY_IMPORT.iter().copied().collect();
    let mut wrong = Vec::new();
    for (place, module, named) in imports() {
        if matches!(module.as_str(), "lib" | "main") || named == module {
            continue;
        }
        if !allowed.get(module.as_str()).is_some_and(|may| may.contains(&named.as_str())) {
            wrong.push(format!("{place}: {module} imports `{named}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
