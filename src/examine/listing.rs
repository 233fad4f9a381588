//! Reads the figures of another program: a move and its figure a line, and what they make together.

/// A move of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move as it is written there.
    pub text: String,
    /// Its figure.
    pub nodes: u64,
}

/// What a listing says that its figures make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Its line, from 1.
    pub line: usize,
    /// The number.
    pub nodes: u64,
}

/// A listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Its moves.
    pub entries: Vec<Entry>,
    /// Its sums.
    pub sums: Vec<Sum>,
}

/// A line that says nothing that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is written there.
    pub text: String,
}

/// What a line of a listing says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A move and its figure.
    Entry(Entry),
    /// What the figures make together.
    Sum(u64),
    /// Nothing of the listing: an empty line, or what the program says besides.
    Besides,
    /// Nothing that is known.
    Unknown,
}

impl Listing {
    /// Reads a listing: `e2e4: 20`, `e2e4 20`, `e2e4 = 20`, `1. e2e4 20`; sums: `Nodes searched: 400`, `total 400`. Empty lines
    /// and the answers of the protocol that are no figures (`info string …`) are passed over.
    ///
    /// # Errors
    /// The first line that is none of these.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let mut listing = Self::default();
        for (n, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            listing.line(n + 1, line)?;
        }
        Ok(listing)
    }

    /// Takes a line up; gives what it says.
    ///
    /// # Errors
    /// Nothing that is known.
    pub fn line(&mut self, line: usize, text: &str) -> Result<Line, Unreadable> {
        let said = said(text);
        match &said {
            Line::Entry(entry) => self.entries.push(entry.clone()),
            Line::Sum(nodes) => self.sums.push(Sum { line, nodes: *nodes }),
            Line::Besides => {}
            Line::Unknown => return Err(Unreadable { line, text: text.trim().to_owned() }),
        }
        Ok(said)
    }

    /// What the figures make together.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.entries.iter().map(|e| u128::from(e.nodes)).sum()
    }

    /// The first sum that says otherwise.
    #[must_use]
    pub fn contradicted(&self) -> Option<Sum> {
        self.sums.iter().find(|sum| u128::from(sum.nodes) != self.sum()).copied()
    }
}

/// What a line says.
#[must_use]
pub fn said(line: &str) -> Line {
    /// First words of what programs say besides (UCI).
    const BESIDES: &[&str] = &["info", "id", "option", "uciok", "readyok", "bestmove"];
    let first = line.split_whitespace().next().unwrap_or("");
    if first.is_empty() || BESIDES.contains(&first) {
        return Line::Besides;
    }
    if let Some(nodes) = sum(line) {
        return Line::Sum(nodes);
    }
    entry(line).map_or(Line::Unknown, Line::Entry)
}

/// `Nodes searched: 400`, `total 400`, `perft 3 = 400`.
fn sum(line: &str) -> Option<u64> {
    const WORDS: &[&str] = &["nodes", "searched", "total", "sum", "count", "leaf", "leaves"];
    let line = line.to_lowercase().replace([':', '=', '(', ')'], " ");
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["perft", depth, nodes] if number(depth).is_some() => number(nodes),
        [named @ .., nodes] if !named.is_empty() && named.iter().all(|w| WORDS.contains(w)) => {
            number(nodes)
        }
        _ => None,
    }
}

fn number(text: &str) -> Option<u64> {
    let digits = text.replace(['_', '\'', ','], "");
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
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
    Some(Entry { text: text.to_owned(), nodes: number(nodes)? })
}

#[cfg(test)]
mod tests {
    use super::{Listing, Unreadable};

    #[test]
    fn listings_of_several_programs_are_read() {
        let text = "info depth 2\na2a3: 20\nb2-b4 21\n1. c2c4 22\nh2-f4:f5 3\n\
            e7-e8=Q: 5\nO-O: 7\nd2d4 = 1,023\n\nNodes searched: 1101\ntotal 1_101\nnodes 12\nperft(2) = 9\n";
        let listing = Listing::read(text).unwrap();
        let all: Vec<String> =
            listing.entries.iter().map(|e| format!("{} {}", e.text, e.nodes)).collect();
        let expected =
            ["a2a3 20", "b2-b4 21", "c2c4 22", "h2-f4:f5 3", "e7-e8=Q 5", "O-O 7", "d2d4 1023"];
        assert_eq!(all, expected);
        let sums: Vec<(usize, u64)> = listing.sums.iter().map(|s| (s.line, s.nodes)).collect();
        assert_eq!(sums, [(10, 1101), (11, 1101), (12, 12), (13, 9)]);
        assert_eq!(listing.contradicted().map(|s| s.line), Some(12));
    }

    #[test]
    fn a_line_that_says_nothing_known_is_told() {
        for line in ["foo bar baz", "e2e4", "e2e4: many", "e2e4: -3", "e2e4 20 21", "nodes", "20"] {
            let error = Listing::read(&format!("a2a3: 20\n\n {line}\n")).expect_err(line);
            assert_eq!(error, Unreadable { line: 3, text: line.to_owned() });
        }
    }
}
