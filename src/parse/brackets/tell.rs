//! What is told of brackets and quotes.

use crate::diagnostics::Diagnostic;
use crate::parse::brackets::Stray;
use crate::parse::brackets::matcher::Matcher;
use crate::parse::scan::Kind;
use crate::parse::{DEPTH_LIMIT, ERROR_LIMIT};
use crate::text::Span;

/// How many brackets of one slip are shown.
const SHOWN: usize = 3;

impl Matcher<'_> {
    pub(super) fn tell_open(&mut self, open: &[usize], at: usize, label: &str) {
        if let [block] = open
            && let Some((inner, close)) = self.closed_late(*block, at)
        {
            let diagnostic = Diagnostic::error("E0104", "this `{` is not closed")
                .label(self.span(inner), "opened here")
                .label(self.span(close), "so that this `}` closes it")
                .label(self.span(*block), "and this one stays open")
                .help("write one more `}` before that one");
            return self.tell(diagnostic);
        }
        let closing = |token: usize| if self.slice(token) == "{" { "}" } else { ")" };
        if let [one] = open
            && let Kind::Close(_) = self.layout.tokens.get(at).map_or(Kind::Sign, |t| t.kind)
        {
            let (open, close) = (self.slice(*one), self.slice(at));
            let partner = if close == "}" { "{" } else { "(" };
            let diagnostic = Diagnostic::error("E0104", format!("this `{open}` is not closed"))
                .label(self.span(*one), "opened here")
                .label(self.span(at), label)
                .help(format!(
                    "write `{}` before that place; or, if the two belong together, `{partner}` for the first or `{}` for the second",
                    closing(*one), closing(*one)
                ));
            return self.tell(diagnostic);
        }
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

    /// A brace within a block, and the one that closes it although by its place in its line it was meant for the block.
    fn closed_late(&self, block: usize, at: usize) -> Option<(usize, usize)> {
        let margin = self.margin(block);
        let meant = |n: &usize| {
            let token = &self.layout.tokens[*n];
            token.kind == Kind::Close(b'}') && token.line_first && self.margin(*n) == margin
        };
        let close = (block + 1..at).rev().find(meant)?;
        let closed = |n: &usize| {
            let end = self.layout.ends.get(*n).copied().flatten();
            end.is_some_and(|end| end.closed && end.token == close)
        };
        let inner = (block + 1..close).find(closed)?;
        (self.margin(inner) > margin).then_some((inner, close))
    }

    /// How far the line of a token is indented, in bytes.
    fn margin(&self, at: usize) -> usize {
        let start = self.span(at).start as usize;
        let line = self.text[..start].rfind('\n').map_or(0, |n| n + 1);
        let line = &self.text[line..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    pub(super) fn tell_doubled(&mut self, at: usize) {
        let span = self.span(at);
        self.tell(
            Diagnostic::error("E0105", "this `{` stands twice")
                .label(span, "one too many")
                .label(self.span(at - 1), "the first")
                .help("leave one of the two out")
                .likely_fix(span, ""),
        );
    }

    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        if self.layout.told.iter().count() < ERROR_LIMIT {
            self.layout.told.push(diagnostic);
        }
    }

    pub(super) fn tell_stray(&mut self, at: usize) {
        let bracket = self.slice(at);
        let early = bracket == "}" && self.frames.len() > 1;
        let (message, label) = if early {
            ("this `}` closes a block whose rules or lines go on behind it".to_owned(), "too early")
        } else {
            (format!("one bracket too many: this `{bracket}` closes nothing"), "closes nothing")
        };
        let diagnostic = Diagnostic::error("E0105", message).label(self.span(at), label);
        let block = self.declaration.filter(|word| {
            bracket == "}"
                && self.opened.is_none()
                && matches!(self.slice(*word), "piece" | "test" | "if")
        });
        let diagnostic = match (block, self.last_closed) {
            (Some(word), _) => diagnostic
                .label(self.span(word), "no `{` was opened since")
                .help(format!("write `{{` behind the head of this `{}`", self.slice(word))),
            (None, Some(last)) if self.frames.len() == 1 => diagnostic
                .label(self.span(last), "the last bracket was closed here")
                .help("delete one of the two, or open a bracket before them"),
            _ if bracket == ")" && self.inner() == "{" => {
                diagnostic.help("delete it, or write `}` in its place")
            }
            _ if early => diagnostic.help("open a `{` before it, or delete it"),
            _ => diagnostic.help("delete it, or open a bracket before it"),
        };
        if self.layout.strays.len() < ERROR_LIMIT {
            let at = self.layout.tokens[at].start as usize;
            self.layout.strays.push(Stray { at, diagnostic });
        }
    }

    /// The innermost open bracket.
    fn inner(&self) -> &str {
        self.frames.last().and_then(|frame| frame.open).map_or("", |open| self.slice(open))
    }

    pub(super) fn tell_depth(&mut self, at: usize) {
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

    pub(super) fn tell_open_text(&mut self, at: usize) {
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
