//! Names: what each stands for, where it is declared, and what was probably meant by an unknown one.

use crate::ast;
use crate::diagnostics::{Diagnostic, is_slip, nearest};
use crate::ids::{PieceId, ZoneId};
use crate::model::ModelOption;
use crate::resolve::Resolver;
use crate::resolve::guard::Guard;
use crate::resolve::items::{Given, Items};
use crate::text::{Span, Spanned};
use std::collections::{BTreeMap, BTreeSet};

/// Words of rules that are read as a zone's name where they are misspelt.
const RULE_WORDS: &[&str] = &[
    "capture",
    "flip",
    "land",
    "stay",
    "within",
    "turn",
    "turn-left",
    "turn-right",
    "veer",
    "veer-left",
    "veer-right",
    "back",
    "forward",
    "backward",
    "left",
    "right",
];

/// Words that may stand where a zone's name may.
const CONDITION_WORDS: &[&str] =
    &["empty", "friend", "enemy", "piece", "royal", "anything", "trail"];

/// A declaration of a name.
#[derive(Clone, Debug)]
struct Declared<Id> {
    span: Span,
    guard: Guard,
    id: Option<Id>,
}

/// What is known of all names.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    /// Options in order, with the values chosen.
    pub(super) options: Vec<ModelOption>,
    /// Whether the parent is missing: then unknown names may be its.
    pub(super) incomplete: bool,
    values: BTreeMap<String, bool>,
    pieces: BTreeMap<&'a str, Vec<Declared<PieceId>>>,
    zones: BTreeMap<&'a str, Vec<Declared<ZoneId>>>,
    /// What `remove` takes out of the parent: kind and name.
    removed: BTreeMap<(&'static str, &'a str), Span>,
    used_options: BTreeSet<String>,
    used_zones: BTreeSet<String>,
}

impl<'a> Scope<'a> {
    /// Nothing is known yet.
    pub(super) fn new(file: &'a ast::File) -> Self {
        let incomplete = file.items.iter().any(|i| matches!(i.node, ast::Item::Extends(_)));
        let removed = file.items.iter().filter_map(|item| match &item.node {
            ast::Item::Remove(ast::Removal::Piece(name)) => {
                Some((("piece", name.node.as_str()), item.span))
            }
            ast::Item::Remove(ast::Removal::Zone(name)) => {
                Some((("zone", name.node.as_str()), item.span))
            }
            _ => None,
        });
        Self { incomplete, removed: removed.collect(), ..Self::default() }
    }

    /// Whether a guard holds for the options chosen.
    pub(super) fn active(&self, guard: &Guard) -> bool {
        guard.holds(&self.values)
    }

    /// Whether anything asks for this option.
    pub(super) fn option_used(&self, name: &str) -> bool {
        self.used_options.contains(name)
    }

    /// Whether anything names this zone.
    pub(super) fn zone_used(&self, name: &str) -> bool {
        self.used_zones.contains(name)
    }

    /// Notes the pieces and zones; those that are there with the options chosen get numbers in order.
    pub(super) fn declare(&mut self, items: &Items<'a>) {
        fn enter<'a, T, Id>(
            names: &mut BTreeMap<&'a str, Vec<Declared<Id>>>,
            given: &Given<'a, T>,
            name: &'a ast::Name,
            id: Option<Id>,
        ) {
            let declared = Declared { span: name.span, guard: given.guard.clone(), id };
            names.entry(&name.node).or_default().push(declared);
        }
        let mut next = 0u8;
        for given in &items.pieces {
            let id = given.active.then_some(PieceId(next));
            next = next.saturating_add(u8::from(given.active));
            enter(&mut self.pieces, given, &given.node.letter, id);
        }
        let mut next = 0u16;
        for given in &items.zones {
            let id = given.active.then_some(ZoneId(next));
            next = next.saturating_add(u16::from(given.active));
            enter(&mut self.zones, given, &given.node.name, id);
        }
    }
}

