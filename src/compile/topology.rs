//! The board and its directions as tables.

use crate::ids::{Cell, DirectionId, PlayerId};
use crate::ir::Topology;
use crate::model::{Direction, Model, Node, Toward};

/// The eight compass steps, clockwise from north: files to the east, ranks to the north.
const COMPASS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// All directions of a game: the compass first, then the leaps that its rules use.
pub(super) struct Directions {
    vectors: Vec<(i8, i8)>,
}

impl Directions {
    /// Collects the directions that a model uses.
    pub(super) fn of(model: &Model) -> Self {
        let mut all = Self { vectors: COMPASS.to_vec() };
        for rule in model.pieces.iter().flat_map(|p| &p.rules) {
            all.collect(&rule.path);
        }
        for look in model.looks() {
            all.collect(look);
        }
        all
    }

    fn collect(&mut self, node: &Node) {
        match node {
            Node::Seq(nodes) | Node::Alt(nodes) => nodes.iter().for_each(|n| self.collect(n)),
            Node::Repeat { body, .. } | Node::Look { body, .. } | Node::Also { body } => {
                self.collect(body);
            }
            Node::Face(directions) => directions.iter().for_each(|d| self.add(*d)),
            Node::Step(_)
            | Node::Flip(_)
            | Node::Turn(_)
            | Node::Then
            | Node::Again { .. }
            | Node::Place(_)
            | Node::Stay => {}
        }
    }

    fn add(&mut self, direction: Direction) {
        if let Direction::Leap { long, short, .. } = direction {
            for vector in family(long, short) {
                if !self.vectors.contains(&vector) {
                    self.vectors.push(vector);
                }
            }
        }
    }

    fn id(&self, vector: (i8, i8)) -> Option<DirectionId> {
        let at = self.vectors.iter().position(|v| *v == vector)?;
        u16::try_from(at).ok().map(DirectionId)
    }

    /// What a direction means for a player.
    pub(super) fn expand(
        &self,
        model: &Model,
        player: PlayerId,
        direction: Direction,
    ) -> Vec<DirectionId> {
        let facing = model.players.get(player).facing;
        let vectors = match direction {
            Direction::Compass(eighths) => vec![COMPASS[usize::from(eighths % 8)]],
            Direction::Relative(eighths) => vec![COMPASS[usize::from(facing.compass(eighths))]],
            Direction::Leap { long, short, toward: None } => family(long, short),
            Direction::Leap { long, short, toward: Some(Toward::Compass(eighths)) } => {
                pointing(long, short, COMPASS[usize::from(eighths % 8)])
            }
            Direction::Leap { long, short, toward: Some(Toward::Relative(eighths)) } => {
                pointing(long, short, COMPASS[usize::from(facing.compass(eighths))])
            }
        };
        vectors.into_iter().filter_map(|v| self.id(v)).collect()
    }

    fn turned(&self, vector: (i8, i8)) -> [Option<DirectionId>; 8] {
        std::array::from_fn(|eighths| {
            if let Some(at) = COMPASS.iter().position(|v| *v == vector) {
                return self.id(COMPASS[(at + eighths) % 8]);
            }
            (eighths % 2 == 0)
                .then(|| (0..eighths / 2).fold(vector, |(x, y), _| (y, -x)))
                .and_then(|v| self.id(v))
        })
    }
}

/// All turns and reflections of a leap, clockwise from north.
fn family(long: u8, short: u8) -> Vec<(i8, i8)> {
    let (long, short) =
        (i8::try_from(long).unwrap_or(i8::MAX), i8::try_from(short).unwrap_or(i8::MAX));
    let quarter = [(short, long), (long, short)];
    let mut all = Vec::with_capacity(8);
    for turns in 0..4 {
        for vector in quarter {
            let turned = (0..turns).fold(vector, |(x, y), _| (y, -x));
            if !all.contains(&turned) {
                all.push(turned);
            }
        }
    }
    all
}

/// Those of a family of leaps that point most nearly in a direction.
fn pointing(long: u8, short: u8, toward: (i8, i8)) -> Vec<(i8, i8)> {
    let along =
        |v: &(i8, i8)| i32::from(v.0) * i32::from(toward.0) + i32::from(v.1) * i32::from(toward.1);
    let all = family(long, short);
    let most = all.iter().map(along).max().unwrap_or(0);
    all.into_iter().filter(|v| along(v) == most).collect()
}

/// The board's tables.
pub(super) fn topology(model: &Model, directions: &Directions) -> Topology {
    let board = &model.board;
    let mut next =
        Vec::with_capacity(directions.vectors.len() * usize::from(board.files * board.ranks));
    for (east, north) in &directions.vectors {
        for cell in (0..board.files * board.ranks).map(Cell) {
            let (file, rank) = board.place(cell);
            let there = board.at(file + i32::from(*east), rank + i32::from(*north));
            let there = there.filter(|c| board.passable || board.cells.contains(*c));
            next.push(there.unwrap_or(Cell::NONE));
        }
    }
    Topology {
        files: board.files,
        ranks: board.ranks,
        exists: board.cells.clone(),
        passable: board.passable,
        turned: directions.vectors.iter().map(|v| directions.turned(*v)).collect(),
        vectors: directions.vectors.clone(),
        next,
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::topology::{family, pointing};

    #[test]
    fn families_have_eight_or_four_leaps() {
        assert_eq!(family(2, 1).len(), 8);
        assert_eq!(family(2, 0).len(), 4);
        assert_eq!(family(3, 3).len(), 4);
    }

    #[test]
    fn a_direction_narrows_a_family_to_the_nearest() {
        assert_eq!(pointing(2, 1, (0, 1)), [(1, 2), (-1, 2)]);
        assert_eq!(pointing(2, 1, (-1, 1)), [(-2, 1), (-1, 2)]);
        assert_eq!(pointing(2, 0, (0, -1)), [(0, -2)]);
    }
}
