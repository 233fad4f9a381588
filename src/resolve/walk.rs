//! Walks: elements become nodes, and what they do is summed up on the way.

use crate::ast;
use crate::ast::{Element, TurnWord};
use crate::diagnostics::Diagnostic;
use crate::model::{Condition, Node, Step};
use crate::resolve::Resolver;
use crate::resolve::condition::{Known, Place};
use crate::resolve::outcome::{Ended, Facing, Summary};
use crate::resolve::states::States;
use crate::text::{Span, Spanned};

/// Greatest number of a repetition.
pub(super) const MOST_TIMES: u32 = 99;

/// A part of a walk.
pub(super) struct Part {
    /// Without names.
    pub(super) node: Node,
    /// What it does.
    pub(super) does: Summary,
}

impl Resolver<'_> {
    /// Elements one after the other.
    pub(super) fn sequence(&mut self, elements: &[Spanned<Element>], look: bool) -> Part {
        let mut nodes = Vec::with_capacity(elements.len());
        let mut does = Summary::nothing();
        for (n, element) in elements.iter().enumerate() {
            if let Some(next) = elements.get(n + 1) {
                self.idle_turn(element, next);
            }
            let part = self.element(element, look);
            if let Some((span, word)) = does.closes {
                self.error(
                    Diagnostic::error(
                        "E0308",
                        format!("something follows `{word}`, which ends the walk"),
                    )
                    .label(element.span, "this can never be walked")
                    .label(span, format!("the walk ends with this `{word}`"))
                    .help("move it before, or begin a second walk with `then`"),
                );
                does.closes = None;
            }
            self.check_turn(&does, &part.does);
            does = does.then(&part.does);
            nodes.push(part.node);
        }
        let node = if nodes.len() == 1 { nodes.remove(0) } else { Node::Seq(nodes) };
        Part { node, does }
    }

    /// A turn directly before a direction, which decides by itself where the walk faces.
    fn idle_turn(&mut self, turn: &Spanned<Element>, next: &Spanned<Element>) {
        let (Element::Turn(word), Element::Face(directions)) = (&turn.node, &next.node) else {
            return;
        };
        let [direction] = directions.as_slice() else { return };
        let side = match direction.node {
            ast::Direction::Leap { .. } => return,
            ast::Direction::Relative(2) => Some("right"),
            ast::Direction::Relative(6) => Some("left"),
            _ => None,
        };
        let kind = match word {
            TurnWord::Veer => Some("veer"),
            TurnWord::Turn => Some("turn"),
            _ => None,
        };
        let told = Diagnostic::warning(
            "W0315",
            "this turn changes nothing: behind it a direction is named",
        )
        .label(turn.span, "turns")
        .label(next.span, "the walk faces this way, whichever way it faced before");
        self.warn(match (kind, side) {
            (Some(kind), Some(side)) => {
                let both = format!("{kind}-{side}");
                let help = format!("write `{both}`, or leave the turn out");
                told.help(help).likely_fix(turn.span.to(next.span), both)
            }
            _ => told.help("leave one of the two out"),
        });
    }

    fn check_turn(&mut self, first: &Summary, next: &Summary) {
        if let Some((turn, leap)) = first.bad_turn(next) {
            self.doubt(
                Diagnostic::error("E0314", "a leap cannot be turned by 45 degrees")
                    .label(turn, "this turn")
                    .label(leap, "the walk may face for this leap")
                    .help("turn by 90 degrees (`turn`), or name the new direction"),
            );
        }
    }

    fn element(&mut self, element: &Spanned<Element>, look: bool) -> Part {
        let span = element.span;
        match &element.node {
            Element::Test(condition) => self.test(condition, span),
            Element::Capture { what, also } => {
                self.refuse_in_look("capture", span, look);
                self.capture(what, also.as_deref(), span)
            }
            Element::Flip { what, also } => {
                self.refuse_in_look("flip", span, look);
                self.flip(what, also.as_deref(), span)
            }
            Element::Land { also } => {
                self.refuse_in_look("land", span, look);
                self.land(also.as_deref(), span)
            }
            Element::Group(alternatives) => self.group(alternatives, look),
            Element::Repeated(body, times) => self.repeated(body, times, look),
            Element::Turn(word) => turn(*word, span),
            Element::Face(directions) => self.face(directions),
            Element::Stay => {
                self.refuse_in_look("stay", span, look);
                let closes = Some((span, "stay"));
                let facing = Facing { keeps: true, ..Facing::default() };
                let does = Summary { stay_free: Some(span), closes, facing, ..Summary::default() };
                Part { node: Node::Stay, does }
            }
            Element::When(look) => {
                let node = Node::Seq(self.look(look));
                Part { node, does: Summary::nothing() }
            }
        }
    }

    fn refuse_in_look(&mut self, word: &str, span: Span, look: bool) {
        if look {
            self.error(
                Diagnostic::error(
                    "E0312",
                    format!("`{word}` cannot stand in a look, which moves nothing"),
                )
                .label(span, "within `when`")
                .help("write what the square must be, such as `enemy` or `(empty | enemy)`"),
            );
        }
    }

    fn test(&mut self, condition: &ast::Condition, span: Span) -> Part {
        let written = Spanned::new(condition.clone(), span);
        let known = self.condition(&written, Place::Square);
        let left = known.holds.without(self.states.empty());
        let zone = match condition {
            ast::Condition::Word(ast::Word::Zone { name, .. }) => Some(name.clone()),
            _ => None,
        };
        let ended = Ended { all: known.holds, left, span, zone };
        let step = Step { test: known.condition, capture: false, span };
        Part { node: Node::Step(step), does: Summary::step(span, Some(ended), None) }
    }

    fn capture(
        &mut self,
        what: &Spanned<ast::Condition>,
        also: Option<&Spanned<ast::Condition>>,
        span: Span,
    ) -> Part {
        let mut known = self.condition(what, Place::Capture);
        let standing = known.holds.and(self.states.capturable());
        if standing.is_none() && !known.trail && !known.holds.is_none() {
            self.doubt(
                Diagnostic::error("E0306", "nothing that can be captured satisfies this condition")
                    .label(what.span, "a piece must stand there, and no royal friend")
                    .help("write what is captured: `capture enemy`, `capture trail of P`"),
            );
        }
        if let Some(also) = also {
            let before = known.holds;
            known = self.both(known, also);
            if known.holds.is_none() && !before.is_none() {
                self.contradiction(what.span.to(also.span));
            }
        }
        let left = crate::ids::Mask::NONE;
        let ended = Ended { all: known.holds, left, span, zone: None };
        let step = Step { test: known.condition, capture: true, span };
        Part { node: Node::Step(step), does: Summary::step(span, None, Some(ended)) }
    }

    fn flip(
        &mut self,
        what: &Spanned<ast::Condition>,
        also: Option<&Spanned<ast::Condition>>,
        span: Span,
    ) -> Part {
        let mut known = self.condition(what, Place::Square);
        let standing = known.holds.and(self.states.flippable());
        if standing.is_none() && !known.holds.is_none() {
            self.doubt(
                Diagnostic::error(
                    "E0306",
                    "nothing that can change sides satisfies this condition",
                )
                .label(what.span, "a piece of a player must stand there, and no royal one")
                .help("write what changes sides: `flip enemy`"),
            );
        }
        if let Some(also) = also {
            known = self.both(known, also);
            if known.holds.is_none() && !standing.is_none() {
                self.contradiction(what.span.to(also.span));
            }
        }
        let all = known.holds.and(self.states.flippable());
        let ended = Ended { all, left: States::flipped(all), span, zone: None };
        let step = Step { test: known.condition, capture: false, span };
        Part { node: Node::Flip(step), does: Summary::step(span, Some(ended), None) }
    }

    /// A condition and a second one about the same square.
    fn both(&mut self, first: Known, also: &Spanned<ast::Condition>) -> Known {
        let second = self.condition(also, Place::Square);
        Known {
            condition: Condition::And(vec![first.condition, second.condition]),
            holds: first.holds.and(second.holds),
            fails: first.fails.or(second.fails),
            trail: first.trail,
        }
    }

    fn land(&mut self, also: Option<&Spanned<ast::Condition>>, span: Span) -> Part {
        let also_span = also.map_or(span, |also| also.span);
        let also = also.map(|also| self.condition(also, Place::Square));
        let holds = also.as_ref().map_or(self.states.all, |known| known.holds);
        let test = |condition| match &also {
            Some(known) => Condition::And(vec![condition, known.condition.clone()]),
            None => condition,
        };
        let step = |condition, capture| Node::Step(Step { test: test(condition), capture, span });
        let node = Node::Alt(vec![step(Condition::Empty, false), step(Condition::Enemy, true)]);
        let left = crate::ids::Mask::NONE;
        let ended = |all: crate::ids::Mask| {
            let all = all.and(holds);
            (!all.is_none()).then_some(Ended { all, left, span, zone: None })
        };
        let (free, taken) = (ended(self.states.empty()), ended(self.states.enemies));
        if free.is_none() && taken.is_none() && !holds.is_none() {
            self.contradiction(also_span);
        }
        let mut does = Summary::step(span, free, taken);
        does.closes = Some((span, "land"));
        Part { node, does }
    }

    fn group(&mut self, alternatives: &[Vec<Spanned<Element>>], look: bool) -> Part {
        let parts: Vec<Part> =
            alternatives.iter().map(|elements| self.sequence(elements, look)).collect();
        let does = parts.iter().map(|p| p.does.clone()).reduce(|all, part| all.or(&part));
        let mut nodes: Vec<Node> = parts.into_iter().map(|part| part.node).collect();
        let node = if nodes.len() == 1 { nodes.remove(0) } else { Node::Alt(nodes) };
        Part { node, does: does.unwrap_or_else(Summary::nothing) }
    }

    fn repeated(
        &mut self,
        body: &Spanned<Element>,
        times: &Spanned<ast::Repeat>,
        look: bool,
    ) -> Part {
        let part = self.element(body, look);
        let ast::Repeat { least, most } = times.node;
        if !self.check_times(least, most, times.span) {
            return part;
        }
        let often = most.is_none_or(|most| most > 1);
        if often && part.does.keep {
            self.doubt(
                Diagnostic::error(
                    "E0311",
                    "this is repeated, but may take no step: it would go on for ever",
                )
                .label(body.span, "may take no step")
                .label(times.span, "repeated here")
                .help("repeat only what takes a step each time: `empty+` in place of `(empty*)+`"),
            );
        }
        if let Some((span, word)) = part.does.closes.filter(|_| often) {
            self.error(
                Diagnostic::error("E0308", format!("`{word}` is repeated, but it ends the walk"))
                    .label(times.span, "repeated here")
                    .label(span, format!("the walk ends with this `{word}`"))
                    .help("repeat the squares on the way, and write the last one behind: `empty* land`"),
            );
        }
        if often {
            self.check_turn(&part.does, &part.does);
        }
        let does = part.does.repeated(least, most);
        // A repetition takes a step each time, so an optional turn is a choice.
        let node = match (least, most) {
            (1, Some(1)) => part.node,
            (0, Some(1)) if part.does.keep => Node::Alt(vec![Node::Seq(Vec::new()), part.node]),
            _ => Node::Repeat { body: Box::new(part.node), least, most },
        };
        Part { node, does }
    }

    /// Whether the numbers of a repetition make sense; reports if not.
    pub(super) fn check_times(&mut self, least: u32, most: Option<u32>, span: Span) -> bool {
        let (message, label) = if least > MOST_TIMES || most.is_some_and(|most| most > MOST_TIMES) {
            (format!("a number of times is at most {MOST_TIMES}"), "too great")
        } else if most == Some(0) {
            ("this is repeated zero times, so it says nothing".to_owned(), "zero times")
        } else if most.is_some_and(|most| most < least) {
            (
                "the least number of times is greater than the greatest".to_owned(),
                "the wrong way round",
            )
        } else {
            return true;
        };
        self.error(Diagnostic::error("E0302", message).label(span, label).help(
            "write the least number first, `{1,3}`, or leave the second out for any number, `{2,}`",
        ));
        false
    }

    fn face(&mut self, written: &[Spanned<ast::Direction>]) -> Part {
        let directions = self.directions(written);
        let facing = Facing { leap: directions.leap, ..Facing::default() };
        let does = Summary { keep: true, facing, ..Summary::default() };
        Part { node: Node::Face(directions.list), does }
    }

    /// A walk or a look from where it begins: its directions, then its elements.
    pub(super) fn segment(&mut self, segment: &ast::Segment, look: bool) -> Part {
        let face = self.face(&segment.directions);
        let rest = self.sequence(&segment.elements, look);
        self.check_turn(&face.does, &rest.does);
        let mut nodes = vec![face.node];
        match rest.node {
            Node::Seq(parts) => nodes.extend(parts),
            node => nodes.push(node),
        }
        Part { node: Node::Seq(nodes), does: face.does.then(&rest.does) }
    }

    /// Looks that must all hold.
    pub(super) fn look(&mut self, look: &ast::Look) -> Vec<Node> {
        let mut nodes = Vec::new();
        for term in &look.terms {
            let mut body = Vec::new();
            let mut does: Option<Summary> = None;
            for segment in &term.node.segments {
                let part = self.segment(segment, true);
                if !body.is_empty() {
                    body.push(Node::Then);
                }
                body.push(part.node);
                does = Some(does.map_or(part.does.clone(), |all| all.then(&part.does)));
            }
            if does.is_none_or(|does| does.keep) {
                self.doubt(
                    Diagnostic::error("E0309", "this look may take no step, so it always succeeds")
                        .label(term.span, "nothing is looked at")
                        .help("say what the square must be: `when forward is enemy`"),
                );
            }
            let body = if body.len() == 1 { body.remove(0) } else { Node::Seq(body) };
            nodes.push(Node::Look { negated: term.node.negated, body: Box::new(body) });
        }
        nodes
    }
}

fn turn(word: TurnWord, span: Span) -> Part {
    let (eighths, veers): (&[i8], bool) = match word {
        TurnWord::Veer => (&[-1, 1], true),
        TurnWord::VeerLeft => (&[-1], true),
        TurnWord::VeerRight => (&[1], true),
        TurnWord::Turn => (&[-2, 2], false),
        TurnWord::TurnLeft => (&[-2], false),
        TurnWord::TurnRight => (&[2], false),
        TurnWord::Back => (&[4], false),
    };
    let veers = veers.then_some(span);
    let facing = Facing { keeps: true, veers, uses: Some(span), leap: None };
    let does = Summary { keep: true, facing, ..Summary::default() };
    Part { node: Node::Turn(eighths.to_vec()), does }
}
