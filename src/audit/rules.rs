//! Rules that add nothing: those that can never be played, and those whose every move another rule makes as well. Both are looked
//! for first on boards filled by chance, always the same ones, from every square; what seems so there is looked at again on
//! positions made for the rule.

use crate::audit::Audit;
use crate::audit::witness::{Demands, Never, never, samples};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ids::{Cell, Code, PieceId, PlayerId};
use crate::ir::{Game, Program};
use crate::play::reference::moves_of;
use crate::play::{Move, Position, Trail};
use std::collections::BTreeSet;

/// Boards that are looked at.
const BOARDS: usize = 16;

/// Moves that a rule must make before it is compared with others.
const ENOUGH: usize = 12;

/// States of walks that are looked at for one game; when they are spent nothing more is said.
const BUDGET: usize = 2_000_000;

/// Ways of a rule from each square that are looked at before it is said to add nothing, and positions made for each.
const WAYS: usize = 12;
const POSITIONS: usize = 6;

/// Rules of one piece that are compared with each other.
const MOST_RULES: usize = 48;

/// Pieces that are looked at.
const MOST_PIECES: usize = 32;

/// What a program does on all boards.
#[derive(Default)]
struct Seen {
    moves: usize,
    /// Whether each of its moves was made by the program of that number too.
    also: Vec<bool>,
}

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let boards = boards(audit.game);
    let mut budget = BUDGET;
    for id in audit.game.piece_ids().take(MOST_PIECES) {
        let both = PlayerId::BOTH.map(|player| {
            let code = Code::of(id, player);
            let programs: Vec<&Program> = audit.game.programs[code.index()]
                .iter()
                .chain(&audit.game.drops[code.index()])
                .collect();
            let seen = look(audit.game, code, &programs, &boards[player.index()], &mut budget);
            (programs, seen)
        });
        tell(audit, id, &both, out);
    }
}

fn tell(
    audit: &Audit<'_>,
    id: PieceId,
    both: &[(Vec<&Program>, Vec<Seen>); 2],
    out: &mut Diagnostics,
) {
    let rules: Vec<_> = both[0].0.iter().map(|program| program.rule).collect();
    let seen = |player: usize, number: usize| both[player].1.get(number);
    let mut left_out = BTreeSet::new();
    for (number, rule) in rules.iter().enumerate() {
        let span = audit.game.rule(*rule).span;
        let within = |n: usize| [0, 1].iter().all(|p| seen(*p, number).is_some_and(|s| s.also[n]));
        let enough = [0, 1].iter().all(|p| seen(*p, number).is_some_and(|s| s.moves >= ENOUGH));
        let other = (0..rules.len()).find(|n| {
            *n != number
                && !left_out.contains(n)
                && within(*n)
                && audit.game.rule(rules[*n]).span != span
        });
        let adds_nothing = |other: &usize| {
            [0, 1].iter().all(|player| {
                let programs = &both[*player].0;
                is_within(audit.game, programs[number], programs[*other])
            })
        };
        if let Some(other) = other.filter(|_| enough).filter(adds_nothing) {
            left_out.insert(number);
            out.push(
                Diagnostic::warning(
                    "W0312",
                    "every move of this rule is made by another rule as well",
                )
                .label(span, "adds nothing")
                .label(audit.game.rule(rules[other]).span, "makes the same moves")
                .help("leave out the rule that adds nothing, or make the two differ"),
            );
        } else if [0, 1].iter().all(|p| seen(*p, number).is_some_and(|s| s.moves == 0)) {
            let letter = &audit.game.piece(id).letter;
            let why = [0, 1].map(|player| never(audit.game, both[player].0[number]));
            let (label, help) = match why {
                [None, _] | [_, None] => continue,
                // Told of by the checks of the board.
                [Some(Never::Nowhere), Some(Never::Nowhere)] => continue,
                [Some(Never::Idle), _] | [_, Some(Never::Idle)] => (
                    "it ends where it began, and nothing has changed",
                    "let the walk end on another square, or capture on the way",
                ),
                _ => (
                    "what it asks for cannot come together",
                    "look for two conditions that cannot hold for the same square, and change one of them; the piece's own square counts as empty while it walks",
                ),
            };
            let message =
                format!("`{letter}` can never move by this rule, whatever stands on the board");
            out.push(Diagnostic::advice("L0302", message).label(span, label).help(help));
        }
    }
}

