//! Suites, figures written into files, listings of other programs, and the reports of tests.

use crate::support::TINY;
use heterodox::ast::{Basis, Expectation, Item, TestLine};
use heterodox::examine::bless::bless;
use heterodox::examine::divide::compare;
use heterodox::examine::listing::Listing;
use heterodox::examine::report::{junit, tap};
use heterodox::examine::suite::{Limits, Suite, read};
use heterodox::examine::{Examiner, TestReply};
use heterodox::pipeline::{Loaded, load};
use heterodox::play::perft::Means;
use heterodox::session::{Files, Session, Target};
use heterodox::text::Source;

fn whole(more: &str) -> String {
    format!("{TINY}end repetition 3 draws\n{more}")
}

fn tiny(more: &str) -> Loaded {
    load(Source::new("./tiny.variant", whole(more)), &Files, &[]).unwrap_or_else(|r| panic!("{r}"))
}

fn run(more: &str) -> Vec<TestReply> {
    let mut examiner = Examiner::new(Target::new("./tiny.variant"), tiny(more));
    examiner.tests(None).iter().map(|test| examiner.run(test)).collect()
}

#[track_caller]
fn fails(line: &str, code: &str, parts: &[&str]) {
    let replies = run(&format!("test \"t\" {{ {line} }}\n"));
    let [failure] = &replies[0].failures[..] else { panic!("{line}: {:?}", replies[0].failures) };
    assert_eq!(failure.code, code, "{line}: {}", failure.message);
    let help = failure.report.diagnostics().iter().find_map(|d| d.help.as_ref());
    assert!(help.is_some(), "{line}: nothing is said of what to write");
    let told = serde_json::to_string(failure).unwrap();
    for part in parts {
        assert!(told.contains(part), "`{part}` is not in {told}");
    }
}

#[test]
fn expectations_hold() {
    let text = r#"test "all kinds" {
  expect legal d1-d2, illegal d1-d4 because blocked, illegal a1-a4 because no-rule
  expect no check, ongoing, perft 1 = 7, perft 2 = 39 unverified, perft 1 = 7 from "a friend"
  expect count 7, count from d1 = 4, moves from d1 are d1-d2, d1xd3, d1-c1, d1-b1, targets of R are d2, d3, c1, b1
  play (d1-c1 a4-b4 c1-d1 b4-a4) x2
  expect draw by repetition, illegal d1-d2 because over
  position "r2k/3p/P3/K2R w - - 0 1"
  play d1-d2
  expect fen "r2k/3p/P2R/K3 b - - 1 1"
  expect refused "r2k/3p/P3/K2X w - - 0 1" at 13, refused "r2k/3p/P3/K2R x - - 0 1" at 15
}
"#;
    let replies = run(text);
    let messages: Vec<&str> = replies[0].failures.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(messages, Vec::<&str>::new());
    assert_eq!(replies[0].unverified, 1);
}

