//! The line from a text to a game, as one function. Prints nothing and opens no file: parents come through a [`Loader`].
//!
//! ```text
//! read:  text ─parse─▶ ast ─expand─▶ Draft          once a file
//! build: Draft ─resolve─▶ model ─check, compile─▶ Loaded     once a choice of options
//! ```

mod allow;
mod alone;
mod choices;
mod echo;
mod setup;
mod teach;
mod testing;

use crate::ast::{self, Item, Test};
use crate::audit::audit;
use crate::check::check;
use crate::compile::{MOST_OPS, compile, program_size, too_many_ways, ways};
use crate::diagnostics::{Diagnostic, Diagnostics, Report, Severity};
use crate::expand::expand;
use crate::ids::PlayerId;
use crate::ir::Game;
use crate::model::Model;
use crate::notation::{position_faults, read_position};
use crate::parse::parse;
use crate::play::Position;
use crate::resolve::resolve;
use crate::text::{FileId, Source, SourceMap, Span, Spanned};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use crate::expand::Loader;
pub use testing::{no_position, unknown_words};

/// A file that has been read, with its parents, but for no choice of options yet.
#[derive(Debug)]
pub struct Draft {
    file: ast::File,
    own: FileId,
    sources: Arc<SourceMap>,
    found: Diagnostics,
}

impl Draft {
    /// The declaration of a piece, its parents' too, as it would be written; none of a piece that depends on an option.
    #[must_use]
    pub fn piece(&self, letter: &str) -> Option<String> {
        let named = |item: &&Spanned<Item>| matches!(&item.node, Item::Piece(piece) if piece.letter.node == letter);
        let item = self.file.items.iter().find(named)?;
        Some(ast::print(&ast::File { items: vec![item.clone()] }))
    }

    /// Where the title is written.
    #[must_use]
    pub fn title(&self) -> Option<Span> {
        self.file.items.iter().find_map(|item| match &item.node {
            Item::Game(title) => Some(title.span),
            _ => None,
        })
    }

    /// Where the name of an option is declared.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<Span> {
        self.file.items.iter().find_map(|item| match &item.node {
            Item::Option(option) if option.name.node == name => Some(option.name.span),
            _ => None,
        })
    }
}

/// A game ready to be played, and what its file says besides.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: Arc<Game>,
    /// Its start position.
    pub start: Position,
    /// The tests of the file; its parents' are left out.
    pub tests: Arc<[Spanned<Test>]>,
    /// The texts it was made from.
    pub sources: Arc<SourceMap>,
    /// The file itself among them.
    pub own: FileId,
    /// What is legal but suspicious.
    pub warnings: Vec<Diagnostic>,
    /// The file, to be built again with other options.
    pub draft: Arc<Draft>,
}

/// Reads a file and makes a game of it. `options` are the values chosen; the others keep their defaults.
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn load(
    source: Source,
    loader: &dyn Loader,
    options: &[(String, bool)],
) -> Result<Loaded, Report> {
    build(&read(source, loader), options)
}

/// Reads a file and its parents. What is wrong with it is told by [`build`].
#[must_use]
pub fn read(source: Source, loader: &dyn Loader) -> Arc<Draft> {
    let mut sources = SourceMap::default();
    let own = sources.add(source);
    let steps = catch_unwind(AssertUnwindSafe(|| {
        let (file, mut found) = parse(sources.get(own), own);
        let (file, more) = expand(file, own, &mut sources, loader);
        echo::extend(&mut found, more, &sources);
        allow::check(&file.items, &mut found);
        (file, found)
    }));
    let (file, found) = steps.unwrap_or_else(|_| {
        let mut found = Diagnostics::default();
        found.push(bug("reading", own));
        (ast::File::default(), found)
    });
    Arc::new(Draft { file, own, sources: Arc::new(sources), found })
}

/// Makes a game of a file that has been read.
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn build(draft: &Arc<Draft>, options: &[(String, bool)]) -> Result<Loaded, Report> {
    let mut found = draft.found.clone();
    let steps = catch_unwind(AssertUnwindSafe(|| steps(draft, options, &mut found)));
    let built = steps.unwrap_or_else(|_| {
        found.push(bug("compiling", draft.own));
        None
    });
    let values = allow::values(&draft.file.items, options);
    let all = told(draft, found);
    let all = allow::apply(&draft.file.items, &values, draft.own, all, false);
    match built {
        Some((_, game, start)) if all.iter().all(|d| d.severity != Severity::Error) => Ok(Loaded {
            tests: tests(&draft.file.items, &game).into(),
            game: Arc::new(game),
            start,
            sources: Arc::clone(&draft.sources),
            own: draft.own,
            warnings: all,
            draft: Arc::clone(draft),
        }),
        _ => Err(Report::new(Arc::clone(&draft.sources), all)),
    }
}

/// Everything that is to be said of a file: its errors, or, if there is none, also what only a longer look at the game shows.
#[must_use]
pub fn review(draft: &Arc<Draft>, options: &[(String, bool)]) -> Report {
    let mut found = draft.found.clone();
    let looked = catch_unwind(AssertUnwindSafe(|| {
        let Some((model, game, start)) = steps(draft, options, &mut found) else { return };
        found.extend(audit(&model, &game, &start));
        testing::check(&tests(&draft.file.items, &game), &game, &draft.sources, &mut found);
        if !found.has_errors() {
            choices::check(draft, options, &game, &mut found);
        }
    }));
    if looked.is_err() {
        found.push(bug("checking", draft.own));
    }
    let values = allow::values(&draft.file.items, options);
    // With other options an `allow` may well be needed.
    let unused = options.is_empty() && !found.has_errors();
    let all = told(draft, found);
    let all = allow::apply(&draft.file.items, &values, draft.own, all, unused);
    Report::new(Arc::clone(&draft.sources), all)
}

