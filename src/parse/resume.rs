//! Where reading goes on after a mistake.

use crate::diagnostics::{is_slip, nearest};
use crate::parse::blocks::{Inside, Part, Reader};
use crate::parse::phrases;
use crate::parse::scan::Kind;
use crate::parse::words::{self, Context, DIRECTIONS, END_WORDS, EXPECTATIONS};

/// Words of a line that are looked at to see whether it is a sentence.
const PROSE: usize = 6;

/// Most bytes of a line's indentation that are counted.
const MARGIN: usize = 200;

impl Reader<'_> {
    /// Where reading goes on behind a statement that could not be read: where a line begins something, or before that at a word
    /// that can hardly do anything else.
    pub(super) fn after_error<T: Part>(&self, from: usize, inside: Inside) -> usize {
        let line = self.resume::<T>(from, inside);
        self.find(from, Inside { to: line, ..inside }, |r, at, t| {
            t.kind == Kind::Word && r.surely_begins::<T>(at)
        })
    }

    /// Whether a word within a line begins something new, by what follows it.
    fn surely_begins<T: Part>(&self, at: usize) -> bool {
        let starters = || T::CONTEXT.starters().iter().copied();
        let word = self.slice(at);
        let begun = match self.begins::<T>(at) {
            true => word,
            false if words::is_reserved(word) || T::CONTEXT != Context::Rules => return false,
            false => match nearest(word, starters()).filter(|near| is_slip(word, near)) {
                Some(near) => near,
                None => return false,
            },
        };
        let next = self.slice(at + 1);
        let text = next.starts_with('"');
        let letter = matches!(next.as_bytes(), [b'A'..=b'Z']);
        let name = next.starts_with(|c: char| c.is_ascii_lowercase()) && !words::is_reserved(next);
        let digit = next.bytes().any(|b| b.is_ascii_digit());
        match begun {
            "step" | "slide" | "walk" => {
                next == "("
                    || DIRECTIONS.contains(&next)
                    || (name && nearest(next, DIRECTIONS.iter().copied()).is_some())
            }
            "drop" => matches!(next, "anywhere" | "on" | "{"),
            "promote" => matches!(next, "on" | "from"),
            "may" => next == "promote",
            "if" => name && self.slice(at + 2) == "{",
            "betza" | "game" | "inventor" | "about" | "source" | "extends" | "setup" | "test"
            | "position" => text,
            "piece" => {
                letter
                    && (self.slice(at + 2).starts_with('"')
                        || matches!(self.slice(at + 2), "royal" | "neutral" | "glyph" | "{"))
            }
            "castle" => letter,
            "zone" => name,
            "option" => name && matches!(self.slice(at + 2), "on" | "off"),
            "board" => digit || text,
            "end" => END_WORDS.contains(&next) || letter || next == "for",
            "remove" => matches!(next, "piece" | "zone" | "option" | "castles" | "ends" | "setup"),
            "captures" => matches!(next, "to" | "blast" | "spare" | "afterwards"),
            "must" => matches!(next, "capture" | "drop" | "not" | "break"),
            "passing" => matches!(next, "allowed" | "when"),
            "every" => next == "move",
            "play" => digit || text || next == "(",
            "expect" => EXPECTATIONS.contains(&next),
            _ => false,
        }
    }

    /// Where reading goes on after a mistake: at a line, or behind a `;`, that begins something new or seems meant to.
    pub(super) fn resume<T: Part>(&self, from: usize, inside: Inside) -> usize {
        self.find(from, inside, |r, at, t| {
            let after_sign = T::CONTEXT == Context::Rules && at > 0 && r.slice(at - 1) == ";";
            t.kind == Kind::Word
                && (t.line_first || after_sign)
                && (r.begins::<T>(at) || r.seems_to_begin::<T>(at))
        })
    }

    /// Where reading goes on behind a word that begins nothing: at a line that is not indented further and is no plain English, and
    /// within a line at a word that is nearly one that begins something; at the end of `inside` otherwise.
    pub(super) fn after_unknown<T: Part>(&self, at: usize, inside: Inside) -> usize {
        let starters = || T::CONTEXT.starters().iter().copied();
        let near = |word: &str| {
            !words::is_reserved(word) && nearest(word, starters()).is_some_and(|n| is_slip(word, n))
        };
        let rules = T::CONTEXT == Context::Rules && near(self.slice(at));
        let word = self.token(at).is_some_and(|t| t.kind == Kind::Word);
        if !word || (self.is_prose(at) && !rules) {
            return inside.to;
        }
        let column = self.column(at);
        self.find(at + 1, inside, |r, n, t| {
            let line = t.line_first && r.column(n) <= column && !r.is_prose(n);
            t.kind == Kind::Word && (line || (rules && near(r.slice(n))) || r.surely_begins::<T>(n))
        })
    }

    /// Where a zone's squares end before `inside` does: at a line that could go on with them, but is a declaration whose first word
    /// is misspelt or missing.
    pub(super) fn end_of_zone<T: Part>(&self, at: usize, inside: Inside) -> usize {
        if T::CONTEXT != Context::Items || self.slice(at) != "zone" {
            return inside.to;
        }
        let column = self.column(at);
        self.find(at + 2, inside, |r, n, t| {
            let word = r.slice(n);
            let name = t.kind == Kind::Word && !words::is_reserved(word) && !words::is_square(word);
            if !name || !t.line_first || r.column(n) > column || r.slice(n - 1) == "|" {
                return false;
            }
            let near = nearest(word, T::CONTEXT.starters().iter().copied());
            let next = r.slice(n + 1);
            let squares = words::RANK_WORDS.contains(&next) || words::is_square(next);
            let near = near.is_some_and(|near| is_slip(word, near));
            (near && !r.is_zone(word)) || (squares && !r.is_zone(word) && !r.has_parent())
        })
    }

    /// Whether the file declares a zone of this name.
    fn is_zone(&self, name: &str) -> bool {
        self.has("zone", |next| next == name)
    }

    /// Whether zones may come from another file.
    fn has_parent(&self) -> bool {
        self.has("extends", |next| next.starts_with('"'))
    }

    fn has(&self, word: &str, next: impl Fn(&str) -> bool) -> bool {
        (0..self.layout.tokens.len()).any(|n| self.slice(n) == word && next(self.slice(n + 1)))
    }

    /// The bytes before a token on its line, of a long line only some.
    fn column(&self, at: usize) -> usize {
        let before = self.text.as_bytes()[..self.start(at)].iter().rev();
        before.take(MARGIN).take_while(|b| **b != b'\n').count()
    }

    /// Whether plain English begins here: several words that are none of the language.
    pub(super) fn is_prose(&self, at: usize) -> bool {
        let word =
            |n: &usize| self.token(*n).is_some_and(|t| t.kind == Kind::Word && !t.line_first);
        let plain = |n: &usize| {
            let word = self.slice(*n);
            word.len() > 1
                && word.bytes().all(|b| b.is_ascii_alphabetic())
                && !words::is_reserved(word)
        };
        (at + 1..at + PROSE).take_while(word).filter(plain).count() > 1
    }

    /// Whether a line is meant to begin something, by a mistyped word or by words of another language. A word of this one may as
    /// well go on with what stands before it; but the lines of a test are short, and nothing goes on behind a `;`.
    fn seems_to_begin<T: Part>(&self, at: usize) -> bool {
        let word = self.slice(at);
        let reserved = words::is_reserved(word);
        let near = || nearest(word, T::CONTEXT.starters().iter().copied()).is_some();
        let phrase = || phrases::begins(self.text, &self.layout.tokens, at, T::CONTEXT);
        let short = T::CONTEXT == Context::Lines;
        let closed = T::CONTEXT == Context::Rules && at > 0 && self.slice(at - 1) == ";";
        (!reserved && (near() || phrase())) || ((short || closed) && phrase())
    }
}
