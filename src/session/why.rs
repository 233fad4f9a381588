//! Answers to *why*: by which rule a move is legal, or what keeps it from being legal, in sentences.

mod special;

use crate::ids::{Cell, Code, PlayerId, RuleId};
use crate::ir::Program;
use crate::notation::with_article;
use crate::play::{Failure, Illegal, Law, Move, Obstacle, Wanted, explain};
use crate::session::Session;
use crate::session::reply::{Refusal, WhyReply};
use crate::session::words::{Words, listed, shown};

/// The answer for the legal move of that number.
pub(super) fn legal(session: &Session, number: usize) -> WhyReply {
    let words = session.words();
    let text = session.texts().get(number).cloned().unwrap_or_default();
    let Some(played) = session.legal().get(number) else {
        return answer(text, None, String::new());
    };
    let taken: Vec<String> = played.captures.iter().map(|c| words.cell(*c)).collect();
    let captures =
        if taken.is_empty() { String::new() } else { format!(", capturing on {}", listed(&taken)) };
    let verb = match (played.is_drop(), played.partner) {
        (true, _) => "puts it there",
        (_, Some(_)) => "allows it",
        _ if played.is_in_place() => "allows it",
        _ => "leads there",
    };
    let mut besides = String::new();
    if !played.flips().is_empty() {
        let cells: Vec<String> = played.flips().iter().map(|c| words.cell(*c)).collect();
        besides = format!(", changing sides on {}", listed(&cells));
    }
    if let Some((cell, code)) = played.placed() {
        let (piece, cell) = (with_article(&words.piece(code)), words.cell(cell));
        besides.push_str(&format!(", putting {piece} on {cell}"));
    }
    if let Some(second) = played.second() {
        let (piece, to) = (words.piece(second.code), words.cell(second.to));
        besides.push_str(&match second.from.is_some() {
            true => format!(", the {piece} going from {} to {to}", words.cell(second.from)),
            false => format!(", putting {} on {to}", with_article(&piece)),
        });
    }
    let message =
        format!("{text} is legal: {} {verb}{captures}{besides}", words.quoted(played.rule));
    WhyReply {
        legal: true,
        squares: taken,
        rules: vec![words.rule(played.rule)],
        ..answer(text, None, message)
    }
}

/// The answer for a move to or from a square that the board does not have.
pub(super) fn no_square(text: &str, refusal: Refusal) -> WhyReply {
    answer(shown(text.trim()), Some(refusal.reason), refusal.message)
}

fn answer(text: String, reason: Option<&'static str>, message: String) -> WhyReply {
    WhyReply { text, legal: false, reason, message, squares: Vec::new(), rules: Vec::new() }
}

/// The answer for a move that is none of the legal ones.
pub(super) fn illegal(session: &Session, text: &str, wanted: &Wanted) -> WhyReply {
    let text = shown(text.trim());
    if session.outcome().is_some() {
        let message = format!("{text}: the game has ended: {}", session.state().words());
        return answer(text, Some("over"), message);
    }
    let (found, wanted) = match elsewhere(session, wanted) {
        Elsewhere::No => {
            (explain(session.game(), session.position(), session.legal(), wanted), wanted.clone())
        }
        Elsewhere::Nowhere(code) => {
            return special::no_such_piece(session, text, code, wanted.origin);
        }
        Elsewhere::Best(found, wanted) => (Some(found), wanted),
    };
    let Some(found) = found else {
        let message = if wanted.castles.is_some() {
            let side = session.words().player(session.position().side);
            format!("{text}: the game has no such castling for {side}")
        } else {
            format!("{text}: no legal move is written like this")
        };
        return answer(text, Some("no-rule"), message);
    };
    let reason = match found {
        Illegal::Blocked(_) | Illegal::NoRule { .. } if wanted.drop => "hand",
        _ => found.word(),
    };
    let teller = Teller { session, words: session.words(), wanted: &wanted };
    let told = teller.tell(&found);
    let rules = told.rules.iter().map(|r| teller.words.rule(*r)).collect();
    let mut squares: Vec<String> = Vec::new();
    for cell in told.squares {
        let name = teller.words.cell(cell);
        if !squares.contains(&name) {
            squares.push(name);
        }
    }
    let message = format!("{text}: {}", told.message);
    WhyReply { squares, rules, ..answer(text, Some(reason), message) }
}