/// What was found, as it is told: each at its place in the file itself, in order.
fn told(draft: &Draft, found: Diagnostics) -> Vec<Diagnostic> {
    teach::teach(found.told_in(draft.own).into_sorted(), &draft.file.items, &draft.sources)
}

fn steps(
    draft: &Draft,
    options: &[(String, bool)],
    found: &mut Diagnostics,
) -> Option<(Model, Game, Position)> {
    if found.iter().any(|d| d.code == BUG) {
        return None;
    }
    let (model, more) = resolve(&draft.file, options);
    echo::extend(found, more, &draft.sources);
    let model = match model {
        Ok(model) => model,
        Err(shell) => {
            shell.into_iter().for_each(|shell| alone::check(&shell, draft, found));
            return None;
        }
    };
    let Some(mut game) = made(&model, found) else {
        alone::check(&model.shell(), draft, found);
        return None;
    };
    match read_position(&game, &game.setup) {
        Ok(start) => {
            game.at_start = Some(PlayerId::BOTH.map(|p| start.army(&game, p)));
            game.royals_at_start = Some(PlayerId::BOTH.map(|p| start.royals(&game, p).count()));
            Some((model, game, start))
        }
        Err(_) => {
            alone::tell(&game, position_faults(&game, &game.setup), draft, found);
            None
        }
    }
}

/// The game of a model, if nothing is wrong with it.
fn made(model: &Model, found: &mut Diagnostics) -> Option<Game> {
    too_large(model, found);
    if found.has_errors() {
        return None;
    }
    found.extend(check(model));
    if found.has_errors() {
        return None;
    }
    let game = compile(model);
    too_many(model, &game, found);
    (!found.has_errors()).then_some(game)
}

const BUG: &str = "E0699";

fn bug(doing: &str, file: FileId) -> Diagnostic {
    Diagnostic::error(BUG, format!("a bug in heterodox: {doing} this file went wrong"))
        .label(Span::new(file, 0, 0), "")
        .help("please report it, with the file")
}

/// Walks that would need too many instructions.
fn too_large(model: &Model, found: &mut Diagnostics) {
    for rule in model.pieces.iter().flat_map(|p| &p.rules) {
        let size = program_size(&rule.path);
        if size > MOST_OPS {
            let message = format!(
                "this walk is too large: written out it has {size} steps, and {MOST_OPS} are the most"
            );
            found.push(
                Diagnostic::error("E0340", message)
                    .label(rule.span, "this rule")
                    .help("use smaller numbers of repetition, or `*` for any number of times"),
            );
        }
    }
}

/// Ways that a rule may have by a rough count before they are counted exactly.
const MANY_WAYS: u64 = 100_000;

/// Walks that can be gone in too many ways.
fn too_many(model: &Model, game: &Game, found: &mut Diagnostics) {
    let (files, ranks) = (u32::from(model.board.files), u32::from(model.board.ranks));
    let room = (files.max(ranks), files * ranks);
    for (piece, id) in model.pieces.iter().zip(game.piece_ids()) {
        let doubtful = piece.rules.iter().filter(|r| ways(&r.path, room) > MANY_WAYS);
        let doubtful: Vec<&crate::model::Rule> = doubtful.collect();
        let runs = doubtful.iter().any(|r| r.path.runs_on_position());
        let rules: Vec<Span> = doubtful.iter().map(|r| r.span).collect();
        if !rules.is_empty() && (runs || too_many_ways(game, id)) {
            let message =
                "this walk can be gone in too many ways: more than 100,000 from one square";
            for span in rules {
                found.push(
                    Diagnostic::error("E0341", message)
                        .label(span, "this rule")
                        .help("turn less often, or repeat fewer times what turns"),
                );
            }
        }
    }
}

/// The place of bytes `start..end` of a text that stands at `span`, with or without its quotes; at least one character wide.
#[must_use]
pub fn within(sources: &SourceMap, span: Span, start: usize, end: usize) -> Span {
    let quotes = usize::from(sources.slice(span).starts_with('"'));
    let first = span.start as usize + quotes;
    let last = (span.end as usize).saturating_sub(quotes).max(first);
    let start = (first + start).min(last);
    Span::new(
        span.file,
        start,
        (first + end).clamp(start, last).max((start + 1).min(span.end as usize)),
    )
}

/// The tests of a file, those in blocks of options that are chosen among them.
fn tests(items: &[Spanned<Item>], game: &Game) -> Vec<Spanned<Test>> {
    let mut all = Vec::new();
    for item in items {
        match &item.node {
            Item::Test(test) => all.push(Spanned::new(test.clone(), item.span)),
            Item::If(choice) => {
                let on = game.options.iter().any(|o| o.name == choice.option.node && o.on);
                let chosen = if on == choice.negated { &choice.otherwise } else { &choice.then };
                all.extend(tests(chosen, game));
            }
            _ => {}
        }
    }
    all
}
