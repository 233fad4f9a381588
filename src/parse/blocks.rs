//! Reads a file block by block: what stands between braces is read part by part, each by itself, and a part that cannot
//! be read is told and left out.

use crate::ast::{File, If, Item, Name, Piece, PieceItem, Test, TestLine};
use crate::diagnostics::Diagnostics;
use crate::parse::brackets::{self, Layout};
use crate::parse::dialects::Dialect;
use crate::parse::explain::found_at;
use crate::parse::grammar::SyntaxError;
use crate::parse::scan::{Kind, Token};
use crate::parse::tree::{Heads, Place, Read};
use crate::parse::words::{Context, ITEMS};
use crate::parse::{ERROR_LIMIT, characters, scan, tree};
use crate::text::{FileId, Span, Spanned};

/// Reads a whole file.
pub(super) fn read_file(text: &str, file: FileId) -> (File, Diagnostics) {
    let tokens = scan::tokens(text);
    let mut told = Diagnostics::default();
    for diagnostic in characters::report(text, &tokens, file) {
        told.push(diagnostic);
    }
    let layout = brackets::layout(text, tokens, file);
    let end = layout.tokens.len();
    let mut reader = Reader {
        text,
        file,
        layout,
        told,
        count: 0,
        missing_open: Vec::new(),
        dialects: Vec::new(),
        listed: Vec::new(),
        meant: None,
        last_item: 0,
    };
    let items = reader.block(Inside { from: 0, to: end, depth: 0 });
    (File { items }, reader.finish())
}

/// What stands in a block: declarations, rules of a piece, or lines of a test.
pub(super) trait Part: Sized {
    /// The words that begin it.
    const CONTEXT: Context;
    /// Reads one that has no block of its own.
    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError>;
    /// Reads one that has a block, and the token after it; none if this word has none.
    fn read_block(reader: &mut Reader<'_>, word: &str, at: Run) -> Option<(Option<Self>, usize)>;
}

impl Part for Item {
    const CONTEXT: Context = Context::Items;

    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError> {
        tree::item(text, place, told)
    }

    fn read_block(reader: &mut Reader<'_>, word: &str, at: Run) -> Option<(Option<Self>, usize)> {
        Some(match word {
            "piece" => reader.piece(at),
            "test" => reader.test(at),
            "if" => {
                let (node, next) = reader.conditional(at);
                (node.map(Item::If), next)
            }
            _ => return None,
        })
    }
}

impl Part for PieceItem {
    const CONTEXT: Context = Context::Rules;

    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError> {
        tree::rule(text, place, told)
    }

    fn read_block(reader: &mut Reader<'_>, word: &str, at: Run) -> Option<(Option<Self>, usize)> {
        (word == "if").then(|| {
            let (node, next) = reader.conditional(at);
            (node.map(PieceItem::If), next)
        })
    }
}

impl Part for TestLine {
    const CONTEXT: Context = Context::Lines;

    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError> {
        tree::line(text, place, told)
    }

    fn read_block(_: &mut Reader<'_>, _: &str, _: Run) -> Option<(Option<Self>, usize)> {
        None
    }
}

/// The tokens of a block: from one, to before another.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) depth: u32,
}

