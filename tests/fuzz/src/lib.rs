//! What fuzz targets share, and property tests with them: definitions built from choices.

use heterodox::examine::Random;
use heterodox::examine::verify::Plan;
use heterodox::session::Session;

/// Choices taken from bytes; when they are used up, always the first.
pub struct Choices<'d> {
    data: &'d [u8],
}

impl<'d> Choices<'d> {
    /// From these bytes.
    pub fn new(data: &'d [u8]) -> Self {
        Self { data }
    }

    /// A number below a bound of at most 256.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some((first, rest)) = self.data.split_first() else { return 0 };
        self.data = rest;
        usize::from(*first) % bound.max(1)
    }

    fn one<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// One of several things, chosen by a text: a text for one of them is tried many times sooner than for all.
pub fn chosen<'t, T>(all: &'t [T], text: &str) -> Option<&'t T> {
    let number = text.bytes().fold(0, |n: usize, byte| n.wrapping_mul(31) + usize::from(byte));
    all.get(number.checked_rem(all.len())?)
}

/// How much a definition is played.
pub fn plan() -> Plan {
    Plan { plies: 40, every: 2, ..Plan::usual(2, 1) }
}

/// Plays so many moves by chance.
pub fn wander(mut session: Session, moves: usize) -> Session {
    let mut random = Random::new(5);
    for _ in 0..moves {
        session.play_number(random.below(session.legal().len()));
    }
    session
}

const FORWARD: &[&str] =
    &["north", "south", "east", "west", "north-east", "north-west", "south-east", "south-west"];
const DIRECTIONS: &[&str] = &[
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "sideways",
    "forward-diagonal",
    "backward",
    "lengthwise",
    "left, forward-right",
    "north",
    "east, south-west",
    "backward-diagonal",
];
const LEAPS: &[&str] =
    &["(2,1)", "(3,1)", "(2,0)", "(2,2)", "(3,2)", "forward (2,1)", "north (3,0)"];
const ZONES: &[&str] = &["near", "far", "middle", "far of enemy", "near of enemy"];
const ELEMENTS: &[&str] = &[
    "empty",
    "empty*",
    "empty?",
    "empty{1,2}",
    "piece",
    "friend",
    "capture enemy",
    "empty* capture enemy",
    "(empty | friend | capture enemy)",
    "(empty & middle)*",
    "capture friend",
    "empty+",
    "!royal",
    "(piece | empty)",
    "capture (enemy & !royal)",
    "enemy",
];
const TURNS: &[&str] = &["", "", "", "veer", "turn", "veer-left", "turn-right", "back"];
const LAST: &[&str] =
    &["land", "empty", "capture enemy", "capture enemy stay", "land", "empty", "capture piece"];
const WHEN: &[&str] = &[
    "",
    "",
    "",
    "when forward is enemy",
    "when forward is empty",
    "when not walk orthogonal { empty* enemy }",
    "when walk diagonal { piece }",
    "when not backward is friend",
];
const ENDS: &[&str] = &[
    "end after own move K in far wins",
    "end quiet 12 draws",
    "end repetition 3 draws",
    "end material K vs K draws",
    "end after own move enemy bare wins",
    "end on own turn count P = 0 loses",
    "end quiet 20 without P draws",
];

const LAWS: &[&str] = &[
    "captures to hand",
    "captures to hand reverting",
    "captures blast any { !P }",
    "captures blast orthogonal { piece }",
    "must capture",
    "must not check",
    "passing allowed",
    "end checks 2 wins",
];

/// A definition.
pub fn define(c: &mut Choices<'_>) -> String {
    let forward = c.one(FORWARD);
    let symmetry = c.one(&["mirrored", "turned"]);
    let files = 4 + c.below(5);
    let ranks = if forward.contains('-') { files } else { 4 + c.below(5) };
    let holes = match c.below(6) {
        0 => " without b2 passable holes",
        1 => " without b2",
        _ => "",
    };
    let mut text = format!(
        "game \"Given\"\nboard {files}x{ranks}{holes}\nplayers White forward {forward}, Black {symmetry}\n\
         zone near {}\nzone far {}\nzone middle ranks 2-{}\n",
        c.one(&["rank 2", "ranks 1-2", "files a-b", "a1 b1 c1 d2", "rank 1"]),
        c.one(&["rank 4", "rank 1", "file a", "a4 b4 c3", "files a-b"]),
        2 + c.below(3),
    );
    text.push_str("piece K \"King\" royal { step any }\n");
    for letter in ["P", "R", "N"] {
        piece(c, letter, &mut text);
    }
    for castle in ["castle K b1-d1 with R d1-c1\n"] {
        if c.below(8) == 0 {
            text.push_str(castle);
        }
    }
    setup(c, files, ranks, &mut text);
    text.push_str("end checkmate loses\nend stalemate draws\n");
    let end = c.below(2 * ENDS.len());
    if let Some(end) = ENDS.get(end) {
        text.push_str(end);
        text.push('\n');
    }
    for _ in 0..2 {
        if let Some(law) = LAWS.get(c.below(3 * LAWS.len())) {
            text.push_str(law);
            text.push('\n');
        }
    }
    text
}

