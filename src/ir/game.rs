//! A compiled game.

use crate::ids::{Cell, CellSet, Code, ConditionId, Mask, PieceId, PlayerId, RuleId};
use crate::ir::condition::Condition;
use crate::ir::costs::General;
use crate::ir::form::Forms;
use crate::ir::program::Program;
use crate::ir::topology::Topology;
use crate::text::Span;
use std::sync::OnceLock;

/// A game: immutable, shared by all its positions.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its title.
    pub title: String,
    /// Who made it.
    pub inventor: Option<String>,
    /// One sentence.
    pub about: Option<String>,
    /// Where its rules come from.
    pub source: Option<String>,
    /// Its options and their values.
    pub options: Vec<GameOption>,
    /// The board.
    pub topology: Topology,
    /// The image of each cell for the other player, where the players are images of each other in all that is declared.
    pub mirror: Option<Vec<Cell>>,
    /// The players.
    pub players: [Player; 2],
    /// Zones: name, and cells of either player. For reports only.
    pub zones: Vec<(String, [CellSet; 2])>,
    /// Pieces, by [`PieceId`].
    pub pieces: Vec<Piece>,
    /// Codes of royal pieces, by player.
    pub royal: [Mask; 2],
    /// Conditions, by [`crate::ids::ConditionId`].
    pub conditions: Vec<Condition>,
    /// Rules that make moves, by [`RuleId`].
    pub rules: Vec<RuleInfo>,
    /// Programs by code of the piece that moves; index 0 is empty. Drops are in [`Self::drops`].
    pub programs: Vec<Vec<Program>>,
    /// Programs that drop, by code.
    pub drops: Vec<Vec<Program>>,
    /// Castlings of both players.
    pub castles: Vec<Castle>,
    /// Castling rights, by [`crate::ids::RightId`].
    pub rights: Vec<Right>,
    /// Ends, in order.
    pub ends: Vec<End>,
    /// Rules of the game that are no piece's.
    pub laws: Laws,
    /// Which state it has at all.
    pub needs: Needs,
    /// The start position's text.
    pub setup: String,
    /// Where that stands in its file.
    pub setup_span: Span,
    /// How many of each kind of piece either player has in the start position, in hand too, once that has been read.
    pub at_start: Option<[Vec<u16>; 2]>,
    /// How many royal pieces either player has in the start position, once that has been read.
    pub royals_at_start: Option<[usize; 2]>,
    /// Walks unrolled for every cell; see [`Self::forms`].
    pub lazy_forms: LazyForms,
}

/// Rules of the game that are no piece's.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    /// Where they are written, in order.
    pub written: Vec<Span>,
    /// A captured enemy goes to the hand of the capturer.
    pub to_hand: bool,
    /// What is captured is removed when the move is complete.
    pub captures_afterwards: bool,
    /// A legal capture excludes all other moves.
    pub must_capture: bool,
    /// Of captures, those of the most pieces exclude all others.
    pub capture_most: bool,
    /// A legal drop excludes all other moves.
    pub must_drop: bool,
    /// A royal piece may be captured while another of its player's is not attacked.
    pub spare_royal: bool,
    /// A move that attacks a royal piece of the opponent is illegal.
    pub must_not_check: bool,
    /// While this holds for a player, he must make a move after which it does not, or pass. And where that is written.
    pub must_break: Option<(EndCondition, Span)>,
    /// The rule by which a player may pass.
    pub may_pass: Option<RuleId>,
    /// The rule by which a player who has no other move passes.
    pub pass_when_stuck: Option<RuleId>,
    /// Some promotion is only to pieces that the player has lost.
    pub promotes_to_lost: bool,
    /// What a capture removes besides.
    pub blast: Option<Blast>,
    /// The second part of every move but passing.
    pub every: Option<Every>,
}

/// The second part of every move but passing: a piece is put on an empty cell, but on none where one stood before the move.
#[derive(Clone, Debug)]
pub struct Every {
    /// The one that stands on the board goes there; otherwise it is a further one.
    pub moves: bool,
    /// Which, by the player who moves.
    pub codes: [Code; 2],
    /// Where, by the player who moves.
    pub cells: [CellSet; 2],
    /// Where it is written.
    pub span: Span,
}

/// A capture removes the capturer too, and what stands around the cell where it arrives.
#[derive(Clone, Debug)]
pub struct Blast {
    /// By cell: the cells around it.
    pub around: Vec<Vec<Cell>>,
    /// What is removed there, by the capturing player.
    pub what: [ConditionId; 2],
}

/// Trees that are made when they are first asked for: to load a game and look at a position does not need them.
#[derive(Clone, Debug)]
pub struct LazyForms {
    made: OnceLock<Result<Forms, General>>,
    make: fn(&Game) -> Result<Forms, General>,
}

