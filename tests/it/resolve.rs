//! Every error of names and rules at its place, and silence on good files.

use crate::support::{Loaded, load, load_with};
use heterodox::diagnostics::{Report, Style};
use heterodox::model::{Condition, Direction, Node};

/// What every file below shares; pieces K P Q R, zones second and last, options wild.
const HEAD: &str = r#"game "T" board 8x8 players White forward north, Black mirrored
zone second rank 2 zone last rank 8
piece K "King" royal { step any }
piece R { slide orthogonal }
piece P {
  step forward to empty
  walk forward from second { empty{2} } leaves trail
  step forward-diagonal capturing enemy
  step forward-diagonal capturing trail of P
  promote on last to R
}
setup "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
end checkmate loses
"#;

fn with(lines: &str) -> Loaded {
    load(&format!("{HEAD}{lines}"))
}

#[track_caller]
fn expect(lines: &str, wanted: &[&str]) {
    let loaded = with(lines);
    assert_eq!(loaded.brief(), wanted, "{lines:.300}\n{}", loaded.messages());
    assert_eq!(loaded.model.is_some(), wanted.iter().all(|w| w.starts_with('W')));
}

/// The rules of a piece X.
#[track_caller]
fn expect_rules(rules: &str, wanted: &[&str]) {
    expect(&format!("piece X {{ {rules} }}"), wanted);
}

#[test]
fn good_files_are_silent() {
    expect("", &[]);
    for rules in [
        "walk any { (empty | friend | capture enemy) land }",
        "walk diagonal { empty empty veer land } walk orthogonal { empty veer empty land }",
        "walk orthogonal { empty* capture enemy empty* land }",
        "walk orthogonal { empty* capture friend empty* capture friend empty+ }",
        "walk any { piece empty } walk orthogonal { capture enemy stay } walk any { piece empty } then orthogonal { capture enemy stay }",
        "step forward-diagonal to empty when forward is enemy",
        "walk any { empty* (when left is enemy) land }",
        "step (2,1) step forward (2,1) slide (1,1) {1,3}",
        "walk (2,1) { empty turn land }",
        "walk any { (veer)? land }",
        "walk any { empty+ } then any { (empty | capture enemy)? }",
        "slide any to last step any to !last walk any { land & last }",
        "walk any { last } to empty",
        "drop on second drop anywhere drop { (empty & second) forward (empty & !last){0,3} }",
        "may promote on or from last to R P step any",
        "betza \"BC\" betza \"fmWfcF\"",
    ] {
        expect_rules(rules, &[]);
    }
}

