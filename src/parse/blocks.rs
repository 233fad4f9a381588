//! Reads a file block by block: what stands between braces is read part by part, each by itself, and a part that cannot
//! be read is told and left out.

use crate::ast::{File, If, Item, Name, Piece, PieceItem, Test, TestLine};
use crate::diagnostics::{Diagnostic, Diagnostics, nearest};
use crate::parse::advice;
use crate::parse::brackets::{self, Layout};
use crate::parse::dialects::{self, Dialect};
use crate::parse::explain::{Stop, found_at, shown};
use crate::parse::grammar::{Expected, SyntaxError};
use crate::parse::scan::{Kind, Token};
use crate::parse::tree::{Heads, Place, Read};
use crate::parse::words::{self, Context};
use crate::parse::{ERROR_LIMIT, characters, scan, tree};
use crate::text::{FileId, Span, Spanned};
use std::ops::Range;

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
    };
    let items = reader.block(Inside { from: 0, to: end, closed: false, depth: 0 });
    (File { items }, reader.finish())
}

/// What stands in a block: declarations, rules of a piece, or lines of a test.
trait Part: Sized {
    /// The words that begin it.
    const CONTEXT: Context;
    /// Reads one that has no block of its own.
    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError>;
    /// Reads one that has a block, and the token after it; none if this word has none.
    fn read_block(reader: &mut Reader<'_>, word: &str, at: usize, inside: Inside) -> Option<(Option<Self>, usize)>;
}

impl Part for Item {
    const CONTEXT: Context = Context::Items;

    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError> {
        tree::item(text, place, told)
    }

