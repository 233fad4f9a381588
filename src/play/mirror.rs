//! The other player's view: every cell replaced by its image, colours exchanged. Only where the players are declared to be
//! images of each other.

use crate::ids::{Cell, Code};
use crate::ir::Game;
use crate::play::moves::{Effects, Move, Partner, Second};
use crate::play::position::{Position, Trail};

/// The image of a cell.
fn image(cells: &[Cell], cell: Cell) -> Cell {
    cells.get(cell.index()).copied().unwrap_or(Cell::NONE)
}

/// The same piece of the other player.
fn swapped(code: Code) -> Code {
    code.flipped()
}

/// The position as the other player would have it; none where the players are no images of each other.
#[must_use]
pub fn mirrored(game: &Game, position: &Position) -> Option<Position> {
    let cells = game.mirror.as_ref()?;
    let mut other = Position::empty(game);
    for (cell, code) in (0u16..).map(Cell).zip(&position.board).filter(|(_, c)| !c.is_empty()) {
        *other.board.get_mut(image(cells, cell).index())? = swapped(*code);
    }
    let [first, second] = &position.hands;
    other.hands = [second.clone(), first.clone()];
    other.side = position.side.other();
    for (number, right) in game.rights.iter().enumerate() {
        let there = |(code, cell): (Code, Cell)| (swapped(code), image(cells, cell));
        let same =
            |r: &crate::ir::Right| r.king == there(right.king) && r.partner == there(right.partner);
        if position.rights >> number & 1 != 0 {
            other.rights |= 1 << game.rights.iter().position(same)?;
        }
    }
    other.trail = position.trail.as_ref().map(|trail| Trail {
        cells: trail.cells.iter().map(|c| image(cells, *c)).collect(),
        owner: image(cells, trail.owner),
    });
    other.checks = [position.checks[1], position.checks[0]];
    other.passes = position.passes;
    other.echo = position.echo;
    other.clock = position.clock;
    other.number = position.number;
    Some(other)
}

/// A move as the other player would make it in the image of its position. Its rule is the same.
#[must_use]
pub fn mirrored_move(game: &Game, played: &Move) -> Option<Move> {
    let cells = game.mirror.as_ref()?;
    let there = |cell: Cell| if cell.is_some() { image(cells, cell) } else { cell };
    Some(Move {
        piece: swapped(played.piece),
        from: there(played.from),
        entry: there(played.entry),
        to: there(played.to),
        becomes: swapped(played.becomes),
        captures: played.captures.iter().map(|c| there(*c)).collect(),
        on_trail: there(played.on_trail),
        partner: played.partner.map(|p| Partner {
            piece: swapped(p.piece),
            from: there(p.from),
            to: there(p.to),
        }),
        trail: played.trail.iter().map(|c| there(*c)).collect(),
        effects: played.effects.as_ref().map(|e| {
            let flips = e.flips.iter().map(|c| there(*c)).collect();
            let placed = e.placed.map(|(cell, code)| (there(cell), swapped(code)));
            let second = e.second.map(|s| Second {
                code: swapped(s.code),
                from: there(s.from),
                to: there(s.to),
            });
            Box::new(Effects { flips, walked: e.walked, placed, second })
        }),
        ..played.clone()
    })
}
