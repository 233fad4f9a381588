//! What `why` says of a blocked move is true, and speaks of the square that matters.

use crate::spelling::{shipped, small, why};

const MED: &str = "k3****/5***/6**/3pn2*/*3Ap2/**6/***5/****3K w - - 0 1";

#[test]
fn captures_that_another_board_would_allow_are_blocked() {
    let loony = "5k4/10/10/10/10/10/10/1R8/10/5K3P w - - 0 1";
    let cases = [
        ("med-chess", MED, "e4-e6:e7", "e7"),
        ("med-chess", MED, "e4-c6:c5", "c5"),
        ("ninjutsu", "k5*/7/p2pp**/1P3**/2G2**/1p3**/p6/5K* w - - 0 1", "c4xd5xe6", "d5"),
        ("asylum-chess", "5k4/10/10/10/10/3ppp4/10/3NP5/10/5K4 w - - 0 1", "d3xe4xf5", "e4"),
        ("asylum-chess", loony, "b3xb5-b7", "b5"),
    ];
    for (game, fen, text, square) in cases {
        let (reason, squares, message) = why(&shipped(game, Some(fen)), text);
        assert_eq!((reason, squares.as_str()), ("blocked", square), "{text}: {message}");
        assert!(message.contains(&format!("no enemy stands on {square}")), "{message}");
        assert!(!message.contains("whatever stands"), "{message}");
    }
    let message = why(&shipped("asylum-chess", Some(loony)), "b3xb5xb7").2;
    assert!(message.contains("no enemy stands on b5"), "{message}");
}

#[test]
fn a_shot_that_no_rule_makes_is_still_said_to_be_none() {
    assert_eq!(why(&shipped("med-chess", Some(MED)), "e4:g5").0, "no-rule");
}

const PIECES: &str = "piece R \"Rook\" { slide orthogonal } piece S \"Sniper\" { walk orthogonal { empty* capture friend } }";

#[test]
fn what_stands_on_the_last_square_is_named() {
    let session = small(PIECES, "1k3/5/R4/S4/K3R w - - 0 1");
    let (reason, squares, message) = why(&session, "a3-a2");
    assert_eq!((reason, squares.as_str()), ("blocked", "a2"), "{message}");
    assert!(message.contains("a piece of its own side stands on a2"), "{message}");
    let (reason, squares, message) = why(&session, "a2xa1");
    assert_eq!((reason, squares.as_str()), ("blocked", "a1"), "{message}");
    assert!(message.contains("never captured"), "{message}");
}

#[test]
fn a_move_of_a_piece_that_stands_elsewhere_says_so() {
    let knights = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4";
    let cases = [
        ("chess", None, "Ne2e4", "e2", "no knight stands on e2, but a pawn"),
        ("chess", None, "Kd1e1", "d1", "no king stands on d1, but a queen"),
        ("chess", Some(knights), "Nbd7", "", "Black has no knight on file b"),
        ("chess", Some(knights), "N3d7", "", "Black has no knight on rank 3"),
        ("chess", Some(knights), "Na1d7", "a1", "rook on a1 is White's"),
    ];
    for (game, fen, text, squares, says) in cases {
        let (reason, found, message) = why(&shipped(game, fen), text);
        assert!(message.contains(says), "{text}: {message}");
        assert_eq!(found, squares, "{text}");
        let known = if says.contains("is White's") { "wrong-side" } else { "empty-square" };
        assert_eq!(reason, known, "{text}: {message}");
    }
}

#[test]
fn where_no_piece_is_named_none_is_blamed() {
    let (reason, _, message) = why(&shipped("chess", None), "e5");
    assert_eq!(reason, "no-rule");
    assert!(message.contains("no rule of any piece of White's"), "{message}");
}

#[test]
fn where_nothing_moves_a_square_alone_is_a_drop() {
    let (reason, _, message) = why(&shipped("reversi", None), "d3");
    assert_eq!(reason, "condition", "{message}");
    assert!(message.contains("its `when` does not hold"), "{message}");
}

#[test]
fn who_could_go_on_must() {
    let men = "8/8/5m2/8/3m4/2M5/8/8 w - - 0 1";
    let (reason, squares, message) = why(&shipped("english-draughts", Some(men)), "c3e5");
    assert_eq!((reason, squares.as_str()), ("compulsory", "e5"), "{message}");
    assert!(message.contains("it goes on from e5"), "{message}");
}

/// Of a castling all squares in the way are named, as of a slide.
#[test]
fn what_stands_between_king_and_partner_is_named() {
    for (text, squares, told) in [
        ("O-O", "f1 g1", "but f1 and g1 are not empty"),
        ("O-O-O", "d1 c1 b1", "d1, c1 and b1 are not empty"),
    ] {
        let (reason, found, message) = why(&shipped("chess", None), text);
        assert_eq!((reason, found.as_str()), ("castling", squares), "{message}");
        assert!(message.contains(told), "{message}");
    }
    let one = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1";
    let message = why(&shipped("chess", Some(one)), "O-O").2;
    assert!(message.contains("but g1 is not empty"), "{message}");
}
