//! Any text as a move, after a few moves of a built-in game.
#![no_main]

use heterodox::examine::given::move_text;
use heterodox::session::{SHIPPED, Session, Target};
use heterodox_fuzz::{chosen, wander};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static SESSIONS: LazyLock<Vec<Session>> = LazyLock::new(|| {
    let games = SHIPPED.iter().filter_map(|s| Target::new(s.name).load().ok());
    games.map(|game| wander(Session::new(game), 30)).collect()
});

fuzz_target!(|text: &str| {
    if let Some(session) = chosen(&SESSIONS, text) {
        if let Err(wrong) = move_text(session, text) {
            panic!("{}: {wrong}", session.fen());
        }
    }
});
