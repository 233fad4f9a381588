//! Finds the plain moves of the trees, and writes what is left of the trees without them.
//!
//! ```text
//! tree of a P on e2                        plain                        left
//! e3 empty ─ emit e3                       e3; e4 if e3 is empty        d3, f3 on a trail
//!   └ e4 empty ─ emit e4
//! d3 enemy, capture ─ emit d3              takes d3, f3
//! d3 on a trail ─ emit d3
//! ```

use crate::compile::shapes::{self, Lane};
use crate::ids::{Cell, Code, Mask, PlayerId};
use crate::ir::{
    Cost, Emit, Flags, FormNode, Forms, Game, Group, Guard, InSets, Kept, Plain, Sheaf, Tree,
};

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
    let own = PlayerId::BOTH.map(|player| game.own_mask(player));
    let finder = Finder { game, empty, own };
    let cells = game.topology.cells();
    for at in 0..forms.trees.len() {
        let (sheaf, rest) = finder.split(forms, forms.trees[at], code(at / cells), at % cells);
        forms.sheaves.push(sheaf);
        forms.rest.push(rest);
    }
    for at in 0..forms.drops.len() {
        let (sheaf, rest) = finder.split(forms, forms.drops[at], code(at), usize::MAX);
        forms.drop_sheaves.push(sheaf);
        forms.rest_drops.push(rest);
    }
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

pub(super) struct Finder<'g> {
    game: &'g Game,
    /// The test for an empty cell.
    empty: u8,
    /// The pieces of either player.
    pub(super) own: [Mask; 2],
}

/// An emit of a tree, with where it stands and what it would be as a plain move.
struct Found {
    node: u32,
    emit: u32,
    plain: Result<Draft, Kept>,
    needs: Needs,
}

/// What must be on the board before a move is possible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Trail,
    /// An enemy on this cell.
    Enemy(Cell),
    Nothing,
}

/// A plain move while it is sought.
struct Draft {
    to: Cell,
    takes: Option<u8>,
    /// The cells before it, in the order of the walk; the hurdle, if there is one, is among them.
    line: Vec<Cell>,
    /// Which of them is the hurdle, and its test.
    hurdle: Option<(usize, u8)>,
    guard: Option<Guard>,
}

impl Draft {
    fn in_sets(&self, emit: &Emit) -> InSets {
        match self {
            _ if emit.trail_length > 0 => InSets::Marked,
            Self { hurdle: Some(_), .. } => InSets::Hop,
            Self { guard: Some(_), .. } => InSets::Guarded,
            Self { line, .. } if line.is_empty() => InSets::Leap,
            _ => InSets::Line,
        }
    }

    /// What hops over hurdles of one kind along one line have in common.
    fn lane(&self) -> (&[Cell], Cell, Option<u8>, Option<u8>) {
        (&self.line, self.to, self.takes, self.hurdle.map(|h| h.1))
    }
}

