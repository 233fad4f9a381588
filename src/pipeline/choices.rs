//! What is wrong with a file only when its options are switched: each by itself, and as its tests switch them.

use super::{Draft, steps, testing, tests};
use crate::ast::{Test, TestLine};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::ir::Game;
use crate::text::Spanned;

/// Most choices of options with which a file is looked at.
const MOST_CHOICES: usize = 32;

/// Values of options, in the order of their names.
type Choice = Vec<(String, bool)>;

/// Tells the errors of a file, sound with these options, with the others. `game` is that of these options.
pub(super) fn check(
    draft: &Draft,
    options: &[(String, bool)],
    game: &Game,
    found: &mut Diagnostics,
) {
    let base: Choice = game.options.iter().map(|o| (o.name.clone(), o.on)).collect();
    let flips = base.iter().map(|(name, on)| with(&base, &[(name.clone(), !on)]));
    let mut all: Vec<Choice> = Vec::new();
    let own = tests(&draft.file.items, game);
    for choice in flips.chain(own.iter().map(|test| with(&base, &switched(&test.node)))) {
        if choice != base && !all.contains(&choice) {
            all.push(choice);
        }
    }
    for choice in all.into_iter().take(MOST_CHOICES) {
        let flipped: Choice = choice.iter().filter(|o| !base.contains(o)).cloned().collect();
        let chosen: Choice = options.iter().cloned().chain(flipped.iter().cloned()).collect();
        let mut more = draft.found.clone();
        let built = steps(draft, &chosen, &mut more);
        if let Some((_, game, _)) = &built {
            for test in tests(&draft.file.items, game) {
                let known = own.contains(&test) && switched(&test.node).is_empty();
                if !known && with(&choice, &switched(&test.node)) == choice {
                    let test = Spanned::new(unswitched(&test.node), test.span);
                    testing::unmeant(&test.node, game, &draft.sources, &mut |_, _| true)
                        .into_iter()
                        .for_each(|told| more.push(told));
                }
            }
        }
        for told in more.iter().filter(|d| d.severity == Severity::Error) {
            found.push(with_options(told, &flipped));
        }
    }
}

/// The report, with the options that it takes.
fn with_options(told: &Diagnostic, flipped: &[(String, bool)]) -> Diagnostic {
    let value =
        |(name, on): &(String, bool)| format!("`{name}` {}", if *on { "on" } else { "off" });
    let options: Vec<String> = flipped.iter().map(value).collect();
    let message = format!("with {}: {}", options.join(" and "), told.message);
    Diagnostic { message, ..told.clone() }
}

/// A choice with some other values.
fn with(base: &[(String, bool)], other: &[(String, bool)]) -> Choice {
    let value = |(name, on): &(String, bool)| {
        let last = other.iter().rev().find(|(changed, _)| changed == name);
        (name.clone(), last.map_or(*on, |(_, on)| *on))
    };
    base.iter().map(value).collect()
}

/// The options that a test switches.
fn switched(test: &Test) -> Choice {
    test.lines
        .iter()
        .filter_map(|line| match &line.node {
            TestLine::Option { name, on } => Some((name.node.clone(), *on)),
            _ => None,
        })
        .collect()
}

fn unswitched(test: &Test) -> Test {
    let lines = test.lines.iter().filter(|line| !matches!(line.node, TestLine::Option { .. }));
    Test { name: test.name.clone(), lines: lines.cloned().collect() }
}
