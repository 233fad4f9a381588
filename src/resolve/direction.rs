//! Directions and families of leaps.

use crate::ast;
use crate::diagnostics::Diagnostic;
use crate::model::{Direction, Toward};
use crate::resolve::Resolver;
use crate::text::{Span, Spanned};

/// Longest leap.
const LONGEST_LEAP: u32 = 25;

/// Directions, and the place of one that turns by 45 degrees into nothing, if any.
pub(super) struct Directions {
    /// Without names.
    pub(super) list: Vec<Direction>,
    /// A single step is among them.
    pub(super) unit: bool,
    /// A leap is among them.
    pub(super) leap: Option<Span>,
}

impl Resolver<'_> {
    /// Resolves directions that are joined by commas.
    pub(super) fn directions(&mut self, written: &[Spanned<ast::Direction>]) -> Directions {
        let mut found = Directions { list: Vec::new(), unit: false, leap: None };
        for (at, direction) in written.iter().enumerate() {
            if let Some(first) = written[..at].iter().find(|d| d.node == direction.node) {
                self.warn(
                    Diagnostic::warning("W0301", "this direction is named twice")
                        .label(direction.span, "the second time")
                        .label(first.span, "the first")
                        .help("leave it out, or write the direction that you mean in its place"),
                );
                continue;
            }
            if let ast::Direction::Leap { toward, long, short } = &direction.node {
                self.leaps(toward.as_deref(), (*long, *short), direction.span, &mut found);
            } else {
                found.unit = true;
                found.list.extend(single_steps(&direction.node));
            }
        }
        found
    }

    fn leaps(
        &mut self,
        toward: Option<&ast::Direction>,
        (a, b): (u32, u32),
        span: Span,
        found: &mut Directions,
    ) {
        let (long, short) = (a.max(b), a.min(b));
        if long == 0 || long > LONGEST_LEAP {
            let message = format!("a leap goes 1 to {LONGEST_LEAP} squares one way");
            self.error(Diagnostic::error("E0301", message).label(span, "this leap").help(
                "write the two distances, such as `(2,1)`: two squares one way and one to the side",
            ));
            return;
        }
        if long == 1 && toward.is_none() {
            found.unit = true;
            found
                .list
                .extend((0..8u8).filter(|e| u32::from(e % 2) == short).map(Direction::Compass));
            return;
        }
        found.leap.get_or_insert(span);
        let (long, short) = (u8::try_from(long).unwrap_or(0), u8::try_from(short).unwrap_or(0));
        let leap = |toward| Direction::Leap { long, short, toward };
        let Some(toward) = toward else {
            found.list.push(leap(None));
            return;
        };
        for direction in single_steps(toward) {
            found.list.push(leap(match direction {
                Direction::Compass(eighth) => Some(Toward::Compass(eighth)),
                Direction::Relative(eighth) => Some(Toward::Relative(eighth)),
                Direction::Leap { .. } => None,
            }));
        }
    }
}

/// The single steps of a direction or a set; none for leaps.
fn single_steps(direction: &ast::Direction) -> Vec<Direction> {
    let compass = |eighths: &[u8]| eighths.iter().copied().map(Direction::Compass).collect();
    let relative = |eighths: &[u8]| eighths.iter().copied().map(Direction::Relative).collect();
    match direction {
        ast::Direction::Compass(eighth) => compass(&[eighth % 8]),
        ast::Direction::Relative(eighth) => relative(&[eighth % 8]),
        ast::Direction::Orthogonal => compass(&[0, 2, 4, 6]),
        ast::Direction::Diagonal => compass(&[1, 3, 5, 7]),
        ast::Direction::Any => compass(&[0, 1, 2, 3, 4, 5, 6, 7]),
        ast::Direction::Sideways => relative(&[2, 6]),
        ast::Direction::Lengthwise => relative(&[0, 4]),
        ast::Direction::ForwardDiagonal => relative(&[1, 7]),
        ast::Direction::BackwardDiagonal => relative(&[3, 5]),
        ast::Direction::Leap { .. } => Vec::new(),
    }
}
