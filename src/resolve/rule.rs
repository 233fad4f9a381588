//! Rules: short forms are spelt out, clauses find their places, and walks are checked to lead somewhere.

use crate::ast;
use crate::ast::{Clause, Element};
use crate::diagnostics::Diagnostic;
use crate::ids::Mask;
use crate::model::{Node, Rule, RuleKind, Step};
use crate::resolve::Resolver;
use crate::resolve::condition::{Known, Place};
use crate::resolve::outcome::{Ended, Summary};
use crate::text::{Span, Spanned};

/// The clauses of a rule, each once.
#[derive(Default)]
struct Clauses<'r> {
    from: Option<&'r Spanned<ast::Condition>>,
    to: Option<&'r Spanned<ast::Condition>>,
    within: Option<&'r Spanned<ast::Condition>>,
    capturing: Option<&'r Spanned<ast::Condition>>,
    when: Option<&'r ast::Look>,
    trail: Option<Span>,
    again: Option<(bool, Span)>,
    also: Option<(&'r ast::Segment, Span)>,
    placing: Option<(&'r ast::Name, &'r ast::Segment, Span)>,
    /// Conditions of clauses that stand twice, which the parser has told.
    first: Vec<&'r Spanned<ast::Condition>>,
}

impl<'r> Clauses<'r> {
    /// Sorts clauses. The parser has seen to it that each stands once.
    fn of(list: &'r [Spanned<Clause>]) -> Self {
        let mut clauses = Self::default();
        for clause in list {
            match &clause.node {
                Clause::From(zone) => clauses.first.extend(clauses.from.replace(zone)),
                Clause::To(to) => clauses.first.extend(clauses.to.replace(to)),
                Clause::Within(zone) => clauses.first.extend(clauses.within.replace(zone)),
                Clause::Capturing(what) => clauses.first.extend(clauses.capturing.replace(what)),
                Clause::When(look) => clauses.when = Some(look),
                Clause::LeavesTrail => clauses.trail = Some(clause.span),
                Clause::Again { optional } => clauses.again = Some((*optional, clause.span)),
                Clause::Also(segment) => clauses.also = Some((segment, clause.span)),
                Clause::Placing { piece, segment } => {
                    clauses.placing = Some((piece, segment, clause.span));
                }
            }
        }
        clauses
    }
}

