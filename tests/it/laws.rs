//! Laws that hold for every game, on positions of random play.
//!
//! `HETERODOX_POSITIONS` says how many positions a game (10,000 in full; 300 if it is not set).

use heterodox::examine::laws::{Generator, Law, Laws};
use heterodox::examine::verify::{Plan, verify, verify_with};
use heterodox::examine::{Examiner, Random};
use heterodox::notation::write_position;
use heterodox::pipeline::Loaded;
use heterodox::play::fast::{Fast, Line};
use heterodox::play::{Move, Position};
use heterodox::session::{Files, SHIPPED, Target};
use heterodox::text::Source;

fn positions() -> usize {
    std::env::var("HETERODOX_POSITIONS").ok().map_or(300, |n| n.parse().expect("a number"))
}

fn load(name: &str) -> Loaded {
    Target::new(name).load().unwrap_or_else(|report| panic!("{name}: {report}"))
}

/// Captures, promotions, drops and castlings come more often than by pure chance.
fn chosen<'m>(legal: &'m [Move], random: &mut Random) -> Option<&'m Move> {
    let rare: Vec<&Move> = legal
        .iter()
        .filter(|m| {
            !m.captures.is_empty()
                || m.promotes()
                || m.is_drop()
                || m.partner.is_some()
                || !m.trail.is_empty()
        })
        .collect();
    if !rare.is_empty() && random.below(3) == 0 {
        return random.one_of(&rare).copied();
    }
    random.one_of(legal)
}

fn laws_hold(name: &str) {
    let loaded = load(name);
    let mut laws = Laws::new(&loaded);
    assert!(laws.fast().is_fast(), "{name}: no trees");
    assert!(loaded.game.mirror.is_some(), "{name}: the players are images of each other");
    let mut random = Random::new(7);
    let (mut position, mut plies) = (loaded.start.clone(), 0);
    for _ in 0..positions() {
        let legal = laws.moves(&position);
        if let Err(violation) = laws.ask(&position, &legal, &mut random) {
            let fen = write_position(laws.game(), &position, &legal);
            panic!("{name}: {fen}: {}: {}", violation.law.words(), violation.message);
        }
        plies += 1;
        match chosen(&legal, &mut random).filter(|_| plies <= 160) {
            Some(played) => position = position.play(laws.game(), played),
            None => {
                (position, plies) = (loaded.start.clone(), 0);
                laws.begin();
            }
        }
    }
}

/// Whatever is drawn, played and taken back is a legal move, and a game that goes no further has ended.
#[test]
fn drawn_games_are_games_of_legal_moves() {
    for shipped in SHIPPED {
        let loaded = load(shipped.name);
        let (game, fast) = (&loaded.game, Fast::new(&loaded.game));
        let mut random = Random::new(11);
        let mut line = Line::new(&fast, &loaded.start);
        for ply in 0..positions().min(300) {
            let before = line.position();
            let name = || format!("{}: {}", shipped.name, write_position(game, &before, &[]));
            if ply % 120 == 119 || !line.play_any(|bound| random.below(bound)) {
                assert!(ply % 120 == 119 || line.outcome().is_some(), "{}", name());
                line.begin(&loaded.start);
                assert_eq!(line.position(), loaded.start);
                assert!(!line.take_back());
                continue;
            }
            let after = line.position();
            let legal = fast.legal_moves(&before);
            assert!(legal.iter().any(|m| before.play(game, m) == after), "{}", name());
            if random.below(4) == 0 {
                assert!(line.take_back());
                assert_eq!(line.position(), before, "{}", name());
            }
        }
    }
}