#[test]
fn what_is_missing() {
    let loaded = load("about \"x\"");
    assert_eq!(loaded.brief(), ["E0201 "; 5], "{}", loaded.messages());
    let loaded = load("");
    assert_eq!(loaded.brief().len(), 5);
    let cut = HEAD.replace("setup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "");
    assert_eq!(load(&cut).brief(), ["E0201 "]);
    assert_eq!(load(&HEAD.replace("end checkmate loses", "")).brief(), ["W0401 "]);
    assert_eq!(load(&HEAD.replace(" royal", "")).brief(), ["E0410 checkmate"]);
    expect("option o off \"x\" if o { about \"y\" } about \"z\"", &["E0202 about \"z\""]);
}

#[test]
fn names() {
    expect("piece R { step any }", &["E0202 R"]);
    expect("zone last rank 7", &["E0202 last"]);
    expect("board 9x9", &["E0202 board 9x9"]);
    expect("option o on \"x\" option o off \"y\" if o { zone z rank 1 }", &["E0202 o", "W0202 z"]);
    expect_rules("step any to Z", &["E0203 Z"]);
    expect_rules("step any from lats", &["E0204 lats"]);
    expect_rules("if o { step any } step left", &["E0205 o"]);
    expect_rules("promote on last to Z step any", &["E0203 Z"]);
    expect("end K in far-away wins", &["E0204 far-away"]);
    expect("castle K e1-g1 with Z h1-f1", &["E0203 Z"]);
    let loaded = load_with(HEAD, &[], &[("wild", true)]);
    assert_eq!(loaded.brief(), ["E0205 "]);
    let help = with("piece X { step any from lats }").problems[0].help.clone();
    assert_eq!(help.as_deref(), Some("write `last`"));
}

#[test]
fn options() {
    expect("option o off \"x\" if o { piece X { step any } } else { piece X { slide any } }", &[]);
    expect(
        "option o off \"x\" if o { piece X { step any } } if o { piece X { slide any } }",
        &["E0202 X"],
    );
    expect("option o off \"x\" if o { zone z rank 3 } piece X { step any from z }", &["E0206 z"]);
    expect(
        "option o off \"x\" if o { zone z rank 3 } piece X { if o { step any from z } step any }",
        &[],
    );
    expect("option o off \"x\" if o { piece X { step any from nowhere } }", &["E0204 nowhere"]);
    expect(
        "option o off \"x\" if not o { zone z rank 3 } piece X { if o { step any from z } step any }",
        &["E0206 z"],
    );
    expect(
        "option o off \"x\" if o { option p on \"y\" } if p { about \"x\" }",
        &["E0214 p", "E0205 p"],
    );
    expect("option o off \"x\"", &["W0203 o"]);
    let text = format!("{HEAD}option o off \"x\" piece X {{ step any if o {{ slide any }} }}");
    let rules = |on| load_with(&text, &[], &[("o", on)]).model.unwrap().pieces[3].rules.len();
    assert_eq!((rules(false), rules(true)), (1, 2));
}

#[test]
fn boards() {
    let board = |board: &str| load(&HEAD.replace("board 8x8", board)).brief();
    assert_eq!(board("board 1000x1000"), ["E0207 1000", "E0207 1000"]);
    assert_eq!(board("board 0x8"), ["E0207 0"]);
    assert_eq!(board("board 8x8 passable holes"), ["W0205 passable holes"]);
    assert_eq!(board("board 8x8 without j9 e5-k5"), ["E0209 j9", "E0209 k5"]);
    assert_eq!(board("board 8x8 without a1 h1 a8 h8"), Vec::<String>::new());
    assert_eq!(board("board 8x8 without a1"), ["W0204 mirrored"]);
    assert_eq!(board("board 8x8 without a1-h8").first().unwrap(), "E0207 board 8x8 without a1-h8");
    let rows = "\".*......\" ".repeat(8);
    assert_eq!(board(&format!("board {rows}")), Vec::<String>::new());
    assert_eq!(board("board \"....\" \"...\""), ["E0208 \"...\""]);
    assert_eq!(board("board \"....\" \"..x.\""), ["E0208 x"]);
    let same = HEAD.replace("Black mirrored", "White mirrored");
    assert_eq!(load(&same).brief(), ["E0210 White"]);
}

#[test]
fn zones() {
    expect("zone a b zone b a", &["E0212 a"]);
    expect("zone a !a", &["E0212 a"]);
    expect("zone a c | d zone c a zone d rank 2", &["E0212 a"]);
    expect("zone z e9", &["W0202 z", "E0209 e9"]);
    expect("zone z rank 9 piece X { step any from z }", &["E0209 9"]);
    expect("zone z ranks 2-19 piece X { step any from z }", &["E0209 19"]);
    expect("zone z files a-k piece X { step any from z }", &["E0209 k"]);
    expect("zone z a1-j2 piece X { step any from z }", &["E0209 j2"]);
    expect("zone z empty piece X { step any from z }", &["E0211 empty"]);
    expect("zone z b & last zone b second piece X { step any from !z }", &["W0201 z"]);
    expect("zone z last & second piece X { step any promote on z to R }", &["E0216 z"]);
    expect("zone z last & second end K in z wins", &["E0216 z"]);
    expect_rules("drop on last & second", &["E0216 last & second"]);
    expect_rules("step any from empty", &["E0217 empty"]);
    expect_rules("step any within last & K", &["E0217 K"]);
    expect("zone z rank 3", &["W0202 z"]);
    let model = with("zone near ranks 1-3 zone far near of enemy & file a zone mid both d4-e4 piece X { step any from near | far | mid }").model.unwrap();
    let cells = |zone: usize, player: usize| {
        let cells = model.zones[zone].cells[player].iter();
        cells.map(|cell| model.board.name(cell)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(cells(3, 0), "a6 a7 a8");
    assert_eq!(cells(3, 1), "a1 a2 a3");
    assert_eq!(cells(4, 1), "d4 e4");
    assert_eq!(model.zones[2].cells[1].len(), 24);
}

#[test]
fn conditions() {
    expect_rules("walk any { (empty & enemy) land }", &["E0305 (empty & enemy)"]);
    expect_rules("walk any { (P & R) land }", &["E0305 (P & R)"]);
    expect_rules("walk any { (royal & P) land }", &["E0305 (royal & P)"]);
    expect_rules("walk any { !anything land }", &["E0305 !anything"]);
    expect_rules("walk any { !(friend & enemy) land }", &[]);
    expect_rules("walk any { (empty | friend) (friend & !K) land }", &[]);
    expect_rules("walk any { capture empty }", &["E0306 empty"]);
    expect_rules("walk any { capture (friend & K) }", &["E0306 friend & K"]);
    expect_rules("step any to friend", &["E0316 friend"]);
    expect_rules("step any capturing enemy to empty", &["E0316 empty"]);
    expect_rules("walk any { trail land }", &["E0307 trail"]);
    expect_rules("step any capturing !(trail of P)", &["E0307 trail of P"]);
    expect_rules("step any capturing (trail of P | trail of P)", &["E0307 trail of P"]);
    expect_rules("step any to e4", &["E0213 e4"]);
    let cut = HEAD.replace(" royal", "").replace("end checkmate loses", "end stalemate draws");
    assert_eq!(load(&format!("{cut}piece X {{ step any to royal }}")).brief(), ["E0305 royal"]);
}

#[test]
fn walks() {
    expect_rules("walk any { land empty }", &["E0308 empty"]);
    expect_rules("walk any { (empty land | land) veer }", &["E0308 veer"]);
    expect_rules("walk any { capture enemy stay empty }", &["E0308 empty"]);
    expect_rules("walk any { land* }", &["E0308 *"]);
    expect_rules("walk any { veer }", &["E0309 walk any { veer }"]);
    expect_rules("walk any { empty* }", &["E0309 walk any { empty* }"]);
    expect_rules("walk any { empty friend }", &["E0310 friend"]);
    expect_rules("walk any { empty last }", &["E0310 last"]);
    expect_rules("walk any { anything }", &["E0310 anything"]);
    expect_rules("walk any { empty enemy? }", &["E0310 enemy"]);
    expect_rules("walk any { friend } then any { land }", &["E0310 friend"]);
    expect_rules("walk any { (empty*)* land }", &["E0311 (empty*)"]);
    expect_rules("walk any { (veer)+ land }", &["E0311 (veer)"]);
    expect_rules("walk any { ((when left is enemy))* land }", &["E0311 ((when left is enemy))"]);
    expect_rules("step any when walk any { empty land }", &["E0312 land"]);
    expect_rules("step any when walk any { capture enemy }", &["E0312 capture enemy"]);
    expect_rules("step any when walk any { empty* }", &["E0309 walk any { empty* }"]);
    expect_rules("walk any { empty stay }", &["E0315 stay"]);
    expect_rules("walk (2,1) { empty veer land }", &["E0314 veer"]);
    expect_rules("walk any { empty (2,2) (empty veer-left)+ land }", &["E0314 veer-left"]);
    expect_rules("walk (2,1) { empty forward empty veer land }", &[]);
    expect_rules("step (0,0)", &["E0301 (0,0)"]);
    expect_rules("step (26,1)", &["E0301 (26,1)"]);
    expect_rules("step left, left", &["W0301 left"]);
    expect_rules("slide any {0,3}", &["E0302 {0,3}"]);
}

#[test]
fn drops_promotions_and_trails() {
    expect_rules("drop { second forward empty }", &["E0313 second"]);
    expect_rules("drop { empty empty }", &["E0313 empty"]);
    expect_rules("drop { empty veer empty }", &["E0313 veer"]);
    expect_rules("drop { empty forward friend }", &["E0310 friend"]);
    expect_rules("drop { empty forward capture enemy stay }", &["E0317 stay"]);
    expect_rules("step any promote on last to R R", &["E0318 R"]);
    expect_rules("step any promote on last to X", &["W0305 X"]);
    expect_rules("step any promote on last to K", &["W0306 K"]);
    expect("piece X { }", &["W0302 X"]);
    expect_rules("step any leaves trail", &["W0303 step any leaves trail", "W0307 leaves trail"]);
    expect_rules(
        "walk any { empty{2} } leaves trail",
        &["W0303 walk any { empty{2} } leaves trail"],
    );
    expect_rules("step any capturing trail of R", &["W0304 trail of R"]);
}

#[test]
fn castlings() {
    expect("castle K e1-g1 with R h1-f1", &[]);
    expect(
        "castle K e1-g1 with R h1-f1 castle K e1-g1 with R h1-e1",
        &["E0202 castle K e1-g1 with R h1-e1"],
    );
    expect("castle K e1-e1 with R h1-f1", &["E0403 e1"]);
    expect("castle K e1-g1 with R h1-g1", &["E0403 g1"]);
    expect("castle K e1-g1 with R e1-f1", &["E0403 e1"]);
    expect("castle K e1-f3 with R h1 beside", &["E0403 f3"]);
    expect("castle K e1-g1..h3 with R h1 beside", &["E0402 h3"]);
    expect("castle K e1-k1 with R h1-f1", &["E0209 k1"]);
    let holes = HEAD.replace("board 8x8", "board 8x8 without f1 f8");
    let castle = "castle K e1-g1 with R h1-e1";
    assert_eq!(load(&format!("{holes}{castle}")).brief(), [format!("E0404 {castle}")]);
    let model = with("castle K e1-f1..h1 with R h1 beside castle K e1-e2-e3 with R h1-e2").model;
    let model = model.unwrap();
    let names = |cells: &[heterodox::ids::Cell]| {
        cells.iter().map(|c| model.board.name(*c)).collect::<Vec<_>>().join(" ")
    };
    let all: Vec<String> = model
        .castles
        .iter()
        .map(|c| format!("{} / {} / {}", names(&c.path), names(&[c.partner.to]), names(&c.empty)))
        .collect();
    assert_eq!(
        all,
        [
            "e1 f1 / e1 / f1 g1",
            "e1 f1 g1 / f1 / f1 g1",
            "e1 f1 g1 h1 / g1 / f1 g1",
            "e1 e2 e3 / e2 / f1 g1 e2 e3"
        ]
    );
}

#[test]
fn ends() {
    expect("end after own move bare and enemy bare draws end after own move bare loses", &[]);
    expect("end checkmate wins", &["E0411 end checkmate wins"]);
    expect("end enemy stalemate draws", &["E0412 enemy stalemate"]);
    expect("end quiet 100 without P draws end quiet 50 draws", &["E0413 quiet 50"]);
    expect("end quiet 0 draws", &["E0414 0"]);
    expect("end repetition 1 draws", &["E0414 1"]);
    expect("end count P < 0 loses", &["E0415 count P < 0"]);
    expect("end material K vs K, K R vs Z draws", &["E0203 Z"]);
    expect("end K in last & empty wins", &["E0217 empty"]);
}

#[test]
fn one_mistake_is_reported_once() {
    expect(
        "zone z e9 piece X { step any from z walk any { (z & empty) land } promote on z to R }",
        &["E0209 e9"],
    );
    expect_rules("walk any { (Z & empty & enemy) land }", &["E0203 Z"]);
    let board = load(&HEAD.replace("board 8x8", "board 80x8"));
    assert_eq!(board.brief(), ["E0207 80"]);
    let piece = "piece X { step any from nowhere slide any to elsewhere }";
    expect(piece, &["E0204 nowhere", "E0204 elsewhere"]);
    expect("piece X { betza \"WX\" }", &["E0390 X"]);
}

#[test]
fn limits() {
    let mut many = String::new();
    for n in 0..70u8 {
        let mark = if n < 20 {
            ""
        } else if n < 40 {
            "'"
        } else {
            "+"
        };
        let letter = char::from(b'A' + n % 20);
        let name = if mark == "+" { format!("+{letter}") } else { format!("{letter}{mark}") };
        let name = if n >= 60 { format!("+{letter}'") } else { name };
        many.push_str(&format!("piece {name} {{ step any }} "));
    }
    let head = HEAD.replace("piece K \"King\" royal { step any }", "piece Y royal { step any }");
    let head = head.replace("piece R { slide orthogonal }", "piece Z { slide orthogonal }");
    let head =
        head.replace("piece P {", "piece X {").replace("of P", "of X").replace("to R", "to Z");
    assert_eq!(load(&format!("{head}{many}")).brief(), ["E0215 +Q"]);
    let mut chain = String::from("zone zone-0 rank 1 ");
    for n in 1..9_000 {
        chain.push_str(&format!("zone zone-{n} zone-{} ", n - 1));
    }
    expect(&format!("{chain} piece X {{ step any from zone-8999 }}"), &[]);
    let deep = format!("walk any {{ {}empty{} land }}", "(".repeat(40), "){99}".repeat(40));
    // Who tried every way would not come to an end.
    expect_rules(&deep, &["W0311 X"]);
}

#[test]
fn short_forms_are_spelt_out() {
    let model = with("piece X { slide left {2,4} to last when not right is enemy }").model.unwrap();
    let rule = &model.pieces[3].rules[0];
    let Node::Seq(path) = &rule.path else { panic!("no sequence") };
    assert!(matches!(&path[0], Node::Look { negated: true, .. }));
    assert_eq!(path[1], Node::Face(vec![Direction::Relative(6)]));
    assert!(matches!(&path[2], Node::Repeat { least: 1, most: Some(3), .. }));
    let Node::Alt(last) = &path[3] else { panic!("no land") };
    assert!(matches!(&last[1], Node::Step(step) if step.capture && step.test == Condition::Enemy));
    assert!(matches!(rule.to, Some(Condition::Zone { .. })));
}

#[test]
fn reports_of_faulty_files() {
    insta::glob!("../cases/resolve", "*.variant", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let loaded = load(&text);
        let report = Report::new(loaded.sources, loaded.problems).render(Style::Plain);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false,
            snapshot_path => "../cases/resolve" }, {
            insta::assert_snapshot!("report", report);
        });
    });
}
