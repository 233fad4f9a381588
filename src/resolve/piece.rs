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
    /// Any drop, whatever the options.
    drops: bool,
}

impl<'a> Resolver<'a> {
    /// Resolves all pieces; gives those that are there.
    pub(super) fn resolve_pieces(&mut self, list: &[Given<'a, ast::Piece>]) -> Vec<Piece> {
        self.states = States::new(
            list.iter()
                .filter(|g| g.active)
                .map(|g| (g.node.royal.is_some(), g.node.neutral.is_some())),
        );
        let active: Vec<&Given<'a, ast::Piece>> = list.iter().filter(|g| g.active).collect();
        if let Some(extra) = active.get(Code::MOST_PIECES) {
            let message = format!("a game has at most {} kinds of pieces", Code::MOST_PIECES);
            let span = extra.node.letter.span;
            self.error(Diagnostic::error("E0215", message).label(span, "one piece too many"));
        }
        let mut neutral = active.iter().filter(|g| g.node.neutral.is_some());
        if let Some(extra) = neutral.nth(Code::MOST_NEUTRAL) {
            let message =
                format!("at most {} kinds of pieces may belong to nobody", Code::MOST_NEUTRAL);
            let span = extra.node.letter.span;
            self.error(Diagnostic::error("E0215", message).label(span, "one too many"));
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
        self.check_attributes(written, &lines);
        if !lines.any && written.neutral.is_none() {
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
            neutral: written.neutral.is_some(),
            unlimited: written.unlimited.is_some(),
            captured_as,
            base: own,
            glyph: written.glyph.as_ref().and_then(|text| self.glyph(text)),
            span: written.letter.span,
            rules: lines.rules,
            promotions: lines.promotions,
        }
    }

    /// Words of a piece that do not go together.
    fn check_attributes(&mut self, piece: &ast::Piece, lines: &Lines) {
        let letter = piece.letter.span;
        let told = |message: &str, span, label: &str, help: &str| {
            Diagnostic::error("E0219", message.to_owned()).label(span, label).help(help)
        };
        if let Some(neutral) = piece.neutral {
            let other = piece.royal.or(piece.unlimited);
            if let Some(other) = other.or(piece.captured_as.as_ref().map(|name| name.span)) {
                let message = "what belongs to nobody cannot be this";
                let error = told(message, other, "said of a piece of a player", "leave it out");
                self.error(error.label(neutral, "nobody's"));
            } else if lines.any || !lines.promotions.is_empty() {
                let help = "leave its rules out; a rule of another piece can place it: `placing`";
                let label = "it stands where it is put";
                let message = "nobody moves a piece that belongs to nobody";
                self.error(told(message, letter, label, help).label(neutral, "nobody's"));
            }
        } else if let Some(unlimited) = piece.unlimited.filter(|_| !lines.drops) {
            let message = "nothing drops this piece, so it need not be `unlimited`";
            let help = "write a drop, such as `drop anywhere`, or leave the word out";
            self.error(told(message, unlimited, "always in hand", help));
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
                (lines.any, lines.drops) = (true, true);
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
            self.suspect_promotion(piece, *id, name, written.to.len() > 1);
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

    fn suspect_promotion(
        &mut self,
        piece: &ast::Piece,
        id: PieceId,
        name: &ast::Name,
        others: bool,
    ) {
        if !self.states.kind(id).and(self.states.neutrals).is_none() {
            self.error(
                Diagnostic::error("E0219", "a piece of a player cannot become one of nobody")
                    .label(name.span, "belongs to nobody")
                    .help("leave the letter out"),
            );
        } else if name.node == piece.letter.node {
            self.warn(
                Diagnostic::warning("W0305", format!("`{}` promotes to itself", name.node))
                    .label(name.span, "the same piece")
                    .help(if others {
                        "leave the letter out; with `may promote` it can stay what it is"
                    } else {
                        "leave the rule out: without it the piece stays what it is; or write the letters of other pieces"
                    }),
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