/// What is said of a move whose text names a piece but not where it stands.
enum Elsewhere {
    No,
    Nowhere(Code),
    Best(Illegal, Wanted),
}

/// A short form (`Nf3`) does not say where the piece stands: asks all of them, and takes the answer that comes nearest to a move.
fn elsewhere(session: &Session, wanted: &Wanted) -> Elsewhere {
    let (None, false, Some(piece)) = (wanted.from, wanted.drop, wanted.piece) else {
        return Elsewhere::No;
    };
    let code = Code::of(piece, session.position().side);
    let mut squares = session.squares_of(code);
    squares.retain(|cell| wanted.may_begin(session.game(), *cell));
    if squares.is_empty() {
        return Elsewhere::Nowhere(code);
    }
    let ask = |cell: Cell| {
        let wanted = Wanted { from: Some(cell), ..wanted.clone() };
        explain(session.game(), session.position(), session.legal(), &wanted)
            .map(|found| (found, wanted))
    };
    let distance = |(found, _): &(Illegal, Wanted)| match found {
        Illegal::Promotion { .. } => 0,
        Illegal::Check { .. } => 1,
        Illegal::Castling { .. } | Illegal::SecondPart { .. } => 2,
        Illegal::Blocked(failures) => {
            3 + failures.iter().map(|f| f.obstacles.len()).min().unwrap_or(0)
        }
        _ => usize::MAX,
    };
    let best = squares.into_iter().filter_map(ask).min_by_key(distance);
    best.map_or(Elsewhere::No, |(found, wanted)| Elsewhere::Best(found, wanted))
}

/// Squares of which there is no more to say than that they are not empty, each once.
fn filled(failure: &Failure) -> Vec<Cell> {
    let vacant = Code::EMPTY.mask();
    let more = |asked: Cell| {
        failure.obstacles.iter().any(|o| match o {
            Obstacle::Cell { cell, wanted, .. } => *cell == asked && *wanted != vacant,
            _ => false,
        })
    };
    let occupied = failure.obstacles.iter().filter_map(|o| match o {
        Obstacle::Cell { cell, wanted, .. } if *wanted == vacant && !more(*cell) => Some(*cell),
        _ => None,
    });
    let mut cells: Vec<Cell> = occupied.collect();
    cells.dedup();
    cells
}

/// A reason in words.
#[derive(Default)]
struct Told {
    message: String,
    rules: Vec<RuleId>,
    squares: Vec<Cell>,
}

struct Teller<'a> {
    session: &'a Session,
    words: Words<'a>,
    wanted: &'a Wanted,
}

