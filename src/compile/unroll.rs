//! Unrolls the programs of one piece on one cell into a tree of tests, all its rules together.
//!
//! Every node of the tree stands for a set of places in the programs (a subset construction), so that rules with a common
//! beginning share it and nothing is tested twice on one path.

use crate::ids::{Cell, CellSet, Code, ConditionId, DirectionId, Mask, RuleId};
use crate::ir::{Game, Op, Program, TrailTest};

/// Longest path of tests; a longer walk stays a general program.
const LONGEST: usize = 120;

/// Why a piece cannot be unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsupported {
    /// The tree would be too large.
    TooLarge,
    /// A walk goes on after a capture on a trail.
    WalksOnFromTrail,
}

/// What a node of the tree asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// What stands on the cell; captures it if so.
    Stands { cell: Cell, mask: Mask, capture: bool },
    /// Whether the cell is of a trail of one of these.
    Trail { cell: Cell, owners: Mask },
    /// Whether none of the paths of the body, up to a `matches` node, can be gone.
    Not { body: Vec<Node> },
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) ask: Ask,
    /// Within the body of a `Not`: a look matches here.
    pub(super) matches: bool,
    pub(super) emits: Vec<Draft>,
    pub(super) children: Vec<Node>,
}

/// A move found: all but the piece, its origin and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) rule: RuleId,
    pub(super) entry: Cell,
    pub(super) to: Cell,
    /// Captures in order; [`Cell::NONE`] stands for the owner of the trail.
    pub(super) captures: Vec<Cell>,
    pub(super) shots: u8,
    pub(super) trail: Vec<Cell>,
    /// Whether a friend may be among the captured.
    pub(super) friendly: bool,
}

/// A place in a program, with all that its future depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Config {
    program: u16,
    pc: u16,
    direction: DirectionId,
    cell: Cell,
    /// Where the present walk began.
    anchor: Cell,
    /// Captures made before the present walk began.
    before: u8,
    /// What may stand on `cell` at this point.
    stands: Mask,
    /// What may have stood there before the move.
    was: Mask,
    stay: bool,
    /// Where a dropped piece was put.
    entry: Cell,
    /// Cells entered, if the rule leaves a trail.
    passed: Vec<Cell>,
    /// Looks begun, the innermost last.
    looks: Vec<Look>,
}

/// A look begun: what to go back to, and where to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    cell: Cell,
    direction: DirectionId,
    stands: Mask,
    was: Mask,
    /// None: the look is negated, and a match is all that is asked.
    end: Option<u16>,
}

impl Look {
    fn begun(at: &Config, end: Option<u16>) -> Self {
        Self { cell: at.cell, direction: at.direction, stands: at.stands, was: at.was, end }
    }
}

/// What a path has done so far.
#[derive(Clone, Debug, Default)]
struct Path {
    captures: Vec<Cell>,
    seen: Vec<(u16, u16, DirectionId, Cell, Cell, usize, usize)>,
    length: usize,
    trail_taken: bool,
    friendly: bool,
}

/// Unrolls the programs of a piece.
pub(super) struct Unroller<'g> {
    game: &'g Game,
    programs: &'g [Program],
    origin: Cell,
    budget: &'g mut usize,
}

/// What a closure of configurations comes to.
#[derive(Default)]
struct Closure {
    items: Vec<(Ask, Vec<Config>)>,
    emits: Vec<Draft>,
    matches: bool,
}

impl<'g> Unroller<'g> {
    /// For the programs of one piece that starts on `origin` ([`Cell::NONE`] for drops). Each node made costs one of `budget`.
    pub(super) fn new(game: &'g Game, programs: &'g [Program], origin: Cell, budget: &'g mut usize) -> Self {
        Self { game, programs, origin, budget }
    }

    /// The roots of the tree.
    pub(super) fn roots(&mut self) -> Result<Vec<Node>, Unsupported> {
        let starts = |p: &Program| p.drop || p.from.as_ref().is_none_or(|f: &CellSet| f.contains(self.origin));
        let begin = |(i, _): (usize, &Program)| Config {
            program: u16::try_from(i).unwrap_or(u16::MAX),
            pc: 0,
            direction: DirectionId(0),
            cell: self.origin,
            anchor: self.origin,
            before: 0,
            stands: Code::EMPTY.mask(),
            was: Code::EMPTY.mask(),
            stay: false,
            entry: Cell::NONE,
            passed: Vec::new(),
            looks: Vec::new(),
        };
        let configs = self.programs.iter().enumerate().filter(|(_, p)| starts(p)).map(begin).collect();
        Ok(self.expand(configs, &Path::default())?.1)
    }

