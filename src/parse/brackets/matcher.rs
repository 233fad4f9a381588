//! Goes over the tokens with the brackets that are open.

use crate::parse::DEPTH_LIMIT;
use crate::parse::brackets::{End, Layout};
use crate::parse::scan::Kind;
use crate::parse::words::{CLAUSES, Context, ITEMS, LINES, RULES, is_reserved};
use crate::text::{FileId, Span};

/// How many tokens are looked over for the brace that closes a block after all.
const LOOK_AHEAD: usize = 1000;

/// An open bracket; the first frame is the file.
pub(super) struct Frame {
    pub(super) open: Option<usize>,
    pub(super) context: Context,
    /// The word that began what is being read.
    pub(super) statement: Option<&'static str>,
}

pub(super) struct Matcher<'a> {
    pub(super) text: &'a str,
    pub(super) file: FileId,
    pub(super) layout: Layout,
    pub(super) frames: Vec<Frame>,
    /// Brackets open beyond the limit of depth.
    pub(super) beyond: usize,
    pub(super) told_depth: bool,
    /// Since when brackets are out of order.
    pub(super) broken_from: Option<u32>,
    /// The bracket that was closed last.
    pub(super) last_closed: Option<usize>,
    /// The word that began the declaration, and the first bracket that was opened since.
    pub(super) declaration: Option<usize>,
    pub(super) opened: Option<usize>,
    /// Whether a slip was told of what is being read.
    slipped: bool,
}

impl<'a> Matcher<'a> {
    /// Before the first token.
    pub(super) fn new(text: &'a str, file: FileId, layout: Layout) -> Self {
        let base = Frame { open: None, context: Context::Items, statement: None };
        Self {
            text,
            file,
            layout,
            frames: vec![base],
            beyond: 0,
            told_depth: false,
            broken_from: None,
            last_closed: None,
            declaration: None,
            opened: None,
            slipped: false,
        }
    }

    /// Goes over all tokens.
    pub(super) fn run(mut self) -> Layout {
        let count = self.layout.tokens.len();
        for at in 0..count {
            self.step(at);
        }
        self.unwind(1, count, "the file ends here");
        self.mend(u32::MAX);
        self.layout.marks.sort_unstable();
        self.layout
    }

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

