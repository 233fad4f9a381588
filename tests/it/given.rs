//! Whatever comes from outside, reading it ends with an answer that makes sense; definitions built by chance keep all laws.
//!
//! `PROPTEST_CASES` says how many cases; then they are others each time.

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, missing_docs, dead_code)]
mod fuzz;

use crate::chance::cases;
use fuzz::{Choices, define, plan, wander};
use heterodox::examine::given::{definition, move_text, position};
use heterodox::pipeline::{Loaded, load};
use heterodox::play::perft::{Means, perft};
use heterodox::session::{Files, SHIPPED, Session, Target};
use heterodox::text::Source;
use proptest::prelude::*;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Loaded>> =
    LazyLock::new(|| SHIPPED.iter().map(|s| Target::new(s.name).load().unwrap()).collect());

static SESSIONS: LazyLock<Vec<Session>> =
    LazyLock::new(|| GAMES.iter().map(|game| wander(Session::new(game.clone()), 30)).collect());

/// A text with some of its characters changed, left out or put in twice.
fn damaged(text: &str, damage: &[(usize, u8)]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for (at, how) in damage {
        if signs.is_empty() {
            break;
        }
        let at = at % signs.len();
        match how % 3 {
            0 => signs[at] = char::from(33 + how % 90),
            1 => drop(signs.remove(at)),
            _ => signs.insert(at, signs[at]),
        }
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn definitions_built_by_chance_keep_all_laws(data in prop::collection::vec(any::<u8>(), 40..260)) {
        let text = define(&mut Choices::new(&data));
        if let Err(wrong) = definition(&text, &plan()) {
            prop_assert!(false, "{wrong}\n{text}");
        }
    }

    #[test]
    fn neither_memory_nor_threads_change_a_figure(data in prop::collection::vec(any::<u8>(), 40..260)) {
        let text = define(&mut Choices::new(&data));
        let Ok(loaded) = load(Source::new("given.variant", &text), &Files, &[]) else { return Ok(()) };
        let count = |depth, means| perft(&loaded.game, &loaded.start, depth, means);
        let depth = if count(2, Means::default()) < 500 { 4 } else { 3 };
        let plain = count(depth, Means::default());
        for means in [Means { threads: 1, hash: 1 }, Means { threads: 2, hash: 0 }] {
            prop_assert_eq!(count(depth, means), plain, "{:?}\n{}", means, text);
        }
    }

    #[test]
    fn any_text_is_a_definition_or_refused(text in "\\PC{0,200}") {
        prop_assert!(definition(&text, &plan()).is_ok());
    }

    #[test]
    fn any_text_is_a_position_or_refused(text in "\\PC{0,80}") {
        for game in GAMES.iter() {
            let asked = position(game, &text);
            prop_assert!(asked.is_ok(), "{asked:?}");
        }
    }

    #[test]
    fn a_damaged_position_is_one_or_refused(
        game in 0..SHIPPED.len(),
        damage in prop::collection::vec((any::<usize>(), any::<u8>()), 0..4),
    ) {
        let asked = position(&GAMES[game], &damaged(&SESSIONS[game].fen(), &damage));
        prop_assert!(asked.is_ok(), "{asked:?}");
    }

    #[test]
    fn any_text_is_a_move_or_refused(
        game in 0..SHIPPED.len(),
        text in "\\PC{0,20}|[a-jA-Z0-9x:@=/-]{1,12}",
    ) {
        let session = &SESSIONS[game];
        let asked = move_text(session, &text);
        prop_assert!(asked.is_ok(), "{}: {asked:?}", session.fen());
    }

    #[test]
    fn a_damaged_move_is_one_or_refused(
        game in 0..SHIPPED.len(),
        number in any::<usize>(),
        damage in prop::collection::vec((any::<usize>(), any::<u8>()), 0..3),
    ) {
        let session = &SESSIONS[game];
        if session.texts().is_empty() {
            return Ok(());
        }
        let text = damaged(&session.texts()[number % session.texts().len()], &damage);
        let asked = move_text(session, &text);
        prop_assert!(asked.is_ok(), "{}: {asked:?}", session.fen());
    }
}

/// Most definitions built by chance load: otherwise little is tested.
#[test]
fn many_definitions_load() {
    let mut random = heterodox::examine::Random::new(3);
    let loads = (0..100).filter(|_| {
        let data: Vec<u8> = (0..200).map(|_| (random.below(256)).to_le_bytes()[0]).collect();
        let text = define(&mut Choices::new(&data));
        definition(&text, &heterodox::examine::verify::Plan { plies: 1, ..plan() }).unwrap_or(true)
    });
    let loads = loads.count();
    assert!(loads >= 30, "{loads} of 100 load");
}
