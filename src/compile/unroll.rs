//! Unrolls the programs of one piece on one cell into a tree of tests, all its rules together, written in preorder.
//!
//! ```text
//! program, from a1                          tree
//! 0 Face north   1 Fork 4   2 Step empty    a2 empty ─ move a2
//! 3 Jump 1       4 Accept                     └ a3 empty ─ move a3
//!                                                 └ a4 empty ─ move a4
//! ```
//!
//! Every node of the tree stands for a set of places in the programs (a subset construction), so that rules with a common
//! beginning share it and nothing is tested twice on one path.

use crate::compile::emits::Draft;
use crate::compile::paths::{Config, Look, Looks, Passed, Path, Seen};
use crate::ids::{Cell, CellSet, Code, ConditionId, Mask};
use crate::ir::{Flags, FormNode, Forms, Game, General, Op, Program};

/// Longest path of tests; a longer walk stays a general program.
const LONGEST: usize = 120;
/// Most distinct tests: a word of bits a code.
const MOST_TESTS: usize = 64;
/// Most places of tangled programs that one path may go through.
const MOST_SEEN: usize = 400;

type Unrolled<T> = Result<T, General>;

/// What a node of the tree asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// What stands on the cell; captures it if so.
    Stands { cell: Cell, mask: Mask, capture: bool },
    /// Whether the cell is of a trail of one of these.
    Trail { cell: Cell, owners: Mask },
}

/// A question with the place from which it goes on.
#[derive(Clone, Copy, Debug)]
struct Item {
    ask: Ask,
    config: Config,
    /// Whether its node has been written.
    done: bool,
}

/// A negated look: the place in its body, and where to go on if it does not match.
#[derive(Clone, Copy, Debug)]
struct Not {
    inside: Config,
    after: Config,
}

/// Lists in use, each the stack of all levels of the recursion: a level owns what lies above the length it found.
#[derive(Clone, Debug, Default)]
struct Stacks {
    /// Places to go on from, the next one last.
    work: Vec<Config>,
    items: Vec<Item>,
    nots: Vec<Not>,
    /// Whether a look has matched at this level.
    matches: bool,
}

/// Unrolls the programs of a piece.
pub(super) struct Unroller<'a> {
    pub(super) game: &'a Game,
    pub(super) programs: &'a [Program],
    /// Where the piece starts; [`Cell::NONE`] for drops.
    pub(super) origin: Cell,
    pub(super) forms: &'a mut Forms,
    /// Moves found, in the order of their nodes.
    pub(super) drafts: Vec<Draft>,
    own: Mask,
    path: Path,
    passed: Passed,
    looks: Looks,
    stacks: Stacks,
}

impl<'a> Unroller<'a> {
    pub(super) fn new(
        game: &'a Game,
        programs: &'a [Program],
        origin: Cell,
        forms: &'a mut Forms,
    ) -> Self {
        let own = programs.first().map_or(Mask::NONE, |p| game.own_mask(p.player));
        Self {
            game,
            programs,
            origin,
            forms,
            drafts: Vec::new(),
            own,
            path: Path::default(),
            passed: Passed::default(),
            looks: Looks::default(),
            stacks: Stacks::default(),
        }
    }

    /// Writes the tree; no more than `most` nodes of all trees together.
    pub(super) fn unroll(&mut self, most: usize) -> Unrolled<()> {
        if self.programs.iter().any(Program::runs_on_position) {
            return Err(General::RunsOnPosition);
        }
        let starts = |p: &Program| {
            p.drop || p.from.as_ref().is_none_or(|f: &CellSet| f.contains(self.origin))
        };
        let numbers = (0u16..).zip(self.programs).filter(|(_, p)| starts(p)).map(|(i, _)| i);
        self.stacks.work.extend(numbers.map(|i| Config::start(i, self.origin)));
        self.stacks.work.reverse();
        self.expand(0, None, most)?;
        Ok(())
    }

