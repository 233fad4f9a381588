//! Laws that hold for every game, asked of one position. Needs no figures: one way to do a thing judges another.

mod generators;
mod mirror;
mod texts;
mod why;

use crate::examine::random::Random;
use crate::ids::Cell;
use crate::ir::Game;
use crate::notation::{move_texts, write_position};
use crate::pipeline::Loaded;
use crate::play::fast::Fast;
use crate::play::{Move, Position};
use crate::session::Session;
use serde::Serialize;
use std::collections::HashMap;

/// What must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Law {
    /// The fast and the reference generator list the same moves, count the same number, and agree about check.
    Generators,
    /// No two legal moves do the same.
    Effects,
    /// A move made in the fast generator's state gives the position it should, and taking it back the one before.
    Undo,
    /// The key carried along is that of the position.
    Key,
    /// A move that is drawn is a legal one, each as likely as any other.
    Drawn,
    /// Two positions are the same for repetition if and only if their texts are, clocks aside.
    Repetition,
    /// A position's text reads back as the position.
    PositionText,
    /// No two legal moves share a text, and each text reads back as its move.
    MoveText,
    /// `why` calls the legal moves legal, by the rule that made them, and others illegal, for a reason that is true.
    Why,
    /// The mirrored position has the mirrored moves.
    Mirror,
}

impl Law {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Generators,
        Self::Effects,
        Self::Undo,
        Self::Key,
        Self::Drawn,
        Self::Repetition,
        Self::PositionText,
        Self::MoveText,
        Self::Why,
        Self::Mirror,
    ];

    /// In a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Generators => "the fast and the reference generator agree",
            Self::Effects => "no two legal moves have one effect",
            Self::Undo => "making and taking back a move",
            Self::Key => "the key carried along is that of the position",
            Self::Drawn => "every legal move is drawn as often",
            Self::Repetition => "same position, same text",
            Self::PositionText => "a position's text reads back",
            Self::MoveText => "move texts are unique and read back",
            Self::Why => "`why` agrees with the legal moves",
            Self::Mirror => "the mirrored position has the mirrored moves",
        }
    }
}

/// A law that does not hold in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which.
    pub law: Law,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Lines that a test of the position would have, if the law held.
    pub expect: Vec<String>,
    /// The two squares about which `why` was asked, if it was asked about squares.
    pub squares: Option<(Cell, Cell)>,
}

impl Violation {
    fn new(law: Law, message: impl Into<String>) -> Self {
        Self { law, message: message.into(), expect: Vec::new(), squares: None }
    }

    fn expect(mut self, line: String) -> Self {
        self.expect.push(line);
        self
    }
}

/// A list of the legal moves of a position, made in some way.
pub type Generator<'g> = dyn Fn(&Position) -> Vec<Move> + Sync + 'g;

/// One in so many move texts is read back: reading one costs as much as writing all.
const READ_BACK: usize = 8;

/// Asks the laws of one game.
pub struct Laws<'g> {
    game: &'g Game,
    fast: Fast<'g>,
    other: Option<&'g Generator<'g>>,
    session: Session,
    /// By key for repetition: the text that a position with this key had.
    seen: HashMap<u64, String>,
    /// By text: the key.
    keys: HashMap<String, u64>,
}

impl<'g> Laws<'g> {
    /// Of a loaded game.
    #[must_use]
    pub fn new(loaded: &'g Loaded) -> Self {
        Self {
            game: &loaded.game,
            fast: Fast::new(&loaded.game),
            other: None,
            session: Session::new(loaded.clone()),
            seen: HashMap::new(),
            keys: HashMap::new(),
        }
    }

    /// Another generator in the place of the fast one.
    #[must_use]
    pub fn with_generator(mut self, generator: &'g Generator<'g>) -> Self {
        self.other = Some(generator);
        self
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The fast generator.
    #[must_use]
    pub fn fast(&self) -> &Fast<'g> {
        &self.fast
    }

    /// The legal moves by the generator that is examined.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        match self.other {
            Some(generator) => generator(position),
            None => self.fast.legal_moves(position),
        }
    }

    /// Forgets the positions seen: a new game begins.
    pub fn begin(&mut self) {
        self.seen.clear();
        self.keys.clear();
    }

    /// Asks all laws of a position; `legal` are its moves by the generator that is examined. All move texts are compared
    /// with each other, one in eight is read back; `why` is asked about a few moves, chosen by chance.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn ask(
        &mut self,
        position: &Position,
        legal: &[Move],
        random: &mut Random,
    ) -> Result<(), Violation> {
        self.generators(position, legal)?;
        self.undo(position, legal)?;
        self.line(position, random.below(3))?;
        self.position_text(position, legal)?;
        self.repetition(position, legal)?;
        self.move_texts(position, legal, (random.below(READ_BACK), READ_BACK))?;
        self.mirror(position, legal)?;
        self.why(position, legal, random)
    }

    /// Asks in a position what was violated elsewhere.
    #[must_use]
    pub fn violated(&mut self, before: &Violation, position: &Position) -> Option<Violation> {
        let legal = self.moves(position);
        let asked = match before.law {
            Law::Generators | Law::Effects => self.generators(position, &legal),
            Law::Undo | Law::Key | Law::Drawn => self
                .undo(position, &legal)
                .and_then(|()| (0..3).try_for_each(|first| self.line(position, first))),
            Law::Repetition => self.repetition(position, &legal),
            Law::PositionText => self.position_text(position, &legal),
            Law::MoveText => self.move_texts(position, &legal, (0, 1)),
            Law::Mirror => self.mirror(position, &legal),
            Law::Why => self.why_again(position, &legal, before.squares),
        };
        asked.err().filter(|v| v.law == before.law)
    }

    fn fen(&self, position: &Position, legal: &[Move]) -> String {
        write_position(self.game, position, legal)
    }
}

/// `expect moves are …`
fn moves_are(game: &Game, moves: &[Move]) -> String {
    let mut texts = move_texts(game, moves);
    texts.sort_unstable();
    let list = if texts.is_empty() { "none".to_owned() } else { texts.join(", ") };
    format!("expect moves are {list}")
}
