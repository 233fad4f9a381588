//! Attack trees: for each piece, its cell and a target, the part of the piece's tree that captures the target.
//!
//! ```text
//! rook on a1, target a3:    a2 empty? ─ a3 enemy, capture: yes
//! ```

use crate::ids::{Cell, Code, Mask};
use crate::ir::{AttackNode, AttackTree, Flags, FormNode, Forms, Game, Tree};
use std::collections::BTreeMap;

/// Adds the attack trees of all pieces to the forms. Only targets on which a royal piece of the opponent could be captured count.
pub(super) fn add(game: &Game, forms: &mut Forms) {
    let cells = game.topology.cells();
    forms.attack_index = vec![(0, 0); game.codes() * cells];
    for code in (1..u8::try_from(game.codes()).unwrap_or(u8::MAX)).map(Code) {
        let royal = code.player().map_or(Mask::NONE, |p| game.royal[p.other().index()]);
        let mut by_target: BTreeMap<u16, Vec<AttackTree>> = BTreeMap::new();
        for from in game.topology.exists.iter() {
            let tree = forms.trees[code.index() * cells + from.index()];
            for (target, captures) in captures(forms, tree, royal) {
                let pruned = prune(forms, tree, &captures);
                let start = place(forms.attack_nodes.len());
                forms.attack_nodes.extend(pruned);
                let end = place(forms.attack_nodes.len());
                by_target.entry(target).or_default().push(AttackTree { from, start, end });
            }
        }
        for (target, trees) in by_target {
            let first = place(forms.attacks.len());
            forms.attacks.extend(trees);
            let at = code.index() * cells + Cell(target).index();
            forms.attack_index[at] = (first, place(forms.attacks.len()));
        }
    }
}

fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The nodes of a tree that can capture a royal piece, by target.
fn captures(forms: &Forms, tree: Tree, royal: Mask) -> BTreeMap<u16, Vec<u32>> {
    let mut all: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for at in tree.start..tree.end {
        let node = forms.nodes[at as usize];
        if node.flags.has(Flags::CAPTURE) && !forms.masks[usize::from(node.test)].and(royal).is_none() {
            all.entry(node.cell).or_default().push(at);
        }
    }
    all
}

/// The part of a tree that leads to these nodes and from them to a move. Places in it are relative to its start; the caller
/// appends it to the others, so they are made absolute at once.
fn prune(forms: &Forms, tree: Tree, captures: &[u32]) -> Vec<AttackNode> {
    let mut pruning = Pruning { nodes: &forms.nodes, captures, out: Vec::new(), base: place(forms.attack_nodes.len()) };
    pruning.children(tree.start, tree.end, false);
    pruning.out
}

struct Pruning<'a> {
    nodes: &'a [FormNode],
    captures: &'a [u32],
    out: Vec<AttackNode>,
    base: u32,
}

impl Pruning<'_> {
    /// Writes what is needed of the nodes from `at` to before `end`; `captured`: the target has been captured before them.
    fn children(&mut self, mut at: u32, end: u32, captured: bool) {
        while at < end {
            let node = self.nodes[at as usize];
            let below = self.captures.partition_point(|c| *c < at);
            let leads = captured || self.captures.get(below).is_some_and(|c| *c < node.skip);
            if leads {
                self.node(at, node, captured);
            }
            at = node.skip;
        }
    }

    fn node(&mut self, at: u32, node: FormNode, captured: bool) {
        let captured = captured || self.captures.binary_search(&at).is_ok();
        let hit = captured && node.flags.has(Flags::EMIT) && !node.flags.has(Flags::NOT);
        let written = self.out.len();
        let flags = node.flags.0 & Flags::NOT | if hit { Flags::EMIT } else { 0 };
        self.out.push(AttackNode { cell: node.cell, test: node.test, flags: Flags(flags), skip: 0, extra: 0 });
        let mut first = at + 1;
        if node.flags.has(Flags::NOT) {
            self.body(first, node.extra);
            self.out[written].extra = self.base + place(self.out.len());
            first = node.extra;
        }
        if !hit {
            self.children(first, node.skip, captured);
        }
        self.out[written].skip = self.base + place(self.out.len());
        if !hit && self.out.len() == written + 1 && !node.flags.has(Flags::NOT) {
            self.out.pop();
        }
    }

    /// The body of a negated look is kept whole.
    fn body(&mut self, from: u32, to: u32) {
        let shift = |place: u32, out: &Self| place - from + out.base + out.out.len() as u32;
        let copied: Vec<AttackNode> = (from..to)
            .map(|at| {
                let node = self.nodes[at as usize];
                AttackNode {
                    cell: node.cell,
                    test: node.test,
                    flags: Flags(node.flags.0 & (Flags::NOT | Flags::MATCH)),
                    skip: shift(node.skip, self),
                    extra: if node.flags.has(Flags::NOT) { shift(node.extra, self) } else { 0 },
                }
            })
            .collect();
        self.out.extend(copied);
    }
}
