//! Takes an option out of a parent: what depends on it stays as it is by default.

use crate::ast::{If, Item, PieceItem};
use crate::expand::merge::retain;
use crate::text::Spanned;

/// Takes it out; says whether it is there.
pub(super) fn remove_option(items: &mut Vec<Spanned<Item>>, name: &str) -> bool {
    let Some(default) = default_of(items, name) else { return false };
    retain(items, &mut |i| !matches!(i, Item::Option(option) if option.name.node == name));
    settle_items(items, name, default);
    true
}

fn default_of(items: &[Spanned<Item>], name: &str) -> Option<bool> {
    items.iter().find_map(|item| match &item.node {
        Item::Option(option) if option.name.node == name => Some(option.default),
        Item::If(choice) => {
            default_of(&choice.then, name).or_else(|| default_of(&choice.otherwise, name))
        }
        _ => None,
    })
}

fn settle_items(items: &mut Vec<Spanned<Item>>, name: &str, on: bool) {
    settle(items, name, on, &mut |item| match &mut item.node {
        Item::If(choice) => Some(choice),
        _ => None,
    });
    for item in items {
        if let Item::Piece(piece) = &mut item.node {
            settle_rules(&mut piece.rules, name, on);
        }
    }
}

fn settle_rules(rules: &mut Vec<Spanned<PieceItem>>, name: &str, on: bool) {
    settle(rules, name, on, &mut |rule| match &mut rule.node {
        PieceItem::If(choice) => Some(choice),
        _ => None,
    });
}

/// Puts the branch that is taken in the place of every choice by that option.
fn settle<T>(
    list: &mut Vec<Spanned<T>>,
    name: &str,
    on: bool,
    choice_of: &mut dyn FnMut(&mut Spanned<T>) -> Option<&mut If<T>>,
) {
    for mut item in std::mem::take(list) {
        let Some(choice) = choice_of(&mut item) else {
            list.push(item);
            continue;
        };
        settle(&mut choice.then, name, on, choice_of);
        settle(&mut choice.otherwise, name, on, choice_of);
        if choice.option.node != name {
            list.push(item);
        } else if on != choice.negated {
            list.append(&mut choice.then);
        } else {
            list.append(&mut choice.otherwise);
        }
    }
}
