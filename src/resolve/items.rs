//! A file's declarations by kind, those of `if` branches with what they depend on.

use crate::ast;
use crate::resolve::Resolver;
use crate::resolve::guard::Guard;
use crate::text::{Span, Spanned};

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Given<'a, T> {
    /// What it says.
    pub(super) node: &'a T,
    /// Where.
    pub(super) span: Span,
    /// On which options it depends.
    pub(super) guard: Guard,
    /// Whether it is there with the options chosen.
    pub(super) active: bool,
}

/// All declarations of a file.
#[derive(Debug, Default)]
pub(super) struct Items<'a> {
    pub(super) games: Vec<Given<'a, Spanned<String>>>,
    pub(super) inventors: Vec<Given<'a, Spanned<String>>>,
    pub(super) abouts: Vec<Given<'a, Spanned<String>>>,
    pub(super) sources: Vec<Given<'a, Spanned<String>>>,
    pub(super) boards: Vec<Given<'a, ast::Board>>,
    pub(super) players: Vec<Given<'a, ast::Players>>,
    pub(super) zones: Vec<Given<'a, ast::Zone>>,
    pub(super) pieces: Vec<Given<'a, ast::Piece>>,
    pub(super) castles: Vec<Given<'a, ast::Castle>>,
    pub(super) setups: Vec<Given<'a, Spanned<String>>>,
    pub(super) ends: Vec<Given<'a, ast::End>>,
    pub(super) laws: Vec<Given<'a, ast::Law>>,
}

/// Sorts a file's declarations. The options must be known.
pub(super) fn collect<'a>(resolver: &mut Resolver<'a>, file: &'a ast::File) -> Items<'a> {
    let mut items = Items::default();
    gather(resolver, &file.items, &Guard::default(), &mut items);
    // Pieces of nobody have the first numbers.
    items.pieces.sort_by_key(|given| given.node.neutral.is_none());
    items
}

fn gather<'a>(
    resolver: &mut Resolver<'a>,
    list: &'a [Spanned<ast::Item>],
    guard: &Guard,
    items: &mut Items<'a>,
) {
    use crate::ast::Item;
    for item in list {
        let (span, active) = (item.span, resolver.scope.active(guard));
        macro_rules! put {
            ($list:ident, $node:expr) => {
                items.$list.push(Given { node: $node, span, guard: guard.clone(), active })
            };
        }
        match &item.node {
            Item::Game(node) => put!(games, node),
            Item::Inventor(node) => put!(inventors, node),
            Item::About(node) => put!(abouts, node),
            Item::Source(node) => put!(sources, node),
            Item::Board(node) => put!(boards, node),
            Item::Players(node) => put!(players, node),
            Item::Zone(node) => put!(zones, node),
            Item::Piece(node) => put!(pieces, node),
            Item::Castle(node) => put!(castles, node),
            Item::Setup(node) => put!(setups, node),
            Item::End(node) => put!(ends, node),
            Item::Law(node) => put!(laws, node),
            Item::If(choice) => {
                let (on, off) = resolver.branches(choice, guard);
                gather(resolver, &choice.then, &on, items);
                gather(resolver, &choice.otherwise, &off, items);
            }
            // Options are collected before; `extends` that is left marks a missing parent; `expand` takes out
            // the rest; tests are read when they run; `allow` is looked at when all is known.
            Item::Option(_) | Item::Extends(_) | Item::Remove(_) | Item::Test(_) => {}
            Item::Allow(_) => {}
        }
    }
}

/// A piece's rules, those of `if` branches with what they depend on.
pub(super) fn rules<'a>(
    resolver: &mut Resolver<'a>,
    list: &'a [Spanned<ast::PieceItem>],
    guard: &Guard,
    found: &mut Vec<Given<'a, ast::PieceItem>>,
) {
    for item in list {
        if let ast::PieceItem::If(choice) = &item.node {
            let (on, off) = resolver.branches(choice, guard);
            rules(resolver, &choice.then, &on, found);
            rules(resolver, &choice.otherwise, &off, found);
        } else {
            let active = resolver.scope.active(guard);
            found.push(Given { node: &item.node, span: item.span, guard: guard.clone(), active });
        }
    }
}