/// Slots for all of these would take more than 64 MiB, so that moves are drawn from a list.
#[test]
fn on_a_vast_board_with_many_promotions_moves_are_drawn_too() {
    let kinds = 'A'..='J';
    let steps: String = kinds.clone().map(|n| format!("piece {n} {{ step any }}\n")).collect();
    let all: String = kinds.map(|name| format!(" {name}")).collect();
    let text = format!(
        "game \"Given\" board 26x26 players White forward north, Black mirrored\n\
         zone all rank 1-26\npiece K \"King\" royal {{ step any }}\n{steps}\
         piece Q {{ slide any promote on all to{all} }}\n\
         setup \"q12k12/{}Q12K12 w - - 0 1\"\nend checkmate loses end stalemate draws\n",
        "26/".repeat(24),
    );
    let loaded = heterodox::pipeline::load(Source::new("given", text), &Files, &[]);
    let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
    let (game, fast) = (&loaded.game, Fast::new(&loaded.game));
    assert!(fast.is_fast());
    let mut random = Random::new(3);
    let mut line = Line::new(&fast, &loaded.start);
    for _ in 0..8 {
        let before = line.position();
        assert!(line.play_any(|bound| random.below(bound)));
        let after = line.position();
        assert!(fast.legal_moves(&before).iter().any(|m| before.play(game, m) == after));
    }
}

macro_rules! laws {
    ($($test:ident: $name:literal,)*) => {$(
        #[test]
        fn $test() {
            laws_hold($name);
        }
    )*};
}

laws! {
    of_asylum_chess: "asylum-chess",
    of_asylum_chess_with_friendly_fire: "asylum-chess+friendly-fire",
    of_asylum_redux: "asylum-redux",
    of_ninjutsu: "ninjutsu",
    of_med_chess: "med-chess",
    of_berolina: "berolina",
    of_crazyhouse: "crazyhouse",
    of_grand_chess: "grand-chess",
    of_shogi: "shogi",
    of_three_check: "three-check",
}

#[test]
fn the_same_seed_plays_the_same_games_in_any_number_of_threads() {
    let loaded = load("ninjutsu");
    let plan = Plan { every: 1_000_000, ..Plan::usual(24, 3) };
    let one = verify(&loaded, &plan, &|_| {});
    let two = verify(&loaded, &Plan { threads: 2, ..plan }, &|_| {});
    assert_eq!(one.tally, two.tally);
    assert!(one.found.is_none());
    assert_eq!(one.tally.games, 24);
    assert_eq!(
        one.tally.wins.iter().map(|(_, n)| n).sum::<u64>() + one.tally.draws + one.tally.unfinished,
        24
    );
}

/// A generator with a mistake is found out, and what is printed is small and tells the mistake.
#[test]
fn a_mistake_is_found_and_made_small() {
    let loaded = load("ninjutsu");
    let fast = Fast::new(&loaded.game);
    let wrong = |position: &Position| {
        let mut moves = fast.legal_moves(position);
        moves.retain(|m| m.captures.len() < 2);
        moves
    };
    let found = verify_with(&loaded, &Plan::usual(40, 1), Some(&wrong), &|_| {}).found;
    let found = found.expect("a double capture comes up");
    assert_eq!(found.law, Law::Generators);
    assert!(found.message.contains("misses"), "{}", found.message);
    assert_eq!(found.moves, Vec::<String>::new());
    let pieces = found.fen.split(' ').next().unwrap().chars().filter(|c| c.is_alphabetic()).count();
    // The kings stay: a position without them is none.
    assert_eq!(pieces, 5, "{}", found.fen);
    assert!(found.test.starts_with("test \"law: "), "{}", found.test);
    assert!(found.test.contains("expect moves are "), "{}", found.test);
}

