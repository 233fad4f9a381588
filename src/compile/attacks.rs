//! Attack trees: for each piece, its cell and a target, the part of the piece's tree that captures the target.
//!
//! ```text
//! rook on a1, target a3:    a2 empty? ─ a3 enemy, capture: yes
//! ```

use crate::ids::{Code, Mask};
use crate::ir::{AttackNode, AttackTree, Flags, FormNode, Forms, Game, Siege, Tree};

/// Adds the attack trees of all pieces to the forms. Only targets on which a royal piece of the opponent could be captured count.
pub(super) fn add(game: &Game, forms: &mut Forms) {
    let cells = game.topology.cells();
    forms.attack_index = vec![(0, 0); game.codes() * cells];
    for code in (1..u8::try_from(game.codes()).unwrap_or(u8::MAX)).map(Code) {
        let royal = code.player().map_or(Mask::NONE, |p| game.royal[p.other().index()]);
        let mut by_target: Vec<Vec<AttackTree>> = vec![Vec::new(); cells];
        for from in game.topology.exists.iter() {
            let tree = forms.trees[code.index() * cells + from.index()];
            let captures = captures(forms, tree, royal);
            if captures.is_empty() || forms.attack_nodes.len() > crate::compile::forms::MOST_ATTACKS
            {
                continue;
            }
            let parents = parents(&forms.nodes, tree);
            for same in captures.chunk_by(|a, b| a.0 == b.0) {
                let start = place(forms.attack_nodes.len());
                let mut pruning =
                    Pruning { nodes: &forms.nodes, out: &mut forms.attack_nodes, open: Vec::new() };
                pruning.write(same, &parents, tree.start);
                let end = place(forms.attack_nodes.len());
                by_target[usize::from(same[0].0)].push(AttackTree {
                    from,
                    start,
                    end,
                    siege: Siege::Tree,
                });
            }
        }
        for (target, trees) in by_target.into_iter().enumerate() {
            let first = place(forms.attacks.len());
            forms.attacks.extend(trees);
            let at = code.index() * cells + target;
            forms.attack_index[at] = (first, place(forms.attacks.len()));
        }
    }
}

fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The nodes of a tree that can capture a royal piece: target and node, sorted.
fn captures(forms: &Forms, tree: Tree, royal: Mask) -> Vec<(u16, u32)> {
    let takes = |node: &FormNode| {
        node.flags.has(Flags::CAPTURE) && !forms.masks[usize::from(node.test)].and(royal).is_none()
    };
    let nodes = (tree.start..).zip(&forms.nodes[tree.start as usize..tree.end as usize]);
    let mut all: Vec<(u16, u32)> =
        nodes.filter(|(_, node)| takes(node)).map(|(at, node)| (node.cell, at)).collect();
    all.sort_unstable();
    all
}

const NO_PARENT: u32 = u32::MAX;

/// The parent of each node of a tree.
fn parents(nodes: &[FormNode], tree: Tree) -> Vec<u32> {
    let mut open: Vec<u32> = Vec::new();
    (tree.start..tree.end)
        .map(|at| {
            while open.last().is_some_and(|parent| nodes[*parent as usize].skip <= at) {
                open.pop();
            }
            let parent = open.last().copied().unwrap_or(NO_PARENT);
            open.push(at);
            parent
        })
        .collect()
}

/// Writes the part of a tree that leads to some of its nodes and from them to a move.
struct Pruning<'a> {
    nodes: &'a [FormNode],
    out: &'a mut Vec<AttackNode>,
    /// Nodes whose subtrees are not finished: where they are in the tree and in `out`.
    open: Vec<(u32, usize)>,
}

impl Pruning<'_> {
    /// Writes what leads to these captures of one target. `first` is the tree's first node, to which `parents` belong.
    fn write(&mut self, captures: &[(u16, u32)], parents: &[u32], first: u32) {
        for (_, capture) in captures {
            self.close(*capture);
            let inside_hit =
                self.open.last().is_some_and(|(_, out)| self.out[*out].flags.has(Flags::EMIT));
            if inside_hit {
                continue;
            }
            let mut way = vec![*capture];
            let mut at = parents[(capture - first) as usize];
            while at != NO_PARENT && self.open.last().is_none_or(|(open, _)| *open != at) {
                way.push(at);
                at = parents[(at - first) as usize];
            }
            for node in way.into_iter().rev() {
                self.open(node, node == *capture);
            }
        }
        self.close(u32::MAX);
    }

    /// Finishes the nodes whose subtrees end before `at`.
    fn close(&mut self, at: u32) {
        while let Some((node, out)) = self.open.last().copied() {
            if self.nodes[node as usize].skip > at {
                break;
            }
            self.out[out].skip = place(self.out.len());
            self.open.pop();
        }
    }

    fn open(&mut self, at: u32, captures: bool) {
        let node = self.nodes[at as usize];
        let written = self.out.len();
        let hit = captures && node.flags.has(Flags::EMIT);
        self.node(node, hit);
        self.open.push((at, written));
        if node.flags.has(Flags::NOT) {
            self.look(at, node, written);
        }
        if captures && !hit {
            self.rest(at + 1, node.skip);
        }
    }

    fn node(&mut self, node: FormNode, hit: bool) {
        let flags = Flags(node.flags.0 & Flags::NOT | if hit { Flags::EMIT } else { 0 });
        self.out.push(AttackNode { cell: node.cell, test: node.test, flags, skip: 0, extra: 0 });
    }

    /// Writes all that leads from a capture to a move.
    fn rest(&mut self, mut at: u32, end: u32) {
        while at < end {
            let node = self.nodes[at as usize];
            let written = self.out.len();
            let emits = node.flags.has(Flags::EMIT) && !node.flags.has(Flags::NOT);
            self.node(node, emits);
            let mut first = at + 1;
            if node.flags.has(Flags::NOT) {
                self.look(at, node, written);
                first = node.extra;
            }
            if !emits {
                self.rest(first, node.skip);
            }
            self.out[written].skip = place(self.out.len());
            at = node.skip;
        }
    }

    /// The body of a negated look is kept whole.
    fn look(&mut self, at: u32, node: FormNode, written: usize) {
        let base = place(self.out.len());
        for inner in at + 1..node.extra {
            let node = self.nodes[inner as usize];
            let moved = |to: u32| to - (at + 1) + base;
            self.out.push(AttackNode {
                cell: node.cell,
                test: node.test,
                flags: Flags(node.flags.0 & (Flags::NOT | Flags::MATCH)),
                skip: moved(node.skip),
                extra: if node.flags.has(Flags::NOT) { moved(node.extra) } else { 0 },
            });
        }
        self.out[written].extra = place(self.out.len());
    }
}
