//! A position, and the gate through which it comes into being.

use crate::ids::{Cell, Code, PieceId, PlayerId, Rights};
use crate::ir::Game;
use crate::play::moves::Move;
use smallvec::SmallVec;

/// The cells passed by the last move, on which it can be captured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trail {
    /// In the order in which they were passed; not empty.
    pub cells: SmallVec<[Cell; 2]>,
    /// Where the piece that passed them stands.
    pub owner: Cell,
}

/// A position. Fields are open: [`Position::faults`] says what cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// What stands on each cell; missing cells are empty.
    pub board: Vec<Code>,
    /// How many of each piece either player holds, by [`PieceId`].
    pub hands: [Vec<u8>; 2],
    /// The player to move.
    pub side: PlayerId,
    /// Castling rights, a bit each, by number of [`Game::rights`].
    pub rights: Rights,
    /// The trail of the last move.
    pub trail: Option<Trail>,
    /// How many checks either player has given, if an end counts them.
    pub checks: [u8; 2],
    /// How many moves before this were passes, one after the other, if an end counts them.
    pub passes: u8,
    /// Which conditions of ends that must hold twice running held before the last move, a bit each. Not part of its text.
    pub echo: u8,
    /// Plies since the last capture, drop or move of an unquiet piece.
    pub clock: u32,
    /// Number of the move, from 1; rises after the second player's.
    pub number: u32,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A castling right without its king or partner at home.
    Right(usize),
    /// A player has another number of royal pieces than the start position, and no rule can bring that about.
    Royals {
        /// Which player.
        player: PlayerId,
        /// How many he has.
        has: usize,
        /// How many he has at the start.
        needs: usize,
    },
    /// More than one of the pieces of which one is moved as the second part of every move: two of them.
    Several(Cell, Cell),
    /// The player to move can take this royal piece.
    Takeable {
        /// Where the royal piece stands.
        royal: Cell,
        /// A piece that can take it.
        attacker: Cell,
    },
}

impl Position {
    /// An empty board, the first player to move.
    #[must_use]
    pub fn empty(game: &Game) -> Self {
        Self {
            board: vec![Code::EMPTY; game.topology.cells()],
            hands: [vec![0; game.pieces.len()], vec![0; game.pieces.len()]],
            side: PlayerId(0),
            rights: 0,
            trail: None,
            checks: [0; 2],
            passes: 0,
            echo: 0,
            clock: 0,
            number: 1,
        }
    }

