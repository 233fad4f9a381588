//! Figures that somebody may stop.

use crate::notation::move_texts;
use crate::play::perft::{Means, perft_while};
use crate::session::Session;
use crate::session::reply::{DivideReply, PerftReply, Refusal};

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions counted so far.
    pub nodes: u64,
    /// Moves of the position that are done.
    pub done: usize,
    /// All of its moves.
    pub of: usize,
}

impl Session {
    /// Figures of the position, with the share of each legal move if `divide`; asks `go_on` again and again.
    /// None: it said no.
    ///
    /// # Errors
    /// As [`Session::perft`].
    pub fn figures(
        &self,
        depth: u32,
        divide: bool,
        go_on: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Option<PerftReply>, Refusal> {
        if !(2..=crate::session::execute::DEEPEST).contains(&depth) {
            return self.perft(depth, Means::default(), divide).map(Some);
        }
        // The moves are those of the rules: repetition and the like do not count.
        let position = self.position();
        let shares: Vec<_> = crate::play::perft::divide(self.game(), position, 1, Means::default());
        let moves: Vec<_> = shares.into_iter().map(|(m, _)| m).collect();
        let (of, mut nodes, mut figures) = (moves.len(), 0, Vec::new());
        for (done, played) in moves.iter().enumerate() {
            let next = position.play(self.game(), played);
            let mut ask = |more| go_on(Progress { nodes: nodes + more, done, of });
            let Some(share) = perft_while(self.game(), &next, depth - 1, &mut ask) else {
                return Ok(None);
            };
            nodes += share;
            figures.push(share);
        }
        let mut all = Vec::new();
        if divide {
            let texts = move_texts(self.game(), &moves);
            let each = texts.into_iter().zip(figures);
            all = each.map(|(text, nodes)| DivideReply { text, nodes }).collect();
            all.sort_by(|a: &DivideReply, b| a.text.cmp(&b.text));
        }
        Ok(Some(PerftReply { depth, nodes, divide: all }))
    }
}