/// What is printed of a violation is a test: it can be put into the file, and holds once the mistake is mended.
#[test]
fn a_violation_can_be_put_into_the_file() {
    let loaded = load("ninjutsu");
    let fast = Fast::new(&loaded.game);
    let lacking = |position: &Position| {
        let mut moves = fast.legal_moves(position);
        moves.retain(|m| !m.promotes());
        moves
    };
    let doubling = |position: &Position| {
        let mut moves = fast.legal_moves(position);
        moves.extend(moves.iter().find(|m| m.captures.len() == 2).cloned());
        moves
    };
    let wrong: [(&Generator<'_>, Law); 2] =
        [(&lacking, Law::Generators), (&doubling, Law::Effects)];
    for (generator, law) in wrong {
        let found = verify_with(&loaded, &Plan::usual(60, 1), Some(generator), &|_| {}).found;
        let found = found.expect("it comes up");
        assert_eq!(found.law, law, "{}", found.message);
        let own = loaded.sources.get(loaded.own).text();
        let source = Source::new("./mended.variant", format!("{own}\n{}", found.test));
        let mended = heterodox::pipeline::load(source, &Files, &[]);
        let mended = mended.unwrap_or_else(|report| panic!("{report}\n{}", found.test));
        let mut examiner = Examiner::new(Target::new("./mended.variant"), mended);
        let tests = examiner.tests(Some("law: "));
        assert_eq!(tests.len(), 1);
        let reply = examiner.run(&tests[0]);
        assert!(reply.passed && reply.expectations == 1, "{:?}\n{}", reply.failures, found.test);
    }
}

#[test]
fn a_game_that_does_not_end_is_reported() {
    let loaded = load("asylum-chess");
    let plan = Plan { plies: 5, every: 1_000_000, ..Plan::usual(3, 1) };
    let reply = verify(&loaded, &plan, &|_| {});
    assert_eq!((reply.tally.unfinished, reply.tally.first_unfinished), (3, Some(0)));
}

/// `to` looks at the last square as it was before the move, also where the walk has captured on it before.
#[test]
fn a_walk_may_come_back_to_where_it_captured() {
    let text = r#"game "Given"
board 8x8
players White forward south-west, Black mirrored
piece K "King" royal { step any }
piece R {
  walk north { empty friend turn-right capture enemy empty } then any { land } to enemy
  walk lengthwise { empty turn capture friend empty } then any { land } to empty
  step any
}
setup "3Rp3/8/4r3/8/8/8/k7/7K b - - 0 1"
end checkmate loses
"#
    .replace("piece R", "piece P { step any }\npiece R");
    let plan = Plan { every: 1, plies: 30, ..Plan::usual(20, 1) };
    assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true));
}

/// A piece that promotes with a move that leaves a trail is found again from the position's text.
#[test]
fn a_promoted_piece_has_left_a_trail() {
    let text = r#"game "Given"
board 8x8
players White forward south, Black turned
zone far rank 4
piece K "King" royal { step any }
piece P { walk any { empty{1,3} } leaves trail may promote from far to N }
piece R { step forward-diagonal capturing trail }
piece N { step sideways }
setup "8/8/8/2pR4/8/8/8/8 b - - 0 1"
end stalemate draws
"#;
    let plan = Plan { every: 1, plies: 30, ..Plan::usual(30, 1) };
    assert_eq!(heterodox::examine::given::definition(text, &plan), Ok(true));
}

/// Of two pieces that can have passed a square, the one is meant that can be captured on it.
#[test]
fn the_trail_is_of_the_piece_that_can_be_captured_on_it() {
    let text = r#"game "Given"
board 6x6
players White forward south-west, Black mirrored
piece K "King" royal { step any }
piece P { walk any { empty{1,3} } leaves trail }
piece R { step forward-diagonal capturing trail of P walk any { empty{1,3} } leaves trail }
setup "6/6/6/4R1/6/3rP1 w - - 0 1"
end stalemate draws
"#;
    let plan = Plan { every: 1, plies: 30, ..Plan::usual(30, 1) };
    assert_eq!(heterodox::examine::given::definition(text, &plan), Ok(true));
}

