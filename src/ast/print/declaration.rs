//! Declarations that fit on a line, and ends.

use crate::ast::print::condition::condition;
use crate::ast::print::movement::{self, direction};
use crate::ast::print::{INDENT, joined, names, quoted};
use crate::ast::{
    Board, BoardShape, Castle, CastlePartner, CastleSquares, Comparison, End, EndCondition,
    EndTerm, Item, KingSide, Law, Moment, OptionDecl, Players, Removal, SquareRange, Symmetry,
    Verdict, Zone,
};

/// The compass, clockwise from north.
pub(super) const COMPASS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// A declaration without a block.
pub(super) fn item(item: &Item) -> String {
    match item {
        Item::Game(text) => format!("game {}", quoted(&text.node)),
        Item::Inventor(text) => format!("inventor {}", quoted(&text.node)),
        Item::About(text) => format!("about {}", quoted(&text.node)),
        Item::Source(text) => format!("source {}", quoted(&text.node)),
        Item::Extends(text) => format!("extends {}", quoted(&text.node)),
        Item::Setup(text) => format!("setup {}", quoted(&text.node)),
        Item::Remove(what) => removal(what),
        Item::Allow(node) => format!("allow {} {}", node.code.node, quoted(&node.reason.node)),
        Item::Board(node) => board(node),
        Item::Players(node) => players(node),
        Item::Option(node) => option(node),
        Item::Zone(node) => zone(node),
        Item::Castle(node) => castle(node),
        Item::End(node) => end(node),
        Item::Law(node) => law(node),
        Item::Piece(_) | Item::Test(_) | Item::If(_) => String::new(),
    }
}

fn removal(removal: &Removal) -> String {
    match removal {
        Removal::Piece(name) => format!("remove piece {}", name.node),
        Removal::Zone(name) => format!("remove zone {}", name.node),
        Removal::Option(name) => format!("remove option {}", name.node),
        Removal::Castles => "remove castles".to_owned(),
        Removal::Ends => "remove ends".to_owned(),
        Removal::Setup => "remove setup".to_owned(),
        Removal::Laws(word) => format!("remove {}", word.word()),
    }
}

fn board(board: &Board) -> String {
    let mut text = "board ".to_owned();
    match &board.shape {
        BoardShape::Size { files, ranks, without } => {
            text.push_str(&format!("{}x{}", files.node, ranks.node));
            if !without.is_empty() {
                text.push_str(" without ");
                text.push_str(&joined(without, " ", range));
            }
        }
        BoardShape::Drawing(ranks) => {
            let between = format!("\n{INDENT}{INDENT}{INDENT}");
            text.push_str(&joined(ranks, &between, |rank| quoted(rank)));
        }
    }
    if board.passable.is_some() {
        text.push_str(" passable holes");
    }
    text
}

fn range(range: &SquareRange) -> String {
    if range.first.node == range.last.node {
        return range.first.node.clone();
    }
    format!("{}-{}", range.first.node, range.last.node)
}

fn players(players: &Players) -> String {
    let symmetry = match players.symmetry.node {
        Symmetry::Mirrored => "mirrored",
        Symmetry::Turned => "turned",
        Symmetry::Alike => "alike",
    };
    let forward = COMPASS[usize::from(players.forward.node.0 % 8)];
    format!("players {} forward {forward}, {} {symmetry}", players.first.node, players.second.node)
}

fn option(option: &OptionDecl) -> String {
    let default = if option.default { "on" } else { "off" };
    match &option.text {
        Some(text) => format!("option {} {default} {}", option.name.node, quoted(&text.node)),
        None => format!("option {} {default}", option.name.node),
    }
}

fn zone(zone: &Zone) -> String {
    let both = if zone.both { "both " } else { "" };
    format!("zone {} {both}{}", zone.name.node, condition(&zone.squares.node))
}

fn castle(castle: &Castle) -> String {
    let (king, partner) = (&castle.king.node, &castle.partner.node);
    match &castle.squares {
        CastleSquares::Named { path, range_end, partner_from, partner_to } => {
            let path: Vec<&str> = path.iter().map(|square| square.node.as_str()).collect();
            let end = range_end.as_ref().map_or(String::new(), |end| format!("..{}", end.node));
            let to = match partner_to {
                CastlePartner::Square(square) => format!("-{}", square.node),
                CastlePartner::Beside => " beside".to_owned(),
            };
            let (path, from) = (path.join("-"), &partner_from.node);
            format!("castle {king} {path}{end} with {partner} {from}{to}")
        }
        CastleSquares::Anywhere { zone, to, side, beside, partner_to } => {
            let zone = condition(&zone.node);
            let side = match side.node {
                KingSide::Left => "left",
                KingSide::Right => "right",
            };
            let (to, beside, end) = (&to.node, &beside.node, &partner_to.node);
            format!("castle {king} from {zone} to {to} with {partner} {side} of {beside} to {end}")
        }
    }
}

