//! Letters to groups: modifiers, an atom, how often.

use crate::expand::betza::{Problem, cured, problem};
use crate::text::{Span, Spanned};

/// How many times an atom's step may be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Steps {
    /// As often as the atom says: once, or any number of times for R, B and Q.
    Plain,
    /// Up to that number.
    UpTo(u32),
    /// Any number.
    Any,
}

/// One atom with what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// `m`
    pub(super) quiet: bool,
    /// `c`
    pub(super) capturing: bool,
    /// `n`
    pub(super) lame: Option<Span>,
    /// `p` or `g`
    pub(super) hopper: Option<Spanned<char>>,
    /// `f b l r v s`, in order.
    pub(super) directions: Vec<Spanned<char>>,
    /// The capital letter.
    pub(super) atom: Spanned<char>,
    /// How often, and where that is written.
    pub(super) steps: Spanned<Steps>,
    /// All of it.
    pub(super) span: Span,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    base: usize,
    whole: Span,
}

/// All groups of a text.
pub(super) fn groups(text: &Spanned<String>) -> Result<Vec<Group>, Problem> {
    // The span may or may not hold the quotes.
    let length = (text.span.end - text.span.start) as usize;
    let quoted = usize::from(length == text.node.len() + 2);
    let base = text.span.start as usize + quoted;
    let mut reader = Reader { text: &text.node, at: 0, base, whole: text.span };
    let mut groups = Vec::new();
    while reader.peek().is_some() {
        groups.push(reader.group()?);
    }
    if groups.is_empty() {
        let message = "the text between the quotes names no move".to_owned();
        return Err(problem("E0390", message, text.span, "nothing is written here"));
    }
    Ok(groups)
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<Spanned<char>> {
        let sign = self.peek()?;
        let start = self.at;
        self.at += sign.len_utf8();
        Some(Spanned::new(sign, self.span(start)))
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.whole.file, self.base + start, self.base + self.at)
    }

    fn group(&mut self) -> Result<Group, Problem> {
        let start = self.at;
        let mut group = Group {
            quiet: false,
            capturing: false,
            lame: None,
            hopper: None,
            directions: Vec::new(),
            atom: Spanned::new(' ', self.whole),
            steps: Spanned::new(Steps::Plain, self.whole),
            span: self.whole,
        };
        loop {
            let Some(sign) = self.next() else {
                let message = "these letters wait for an atom, but the text ends".to_owned();
                let place = (self.span(start), "no capital letter follows");
                let help = "write a capital letter behind them, as `fN`".to_owned();
                return Err(cured("E0390", message, place, help));
            };
            match sign.node {
                'm' => group.quiet = true,
                'c' => group.capturing = true,
                'n' => group.lame = Some(sign.span),
                'p' | 'g' if group.hopper.is_none() => group.hopper = Some(sign),
                'p' | 'g' => {
                    let message = "`p` and `g` exclude each other".to_owned();
                    let help = "leave one of the two out".to_owned();
                    return Err(cured("E0391", message, (sign.span, "the second hop"), help));
                }
                'f' | 'b' | 'l' | 'r' | 'v' | 's' => group.directions.push(sign),
                'W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'C' | 'Z' | 'G' | 'T' | 'K' | 'Q' | 'R'
                | 'B' => {
                    group.atom = sign;
                    break;
                }
                other => {
                    let message = format!("`{other}` means nothing here in Betza's notation");
                    return Err(problem("E0390", message, sign.span, "not understood"));
                }
            }
        }
        group.steps = self.steps(group.atom.node)?;
        group.span = self.span(start);
        Ok(group)
    }

    fn steps(&mut self, atom: char) -> Result<Spanned<Steps>, Problem> {
        let start = self.at;
        let mut steps = Steps::Plain;
        if self.peek() == Some(atom) {
            self.at += atom.len_utf8();
            steps = Steps::Any;
            if matches!(atom, 'R' | 'B' | 'Q') {
                let message = format!("`{atom}{atom}` says no more than `{atom}`");
                let place = (self.span(start), "it slides already");
                return Err(cured("E0391", message, place, format!("write `{atom}`")));
            }
        }
        let digits = self.at;
        while self.peek().is_some_and(|sign| sign.is_ascii_digit()) {
            self.at += 1;
        }
        if digits < self.at {
            if steps == Steps::Any {
                let message =
                    "a doubled letter takes any number of steps; a number behind it contradicts"
                        .to_owned();
                let number = &self.text[digits..self.at];
                let help = format!("write `{atom}{atom}` or `{atom}{number}`");
                return Err(cured("E0391", message, (self.span(digits), "this number"), help));
            }
            steps = match self.text[digits..self.at].parse() {
                Ok(0) => Steps::Any,
                Ok(number @ 1..=99) => Steps::UpTo(number),
                _ => {
                    let message = "a number of steps is at most 99 (0 is any number)".to_owned();
                    let help = format!("write `{atom}{atom}` for any number of steps");
                    return Err(cured("E0391", message, (self.span(digits), "too great"), help));
                }
            };
        }
        Ok(Spanned::new(steps, self.span(start)))
    }
}
