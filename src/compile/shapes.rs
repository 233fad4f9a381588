//! Gathers plain moves into shapes: leaps, rides, lame leaps.
//!
//! ```text
//! plain moves of one piece on one cell          shapes
//! a2; a3 if a2 is empty; a4 if a2 a3 are        ride a2 a3 a4
//! takes a2; takes a3 if a2 is empty; …          (the same ride, which takes too)
//! c2 and takes c2, d3 and takes d3              leap c2 d3, which takes too
//! b4 if b3 is empty                             lame leap b4 over b3
//! ```

use crate::ids::Cell;
use crate::ir::{Shape, Way};

/// A plain move with the cells that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// In the order of the walk, its end the last; a hurdle is among them.
    pub(super) cells: Vec<Cell>,
    pub(super) takes: Option<u8>,
    /// The test of the hurdle, wherever it stands on the line.
    pub(super) hurdle: Option<u8>,
    pub(super) guard: Option<u16>,
    /// The emit of a move that leaves a trail.
    pub(super) marked: Option<u32>,
}

impl Lane {
    fn to(&self) -> Cell {
        self.cells[self.cells.len() - 1]
    }

    fn line(&self) -> &[Cell] {
        &self.cells[..self.cells.len() - 1]
    }

    fn kind(&self) -> (Option<u8>, Option<u8>) {
        (self.takes, self.hurdle)
    }
}

/// The shapes of the plain moves of one piece from one cell.
pub(super) fn of(mut lanes: Vec<Lane>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    lanes.retain(|l| {
        if let Some(emit) = l.marked {
            shapes.push(shape(Way::Marked(l.line().to_vec(), emit), vec![l.to()], l.takes));
        } else if let Some(guard) = l.guard {
            gather(&mut shapes, Way::Guarded(guard), l);
        }
        l.marked.is_none() && l.guard.is_none()
    });
    lanes.sort_by(|a, b| (a.kind(), &a.cells).cmp(&(b.kind(), &b.cells)));
    lanes.dedup_by(|a, b| (a.kind(), &a.cells) == (b.kind(), &b.cells));
    let mut rides = Vec::new();
    let mut single = Vec::new();
    for same in lanes.chunk_by(|a, b| a.kind() == b.kind()) {
        split(same, &mut rides, &mut single);
    }
    shapes.extend(join(rides));
    for lane in single {
        let way = match lane.line() {
            [] => Way::Leap,
            line => Way::Lame(sorted(line)),
        };
        gather(&mut shapes, way, lane);
    }
    join(shapes)
}

fn shape(way: Way, to: Vec<Cell>, takes: Option<u8>) -> Shape {
    Shape { way, to, quiet: takes.is_none(), takes }
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Takes out what rides: lanes all of whose beginnings are lanes too, as far as they go. Lanes are sorted. A hop begins with
/// its hurdle, so that its shortest lane has two cells, and every hop is whole.
fn split<'l>(lanes: &'l [Lane], rides: &mut Vec<Shape>, single: &mut Vec<&'l Lane>) {
    let has = |cells: &[Cell]| lanes.binary_search_by(|l| l.cells.as_slice().cmp(cells)).is_ok();
    let whole = |l: &Lane| l.hurdle.is_some() || (1..l.cells.len()).all(|n| has(&l.cells[..n]));
    for (at, lane) in lanes.iter().enumerate() {
        if !whole(lane) {
            single.push(lane);
            continue;
        }
        // Lanes that go on come right after their beginning.
        let mut longer = lanes[at + 1..].iter().take_while(|l| l.cells.starts_with(&lane.cells));
        let goes_on = longer.any(|l| l.cells.len() == lane.cells.len() + 1);
        if goes_on {
            continue;
        }
        if let Some(test) = lane.hurdle {
            rides.push(shape(Way::Hop(test), lane.cells.clone(), lane.takes));
        } else if lane.cells.len() > 1 {
            rides.push(shape(Way::Ride, lane.cells.clone(), lane.takes));
        } else {
            single.push(lane);
        }
    }
}

fn gather(shapes: &mut Vec<Shape>, way: Way, lane: &Lane) {
    let same = |s: &&mut Shape| s.way == way && s.takes == lane.takes;
    match shapes.iter_mut().find(same) {
        Some(shape) => shape.to.push(lane.to()),
        None => shapes.push(shape(way, vec![lane.to()], lane.takes)),
    }
}

/// Joins what goes and what takes by the same ways.
fn join(shapes: Vec<Shape>) -> Vec<Shape> {
    let mut joined: Vec<Shape> = Vec::new();
    for shape in shapes {
        let other = joined.iter_mut().find(|s| {
            !matches!(s.way, Way::Marked(..))
                && s.way == shape.way
                && s.to == shape.to
                && (s.quiet != shape.quiet && s.takes.is_some() != shape.takes.is_some())
        });
        match other {
            Some(other) => {
                other.quiet = true;
                other.takes = other.takes.or(shape.takes);
            }
            None => joined.push(shape),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::{Lane, of};
    use crate::ids::Cell;
    use crate::ir::Way;

    fn ways(lanes: &[&[u16]]) -> Vec<(Way, Vec<u16>)> {
        let lane = |cells: &&[u16]| Lane {
            cells: cells.iter().map(|c| Cell(*c)).collect(),
            takes: None,
            hurdle: None,
            guard: None,
            marked: None,
        };
        let shapes = of(lanes.iter().map(lane).collect());
        shapes.into_iter().map(|s| (s.way, s.to.iter().map(|c| c.0).collect())).collect()
    }

    #[test]
    fn a_line_with_all_its_cells_is_ridden() {
        assert_eq!(ways(&[&[1], &[1, 2], &[1, 2, 3]]), [(Way::Ride, vec![1, 2, 3])]);
    }

    #[test]
    fn a_line_with_a_gap_is_ridden_up_to_it() {
        let lame = Way::Lame(vec![Cell(1), Cell(2), Cell(3)]);
        let all = ways(&[&[1], &[1, 2], &[1, 2, 3, 4]]);
        assert_eq!(all, [(Way::Ride, vec![1, 2]), (lame, vec![4])]);
        let lame = Way::Lame(vec![Cell(1), Cell(2)]);
        assert_eq!(ways(&[&[1], &[1, 2, 3]]), [(Way::Leap, vec![1]), (lame, vec![3])]);
    }

    #[test]
    fn leaps_behind_one_cell_go_together() {
        let lame = Way::Lame(vec![Cell(1)]);
        assert_eq!(ways(&[&[1, 5], &[1, 6]]), [(lame, vec![5, 6])]);
    }
}
