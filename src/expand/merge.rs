//! Puts a child's declarations into its parent's.

use crate::ast::{File, Item, Law, Name, Removal};
use crate::diagnostics::{Diagnostic, Diagnostics, is_slip, nearest};
use crate::expand::settle::remove_option;
use crate::text::{Span, Spanned};

/// A declaration, and whether it is the parent's.
struct Entry {
    item: Spanned<Item>,
    inherited: bool,
}

/// What a declaration declares; declarations with the same key replace each other.
#[derive(Clone, Copy, PartialEq)]
enum Key<'a> {
    Game,
    Inventor,
    About,
    Source,
    Board,
    Players,
    Setup,
    Law(std::mem::Discriminant<Law>),
    Piece(&'a str),
    Zone(&'a str),
    Option(&'a str),
}

fn key(item: &Item) -> Option<Key<'_>> {
    Some(match item {
        Item::Game(_) => Key::Game,
        Item::Inventor(_) => Key::Inventor,
        Item::About(_) => Key::About,
        Item::Source(_) => Key::Source,
        Item::Board(_) => Key::Board,
        Item::Players(_) => Key::Players,
        Item::Setup(_) => Key::Setup,
        Item::Law(law) => Key::Law(std::mem::discriminant(law)),
        Item::Piece(piece) => Key::Piece(&piece.letter.node),
        Item::Zone(zone) => Key::Zone(&zone.name.node),
        Item::Option(option) => Key::Option(&option.name.node),
        _ => return None,
    })
}

/// The file alone: `remove` has nothing to take from.
pub(super) fn without_parent(file: File, out: &mut Diagnostics) -> File {
    let (kept, removals) = split(file, out);
    if let Some((first, more)) = removals.split_first() {
        out.push(
            Diagnostic::error("E0605", "`remove` stands in a file without `extends`")
                .label(first.span, "there is no parent to take it out of")
                .and_here(more.iter().map(|removal| removal.span))
                .help("leave the line out, or name the parent: `extends \"…\"`"),
        );
    }
    File { items: kept }
}

/// The child's declarations in and over the parent's. `parent_missing`: there is none, and that has been reported.
pub(super) fn merge(
    parent: File,
    child: File,
    parent_missing: bool,
    out: &mut Diagnostics,
) -> File {
    let (own, removals) = split(child, out);
    let mut items = parent.items;
    retain(&mut items, &mut |item| !matches!(item, Item::Test(_)));
    for (at, removal) in removals.iter().enumerate().filter(|_| !parent_missing) {
        let first = removals[..at].iter().find(|first| first.node == removal.node);
        match first {
            Some(first) => out.push(
                Diagnostic::error("E0607", "this `remove` stands twice")
                    .label(removal.span, "the second")
                    .label(first.span, "the first")
                    .help("leave one of the two out"),
            ),
            None => remove(&mut items, removal, out),
        }
    }
    let mut entries: Vec<Entry> =
        items.into_iter().map(|item| Entry { item, inherited: true }).collect();
    for item in own {
        let again = |e: &&Entry| e.inherited && e.item.node == item.node;
        if let Some(same) =
            entries.iter().find(again).filter(|_| replaces(&item.node) && !parent_missing)
        {
            out.push(
                Diagnostic::advice("L0601", "this repeats what the parent says")
                    .label(item.span, "changes nothing")
                    .label(same.item.span, "the parent's")
                    .help("leave it out, or say something else"),
            );
        }
        place(&mut entries, item);
    }
    // What was taken out is remembered, for reports on what still names it.
    let taken = removals.into_iter().map(|r| Spanned::new(Item::Remove(r.node), r.span));
    entries.extend(taken.map(|item| Entry { item, inherited: false }));
    File { items: entries.into_iter().map(|e| e.item).collect() }
}

/// Whether a declaration takes the place of a parent's.
fn replaces(item: &Item) -> bool {
    key(item).is_some() || matches!(item, Item::End(_))
}

/// What stays of a file, and its removals. `extends` is dropped; it and `remove` may not stand in an `if`.
fn split(file: File, out: &mut Diagnostics) -> (Vec<Spanned<Item>>, Vec<Spanned<Removal>>) {
    let (mut kept, mut removals) = (Vec::new(), Vec::new());
    for mut item in file.items {
        match item.node {
            Item::Extends(_) => continue,
            Item::Remove(removal) => {
                removals.push(Spanned::new(removal, item.span));
                continue;
            }
            Item::If(ref mut choice) => {
                refuse_conditional(&mut choice.then, out);
                refuse_conditional(&mut choice.otherwise, out);
            }
            _ => {}
        }
        kept.push(item);
    }
    (kept, removals)
}

fn refuse_conditional(items: &mut Vec<Spanned<Item>>, out: &mut Diagnostics) {
    for item in items.iter_mut() {
        let word = match &mut item.node {
            Item::Extends(_) => "extends",
            Item::Remove(_) => "remove",
            Item::If(choice) => {
                refuse_conditional(&mut choice.then, out);
                refuse_conditional(&mut choice.otherwise, out);
                continue;
            }
            _ => continue,
        };
        out.push(
            Diagnostic::error("E0606", format!("`{word}` cannot depend on an option"))
                .label(item.span, "this stands in an `if`")
                .help(format!("move `{word} …` out of the braces")),
        );
    }
    items.retain(|item| !matches!(item.node, Item::Extends(_) | Item::Remove(_)));
}

/// Keeps what `keep` says, within `if`s too; tells whether anything went.
pub(super) fn retain(items: &mut Vec<Spanned<Item>>, keep: &mut dyn FnMut(&Item) -> bool) -> bool {
    let before = items.len();
    items.retain(|item| keep(&item.node));
    let mut gone = items.len() < before;
    for item in items {
        if let Item::If(choice) = &mut item.node {
            gone |= retain(&mut choice.then, keep);
            gone |= retain(&mut choice.otherwise, keep);
        }
    }
    gone
}

fn remove(items: &mut Vec<Spanned<Item>>, removal: &Spanned<Removal>, out: &mut Diagnostics) {
    let gone = match &removal.node {
        Removal::Piece(name) => retain(items, &mut |i| key(i) != Some(Key::Piece(&name.node))),
        Removal::Zone(name) => retain(items, &mut |i| key(i) != Some(Key::Zone(&name.node))),
        Removal::Option(name) => remove_option(items, &name.node),
        Removal::Castles => retain(items, &mut |i| !matches!(i, Item::Castle(_))),
        Removal::Ends => retain(items, &mut |i| !matches!(i, Item::End(_))),
        Removal::Setup => retain(items, &mut |i| !matches!(i, Item::Setup(_))),
        Removal::Laws(word) => {
            retain(items, &mut |i| !matches!(i, Item::Law(law) if law.begins() == *word))
        }
    };
    if !gone {
        out.push(nothing_removed(items, removal));
    }
}

fn nothing_removed(items: &[Spanned<Item>], removal: &Spanned<Removal>) -> Diagnostic {
    let named = |kind: &str, name: &Name, same: fn(&Item) -> Option<&str>| {
        let mut known = Vec::new();
        names(items, same, &mut known);
        let error =
            Diagnostic::error("E0607", format!("the parent has no {kind} called `{}`", name.node))
                .label(name.span, "nothing of that name to remove");
        let near = nearest(&name.node, known.iter().copied());
        match near.filter(|near| is_slip(&name.node, near)) {
            Some(near) => error.help(format!("write `remove {kind} {near}`")),
            None if known.is_empty() => error.help(format!("the parent has no {kind} at all")),
            None => error.help(format!("it has: {}", known.join(", "))),
        }
    };
    let plain = |what: &str, span: Span| {
        Diagnostic::error("E0607", format!("the parent has no {what}"))
            .label(span, "nothing to remove")
            .help("leave the line out")
    };
    match &removal.node {
        Removal::Piece(name) => named("piece", name, |i| match key(i) {
            Some(Key::Piece(letter)) => Some(letter),
            _ => None,
        }),
        Removal::Zone(name) => named("zone", name, |i| match key(i) {
            Some(Key::Zone(zone)) => Some(zone),
            _ => None,
        }),
        Removal::Option(name) => named("option", name, |i| match key(i) {
            Some(Key::Option(option)) => Some(option),
            _ => None,
        }),
        Removal::Castles => plain("castling", removal.span),
        Removal::Ends => plain("end of the game", removal.span),
        Removal::Setup => plain("start position", removal.span),
        Removal::Laws(word) => {
            plain(&format!("rule of the game that begins with `{}`", word.word()), removal.span)
        }
    }
}

fn names<'a>(
    items: &'a [Spanned<Item>],
    name: fn(&Item) -> Option<&str>,
    found: &mut Vec<&'a str>,
) {
    for item in items {
        if let Item::If(choice) = &item.node {
            names(&choice.then, name, found);
            names(&choice.otherwise, name, found);
        } else if let Some(known) = name(&item.node) {
            found.push(known);
        }
    }
}

