//! Ways to write positions that other programs have: read, and written in the one way of ours.

use heterodox::examine::Random;
use heterodox::notation::{read_position, write_position};
use heterodox::play::fast::Fast;
use heterodox::play::{reference, repetition_key};
use heterodox::session::{Session, Target};

/// Each text is read as the position behind it.
fn read_as(game: &str, texts: &[(&str, &str)]) {
    let game = Target::new(game).load().unwrap_or_else(|r| panic!("{r}")).game;
    for (text, ours) in texts {
        let position =
            read_position(&game, text).unwrap_or_else(|e| panic!("{text}: {e} ({:?})", e.help));
        let legal = reference::legal_moves(&game, &position);
        assert_eq!(&write_position(&game, &position, &legal), ours, "{text}");
        let again = read_position(&game, ours).unwrap_or_else(|e| panic!("{ours}: {e}"));
        assert_eq!(repetition_key(&again, &legal), repetition_key(&position, &legal), "{ours}");
    }
}

/// The place that the report marks, and what it says.
fn refused(game: &str, text: &str) -> (String, String) {
    let game = Target::new(game).load().unwrap_or_else(|r| panic!("{r}")).game;
    let error = read_position(&game, text).expect_err(text);
    let said = format!("{error}: {}", error.help.as_deref().unwrap_or_default());
    (text[error.start..error.end].to_owned(), said)
}

#[test]
fn hands_behind_a_slash_in_brackets_or_missing() {
    read_as(
        "crazyhouse",
        &[
            ("2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"),
            ("2k5/8/8/8/8/8/8/4K3/ b - - 0 1", "2k5/8/8/8/8/8/8/4K3[] b - - 0 1"),
            ("2k5/8/8/8/8/8/8/4K3[-] w", "2k5/8/8/8/8/8/8/4K3[] w - - 0 1"),
            ("2k5/8/8/8/8/8/8/4K2Q~/nQ w - -", "2k5/8/8/8/8/8/8/4K2Q~[Qn] w - - 0 1"),
        ],
    );
    // A rank too many is not taken for hands.
    let (place, said) = refused("crazyhouse", "rnbqkbnr/8/8/8/8/8/8/8/RNBQKBNR w - - 0 1");
    assert_eq!(place, "/RNBQKBNR", "{said}");
    assert!(said.contains("9 rows for 8 ranks"), "{said}");
    let (place, said) = refused("chess", "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1");
    assert_eq!(place, "/Qn", "{said}");
}