/// A walk that goes in a circle passes a square once, however often it comes by.
#[test]
fn a_circle_leaves_a_trail_of_each_square_once() {
    for (walk, capture) in [
        ("walk orthogonal { (empty turn-left)+ land } leaves trail", "trail of R"),
        ("walk orthogonal { (empty turn-left)+ land }", "enemy"),
        ("walk orthogonal { empty{2} (turn-right empty){0,6} } leaves trail", "trail"),
    ] {
        let text = format!(
            r#"game "Given"
board 6x6
players White forward north, Black mirrored
piece K "King" royal {{ step any }}
piece R {{ {walk} }}
piece P {{ step forward to empty step forward-diagonal capturing {capture} }}
setup "r4k/pp3p/6/6/PP3P/R4K w - - 0 1"
end checkmate loses
end stalemate draws
"#
        );
        let plan = Plan { every: 1, plies: 40, ..Plan::usual(10, 1) };
        assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true), "{walk}");
    }
}

/// An end may speak of one player: then results have no mirror image, though moves have.
#[test]
fn an_end_of_one_player_is_no_fault_of_the_mirror() {
    let text = r#"game "Given"
board 5x3
players White forward north, Black mirrored
zone goal rank 2
piece K "King" royal { step any }
piece R { slide orthogonal }
setup "k3r/5/K3R w - - 0 1"
end for Black after own move K in goal wins
end for White on own turn K in goal wins
end checkmate loses
end stalemate draws
"#;
    let plan = Plan { every: 1, plies: 20, ..Plan::usual(30, 1) };
    assert_eq!(heterodox::examine::given::definition(text, &plan), Ok(true));
}

/// Two pieces that shoot at the same square and stay do the same, unless one of them becomes something else by it; the
/// question is asked of each choice by itself.
#[test]
fn shots_of_two_pieces_are_one_move_unless_they_promote() {
    for clause in
        ["", "may promote on middle to R", "promote on middle to R", "may promote on middle to R N"]
    {
        let text = format!(
            r#"game "Given"
board 5x5
zone middle ranks 2-4
players White forward north, Black mirrored
piece K "King" royal {{ step any }}
piece R {{ slide orthogonal }}
piece N {{ step (2,1) }}
piece P {{
  walk any {{ empty* capture enemy stay }}
  step forward to empty
  {clause}
}}
setup "r3k/p2pp/5/P1PP1/R3K w - - 0 1"
end checkmate loses
end stalemate draws
"#
        );
        let plan = Plan { every: 1, plies: 40, ..Plan::usual(10, 1) };
        assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true), "{clause}");
    }
}

/// A king that is sent to the square of its partner castles, and there may be several castlings with one partner.
#[test]
fn a_king_on_its_partners_square_is_asked_about_only_where_nothing_castles() {
    let text = r#"game "Given"
board 8x4
players White forward north, Black mirrored
piece K "King" royal { step any }
piece R { slide orthogonal }
castle K d1-e1..g1 with R h1 beside
castle K d1-c1 with R a1 beside
setup "1k6/8/8/R2K3R w KQ - 0 1"
end checkmate loses
end stalemate draws
"#;
    let plan = Plan { every: 1, plies: 2, ..Plan::usual(3000, 1) };
    assert_eq!(heterodox::examine::given::definition(text, &plan), Ok(true));
}

/// Found by random play of known games: a law that forgot what a game may forbid besides check, and a position that was taken
/// for impossible after a king had been blown up.
#[test]
fn known_games_keep_the_laws() {
    let mut files: Vec<_> = std::fs::read_dir("variants/classic")
        .unwrap()
        .filter_map(|e| e.ok()?.path().to_str().map(str::to_owned))
        .filter(|path| path.ends_with(".variant"))
        .collect();
    files.sort();
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let plan = Plan { every: 7, plies: 150, ..Plan::usual(6, 1) };
        let reply = verify(&load(&file), &plan, &|_| {});
        assert!(reply.found.is_none(), "{file}: {}", reply.found.unwrap().test);
    }
}

