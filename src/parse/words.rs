//! The words of the language by the place where they stand: they begin declarations, rules and lines, bound
//! what is read at once, and are proposed for mistyped ones.

/// Words that begin a declaration.
pub(super) const ITEMS: &[&str] = &[
    "game", "inventor", "about", "source", "extends", "remove", "board", "players", "option",
    "zone", "piece", "castle", "setup", "end", "captures", "must", "passing", "every", "test",
    "if", "allow",
];

/// Words that begin a rule of a piece.
pub(super) const RULES: &[&str] =
    &["walk", "step", "slide", "drop", "may", "promote", "betza", "if"];

/// Words that begin a line of a test.
pub(super) const LINES: &[&str] = &["option", "position", "play", "expect"];

/// The compass.
pub(super) const COMPASS: &[&str] =
    &["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Directions and sets of them.
pub(super) const DIRECTIONS: &[&str] = &[
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
    "orthogonal",
    "diagonal",
    "any",
    "sideways",
    "lengthwise",
    "forward-diagonal",
    "backward-diagonal",
];

/// Words that turn a walk.
pub(super) const TURNS: &[&str] =
    &["veer", "veer-left", "veer-right", "turn", "turn-left", "turn-right", "back"];

/// Words of conditions.
pub(super) const SQUARE_WORDS: &[&str] = &[
    "empty", "friend", "enemy", "piece", "royal", "anything", "trail", "rank", "ranks", "file",
    "files",
];

/// Words for whole ranks and files.
pub(super) const RANK_WORDS: &[&str] = &["rank", "ranks", "file", "files"];

/// Words of a walk's elements.
pub(super) const ELEMENTS: &[&str] = &[
    "empty",
    "friend",
    "enemy",
    "piece",
    "royal",
    "anything",
    "capture",
    "flip",
    "land",
    "stay",
    "veer",
    "veer-left",
    "veer-right",
    "turn",
    "turn-left",
    "turn-right",
    "back",
    "forward",
    "backward",
    "left",
    "right",
    "trail",
];

/// Words that begin a clause of a rule.
pub(super) const CLAUSES: &[&str] =
    &["from", "to", "within", "capturing", "when", "leaves", "again", "also", "placing"];

/// Words that begin a look.
pub(super) const LOOK_WORDS: &[&str] = &["not", "walk", "forward", "backward", "left", "right"];

/// On which side of the king the partner of a castling stands.
pub(super) const KING_SIDES: &[&str] = &["left", "right"];

/// When a promotion looks at its zone.
pub(super) const PROMOTE_WHEN: &[&str] = &["on", "from"];

/// How the second player sees the board.
pub(super) const SYMMETRIES: &[&str] = &["mirrored", "turned", "alike"];

/// Values of an option.
pub(super) const ON_OFF: &[&str] = &["on", "off"];

/// Of whom an end speaks.
pub(super) const MOMENTS: &[&str] = &["after", "on"];

/// What an end does.
pub(super) const VERDICTS: &[&str] = &["wins", "loses", "draws"];

/// Words that begin a condition of an end.
pub(super) const END_WORDS: &[&str] = &[
    "checkmate",
    "stalemate",
    "no",
    "bare",
    "count",
    "material",
    "quiet",
    "repetition",
    "perpetual",
    "checks",
    "stuck",
    "passes",
    "not",
    "enemy",
];

/// Words that begin an expectation.
pub(super) const EXPECTATIONS: &[&str] = &[
    "legal",
    "illegal",
    "moves",
    "targets",
    "count",
    "check",
    "no",
    "checkmate",
    "stalemate",
    "draw",
    "ongoing",
    "perft",
    "fen",
    "refused",
];

/// Words that choose moves in an expectation.
pub(super) const FILTERS: &[&str] = &["from", "of"];

/// Words after which a word of [`ITEMS`], [`RULES`] or [`LINES`] begins nothing new.
const GOES_ON: &[&str] = &["remove", "when", "and", "not", "may"];

/// All words of the language that cannot be names, in alphabetical order.
pub(super) const RESERVED: &[&str] = &[
    "about",
    "after",
    "afterwards",
    "again",
    "alike",
    "allow",
    "allowed",
    "also",
    "and",
    "any",
    "anything",
    "anywhere",
    "are",
    "as",
    "at",
    "back",
    "backward",
    "backward-diagonal",
    "backward-left",
    "backward-right",
    "bare",
    "because",
    "beside",
    "betza",
    "blast",
    "board",
    "both",
    "break",
    "by",
    "can",
    "capture",
    "captured",
    "captures",
    "capturing",
    "castle",
    "castles",
    "check",
    "checkmate",
    "checks",
    "count",
    "diagonal",
    "draw",
    "draws",
    "drop",
    "east",
    "else",
    "empty",
    "end",
    "ends",
    "enemy",
    "every",
    "expect",
    "extends",
    "fen",
    "file",
    "files",
    "flip",
    "for",
    "forward",
    "forward-diagonal",
    "forward-left",
    "forward-right",
    "friend",
    "from",
    "game",
    "glyph",
    "hand",
    "holes",
    "if",
    "illegal",
    "in",
    "inventor",
    "is",
    "land",
    "leaves",
    "left",
    "legal",
    "lengthwise",
    "loses",
    "lost",
    "mate",
    "material",
    "may",
    "mirrored",
    "most",
    "move",
    "moves",
    "must",
    "neutral",
    "no",
    "none",
    "north",
    "north-east",
    "north-west",
    "not",
    "of",
    "off",
    "on",
    "ongoing",
    "option",
    "or",
    "orthogonal",
    "own",
    "pass",
    "passable",
    "passes",
    "passing",
    "perft",
    "perpetual",
    "piece",
    "places",
    "placing",
    "play",
    "players",
    "position",
    "promote",
    "quiet",
    "rank",
    "ranks",
    "reach",
    "refused",
    "remove",
    "repetition",
    "reverting",
    "right",
    "royal",
    "setup",
    "sideways",
    "slide",
    "source",
    "south",
    "south-east",
    "south-west",
    "spare",
    "stalemate",
    "stay",
    "step",
    "stuck",
    "targets",
    "test",
    "then",
    "to",
    "trail",
    "turn",
    "turn-left",
    "turn-right",
    "turned",
    "twice",
    "unlimited",
    "unverified",
    "veer",
    "veer-left",
    "veer-right",
    "vs",
    "walk",
    "west",
    "when",
    "wins",
    "with",
    "within",
    "without",
    "zone",
];

/// Where a declaration, a rule or a line may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Among declarations.
    Items,
    /// Between the braces of a piece.
    Rules,
    /// Between the braces of a test.
    Lines,
    /// Anywhere else in brackets.
    Inner,
    /// Between braces of which nobody knows what opened them.
    Unknown,
}