impl LazyForms {
    /// Trees that `make` will make.
    #[must_use]
    pub fn new(make: fn(&Game) -> Result<Forms, General>) -> Self {
        Self { made: OnceLock::new(), make }
    }
}

impl Game {
    /// Walks unrolled for every cell, where that is possible; without them only the reference generator plays the game.
    /// The first call makes them.
    #[must_use]
    pub fn forms(&self) -> Option<&Forms> {
        self.forms_or_why().ok()
    }

    /// The same.
    ///
    /// # Errors
    /// Why walks stay general programs.
    pub fn forms_or_why(&self) -> Result<&Forms, General> {
        let made = self.lazy_forms.made.get_or_init(|| (self.lazy_forms.make)(self));
        made.as_ref().map_err(|why| *why)
    }

    /// Length of tables by code: nothing, every piece of either player, and, if there are any, pieces of nobody.
    #[must_use]
    pub fn codes(&self) -> usize {
        if self.pieces.iter().any(|p| p.neutral) { Code::END } else { 1 + 2 * self.pieces.len() }
    }

    /// The code of a piece; of one that belongs to nobody the same for both players.
    #[must_use]
    pub fn code(&self, id: PieceId, player: PlayerId) -> Code {
        if self.piece(id).neutral { Code::neutral(id) } else { Code::of(id, player) }
    }

    /// The kind that belongs to nobody, if there is just one.
    #[must_use]
    pub fn only_neutral(&self) -> Option<PieceId> {
        let mut all = self.piece_ids().filter(|id| self.piece(*id).neutral);
        all.next().filter(|_| all.next().is_none())
    }

    /// The piece of that number.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The piece of a code.
    #[must_use]
    pub fn piece_of(&self, code: Code) -> Option<&Piece> {
        code.piece().map(|id| self.piece(id))
    }

    /// The kind that a code counts as.
    #[must_use]
    pub fn base(&self, code: Code) -> Option<PieceId> {
        self.piece_of(code).map(|p| p.base)
    }

    /// The rule of that number.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &RuleInfo {
        &self.rules[id.index()]
    }

    /// Whether a rule can give a player a royal piece: by promotion or from the hand.
    #[must_use]
    pub fn makes_royals(&self, player: PlayerId) -> bool {
        self.pieces.iter().any(|p| {
            let promotes = p.promotions[player.index()].iter().flat_map(|p| &p.to);
            (p.royal && p.droppable) || promotes.into_iter().any(|to| self.piece(*to).royal)
        })
    }

    /// Codes of all pieces of a player.
    #[must_use]
    pub fn own_mask(&self, player: PlayerId) -> Mask {
        self.piece_ids().fold(Mask::NONE, |m, id| m.or(Code::of(id, player).mask()))
    }

    /// Ids of all pieces.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..u8::try_from(self.pieces.len()).unwrap_or(u8::MAX)).map(PieceId)
    }
}

/// An option and its value.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What it is when nobody chooses.
    pub default: bool,
    /// What it is in this game.
    pub on: bool,
    /// What it does.
    pub text: Option<String>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// His name.
    pub name: String,
    /// His forward, in eighths clockwise from north.
    pub forward: u8,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its letter as the first player writes it.
    pub letter: String,
    /// Its name in words.
    pub title: String,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it belongs to nobody.
    pub neutral: bool,
    /// Whether either player always has one in hand.
    pub unlimited: bool,
    /// What it becomes in the hand of a player who captures it.
    pub captured_as: PieceId,
    /// The kind that it counts as.
    pub base: PieceId,
    /// Its sign in drawings, by player. For reports only.
    pub glyph: Option<[String; 2]>,
    /// Whether it can be dropped.
    pub droppable: bool,
    /// Whether its moves set the clock of quiet plies back.
    pub unquiet: bool,
    /// Its promotions, by player, in order.
    pub promotions: [Vec<Promotion>; 2],
    /// Where it is declared.
    pub span: Span,
}

/// A promotion of one player.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Whether the piece may stay what it is.
    pub optional: bool,
    /// Looks at the cell where the move ends.
    pub on: bool,
    /// Looks at the cell where it begins.
    pub from: bool,
    /// Where.
    pub zone: CellSet,
    /// Only to pieces of which the player has fewer than at the start.
    pub lost: bool,
    /// To what.
    pub to: Vec<PieceId>,
    /// Where it is written.
    pub span: Span,
}

impl Promotion {
    /// Whether a move between these cells makes it.
    #[must_use]
    pub fn applies(&self, from: Cell, to: Cell) -> bool {
        (self.on && self.zone.contains(to)) || (self.from && self.zone.contains(from))
    }
}

