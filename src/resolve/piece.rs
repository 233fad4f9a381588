//! Pieces, their rules and promotions.

use crate::ast;
use crate::ast::{PieceItem, PromotionMoment};
use crate::diagnostics::Diagnostic;
use crate::ids::{Code, PieceId};
use crate::model::{Piece, Promotion, Rule};
use crate::resolve::Resolver;
use crate::resolve::items::{Given, rules};
use crate::resolve::states::States;
use crate::text::Span;

/// Most rules of a game.
const MOST_RULES: usize = 10_000;

/// What a piece's lines have brought so far.
#[derive(Default)]
struct Lines {
    rules: Vec<Rule>,
    promotions: Vec<Promotion>,
    /// Any line at all, whatever the options.
    any: bool,
}

impl<'a> Resolver<'a> {
    /// Resolves all pieces; gives those that are there.
    pub(super) fn resolve_pieces(&mut self, list: &[Given<'a, ast::Piece>]) -> Vec<Piece> {
        self.states = States::new(list.iter().filter(|g| g.active).map(|g| g.node.royal.is_some()));
        let active: Vec<&Given<'a, ast::Piece>> = list.iter().filter(|g| g.active).collect();
        if let Some(extra) = active.get(Code::MOST_PIECES) {
            let message = format!("a game has at most {} kinds of pieces", Code::MOST_PIECES);
            let span = extra.node.letter.span;
            self.error(Diagnostic::error("E0215", message).label(span, "one piece too many"));
        }
        if list.is_empty() && !self.scope.incomplete {
            self.error(
                Diagnostic::error("E0201", "the file has no `piece`")
                    .label(self.file_start, "`piece` is missing")
                    .help("add a line: `piece K \"King\" royal { step any }`"),
            );
        }
        let mut pieces = Vec::new();
        let mut count = 0;
        for given in list {
            let own = PieceId(u8::try_from(pieces.len()).unwrap_or(u8::MAX));
            let piece = self.piece(given, own, &mut count);
            if given.active {
                pieces.push(piece);
            }
        }
        pieces
    }

    fn piece(&mut self, given: &Given<'a, ast::Piece>, own: PieceId, count: &mut usize) -> Piece {
        let written = given.node;
        let mut items = Vec::new();
        rules(self, &written.rules, &given.guard, &mut items);
        *count += items.len();
        if let Some(extra) = items.last().filter(|_| *count > MOST_RULES) {
            let message = format!("a game has at most {MOST_RULES} rules");
            self.error(Diagnostic::error("E0215", message).label(extra.span, "too many by here"));
            items.clear();
        }
        let captured_as = match &written.captured_as {
            Some(name) => self.under(&given.guard, |this| this.piece_id(name)),
            None => own,
        };
        let mut lines = Lines::default();
        for item in &items {
            self.under(&item.guard, |this| this.line(written, item, &mut lines));
        }
        if !lines.any {
            self.warn(
                Diagnostic::warning(
                    "W0302",
                    format!("the piece `{}` has no rule: it never moves", written.letter.node),
                )
                .label(written.letter.span, "declared here")
                .help("write how it moves between its braces, such as `step any`"),
            );
        }
        Piece {
            letter: written.letter.node.clone(),
            title: written.title.as_ref().unwrap_or(&written.letter).node.clone(),
            royal: written.royal.is_some(),
            captured_as,
            base: own,
            glyph: written.glyph.as_ref().and_then(|text| self.glyph(text)),
            span: written.letter.span,
            rules: lines.rules,
            promotions: lines.promotions,
        }
    }

    /// Two signs: the first player's and the second's.
    fn glyph(&mut self, text: &crate::text::Spanned<String>) -> Option<[String; 2]> {
        let odd = |c: char| c.is_whitespace() || c.is_control();
        let mut signs = text.node.chars();
        if let (Some(first), Some(second), None) = (signs.next(), signs.next(), signs.next())
            && !odd(first)
            && !odd(second)
        {
            return Some([first.to_string(), second.to_string()]);
        }
        self.error(
            Diagnostic::error("E0218", "a glyph is two characters, one for each player")
                .label(text.span, "not two characters")
                .help("write the first player's sign and then the second's: `glyph \"♔♚\"`"),
        );
        None
    }

    fn line(&mut self, piece: &ast::Piece, item: &Given<'a, PieceItem>, lines: &mut Lines) {
        match item.node {
            PieceItem::Rule(rule) => {
                lines.any = true;
                let rule = self.rule(rule, item.span);
                if rule.leaves_trail {
                    self.facts.trails_left.push((piece.letter.node.clone(), item.span));
                }
                lines.rules.extend(item.active.then_some(rule));
            }
            PieceItem::Drop(rule) => {
                lines.any = true;
                let rule = self.drop_rule(rule, item.span);
                lines.rules.extend(item.active.then_some(rule));
            }
            PieceItem::Promotion(promotion) => {
                let promotion = self.promotion(piece, promotion, item.span);
                lines.promotions.extend(promotion.filter(|_| item.active));
            }
            // A text that was not understood has been reported; it would have been a rule.
            PieceItem::Betza(_) => (lines.any, self.unread) = (true, true),
            PieceItem::If(_) => {}
        }
    }

    fn promotion(
        &mut self,
        piece: &ast::Piece,
        written: &ast::Promotion,
        span: Span,
    ) -> Option<Promotion> {
        let needed = format!("a `{}` can never promote there", piece.letter.node);
        let word = match written.moment.node {
            PromotionMoment::On => "promote on",
            PromotionMoment::From => "promote from",
            PromotionMoment::OnOrFrom => "promote on or from",
        };
        let zone = self.zones_only(&written.zone, word, Some(&needed));
        let to = self.letters(&written.to);
        if written.to.is_empty() {
            self.error(
                Diagnostic::error("E0318", "this promotion leads to nothing")
                    .label(span, "no piece is named behind `to`")
                    .help("name the pieces: `promote on last-rank to Q R`"),
            );
        }
        for (id, name) in to.iter().zip(&written.to).filter(|_| !self.vague).collect::<Vec<_>>() {
            self.suspect_promotion(piece, *id, name);
        }
        let moment = written.moment.node;
        Some(Promotion {
            optional: written.optional.is_some(),
            on: moment != PromotionMoment::From,
            from: moment != PromotionMoment::On,
            zone,
            lost: written.lost.is_some(),
            to,
            span,
        })
    }

    fn suspect_promotion(&mut self, piece: &ast::Piece, id: PieceId, name: &ast::Name) {
        if name.node == piece.letter.node {
            self.warn(
                Diagnostic::warning("W0305", format!("`{}` promotes to itself", name.node))
                    .label(name.span, "the same piece")
                    .help("leave the letter out; with `may promote` it can stay what it is"),
            );
        } else if !self.states.kind(id).and(self.states.royals).is_none() {
            self.warn(
                Diagnostic::warning(
                    "W0306",
                    format!("`{}` promotes to the royal piece `{}`", piece.letter.node, name.node),
                )
                .label(name.span, "royal: a player may then have several")
                .help("leave the letter out if that is not meant"),
            );
        }
    }

    /// Pieces by their letters, each once.
    pub(super) fn letters(&mut self, names: &[ast::Name]) -> Vec<PieceId> {
        for (at, name) in names.iter().enumerate() {
            if let Some(first) = names[..at].iter().find(|other| other.node == name.node) {
                self.error(
                    Diagnostic::error(
                        "E0318",
                        format!("`{}` is named twice in one list", name.node),
                    )
                    .label(name.span, "the second time")
                    .label(first.span, "the first")
                    .help("leave one of the two out"),
                );
            }
        }
        names.iter().map(|name| self.piece_id(name)).collect()
    }
}
