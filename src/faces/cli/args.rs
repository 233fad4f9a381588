//! The words of the command line.

use crate::faces::cli::bless::Bless;
use crate::faces::cli::compare::Compare;
use crate::faces::cli::new::New;
use crate::faces::cli::suite::Suites;
use crate::faces::cli::verify::Verify;
use crate::session::Target;
use clap::{Args, Parser, Subcommand};

/// An interpreter for a small language that describes chess variants.
#[derive(Debug, Parser)]
#[command(
    name = "heterodox",
    version,
    about,
    after_help = "Example: heterodox play ./my-game.variant"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) verb: Verb,
    /// Report problems in plain sentences, without drawings and colours
    #[arg(long, global = true)]
    pub(super) plain: bool,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the games that are built in, a line each
    #[command(after_help = "Example: heterodox list")]
    List(Json),
    /// Write a new file that extends or copies a game, with comments that teach
    #[command(
        after_help = "Example: heterodox new my-game --from other-game\n\n`heterodox list` names the games that are built in. A file that is there already is left as it is, with status 1."
    )]
    New(New),
    /// Check definitions: report every mistake with its place
    #[command(
        after_help = "Example: heterodox check ./my-game.variant\n\nExit status: 0 without errors, 1 with errors.\nWarnings and advice that are meant so are silenced in the file: allow W0202 \"the reason\"."
    )]
    Check(Check),
    /// Explain the code of a report: what is wrong, an example, and its cure
    #[command(after_help = "Example: heterodox explain E0204")]
    Explain(Explain),
    /// Show a game in words and pictures: board, pieces, zones, ends
    #[command(after_help = "Example: heterodox show ./my-game.variant --piece R")]
    Show(Show),
    /// List the legal moves of a position
    #[command(after_help = "Example: heterodox moves ./my-game.variant --from e2")]
    Moves(Moves),
    /// Count the positions that so many legal moves lead to
    #[command(after_help = "Example: heterodox perft ./my-game.variant 3 --divide")]
    Perft(Perft),
    /// Play moves and show the position, its text and the state of the game
    #[command(after_help = "Example: heterodox play-moves ./my-game.variant e2-e4 e9-e7")]
    PlayMoves(PlayMoves),
    /// Tell by which rule a move is legal, or why it is not
    #[command(
        after_help = "Example: heterodox why ./my-game.variant b3-b8 \\\n    --fen '5k4/10/10/1p8/10/1p8/10/1R8/10/5K4 w - - 0 1'"
    )]
    Why(Why),
    /// Run the tests that stand in definitions
    #[command(
        after_help = "Example: heterodox test ./my-game.variant --filter castling\n         heterodox test ./my-game.variant --suite positions.epd --max-depth 3 --threads 2\n\nExit status: 0 if all tests pass, 1 otherwise, and if no test has the name that is asked for,\nor nothing of a suite was compared."
    )]
    Test(Test),
    /// Write figures into a definition where its tests ask for them: `expect perft 3 = ?`
    #[command(
        after_help = "Example: heterodox bless ./my-game.variant\n\nThe figures are marked `unverified`; nothing else in the file changes. Once somebody else has counted the same,\nname him in the place of the mark: `expect perft 3 = 8902 from \"another program\"`.\n\nExit status: 0 if no test fails for another reason, 1 otherwise."
    )]
    Bless(Bless),
    /// Compare figures with another program's, down to the first position where the legal moves differ
    #[command(
        after_help = "Example: heterodox compare ./my-game.variant 2 --divide other.txt\n\nThe listing has a move and its figure a line, such as `e2e4: 42` or `e2-e4 42`, and may say\nwhat they make together, such as `nodes 420`; any other line is refused. Where figures differ, the walk goes on with\nthe next `--divide`, or asks at a terminal. Where moves differ, it tells which rule makes or what forbids each.\n\nExit status: 0 if everything is the same, 1 otherwise."
    )]
    Compare(Compare),
    /// Ask the laws that hold for every game, by random play
    #[command(
        after_help = "Example: heterodox verify ./my-game.variant --games 100 --seed 7 --threads 2\n\nExit status: 0 if all laws hold, 1 otherwise; the first violation is printed as a test."
    )]
    Verify(Verify),
    /// Play a game at a prompt
    #[command(
        after_help = "Example: heterodox play ./my-game.variant -c \'e2-e4\' -c board\n\nAt the prompt, `help` lists the commands. Where standard input is no terminal, commands are read from it;\nthe first that fails ends the program with status 1."
    )]
    Play(Play),
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Json {
    /// Answer in JSON, one object a line
    #[arg(long)]
    pub(super) json: bool,
}

/// Which game.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// A path, or the name of a built-in game; `+option` behind it switches an option on
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    options: Options,
}

/// Which options.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Switch an option on
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// Switch an option off
    #[arg(long, value_name = "NAME")]
    no_option: Vec<String>,
}

impl Options {
    /// A file with these options.
    pub(super) fn target(&self, file: &str) -> Target {
        Target::new(file).with(&self.option, &self.no_option)
    }
}

impl GameArgs {
    /// The file with its options.
    pub(super) fn target(&self) -> Target {
        self.options.target(&self.file)
    }
}

/// Which position.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The position (FEN) instead of the start position
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(super) fen: Option<String>,
}

/// `check`
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Paths, or names of built-in games
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<String>,
    /// Write the cures that are certain into the files, and tell what was changed
    #[arg(long)]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) options: Options,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `explain`
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// Codes as they stand above reports; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(super) codes: Vec<String>,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `show`
#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Show one piece: its rules, and its moves on an empty board
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true)]
    pub(super) piece: Option<String>,
    /// With --piece: where it stands, instead of the middle
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    pub(super) from: Option<String>,
    /// Show the compiled programs
    #[arg(long)]
    pub(super) ir: bool,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `moves`
#[derive(Debug, Args)]
pub(super) struct Moves {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Only moves that begin on this square
    #[arg(long, value_name = "SQUARE")]
    pub(super) from: Option<String>,
    /// Only moves of this piece
    #[arg(long, value_name = "LETTER", allow_hyphen_values = true)]
    pub(super) piece: Option<String>,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `perft`
#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Number of plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(super) depth: u32,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Show the share of each legal move
    #[arg(long)]
    pub(super) divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Megabytes of memory for positions that come again; the figure is the same
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    pub(super) hash: u32,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `play-moves`
#[derive(Debug, Args)]
pub(super) struct PlayMoves {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// The moves
    #[arg(value_name = "MOVE")]
    pub(super) moves: Vec<String>,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `why`
#[derive(Debug, Args)]
pub(super) struct Why {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// The move
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub(super) played: String,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `test`
#[derive(Debug, Args)]
pub(super) struct Test {
    /// Paths, or names of built-in games
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<String>,
    #[command(flatten)]
    pub(super) options: Options,
    /// Run only tests whose names contain this text; of a suite, also positions
    #[arg(long, value_name = "TEXT")]
    pub(super) filter: Option<String>,
    #[command(flatten)]
    pub(super) suites: Suites,
    #[command(flatten)]
    pub(super) json: Json,
}

/// `play`
#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Carry out this command and end; may be repeated
    #[arg(short, long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(super) command: Vec<String>,
    /// Go on after a command that failed
    #[arg(long)]
    pub(super) keep_going: bool,
    /// Where random numbers begin
    #[arg(long, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) json: Json,
}
