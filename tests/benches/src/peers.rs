//! Perft and random games of the crates beside which ours are measured. Both count the last ply without making its moves, as
//! ours do.

use heterodox::examine::Random;
use shakmaty::fen::Fen;
use shakmaty::variant::{Antichess, Atomic, Crazyhouse};
use shakmaty::{CastlingMode, Chess, FromSetup, Position};

/// Counts to a depth from one position.
pub type Counter = Box<dyn Fn(u32) -> u64>;

fn shakmaty_of<P: Position + FromSetup + Clone + 'static>(fen: &str) -> Option<Counter> {
    let fen: Fen = fen.parse().ok()?;
    let position: P = fen.into_position(CastlingMode::Standard).ok()?;
    Some(Box::new(move |depth| shakmaty::perft(&position, depth)))
}

/// The counter of `shakmaty` for a game; none if it does not know it.
#[must_use]
pub fn shakmaty(game: &str, fen: &str) -> Option<Counter> {
    match game {
        "chess" => shakmaty_of::<Chess>(fen),
        "crazyhouse" => shakmaty_of::<Crazyhouse>(fen),
        "antichess" => shakmaty_of::<Antichess>(fen),
        "atomic" => shakmaty_of::<Atomic>(fen),
        _ => None,
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for played in moves {
                let mut next = board.clone();
                next.play_unchecked(played);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// The counter of `cozy-chess`, of chess only.
#[must_use]
pub fn cozy(game: &str, fen: &str) -> Option<Counter> {
    let board = (game == "chess").then(|| cozy_chess::Board::from_fen(fen, false))?.ok()?;
    Some(Box::new(move |depth| if depth == 0 { 1 } else { cozy_perft(&board, depth) }))
}

/// A random game of chess by `shakmaty`, to its end or so many plies: how many plies it had.
pub fn random_game(random: &mut Random, most: u64) -> u64 {
    let mut position = Chess::default();
    for ply in 0..most {
        let moves = position.legal_moves();
        if position.halfmoves() >= 100 || position.is_insufficient_material() {
            return ply;
        }
        let Some(played) = random.one_of(&moves) else { return ply };
        position.play_unchecked(*played);
    }
    most
}
