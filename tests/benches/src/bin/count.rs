//! Counts one position once: `count GAME POSITION`, the name of a position as in the table. For `valgrind`.

use heterodox::play::fast::Fast;
use heterodox_benches::measure::Ready;
use heterodox_benches::places::{BESIDE, FOUR, KNOWN, MEASURE};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, name] = args.as_slice() else { panic!("count GAME POSITION") };
    let all = MEASURE.iter().chain(BESIDE).chain(FOUR).chain(KNOWN);
    let place = all.into_iter().find(|p| p.game == game && p.name == name).expect("in the table");
    let ready = Ready::new(place).expect("a game of the table");
    println!("{}", ready.count(&Fast::new(&ready.loaded.game)));
}
