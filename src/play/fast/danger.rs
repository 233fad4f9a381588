//! Where a royal piece must not go: what the opponent's pieces reach, seen from where they stand.
//!
//! Asking of every cell around a king who attacks it costs as much for each; the cells that a piece reaches cost one look:
//!
//! ```text
//! K e1 may go to d1 d2 e2 f2;  r d8 reaches d7 … d1, n g4 reaches e3 e5 f2 …     left: e2
//! ```
//!
//! So it is with attacks over exactly one piece, whatever it is; attacks by trees of tests are asked about cell by cell.

use crate::ids::{Code, PlayerId};
use crate::ir::{Forms, Game, Siege};
use crate::play::fast::board::Board;
use crate::play::fast::engine::Engine;
use crate::play::fast::posts::{Line, Post, Posts, Span, rises};
use crate::play::fast::safety::Rings;
use crate::play::fast::set::Set;

/// What a piece can capture from one cell, if it stands there.
#[derive(Clone, Copy, Debug)]
struct Reach<const W: usize> {
    /// All of it, on an empty board.
    any: Set<W>,
    /// Whatever lies between.
    direct: Set<W>,
    /// Pairs of lines.
    lines: Span,
    /// Cells that must be empty, and what is reached then.
    lame: Span,
    /// Pairs of lines along which what lies behind exactly one piece is reached.
    hops: Span,
}

/// Cells that must be empty, or of which exactly one must not be; and what is attacked then.
type Ways<const W: usize> = Vec<(Set<W>, usize)>;

/// What all pieces reach.
#[derive(Clone, Debug)]
pub(super) struct Reaches<const W: usize> {
    /// By code and cell: attacks that need no more than empty cells.
    by_code: Vec<Vec<Reach<W>>>,
    /// By a royal piece's code and cell: codes of the opponent, and from where they reach any cell to which it may go.
    about: Vec<Vec<Vec<(u8, Set<W>)>>>,
    /// By a royal piece's code and cell: codes of the opponent, and from where they attack oddly any cell to which it may go.
    odd_about: Vec<Vec<Vec<(u8, Set<W>)>>>,
    lines: Vec<Line<W>>,
    lame: Vec<(Set<W>, usize)>,
    hops: Vec<Line<W>>,
}

impl<const W: usize> Reaches<W> {
    pub(super) fn new(game: &Game, forms: &Forms, posts: &Posts<W>, rings: &Rings<W>) -> Self {
        let mut all = Self {
            by_code: vec![Vec::new(); game.codes()],
            about: vec![Vec::new(); game.codes()],
            odd_about: vec![Vec::new(); game.codes()],
            lines: Vec::new(),
            lame: Vec::new(),
            hops: Vec::new(),
        };
        let mut hopping = vec![true; game.codes()];
        let codes = |player: PlayerId| game.piece_ids().map(move |id| Code::of(id, player));
        for player in PlayerId::BOTH {
            for code in codes(player) {
                let [lines, hops] = [false, true].map(|hop| ways(game, forms, code, hop));
                let hops: Option<Vec<_>> = (0..).zip(hops).map(|(f, w)| hop_lines(f, w)).collect();
                hopping[code.index()] = hops.is_some();
                let hops = hops.unwrap_or_else(|| vec![Default::default(); lines.len()]);
                let ways = lines.into_iter().zip(hops).enumerate();
                let reach = |(from, (ways, hops))| all.reach(from, ways, &hops);
                all.by_code[code.index()] = ways.map(reach).collect();
            }
        }
        for player in PlayerId::BOTH {
            for royal in codes(player).filter(|c| game.royal[player.index()].has(*c)) {
                let posts = &posts.posts[royal.index() * game.topology.cells()..];
                let posts = &posts[..game.topology.cells()];
                let codes: Vec<Code> = codes(player.other()).collect();
                all.about[royal.index()] = posts.iter().map(|p| all.about(p, &codes)).collect();
                let odd = |post: &Post<W>| odd_about(rings, &hopping, post, player.other());
                all.odd_about[royal.index()] = posts.iter().map(odd).collect();
            }
        }
        all
    }

    /// Of a royal piece: codes that reach any cell to which it may go, and from where.
    fn about(&self, post: &Post<W>, codes: &[Code]) -> Vec<(u8, Set<W>)> {
        let to = anywhere(post);
        let from = |code: &Code| {
            let reaches = self.by_code[code.index()].iter().enumerate();
            let near = reaches.filter(|(_, reach)| reach.any.meets(&to));
            (code.0, near.map(|(from, _)| from).collect::<Set<W>>())
        };
        codes.iter().map(from).filter(|(_, from)| !from.is_empty()).collect()
    }

