//! A number of 64 bits for a position: equal positions have equal keys, others almost never do. The parts are joined by
//! exclusive or, so that a move changes the key by its own parts alone.

use crate::ids::{Cell, Code, PieceId, PlayerId, Rights};
use crate::play::position::Position;

/// What kinds of parts there are; keeps them apart.
const PIECE: u64 = 1 << 56;
const HAND: u64 = 2 << 56;
const RIGHTS: u64 = 3 << 56;
const TRAIL: u64 = 4 << 56;
const OWNER: u64 = 5 << 56;
const CHECKS: u64 = 6 << 56;
const SIDE: u64 = 0x9D5C_3E27_6A41_B8F3;

/// Spreads a number over all bits (the last steps of splitmix64).
#[inline]
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What stands on a cell; nothing has no part.
#[inline]
#[must_use]
pub fn piece(cell: Cell, code: Code) -> u64 {
    if code.is_empty() { 0 } else { mixed(PIECE | u64::from(cell.0) << 16 | u64::from(code.0)) }
}

/// How many of a piece a player holds; none has no part.
#[inline]
#[must_use]
pub fn hand(player: PlayerId, piece: PieceId, held: u8) -> u64 {
    if held == 0 {
        return 0;
    }
    let part = u64::from(player.0) << 32 | u64::from(piece.0) << 16 | u64::from(held);
    mixed(HAND | part)
}

/// Castling rights; none have no part.
#[inline]
#[must_use]
pub fn rights(rights: Rights) -> u64 {
    if rights == 0 {
        return 0;
    }
    let half = |shift: u32| (rights >> shift) as u64;
    mixed(RIGHTS ^ mixed(half(0) ^ mixed(half(64))))
}

/// A trail: its cells and its owner.
#[inline]
#[must_use]
pub fn trail(cells: &[Cell], owner: Cell) -> u64 {
    cells
        .iter()
        .fold(mixed(OWNER | u64::from(owner.0)), |key, c| key ^ mixed(TRAIL | u64::from(c.0)))
}

/// Checks given, in a game that counts them; none have no part.
#[inline]
#[must_use]
pub fn checks(given: [u8; 2]) -> u64 {
    let [first, second] = given.map(u64::from);
    if first | second == 0 { 0 } else { mixed(CHECKS | first << 16 | second) }
}

/// The second player to move.
#[inline]
#[must_use]
pub fn side(player: PlayerId) -> u64 {
    if player == PlayerId(0) { 0 } else { SIDE }
}

/// The key of a position; clock and number do not count.
#[must_use]
pub fn of(position: &Position) -> u64 {
    let board = (0u16..).map(Cell).zip(&position.board).map(|(cell, code)| piece(cell, *code));
    let hands = PlayerId::BOTH.into_iter().flat_map(|player| {
        let held = (0u8..).map(PieceId).zip(&position.hands[player.index()]);
        held.map(move |(id, held)| hand(player, id, *held))
    });
    let parts = board.chain(hands).fold(0, |key, part| key ^ part);
    let left = position.trail.as_ref().map_or(0, |t| trail(&t.cells, t.owner));
    parts ^ rights(position.rights) ^ left ^ side(position.side) ^ checks(position.checks)
}