    /// Emits and children of a set of configurations; whether a look matches.
    #[allow(clippy::type_complexity)]
    fn expand(&mut self, configs: Vec<Config>, path: &Path) -> Result<(Vec<Draft>, Vec<Node>, bool), Unsupported> {
        let mut path = path.clone();
        let closure = self.close(configs, &mut path)?;
        if closure.matches {
            return Ok((Vec::new(), Vec::new(), true));
        }
        if path.trail_taken && !closure.items.is_empty() {
            return Err(Unsupported::WalksOnFromTrail);
        }
        let mut children = Vec::with_capacity(closure.items.len());
        for (ask, configs) in closure.items {
            if let Some(node) = self.child(ask, configs, &path)? {
                children.push(node);
            }
        }
        Ok((closure.emits, children, false))
    }

    fn child(&mut self, ask: Ask, configs: Vec<Config>, path: &Path) -> Result<Option<Node>, Unsupported> {
        if path.length >= LONGEST || *self.budget == 0 {
            return Err(Unsupported::TooLarge);
        }
        *self.budget -= 1;
        let mut path = path.clone();
        path.length += 1;
        match &ask {
            Ask::Stands { cell, mask, capture: true } => {
                path.captures.push(*cell);
                let own = self.programs.first().map_or(Mask::NONE, |p| self.game.own_mask(p.player));
                path.friendly |= !mask.and(own).is_none();
            }
            Ask::Trail { .. } => {
                path.captures.push(Cell::NONE);
                path.trail_taken = true;
            }
            Ask::Stands { .. } | Ask::Not { .. } => {}
        }
        let (emits, children, matches) = self.expand(configs, &path)?;
        let dead = emits.is_empty() && children.is_empty() && !matches;
        Ok((!dead).then_some(Node { ask, matches, emits, children }))
    }

    /// Follows all that takes no step, and all steps whose outcome is known.
    fn close(&mut self, configs: Vec<Config>, path: &mut Path) -> Result<Closure, Unsupported> {
        let mut closure = Closure::default();
        let mut stack = configs;
        stack.reverse();
        while let Some(config) = stack.pop() {
            let Config { program, pc, direction, cell, anchor, .. } = config;
            let key = (program, pc, direction, cell, anchor, path.captures.len(), config.looks.len());
            if self.programs[usize::from(config.program)].tangled {
                if path.seen.contains(&key) {
                    continue;
                }
                path.seen.push(key);
                if path.seen.len() > 4_000 {
                    return Err(Unsupported::TooLarge);
                }
            }
            self.advance(config, path, &mut stack, &mut closure)?;
        }
        Ok(closure)
    }

    fn advance(
        &mut self,
        mut config: Config,
        path: &Path,
        stack: &mut Vec<Config>,
        closure: &mut Closure,
    ) -> Result<(), Unsupported> {
        let program = &self.programs[usize::from(config.program)];
        let op = program.ops[usize::from(config.pc)];
        config.pc += 1;
        match op {
            Op::Face { start, len } => {
                for face in program.faces[range(start, len)].iter().rev() {
                    stack.push(Config { direction: *face, ..config.clone() });
                }
            }
            Op::Turn { start, len } => {
                let turned = &self.game.topology.turned[config.direction.index()];
                for turn in program.turns[range(start, len)].iter().rev() {
                    if let Some(direction) = turned[usize::from(*turn)] {
                        stack.push(Config { direction, ..config.clone() });
                    }
                }
            }
            Op::Step { test, capture } => {
                let cell = self.game.topology.step(config.direction, config.cell);
                self.enter(config, cell, test, capture, path, stack, closure);
            }
            Op::Put { test } => {
                for cell in self.game.topology.exists.iter() {
                    let put = Config { anchor: cell, entry: cell, ..config.clone() };
                    self.enter(put, cell, test, false, path, stack, closure);
                }
            }
            Op::Fork { other } => {
                stack.push(Config { pc: other, ..config.clone() });
                stack.push(config);
            }
            Op::Jump { to } => stack.push(Config { pc: to, ..config }),
            Op::Look { negated: false, end } => {
                config.looks.push(Look::begun(&config, Some(end)));
                stack.push(config);
            }
            Op::Look { negated: true, end } => self.not(config, end, path, stack, closure)?,
            Op::Match => self.matched(config, stack, closure),
            Op::Then => self.then(config, path, stack, closure),
            Op::Stay => stack.push(Config { stay: true, ..config }),
            Op::Accept => self.accept(config, path, closure),
        }
        Ok(())
    }

