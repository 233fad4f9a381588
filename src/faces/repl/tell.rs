//! Answers in words.

use crate::faces::repl::draw;
use crate::faces::repl::paint::{BAD, FAINT, GOOD, HEADING, Settings};
use crate::session::{
    AttacksReply, DescribeReply, FunnelReply, HistoryReply, ListReply, ReloadReply, Reply,
    RuleReply, ShowReply, StepReply, TraceReply, counted,
};
use std::fmt::Write;

/// Most squares of a rule that are shown.
const MOST_SQUARES: usize = 80;

/// An answer of the session. Those that show the board are told by the desk.
pub(super) fn reply(reply: &Reply, look: &Settings) -> String {
    match reply {
        Reply::Why(why) => format!("{}\n", why.message),
        Reply::History(line) => history(line),
        Reply::List(all) => list(all, look),
        Reply::Trace(found) => trace(found, look),
        Reply::Attacks(found) => attacks(found, look),
        Reply::Rules(show) => rules(show, look),
        Reply::Piece(piece) => describe(piece, look),
        Reply::Reload(reload) => reloaded(reload, look),
        Reply::Random(random) => format!("seed {}: {}\n", random.seed, random.moves.join(" ")),
        Reply::Board(board) => draw::board(board, true, look),
        Reply::Moves { moves } => {
            let texts: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
            format!("{}\n", texts.join(" "))
        }
        Reply::Perft(figures) => format!("nodes {}\n", figures.nodes),
        Reply::State(state) => format!("{}\n", state.words()),
    }
}

/// Moves, numbered as in a game's score, six to a line.
fn history(line: &HistoryReply) -> String {
    let mut text = String::new();
    if line.moves.is_empty() && line.ahead.is_empty() {
        return "no move has been played\n".to_owned();
    }
    let numbered = |moves: &[String], before: usize| -> String {
        let mut words = Vec::new();
        for (n, played) in moves.iter().enumerate().map(|(n, m)| (n + before, m)) {
            let ply = n + usize::from(line.first);
            let number = line.number as usize + ply / 2;
            if ply.is_multiple_of(2) {
                words.push(format!("{number}. {played}"));
            } else if n == before {
                words.push(format!("{number}... {played}"));
            } else {
                words.push(played.clone());
            }
        }
        words.chunks(8).map(|c| c.join(" ")).collect::<Vec<_>>().join("\n")
    };
    let _ = writeln!(text, "from {}", line.position);
    if !line.moves.is_empty() {
        let _ = writeln!(text, "{}", numbered(&line.moves, 0));
    }
    if !line.ahead.is_empty() {
        let _ = writeln!(text, "taken back: {}", numbered(&line.ahead, line.moves.len()));
    }
    text
}

fn list(all: &ListReply, look: &Settings) -> String {
    let mut text = String::new();
    if let Some(board) = all.board.as_ref().filter(|_| !all.targets.is_empty()) {
        let _ = write!(text, "\n{}", draw::cells(board, &all.targets, look));
        let mut signs: Vec<(char, &str)> = all.targets.iter().map(|t| draw::sign(t.how)).collect();
        signs.sort_unstable_by_key(|(_, meaning)| *meaning);
        signs.dedup();
        let legend: Vec<String> =
            signs.iter().map(|(sign, meaning)| format!("{sign} {meaning}")).collect();
        let _ = writeln!(text, "{}\n", look.paint(FAINT, &legend.join(", ")));
    }
    for group in &all.groups {
        let moves: Vec<String> =
            group
                .moves
                .iter()
                .map(|m| {
                    if m.legal { m.text.clone() } else { look.paint(BAD, &format!("({})", m.text)) }
                })
                .collect();
        let head = format!("{} {} ({})", group.piece, group.title, moves.len());
        let _ = writeln!(text, "{}: {}", look.paint(HEADING, &head), moves.join(" "));
    }
    let unsafe_moves = all.groups.iter().flat_map(|g| &g.moves).filter(|m| !m.legal).count();
    let in_brackets = if unsafe_moves > 0 {
        format!(", {unsafe_moves} of them (in brackets) not legal")
    } else {
        String::new()
    };
    let _ = writeln!(text, "{}{in_brackets}", counted(all.count, "move"));
    text
}

