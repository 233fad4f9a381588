//! The moves that a tree makes: gathered, compared, and written as a table.
//!
//! ```text
//! moves found                       table             a move that comes again in a run is made once
//! to c3 by b2                       c3 (group 0)
//! to c3 by c2                       c3 (group 0)
//! to a1, takes a1                   a1 (alone)
//! ```

use crate::ids::{Cell, Code, RuleId};
use crate::ir::{Emit, Forms, Game, General, Group};
use smallvec::SmallVec;

/// A move found: all but the piece, its origin and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) rule: RuleId,
    pub(super) entry: Cell,
    pub(super) to: Cell,
    /// Captures in order; [`Cell::NONE`] stands for the owner of the trail.
    pub(super) captures: SmallVec<[Cell; 4]>,
    pub(super) shots: u8,
    pub(super) trail: SmallVec<[Cell; 4]>,
    /// Whether a friend may be among the captured.
    pub(super) friendly: bool,
    /// Whether it is the last of its node.
    pub(super) last: bool,
}

impl Draft {
    /// Whether two moves of one piece on one cell have the same effect.
    pub(super) fn same_effect(&self, other: &Self) -> bool {
        self.to == other.to
            && same_set(&self.captures, &other.captures)
            && same_set(&self.trail, &other.trail)
    }
}

/// Whether two lists, neither with repetitions, hold the same cells.
fn same_set(a: &[Cell], b: &[Cell]) -> bool {
    a.len() == b.len() && a.iter().all(|c| b.contains(c))
}

/// Writes the moves of a tree into the table; gives the number of groups that share an effect.
pub(super) fn write(
    game: &Game,
    forms: &mut Forms,
    (piece, origin): (Code, Cell),
    drafts: &[Draft],
) -> Result<u16, General> {
    let (groups, count) = groups(drafts)?;
    for (draft, group) in drafts.iter().zip(groups) {
        let becomes =
            if origin.is_some() { game.becomes(piece, origin, draft.to) } else { vec![piece] };
        let trail = u32::try_from(forms.trails.len()).unwrap_or(u32::MAX);
        forms.trails.extend(draft.trail.iter().copied());
        let becomes = list(&mut forms.becomes, becomes);
        forms.emits.push(Emit {
            rule: draft.rule,
            entry: draft.entry,
            to: draft.to,
            becomes,
            captures: u8::try_from(draft.captures.len()).unwrap_or(u8::MAX),
            shots: draft.shots,
            trail,
            trail_length: u8::try_from(draft.trail.len()).unwrap_or(u8::MAX),
            group,
            crossing: draft.friendly || draft.to == origin,
            last: draft.last,
        });
    }
    Ok(count)
}

/// The number of a list in a table that holds each once.
fn list(table: &mut Vec<Vec<Code>>, codes: Vec<Code>) -> u16 {
    let at = table.iter().rposition(|l| *l == codes).unwrap_or_else(|| {
        table.push(codes);
        table.len() - 1
    });
    u16::try_from(at).unwrap_or(u16::MAX)
}

/// The group of each move, and how many groups there are: moves with the same effect share one.
fn groups(drafts: &[Draft]) -> Result<(Vec<Group>, u16), General> {
    let mut groups = vec![Group::ALONE; drafts.len()];
    let mut count = 0u16;
    let mut order: Vec<(Cell, usize, usize)> =
        drafts.iter().enumerate().map(|(i, d)| (d.to, d.captures.len(), i)).collect();
    order.sort_unstable();
    for run in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|r| r.len() > 1) {
        let all = || run.iter().map(|(_, _, i)| &drafts[*i]);
        let trail = all().any(|d| d.captures.contains(&Cell::NONE));
        if trail && all().any(|d| !d.captures.contains(&Cell::NONE) && !d.captures.contains(&d.to))
        {
            return Err(General::WalksOnFromTrail);
        }
        for (n, (_, _, i)) in run.iter().enumerate() {
            let earlier =
                run[..n].iter().map(|(_, _, j)| *j).find(|j| drafts[*j].same_effect(&drafts[*i]));
            let Some(first) = earlier else { continue };
            if groups[first] == Group::ALONE {
                groups[first] = Group(count);
                count = count.checked_add(1).ok_or(General::TooLarge)?;
            }
            groups[*i] = groups[first];
        }
    }
    Ok((groups, count))
}