#[test]
fn who_blows_up_the_last_king_may_leave_his_own_to_be_taken() {
    let loaded = load("variants/classic/atomic.variant");
    let mut session = heterodox::session::Session::new(loaded);
    session.set_position("8/8/R5k1/8/4b3/3P4/2K5/8 b - - 0 1").unwrap();
    session.play("e4xd3").unwrap();
    let fen = session.fen();
    assert_eq!(fen, "8/8/R5k1/8/8/8/8/8 w - - 0 2");
    assert_eq!(session.state().words(), "Black wins by count (line 13)");
    session.set_position(&fen).unwrap();
    // With a king of White's the same is impossible.
    assert!(session.set_position("8/8/R5k1/8/8/8/8/K7 w - - 0 2").is_err());
}

/// What a game forbids besides check is the reason that `why` gives.
#[test]
fn the_reason_may_be_that_another_move_captures() {
    let loaded = load("variants/classic/antichess.variant");
    let mut session = heterodox::session::Session::new(loaded);
    session.set_position("8/8/8/8/4n3/2N5/8/8 w - - 0 1").unwrap();
    assert_eq!(session.why("c3-d5").unwrap().reason, Some("compulsory"));
    assert!(session.why("c3-e4").unwrap().legal);
}

/// Found by definitions built by chance, once they had these laws.
#[test]
fn laws_of_the_whole_game_keep_the_laws() {
    let laws = [
        "captures to hand",
        "captures to hand reverting",
        "captures blast orthogonal { piece }",
        "must capture passing allowed",
        "must capture captures to hand",
        "must capture captures blast orthogonal { piece }",
        "must not check passing allowed",
        "passing allowed end checks 2 wins",
        "piece X neutral { } every move moves X anywhere must not check passing allowed",
        "every move places N on far captures blast orthogonal { piece }",
    ];
    for law in laws {
        let text = format!(
            r#"game "Given"
board 5x5
players White forward north, Black mirrored
zone far rank 5
piece K "King" royal {{ step any }}
piece P {{ step forward to empty step forward-diagonal capturing enemy promote on far to R }}
piece R {{ slide orthogonal }}
piece N {{ step (2,1) drop anywhere without mate }}
setup "rn1nk/ppppp/5/PPPPP/RN1NK w - - 0 1"
end checkmate loses
end stalemate draws
{law}
"#
        );
        // Moves of two parts are many.
        let games = if law.contains("every move") { 2 } else { 20 };
        let plan = Plan { every: 1, plies: 60, ..Plan::usual(games, 1) };
        assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true), "{law}");
    }
}

/// Each of the ways in which plain moves are found in sets, alone and beside others, on boards of every number of words.
#[test]
fn moves_in_sets_keep_the_laws() {
    let rules = [
        "step any when forward is friend",
        "step forward-diagonal to empty when forward is enemy step forward to empty",
        "step forward-diagonal when forward is enemy promote on far to R",
        "step any to empty when sideways is X step forward capturing enemy",
        "walk any { (empty | friend) land }",
        "walk any { (empty | friend | capture enemy) land }",
        "step orthogonal walk diagonal { (empty | friend | capture enemy) land } promote on far to R",
        "walk any { (empty | friend) land } step (2,0)",
        "walk any { (empty | enemy) land }",
        "walk forward { empty{2,4} } leaves trail step forward to empty step forward-diagonal capturing trail",
        "walk forward from far { empty{2,3} } leaves trail step any capturing trail of X step any",
        "walk any { piece empty } then orthogonal { capture enemy stay }",
        "walk orthogonal { empty* capture enemy empty* land }",
        "walk any { capture enemy{1,2} empty }",
    ];
    for side in [6_usize, 9, 13, 15, 17, 20] {
        let gap = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        let row = format!("R{}X1X{}k", gap((side - 4) / 2), gap((side - 5) / 2));
        let empty = side.to_string();
        let mut ranks = vec![row.to_lowercase()];
        ranks.push(format!("{}1", "x".repeat(side - 1)));
        ranks.extend(vec![empty; side - 4]);
        ranks.push(format!("1{}", "X".repeat(side - 1)));
        ranks.push(row.chars().rev().collect::<String>().replace('k', "K"));
        let setup = ranks.join("/");
        for rule in rules {
            let text = format!(
                r#"game "Given" board {side}x{side} players White forward north, Black mirrored
zone far rank {side}
piece K "King" royal {{ step any }}
piece R "Rook" {{ slide orthogonal }}
piece X {{ {rule} }}
setup "{setup} w - - 0 1"
end checkmate loses end stalemate draws end quiet 60 draws
"#
            );
            // The reference generator is slow on large boards.
            let (games, every) = if side < 10 { (6, 2) } else { (1, 6) };
            let plan = Plan { every, plies: 60, ..Plan::usual(games, 1) };
            assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true), "{rule}");
        }
    }
}