#[test]
fn failures_tell_everything() {
    fails("expect legal d1-d4", "E0504", &["blocked", "heterodox why ./tiny.variant d1-d4 --fen"]);
    fails("expect illegal d1-d2", "E0504", &["\"found\":\"legal\"", "slide orthogonal"]);
    fails(
        "expect illegal d1-d4 because no-rule",
        "E0505",
        &["\"expected\":\"no-rule\"", "blocked"],
    );
    fails(
        "expect moves from d1 are d1-d2, d1-d4",
        "E0506",
        &[
            "\"missing\":[\"d1-d4\"]",
            "\"unexpected\":[\"d1-b1\",\"d1-c1\",\"d1xd3\"]",
            "\"board\"",
            "\"fen\"",
        ],
    );
    fails("expect count 8", "E0507", &["\"expected\":\"8\"", "\"found\":\"7\"", "heterodox moves"]);
    fails("expect check", "E0508", &["\"found\":\"no check\"", "play-moves"]);
    fails(
        "expect perft 1 = 8",
        "E0509",
        &["\"found\":\"7\"", "heterodox perft ./tiny.variant 1 --divide"],
    );
    fails(
        "expect moves of R are d1-d2, d1-d4",
        "E0506",
        &[
            "\"expected\":\"d1-d2, d1-d4\"",
            "\"found\":\"d1-b1, d1-c1, d1-d2, d1xd3\"",
            "heterodox moves ./tiny.variant --piece R --fen",
        ],
    );
    fails("expect targets from d1 are d2", "E0507", &["\"expected\":\"d2\"", "--from d1 --fen"]);
    fails("expect stalemate", "E0508", &["no check, and moves that are legal"]);
    fails(
        "expect refused \"r2k/3p/P3/K2R w - - 0 1\"",
        "E0511",
        &["\"found\":\"a position\"", "heterodox moves ./tiny.variant --fen 'r2k"],
    );
    fails(
        "expect refused \"r2k/3p/P3/K2X w - - 0 1\" at 3",
        "E0511",
        &["\"expected\":\"refused at character 3\"", "--fen 'r2k/3p/P3/K2X w"],
    );
    // That a game has ended by repetition is seen only on the way there.
    fails(
        "play (d1-c1 a4-b4 c1-d1 b4-a4) x2 d1-d2",
        "E0502",
        &[
            "heterodox play-moves ./tiny.variant d1-c1 a4-b4 c1-d1 b4-a4 d1-c1 a4-b4 c1-d1 b4-a4 d1-d2 --fen 'r2k",
        ],
    );
    fails("expect perft 1 = ?", "E0509", &["is not stated yet; it is 7"]);
    fails("expect fen \"r2k/3p/P3/K2R b - - 0 1\"", "E0510", &["the position is another one"]);
    fails("expect refused \"r2k/3p/P3/K2X w - - 0 1\" at 3", "E0511", &["character 13, not 3"]);
    fails("play (d1-d2 d4-c4 d2-d1 c4-d4) x9", "E0502", &["the game has ended"]);
}

#[test]
fn bless_changes_figures_alone() {
    let tests =
        "test \"a\" { expect perft 1 = ?, 2 = ?   // asks\r\n  expect perft 1 = 9 unverified }\n";
    let loaded = tiny(tests);
    let (sources, own) = (loaded.sources.clone(), loaded.own);
    let counted: Vec<_> = run(tests).into_iter().flat_map(|r| r.counted).collect();
    let (text, written) = bless(&sources, own, &counted, false);
    let two = counted[1].found;
    let expected = whole(&format!(
        "test \"a\" {{ expect perft 1 = 7 unverified, 2 = {two} unverified   // asks\r\n  expect perft 1 = 9 unverified }}\n"
    ));
    assert_eq!(text, expected);
    assert_eq!(written.len(), 2);
    let (text, written) = bless(&sources, own, &counted, true);
    assert!(text.ends_with("expect perft 1 = 7 unverified }\n"), "{text}");
    assert_eq!((written.len(), written[2].before), (3, Some(9)));
}

#[test]
fn where_a_figure_comes_from_is_read() {
    let text = format!(
        "{TINY}test \"a\" {{ expect perft 1 = 7 from \"x\", 2 = 3 unverified, 3 = ?, check }}"
    );
    let mut sources = heterodox::text::SourceMap::default();
    let own = sources.add(Source::new("t", text));
    let (file, found) = heterodox::parse::parse(sources.get(own), own);
    assert!(!found.has_errors());
    let Some(Item::Test(test)) = file.items.last().map(|i| i.node.clone()) else { panic!() };
    let TestLine::Expect(all) = &test.lines[0].node else { panic!() };
    let Expectation::Perft(figures) = &all[0].node else { panic!() };
    let bases: Vec<&Basis> = figures.iter().map(|f| &f.basis).collect();
    assert!(matches!(bases[..], [Basis::From(_), Basis::Unverified, Basis::Stated]));
    assert_eq!(all[1].node, Expectation::Check(true));
}

fn suite(loaded: &Loaded, text: &str) -> Suite {
    read(&loaded.game, "./tiny.variant", Source::new("positions", text))
}

