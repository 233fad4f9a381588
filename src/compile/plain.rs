//! Finds the plain moves of the trees, and writes what is left of the trees without them.
//!
//! ```text
//! tree of a pawn on e2                     plain                        left
//! e3 empty ─ emit e3                       e3; e4 if e3 is empty        d3, f3 on a trail
//!   └ e4 empty ─ emit e4
//! d3 enemy, capture ─ emit d3              takes d3, f3
//! d3 on a trail ─ emit d3
//! ```

use crate::compile::shapes;
use crate::ids::{Cell, Code, Mask};
use crate::ir::{AttackTree, Emit, Flags, FormNode, Forms, Game, Group, Plain, Sheaf, Siege, Tree};

/// Finds the plain moves of all trees.
pub(super) fn find(game: &Game, forms: &mut Forms) {
    let empty = forms.masks.iter().position(|m| *m == Code::EMPTY.mask());
    let Some(empty) = empty.and_then(|at| u8::try_from(at).ok()) else {
        forms.rest.clone_from(&forms.trees);
        forms.rest_drops.clone_from(&forms.drops);
        forms.sheaves = vec![Sheaf::default(); forms.trees.len()];
        forms.drop_sheaves = vec![Sheaf::default(); forms.drops.len()];
        return;
    };
    let finder = Finder { game, empty };
    for at in 0..forms.trees.len() {
        let (sheaf, rest) = finder.split(forms, forms.trees[at], code(at / game.topology.cells()));
        forms.sheaves.push(sheaf);
        forms.rest.push(rest);
    }
    for at in 0..forms.drops.len() {
        let (sheaf, rest) = finder.split(forms, forms.drops[at], code(at));
        forms.drop_sheaves.push(sheaf);
        forms.rest_drops.push(rest);
    }
    let cells = game.topology.cells();
    for at in 0..forms.attack_index.len() {
        let (start, end) = forms.attack_index[at];
        let by = code(at / cells).player();
        let royal = by.map_or(Mask::NONE, |p| game.royal[p.other().index()]);
        for attack in start..end {
            forms.attacks[attack as usize].siege =
                finder.siege(forms, forms.attacks[attack as usize], at % cells, royal);
        }
    }
}

struct Finder<'g> {
    game: &'g Game,
    /// The test for an empty cell.
    empty: u8,
}

/// An emit of a tree, with where it stands and what it would be as a plain move.
struct Found {
    node: u32,
    emit: u32,
    /// Where it goes, what it takes, which cells must be empty.
    plain: Option<(Cell, Option<u8>, Vec<Cell>)>,
    /// Whether it needs a trail on the board.
    on_trail: bool,
}

impl Finder<'_> {
    fn split(&self, forms: &mut Forms, tree: Tree, piece: Code) -> (Sheaf, Tree) {
        let mut found = self.emits(forms, tree, piece);
        forbid_half_groups(forms, &mut found);
        let (plains, shapes) = (place(forms.plains.len()), place(forms.shapes.len()));
        for one in &found {
            if let Some((to, takes, empties)) = &one.plain {
                let start = place(forms.lines.len());
                forms.lines.extend(empties);
                let length = u16::try_from(empties.len()).unwrap_or(u16::MAX);
                forms.plains.push(Plain {
                    to: *to,
                    takes: *takes,
                    empties: start,
                    length,
                    emit: one.emit,
                });
            }
        }
        let found_shapes = shapes::of(forms, &forms.plains[plains as usize..]);
        forms.shapes.extend(found_shapes);
        let sheaf = Sheaf {
            plains: (plains, place(forms.plains.len())),
            shapes: (shapes, place(forms.shapes.len())),
        };
        (sheaf, rest(forms, tree, &found))
    }

    /// All emits of a tree, in order.
    fn emits(&self, forms: &Forms, tree: Tree, piece: Code) -> Vec<Found> {
        let mut open: Vec<u32> = Vec::new();
        let mut all = Vec::new();
        let mut body = 0;
        for at in tree.start..tree.end {
            let node = &forms.nodes[at as usize];
            while open.last().is_some_and(|o| forms.nodes[*o as usize].skip <= at) {
                open.pop();
            }
            if node.flags.has(Flags::NOT) && at >= body {
                body = node.extra;
                open.push(at);
                continue;
            }
            if at < body {
                continue;
            }
            open.push(at);
            if !node.flags.has(Flags::EMIT) {
                continue;
            }
            let on_trail = open.iter().any(|o| forms.nodes[*o as usize].flags.has(Flags::TRAIL));
            for emit in node.extra.. {
                let written = &forms.emits[emit as usize];
                all.push(Found {
                    node: at,
                    emit,
                    plain: self.plain(forms, &open, written, piece),
                    on_trail,
                });
                if written.last {
                    break;
                }
            }
        }
        all
    }

    /// What an emit is as a plain move; `path`: the nodes that lead to it.
    fn plain(
        &self,
        forms: &Forms,
        path: &[u32],
        emit: &Emit,
        piece: Code,
    ) -> Option<(Cell, Option<u8>, Vec<Cell>)> {
        let blasts = self.game.laws.blast.is_some() && emit.captures > 0;
        let sly = self.game.rule(emit.rule).without_mate || emit.crossing || emit.shots > 0;
        let elsewhere = emit.entry.is_some() && (emit.entry != emit.to || emit.captures > 0);
        let royal = self.game.royal[0].or(self.game.royal[1]);
        let becomes = &forms.becomes[usize::from(emit.becomes)];
        let crowns = becomes.iter().any(|c| royal.has(*c) != royal.has(piece));
        if blasts || sly || elsewhere || crowns {
            return None;
        }
        let (mut takes, mut empties, mut seen) = (None, Vec::new(), false);
        let mut vacant = false;
        for node in path.iter().map(|at| &forms.nodes[*at as usize]) {
            let cell = Cell(node.cell);
            if node.flags.has(Flags::NOT | Flags::TRAIL) {
                return None;
            }
            if node.flags.has(Flags::CAPTURE) {
                if cell != emit.to || takes.is_some() {
                    return None;
                }
                takes = Some(node.test);
            } else if node.test != self.empty {
                return None;
            } else if cell == emit.to {
                vacant = true;
            } else {
                empties.push(cell);
            }
            seen |= cell == emit.to;
        }
        // What is tested to be empty is not captured: no position comes to such an end of a tree.
        (seen && !(vacant && takes.is_some())).then_some((emit.to, takes, empties))
    }

    /// The form of an attack: a line, if its tree asks for nothing but empty cells.
    fn siege(&self, forms: &mut Forms, attack: AttackTree, target: usize, royal: Mask) -> Siege {
        let nodes = &forms.attack_nodes[attack.start as usize..attack.end as usize];
        let Some((last, line)) = nodes.split_last() else { return Siege::Tree };
        let straight = |n: &crate::ir::AttackNode| {
            n.flags == Flags(0) && n.test == self.empty && n.skip >= attack.end
        };
        let takes_all = royal.without(forms.masks[usize::from(last.test)]).is_none()
            && usize::from(last.cell) == target;
        if last.flags != Flags(Flags::EMIT) || !line.iter().all(straight) || !takes_all {
            return Siege::Tree;
        }
        let start = place(forms.lines.len());
        let cells: Vec<Cell> = line.iter().map(|n| Cell(n.cell)).collect();
        forms.lines.extend(&cells);
        Siege::Line(start, u16::try_from(cells.len()).unwrap_or(u16::MAX))
    }
}

