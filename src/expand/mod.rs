//! Makes one file of a file and its parents, and plain rules of Betza's notation. What comes out holds no `remove`, no
//! `betza` and no `extends` – unless one of them is in error: then it stays, so that later stages know that something is missing.

mod betza;
mod merge;
mod settle;

use crate::ast::{File, Item, PieceItem, Rule};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::parse::parse;
use crate::text::{FileId, Source, SourceMap, Spanned};

/// Most files in a chain of parents, the first child included.
const LONGEST_CHAIN: usize = 16;

/// Finds the text of a parent.
pub trait Loader {
    /// The text called `name` in the file called `from`.
    ///
    /// # Errors
    /// Says why there is none, in a few words.
    fn load(&self, name: &str, from: &str) -> Result<Source, String>;
}

/// Merges a file into its parents and writes `betza` texts out as rules.
#[must_use]
pub fn expand(
    file: File,
    own: FileId,
    sources: &mut SourceMap,
    loader: &dyn Loader,
) -> (File, Diagnostics) {
    let mut out = Diagnostics::default();
    let (mut chain, missing) = load_chain(file, own, sources, loader, &mut out);
    let broken = missing.is_some();
    let mut merged = None;
    while let Some(child) = chain.pop() {
        merged = Some(match merged {
            None if !broken => merge::without_parent(child, &mut out),
            parent => merge::merge(parent.unwrap_or_default(), child, broken, &mut out),
        });
    }
    let mut merged = merged.unwrap_or_default();
    merged.items.extend(missing);
    expand_items(&mut merged.items, &mut out);
    (merged, out)
}

/// The file and its parents, the oldest last; and the `extends` whose parent could not be had.
fn load_chain(
    file: File,
    own: FileId,
    sources: &mut SourceMap,
    loader: &dyn Loader,
    out: &mut Diagnostics,
) -> (Vec<File>, Option<Spanned<Item>>) {
    let mut names = vec![sources.get(own).name().to_owned()];
    let mut parent = parent_of(&file, out);
    let mut chain = vec![file];
    while let Some(name) = parent {
        let from = names.last().map_or("", String::as_str);
        match next_parent(&name, from, &names, loader) {
            Err(diagnostic) => {
                out.push(diagnostic);
                let span = name.span;
                return (chain, Some(Spanned::new(Item::Extends(name), span)));
            }
            Ok(source) => {
                names.push(source.name().to_owned());
                let id = sources.add(source);
                let (file, found) = parse(sources.get(id), id);
                let broken = found.has_errors();
                out.extend(found);
                parent = parent_of(&file, out);
                chain.push(file);
                if broken {
                    let span = name.span;
                    return (chain, Some(Spanned::new(Item::Extends(name), span)));
                }
            }
        }
    }
    (chain, None)
}

fn next_parent(
    name: &Spanned<String>,
    from: &str,
    names: &[String],
    loader: &dyn Loader,
) -> Result<Source, Diagnostic> {
    if names.len() >= LONGEST_CHAIN {
        let message = format!("the chain of parents is longer than {LONGEST_CHAIN} files");
        return Err(Diagnostic::error("E0603", message)
            .label(name.span, "one parent too many")
            .help("extend a file nearer to the beginning of the chain"));
    }
    let source = loader.load(&name.node, from).map_err(|reason| {
        Diagnostic::error("E0601", format!("the parent `{}` cannot be read: {reason}", name.node))
            .label(name.span, "named here")
            .help("write the name of a built-in game, or of a file beside this one that ends in `.variant`")
    })?;
    if let Some(at) = names.iter().position(|n| n == source.name()) {
        let mut circle: Vec<&str> = names[at..].iter().map(String::as_str).collect();
        circle.push(source.name());
        let message = format!("the files extend each other in a circle: {}", circle.join(" → "));
        return Err(Diagnostic::error("E0602", message)
            .label(name.span, "this closes the circle")
            .help("one of these files must stand without `extends`"));
    }
    Ok(source)
}

/// The parent that a file names, if any; more than one is an error.
fn parent_of(file: &File, out: &mut Diagnostics) -> Option<Spanned<String>> {
    let mut found: Option<Spanned<String>> = None;
    for item in &file.items {
        let Item::Extends(name) = &item.node else { continue };
        if let Some(first) = &found {
            out.push(
                Diagnostic::error("E0604", "`extends` stands twice")
                    .label(name.span, "the second")
                    .label(first.span, "the first")
                    .help("a file has one parent; leave one of the two out"),
            );
        } else {
            found = Some(name.clone());
        }
    }
    found
}

fn expand_items(items: &mut [Spanned<Item>], out: &mut Diagnostics) {
    for item in items {
        match &mut item.node {
            Item::Piece(piece) => expand_rules(&mut piece.rules, out),
            Item::If(choice) => {
                expand_items(&mut choice.then, out);
                expand_items(&mut choice.otherwise, out);
            }
            _ => {}
        }
    }
}

fn expand_rules(rules: &mut Vec<Spanned<PieceItem>>, out: &mut Diagnostics) {
    let mut expanded = Vec::with_capacity(rules.len());
    for mut item in std::mem::take(rules) {
        if let PieceItem::If(choice) = &mut item.node {
            expand_rules(&mut choice.then, out);
            expand_rules(&mut choice.otherwise, out);
        }
        let PieceItem::Betza(text) = &item.node else {
            expanded.push(item);
            continue;
        };
        match betza::rules(text) {
            Ok(rules) => expanded.extend(rules.into_iter().map(as_item)),
            Err(diagnostic) => {
                out.push(*diagnostic);
                expanded.push(item);
            }
        }
    }
    *rules = expanded;
}

fn as_item(rule: Spanned<Rule>) -> Spanned<PieceItem> {
    Spanned::new(PieceItem::Rule(rule.node), rule.span)
}
