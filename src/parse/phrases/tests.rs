use crate::parse::grammar::{Rule, read};
use crate::parse::phrases::{At, Cure, Look, Phrase, Row, TABLES, find, phrase_at};
use crate::parse::scan;
use crate::parse::words::Context;

/// The rule of the grammar by which a statement is read.
fn entry(statement: &str) -> Rule {
    match statement.split_whitespace().next().unwrap_or("") {
        "step" | "slide" | "walk" | "drop" | "promote" | "may" | "betza" => Rule::rule_entry,
        "expect" | "play" | "position" => Rule::line_entry,
        "piece" => Rule::piece_entry,
        "if" => Rule::if_entry,
        "test" => Rule::test_entry,
        _ => Rule::item_entry,
    }
}

/// The phrase that is found in a sample, as the reader would find it.
fn told(row: &Row) -> Option<Phrase> {
    let text = row.sample;
    let tokens = scan::tokens(text);
    if let At::Start(context) = row.at {
        let look = Look {
            text,
            tokens: &tokens,
            statement: 0,
            stop: 0,
            sound: false,
            start: Some(context),
        };
        return find(&look);
    }
    match read(entry(text), text) {
        // What is read all the same has names in it that nothing declares.
        Ok(_) => {
            let names = tokens.iter().filter(|t| read(Rule::name, &text[t.range()]).is_ok());
            let other = tokens.iter();
            names.chain(other).find_map(|t| phrase_at(text, t.start as usize))
        }
        Err(error) => {
            let stop = tokens.partition_point(|t| (t.end as usize) <= error.offset);
            {
                let sound = tokens.get(stop).is_none_or(|t| matches!(t.kind, scan::Kind::Close(_)));
                find(&Look { text, tokens: &tokens, statement: 0, stop, sound, start: None })
            }
        }
    }
}

/// Every row is found in its sample, and what it says to write instead can be read.
#[test]
fn every_row_cures_its_sample() {
    let mut wrong = Vec::new();
    for row in TABLES.iter().copied().flatten() {
        let Some(phrase) = told(row) else {
            wrong.push(format!("{:?}: nothing is found in `{}`", row.seen, row.sample));
            continue;
        };
        let (Cure::Sure(wanted) | Cure::Likely(wanted)) = row.cure else {
            if row.why.is_empty() {
                wrong.push(format!("{:?}: says nothing", row.seen));
            }
            continue;
        };
        let Some((instead, _)) = phrase.instead else {
            wrong.push(format!(
                "{:?}: another row, {:?}, is found in `{}`",
                row.seen, phrase.help, row.sample
            ));
            continue;
        };
        let mut cured = row.sample.to_owned();
        cured.replace_range(phrase.range.clone(), &instead);
        if let Err(error) = read(entry(&cured), &cured) {
            // A statement may have another slip behind the one that is cured.
            let reached = error.offset > phrase.range.start + instead.len();
            if !reached || !matches!(row.at, At::Start(_)) {
                wrong.push(format!("{:?} → {wanted:?}: `{cured}` cannot be read", row.seen));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// No row is hidden behind another: its own sample shows it.
#[test]
fn every_row_is_reached() {
    let mut hidden = Vec::new();
    for row in TABLES.iter().copied().flatten() {
        let Some(phrase) = told(row) else { continue };
        let own = Row { ..*row };
        let alone = help_of(&own);
        if alone.as_deref() != Some(phrase.help.as_str()) {
            hidden.push(format!("{:?} in `{}`: {:?}", row.seen, row.sample, phrase.help));
        }
    }
    assert!(hidden.is_empty(), "{} rows:\n{}", hidden.len(), hidden.join("\n"));
}

/// Whatever a help line shows between backquotes as something to write can be read, as a whole or in its place.
#[test]
fn every_example_can_be_read() {
    let mut wrong = Vec::new();
    for row in TABLES.iter().copied().flatten() {
        let Some(phrase) = told(row) else { continue };
        // What is quoted from the sample itself is what is wrong.
        let shown = phrase.help.split('`').skip(1).step_by(2);
        let whole = |text: &&str| text.contains(' ') && !text.contains('…');
        for text in shown.filter(whole).filter(|text| !row.sample.contains(text)) {
            if !can_be_read(text) {
                wrong.push(format!("`{text}` of {:?}", phrase.help));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether a text is a statement, or a part of one.
fn can_be_read(text: &str) -> bool {
    const PLACES: &[&str] = &[
        "#",
        "step #",
        "step forward #",
        "slide #",
        "slide any #",
        "step any to #",
        "walk any { # land }",
        "walk #",
        "drop #",
        "drop { # }",
        "promote #",
        "promote # Q",
        "zone x #",
        "zone # a1",
        "end # draws",
        "end #",
        "end for White # wins",
        "expect #",
        "expect legal #",
        "expect # a2-a3",
        "expect targets # a3",
        "play #",
        "position #",
        "castle K #",
        "castle # with R h1-f1",
        "castle K e1-g1 #",
        "piece # { step any }",
        "piece X \"X\" # step any }",
        "piece X \"X\" #",
        "players #",
        "players White # north, Black mirrored",
        "players White forward north#",
        "board #",
        "option x #",
        "setup #",
        "captures #",
        "must #",
        "remove #",
        "# \"x\"",
        "# K e1-g1 with R h1-f1",
        "step forward-diagonal capturing # of P",
        "step any capturing #",
        "expect illegal a2-a3 #",
        "expect perft #",
        "step forward when #",
        "step any; step any#",
        "step any #",
    ];
    PLACES.iter().any(|place| {
        let all = place.replace('#', text);
        read(entry(&all), &all).is_ok()
    })
}

/// What a row says of its own sample, wherever in it the phrase begins.
fn help_of(row: &Row) -> Option<String> {
    use crate::parse::phrases::pattern::{fill, matches};
    let text = row.sample;
    let tokens = scan::tokens(text);
    for stop in 0..=tokens.len() {
        let start = None::<Context>;
        let sound = tokens.get(stop).is_none_or(|t| matches!(t.kind, scan::Kind::Close(_)));
        let look = Look { text, tokens: &tokens, statement: 0, stop, sound, start };
        for from in 0..=stop.min(tokens.len().saturating_sub(1)) {
            let Some(found) = matches(row.seen, &look, from) else { continue };
            let why = fill(row.why, &found.parts);
            return Some(match row.cure {
                Cure::Tell => why,
                Cure::Sure(text) | Cure::Likely(text) => {
                    let text = fill(text, &found.parts);
                    match (text.as_str(), why.as_str()) {
                        ("", "") => "leave it out".to_owned(),
                        ("", why) => format!("leave it out: {why}"),
                        (text, "") => format!("write `{text}`"),
                        (text, why) if why.starts_with("or ") => format!("write `{text}`, {why}"),
                        (text, why) => format!("write `{text}`: {why}"),
                    }
                }
            });
        }
    }
    None
}