    /// Writes what the places in `work` from `first` on come to below `node`. Whether anything does.
    fn expand(&mut self, first: usize, node: Option<usize>, most: usize) -> Unrolled<bool> {
        let seen = self.path.seen.len();
        let (items, nots, drafts) =
            (self.stacks.items.len(), self.stacks.nots.len(), self.drafts.len());
        self.close(first)?;
        if std::mem::take(&mut self.stacks.matches) {
            if let Some(at) = node {
                self.forms.nodes[at].flags.0 |= Flags::MATCH;
            }
            self.stacks.items.truncate(items);
            self.stacks.nots.truncate(nots);
            self.path.seen.truncate(seen);
            return Ok(true);
        }
        if self.path.trail_taken
            && (self.stacks.items.len(), self.stacks.nots.len()) != (items, nots)
        {
            return Err(General::WalksOnFromTrail);
        }
        let mut alive = self.drafts.len() > drafts;
        if let (true, Some(at), Some(last)) = (alive, node, self.drafts.last_mut()) {
            last.last = true;
            self.forms.nodes[at].flags.0 |= Flags::EMIT;
            self.forms.nodes[at].extra = place(drafts);
        }
        let found = self.stacks.items.len();
        for at in items..found {
            let Item { ask, done, .. } = self.stacks.items[at];
            if !done {
                let first = self.stacks.work.len();
                for other in self.stacks.items[at..found].iter_mut().rev().filter(|i| i.ask == ask)
                {
                    other.done = true;
                    self.stacks.work.push(other.config);
                }
                alive |= self.child(ask, first, most)?;
            }
        }
        self.stacks.items.truncate(items);
        for at in nots..self.stacks.nots.len() {
            alive |= self.not(self.stacks.nots[at], most)?;
        }
        self.stacks.nots.truncate(nots);
        self.path.seen.truncate(seen);
        Ok(alive)
    }

    /// Writes a node and what is below it; takes it back if that comes to nothing.
    fn child(&mut self, ask: Ask, first: usize, most: usize) -> Unrolled<bool> {
        let at = self.forms.nodes.len();
        if self.path.length >= LONGEST || at >= most {
            return Err(General::TooLarge);
        }
        let depth = u8::try_from(self.path.captures.len()).unwrap_or(u8::MAX);
        let before = (self.path.captures.len(), self.path.trail_taken, self.path.friendly);
        let (cell, mask, flags) = match ask {
            Ask::Stands { cell, mask, capture: true } => {
                self.path.captures.push(cell);
                self.path.taken.push(mask);
                self.path.friendly |= !mask.and(self.own).is_none();
                (cell, mask, Flags::CAPTURE)
            }
            Ask::Stands { cell, mask, capture: false } => (cell, mask, 0),
            Ask::Trail { cell, owners } => {
                self.path.captures.push(Cell::NONE);
                self.path.taken.push(owners);
                self.path.trail_taken = true;
                (cell, owners, Flags::TRAIL)
            }
        };
        let test = self.test(mask)?;
        self.forms.nodes.push(FormNode {
            cell: cell.0,
            test,
            flags: Flags(flags),
            skip: 0,
            extra: 0,
            depth,
        });
        self.path.length += 1;
        let alive = self.expand(first, Some(at), most)?;
        self.path.length -= 1;
        self.path.captures.truncate(before.0);
        self.path.taken.truncate(before.0);
        (self.path.trail_taken, self.path.friendly) = (before.1, before.2);
        self.close_node(at, alive);
        Ok(alive)
    }

    fn close_node(&mut self, at: usize, alive: bool) {
        if alive {
            self.forms.nodes[at].skip = place(self.forms.nodes.len());
        } else {
            self.forms.nodes.truncate(at);
        }
    }

    /// Writes a negated look: its body, then a node that always holds for what comes after it.
    fn not(&mut self, Not { inside, after }: Not, most: usize) -> Unrolled<bool> {
        let at = self.forms.nodes.len();
        let depth = u8::try_from(self.path.captures.len()).unwrap_or(u8::MAX);
        let flags = Flags(Flags::NOT);
        self.forms.nodes.push(FormNode { cell: 0, test: 0, flags, skip: 0, extra: 0, depth });
        let first = self.stacks.work.len();
        self.stacks.work.push(inside);
        let matched = self.expand(first, Some(at), most)?;
        if self.forms.nodes[at].flags.has(Flags::MATCH) {
            self.forms.nodes.truncate(at);
            return Ok(false);
        }
        if !matched {
            self.forms.nodes.truncate(at + 1);
        }
        self.forms.nodes[at].extra = place(self.forms.nodes.len());
        let always = Ask::Stands { cell: Cell(0), mask: Mask(u128::MAX), capture: false };
        let first = self.stacks.work.len();
        self.stacks.work.push(after);
        let alive = self.child(always, first, most)?;
        self.close_node(at, alive);
        Ok(alive)
    }

