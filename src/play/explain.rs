//! Why a move is illegal: every filter that could have removed it says so.

use crate::ids::{Cell, Code, PieceId, RuleId};
use crate::ir::Game;
use crate::play::blocked::blocked;
use crate::play::machine::{Obstacle, Run};
use crate::play::moves::Move;
use crate::play::position::Position;
use crate::play::reference::{self, CastleFault};
use crate::play::second::{SecondFault, second_fault};

/// A move as somebody asks for it; what is not said is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The piece, for a drop or where no origin is given.
    pub piece: Option<PieceId>,
    /// Where it stands.
    pub from: Option<Cell>,
    /// Its file and rank (from 0), where a short form says one of them.
    pub origin: Option<(Option<u16>, Option<u16>)>,
    /// Where it is dropped.
    pub entry: Option<Cell>,
    /// Where it goes; of a shot, where it stands.
    pub to: Option<Cell>,
    /// Cells on which it shall capture (shots among them); empty: not said.
    pub captures: Vec<Cell>,
    /// What it becomes.
    pub becomes: Option<PieceId>,
    /// Where something is put besides.
    pub placed: Option<Cell>,
    /// Where the second part of the move puts something.
    pub second: Option<Cell>,
    /// Passing.
    pub pass: bool,
    /// Where the partner of a castling comes from and goes.
    pub partner: Option<(Cell, Cell)>,
    /// A castling without squares: whether the partner comes from the last file's side.
    pub castles: Option<bool>,
    /// Whether a piece from the hand is meant.
    pub drop: bool,
    /// Whether nothing is left open: without captures, promotion or partner said, none is meant.
    pub exact: bool,
}

impl Wanted {
    /// Whether it can begin on a cell, as far as a short form names its file or rank.
    #[must_use]
    pub fn may_begin(&self, game: &Game, cell: Cell) -> bool {
        self.origin.is_none_or(|(file, rank)| {
            let place = game.topology.place(cell);
            file.is_none_or(|f| f == place.0) && rank.is_none_or(|r| r == place.1)
        })
    }

    /// The same without its second part.
    #[must_use]
    pub fn first_part(&self) -> Self {
        Self { second: None, ..self.clone() }
    }
}

/// A rule that leads where the move wants to go, and what keeps it from going there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule.
    pub rule: RuleId,
    /// The fewest obstacles of all its ways; not empty.
    pub obstacles: Vec<Obstacle>,
}

/// What takes out a move that is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Moves that give check are forbidden.
    GivesCheck,
    /// The rule is `without mate`.
    Mates,
    /// It does not break what must be broken.
    MustBreak,
    /// Another move captures.
    MustCapture,
    /// Another move drops, and who can must.
    MustDrop,
    /// Another move captures more.
    MustCaptureMost,
    /// The player has lost no piece of that kind.
    NoneLost,
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No piece stands where the move begins.
    EmptySquare(Cell),
    /// The piece there is the opponent's.
    WrongSide(Cell),
    /// Another piece stands there than the one that is named.
    OtherPiece {
        /// The one that is named.
        named: PieceId,
        /// Where it does not stand.
        cell: Cell,
    },
    /// No such piece is in hand.
    NotInHand(PieceId),
    /// The game has no drops of that piece.
    NoDrop(PieceId),
    /// No rule of the piece leads there, whatever stands on the board.
    NoRule {
        /// The piece; none if several could be meant.
        piece: Code,
    },
    /// Rules lead there, but something is in the way of each.
    Blocked(Vec<Failure>),
    /// A royal piece could be taken after it.
    Check {
        /// The move as it would be.
        played: Box<Move>,
        /// The royal piece, where it would stand.
        royal: Cell,
        /// A piece that could take it.
        attacker: Cell,
        /// The rule by which it could.
        rule: RuleId,
    },
    /// Passing is not allowed.
    Pass {
        /// The rule that allows it otherwise.
        rule: Option<RuleId>,
        /// Whether the player is in check.
        check: bool,
    },
    /// A castling that cannot be made.
    Castling {
        /// The rule.
        rule: RuleId,
        /// Why.
        fault: CastleFault,
    },
    /// Its first part can be made, but it has no second part that goes with it.
    SecondPart {
        /// The rule of the first part.
        rule: RuleId,
        /// What is wrong.
        fault: SecondFault,
        /// What is put.
        put: Code,
    },
    /// A law of the game forbids it.
    Forbidden {
        /// The move as it would be.
        played: Box<Move>,
        /// Which law.
        law: Law,
    },
    /// The move is legal but for what the piece becomes.
    Promotion {
        /// What it may become.
        choices: Vec<Code>,
    },
}

