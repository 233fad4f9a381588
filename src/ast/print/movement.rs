//! Rules of pieces and their walks.

use crate::ast::print::condition::{self, condition};
use crate::ast::print::declaration::COMPASS;
use crate::ast::print::{joined, names, quoted};
use crate::ast::{
    Clause, Direction, Drop, DropRule, Element, Look, LookTerm, PieceItem, Promotion,
    PromotionMoment, Repeat, Rule, Segment, SlideRange, TurnWord,
};
use crate::text::Spanned;

/// The player's own directions, clockwise from forward.
const RELATIVE: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// A rule without a block.
pub(super) fn rule(item: &PieceItem) -> String {
    match item {
        PieceItem::Rule(Rule::Walk { segments, clauses }) => walk(segments, clauses),
        PieceItem::Rule(Rule::Step { directions, clauses }) => {
            format!("step {}{}", joined(directions, ", ", direction), self::clauses(clauses))
        }
        PieceItem::Rule(Rule::Slide { directions, range, clauses }) => {
            let steps = range.as_ref().map_or(String::new(), |range| {
                let SlideRange { least, most } = range.node;
                format!(" {}", counts(least, most))
            });
            format!(
                "slide {}{steps}{}",
                joined(directions, ", ", direction),
                self::clauses(clauses)
            )
        }
        PieceItem::Drop(node) => drop(node),
        PieceItem::Promotion(node) => promotion(node),
        PieceItem::Betza(text) => format!("betza {}", quoted(&text.node)),
        PieceItem::If(_) => String::new(),
    }
}

fn drop(drop: &Drop) -> String {
    let mut text = match &drop.rule {
        DropRule::Anywhere => "drop anywhere".to_owned(),
        DropRule::On(zone) => format!("drop on {}", condition(&zone.node)),
        DropRule::Walk(elements) => format!("drop {{ {} }}", sequence(elements)),
    };
    for asked in &drop.looks {
        text.push_str(&format!(" when {}", look(&asked.node)));
    }
    text.push_str(&clauses(&drop.clauses));
    if drop.without_mate.is_some() {
        text.push_str(" without mate");
    }
    text
}

/// A `from` that stands first among the clauses is written before the braces.
fn walk(segments: &[Segment], clauses: &[Spanned<Clause>]) -> String {
    let (from, behind) = match clauses.split_first() {
        Some((first, rest)) if matches!(first.node, Clause::From(_)) => {
            (self::clauses(std::slice::from_ref(first)), rest)
        }
        _ => (String::new(), clauses),
    };
    let mut texts = Vec::new();
    for (n, segment) in segments.iter().enumerate() {
        let directions = joined(&segment.directions, ", ", direction);
        let between = if n == 0 { from.as_str() } else { "" };
        texts.push(format!("{directions}{between} {{ {} }}", sequence(&segment.elements)));
    }
    format!("walk {}{}", texts.join(" then "), self::clauses(behind))
}

fn segment(segment: &Segment) -> String {
    let directions = joined(&segment.directions, ", ", direction);
    format!("{directions} {{ {} }}", sequence(&segment.elements))
}

fn clauses(clauses: &[Spanned<Clause>]) -> String {
    clauses.iter().map(|clause| format!(" {}", self::clause(&clause.node))).collect()
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::From(zone) => format!("from {}", condition(&zone.node)),
        Clause::To(square) => format!("to {}", condition(&square.node)),
        Clause::Within(zone) => format!("within {}", condition(&zone.node)),
        Clause::Capturing(square) => format!("capturing {}", condition(&square.node)),
        Clause::When(asked) => format!("when {}", look(asked)),
        Clause::LeavesTrail => "leaves trail".to_owned(),
        Clause::Again { optional: false } => "again".to_owned(),
        Clause::Again { optional: true } => "again or not".to_owned(),
        Clause::Also(walk) => format!("also {}", segment(walk)),
        Clause::Placing { piece, segment: walk } => {
            format!("placing {} {}", piece.node, segment(walk))
        }
    }
}

pub(super) fn look(look: &Look) -> String {
    joined(&look.terms, " and ", look_term)
}

