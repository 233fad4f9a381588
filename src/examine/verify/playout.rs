//! One game by chance.

use crate::examine::laws::Laws;
use crate::examine::random::Random;
use crate::examine::verify::tally::Tally;
use crate::examine::verify::{Line, Plan};
use crate::ir::{EndCondition, Game};
use crate::play::{Move, Past, Position, State, key, outcome, repetition_key};
use std::collections::HashMap;

/// Plays a game and asks the laws on the way. In every second game one move in three is a capture, promotion, drop, castling or
/// a move that leaves a trail, if there is one: by pure chance these are seldom seen.
pub(super) fn playout(
    laws: &mut Laws<'_>,
    start: &Position,
    plan: &Plan,
    number: u64,
    tally: &mut Tally,
) -> Option<Line> {
    let mut random = Random::of_game(plan.seed, number);
    let mut asking = Random::of_game(!plan.seed, number);
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let asks_for_checks = asks_for_checks(laws.game());
    // By key: how often it has occurred, and after how many plies first.
    let mut occurred: HashMap<u64, (usize, usize)> = HashMap::new();
    let mut checks = Vec::new();
    laws.begin();
    loop {
        let legal = laws.moves(&position);
        let ply = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let judged = (u64::from(ply) + number).is_multiple_of(plan.every);
        tally.position(judged);
        if judged && let Err(violation) = laws.ask(&position, &legal, &mut asking) {
            return Some(Line { game: number, start: start.clone(), moves, violation });
        }
        let key = key::of(&repetition_key(&position, &legal));
        let (times, first) = occurred.entry(key).or_insert((0, checks.len()));
        *times += 1;
        let check = (legal.is_empty() || asks_for_checks) && laws.fast().in_check(&position);
        checks.push((position.side, check));
        let state = State { check, can_move: !legal.is_empty() };
        let past = Past::of(*times, checks[*first + 1..].iter().copied());
        let ended = outcome(laws.game(), &position, state, past);
        if ended.is_some() || ply >= plan.plies {
            tally.ended(ply, ended, number);
            return None;
        }
        tally.offered(&legal);
        let chosen = &legal[choose(&legal, &mut random, number % 2 == 1)];
        tally.played(chosen);
        position = position.play(laws.game(), chosen);
        moves.push(chosen.clone());
    }
}

/// Whether an end depends on checks in the past.
fn asks_for_checks(game: &Game) -> bool {
    let mut terms = game.ends.iter().flat_map(|end| &end.terms);
    terms.any(|term| matches!(term.condition, EndCondition::Perpetual))
}

fn choose(legal: &[Move], random: &mut Random, rare_ones: bool) -> usize {
    if rare_ones && random.below(3) == 0 {
        let rare: Vec<usize> = (0..legal.len()).filter(|n| is_rare(&legal[*n])).collect();
        if let Some(number) = random.one_of(&rare) {
            return *number;
        }
    }
    random.below(legal.len())
}

fn is_rare(m: &Move) -> bool {
    !m.captures.is_empty()
        || m.promotes()
        || m.is_drop()
        || m.partner.is_some()
        || !m.trail.is_empty()
}