/// A part of a block: its first token, the block, and the next line that begins something.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) inside: Inside,
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) file: FileId,
    pub(super) layout: Layout,
    pub(super) told: Diagnostics,
    /// Number of errors told.
    pub(super) count: usize,
    /// Places at which an opening brace was missed.
    pub(super) missing_open: Vec<usize>,
    /// Languages that the file was taken for.
    pub(super) dialects: Vec<Dialect>,
    /// Where all words that begin something have been listed.
    pub(super) listed: Vec<Context>,
    /// A token that is misspelt, and the word that is meant.
    pub(super) meant: Option<(usize, String)>,
    /// The byte at which the declaration begins that is being read, or was last.
    pub(super) last_item: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn token(&self, at: usize) -> Option<&Token> {
        self.layout.tokens.get(at)
    }

    pub(super) fn start(&self, at: usize) -> usize {
        self.token(at).map_or(self.text.len(), |t| t.start as usize)
    }

    pub(super) fn end(&self, at: usize) -> usize {
        self.token(at).map_or(self.text.len(), |t| t.end as usize)
    }

    pub(super) fn slice(&self, at: usize) -> &'a str {
        self.token(at).and_then(|t| self.text.get(t.range())).unwrap_or("")
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.file, from, to)
    }

    /// The first token that does not begin before a byte.
    pub(super) fn token_at(&self, byte: usize) -> usize {
        self.layout.tokens.partition_point(|t| (t.start as usize) < byte)
    }

    /// The next token of a block, from one on, that passes the test; brackets within are passed over.
    pub(super) fn find(
        &self,
        from: usize,
        inside: Inside,
        test: impl Fn(&Self, usize, &Token) -> bool,
    ) -> usize {
        let mut at = from;
        while at < inside.to {
            let token = self.layout.tokens[at];
            if token.depth == inside.depth && test(self, at, &token) {
                return at;
            }
            at = match self.layout.end(at) {
                Some(end) if end.token > at => end.token + usize::from(end.closed),
                _ => at + 1,
            };
        }
        inside.to
    }

    pub(super) fn begins<T: Part>(&self, at: usize) -> bool {
        let before = [1, 2].map(|n| at.checked_sub(n).map(|b| self.slice(b)));
        T::CONTEXT.begins(self.slice(at), before)
    }

    /// Where something new begins.
    pub(super) fn next_start<T: Part>(&self, from: usize, inside: Inside) -> usize {
        self.find(from, inside, |r, at, t| t.kind == Kind::Word && r.begins::<T>(at))
    }

    pub(super) fn block<T: Part>(&mut self, inside: Inside) -> Vec<Spanned<T>> {
        let mut parts = Vec::new();
        let mut at = inside.from;
        let mut line = at;
        while at < inside.to && self.count <= ERROR_LIMIT {
            if line <= at {
                line = self.resume::<T>(at + 1, inside);
            }
            let kind = self.layout.tokens[at].kind;
            let next = match kind {
                Kind::Semicolon if T::CONTEXT == Context::Rules => at + 1,
                Kind::Stray => at + 1,
                Kind::Open(b'{') if at == inside.from => self.doubled(at, inside, &mut parts),
                Kind::Word if self.begins::<T>(at) => {
                    self.part(Run { at, line, inside }, &mut parts)
                }
                _ if self.is_told(self.start(at), self.start(line)) => {
                    self.after_unknown::<T>(at, Inside { to: line, ..inside })
                }
                _ => self.begun_wrongly(at, &[], inside, &mut parts),
            };
            at = next.max(at + 1);
        }
        parts
    }

    /// Reads what stands between braces that directly follow the braces of a block, and gives the token after it.
    fn doubled<T: Part>(
        &mut self,
        at: usize,
        inside: Inside,
        parts: &mut Vec<Spanned<T>>,
    ) -> usize {
        let Some(end) = self.layout.end(at).filter(|_| T::CONTEXT != Context::Items) else {
            return self.begun_wrongly(at, &[], inside, parts);
        };
        let depth = inside.depth + 1;
        parts.extend(self.block::<T>(Inside { from: at + 1, to: end.token, depth }));
        end.token + usize::from(end.closed)
    }

    /// Reads what begins at a token, and gives the token after it.
    pub(super) fn part<T: Part>(&mut self, run: Run, parts: &mut Vec<Spanned<T>>) -> usize {
        let Run { at, line, inside } = run;
        let start = self.start(at);
        if self.layout.is_silent(start) {
            return line;
        }
        if T::CONTEXT == Context::Items {
            self.last_item = start;
        }
        let word = self.slice(at);
        if let Some((node, next)) = T::read_block(self, word, run) {
            let end = self.end(next.saturating_sub(1).max(at));
            parts.extend(node.map(|node| Spanned::new(node, self.span(start, end))));
            return next;
        }
        if self.layout.is_marked(&(start..self.start(line))) {
            return line;
        }
        let bound = self.next_start::<T>(at + 1, inside);
        let bound = self.end_of_zone::<T>(at, Inside { to: bound, ..inside });
        let stop = self.start(bound);
        let place = Place::new(self.file, start);
        match T::read(&self.text[start..stop], place, &mut self.told) {
            Ok(read) => {
                parts.extend(read.node);
                self.token_at(start + read.end)
            }
            Err(error) => self.leaf_error(run, bound, &error, parts),
        }
    }

    /// Reads the head of a block with `read`, finds its braces, and gives them with the token after the block.
    pub(super) fn head<H>(
        &mut self,
        run: Run,
        read: impl Fn(&str, Place) -> Result<H, SyntaxError>,
    ) -> (Option<H>, Option<Inside>, usize) {
        let Run { at, line, inside } = run;
        let open =
            self.find(at + 1, Inside { to: line, ..inside }, |_, _, t| t.kind == Kind::Open(b'{'));
        // Behind a line that belongs into the block it is no longer its brace.
        let within = |n: usize| {
            let token = self.layout.tokens[n];
            let begun = [Context::Rules, Context::Lines].map(Context::starters);
            token.line_first
                && token.kind == Kind::Word
                && begun.iter().any(|words| words.contains(&self.slice(n)))
        };
        let first = (at + 1..open).find(|n| within(*n));
        let open = if first.is_some() { line } else { open };
        // Where the brace is missing altogether, what belongs into it is read without it.
        let bare = first.filter(|n| self.slice(n - 1) != "(").map(|from| {
            let to = self.find(from, inside, |r, n, t| {
                let word = r.slice(n);
                let new = ITEMS.contains(&word) && !matches!(word, "if" | "option");
                t.kind == Kind::Stray || word == "]" || (t.line_first && new)
            });
            Inside { from, to, ..inside }
        });
        let behind = first.unwrap_or(open);
        let start = self.start(at);
        let stop = if open < line { self.end(open) } else { self.end(behind.min(inside.to)) };
        let mut head = None;
        if !self.layout.is_marked(&(start..self.start(behind))) {
            let (text, place) = self.as_meant(at, start..stop);
            match read(&text, place) {
                Ok(done) => head = Some(done),
                Err(error) => {
                    let offset = found_at(self.text, place.byte(error.offset)).start;
                    let found = self.token_at(offset);
                    self.stop(at, offset, &error.expected, found >= first.unwrap_or(line));
                }
            }
        }
        match self.layout.end(open).filter(|_| open < line) {
            Some(end) => {
                let body = Inside { from: open + 1, to: end.token, depth: inside.depth + 1 };
                (head, Some(body), end.token + usize::from(end.closed))
            }
            None => {
                let next = bare.map(|body| body.to + usize::from(self.slice(body.to) == "]"));
                (None, bare, next.unwrap_or(line))
            }
        }
    }

    fn piece(&mut self, run: Run) -> (Option<Item>, usize) {
        let (head, body, next) = self.head(run, Heads::piece);
        let rules = body.map(|body| self.block::<PieceItem>(body)).unwrap_or_default();
        let piece = head.map(|head| {
            for (second, first) in head.doubled {
                let what = "this stands twice before the braces of a piece";
                self.told.push(tree::twice(what, second, first, tree::LEAVE_OUT));
            }
            Item::Piece(Piece {
                letter: head.letter,
                title: head.title,
                royal: head.royal,
                neutral: head.neutral,
                unlimited: head.unlimited,
                captured_as: head.captured_as,
                glyph: head.glyph,
                rules,
            })
        });
        (piece, next)
    }

    fn test(&mut self, run: Run) -> (Option<Item>, usize) {
        let (head, body, next) = self.head(run, Heads::test);
        let lines = body.map(|body| self.block::<TestLine>(body)).unwrap_or_default();
        (head.map(|name| Item::Test(Test { name, lines })), next)
    }

    /// `if … { … } else { … }` around parts of any kind.
    fn conditional<T: Part>(&mut self, run: Run) -> (Option<If<T>>, usize) {
        let (head, body, mut next): (Option<(Name, bool)>, _, _) = self.head(run, Heads::option);
        let inside = run.inside;
        let has_body = body.is_some();
        let then = body.map(|body| self.block::<T>(body)).unwrap_or_default();
        let mut otherwise = Vec::new();
        if has_body && next < inside.to && self.slice(next) == "else" {
            let word = next;
            match self.layout.end(word + 1) {
                Some(end) if self.token(word + 1).is_some_and(|t| t.kind == Kind::Open(b'{')) => {
                    let depth = inside.depth + 1;
                    let body = Inside { from: word + 2, to: end.token, depth };
                    otherwise = self.block::<T>(body);
                    next = end.token + usize::from(end.closed);
                }
                _ => next = self.bad_else::<T>(word, inside),
            }
        }
        (head.map(|(option, negated)| If { option, negated, then, otherwise }), next)
    }
}
