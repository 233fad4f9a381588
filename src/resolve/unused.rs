//! What only the whole file shows: things that nothing uses, and things that are missing for others to work.

use crate::ast;
use crate::diagnostics::Diagnostic;
use crate::ids::PlayerId;
use crate::model::{Condition, End, Piece, Zone};
use crate::resolve::Resolver;
use crate::resolve::items::Items;
use crate::text::Span;
use std::collections::BTreeSet;

/// What the rules have said on the way.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Letters of the pieces whose rules leave a trail, and where.
    pub(super) trails_left: Vec<(String, Span)>,
    /// Of which piece a trail is captured (any without), and where.
    pub(super) trails_captured: Vec<(Option<String>, Span)>,
    /// Zones whose emptiness has been reported.
    blamed: BTreeSet<usize>,
}

impl Facts {
    /// Notes the zones of a condition whose emptiness is reported.
    pub(super) fn blame(&mut self, condition: &Condition) {
        match condition {
            Condition::Zone { zone, .. } => {
                self.blamed.insert(zone.index());
            }
            Condition::Not(part) => self.blame(part),
            Condition::And(list) | Condition::Or(list) => {
                for part in list {
                    self.blame(part);
                }
            }
            _ => {}
        }
    }
}

impl<'a> Resolver<'a> {
    /// Checks what only the whole file shows.
    pub(super) fn check_whole(
        &mut self,
        items: &Items<'a>,
        pieces: &[Piece],
        zones: &[Zone],
        ends: &[End],
    ) {
        if self.scope.incomplete {
            return;
        }
        self.check_royal(items, pieces);
        self.check_zones(items, zones);
        self.check_options();
        self.check_trails();
        if ends.is_empty() && items.ends.is_empty() && !pieces.is_empty() {
            self.warn(
                Diagnostic::warning(
                    "W0401",
                    "no rule ends the game but having no move, which is a draw",
                )
                .label(self.file_start, "`end` is missing")
                .help("add a line, such as `end checkmate loses`"),
            );
        }
    }

    fn check_royal(&mut self, items: &Items<'a>, pieces: &[Piece]) {
        if pieces.is_empty() || pieces.iter().any(|piece| piece.royal) {
            return;
        }
        let is_checkmate = |term: &&crate::text::Spanned<ast::EndTerm>| {
            matches!(term.node.condition, ast::EndCondition::Checkmate)
        };
        let active = items.ends.iter().filter(|given| given.active);
        if let Some(term) = active.flat_map(|given| &given.node.terms).find(is_checkmate) {
            self.error(
                Diagnostic::error("E0410", "no piece is royal, so there is no checkmate")
                    .label(term.span, "asked here")
                    .help("mark a piece: `piece K \"King\" royal { … }`, or take this end out"),
            );
        }
    }

    fn check_zones(&mut self, items: &Items<'a>, zones: &[Zone]) {
        for given in &items.zones {
            let name = &given.node.name;
            if name.span.file == self.file_start.file && !self.scope.zone_used(&name.node) {
                self.warn(
                    Diagnostic::warning("W0202", format!("nothing uses the zone `{}`", name.node))
                        .label(name.span, "declared here")
                        .help("use it in a rule, or leave it out"),
                );
            }
        }
        for (at, zone) in zones.iter().enumerate() {
            let known = self.zones.get(at).is_some_and(Option::is_some);
            if !known || self.facts.blamed.contains(&at) {
                continue;
            }
            let names = self.players.as_ref().map(|players| {
                PlayerId::BOTH.map(|player| format!(" for {}", players.get(player).name))
            });
            let whose = match (zone.cells[0].is_empty(), zone.cells[1].is_empty(), names) {
                (false, false, _) => continue,
                (true, false, Some([first, _])) => first,
                (false, true, Some([_, second])) => second,
                _ => String::new(),
            };
            self.warn(
                Diagnostic::warning("W0201", format!("the zone `{}` is empty{whose}", zone.name))
                    .label(zone.span, "no square of the board is in it")
                    .help("give it squares that exist for both players"),
            );
        }
    }

    fn check_options(&mut self) {
        let unused: Vec<(String, Span)> = self
            .scope
            .options
            .iter()
            .filter(|o| o.span.file == self.file_start.file && !self.scope.option_used(&o.name))
            .map(|o| (o.name.clone(), o.span))
            .collect();
        for (name, span) in unused {
            self.warn(
                Diagnostic::warning("W0203", format!("nothing depends on the option `{name}`"))
                    .label(span, "declared here")
                    .help(format!(
                        "put what it switches into `if {name} {{ … }}`, or leave it out"
                    )),
            );
        }
    }

    fn check_trails(&mut self) {
        let left = std::mem::take(&mut self.facts.trails_left);
        let captured = std::mem::take(&mut self.facts.trails_captured);
        for (letter, span) in &captured {
            if left.iter().any(|(of, _)| letter.as_ref().is_none_or(|letter| letter == of)) {
                continue;
            }
            let whose =
                letter.as_ref().map_or("no piece".to_owned(), |l| format!("no rule of `{l}`"));
            self.warn(
                Diagnostic::warning(
                    "W0304",
                    format!("{whose} leaves a trail, so this never captures"),
                )
                .label(*span, "a trail is captured here")
                .help("write `leaves trail` behind the rule whose squares can be captured on"),
            );
        }
        let mut seen = BTreeSet::new();
        for (letter, span) in &left {
            let taken = captured.iter().any(|(of, _)| of.as_ref().is_none_or(|of| of == letter));
            if !taken && seen.insert(letter) {
                self.warn(
                    Diagnostic::warning("W0303", format!("no rule captures the trail that `{letter}` leaves"))
                        .label(*span, "a trail is left here")
                        .help(format!("write a rule such as `step forward-diagonal capturing trail of {letter}`, or leave `leaves trail` out")),
                );
            }
        }
    }
}