    fn read_block(reader: &mut Reader<'_>, word: &str, at: usize, inside: Inside) -> Option<(Option<Self>, usize)> {
        Some(match word {
            "piece" => reader.piece(at, inside),
            "test" => reader.test(at, inside),
            "if" => {
                let (node, next) = reader.conditional(at, inside);
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

    fn read_block(reader: &mut Reader<'_>, word: &str, at: usize, inside: Inside) -> Option<(Option<Self>, usize)> {
        (word == "if").then(|| {
            let (node, next) = reader.conditional(at, inside);
            (node.map(PieceItem::If), next)
        })
    }
}

impl Part for TestLine {
    const CONTEXT: Context = Context::Lines;

    fn read(text: &str, place: Place, told: &mut Diagnostics) -> Result<Read<Self>, SyntaxError> {
        tree::line(text, place, told)
    }

    fn read_block(_: &mut Reader<'_>, _: &str, _: usize, _: Inside) -> Option<(Option<Self>, usize)> {
        None
    }
}

/// The tokens of a block: from one, to before another.
#[derive(Clone, Copy)]
struct Inside {
    from: usize,
    to: usize,
    /// Whether the token behind them closes the block.
    closed: bool,
    depth: u32,
}

struct Reader<'a> {
    text: &'a str,
    file: FileId,
    layout: Layout,
    told: Diagnostics,
    /// Number of errors told.
    count: usize,
    /// Places at which an opening brace was missed.
    missing_open: Vec<usize>,
    /// Languages that the file was taken for.
    dialects: Vec<Dialect>,
}

impl<'a> Reader<'a> {
    /// All that there is to tell.
    fn finish(mut self) -> Diagnostics {
        self.told.extend(self.layout.told);
        for stray in self.layout.strays {
            if !self.missing_open.iter().any(|at| stray.range.contains(at)) {
                self.told.push(stray.diagnostic);
            }
        }
        self.told
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        self.count += 1;
        match self.count {
            n if n < ERROR_LIMIT => self.told.push(diagnostic),
            ERROR_LIMIT => {
                let span = diagnostic.labels.first().map(|label| label.span).unwrap_or_default();
                self.told.push(
                    Diagnostic::error("E0117", "there are too many mistakes to go on")
                        .label(span, "stopped here")
                        .help("mend those above first"),
                );
            }
            _ => {}
        }
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.layout.tokens.get(at)
    }

    fn start(&self, at: usize) -> usize {
        self.token(at).map_or(self.text.len(), |t| t.start as usize)
    }

    fn end(&self, at: usize) -> usize {
        self.token(at).map_or(self.text.len(), |t| t.end as usize)
    }

    fn slice(&self, at: usize) -> &'a str {
        self.token(at).and_then(|t| self.text.get(t.range())).unwrap_or("")
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.file, from, to)
    }

    /// The first token that does not begin before a byte.
    fn token_at(&self, byte: usize) -> usize {
        self.layout.tokens.partition_point(|t| (t.start as usize) < byte)
    }

    /// The next token of a block, from one on, that passes the test; brackets within are passed over.
    fn find(&self, from: usize, inside: Inside, test: impl Fn(&Self, usize, &Token) -> bool) -> usize {
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

    fn begins<T: Part>(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|b| self.slice(b));
        T::CONTEXT.begins(self.slice(at), before)
    }

    /// Where something new begins.
    fn next_start<T: Part>(&self, from: usize, inside: Inside) -> usize {
        self.find(from, inside, |r, at, t| t.kind == Kind::Word && r.begins::<T>(at))
    }

    /// Where reading goes on after a mistake: at a line, or behind a `;`, that begins something new or seems meant to.
    fn resume<T: Part>(&self, from: usize, inside: Inside) -> usize {
        self.find(from, inside, |r, at, t| {
            let after_sign = T::CONTEXT == Context::Rules && at > 0 && r.slice(at - 1) == ";";
            let word = r.slice(at);
            t.kind == Kind::Word
                && (t.line_first || after_sign)
                && (r.begins::<T>(at)
                    || (!words::is_reserved(word)
                        && nearest(word, T::CONTEXT.starters().iter().copied()).is_some()))
        })
    }

    /// Whether nothing is to be told of these bytes, since a slip within was told already.
    fn is_told(&self, from: usize, to: usize) -> bool {
        self.layout.is_silent(from) || self.layout.is_marked(&(from..to))
    }

    fn block<T: Part>(&mut self, inside: Inside) -> Vec<Spanned<T>> {
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
                Kind::Word if self.begins::<T>(at) => self.part(at, line, inside, &mut parts),
                _ => {
                    if !self.is_told(self.start(at), self.start(line)) {
                        self.unknown::<T>(at, &[]);
                    }
                    line
                }
            };
            at = next.max(at + 1);
        }
        parts
    }

    /// Reads what begins at a token, and gives the token after it. `line` is the next line that begins something.
    fn part<T: Part>(&mut self, at: usize, line: usize, inside: Inside, parts: &mut Vec<Spanned<T>>) -> usize {
        let start = self.start(at);
        if self.layout.is_silent(start) {
            return line;
        }
        let word = self.slice(at);
        if let Some((node, next)) = T::read_block(self, word, at, inside) {
            let end = self.end(next.saturating_sub(1).max(at));
            parts.extend(node.map(|node| Spanned::new(node, self.span(start, end))));
            return next;
        }
        if self.layout.is_marked(&(start..self.start(line))) {
            return line;
        }
        let bound = self.next_start::<T>(at + 1, inside);
        let stop = if bound < inside.to || inside.closed { self.end(bound) } else { self.start(bound) };
        let place = Place { file: self.file, base: start };
        match T::read(&self.text[start..stop], place, &mut self.told) {
            Ok(read) => {
                parts.extend(read.node);
                self.token_at(start + read.end)
            }
            Err(error) => self.leaf_error(at, bound, inside, &error, parts),
        }
    }

