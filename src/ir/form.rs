//! Walks unrolled for every cell: decision trees whose nodes test one cell each, written in preorder with a place to skip to.
//!
//! A tree is run by one loop: at a node, test what stands on its cell; if the test fails go on at `skip`, else do what the
//! flags say and go on at the next node. The captures made before a node are known when it is made, so that nothing is undone.
//!
//! ```text
//! slide north from a1, own piece on a4:      a2 empty? ── emit a2
//!                                              a3 empty? ── emit a3
//!                                                a4 empty? ✗ skip
//!                                                a4 enemy? ✗ skip
//!                                              a3 enemy? ✗ …
//! ```

use crate::ids::{Cell, Code, Mask, RuleId};
use crate::ir::costs::Cost;
use crate::ir::plain::{Guard, Plain, Shape, Sheaf, Siege};
use smallvec::SmallVec;

/// What a node does besides testing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// The piece on the cell is captured.
    pub const CAPTURE: u8 = 1;
    /// The cell must be an empty one of the trail; the test is of the trail's owner, who is captured.
    pub const TRAIL: u8 = 2;
    /// A negated look: nodes up to `extra` are its body; if one with `MATCH` is reached the node fails.
    pub const NOT: u8 = 4;
    /// Within the body of a negated look: it matches.
    pub const MATCH: u8 = 8;
    /// One or more moves: `extra` is their place in [`Forms::emits`], up to the one that is `last`.
    pub const EMIT: u8 = 16;

    /// Whether any of the bits is set.
    #[must_use]
    pub fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormNode {
    /// The cell tested. Not used with `NOT`.
    pub cell: u16,
    /// Number of the test in [`Forms::tests`]. Not used with `NOT`.
    pub test: u8,
    /// What it does.
    pub flags: Flags,
    /// Where to go on if the test fails; past the tree's end: it is done.
    pub skip: u32,
    /// See the flags.
    pub extra: u32,
    /// How many captures were made before it.
    pub depth: u8,
}

/// Emits that may have the same effect carry the same number; it is local to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(pub u16);

impl Group {
    /// No other emit of the tree has the same effect.
    pub const ALONE: Self = Self(u16::MAX);
}

/// A move that a tree makes, but for the piece, its origin and its captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emit {
    /// The rule.
    pub rule: RuleId,
    /// Where a dropped piece is put; [`Cell::NONE`] of a move.
    pub entry: Cell,
    /// Where the piece stands afterwards.
    pub to: Cell,
    /// What it may become, each a move: a list of [`Forms::becomes`].
    pub becomes: u16,
    /// Number of captures made.
    pub captures: u8,
    /// How many of them are shots: made after the piece came to stand.
    pub shots: u8,
    /// Cells passed that can be captured on: where they begin in [`Forms::trails`].
    pub trail: u32,
    /// How many they are.
    pub trail_length: u8,
    /// Shared with other emits of the same effect.
    pub group: Group,
    /// Whether a move of another piece may have the same effect: a shot in place, or a capture of a friend.
    pub crossing: bool,
    /// Whether it is the last of its node.
    pub last: bool,
}

/// A tree: the range of its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// First node.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// Number of groups that its emits use.
    pub groups: u16,
    /// Whether it may make moves with neither an enemy on one of [`Tree::victims`] nor a trail.
    pub always: bool,
    /// Cells of which one must hold an enemy, for moves that need no trail: where they begin in [`Forms::lines`], and how many
    /// they are.
    pub victims: (u32, u16),
}

/// A node of an attack tree: as [`FormNode`], reduced to the question whether one cell is captured. `EMIT` means yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackNode {
    /// The cell tested.
    pub cell: u16,
    /// Number of the test.
    pub test: u8,
    /// `NOT`, `MATCH` and `EMIT` (yes) only.
    pub flags: Flags,
    /// Where to go on if the test fails.
    pub skip: u32,
    /// With `NOT`: where its body ends.
    pub extra: u32,
}

/// Who can capture a cell: for one code and one target, the attackers' cells in order, each with its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTree {
    /// Where the attacker stands.
    pub from: Cell,
    /// First node.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// The same as a simpler form, if it is one.
    pub siege: Siege,
}

/// All trees of a game.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// For each code, a bit for each test that it satisfies. At most 64 tests.
    pub tests: Vec<u64>,
    /// Nodes of all trees.
    pub nodes: Vec<FormNode>,
    /// Emits of all nodes.
    pub emits: Vec<Emit>,
    /// Lists of what a piece may become.
    pub becomes: Vec<Vec<Code>>,
    /// Cells of all trails.
    pub trails: Vec<Cell>,
    /// Trees by `code * cells + cell`.
    pub trees: Vec<Tree>,
    /// Trees that drop, by code.
    pub drops: Vec<Tree>,
    /// Nodes of all attack trees.
    pub attack_nodes: Vec<AttackNode>,
    /// Attack trees, grouped by code and target.
    pub attacks: Vec<AttackTree>,
    /// By `code * cells + target`: first and one past the last in `attacks`.
    pub attack_index: Vec<(u32, u32)>,
    /// Masks of the tests, for dumps and answers.
    pub masks: Vec<crate::ids::Mask>,
    /// Cells of lines, of all plain moves and sieges.
    pub lines: Vec<Cell>,
    /// Guards of plain moves, each once.
    pub guards: Vec<Guard>,
    /// Plain moves of all trees, in the order of their emits.
    pub plains: Vec<Plain>,
    /// The same in bulk.
    pub shapes: Vec<Shape>,
    /// What of the trees is plain, by `code * cells + cell`.
    pub sheaves: Vec<Sheaf>,
    /// What of the trees that drop is plain, by code.
    pub drop_sheaves: Vec<Sheaf>,
    /// Trees without what is plain, by `code * cells + cell`.
    pub rest: Vec<Tree>,
    /// Trees that drop without what is plain, by code.
    pub rest_drops: Vec<Tree>,
    /// What each rule costs, by piece and rule.
    pub costs: Vec<Cost>,
}

