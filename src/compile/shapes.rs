//! Gathers plain moves into shapes: leaps, rides, lame leaps.

use crate::ids::Cell;
use crate::ir::{Forms, Plain, Shape, Way};

/// A plain move with the cells that lead to it, and its place at the end.
struct Lane {
    cells: Vec<Cell>,
    takes: Option<u8>,
    emit: u32,
    marked: bool,
}

impl Lane {
    fn to(&self) -> Cell {
        self.cells[self.cells.len() - 1]
    }

    fn line(&self) -> &[Cell] {
        &self.cells[..self.cells.len() - 1]
    }
}

/// The shapes of the plain moves of one piece from one cell.
pub(super) fn of(forms: &Forms, plains: &[Plain]) -> Vec<Shape> {
    let lane = |p: &Plain| {
        let start = p.empties as usize;
        let mut cells = forms.lines[start..start + usize::from(p.length)].to_vec();
        cells.push(p.to);
        let marked = forms.emits[p.emit as usize].trail_length > 0;
        Lane { cells, takes: p.takes, emit: p.emit, marked }
    };
    let mut lanes: Vec<Lane> = plains.iter().map(lane).collect();
    let mut shapes = Vec::new();
    lanes.retain(|l| {
        if l.marked {
            shapes.push(shape(Way::Marked(l.line().to_vec(), l.emit), vec![l.to()], l.takes));
        }
        !l.marked
    });
    lanes.sort_by(|a, b| (a.takes, &a.cells).cmp(&(b.takes, &b.cells)));
    lanes.dedup_by(|a, b| (a.takes, &a.cells) == (b.takes, &b.cells));
    let mut rides = Vec::new();
    let mut single = Vec::new();
    for same in lanes.chunk_by(|a, b| a.takes == b.takes) {
        split(same, &mut rides, &mut single);
    }
    for ride in join(rides) {
        shapes.push(ride);
    }
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

/// Takes out what rides: lanes all of whose beginnings are lanes too, as far as they go. Lanes are sorted.
fn split<'l>(lanes: &'l [Lane], rides: &mut Vec<Shape>, single: &mut Vec<&'l Lane>) {
    let has = |cells: &[Cell]| lanes.binary_search_by(|l| l.cells.as_slice().cmp(cells)).is_ok();
    let whole = |l: &Lane| (1..l.cells.len()).all(|n| has(&l.cells[..n]));
    for (at, lane) in lanes.iter().enumerate() {
        if !whole(lane) {
            single.push(lane);
            continue;
        }
        // Lanes that begin like this one come right after it; only one that is whole takes it in.
        let more = lanes[at + 1..].iter().take_while(|l| l.cells.starts_with(&lane.cells));
        let goes_on = more.into_iter().any(|l| l.cells.len() == lane.cells.len() + 1);
        if !goes_on {
            if lane.cells.len() > 1 {
                rides.push(shape(Way::Ride, lane.cells.clone(), lane.takes));
            } else {
                single.push(lane);
            }
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
