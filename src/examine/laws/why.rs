//! `why` agrees with the list of legal moves.

use crate::examine::laws::generators::text;
use crate::examine::laws::{Law, Laws, Violation};
use crate::examine::random::Random;
use crate::ids::Cell;
use crate::notation::cell_name;
use crate::play::{Move, Position, reference};

/// How many moves are asked about in a position.
const ASKED: usize = 2;
/// Pairs of squares are asked about in one position in so many: an answer costs as much as all legal moves of the judge.
const PAIRS: usize = 8;

impl Laws<'_> {
    /// Asks about a few moves: legal ones, ones that leave a royal piece to be taken, and pairs of squares.
    pub(super) fn why(
        &mut self,
        position: &Position,
        legal: &[Move],
        random: &mut Random,
    ) -> Result<(), Violation> {
        if !self.stand(position, legal) {
            return Ok(());
        }
        for _ in 0..ASKED {
            if !legal.is_empty() {
                self.why_legal(random.below(legal.len()))?;
            }
        }
        let pseudo = reference::pseudo_moves(self.game, position);
        let unsafe_moves = left_open(&pseudo, legal);
        if let Some(played) = random.one_of(&unsafe_moves) {
            self.why_unsafe(position, played)?;
        }
        if random.below(PAIRS) > 0 {
            return Ok(());
        }
        let cells: Vec<Cell> = self.game.topology.exists.iter().collect();
        let own: Vec<Cell> = position.pieces(position.side).map(|(cell, _)| cell).collect();
        for origins in [&own, &cells] {
            let pair = (random.one_of(origins), random.one_of(&cells));
            if let (Some(from), Some(to)) = pair {
                self.why_pair(position, &pseudo, *from, *to)?;
            }
        }
        Ok(())
    }

    /// Asks about two squares; without them about every legal move and every other one that the rules make.
    pub(super) fn why_again(
        &mut self,
        position: &Position,
        legal: &[Move],
        squares: Option<(Cell, Cell)>,
    ) -> Result<(), Violation> {
        if !self.stand(position, legal) {
            return Ok(());
        }
        let pseudo = reference::pseudo_moves(self.game, position);
        if let Some((from, to)) = squares {
            return self.why_pair(position, &pseudo, from, to);
        }
        (0..legal.len()).try_for_each(|number| self.why_legal(number))?;
        left_open(&pseudo, legal).iter().try_for_each(|played| self.why_unsafe(position, played))
    }

    /// Goes to the position itself, as its text may leave out a trail on which nothing can be captured legally; whether the
    /// game goes on there.
    fn stand(&mut self, position: &Position, legal: &[Move]) -> bool {
        let check = self.fast.in_check(position);
        self.session.restart_with(position.clone(), legal.to_vec(), check);
        self.session.outcome().is_none()
    }

    fn why_legal(&self, number: usize) -> Result<(), Violation> {
        let Some(text) = self.session.texts().get(number) else { return Ok(()) };
        let wrong = |message: String| {
            Err(Violation::new(Law::Why, message).expect(format!("expect legal {text}")))
        };
        for (how, found) in
            [("", self.session.find(text)), (" exactly", self.session.find_exactly(text))]
        {
            match found {
                Ok(found) if found == number => {}
                Ok(_) => return wrong(format!("{text}, read{how}, is found to be another move")),
                Err(refusal) => return wrong(format!("{text}, read{how}: {}", refusal.message)),
            }
        }
        let line = self.session.words().rule(self.session.legal()[number].rule).line;
        match self.session.why(text) {
            Ok(why) if !why.legal => wrong(format!("why says of a legal move: {}", why.message)),
            Ok(why) if why.rules.iter().all(|r| r.line != line) => {
                wrong(format!("why names another rule than line {line}: {}", why.message))
            }
            Ok(_) => Ok(()),
            Err(refusal) => wrong(format!("why refuses a legal move: {}", refusal.message)),
        }
    }

    /// Why a move that the rules make is not legal.
    fn forbidden(&self, position: &Position, played: &Move) -> &'static str {
        if !reference::is_safe(self.game, position, played) {
            "check"
        } else if reference::is_allowed(self.game, position, played) {
            "compulsory"
        } else if !reference::is_offered(self.game, position, played) {
            "promotion"
        } else if !reference::breaks(self.game, position, played) {
            "unbroken"
        } else if self.game.rule(played.rule).without_mate {
            "mates"
        } else {
            "gives-check"
        }
    }

    /// A move that the rules make and that is not legal.
    fn why_unsafe(&self, position: &Position, played: &Move) -> Result<(), Violation> {
        let text = text(self.game, played);
        let plain = |t: &str| t.replace(['-', 'x', ':'], "");
        if self.session.texts().iter().any(|t| plain(t) == plain(&text)) {
            return Ok(());
        }
        let reason = self.forbidden(position, played);
        let wrong = |message: String| {
            let line = format!("expect illegal {text} because {reason}");
            Err(Violation::new(Law::Why, message).expect(line))
        };
        match self.session.find_exactly(&text) {
            Ok(_) => wrong(format!("{text} is not legal, and is found to be")),
            // Where another choice of what it becomes is legal, that is said.
            Err(refusal) if refusal.reason == "promotion" && self.becomes_other(played) => Ok(()),
            Err(refusal) if refusal.reason != reason => wrong(format!(
                "{text} is illegal because of `{reason}`; why says `{}`: {}",
                refusal.reason, refusal.message
            )),
            Err(_) => Ok(()),
        }
    }

    fn becomes_other(&self, played: &Move) -> bool {
        let same = |m: &Move| (m.from, m.to) == (played.from, played.to);
        self.session.legal().iter().any(|m| same(m) && m.becomes != played.becomes)
    }

    /// Two squares, whether or not a move leads from one to the other.
    fn why_pair(
        &self,
        position: &Position,
        pseudo: &[Move],
        from: Cell,
        to: Cell,
    ) -> Result<(), Violation> {
        let asked = self.pair(position, pseudo, from, to);
        asked.map_err(|violation| Violation { squares: Some((from, to)), ..violation })
    }

    fn pair(
        &self,
        position: &Position,
        pseudo: &[Move],
        from: Cell,
        to: Cell,
    ) -> Result<(), Violation> {
        let leads = |m: &Move| m.from == from && m.to == to;
        // A king that goes to its partner's square castles; there may be several such castlings.
        let castles = |m: &Move| m.from == from && m.partner.is_some_and(|p| p.from == to);
        if self.session.legal().iter().any(castles) {
            return Ok(());
        }
        if from == to || self.session.legal().iter().any(leads) {
            return Ok(());
        }
        let text = format!("{}-{}", cell_name(self.game, from), cell_name(self.game, to));
        let wrong = |message: String| {
            Err(Violation::new(Law::Why, message).expect(format!("expect illegal {text}")))
        };
        let why = match self.session.why(&text) {
            Ok(why) if why.legal => return self.why_twin(position, from, &text),
            Ok(why) => why,
            Err(refusal) => return wrong(format!("why: {}", refusal.message)),
        };
        let reason = why.reason.unwrap_or("");
        let owner = position.at(from).player();
        let mut made: Vec<&str> = pseudo
            .iter()
            .filter(|m| leads(m))
            .map(|m| if m.partner.is_some() { "castling" } else { self.forbidden(position, m) })
            .collect();
        // A castling that would end in check has a reason of its own.
        made.extend(made.contains(&"castling").then_some("check"));
        let expected: &[&str] = match owner {
            None if position.at(from).is_neutral() => &["wrong-side"],
            None => &["empty-square"],
            Some(player) if player != position.side => &["wrong-side"],
            Some(_) if !made.is_empty() => &made,
            Some(_) => &["no-rule", "blocked", "condition", "castling"],
        };
        if expected.contains(&reason) {
            return Ok(());
        }
        let expected = expected.join(" or ");
        wrong(format!("{text} should be {expected}; why says `{reason}`: {}", why.message))
    }

    /// Where no legal move leads from one square to the other, a piece may still do what another piece does, whose move is
    /// listed: that one is meant.
    fn why_twin(&self, position: &Position, from: Cell, text: &str) -> Result<(), Violation> {
        let found = self.session.find(text).ok().and_then(|n| self.session.legal().get(n));
        let walks = reference::walks_of(self.game, position, from);
        if found.is_some_and(|found| walks.iter().any(|m| m.same_effect(found))) {
            return Ok(());
        }
        let message = format!("{text} is not legal, and is taken for another move");
        Err(Violation::new(Law::Why, message).expect(format!("expect illegal {text}")))
    }
}

/// The moves that the rules make and that are not legal.
fn left_open(pseudo: &[Move], legal: &[Move]) -> Vec<Move> {
    let legal: std::collections::BTreeSet<_> = legal.iter().map(Move::effect).collect();
    pseudo.iter().filter(|m| !legal.contains(&m.effect())).cloned().collect()
}
