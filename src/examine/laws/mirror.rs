//! Players who are images of each other have mirrored moves.

use crate::examine::laws::generators::text;
use crate::examine::laws::{Law, Laws, Violation};
use crate::play::{Move, Past, Position, State, mirrored, mirrored_move, outcome};

impl Laws<'_> {
    pub(super) fn mirror(&self, position: &Position, legal: &[Move]) -> Result<(), Violation> {
        // Who begins with other pieces has lost others.
        let uneven = self.game.at_start.as_ref().is_some_and(|[a, b]| a != b);
        if self.game.laws.promotes_to_lost && uneven {
            return Ok(());
        }
        let Some(other) = mirrored(self.game, position) else { return Ok(()) };
        let there = self.moves(&other);
        let fen = self.fen(&other, &there);
        let images: Vec<Move> = legal.iter().filter_map(|m| mirrored_move(self.game, m)).collect();
        let effects = |moves: &[Move]| {
            let mut all: Vec<_> = moves.iter().map(Move::effect).collect();
            all.sort_unstable();
            all
        };
        let (here, over) = (effects(&images), effects(&there));
        if here != over {
            let odd = images.iter().find(|m| !over.contains(&m.effect()));
            let odd = odd.or_else(|| there.iter().find(|m| !here.contains(&m.effect())));
            let odd = odd.map_or_else(String::new, |m| text(self.game, m));
            let message = format!("in the mirror image, {fen}, {odd} has no counterpart here");
            return Err(Violation::new(Law::Mirror, message));
        }
        // An end that speaks of one player has no image.
        let alike = self.game.ends.iter().all(|end| end.player.is_none());
        let result = |position: &Position, moves: &[Move]| {
            let check = self.fast.in_check(position);
            let state = State { check, can_move: !moves.is_empty() };
            (check, outcome(self.game, position, state, Past::NEW).filter(|_| alike))
        };
        let (mut here, over) = (result(position, legal), result(&other, &there));
        if let Some(ended) = &mut here.1 {
            ended.winner = ended.winner.map(crate::ids::PlayerId::other);
        }
        if here != over {
            let message = format!("the mirror image, {fen}, stands otherwise");
            return Err(Violation::new(Law::Mirror, message));
        }
        Ok(())
    }
}