/// Puts one of the child's declarations where it belongs.
fn place(entries: &mut Vec<Entry>, item: Spanned<Item>) {
    let at = if holds_end(&item.node) {
        place_of_end(entries, &item.node)
    } else {
        key(&item.node).and_then(|key| take(entries, key))
    };
    let entry = Entry { item, inherited: false };
    entries.insert(at.unwrap_or(entries.len()), entry);
}

/// Takes the parent's declarations of that key out; where the first of them stood.
fn take(entries: &mut Vec<Entry>, wanted: Key<'_>) -> Option<usize> {
    let mut first = None;
    let mut at = 0;
    while at < entries.len() {
        let entry = &mut entries[at];
        if entry.inherited && key(&entry.item.node) == Some(wanted) {
            entries.remove(at);
            first = first.or(Some(at));
            continue;
        }
        if let (true, Item::If(choice)) = (entry.inherited, &mut entry.item.node) {
            let mut other = |item: &Item| key(item) != Some(wanted);
            let gone = retain(&mut choice.then, &mut other);
            if retain(&mut choice.otherwise, &mut other) || gone {
                first = first.or(Some(at));
            }
        }
        at += 1;
    }
    first
}

/// In the place of the parent's end with the same conditions (which goes), else before the parent's first.
fn place_of_end(entries: &mut Vec<Entry>, item: &Item) -> Option<usize> {
    let same = |entry: &Entry| match (&entry.item.node, item) {
        (Item::End(old), Item::End(new)) => {
            entry.inherited && old.moment == new.moment && old.terms == new.terms
        }
        _ => false,
    };
    if let Some(at) = entries.iter().position(same) {
        entries.remove(at);
        return Some(at);
    }
    entries.iter().position(|entry| entry.inherited && holds_end(&entry.item.node))
}

fn holds_end(item: &Item) -> bool {
    match item {
        Item::End(_) => true,
        Item::If(choice) => {
            choice.then.iter().chain(&choice.otherwise).any(|inner| holds_end(&inner.node))
        }
        _ => false,
    }
}
