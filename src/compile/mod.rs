//! From the checked model to compiled rules. Cannot fail: what cannot be compiled was refused before.

mod attacks;
mod conditions;
mod emits;
mod ends;
mod forms;
mod lower;
mod paths;
mod plain;
mod rules;
mod shapes;
mod sieges;
mod symmetry;
mod topology;
mod unroll;

use crate::compile::conditions::Conditions;
use crate::ids::{Code, PlayerId};
use crate::ir::{Game, GameOption, LazyForms, Needs, Player, RuleInfo, RuleShape};
use crate::model::Model;

pub use forms::too_many_ways;
pub use lower::{MOST_OPS, program_size, ways};

/// Compiles a model.
#[must_use]
pub fn compile(model: &Model) -> Game {
    let directions = topology::Directions::of(model);
    let mut conditions = Conditions::new(model);
    let mut game = skeleton(model, &directions);
    for (number, piece) in model.pieces.iter().enumerate() {
        let id = crate::ids::PieceId(u8::try_from(number).unwrap_or(u8::MAX));
        for rule in &piece.rules {
            let rule_id = rules::next_rule(&game);
            let shape = match rule.kind {
                crate::model::RuleKind::Move => RuleShape::Walk,
                crate::model::RuleKind::Drop => RuleShape::Drop,
            };
            let without_mate = rule.without_mate;
            game.rules.push(RuleInfo { piece: id, shape, without_mate, span: rule.span });
            for player in PlayerId::BOTH {
                let program = lower::lower(
                    model,
                    &directions,
                    &mut conditions,
                    rule,
                    rule_id,
                    Code::of(id, player),
                );
                let place = if program.drop { &mut game.drops } else { &mut game.programs };
                place[Code::of(id, player).index()].push(program);
            }
        }
    }
    rules::add_castles(model, &mut game);
    game.laws = rules::laws(model, &mut game, &directions, &mut conditions);
    game.ends = ends::compile_ends(model, &directions, &mut conditions);
    game.conditions = conditions.into_table();
    game.needs = needs(model, &game);
    game
}

fn skeleton(model: &Model, directions: &topology::Directions) -> Game {
    let neutral = model.pieces.iter().any(|p| p.neutral);
    let codes = if neutral { Code::END } else { 1 + 2 * model.pieces.len() };
    let option = |o: &crate::model::ModelOption| GameOption {
        name: o.name.clone(),
        default: o.default,
        on: o.on,
        text: o.text.clone(),
    };
    Game {
        title: model.title.clone(),
        inventor: model.inventor.clone(),
        about: model.about.clone(),
        source: model.source.clone(),
        options: model.options.iter().map(option).collect(),
        topology: topology::topology(model, directions),
        mirror: symmetry::mirror(model),
        players: PlayerId::BOTH.map(|p| Player {
            name: model.players.get(p).name.clone(),
            forward: model.players.get(p).facing.forward,
        }),
        zones: model.zones.iter().map(|z| (z.name.clone(), z.cells.clone())).collect(),
        pieces: rules::pieces(model),
        royal: PlayerId::BOTH.map(|player| rules::royal_mask(model, player)),
        conditions: Vec::new(),
        rules: Vec::new(),
        programs: vec![Vec::new(); codes],
        drops: vec![Vec::new(); codes],
        castles: Vec::new(),
        rights: Vec::new(),
        ends: Vec::new(),
        laws: crate::ir::Laws::default(),
        needs: Needs::default(),
        setup: model.setup.node.clone(),
        setup_span: model.setup.span,
        at_start: None,
        royals_at_start: None,
        lazy_forms: LazyForms::new(forms::build),
    }
}

/// What a path puts besides the piece that moves.
fn placed(path: &crate::model::Node) -> Vec<crate::ids::PieceId> {
    match path {
        crate::model::Node::Seq(nodes) => nodes.iter().flat_map(placed).collect(),
        crate::model::Node::Place(piece) => vec![*piece],
        _ => Vec::new(),
    }
}

fn needs(model: &Model, game: &Game) -> Needs {
    let leaves = |royal_only: bool| {
        model
            .pieces
            .iter()
            .any(|p| (!royal_only || p.royal) && p.rules.iter().any(|r| r.leaves_trail))
    };
    let placed =
        |p: &crate::model::Piece| p.rules.iter().flat_map(|r| placed(&r.path)).collect::<Vec<_>>();
    let placed: std::collections::BTreeSet<_> = model.pieces.iter().flat_map(placed).collect();
    let terms = || game.ends.iter().flat_map(|e| &e.terms);
    Needs {
        drops: game.pieces.iter().any(|p| p.droppable),
        hands: game.pieces.iter().any(|p| p.droppable && !p.unlimited),
        placed: u8::try_from(placed.len()).unwrap_or(u8::MAX),
        passes: terms().any(|t| matches!(t.condition, crate::ir::EndCondition::Passes(_))),
        twice: terms().filter_map(|t| t.twice).map(|bit| bit + 1).max().unwrap_or(0),
        rights: !game.rights.is_empty(),
        checks: game
            .ends
            .iter()
            .flat_map(|e| &e.terms)
            .filter_map(|t| match t.condition {
                crate::ir::EndCondition::Checks(n) => u8::try_from(n).ok(),
                _ => None,
            })
            .max(),
        trail: leaves(false),
        royal_trail: leaves(true),
    }
}
