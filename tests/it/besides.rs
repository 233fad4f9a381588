//! What moves do besides walking: each small game's own tests say what is expected of it.

use crate::support::Files;
use heterodox::examine::Examiner;
use heterodox::pipeline::load;
use heterodox::session::Target;
use heterodox::text::Source;

const HEAD: &str = "game \"Small\" board 7x7 players White forward north, Black mirrored \
    setup \"K5k/7/7/7/7/7/7 w - - 0 1\" end no moves loses piece K \"King\" royal { step any } ";

/// Loads a game with these declarations, and has its tests pass.
#[track_caller]
fn holds(declarations: &str) {
    let text = format!("{HEAD}{declarations}");
    let loaded = load(Source::new("small.variant", text), &Files(&[]), &[]);
    let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
    let mut examiner = Examiner::new(Target::new("small.variant"), loaded);
    let tests = examiner.tests(None);
    assert!(!tests.is_empty());
    for test in tests {
        let reply = examiner.run(&test);
        let failures: Vec<String> = reply.failures.iter().map(|f| f.report.to_string()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn what_a_piece_walks_over_changes_sides_and_is_written() {
    holds(
        "piece R \"Turncoat\" { walk orthogonal { flip enemy+ empty } } \
         test \"over one or two\" { \
           position \"K5k/7/7/7/7/7/Rrr4 w - - 0 1\" \
           expect moves from a1 are a1~b1~c1-d1 \
           play a1~b1~c1-d1 \
           expect fen \"K5k/7/7/7/7/7/1RRR3 b - - 0 1\" }",
    );
}

#[test]
fn no_royal_piece_changes_sides() {
    holds(
        "piece R \"Turncoat\" { walk orthogonal { flip enemy empty } } \
         test \"not the king\" { position \"K6/7/7/7/7/7/Rk5 w - - 0 1\" \
           expect no check, moves from a1 are none }",
    );
}

#[test]
fn also_captures_between_two() {
    holds(
        "piece S \"Soldier\" { slide orthogonal to empty also orthogonal { capture enemy friend } } \
         test \"both sides at once\" { \
           position \"K5k/7/7/Ss1sS2/7/2S4/7 w - - 0 1\" \
           play c2-c4:d4:b4 \
           expect fen \"K5k/7/7/S1S1S2/7/7/7 b - - 0 1\" } \
         test \"nothing is captured that is not between two\" { \
           position \"K5k/7/7/1s1sS2/7/2S4/7 w - - 0 1\" \
           expect legal c2-c4:d4, illegal c2-c4:b4 }",
    );
}

#[test]
fn leaps_over_anybody_go_on_as_often_as_wanted() {
    holds(
        "piece H \"Hopper\" { walk orthogonal { piece empty } again or not } \
         test \"it may stop, and does not go round for ever\" { \
           position \"K5k/7/7/1h5/h1h4/1h5/1H5 w - - 0 1\" \
           expect moves from b1 are b1-b3, b1-b5, b1-d3 }",
    );
}

#[test]
fn who_must_capture_most_leaps_on_to_the_greatest_number() {
    holds(
        "must capture most \
         piece M \"Leaper\" { walk orthogonal { capture enemy empty } again or not step forward to empty } \
         test \"two are more than one\" { \
           position \"K5k/7/7/m6/2m4/m6/M2M3 w - - 0 1\" \
           expect moves are a1xa2xa4-a5 \
           expect illegal a1xa2-a3 because compulsory, illegal d1-d2 because compulsory }",
    );
}

#[test]
fn what_is_removed_afterwards_is_in_the_way_until_then() {
    let rules = "piece D \"Dame\" { walk orthogonal { empty* capture enemy empty+ } again }";
    let position = "position \"K5k/7/7/7/7/7/1dDd3 w - - 0 1\" expect moves from c1 are";
    holds(&format!(
        "{rules} test \"removed at once, the line back is open\" {{ \
           {position} c1xd1xb1-a1, c1xb1xd1-e1, c1xb1xd1-f1, c1xb1xd1-g1 }}"
    ));
    holds(&format!(
        "captures afterwards {rules} test \"removed afterwards, it is not\" {{ \
           {position} c1xd1-e1, c1xd1-f1, c1xd1-g1, c1xb1-a1 }}"
    ));
}

#[test]
fn pieces_of_nobody_stand_are_leapt_over_and_captured_by_their_letter() {
    holds(
        "piece B \"Boulder\" neutral { } piece Z \"Other\" neutral { } \
         piece R \"Ram\" { slide orthogonal walk orthogonal { empty* capture B } } \
         piece C \"Hopper\" { walk orthogonal { empty* piece empty } } \
         test \"one is captured, the other stands\" { \
           position \"K5k/7/7/7/7/B6/R1Z4 w - - 0 1\" \
           expect moves from a1 are a1-b1, a1xa2 \
           expect fen \"K5k/7/7/7/7/B6/R1Z4 w - - 0 1\" \
           play a1xa2 expect fen \"K5k/7/7/7/7/R6/2Z4 b - - 0 1\", illegal c1-c2 because wrong-side } \
         test \"it is a piece to leap over\" { \
           position \"K5k/7/7/7/7/7/C1B4 w - - 0 1\" expect moves from a1 are a1-d1 }",
    );
}

#[test]
fn a_move_with_a_second_part_counts_once_for_each_way() {
    holds(
        "piece B \"Boulder\" neutral { } piece Z \"Other\" neutral { } \
         piece R \"Builder\" { step forward to empty placing B left, right { empty } \
                              step backward to empty placing Z any { empty } } \
         test \"which of them is put is written\" { \
           position \"K5k/7/7/7/7/R6/7 w - - 0 1\" \
           expect legal a2-a3/B@b3, a2-a1/Z@a2, count from a2 = 4 \
           play a2-a3/B@b3 expect fen \"K5k/7/7/7/RB5/7/7 b - - 0 1\" }",
    );
}

#[test]
fn an_end_may_hold_twice() {
    holds(
        "end count R > enemy twice wins piece R \"Rook\" { slide orthogonal } \
         test \"more, and still more\" { \
           position \"K5k/7/7/7/7/7/RR4r w - - 0 1\" \
           play b1-b2 expect White wins by count } \
         test \"more for the first time\" { \
           position \"K5k/7/7/7/7/7/R5r w - - 0 1\" \
           play a1xg1 expect ongoing play g7-f7 g1-g2 expect White wins by count }",
    );
}