    fn test(&mut self, mask: Mask) -> Unrolled<u8> {
        let masks = &mut self.forms.masks;
        let at = masks.iter().position(|m| *m == mask).unwrap_or_else(|| {
            masks.push(mask);
            masks.len() - 1
        });
        if at < MOST_TESTS {
            u8::try_from(at).map_err(|_| General::TooLarge)
        } else {
            Err(General::TooLarge)
        }
    }

    /// Follows all that takes no step, and all steps whose outcome is known, from the places in `work` from `first` on.
    fn close(&mut self, first: usize) -> Unrolled<()> {
        let drafts = self.drafts.len();
        while self.stacks.work.len() > first {
            let Some(config) = self.stacks.work.pop() else { break };
            if self.programs[usize::from(config.program)].tangled {
                let key = Seen::of(&config, self.path.captures.len());
                if self.path.seen.contains(&key) {
                    continue;
                }
                self.path.seen.push(key);
                if self.path.seen.len() > MOST_SEEN {
                    return Err(General::TooLarge);
                }
            }
            self.advance(config, drafts);
        }
        Ok(())
    }

    /// Carries out one instruction. `drafts`: where the moves of this level begin.
    fn advance(&mut self, mut config: Config, drafts: usize) {
        let programs = self.programs;
        let program = &programs[usize::from(config.program)];
        let op = program.ops[usize::from(config.pc)];
        config.pc += 1;
        match op {
            Op::Face { start, len } => {
                let faces = &program.faces[range(start, len)];
                self.stacks
                    .work
                    .extend(faces.iter().rev().map(|face| Config { direction: *face, ..config }));
            }
            Op::Turn { start, len } => {
                let turned = &self.game.topology.turned[config.direction.index()];
                let turns = program.turns[range(start, len)].iter().rev();
                let directions = turns.filter_map(|turn| turned[usize::from(*turn)]);
                self.stacks.work.extend(directions.map(|direction| Config { direction, ..config }));
            }
            Op::Step { test, capture } => {
                let cell = self.game.topology.step(config.direction, config.cell);
                self.enter(config, cell, test, capture);
            }
            Op::Put { test } => {
                for cell in self.game.topology.exists.iter() {
                    let put = Config { anchor: cell, entry: cell, ..config };
                    self.enter(put, cell, test, false);
                }
            }
            Op::Fork { other } => self.stacks.work.extend([Config { pc: other, ..config }, config]),
            Op::Jump { to } => self.stacks.work.push(Config { pc: to, ..config }),
            Op::Look { negated: false, end } => {
                let looks = self.looks.begin(&config, Some(end));
                self.stacks.work.push(Config { looks, ..config });
            }
            Op::Look { negated: true, end } => {
                let looks = self.looks.begin(&Config { looks: 0, ..config }, None);
                let (inside, after) = (Config { looks, ..config }, Config { pc: end, ..config });
                self.stacks.nots.push(Not { inside, after });
            }
            Op::Match => self.matched(config),
            Op::Then => self.then(config),
            Op::Stay => self.stacks.work.push(Config { stay: true, ..config }),
            Op::Accept => self.accept(config, drafts),
            Op::Flip { .. } | Op::Again { .. } | Op::Also { .. } | Op::Place { .. } => {}
        }
    }

