//! Castling: paths square by square.

use crate::ast;
use crate::ast::{CastlePartner, CastleSquares};
use crate::diagnostics::Diagnostic;
use crate::ids::{Cell, MOST_RIGHTS, PlayerId};
use crate::model::{Board, Castle, Partner};
use crate::resolve::Resolver;
use crate::resolve::items::Given;
use crate::text::{Span, Spanned};

/// A cell and where it is named.
pub(super) type Named = Spanned<Cell>;

/// The squares of a castling as written.
struct Squares {
    path: Vec<Named>,
    /// King's last squares: one, or those of a range.
    ends: Vec<Cell>,
    partner_from: Named,
    partner_to: Option<Named>,
}

impl<'a> Resolver<'a> {
    /// Resolves all castlings; gives those that are there, one for each last square of a range.
    pub(super) fn resolve_castles(&mut self, list: &[Given<'a, ast::Castle>]) -> Vec<Castle> {
        let mut all: Vec<(Castle, usize)> = Vec::new();
        for (at, given) in list.iter().enumerate() {
            let found = self.under(&given.guard, |this| this.castle(given.node, given.span));
            for castle in found {
                let same = |(other, from): &&(Castle, usize)| {
                    list[*from].guard.compatible(&given.guard)
                        && other.path.first() == castle.path.first()
                        && other.path.last() == castle.path.last()
                        && other.partner.from == castle.partner.from
                };
                if let Some((other, _)) = all.iter().find(same).filter(|(_, from)| *from != at) {
                    let span = other.span;
                    self.error(crate::resolve::scope::twice("this castling", given.span, span));
                }
                all.push((castle, at));
            }
        }
        let active = all.into_iter().filter(|(_, at)| list[*at].active);
        let castles: Vec<Castle> = active.map(|(castle, _)| castle).collect();
        self.check_rights(&castles);
        castles
    }

    /// Every pair of squares where a king and its partner begin is a right of either player; there is room for so many.
    fn check_rights(&mut self, castles: &[Castle]) {
        let begins =
            |c: &Castle| (c.king, c.path.first().copied(), c.partner.piece, c.partner.from);
        let mut known = std::collections::BTreeSet::new();
        let most = MOST_RIGHTS / 2;
        let extra = castles.iter().find(|c| known.insert(begins(c)) && known.len() > most);
        let Some(extra) = extra else { return };
        let message = format!("the castlings begin on more than {most} pairs of squares");
        self.error(
            Diagnostic::error("E0406", message)
                .label(extra.span, "this one is too many")
                .help("let the king begin on fewer squares: a smaller zone behind `from`"),
        );
    }

    fn castle(&mut self, written: &ast::Castle, span: Span) -> Vec<Castle> {
        let CastleSquares::Named { path, range_end, partner_from, partner_to } = &written.squares
        else {
            return self.castle_from_anywhere(written, span);
        };
        let king = self.piece_id(&written.king);
        let piece = self.piece_id(&written.partner);
        let named = (path.as_slice(), range_end.as_ref());
        let Some(squares) = self.squares_of(named, (partner_from, partner_to), span) else {
            return Vec::new();
        };
        let Some(board) = self.board.clone() else { return Vec::new() };
        let mut castles = Vec::new();
        for end in &squares.ends {
            let Some((path, to)) = self.ways(&board, &squares, *end) else { break };
            let from = squares.partner_from.node;
            let empty = empty_squares(&board, &path, from, to);
            if !self.check_cells(&board, &empty, &path, to, span) {
                break;
            }
            let empty = empty.into_iter().filter(|c| board.cells.contains(*c)).collect();
            let partner = Partner { piece, from, to };
            castles.push(Castle { king, path, partner, empty, anywhere: false, span });
        }
        castles
    }

    /// The squares that are named, if all of them exist.
    fn squares_of(
        &mut self,
        (written, range_end): (&[ast::Name], Option<&ast::Name>),
        (partner_from, partner_to): (&ast::Name, &CastlePartner),
        span: Span,
    ) -> Option<Squares> {
        let path: Vec<Option<Named>> = written.iter().map(|name| self.named(name)).collect();
        let range_end = range_end.map(|name| self.named(name));
        let partner_from = self.named(partner_from);
        let partner_to = match partner_to {
            CastlePartner::Square(name) => Some(self.named(name)),
            CastlePartner::Beside => None,
        };
        if written.len() < 2 {
            self.error(
                Diagnostic::error("E0401", "the king's way names one square only")
                    .label(span, "it needs a square where it begins and one where it ends")
                    .help("write it so: `castle K e1-g1 with R h1-f1`"),
            );
            return None;
        }
        let path: Vec<Named> = path.into_iter().collect::<Option<_>>()?;
        let board = self.board.clone()?;
        let last = path.last()?;
        let ends = match range_end {
            None => vec![last.node],
            Some(range_end) => self.range_of(&board, &path, &range_end?)?,
        };
        let partner_to = match partner_to {
            None => None,
            Some(to) => Some(to?),
        };
        Some(Squares { ends, partner_from: partner_from?, partner_to, path })
    }

    pub(super) fn named(&mut self, name: &ast::Name) -> Option<Named> {
        self.cell(name).map(|cell| Spanned::new(cell, name.span))
    }

    /// The last squares of a range, all in one line with the square before them.
    fn range_of(&mut self, board: &Board, path: &[Named], range_end: &Named) -> Option<Vec<Cell>> {
        let (before, first) = (&path[path.len() - 2], path.last()?);
        let steps = line(board, first.node, range_end.node);
        let whole = line(board, before.node, range_end.node);
        let in_line = whole.is_some_and(|whole| whole.contains(&first.node));
        if let Some(steps) = steps.filter(|_| in_line) {
            let mut ends = vec![first.node];
            ends.extend(steps);
            return Some(ends);
        }
        self.error(
            Diagnostic::error(
                "E0402",
                "the squares of this range are not in one line with the king's",
            )
            .label(range_end.span, "the range ends here")
            .label(first.span, "and begins here")
            .help("write the nearest square first: `f1-g1..i1`"),
        );
        None
    }

    /// The king's path to that end and the partner's last square, if they make sense.
    fn ways(&mut self, board: &Board, squares: &Squares, end: Cell) -> Option<(Vec<Cell>, Cell)> {
        let (king, last) = (squares.path.first()?, squares.path.last()?);
        let mut stops: Vec<Cell> = squares.path.iter().map(|named| named.node).collect();
        *stops.last_mut()? = end;
        let partner_from = &squares.partner_from;
        let mut report = |message: &str, at: Span, label: &str, help: &str| {
            self.error(Diagnostic::error("E0403", message).label(at, label).help(help));
            None
        };
        if king.node == partner_from.node {
            let help = "name the square where each of them stands at the start";
            return report(
                "king and partner begin on the same square",
                partner_from.span,
                "the king stands here",
                help,
            );
        }
        if stops.windows(2).any(|two| two[0] == two[1]) || end == king.node {
            let help = "name the squares that it passes and the one where it ends";
            return report(
                "the king's way comes back to a square of its own",
                last.span,
                "it does not move on",
                help,
            );
        }
        let path = stops.windows(2).fold(vec![king.node], |mut path, two| {
            path.extend(line(board, two[0], two[1]).unwrap_or_else(|| vec![two[1]]));
            path
        });
        let to = match &squares.partner_to {
            Some(to) => to.node,
            None => match line(board, end, king.node).and_then(|way| way.first().copied()) {
                Some(cell) => cell,
                None => {
                    let help = "write the partner's square: `with R j1-h1`";
                    return report(
                        "`beside` needs a king that goes in one line",
                        last.span,
                        "not in line with its first square",
                        help,
                    );
                }
            },
        };
        if to == end {
            let at = squares.partner_to.as_ref().map_or(last.span, |to| to.span);
            let help = "let the partner end on another square";
            return report("king and partner end on the same square", at, "both end here", help);
        }
        Some((path, to))
    }

    /// Whether all squares exist for both players.
    fn check_cells(
        &mut self,
        board: &Board,
        empty: &[Cell],
        path: &[Cell],
        to: Cell,
        span: Span,
    ) -> bool {
        let entered: Vec<Cell> = path.iter().copied().chain([to]).collect();
        let crossed: &[Cell] = if board.passable { &[] } else { empty };
        if let Some(cell) = entered.iter().chain(crossed).find(|cell| !board.cells.contains(**cell))
        {
            self.error(
                Diagnostic::error(
                    "E0404",
                    format!(
                        "castling crosses {}, which is no square of the board",
                        board.name(*cell)
                    ),
                )
                .label(span, "this castling")
                .label(board.span, "left out of the board here")
                .help("name the squares of the king's way one by one, around the gap"),
            );
            return false;
        }
        let Some(players) = &self.players else { return false };
        let image = |cell: Cell| players.image(board, PlayerId(1), cell);
        let lost = |cell: &&Cell| {
            board.cells.contains(**cell) && !image(**cell).is_some_and(|i| board.cells.contains(i))
        };
        if let Some(cell) = entered.iter().chain(empty).find(lost) {
            let (name, player) = (board.name(*cell), players.get(PlayerId(1)).name.clone());
            let symmetry = players.span;
            self.error(
                Diagnostic::error("E0405", format!("{player} has no square that mirrors {name}"))
                    .label(span, "this castling")
                    .label(symmetry, "the players' symmetry")
                    .help("castling is written for the first player and holds for both; choose another symmetry or other squares"),
            );
            return false;
        }
        true
    }
}

/// The squares after `from` up to `to`, if they are in one rank, file or diagonal and differ; missing cells too.
pub(super) fn line(board: &Board, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let ((f1, r1), (f2, r2)) = (board.place(from), board.place(to));
    let (files, ranks) = (f2 - f1, r2 - r1);
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = files.abs().max(ranks.abs());
    if !straight || steps == 0 {
        return None;
    }
    let (df, dr) = (files.signum(), ranks.signum());
    (1..=steps).map(|n| board.at(f1 + df * n, r1 + dr * n)).collect()
}

/// What must be empty but for king and partner, each square once.
pub(super) fn empty_squares(board: &Board, path: &[Cell], from: Cell, to: Cell) -> Vec<Cell> {
    let king = path.first().copied().unwrap_or(from);
    let between = line(board, king, from).unwrap_or_default();
    let way = line(board, from, to).unwrap_or_else(|| vec![to]);
    let mut empty: Vec<Cell> = Vec::new();
    for cell in between.into_iter().chain(path.iter().copied()).chain(way) {
        if cell != king && cell != from && !empty.contains(&cell) {
            empty.push(cell);
        }
    }
    empty
}
