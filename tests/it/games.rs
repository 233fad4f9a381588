//! Whole games load without a word.

use crate::support::load_with;

const ASYLUM: &str = r#"
game "Asylum Chess" inventor "Charles Daniel"
board 10x10 players White forward north, Black mirrored
option friendly-fire off "the rook may fire through its own pieces"
zone second-rank rank 2
zone last-rank rank 10
piece K "King" royal { step any }
piece Q "Mad Queen" { slide any }
piece B "Bishop" { slide diagonal }
piece L "Mad Leaping Bishop" { slide diagonal step (3,1) }
piece N "Insane Ninja Knight" {
  step (2,1) step any
  walk any { (empty | friend | capture enemy) land }
}
piece R "Super Loony Rook" {
  slide orthogonal
  walk orthogonal { empty* capture enemy empty* land }
  if friendly-fire {
    walk orthogonal { empty* capture friend empty* land }
    walk orthogonal { empty* capture friend empty* capture friend empty+ }
  }
}
piece P "Pawn" {
  step forward to empty
  walk forward from second-rank { empty{2,3} } leaves trail
  step forward-diagonal capturing enemy
  step forward-diagonal capturing trail of P
  promote on last-rank to Q L B N R
}
castle K f1-i1 with R j1-h1
castle K f1-c1 with R a1-d1
setup "rnblqklbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBLQKLBNR w KQkq - 0 1"
end checkmate loses
end stalemate draws
end material K vs K, K B vs K draws
end quiet 100 without P draws
end repetition 3 draws
"#;

const REDUX: &str = r#"
game "Asylum Redux"
board 10x10 players White forward north, Black mirrored
zone second-rank rank 2
zone lower-half ranks 1-5
zone middle rank 5
zone below ranks 1-4
zone upper-half ranks 6-10
zone last-rank rank 10
piece K "King" royal { step any }
piece Q { slide any }
piece R { slide orthogonal }
piece B { slide diagonal }
piece S { slide diagonal walk diagonal { empty empty veer land } walk orthogonal { empty veer empty land } }
piece L { slide orthogonal walk orthogonal { empty empty veer land } walk diagonal { empty veer empty land } }
piece F { step (2,1) step diagonal }
piece W { step (2,1) step orthogonal }
piece P {
  walk forward from below { (empty & lower-half)+ } leaves trail
  walk forward from middle { empty }
  walk forward from upper-half { empty{1,2} } leaves trail
  step forward-diagonal capturing enemy
  step forward-diagonal capturing trail of P
  promote on last-rank to Q S B F W L
}
piece N {
  walk forward from below { (empty & lower-half)+ }
  walk forward from middle { empty }
  walk forward from upper-half { empty{1,2} }
  step forward-diagonal capturing enemy
  step sideways to empty
  step sideways capturing enemy from upper-half
  drop { (empty & second-rank) forward (empty & lower-half){0,3} }
  promote on last-rank to Q S B F W L
}
castle K f1-g1..i1 with R j1 beside
castle K f1-e1..b1 with R a1 beside
setup "rwbsqklbfr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RWBSQKLBFR[NNNNNnnnnn] w KQkq - 0 1"
end checkmate loses
end stalemate draws
"#;

const MED: &str = r#"
game "Med Chess"
board "....****" ".....***" "......**" ".......*" "*......." "**......" "***....." "****...."
players White forward north-west, Black turned
zone far-edges a5 a6 a7 a8 b8 c8 d8
piece K "King" royal { step any }
piece N { step (2,1) }
piece A {
  walk any { piece empty }
  walk orthogonal { capture enemy stay }
  walk any { piece empty } then orthogonal { capture enemy stay }
}
piece G { step forward, forward-left, forward-right, left, right, backward }
piece F { step diagonal }
piece U { step diagonal step (2,0) }
piece P { step forward to empty step forward-left, forward-right capturing enemy promote on far-edges to F }
setup "kngp****/afp2***/up4**/p6*/*6P/**4PU/***2PFA/****PGNK w - - 0 1"
end checkmate loses
end after own move bare and enemy bare draws
end after own move bare loses
end on own turn no moves and bare loses
end stalemate draws
"#;

const NINJUTSU: &str = r#"
game "Ninjutsu"
board 7x8 without f3-f6 g1 g3-g6 g8 passable holes
players White forward north, Black mirrored
zone palace f1 f2 g2
zone second-rank rank 2
zone last-rank rank 8
piece K royal { step any }
piece Q { step any }
piece W { step orthogonal walk orthogonal { (empty | friend | capture enemy) land } promote on palace of enemy to I }
piece G { step diagonal walk diagonal { (empty | friend | capture enemy) land } promote on palace of enemy to I }
piece I { step (2,1) step any walk any { (empty | friend | capture enemy) land } }
piece N { step (2,1) }
piece P {
  step forward to empty
  walk forward from second-rank { empty{2} } leaves trail
  step forward-diagonal capturing enemy
  step forward-diagonal capturing trail of P
  step forward-diagonal to empty when forward is enemy
  promote on last-rank to I Q W G N
}
setup "wwnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/WWNGGK* w - - 0 1"
end after own move K in palace of enemy wins
end checkmate loses
end stalemate draws
"#;

/// All of them.
pub(crate) const ALL: [&str; 4] = [ASYLUM, REDUX, MED, NINJUTSU];

#[test]
fn the_four_games_load_without_a_word() {
    for (text, pieces, castles) in [(ASYLUM, 7, 2), (REDUX, 10, 7), (MED, 7, 0), (NINJUTSU, 7, 0)] {
        let loaded = load_with(text, &[], &[]);
        assert!(loaded.problems.is_empty(), "{}{:?}", loaded.messages(), loaded.brief());
        let model = loaded.model.unwrap();
        assert_eq!((model.pieces.len(), model.castles.len()), (pieces, castles));
    }
}

#[test]
fn the_castlings_of_asylum_redux_end_where_its_page_says() {
    let model = load_with(REDUX, &[], &[]).model.unwrap();
    let name = |cell| model.board.name(cell);
    let all: Vec<String> = model
        .castles
        .iter()
        .map(|c| format!("{}{}", name(*c.path.last().unwrap()), name(c.partner.to)))
        .collect();
    assert_eq!(all, ["g1f1", "h1g1", "i1h1", "e1f1", "d1e1", "c1d1", "b1c1"]);
    let empty: Vec<String> = model.castles[3].empty.iter().map(|c| name(*c)).collect();
    assert_eq!(empty, ["e1", "d1", "c1", "b1"]);
}

#[test]
fn friendly_fire_adds_two_rules() {
    let rules = |on| {
        let model = load_with(ASYLUM, &[], &[("friendly-fire", on)]).model.unwrap();
        model.pieces[5].rules.len()
    };
    assert_eq!((rules(false), rules(true)), (2, 4));
}