const FEN: &str = "r2k/3p/P3/K2R w - - 0 1";

#[test]
fn suites_of_all_forms_are_read() {
    let loaded = tiny("");
    let text = format!(
        "# figures\n{FEN} ;D1 7 ;D2 28\nr2k/3p/P3/K2R w - - D1 7; D2 28; id \"x\";\n\nid one\nepd {FEN}\nperft 1 7\nperft 2 28\n\
         start | 1 | 7\n./tiny.variant\tstart\t1\t7\nother\tstart\t1\t99\n"
    );
    let suite = suite(&loaded, &text);
    assert!(suite.report.diagnostics().is_empty(), "{}", suite.report);
    let all: Vec<(u32, u64)> = suite.cases.iter().map(|c| (c.depth, c.nodes)).collect();
    assert_eq!(all, [(1, 7), (2, 28), (1, 7), (2, 28), (1, 7), (2, 28), (1, 7), (1, 7)]);
    assert_eq!(suite.others, 1);
    assert_eq!(suite.cases[4].name, "one: perft 1");
    let limits = Limits { depth: Some(1), threads: 2, ..Limits::default() };
    let replies = suite.run(&loaded, &Target::new("./tiny.variant"), &limits, &|_| {});
    assert_eq!(replies.len(), 5);
    assert!(replies.iter().all(|r| r.passed));
    let one = Limits { filter: Some("one".to_owned()), nodes: Some(10), ..Limits::default() };
    assert_eq!(suite.within(&one).len(), 1);
}

#[test]
fn bad_lines_of_a_suite_are_placed() {
    let loaded = tiny("");
    let text = format!(
        "game\tfen\tdepth\tnodes\n{FEN} ;D1 x\n{FEN} ;D99 3\n{FEN}\n{FEN} ;\nperft 1 7\nstart | 1\nr2k/3p/P3/K2Q w - - 0 1 ;D1 7\nepd nothing\n{FEN} ;D1 7\n"
    );
    let suite = suite(&loaded, &text);
    let sources = suite.report.sources();
    let places: Vec<(usize, usize)> = suite
        .report
        .diagnostics()
        .iter()
        .map(|d| sources.get(d.labels[0].span.file).line_column(d.labels[0].span.start))
        .collect();
    assert_eq!(places, [(2, 29), (3, 27), (4, 1), (5, 1), (6, 1), (7, 1), (8, 13), (9, 5)]);
    assert_eq!(suite.cases.len(), 1);
}

/// A column, an operation, a name or a position that would be passed over.
#[test]
fn nothing_in_a_suite_is_passed_over() {
    let loaded = tiny("");
    for (text, place, told) in [
        (format!("{FEN} | 1 | 7 | 5\n"), (1, 35), "a column too many"),
        ("./tiny.variant\tstart\t1\t7\tmore\n".to_owned(), (1, 26), "a column too many"),
        (format!("{FEN} | one | seven\n"), (1, 27), "`one` is no depth"),
        (format!("{FEN} ;D1 7 ;foo 20\n"), (1, 32), "`foo 20` is no operation"),
        (format!("{FEN} ;D1 7 ;E2 28\n"), (1, 32), "`E2 28` is no operation"),
        (format!("{FEN} ;D1 7 ;D 2 28\n"), (1, 32), "`D 2 28` is no operation"),
        (format!("id a\nepd {FEN}\n"), (2, 1), "no figure comes behind"),
        (format!("epd {FEN}\nepd {FEN}\nperft 1 7\n"), (1, 1), "no figure comes behind"),
        (format!("epd {FEN}\n{FEN} ;D1 7\n"), (1, 1), "no figure comes behind"),
        (format!("id a\nid b\nepd {FEN}\nperft 1 7\n"), (1, 1), "no position comes behind"),
        (format!("id a\n{FEN} ;D1 7\n"), (1, 1), "no position comes behind"),
        (format!("epd {FEN}\nperft 1 7\nid a\n"), (3, 1), "no position comes behind"),
        (format!("id\nepd {FEN}\nperft 1 7\n"), (1, 1), "gives no name"),
        (format!("epd {FEN}\nperft 1 7\n{FEN} ;D1 7\nperft 1 7\n"), (4, 1), "no position comes"),
    ] {
        let suite = suite(&loaded, &text);
        let [problem] = suite.report.diagnostics() else { panic!("{text}: {}", suite.report) };
        let place_told = problem.labels[0].span;
        let source = suite.report.sources().get(place_told.file);
        assert_eq!(source.line_column(place_told.start), place, "{text}");
        assert!(problem.message.contains(told), "{text}: {}", problem.message);
    }
    // What says nothing about figures may be passed over, and so may columns that have a name.
    let more = format!("{FEN} ;id \"x\" ;bm d1-d2 ;hmvc 0 ;D1 7\n");
    let named = "game\tfen\tdepth\tnodes\tremarks\n./tiny.variant\tstart\t1\t7\tmore\n";
    for text in [more.as_str(), named] {
        let suite = suite(&loaded, text);
        assert!(suite.report.diagnostics().is_empty(), "{}", suite.report);
        assert_eq!(suite.cases.len(), 1);
    }
}

