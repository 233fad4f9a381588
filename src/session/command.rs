//! What a session can be asked.

/// A question or an order, whichever face it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a move, in any form that is understood.
    Play(String),
    /// Takes back so many moves.
    Undo(usize),
    /// Plays again so many moves that were taken back.
    Redo(usize),
    /// Begins again at the start position.
    New,
    /// Goes to a position; the moves so far are forgotten.
    Position(String),
    /// How the position stands.
    State,
    /// The board with all that is to be known of the position.
    Board,
    /// Goes to the position after so many plies of the line.
    Goto(usize),
    /// The line of moves.
    History,
    /// Moves by piece, and where they lead.
    List {
        /// Which moves.
        filter: Filter,
        /// Whether those that leave a royal piece to be taken are meant too.
        pseudo: bool,
    },
    /// How the rules of the piece on a square, or for a move, were tried.
    Trace(String),
    /// Who attacks a square.
    Attacks {
        /// The square.
        square: String,
        /// Whose attacks; both sides', if none is given.
        side: Option<String>,
    },
    /// The game in words.
    Rules,
    /// A kind of piece.
    Describe {
        /// Its letter.
        piece: String,
        /// Where it stands; in the middle, if nothing is said.
        from: Option<String>,
    },
    /// Plays moves at random.
    Random {
        /// How many at most.
        plies: usize,
        /// Where the numbers begin.
        seed: u64,
    },
    /// The legal moves.
    Moves(Filter),
    /// Why a move is legal or not.
    Why(String),
    /// Figures.
    Perft {
        /// Depth in plies.
        depth: u32,
        /// Number of threads.
        threads: usize,
        /// Whether the share of each move is asked for.
        divide: bool,
    },
}

/// Which moves are meant; what is not said fits all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The square where they begin.
    pub from: Option<String>,
    /// Letter of the piece that moves or is dropped.
    pub piece: Option<String>,
}
