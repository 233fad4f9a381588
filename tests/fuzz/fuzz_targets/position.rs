//! Any text as a position of a built-in game.
#![no_main]

use heterodox::examine::given::position;
use heterodox::pipeline::Loaded;
use heterodox::session::{SHIPPED, Target};
use heterodox_fuzz::chosen;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Loaded>> =
    LazyLock::new(|| SHIPPED.iter().filter_map(|s| Target::new(s.name).load().ok()).collect());

fuzz_target!(|text: &str| {
    if let Some(game) = chosen(&GAMES, text) {
        if let Err(wrong) = position(game, text) {
            panic!("{}: {wrong}", game.game.title);
        }
    }
});
