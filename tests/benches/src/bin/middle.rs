//! Finds a position for the table by a random game: `middle GAME SEED PLIES DEPTH`. The figures are the reference generator's.

use heterodox::examine::Random;
use heterodox::notation::write_position;
use heterodox::play::perft::reference_perft;
use heterodox::play::reference;
use heterodox_benches::games;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, numbers @ ..] = args.as_slice() else { panic!("middle GAME SEED PLIES DEPTH") };
    let numbers: Vec<u64> = numbers.iter().filter_map(|n| n.parse().ok()).collect();
    let [seed, plies, depth] = numbers[..] else { panic!("middle GAME SEED PLIES DEPTH") };
    let loaded = games::load(name).expect("no such game");
    let (game, mut position) = (&loaded.game, loaded.start.clone());
    let mut random = Random::new(seed);
    for _ in 0..plies {
        let moves = reference::legal_moves(game, &position);
        let played = random.one_of(&moves).expect("the game ends earlier");
        position = position.play(game, played);
    }
    let moves = reference::legal_moves(game, &position);
    println!("{}", write_position(game, &position, &moves));
    for depth in 1..=u32::try_from(depth).unwrap_or(1) {
        println!("{depth} {}", reference_perft(game, &position, depth));
    }
}
