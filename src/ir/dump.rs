//! Readable text of programs and trees.

use crate::ids::Code;
use crate::ir::game::Game;
use crate::ir::program::{Op, Program};
use std::fmt::Write;

/// The programs of a piece of either player, one instruction a line.
#[must_use]
pub fn dump_programs(game: &Game, piece: Code) -> String {
    let mut text = String::new();
    let all = game.programs[piece.index()].iter().chain(&game.drops[piece.index()]);
    for program in all {
        dump_program(game, program, &mut text);
    }
    text
}

fn dump_program(game: &Game, program: &Program, text: &mut String) {
    let kind = if program.drop { "drop" } else { "walk" };
    let _ = writeln!(text, "rule {} {kind}", program.rule.0);
    if let Some(from) = &program.from {
        let _ = writeln!(text, "   from {} cells", from.len());
    }
    for (at, op) in program.ops.iter().enumerate() {
        let _ = write!(text, "  {at:3} ");
        let _ = match op {
            Op::Face { start, len } => {
                let faces = &program.faces[usize::from(*start)..usize::from(start + len)];
                let vectors: Vec<String> = faces
                    .iter()
                    .map(|d| game.topology.vectors[d.index()])
                    .map(|(x, y)| format!("({x},{y})"))
                    .collect();
                writeln!(text, "face {}", vectors.join(" "))
            }
            Op::Turn { start, len } => {
                let turns = &program.turns[usize::from(*start)..usize::from(start + len)];
                let eighths: Vec<String> =
                    turns.iter().map(|t| format!("{}", u16::from(*t) * 45)).collect();
                writeln!(text, "turn {}", eighths.join(" "))
            }
            Op::Step { test, capture: true } => writeln!(text, "step capture c{}", test.0),
            Op::Step { test, capture: false } => writeln!(text, "step c{}", test.0),
            Op::Flip { test } => writeln!(text, "flip c{}", test.0),
            Op::Again { optional: true } => writeln!(text, "again or not"),
            Op::Again { optional: false } => writeln!(text, "again"),
            Op::Also { end } => writeln!(text, "also {end}"),
            Op::Place { .. } => writeln!(text, "place"),
            Op::Put { test } => writeln!(text, "put c{}", test.0),
            Op::Fork { other } => writeln!(text, "fork {other}"),
            Op::Jump { to } => writeln!(text, "jump {to}"),
            Op::Look { negated: true, end } => writeln!(text, "look not {end}"),
            Op::Look { negated: false, end } => writeln!(text, "look {end}"),
            Op::Match => writeln!(text, "match"),
            Op::Then => writeln!(text, "then"),
            Op::Stay => writeln!(text, "stay"),
            Op::Accept => writeln!(text, "accept"),
        };
    }
}

/// What the walks of a piece were compiled to: how many tests its trees hold, over all cells.
#[must_use]
pub fn dump_forms(game: &Game, piece: Code) -> String {
    let forms = match game.forms_or_why() {
        Ok(forms) => forms,
        Err(why) => return format!("general programs, because {}\n", why.words()),
    };
    let cells = game.topology.cells();
    let trees = &forms.trees[piece.index() * cells..(piece.index() + 1) * cells];
    let nodes: u32 = trees.iter().map(|t| t.end - t.start).sum();
    let shared: u32 = trees.iter().map(|t| u32::from(t.groups)).sum();
    format!(
        "trees: {nodes} tests on {} cells, {shared} moves reached in more than one way\n",
        game.topology.exists.len()
    )
}
