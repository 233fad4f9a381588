//! The positions that are counted, with their figures; every count is compared, so that nothing wrong is measured.
//!
//! Figures of `tests/perft`, or, of the positions that `middle` found by random play (the seed and the plies stand beside
//! them), of the reference generator.

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The game's name.
    pub game: &'static str,
    /// What to call the position.
    pub name: &'static str,
    /// The position; empty: the start.
    pub fen: &'static str,
    /// How deep it is counted.
    pub depth: u32,
    /// The figure of that depth.
    pub nodes: u64,
}

const fn place(
    game: &'static str,
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
) -> Place {
    Place { game, name, fen, depth, nodes }
}

/// Where the well-known figures of chess are counted.
pub const START: Place = place("chess", "start", "", 5, 4_865_609);
/// The other one.
pub const KIWIPETE: Place = place(
    "chess",
    "Kiwipete",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    4,
    4_085_603,
);

/// Chess, the measure of the other games, a ply less deep.
pub const MEASURE: [Place; 2] =
    [Place { depth: 4, nodes: 197_281, ..START }, Place { depth: 3, nodes: 97_862, ..KIWIPETE }];

/// Positions of games that other programs know too.
pub const BESIDE: &[Place] = &[
    START,
    KIWIPETE,
    place("crazyhouse", "start", "", 5, 4_888_832),
    // 1 40
    place(
        "crazyhouse",
        "middle 1",
        "rnq1kr2/pb1pppb1/3p2p1/1p1n1PPp/P1bPP3/NPP5/q3N2P/R1B1K2R[] w q - 2 21",
        3,
        39_722,
    ),
    // 3 70
    place(
        "crazyhouse",
        "middle 2",
        "r1b5/bpNpk1pB/n1p2p2/q1P1pP1p/1pP4q/p1Np2r1/P2PR3/R1B1KN2[p] w - - 0 36",
        3,
        45_758,
    ),
    place("crazyhouse", "full hands", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 2, 75_353),
    place("antichess", "start", "", 4, 153_299),
    place("atomic", "start", "", 4, 197_326),
    place(
        "atomic",
        "middle 1",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        3,
        45_237,
    ),
    place(
        "atomic",
        "middle 2",
        "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1",
        4,
        155_172,
    ),
];

/// The four games.
pub const FOUR: &[Place] = &[
    place("asylum-chess", "start", "", 3, 83_948),
    place(
        "asylum-chess",
        "middle 1",
        "r1b6r/5k2b1/3pq2n2/pP1n1l1PlR/1Pp1P1p3/6P3/10/2PLPP2PN/10/R1BNQKLB2 w Q c8c7 0 24",
        3,
        585_775,
    ),
    place(
        "asylum-chess",
        "middle 2",
        "r1bl1k1bnr/pp5p2/8p1/5p1l1P/Pnp1p5/2P2Pp3/1L2p5/6P3/RP1qQ2P1P/3L1K1BNR b Kkq f3f4 0 19",
        3,
        562_848,
    ),
    place("asylum-redux", "start", "", 3, 45_887),
    place(
        "asylum-redux",
        "middle 1",
        "rw1sWL2fr/9p/10/1P1k3pb1/pPpP3q2/P7Pp/5P3N/NN5p2/3BS5/RW2QK1BFR[NNnnnnn] w KQ c8c7 0 34",
        3,
        548_059,
    ),
    place(
        "asylum-redux",
        "middle 2",
        "r1bs1k1b1r/pp3p4/w4P1f2/3p3l2/q1p1p3pp/6pP2/2PPPL2p1/P8P/1P6S1/RW2QK1BFR[NNNNNnnnnn] b KQkq h3h4 0 17",
        3,
        626_215,
    ),
    place("ninjutsu", "start", "", 4, 115_276),
    place(
        "ninjutsu",
        "middle 1",
        "1w2gk*/pnp1p2/2w1q**/1pPpP**/1PG2**/g1nPN**/P3QK1/1WN1G1* w - d6 0 19",
        3,
        30_012,
    ),
    place(
        "ninjutsu",
        "middle 2",
        "3gg1*/1w2kqn/2w2**/2N2**/PpPp1**/n3G**/WP2PKN/W2G2* b - c3 0 23",
        3,
        19_271,
    ),
    place("med-chess", "start", "", 4, 20_731),
    place(
        "med-chess",
        "middle 1",
        "4****/k1af1***/n1gAp1**/2pu1P1*/*6P/**p1P2F/***P4/****G2K w - - 4 21",
        3,
        7_181,
    ),
    place(
        "med-chess",
        "middle 2",
        "2gA****/1ukn1***/2f2p**/a1p1p1P*/*2P1PU1/**p4G/***PFN2/****3K w - - 2 16",
        3,
        6_841,
    ),
];