impl Illegal {
    /// The word by which tests and reports name the reason.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let is_condition =
            |o: &Obstacle| matches!(o, Obstacle::From | Obstacle::Within(_) | Obstacle::When);
        match self {
            Self::EmptySquare(_) => "empty-square",
            Self::WrongSide(_) => "wrong-side",
            Self::NotInHand(_) | Self::NoDrop(_) => "hand",
            Self::OtherPiece { .. } => "empty-square",
            Self::NoRule { .. } => "no-rule",
            Self::Blocked(failures)
                if failures.iter().all(|f| matches!(*f.obstacles, [Obstacle::GoesOn(_)])) =>
            {
                "compulsory"
            }
            Self::Blocked(failures)
                if failures.iter().all(|f| f.obstacles.iter().any(is_condition)) =>
            {
                "condition"
            }
            Self::Blocked(_) => "blocked",
            Self::Check { .. } => "check",
            Self::Pass { rule: None, .. } => "no-rule",
            Self::Pass { check: true, .. } => "check",
            Self::Pass { .. } => "condition",
            Self::Castling { .. } => "castling",
            Self::SecondPart { .. } => "second-part",
            Self::Forbidden { law: Law::GivesCheck, .. } => "gives-check",
            Self::Forbidden { law: Law::Mates, .. } => "mates",
            Self::Forbidden { law: Law::MustBreak, .. } => "unbroken",
            Self::Forbidden {
                law: Law::MustCapture | Law::MustCaptureMost | Law::MustDrop,
                ..
            } => "compulsory",
            Self::Forbidden { law: Law::NoneLost, .. } => "promotion",
            Self::Promotion { .. } => "promotion",
        }
    }
}

/// Whether a move is what is wanted.
#[must_use]
pub fn fits(game: &Game, wanted: &Wanted, m: &Move) -> bool {
    let becomes = match wanted.becomes {
        Some(piece) => !m.is_drop() && game.base(m.becomes) == Some(piece),
        None => !wanted.exact || !m.promotes(),
    };
    becomes && fits_but_promotion(game, wanted, m)
}

fn fits_but_promotion(game: &Game, wanted: &Wanted, m: &Move) -> bool {
    let said = |wish: Option<Cell>, is: Cell| wish.is_none_or(|w| w == is);
    let captures = (wanted.captures.is_empty() && !wanted.exact)
        || sorted(&wanted.captures) == sorted(&m.captures);
    let partner = match wanted.partner {
        Some(cells) => m.partner.is_some_and(|p| (p.from, p.to) == cells),
        None => !wanted.exact || m.partner.is_none(),
    };
    let file = |cell: Cell| game.topology.place(cell).0;
    let side = wanted
        .castles
        .is_none_or(|last| m.partner.is_some_and(|p| (file(p.from) > file(m.from)) == last));
    let put = match wanted.placed {
        Some(cell) => m.placed().is_some_and(|(at, _)| at == cell),
        None => !wanted.exact || m.placed().is_none(),
    };
    let second = match wanted.second {
        Some(cell) => m.second().is_some_and(|s| s.to == cell),
        None => !wanted.exact || m.second().is_none(),
    };
    side && put
        && second
        && wanted.pass == m.is_pass()
        && said(wanted.from, m.from)
        && (!wanted.drop || m.is_drop())
        && said(wanted.entry, m.entry)
        && said(wanted.to, m.to)
        && wanted.piece.is_none_or(|p| game.base(m.piece) == Some(p))
        && captures
        && partner
}

