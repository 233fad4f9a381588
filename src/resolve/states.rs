//! What can stand on a square, as a set: nothing, a piece of the mover (player 0 of a code) or of his opponent (player 1), or a
//! piece of nobody.

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
    /// A piece of nobody.
    pub(super) neutrals: Mask,
    /// How many kinds belong to nobody; they have the first numbers.
    neutral_kinds: usize,
}

impl Default for States {
    fn default() -> Self {
        let empty = Code::EMPTY.mask();
        let (friends, enemies, royals, neutrals) = Default::default();
        Self { all: empty, friends, enemies, royals, neutrals, neutral_kinds: 0 }
    }
}

impl States {
    /// For pieces of which it is known whether they are royal, and whether they belong to nobody.
    pub(super) fn new(pieces: impl Iterator<Item = (bool, bool)>) -> Self {
        let mut states = Self::default();
        for (at, (royal, neutral)) in pieces.take(Code::MOST_PIECES).enumerate() {
            let id = PieceId(u8::try_from(at).unwrap_or(0));
            if neutral {
                states.neutral_kinds = at + 1;
                states.neutrals = states.neutrals.or(Code::neutral(id).mask());
                continue;
            }
            let (friend, enemy) = (Code::of(id, FRIEND).mask(), Code::of(id, ENEMY).mask());
            states.friends = states.friends.or(friend);
            states.enemies = states.enemies.or(enemy);
            if royal {
                states.royals = states.royals.or(friend).or(enemy);
            }
        }
        states.all = states.all.or(states.friends).or(states.enemies).or(states.neutrals);
        states
    }

    /// Nothing stands there.
    pub(super) fn empty(&self) -> Mask {
        Code::EMPTY.mask()
    }

    /// A piece, whosever.
    pub(super) fn pieces(&self) -> Mask {
        self.friends.or(self.enemies).or(self.neutrals)
    }

    /// Whether that piece belongs to nobody.
    pub(super) fn is_neutral(&self, id: PieceId) -> bool {
        id.index() < self.neutral_kinds
    }

    /// That piece, of either.
    pub(super) fn kind(&self, id: PieceId) -> Mask {
        if id.index() >= Code::MOST_PIECES {
            return self.pieces();
        }
        if id.index() < self.neutral_kinds {
            return Code::neutral(id).mask();
        }
        Code::of(id, FRIEND).mask().or(Code::of(id, ENEMY).mask())
    }

    /// What can be captured: everything but a royal friend.
    pub(super) fn capturable(&self) -> Mask {
        self.pieces().without(self.friends.and(self.royals))
    }

    /// What can change sides: a piece of a player that is not royal.
    pub(super) fn flippable(&self) -> Mask {
        self.friends.or(self.enemies).without(self.royals)
    }

    /// These pieces after they have changed sides.
    pub(super) fn flipped(mask: Mask) -> Mask {
        let codes = (0..Code::END).filter_map(|n| u8::try_from(n).ok()).map(Code);
        let all = codes.filter(|code| mask.has(*code));
        all.fold(Mask::NONE, |all, code| all.or(code.flipped().mask()))
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