impl Resolver<'_> {
    /// Resolves a rule that moves a piece.
    pub(super) fn rule(&mut self, rule: &ast::Rule, span: Span) -> Rule {
        let (segments, clauses) = match rule {
            ast::Rule::Walk { segments, clauses } => {
                let clauses = Clauses::of(clauses);
                (segments.clone(), clauses)
            }
            ast::Rule::Step { directions, clauses } => {
                let clauses = Clauses::of(clauses);
                let elements = vec![last(&clauses, span)];
                (vec![ast::Segment { directions: directions.clone(), elements }], clauses)
            }
            ast::Rule::Slide { directions, range, clauses } => {
                let clauses = Clauses::of(clauses);
                let mut elements = self.slide(range.as_ref(), span);
                elements.push(last(&clauses, span));
                (vec![ast::Segment { directions: directions.clone(), elements }], clauses)
            }
        };
        self.moving(&segments, &clauses, span)
    }

    /// The squares on the way of a slide: one less than its steps.
    fn slide(
        &mut self,
        range: Option<&Spanned<ast::SlideRange>>,
        span: Span,
    ) -> Vec<Spanned<Element>> {
        let (least, most, span) = match range {
            None => (0, None, span),
            Some(range) => {
                let ast::SlideRange { least, most } = range.node;
                if least == 0 {
                    self.error(
                        Diagnostic::error("E0302", "a slide takes at least one step")
                            .label(range.span, "zero steps")
                            .help("write `{1,…}`"),
                    );
                    return Vec::new();
                }
                if !self.check_times(least, most, range.span) {
                    return Vec::new();
                }
                (least - 1, most.map(|most| most - 1), range.span)
            }
        };
        if most == Some(0) {
            return Vec::new();
        }
        let empty = Element::Test(ast::Condition::Word(ast::Word::Empty));
        let repeat = Spanned::new(ast::Repeat { least, most }, span);
        let body = Box::new(Spanned::new(empty, span));
        vec![Spanned::new(Element::Repeated(body, repeat), span)]
    }

    fn moving(&mut self, segments: &[ast::Segment], clauses: &Clauses<'_>, span: Span) -> Rule {
        let from = clauses.from.map(|zone| self.zones_only(zone, "from", None));
        let within = clauses.within.map(|zone| self.zones_only(zone, "within", None));
        for condition in &clauses.first {
            self.condition(condition, Place::Square);
        }
        let to =
            clauses.to.map(|condition| (self.condition(condition, Place::Square), condition.span));
        let mut nodes = clauses.when.map_or(Vec::new(), |look| self.look(look));
        let mut all: Option<Summary> = None;
        for (at, segment) in segments.iter().enumerate() {
            let part = self.segment(segment, false);
            let to = to.as_ref().filter(|_| at + 1 == segments.len());
            self.check_end(&part.does, to, span);
            if at > 0 {
                nodes.push(Node::Then);
            }
            match part.node {
                Node::Seq(parts) => nodes.extend(parts),
                node => nodes.push(node),
            }
            all = Some(all.map_or(part.does.clone(), |all| joined(&all, &part.does)));
        }
        let all = all.unwrap_or_else(Summary::nothing);
        self.check_whole_walk(&all, span);
        if let Some(trail) = clauses.trail.filter(|_| all.most < 2 && segments.len() == 1) {
            self.warn(
                Diagnostic::warning("W0307", "this rule leaves no trail: it passes no square")
                    .label(trail, "squares strictly between start and end")
                    .help("leave `leaves trail` out")
                    .fix(trail, ""),
            );
        }
        if let Some((optional, again)) = clauses.again {
            self.check_again(&nodes, clauses.trail, again);
            nodes.push(Node::Again { optional });
        }
        nodes.extend(self.second_parts(clauses));
        let path = Node::Seq(nodes);
        let (to, leaves_trail) = (to.map(|(known, _)| known.condition), clauses.trail.is_some());
        let (kind, without_mate) = (RuleKind::Move, false);
        Rule { kind, path, from, to, within, leaves_trail, without_mate, span }
    }

    /// A piece goes on from where it stands, and leaves no trail on a way of any length.
    fn check_again(&mut self, nodes: &[Node], trail: Option<Span>, again: Span) {
        let told = |label, help| {
            Diagnostic::error("E0320", "`again` does not go together with this")
                .label(again, "the piece goes on from where it stands")
                .label(label, "this")
                .help(help)
        };
        if let Some(trail) = trail {
            self.error(told(trail, "leave `leaves trail` out"));
        } else if nodes.iter().any(|n| n.has(&|n| matches!(n, Node::Stay))) {
            self.error(
                Diagnostic::error("E0320", "`again` does not go together with `stay`")
                    .label(again, "the piece goes on from where it stands")
                    .help("leave one of the two out"),
            );
        }
    }

    /// What the rule does besides when the piece stands: `also`, then `placing`.
    fn second_parts(&mut self, clauses: &Clauses<'_>) -> Vec<Node> {
        let mut nodes = Vec::new();
        if let Some((segment, span)) = clauses.also {
            let part = self.segment(segment, false);
            if let Some((closes, word)) = part.does.closes {
                self.error(
                    Diagnostic::error("E0321", format!("`{word}` cannot stand in `also`"))
                        .label(closes, "nothing moves there")
                        .help("write what the square must be, or `capture …` or `flip …`"),
                );
            }
            let acts = |n: &Node| match n {
                Node::Step(step) => step.capture,
                node => matches!(node, Node::Flip(_)),
            };
            if !part.node.has(&acts) {
                self.doubt(
                    Diagnostic::error("E0322", "this `also` changes nothing")
                        .label(span, "nothing is captured, and nothing changes sides")
                        .help("write `capture …` or `flip …` before what it acts on"),
                );
            }
            nodes.push(Node::Also { body: Box::new(part.node) });
        }
        if let Some((name, segment, span)) = clauses.placing {
            let piece = self.piece_id(name);
            if !self.states.kind(piece).and(self.states.royals).is_none() && !self.vague {
                self.error(
                    Diagnostic::error("E0323", "a royal piece cannot be placed")
                        .label(name.span, "this piece is royal")
                        .help("place another piece, or one that is `neutral`"),
                );
            }
            let part = self.segment(segment, false);
            let full = part.does.free.as_ref().is_some_and(|end| !end.left.is_none());
            let acts = part.does.taken.is_some() || part.does.closes.is_some();
            if full || acts || part.does.keep {
                self.doubt(
                    Diagnostic::error("E0323", "a piece is placed on an empty square")
                        .label(span, "this can end on a square that is not empty, or go nowhere")
                        .help("end with `empty`: `placing X any { empty+ }`"),
                );
            }
            nodes.push(Node::Place(piece));
            nodes.push(part.node);
        }
        nodes
    }

    /// Checks that a piece can stand where one of its walks ends.
    fn check_end(&mut self, does: &Summary, to: Option<&(Known, Span)>, span: Span) {
        if does.never_steps() {
            self.doubt(
                Diagnostic::error("E0309", "this walk takes no step")
                    .label(span, "it leads nowhere")
                    .help("write where it goes: `step forward`, or squares between the braces"),
            );
            return;
        }
        let wanted = to.map_or(self.states.all, |(known, _)| known.holds);
        let ends: Vec<&Ended> = does.free.iter().chain(&does.taken).collect();
        if let Some(end) = ends.iter().find(|end| !end.left.and(wanted).is_none()) {
            let error = self.occupied(end, end.left.and(wanted));
            self.doubt(error);
        }
        let stays = does.stay_free.is_some() || does.stay_taken.is_some() || does.keep;
        if let Some((known, to)) = to.filter(|_| !stays) {
            let reached = ends.iter().fold(Mask::NONE, |all, end| all.or(end.all));
            if reached.and(known.holds).is_none() && !known.holds.is_none() && !reached.is_none() {
                self.doubt(
                    Diagnostic::error("E0316", "the last square of this rule is never like this")
                        .label(*to, "never holds")
                        .label(span, "the rule")
                        .help("a piece moves to an empty square or captures there; `to` can demand no more than one of these"),
                );
            }
        }
    }

    fn occupied(&self, end: &Ended, left: Mask) -> Diagnostic {
        let who = self.states.who(left);
        let help = match &end.zone {
            Some(zone) => {
                format!("write `empty & {zone}`, or `land & {zone}` to capture there too")
            }
            None if who == "an enemy" => "write `capture …` to take it".to_owned(),
            None => "end with `empty`, with `land`, or with `capture …`".to_owned(),
        };
        Diagnostic::error("E0310", format!("the walk can end on a square where {who} stands"))
            .label(end.span, "the last step")
            .help(help)
    }

    fn check_whole_walk(&mut self, all: &Summary, span: Span) {
        if all.never_steps() {
            return;
        }
        if all.keep {
            self.doubt(
                Diagnostic::error("E0309", "this walk can be walked without a step")
                    .label(span, "the piece would not move")
                    .help("make the last step certain: `empty+` in place of `empty*`, or end with `land`"),
            );
        } else if let Some(stay) = all.stay_free {
            self.doubt(
                Diagnostic::error(
                    "E0315",
                    "this rule can do nothing at all: the piece stays, and nothing is captured",
                )
                .label(stay, "stays here")
                .help("capture something before: `capture enemy stay`"),
            );
        }
    }

    /// Resolves a rule that drops a piece.
    pub(super) fn drop_rule(&mut self, drop: &ast::Drop, span: Span) -> Rule {
        let rule = &drop.rule;
        let looks: Vec<Node> = drop.looks.iter().flat_map(|look| self.look(&look.node)).collect();
        let empty = crate::model::Condition::Empty;
        let step = |test| Node::Step(Step { test, capture: false, span });
        let path = match rule {
            ast::DropRule::Anywhere => step(empty),
            ast::DropRule::On(zone) => {
                let needed = "nothing can be dropped there";
                let zone = self.zones_only(zone, "drop on", Some(needed));
                step(crate::model::Condition::And(vec![empty, zone]))
            }
            ast::DropRule::Walk(elements) => self.drop_walk(elements, span),
        };
        // The piece is put first, then looks around, then goes on.
        let mut nodes = if let Node::Seq(nodes) = path { nodes } else { vec![path] };
        nodes.splice(1.min(nodes.len())..1.min(nodes.len()), looks);
        nodes.extend(self.second_parts(&Clauses::of(&drop.clauses)));
        let (kind, path) = (RuleKind::Drop, Node::Seq(nodes));
        let without_mate = drop.without_mate.is_some();
        let (from, to, within, leaves_trail) = (None, None, None, false);
        Rule { kind, path, from, to, within, leaves_trail, without_mate, span }
    }

    fn drop_walk(&mut self, elements: &[Spanned<Element>], span: Span) -> Node {
        let Some((first, rest)) = elements.split_first() else {
            self.doubt(
                Diagnostic::error("E0309", "this drop names no square")
                    .label(span, "nothing between the braces")
                    .help("write where the piece is put: `drop on ZONE`, `drop anywhere`"),
            );
            return Node::Seq(Vec::new());
        };
        let put = self.sequence(std::slice::from_ref(first), false);
        let on_empty = put.does.free.as_ref().is_some_and(|end| end.left.is_none());
        let misplaced = !matches!(first.node, Element::Test(_)) || !on_empty;
        if misplaced {
            self.doubt(
                Diagnostic::error(
                    "E0313",
                    "a drop begins with the empty square where the piece is put",
                )
                .label(first.span, "the first element")
                .help("write `empty`, or `(empty & ZONE)`, then a direction and the way on"),
            );
        }
        let rest = self.sequence(rest, false);
        if let Some(span) = rest.does.facing.uses {
            self.doubt(
                Diagnostic::error("E0313", "a dropped piece does not know which way to go on")
                    .label(span, "no direction before this")
                    .help("write a direction first: `forward empty`"),
            );
        }
        let all = put.does.then(&rest.does);
        // Where it is put wrongly, what stands there is not told again.
        let ends = all.free.iter().chain(&all.taken).filter(|_| !misplaced);
        for end in ends.filter(|end| !end.left.is_none()) {
            let error = self.occupied(end, end.left);
            self.doubt(error);
        }
        if let Some(stay) = all.stay_free.or(all.stay_taken) {
            self.error(
                Diagnostic::error("E0317", "a dropped piece cannot `stay`")
                    .label(stay, "it comes from the hand")
                    .help("leave it out"),
            );
        }
        Node::Seq(vec![put.node, rest.node])
    }
}

/// Two walks of one rule: the second moves on from where the first leaves the piece.
fn joined(first: &Summary, second: &Summary) -> Summary {
    let mut all = first.then(second);
    // It is idle only if both are.
    all.keep = first.keep && second.keep;
    let idle = first.idle() && second.idle() && !all.keep;
    all.stay_free = second.stay_free.or(first.stay_free).filter(|_| idle);
    all
}

/// The last square of a `step` or `slide`.
fn last(clauses: &Clauses<'_>, span: Span) -> Spanned<Element> {
    let element = match clauses.capturing {
        Some(what) => Element::Capture { what: what.clone(), also: None },
        None => Element::Land { also: None },
    };
    Spanned::new(element, span)
}
