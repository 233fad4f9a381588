//! Compares the figure of each move with another program's, down to the first position where the legal moves differ.

use crate::examine::listing::{Entry, Listing, Sum};
use crate::notation::{MoveError, move_texts, read_move};
use crate::play::perft::{self, Means};
use crate::session::{Session, shown};
use serde::Serialize;

/// A move that both have, with other figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// As the other program writes it.
    pub theirs: String,
    /// The figure here.
    pub nodes: u64,
    /// The figure there.
    pub their_nodes: u64,
}

/// A move that only one has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lone {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Which rule makes it, or what forbids it.
    pub why: String,
}

/// How the listings of a position compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The position.
    pub fen: String,
    /// The moves that led to it.
    pub played: Vec<String>,
    /// The depth of the listings.
    pub depth: u32,
    /// Number of moves that both have with one figure.
    pub same: usize,
    /// Moves that this program has alone.
    pub only_here: Vec<Lone>,
    /// Moves that the other has alone.
    pub only_there: Vec<Lone>,
    /// Moves with other figures, the smallest first: the way down.
    pub differ: Vec<Differs>,
    /// What the other program's listing says that its moves make together, where they make another number.
    pub total: Option<Total>,
}

/// A sum that contradicts the figures above it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Total {
    /// Its line.
    pub line: usize,
    /// What it says.
    pub stated: u64,
    /// What the figures make.
    pub found: u128,
}

impl Comparison {
    /// Whether everything is the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        !self.moves_differ() && self.differ.is_empty() && self.total.is_none()
    }

    /// Whether the legal moves are others: then the walk has come to its end.
    #[must_use]
    pub fn moves_differ(&self) -> bool {
        !self.only_here.is_empty() || !self.only_there.is_empty()
    }
}

/// Compares the position of a session with a listing of a depth (at least 1).
#[must_use]
pub fn compare(session: &Session, depth: u32, listing: &Listing, threads: usize) -> Comparison {
    let total = listing.contradicted().map(|Sum { line, nodes }| Total {
        line,
        stated: nodes,
        found: listing.sum(),
    });
    let listing: &[Entry] = &listing.entries;
    let game = session.game();
    let position = session.position();
    let shares = perft::divide(game, position, depth.max(1), Means::threads(threads));
    let (moves, figures): (Vec<_>, Vec<u64>) = shares.into_iter().unzip();
    let texts = move_texts(game, &moves);
    let found = |entry: &Entry| read_move(game, position, &moves, &texts, &entry.text);
    let mut matched: Vec<Option<usize>> = vec![None; listing.len()];
    let mut taken = vec![false; moves.len()];
    let (mut open, mut again) = (Vec::new(), Vec::new());
    for (number, entry) in listing.iter().enumerate() {
        match found(entry) {
            Ok(here) if taken[here] => again.push(number),
            Ok(here) => {
                taken[here] = true;
                matched[number] = Some(here);
            }
            Err(MoveError::Ambiguous(candidates)) => open.push((number, candidates)),
            _ => {}
        }
    }
    // Texts that say less than ours: whatever is left, the one with the same figure first.
    for (number, candidates) in open {
        let free: Vec<usize> = candidates.into_iter().filter(|n| !taken[*n]).collect();
        let same = free.iter().find(|n| figures[**n] == listing[number].nodes);
        if let Some(here) = same.or(free.first()) {
            taken[*here] = true;
            matched[number] = Some(*here);
        }
    }
    let mut comparison = Comparison { total, ..nothing_yet(session, depth) };
    for (number, (entry, here)) in listing.iter().zip(&matched).enumerate() {
        let Some(here) = *here else {
            comparison.only_there.push(if again.contains(&number) {
                let text = shown(&entry.text);
                Lone { why: format!("{text}: the listing has this move more than once"), text }
            } else {
                lone(session, &entry.text)
            });
            continue;
        };
        if figures[here] == entry.nodes {
            comparison.same += 1;
            continue;
        }
        comparison.differ.push(Differs {
            text: texts[here].clone(),
            theirs: entry.text.clone(),
            nodes: figures[here],
            their_nodes: entry.nodes,
        });
    }
    let alone = texts.iter().zip(&taken).filter(|(_, taken)| !**taken);
    comparison.only_here = alone.map(|(text, _)| lone(session, text)).collect();
    comparison.differ.sort_by_key(|d| d.nodes.min(d.their_nodes));
    comparison
}

fn nothing_yet(session: &Session, depth: u32) -> Comparison {
    Comparison {
        fen: session.fen(),
        played: session.history().into_iter().map(str::to_owned).collect(),
        depth,
        same: 0,
        only_here: Vec::new(),
        only_there: Vec::new(),
        differ: Vec::new(),
        total: None,
    }
}

/// A move that one program has alone, with what this one says of it.
fn lone(session: &Session, text: &str) -> Lone {
    let why = match session.why(text) {
        Ok(why) => why.message,
        Err(refusal) => refusal.message,
    };
    Lone { text: shown(text), why }
}
