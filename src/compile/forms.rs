//! Trees for every piece on every cell, written flat.
//!
//! ```text
//! tree                                     flat, in preorder (number: test, skip)
//! b2 empty ─ emit                          0: b2 empty, emit      skip 2
//!   └ c3 empty ─ emit                      1:   c3 empty, emit    skip 2
//! b2 enemy, capture ─ emit                 2: b2 enemy, capture, emit  skip 3
//! ```

use crate::compile::attacks;
use crate::compile::unroll::{Ask, Draft, Node, Unroller, Unsupported, same_effect};
use crate::ids::{Cell, Code, Mask};
use crate::ir::{Emit, Flags, FormNode, Forms, Game, Group, Program, Tree};

/// Most nodes that the trees of a game may have together; beyond, walks stay general programs.
const MOST_NODES: usize = 1 << 20;
/// Most distinct tests: a word of bits a code.
const MOST_TESTS: usize = 64;

/// The trees of a game; none if a walk cannot be unrolled, or a royal piece can be captured on its trail.
pub(super) fn build(game: &Game) -> Option<Forms> {
    if game.needs.royal_trail {
        return None;
    }
    let cells = game.topology.cells();
    let mut forms = Forms {
        trees: vec![Tree::default(); game.codes() * cells],
        drops: vec![Tree::default(); game.codes()],
        ..Forms::default()
    };
    let mut budget = MOST_NODES;
    for code in (1..u8::try_from(game.codes()).unwrap_or(u8::MAX)).map(Code) {
        for cell in game.topology.exists.iter() {
            let programs = &game.programs[code.index()];
            let tree = grow(game, &mut forms, programs, code, cell, &mut budget).ok()?;
            forms.trees[code.index() * cells + cell.index()] = tree;
        }
        let drops = &game.drops[code.index()];
        forms.drops[code.index()] = grow(game, &mut forms, drops, code, Cell::NONE, &mut budget).ok()?;
    }
    forms.tests = (0..game.codes())
        .map(|c| {
            let code = Code(u8::try_from(c).unwrap_or(u8::MAX));
            let has = |(i, m): (usize, &Mask)| u64::from(m.has(code)) << i;
            forms.masks.iter().enumerate().map(has).sum()
        })
        .collect();
    attacks::add(game, &mut forms);
    Some(forms)
}

fn grow(
    game: &Game,
    forms: &mut Forms,
    programs: &[Program],
    code: Code,
    origin: Cell,
    budget: &mut usize,
) -> Result<Tree, Unsupported> {
    let roots = Unroller::new(game, programs, origin, budget).roots()?;
    let groups = Groups::of(&roots)?;
    let start = place(forms.nodes.len());
    let mut flat = Flattening { game, forms, code, origin, groups: &groups };
    for root in &roots {
        flat.node(root, 0)?;
    }
    let end = place(forms.nodes.len());
    Ok(Tree { start, end, groups: u16::try_from(groups.shared.len()).unwrap_or(u16::MAX) })
}

fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The emits of a tree that share their effect with others.
struct Groups {
    shared: Vec<Draft>,
}

impl Groups {
    fn of(roots: &[Node]) -> Result<Self, Unsupported> {
        let mut all: Vec<&Draft> = Vec::new();
        collect(roots, &mut all);
        all.sort_by_key(|d| (d.to, d.captures.len()));
        let mut shared: Vec<Draft> = Vec::new();
        for run in all.chunk_by(|a, b| (a.to, a.captures.len()) == (b.to, b.captures.len())) {
            let trail = run.iter().any(|d| d.captures.contains(&Cell::NONE));
            let other = run.iter().any(|d| !d.captures.contains(&Cell::NONE) && !d.captures.contains(&d.to));
            if trail && other && !run[0].captures.is_empty() {
                return Err(Unsupported::WalksOnFromTrail);
            }
            for (i, draft) in run.iter().enumerate() {
                let again = run[..i].iter().any(|d| same_effect(d, draft));
                if again && !shared.iter().any(|d| same_effect(d, draft)) {
                    shared.push((*draft).clone());
                }
            }
        }
        Ok(Self { shared })
    }