    /// Tells why something could not be read, and gives the token at which reading goes on.
    fn leaf_error<T: Part>(
        &mut self,
        at: usize,
        bound: usize,
        inside: Inside,
        error: &SyntaxError,
        parts: &mut Vec<Spanned<T>>,
    ) -> usize {
        let start = self.start(at);
        let offset = found_at(self.text, start + error.offset).start;
        let found = self.token_at(offset);
        let own_line = found < bound
            && self.token(found).is_some_and(|t| {
                t.kind == Kind::Word && t.line_first && t.depth == inside.depth && t.start as usize == offset
            });
        if own_line {
            let place = Place { file: self.file, base: start };
            if let Ok(read) = T::read(&self.text[start..offset], place, &mut self.told) {
                parts.extend(read.node);
                self.unknown::<T>(found, &error.expected);
                return self.resume::<T>(found + 1, inside);
            }
        }
        let too_soon = found == bound || matches!(self.token(found).map(|t| t.kind), Some(Kind::Close(_)));
        self.stop(at, offset, &error.expected, too_soon);
        self.resume::<T>(found.max(at + 1), inside)
    }

    fn stop(&mut self, at: usize, offset: usize, expected: &[Expected], too_soon: bool) {
        if expected.contains(&Expected::Sign("{")) {
            self.missing_open.push(offset);
        }
        let statement = self.start(at)..self.end(at);
        let stop = Stop { text: self.text, file: self.file, statement, offset, expected, too_soon };
        let diagnostic = stop.explain();
        self.tell(diagnostic);
    }

    /// Reads the head of a block with `read`, finds its braces, and gives them with the token after the block.
    fn head<T: Part, H>(
        &mut self,
        at: usize,
        inside: Inside,
        read: impl Fn(&str, Place) -> Result<H, SyntaxError>,
    ) -> (Option<H>, Option<Inside>, usize) {
        let line = self.resume::<T>(at + 1, inside);
        let open = self.find(at + 1, Inside { to: line, ..inside }, |_, _, t| t.kind == Kind::Open(b'{'));
        let start = self.start(at);
        let stop = if open < line { self.end(open) } else { self.end(line.min(inside.to)) };
        let mut head = None;
        if !self.layout.is_marked(&(start..self.start(open))) {
            match read(&self.text[start..stop], Place { file: self.file, base: start }) {
                Ok(done) => head = Some(done),
                Err(error) => {
                    let offset = found_at(self.text, start + error.offset).start;
                    let found = self.token_at(offset);
                    self.stop(at, offset, &error.expected, found == line && found != open);
                }
            }
        }
        match self.layout.end(open).filter(|_| open < line) {
            Some(end) => {
                let body = Inside {
                    from: open + 1,
                    to: end.token,
                    closed: end.closed,
                    depth: inside.depth + 1,
                };
                (head, Some(body), end.token + usize::from(end.closed))
            }
            None => (None, None, line),
        }
    }

    fn piece(&mut self, at: usize, inside: Inside) -> (Option<Item>, usize) {
        let (head, body, next) = self.head::<Item, _>(at, inside, Heads::piece);
        let rules = body.map(|body| self.block::<PieceItem>(body)).unwrap_or_default();
        let piece = head.map(|head| {
            Item::Piece(Piece { letter: head.letter, title: head.title, royal: head.royal, rules })
        });
        (piece, next)
    }

    fn test(&mut self, at: usize, inside: Inside) -> (Option<Item>, usize) {
        let (head, body, next) = self.head::<Item, _>(at, inside, Heads::test);
        let lines = body.map(|body| self.block::<TestLine>(body)).unwrap_or_default();
        (head.map(|name| Item::Test(Test { name, lines })), next)
    }

    /// `if … { … } else { … }` around parts of any kind.
    fn conditional<T: Part>(&mut self, at: usize, inside: Inside) -> (Option<If<T>>, usize) {
        let (head, body, mut next) = self.head::<T, (Name, bool)>(at, inside, Heads::option);
        let has_body = body.is_some();
        let then = body.map(|body| self.block::<T>(body)).unwrap_or_default();
        let mut otherwise = Vec::new();
        if has_body && next < inside.to && self.slice(next) == "else" {
            let word = next;
            match self.layout.end(word + 1) {
                Some(end) if self.token(word + 1).is_some_and(|t| t.kind == Kind::Open(b'{')) => {
                    let depth = inside.depth + 1;
                    let body =
                        Inside { from: word + 2, to: end.token, closed: end.closed, depth };
                    otherwise = self.block::<T>(body);
                    next = end.token + usize::from(end.closed);
                }
                _ => next = self.bad_else::<T>(word, inside),
            }
        }
        (head.map(|(option, negated)| If { option, negated, then, otherwise }), next)
    }

