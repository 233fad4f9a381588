//! Mutants of the shipped files: nothing panics, nothing hangs, what still loads differs only where the mutation says so, and
//! errors stand near it. `HETERODOX_MUTANTS` says how many (5,000 if it is not set); figures are printed with `--nocapture`.

use crate::support::{Loaded, load_with};
use heterodox::ast::{File, Item, print};
use heterodox::diagnostics::{Diagnostic, Severity};
use heterodox::model::Model;
use heterodox::parse::parse;
use heterodox::session::SHIPPED;
use heterodox::text::{FileId, Source, Spanned};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Numbers with a fixed start, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

/// Words, texts and signs of a text, without space and comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let (mut all, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().expect("not at the end");
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find(['"', '\n']).map_or(rest.len(), |n| n + 2)
        } else if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() && !rest.starts_with("//") {
            all.push(at..at + length);
        }
        at += length;
    }
    all
}

/// A changed text, the bytes of the original that were changed, and those of the new one.
struct Mutant {
    text: String,
    old: Range<usize>,
    new: Range<usize>,
    kind: &'static str,
}

fn put(text: &str, old: Range<usize>, new: &str, kind: &'static str) -> Mutant {
    let changed = format!("{}{new}{}", &text[..old.start], &text[old.end..]);
    Mutant { text: changed, new: old.start..old.start + new.len(), old, kind }
}

fn mutate(text: &str, tokens: &[Range<usize>], dice: &mut Dice) -> Option<Mutant> {
    let at = dice.below(tokens.len());
    let token = tokens[at].clone();
    let word = &text[token.clone()];
    let changed = |word: &str, from: usize, c: char| {
        let mut new = word.to_owned();
        new.replace_range(from..=from, &c.to_string());
        new
    };
    Some(match dice.below(5) {
        0 => put(text, token, " ", "deleted"),
        1 => put(text, token, &format!("{word} {word}"), "doubled"),
        2 => {
            let next = tokens.get(at + 1)?.clone();
            let between = &text[token.end..next.start];
            let swapped = format!("{}{between}{word}", &text[next.clone()]);
            put(text, token.start..next.end, &swapped, "swapped")
        }
        3 => {
            let digits: Vec<usize> =
                word.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(n, _)| n).collect();
            let from = *digits.get(dice.below(digits.len()))?;
            let digit = (word.as_bytes()[from] - b'0' + 1 + u8::try_from(dice.below(9)).ok()?) % 10;
            put(
                text,
                token.clone(),
                &changed(word, from, char::from(b'0' + digit)),
                "digit shifted",
            )
        }
        _ => {
            let letters: Vec<usize> = word
                .char_indices()
                .filter(|(_, c)| c.is_ascii_alphabetic())
                .map(|(n, _)| n)
                .collect();
            let from = *letters.get(dice.below(letters.len()))?;
            let first = if word.as_bytes()[from].is_ascii_uppercase() { b'A' } else { b'a' };
            let letter = char::from(first + u8::try_from(dice.below(26)).ok()?);
            put(text, token.clone(), &changed(word, from, letter), "letter changed")
        }
    })
}

/// The declarations, each printed by itself.
fn printed(items: &[Spanned<Item>]) -> Vec<String> {
    items.iter().map(|item| print(&File { items: vec![item.clone()] })).collect()
}

/// A tree without the places in it.
fn plain(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { file: ") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find('}').map_or("", |end| &rest[at + end + 1..]);
    }
    out + rest
}

/// Whether a zone is that of the other name, or made of it.
fn made_of(items: &[Spanned<Item>], zone: &str, other: &str) -> bool {
    let mut text = items.iter().filter_map(|item| match &item.node {
        Item::Zone(z) if z.name.node == zone => Some(print(&File { items: vec![item.clone()] })),
        _ => None,
    });
    let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    zone == other || text.any(|t| t.split(|c| !word(c)).any(|w| w == other))
}

/// What must be the same in two games that differ in one declaration: everything of the other kinds, and the others of its kind.
fn parts(model: &Model, items: &[Spanned<Item>], but: &Item) -> Vec<String> {
    let mut all = Vec::new();
    let leave_out = |kind: bool| !kind;
    // A piece that reverts when it is captured is made from a promotion and the piece declared.
    let declared = model.pieces.iter().filter(|p| !p.letter.ends_with('~'));
    if leave_out(matches!(but, Item::Piece(_))) {
        all.extend(declared.map(plain));
    } else if let Item::Piece(piece) = but {
        let others = declared.filter(|p| p.letter != piece.letter.node);
        all.extend(others.map(plain));
    }
    let other = |zone: &str| match but {
        Item::Zone(but) => !made_of(items, zone, &but.name.node),
        _ => true,
    };
    let zones = model.zones.iter().filter(|zone| other(&zone.name));
    all.extend(zones.map(plain));
    if leave_out(matches!(but, Item::Castle(_))) {
        all.extend(model.castles.iter().map(plain));
    }
    if leave_out(matches!(but, Item::End(_))) {
        all.extend(model.ends.iter().map(plain));
    }
    if leave_out(matches!(but, Item::Setup(_))) {
        all.push(model.setup.node.clone());
    }
    all.push(plain(&model.board) + &plain(&model.players));
    all
}

