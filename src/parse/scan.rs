//! The first pass over the characters: words, texts, brackets, and what is none of them. Linear, and never fails.

use crate::parse::words::is_word_byte;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of letters, digits, dashes and underscores.
    Word,
    /// A text in quotes.
    Text,
    /// A quote without a partner on its line, with what follows it.
    OpenText,
    /// `(` or `{`
    Open(u8),
    /// `)` or `}`
    Close(u8),
    /// A closing bracket without an opening one.
    Stray,
    /// `;`
    Semicolon,
    /// Any other sign of ASCII.
    Sign,
    /// A character that means nothing outside of texts and comments.
    Strange,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: Kind,
    /// First byte.
    pub(super) start: u32,
    /// One past the last byte.
    pub(super) end: u32,
    /// Whether nothing but space stands before it on its line.
    pub(super) line_first: bool,
    /// Number of brackets around it; that of a bracket is the same for its two ends.
    pub(super) depth: u32,
}

impl Token {
    /// Its range of bytes.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The mark that some editors put at the start of a file.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Cuts the text into tokens. Comments and space are left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut line_first = true;
    while let Some(&byte) = bytes.get(at) {
        let (kind, end) = match byte {
            b'\n' => {
                line_first = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = run(bytes, at, |b| !matches!(b, b'\n' | b'\r'));
                continue;
            }
            _ => token(bytes, at),
        };
        let position = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        all.push(Token { kind, start: position(at), end: position(end), line_first, depth: 0 });
        line_first = false;
        at = end;
    }
    all
}

/// The token that begins at a byte, which is no space, and where it ends.
fn token(bytes: &[u8], at: usize) -> (Kind, usize) {
    match bytes[at] {
        b'"' => quoted(bytes, at),
        b @ (b'(' | b'{') => (Kind::Open(b), at + 1),
        b @ (b')' | b'}') => (Kind::Close(b), at + 1),
        b';' => (Kind::Semicolon, at + 1),
        b if is_word_byte(b) => (Kind::Word, run(bytes, at, is_word_byte)),
        b if b.is_ascii_graphic() => (Kind::Sign, at + 1),
        b if b.is_ascii() => (Kind::Strange, at + 1),
        _ => (Kind::Strange, run(bytes, at, |b| !b.is_ascii())),
    }
}

/// A text, up to its second quote. Without one it ends before a brace or with the line, so that the brackets of
/// the file still match.
fn quoted(bytes: &[u8], at: usize) -> (Kind, usize) {
    let end = run(bytes, at + 1, |b| !matches!(b, b'"' | b'\n' | b'\r'));
    if bytes.get(end) == Some(&b'"') {
        return (Kind::Text, end + 1);
    }
    (Kind::OpenText, run(bytes, at + 1, |b| !matches!(b, b'{' | b'}' | b'\n' | b'\r')))
}

/// Where the run of bytes that pass the test ends.
fn run(bytes: &[u8], from: usize, test: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|b| !test(*b)).map_or(bytes.len(), |n| from + n)
}

#[cfg(test)]
mod tests {
    use crate::parse::scan::{Kind, tokens};

    fn kinds(text: &str) -> Vec<Kind> {
        tokens(text).iter().map(|t| t.kind).collect()
    }

    #[test]
    fn texts_end_with_their_line() {
        assert_eq!(kinds("game \"a { b\""), [Kind::Word, Kind::Text]);
        assert_eq!(
            kinds("piece K \"King {\n}"),
            [Kind::Word, Kind::Word, Kind::OpenText, Kind::Open(b'{'), Kind::Close(b'}')]
        );
        assert_eq!(kinds("\""), [Kind::OpenText]);
    }

    #[test]
    fn comments_and_the_byte_order_mark_are_space() {
        assert_eq!(kinds("\u{FEFF}// \" (\r\n\tx // y"), [Kind::Word]);
        assert_eq!(kinds("source \"https://x\""), [Kind::Word, Kind::Text]);
        assert_eq!(kinds("// x\rend"), [Kind::Strange, Kind::Word], "no line ends so any more");
    }
}
