//! What can stand on a square, as a set: nothing, or a piece of the mover (player 0 of a code) or of his opponent (player 1).

use crate::ids::{Code, Mask, PieceId, PlayerId};

/// The mover.
const FRIEND: PlayerId = PlayerId(0);
/// His opponent.
const ENEMY: PlayerId = PlayerId(1);

/// Sets of states for the pieces of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    /// All of them.
    pub(super) all: Mask,
    /// One of the mover's pieces.
    pub(super) friends: Mask,
    /// One of the opponent's.
    pub(super) enemies: Mask,
    /// A royal piece of either.
    pub(super) royals: Mask,
}

impl Default for States {
    fn default() -> Self {
        let empty = Code::EMPTY.mask();
        Self { all: empty, friends: Mask::NONE, enemies: Mask::NONE, royals: Mask::NONE }
    }
}

impl States {
    /// For pieces of which it is known whether they are royal.
    pub(super) fn new(royal: impl Iterator<Item = bool>) -> Self {
        let mut states = Self::default();
        for (at, royal) in royal.take(Code::MOST_PIECES).enumerate() {
            let id = PieceId(u8::try_from(at).unwrap_or(0));
            let (friend, enemy) = (Code::of(id, FRIEND).mask(), Code::of(id, ENEMY).mask());
            states.friends = states.friends.or(friend);
            states.enemies = states.enemies.or(enemy);
            if royal {
                states.royals = states.royals.or(friend).or(enemy);
            }
        }
        states.all = states.all.or(states.friends).or(states.enemies);
        states
    }

    /// Nothing stands there.
    pub(super) fn empty(&self) -> Mask {
        Code::EMPTY.mask()
    }

    /// A piece of either.
    pub(super) fn pieces(&self) -> Mask {
        self.friends.or(self.enemies)
    }

    /// That piece, of either.
    pub(super) fn kind(&self, id: PieceId) -> Mask {
        if id.index() >= Code::MOST_PIECES {
            return self.pieces();
        }
        Code::of(id, FRIEND).mask().or(Code::of(id, ENEMY).mask())
    }

    /// What can be captured: everything but a royal friend.
    pub(super) fn capturable(&self) -> Mask {
        self.pieces().without(self.friends.and(self.royals))
    }

    /// All the others.
    pub(super) fn not(&self, mask: Mask) -> Mask {
        self.all.without(mask)
    }

    /// Who can be among these: `a piece`, `a friend`, `an enemy`.
    pub(super) fn who(&self, mask: Mask) -> &'static str {
        match (mask.and(self.friends).is_none(), mask.and(self.enemies).is_none()) {
            (true, false) => "an enemy",
            (false, true) => "a friend",
            _ => "a piece",
        }
    }
}
