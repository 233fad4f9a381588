//! Which brackets belong together. A bracket that is not closed ends where a word begins what can only stand further
//! out; a closing one too many is set aside. So the rest of the file can be read as if nothing had happened, and each
//! slip is told once, at its place.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::parse::scan::{Kind, Token};
use crate::parse::words::{Context, is_reserved};
use crate::parse::{DEPTH_LIMIT, ERROR_LIMIT};
use crate::text::{FileId, Span};
use std::ops::Range;

/// How many brackets of one slip are shown.
const SHOWN: usize = 3;

/// Where a bracket ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Number of the token: the closing bracket, or the first token that is no longer inside.
    pub(super) token: usize,
    /// Whether that token is the closing bracket.
    pub(super) closed: bool,
}

/// The tokens of a file with their brackets matched.
#[derive(Debug)]
pub(super) struct Layout {
    /// The tokens, with their depth.
    pub(super) tokens: Vec<Token>,
    ends: Vec<Option<End>>,
    /// Bytes at which a slip was told; what contains one cannot be read.
    marks: Vec<u32>,
    /// Stretches that a slip has thrown out of order.
    silent: Vec<Range<u32>>,
    /// What was told.
    pub(super) told: Diagnostics,
    /// Closing brackets too many.
    pub(super) strays: Vec<Stray>,
}

/// A closing bracket too many. It is told only if it does not answer to an opening one that was missed before.
#[derive(Debug)]
pub(super) struct Stray {
    /// Its byte.
    pub(super) at: usize,
    /// What there is to tell.
    pub(super) diagnostic: Diagnostic,
}

impl Layout {
    /// Where the bracket that opens at this token ends; none if it opens none or stands too deep.
    pub(super) fn end(&self, token: usize) -> Option<End> {
        self.ends.get(token).copied().flatten()
    }

    /// Whether a slip was told of these bytes.
    pub(super) fn is_marked(&self, bytes: &Range<usize>) -> bool {
        let first = self.marks.partition_point(|mark| (*mark as usize) < bytes.start);
        self.marks.get(first).is_some_and(|mark| (*mark as usize) < bytes.end)
    }

    /// Whether the byte is in a stretch that is out of order.
    pub(super) fn is_silent(&self, byte: usize) -> bool {
        let first = self.silent.partition_point(|range| (range.end as usize) <= byte);
        self.silent.get(first).is_some_and(|range| (range.start as usize) <= byte)
    }
}

/// Matches the brackets.
pub(super) fn layout(text: &str, tokens: Vec<Token>, file: FileId) -> Layout {
    let count = tokens.len();
    let layout = Layout {
        tokens,
        ends: vec![None; count],
        marks: Vec::new(),
        silent: Vec::new(),
        told: Diagnostics::default(),
        strays: Vec::new(),
    };
    let base = Frame { open: None, context: Context::Items, statement: None };
    let mut matcher = Matcher {
        text,
        file,
        layout,
        frames: vec![base],
        beyond: 0,
        told_depth: false,
        broken_from: None,
        last_closed: None,
        declaration: None,
        opened: false,
    };
    for at in 0..count {
        matcher.step(at);
    }
    matcher.unwind(1, count, "the file ends here");
    matcher.mend(u32::MAX);
    matcher.layout.marks.sort_unstable();
    matcher.layout
}

/// An open bracket; the first frame is the file.
struct Frame {
    open: Option<usize>,
    context: Context,
    /// The word that began what is being read.
    statement: Option<&'static str>,
}

struct Matcher<'a> {
    text: &'a str,
    file: FileId,
    layout: Layout,
    frames: Vec<Frame>,
    /// Brackets open beyond the limit of depth.
    beyond: usize,
    told_depth: bool,
    /// Since when brackets are out of order.
    broken_from: Option<u32>,
    /// The bracket that was closed last.
    last_closed: Option<usize>,
    /// The word that began the declaration, and whether a bracket was opened since.
    declaration: Option<usize>,
    opened: bool,
}

impl<'a> Matcher<'a> {
    fn step(&mut self, at: usize) {
        match self.layout.tokens[at].kind {
            Kind::Word => self.word(at),
            Kind::Open(bracket) => return self.open(at, bracket),
            Kind::Close(bracket) => return self.close(at, bracket),
            Kind::OpenText => self.tell_open_text(at),
            Kind::Strange => self.layout.marks.push(self.layout.tokens[at].start),
            Kind::Text => self.not_a_start(at),
            Kind::Stray | Kind::Semicolon | Kind::Sign => {}
        }
        self.set_depth(at);
    }

    fn set_depth(&mut self, at: usize) {
        let depth = self.frames.len() - 1 + self.beyond;
        self.layout.tokens[at].depth = u32::try_from(depth).unwrap_or(u32::MAX);
    }

