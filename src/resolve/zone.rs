//! Zones: sets of squares as the first player sees them, and their images.

use crate::ast;
use crate::ast::Word;
use crate::diagnostics::Diagnostic;
use crate::ids::{CellSet, PlayerId, ZoneId};
use crate::model::{Condition, Zone};
use crate::resolve::Resolver;
use crate::resolve::items::Given;
use crate::resolve::square::{Bits, block, file, file_letter, off_board};
use crate::text::{Span, Spanned};

/// Most zones of a game.
const MOST_ZONES: usize = 10_000;

/// So many things named twice in one list are told.
const MOST_TWICE: usize = 8;

/// The expression of a zone.
enum Squares {
    Cells(Bits),
    Zone(ZoneId, bool),
    Not(Box<Squares>),
    And(Vec<Squares>),
    Or(Vec<Squares>),
}

/// A zone that waits for those that it uses.
struct Pending<'a> {
    zone: &'a ast::Zone,
    squares: Option<Squares>,
    uses: Vec<usize>,
}

impl<'a> Resolver<'a> {
    /// Resolves all zones; gives those that are there.
    pub(super) fn resolve_zones(&mut self, list: &[Given<'a, ast::Zone>]) -> Vec<Zone> {
        if let Some(extra) = list.get(MOST_ZONES) {
            let message = format!("a game has at most {MOST_ZONES} zones");
            self.error(Diagnostic::error("E0215", message).label(extra.span, "one zone too many"));
            return Vec::new();
        }
        let mut pending = Vec::new();
        for given in list {
            let before = self.errors;
            let mut uses = Vec::new();
            let squares = self.under(&given.guard, |this| {
                let squares = this.squares(&given.node.squares, &mut uses);
                (!this.vague).then_some(squares)
            });
            let squares = squares.filter(|_| self.errors == before);
            if given.active {
                pending.push(Pending { zone: given.node, squares, uses });
            }
        }
        self.zones = vec![None; pending.len()];
        for at in self.order(&pending) {
            self.zones[at] = self.evaluate(&pending[at]);
        }
        let zone = |(at, p): (usize, &Pending)| Zone {
            name: p.zone.name.node.clone(),
            span: p.zone.name.span,
            cells: self.zones[at].clone().unwrap_or_default(),
        };
        pending.iter().enumerate().map(zone).collect()
    }

    fn squares(&mut self, expression: &Spanned<ast::Condition>, uses: &mut Vec<usize>) -> Squares {
        let mut each = |list: &[Spanned<ast::Condition>]| {
            list.iter().map(|part| self.squares(part, uses)).collect()
        };
        match &expression.node {
            ast::Condition::And(list) => Squares::And(each(list)),
            ast::Condition::Or(list) => {
                let all = each(list);
                self.named_twice(list);
                Squares::Or(all)
            }
            ast::Condition::Not(part) => Squares::Not(Box::new(self.squares(part, uses))),
            ast::Condition::Word(Word::Zone { name, of_enemy }) => {
                let id = self.zone_id(name, expression.span);
                if !self.vague {
                    uses.push(id.index());
                }
                Squares::Zone(id, *of_enemy)
            }
            ast::Condition::Word(word) => Squares::Cells(self.word(word, expression.span)),
        }
    }

    /// Tells what is named again among things of which any will do: it adds nothing, and another may be meant.
    pub(super) fn named_twice(&mut self, list: &[Spanned<ast::Condition>]) {
        let mut told = 0;
        for (at, part) in list.iter().enumerate() {
            if told == MOST_TWICE {
                return;
            }
            // Two trails are an error of their own.
            let word =
                matches!(&part.node, ast::Condition::Word(w) if !matches!(w, Word::Trail(_)));
            if let Some(first) = list[..at].iter().find(|p| word && p.node == part.node) {
                self.warn(
                    Diagnostic::warning("W0207", "this is named twice")
                        .label(part.span, "the second time")
                        .label(first.span, "the first")
                        .help("leave it out, or write what you mean in its place"),
                );
                told += 1;
            }
        }
    }

    fn word(&mut self, word: &Word, span: Span) -> Bits {
        match word {
            Word::Square(name) => {
                let cell = self.cell(&Spanned::new(name.clone(), span));
                Bits::of(&cell.into_iter().collect())
            }
            Word::Block(first, last) => {
                let (a, b) = (self.cell_of_rectangle(first), self.cell_of_rectangle(last));
                let place = |board: &crate::model::Board| Some((board.place(a?), board.place(b?)));
                self.area(place)
            }
            Word::Ranks(first, last) => {
                let rank = |this: &mut Self, number: &Spanned<u32>| {
                    let ranks = this.board.as_ref().map_or(0, |b| u32::from(b.ranks));
                    let known = (1..=ranks).contains(&number.node);
                    this.expect(known, &format!("rank {} is", number.node), number.span);
                    i32::try_from(number.node).ok().filter(|_| known).map(|n| n - 1)
                };
                let (a, b) = (rank(self, first), rank(self, last));
                self.area(|board| Some(((0, a?), (i32::from(board.files) - 1, b?))))
            }
            Word::Files(first, last) => {
                let number = |this: &mut Self, name: &ast::Name| {
                    let files = this.board.as_ref().map_or(0, |b| i32::from(b.files));
                    let found = file(&name.node).filter(|at| *at < files);
                    this.expect(found.is_some(), &format!("file {} is", name.node), name.span);
                    found
                };
                let (a, b) = (number(self, first), number(self, last));
                self.area(|board| Some(((a?, 0), (b?, i32::from(board.ranks) - 1))))
            }
            _ => {
                self.error(
                    Diagnostic::error("E0211", "a zone is a set of squares, whatever stands on them")
                        .label(span, "this asks what stands on a square")
                        .help("write squares (`d4`, `d4-e5`, `rank 2`, `files a-c`) and other zones; ask for pieces where the zone is used"),
                );
                Bits::default()
            }
        }
    }

    fn expect(&mut self, known: bool, what: &str, span: Span) {
        if let Some(board) = self.board.as_ref().filter(|_| !known) {
            let last = file_letter(board.files - 1);
            let help = format!("files are a to {last}, ranks 1 to {}", board.ranks);
            let error = off_board(board, what, span).help(help);
            self.error(error);
        }
    }

    /// The cells of a block that exist.
    fn area(
        &self,
        corners: impl Fn(&crate::model::Board) -> Option<((i32, i32), (i32, i32))>,
    ) -> Bits {
        let Some(board) = &self.board else { return Bits::default() };
        let Some((first, last)) = corners(board) else { return Bits::default() };
        let cells: CellSet =
            block(board, first, last).into_iter().filter(|c| board.cells.contains(*c)).collect();
        Bits::of(&cells)
    }

    /// An order in which every zone comes after those that it uses; reports circles.
    fn order(&mut self, pending: &[Pending<'_>]) -> Vec<usize> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; pending.len()];
        let mut order = Vec::with_capacity(pending.len());
        for start in 0..pending.len() {
            let mut path = Vec::new();
            if marks[start] == Mark::New {
                marks[start] = Mark::Open;
                path.push((start, 0));
            }
            while let Some((zone, next)) = path.last_mut() {
                let Some(used) = pending[*zone].uses.get(*next).copied() else {
                    marks[*zone] = Mark::Done;
                    order.push(*zone);
                    path.pop();
                    continue;
                };
                *next += 1;
                match marks.get(used) {
                    Some(Mark::New) => {
                        marks[used] = Mark::Open;
                        path.push((used, 0));
                    }
                    Some(Mark::Open) => {
                        let from = path.iter().position(|(at, _)| *at == used).unwrap_or(0);
                        let circle: Vec<usize> = path[from..].iter().map(|(at, _)| *at).collect();
                        self.report_circle(pending, &circle);
                    }
                    _ => {}
                }
            }
        }
        order
    }

    fn report_circle(&mut self, pending: &[Pending<'_>], circle: &[usize]) {
        let names: Vec<&ast::Name> = circle.iter().map(|at| &pending[*at].zone.name).collect();
        let Some(first) = names.first() else { return };
        let mut error = if names.len() == 1 {
            Diagnostic::error("E0212", format!("the zone `{}` is made of itself", first.node))
        } else {
            let mut way: Vec<&str> = names.iter().map(|name| name.node.as_str()).collect();
            way.push(&first.node);
            let way = way.join(" → ");
            Diagnostic::error("E0212", format!("zones are made of each other in a circle: {way}"))
        };
        for name in names {
            error = error.label(name.span, "in the circle");
        }
        self.error(error.help("write the squares of one of them"));
    }

    fn evaluate(&self, pending: &Pending<'_>) -> Option<[CellSet; 2]> {
        let (board, players) = (self.board.as_ref()?, self.players.as_ref()?);
        let first = self.bits(pending.squares.as_ref()?, Bits::of(&board.cells))?.set();
        let second = if pending.zone.both {
            first.clone()
        } else {
            let images = first.iter().filter_map(|c| players.image(board, PlayerId(1), c));
            images.filter(|cell| board.cells.contains(*cell)).collect()
        };
        Some([first, second])
    }

    fn bits(&self, squares: &Squares, board: Bits) -> Option<Bits> {
        Some(match squares {
            Squares::Cells(bits) => *bits,
            Squares::Zone(id, of_enemy) => {
                let cells = self.zones.get(id.index())?.as_ref()?;
                Bits::of(&cells[usize::from(*of_enemy)])
            }
            Squares::Not(part) => board.without(self.bits(part, board)?),
            Squares::And(list) => {
                list.iter().try_fold(board, |all, part| Some(all.and(self.bits(part, board)?)))?
            }
            Squares::Or(list) => list
                .iter()
                .try_fold(Bits::default(), |all, part| Some(all.or(self.bits(part, board)?)))?,
        })
    }

    /// The cells that satisfy a condition of zones, as a player sees it; none if a zone of it is in error.
    pub(super) fn cells_of(&self, condition: &Condition, player: PlayerId) -> Option<Bits> {
        let board = Bits::of(&self.board.as_ref()?.cells);
        Some(match condition {
            Condition::Zone { zone, of_enemy } => {
                let seen_by = if *of_enemy { player.other() } else { player };
                Bits::of(&self.zones.get(zone.index())?.as_ref()?[seen_by.index()])
            }
            Condition::Not(part) => board.without(self.cells_of(part, player)?),
            Condition::And(list) => list
                .iter()
                .try_fold(board, |all, part| Some(all.and(self.cells_of(part, player)?)))?,
            Condition::Or(list) => list.iter().try_fold(Bits::default(), |all, part| {
                Some(all.or(self.cells_of(part, player)?))
            })?,
            _ => board,
        })
    }
}
