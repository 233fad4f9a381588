//! The commands of the prompt: their names, what they take, and a word about each.

/// What stands at a place behind a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arg {
    Move,
    Square,
    SquareOrPiece,
    MoveOrSquare,
    Piece,
    Side,
    Option,
    OnOff,
    File,
    Command,
    Setting,
    Value,
    Test,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number or free text: nothing to propose.
    Free,
}

/// A command.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its name.
    pub(super) name: &'static str,
    /// Other names.
    pub(super) also: &'static [&'static str],
    /// What stands behind it.
    pub(super) usage: &'static str,
    /// What it does.
    pub(super) about: &'static str,
    /// As it may be written.
    pub(super) example: &'static str,
    /// What to propose behind it; the last repeats.
    pub(super) args: &'static [Arg],
}

const fn entry(
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    example: &'static str,
    args: &'static [Arg],
) -> Entry {
    Entry { name, also: &[], usage, about, example, args }
}

const ON_OFF: &[Arg] = &[Arg::OnOff];

/// All commands but moves.
pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        also: &["d"],
        ..entry(
            "board",
            "",
            "shows the board and all that is to be known of the position; so does an empty line",
            "board",
            &[],
        )
    },
    entry(
        "moves",
        "[SQUARE|PIECE] [--pseudo]",
        "lists the legal moves by piece; of a square or a piece, marks them on the board; --pseudo: those that leave a royal piece to be taken too",
        "moves SQUARE",
        &[Arg::SquareOrPiece, Arg::Words(&["--pseudo"])],
    ),
    entry(
        "why",
        "MOVE",
        "tells by which rule a move is legal, or why it is not",
        "why MOVE",
        &[Arg::Move],
    ),
    entry(
        "trace",
        "MOVE|SQUARE",
        "shows how the rules of a piece were tried, step by step, and what became of all candidates",
        "trace SQUARE",
        &[Arg::MoveOrSquare],
    ),
    entry(
        "attacks",
        "SQUARE [SIDE]",
        "tells who attacks a square, and by which path",
        "attacks SQUARE",
        &[Arg::Square, Arg::Side],
    ),
    entry("undo", "[N]", "takes back a move, or N", "undo 2", &[Arg::Free]),
    entry("redo", "[N]", "plays a move again that was taken back, or N", "redo", &[Arg::Free]),
    entry(
        "goto",
        "N",
        "goes to the position after N plies; 0 is the beginning",
        "goto 0",
        &[Arg::Free],
    ),
    entry(
        "history",
        "",
        "shows the moves played, and those that can be played again",
        "history",
        &[],
    ),
    entry("new", "", "begins a new game", "new", &[]),
    entry("fen", "[TEXT]", "shows the position as text, or goes to one", "fen", &[Arg::Free]),
    entry(
        "setup",
        "",
        "puts and removes pieces freely; the position is checked at the end",
        "setup",
        &[],
    ),
    entry(
        "option",
        "NAME on|off",
        "switches an option and plays the moves again",
        "option NAME on",
        &[Arg::Option, Arg::OnOff],
    ),
    entry("options", "", "lists the options of the game", "options", &[]),
    entry("rules", "", "shows the rules of the game as they are loaded", "rules", &[]),
    entry(
        "describe",
        "PIECE [SQUARE]",
        "shows the rules of a piece, and its moves on an empty board",
        "describe PIECE",
        &[Arg::Piece, Arg::Square],
    ),
    entry(
        "reload",
        "[new]",
        "reads the file again and plays the moves again; `reload new` begins a new game",
        "reload",
        &[Arg::Words(&["new"])],
    ),
    entry("watch", "on|off", "reloads the file whenever it has changed", "watch on", ON_OFF),
    entry("edit", "", "opens $EDITOR at the line of the last `why`, and reloads", "edit", &[]),
    entry(
        "perft",
        "N",
        "counts the positions that N plies lead to; Ctrl-C stops it",
        "perft 3",
        &[Arg::Free],
    ),
    entry("divide", "N", "the same, with the share of each move", "divide 2", &[Arg::Free]),
    entry(
        "test",
        "[FILTER]",
        "runs the tests of the file; only those with FILTER in their names",
        "test castling",
        &[Arg::Test],
    ),
    entry(
        "record",
        "\"NAME\" [position]",
        "writes the line (or the position alone) with its legal moves or result as a test to the end of the file, after asking; `record undo` takes it out again",
        "record \"it stops there\"",
        &[Arg::Words(&["undo"]), Arg::Words(&["position"])],
    ),
    entry(
        "save",
        "FILE",
        "writes the game to a file: a move a line, or PGN if its name ends in .pgn",
        "save my.game",
        &[Arg::File],
    ),
    entry(
        "open",
        "FILE",
        "goes to a game that was saved, in either form",
        "open my.game",
        &[Arg::File],
    ),
    entry(
        "export",
        "FILE",
        "writes the definition to a file of your own, and goes on with that",
        "export my-game.variant",
        &[Arg::File],
    ),
    entry("random", "[N] [SEED]", "plays a move at random, or N", "random 10", &[Arg::Free]),
    entry(
        "set",
        "[NAME VALUE]",
        "shows or changes how things are drawn: `set pieces letters|unicode`, `set colour auto|always|never`",
        "set colour never",
        &[Arg::Setting, Arg::Value],
    ),
    entry("flip", "", "turns the board round", "flip", &[]),
    Entry {
        also: &["?"],
        ..entry(
            "help",
            "[COMMAND]",
            "lists the commands, or explains one",
            "help why",
            &[Arg::Command],
        )
    },
    Entry {
        also: &["exit", "q"],
        ..entry("quit", "", "ends the program; so does Ctrl-D", "quit", &[])
    },
];