impl Tree {
    /// Whether it makes moves only while there is a trail.
    #[must_use]
    pub fn only_on_trail(self) -> bool {
        !self.always && self.victims.1 == 0
    }
}

impl Forms {
    /// Whether a move of a tree makes the piece of this code something else.
    #[must_use]
    pub fn promotes(&self, tree: Tree, code: Code) -> bool {
        self.emits_of(tree).any(|emit| self.becomes[usize::from(emit.becomes)] != [code])
    }

    /// Whether a move of a tree may have the same effect as one of another piece.
    #[must_use]
    pub fn crosses(&self, tree: Tree) -> bool {
        self.emits_of(tree).any(|emit| emit.crossing)
    }

    /// The moves of a tree.
    fn emits_of(&self, tree: Tree) -> impl Iterator<Item = &Emit> {
        let nodes = self.nodes.get(tree.start as usize..tree.end as usize).unwrap_or(&[]);
        nodes.iter().flat_map(|node| self.emits_of_node(node))
    }

    /// The moves of a node.
    fn emits_of_node(&self, node: &FormNode) -> std::slice::Iter<'_, Emit> {
        if !node.flags.has(Flags::EMIT) || node.flags.has(Flags::NOT) {
            return [].iter();
        }
        let written = self.emits.get(node.extra as usize..).unwrap_or(&[]);
        let last = written.iter().position(|e| e.last).map_or(written.len(), |at| at + 1);
        written[..last].iter()
    }

    /// How many they are: each as often as there are things to become.
    fn moves_of_node(&self, node: &FormNode) -> usize {
        self.emits_of_node(node).map(|emit| self.becomes[usize::from(emit.becomes)].len()).sum()
    }

    /// The most moves that a tree can make at once: no fewer than there ever are. Of tests of one cell only those count
    /// together that one piece passes.
    #[must_use]
    pub fn most_moves(&self, tree: Tree) -> usize {
        self.most_between(tree.start as usize, tree.end as usize)
    }

    /// The same of a run of nodes.
    fn most_between(&self, start: usize, end: usize) -> usize {
        // What is asked of a cell, and how many moves there are if the answer is yes.
        let mut asked: SmallVec<[(u16, u8, usize); 8]> = SmallVec::new();
        let mut at = start;
        let mut most = 0;
        while let Some(node) = self.nodes.get(at).filter(|_| at < end) {
            let next = (node.skip as usize).clamp(at + 1, end);
            let negated = node.flags.has(Flags::NOT);
            let inner = if negated { node.extra as usize } else { at + 1 };
            let moves = self.moves_of_node(node) + self.most_between(inner, next);
            if node.flags.has(Flags::NOT | Flags::TRAIL) {
                most += moves;
            } else if moves > 0 {
                asked.push((node.cell, node.test, moves));
            }
            at = next;
        }
        asked.sort_by_key(|(cell, ..)| *cell);
        let of_cell = |all: &[(u16, u8, usize)]| {
            let passed_by = |tests: &u64| {
                let passed = all.iter().filter(|(_, test, _)| tests >> test & 1 != 0);
                passed.map(|(.., moves)| moves).sum::<usize>()
            };
            match all {
                [(.., moves)] => *moves,
                _ => self.tests.iter().map(passed_by).max().unwrap_or(0),
            }
        };
        most + asked.chunk_by(|a, b| a.0 == b.0).map(of_cell).sum::<usize>()
    }

    /// No fewer than the moves of a tree that an enemy on any one of [`Tree::victims`] lets it make: a move counts for the last
    /// of these before it. None if there are others.
    #[must_use]
    pub fn most_by_victim(&self, tree: Tree, enemy: Mask) -> Option<usize> {
        let victims = &self.lines[tree.victims.0 as usize..][..usize::from(tree.victims.1)];
        let mut all = vec![0; victims.len()];
        let nodes = (tree.start as usize, tree.end as usize);
        self.count_by_victim(nodes, (victims, enemy), None, &mut all)?;
        Some(all.into_iter().max().unwrap_or(0))
    }

    /// Counts the moves of a run of nodes by the number of the last victim before them.
    fn count_by_victim(
        &self,
        (start, end): (usize, usize),
        (victims, enemy): (&[Cell], Mask),
        last: Option<usize>,
        all: &mut [usize],
    ) -> Option<()> {
        let mut at = start;
        while let Some(node) = self.nodes.get(at).filter(|_| at < end) {
            let next = (node.skip as usize).clamp(at + 1, end);
            let negated = node.flags.has(Flags::NOT);
            let inner = if negated { node.extra as usize } else { at + 1 };
            let of_enemy = !node.flags.has(Flags::NOT | Flags::TRAIL)
                && self.masks[usize::from(node.test)].without(enemy).is_none();
            let itself = || victims.iter().position(|cell| cell.0 == node.cell);
            let last = if of_enemy { itself().or(last) } else { last };
            let moves = self.moves_of_node(node);
            if moves > 0 {
                all[last?] += moves;
            }
            self.count_by_victim((inner, next), (victims, enemy), last, all)?;
            at = next;
        }
        Some(())
    }

    /// The cells passed by a move, on which it can be captured.
    #[must_use]
    pub fn trail(&self, emit: &Emit) -> &[Cell] {
        let start = emit.trail as usize;
        &self.trails[start..start + usize::from(emit.trail_length)]
    }
}
