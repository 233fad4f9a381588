//! Compares the figure of each move with another program's, down to the first position where the legal moves differ.

use crate::notation::{MoveError, move_texts, read_move};
use crate::play::perft::{self, Means};
use crate::session::{Session, shown};
use serde::Serialize;

/// A line of another program's listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move as it is written there.
    pub text: String,
    /// Its figure.
    pub nodes: u64,
}

/// Reads a listing: `e2e4: 20`, `e2e4 20`, `e2e4 = 20`, `1. e2e4 20`. Lines without a move and a figure are passed over, and sums
/// (`Nodes searched: 400`) are none.
#[must_use]
pub fn read_listing(text: &str) -> Vec<Entry> {
    text.trim_start_matches('\u{feff}').lines().filter_map(entry).collect()
}

fn entry(line: &str) -> Option<Entry> {
    let spaced = line.replace([':', '=', ',', '|', '\t'], " ");
    // A shot is written with `:` and a promotion with `=`: these stay where something follows directly.
    let line = if line.contains(": ") || line.contains(" = ") {
        line.replacen(": ", " ", 1).replace(" = ", " ")
    } else if line.split_whitespace().count() == 2 {
        line.to_owned()
    } else {
        spaced
    };
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.first().is_some_and(|w| w.ends_with('.') || w.ends_with(')')) && words.len() == 3 {
        words.remove(0);
    }
    let [text, nodes] = words[..] else { return None };
    let text = text.trim_end_matches(':');
    let words = matches!(text.to_ascii_uppercase().as_str(), "O-O" | "O-O-O" | "PASS");
    let is_move = words || text.contains(|c: char| c.is_ascii_digit());
    let named = text.contains(|c: char| c.is_ascii_alphabetic());
    (is_move && named).then_some(())?;
    Some(Entry { text: text.to_owned(), nodes: nodes.replace(['_', '\''], "").parse().ok()? })
}

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
}

impl Comparison {
    /// Whether everything is the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.only_here.is_empty() && self.only_there.is_empty() && self.differ.is_empty()
    }

    /// Whether the legal moves are others: then the walk has come to its end.
    #[must_use]
    pub fn moves_differ(&self) -> bool {
        !self.only_here.is_empty() || !self.only_there.is_empty()
    }
}

/// Compares the position of a session with a listing of a depth (at least 1).
#[must_use]
pub fn compare(session: &Session, depth: u32, listing: &[Entry], threads: usize) -> Comparison {
    let game = session.game();
    let position = session.position();
    let shares = perft::divide(game, position, depth.max(1), Means::threads(threads));
    let (moves, figures): (Vec<_>, Vec<u64>) = shares.into_iter().unzip();
    let texts = move_texts(game, &moves);
    let found = |entry: &Entry| read_move(game, position, &moves, &entry.text);
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
    let mut comparison = nothing_yet(session, depth);
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

#[cfg(test)]
mod tests {
    use super::read_listing;

    #[test]
    fn listings_of_several_programs_are_read() {
        let text = "info depth 2\na2a3: 20\nb2-b4 21\n1. c2c4 22\nh2-f4:f5 3\n\
            e7-e8=Q: 5\nO-O: 7\nd2d4 = 23\n\nNodes searched: 400\ntotal 400\nnodes 12\n";
        let all: Vec<String> =
            read_listing(text).into_iter().map(|e| format!("{} {}", e.text, e.nodes)).collect();
        let expected =
            ["a2a3 20", "b2-b4 21", "c2c4 22", "h2-f4:f5 3", "e7-e8=Q 5", "O-O 7", "d2d4 23"];
        assert_eq!(all, expected);
    }
}
