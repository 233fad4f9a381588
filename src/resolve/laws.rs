//! Rules of the game that are no piece's, and the pieces that they bring about.

use crate::ast;
use crate::diagnostics::Diagnostic;
use crate::ids::{Code, PieceId};
use crate::model::{Blast, EndCondition, Every, Laws, Node, Piece, Rule, RuleKind};
use crate::resolve::Resolver;
use crate::resolve::condition::Place;
use crate::resolve::items::Given;
use crate::resolve::scope::twice;

/// What of a rule is more than its words.
struct Drawn {
    blast: Option<Blast>,
    must_break: Option<EndCondition>,
    every: Option<Every>,
}

impl<'a> Resolver<'a> {
    /// Resolves all of them; gives those that are there. Promoted pieces that revert become kinds of their own.
    pub(super) fn resolve_laws(
        &mut self,
        list: &[Given<'a, ast::Law>],
        pieces: &mut Vec<Piece>,
    ) -> Laws {
        let kind = |law: &ast::Law| std::mem::discriminant(law);
        for (at, later) in list.iter().enumerate() {
            let same = |g: &&Given<'a, ast::Law>| {
                kind(g.node) == kind(later.node) && g.guard.compatible(&later.guard)
            };
            if let Some(first) = list[..at].iter().find(same) {
                self.error(twice("this rule", later.span, first.span));
            }
        }
        let mut laws = Laws::default();
        let mut reverting = false;
        for given in list {
            let drawn = self.drawn(given);
            if given.active {
                laws.written.push(given.span);
                let reverts = matches!(given.node, ast::Law::CapturesToHand { reverting: true });
                reverting |= reverts;
                enter(&mut laws, given, drawn);
            }
        }
        self.check_drops(list, pieces);
        if let Some(every) = laws.every.as_ref().filter(|every| every.moves) {
            self.check_only_one(every, pieces);
        }
        if reverting {
            self.add_promoted(pieces);
        }
        laws
    }

