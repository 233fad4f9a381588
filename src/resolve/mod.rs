//! Names become numbers: a syntax tree becomes a [`Model`], for one choice of its options. Declarations of a branch that is not
//! chosen are read too, for their errors, and then dropped. All errors of a file are found in one run.

mod board;
mod castle;
mod castle_anywhere;
mod condition;
mod direction;
mod end;
mod end_terms;
mod guard;
mod items;
mod laws;
mod outcome;
mod piece;
mod rule;
mod scope;
mod square;
mod states;
mod unused;
mod walk;
mod zone;

use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::CellSet;
use crate::model::{Board, Model, Players};
use crate::resolve::guard::Guard;
use crate::resolve::items::{Given, Items};
use crate::resolve::scope::{Scope, twice};
use crate::resolve::states::States;
use crate::text::{Span, Spanned};

/// How many errors of one file are reported.
const MOST_ERRORS: usize = 200;

/// Resolves a file with these options chosen and the others at their defaults.
///
/// # Errors
/// If anything is wrong there is no model; where there is a board, and the parent is known, its [`Model::shell`].
pub fn resolve(
    file: &ast::File,
    options: &[(String, bool)],
) -> (Result<Model, Option<Model>>, Diagnostics) {
    let mut resolver = Resolver::new(file);
    resolver.declare_options(file, options);
    let items = items::collect(&mut resolver, file);
    resolver.scope.declare(&items);
    resolver.check_names_once();
    let model = resolver.model(&items);
    let whole = !resolver.scope.incomplete;
    let model = match model {
        Some(model) if whole && !resolver.unread && resolver.errors == 0 => Ok(model),
        other => Err(other.filter(|_| whole).map(Model::shell)),
    };
    (model, resolver.out)
}

/// The state of a run.
struct Resolver<'a> {
    scope: Scope<'a>,
    out: Diagnostics,
    /// How many errors were noted.
    errors: usize,
    /// Problems of the rule at hand that count only if all of its names are known.
    doubts: Vec<Diagnostic>,
    /// Whether a part of the file was not understood by an earlier stage.
    unread: bool,
    /// Whether the rule at hand names something that is not there with the options chosen.
    vague: bool,
    /// On what the declaration at hand depends.
    guard: Guard,
    board: Option<Board>,
    players: Option<Players>,
    /// Zones by number; none where one is in error.
    zones: Vec<Option<[CellSet; 2]>>,
    /// What can stand on a square.
    states: States,
    /// The first byte of the file itself (not of a parent).
    file_start: Span,
    facts: unused::Facts,
}

impl<'a> Resolver<'a> {
    fn new(file: &'a ast::File) -> Self {
        // The file itself is read before its parents.
        let own = file.items.iter().map(|item| item.span.file).min().unwrap_or_default();
        Self {
            scope: Scope::new(file),
            out: Diagnostics::default(),
            errors: 0,
            doubts: Vec::new(),
            unread: false,
            vague: false,
            guard: Guard::default(),
            board: None,
            players: None,
            zones: Vec::new(),
            states: States::default(),
            file_start: Span::new(own, 0, 0),
            facts: unused::Facts::default(),
        }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        self.errors += 1;
        match self.errors {
            n if n < MOST_ERRORS => self.out.push(diagnostic),
            MOST_ERRORS => {
                let span = diagnostic.labels.first().map(|label| label.span).unwrap_or_default();
                self.out.push(
                    Diagnostic::error("E0117", "there are too many mistakes to go on")
                        .label(span, "stopped here")
                        .help("mend those above first"),
                );
            }
            _ => {}
        }
    }

    fn warn(&mut self, diagnostic: Diagnostic) {
        self.out.push(diagnostic);
    }

    /// Notes an error that is none if a name of the same rule is unknown.
    fn doubt(&mut self, diagnostic: Diagnostic) {
        self.doubts.push(diagnostic);
    }

    /// Does something under a guard; what is in doubt afterwards becomes an error, or is forgotten if a name is unknown
    /// or not there with the options chosen.
    fn under<T>(&mut self, guard: &Guard, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.guard, guard.clone());
        let (before, vague) = (self.errors, std::mem::take(&mut self.vague));
        let result = work(self);
        let certain = self.errors == before && !self.vague;
        for doubt in std::mem::take(&mut self.doubts) {
            if certain {
                self.error(doubt);
            }
        }
        self.guard = outer;
        self.vague = vague;
        result
    }

    fn model(&mut self, items: &Items<'a>) -> Option<Model> {
        let title = self.single(&items.games, "game", Some("game \"My Game\""));
        let inventor = self.single(&items.inventors, "inventor", None);
        let about = self.single(&items.abouts, "about", None);
        let source = self.single(&items.sources, "source", None);
        self.resolve_board(&items.boards);
        self.resolve_players(&items.players);
        let zones = self.resolve_zones(&items.zones);
        let mut pieces = self.resolve_pieces(&items.pieces);
        let laws = self.resolve_laws(&items.laws, &mut pieces);
        let castles = self.resolve_castles(&items.castles);
        let setup = self.single(&items.setups, "setup", Some("setup \"…\""));
        let ends = self.resolve_ends(&items.ends);
        self.check_whole(items, &pieces, &zones, &ends);
        let text = |given: Option<&Spanned<String>>| given.map(|t| t.node.clone());
        Some(Model {
            title: text(title).unwrap_or_default(),
            inventor: text(inventor),
            about: text(about),
            source: text(source),
            options: std::mem::take(&mut self.scope.options),
            board: self.board.take()?,
            players: self.players.take().unwrap_or_default(),
            zones,
            pieces,
            castles,
            setup: setup.cloned().unwrap_or_default(),
            ends,
            laws,
        })
    }

    /// The one declaration of its kind that is there with the options chosen; `needed`: an example, if there must be one.
    fn single<T>(
        &mut self,
        list: &[Given<'a, T>],
        word: &str,
        needed: Option<&str>,
    ) -> Option<&'a T> {
        for (at, later) in list.iter().enumerate() {
            if let Some(first) = list[..at].iter().find(|g| g.guard.compatible(&later.guard)) {
                self.error(twice(&format!("`{word}`"), later.span, first.span));
            }
        }
        let missing = Guard::default().uncovered(list.iter().map(|g| &g.guard));
        let needed = needed.filter(|_| !self.scope.incomplete);
        if let (Some(example), Some(when)) = (needed, missing) {
            let message = format!("the file has no `{word}` {when}");
            self.error(
                Diagnostic::error("E0201", message.trim_end().to_owned())
                    .label(self.file_start, format!("`{word}` is missing"))
                    .help(format!("add a line: `{example}`")),
            );
        }
        list.iter().find(|g| g.active).map(|g| g.node)
    }
}