/// Where captures are compulsory it must be known of each way to capture whether it is open.
#[test]
fn captures_of_every_kind_are_compulsory() {
    let rules = [
        "step any when forward is friend",
        "slide orthogonal to empty slide diagonal capturing enemy",
        "step any to empty walk diagonal { empty* capture (enemy & R) }",
        "walk orthogonal { empty veer land }",
        "slide orthogonal to empty walk orthogonal { empty* piece empty* capture enemy }",
        "walk any { empty* (piece & !X) empty* (empty | capture (enemy & !X)) }",
        "walk any { (empty | friend) land }",
        "walk any { (empty | friend | capture enemy) land }",
        "walk any { (empty | enemy) land }",
        "walk any { piece empty } then orthogonal { capture enemy stay } step any to empty",
        "walk orthogonal { empty* capture enemy empty* land }",
        "walk any { capture enemy{1,2} empty } step any to empty",
        "walk orthogonal { (empty turn-left)+ land } leaves trail",
        "walk forward { empty{2,4} } leaves trail step forward to empty step forward-diagonal capturing trail",
    ];
    for rule in rules {
        let text = format!(
            r#"game "Given" board 8x8 players White forward north, Black mirrored
piece K "King" {{ step any }}
piece R "Rook" {{ slide orthogonal }}
piece X {{ {rule} }}
setup "rx1xkx1r/x1x2x1x/8/8/8/8/X1X2X1X/RX1XKX1R w - - 0 1"
must capture
end no moves wins end quiet 60 draws
"#
        );
        let plan = Plan { every: 1, plies: 80, ..Plan::usual(20, 1) };
        assert_eq!(heterodox::examine::given::definition(&text, &plan), Ok(true), "{rule}");
    }
}

fn given(rest: &str) -> heterodox::session::Session {
    let text = format!(
        "game \"Given\" board 5x5 players White forward north, Black mirrored\n\
         piece K \"King\" royal {{ step any }} piece R \"Rook\" {{ slide orthogonal }}\n\
         piece N \"Knight\" {{ step (2,1) drop anywhere }}\nend checkmate loses\n{rest}"
    );
    let loaded = heterodox::pipeline::load(Source::new("given", text), &Files, &[]);
    heterodox::session::Session::new(loaded.unwrap_or_else(|report| panic!("{report}")))
}

#[test]
fn what_nothing_drops_leaves_the_game() {
    let mut session = given("captures to hand setup \"4k/2r1n/5/2R1R/K4 w - - 0 1\"");
    session.play("c2xc4").unwrap();
    assert_eq!(session.fen(), "4k/2R1n/5/4R/K4[] b - - 0 1");
    session.play("e5-d5").unwrap();
    session.play("e2xe4").unwrap();
    assert_eq!(session.fen(), "3k1/2R1R/5/5/K4[N] b - - 0 2");
}