    pub(super) fn slice(&self, at: usize) -> &'a str {
        self.layout.tokens.get(at).and_then(|t| self.text.get(t.range())).unwrap_or("")
    }

    pub(super) fn span(&self, at: usize) -> Span {
        match self.layout.tokens.get(at) {
            Some(token) => Span::new(self.file, token.start as usize, token.end as usize),
            None => Span::new(self.file, self.text.len(), self.text.len()),
        }
    }

    /// A word may begin something here, or further out: then brackets between are not closed.
    fn word(&mut self, at: usize) {
        let word = self.slice(at);
        if word == "else" {
            return self.otherwise(at);
        }
        let Some(level) = self.home(at) else { return };
        if level + 1 < self.frames.len() {
            let sure = word == "piece" && self.declares(at) && self.names(at);
            let far = !(self.layout.tokens[at].line_first || sure);
            if far || (word == "piece" && !self.declares(at)) {
                return;
            }
            if level == 0 && self.frames.len() == 2 && self.is_misplaced(at) {
                return;
            }
            let what = self.frames[level].context.what();
            let what = what.split_once(' ').map_or(what, |(_, rest)| rest);
            self.unwind(level + 1, at, &format!("a new {what} begins here"));
        }
        self.slipped = false;
        if level == 0 {
            if self.layout.tokens[at].line_first {
                self.mend(self.layout.tokens[at].start);
            }
            self.declaration = Some(at);
            self.opened = None;
        }
        let starters = self.frames[level].context.starters();
        self.frames[level].statement = starters.iter().copied().find(|s| *s == word);
    }

    /// Whether a declaration stands within the braces of a piece or test, which are closed behind it.
    fn is_misplaced(&self, at: usize) -> bool {
        if matches!(self.slice(at), "piece" | "test" | "if") {
            return false;
        }
        let mut open = 0_usize;
        for (n, token) in self.layout.tokens.iter().enumerate().skip(at + 1).take(LOOK_AHEAD) {
            match token.kind {
                Kind::Open(b'{') => open += 1,
                Kind::Close(b'}') if open == 0 => return true,
                Kind::Close(b'}') => open -= 1,
                Kind::Word if open == 0 && token.line_first => {
                    let word = self.slice(n);
                    let block = match word {
                        "test" => true,
                        "piece" => self.declares(n),
                        "if" => {
                            ITEMS.contains(&self.content(n)) && !RULES.contains(&self.content(n))
                        }
                        _ => false,
                    };
                    if block {
                        return false;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// The innermost level at which a word begins something.
    fn home(&mut self, at: usize) -> Option<usize> {
        let word = self.slice(at);
        let before = [1, 2].map(|n| at.checked_sub(n).map(|b| self.slice(b)));
        let content = if word == "if" { self.content(at) } else { "" };
        let only_items = ITEMS.contains(&content) && !RULES.contains(&content);
        let begins = |frame: &Frame| {
            frame.context.begins(word, before) && !(only_items && frame.context != Context::Items)
        };
        let known = self.frames.iter().rposition(|f| begins(f) || f.context == Context::Unknown);
        match known {
            Some(level) if self.frames[level].context == Context::Unknown => None,
            None => {
                self.not_a_start(at);
                None
            }
            level => level,
        }
    }

    /// The first word between the braces of the `if` at a token.
    fn content(&self, at: usize) -> &'a str {
        let name = if self.slice(at + 1) == "not" { at + 2 } else { at + 1 };
        if self.slice(name + 1) == "{" { self.slice(name + 2) } else { "" }
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
            && (self.slice(behind).starts_with('"')
                || matches!(self.slice(behind), "royal" | "glyph" | "{"))
    }

    /// Whether the brace that closes the one at a token stands directly before another that belongs to it.
    fn closes_twice(&self, at: usize) -> bool {
        let block = self.frames.len() == 2;
        let mut open = 0_usize;
        for (n, token) in self.layout.tokens.iter().enumerate().skip(at + 1).take(LOOK_AHEAD) {
            match token.kind {
                Kind::Open(b'{') => open += 1,
                Kind::Close(b'}') if open == 0 => {
                    let next = self.layout.tokens.get(n + 1);
                    return next.is_some_and(|next| {
                        next.kind == Kind::Close(b'}') && (block || !next.line_first)
                    });
                }
                Kind::Close(b'}') => open -= 1,
                _ => {}
            }
        }
        false
    }

    /// Whether behind `piece` and a letter a text follows.
    fn names(&self, at: usize) -> bool {
        (at + 2..at + 5).any(|n| self.slice(n).starts_with('"'))
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
        self.opened.get_or_insert(at);
        let otherwise = at > 0 && self.slice(at - 1) == "else";
        let Some(top) = self.frames.last() else { return };
        let doubled = bracket == b'{' && self.is_doubled(at);
        if doubled {
            if top.context == Context::Inner {
                self.layout.marks.push(self.layout.tokens[at].start);
            }
            self.tell_doubled(at);
            if !self.closes_twice(at) {
                self.layout.tokens[at].kind = Kind::Stray;
                return;
            }
        }
        let Some(top) = self.frames.last() else { return };
        let context = match (bracket, top.context, top.statement) {
            (_, context, _) if doubled => context,
            (b'{', context @ (Context::Items | Context::Rules), _) if otherwise => context,
            (b'{', Context::Items, Some("piece")) if !self.is_bare(at, RULES) => Context::Rules,
            (b'{', Context::Items, Some("test")) if !self.is_bare(at, LINES) => Context::Lines,
            (b'{', context @ (Context::Items | Context::Rules), Some("if")) => context,
            (b'{', Context::Items | Context::Rules | Context::Lines, None) => Context::Unknown,
            _ => Context::Inner,
        };
        self.frames.push(Frame { open: Some(at), context, statement: None });
    }

    /// Whether the brace of a block is missing, and that at a token belongs to one of its lines.
    fn is_bare(&self, at: usize, begin: &[&str]) -> bool {
        let head = self.declaration.filter(|_| self.frames.len() == 1).unwrap_or(at);
        (head + 1..self.opened.unwrap_or(at)).any(|n| {
            let token = &self.layout.tokens[n];
            token.line_first && token.kind == Kind::Word && begin.contains(&self.slice(n))
        })
    }

    /// Whether the brace at a token stands directly behind another.
    fn is_doubled(&self, at: usize) -> bool {
        let more = self.slice(at + 1) == "{" || (at > 1 && self.slice(at - 2) == "{");
        !more
            && self.frames.last().is_some_and(|top| {
                top.open.is_some_and(|open| open + 1 == at && self.slice(open) == "{")
                    && matches!(top.context, Context::Rules | Context::Lines | Context::Inner)
            })
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
            Some(level) if level + 1 == self.frames.len() && self.is_early(at) => self.stray(at),
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

    /// Whether a brace closes a piece or test although its rules or lines go on behind it, and one more brace comes.
    fn is_early(&self, at: usize) -> bool {
        let [.., outer, top] = self.frames.as_slice() else { return false };
        // Behind the braces of an `if` within a piece its rules do go on.
        if outer.context == top.context {
            return false;
        }
        let goes_on = |word: &str| match top.context {
            Context::Rules => {
                word == ";" || word == "then" || RULES.contains(&word) || CLAUSES.contains(&word)
            }
            Context::Lines => LINES.contains(&word),
            Context::Items | Context::Inner | Context::Unknown => false,
        };
        let next = match self.slice(at + 1) {
            "if" => self.content(at + 1),
            next => next,
        };
        if !goes_on(next) || (ITEMS.contains(&next) && next != "if") {
            return false;
        }
        let behind = self.layout.tokens.iter().enumerate().skip(at + 1).take(LOOK_AHEAD);
        let mut open = 0_usize;
        for (n, token) in behind {
            match token.kind {
                Kind::Open(b'{') => open += 1,
                Kind::Close(b'}') if open == 0 => return true,
                Kind::Close(b'}') => open -= 1,
                Kind::Word if token.line_first => {
                    let word = self.slice(n);
                    if ITEMS.contains(&word)
                        && word != "if"
                        && (word != "piece" || self.declares(n))
                    {
                        return false;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// A closing bracket belongs to a bracket further out.
    fn cross(&mut self, level: usize, at: usize) {
        let open = self.frames[level + 1].open;
        let blocks = self.frames[level + 1..].iter().any(|f| f.context != Context::Inner);
        let label = format!("this `{}` closes a bracket further out", self.slice(at));
        self.unwind(level + 1, at, &label);
        self.slipped = true;
        if blocks {
            let from = open.map_or(0, |open| self.layout.tokens[open].start);
            self.broken_from.get_or_insert(from);
        }
    }

    fn stray(&mut self, at: usize) {
        self.layout.tokens[at].kind = Kind::Stray;
        // It answers to the brace that is missing behind a head; the lines between are whole.
        if self.opened.is_none() && (self.is_bare(at, RULES) || self.is_bare(at, LINES)) {
            self.tell_stray(at);
            self.slipped = true;
            return;
        }
        let start = self.layout.tokens[at].start;
        self.layout.marks.push(start);
        if self.broken_from.is_none() && !self.slipped {
            self.tell_stray(at);
        }
        self.slipped = true;
        // Within braces the slip concerns one rule, and the mark keeps it from being read.
        if self.frames.len() == 1 {
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
        let tell = self.broken_from.is_none() && !self.slipped;
        let mut open = Vec::new();
        for frame in self.frames.drain(level.min(self.frames.len())..) {
            let Some(token) = frame.open else { continue };
            self.layout.ends[token] = Some(End { token: at, closed: false });
            open.push(token);
            if matches!(frame.context, Context::Inner | Context::Unknown) {
                self.layout.marks.push(self.layout.tokens[token].start);
            }
        }
        let told_depth = std::mem::take(&mut self.told_depth);
        self.beyond = 0;
        if !open.is_empty() && tell && !told_depth {
            self.tell_open(&open, at, label);
        }
    }
}
