//! Makes a violation small: the shortest line that leads to it, with the fewest pieces.

use crate::examine::laws::{Law, Laws, Violation};
use crate::examine::verify::{Found, Line};
use crate::ids::{Cell, Code, MOST_RIGHTS};
use crate::notation::{move_texts, read_position, write_position};
use crate::play::{Move, Position};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How often at the most the law is asked again.
const MOST_TRIES: usize = 4_000;
/// For how long at the most.
const LONGEST: Duration = Duration::from_secs(20);

/// Makes it small.
pub(super) fn minimise(laws: &mut Laws<'_>, line: Line) -> Found {
    let mut small = Small { tries: 0, begun: Instant::now(), laws, line };
    small.shorten();
    small.thin_out();
    small.found()
}

struct Small<'a, 'g> {
    tries: usize,
    begun: Instant,
    laws: &'a mut Laws<'g>,
    line: Line,
}

impl Small<'_, '_> {
    /// The positions of the line, the first included; none if a move of it is not legal.
    fn positions(&self, start: &Position, moves: &[Move]) -> Option<Vec<Position>> {
        let mut all = vec![start.clone()];
        for played in moves {
            let here = all.last()?;
            let legal = self.laws.moves(here);
            let same = legal.iter().find(|m| m.same_effect(played))?;
            let next = here.play(self.laws.game(), same);
            all.push(next);
        }
        Some(all)
    }

    /// Whether the law is violated at the end of another line.
    fn violated(&mut self, start: &Position, moves: &[Move]) -> Option<Violation> {
        if self.tries >= MOST_TRIES || self.begun.elapsed() > LONGEST {
            return None;
        }
        self.tries += 1;
        let all = self.positions(start, moves)?;
        self.laws.begin();
        let (last, before) = all.split_last()?;
        let violation = self.line.violation.clone();
        if violation.law == Law::Repetition {
            // It alone looks back.
            for position in before {
                let _ = self.laws.violated(&violation, position);
            }
        }
        self.laws.violated(&violation, last)
    }

    /// Begins as late as possible.
    fn shorten(&mut self) {
        let (start, moves) = (self.line.start.clone(), self.line.moves.clone());
        let Some(all) = self.positions(&start, &moves) else { return };
        for (number, position) in all.iter().enumerate().rev() {
            let rest = &moves[number.min(moves.len())..];
            let Some(read) = self.read_back(position) else { continue };
            if let Some(violation) = self.violated(&read, rest) {
                self.line.start = read;
                self.line.moves = rest.to_vec();
                self.line.violation = violation;
                return;
            }
        }
    }

    /// The position as its text says.
    fn read_back(&self, position: &Position) -> Option<Position> {
        let legal = self.laws.moves(position);
        let text = write_position(self.laws.game(), position, &legal);
        read_position(self.laws.game(), &text).ok()
    }

    /// Takes off whatever can be taken off.
    fn thin_out(&mut self) {
        let mut again = true;
        while again {
            again = false;
            for thinner in thinner(&self.line.start) {
                let moves = self.line.moves.clone();
                if !thinner.faults(self.laws.game()).is_empty() {
                    continue;
                }
                let Some(read) = self.read_back(&thinner) else { continue };
                if size(&read) >= size(&self.line.start) {
                    continue;
                }
                if let Some(violation) = self.violated(&read, &moves) {
                    self.line.start = read;
                    self.line.violation = violation;
                    again = true;
                    break;
                }
            }
        }
    }

    fn found(self) -> Found {
        let game = self.laws.game();
        let line = &self.line;
        let fen = write_position(game, &line.start, &self.laws.moves(&line.start));
        let mut position = line.start.clone();
        let mut moves = Vec::new();
        for played in &line.moves {
            let legal = self.laws.moves(&position);
            let number = legal.iter().position(|m| m.same_effect(played));
            moves.extend(number.and_then(|n| move_texts(game, &legal).into_iter().nth(n)));
            position = position.play(game, played);
        }
        let mut test = format!("test \"law: {}\" {{\n", line.violation.law.words());
        let message = line.violation.message.replace(['\n', '\r'], " ");
        let _ = writeln!(test, "  // {message}\n  position \"{fen}\"");
        if !moves.is_empty() {
            let _ = writeln!(test, "  play {}", moves.join(" "));
        }
        for expect in &line.violation.expect {
            let _ = writeln!(test, "  {expect}");
        }
        test.push_str("}\n");
        Found {
            law: line.violation.law,
            message: line.violation.message.clone(),
            game: line.game,
            fen,
            moves,
            test,
        }
    }
}

/// How much there is in a position.
fn size(position: &Position) -> usize {
    let pieces = position.board.iter().filter(|c| !c.is_empty()).count();
    let held: usize = position.hands.iter().flatten().map(|n| usize::from(*n)).sum();
    let trail = usize::from(position.trail.is_some());
    pieces
        + held
        + trail
        + position.rights.count_ones() as usize
        + usize::from(position.clock > 0)
        + usize::from(position.number > 1)
}

/// The position with one thing less, in every way.
fn thinner(position: &Position) -> Vec<Position> {
    let mut all = Vec::new();
    let mut push = |change: &dyn Fn(&mut Position)| {
        let mut other = position.clone();
        change(&mut other);
        all.push(other);
    };
    let filled = (0u16..).map(Cell).zip(&position.board).filter(|(_, code)| !code.is_empty());
    for (cell, _) in filled {
        push(&|p: &mut Position| p.board[cell.index()] = Code::EMPTY);
    }
    for player in 0..2 {
        for piece in 0..position.hands[player].len() {
            if position.hands[player][piece] > 0 {
                push(&|p: &mut Position| p.hands[player][piece] -= 1);
            }
        }
    }
    for right in (0..MOST_RIGHTS).filter(|r| position.rights >> r & 1 != 0) {
        push(&|p: &mut Position| p.rights &= !(1 << right));
    }
    if position.trail.is_some() {
        push(&|p: &mut Position| p.trail = None);
    }
    push(&|p: &mut Position| p.clock = 0);
    push(&|p: &mut Position| p.number = 1);
    all
}
