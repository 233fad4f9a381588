//! Any text as a position of each built-in game.
#![no_main]

use heterodox::examine::given::position;
use heterodox::pipeline::Loaded;
use heterodox::session::{SHIPPED, Target};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Loaded>> =
    LazyLock::new(|| SHIPPED.iter().filter_map(|s| Target::new(s.name).load().ok()).collect());

fuzz_target!(|text: &str| {
    for game in GAMES.iter() {
        if let Err(wrong) = position(game, text) {
            panic!("{}: {wrong}", game.game.title);
        }
    }
});