/// Commands while a position is set up.
pub(super) const SETUP: &[Entry] = &[
    entry(
        "put",
        "PIECE SQUARE…",
        "puts a piece on squares; its letter as in positions: capital for the first side, small for the second",
        "put PIECE SQUARE",
        &[Arg::Piece, Arg::Square],
    ),
    entry("remove", "SQUARE…", "empties squares", "remove SQUARE", &[Arg::Square]),
    entry("clear", "", "empties the board and the hands", "clear", &[]),
    entry(
        "hand",
        "PIECE N",
        "gives a side N of a piece in hand",
        "hand PIECE 2",
        &[Arg::Piece, Arg::Free],
    ),
    entry("side", "SIDE", "says who is to move", "side black", &[Arg::Side]),
    entry("rights", "TEXT|-", "says which castling rights there are", "rights KQkq", &[Arg::Free]),
    entry("fen", "TEXT", "begins with another position", "fen", &[Arg::Free]),
    Entry {
        also: &["d"],
        ..entry("board", "", "shows the board; so does an empty line", "board", &[])
    },
    entry("done", "", "checks the position and goes to it", "done", &[]),
    entry("cancel", "", "goes back to the game as it was", "cancel", &[]),
    Entry {
        also: &["?"],
        ..entry(
            "help",
            "[COMMAND]",
            "lists these commands, or explains one",
            "help put",
            &[Arg::Command],
        )
    },
    Entry { also: &["exit", "q"], ..entry("quit", "", "ends the program", "quit", &[]) },
];

/// What a first word means.
#[derive(Debug)]
pub(super) enum Meaning {
    /// A command by one of its names.
    Exact(&'static Entry),
    /// The beginning of one command.
    Prefix(&'static Entry),
    /// The beginning of several.
    Several(Vec<&'static str>),
    /// No command.
    None,
}

/// Looks a word up.
pub(super) fn meaning(table: &'static [Entry], word: &str) -> Meaning {
    let word = word.to_lowercase();
    if word.is_empty() {
        return Meaning::None;
    }
    if let Some(entry) = table.iter().find(|e| e.name == word || e.also.contains(&word.as_str())) {
        return Meaning::Exact(entry);
    }
    let fits: Vec<&'static Entry> = table.iter().filter(|e| e.name.starts_with(&word)).collect();
    match fits.as_slice() {
        [] => Meaning::None,
        [one] => Meaning::Prefix(one),
        several => Meaning::Several(several.iter().map(|e| e.name).collect()),
    }
}

/// A line without its comment: `#` at the beginning or behind a space, but not within quotes.
pub(super) fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted && before.is_whitespace() => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

#[cfg(test)]
mod tests {
    use crate::faces::repl::commands::{COMMANDS, Meaning, SETUP, meaning, without_comment};

    #[test]
    fn unique_prefixes_are_enough() {
        assert!(matches!(meaning(COMMANDS, "WHY"), Meaning::Exact(e) if e.name == "why"));
        assert!(matches!(meaning(COMMANDS, "tr"), Meaning::Prefix(e) if e.name == "trace"));
        assert!(
            matches!(meaning(COMMANDS, "t"), Meaning::Several(all) if all == ["trace", "test"])
        );
        assert!(matches!(meaning(COMMANDS, "option"), Meaning::Exact(e) if e.name == "option"));
        assert!(matches!(meaning(COMMANDS, "d"), Meaning::Exact(e) if e.name == "board"));
        assert!(matches!(meaning(COMMANDS, "e4"), Meaning::None));
        assert!(matches!(meaning(COMMANDS, ""), Meaning::None));
    }

    #[test]
    fn every_command_has_an_example_of_its_own() {
        for entry in COMMANDS.iter().chain(SETUP) {
            assert!(entry.example.starts_with(entry.name), "{}", entry.name);
            assert!(!entry.about.is_empty());
        }
    }

    #[test]
    fn comments_are_left_out() {
        assert_eq!(without_comment("undo 2 # back"), "undo 2 ");
        assert_eq!(without_comment("# all"), "");
        assert_eq!(without_comment("e8=Q#"), "e8=Q#");
        assert_eq!(without_comment("record \"a # b\""), "record \"a # b\"");
    }
}
