//! What can come to stand where, if everything on the way is as the rules need it: the closure of all moves from the start
//! position. Pieces that stand in the way are not asked for, so that what is not reached here is never reached.

use crate::ids::{Cell, CellSet, Code, PlayerId};
use crate::ir::{Emit, Flags, FormNode, Forms, Game, Tree};
use crate::play::Position;
use std::collections::BTreeSet;

/// See the module.
pub(super) struct Reach {
    /// By code: where it can come to stand.
    cells: Vec<CellSet>,
    /// By code: cells on which no rule leads on, though it has rules.
    stuck: Vec<CellSet>,
    /// What either player can come to hold.
    held: BTreeSet<Code>,
    /// Promotions that are made: code, and number among those of the piece.
    promoted: BTreeSet<(Code, usize)>,
}

impl Reach {
    /// None if the game has no trees.
    pub(super) fn of(game: &Game, start: &Position) -> Option<Self> {
        let forms = game.forms()?;
        let codes = game.codes();
        let mut reach = Self {
            cells: vec![CellSet::new(); codes],
            stuck: vec![CellSet::new(); codes],
            held: BTreeSet::new(),
            promoted: BTreeSet::new(),
        };
        let mut open = Vec::new();
        for player in PlayerId::BOTH {
            for (cell, code) in start.pieces(player) {
                reach.put(code, cell, &mut open);
            }
            for piece in game.piece_ids().filter(|id| start.in_hand(player, *id) > 0) {
                reach.hold(game, forms, Code::of(piece, player), &mut open);
            }
        }
        for castle in game.castles.iter().filter(|c| start.rights >> c.right & 1 != 0) {
            reach.put(castle.partner, castle.partner_to, &mut open);
            reach.put(castle.king, castle.path.last().copied()?, &mut open);
        }
        while let Some((code, cell)) = open.pop() {
            if let Some(gained) = gained(game, code) {
                reach.hold(game, forms, gained, &mut open);
            }
            let tree = forms.trees[code.index() * game.topology.cells() + cell.index()];
            if !reach.emits(game, forms, tree, (code, Some(cell)), &mut open) {
                reach.stuck[code.index()].insert(cell);
            }
        }
        Some(reach)
    }

    /// Notes that a player can hold a piece, and follows its drops.
    fn hold(&mut self, game: &Game, forms: &Forms, code: Code, open: &mut Vec<(Code, Cell)>) {
        if self.held.insert(code) {
            self.emits(game, forms, forms.drops[code.index()], (code, None), open);
        }
    }

    fn put(&mut self, code: Code, cell: Cell, open: &mut Vec<(Code, Cell)>) {
        let cells = &mut self.cells[code.index()];
        if cell.is_some() && !cells.contains(cell) {
            cells.insert(cell);
            open.push((code, cell));
        }
    }

    /// Follows the moves of a tree; says whether there are any.
    fn emits(
        &mut self,
        game: &Game,
        forms: &Forms,
        tree: Tree,
        (code, from): (Code, Option<Cell>),
        open: &mut Vec<(Code, Cell)>,
    ) -> bool {
        if code.player().is_none() {
            return false;
        }
        let mut any = false;
        let nodes = forms.nodes.get(tree.start as usize..tree.end as usize).unwrap_or(&[]);
        for emit in possible(game, forms, tree, nodes) {
            any = true;
            for code in forms.becomes.get(usize::from(emit.becomes)).into_iter().flatten() {
                self.put(*code, emit.to, open);
            }
            if let Some(from) = from {
                self.note_promotions(game, code, (from, emit.to));
            }
        }
        any
    }

    fn note_promotions(&mut self, game: &Game, code: Code, (from, to): (Cell, Cell)) {
        let (Some(kind), Some(player)) = (game.piece_of(code), code.player()) else { return };
        for (number, promotion) in kind.promotions[player.index()].iter().enumerate() {
            let on = promotion.on && promotion.zone.contains(to);
            if on || (promotion.from && promotion.zone.contains(from)) {
                self.promoted.insert((code, number));
            }
        }
    }

    /// Where a piece can come to stand.
    pub(super) fn cells(&self, code: Code) -> &CellSet {
        &self.cells[code.index()]
    }

    /// Where it can come to stand and never moves on.
    pub(super) fn stuck(&self, code: Code) -> &CellSet {
        &self.stuck[code.index()]
    }

    /// Whether a player can come to hold that piece of his.
    pub(super) fn held(&self, code: Code) -> bool {
        self.held.contains(&code)
    }

    /// Whether a piece can ever make its promotion of that number.
    pub(super) fn promoted(&self, code: Code, number: usize) -> bool {
        self.promoted.contains(&(code, number))
    }
}

/// What the opponent holds once he has captured such a piece, where captures go to hand.
fn gained(game: &Game, code: Code) -> Option<Code> {
    let piece = game.piece_of(code).filter(|p| game.laws.to_hand && !p.royal)?;
    Some(Code::of(piece.captured_as, code.player()?.other()))
}

/// The moves of a tree, but for those that capture nothing but royal pieces: they are threats, and never made.
fn possible<'f>(
    game: &'f Game,
    forms: &'f Forms,
    tree: Tree,
    nodes: &'f [FormNode],
) -> impl Iterator<Item = &'f Emit> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let node = nodes.get(at)?;
            if is_threat(game, forms, node) {
                at = (node.skip.saturating_sub(tree.start) as usize).max(at + 1);
                continue;
            }
            at += 1;
            return Some(emits_of(forms, node));
        }
    })
    .flatten()
}

fn is_threat(game: &Game, forms: &Forms, node: &FormNode) -> bool {
    let plain = node.flags.has(Flags::CAPTURE) && node.flags.0 & (Flags::NOT | Flags::TRAIL) == 0;
    let royal = |code: Code| PlayerId::BOTH.iter().any(|p| game.royal[p.index()].has(code));
    let passing = forms.tests.iter().enumerate().filter(|(_, tests)| **tests >> node.test & 1 != 0);
    let mut codes = passing.filter_map(|(code, _)| u8::try_from(code).ok().map(Code)).peekable();
    plain && game.laws.blast.is_none() && codes.peek().is_some() && codes.all(royal)
}

/// The moves of a node.
fn emits_of<'f>(forms: &'f Forms, node: &FormNode) -> impl Iterator<Item = &'f Emit> {
    let makes = node.flags.has(Flags::EMIT) && !node.flags.has(Flags::NOT);
    let all = if makes { forms.emits.get(node.extra as usize..).unwrap_or(&[]) } else { &[] };
    let count = all.iter().position(|emit| emit.last).map_or(all.len(), |at| at + 1);
    all[..count].iter()
}