/// Emits of one effect are plain together or not at all, and not if they leave a trail.
fn forbid_half_groups(forms: &Forms, found: &mut [Found]) {
    let group = |f: &Found| forms.emits[f.emit as usize].group;
    let mut half: Vec<Group> = found
        .iter()
        .filter(|f| f.plain.is_none() || forms.emits[f.emit as usize].trail_length > 0)
        .map(group)
        .filter(|g| *g != Group::ALONE)
        .collect();
    half.sort_unstable_by_key(|g| g.0);
    for one in found {
        if half.binary_search_by_key(&group(one).0, |g| g.0).is_ok() {
            one.plain = None;
        }
    }
}

/// Writes the part of a tree that leads to emits which are not plain.
fn rest(forms: &mut Forms, tree: Tree, found: &[Found]) -> Tree {
    let left: Vec<&Found> = found.iter().filter(|f| f.plain.is_none()).collect();
    if left.is_empty() {
        return Tree::default();
    }
    let only_on_trail = left.iter().all(|f| f.on_trail);
    let size = (tree.end - tree.start) as usize;
    let old = forms.nodes[tree.start as usize..tree.end as usize].to_vec();
    let local = |at: u32| (at - tree.start) as usize;
    let mut keep = vec![false; size];
    for one in &left {
        keep_path(&old, tree.start, local(one.node), &mut keep);
    }
    let base = place(forms.nodes.len());
    let mut moved = Vec::with_capacity(size + 1);
    let mut next = base;
    for kept in &keep {
        moved.push(next);
        next += u32::from(*kept);
    }
    moved.push(next);
    for (at, node) in old.iter().enumerate().filter(|(at, _)| keep[*at]) {
        let mut node = FormNode { skip: moved[local(node.skip)], ..*node };
        if node.flags.has(Flags::NOT) {
            node.extra = moved[local(node.extra)];
        } else if node.flags.has(Flags::EMIT) {
            let first = left.partition_point(|f| local(f.node) < at);
            let own: Vec<Emit> = left[first..]
                .iter()
                .take_while(|f| local(f.node) == at)
                .map(|f| forms.emits[f.emit as usize])
                .collect();
            node.flags.0 &= if own.is_empty() { !Flags::EMIT } else { u8::MAX };
            node.extra = place(forms.emits.len());
            let many = own.len();
            let marked =
                own.into_iter().enumerate().map(|(i, e)| Emit { last: i + 1 == many, ..e });
            forms.emits.extend(marked);
        }
        forms.nodes.push(node);
    }
    Tree { start: base, end: next, groups: tree.groups, only_on_trail }
}

/// Marks a node, all that lead to it, and the bodies of the looks among them.
fn keep_path(nodes: &[FormNode], start: u32, node: usize, keep: &mut [bool]) {
    let local = |at: u32| (at - start) as usize;
    let mut at = 0;
    while at <= node {
        let skip = local(nodes[at].skip);
        if skip <= node {
            at = skip;
            continue;
        }
        let end = if nodes[at].flags.has(Flags::NOT) { local(nodes[at].extra) } else { at + 1 };
        keep[at..end].fill(true);
        at = end;
    }
}

fn code(number: usize) -> Code {
    Code(u8::try_from(number).unwrap_or(u8::MAX))
}

fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