impl<'a> Resolver<'a> {
    /// Collects the options, which stand outside of all `if`s, and gives them their values.
    pub(super) fn declare_options(&mut self, file: &'a ast::File, chosen: &[(String, bool)]) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for item in &file.items {
            let ast::Item::Option(option) = &item.node else { continue };
            let name = option.name.node.as_str();
            if let Some(before) = first.insert(name, option.name.span) {
                self.error(twice(&format!("the option `{name}`"), option.name.span, before));
                continue;
            }
            let on = chosen.iter().rev().find(|(n, _)| n == name).map_or(option.default, |c| c.1);
            self.scope.values.insert(name.to_owned(), on);
            self.scope.options.push(ModelOption {
                name: name.to_owned(),
                default: option.default,
                on,
                text: option.text.as_ref().map(|t| t.node.clone()),
                span: option.name.span,
            });
        }
        for (name, _) in chosen {
            if !self.scope.values.contains_key(name) {
                let start = self.file_start;
                let message = format!("the game has no option called `{name}`");
                let help = self.option_help(name);
                self.error(Diagnostic::error("E0205", message).label(start, "").help(help));
            }
        }
        self.refuse_nested_options(&file.items, false);
    }

    fn refuse_nested_options(&mut self, items: &'a [Spanned<ast::Item>], nested: bool) {
        for item in items {
            match &item.node {
                ast::Item::Option(option) if nested => self.error(
                    Diagnostic::error("E0214", "an option cannot depend on another one")
                        .label(option.name.span, "this option stands in an `if`")
                        .help("declare it outside of the braces, and ask for it inside"),
                ),
                ast::Item::If(choice) => {
                    self.refuse_nested_options(&choice.then, true);
                    self.refuse_nested_options(&choice.otherwise, true);
                }
                _ => {}
            }
        }
    }

    /// The guards of both branches of an `if` that itself depends on `guard`.
    pub(super) fn branches<T>(&mut self, choice: &'a ast::If<T>, guard: &Guard) -> (Guard, Guard) {
        let name = choice.option.node.as_str();
        self.scope.used_options.insert(name.to_owned());
        let mut meant = name.to_owned();
        if !self.scope.values.contains_key(name) && !self.scope.incomplete {
            let help = self.option_help(name);
            let known: Vec<&str> = self.scope.options.iter().map(|o| o.name.as_str()).collect();
            let error = Diagnostic::error("E0205", format!("no option is called `{name}`"))
                .label(choice.option.span, "unknown option");
            let error = match nearest(name, known.iter().copied()) {
                Some(near) => {
                    near.clone_into(&mut meant);
                    error.propose(choice.option.span, name, near, &known)
                }
                None => error.help(help),
            };
            self.error(error);
        } else if let Some(value) = guard.asks(name) {
            self.decided(choice, value);
        }
        (guard.with(&meant, !choice.negated), guard.with(&meant, choice.negated))
    }

    /// Tells of an `if` within another by which its option is known.
    fn decided<T>(&mut self, choice: &ast::If<T>, value: bool) {
        let name = choice.option.node.as_str();
        let known = if value { "on" } else { "off" };
        let what = match (value != choice.negated, choice.otherwise.is_empty()) {
            (true, true) => "what stands in these braces is always there",
            (false, true) => "what stands in these braces is never there",
            (true, false) => "its first braces always count, those behind `else` never do",
            (false, false) => "its first braces never count, those behind `else` always do",
        };
        self.warn(
            Diagnostic::warning("W0206", format!("here `{name}` is {known} anyway: {what}"))
                .label(
                    choice.option.span,
                    format!("an `if` around this one has asked for `{name}`"),
                )
                .help("take the inner `if` out, or move it out of the outer one"),
        );
    }

    fn option_help(&mut self, name: &str) -> String {
        let known: Vec<&str> = self.scope.options.iter().map(|o| o.name.as_str()).collect();
        match nearest(name, known.iter().copied()) {
            Some(near) => {
                // It was probably meant, so it is not unused.
                self.scope.used_options.insert(near.to_owned());
                format!("write `{near}`")
            }
            None if known.is_empty() => {
                format!("declare it: `option {name} off \"what it does\"`")
            }
            None => format!("the options are: {}", known.join(", ")),
        }
    }

    /// The piece of that letter; reports an unknown one and gives a stand-in.
    pub(super) fn piece_id(&mut self, name: &ast::Name) -> PieceId {
        let found = self.scope.pieces.get(name.node.as_str()).filter(|_| !name.node.is_empty());
        let Some(declared) = found else {
            if !self.scope.incomplete {
                let error = self.unknown_piece(name);
                self.error(error);
            }
            self.vague = true;
            return PieceId(0);
        };
        let missing = self.guard.uncovered(declared.iter().map(|d| &d.guard));
        let id = declared.iter().find_map(|d| d.id);
        let place = declared[0].span;
        self.known_under_guard("piece", name, id, missing, place).unwrap_or(PieceId(0))
    }

    /// A name that a parent's line uses, and that `remove` has taken out: told where that was written.
    fn taken_out(
        &self,
        code: &'static str,
        kind: &'static str,
        name: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let removal = self.scope.removed.get(&(kind, name))?;
        let (message, help) = if removal.file == span.file {
            let help = "leave the `remove` out, or name it nowhere".to_owned();
            ("but named all the same", help)
        } else {
            let help = format!(
                "write in this file, without `{name}`, the piece, zone or end in which the parent names it; or leave the `remove` out"
            );
            ("but a line of the parent needs it", help)
        };
        let message = format!("the {kind} `{name}` is taken out, {message}");
        let told = Diagnostic::error(code, message).label(*removal, "taken out here");
        Some(told.label(span, "and named here").help(help))
    }

    fn unknown_piece(&self, name: &ast::Name) -> Diagnostic {
        if let Some(told) = self.taken_out("E0203", "piece", &name.node, name.span) {
            return told;
        }
        let error = Diagnostic::error("E0203", format!("no piece has the letter `{}`", name.node))
            .label(name.span, "unknown piece");
        let known: Vec<&str> = self.scope.pieces.keys().copied().collect();
        // Of signs before and behind a letter one may be too many; another letter is another piece.
        let letter = |name: &str| name.bytes().find(u8::is_ascii_alphabetic);
        match known.iter().find(|known| letter(known) == letter(&name.node)) {
            Some(near) => error.help(format!(
                "write `{near}`, or declare `piece {} \"…\" {{ … }}`",
                name.node
            )),
            None if known.is_empty() => {
                error.help(format!("declare it: `piece {} \"…\" {{ … }}`", name.node))
            }
            None => error.help(format!(
                "the pieces are {}: write one of these letters, or declare `piece {} \"…\" {{ … }}`",
                known.join(" "),
                name.node
            )),
        }
    }

    /// The zone of that name; reports an unknown one and gives a stand-in.
    pub(super) fn zone_id(&mut self, name: &str, span: Span) -> ZoneId {
        let Some(declared) = self.scope.zones.get(name) else {
            if !self.scope.incomplete {
                let error = self.unknown_zone(name, span);
                self.error(error);
            }
            self.vague = true;
            return ZoneId(0);
        };
        self.scope.used_zones.insert(name.to_owned());
        let missing = self.guard.uncovered(declared.iter().map(|d| &d.guard));
        let id = declared.iter().find_map(|d| d.id);
        let place = declared[0].span;
        let name = Spanned::new(name.to_owned(), span);
        self.known_under_guard("zone", &name, id, missing, place).unwrap_or(ZoneId(0))
    }

    fn unknown_zone(&mut self, name: &str, span: Span) -> Diagnostic {
        // Behind the name `of enemy` may stand.
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        let span = Span { end: span.start.saturating_add(length).min(span.end), ..span };
        if let Some(told) = self.taken_out("E0204", "zone", name, span) {
            return told;
        }
        let error = Diagnostic::error("E0204", format!("no zone is called `{name}`"))
            .label(span, "unknown zone");
        let known: Vec<&str> = self.scope.zones.keys().copied().collect();
        let all = || known.iter().chain(CONDITION_WORDS).copied();
        match nearest(name, all()) {
            Some(near) => {
                // It was probably meant, so it is not unused.
                self.scope.used_zones.insert(near.to_owned());
                error.propose(span, name, near, all())
            }
            None if RULE_WORDS.iter().any(|word| is_slip(name, word)) => {
                let near = nearest(name, RULE_WORDS.iter().copied()).unwrap_or_default();
                error.help(format!("write `{near}`")).likely_fix(span, near)
            }
            None if known.is_empty() => {
                let last = self.board.as_ref().filter(|_| name.contains("last"));
                let rank = last.map_or(2, |board| board.ranks);
                error.help(format!(
                    "declare it: `zone {name} rank {rank}`, or squares such as `d4-e5`"
                ))
            }
            None => error.help(format!("the zones are: {}", known.join(", "))),
        }
    }

    fn known_under_guard<Id>(
        &mut self,
        kind: &str,
        name: &ast::Name,
        id: Option<Id>,
        missing: Option<String>,
        declared: Span,
    ) -> Option<Id> {
        if let Some(when) = missing {
            let here = format!("needed here {when}");
            self.error(
                Diagnostic::error(
                    "E0206",
                    format!("the {kind} `{}` does not exist {when}", name.node),
                )
                .label(name.span, here.trim_end().to_owned())
                .label(declared, "declared here, under an option")
                .help(format!(
                    "put what uses it under the same `if`, or declare the {kind} outside of it"
                )),
            );
        }
        self.vague |= id.is_none();
        id
    }

    /// Reports pieces and zones that are declared twice for the same options.
    pub(super) fn check_names_once(&mut self) {
        let mut found = Vec::new();
        for (name, list) in &self.scope.pieces {
            found.extend(second(list).map(|(a, b)| twice(&format!("the letter `{name}`"), b, a)
                .help("give one of the two pieces another letter; to replace a parent's piece under an option, `remove` it first")));
        }
        for (name, list) in &self.scope.zones {
            found.extend(second(list).map(|(a, b)| twice(&format!("the zone `{name}`"), b, a)));
        }
        for diagnostic in found {
            self.error(diagnostic);
        }
    }
}

/// Pairs of declarations that are there at once: the first of its kind, and each later one.
fn second<Id>(list: &[Declared<Id>]) -> impl Iterator<Item = (Span, Span)> + '_ {
    list.iter().enumerate().filter_map(move |(at, later)| {
        let earlier = list[..at].iter().find(|d| d.guard.compatible(&later.guard))?;
        Some((earlier.span, later.span))
    })
}

/// The report on a thing that is declared twice.
pub(super) fn twice(what: &str, second: Span, first: Span) -> Diagnostic {
    let told = Diagnostic::error("E0202", format!("{what} is declared twice"))
        .label(second, "the second declaration")
        .label(first, "the first");
    let name = what.replace('`', "");
    let named = match name.split_once(' ') {
        None if name == "setup" => Some(name),
        Some(("the", rest)) => Some(rest.replace("letter", "piece")),
        _ => None,
    };
    // Only outside of an `if` does a child's declaration take the place of its parent's.
    match named.filter(|_| first.file != second.file) {
        Some(named) => told.help(format!(
            "one of them is the parent's: take it out with `remove {named}`, and write one for each value of the option"
        )),
        None => told.help("leave one of the two out"),
    }
}