/// Whether two declarations declare the same thing, so that nothing but its inside differs.
fn same_thing(a: &Item, b: &Item) -> bool {
    match (a, b) {
        // Pieces of nobody have the first numbers, so that what names another piece reads otherwise.
        (Item::Piece(a), Item::Piece(b)) => {
            a.letter == b.letter
                && a.royal.is_some() == b.royal.is_some()
                && a.neutral.is_some() == b.neutral.is_some()
        }
        (Item::Zone(a), Item::Zone(b)) => a.name == b.name && a.both == b.both,
        (Item::Castle(_), Item::Castle(_))
        | (Item::End(_), Item::End(_))
        | (Item::Setup(_), Item::Setup(_))
        | (Item::Test(_), Item::Test(_))
        | (Item::Game(_), Item::Game(_))
        | (Item::About(_), Item::About(_))
        | (Item::Source(_), Item::Source(_))
        | (Item::Inventor(_), Item::Inventor(_)) => true,
        _ => false,
    }
}

/// What a file can extend.
fn parents() -> Vec<(&'static str, &'static str)> {
    SHIPPED.iter().map(|s| (s.name, s.text)).collect()
}

/// A shipped file as it is.
struct Original {
    text: String,
    tokens: Vec<Range<usize>>,
    items: Vec<Spanned<Item>>,
    model: Model,
    /// Number of tokens before the first test.
    rules: usize,
}

impl Original {
    fn new(text: &str) -> Self {
        let (file, _) = parse(&Source::new("own.variant", text), FileId(0));
        let loaded = load_with(text, &parents(), &[]);
        let tokens = tokens(text);
        let first = file.items.iter().find(|i| matches!(i.node, Item::Test(_)));
        let start = first.map_or(text.len(), |i| i.span.start as usize);
        let rules = tokens.iter().filter(|t| t.start < start).count();
        Self {
            text: text.to_owned(),
            tokens,
            items: file.items,
            model: loaded.model.expect("it loads"),
            rules,
        }
    }

    /// What of a mutant that loads differs where nothing was mutated.
    fn strays(&self, mutant: &Mutant, loaded: &Loaded) -> Option<String> {
        let (file, _) = parse(&Source::new("own.variant", &mutant.text), FileId(0));
        let touched = |items: &[Spanned<Item>], place: &Range<usize>| -> Vec<bool> {
            let touches = |i: &Spanned<Item>| {
                (i.span.start as usize) <= place.end && place.start <= i.span.end as usize
            };
            items.iter().map(touches).collect()
        };
        // A declaration that has lost its first word may go on the one before it.
        let before = self.text[..mutant.old.start].trim_end().len();
        let old = touched(&self.items, &(before..mutant.old.end));
        // Where a token was deleted, the one before it now ends what it stood in.
        let from = mutant.text[..mutant.new.start].trim_end().len();
        let new = touched(&file.items, &(from..mutant.new.end));
        let untouched = |items: &[Spanned<Item>], touched: &[bool]| -> Vec<String> {
            let kept = printed(items).into_iter().zip(touched);
            kept.filter(|(_, touched)| !**touched).map(|(text, _)| text).collect()
        };
        if untouched(&self.items, &old) != untouched(&file.items, &new) {
            return Some("another declaration is read differently".to_owned());
        }
        let changed = |items: &[Spanned<Item>], touched: &[bool]| -> Vec<Item> {
            items.iter().zip(touched).filter(|(_, t)| **t).map(|(i, _)| i.node.clone()).collect()
        };
        let (before, after) = (changed(&self.items, &old), changed(&file.items, &new));
        let model = loaded.model.as_ref()?;
        if before == after {
            return (plain(&self.model) != plain(model))
                .then(|| "the same text, another game".to_owned());
        }
        let differing: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).collect();
        if let [(a, b)] = differing[..]
            && before.len() == after.len()
            && same_thing(a, b)
            && parts(&self.model, &self.items, a) != parts(model, &file.items, b)
        {
            return Some("another part of the game differs".to_owned());
        }
        None
    }
}

