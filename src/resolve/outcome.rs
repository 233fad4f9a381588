//! What a part of a walk does, in a few words that compose: whether it may take no step, how its last square is left, which
//! way it faces. A sequence, a choice and a repetition are computed from the words of their parts, never by trying them out.

use crate::ids::Mask;
use crate::text::Span;

/// The last square of a part that took a step.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// What can have stood on it before.
    pub(super) all: Mask,
    /// What can still stand on it.
    pub(super) left: Mask,
    /// The step that leaves it so.
    pub(super) span: Span,
    /// The zone that the step asks for, if it asks for nothing else.
    pub(super) zone: Option<String>,
}

/// Which way the walk faces after a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Facing {
    /// It may face as before, perhaps turned.
    pub(super) keeps: bool,
    /// It may face for a leap.
    pub(super) leap: Option<Span>,
    /// It may turn by 45 degrees from how it faced before.
    pub(super) veers: Option<Span>,
    /// It may use how it faced before: a step or a turn.
    pub(super) uses: Option<Span>,
}

/// What a part of a walk does.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// It may take no step.
    pub(super) keep: bool,
    /// It may end on a square, having captured nothing.
    pub(super) free: Option<Ended>,
    /// It may end on a square, having captured.
    pub(super) taken: Option<Ended>,
    /// It may end with `stay`, having captured nothing.
    pub(super) stay_free: Option<Span>,
    /// It may end with `stay`, having captured.
    pub(super) stay_taken: Option<Span>,
    /// What ends the walk in it: `land` or `stay`.
    pub(super) closes: Option<(Span, &'static str)>,
    /// Which way it faces.
    pub(super) facing: Facing,
    /// Most steps.
    pub(super) most: u32,
}

fn either(a: Option<&Ended>, b: Option<&Ended>) -> Option<Ended> {
    let (Some(a), Some(b)) = (a, b) else { return a.or(b).cloned() };
    let worse = if a.left.is_none() { b } else { a };
    Some(Ended { all: a.all.or(b.all), left: a.left.or(b.left), ..worse.clone() })
}

impl Summary {
    /// Nothing at all.
    pub(super) fn nothing() -> Self {
        let facing = Facing { keeps: true, ..Facing::default() };
        Self { keep: true, facing, ..Self::default() }
    }

    /// One step.
    pub(super) fn step(span: Span, free: Option<Ended>, taken: Option<Ended>) -> Self {
        let facing = Facing { keeps: true, uses: Some(span), ..Facing::default() };
        Self { free, taken, facing, most: 1, ..Self::default() }
    }

    /// Whether it may come to its end without a capture.
    fn ends_free(&self) -> bool {
        self.keep || self.free.is_some() || self.stay_free.is_some()
    }

    fn ends_taken(&self) -> bool {
        self.taken.is_some() || self.stay_taken.is_some()
    }

    /// Whether it may do without any step or end where it began with nothing captured.
    pub(super) fn idle(&self) -> bool {
        self.keep || self.stay_free.is_some()
    }

    /// Whether it takes no step whatever happens.
    pub(super) fn never_steps(&self) -> bool {
        self.free.is_none()
            && self.taken.is_none()
            && self.stay_free.is_none()
            && self.stay_taken.is_none()
    }

    /// Where it turns by 45 degrees out of a leap when `next` follows, and the leap.
    pub(super) fn bad_turn(&self, next: &Self) -> Option<(Span, Span)> {
        Some((next.facing.veers?, self.facing.leap?))
    }

    /// This, then that.
    pub(super) fn then(&self, next: &Self) -> Self {
        let (free, taken) = (self.ends_free(), self.ends_taken());
        let own = |ended: &Option<Ended>| if next.keep { ended.clone() } else { None };
        let ended_free = if free { next.free.as_ref() } else { None };
        let after_taken = if taken { next.free.as_ref() } else { None };
        let stay_free = next.stay_free.filter(|_| free);
        let stay_taken = next.stay_taken.or(next.stay_free.filter(|_| taken));
        let facing = Facing {
            keeps: self.facing.keeps && next.facing.keeps,
            leap: next.facing.leap.or(self.facing.leap.filter(|_| next.facing.keeps)),
            veers: self.facing.veers.or(next.facing.veers.filter(|_| self.facing.keeps)),
            uses: self.facing.uses.or(next.facing.uses.filter(|_| self.facing.keeps)),
        };
        Self {
            keep: self.keep && next.keep,
            free: either(ended_free, own(&self.free).as_ref()),
            taken: either(
                either(after_taken, next.taken.as_ref()).as_ref(),
                own(&self.taken).as_ref(),
            ),
            stay_free: stay_free.or(self.stay_free.filter(|_| next.keep)),
            stay_taken: stay_taken.or(self.stay_taken.filter(|_| next.keep)),
            closes: next.closes.or(self.closes),
            facing,
            most: self.most.saturating_add(next.most),
        }
    }

    /// This or that.
    pub(super) fn or(&self, other: &Self) -> Self {
        let facing = Facing {
            keeps: self.facing.keeps || other.facing.keeps,
            leap: self.facing.leap.or(other.facing.leap),
            veers: self.facing.veers.or(other.facing.veers),
            uses: self.facing.uses.or(other.facing.uses),
        };
        Self {
            keep: self.keep || other.keep,
            free: either(self.free.as_ref(), other.free.as_ref()),
            taken: either(self.taken.as_ref(), other.taken.as_ref()),
            stay_free: self.stay_free.or(other.stay_free),
            stay_taken: self.stay_taken.or(other.stay_taken),
            closes: self.closes.or(other.closes),
            facing,
            most: self.most.max(other.most),
        }
    }

    /// So many times.
    pub(super) fn repeated(&self, least: u32, most: Option<u32>) -> Self {
        // A second time brings every state that any number of times brings.
        let often = most.is_none_or(|most| most > 1);
        let mut all = if often { self.or(&self.then(self)) } else { self.clone() };
        if least == 0 {
            all = all.or(&Self::nothing());
        }
        all.most = most.map_or(u32::MAX, |most| self.most.saturating_mul(most));
        if self.most == 0 {
            all.most = 0;
        }
        all
    }
}
