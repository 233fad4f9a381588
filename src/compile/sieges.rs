//! The forms of attacks: what most attack trees ask can be asked of sets.
//!
//! ```text
//! tree of an attack on e5 from e8                                     form
//! e7 empty ─ e6 empty ─ e5 taken                                      line e7 e6
//! e7 empty ─ e6 a piece ─ e5 taken;  e7 a piece ─ e6 empty ─ e5 taken     hop over one of e7 e6
//! e7 empty ─ e5 taken;  e7 a friend ─ e5 taken;  e7 an enemy ─ e5 taken   nothing is asked
//! ```

use crate::compile::plain::{Finder, place};
use crate::ids::{Cell, Code, Mask};
use crate::ir::{AttackTree, Flags, Forms, Siege};

/// Longest tree whose ways are compared with each other.
const MOST_NODES: u32 = 32;

/// What one way through an attack tree asks, by cell in their order.
type Asked = Vec<(u16, Mask)>;

impl Finder<'_> {
    /// The form of an attack by a tree on a cell where any of some royal pieces stands.
    pub(super) fn siege(
        &self,
        forms: &mut Forms,
        attack: AttackTree,
        target: usize,
        royal: Mask,
    ) -> Siege {
        let Some(mut ways) = self.ways(forms, attack, (target, royal)) else { return Siege::Tree };
        if attack.end - attack.start <= MOST_NODES {
            simplify(&mut ways, self.everything());
        }
        let (cells, hop) = match (line(&ways), self.hop(&ways)) {
            (Some(cells), _) => (cells, false),
            (None, Some(cells)) => (cells, true),
            (None, None) => return Siege::Tree,
        };
        let start = place(forms.lines.len());
        forms.lines.extend(cells.iter().map(|c| Cell(*c)));
        let length = u16::try_from(cells.len()).unwrap_or(u16::MAX);
        if hop { Siege::Hop(start, length) } else { Siege::Line(start, length) }
    }

    /// What each way through an attack tree asks besides that a royal piece stands on the target; none if that depends on more
    /// than what stands on cells, or on which royal piece it is.
    fn ways(
        &self,
        forms: &Forms,
        attack: AttackTree,
        (target, royal): (usize, Mask),
    ) -> Option<Vec<Asked>> {
        let nodes = &forms.attack_nodes;
        let mut open: Vec<u32> = Vec::new();
        let mut ways = Vec::new();
        for at in attack.start..attack.end {
            while open.last().is_some_and(|o| nodes[*o as usize].skip <= at) {
                open.pop();
            }
            open.push(at);
            match nodes[at as usize].flags {
                Flags(0) => continue,
                Flags(Flags::EMIT) => {}
                _ => return None,
            }
            let mut asked = Asked::new();
            for node in open.iter().map(|o| &nodes[*o as usize]) {
                let mask = forms.masks[usize::from(node.test)];
                match asked.iter_mut().find(|(cell, _)| *cell == node.cell) {
                    Some((_, known)) => *known = known.and(mask),
                    None => asked.push((node.cell, mask)),
                }
            }
            let aim = asked.iter().position(|(cell, _)| usize::from(*cell) == target);
            if let Some(aim) = aim {
                let (_, mask) = asked.swap_remove(aim);
                if royal.and(mask).is_none() {
                    continue;
                }
                if !royal.without(mask).is_none() {
                    return None;
                }
            }
            let everything = self.everything();
            asked.retain(|(_, mask)| !everything.without(*mask).is_none());
            if asked.iter().all(|(_, mask)| !mask.is_none()) {
                asked.sort_unstable_by_key(|(cell, _)| *cell);
                ways.push(asked);
            }
        }
        Some(ways)
    }

    /// The cells of which exactly one must be occupied, whatever stands there, if that is what the ways ask: each that another
    /// one is.
    fn hop(&self, ways: &[Asked]) -> Option<Vec<u16>> {
        let pieces = self.own[0].or(self.own[1]);
        let empty = Code::EMPTY.mask();
        let cells: Vec<u16> = ways.first()?.iter().map(|(cell, _)| *cell).collect();
        let hurdle = |way: &Asked| {
            let mut asked = way.iter().map(|(_, mask)| *mask);
            let at = asked.position(|mask| mask != empty)?;
            let any = pieces.without(way[at].1).is_none() && !way[at].1.has(Code::EMPTY);
            let same = way.iter().map(|(cell, _)| cell).eq(&cells);
            (any && same && asked.all(|mask| mask == empty)).then_some(at)
        };
        let mut hurdles = ways.iter().map(hurdle).collect::<Option<Vec<usize>>>()?;
        hurdles.sort_unstable();
        hurdles.into_iter().eq(0..cells.len()).then_some(cells)
    }
}