    /// A step onto a cell: known at once where the walk itself emptied it or nothing can stand there, else a question.
    fn enter(&mut self, mut config: Config, cell: Cell, test: ConditionId, capture: bool) {
        let program = &self.programs[usize::from(config.program)];
        let looking = config.looks != 0;
        let outside = |c: Cell| program.within.as_ref().is_some_and(|w| !w.contains(c));
        if !cell.is_some() || (!looking && outside(cell)) {
            return;
        }
        let exists = self.game.topology.exists.contains(cell);
        if program.leaves_trail && !looking && exists {
            config.passed = self.passed.add(cell, config.passed);
        }
        let vacant = Code::EMPTY.mask();
        config = Config { cell, stands: vacant, was: vacant, ..config };
        let condition = &self.game.conditions[test.index()];
        let mask = condition.plain.at(cell);
        let taken = self.path.captures.iter().position(|c| *c == cell);
        if cell == self.origin || taken.is_some() || !exists {
            if mask.has(Code::EMPTY) && !capture {
                // The walk finds it empty; for `to` it is what it was before the move.
                let was = taken.map_or(vacant, |at| self.path.taken[at]);
                self.stacks.work.push(Config { was, ..config });
            }
            return;
        }
        // A look takes nothing.
        let capture = capture && !looking;
        let trail =
            condition.trail.as_ref().filter(|t| !looking && t.cells.at(cell).has(Code::EMPTY));
        if let Some(trail) = trail {
            self.add(Ask::Trail { cell, owners: trail.owners }, config);
        }
        if !mask.is_none() {
            let stands = if capture { vacant } else { mask };
            self.add(Ask::Stands { cell, mask, capture }, Config { stands, was: mask, ..config });
        }
    }

    fn matched(&mut self, config: Config) {
        if !self.game.topology.exists.contains(config.cell) {
            return;
        }
        let Look { cell, direction, stands, was, end, outer } = self.looks.get(config.looks);
        match end {
            None => self.stacks.matches = true,
            Some(pc) => self.stacks.work.push(Config {
                cell,
                direction,
                stands,
                was,
                pc,
                looks: outer,
                ..config
            }),
        }
    }

    /// Whether the piece can stand on the cell reached: known, or a question.
    fn stands(&self, config: &Config) -> Option<bool> {
        if config.cell != self.origin && !self.game.topology.exists.contains(config.cell) {
            return Some(false);
        }
        match config.stands {
            mask if mask == Code::EMPTY.mask() => Some(true),
            mask if mask.has(Code::EMPTY) => None,
            _ => Some(false),
        }
    }

    fn then(&mut self, config: Config) {
        let before = u8::try_from(self.path.captures.len()).unwrap_or(u8::MAX);
        let next = Config { anchor: config.cell, before, stands: Code::EMPTY.mask(), ..config };
        match self.stands(&config) {
            Some(true) => self.stacks.work.push(next),
            Some(false) => {}
            None => self.add(empty(config.cell), next),
        }
    }

    fn accept(&mut self, config: Config, drafts: usize) {
        let vacant = Code::EMPTY.mask();
        let again = Config { pc: config.pc - 1, ..config };
        if !config.stay {
            match self.stands(&config) {
                Some(true) => {}
                Some(false) => return,
                None => {
                    let vacated = Config { stands: vacant, was: config.was.and(vacant), ..again };
                    return self.add(empty(config.cell), vacated);
                }
            }
        }
        if let Some(to) = self.programs[usize::from(config.program)].to {
            let allowed = config.was.and(self.game.conditions[to.index()].plain.at(config.cell));
            if allowed.is_none() {
                return;
            }
            if allowed != config.was {
                let ask = Ask::Stands { cell: config.cell, mask: allowed, capture: false };
                return self.add(ask, Config { was: allowed, ..again });
            }
        }
        self.emit(&config, drafts);
    }

    fn emit(&mut self, config: &Config, drafts: usize) {
        let to = if config.stay { config.anchor } else { config.cell };
        if to == self.origin && self.path.captures.is_empty() {
            return;
        }
        let all = u8::try_from(self.path.captures.len()).unwrap_or(u8::MAX);
        let passed = self.passed.list(config.passed);
        let draft = Draft {
            rule: self.programs[usize::from(config.program)].rule,
            entry: config.entry,
            to,
            captures: self.path.captures.iter().copied().collect(),
            shots: if config.stay { all - config.before } else { 0 },
            trail: passed.filter(|c| *c != to && *c != config.entry && *c != self.origin).collect(),
            friendly: self.path.friendly,
            last: false,
        };
        if !self.drafts[drafts..].iter().any(|d| d.same_effect(&draft)) {
            self.drafts.push(draft);
        }
    }

    fn add(&mut self, ask: Ask, config: Config) {
        self.stacks.items.push(Item { ask, config, done: false });
    }
}

fn place(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn range(start: u16, len: u16) -> std::ops::Range<usize> {
    usize::from(start)..usize::from(start) + usize::from(len)
}

fn empty(cell: Cell) -> Ask {
    Ask::Stands { cell, mask: Code::EMPTY.mask(), capture: false }
}
