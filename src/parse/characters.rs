//! Characters that mean nothing outside of texts and comments: look-alikes of other alphabets, quotes and dashes of
//! word processors, spaces that are none, control characters.

use crate::diagnostics::Diagnostic;
use crate::parse::scan::{Kind, Token};
use crate::text::FileId;
use crate::text::Span;

/// How many places of one character are shown.
const SHOWN: usize = 4;

/// Characters that are taken for others: what they are called, and what to write.
const LOOK_ALIKES: &[(char, &str, &str)] = &[
    ('\r', "a carriage return without a line feed behind it", "\n"),
    ('\u{A0}', "a no-break space", " "),
    ('\u{AD}', "a soft hyphen", "-"),
    ('\u{D7}', "the multiplication sign", "x"),
    ('\u{AB}', "a quotation mark of French", "\""),
    ('\u{BB}', "a quotation mark of French", "\""),
    ('\u{200B}', "a space without width", ""),
    ('\u{FEFF}', "a byte order mark", ""),
    ('\u{2010}', "a hyphen of word processors", "-"),
    ('\u{2011}', "a no-break hyphen", "-"),
    ('\u{2012}', "a figure dash", "-"),
    ('\u{2013}', "an en dash", "-"),
    ('\u{2014}', "an em dash", "-"),
    ('\u{2212}', "the minus sign of mathematics", "-"),
    ('\u{2018}', "a curly quotation mark", "\""),
    ('\u{2019}', "a curly quotation mark", "'"),
    ('\u{201C}', "a curly quotation mark", "\""),
    ('\u{201D}', "a curly quotation mark", "\""),
    ('\u{201E}', "a low quotation mark", "\""),
    ('\u{2264}', "the sign for less or equal", "<="),
    ('\u{2265}', "the sign for greater or equal", ">="),
    ('\u{00AC}', "the sign for not", "!"),
    ('\u{2227}', "the sign for and", "&"),
    ('\u{2228}', "the sign for or", "|"),
    ('\u{2192}', "an arrow", "-"),
];

/// Letters of Cyrillic and Greek beside the Latin ones that they look like.
const LETTERS: &[(&str, &str, &str)] = &[
    ("Cyrillic", "авеконрстухісјАВЕКМНОРСТУХІЅЈ", "abekohpctyxicjABEKMHOPCTYXISJ"),
    ("Greek", "αεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeiknoptuxABEZHIKMNOPTYX"),
];

/// What to write for a character that is taken for another.
#[must_use]
pub fn look_alike(c: char) -> Option<String> {
    identify(c).1.filter(|_| !c.is_ascii())
}

/// One report for each character that cannot be, in the order in which they come.
pub(super) fn report(text: &str, tokens: &[Token], file: FileId) -> Vec<Diagnostic> {
    let mut found: Vec<(char, Vec<Span>, usize, bool)> = Vec::new();
    for token in tokens.iter().filter(|t| t.kind == Kind::Strange) {
        let start = token.start as usize;
        for (at, c) in text.get(token.range()).unwrap_or("").char_indices() {
            let span = Span::new(file, start + at, start + at + c.len_utf8());
            // Where no letter of a piece stands before it, this is no mark behind one.
            let behind = text[..start + at].ends_with(|c: char| c.is_ascii_uppercase());
            let mark = c == '\u{2019}' && !behind;
            if let Some((_, spans, count, _)) =
                found.iter_mut().find(|(known, _, _, other)| (*known, *other) == (c, mark))
            {
                *count += 1;
                spans.push(span);
            } else if found.len() < SHOWN * SHOWN {
                found.push((c, vec![span], 1, mark));
            }
        }
    }
    found.into_iter().map(|(c, spans, count, mark)| describe(c, &spans, count, mark)).collect()
}

fn describe(c: char, spans: &[Span], count: usize, mark: bool) -> Diagnostic {
    let (what, instead) = identify(c);
    let instead = if mark { Some("\"".to_owned()) } else { instead };
    let times = match count {
        1 => String::new(),
        n => format!(", {n} times in this file"),
    };
    let shown =
        if c.is_control() || c.is_whitespace() { String::new() } else { format!("`{c}` is ") };
    let mut diagnostic = Diagnostic::error(
        "E0107",
        format!("{shown}{what} (U+{:04X}), which has no meaning here{times}", u32::from(c)),
    )
    .help(match instead.as_deref() {
        Some("") => "delete it".to_owned(),
        Some(" ") => "write an ordinary space".to_owned(),
        Some("\n") => "end the line in the usual way: save the file with LF or CR LF".to_owned(),
        Some(ascii) => format!("write `{ascii}`"),
        None => "outside of texts and comments a file has only letters, digits and signs of ASCII"
            .to_owned(),
    });
    for span in spans.iter().take(SHOWN) {
        diagnostic = diagnostic.label(*span, "");
    }
    match instead {
        Some(ascii) => spans.iter().fold(diagnostic, |d, span| d.fix(*span, ascii.clone())),
        None => diagnostic,
    }
}

/// What the character is called and what to write for it.
fn identify(c: char) -> (String, Option<String>) {
    if let Some((_, what, ascii)) = LOOK_ALIKES.iter().find(|(known, ..)| *known == c) {
        return ((*what).to_owned(), Some((*ascii).to_owned()));
    }
    for (alphabet, theirs, ours) in LETTERS {
        if let Some(latin) = theirs.chars().position(|t| t == c).and_then(|n| ours.chars().nth(n)) {
            return (
                format!("a {alphabet} letter that looks like `{latin}`"),
                Some(latin.to_string()),
            );
        }
    }
    let code = u32::from(c);
    if let Some(ascii @ '!'..='~') = code
        .checked_sub(0xFEE0)
        .filter(|_| (0xFF01..=0xFF5E).contains(&code))
        .and_then(char::from_u32)
    {
        return (format!("a full-width `{ascii}`"), Some(ascii.to_string()));
    }
    match c {
        c if c.is_control() => ("an invisible control character".to_owned(), Some(String::new())),
        c if c.is_whitespace() => ("an uncommon space".to_owned(), Some(" ".to_owned())),
        c if c.is_alphabetic() => ("a letter outside of ASCII".to_owned(), None),
        _ => ("a sign outside of ASCII".to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::characters::{LETTERS, identify};

    #[test]
    fn look_alikes_are_named() {
        assert_eq!(identify('\u{441}').1.as_deref(), Some("c"));
        assert_eq!(identify('\u{FF5B}').1.as_deref(), Some("{"));
        assert_eq!(identify('\u{201C}').1.as_deref(), Some("\""));
        assert_eq!(identify('\u{0}').1.as_deref(), Some(""));
        assert_eq!(identify('é').1, None);
    }

    #[test]
    fn each_letter_has_its_partner() {
        for (alphabet, theirs, ours) in LETTERS {
            assert_eq!(theirs.chars().count(), ours.chars().count(), "{alphabet}");
        }
    }
}
