//! Whether a look from where a piece stands holds, asked of anything that knows what stands on each cell.

use crate::ids::{Cell, Code, DirectionId};
use crate::ir::{Game, Op, Program};
use smallvec::{SmallVec, smallvec};
use std::collections::HashSet;

/// Where a look has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) pc: u16,
    pub(super) direction: DirectionId,
    pub(super) cell: Cell,
}

/// Whether the looks of a program that ends with `Accept` hold for the piece on `origin`, which is itself lifted.
pub(super) fn holds(
    game: &Game,
    program: &Program,
    origin: Cell,
    at: &impl Fn(Cell) -> Code,
) -> bool {
    let content = |cell: Cell| if cell == origin { Code::EMPTY } else { at(cell) };
    reaches(game, program, Spot { pc: 0, direction: DirectionId(0), cell: origin }, &content)
}

/// Whether some way from a spot comes to `Match` or `Accept`.
pub(super) fn reaches(
    game: &Game,
    program: &Program,
    start: Spot,
    content: &impl Fn(Cell) -> Code,
) -> bool {
    let mut stack: SmallVec<[Spot; 16]> = smallvec![start];
    let mut seen = HashSet::new();
    while let Some(spot) = stack.pop() {
        if program.tangled && !seen.insert(spot) {
            continue;
        }
        let on = Spot { pc: spot.pc + 1, ..spot };
        match program.ops[usize::from(spot.pc)] {
            Op::Accept => return true,
            Op::Match => {
                if game.topology.exists.contains(spot.cell) {
                    return true;
                }
            }
            Op::Face { start, len } => {
                let faces = &program.faces[usize::from(start)..usize::from(start + len)];
                stack.extend(faces.iter().map(|face| Spot { direction: *face, ..on }));
            }
            Op::Turn { start, len } => {
                let turned = &game.topology.turned[spot.direction.index()];
                let turns = &program.turns[usize::from(start)..usize::from(start + len)];
                let all = turns.iter().filter_map(|turn| turned[usize::from(*turn)]);
                stack.extend(all.map(|direction| Spot { direction, ..on }));
            }
            Op::Step { test, .. } => {
                let cell = game.topology.step(spot.direction, spot.cell);
                let plain = &game.conditions[test.index()].plain;
                if cell.is_some() && plain.at(cell).has(content(cell)) {
                    stack.push(Spot { cell, ..on });
                }
            }
            Op::Fork { other } => stack.extend([Spot { pc: other, ..spot }, on]),
            Op::Jump { to } => stack.push(Spot { pc: to, ..spot }),
            Op::Look { negated, end } => {
                if reaches(game, program, on, content) != negated {
                    stack.push(Spot { pc: end, ..spot });
                }
            }
            Op::Then => {
                if game.topology.exists.contains(spot.cell) && content(spot.cell).is_empty() {
                    stack.push(on);
                }
            }
            // Looks hold none of these.
            Op::Put { .. }
            | Op::Flip { .. }
            | Op::Again { .. }
            | Op::Also { .. }
            | Op::Place { .. }
            | Op::Stay => {}
        }
    }
    false
}
