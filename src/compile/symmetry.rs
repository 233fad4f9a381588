//! Whether the players are images of each other: then every position has a mirror image with the mirrored moves.
//!
//! ```text
//! cells a1 a2 … h8, White's rules from each       image a8 a7 … h1, and Black's rules from there: the same ones, or no images
//! ```

use crate::ids::{Cell, CellSet, PlayerId};
use crate::model::{Direction, Model, Node, Symmetry, Toward};

/// The image of every cell for the other player; none if something in the game means another thing to him: a compass
/// direction without its image, a zone for both, a board without symmetry.
pub(super) fn mirror(model: &Model) -> Option<Vec<Cell>> {
    let board = &model.board;
    let image = |cell: Cell| model.players.image(board, PlayerId(1), cell);
    let cells: Vec<Cell> =
        (0..board.files * board.ranks).map(|c| image(Cell(c))).collect::<Option<_>>()?;
    let of = |set: &CellSet| set.iter().map(|c| cells[c.index()]).collect::<CellSet>();
    let same = |a: &CellSet, b: &CellSet| a.iter().eq(b.iter());
    let zones = model.zones.iter().all(|z| same(&of(&z.cells[0]), &z.cells[1]));
    let paths =
        model.pieces.iter().flat_map(|p| &p.rules).all(|r| faces_are_closed(model, &r.path));
    let looks = model.looks().all(|look| faces_are_closed(model, look));
    (same(&of(&board.cells), &board.cells) && zones && paths && looks).then_some(cells)
}

/// The image of a compass direction.
fn turned(model: &Model, eighth: u8) -> u8 {
    match model.players.symmetry {
        Symmetry::Alike => eighth % 8,
        Symmetry::Turned => (eighth + 4) % 8,
        Symmetry::Mirrored => (2 * model.players.all[0].facing.forward + 12 - eighth % 8) % 8,
    }
}

fn faces_are_closed(model: &Model, node: &Node) -> bool {
    match node {
        Node::Seq(nodes) | Node::Alt(nodes) => nodes.iter().all(|n| faces_are_closed(model, n)),
        Node::Repeat { body, .. } | Node::Look { body, .. } | Node::Also { body } => {
            faces_are_closed(model, body)
        }
        Node::Face(directions) => directions.iter().all(|d| {
            let there = match *d {
                Direction::Compass(eighth) => Direction::Compass(turned(model, eighth)),
                Direction::Leap { long, short, toward: Some(Toward::Compass(eighth)) } => {
                    let toward = Some(Toward::Compass(turned(model, eighth)));
                    Direction::Leap { long, short, toward }
                }
                relative => relative,
            };
            directions.contains(&there)
        }),
        Node::Step(_)
        | Node::Flip(_)
        | Node::Turn(_)
        | Node::Then
        | Node::Again { .. }
        | Node::Place(_)
        | Node::Stay => true,
    }
}