    /// What stands on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Code {
        self.board[cell.index()]
    }

    /// Cells with a player's pieces, in order.
    pub fn pieces(&self, player: PlayerId) -> impl Iterator<Item = (Cell, Code)> + '_ {
        (0u16..)
            .map(Cell)
            .zip(self.board.iter().copied())
            .filter(move |(_, code)| code.player() == Some(player))
    }

    /// Cells of a player's royal pieces.
    pub fn royals<'a>(
        &'a self,
        game: &'a Game,
        player: PlayerId,
    ) -> impl Iterator<Item = Cell> + 'a {
        let royal = game.royal[player.index()];
        self.pieces(player).filter(move |(_, code)| royal.has(*code)).map(|(cell, _)| cell)
    }

    /// How many of a piece a player holds.
    #[must_use]
    pub fn in_hand(&self, player: PlayerId, piece: PieceId) -> u8 {
        self.hands[player.index()][piece.index()]
    }

    /// Whether a player can take a piece from his hand.
    #[must_use]
    pub fn has_in_hand(&self, game: &Game, player: PlayerId, piece: PieceId) -> bool {
        let kind = game.piece(piece);
        (kind.unlimited && kind.droppable) || self.in_hand(player, kind.captured_as) > 0
    }

    /// How many of each kind of piece a player has, on the board and in hand, by [`PieceId`].
    #[must_use]
    pub fn army(&self, game: &Game, player: PlayerId) -> Vec<u16> {
        let mut army: Vec<u16> = self.hands[player.index()].iter().map(|n| u16::from(*n)).collect();
        for (_, code) in self.pieces(player) {
            if let Some(kind) = game.base(code) {
                army[kind.index()] += 1;
            }
        }
        army
    }

    /// The position after a move. The move must be one of this position.
    #[must_use]
    pub fn play(&self, game: &Game, played: &Move) -> Self {
        let mut next = self.clone();
        let blasted = self.blasted(game, played);
        for cell in &played.captures {
            next.board[cell.index()] = Code::EMPTY;
            if let Some(piece) = self.gained(game, *cell) {
                let held = &mut next.hands[self.side.index()][piece.index()];
                *held = held.saturating_add(1);
            }
        }
        if played.from.is_some() {
            next.board[played.from.index()] = Code::EMPTY;
        } else if let Some(piece) = played.from_hand(game) {
            let held = &mut next.hands[self.side.index()][piece.index()];
            *held = held.saturating_sub(1);
        }
        if let Some(partner) = played.partner {
            next.board[partner.from.index()] = Code::EMPTY;
            next.board[partner.to.index()] = partner.piece;
        }
        if !played.is_pass() {
            next.board[played.to.index()] = played.becomes;
        }
        for cell in played.flips() {
            next.board[cell.index()] = self.at(*cell).flipped();
        }
        if let Some((cell, code)) = played.placed() {
            next.board[cell.index()] = code;
        }
        for cell in &blasted {
            next.board[cell.index()] = Code::EMPTY;
        }
        if let Some(second) = played.second() {
            if second.from.is_some() {
                next.board[second.from.index()] = Code::EMPTY;
            }
            next.board[second.to.index()] = second.code;
        }
        next.rights = self.rights_after(game, played, &blasted);
        next.trail = (!played.trail.is_empty())
            .then(|| Trail { cells: played.trail.clone(), owner: played.to });
        let unquiet = game.piece_of(played.piece).is_some_and(|p| p.unquiet);
        let quiet =
            played.captures.is_empty() && played.is_plain() && !played.is_drop() && !unquiet;
        next.clock = if quiet { self.clock.saturating_add(1) } else { 0 };
        next.number = self.number.saturating_add(u32::from(self.side.0));
        next.side = self.side.other();
        if game.needs.passes {
            next.passes = if played.is_pass() { self.passes.saturating_add(1) } else { 0 };
        }
        if game.needs.twice > 0 {
            next.echo = crate::play::outcome::held(game, self);
        }
        if let Some(most) = game.needs.checks
            && crate::play::reference::in_check(game, &next)
        {
            let given = &mut next.checks[self.side.index()];
            *given = given.saturating_add(1).min(most);
        }
        next
    }

    /// What the player to move gains for his hand by capturing on a cell.
    #[must_use]
    pub fn gained(&self, game: &Game, cell: Cell) -> Option<PieceId> {
        let code = self.at(cell);
        let enemy = game.laws.to_hand && code.player() == Some(self.side.other());
        game.piece_of(code).filter(|_| enemy).and_then(|piece| game.gained_by(piece))
    }

    /// Cells that a move clears besides its captures, the one where it arrives among them.
    #[must_use]
    pub fn blasted(&self, game: &Game, played: &Move) -> SmallVec<[Cell; 9]> {
        let Some(blast) = game.laws.blast.as_ref().filter(|_| !played.captures.is_empty()) else {
            return SmallVec::new();
        };
        let what = &game.conditions[blast.what[self.side.index()].index()].plain;
        let removed = |cell: &Cell| {
            let gone = *cell == played.from || played.captures.contains(cell);
            !gone && !self.at(*cell).is_empty() && what.at(*cell).has(self.at(*cell))
        };
        let around = blast.around[played.to.index()].iter().copied().filter(removed);
        std::iter::once(played.to).chain(around).collect()
    }

    /// A right is lost with the first change on either of its cells.
    fn rights_after(&self, game: &Game, played: &Move, blasted: &[Cell]) -> Rights {
        let lost = |(i, right): (usize, &crate::ir::Right)| {
            let mut changed = played.touched().chain(blasted.iter().copied());
            let touched = changed.any(|c| c == right.king.1 || c == right.partner.1);
            Rights::from(touched) << i
        };
        self.rights & !game.rights.iter().enumerate().map(lost).sum::<Rights>()
    }

    /// The same position with the other player to move and no trail.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { side: self.side.other(), trail: None, ..self.clone() }
    }

    /// What about the position cannot be: rights without their pieces, and a royal piece that the player to move can take.
    #[must_use]
    pub fn faults(&self, game: &Game) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (i, right) in game.rights.iter().enumerate() {
            let home = self.at(right.king.1) == right.king.0
                && self.at(right.partner.1) == right.partner.0;
            if self.rights >> i & 1 != 0 && !home {
                faults.push(Fault::Right(i));
            }
        }
        if let Some(every) = game.laws.every.as_ref().filter(|every| every.moves) {
            let stands = |cell: &Cell| every.codes.contains(&self.at(*cell));
            let mut standing = game.topology.exists.iter().filter(stands);
            if let (Some(one), Some(other)) = (standing.next(), standing.next()) {
                faults.push(Fault::Several(one, other));
            }
        }
        let at_start = game.royals_at_start.into_iter().flatten();
        for (player, needs) in PlayerId::BOTH.into_iter().zip(at_start) {
            let has = self.royals(game, player).count();
            let spared = game.laws.blast.is_some() || (game.laws.spare_royal && has > 0);
            let fewer = has < needs && !spared;
            if fewer || (has > needs && !game.makes_royals(player)) {
                faults.push(Fault::Royals { player, has, needs });
            }
        }
        // Who has blown up the last royal piece of the opponent may have left his own to be taken.
        let needs = game.royals_at_start.map_or(0, |all| all[self.side.index()]);
        let lost = needs > 0 && self.royals(game, self.side).next().is_none();
        if lost && game.laws.blast.is_some() {
            return faults;
        }
        if !crate::play::reference::takes_royal(game, self) {
            return faults;
        }
        for (attacker, royal) in crate::play::reference::royal_captures(game, self) {
            if !faults.iter().any(|f| matches!(f, Fault::Takeable { royal: r, .. } if *r == royal))
            {
                faults.push(Fault::Takeable { royal, attacker });
            }
        }
        faults
    }
}