/// The cells that must be empty, if the only way asks nothing else.
fn line(ways: &[Asked]) -> Option<Vec<u16>> {
    let [only] = ways else { return None };
    let empty = Code::EMPTY.mask();
    only.iter().all(|(_, mask)| *mask == empty).then(|| only.iter().map(|a| a.0).collect())
}

/// Makes one of two ways that differ in what stands on one cell, and leaves out ways that ask more than another does.
fn simplify(ways: &mut Vec<Asked>, everything: Mask) {
    let weaker = |one: &Asked, other: &Asked| {
        let within = |(cell, mask): &(u16, Mask)| {
            other.iter().any(|(c, m)| c == cell && m.without(*mask).is_none())
        };
        one.iter().all(within)
    };
    loop {
        for at in (0..ways.len()).rev() {
            let idle = (0..ways.len()).any(|o| o != at && weaker(&ways[o], &ways[at]));
            if idle {
                ways.swap_remove(at);
            }
        }
        let pairs = (0..ways.len()).flat_map(|one| (one + 1..ways.len()).map(move |o| (one, o)));
        let mut joined = pairs.filter_map(|(one, other)| {
            Some((one, other, join(&ways[one], &ways[other], everything)?))
        });
        let Some((one, other, way)) = joined.next() else { return };
        ways.swap_remove(other);
        ways[one] = way;
    }
}

/// Two ways that differ in what stands on one cell, as one.
fn join(one: &Asked, other: &Asked, everything: Mask) -> Option<Asked> {
    if one.len() != other.len() || one.iter().zip(other).any(|(a, b)| a.0 != b.0) {
        return None;
    }
    let mut differing = (0..one.len()).filter(|at| one[*at] != other[*at]);
    let at = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let mut way = one.clone();
    way[at].1 = way[at].1.or(other[at].1);
    if everything.without(way[at].1).is_none() {
        way.remove(at);
    }
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::{Asked, simplify};
    use crate::ids::Mask;

    const EMPTY: Mask = Mask(1);
    const FRIEND: Mask = Mask(2);
    const ENEMY: Mask = Mask(4);

    fn simple(ways: &[&[(u16, Mask)]]) -> Vec<Asked> {
        let mut ways: Vec<Asked> = ways.iter().map(|way| way.to_vec()).collect();
        simplify(&mut ways, Mask(7));
        ways
    }

    #[test]
    fn ways_that_leave_nothing_out_ask_nothing() {
        assert_eq!(simple(&[&[(1, EMPTY)], &[(1, FRIEND)], &[(1, ENEMY)]]), [Asked::new()]);
        let mut all = Vec::new();
        for one in [EMPTY, FRIEND, ENEMY] {
            all.extend([EMPTY, FRIEND, ENEMY].map(|other| [(1, one), (2, other)]));
        }
        let all: Vec<&[(u16, Mask)]> = all.iter().map(|way| &way[..]).collect();
        assert_eq!(simple(&all), [Asked::new()]);
        assert_eq!(simple(&all[1..]).len(), 2);
    }

    #[test]
    fn who_asks_more_is_left_out() {
        assert_eq!(simple(&[&[(1, EMPTY), (2, ENEMY)], &[(1, EMPTY)]]), [[(1, EMPTY)]]);
        assert_eq!(simple(&[&[(1, Mask(3))], &[(1, EMPTY)]]), [[(1, Mask(3))]]);
        assert_eq!(simple(&[&[(1, EMPTY)], &[(1, EMPTY)]]), [[(1, EMPTY)]]);
        let apart = [&[(1, EMPTY), (2, ENEMY)][..], &[(1, ENEMY), (2, EMPTY)]];
        assert_eq!(simple(&apart).len(), 2);
    }
}