    /// Of a piece on a cell: `ways` are the cells that must be empty, and what is attacked then.
    fn reach(&mut self, from: usize, mut ways: Ways<W>, hops: &[Vec<Set<W>>; 2]) -> Reach<W> {
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let [first_line, first_lame, first_hop] =
            [self.lines.len(), self.lame.len(), self.hops.len()];
        ways.sort_by_key(|(between, _)| between.len());
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for (between, target) in &ways {
            let goes_on = |line: &&mut Vec<usize>| {
                line.len() == between.len() as usize && line.iter().all(|c| between.has(*c))
            };
            match lines.iter_mut().find(goes_on) {
                _ if between.is_empty() => lines.push(vec![*target]),
                Some(line) => line.push(*target),
                None => self.lame.push((*between, *target)),
            }
        }
        let mut direct = Set::EMPTY;
        let mut pairs: [Vec<Set<W>>; 2] = [Vec::new(), Vec::new()];
        for line in lines {
            match rises(from, &line) {
                _ if line.len() == 1 => direct.insert(line[0]),
                Some(rises) => pairs[usize::from(rises)].push(line.iter().copied().collect()),
                // A line that goes to and fro in the order of the cells.
                None => self.lame.extend(
                    (0..line.len()).map(|n| (line[..n].iter().copied().collect(), line[n])),
                ),
            }
        }
        self.lines.extend(Line::pairs(&pairs));
        self.hops.extend(Line::pairs(hops));
        let behind = hops.iter().flatten().fold(Set::EMPTY, |all, line| all.or(line));
        Reach {
            any: ways.iter().map(|(_, target)| *target).collect::<Set<W>>().or(&behind),
            direct,
            lines: Span::new(place(first_line), place(self.lines.len())),
            lame: Span::new(place(first_lame), place(self.lame.len())),
            hops: Span::new(place(first_hop), place(self.hops.len())),
        }
    }
}

/// The lines, before the cell and behind it, along which exactly one piece is hopped over; none if some attacks are not along
/// such lines.
fn hop_lines<const W: usize>(from: usize, mut ways: Ways<W>) -> Option<[Vec<Set<W>>; 2]> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    ways.sort_by_key(|(between, _)| between.len());
    for (mut between, target) in ways {
        let goes_on = |line: &&mut Vec<usize>| {
            line.len() == between.len() as usize && line.iter().all(|c| between.has(*c))
        };
        match lines.iter_mut().find(goes_on) {
            Some(line) => line.push(target),
            None if between.len() == 1 => lines.push(vec![between.next()?, target]),
            None => return None,
        }
    }
    let mut pairs = [Vec::new(), Vec::new()];
    for line in lines {
        pairs[usize::from(rises(from, &line)?)].push(line.into_iter().collect());
    }
    Some(pairs)
}

/// Where a piece may go by plain moves, or more.
fn anywhere<const W: usize>(post: &Post<W>) -> Set<W> {
    let far = post.has.lines() || post.has.turns() || post.has.choosy();
    if far { Set::ALL } else { post.quiet.or(&post.takes) }
}

/// Of a royal piece: codes of a player that attack oddly any cell to which it may go, and from where; not those that only hop
/// along lines, as `hopping` says of codes.
fn odd_about<const W: usize>(
    rings: &Rings<W>,
    hopping: &[bool],
    post: &Post<W>,
    by: PlayerId,
) -> Vec<(u8, Set<W>)> {
    let mut all: Vec<(u8, Set<W>)> = Vec::new();
    for target in anywhere(post).filter(|target| *target < rings.cells()) {
        for ring in rings.around(by, target, true) {
            let asked = if hopping[usize::from(ring.code)] { ring.odd } else { ring.any };
            match all.iter_mut().find(|(code, _)| *code == ring.code) {
                _ if asked.is_empty() => {}
                Some((_, from)) => *from = from.or(&asked),
                None => all.push((ring.code, asked)),
            }
        }
    }
    all
}

/// By the cell where a piece stands: cells that must be empty, and what it attacks then; of a `hop` cells of which exactly one
/// must not be.
fn ways<const W: usize>(game: &Game, forms: &Forms, code: Code, hop: bool) -> Vec<Ways<W>> {
    let cells = game.topology.cells();
    let mut ways = vec![Vec::new(); cells];
    let royal = code.player().is_some_and(|p| game.royal[p.index()].has(code));
    if game.laws.blast.is_some() && royal {
        // Who takes is blown up.
        return ways;
    }
    for target in 0..cells {
        let (start, end) = forms.attack_index[code.index() * cells + target];
        for attack in &forms.attacks[start as usize..end as usize] {
            let (start, length) = match attack.siege {
                Siege::Line(start, length) if !hop => (start, length),
                Siege::Hop(start, length) if hop => (start, length),
                _ => continue,
            };
            let between = &forms.lines[start as usize..][..usize::from(length)];
            let between: Set<W> = between.iter().map(|c| c.index()).collect();
            // Where the target itself must be empty nothing is attacked.
            if !between.has(target) {
                ways[attack.from.index()].push((between, target));
            }
        }
    }
    ways
}