/// Whether a place of an error lies within two tokens of the mutation.
fn is_near(problem: &Diagnostic, mutant: &Mutant, tokens: &[Range<usize>], labels: usize) -> bool {
    let number = |byte: usize| tokens.partition_point(|t| t.end <= byte);
    let (first, last) = (
        number(mutant.new.start),
        number(mutant.new.end.saturating_sub(1)).max(number(mutant.new.start)),
    );
    problem.labels.iter().take(labels).any(|label| {
        let (start, end) = (
            number(label.span.start as usize),
            number((label.span.end as usize).saturating_sub(1)),
        );
        start <= last + 2 && first <= end.max(start) + 2
    })
}

#[derive(Default)]
struct Figures {
    mutants: usize,
    same: usize,
    refused: usize,
    warned: usize,
    near_first: usize,
    near_any: usize,
    /// Of those refused: without an error further away, which would be an echo.
    no_echo: usize,
    slowest: Duration,
    strays: Vec<String>,
    far: Vec<String>,
    echoes: Vec<String>,
}

fn judge(original: &Original, mutant: &Mutant, figures: &mut Figures) {
    let begun = Instant::now();
    let source = Source::new("own.variant", &*mutant.text);
    let draft = heterodox::pipeline::read(source, &heterodox::session::Files);
    let problems = match heterodox::pipeline::build(&draft, &[]) {
        Ok(loaded) => loaded.warnings,
        Err(report) => report.diagnostics().to_vec(),
    };
    figures.slowest = figures.slowest.max(begun.elapsed());
    figures.mutants += 1;
    let line = original.text[..mutant.old.start].matches('\n').count() + 1;
    let was = &original.text[mutant.old.clone()];
    let is = &mutant.text[mutant.new.clone()];
    let named = format!("line {line}, {}: {was:?} → {is:?}", mutant.kind);
    assert!(problems.iter().all(|d| d.code != "E0699" && d.code != "E0199"), "{named}");
    let errors: Vec<&Diagnostic> =
        problems.iter().filter(|d| d.severity == Severity::Error).collect();
    if errors.is_empty() {
        figures.warned += usize::from(!problems.is_empty());
        figures.same += 1;
        if let Some(stray) = original.strays(mutant, &load_with(&mutant.text, &parents(), &[])) {
            figures.strays.push(format!("{named}: {stray}"));
        }
        return;
    }
    figures.refused += 1;
    let tokens = tokens(&mutant.text);
    let near = |labels| errors.iter().any(|d| is_near(d, mutant, &tokens, labels));
    figures.near_first += usize::from(near(1));
    figures.near_any += usize::from(near(usize::MAX));
    let echoes = errors.iter().filter(|d| !is_near(d, mutant, &tokens, usize::MAX));
    let echoes: Vec<_> = echoes.map(|d| format!("{} {}", d.code, d.message)).collect();
    figures.no_echo += usize::from(echoes.is_empty());
    if !echoes.is_empty() {
        figures.echoes.push(format!("{named}: {echoes:?}"));
    }
    if !near(usize::MAX) {
        let said: Vec<_> = errors.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
        figures.far.push(format!("{named}: {said:?}"));
    }
}

#[test]
fn mutants_of_the_shipped_files() {
    let wanted =
        std::env::var("HETERODOX_MUTANTS").ok().map_or(5_000, |n| n.parse().expect("a number"));
    let originals: Vec<Original> = SHIPPED.iter().map(|s| Original::new(s.text)).collect();
    let mut dice = Dice(7);
    let mut figures = Figures::default();
    while figures.mutants < wanted {
        let original = &originals[dice.below(originals.len())];
        // Most of a file is tests; half of the mutants are of what stands before them.
        let among = if dice.below(2) == 0 { original.rules } else { original.tokens.len() };
        let Some(mutant) = mutate(&original.text, &original.tokens[..among], &mut dice) else {
            continue;
        };
        if mutant.text == original.text {
            continue;
        }
        judge(original, &mutant, &mut figures);
    }
    let percent = |n: usize| n * 1000 / figures.refused.max(1);
    let show = |n: usize| format!("{}.{} %", percent(n) / 10, percent(n) % 10);
    println!(
        "{} mutants: {} refused, {} load ({} of them with a warning), slowest {:?}\n\
         an error within two tokens: {} by its first place, {} by any of its places\n\
         no error further away: {}\n\
         loaded, but different where nothing was mutated: {}",
        figures.mutants,
        figures.refused,
        figures.same,
        figures.warned,
        figures.slowest,
        show(figures.near_first),
        show(figures.near_any),
        show(figures.no_echo),
        figures.strays.len(),
    );
    assert!(figures.strays.is_empty(), "{}", figures.strays.join("\n"));
    assert!(percent(figures.near_any) >= 900, "{}", figures.far.join("\n"));
    if std::env::var_os("HETERODOX_FAR").is_some() {
        println!("{}", figures.far.join("\n"));
    }
    if std::env::var_os("HETERODOX_ECHOES").is_some() {
        println!("{}", figures.echoes.join("\n"));
    }
}
