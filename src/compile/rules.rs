//! Pieces, promotions and castlings.

use crate::compile::conditions::Conditions;
use crate::compile::topology::Directions;
use crate::ids::{Cell, Code, Mask, PieceId, PlayerId, RuleId};
use crate::ir::{Blast, Castle, Every, Game, Laws, Piece, Promotion, Right, RuleInfo, RuleShape};
use crate::model::{self, EndCondition, Model, RuleKind};

/// Number of the rule that will be added next.
pub(super) fn next_rule(game: &Game) -> RuleId {
    RuleId(u16::try_from(game.rules.len()).unwrap_or(u16::MAX))
}

/// Codes of a player's royal pieces.
pub(super) fn royal_mask(model: &Model, player: PlayerId) -> Mask {
    let royal = model.pieces.iter().enumerate().filter(|(_, p)| p.royal);
    royal.fold(Mask::NONE, |m, (i, _)| m.or(Code::of(piece_id(i), player).mask()))
}

fn piece_id(number: usize) -> PieceId {
    PieceId(u8::try_from(number).unwrap_or(u8::MAX))
}

/// The pieces, with their promotions for either player.
pub(super) fn pieces(model: &Model) -> Vec<Piece> {
    let conditions = Conditions::new(model);
    let unquiet = |id: PieceId| {
        let mut terms = model.ends.iter().flat_map(|e| &e.terms);
        terms.any(|t| matches!(&t.condition, EndCondition::Quiet { without, .. } if without.contains(&id)))
    };
    let promotion = |p: &model::Promotion, player| Promotion {
        optional: p.optional,
        on: p.on,
        from: p.from,
        lost: p.lost,
        zone: conditions.cells(&p.zone, player),
        to: p.to.clone(),
        span: p.span,
    };
    let piece = |piece: &model::Piece| Piece {
        letter: piece.letter.clone(),
        title: piece.title.clone(),
        royal: piece.royal,
        neutral: piece.neutral,
        unlimited: piece.unlimited,
        captured_as: piece.captured_as,
        base: piece.base,
        glyph: piece.glyph.clone(),
        droppable: piece.rules.iter().any(|r| r.kind == RuleKind::Drop),
        unquiet: unquiet(piece.base),
        promotions: PlayerId::BOTH
            .map(|player| piece.promotions.iter().map(|p| promotion(p, player)).collect()),
        span: piece.span,
    };
    model.pieces.iter().map(piece).collect()
}

/// Rules of the game that are no piece's.
pub(super) fn laws<'m>(
    model: &'m Model,
    game: &mut Game,
    directions: &Directions,
    conditions: &mut Conditions<'m>,
) -> Laws {
    let written = &model.laws;
    // A pass is told with the first piece that anybody moves.
    let neutral = model.pieces.iter().filter(|p| p.neutral).count();
    let neutral =
        u8::try_from(neutral).unwrap_or(0) % u8::try_from(model.pieces.len().max(1)).unwrap_or(1);
    let mut passing = |span: Option<crate::text::Span>| {
        let (span, rule) = (span?, next_rule(game));
        let (piece, shape, without_mate) = (PieceId(neutral), RuleShape::Pass, false);
        game.rules.push(RuleInfo { piece, shape, without_mate, span });
        Some(rule)
    };
    let may_pass = passing(written.may_pass);
    let pass_when_stuck = passing(written.pass_when_stuck);
    let blast = written.blast.as_ref().map(|blast| {
        let first = PlayerId(0);
        let expand = |d: &model::Direction| directions.expand(model, first, *d);
        let all: Vec<_> = blast.directions.iter().flat_map(expand).collect();
        let topology = &game.topology;
        let around = |cell: Cell| {
            let next = all.iter().map(|d| topology.step(*d, cell));
            next.filter(|c| c.is_some() && topology.exists.contains(*c)).collect()
        };
        Blast {
            around: topology.all().map(around).collect(),
            what: PlayerId::BOTH.map(|p| conditions.add(&blast.what, p, false)),
        }
    });
    let must_break = written.must_break.as_ref().map(|(asked, span)| {
        (crate::compile::ends::condition(asked, model, directions, conditions), *span)
    });
    let every = written.every.as_ref().map(|every| Every {
        moves: every.moves,
        codes: PlayerId::BOTH.map(|player| game.code(every.piece, player)),
        cells: PlayerId::BOTH.map(|player| match &every.zone {
            Some(zone) => conditions.cells(zone, player),
            None => game.topology.exists.clone(),
        }),
        span: every.span,
    });
    Laws {
        every,
        written: written.written.clone(),
        must_break,
        to_hand: written.to_hand,
        captures_afterwards: written.captures_afterwards,
        must_capture: written.must_capture,
        capture_most: written.capture_most,
        must_drop: written.must_drop,
        spare_royal: written.spare_royal,
        must_not_check: written.must_not_check,
        may_pass,
        pass_when_stuck,
        promotes_to_lost: model.pieces.iter().flat_map(|p| &p.promotions).any(|p| p.lost),
        blast,
    }
}