impl Finder<'_> {
    fn split(&self, forms: &mut Forms, tree: Tree, piece: Code, from: usize) -> (Sheaf, Tree) {
        let mut found = self.emits(forms, tree, piece);
        let enemy = self.enemies(piece);
        let enemy = forms.masks.iter().position(|m| *m == enemy);
        forbid_half_hops(&mut found, from, enemy.and_then(|at| u8::try_from(at).ok()));
        forbid_half_groups(self.game, forms, &mut found);
        let (plains, shapes) = (place(forms.plains.len()), place(forms.shapes.len()));
        let mut lanes = Vec::new();
        for one in &found {
            if let Ok(draft) = &one.plain {
                lanes.push(write(forms, draft, one.emit));
            }
        }
        forms.shapes.extend(shapes::of(lanes));
        count(forms, piece, &found);
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
            if self.never_holds(forms, &open) {
                continue;
            }
            let needs = self.needs(forms, &open, piece);
            for emit in node.extra.. {
                let written = &forms.emits[emit as usize];
                all.push(Found {
                    node: at,
                    emit,
                    plain: self.plain(forms, &open, written, piece),
                    needs,
                });
                if written.last {
                    break;
                }
            }
        }
        all
    }

    /// What the nodes that lead to an emit of a piece need.
    fn needs(&self, forms: &Forms, path: &[u32], piece: Code) -> Needs {
        let nodes = || path.iter().map(|at| &forms.nodes[*at as usize]);
        if nodes().any(|n| n.flags.has(Flags::TRAIL)) {
            return Needs::Trail;
        }
        let enemy = self.enemies(piece);
        let asks = |n: &&FormNode| {
            !n.flags.has(Flags::NOT) && forms.masks[usize::from(n.test)].without(enemy).is_none()
        };
        nodes().find(asks).map_or(Needs::Nothing, |n| Needs::Enemy(Cell(n.cell)))
    }

    /// All that can stand on a cell.
    pub(super) fn everything(&self) -> Mask {
        self.own[0].or(self.own[1]).or(Code::EMPTY.mask())
    }

    /// The enemies of a piece.
    fn enemies(&self, piece: Code) -> Mask {
        piece.player().map_or(Mask::NONE, |p| self.own[p.other().index()])
    }

    /// Whether a path asks two things of one cell of which only one can be.
    fn never_holds(&self, forms: &Forms, path: &[u32]) -> bool {
        let nodes = || path.iter().map(|at| &forms.nodes[*at as usize]);
        let asks = |n: &&FormNode| !n.flags.has(Flags::NOT | Flags::TRAIL);
        nodes().filter(asks).enumerate().any(|(i, node)| {
            let mask = forms.masks[usize::from(node.test)];
            let earlier = nodes().filter(asks).take(i).filter(|n| n.cell == node.cell);
            earlier.into_iter().any(|n| mask.and(forms.masks[usize::from(n.test)]).is_none())
        })
    }

    /// What an emit is as a plain move; `path`: the nodes that lead to it.
    fn plain(&self, forms: &Forms, path: &[u32], emit: &Emit, piece: Code) -> Result<Draft, Kept> {
        let blasts = self.game.laws.blast.is_some() && emit.captures > 0 && emit.trail_length > 0;
        let wary = self.game.rule(emit.rule).without_mate && !emit.entry.is_some();
        let elsewhere = emit.entry.is_some() && (emit.entry != emit.to || emit.captures > 0);
        let royal = self.game.royal[0].or(self.game.royal[1]);
        let becomes = &forms.becomes[usize::from(emit.becomes)];
        let crowns = becomes.iter().any(|c| royal.has(*c) != royal.has(piece));
        let kept = [
            (emit.shots > 0, Kept::Shoots),
            (emit.crossing, Kept::Crossing),
            (wary, Kept::Mates),
            (elsewhere, Kept::GoesOn),
            (crowns, Kept::Crowns),
            (blasts, Kept::CapturesElsewhere),
        ];
        if let Some((_, why)) = kept.into_iter().find(|(holds, _)| *holds) {
            return Err(why);
        }
        let mut draft =
            Draft { to: emit.to, takes: None, line: Vec::new(), hurdle: None, guard: None };
        let mut seen = false;
        let everything = self.everything();
        for at in path {
            let node = &forms.nodes[*at as usize];
            let cell = Cell(node.cell);
            if node.flags.has(Flags::NOT) {
                let guard = self.guard(forms, *at, emit.to).ok_or(Kept::Looks)?;
                if draft.guard.replace(guard).is_some() {
                    return Err(Kept::Looks);
                }
            } else if node.flags.has(Flags::TRAIL) {
                return Err(Kept::OnTrail);
            } else if node.flags.has(Flags::CAPTURE) {
                if cell != emit.to || draft.takes.is_some() {
                    return Err(Kept::CapturesElsewhere);
                }
                draft.takes = Some(node.test);
                seen = true;
            } else if node.test == self.empty {
                if cell == emit.to {
                    seen = true;
                } else {
                    draft.line.push(cell);
                }
            } else if !everything.without(forms.masks[usize::from(node.test)]).is_none() {
                // A hurdle is a piece; what may as well be empty is none.
                let vacant = forms.masks[usize::from(node.test)].has(Code::EMPTY);
                if vacant || cell == emit.to || draft.hurdle.is_some() {
                    return Err(Kept::Asks);
                }
                draft.hurdle = Some((draft.line.len(), node.test));
                draft.line.push(cell);
            }
        }
        let odd = draft.hurdle.is_some() && (draft.guard.is_some() || emit.trail_length > 0);
        let marked = draft.guard.is_some()
            && (emit.trail_length > 0 || draft.takes.is_some() || !draft.line.is_empty());
        match (seen, odd || marked) {
            (true, false) => Ok(draft),
            (true, true) => Err(Kept::Looks),
            (false, _) => Err(Kept::Crossing),
        }
    }

    /// What a negated look forbids, if that is no more than something on some cells. `to`, which must be empty, may be among
    /// them, so that looks along one line from all its cells are the same.
    fn guard(&self, forms: &Forms, look: u32, to: Cell) -> Option<Guard> {
        let body = &forms.nodes[look as usize + 1..forms.nodes[look as usize].extra as usize];
        let matches = |n: &&FormNode| n.flags.has(Flags::MATCH);
        let test = body.iter().find(matches)?.test;
        let mask = forms.masks[usize::from(test)];
        let all = self.everything();
        let fits = |n: &FormNode| {
            let passed = || all.without(forms.masks[usize::from(n.test)].or(mask)).is_none();
            match n.flags {
                Flags(Flags::MATCH) => n.test == test,
                Flags(0) => passed(),
                _ => false,
            }
        };
        if !body.iter().all(fits) || mask.has(Code::EMPTY) {
            return None;
        }
        let mut cells: Vec<Cell> = body.iter().filter(matches).map(|n| Cell(n.cell)).collect();
        cells.push(to);
        cells.sort_unstable();
        cells.dedup();
        Some(Guard { cells, test })
    }
}

