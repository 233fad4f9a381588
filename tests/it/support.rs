//! From texts to problems, for tests.

use heterodox::diagnostics::{Diagnostic, Diagnostics};
use heterodox::expand::{Loader, expand};
use heterodox::model::Model;
use heterodox::parse::parse;
use heterodox::resolve::resolve;
use heterodox::text::{Source, SourceMap};

/// A small game, to which a test adds what it needs.
pub(crate) const TINY: &str = r#"game "Tiny"
board 4x4
players White forward north, Black mirrored
zone last-rank rank 4
piece K "King" royal { step any }
piece R "Rook" { slide orthogonal }
piece P "Pawn" { step forward to empty step forward-diagonal capturing enemy promote on last-rank to R }
setup "r2k/3p/P3/K2R w - - 0 1"
end checkmate loses
end stalemate draws
"#;

/// Texts by name.
pub(crate) struct Files<'a>(pub(crate) &'a [(&'a str, &'a str)]);

impl Loader for Files<'_> {
    fn load(&self, name: &str, _: &str) -> Result<Source, String> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(name, text)| Source::new(*name, *text)).ok_or_else(|| "no such file".to_owned())
    }
}

/// A text on its way to a model.
pub(crate) struct Loaded {
    pub(crate) model: Option<Model>,
    pub(crate) sources: SourceMap,
    pub(crate) problems: Vec<Diagnostic>,
}

impl Loaded {
    /// Codes, each with the text at its first place and what is between backquotes left as it is.
    pub(crate) fn brief(&self) -> Vec<String> {
        let one = |d: &Diagnostic| {
            let place = d.labels.first().map_or("", |label| self.sources.slice(label.span).trim());
            format!("{} {place}", d.code)
        };
        self.problems.iter().map(one).collect()
    }

    /// Codes and messages, to see what went wrong in a failing test.
    pub(crate) fn messages(&self) -> String {
        let one = |d: &Diagnostic| format!("{} {} | {:?}\n", d.code, d.message, d.help);
        self.problems.iter().map(one).collect()
    }
}

/// Loads a text with its parents and options.
pub(crate) fn load_with(text: &str, files: &[(&str, &str)], options: &[(&str, bool)]) -> Loaded {
    let mut sources = SourceMap::default();
    let own = sources.add(Source::new("own.variant", text));
    let (file, mut problems) = parse(sources.get(own), own);
    let (file, more) = expand(file, own, &mut sources, &Files(files));
    problems.extend(more);
    let options: Vec<_> = options.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect();
    let (model, more) = resolve(&file, &options);
    let model = model.ok();
    problems.extend(more);
    if let Some(model) = &model {
        problems.extend(heterodox::check::check(model));
    }
    let problems = sorted(problems);
    Loaded { model, sources, problems }
}

fn sorted(problems: Diagnostics) -> Vec<Diagnostic> {
    problems.into_sorted()
}

/// Loads a text alone.
pub(crate) fn load(text: &str) -> Loaded {
    load_with(text, &[], &[])
}