/// Why the move wanted is illegal in this position. `wanted` should say at least an origin or a piece to drop, and a destination.
/// `legal` are the legal moves; gives none if one of them fits.
#[must_use]
pub fn explain(
    game: &Game,
    position: &Position,
    legal: &[Move],
    wanted: &Wanted,
) -> Option<Illegal> {
    if legal.iter().any(|m| fits(game, wanted, m)) {
        return None;
    }
    // What is made, promotion and all, and forbidden, is told of before other promotions that are legal.
    let made = wanted.becomes.is_some().then(|| unsafe_move(game, position, wanted)).flatten();
    if made.is_some() && !wanted.drop {
        return made;
    }
    let choices: Vec<Code> =
        legal.iter().filter(|m| fits_but_promotion(game, wanted, m)).map(|m| m.becomes).collect();
    if !choices.is_empty() {
        return Some(Illegal::Promotion { choices });
    }
    if wanted.pass {
        let refused = unsafe_move(game, position, wanted);
        if refused.is_some() {
            return refused;
        }
        let rule = game.laws.may_pass.or(game.laws.pass_when_stuck);
        return Some(Illegal::Pass { rule, check: reference::in_check(game, position) });
    }
    // Of a drop that cannot be made at all, that is to be said; not that a dropped piece does not promote.
    let unmarked = Wanted { becomes: None, ..wanted.clone() };
    let wanted = if wanted.drop { &unmarked } else { wanted };
    if let Some(found) = unsafe_move(game, position, wanted) {
        return Some(found);
    }
    let wanted = &wanted.first_part();
    if wanted.castles.is_some() {
        return castling(game, position, wanted);
    }
    if wanted.pass {
        return None;
    }
    if wanted.from.is_none() && !wanted.drop {
        return nearest(game, position, legal, wanted);
    }
    let programs = match wanted.from {
        Some(from) => match position.at(from) {
            code if code.is_empty() => return Some(Illegal::EmptySquare(from)),
            code if code.player() != Some(position.side) => return Some(Illegal::WrongSide(from)),
            code if wanted.piece.is_some_and(|p| game.base(code) != Some(p)) => {
                return wanted.piece.map(|named| Illegal::OtherPiece { named, cell: from });
            }
            code => (&game.programs[code.index()], code, from),
        },
        None => {
            let piece = wanted.piece?;
            let code = Code::of(piece, position.side);
            if !game.piece(piece).droppable {
                return Some(Illegal::NoDrop(piece));
            }
            if !position.has_in_hand(game, position.side, piece) {
                return Some(Illegal::NotInHand(game.piece(piece).captured_as));
            }
            (&game.drops[code.index()], code, Cell::NONE)
        }
    };
    Some(blocked(game, position, wanted, programs))
}

/// Of all pieces that could be meant, the explanation for the one that comes nearest. Where no rule of several kinds leads
/// there, it is none's. A player whose pieces on the board have no rules at all can only mean a drop.
fn nearest(game: &Game, position: &Position, legal: &[Move], wanted: &Wanted) -> Option<Illegal> {
    let meant = |code: Code| wanted.piece.is_none_or(|p| game.base(code) == Some(p));
    let own: Vec<(Cell, Code)> =
        position.pieces(position.side).filter(|(_, code)| meant(*code)).collect();
    let ask = |wanted: Wanted| explain(game, position, legal, &wanted);
    let mut all: Vec<Illegal> = Vec::new();
    if own.iter().all(|(_, code)| game.programs[code.index()].is_empty()) {
        let pieces = game.piece_ids().filter(|id| wanted.piece.is_none_or(|p| p == *id));
        let held = pieces.filter(|id| position.has_in_hand(game, position.side, *id));
        let drop =
            |piece| Wanted { piece: Some(piece), entry: wanted.to, drop: true, ..wanted.clone() };
        all.extend(held.filter_map(|piece| ask(drop(piece))));
    } else {
        let from = |cell| Wanted { from: Some(cell), ..wanted.clone() };
        all.extend(own.iter().filter_map(|(cell, _)| ask(from(*cell))));
    }
    let best = all.into_iter().min_by_key(|illegal| match illegal {
        Illegal::Blocked(failures) => failures.iter().map(|f| f.obstacles.len()).min().unwrap_or(0),
        _ => usize::MAX,
    })?;
    let one_kind = own.windows(2).all(|pair| pair[0].1 == pair[1].1);
    Some(match best {
        Illegal::NoRule { .. } if !one_kind => Illegal::NoRule { piece: Code::EMPTY },
        best => best,
    })
}