fn trace(found: &TraceReply, look: &Settings) -> String {
    let mut text = String::new();
    let place = found.from.as_ref().map_or_else(|| "in hand".to_owned(), |c| format!("on {c}"));
    let _ = writeln!(
        text,
        "{}",
        look.paint(HEADING, &format!("{} ({}) {place}", found.title, found.piece))
    );
    if found.rules.is_empty() && found.funnel.castles.is_empty() && found.funnel.candidates == 0 {
        let _ = writeln!(text, "no rule leads there");
    }
    for rule in &found.rules {
        let _ = writeln!(
            text,
            "{}{}",
            rule.rule.text,
            look.paint(FAINT, &format!("  ({})", line_of(&rule.rule)))
        );
        let squares = by_square(&rule.steps);
        for asked in squares.iter().take(MOST_SQUARES) {
            let _ = writeln!(text, "  {}", square(asked, look));
        }
        if squares.len() > MOST_SQUARES || rule.more > 0 {
            text.push_str("  … and more\n");
        }
        let _ = writeln!(
            text,
            "  {}",
            match rule.matches {
                0 => "no match".to_owned(),
                1 => "1 match".to_owned(),
                n => format!("{n} matches"),
            }
        );
    }
    funnel(&found.funnel, look, &mut text);
    text
}

/// What was asked of one square, in the order in which it was first asked.
fn by_square<'a>(steps: &'a [StepReply]) -> Vec<Vec<&'a StepReply>> {
    let place = |s: &'a StepReply| (&s.from, &s.to, s.looking);
    let mut groups: Vec<Vec<&StepReply>> = Vec::new();
    for step in steps {
        match groups.iter_mut().find(|g| g.first().is_some_and(|s| place(s) == place(step))) {
            Some(group) if group.contains(&step) => {}
            Some(group) => group.push(step),
            None => groups.push(vec![step]),
        }
    }
    groups
}

fn square(asked: &[&StepReply], look: &Settings) -> String {
    let Some(first) = asked.first() else { return String::new() };
    let from = first.from.as_deref().unwrap_or("hand");
    let looks = if first.looking { "looks " } else { "" };
    let Some(to) = &first.to else { return format!("{looks}{from} → {}", first.found) };
    let one = |s: &&StepReply| {
        let holds = if s.holds { look.paint(GOOD, "yes") } else { look.paint(BAD, "no") };
        format!("{}? {holds}", s.wanted)
    };
    let all: Vec<String> = asked.iter().map(one).collect();
    format!("{looks}{from} → {to} ({}): {}", first.found, all.join("; "))
}

fn funnel(funnel: &FunnelReply, look: &Settings, text: &mut String) {
    for exposed in &funnel.exposed {
        let _ = writeln!(text, "{}: after it, {}", look.paint(BAD, &exposed.text), exposed.message);
    }
    for castle in &funnel.castles {
        let _ = writeln!(text, "{castle}");
    }
    let _ = writeln!(text, "{}", funnel.message);
}

fn line_of(rule: &RuleReply) -> String {
    rule.place.clone()
}

fn attacks(found: &AttacksReply, look: &Settings) -> String {
    let mut text = String::new();
    if let Some(piece) = &found.supposed {
        let supposed = format!("as if an enemy {piece} stood on {}", found.square);
        let _ = writeln!(text, "{}", look.paint(FAINT, &supposed));
    }
    for attack in &found.attacks {
        let path: Vec<&str> = std::iter::once(attack.from.as_str())
            .chain(attack.path.iter().map(String::as_str))
            .collect();
        let _ = writeln!(
            text,
            "{}'s {}: {}  {}",
            attack.player,
            attack.piece,
            path.join(" → "),
            look.paint(FAINT, &format!("{} ({})", attack.rule.text, line_of(&attack.rule)))
        );
    }
    if found.attacks.is_empty() {
        let _ = writeln!(text, "nobody attacks {}", found.square);
    }
    text
}