    fn bad_else<T: Part>(&mut self, word: usize, inside: Inside) -> usize {
        let (start, end) = (self.start(word), self.end(word));
        if !self.is_told(start, self.end(word + 1)) {
            let help = if self.slice(word + 1) == "if" {
                "write `else { if … { … } }`"
            } else {
                "write `else { … }`"
            };
            let diagnostic = Diagnostic::error("E0101", "behind `else` a `{` must come")
                .label(self.span(start, end), "has no braces")
                .help(help);
            self.missing_open.push(end);
            self.tell(diagnostic);
        }
        self.resume::<T>(word + 1, inside)
    }

    /// Tells of a token that begins nothing in its place. `expected` is what could have stood there besides.
    fn unknown<T: Part>(&mut self, at: usize, expected: &[Expected]) {
        let Some(token) = self.token(at).copied() else { return };
        let (start, end) = (token.start as usize, token.end as usize);
        if matches!(token.kind, Kind::Strange | Kind::OpenText | Kind::Close(_)) || self.is_told(start, end) {
            return;
        }
        if self.dialect(at, T::CONTEXT) {
            return;
        }
        let found = found_at(self.text, start);
        let word = self.slice(at);
        let what = T::CONTEXT.what();
        let span = self.span(found.start, found.end);
        let diagnostic = if let Some((message, help)) = advice::elsewhere(word, T::CONTEXT) {
            Diagnostic::error("E0103", message).label(span, "belongs elsewhere").help(help)
        } else {
            let help = self.unknown_help(word, &found, T::CONTEXT, expected);
            Diagnostic::error("E0103", format!("`{}` does not begin {what}", shown(&self.text[found])))
                .label(span, "not known here")
                .help(help)
        };
        self.tell(diagnostic);
    }

    fn unknown_help(&self, word: &str, found: &Range<usize>, here: Context, expected: &[Expected]) -> String {
        let more = expected.iter().flat_map(|e| match e {
            Expected::Word(word) => std::slice::from_ref(word),
            Expected::Kind(_, words) => words,
            Expected::Sign(_) => &[],
        });
        if let Some(near) = nearest(word, here.starters().iter().chain(more).copied()) {
            return format!("write `{near}`");
        }
        let before = "";
        let case = advice::Case { word: &self.text[found.clone()], before, statement: "", expected: &[] };
        if let Some(advice) = advice::signs_alone(&case) {
            return advice;
        }
        if word == "else" {
            return "`else` stands directly behind the braces of an `if`".to_owned();
        }
        format!("{} begins with {}", here.what(), listed(here.starters()))
    }

    /// Tells of another language, once for each; says whether this token belongs to one.
    fn dialect(&mut self, at: usize, here: Context) -> bool {
        if here != Context::Items {
            return false;
        }
        let first = self.slice(at);
        let (dialect, word) = match first {
            "(" if self.token(at + 1).is_some_and(|t| t.kind == Kind::Word) => (Dialect::Lists, at + 1),
            "[" => (Dialect::Keys, at),
            _ if self.slice(at + 1) == "=" => (Dialect::Keys, at),
            _ if self.dialects.contains(&Dialect::Lists) && first == ";" => (Dialect::Lists, at),
            _ => return false,
        };
        if !self.dialects.contains(&dialect) {
            self.dialects.push(dialect);
            let span = self.span(self.start(at), self.end(word));
            let diagnostic = dialects::report(dialect, self.slice(word), span);
            self.tell(diagnostic);
        }
        true
    }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|w| format!("`{w}`")).collect();
    quoted.join(", ")
}