impl Teller<'_> {
    fn mover(&self) -> PlayerId {
        self.session.position().side
    }

    fn tell(&self, found: &Illegal) -> Told {
        let words = &self.words;
        let plain = |message: String| Told { message, ..Told::default() };
        match found {
            Illegal::EmptySquare(cell) => Told {
                squares: vec![*cell],
                ..plain(format!("nothing stands on {}", words.cell(*cell)))
            },
            Illegal::WrongSide(cell) if self.session.position().at(*cell).is_neutral() => {
                let piece = words.piece(self.session.position().at(*cell));
                let message = format!("the {piece} on {} belongs to nobody", words.cell(*cell));
                Told { squares: vec![*cell], ..plain(message) }
            }
            Illegal::WrongSide(cell) => {
                let piece = words.piece(self.session.position().at(*cell));
                let (owner, mover) =
                    (words.player(self.mover().other()), words.player(self.mover()));
                let message = format!(
                    "the {piece} on {} is {owner}'s; {mover} is to move",
                    words.cell(*cell)
                );
                Told { squares: vec![*cell], ..plain(message) }
            }
            Illegal::OtherPiece { named, cell } => {
                let (named, stands) =
                    (words.kind(*named), words.piece(self.session.position().at(*cell)));
                let message = format!(
                    "no {named} stands on {}, but {}",
                    words.cell(*cell),
                    with_article(&stands)
                );
                Told { squares: vec![*cell], ..plain(message) }
            }
            Illegal::NotInHand(piece) => plain(format!(
                "{} has no {} in hand",
                words.player(self.mover()),
                words.kind(*piece)
            )),
            Illegal::NoDrop(piece) => plain(format!(
                "{} cannot be dropped in this game",
                with_article(&words.kind(*piece))
            )),
            Illegal::NoRule { piece } => self.no_rule(*piece),
            Illegal::Blocked(failures) => self.blocked(failures),
            Illegal::Check { played, royal, attacker, rule } => {
                self.check(played, *royal, *attacker, *rule)
            }
            Illegal::Pass { rule, check } => self.pass(*rule, *check),
            Illegal::Castling { rule, fault } => self.castling(*rule, *fault),
            Illegal::SecondPart { rule, fault, put } => self.second_part(*rule, *fault, *put),
            Illegal::Forbidden { played, law } => self.forbidden(played.rule, *law),
            Illegal::Promotion { choices } => self.promotion(choices),
        }
    }

    fn forbidden(&self, rule: RuleId, law: Law) -> Told {
        let why = match law {
            Law::GivesCheck => "it would give check, which the game forbids",
            Law::MustBreak => return self.unbroken(rule),
            Law::Mates => "it would mate, which this rule may not",
            Law::NoneLost => {
                "it may promote only to what its player has lost: he has all of these that he had at the start"
            }
            Law::MustDrop => "another move drops, and who can drop must",
            Law::MustCapture => "another move captures, and who can capture must",
            Law::MustCaptureMost => "another move captures more, and the most must be captured",
        };
        let message = format!("{} leads there, but {why}", self.words.line(rule));
        Told { message, rules: vec![rule], ..Told::default() }
    }

    fn unbroken(&self, rule: RuleId) -> Told {
        let law = self.session.game().laws.must_break.as_ref();
        let written = law.map_or(String::new(), |(_, span)| self.words.written(*span).text);
        let message = format!(
            "{} leads there, but `{written}` holds before the move and still after it",
            self.words.line(rule)
        );
        Told { message, rules: vec![rule], ..Told::default() }
    }

    fn pass(&self, rule: Option<RuleId>, check: bool) -> Told {
        let Some(rule) = rule else {
            return Told { message: "nobody may pass in this game".to_owned(), ..Told::default() };
        };
        let why = match check {
            true => "who is in check may not pass",
            false => "there is another legal move",
        };
        let message = format!("{} allows it, but {why}", self.words.quoted(rule));
        Told { message, rules: vec![rule], ..Told::default() }
    }

    /// Programs of the piece that is asked for: on the board, or from the hand.
    fn programs(&self, code: Code) -> &[Program] {
        let game = self.session.game();
        let from_hand = self.wanted.from.is_none();
        let table = if from_hand { &game.drops } else { &game.programs };
        table.get(code.index()).map_or(&[], Vec::as_slice)
    }

    fn no_rule(&self, code: Code) -> Told {
        if code.is_empty() {
            let side = self.words.player(self.mover());
            let message = format!(
                "no rule of any piece of {side}'s leads there, whatever stands on the board"
            );
            return Told { message, ..Told::default() };
        }
        let rules: Vec<RuleId> = self.programs(code).iter().map(|p| p.rule).collect();
        let quoted: Vec<String> = rules.iter().map(|r| self.words.quoted(*r)).collect();
        let piece = self.words.piece(code);
        let known = if quoted.is_empty() {
            String::new()
        } else {
            format!("; its rules are {}", listed(&quoted))
        };
        let message =
            format!("no rule of the {piece} leads there, whatever stands on the board{known}");
        Told { message, rules, squares: Vec::new() }
    }

    fn blocked(&self, failures: &[Failure]) -> Told {
        let mut told = Told::default();
        let mut sentences = Vec::new();
        for failure in failures {
            let clauses = self.obstacles(failure);
            sentences.push(format!(
                "{} leads there, but {}",
                self.words.quoted(failure.rule),
                listed(&clauses)
            ));
            told.rules.push(failure.rule);
            told.squares.extend(failure.obstacles.iter().filter_map(|o| match o {
                Obstacle::Cell { cell, .. }
                | Obstacle::Within(cell)
                | Obstacle::To(cell)
                | Obstacle::GoesOn(cell) => Some(*cell),
                Obstacle::From | Obstacle::When => None,
            }));
        }
        told.message = sentences.join("; ");
        told
    }

    /// A clause for each obstacle; squares that only ought to be empty share one.
    fn obstacles(&self, failure: &Failure) -> Vec<String> {
        let words = &self.words;
        let vacant = Code::EMPTY.mask();
        let filled: Vec<String> = filled(failure).into_iter().map(|c| words.cell(c)).collect();
        let program = self.program(failure.rule);
        let zone = |cells: Option<&crate::ids::CellSet>| {
            cells.and_then(|c| words.zone(c, self.mover())).map(str::to_owned)
        };
        let mut clauses = Vec::new();
        match filled.len() {
            0 => {}
            1 => clauses.push(format!("{} is not empty", filled[0])),
            _ => clauses.push(format!("{} are not empty", listed(&filled))),
        }
        let told = |o: &&Obstacle| match o {
            Obstacle::To(cell) => !filled.contains(&words.cell(*cell)),
            Obstacle::Cell { wanted, .. } => *wanted != vacant,
            _ => true,
        };
        for obstacle in failure.obstacles.iter().filter(told) {
            let clause = match obstacle {
                Obstacle::Cell { cell, wanted, capture: true } if self.spares(*cell, *wanted) => {
                    let royal = words.piece(self.session.position().at(*cell));
                    format!(
                        "its own {royal} stands on {}, and a royal piece of one's own is never captured",
                        words.cell(*cell)
                    )
                }
                Obstacle::Cell { cell, wanted, .. } => {
                    words.unfit(&words.cell(*cell), *wanted, self.mover())
                }
                Obstacle::From => {
                    let from = self.wanted.from.map_or_else(String::new, |c| words.cell(c));
                    match zone(program.and_then(|p| p.from.as_ref())) {
                        Some(zone) => format!("{from} is not in its `from` zone, {zone}"),
                        None => format!("{from} is not one of the squares of its `from`"),
                    }
                }
                Obstacle::Within(cell) => match zone(program.and_then(|p| p.within.as_ref())) {
                    Some(zone) => {
                        format!("{} is outside its `within` zone, {zone}", words.cell(*cell))
                    }
                    None => {
                        format!("{} is not one of the squares of its `within`", words.cell(*cell))
                    }
                },
                Obstacle::When => "its `when` does not hold".to_owned(),
                Obstacle::To(cell) => format!("{} is not what its `to` demands", words.cell(*cell)),
                Obstacle::GoesOn(cell) => {
                    format!("it goes on from {}, and must as long as it can", words.cell(*cell))
                }
            };
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses
    }

    /// Whether a royal piece of the mover stands where others of his could be captured.
    fn spares(&self, cell: Cell, wanted: crate::ids::Mask) -> bool {
        let game = self.session.game();
        let own = game.own_mask(self.mover());
        let others = own.without(game.royal[self.mover().index()]);
        game.royal[self.mover().index()].has(self.session.position().at(cell))
            && !others.is_none()
            && others.without(wanted).is_none()
    }

    fn program(&self, rule: RuleId) -> Option<&Program> {
        let code = Code::of(self.session.game().rule(rule).piece, self.mover());
        self.programs(code).iter().find(|p| p.rule == rule)
    }

    fn check(&self, played: &Move, royal: Cell, attacker: Cell, rule: RuleId) -> Told {
        let taken = self.session.words_of_exposure(played, (attacker, royal), rule);
        let mut message =
            if taken.starts_with("it ") { taken } else { format!("after it, {taken}") };
        let royals = self.session.position().royals(self.session.game(), self.mover());
        if self.session.game().laws.spare_royal && royals.count() > 1 {
            message.push_str(", and no other royal piece of its side is safe");
        }
        Told { message, rules: vec![rule], squares: vec![attacker, royal] }
    }
}