fn piece(c: &mut Choices<'_>, letter: &str, text: &mut String) {
    text.push_str(&format!("piece {letter} {{\n"));
    for _ in 0..=c.below(3) {
        let rule = rule(c);
        text.push_str(&format!("  {rule}\n"));
    }
    if letter == "P" && c.below(2) == 0 {
        let may = c.one(&["promote", "may promote"]);
        let (when, zone) = (c.one(&["on", "from"]), c.one(ZONES));
        text.push_str(&format!(
            "  {may} {when} {zone} to {}\n",
            c.one(&["R", "N R", "R N", "lost R N"])
        ));
    }
    if c.below(4) == 0 {
        let drop = c.one(&[
            "empty",
            "(empty & near)",
            "(empty & middle) forward empty{0,2}",
            "empty any empty",
        ]);
        let clause = if c.below(4) == 0 { " without mate" } else { "" };
        text.push_str(&format!("  drop {{ {drop} }}{clause}\n"));
    }
    text.push_str("}\n");
}

fn rule(c: &mut Choices<'_>) -> String {
    let direction = c.one(DIRECTIONS);
    let clause = match c.below(8) {
        0 => format!(" from {}", c.one(ZONES)),
        1 => format!(" to {}", c.one(&["empty", "enemy", "far"])),
        2 => format!(" within {}", c.one(ZONES)),
        _ => String::new(),
    };
    match c.below(8) {
        0 => format!("step {direction}{clause} {}", c.one(WHEN)),
        1 => format!("slide {direction}{clause}"),
        2 => format!("step {} {}", c.one(LEAPS), c.one(WHEN)),
        3 => format!(
            "step forward-diagonal capturing {}",
            c.one(&["enemy", "trail", "trail of P", "friend"])
        ),
        4 => format!(
            "walk {} {{ empty{{1,3}} }} leaves trail",
            c.one(&["forward", "any", "sideways"])
        ),
        5 => format!("slide {direction} {{1,{}}}{clause}", 1 + c.below(3)),
        _ => {
            let mut body = c.one(ELEMENTS).to_owned();
            for _ in 0..c.below(3) {
                body.push(' ');
                body.push_str(c.one(TURNS));
                body.push(' ');
                body.push_str(c.one(ELEMENTS));
            }
            let then = match c.below(6) {
                0 => " then orthogonal { capture enemy stay }",
                1 => " then any { land }",
                _ => "",
            };
            let last = if then.is_empty() { c.one(LAST) } else { "empty" };
            format!("walk {direction} {{ {body} {last} }}{then}{clause}")
        }
    }
}

/// A start position: pieces of either side by chance, most often few.
fn setup(c: &mut Choices<'_>, files: usize, ranks: usize, text: &mut String) {
    let mut board = vec![vec!['1'; files]; ranks];
    let signs = ['P', 'p', 'R', 'r', 'N', 'n', '1', '1', '1', '1', '1', '1', '1', '1'];
    for square in board.iter_mut().flatten() {
        *square = signs[(c.below(signs.len()) + 6) % signs.len()];
    }
    board[ranks - 1][0] = 'K';
    board[0][files - 1] = 'k';
    if text.contains("without b2") {
        board[ranks - 2][1] = '*';
    }
    let rows: Vec<String> = board.iter().map(|row| with_gaps(row)).collect();
    text.push_str(&format!("setup \"{} w - - 0 1\"\n", rows.join("/")));
}

/// A rank with its empty squares counted.
fn with_gaps(row: &[char]) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    for sign in row.iter().chain(&['/']) {
        if *sign == '1' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        if *sign != '/' {
            text.push(*sign);
        }
    }
    text
}
