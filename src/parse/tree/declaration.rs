//! Declarations without a block.

use crate::ast::{
    Allow, Board, BoardShape, Castle, CastlePartner, CastleSquares, Forward, Item, KingSide, Law,
    LawWord, Name, OptionDecl, Players, Removal, Symmetry, Zone,
};
use crate::parse::grammar::Rule;
use crate::parse::tree::Builder;
use crate::parse::tree::atoms::{Parts, corners};
use crate::parse::words::COMPASS;
use crate::text::Spanned;
use pest::iterators::Pair;

impl Builder<'_> {
    pub(super) fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let rule = pair.as_rule();
        let mut parts = self.parts(pair);
        if !matches!(rule, Rule::end) {
            // The word that begins the declaration.
            parts.next()?;
        }
        Some(match rule {
            Rule::game => Item::Game(parts.text()?),
            Rule::inventor => Item::Inventor(parts.text()?),
            Rule::about => Item::About(parts.text()?),
            Rule::source => Item::Source(parts.text()?),
            Rule::extends => Item::Extends(parts.text()?),
            Rule::setup => Item::Setup(parts.text()?),
            Rule::allow => {
                Item::Allow(Allow { code: parts.name(Rule::code)?, reason: parts.text()? })
            }
            Rule::remove => Item::Remove(removal(&mut parts)?),
            Rule::option => Item::Option(option(&mut parts)?),
            Rule::board => Item::Board(self.board(&mut parts)?),
            Rule::players => Item::Players(players(&mut parts)?),
            Rule::zone => Item::Zone(self.zone(&mut parts)?),
            Rule::castle => Item::Castle(self.castle(&mut parts)?),
            Rule::end => Item::End(self.end(&mut parts)?),
            Rule::captures => Item::Law(self.captures(&mut parts)?),
            Rule::must => Item::Law(match parts.next()?.as_rule() {
                Rule::kw_break => {
                    let (pieces, look) = self.next_sees(&mut parts)?;
                    Law::MustBreak { pieces, look }
                }
                Rule::kw_drop => Law::MustDrop,
                Rule::kw_capture => Law::MustCapture { most: parts.skip(Rule::kw_most).is_some() },
                _ => Law::MustNotCheck,
            }),
            Rule::passing => {
                Item::Law(Law::Passing { when_stuck: parts.skip(Rule::kw_when).is_some() })
            }
            Rule::every => Item::Law(self.every(&mut parts)?),
            _ => return None,
        })
    }

    fn every(&mut self, parts: &mut Parts<'_>) -> Option<Law> {
        parts.skip(Rule::kw_move);
        let moves = parts.next()?.as_rule() == Rule::kw_moves;
        let piece = parts.name(Rule::letter)?;
        let zone = match parts.next()?.as_rule() {
            Rule::kw_anywhere => None,
            _ => Some(self.next_condition(parts)?),
        };
        Some(Law::Every { moves, piece, zone })
    }

    fn captures(&mut self, parts: &mut Parts<'_>) -> Option<Law> {
        if parts.skip(Rule::kw_to).is_some() {
            parts.skip(Rule::kw_hand);
            return Some(Law::CapturesToHand {
                reverting: parts.skip(Rule::kw_reverting).is_some(),
            });
        }
        if parts.skip(Rule::kw_afterwards).is_some() {
            return Some(Law::CapturesAfterwards);
        }
        if parts.skip(Rule::kw_spare).is_some() {
            return Some(Law::CapturesSpareRoyal);
        }
        parts.skip(Rule::kw_blast);
        let directions = self.next_directions(parts)?;
        parts.skip(Rule::brace_open);
        Some(Law::Blast { directions, what: self.next_condition(parts)? })
    }

    fn board(&mut self, parts: &mut Parts<'_>) -> Option<Board> {
        let shape = if let Some(size) = parts.take(Rule::board_size) {
            let mut size = self.parts(size);
            let files = self.next_number(&mut size)?;
            size.skip(Rule::cross);
            let ranks = self.next_number(&mut size)?;
            let mut without = Vec::new();
            if let Some(missing) = parts.take(Rule::without) {
                let mut missing = self.parts(missing);
                missing.skip(Rule::kw_without);
                while let Some(range) = self.range(&mut missing) {
                    without.push(range);
                }
            }
            BoardShape::Size { files, ranks, without }
        } else {
            let mut drawing = self.parts(parts.take(Rule::drawing)?);
            BoardShape::Drawing(std::iter::from_fn(|| drawing.text()).collect())
        };
        Some(Board { shape, passable: parts.skip(Rule::passable) })
    }

    fn zone(&mut self, parts: &mut Parts<'_>) -> Option<Zone> {
        let name = parts.name(Rule::name)?;
        let both = parts.skip(Rule::kw_both).is_some();
        let squares = self.next_condition(parts)?;
        Some(Zone { name, both, squares })
    }

    fn castle(&mut self, parts: &mut Parts<'_>) -> Option<Castle> {
        let king = parts.name(Rule::letter)?;
        if let Some(pair) = parts.take(Rule::from_anywhere) {
            return self.castle_from_anywhere(king, pair);
        }
        let mut king_path = self.parts(parts.take(Rule::king_path)?);
        let path = std::iter::from_fn(|| king_path.name(Rule::square_part)).collect();
        let range_end =
            king_path.take(Rule::path_end).and_then(|end| self.parts(end).name(Rule::square_part));
        parts.skip(Rule::kw_with);
        let partner = parts.name(Rule::letter)?;
        let (partner_from, partner_to) = match parts.take(Rule::block) {
            Some(block) => {
                let (from, to) = corners(self.place, block)?;
                (from, CastlePartner::Square(to))
            }
            None => (parts.name(Rule::square)?, CastlePartner::Beside),
        };
        let squares = CastleSquares::Named { path, range_end, partner_from, partner_to };
        Some(Castle { king, partner, squares })
    }

    fn castle_from_anywhere(&mut self, king: Name, pair: Pair<'_, Rule>) -> Option<Castle> {
        let mut parts = self.parts(pair);
        parts.skip(Rule::kw_from);
        let zone = self.next_condition(&mut parts)?;
        parts.skip(Rule::kw_to);
        let to = parts.name(Rule::square)?;
        parts.skip(Rule::kw_with);
        let partner = parts.name(Rule::letter)?;
        let word = parts.name(Rule::king_side)?;
        let side = if word.node == "left" { KingSide::Left } else { KingSide::Right };
        let side = Spanned::new(side, word.span);
        parts.skip(Rule::kw_of);
        let beside = parts.name(Rule::letter)?;
        parts.skip(Rule::kw_to);
        let partner_to = parts.name(Rule::square)?;
        let squares = CastleSquares::Anywhere { zone, to, side, beside, partner_to };
        Some(Castle { king, partner, squares })
    }
}