/// What a rule is, for answers to *why*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleShape {
    /// A walk from the board.
    Walk,
    /// A drop from the hand.
    Drop,
    /// A castling.
    Castle,
    /// Passing.
    Pass,
}

/// A rule, as reports name it.
#[derive(Clone, Debug)]
pub struct RuleInfo {
    /// The piece that it moves.
    pub piece: PieceId,
    /// What it is.
    pub shape: RuleShape,
    /// Whether it is illegal if it mates.
    pub without_mate: bool,
    /// Where it is written.
    pub span: Span,
}

/// A castling of one player.
#[derive(Clone, Debug)]
pub struct Castle {
    /// Whose.
    pub player: PlayerId,
    /// The piece that is brought to safety.
    pub king: Code,
    /// Its path, from where it stands to where it ends; at least two cells.
    pub path: Vec<Cell>,
    /// The partner.
    pub partner: Code,
    /// Where the partner stands.
    pub partner_from: Cell,
    /// Where it ends.
    pub partner_to: Cell,
    /// Cells that must be empty but for the two.
    pub empty: Vec<Cell>,
    /// Number of the right in [`Game::rights`].
    pub right: usize,
    /// The rule.
    pub rule: RuleId,
}

impl Castle {
    /// The two pieces, each with where it must stand.
    #[must_use]
    pub fn pieces(&self) -> [(Code, Cell); 2] {
        [(self.king, self.path[0]), (self.partner, self.partner_from)]
    }
}

/// A castling right: neither of two pieces has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// Whose.
    pub player: PlayerId,
    /// The piece that is brought to safety, and where it stands.
    pub king: (Code, Cell),
    /// The partner, and where it stands.
    pub partner: (Code, Cell),
    /// `K` or `Q` if it is the outermost partner on that side, in the player's case.
    pub letter: Option<char>,
    /// The letter of the partner's file, in the player's case.
    pub file_letter: char,
    /// Whether it is one of several squares where these pieces can begin, so that `K` and `Q` depend on the position.
    pub anywhere: bool,
}

/// Of which player an end speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The one who has just moved.
    AfterOwnMove,
    /// The one to move.
    OnOwnTurn,
}

/// What happens to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He wins.
    Wins,
    /// He loses.
    Loses,
    /// A draw.
    Draws,
}

/// An end.
#[derive(Clone, Debug)]
pub struct End {
    /// Of whom it speaks.
    pub moment: Moment,
    /// Only if that is this player.
    pub player: Option<PlayerId>,
    /// Conditions, all of which must hold.
    pub terms: Vec<EndTerm>,
    /// What happens to him.
    pub verdict: Verdict,
    /// Where it is written.
    pub span: Span,
}

/// A condition of an end.
#[derive(Clone, Debug)]
pub struct EndTerm {
    /// `not`
    pub negated: bool,
    /// Asked of his opponent.
    pub enemy: bool,
    /// What is asked.
    pub condition: EndCondition,
    /// It must have held before the last move too: the bit of the position that says so.
    pub twice: Option<u8>,
}

/// How a count compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Comparison {
    /// Whether the comparison holds.
    #[must_use]
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

/// What an end asks of a player; tables by player.
#[derive(Clone, Debug)]
pub enum EndCondition {
    /// To move, no legal move, a royal piece attacked.
    Checkmate,
    /// To move, no legal move, no royal piece attacked.
    Stalemate,
    /// To move, no legal move.
    NoMoves,
    /// One of the pieces stands on one of the cells.
    In {
        /// The player's codes.
        codes: [Mask; 2],
        /// The cells as he sees them.
        cells: [CellSet; 2],
    },
    /// No piece but royal ones on the board, nothing in hand.
    Bare,
    /// So many of these on the board.
    Count {
        /// The player's codes.
        codes: [Mask; 2],
        /// How it compares.
        comparison: Comparison,
        /// With what.
        number: u32,
    },
    /// His number of pieces compared with that of his opponent.
    CountEnemy {
        /// Either player's codes.
        codes: [Mask; 2],
        /// How it compares.
        comparison: Comparison,
    },
    /// He has, or would have, no legal move but passing.
    Stuck,
    /// So many passes one after the other.
    Passes(u32),
    /// From one of these pieces a look holds.
    Sees {
        /// The player's codes.
        codes: [Mask; 2],
        /// The look, for either player: a program that ends with `Accept`.
        programs: Box<[Program; 2]>,
    },
    /// Exactly these pieces on the board and in both hands, either player's on either side; lists sorted.
    Material(Vec<(Vec<PieceId>, Vec<PieceId>)>),
    /// So many plies without a capture, a drop or a move of an unquiet piece.
    Quiet(u32),
    /// The same position for that time.
    Repetition(u32),
    /// Since the position first occurred he has given check with every move.
    Perpetual,
    /// He has given so many checks.
    Checks(u32),
    /// To move, with a legal move that brings one of the pieces into the zone.
    CanReach {
        /// The player's codes.
        codes: [Mask; 2],
        /// The cells as he sees them.
        cells: [CellSet; 2],
    },
}