    /// Tells of rules that speak of drops in a game without any.
    fn check_drops(&mut self, list: &[Given<'a, ast::Law>], pieces: &[Piece]) {
        if pieces.iter().flat_map(|p| &p.rules).any(|rule| rule.kind == RuleKind::Drop) {
            return;
        }
        for given in list.iter().filter(|given| given.active) {
            let so = match given.node {
                ast::Law::CapturesToHand { .. } => "what is captured just leaves the game",
                ast::Law::MustDrop => "this rule does nothing",
                _ => continue,
            };
            self.warn(
                Diagnostic::warning("W0427", format!("no piece has a rule that drops it: {so}"))
                    .label(given.span, "speaks of hands")
                    .help("give the pieces that shall be dropped such a rule: `drop anywhere`"),
            );
        }
    }

    /// What of a rule is more than its words, resolved under its guard.
    fn drawn(&mut self, given: &Given<'a, ast::Law>) -> Drawn {
        let blast = match given.node {
            ast::Law::Blast { directions, what } => Some(self.under(&given.guard, |this| Blast {
                directions: this.directions(directions).list,
                what: this.condition(what, Place::Square).condition,
            })),
            _ => None,
        };
        let must_break = match given.node {
            ast::Law::MustBreak { pieces, look } => Some(self.under(&given.guard, |this| {
                let (pieces, look) = (this.letters(pieces), Node::Seq(this.look(look)));
                EndCondition::Sees { pieces, look }
            })),
            _ => None,
        };
        let every = match given.node {
            ast::Law::Every { moves, piece, zone } => Some(self.under(&given.guard, |this| {
                Every {
                    moves: *moves,
                    piece: this.put_by_every(*moves, piece),
                    zone: zone
                        .as_ref()
                        .map(|zone| this.zones_only(zone, "on", Some("no move can be completed"))),
                    span: given.span,
                }
            })),
            _ => None,
        };
        Drawn { blast, must_break, every }
    }

    /// The piece that the second part of every move puts on the board.
    fn put_by_every(&mut self, moves: bool, name: &ast::Name) -> PieceId {
        let piece = self.piece_id(name);
        let states = self.states.kind(piece);
        let told = |message: &str, label: &str, help: &str| {
            Diagnostic::error("E0324", message.to_owned()).label(name.span, label).help(help)
        };
        if self.vague {
            return piece;
        }
        if !states.and(self.states.royals).is_none() {
            let help = "choose another piece, or one that is `neutral`";
            self.error(told("a royal piece cannot be placed", "this piece is royal", help));
        } else if moves && !self.states.is_neutral(piece) {
            let help = format!(
                "write `piece {} neutral {{ }}`, or `places` to put down a further one each time",
                name.node
            );
            let message = "what every move moves belongs to nobody";
            self.error(told(message, "this piece is a player's", &help));
        }
        piece
    }

    /// Where every move moves the piece that there is, no rule may bring a further one.
    fn check_only_one(&mut self, every: &Every, pieces: &[Piece]) {
        let places = |rule: &&Rule| {
            rule.path.has(&|node| matches!(node, Node::Place(piece) if *piece == every.piece))
        };
        if let Some(rule) = pieces.iter().flat_map(|p| &p.rules).find(places) {
            self.error(
                Diagnostic::error("E0324", "every move moves the one piece that there is, and this rule places a further one")
                    .label(rule.span, "places one")
                    .label(every.span, "moves the one that there is")
                    .help("let the rule place another piece, or write `every move places …`"),
            );
        }
    }

    /// For every promotion to a piece, a kind that moves as that piece and is captured as the one that promoted.
    fn add_promoted(&mut self, pieces: &mut Vec<Piece>) {
        let plain = pieces.len();
        for from in 0..plain {
            for promotion in 0..pieces[from].promotions.len() {
                for choice in 0..pieces[from].promotions[promotion].to.len() {
                    let to = pieces[from].promotions[promotion].to[choice];
                    let Some(twin) = self.promoted(pieces, plain, number(from), to) else { return };
                    pieces[from].promotions[promotion].to[choice] = twin;
                }
            }
        }
    }

    fn promoted(
        &mut self,
        pieces: &mut Vec<Piece>,
        plain: usize,
        from: PieceId,
        to: PieceId,
    ) -> Option<PieceId> {
        if to.index() >= plain {
            return Some(to);
        }
        if let Some(at) = pieces[plain..].iter().position(|p| p.base == to) {
            let known = &pieces[plain + at];
            if known.captured_as != from {
                let message = format!(
                    "two pieces promote to `{}`, so that nobody knows what it reverts to",
                    pieces[to.index()].letter
                );
                let (one, other) =
                    (pieces[from.index()].span, pieces[known.captured_as.index()].span);
                self.error(
                    Diagnostic::error("E0319", message)
                        .label(one, "this piece promotes to it")
                        .label(other, "this one too")
                        .help("leave `reverting` out, and declare promoted pieces as kinds of their own with `captured as`"),
                );
                return None;
            }
            return Some(number(plain + at));
        }
        if pieces.len() >= Code::MOST_PIECES {
            return None;
        }
        let model = &pieces[to.index()];
        let mut twin = Piece {
            letter: format!("{}~", model.letter),
            captured_as: from,
            base: to,
            ..model.clone()
        };
        twin.rules.retain(|r| r.kind == RuleKind::Move);
        pieces.push(twin);
        Some(number(pieces.len() - 1))
    }
}

/// Enters a rule among those that are there.
fn enter(laws: &mut Laws, given: &Given<'_, ast::Law>, drawn: Drawn) {
    match given.node {
        ast::Law::MustBreak { .. } => {
            laws.must_break = drawn.must_break.map(|asked| (asked, given.span));
        }
        ast::Law::CapturesToHand { .. } => {
            laws.to_hand = true;
        }
        ast::Law::Blast { .. } => laws.blast = drawn.blast,
        ast::Law::CapturesAfterwards => laws.captures_afterwards = true,
        ast::Law::MustCapture { most } => {
            (laws.must_capture, laws.capture_most) = (true, *most);
        }
        ast::Law::MustDrop => laws.must_drop = true,
        ast::Law::CapturesSpareRoyal => laws.spare_royal = true,
        ast::Law::MustNotCheck => laws.must_not_check = true,
        ast::Law::Every { .. } => laws.every = drawn.every,
        ast::Law::Passing { when_stuck: false } => laws.may_pass = Some(given.span),
        ast::Law::Passing { when_stuck: true } => {
            laws.pass_when_stuck = Some(given.span);
        }
    }
}

fn number(n: usize) -> PieceId {
    PieceId(u8::try_from(n).unwrap_or(u8::MAX))
}