fn removal(parts: &mut Parts<'_>) -> Option<Removal> {
    Some(match parts.next()?.as_rule() {
        Rule::kw_piece => Removal::Piece(parts.name(Rule::letter)?),
        Rule::kw_zone => Removal::Zone(parts.name(Rule::name)?),
        Rule::kw_option => Removal::Option(parts.name(Rule::name)?),
        Rule::kw_castles => Removal::Castles,
        Rule::kw_ends => Removal::Ends,
        Rule::kw_setup => Removal::Setup,
        Rule::kw_captures => Removal::Laws(LawWord::Captures),
        Rule::kw_must => Removal::Laws(LawWord::Must),
        Rule::kw_passing => Removal::Laws(LawWord::Passing),
        Rule::kw_every => Removal::Laws(LawWord::Every),
        _ => return None,
    })
}

fn option(parts: &mut Parts<'_>) -> Option<OptionDecl> {
    let name = parts.name(Rule::name)?;
    let default = parts.take(Rule::on_off)?.as_str() == "on";
    Some(OptionDecl { name, default, text: parts.text() })
}

fn players(parts: &mut Parts<'_>) -> Option<Players> {
    let first = parts.name(Rule::player)?;
    parts.skip(Rule::kw_forward);
    let compass = parts.name(Rule::compass)?;
    let eighths = COMPASS.iter().zip(0..).find(|(word, _)| **word == compass.node)?.1;
    let forward = Spanned::new(Forward(eighths), compass.span);
    parts.skip(Rule::comma);
    let second = parts.name(Rule::player)?;
    let word = parts.name(Rule::symmetry)?;
    let symmetry = match word.node.as_str() {
        "mirrored" => Symmetry::Mirrored,
        "turned" => Symmetry::Turned,
        _ => Symmetry::Alike,
    };
    Some(Players { first, forward, second, symmetry: Spanned::new(symmetry, word.span) })
}