    fn group(&self, draft: &Draft) -> Group {
        let found = self.shared.iter().position(|d| same_effect(d, draft));
        found.and_then(|i| u16::try_from(i).ok()).map_or(Group::ALONE, Group)
    }
}

fn collect<'a>(nodes: &'a [Node], all: &mut Vec<&'a Draft>) {
    for node in nodes {
        all.extend(&node.emits);
        collect(&node.children, all);
    }
}

struct Flattening<'a> {
    game: &'a Game,
    forms: &'a mut Forms,
    code: Code,
    origin: Cell,
    groups: &'a Groups,
}

impl Flattening<'_> {
    fn node(&mut self, node: &Node, depth: u8) -> Result<(), Unsupported> {
        let (cell, mask, mut flags) = match &node.ask {
            Ask::Stands { cell, mask, capture } => {
                (cell.0, *mask, if *capture { Flags::CAPTURE } else { 0 })
            }
            Ask::Trail { cell, owners } => (cell.0, *owners, Flags::TRAIL),
            Ask::Not { .. } => (0, Mask::NONE, Flags::NOT),
        };
        let test = self.test(mask)?;
        let at = self.forms.nodes.len();
        let mut extra = 0;
        if !node.emits.is_empty() && flags != Flags::NOT {
            flags |= Flags::EMIT;
            extra = place(self.forms.emits.len());
            self.emits(&node.emits);
        }
        if node.matches {
            flags |= Flags::MATCH;
        }
        self.forms.nodes.push(FormNode { cell, test, flags: Flags(flags), skip: 0, extra, depth });
        if let Ask::Not { body } = &node.ask {
            for inner in body {
                self.node(inner, depth)?;
            }
            extra = place(self.forms.nodes.len());
            self.emit_behind_look(node, depth)?;
        }
        let captures = flags & (Flags::CAPTURE | Flags::TRAIL) != 0;
        for child in &node.children {
            self.node(child, depth + u8::from(captures))?;
        }
        let skip = place(self.forms.nodes.len());
        let written = &mut self.forms.nodes[at];
        written.skip = skip;
        if written.flags.has(Flags::NOT) {
            written.extra = extra;
        }
        Ok(())
    }

    /// A negated look has its `extra` for the end of its body: what it emits stands in a node of its own, which always holds.
    fn emit_behind_look(&mut self, node: &Node, depth: u8) -> Result<(), Unsupported> {
        if node.emits.is_empty() {
            return Ok(());
        }
        let always = Mask((1 << self.game.codes()) - 1);
        let ask = Ask::Stands { cell: Cell(0), mask: always, capture: false };
        let behind = Node { ask, matches: false, emits: node.emits.clone(), children: Vec::new() };
        self.node(&behind, depth)
    }

    fn emits(&mut self, drafts: &[Draft]) {
        for (i, draft) in drafts.iter().enumerate() {
            let becomes = if self.origin.is_some() {
                self.game.becomes(self.code, self.origin, draft.to)
            } else {
                vec![self.code]
            };
            self.forms.emits.push(Emit {
                rule: draft.rule,
                entry: draft.entry,
                to: draft.to,
                becomes,
                captures: u8::try_from(draft.captures.len()).unwrap_or(u8::MAX),
                shots: draft.shots,
                trail: draft.trail.clone(),
                group: self.groups.group(draft),
                crossing: draft.friendly || draft.to == self.origin,
                last: i + 1 == drafts.len(),
            });
        }
    }

    fn test(&mut self, mask: Mask) -> Result<u8, Unsupported> {
        let masks = &mut self.forms.masks;
        let at = masks.iter().position(|m| *m == mask).unwrap_or_else(|| {
            masks.push(mask);
            masks.len() - 1
        });
        if at < MOST_TESTS { u8::try_from(at).map_err(|_| Unsupported::TooLarge) } else { Err(Unsupported::TooLarge) }
    }
}
