//! Trees for every piece on every cell, written flat.
//!
//! ```text
//! tree                                     flat, in preorder (number: test, skip)
//! b2 empty ─ emit                          0: b2 empty, emit      skip 2
//!   └ c3 empty ─ emit                      1:   c3 empty, emit    skip 2
//! b2 enemy, capture ─ emit                 2: b2 enemy, capture, emit  skip 3
//! ```

use crate::compile::unroll::Unroller;
use crate::compile::{attacks, emits, plain};
use crate::ids::{Cell, Code, Mask, PieceId, PlayerId};
use crate::ir::{Forms, Game, General, Program, Tree};

/// Most nodes that the trees of a game may have together; beyond, walks stay general programs.
const MOST_NODES: usize = 1 << 20;

/// Most nodes of one tree: more ways than that are too many to follow.
const MOST_TREE: usize = 1 << 17;
/// Most nodes of all attack trees.
pub(super) const MOST_ATTACKS: usize = 1 << 22;

/// Whether the walks of a piece, of either player, can be gone in too many ways from some cell.
#[must_use]
pub fn too_many_ways(game: &Game, piece: PieceId) -> bool {
    PlayerId::BOTH.into_iter().map(|player| Code::of(piece, player)).any(|code| {
        let mut origins = game.topology.exists.iter().chain([Cell::NONE]);
        origins.any(|cell| {
            let programs = if cell.is_some() { &game.programs } else { &game.drops };
            let mut scratch = Forms::default();
            let all = programs[code.index()].iter();
            let unrolled: Vec<Program> = all.filter(|p| !p.runs_on_position()).cloned().collect();
            grow(game, &mut scratch, &unrolled, code, cell) == Err(General::TooLarge)
        })
    })
}

/// What in a game keeps all walks general programs, whatever they are.
fn general(game: &Game) -> Option<General> {
    let laws = &game.laws;
    let any = |odd: fn(PieceId, &crate::ir::Piece) -> bool| {
        game.piece_ids().any(|id| odd(id, game.piece(id)))
    };
    [
        (game.needs.royal_trail, General::RoyalTrail),
        (laws.captures_afterwards, General::CapturesAfterwards),
        (laws.must_drop, General::MustDrop),
        (laws.spare_royal, General::SpareRoyal),
        (laws.every.is_some(), General::SecondPart),
        (any(|_, piece| piece.neutral), General::Neutral),
        (any(|_, piece| piece.droppable && piece.unlimited), General::Unlimited),
        (any(|id, piece| piece.droppable && piece.captured_as != id), General::CapturedAs),
    ]
    .into_iter()
    .find_map(|(holds, why)| holds.then_some(why))
}

/// The trees of a game, or why its walks stay general programs.
pub(super) fn build(game: &Game) -> Result<Forms, General> {
    if let Some(why) = general(game) {
        return Err(why);
    }
    let cells = game.topology.cells();
    let mut forms = Forms {
        trees: vec![Tree::default(); game.codes() * cells],
        drops: vec![Tree::default(); game.codes()],
        ..Forms::default()
    };
    for code in (1..u8::try_from(game.codes()).unwrap_or(u8::MAX)).map(Code) {
        for cell in game.topology.exists.iter() {
            let tree = grow(game, &mut forms, &game.programs[code.index()], code, cell)?;
            forms.trees[code.index() * cells + cell.index()] = tree;
        }
        forms.drops[code.index()] =
            grow(game, &mut forms, &game.drops[code.index()], code, Cell::NONE)?;
    }
    forms.tests = (0..game.codes())
        .map(|c| {
            let code = Code(u8::try_from(c).unwrap_or(u8::MAX));
            let has = |(i, m): (usize, &Mask)| u64::from(m.has(code)) << i;
            forms.masks.iter().enumerate().map(has).sum()
        })
        .collect();
    attacks::add(game, &mut forms);
    if forms.attack_nodes.len() > MOST_ATTACKS {
        return Err(General::TooLarge);
    }
    plain::find(game, &mut forms);
    Ok(forms)
}

fn grow(
    game: &Game,
    forms: &mut Forms,
    programs: &[Program],
    code: Code,
    origin: Cell,
) -> Result<Tree, General> {
    let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (start, first_emit) = (place(forms.nodes.len()), place(forms.emits.len()));
    let mut unroller = Unroller::new(game, programs, origin, forms);
    unroller.unroll(MOST_NODES.min(start as usize + MOST_TREE))?;
    let drafts = std::mem::take(&mut unroller.drafts);
    // Attack trees do not know where a capture arrives, and with it where a blast would be.
    let elsewhere =
        |d: &emits::Draft| d.captures.iter().any(|c| c.is_some() && *c != d.to) || d.shots > 0;
    if game.laws.blast.is_some() && drafts.iter().any(elsewhere) {
        return Err(General::BlastsElsewhere);
    }
    let groups = emits::write(game, forms, (code, origin), &drafts)?;
    for node in &mut forms.nodes[start as usize..] {
        if node.flags.has(crate::ir::Flags::EMIT) {
            node.extra += first_emit;
        }
    }
    Ok(Tree { start, end: place(forms.nodes.len()), groups, always: true, victims: (0, 0) })
}