/// The rules of a game, and what holds because the file says nothing else.
fn rules(show: &ShowReply, look: &Settings) -> String {
    let mut text = String::new();
    let by = show.inventor.as_ref().map_or(String::new(), |i| format!(", by {i}"));
    let _ = writeln!(text, "{}{by}", look.paint(HEADING, &show.title));
    for part in [&show.about, &show.source].into_iter().flatten() {
        let _ = writeln!(text, "{part}");
    }
    let [white, black] = &show.players;
    let _ = writeln!(
        text,
        "{} files, {} ranks; {white} moves first, then {black}, in turn",
        show.files, show.ranks
    );
    for option in &show.options {
        let state = if option.on { "on" } else { "off" };
        let _ = writeln!(
            text,
            "Option {} is {state}: {}",
            option.name,
            option.about.as_deref().unwrap_or("")
        );
    }
    for piece in &show.pieces {
        let royal = if piece.royal { ", royal: it may not be left to be taken" } else { "" };
        let _ = writeln!(
            text,
            "{}",
            look.paint(HEADING, &format!("{} {}{royal}", piece.letter, piece.title))
        );
        lines(&piece.rules, look, &mut text);
    }
    if show.castles.is_empty() {
        let _ = writeln!(text, "There is no castling.");
    } else {
        let _ = writeln!(text, "{}", look.paint(HEADING, "Castling"));
        lines(&show.castles, look, &mut text);
    }
    if !show.laws.is_empty() {
        let _ = writeln!(text, "{}", look.paint(HEADING, "Rules of the whole game"));
        lines(&show.laws, look, &mut text);
    }
    let _ =
        writeln!(text, "{}", look.paint(HEADING, "Ends, in the order in which they are tested"));
    lines(&show.ends, look, &mut text);
    let _ = writeln!(text, "  a player without a legal move whom no end speaks of: a draw");
    text
}

fn lines(all: &[RuleReply], look: &Settings, text: &mut String) {
    for rule in all {
        let comment = rule.comment.as_ref().map_or(String::new(), |c| format!("  {c}"));
        let _ = writeln!(
            text,
            "  {}{}",
            rule.text,
            look.paint(FAINT, &format!("  ({}){comment}", line_of(rule)))
        );
    }
}

fn describe(found: &DescribeReply, look: &Settings) -> String {
    let mut text = String::new();
    let (piece, reach) = (&found.piece, &found.reach);
    let royal = if piece.royal { ", a royal piece," } else { "" };
    let mut can = Vec::new();
    if !reach.moves.is_empty() {
        can.push(format!("move to {}", counted(reach.moves.len(), "square")));
    }
    if !reach.captures.is_empty() {
        can.push(format!("capture on {}", reach.captures.len()));
    }
    if !reach.shots.is_empty() {
        can.push(format!("capture on {} without coming there", reach.shots.len()));
    }
    let can = match can.as_slice() {
        [] => "can do nothing".to_owned(),
        all => format!("can {}", crate::session::listed(all)),
    };
    let head = look.paint(HEADING, &format!("{} ({})", piece.title, piece.letter));
    let _ = writeln!(text, "{head}{royal} {can} from {} of an empty board.", reach.from);
    lines(&piece.rules, look, &mut text);
    let _ = write!(text, "\n{}", reach.board);
    let shots = if reach.shots.is_empty() { "" } else { ", ! captured without coming there" };
    let _ = writeln!(
        text,
        "{}",
        look.paint(FAINT, &format!("o moves or captures, - moves only, x captures only{shots}"))
    );
    text
}

fn reloaded(reload: &ReloadReply, look: &Settings) -> String {
    match &reload.stopped {
        None => {
            format!("{} loaded, {} played again\n", reload.title, counted(reload.played, "move"))
        }
        Some(stopped) => format!(
            "{} loaded; move {} ({}) is no longer legal: {}\n{}\n",
            reload.title,
            stopped.ply,
            look.paint(BAD, &stopped.text),
            stopped.message,
            if reload.played == 0 {
                "the game stands at its beginning".to_owned()
            } else {
                format!("the game stands after move {}", reload.played)
            }
        ),
    }
}
