//! Rules of the whole game, each in a small game whose own tests say what is expected, and in games whose figures are known.

use heterodox::examine::Examiner;
use heterodox::examine::verify::{Plan, verify};
use heterodox::pipeline::{load, read, review};
use heterodox::session::{Files, Session, Target};
use heterodox::text::Source;

/// Loads a game, and has its tests pass.
#[track_caller]
fn holds(text: &str) {
    let loaded = load(Source::new("small.variant", text), &Files, &[]);
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

/// The same of a small board with two kings.
#[track_caller]
fn small(declarations: &str) {
    holds(&format!(
        "game \"Small\" board 5x5 players White forward north, Black mirrored \
         end checkmate loses end stalemate draws piece K \"King\" royal {{ step any }} {declarations}"
    ));
}

#[test]
fn what_is_in_hand_comes_first_where_drops_are_compulsory() {
    small(
        "zone first rank 1 must drop piece R \"Rook\" { slide orthogonal drop on first } \
         setup \"4k/5/5/5/K4[Rr] w - - 0 1\" \
         test \"drops, as long as there are any\" { \
           expect moves are R@b1, R@c1, R@d1, R@e1 \
           expect illegal a1-a2 because compulsory \
           play R@b1 R@b5 \
           expect legal a1-a2, b1-b4 \
           position \"4k/5/5/5/KRRRr[R] w - - 0 1\" \
           expect legal a1-a2, d1xe1 }",
    );
    small(
        "zone first rank 1 must drop must capture piece R \"Rook\" { slide orthogonal drop on first } \
         setup \"4k/5/5/5/KR2r[R] w - - 0 1\" \
         test \"before captures\" { expect moves are R@c1, R@d1 }",
    );
}

#[test]
fn what_is_captured_as_another_is_dropped_in_its_place() {
    small(
        "zone first rank 1 captures to hand piece P \"Pawn\" { step forward drop anywhere } \
         piece +P \"Gold\" captured as P { step orthogonal drop on first } \
         setup \"4k/5/5/5/K4[Pp] w - - 0 1\" \
         test \"with either face\" { \
           expect moves of +P are +P@b1, +P@c1, +P@d1, +P@e1 \
           expect legal P@b1, illegal +P@b2 \
           play +P@b1 \
           expect fen \"4k/5/5/5/K+P3[p] b - - 0 1\" \
           play e5-e4 \
           expect illegal +P@c1 because hand \
           expect refused \"4k/5/5/5/K4[+P] w - - 0 1\" \
           position \"4k/5/5/5/K+p3[] w - - 0 1\" \
           play a1xb1 \
           expect fen \"4k/5/5/5/1K3[P] b - - 0 1\" }",
    );
    small(
        "captures to hand piece P \"Pawn\" { step forward } \
         piece +P \"Gold\" captured as P { step orthogonal drop anywhere } \
         setup \"4k/5/5/5/Kp3[] w - - 0 1\" \
         test \"and is kept for it, though it is not dropped as itself\" { \
           play a1xb1 e5-e4 \
           expect legal +P@a1, illegal P@a1 }",
    );
}

#[test]
fn one_of_several_royal_pieces_may_be_taken_while_another_is_safe() {
    small(
        "captures spare royal piece R \"Rook\" { slide orthogonal } \
         setup \"k3k/5/5/5/R3K w - - 0 1\" \
         test \"one attacked is no check\" { \
           position \"k3k/5/5/5/R2K1 b - - 0 1\" \
           expect no check, legal a5-b5, e5-e4 \
           play e5-e4 a1xa5 \
           expect fen \"R4/4k/5/5/3K1 b - - 0 2\", no check \
           position \"4k/5/5/5/R2K1 w - - 0 1\" \
           play a1-a5 \
           expect check } \
         test \"both attacked is check\" { \
           position \"k1k2/5/5/5/R1RK1 b - - 0 1\" \
           expect check, legal a5-b5, c5-b5, illegal a5-a4 because check \
           expect refused \"k1k2/5/5/5/R1RK1 w - - 0 1\" \
           expect refused \"5/5/5/5/R1RK1 w - - 0 1\" } \
         test \"one of them has to be brought to safety\" { \
           position \"k3k/RR3/5/5/3KR b - - 0 1\" \
           expect check, legal e5-d5, illegal a5xa4 because check }",
    );
}

/// What the game demands of every move is told with the game, and not with a piece.
#[test]
fn rules_of_the_whole_game_are_shown() {
    let laws = [
        "captures to hand",
        "captures afterwards",
        "captures spare royal",
        "must drop",
        "must capture most",
        "must not check",
        "passing allowed",
        "passing when stuck",
        "every move places R anywhere",
    ];
    for law in laws {
        let text = format!(
            "game \"Small\" board 5x5 players White forward north, Black mirrored\n{law}\n\
             piece K \"King\" royal {{ step any }}\n\
             piece R \"Rook\" {{ slide orthogonal drop anywhere }}\n\
             setup \"4k/5/5/5/K4[] w - - 0 1\" end checkmate loses end stalemate draws"
        );
        let loaded = load(Source::new("small.variant", text), &Files, &[]);
        let session = Session::new(loaded.unwrap_or_else(|report| panic!("{report}")));
        let shown = session.show();
        let told: Vec<&str> = shown.laws.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(told, [law]);
        let of_pieces = shown.pieces.iter().flat_map(|p| &p.rules).any(|r| r.text == law);
        assert!(!of_pieces, "{law}");
    }
}

#[test]
fn every_move_moves_a_piece_of_nobody() {
    let rules = "piece X \"Stone\" neutral { } every move moves X anywhere \
         piece P \"Pawn\" { step forward to empty promote on last to R } zone last rank 5 \
         piece R \"Rook\" { slide orthogonal walk orthogonal { empty* capture X } } \
         castle K a1-c1 with R d1-b1";
    small(&format!(
        "{rules} setup \"4k/5/5/5/K2R1 w K - 0 1\" \
         test \"it is put, then moved\" {{ \
           expect legal a1-a2/a1, a1-c1/d1-b1/a1, a1-c1/d1-b1/d1 \
           expect illegal a1-a2 because second-part, illegal a1-a2/a2 because second-part \
           play a1-c1/d1-b1/c2 \
           expect fen \"4k/5/5/2*2/1RK2 b - - 1 1\", illegal e5-e4/c2 because second-part \
           play e5-e4/d1 \
           expect fen \"5/4k/5/5/1RK*1 w - - 2 2\", illegal c1-d1/a1 because blocked \
           expect legal b1-b2/d2, Kc2/e1, illegal Kc2/d1 because second-part }} \
         test \"behind a promotion\" {{ \
           position \"4k/P4/2*2/5/K4 w - - 0 1\" \
           expect legal a4-a5=R/a4, illegal a4-a5/a4 because promotion }} \
         test \"captured, it comes back elsewhere\" {{ \
           position \"4k/5/5/5/K1*R1 w - - 0 1\" \
           expect legal d1xc1/d1, illegal d1xc1/c1 because second-part }} \
         test \"there is one at most\" {{ expect refused \"4k/5/2*2/5/K1*R1 w - - 0 1\" at 1 }} \
         test \"it comes in the way of a check, and must not be taken out of one\" {{ \
           position \"4k/5/*4/K4/2r2 w - - 0 1\" \
           expect no check, legal a2-b2/c2, illegal a2-a1/a3 because second-part \
           expect illegal a2-a1/d1 because check, legal a2-a1/b1 }}"
    ));
}

#[test]
fn every_move_places_a_further_piece() {
    small(
        "zone middle both ranks 2-4 every move places P on middle piece P \"Post\" { step forward } \
         setup \"4k/5/5/5/K4 w - - 0 1\" \
         test \"of the player\" { \
           expect count 43, illegal a1-b1/c1 because second-part \
           play a1-b1/c2 e5-e4/d3 \
           expect fen \"5/4k/3p1/2P2/1K3 w - - 2 2\", illegal c2xd3 because no-rule \
           expect illegal c2-c3/c2 because second-part play c2-c3/d2 \
           expect fen \"5/4k/2Pp1/3P1/1K3 b - - 3 2\" }",
    );
    small(
        "zone hole both c3 every move places P on hole piece P \"Post\" { } \
         setup \"4k/5/5/5/K4 w - - 0 1\" \
         test \"where no square is left, there is no move\" { \
           play a1-a2/c3 expect stalemate, moves are none }",
    );
}

/// Figures that another program has counted, and the laws.
#[test]
fn known_figures() {
    for text in [
        include_str!("../cases/games/two-faces.variant"),
        include_str!("../cases/games/placed-first.variant"),
        include_str!("../cases/games/two-kings.variant"),
    ] {
        holds(text);
        lawful(text);
    }
}

/// Asks the laws of a few games.
#[track_caller]
fn lawful(text: &str) {
    let loaded = load(Source::new("small.variant", text), &Files, &[]);
    let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
    let plan = Plan { every: 5, plies: 60, ..Plan::usual(6, 1) };
    let reply = verify(&loaded, &plan, &|_| {});
    assert!(reply.found.is_none(), "{}", reply.found.unwrap().test);
}

/// Ends of one player alone, so that the mirror image of a position may be over where it is not.
#[test]
fn ends_of_one_player_keep_the_laws() {
    lawful(
        "game \"Crossing\" board 4x4 players White forward north, Black alike \
         piece P \"Stone\" unlimited { drop anywhere } setup \"4/4/4/4 w - - 0 1\" \
         end for White after own move P when not south is anything \
           and walk any { (friend any)* friend (when not north is anything) } wins \
         end for Black after own move P when not west is anything \
           and walk any { (friend any)* friend (when not east is anything) } wins",
    );
}

#[test]
fn who_always_has_something_to_drop_needs_nothing_on_the_board() {
    let of = |unlimited: &str| {
        let text = format!(
            "game \"Row\" board 3x3 players Cross forward north, Nought mirrored \
             piece P \"Mark\" {unlimited} {{ drop anywhere }} setup \"3/3/3 w - - 0 1\" \
             end after own move P when walk any {{ (friend & P){{2}} }} wins end no moves draws"
        );
        let draft = read(Source::new("row.variant", text), &Files);
        let report = review(&draft, &[]);
        report.diagnostics().iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(of("unlimited"), Vec::<&str>::new());
    assert!(of("").contains(&"W0424"));
}