fn look(
    game: &Game,
    code: Code,
    programs: &[&Program],
    boards: &[Position],
    budget: &mut usize,
) -> Vec<Seen> {
    let count = programs.len();
    if count > MOST_RULES {
        return Vec::new();
    }
    let mut all: Vec<Seen> =
        programs.iter().map(|_| Seen { moves: 0, also: vec![true; count] }).collect();
    for board in boards {
        let mut board = board.clone();
        for cell in game.topology.exists.iter() {
            let stood = std::mem::replace(&mut board.board[cell.index()], code);
            let effects = |program: &&Program| {
                let from = if program.drop { Cell::NONE } else { cell };
                let moves = moves_of(game, &board, program, from, budget)?;
                Some(moves.iter().map(Move::effect).collect::<BTreeSet<_>>())
            };
            let Some(made) = programs.iter().map(effects).collect::<Option<Vec<_>>>() else {
                return Vec::new();
            };
            for (number, moves) in made.iter().enumerate() {
                all[number].moves += moves.len();
                for (also, other) in all[number].also.iter_mut().zip(&made) {
                    *also &= moves.is_subset(other);
                }
            }
            board.board[cell.index()] = stood;
        }
    }
    all
}

/// Whether every move of the first program is made by the second too, on positions made for the first.
fn is_within(game: &Game, first: &Program, second: &Program) -> bool {
    let mut below = dice();
    let mut budget = BUDGET;
    for (origin, demands) in samples(game, first, WAYS) {
        for _ in 0..POSITIONS {
            let board = position_for(game, first, origin, &demands, &mut below);
            let mut effects = |program: &Program| {
                let moves = moves_of(game, &board, program, origin, &mut budget)?;
                Some(moves.iter().map(Move::effect).collect::<BTreeSet<_>>())
            };
            let (Some(made), Some(also)) = (effects(first), effects(second)) else { return true };
            if !made.is_subset(&also) {
                return false;
            }
        }
    }
    true
}

/// A position that meets demands; elsewhere stands little, by chance.
fn position_for(
    game: &Game,
    program: &Program,
    origin: Cell,
    demands: &Demands,
    below: &mut impl FnMut(usize) -> usize,
) -> Position {
    let mut position = Position::empty(game);
    position.side = program.player;
    let codes = || (0..game.codes()).filter_map(|code| u8::try_from(code).ok()).map(Code);
    let mut free = Vec::new();
    for cell in game.topology.exists.iter() {
        let asked = demands.cells.iter().find(|(known, _)| *known == cell);
        let choices: Vec<Code> = match asked {
            Some((_, mask)) => codes().filter(|code| mask.has(*code)).collect(),
            None if below(5) == 0 => codes().collect(),
            None => vec![Code::EMPTY],
        };
        if asked.is_none() && cell != origin {
            free.push(cell);
        }
        if let Some(code) = choices.get(below(choices.len())) {
            position.board[cell.index()] = *code;
        }
    }
    if origin.is_some() {
        position.board[origin.index()] = program.piece;
    }
    if let Some((cell, owners)) = demands.trail {
        let owner: Vec<Code> = codes().filter(|code| owners.has(*code)).collect();
        if let (Some(place), Some(code)) =
            (free.get(below(free.len())), owner.get(below(owner.len())))
        {
            position.board[place.index()] = *code;
            position.trail = Some(Trail { cells: std::iter::once(cell).collect(), owner: *place });
        }
    }
    position
}

/// Numbers by chance, always the same.
fn dice() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % bound.max(1)
    }
}

/// Boards for either player to move, from nearly empty to nearly full, with a trail of the opponent's.
fn boards(game: &Game) -> [Vec<Position>; 2] {
    let mut below = dice();
    PlayerId::BOTH.map(|side| {
        (0..BOARDS)
            .map(|number| {
                let mut position = Position::empty(game);
                position.side = side;
                let (mut empty, mut enemies) = (Vec::new(), Vec::new());
                for cell in game.topology.exists.iter() {
                    if below(BOARDS + 2) > number + 1 {
                        empty.push(cell);
                        continue;
                    }
                    let code = 1 + below(game.codes() - 1);
                    let code = Code(u8::try_from(code).unwrap_or(1));
                    position.board[cell.index()] = code;
                    if code.player() == Some(side.other()) {
                        enemies.push(cell);
                    }
                }
                if !enemies.is_empty() && !empty.is_empty() {
                    let owner = enemies[below(enemies.len())];
                    position.trail = Some(Trail { cells: empty.into_iter().collect(), owner });
                }
                position
            })
            .collect()
    })
}
