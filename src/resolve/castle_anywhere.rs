//! Castling from whatever square of a zone, with whatever partner on one side: one castling for every pair of squares.

use crate::ast;
use crate::ast::{CastleSquares, KingSide};
use crate::diagnostics::Diagnostic;
use crate::ids::{Cell, PlayerId};
use crate::model::{Board, Castle, Partner};
use crate::resolve::Resolver;
use crate::resolve::castle::{empty_squares, line};
use crate::text::Span;

/// Steps in files and ranks, clockwise from north.
const COMPASS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Resolver<'_> {
    pub(super) fn castle_from_anywhere(
        &mut self,
        written: &ast::Castle,
        span: Span,
    ) -> Vec<Castle> {
        let CastleSquares::Anywhere { zone, to, side, beside, partner_to } = &written.squares
        else {
            return Vec::new();
        };
        let king = self.piece_id(&written.king);
        let piece = self.piece_id(&written.partner);
        if beside.node != written.king.node {
            let message =
                format!("the partner stands beside `{}`, which does not castle here", beside.node);
            self.error(
                Diagnostic::error("E0403", message)
                    .label(beside.span, "another piece")
                    .label(written.king.span, "this one castles")
                    .help(format!("write `of {}`", written.king.node)),
            );
            return Vec::new();
        }
        let before = self.errors;
        let zone = self.zones_only(zone, "from", Some("castling can never begin there"));
        let (to, partner_to) = (self.named(to), self.named(partner_to));
        let (Some(to), Some(partner_to)) = (to, partner_to) else { return Vec::new() };
        if to.node == partner_to.node {
            self.error(
                Diagnostic::error("E0403", "king and partner end on the same square")
                    .label(partner_to.span, "both end here")
                    .help("let the partner end on another square"),
            );
        }
        let cells = self.cells_of(&zone, PlayerId(0));
        let (Some(board), Some(cells)) = (self.board.clone(), cells) else { return Vec::new() };
        if self.errors > before || self.vague {
            return Vec::new();
        }
        let Some(step) = self.step_to(side.node) else { return Vec::new() };
        let ends = (to.node, partner_to.node);
        let mut castles = Vec::new();
        for from in cells.set().iter() {
            for partner in ray(&board, from, step) {
                let Some((path, empty)) = self.way(&board, (from, partner), ends) else { continue };
                let partner = Partner { piece, from: partner, to: ends.1 };
                castles.push(Castle { king, path, partner, empty, anywhere: true, span });
            }
        }
        if castles.is_empty() {
            self.error(
                Diagnostic::error(
                    "E0404",
                    "from no square of the zone does a way lead there in one line",
                )
                .label(span, "this castling")
                .help("name a zone in line with the squares where the two pieces end"),
            );
        }
        castles
    }

    /// The step to the first player's left or right.
    fn step_to(&self, side: KingSide) -> Option<(i32, i32)> {
        let eighths = match side {
            KingSide::Right => 2,
            KingSide::Left => 6,
        };
        let facing = self.players.as_ref()?.get(PlayerId(0)).facing;
        COMPASS.get(usize::from(facing.compass(eighths))).copied()
    }

    /// The king's path and the squares that must be empty; none where a square of theirs is missing for either player.
    fn way(
        &self,
        board: &Board,
        (from, partner): (Cell, Cell),
        (to, partner_to): (Cell, Cell),
    ) -> Option<(Vec<Cell>, Vec<Cell>)> {
        let mut path = vec![from];
        if from == to {
            path.push(to);
        } else {
            path.extend(line(board, from, to)?);
        }
        if partner != partner_to {
            line(board, partner, partner_to)?;
        }
        let empty = empty_squares(board, &path, partner, partner_to);
        let players = self.players.as_ref()?;
        let there = |cell: &Cell| {
            let image = players.image(board, PlayerId(1), *cell);
            board.cells.contains(*cell) && image.is_some_and(|i| board.cells.contains(i))
        };
        let whole = path.iter().chain(&empty).chain([&partner, &partner_to]).all(there);
        whole.then_some((path, empty))
    }
}

/// The cells of the board in one direction.
fn ray(board: &Board, from: Cell, (files, ranks): (i32, i32)) -> impl Iterator<Item = Cell> + '_ {
    let (file, rank) = board.place(from);
    (1..).map_while(move |n| board.at(file + files * n, rank + ranks * n))
}