    /// A step onto a cell: known at once where the walk itself emptied it or nothing can stand there, else a question.
    #[allow(clippy::too_many_arguments)]
    fn enter(
        &self,
        mut config: Config,
        cell: Cell,
        test: ConditionId,
        capture: bool,
        path: &Path,
        stack: &mut Vec<Config>,
        closure: &mut Closure,
    ) {
        let program = &self.programs[usize::from(config.program)];
        let looking = !config.looks.is_empty();
        let outside = |c: Cell| program.within.as_ref().is_some_and(|w| !w.contains(c));
        if !cell.is_some() || (!looking && outside(cell)) {
            return;
        }
        let exists = self.game.topology.exists.contains(cell);
        if program.leaves_trail && !looking && exists {
            config.passed.push(cell);
        }
        config.cell = cell;
        let condition = &self.game.conditions[test.index()];
        let mask = condition.plain.at(cell);
        let emptied = cell == self.origin || path.captures.contains(&cell);
        if emptied || !exists {
            if mask.has(Code::EMPTY) && !capture {
                stack.push(Config { stands: Code::EMPTY.mask(), was: Code::EMPTY.mask(), ..config });
            }
            return;
        }
        if let Some(TrailTest { owners, cells }) = &condition.trail
            && cells.at(cell).has(Code::EMPTY)
        {
            let taken =
                Config { stands: Code::EMPTY.mask(), was: Code::EMPTY.mask(), ..config.clone() };
            add(closure, Ask::Trail { cell, owners: *owners }, taken);
        }
        if !mask.is_none() {
            let stands = if capture { Code::EMPTY.mask() } else { mask };
            add(closure, Ask::Stands { cell, mask, capture }, Config { stands, was: mask, ..config });
        }
    }

    fn not(
        &mut self,
        config: Config,
        end: u16,
        path: &Path,
        stack: &mut Vec<Config>,
        closure: &mut Closure,
    ) -> Result<(), Unsupported> {
        let mut inner = config.clone();
        inner.looks = vec![Look::begun(&config, None)];
        let (_, body, matches) = self.expand(vec![inner], path)?;
        if matches {
            return Ok(());
        }
        let goes_on = Config { pc: end, ..config };
        if body.is_empty() {
            stack.push(goes_on);
        } else {
            add(closure, Ask::Not { body }, goes_on);
        }
        Ok(())
    }

    fn matched(&self, mut config: Config, stack: &mut Vec<Config>, closure: &mut Closure) {
        if !self.game.topology.exists.contains(config.cell) {
            return;
        }
        let Some(Look { cell, direction, stands, was, end }) = config.looks.pop() else { return };
        match end {
            None => closure.matches = true,
            Some(pc) => stack.push(Config { cell, direction, stands, was, pc, ..config }),
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

    fn then(&self, config: Config, path: &Path, stack: &mut Vec<Config>, closure: &mut Closure) {
        let next = Config {
            anchor: config.cell,
            before: u8::try_from(path.captures.len()).unwrap_or(u8::MAX),
            stands: Code::EMPTY.mask(),
            ..config.clone()
        };
        match self.stands(&config) {
            Some(true) => stack.push(next),
            Some(false) => {}
            None => add(closure, empty(config.cell), next),
        }
    }

    fn accept(&self, config: Config, path: &Path, closure: &mut Closure) {
        let vacant = Code::EMPTY.mask();
        let again = Config { pc: config.pc - 1, ..config.clone() };
        if !config.stay {
            match self.stands(&config) {
                Some(true) => {}
                Some(false) => return,
                None => {
                    let vacated = Config { stands: vacant, was: config.was.and(vacant), ..again };
                    return add(closure, empty(config.cell), vacated);
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
                return add(closure, ask, Config { was: allowed, ..again });
            }
        }
        self.emit(&config, path, closure);
    }

    fn emit(&self, config: &Config, path: &Path, closure: &mut Closure) {
        let program = &self.programs[usize::from(config.program)];
        let to = if config.stay { config.anchor } else { config.cell };
        if to == self.origin && path.captures.is_empty() {
            return;
        }
        let all = u8::try_from(path.captures.len()).unwrap_or(u8::MAX);
        let shots = if config.stay { all - config.before } else { 0 };
        let passed = config.passed.iter().filter(|c| **c != to && **c != config.entry && **c != self.origin);
        let draft = Draft {
            rule: program.rule,
            entry: config.entry,
            to,
            captures: path.captures.clone(),
            shots,
            trail: passed.copied().collect(),
            friendly: path.friendly,
        };
        if !closure.emits.iter().any(|e| same_effect(e, &draft)) {
            closure.emits.push(draft);
        }
    }
}

/// Whether two drafts of one piece on one cell have the same effect.
pub(super) fn same_effect(a: &Draft, b: &Draft) -> bool {
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    a.to == b.to && sorted(&a.captures) == sorted(&b.captures) && sorted(&a.trail) == sorted(&b.trail)
}

fn range(start: u16, len: u16) -> std::ops::Range<usize> {
    usize::from(start)..usize::from(start) + usize::from(len)
}

fn empty(cell: Cell) -> Ask {
    Ask::Stands { cell, mask: Code::EMPTY.mask(), capture: false }
}

fn add(closure: &mut Closure, ask: Ask, config: Config) {
    match closure.items.iter_mut().find(|(a, _)| *a == ask) {
        Some((_, configs)) if configs.contains(&config) => {}
        Some((_, configs)) => configs.push(config),
        None => closure.items.push((ask, vec![config])),
    }
}