/// A move that fits but leaves a royal piece to be taken, or a castling that has its own reason.
fn unsafe_move(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    let pseudo = reference::pseudo_moves(game, position);
    if let Some(played) = pseudo.into_iter().find(|m| fits(game, wanted, m)) {
        let played = Box::new(played);
        if let Some((attacker, royal, rule)) = reference::exposure(game, position, &played) {
            return Some(Illegal::Check { played, royal, attacker, rule });
        }
        let law = match reference::is_allowed(game, position, &played) {
            true if game.laws.must_drop && !played.is_drop() => Law::MustDrop,
            true if played.captures.is_empty() => Law::MustCapture,
            true => Law::MustCaptureMost,
            false if !reference::is_offered(game, position, &played) => Law::NoneLost,
            false if !reference::breaks(game, position, &played) => Law::MustBreak,
            false if game.rule(played.rule).without_mate => Law::Mates,
            false => Law::GivesCheck,
        };
        return Some(Illegal::Forbidden { played, law });
    }
    if let Some(found) = second_part(game, position, wanted) {
        return Some(found);
    }
    let wanted = &wanted.first_part();
    let castles = game.castles.iter().filter(|c| c.player == position.side);
    let fitting = castles.filter(|c| fits(game, wanted, &reference::castle_move(c)));
    let own = fitting.filter(|c| position.at(c.path[0]) == c.king);
    let faults = own.filter_map(|c| Some((c, reference::castle_fault(game, position, c)?)));
    let (castle, fault) = faults.min_by_key(|(_, fault)| distance(*fault))?;
    let walks = game.programs[castle.king.index()].iter().any(|p| {
        let mut leads = false;
        Run::new(game, position, p, castle.path[0])
            .lenient()
            .ways(|m, _| leads |= fits(game, wanted, &m));
        leads
    });
    (!walks).then_some(Illegal::Castling { rule: castle.rule, fault })
}

/// That the first part of what is wanted can be made, but not with this second part.
fn second_part(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    game.laws.every.as_ref()?;
    let part = wanted.first_part();
    let mut firsts = reference::first_parts(game, position).into_iter();
    let first = firsts.find(|m| fits(game, &part, m))?;
    let (fault, put) = second_fault(game, position, &first, wanted.second)?;
    Some(Illegal::SecondPart { rule: first.rule, fault, put })
}

/// Of the castlings that could be meant, what keeps the one that comes nearest from being made.
fn castling(game: &Game, position: &Position, wanted: &Wanted) -> Option<Illegal> {
    let own = game.castles.iter().filter(|c| c.player == position.side);
    let meant = own.filter(|c| fits(game, wanted, &reference::castle_move(c)));
    let faults = meant.filter_map(|c| {
        reference::castle_fault(game, position, c)
            .map(|fault| Illegal::Castling { rule: c.rule, fault })
    });
    faults.min_by_key(|illegal| match illegal {
        Illegal::Castling { fault, .. } => distance(*fault),
        _ => u8::MAX,
    })
}

/// How far from being made a castling is that has this fault.
fn distance(fault: CastleFault) -> u8 {
    match fault {
        CastleFault::InCheck(_) => 0,
        CastleFault::Attacked(_) => 1,
        CastleFault::Occupied(_) => 2,
        CastleFault::Right => 3,
        CastleFault::Away(..) => 4,
    }
}

pub(super) fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}