/// A king that would blow itself up is in the way of nothing else.
#[test]
fn why_tells_of_a_king_that_would_be_blown_up() {
    let blast = "captures blast any { piece }";
    let mut session = given(&format!("{blast} setup \"4k/5/5/1r3/K1nR1 w - - 0 1\""));
    let own = session.why("a1xb2").unwrap();
    assert_eq!(own.reason, Some("check"));
    assert!(own.message.contains("it would blow up the king on b2 of its own side"), "{own:?}");
    session.set_position("4k/5/5/1r3/KnR2 w - - 0 1").unwrap();
    let beside = session.why("c1xb1").unwrap();
    assert!(beside.message.contains("blow up the king on a1"), "{beside:?}");
    let traced = session.trace("c1").unwrap().funnel;
    let legal = session.texts().iter().filter(|t| t.starts_with("c1")).count();
    assert_eq!((traced.exposed.len(), traced.legal), (1, legal), "{traced:?}");
}

#[test]
fn why_tells_of_a_pass() {
    let mut session = given("passing allowed setup \"4k/5/5/r4/K4 w - - 0 1\"");
    let refused = session.why("pass").unwrap();
    assert_eq!(refused.reason, Some("check"), "{refused:?}");
    assert!(refused.message.contains("the rook on a2"), "{refused:?}");
    session.set_position("4k/5/5/1r3/K4 w - - 0 1").unwrap();
    assert!(session.why("Pass").unwrap().legal);
    session.play("pass").unwrap();
    assert_eq!(session.fen(), "4k/5/5/1r3/K4[] b - - 1 1");
}

/// Found by definitions built by chance, in the sets of plain moves: a capture where the rule demands an empty square, and a
/// short move beside a longer one that is not made of such moves. And a leap onto a square to which another way is barred.
#[test]
fn plain_moves_are_all_there_and_no_others() {
    let cases = [
        (
            "piece P { step any when forward is empty }",
            "5k/6/6/2n3/2P3/K4N w - - 0 1",
            "c2",
            &[][..],
        ),
        (
            "piece P { walk north { empty empty } then any { land } walk lengthwise { empty{1,3} } leaves trail }",
            "1N4/6/1P4/6/6/K4k w - - 0 1",
            "b4",
            &["b4-b1", "b4-b2", "b4-b3", "b4-b5"][..],
        ),
        (
            "piece P { step sideways, sideways (2,0) walk sideways, sideways (2,0) { (empty | friend | capture enemy) land } }",
            "5k/6/6/1Pn3/6/K4N w - - 0 1",
            "b3",
            &["b3-a3", "b3-d3", "b3-f3", "b3xc3", "b3xc3-d3"][..],
        ),
    ];
    for (rules, fen, from, expected) in cases {
        let text = format!(
            "game \"Given\" board 6x6 players White forward north, Black mirrored\n\
             piece K \"King\" royal {{ step any }} piece N {{ step (2,1) }} {rules}\nsetup \"{fen}\"\n\
             end checkmate loses end stalemate draws"
        );
        let loaded = heterodox::pipeline::load(Source::new("given", text), &Files, &[]);
        let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
        let session = heterodox::session::Session::new(loaded.clone());
        let mut texts: Vec<&String> =
            session.texts().iter().filter(|t| t.starts_with(from)).collect();
        texts.sort();
        assert_eq!(texts, expected, "{rules}");
        let reply = verify(&loaded, &Plan { every: 1, plies: 30, ..Plan::usual(20, 1) }, &|_| {});
        assert!(reply.found.is_none(), "{}", reply.found.unwrap().test);
    }
}

/// Where captured pieces are what they were before they promoted, what promotes is named like any other.
#[test]
fn a_promotion_is_named_in_every_form() {
    let loaded = load("variants/classic/crazyhouse.variant");
    let mut session = heterodox::session::Session::new(loaded);
    session.set_position("8/1P4k1/8/8/8/8/8/K7[] w - - 0 1").unwrap();
    for text in ["b7-b8=N", "b7b8n", "b8=N", "b7b8=n"] {
        let found = session.find(text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert_eq!(session.texts()[found], "b7-b8=N", "{text}");
    }
    session.set_position("8/1P4k1/8/8/8/7r/8/7K[] w - - 0 1").unwrap();
    assert_eq!(session.why("b7b8n").unwrap().reason, Some("check"));
}