#[test]
fn shogi_programs_write_a_number_before_a_piece_in_hand() {
    read_as(
        "shogi",
        &[
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
            ),
            (
                "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4",
                "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] b - - 0 2",
            ),
            (
                "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
                "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L[Sbgnppp] b - - 0 62",
            ),
            ("4k4/9/9/9/9/9/9/9/4K4 b R10p", "4k4/9/9/9/9/9/9/9/4K4[Rpppppppppp] w - - 0 1"),
        ],
    );
    read_as("minishogi", &[("rbsgk/4p/5/P4/KGSBR b - 1", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1")]);
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2K 1").0, "2K");
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 0P 1").0, "0P");
    assert_eq!(refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 300P 1").0, "300P");
    assert_eq!(refused("shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 x").0, "x");
}

#[test]
fn a_game_with_castling_is_not_written_as_shogi_programs_do() {
    let white = "r3k3/8/8/8/8/8/8/R3K3[] w Qq - 0 3";
    read_as(
        "crazyhouse",
        &[
            ("r3k3/8/8/8/8/8/8/R3K3 w Qq 3", "r3k3/8/8/8/8/8/8/R3K3[] w Qq - 3 1"),
            ("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 3", white),
            ("r3k3/8/8/8/8/8/8/R3K3 w Qq 0 3", white),
        ],
    );
}

#[test]
fn checks_to_give_and_checks_given() {
    let ours = "4k3/8/8/8/8/8/8/4K2R w K - 1+3 5 9";
    read_as(
        "three-check",
        &[
            ("4k3/8/8/8/8/8/8/4K2R w K - 1+3 5 9", ours),
            ("4k3/8/8/8/8/8/8/4K2R w K - +2+0 5 9", ours),
            ("4k3/8/8/8/8/8/8/4K2R w K - 5 9 +2+0", ours),
            ("4k3/8/8/8/8/8/8/4K2R w K - 5 9 1+3", ours),
            ("4k3/8/8/8/8/8/8/4K2R w K 1+3 5 9", ours),
            ("4k3/8/8/8/8/8/8/4K2R w K - 5 9", "4k3/8/8/8/8/8/8/4K2R w K - 3+3 5 9"),
        ],
    );
    assert_eq!(refused("three-check", "4k3/8/8/8/8/8/8/4K2R w K - 4+3 5 9").0, "4+3");
    assert_eq!(refused("three-check", "4k3/8/8/8/8/8/8/4K2R w K - 3+3 5 9 +0+0").0, "+0+0");
    assert_eq!(refused("chess", "4k3/8/8/8/8/8/8/4K2R w K - 3+3 5 9").0, "3+3");
}

/// What is told to be written instead can be written.
#[test]
fn a_gap_that_is_too_wide_names_the_widest() {
    for (gap, help) in [
        ("9", "write a number from 1 to 8"),
        ("44", "for 4 and 4 write `8`"),
        ("99", "write one from 1 to 8"),
        ("123456", "write one from 1 to 8"),
    ] {
        let game = Target::new("chess").load().unwrap_or_else(|r| panic!("{r}")).game;
        let text = format!("rnbqkbnr/pppppppp/8/{gap}/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let told = read_position(&game, &text).unwrap_err().help.unwrap_or_default();
        assert!(told.contains(help), "{gap}: {told}");
    }
}

#[test]
fn fields_that_a_game_never_fills_may_be_missing() {
    read_as(
        "breakthrough",
        &[
            ("p7/8/8/8/8/8/8/P7 b 3 7", "p7/8/8/8/8/8/8/P7 b - - 3 7"),
            ("p7/8/8/8/8/8/8/P7 b - 3 7", "p7/8/8/8/8/8/8/P7 b - - 3 7"),
            ("p7/8/8/8/8/8/8/P7 b", "p7/8/8/8/8/8/8/P7 b - - 0 1"),
            ("p7/8/8/8/8/8/8/P7", "p7/8/8/8/8/8/8/P7 w - - 0 1"),
        ],
    );
    assert_eq!(refused("breakthrough", "p7/8/8/8/8/8/8/P7 b 3 7 9").0, "9");
}

#[test]
fn the_piece_that_left_a_trail_may_be_named_too() {
    let ours = "rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PP1PPPPP/RNBQKBNR w KQkq d6 0 1";
    read_as(
        "berolina",
        &[
            (
                "rnbqkbnr/pppp1ppp/8/2p5/5P2/8/PPP1PPPP/RNBQKBNR w KQkq c5d6 2 2",
                "rnbqkbnr/pppp1ppp/8/2p5/5P2/8/PPP1PPPP/RNBQKBNR w KQkq - 2 2",
            ),
            ("4k3/8/8/2pP4/8/8/8/4K3 w - d6c5 0 1", "4k3/8/8/2pP4/8/8/8/4K3 w - d6 0 1"),
        ],
    );
    // Both pawns can have passed d6: which of them it was, is written.
    let game = Target::new("berolina").load().unwrap_or_else(|r| panic!("{r}")).game;
    let legal = |text: &str| {
        let position = read_position(&game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let legal = reference::legal_moves(&game, &position);
        let written = write_position(&game, &position, &legal);
        assert_eq!(read_position(&game, &written).as_ref(), Ok(&position), "{written}");
        let taken = legal.iter().find(|m| m.on_trail.is_some()).expect("a capture on the trail");
        (taken.captures[0], position)
    };
    let (c5, _) = legal(&ours.replace(" d6 ", " d6c5 "));
    let (e5, _) = legal(&ours.replace(" d6 ", " e5d6 "));
    assert_ne!(c5, e5);
    for (text, place) in [("c5", "c5"), ("d6c5e5", "c5"), ("d6b2", "b2"), ("f6c5", "f6c5")] {
        assert_eq!(refused("berolina", &ours.replace(" d6 ", &format!(" {text} "))).0, place);
    }
}

#[test]
fn castling_rights_by_file_or_outermost() {
    read_as(
        "chess",
        &[("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")],
    );
    read_as(
        "chess+chess960",
        &[
            ("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"),
            ("1rk3r1/8/8/8/8/8/8/1RK3R1 w Kq - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w Kq - 0 1"),
            // The outermost rook is meant by `K`; the inner one is named by its file.
            ("4k3/8/8/8/8/8/8/1K3R1R w K - 0 1", "4k3/8/8/8/8/8/8/1K3R1R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/1K3R1R w H - 0 1", "4k3/8/8/8/8/8/8/1K3R1R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1"),
        ],
    );
    for letter in ["Q", "A", "G", "k", "z"] {
        let fen = format!("4k3/8/8/8/8/8/8/1K3R1R w {letter} - 0 1");
        let (place, said) = refused("chess+chess960", &fen);
        assert_eq!(place, letter, "{said}");
        assert!(said.contains("the rights are"), "{said}");
    }
    assert_eq!(refused("chess+chess960", "4k3/8/8/8/8/8/8/1K3R1R w KH - 0 1").0, "H");
}

/// A position of the given game; moves by their texts.
fn at(game: &str, fen: &str) -> Session {
    crate::spelling::shipped(game, Some(fen))
}

#[test]
fn castling_from_any_square_is_read_in_every_way() {
    let session = at("chess+chess960", "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1");
    let means = |text: &str| session.find(text).map(|n| session.texts()[n].clone()).ok();
    // King and rook change places; the step to e1 and g1's rook are something else.
    for text in ["f1-g1/g1-f1", "f1g1", "f1-g1", "O-O", "0-0"] {
        assert_eq!(means(text).as_deref(), Some("f1-g1/g1-f1"), "{text}");
    }
    for text in ["f1-c1/b1-d1", "f1b1", "O-O-O", "f1c1"] {
        assert_eq!(means(text).as_deref(), Some("f1-c1/b1-d1"), "{text}");
    }
    assert_eq!(means("f1-e1").as_deref(), Some("f1-e1"));
    let stays = at("chess+chess960", "4k3/8/8/8/8/8/8/6KR w K - 0 1");
    for text in ["g1/h1-f1", "g1h1", "O-O"] {
        assert_eq!(
            stays.find(text).map(|n| stays.texts()[n].clone()).ok().as_deref(),
            Some("g1/h1-f1"),
            "{text}"
        );
    }
    let rook_stays = at("chess+chess960", "4k3/8/8/8/8/8/8/1K3R2 w K - 0 1");
    for text in ["b1-g1/f1", "b1f1", "b1g1", "O-O"] {
        let found = rook_stays.find(text).map(|n| rook_stays.texts()[n].clone());
        assert_eq!(found.ok().as_deref(), Some("b1-g1/f1"), "{text}");
    }
    // In chess, too, the king may be written onto its rook.
    let chess = at("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(
        chess.find("e1h1").map(|n| chess.texts()[n].clone()).ok().as_deref(),
        Some("e1-g1/h1-f1")
    );
}

#[test]
fn castling_from_any_square_keeps_its_conditions() {
    let cases = [
        // The rook that castles away from b1 shielded the king.
        ("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "O-O-O", "check"),
        // A rook in the way, and an inner rook.
        ("1k6/8/8/8/8/8/8/3K1RR1 w K - 0 1", "O-O", "castling"),
        // Through check, and out of check.
        ("4kr2/8/8/8/8/8/8/3K3R w K - 0 1", "O-O", "castling"),
        ("3rk3/8/8/8/8/8/8/3K3R w K - 0 1", "d1h1", "castling"),
        ("3k2r1/8/8/8/8/8/8/6KR w K - 0 1", "O-O", "castling"),
    ];
    for (fen, text, reason) in cases {
        let (word, _, message) = crate::spelling::why(&at("chess+chess960", fen), text);
        assert_eq!(word, reason, "{fen}: {message}");
    }
    // The rook may pass an attacked square; and with the king the right to the other side is gone.
    let mut session = at("chess+chess960", "1r2k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
    session.play("O-O-O").unwrap_or_else(|r| panic!("{}", r.message));
    assert_eq!(session.fen(), "1r2k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    let mut session = at("chess+chess960", "4k3/8/8/8/8/8/8/R5KR w KQ - 0 1");
    session.play("O-O").unwrap_or_else(|r| panic!("{}", r.message));
    assert_eq!(session.fen(), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
}

/// Both generators agree, and positions come back from their texts, in games from shuffled start positions.
#[test]
fn generators_agree_with_castling_from_any_square() {
    let ranks =
        ["bbqnnrkr", "nrbkqrnb", "rkbbnqnr", "qnrkrnbb", "brkqnbrn", "rknbbqrn", "nqbrnkrb"];
    let mut castled = 0;
    for game in ["chess+chess960", "atomic+chess960"] {
        let game = Target::new(game).load().unwrap_or_else(|r| panic!("{r}")).game;
        let fast = Fast::new(&game);
        let mut random = Random::new(5);
        for rank in ranks {
            let text =
                format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rank.to_uppercase());
            let mut position =
                read_position(&game, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
            for _ in 0..60 {
                let legal = reference::legal_moves(&game, &position);
                let mut listed = fast.legal_moves(&position);
                assert_eq!(listed.len(), legal.len(), "{text}");
                assert!(legal.iter().all(|m| listed.contains(m)), "{text}");
                assert_eq!(fast.audit(&position, &listed), None);
                let written = write_position(&game, &position, &legal);
                assert_eq!(
                    read_position(&game, &written).map(|p| p.rights),
                    Ok(position.rights),
                    "{written}"
                );
                listed.retain(|m| m.partner.is_some());
                castled += listed.len();
                let chosen = listed.first().or_else(|| random.one_of(&legal));
                let Some(chosen) = chosen else { break };
                position = position.play(&game, chosen);
                if position.royals(&game, position.side).next().is_none() {
                    break;
                }
            }
        }
    }
    assert!(castled > 0);
}