#[test]
fn wrong_figures_stop_a_suite_that_shall_stop() {
    let loaded = tiny("");
    let suite = suite(&loaded, &format!("{FEN} ;D1 8 ;D2 1\n"));
    let limits = Limits { fail_fast: true, threads: 1, ..Limits::default() };
    let replies = suite.run(&loaded, &Target::new("./tiny.variant"), &limits, &|_| {});
    assert_eq!(replies.len(), 1);
    let failure = &replies[0].failures[0];
    assert_eq!((failure.expected.as_deref(), failure.found.as_deref()), (Some("8"), Some("7")));
    let command = failure.command.as_deref().unwrap();
    assert_eq!(command, format!("heterodox perft ./tiny.variant 1 --divide --fen '{FEN}'"));
    assert!(failure.board.is_some());
    let (xml, lines) = (junit(&replies), tap(&replies));
    assert!(
        xml.contains("tests=\"1\" failures=\"1\"")
            && xml.contains("<failure message=\"perft 1 is expected")
    );
    assert!(lines.starts_with("TAP version 13\n1..1\nnot ok 1 - positions: "), "{lines}");
}

#[test]
fn listings_lead_down_to_the_moves_that_differ() {
    let mut session = Session::new(tiny(""));
    let listing = |session: &Session, depth, change: &dyn Fn(&str, u64) -> Option<u64>| {
        let reply = session.perft(depth, Means::default(), true).unwrap();
        let mut text = String::new();
        for share in reply.divide {
            if let Some(nodes) = change(&share.text, share.nodes) {
                text.push_str(&format!("{}: {nodes}\n", share.text.replace(['-', 'x'], "")));
            }
        }
        Listing::read(&text).unwrap()
    };
    let same = listing(&session, 2, &|_, nodes| Some(nodes));
    assert!(compare(&session, 2, &same, 1).agrees());
    let wrong = listing(&session, 2, &|text, nodes| Some(nodes + u64::from(text == "d1-d2")));
    let found = compare(&session, 2, &wrong, 1);
    assert!(!found.moves_differ());
    assert_eq!(found.differ[0].text, "d1-d2");
    session.play("d1-d2").unwrap();
    let mut wrong = listing(&session, 1, &|text, nodes| (text != "a4-b4").then_some(nodes));
    wrong.entries.extend(Listing::read("a4a1 1").unwrap().entries);
    let found = compare(&session, 1, &wrong, 1);
    assert_eq!(found.only_here[0].text, "a4-b4");
    assert!(found.only_here[0].why.contains("slide orthogonal"), "{:?}", found.only_here);
    assert_eq!(found.only_there[0].text, "a4a1");
    assert!(found.only_there[0].why.contains("a2"), "{:?}", found.only_there);
    assert_eq!(found.played, ["d1-d2"]);
}