impl EndCondition {
    /// Whether it depends on the position alone and not on whether the player can move, so that figures take notice of it.
    #[must_use]
    pub fn is_placement(&self) -> bool {
        matches!(
            self,
            Self::In { .. }
                | Self::Bare
                | Self::Count { .. }
                | Self::Checks(_)
                | Self::CanReach { .. }
                | Self::CountEnemy { .. }
                | Self::Stuck
                | Self::Passes(_)
                | Self::Sees { .. }
        )
    }

    /// Whether it asks for legal moves.
    #[must_use]
    pub fn is_mobility(&self) -> bool {
        matches!(self, Self::Checkmate | Self::Stalemate | Self::NoMoves)
    }

    /// The word by which tests and reports name it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::NoMoves => "no-moves",
            Self::In { .. } => "place",
            Self::Bare => "bare",
            Self::Count { .. } => "count",
            Self::CountEnemy { .. } => "count",
            Self::Stuck => "stuck",
            Self::Passes(_) => "passes",
            Self::Sees { .. } => "look",
            Self::Material(_) => "material",
            Self::Quiet(_) => "quiet",
            Self::Repetition(_) => "repetition",
            Self::Perpetual => "perpetual",
            Self::Checks(_) => "checks",
            Self::CanReach { .. } => "reach",
        }
    }
}

/// Which state a game has at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Pieces can be dropped.
    pub drops: bool,
    /// Pieces wait in hands, so many of each.
    pub hands: bool,
    /// How many kinds of things moves put besides the piece that moves.
    pub placed: u8,
    /// An end counts passes.
    pub passes: bool,
    /// How many conditions of ends must hold twice running.
    pub twice: u8,
    /// There is castling.
    pub rights: bool,
    /// Rules leave trails.
    pub trail: bool,
    /// An end counts checks: so many end the game.
    pub checks: Option<u8>,
    /// A royal piece may leave a trail on which it could be captured.
    pub royal_trail: bool,
}

impl Game {
    /// What goes to the hand, in a game with hands, of who captures a piece. What nothing drops, or what
    /// he has without end, leaves the game.
    #[must_use]
    pub fn gained_by(&self, captured: &Piece) -> Option<PieceId> {
        let kept = |piece: &PieceId| self.is_held(*piece) && !self.piece(*piece).unlimited;
        Some(captured.captured_as).filter(kept)
    }

    /// Whether a hand can hold a piece: it is dropped as itself, or as one that is captured as it.
    #[must_use]
    pub fn is_held(&self, piece: PieceId) -> bool {
        self.pieces.iter().any(|p| p.droppable && p.captured_as == piece)
    }

    /// Whether a promotion, from this cell to that one, is to a piece that the player must have lost before.
    #[must_use]
    pub fn needs_loss(&self, piece: Code, becomes: Code, from: Cell, to: Cell) -> bool {
        let (Some(kind), Some(player)) = (self.piece_of(piece), piece.player()) else {
            return false;
        };
        let offers = |p: &&Promotion| {
            p.applies(from, to) && p.to.iter().any(|t| Code::of(*t, player) == becomes)
        };
        let mut offered = kind.promotions[player.index()].iter().filter(offers).peekable();
        becomes != piece && offered.peek().is_some() && offered.all(|p| p.lost)
    }

    /// What a piece may become by a move between two cells, each choice a move of its own; itself where nothing promotes.
    /// A compulsory promotion excludes staying what it is.
    #[must_use]
    pub fn becomes(&self, piece: Code, from: Cell, to: Cell) -> Vec<Code> {
        let (Some(kind), Some(player)) = (self.piece_of(piece), piece.player()) else {
            return vec![piece];
        };
        let applies = |p: &&Promotion| p.applies(from, to);
        let mut all = Vec::new();
        let mut may_stay = true;
        for promotion in kind.promotions[player.index()].iter().filter(applies) {
            may_stay &= promotion.optional;
            for target in &promotion.to {
                let code = Code::of(*target, player);
                if !all.contains(&code) {
                    all.push(code);
                }
            }
        }
        if may_stay && !all.contains(&piece) {
            all.insert(0, piece);
        }
        all
    }
}