impl<const W: usize> Engine<'_, W> {
    /// Those of the cells where the only royal piece of the player to move can go from a cell without being attacked; none if
    /// there are more.
    pub(super) fn out_of_danger(
        &self,
        board: &mut Board<W>,
        from: usize,
        code: u8,
        to: Set<W>,
    ) -> Option<Set<W>> {
        let side = board.side.index();
        if self.royal[side].len() != 1 || board.of(code).len() != 1 {
            return None;
        }
        let mut occupied = board.occupied();
        occupied.remove(from);
        let about = &self.reaches.about[usize::from(code)][from];
        let safe = to.without(&self.danger(board, about, &occupied, &to));
        let odd_about = &self.reaches.odd_about[usize::from(code)][from];
        if !self.blasts && odd_about.is_empty() {
            return Some(safe);
        }
        Some(self.oddly_safe(board, (from, code), &to, safe, odd_about))
    }

    /// Those of the `safe` cells, and of all others where a blast shields, where no odd attack reaches the only royal piece.
    #[inline(never)]
    fn oddly_safe(
        &self,
        board: &mut Board<W>,
        (from, code): (usize, u8),
        to: &Set<W>,
        safe: Set<W>,
        odd_about: &[(u8, Set<W>)],
    ) -> Set<W> {
        let by = board.side.other();
        let mut safe = safe;
        if self.blasts {
            let shielded = to.without(&safe).filter(|cell| self.blast_shields(board, *cell, by));
            safe = shielded.collect::<Set<W>>().or(&safe);
        }
        let near = |(code, from): &(u8, Set<W>)| board.of(*code).meets(from);
        if odd_about.iter().any(near) {
            let met = |board: &Board<W>, to: usize| {
                let mut rings = self.rings.around(by, to, true).iter();
                rings.any(|ring| ring.any.meets(&board.of(ring.code)))
            };
            let goes = |to: &usize| {
                !met(board, *to) || self.plain_is_safe(board, Some(from), *to, code, true)
            };
            safe = safe.filter(goes).collect();
        }
        safe
    }

    /// Cells that plain attackers reach; only those in `asked` are told for certain.
    fn danger(
        &self,
        board: &Board<W>,
        about: &[(u8, Set<W>)],
        occupied: &Set<W>,
        asked: &Set<W>,
    ) -> Set<W> {
        let mut danger = Set::EMPTY;
        for (code, near) in about {
            let near = board.of(*code).and(near);
            if !near.is_empty() {
                let reaches = &self.reaches.by_code[usize::from(*code)];
                near.for_each(|from| {
                    let reach = &reaches[from];
                    if reach.any.meets(asked) {
                        danger = danger.or(&self.reached(reach, occupied, asked));
                    }
                });
            }
        }
        danger
    }

    /// What a piece reaches. Apart, as few come near a royal piece.
    #[inline(never)]
    fn reached(&self, reach: &Reach<W>, occupied: &Set<W>, asked: &Set<W>) -> Set<W> {
        let mut danger = reach.direct;
        for line in reach.lines.of(&self.reaches.lines) {
            if line.low.or(&line.high).meets(asked) {
                danger = danger.or(&Set::reach(&line.low, &line.high, occupied));
            }
        }
        for (empties, to) in reach.lame.of(&self.reaches.lame) {
            if !empties.meets(occupied) {
                danger.insert(*to);
            }
        }
        if !reach.hops.is_empty() {
            danger = danger.or(&self.behind_one(reach, occupied, asked));
        }
        danger
    }

    /// Cells behind exactly one piece.
    #[inline(never)]
    fn behind_one(&self, reach: &Reach<W>, occupied: &Set<W>, asked: &Set<W>) -> Set<W> {
        let hops = reach.hops.of(&self.reaches.hops).iter();
        hops.filter(|l| l.low.or(&l.high).meets(asked)).fold(Set::EMPTY, |all, line| {
            let first = Set::reach(&line.low, &line.high, occupied);
            let [low, high] = [line.low.without(&first), line.high.without(&first)];
            all.or(&Set::reach(&low, &high, occupied))
        })
    }
}
