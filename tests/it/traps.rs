//! Positions from public bug reports of other programs, with the right answer: `tests/perft/traps.tsv`. The last column says in
//! our own form what each row is held to; a kind of check that nobody has written fails.

use crate::spelling::shipped;
use heterodox::notation::read_position;
use heterodox::play::fast::Fast;
use heterodox::play::{key, reference, repetition_key};
use heterodox::session::{Files, Session, Target};
use heterodox::text::Source;

#[test]
fn no_trap_catches() {
    let path = format!("{}/tests/perft/traps.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the table");
    let mut checks = 0;
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, position, _, _, held_to] = columns[..] else { panic!("five columns: {line}") };
        for check in held_to.split(';').map(str::trim) {
            let (word, rest) = check.split_once(' ').unwrap_or((check, ""));
            match word {
                "refused" => refused(game, position, rest),
                "equal" => equal(game, rest),
                "law" => compulsory_captures(game),
                _ => asked(&shipped(game, Some(position)), word, rest),
            }
            checks += 1;
        }
    }
    assert_eq!(checks, 19, "all checks of all rows");
}

/// A check of one position.
fn asked(session: &Session, word: &str, rest: &str) {
    let found = |text: &str| session.find(text).map(|n| session.texts()[n].clone());
    let fen = session.fen();
    match word {
        "legal" => assert!(found(rest).is_ok(), "{fen}: {rest}"),
        "illegal" => {
            let (text, reason) = rest.split_once(' ').expect("a move and its reason");
            let why = session.why(text).expect("an answer");
            assert_eq!((why.legal, why.reason), (false, Some(reason)), "{fen}: {}", why.message);
            assert!(found(text).is_err(), "{fen}: {text}");
        }
        "absent" => assert!(!session.texts().iter().any(|t| t == rest), "{fen}: {rest}"),
        "count" => assert_eq!(session.legal().len().to_string(), rest, "{fen}"),
        "perft" => {
            for (depth, figure) in (1..).zip(rest.split(' ')) {
                let nodes = Fast::new(session.game()).perft(session.position(), depth);
                assert_eq!(nodes.to_string(), figure, "{fen}, depth {depth}");
            }
        }
        "fen" => assert_eq!(fen, rest),
        "ongoing" => assert!(session.outcome().is_none(), "{fen}"),
        "loses" => {
            let (loser, cause) = rest.split_once(" by ").expect("who, and why");
            let end = session.outcome().expect("it is over");
            let winner = end.winner.expect("somebody wins").other();
            let decided = &session.game().ends[end.end.expect("an end decides")].terms[0];
            assert_eq!(session.game().players[winner.index()].name, loser, "{fen}");
            assert_eq!(decided.condition.word(), cause, "{fen}");
            assert!(!session.standing().check, "{fen}");
        }
        other => panic!("nobody knows how to check `{other}`"),
    }
}

/// The report marks `MARK`, and what it says names the rest: `MARK names A B`.
fn refused(game: &str, text: &str, rest: &str) {
    let (mark, names) = rest.split_once(" names ").expect("a mark and names");
    let game = Target::new(game).load().unwrap_or_else(|r| panic!("{r}")).game;
    let error = read_position(&game, text).expect_err(text);
    assert_eq!(&text[error.start..error.end], mark, "{error}");
    let said = format!("{error} {}", error.help.as_deref().unwrap_or_default());
    for name in names.split(' ') {
        assert!(said.contains(name), "{name}: {said}");
    }
}

/// Two texts of one position: the same for repetition and for hashing.
fn equal(game: &str, texts: &str) {
    let game = Target::new(game).load().unwrap_or_else(|r| panic!("{r}")).game;
    let both = texts.split('|').map(|t| read_position(&game, t.trim()).expect(t));
    let keys: Vec<_> = both
        .map(|p| (key::of(&p), repetition_key(&p, &reference::legal_moves(&game, &p))))
        .collect();
    assert_eq!(keys.len(), 2);
    assert_eq!(keys[0], keys[1]);
}

/// Only legal captures compel: where every capture is forbidden, the other moves stay.
fn compulsory_captures(game: &str) {
    let loaded = Target::new(game).load().unwrap_or_else(|r| panic!("{r}"));
    assert!(loaded.game.laws.must_capture, "{game}");
    let mut session = Session::new(loaded);
    for text in ["e2-e4", "d7-d5"] {
        session.play(text).unwrap_or_else(|r| panic!("{text}: {}", r.message));
    }
    assert_eq!(session.texts(), ["e4xd5"]);

    let text = "extends \"chess\" game \"Compelled\" must capture";
    let load = || heterodox::pipeline::load(Source::new("own.variant", text), &Files, &[]);
    let of = |fen: &str| {
        let mut session = Session::new(load().unwrap_or_else(|r| panic!("{r}")));
        session.set_position(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        session
    };
    // The one capture would leave the king to the rook on e8: it compels nobody.
    let pinned = of("k3r3/8/8/8/8/5p2/4N3/4K3 w - - 0 1");
    let king = of("k3r3/8/8/8/8/3p4/4N3/4K3 w - - 0 1");
    for session in [&pinned, &king] {
        assert!(session.legal().iter().all(|m| m.captures.is_empty()), "{:?}", session.texts());
        assert!(!session.legal().is_empty());
        let fast = Fast::new(session.game()).legal_moves(session.position());
        assert_eq!(fast.len(), session.legal().len());
    }
    assert_eq!(of("k7/8/8/8/8/5p2/8/4N2K w - - 0 1").texts(), ["e1xf3"]);
}