fn look_term(term: &LookTerm) -> String {
    let not = if term.negated { "not " } else { "" };
    if let [only] = term.segments.as_slice()
        && let [element] = only.elements.as_slice()
        && let Element::Test(square) = &element.node
    {
        let directions = joined(&only.directions, ", ", direction);
        return format!("{not}{directions} is {}", condition(square));
    }
    let segments: Vec<String> = term.segments.iter().map(segment).collect();
    format!("{not}walk {}", segments.join(" then "))
}

pub(super) fn direction(direction: &Direction) -> String {
    match direction {
        Direction::Compass(eighths) => COMPASS[usize::from(eighths % 8)].to_owned(),
        Direction::Relative(eighths) => RELATIVE[usize::from(eighths % 8)].to_owned(),
        Direction::Orthogonal => "orthogonal".to_owned(),
        Direction::Diagonal => "diagonal".to_owned(),
        Direction::Any => "any".to_owned(),
        Direction::Sideways => "sideways".to_owned(),
        Direction::Lengthwise => "lengthwise".to_owned(),
        Direction::ForwardDiagonal => "forward-diagonal".to_owned(),
        Direction::BackwardDiagonal => "backward-diagonal".to_owned(),
        Direction::Leap { toward: None, long, short } => format!("({long},{short})"),
        Direction::Leap { toward: Some(toward), long, short } => {
            format!("{} ({long},{short})", self::direction(toward))
        }
    }
}

fn sequence(elements: &[Spanned<Element>]) -> String {
    joined(elements, " ", element)
}

fn element(element: &Element) -> String {
    match element {
        Element::Test(square) => condition::element(square),
        Element::Capture { what, also } => {
            format!("capture {}{}", condition::unit(&what.node), besides(also.as_deref()))
        }
        Element::Flip { what, also } => {
            format!("flip {}{}", condition::unit(&what.node), besides(also.as_deref()))
        }
        Element::Land { also } => format!("land{}", besides(also.as_deref())),
        Element::Group(alternatives) => {
            let texts: Vec<String> = alternatives.iter().map(|a| sequence(a)).collect();
            format!("({})", texts.join(" | "))
        }
        Element::Repeated(inner, times) => {
            let body = match &inner.node {
                Element::Test(square) => condition::unit(square),
                other => self::element(other),
            };
            format!("{body}{}", repeat(times.node))
        }
        Element::Turn(word) => turn(*word).to_owned(),
        Element::Face(directions) => joined(directions, ", ", direction),
        Element::Stay => "stay".to_owned(),
        Element::When(asked) => format!("(when {})", look(asked)),
    }
}

/// What the square must be besides.
fn besides(also: Option<&Spanned<crate::ast::Condition>>) -> String {
    also.map_or(String::new(), |also| format!(" & {}", condition::element(&also.node)))
}

fn turn(word: TurnWord) -> &'static str {
    match word {
        TurnWord::Veer => "veer",
        TurnWord::VeerLeft => "veer-left",
        TurnWord::VeerRight => "veer-right",
        TurnWord::Turn => "turn",
        TurnWord::TurnLeft => "turn-left",
        TurnWord::TurnRight => "turn-right",
        TurnWord::Back => "back",
    }
}

fn repeat(repeat: Repeat) -> String {
    match (repeat.least, repeat.most) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (least, most) => counts(least, most),
    }
}

fn counts(least: u32, most: Option<u32>) -> String {
    match most {
        Some(most) if most == least => format!("{{{least}}}"),
        Some(most) => format!("{{{least},{most}}}"),
        None => format!("{{{least},}}"),
    }
}

fn promotion(promotion: &Promotion) -> String {
    let may = if promotion.optional.is_some() { "may " } else { "" };
    let moment = match promotion.moment.node {
        PromotionMoment::On => "on",
        PromotionMoment::From => "from",
        PromotionMoment::OnOrFrom => "on or from",
    };
    let zone = condition(&promotion.zone.node);
    let lost = if promotion.lost.is_some() { "lost " } else { "" };
    format!("{may}promote {moment} {zone} to {lost}{}", names(&promotion.to))
}
