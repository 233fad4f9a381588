//! Laws that hold for every game, on positions of random play: the two generators agree, and what is written reads back.
//!
//! `HETERODOX_POSITIONS` says how many positions a game (10,000 in full; 300 if it is not set).

use heterodox::ir::Game;
use heterodox::notation::{move_texts, read_move, read_position, write_position};
use heterodox::play::fast::Fast;
use heterodox::play::{Position, reference, repetition_key};
use heterodox::session::Target;
use std::collections::BTreeSet;

/// A small generator of numbers with a fixed start (splitmix), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("fits")
    }
}

fn positions() -> usize {
    std::env::var("HETERODOX_POSITIONS").ok().map_or(300, |n| n.parse().expect("a number"))
}

fn game(name: &str) -> std::sync::Arc<Game> {
    Target::new(name).load().unwrap_or_else(|report| panic!("{name}: {report}")).game
}

/// Walks through random games; every position goes to `visit` with its legal moves by the fast generator.
fn walk(name: &str, mut visit: impl FnMut(&Game, &Fast<'_>, &Position, &[heterodox::play::Move])) {
    let game = game(name);
    let fast = Fast::new(&game);
    assert!(fast.is_fast(), "{name}: no trees");
    let mut random = Random(7);
    let start = read_position(&game, &game.setup).expect("the start position");
    let mut position = start.clone();
    let mut plies = 0;
    for _ in 0..positions() {
        let legal = fast.legal_moves(&position);
        visit(&game, &fast, &position, &legal);
        plies += 1;
        if legal.is_empty() || plies > 160 {
            position = start.clone();
            plies = 0;
        } else {
            // Captures, promotions, drops and castlings come more often than by pure chance.
            let rare: Vec<usize> = (0..legal.len())
                .filter(|i| {
                    let m = &legal[*i];
                    !m.captures.is_empty()
                        || m.promotes()
                        || m.is_drop()
                        || m.partner.is_some()
                        || !m.trail.is_empty()
                })
                .collect();
            let chosen = if !rare.is_empty() && random.below(3) == 0 {
                rare[random.below(rare.len())]
            } else {
                random.below(legal.len())
            };
            position = position.play(&game, &legal[chosen]);
        }
    }
}

fn generators_agree(name: &str) {
    walk(name, |game, fast, position, legal| {
        let judge = reference::legal_moves(game, position);
        let effects = |moves: &[heterodox::play::Move]| {
            moves.iter().map(|m| m.effect()).collect::<BTreeSet<_>>()
        };
        let fen = write_position(game, position, legal);
        assert_eq!(legal.len(), effects(legal).len(), "{name}: two moves with one effect in {fen}");
        assert!(effects(legal) == effects(&judge), "{name}: the generators differ in {fen}");
        assert_eq!(
            fast.count(position),
            judge.len() as u64,
            "{name}: counted otherwise than listed in {fen}"
        );
        assert_eq!(
            fast.in_check(position),
            reference::in_check(game, position),
            "{name}: check in {fen}"
        );
    });
}

fn texts_read_back(name: &str) {
    walk(name, |game, _, position, legal| {
        let fen = write_position(game, position, legal);
        let again = read_position(game, &fen).unwrap_or_else(|e| panic!("{name}: {fen}: {e}"));
        assert_eq!(fen, write_position(game, &again, legal), "{name}");
        assert_eq!(repetition_key(&again, legal), repetition_key(position, legal), "{name}: {fen}");
        let texts = move_texts(game, legal);
        assert_eq!(
            texts.iter().collect::<BTreeSet<_>>().len(),
            texts.len(),
            "{name}: a text twice in {fen}"
        );
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(
                read_move(game, position, legal, text),
                Ok(number),
                "{name}: {text} in {fen}"
            );
        }
    });
}

macro_rules! laws {
    ($($module:ident: $name:literal,)*) => {$(
        mod $module {
            #[test]
            fn generators_agree() {
                super::generators_agree($name);
            }

            #[test]
            fn texts_read_back() {
                super::texts_read_back($name);
            }
        }
    )*};
}

laws! {
    asylum_chess: "asylum-chess",
    asylum_chess_with_friendly_fire: "asylum-chess+friendly-fire",
    asylum_redux: "asylum-redux",
    ninjutsu: "ninjutsu",
    med_chess: "med-chess",
}
