//! Groups to rules.

use crate::ast::{
    Clause, Condition, Direction, Element, Repeat, Rule, Segment, SlideRange, TurnWord, Word,
};
use crate::expand::betza::read::{Group, Steps};
use crate::expand::betza::{Problem, cured};
use crate::text::{Span, Spanned};

/// The shape of an atom's step.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

/// One kind of step of an atom: its vector, and the steps when nothing is said.
struct Part {
    long: u32,
    short: u32,
    steps: Steps,
}

impl Part {
    fn shape(&self) -> Shape {
        match self.short {
            0 => Shape::Orthogonal,
            short if short == self.long => Shape::Diagonal,
            _ => Shape::Oblique,
        }
    }
}

fn parts(atom: char) -> Vec<Part> {
    let part = |long, short, steps| Part { long, short, steps };
    let leap = |long, short| vec![part(long, short, Steps::UpTo(1))];
    match atom {
        'W' => leap(1, 0),
        'F' => leap(1, 1),
        'D' => leap(2, 0),
        'N' => leap(2, 1),
        'A' => leap(2, 2),
        'H' => leap(3, 0),
        'C' => leap(3, 1),
        'Z' => leap(3, 2),
        'K' => vec![part(1, 0, Steps::UpTo(1)), part(1, 1, Steps::UpTo(1))],
        'Q' => vec![part(1, 0, Steps::Any), part(1, 1, Steps::Any)],
        'R' => vec![part(1, 0, Steps::Any)],
        'B' => vec![part(1, 1, Steps::Any)],
        _ => leap(3, 3),
    }
}

/// Adds the rules of a group.
pub(super) fn rules(group: &Group, rules: &mut Vec<Spanned<Rule>>) -> Result<(), Problem> {
    for part in parts(group.atom.node) {
        let slots = slots(group, &part)?;
        let steps = if group.steps.node == Steps::Plain { part.steps } else { group.steps.node };
        if let Some(lame) = group.lame {
            lame_rules(group, &part, slots, steps, lame, rules)?;
            continue;
        }
        let directions = directions(group, &part, slots)?;
        let rule = match &group.hopper {
            Some(hop) => hopping(group, hop, directions, steps)?,
            None => plain(group, directions, steps),
        };
        rules.push(Spanned::new(rule, group.span));
    }
    Ok(())
}

/// Which of the steps are meant, a bit each: for straight ones bit `e` is eighth `e` clockwise from forward; for
/// oblique ones bit `e` is the leap between eighths `e` and `e + 1`.
fn slots(group: &Group, part: &Part) -> Result<u8, Problem> {
    let shape = part.shape();
    if group.directions.is_empty() {
        return Ok(match shape {
            Shape::Orthogonal => 0b0101_0101,
            Shape::Diagonal => 0b1010_1010,
            Shape::Oblique => 0xFF,
        });
    }
    let compound = matches!(group.atom.node, 'K' | 'Q');
    let (mut slots, mut at) = (0, 0);
    while let Some(first) = group.directions.get(at) {
        if compound && !matches!(first.node, 'f' | 'b') {
            let message = format!("`{}` is ambiguous before `{}`", first.node, group.atom.node);
            let help = "write its straight and its diagonal steps apart: `W` and `F` for `K`, `R` and `B` for `Q`";
            let place = (first.span, "of which of its steps?");
            return Err(cured("E0391", message, place, help.to_owned()));
        }
        let second =
            group.directions.get(at + 1).filter(|_| shape != Shape::Orthogonal && !compound);
        if let Some(two) = second.and_then(|second| pair(shape, first.node, second.node)) {
            slots |= two;
            at += 2;
            continue;
        }
        let Some(single) = single(shape, first.node) else {
            let message = format!(
                "`{}` does not choose among the moves of `{}`",
                first.node, group.atom.node
            );
            let help = "write two letters for a diagonal direction, as `fr`, or one of `f b l r` for both of a side";
            let place = (first.span, "no such direction for this atom");
            return Err(cured("E0391", message, place, help.to_owned()));
        };
        slots |= single;
        at += 1;
    }
    Ok(slots)
}

/// The steps that a single direction letter means.
fn single(shape: Shape, letter: char) -> Option<u8> {
    let along = |eighth: u32| match shape {
        Shape::Orthogonal => 1u8 << eighth,
        Shape::Diagonal => around(eighth, 1),
        Shape::Oblique => around(eighth, 0),
    };
    Some(match letter {
        'f' => along(0),
        'r' => along(2),
        'b' => along(4),
        'l' => along(6),
        'v' if shape != Shape::Diagonal => along(0) | along(4),
        's' if shape != Shape::Diagonal => along(2) | along(6),
        _ => return None,
    })
}