/// Counts how the moves of each rule are found.
fn count(forms: &mut Forms, piece: Code, found: &[Found]) {
    for one in found {
        let emit = forms.emits[one.emit as usize];
        let same = |cost: &Cost| (cost.piece, cost.rule) == (piece, emit.rule);
        let at = forms.costs.iter().rposition(same).unwrap_or_else(|| {
            let (sets, tests) = (Vec::new(), Vec::new());
            forms.costs.push(Cost { piece, rule: emit.rule, sets, tests });
            forms.costs.len() - 1
        });
        match &one.plain {
            Ok(draft) => add(&mut forms.costs[at].sets, draft.in_sets(&emit)),
            Err(why) => add(&mut forms.costs[at].tests, *why),
        }
    }
}

fn add<T: PartialEq>(numbers: &mut Vec<(T, u32)>, what: T) {
    match numbers.iter_mut().find(|(known, _)| *known == what) {
        Some((_, number)) => *number += 1,
        None => numbers.push((what, 1)),
    }
}

/// Writes a plain move.
fn write(forms: &mut Forms, draft: &Draft, emit: u32) -> Lane {
    let empties = place(forms.lines.len());
    let hurdle = draft.hurdle.map(|(at, test)| (draft.line[at], test));
    forms.lines.extend(draft.line.iter().filter(|c| Some(**c) != hurdle.map(|h| h.0)));
    let length = u16::try_from(forms.lines.len() - empties as usize).unwrap_or(u16::MAX);
    let guard = draft.guard.as_ref().map(|guard| {
        let at = forms.guards.iter().rposition(|g| g == guard).unwrap_or_else(|| {
            forms.guards.push(guard.clone());
            forms.guards.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    });
    let (to, takes) = (draft.to, draft.takes);
    forms.plains.push(Plain { to, takes, empties, length, emit, hurdle, guard });
    let marked = (forms.emits[emit as usize].trail_length > 0).then_some(emit);
    let cells = draft.line.iter().copied().chain([to]).collect();
    Lane { cells, takes, hurdle: hurdle.map(|h| h.1), guard, marked }
}

/// Hops are plain if every piece between can be the hurdle, the hop one cell shorter is one too, the line goes away from the
/// cell in the order of the cells or has two cells only, and any enemy can be taken: the test that all of them pass is `enemy`.
fn forbid_half_hops(found: &mut [Found], from: usize, enemy: Option<u8>) {
    let hops = |f: &Found| f.plain.as_ref().is_ok_and(|d| d.hurdle.is_some());
    let mut order: Vec<usize> = (0..found.len()).filter(|i| hops(&found[*i])).collect();
    let lane = |i: usize| found[i].plain.as_ref().ok().map(Draft::lane);
    order.sort_by(|a, b| lane(*a).cmp(&lane(*b)));
    let whole = |run: &[usize]| {
        let places = run.iter().filter_map(|i| found[*i].plain.as_ref().ok());
        let mut hurdles: Vec<usize> = places.filter_map(|d| d.hurdle.map(|h| h.0)).collect();
        hurdles.sort_unstable();
        hurdles.dedup();
        let length = found[run[0]].plain.as_ref().map_or(0, |d| d.line.len());
        hurdles.len() == length
    };
    let mut good: Vec<(Vec<Cell>, Option<u8>, Option<u8>)> = Vec::new();
    let mut runs: Vec<&[usize]> = order.chunk_by(|a, b| lane(*a) == lane(*b)).collect();
    runs.sort_by_key(|run| found[run[0]].plain.as_ref().map_or(0, |d| d.line.len()));
    let mut half: Vec<usize> = Vec::new();
    for run in runs {
        let Some((line, to, takes, hurdle)) = lane(run[0]) else { continue };
        let way = || std::iter::once(from).chain(line.iter().chain([&to]).map(|c| c.index()));
        let one_way = way().is_sorted() || way().is_sorted_by(|a, b| a >= b);
        // Behind a hurdle on one cell nothing is followed.
        let bulk = (one_way || line.len() == 1) && (takes.is_none() || takes == enemy);
        let shorter = || good.iter().any(|g| g.0 == line && (g.1, g.2) == (takes, hurdle));
        if bulk && whole(run) && (line.len() == 1 || shorter()) {
            good.push((line.iter().copied().chain([to]).collect(), takes, hurdle));
        } else {
            half.extend(run);
        }
    }
    for at in half {
        found[at].plain = Err(Kept::Hops);
    }
}

/// Emits of one effect are plain together or not at all, and not if they leave a trail or must not mate.
fn forbid_half_groups(game: &Game, forms: &Forms, found: &mut [Found]) {
    let group = |f: &Found| forms.emits[f.emit as usize].group;
    let alone = |f: &&Found| {
        let emit = &forms.emits[f.emit as usize];
        emit.trail_length > 0 || game.rule(emit.rule).without_mate
    };
    let mut half: Vec<Group> = found
        .iter()
        .filter(|f| f.plain.is_err() || alone(f))
        .map(group)
        .filter(|g| *g != Group::ALONE)
        .collect();
    half.sort_unstable_by_key(|g| g.0);
    for one in found {
        if one.plain.is_ok() && half.binary_search_by_key(&group(one).0, |g| g.0).is_ok() {
            one.plain = Err(Kept::Beside);
        }
    }
}

/// Writes the part of a tree that leads to emits which are not plain.
fn rest(forms: &mut Forms, tree: Tree, found: &[Found]) -> Tree {
    let left: Vec<&Found> = found.iter().filter(|f| f.plain.is_err()).collect();
    if left.is_empty() {
        return Tree::default();
    }
    let always = left.iter().any(|f| f.needs == Needs::Nothing);
    let victims = if always { (0, 0) } else { victims(forms, &left) };
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
    Tree { start: base, end: next, groups: tree.groups, always, victims }
}

/// Writes the cells of which one must hold an enemy.
fn victims(forms: &mut Forms, left: &[&Found]) -> (u32, u16) {
    let mut cells: Vec<Cell> = left
        .iter()
        .filter_map(|f| if let Needs::Enemy(cell) = f.needs { Some(cell) } else { None })
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let first = place(forms.lines.len());
    forms.lines.extend(&cells);
    (first, u16::try_from(cells.len()).unwrap_or(u16::MAX))
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

pub(super) fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