/// Known games that are measured beside our own chess.
pub const KNOWN: &[Place] = &[
    place("shogi", "start", "", 3, 25_470),
    // 1 60
    place(
        "shogi",
        "middle 1",
        "1n1k2gnb/1r6l/l1sp2p1p/g1P1pp1P1/pp1P1s3/P3PP3/LP4P1P/1B1G1KSGR/1NS4NL[PP] w - - 5 31",
        3,
        43_787,
    ),
    // 2 120
    place(
        "shogi",
        "middle 2",
        "2s3+N2/lk1g2g1l/nr2pB2p/pppsgp1p1/3p2p2/1P1P3PP/PS3PKR1/3+pG+nSBL/L1+n6[pp] w - - 2 61",
        3,
        79_082,
    ),
    place("xiangqi", "start", "", 3, 79_666),
    // 2 80
    place(
        "xiangqi",
        "middle 1",
        "2b2kb2/4an3/1rn2a3/9/pr2R1P1p/P6R1/4P3P/B3BCN2/1c2A4/CN2K1c2 w - - 3 41",
        3,
        85_878,
    ),
    place(
        "xiangqi",
        "middle 2",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        3,
        100_326,
    ),
    place("grand-chess", "start", "", 3, 259_514),
    place(
        "grand-chess",
        "middle 1",
        "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3",
        3,
        400_725,
    ),
    place("breakthrough", "start", "", 4, 256_036),
    place(
        "breakthrough",
        "middle 1",
        "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w - - 1 26",
        4,
        121_264,
    ),
    // 1 20
    place(
        "breakthrough",
        "middle 2",
        "pppp3p/pp2p1pp/1p1pp1pp/6p1/P2P4/3PP2P/1P1PPPPP/PP2PPP1 w - - 20 11",
        4,
        372_698,
    ),
];

/// Counts that take long enough to be shared among threads.
pub const LONG: &[Place] = &[
    Place { depth: 6, nodes: 119_060_324, ..START },
    place("crazyhouse", "start", "", 6, 120_812_942),
    place("atomic", "start", "", 6, 118_926_425),
    place("asylum-chess", "start", "", 5, 208_172_956),
    place("asylum-redux", "start", "", 5, 81_105_849),
    place("ninjutsu", "start", "", 6, 45_566_144),
    place("shogi", "start", "", 5, 19_861_490),
    place("xiangqi", "start", "", 5, 133_312_995),
    place("breakthrough", "start", "", 6, 149_264_638),
];

/// Counts in which many positions come again.
pub const DEEP: &[Place] = &[
    Place { depth: 6, nodes: 119_060_324, ..START },
    place("ninjutsu", "start", "", 6, 45_566_144),
    place("breakthrough", "start", "", 6, 149_264_638),
    place("chess", "endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
];

/// The places of a list by game, in its order.
#[must_use]
pub fn by_game(places: &[Place]) -> Vec<&[Place]> {
    places.chunk_by(|a, b| a.game == b.game).collect()
}