impl Context {
    /// The words that begin something here.
    pub(super) fn starters(self) -> &'static [&'static str] {
        match self {
            Self::Items => ITEMS,
            Self::Rules => RULES,
            Self::Lines => LINES,
            Self::Inner | Self::Unknown => &[],
        }
    }

    /// Whether `word`, with these two words in front of it, the nearer first, begins something here.
    pub(super) fn begins(self, word: &str, before: [Option<&str>; 2]) -> bool {
        let goes_on = match before {
            // `again or not` is whole.
            [Some("not"), Some("or")] => false,
            [Some(before), _] => GOES_ON.contains(&before),
            _ => false,
        };
        self.starters().contains(&word) && !goes_on
    }

    /// Whether `word` begins something, but not here.
    pub(super) fn is_elsewhere(self, word: &str) -> bool {
        let all = [ITEMS, RULES, LINES];
        !self.starters().contains(&word) && all.iter().any(|words| words.contains(&word))
    }

    /// What stands here, in the author's words.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Items => "a declaration",
            Self::Rules => "a rule of a piece",
            Self::Lines => "a line of a test",
            Self::Inner | Self::Unknown => "an element",
        }
    }
}

/// Whether the word belongs to the language.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// Whether a byte may stand within a word.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Whether the text is a square: a small letter and one or two digits.
pub(super) fn is_square(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes, [b'a'..=b'z', digits @ ..]
        if (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}
