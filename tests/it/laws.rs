//! Laws that hold for every game, on positions of random play.
//!
//! `HETERODOX_POSITIONS` says how many positions a game (10,000 in full; 300 if it is not set).

use heterodox::examine::Random;
use heterodox::examine::laws::{Law, Laws};
use heterodox::examine::verify::{Plan, verify, verify_with};
use heterodox::notation::write_position;
use heterodox::pipeline::Loaded;
use heterodox::play::fast::Fast;
use heterodox::play::{Move, Position};
use heterodox::session::Target;

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
