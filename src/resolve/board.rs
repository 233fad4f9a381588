//! Board and players.

use crate::ast;
use crate::ast::BoardShape;
use crate::diagnostics::Diagnostic;
use crate::ids::{Cell, CellSet};
use crate::model::{Board, Facing, Player, Players, Symmetry};
use crate::resolve::Resolver;
use crate::resolve::items::Given;
use crate::resolve::square::{block, inside};
use crate::text::{Span, Spanned};

/// Most files, and most ranks.
const LONGEST: u32 = 26;

impl<'a> Resolver<'a> {
    /// Resolves the boards; keeps the one that is there.
    pub(super) fn resolve_board(&mut self, list: &[Given<'a, ast::Board>]) {
        let chosen = self.single(list, "board", Some("board 8x8"));
        let mut kept = None;
        for given in list {
            self.board = self.rectangle(given.node, given.span);
            if self.board.is_some() {
                self.leave_out(given.node);
            }
            if chosen.is_some_and(|board| std::ptr::eq(board, given.node)) {
                kept = self.board.take();
            }
        }
        self.board = kept;
    }

    /// The board with all cells of its rectangle.
    fn rectangle(&mut self, board: &ast::Board, span: Span) -> Option<Board> {
        let (files, ranks) = match &board.shape {
            BoardShape::Size { files, ranks, .. } => {
                let files = self.size(files, "files");
                let ranks = self.size(ranks, "ranks");
                (files?, ranks?)
            }
            BoardShape::Drawing(rows) => self.drawing_size(rows, span)?,
        };
        let cells = (0..files * ranks).map(Cell).collect();
        Some(Board { files, ranks, cells, passable: board.passable.is_some(), span })
    }

    fn size(&mut self, number: &Spanned<u32>, what: &str) -> Option<u16> {
        if (1..=LONGEST).contains(&number.node) {
            return u16::try_from(number.node).ok();
        }
        let message = format!("a board has 1 to {LONGEST} {what}, not {}", number.node);
        self.error(
            Diagnostic::error("E0207", message)
                .label(number.span, format!("number of {what}"))
                .help("write files by ranks, such as `board 10x8`"),
        );
        None
    }

    fn drawing_size(&mut self, rows: &[Spanned<String>], span: Span) -> Option<(u16, u16)> {
        let before = self.errors;
        let width = rows.first().map_or(0, |row| row.node.chars().count());
        let most = LONGEST as usize;
        if rows.len() > most || width == 0 || width > most {
            let message = format!(
                "a board has 1 to {LONGEST} files and ranks; this drawing has {width} and {}",
                rows.len()
            );
            self.error(Diagnostic::error("E0207", message).label(span, "this drawing"));
        }
        for row in rows {
            let length = row.node.chars().count();
            if length != width {
                let message =
                    format!("this rank of the drawing has {length} squares, the first one {width}");
                self.error(
                    Diagnostic::error("E0208", message)
                        .label(row.span, "another length")
                        .label(rows[0].span, "the first rank")
                        .help(
                            "draw every rank from the first file to the last: `.` a square, `*` none",
                        ),
                );
            }
            for (at, sign) in row.node.char_indices().filter(|(_, s)| !matches!(s, '.' | '*')) {
                self.error(
                    Diagnostic::error("E0208", format!("`{sign}` means nothing in a drawing"))
                        .label(inside(row, at, at + sign.len_utf8()), "unknown sign")
                        .help("draw `.` for a square and `*` for none"),
                );
            }
        }
        let size = (u16::try_from(width).ok()?, u16::try_from(rows.len()).ok()?);
        (self.errors == before).then_some(size)
    }

    /// Takes the missing cells out of the rectangle.
    fn leave_out(&mut self, board: &ast::Board) {
        let missing: CellSet = match &board.shape {
            BoardShape::Size { without, .. } => {
                without.iter().flat_map(|range| self.range(&range.node)).collect()
            }
            BoardShape::Drawing(rows) => {
                let signs = rows.iter().rev().flat_map(|row| row.node.chars());
                let holes = signs.enumerate().filter(|(_, sign)| *sign == '*');
                holes.filter_map(|(at, _)| u16::try_from(at).ok()).map(Cell).collect()
            }
        };
        let Some(built) = &mut self.board else { return };
        built.cells = built.cells.iter().filter(|cell| !missing.contains(*cell)).collect();
        let (none_left, span) = (built.cells.is_empty(), built.span);
        if none_left {
            self.error(
                Diagnostic::error("E0207", "no square of the board is left")
                    .label(span, "everything is left out"),
            );
        }
        if let Some(span) = board.passable.filter(|_| missing.is_empty()) {
            self.warn(
                Diagnostic::warning("W0205", "`passable holes` is said of a board without holes")
                    .label(span, "this has no effect")
                    .help("leave it out, or leave squares out of the board with `without`")
                    .fix(span, ""),
            );
        }
    }

    /// The cells of a square or block within the rectangle.
    fn range(&mut self, range: &ast::SquareRange) -> Vec<Cell> {
        let first = self.cell_of_rectangle(&range.first);
        let last =
            if range.first == range.last { first } else { self.cell_of_rectangle(&range.last) };
        match (&self.board, first, last) {
            (Some(board), Some(a), Some(b)) => block(board, board.place(a), board.place(b)),
            _ => Vec::new(),
        }
    }

    /// Resolves the players; keeps those that are there.
    pub(super) fn resolve_players(&mut self, list: &[Given<'a, ast::Players>]) {
        for given in list {
            let (first, second) = (&given.node.first, &given.node.second);
            if first.node.eq_ignore_ascii_case(&second.node) {
                self.error(
                    Diagnostic::error("E0210", "both players have the same name")
                        .label(second.span, "the second player")
                        .label(first.span, "the first")
                        .help("give them different names, such as `White` and `Black`"),
                );
            }
        }
        let example = "players White forward north, Black mirrored";
        let Some(players) = self.single(list, "players", Some(example)) else { return };
        let Some(given) = list.iter().find(|g| std::ptr::eq(g.node, players)) else { return };
        let forward = players.forward.node.0 % 8;
        let (symmetry, turned, mirrored) = match players.symmetry.node {
            ast::Symmetry::Mirrored => (Symmetry::Mirrored, forward + 4, true),
            ast::Symmetry::Turned => (Symmetry::Turned, forward + 4, false),
            ast::Symmetry::Alike => (Symmetry::Alike, forward, false),
        };
        let player = |name: &ast::Name, forward: u8, mirrored| Player {
            name: name.node.clone(),
            facing: Facing { forward: forward % 8, mirrored },
        };
        let resolved = Players {
            all: [
                player(&players.first, forward, false),
                player(&players.second, turned, mirrored),
            ],
            symmetry,
            span: given.span,
        };
        self.check_symmetry(&resolved, players.symmetry.span);
        self.players = Some(resolved);
    }

    /// Warns of a board that does not look the same to both players.
    fn check_symmetry(&mut self, players: &Players, span: Span) {
        let Some(board) = &self.board else { return };
        let second = crate::ids::PlayerId(1);
        let lost = board.cells.iter().find(|cell| {
            !players.image(board, second, *cell).is_some_and(|image| board.cells.contains(image))
        });
        if let Some(cell) = lost {
            let name = board.name(cell);
            let warning = Diagnostic::warning("W0204", "the board does not look the same to both players")
                .label(span, format!("this takes {name} to a square that does not exist"))
                .label(board.span, "the board")
                .help("write the symmetry that takes the board to itself: `mirrored`, `turned` or `alike`");
            self.warn(warning);
        }
    }
}
