//! What letters stand for, and where errors point.

use crate::ast::{Clause, Condition, Direction, Element, Rule, TurnWord, Word};
use crate::expand::betza::rules;
use crate::text::{FileId, Span, Spanned};

fn text(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), Span::new(FileId(0), 100, 100 + text.len() + 2))
}

fn directions(list: &[Spanned<Direction>]) -> String {
    let one = |d: &Direction| match d {
        Direction::Orthogonal => "+".to_owned(),
        Direction::Diagonal => "x".to_owned(),
        Direction::Relative(e) => e.to_string(),
        Direction::Leap { toward: None, long, short } => format!("({long},{short})"),
        Direction::Leap { toward: Some(toward), long, short } => match **toward {
            Direction::Relative(e) => format!("{e}({long},{short})"),
            _ => "?".to_owned(),
        },
        _ => "?".to_owned(),
    };
    list.iter().map(|d| one(&d.node)).collect::<Vec<_>>().join(",")
}

fn element(element: &Element) -> String {
    match element {
        Element::Test(Condition::Word(Word::Empty)) => "empty".to_owned(),
        Element::Test(Condition::Word(Word::Piece)) => "piece".to_owned(),
        Element::Capture { .. } => "capture".to_owned(),
        Element::Land { also: None } => "land".to_owned(),
        Element::Repeated(body, _) => format!("{}*", self::element(&body.node)),
        Element::Turn(TurnWord::Veer) => "veer".to_owned(),
        Element::Turn(TurnWord::VeerLeft) => "veer-left".to_owned(),
        Element::Turn(TurnWord::VeerRight) => "veer-right".to_owned(),
        _ => "?".to_owned(),
    }
}

fn clauses(list: &[Spanned<Clause>]) -> &'static str {
    match list.first().map(|c| &c.node) {
        None => "",
        Some(Clause::To(_)) => " m",
        Some(Clause::Capturing(_)) => " c",
        Some(_) => " ?",
    }
}

fn show(letters: &str) -> String {
    let rules = match rules(&text(letters)) {
        Ok(rules) => rules,
        Err(problem) => {
            let span = problem.labels[0].span;
            return format!("{} {}-{}", problem.code, span.start - 101, span.end - 101);
        }
    };
    let one = |rule: &Rule| match rule {
        Rule::Step { directions: d, clauses: c } => format!("step {}{}", directions(d), clauses(c)),
        Rule::Slide { directions: d, range, clauses: c } => {
            let range = range.as_ref().and_then(|r| r.node.most);
            let range = range.map_or(String::new(), |most| format!(" {{{most}}}"));
            format!("slide {}{range}{}", directions(d), clauses(c))
        }
        Rule::Walk { segments, .. } => {
            let elements = segments[0].elements.iter().map(|e| element(&e.node));
            let elements = elements.collect::<Vec<_>>().join(" ");
            format!("walk {} {{ {elements} }}", directions(&segments[0].directions))
        }
    };
    rules.iter().map(|r| one(&r.node)).collect::<Vec<_>>().join("; ")
}

#[test]
fn atoms_and_numbers() {
    assert_eq!(show("BC"), "slide x; step (3,1)");
    assert_eq!(show("K"), "step +; step x");
    assert_eq!(show("Q3"), "slide + {3}; slide x {3}");
    assert_eq!(show("NN"), "slide (2,1)");
    assert_eq!(show("N2"), "slide (2,1) {2}");
    assert_eq!(show("WW"), show("R"));
    assert_eq!(show("F0"), show("B"));
    assert_eq!(show("W1"), "step +");
    assert_eq!(
        show("DAHZGT"),
        "step (2,0); step (2,2); step (3,0); step (3,2); step (3,3); step (3,3)"
    );
}

#[test]
fn captures_and_directions() {
    assert_eq!(show("fmWfcF"), "step 0 m; step 1,7 c");
    assert_eq!(show("mQ2cN"), "slide + {2} m; slide x {2} m; step (2,1) c");
    assert_eq!(show("mcW"), "step +");
    assert_eq!(show("fsW"), "step 0,2,6");
    assert_eq!(show("flFrbF"), "step 7; step 3");
    assert_eq!(show("vN"), "step 0(2,1),4(2,1)");
    assert_eq!(show("ffN"), show("fN"));
    assert_eq!(show("frrfN"), "step 1(2,1)");
    assert_eq!(show("fK"), "step 0; step 1,7");
    assert_eq!(show("fD"), "step 0(2,0)");
    assert_eq!(show("flA"), "step 7(2,2)");
}

#[test]
fn lame_and_hopping() {
    assert_eq!(show("nN"), "walk + { empty veer land }");
    assert_eq!(show("nflN"), "walk 0 { empty veer-left land }");
    assert_eq!(show("nfsN"), "walk 6 { empty veer-right land }; walk 2 { empty veer-left land }");
    assert_eq!(show("nmD"), "walk + { empty empty }");
    assert_eq!(show("nfA"), "walk 1,7 { empty land }");
    assert_eq!(show("nH"), "walk + { empty empty land }");
    assert_eq!(show("mRcpR"), "slide + m; walk + { empty* piece empty* capture }");
    assert_eq!(show("gQ"), "walk + { empty* piece land }; walk x { empty* piece land }");
}

#[test]
fn errors_point_at_the_sign() {
    assert_eq!(show("WiF"), "E0390 1-2");
    assert_eq!(show("W F"), "E0390 1-2");
    assert_eq!(show("Wfm"), "E0390 1-3");
    assert_eq!(show("X"), "E0390 0-1");
    assert_eq!(show("RR"), "E0391 1-2");
    assert_eq!(show("WW3"), "E0391 2-3");
    assert_eq!(show("W100"), "E0391 1-4");
    assert_eq!(show("flN"), "E0391 0-2");
    assert_eq!(show("FsF"), "E0391 1-2");
    assert_eq!(show("lK"), "E0391 0-1");
    assert_eq!(show("pgR"), "E0391 1-2");
    assert_eq!(show("pN"), "E0391 0-1");
    assert_eq!(show("nW"), "E0391 0-1");
    assert_eq!(show("nC"), "E0391 0-1");
    assert_eq!(show("é"), "E0390 0-2");
    assert!(rules(&text("")).is_err());
}
