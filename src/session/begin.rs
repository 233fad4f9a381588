//! The text of a new file that extends or copies a game, with comments that teach.

use crate::ir::{GameOption, Piece};
use crate::pipeline::Loaded;
use crate::play::fast::Fast;
use crate::play::reference;
use crate::session::target::Target;
use crate::session::words::quoted;
use crate::text::Span;
use std::fmt::Write;

/// Depth of the figures that a new file holds.
const DEPTH: u32 = 2;

/// What a new file shall be.
#[derive(Clone, Debug)]
pub struct Beginning<'a> {
    /// The title of the new game.
    pub title: &'a str,
    /// The game that it is made of, with the options chosen.
    pub target: &'a Target,
    /// That game, loaded.
    pub loaded: &'a Loaded,
    /// How the new file names it behind `extends`.
    pub parent: &'a str,
    /// The name of the new file, for the commands that its comments name.
    pub file: &'a str,
}

/// The title that a file's name makes: `my-game` is `My Game`.
#[must_use]
pub fn title_of(stem: &str) -> String {
    let words = stem.split(['-', '_', ' ']).filter(|w| !w.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<String>>().join(" ")
}

impl Beginning<'_> {
    /// A file that extends the game and says only what differs.
    #[must_use]
    pub fn extending(&self) -> String {
        let game = &self.loaded.game;
        let (title, parent) = (self.title, &game.title);
        let mut text = format!(
            "// {title}: all that {parent} declares holds here, but for what this file says itself.\n"
        );
        self.commands(&mut text);
        let _ = write!(
            text,
            "\ngame \"{title}\"\nabout \"A variant of {parent}.\"\n\
             // inventor \"your name\"\nextends \"{}\"\n",
            self.parent
        );
        for option in game.options.iter().filter(|o| o.on != o.default) {
            text.push_str(&declared(option));
        }
        self.pieces(&mut text);
        self.rest(&mut text);
        self.test(&mut text);
        text
    }

    /// The text of the game's file under the new title, with the options as they are chosen.
    #[must_use]
    pub fn copy(&self) -> String {
        let source = self.loaded.sources.get(self.loaded.own);
        let from = &self.loaded.game.title;
        let mut text =
            format!("// {}: a copy of {from}. Everything in it may be changed.\n", self.title);
        self.commands(&mut text);
        text.push_str(
            "// After a change some of the tests at the end fail: they tell what the change does. Mend them, or leave them out.\n\n",
        );
        let mut edits: Vec<(Span, String)> = Vec::new();
        let (title, own) = (format!("\"{}\"", self.title), self.loaded.own);
        match self.loaded.draft.title().filter(|span| span.file == own) {
            Some(span) => edits.push((span, title)),
            None => text.push_str(&format!("game {title}\n")),
        }
        for option in self.loaded.game.options.iter().filter(|o| o.on != o.default) {
            let (name, on) = (&option.name, if option.on { "on" } else { "off" });
            let named = self.loaded.draft.option(name).filter(|span| span.file == own);
            match named.and_then(|span| next_word(source.text(), span)) {
                Some(span) => edits.push((span, on.to_owned())),
                // A parent's: it is declared again.
                None => text.push_str(&declared(option)),
            }
        }
        edits.sort_by_key(|(span, _)| span.start);
        let mut done = 0;
        for (span, new) in edits {
            text.push_str(source.text().get(done..span.start as usize).unwrap_or(""));
            text.push_str(&new);
            done = span.end as usize;
        }
        text.push_str(source.text().get(done..).unwrap_or(""));
        text
    }

    fn commands(&self, text: &mut String) {
        let file = quoted(self.file);
        let _ = writeln!(text, "//   heterodox check {file}    every mistake, each at its place");
        let _ = writeln!(text, "//   heterodox test {file}     the tests at the end of this file");
        let _ = writeln!(text, "//   heterodox play {file}     play it");
    }

    /// How pieces are changed, added and left out.
    fn pieces(&self, text: &mut String) {
        let game = &self.loaded.game;
        let plain = |p: &&Piece| !p.royal && !p.letter.ends_with('~');
        let pieces: Vec<&Piece> = game.pieces.iter().filter(plain).collect();
        let written = |p: &&Piece| self.loaded.draft.piece(&p.letter);
        let shortest = pieces.iter().filter_map(written).min_by_key(String::len);
        if let Some(shortest) = shortest {
            text.push_str("\n// A piece declared again under its letter takes the place of the parent's. This one is the parent's:\n");
            commented(&shortest, text);
        }
        let used = |letter: &char| game.pieces.iter().any(|p| p.letter == letter.to_string());
        if let (Some(free), Some(old)) = (('A'..='Z').find(|c| !used(c)), pieces.last()) {
            text.push_str("// A new piece takes a letter that is free. It comes into play by the start position, or because a piece promotes to it:\n");
            commented(
                &format!("piece {free} \"New Piece\" {{ step orthogonal  step (2,1) }}"),
                text,
            );
            text.push_str("// What is not wanted is left out, and must not be named any more:\n");
            commented(&format!("remove piece {}", old.letter), text);
        }
    }

    /// Start position and ends.
    fn rest(&self, text: &mut String) {
        let game = &self.loaded.game;
        text.push_str("\n// The start position; this is the parent's. Capital letters are the first player's, a number so many empty squares:\n");
        commented(&format!("setup \"{}\"", game.setup), text);
        text.push_str(
            "\n// New ends are asked before the parent's; an end with the same conditions takes the place of the parent's. The parent's:\n",
        );
        for end in &game.ends {
            commented(self.loaded.sources.slice(end.span).trim(), text);
        }
    }

    /// A test that holds as long as nothing is changed.
    fn test(&self, text: &mut String) {
        let (game, start) = (&self.loaded.game, &self.loaded.start);
        let legal = reference::legal_moves(game, start);
        let first = crate::notation::move_texts(game, &legal).into_iter().next();
        let fast = Fast::new(game);
        let figures: Vec<String> =
            (1..=DEPTH).map(|d| format!("{d} = {} unverified", fast.perft(start, d))).collect();
        text.push_str("\n// Tests say what the rules shall do. These hold for the parent: after a change of yours mend them, and write your own.\n");
        let _ = writeln!(text, "test \"the start position\" {{");
        if let Some(first) = first {
            let _ = writeln!(text, "  expect legal {first}");
        }
        let _ = writeln!(text, "  expect count {}", legal.len());
        let _ = writeln!(text, "  expect perft {}", figures.join(", "));
        text.push_str("}\n");
    }
}

/// An option as it is, declared.
fn declared(option: &GameOption) -> String {
    let (on, what) = (if option.on { "on" } else { "off" }, option.text.as_ref());
    let what = what.map_or(String::new(), |what| format!(" \"{what}\""));
    format!("option {} {on}{what}\n", option.name)
}

/// The word behind a place in a file, comments left out.
fn next_word(text: &str, place: Span) -> Option<Span> {
    let mut rest = text.get(place.end as usize..)?.trim_start();
    while rest.starts_with("//") {
        rest = rest[rest.find(['\n', '\r'])?..].trim_start();
    }
    let start = text.len() - rest.len();
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    Some(Span::new(place.file, start, start + length))
}

/// Adds lines as comments.
fn commented(lines: &str, text: &mut String) {
    for line in lines.trim_end().lines() {
        let _ = writeln!(text, "//   {line}");
    }
}