/// The two bits about an eighth: `ahead` bits clockwise of it, and the one on the other side.
fn around(eighth: u32, ahead: u32) -> u8 {
    1u8.rotate_left(eighth + ahead) | 1u8.rotate_left(eighth + 7)
}

/// The steps that two direction letters mean together.
fn pair(shape: Shape, first: char, second: char) -> Option<u8> {
    if shape == Shape::Diagonal {
        return Some(match (first, second) {
            ('f', 'r') | ('r', 'f') => 1 << 1,
            ('b', 'r') | ('r', 'b') => 1 << 3,
            ('b', 'l') | ('l', 'b') => 1 << 5,
            ('f', 'l') | ('l', 'f') => 1 << 7,
            _ => return None,
        });
    }
    Some(match (first, second) {
        ('f', 'f') | ('b', 'b') | ('l', 'l') | ('r', 'r') => return single(shape, first),
        ('f', 'r') => 1,
        ('r', 'f') => 1 << 1,
        ('r', 'b') => 1 << 2,
        ('b', 'r') => 1 << 3,
        ('b', 'l') => 1 << 4,
        ('l', 'b') => 1 << 5,
        ('l', 'f') => 1 << 6,
        ('f', 'l') => 1 << 7,
        ('f', 's') => 1 << 1 | 1 << 6,
        ('b', 's') => 1 << 2 | 1 << 5,
        _ => return None,
    })
}

fn directions(group: &Group, part: &Part, slots: u8) -> Result<Vec<Spanned<Direction>>, Problem> {
    let place = |direction| Spanned::new(direction, group.span);
    let (long, short) = (part.long, part.short);
    let family = Direction::Leap { toward: None, long, short };
    let toward = |eighth: u8| {
        let toward = Some(Box::new(Direction::Relative(eighth)));
        place(Direction::Leap { toward, long, short })
    };
    let straight = |all: Direction| {
        let bits = (0..8u8).filter(|e| slots >> e & 1 != 0);
        if slots.count_ones() == 4 {
            vec![place(if long == 1 { all } else { family.clone() })]
        } else if long == 1 {
            bits.map(|e| place(Direction::Relative(e))).collect()
        } else {
            bits.map(toward).collect()
        }
    };
    match part.shape() {
        Shape::Orthogonal => Ok(straight(Direction::Orthogonal)),
        Shape::Diagonal => Ok(straight(Direction::Diagonal)),
        Shape::Oblique if slots == 0xFF => Ok(vec![place(family)]),
        Shape::Oblique => match pairs(slots) {
            Some(eighths) => Ok(eighths.into_iter().map(toward).collect()),
            None => {
                let span = group.directions.iter().map(|d| d.span).reduce(Span::to);
                let atom = group.atom.node;
                let message = format!(
                    "these directions choose single leaps of `{atom}`; leaps go in pairs that lie side by side"
                );
                let mut help =
                    format!("write one letter for the two leaps of a side, as `f{atom}`");
                if atom == 'N' {
                    help.push_str("; a single one is a walk: `walk forward { (empty | piece) veer-left land }`");
                }
                Err(cured("E0391", message, (span.unwrap_or(group.span), "not in pairs"), help))
            }
        },
    }
}

/// Eighths whose neighbouring leaps together are exactly these; none if a leap stands alone.
fn pairs(slots: u8) -> Option<Vec<u8>> {
    let (mut covered, mut eighths) = (0u8, Vec::new());
    for eighth in [0u8, 2, 4, 6, 1, 3, 5, 7] {
        let two = around(u32::from(eighth), 0);
        if two & !slots == 0 && two & !covered != 0 {
            covered |= two;
            eighths.push(eighth);
        }
    }
    (covered == slots).then_some(eighths)
}

fn word(word: Word) -> Condition {
    Condition::Word(word)
}

/// The last element, or the clause that stands for it.
fn last(group: &Group) -> Element {
    match (group.quiet, group.capturing) {
        (true, false) => Element::Test(word(Word::Empty)),
        (false, true) => {
            Element::Capture { what: Spanned::new(word(Word::Enemy), group.span), also: None }
        }
        _ => Element::Land { also: None },
    }
}