    fn slice(&self, at: usize) -> &'a str {
        self.layout.tokens.get(at).and_then(|t| self.text.get(t.range())).unwrap_or("")
    }

    fn span(&self, at: usize) -> Span {
        match self.layout.tokens.get(at) {
            Some(token) => Span::new(self.file, token.start as usize, token.end as usize),
            None => Span::new(self.file, self.text.len(), self.text.len()),
        }
    }

    /// A word may begin something here, or further out: then brackets between are not closed.
    fn word(&mut self, at: usize) {
        let word = self.slice(at);
        let before = at.checked_sub(1).map(|b| self.slice(b));
        let top = self.frames.len() - 1;
        let begins = |frame: &Frame| frame.context.begins(word, before);
        if word == "else" {
            return self.otherwise(at);
        }
        let known = self.frames.iter().rposition(|f| begins(f) || f.context == Context::Unknown);
        let level = match known {
            Some(level) if self.frames[level].context != Context::Unknown => level,
            Some(_) => return,
            None => return self.not_a_start(at),
        };
        let out = level < top;
        if out && (!self.layout.tokens[at].line_first || (word == "piece" && !self.declares(at))) {
            return;
        }
        if out {
            let what = self.frames[level].context.what();
            let what = what.split_once(' ').map_or(what, |(_, rest)| rest);
            self.unwind(level + 1, at, &format!("a new {what} begins here"));
        }
        if level == 0 && self.layout.tokens[at].line_first {
            self.mend(self.layout.tokens[at].start);
        }
        if level == 0 {
            self.declaration = Some(at);
            self.opened = false;
        }
        let starters = self.frames[level].context.starters();
        self.frames[level].statement = starters.iter().copied().find(|s| *s == word);
    }

    /// `else` that follows no `if` here, but within the braces of one: these were not closed.
    fn otherwise(&mut self, at: usize) {
        if let [.., outer, block] = self.frames.as_slice()
            && block.context == outer.context
            && block.context != Context::Inner
            && outer.statement == Some("if")
            && block.statement != Some("if")
        {
            self.unwind(
                self.frames.len() - 1,
                at,
                "this `else` stands behind the braces of the `if`",
            );
        }
    }

    /// A line that begins with a word of nobody: whatever it opens may hold anything.
    fn not_a_start(&mut self, at: usize) {
        let known = is_reserved(self.slice(at))
            || self.slice(at).starts_with(|c: char| c.is_ascii_uppercase());
        if self.layout.tokens[at].line_first
            && !known
            && let Some(top) = self.frames.last_mut()
        {
            top.statement = None;
        }
    }

    /// Whether `piece` at this token begins a declaration rather than names a square.
    fn declares(&self, at: usize) -> bool {
        let name = if self.slice(at + 1) == "+" { at + 2 } else { at + 1 };
        let behind = if self.slice(name + 1) == "'" { name + 2 } else { name + 1 };
        matches!(self.slice(name).as_bytes(), [b'A'..=b'Z'])
            && (self.slice(behind).starts_with('"') || matches!(self.slice(behind), "royal" | "{"))
    }

    fn open(&mut self, at: usize, bracket: u8) {
        self.set_depth(at);
        if self.beyond > 0 || self.frames.len() > DEPTH_LIMIT {
            if self.beyond == 0 {
                self.tell_depth(at);
            }
            self.beyond += 1;
            return;
        }
        self.opened = true;
        let Some(top) = self.frames.last() else { return };
        let context = match (bracket, top.context, top.statement) {
            (b'{', Context::Items, Some("piece")) => Context::Rules,
            (b'{', Context::Items, Some("test")) => Context::Lines,
            (b'{', context @ (Context::Items | Context::Rules), Some("if")) => context,
            (b'{', Context::Items | Context::Rules | Context::Lines, None) => Context::Unknown,
            _ => Context::Inner,
        };
        self.frames.push(Frame { open: Some(at), context, statement: None });
    }

    fn close(&mut self, at: usize, bracket: u8) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return self.set_depth(at);
        }
        let opening = if bracket == b'}' { b'{' } else { b'(' };
        let fits = |frame: &Frame| {
            frame.open.is_some_and(|open| self.layout.tokens[open].kind == Kind::Open(opening))
        };
        match self.frames.iter().rposition(fits) {
            Some(level) => {
                if level + 1 < self.frames.len() {
                    self.cross(level, at);
                }
                if let Some(open) = self.frames.pop().and_then(|frame| frame.open) {
                    self.layout.ends[open] = Some(End { token: at, closed: true });
                    self.last_closed = Some(at);
                }
            }
            None => self.stray(at),
        }
        self.told_depth &= self.frames.len() > 1;
        self.set_depth(at);
    }

    /// A closing bracket belongs to a bracket further out.
    fn cross(&mut self, level: usize, at: usize) {
        let from = self.frames[level + 1].open.map_or(0, |open| self.layout.tokens[open].start);
        let first = self.broken_from.is_none();
        let label = format!("this `{}` closes a bracket further out", self.slice(at));
        self.unwind_told(level + 1, at, &label, first);
        self.broken_from.get_or_insert(from);
    }

    fn stray(&mut self, at: usize) {
        self.layout.tokens[at].kind = Kind::Stray;
        let start = self.layout.tokens[at].start;
        self.layout.marks.push(start);
        // Within braces the slip concerns one rule, and the mark keeps it from being read.
        let outside = self.frames.len() == 1;
        if !outside || self.broken_from.is_none() {
            self.tell_stray(at);
        }
        if outside {
            let closed = self.last_closed.map_or(0, |last| self.layout.tokens[last].end);
            let begun = self.declaration.map_or(0, |word| self.layout.tokens[word].start);
            self.broken_from.get_or_insert(closed.max(begun));
        }
    }

    /// From here on the brackets are in order again.
    fn mend(&mut self, until: u32) {
        if let Some(from) = self.broken_from.take() {
            self.layout.silent.push(from..until);
        }
    }

    /// Ends all brackets from a level on before a token, and tells of it.
    fn unwind(&mut self, level: usize, at: usize, label: &str) {
        let tell = self.broken_from.is_none();
        self.unwind_told(level, at, label, tell);
    }

    fn unwind_told(&mut self, level: usize, at: usize, label: &str, tell: bool) {
        let mut open = Vec::new();
        for frame in self.frames.drain(level.min(self.frames.len())..) {
            let Some(token) = frame.open else { continue };
            self.layout.ends[token] = Some(End { token: at, closed: false });
            open.push(token);
            if frame.context == Context::Inner {
                self.layout.marks.push(self.layout.tokens[token].start);
            }
        }
        let told_depth = std::mem::take(&mut self.told_depth);
        self.beyond = 0;
        if !open.is_empty() && tell && !told_depth {
            self.tell_open(&open, at, label);
        }
    }

    fn tell_open(&mut self, open: &[usize], at: usize, label: &str) {
        let closing = |token: usize| if self.slice(token) == "{" { "}" } else { ")" };
        let missing: Vec<_> = open.iter().rev().take(SHOWN).map(|t| closing(*t)).collect();
        let message = match open {
            [one] => format!("this `{}` is not closed", self.slice(*one)),
            _ => format!("{} brackets are not closed", open.len()),
        };
        let mut diagnostic = Diagnostic::error("E0104", message)
            .help(format!("write `{}` before that place", missing.join(" ")));
        for (n, token) in open.iter().rev().take(SHOWN).enumerate() {
            diagnostic = diagnostic.label(self.span(*token), "opened here");
            if n == 0 {
                diagnostic = diagnostic.label(self.span(at), label);
            }
        }
        self.tell(diagnostic);
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        if self.layout.told.iter().count() < ERROR_LIMIT {
            self.layout.told.push(diagnostic);
        }
    }

    fn tell_stray(&mut self, at: usize) {
        let bracket = self.slice(at);
        let diagnostic = Diagnostic::error(
            "E0105",
            format!("one bracket too many: this `{bracket}` closes nothing"),
        )
        .label(self.span(at), "closes nothing");
        let block = self.declaration.filter(|word| {
            bracket == "}" && !self.opened && matches!(self.slice(*word), "piece" | "test" | "if")
        });
        let diagnostic = match (block, self.last_closed) {
            (Some(word), _) => diagnostic
                .label(self.span(word), "no `{` was opened since")
                .help(format!("write `{{` behind the head of this `{}`", self.slice(word))),
            (None, Some(last)) if self.frames.len() == 1 => diagnostic
                .label(self.span(last), "the last bracket was closed here")
                .help("delete one of the two, or open a bracket before them"),
            _ => diagnostic.help("delete it, or open a bracket before it"),
        };
        if self.layout.strays.len() < ERROR_LIMIT {
            let at = self.layout.tokens[at].start as usize;
            self.layout.strays.push(Stray { at, diagnostic });
        }
    }

    fn tell_depth(&mut self, at: usize) {
        self.layout.marks.push(self.layout.tokens[at].start);
        if !std::mem::replace(&mut self.told_depth, true) {
            let message = format!("more than {DEPTH_LIMIT} brackets stand in one another");
            self.tell(
                Diagnostic::error("E0108", message)
                    .label(self.span(at), "one too many")
                    .help("name parts as zones, or write several rules"),
            );
        }
    }

    fn tell_open_text(&mut self, at: usize) {
        self.layout.marks.push(self.layout.tokens[at].start);
        let rest = self.slice(at).trim_start_matches('"').trim();
        let help = if rest.is_empty() {
            "a text has a quote on either side: `\"…\"`"
        } else {
            "a text ends on the line on which it begins: write `\"` behind its last word"
        };
        let span =
            Span::new(self.file, self.span(at).start as usize, self.span(at).start as usize + 1);
        self.tell(
            Diagnostic::error("E0106", "this quote has no partner on its line")
                .label(span, "opens or closes a text")
                .help(help),
        );
    }
}
