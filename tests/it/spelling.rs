//! Spellings of moves: which move each means, and why it means none.

use crate::support::Files;
use heterodox::pipeline::load;
use heterodox::session::{Session, Target};
use heterodox::text::Source;

/// A shipped game at a position.
pub(crate) fn shipped(name: &str, fen: Option<&str>) -> Session {
    let loaded = Target::new(name).load().unwrap_or_else(|report| panic!("{name}: {report}"));
    let mut session = Session::new(loaded);
    if let Some(fen) = fen {
        session.set_position(fen).unwrap_or_else(|e| panic!("{fen}: {}", e.message));
    }
    session
}

/// A game of these pieces on a board of 5 by 5, where captures go to hand.
pub(crate) fn small(pieces: &str, fen: &str) -> Session {
    let text = format!(
        "game \"Small\" board 5x5 players White forward north, Black mirrored zone last rank 5 {pieces} \
         piece K \"King\" royal {{ step any }} setup \"{fen}\" end checkmate loses"
    );
    let loaded = load(Source::new("small.variant", text), &Files(&[]), &[]);
    Session::new(loaded.unwrap_or_else(|report| panic!("{report}")))
}

/// The canonical text of the move that a text means.
fn means(session: &Session, text: &str) -> String {
    match session.find(text) {
        Ok(number) => session.texts()[number].clone(),
        Err(refusal) => format!("{}: {}", refusal.reason, refusal.message),
    }
}

/// The reason, the squares and the sentence.
pub(crate) fn why(session: &Session, text: &str) -> (&'static str, String, String) {
    let reply = session.why(text).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message));
    assert!(!reply.legal, "{text}: {}", reply.message);
    (reply.reason.unwrap_or(""), reply.squares.join(" "), reply.message)
}

#[test]
fn a_castling_without_squares_is_explained_as_castling() {
    let start = shipped("asylum-chess", None);
    let (reason, squares, message) = why(&start, "O-O");
    assert_eq!((reason, squares.as_str()), ("castling", "g1 h1 i1"), "{message}");
    assert!(message.contains("castle K f1-i1"), "{message}");
    assert_eq!(why(&start, "O-O-O").0, "castling");
    let fens = [
        ("5k4/10/10/10/10/10/10/10/10/5K3R w - - 0 1", "castling", "", "the right is lost"),
        ("5k4/p9/10/10/10/10/10/10/10/5K4 w - - 0 1", "castling", "j1", "no super loony rook"),
        ("5k4/10/10/10/10/10/10/10/4q5/5K3R w K - 0 1", "castling", "f1", "in check"),
        ("5k1r2/10/10/10/10/10/10/10/10/5K3R w K - 0 1", "castling", "h1", "would cross h1"),
        ("5k2r1/10/10/10/10/10/10/10/10/5K3R w K - 0 1", "check", "i10 i1", "could take"),
    ];
    for (fen, reason, squares, part) in fens {
        let (word, found, message) = why(&shipped("asylum-chess", Some(fen)), "O-O");
        assert_eq!((word, found.as_str()), (reason, squares), "{fen}: {message}");
        assert!(message.contains(part), "{fen}: {message}");
    }
    let message = why(&shipped("med-chess", None), "0-0").2;
    assert!(message.contains("no such castling"), "{message}");
}

const KNIGHT: &str = "captures to hand piece N \"Knight\" { step (2,1) drop anywhere }";

#[test]
fn a_dropped_piece_takes_no_promotion_mark() {
    let session = small(KNIGHT, "k4/5/5/5/K4[N] w - - 0 1");
    for text in ["N@e2=N", "N@e2=K", "n@e2=n"] {
        let (reason, _, message) = why(&session, text);
        assert_eq!(reason, "promotion", "{message}");
        assert!(message.contains("a dropped piece does not promote"), "{message}");
    }
    assert_eq!(why(&session, "N@a1=N").0, "hand");
    for text in ["N@e2-e4-e5", "N@e2-e2"] {
        assert_eq!(session.find(text).map_err(|r| r.reason), Err("text"), "{text}");
    }
    assert_eq!(means(&session, "n@E2"), "N@e2");
}

#[test]
fn a_written_capture_means_a_move_that_captures() {
    let session = shipped("ninjutsu", Some("k5*/7/4p**/3pP**/5**/5**/7/5K* w - d6 0 1"));
    assert_eq!(means(&session, "e5xd6"), "e5xd5-d6");
    assert_eq!(means(&session, "e5:d6"), "e5xd5-d6");
    assert_eq!(means(&session, "e5-d6"), "e5-d6");
    assert_eq!(means(&session, "e5d6"), "e5-d6");
    let quiet = shipped("ninjutsu", Some("k5*/7/4p**/4P**/5**/5**/7/5K* w - - 0 1"));
    assert_eq!(means(&quiet, "e5xd6"), "e5-d6");
}

#[test]
fn every_spelling_of_a_drop_is_understood() {
    let walker = "captures to hand piece S \"Spy\" { step any drop { empty forward empty{0,3} } drop anywhere }";
    let session = small(walker, "k4/5/5/5/4K[S] w - - 0 1");
    for text in ["S@a1", "S@a2", "S@a1-a2", "S@b1-b4", "S@b4", "S@b3b4"] {
        let number = session.find(text).unwrap_or_else(|r| panic!("{text}: {}", r.message));
        let end = text.get(text.len() - 2..);
        let listed = &session.texts()[number];
        assert_eq!(listed.get(listed.len() - 2..), end, "{text} means {listed}");
    }
}

const MED: &str = "k3****/5***/6**/3pn2*/*3Ap2/**6/***5/****3K w - - 0 1";

#[test]
fn a_short_form_may_name_the_square_that_is_shot_at() {
    let session = shipped("med-chess", Some(MED));
    for text in ["Axe5", "A:e5"] {
        assert_eq!(means(&session, text), "e4:e5", "{text}");
    }
}

#[test]
fn a_promotion_mark_where_nothing_promotes_is_told_so() {
    let session = shipped("asylum-chess", None);
    let (reason, _, message) = why(&session, "e2-e4=Q");
    assert_eq!(reason, "promotion");
    assert!(message.contains("does not promote there"), "{message}");
    assert!(message.contains("promote on last-rank") && message.contains("(line "), "{message}");
    assert!(!message.contains("can become"), "{message}");
    let (reason, _, message) = why(&session, "b1-a3=Q");
    assert_eq!(reason, "promotion");
    assert!(message.contains("it has no promotion"), "{message}");
}

#[test]
fn a_plus_behind_a_move_promotes_where_the_promoted_piece_is_written_with_one() {
    let camp = "4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1";
    let mut session = shipped("shogi", Some(camp));
    session.play("a7-a8+").expect("promotes");
    assert_eq!(session.fen(), "4k4/+P8/9/9/9/9/9/9/4K4[] b - - 1 1");
    let mut session = shipped("shogi", Some(camp));
    session.play("Pa8+").expect("promotes");
    assert!(session.fen().contains("+P"), "{}", session.fen());
    // Where nothing is written so, it means check.
    let mut session = shipped("chess", Some("4k3/8/8/8/8/8/8/4KR2 w - - 0 1"));
    session.play("Rf8+").expect("gives check");
}