/// Adds the castlings of both players, and the rights that they need.
pub(super) fn add_castles(model: &Model, game: &mut Game) {
    for castle in &model.castles {
        // One line can declare several castlings.
        let same = |r: &RuleInfo| r.shape == RuleShape::Castle && r.span == castle.span;
        let known = game.rules.last().is_some_and(same).then(|| game.rules.len() - 1);
        let rule = known
            .map_or_else(|| next_rule(game), |at| RuleId(u16::try_from(at).unwrap_or(u16::MAX)));
        if known.is_none() {
            game.rules.push(RuleInfo {
                piece: castle.king,
                shape: RuleShape::Castle,
                without_mate: false,
                span: castle.span,
            });
        }
        for player in PlayerId::BOTH {
            if let Some(compiled) = compile_castle(model, game, castle, player, rule) {
                game.castles.push(compiled);
            }
        }
    }
    name_rights(model, game);
}

fn compile_castle(
    model: &Model,
    game: &mut Game,
    castle: &model::Castle,
    player: PlayerId,
    rule: RuleId,
) -> Option<Castle> {
    let image = |cell: &Cell| model.players.image(&model.board, player, *cell);
    let path: Vec<Cell> = castle.path.iter().map(image).collect::<Option<_>>()?;
    let king = Code::of(castle.king, player);
    let partner = Code::of(castle.partner.piece, player);
    let partner_from = image(&castle.partner.from)?;
    let right = Right {
        player,
        king: (king, *path.first()?),
        partner: (partner, partner_from),
        letter: None,
        file_letter: ' ',
        anywhere: castle.anywhere,
    };
    let same = |r: &Right| r.king == right.king && r.partner == right.partner;
    let number = game.rights.iter().position(same).unwrap_or_else(|| {
        game.rights.push(right);
        game.rights.len() - 1
    });
    Some(Castle {
        player,
        king,
        path,
        partner,
        partner_from,
        partner_to: image(&castle.partner.to)?,
        empty: castle.empty.iter().map(image).collect::<Option<_>>()?,
        right: number,
        rule,
    })
}

/// Gives every right its letters: `K` for the outermost partner towards the last file, `Q` towards the first.
fn name_rights(model: &Model, game: &mut Game) {
    let file = |cell: Cell| model.board.place(cell).0;
    let cased = |letter: char, player: PlayerId| {
        if player == PlayerId(0) {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let all: Vec<Right> = game.rights.iter().filter(|r| !r.anywhere).cloned().collect();
    for right in &mut game.rights {
        let (king, partner) = (file(right.king.1), file(right.partner.1));
        let outermost = |beyond: &dyn Fn(i32) -> bool| {
            !all.iter().any(|r| {
                r.player == right.player && r.partner != right.partner && beyond(file(r.partner.1))
            })
        };
        let east = partner > king && outermost(&|f| f > partner);
        let west = partner < king && outermost(&|f| f < partner);
        let ambiguous = all.iter().any(|r| {
            r.player == right.player
                && *r != Right { letter: None, file_letter: ' ', ..right.clone() }
                && file(r.partner.1) == partner
        });
        let letter = if east {
            Some('k')
        } else if west {
            Some('q')
        } else {
            None
        };
        right.letter =
            letter.filter(|_| !ambiguous && !right.anywhere).map(|l| cased(l, right.player));
        let name = char::from(b'a' + u8::try_from(partner).unwrap_or(0));
        right.file_letter = cased(name, right.player);
    }
}