fn plain(group: &Group, directions: Vec<Spanned<Direction>>, steps: Steps) -> Rule {
    let place = |clause| vec![Spanned::new(clause, group.span)];
    let clauses = match (group.quiet, group.capturing) {
        (true, false) => place(Clause::To(Spanned::new(word(Word::Empty), group.span))),
        (false, true) => place(Clause::Capturing(Spanned::new(word(Word::Enemy), group.span))),
        _ => Vec::new(),
    };
    let range = match steps {
        Steps::Plain | Steps::UpTo(1) => return Rule::Step { directions, clauses },
        Steps::UpTo(most) => {
            Some(Spanned::new(SlideRange { least: 1, most: Some(most) }, group.steps.span))
        }
        Steps::Any => None,
    };
    Rule::Slide { directions, range, clauses }
}

fn hopping(
    group: &Group,
    hop: &Spanned<char>,
    directions: Vec<Spanned<Direction>>,
    steps: Steps,
) -> Result<Rule, Problem> {
    if steps != Steps::Any {
        let message =
            format!("`{}` hops along a line, but `{}` does not slide", hop.node, group.atom.node);
        let help = "use it with `R`, `B`, `Q`, or with the letter doubled, as `WW`";
        return Err(cured("E0391", message, (hop.span, "nothing to hop along"), help.to_owned()));
    }
    let place = |element| Spanned::new(element, group.span);
    let any = || {
        let empty = Box::new(place(Element::Test(word(Word::Empty))));
        place(Element::Repeated(empty, Spanned::new(Repeat { least: 0, most: None }, group.span)))
    };
    let mut elements = vec![any(), place(Element::Test(word(Word::Piece)))];
    if hop.node == 'p' {
        elements.push(any());
    }
    elements.push(place(last(group)));
    Ok(Rule::Walk { segments: vec![Segment { directions, elements }], clauses: Vec::new() })
}

/// Leaps over squares that must be empty.
fn lame_rules(
    group: &Group,
    part: &Part,
    slots: u8,
    steps: Steps,
    lame: Span,
    rules: &mut Vec<Spanned<Rule>>,
) -> Result<(), Problem> {
    let refuse = |why: &str| {
        let message = format!("`n` means nothing before `{}`: {why}", group.atom.node);
        let help = "leave the `n` out; it says that the square leapt over must be empty";
        Err(cured("E0391", message, (lame, "lame"), help.to_owned()))
    };
    if let Some(hop) = &group.hopper {
        let message = format!("`n` and `{}` exclude each other", hop.node);
        let place = (hop.span, "a lame piece does not hop");
        return Err(cured("E0391", message, place, "leave one of the two out".to_owned()));
    }
    if part.long == 1 {
        return refuse("no square lies between");
    }
    if !matches!(steps, Steps::UpTo(1)) {
        return refuse("it goes with a single leap only");
    }
    let place = |element| Spanned::new(element, group.span);
    let empty = || place(Element::Test(word(Word::Empty)));
    let mut push = |directions: Vec<Spanned<Direction>>, elements| {
        if !directions.is_empty() {
            let segments = vec![Segment { directions, elements }];
            let rule = Rule::Walk { segments, clauses: Vec::new() };
            rules.push(Spanned::new(rule, group.span));
        }
    };
    if part.shape() != Shape::Oblique {
        let unit = Part { long: 1, short: u32::from(part.short > 0), steps: part.steps };
        let mut elements: Vec<_> = (1..part.long).map(|_| empty()).collect();
        elements.push(place(last(group)));
        push(directions(group, &unit, slots)?, elements);
        return Ok(());
    }
    if part.long != 2 {
        return refuse("more than one way leads over the squares between");
    }
    for (turn, wanted) in [(TurnWord::Veer, 3), (TurnWord::VeerRight, 1), (TurnWord::VeerLeft, 2)] {
        let chosen = [0u8, 2, 4, 6].into_iter().filter(|e| {
            let right = slots >> e & 1;
            let left = slots >> ((e + 7) % 8) & 1;
            right | left << 1 == wanted
        });
        let chosen: Vec<u8> = chosen.collect();
        let directions = if chosen.len() == 4 {
            vec![Spanned::new(Direction::Orthogonal, group.span)]
        } else {
            chosen.into_iter().map(|e| Spanned::new(Direction::Relative(e), group.span)).collect()
        };
        push(directions, vec![empty(), place(Element::Turn(turn)), place(last(group))]);
    }
    Ok(())
}