fn law(law: &Law) -> String {
    match law {
        Law::CapturesToHand { reverting: false } => "captures to hand".to_owned(),
        Law::CapturesToHand { reverting: true } => "captures to hand reverting".to_owned(),
        Law::Blast { directions, what } => {
            let directions = joined(directions, ", ", direction);
            format!("captures blast {directions} {{ {} }}", condition(&what.node))
        }
        Law::CapturesAfterwards => "captures afterwards".to_owned(),
        Law::CapturesSpareRoyal => "captures spare royal".to_owned(),
        Law::MustDrop => "must drop".to_owned(),
        Law::MustCapture { most: false } => "must capture".to_owned(),
        Law::MustCapture { most: true } => "must capture most".to_owned(),
        Law::MustBreak { pieces, look } => {
            format!("must break {} when {}", names(pieces), movement::look(look))
        }
        Law::MustNotCheck => "must not check".to_owned(),
        Law::Every { moves, piece, zone } => {
            let verb = if *moves { "moves" } else { "places" };
            let zone = zone.as_ref().map(|zone| format!("on {}", condition(&zone.node)));
            let zone = zone.unwrap_or_else(|| "anywhere".to_owned());
            format!("every move {verb} {} {zone}", piece.node)
        }
        Law::Passing { when_stuck: false } => "passing allowed".to_owned(),
        Law::Passing { when_stuck: true } => "passing when stuck".to_owned(),
    }
}

fn end(end: &End) -> String {
    let player = end.player.as_ref().map_or(String::new(), |p| format!("for {} ", p.node));
    let moment = match end.moment.as_ref().map(|moment| moment.node) {
        Some(Moment::AfterOwnMove) => "after own move ",
        Some(Moment::OnOwnTurn) => "on own turn ",
        None => "",
    };
    let verdict = match end.verdict.node {
        Verdict::Wins => "wins",
        Verdict::Loses => "loses",
        Verdict::Draws => "draws",
    };
    format!("end {player}{moment}{} {verdict}", joined(&end.terms, " and ", term))
}

fn term(term: &EndTerm) -> String {
    let not = if term.negated { "not " } else { "" };
    let enemy = if term.enemy { "enemy " } else { "" };
    let twice = if term.twice { " twice" } else { "" };
    format!("{not}{enemy}{}{twice}", end_condition(&term.condition))
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::Equal => "=",
        Comparison::AtLeast => ">=",
        Comparison::More => ">",
    }
}

fn end_condition(asked: &EndCondition) -> String {
    match asked {
        EndCondition::Checkmate => "checkmate".to_owned(),
        EndCondition::Stalemate => "stalemate".to_owned(),
        EndCondition::NoMoves => "no moves".to_owned(),
        EndCondition::In { pieces, zone } => {
            format!("{} in {}", names(pieces), condition(&zone.node))
        }
        EndCondition::Bare => "bare".to_owned(),
        EndCondition::Count { pieces, comparison, number } => {
            let sign = sign(*comparison);
            let space = if pieces.is_empty() { "" } else { " " };
            format!("count{space}{} {sign} {}", names(pieces), number.node)
        }
        EndCondition::CountEnemy { pieces, comparison } => {
            let space = if pieces.is_empty() { "" } else { " " };
            format!("count{space}{} {} enemy", names(pieces), sign(*comparison))
        }
        EndCondition::Stuck => "stuck".to_owned(),
        EndCondition::Perpetual => "perpetual check".to_owned(),
        EndCondition::Passes(times) => format!("passes {}", times.node),
        EndCondition::Sees { pieces, look } => {
            format!("{} when {}", names(pieces), movement::look(look))
        }
        EndCondition::Material(pairs) => {
            let pairs: Vec<String> = pairs
                .iter()
                .map(|(one, other)| format!("{} vs {}", names(one), names(other)))
                .collect();
            format!("material {}", pairs.join(", "))
        }
        EndCondition::Quiet { plies, without } if without.is_empty() => {
            format!("quiet {}", plies.node)
        }
        EndCondition::Quiet { plies, without } => {
            format!("quiet {} without {}", plies.node, names(without))
        }
        EndCondition::Repetition(times) => format!("repetition {}", times.node),
        EndCondition::Checks(times) => format!("checks {}", times.node),
        EndCondition::CanReach { pieces, zone } => {
            format!("{} can reach {}", names(pieces), condition(&zone.node))
        }
    }
}
