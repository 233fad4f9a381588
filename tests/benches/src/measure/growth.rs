//! Chess on boards that grow, and with armies that grow: nodes a second. Where one more word of 64 cells is needed, how much
//! slower it becomes.

use crate::clock::speed;
use crate::growth::Field;
use crate::measure::{Plan, Sink};
use crate::table::{Line, Spread, Target, millions};
use heterodox::pipeline::{Loaded, load};
use heterodox::play::fast::Fast;
use heterodox::session::Files;
use heterodox::text::Source;

/// Boards, each boundary of words with the board before and behind it.
const BOARDS: [Field; 11] = [
    Field::chess(8, 8),
    Field::chess(9, 8),
    Field::chess(10, 10),
    Field::chess(16, 8),
    Field::chess(17, 8),
    Field::chess(12, 12),
    Field::chess(16, 12),
    Field::chess(16, 13),
    Field::chess(16, 16),
    Field::chess(17, 16),
    Field::chess(26, 26),
];

/// Armies on the 16x16 board.
const ARMIES: [usize; 5] = [4, 8, 16, 32, 64];

const DEPTH: u32 = 3;

pub(super) fn measure(plan: &Plan, sink: Sink<'_>) {
    if plan.wants("growth", "growth") {
        boards(plan, sink);
        armies(plan, sink);
    }
}

/// Speeds of the fields, round by round, and what a perft of each counts.
fn speeds(plan: &Plan, fields: &[Field]) -> Vec<(Vec<f64>, u64)> {
    let loaded: Vec<Loaded> = fields.iter().map(game).collect();
    let fast: Vec<Fast<'_>> = loaded.iter().map(|l| Fast::new(&l.game)).collect();
    let mut all = vec![(Vec::new(), 0); fields.len()];
    for _ in 0..plan.rounds {
        for ((loaded, fast), (speeds, nodes)) in loaded.iter().zip(&fast).zip(&mut all) {
            speeds.push(speed(plan.least, || {
                *nodes = fast.perft(std::hint::black_box(&loaded.start), DEPTH);
                *nodes
            }));
        }
    }
    all
}

fn game(field: &Field) -> Loaded {
    let source = Source::new("growth.variant", field.text());
    load(source, &Files, &[]).unwrap_or_else(|why| panic!("{field:?} does not load: {why}"))
}

fn boards(plan: &Plan, sink: Sink<'_>) {
    let all = speeds(plan, &BOARDS);
    for (field, (speeds, nodes)) in BOARDS.iter().zip(&all) {
        sink(Line {
            what: format!("{}x{}, perft {DEPTH} = {nodes}", field.files, field.ranks),
            ours: millions(Spread::of(speeds).middle),
            beside: format!("8x8 {}", millions(Spread::of(&all[0].0).middle)),
            ratio: Some(ratio(speeds, &all[0].0)),
            target: None,
        });
    }
    for (at, pair) in BOARDS.windows(2).enumerate() {
        let [small, large] = [pair[0], pair[1]];
        for words in [64, 128, 192, 256] {
            if small.cells() == words && large.cells() > words {
                sink(Line {
                    what: format!("from {} to {} cells, times slower", words, large.cells()),
                    ratio: Some(ratio(&all[at].0, &all[at + 1].0)),
                    target: Some(Target::AtMost(1.7)),
                    ..Line::default()
                });
            }
        }
    }
}

fn armies(plan: &Plan, sink: Sink<'_>) {
    let fields = ARMIES.map(|army| Field { army, ..Field::chess(16, 16) });
    let all = speeds(plan, &fields);
    let usual = &all[2].0;
    for (field, (speeds, nodes)) in fields.iter().zip(&all) {
        sink(Line {
            what: format!("16x16 with {} pieces, perft {DEPTH} = {nodes}", 2 * field.army),
            ours: millions(Spread::of(speeds).middle),
            beside: format!("with 32 {}", millions(Spread::of(usual).middle)),
            ratio: Some(ratio(speeds, usual)),
            target: None,
        });
    }
}

fn ratio(ours: &[f64], theirs: &[f64]) -> Spread {
    Spread::of(&ours.iter().zip(theirs).map(|(a, b)| a / b).collect::<Vec<_>>())
}
