//! How the rules of a piece were tried, step by step, and what became of all candidates.

use crate::ids::{Cell, Code, Mask, PlayerId, RuleId};
use crate::notation::{read_cell, read_wanted};
use crate::play::reference::CastleFault;
use crate::play::{Exposed, Move, Step, Wanted, fits, funnel, trials, ways};
use crate::session::Session;
use crate::session::reply::{Refusal, RuleReply};
use crate::session::words::shown;
use serde::Serialize;

/// How rules were tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceReply {
    /// The move or square asked about.
    pub asked: String,
    /// Letter of the piece.
    pub piece: String,
    /// Its name.
    pub title: String,
    /// Where it stands; none of a piece in hand.
    pub from: Option<String>,
    /// Its rules; of a move, those that lead where it goes.
    pub rules: Vec<TracedReply>,
    /// What became of the candidates.
    pub funnel: FunnelReply,
}

/// How a rule was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TracedReply {
    /// The rule.
    pub rule: RuleReply,
    /// The steps in the order in which they were tried; of a move, those of the way that comes nearest to it.
    pub steps: Vec<StepReply>,
    /// How many more steps there were.
    pub more: usize,
    /// How many times it matches.
    pub matches: usize,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepReply {
    /// The square stepped from; none of a piece in hand.
    pub from: Option<String>,
    /// The square stepped to; none off the board.
    pub to: Option<String>,
    /// What it must be.
    pub wanted: String,
    /// What it is.
    pub found: String,
    /// Whether that is well.
    pub holds: bool,
    /// Whether the piece only looks there.
    pub looking: bool,
}

/// What became of all candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunnelReply {
    /// How many candidates the rules make.
    pub candidates: usize,
    /// How many do the same as another.
    pub same: usize,
    /// Those after which a royal piece could be taken.
    pub exposed: Vec<ExposedReply>,
    /// Castlings that cannot be made, and why.
    pub castles: Vec<String>,
    /// How many are left but for the game's end.
    pub ended: usize,
    /// How many are legal.
    pub legal: usize,
    /// All this in a sentence.
    pub message: String,
}

/// A candidate after which a royal piece could be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExposedReply {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// The answer that would take it.
    pub message: String,
}

impl Session {
    /// How the rules of the piece on a square, or those that lead where a move goes, were tried.
    ///
    /// # Errors
    /// The text is neither a square nor a move, or no piece stands there.
    pub fn trace(&self, text: &str) -> Result<TraceReply, Refusal> {
        match read_cell(self.game(), text.trim()) {
            Some(cell) => self.trace_square(cell),
            None => self.trace_move(text.trim()),
        }
    }

    fn trace_square(&self, cell: Cell) -> Result<TraceReply, Refusal> {
        let code = self.position().at(cell);
        let name = self.words().cell(cell);
        let Some(owner) = code.player() else {
            return Err(Refusal::new("empty-square", format!("nothing stands on {name}")));
        };
        let mut position = self.position().clone();
        if owner != position.side {
            position = position.passed();
        }
        let rules =
            trials(self.game(), &position, code, cell).into_iter().map(|trial| TracedReply {
                rule: self.words().rule(trial.rule),
                steps: trial.steps.iter().map(|s| self.step(s, cell, owner)).collect(),
                more: trial.more,
                matches: trial.moves.len(),
            });
        let rules = rules.collect();
        let found = funnel(self.game(), &position, &|m: &Move| m.from == cell);
        let funnel = self.funnel_reply(found);
        Ok(TraceReply { funnel, ..self.trace_reply(name, code, cell, rules) })
    }

    fn trace_move(&self, text: &str) -> Result<TraceReply, Refusal> {
        let wanted = match self.find(text) {
            Ok(number) => self.legal().get(number).map(wanted_of),
            Err(refusal) if refusal.is_unreadable() => return Err(refusal),
            Err(_) => read_wanted(self.game(), self.position(), text),
        };
        let wanted = wanted.unwrap_or_default();
        let (from, code) = match (wanted.from, wanted.piece) {
            (Some(cell), _) => (cell, self.position().at(cell)),
            (None, Some(piece)) if wanted.drop => {
                (Cell::NONE, Code::of(piece, self.position().side))
            }
            _ => {
                return Err(Refusal {
                    help: Some(
                        "write where it begins: `trace e2-e4`, or a square: `trace e2`".to_owned(),
                    ),
                    ..Refusal::new(
                        "text",
                        format!("`{}` does not say which piece moves", shown(text)),
                    )
                });
            }
        };
        let Some(owner) = code.player() else {
            return Err(Refusal::new(
                "empty-square",
                format!("nothing stands on {}", self.words().cell(from)),
            ));
        };
        let mut position = self.position().clone();
        if owner != position.side {
            position = position.passed();
        }
        // What the piece takes on its way and becomes is part of the answer, not of the question.
        let wish = Wanted { captures: Vec::new(), becomes: None, exact: false, ..wanted.clone() };
        let rules =
            ways(self.game(), &position, code, from, &wish.first_part()).into_iter().map(|way| {
                TracedReply {
                    rule: self.words().rule(way.rule),
                    steps: way.steps.iter().map(|s| self.step(s, from, owner)).collect(),
                    more: 0,
                    matches: usize::from(way.obstacles.is_empty()),
                }
            });
        let mut rules: Vec<TracedReply> = rules.collect();
        let found = funnel(self.game(), &position, &|m: &Move| {
            m.from == from && fits(self.game(), &wish, m)
        });
        let castles = found.legal.iter().filter(|m| m.partner.is_some());
        rules.extend(castles.map(|m| TracedReply {
            rule: self.words().rule(m.rule),
            steps: Vec::new(),
            more: 0,
            matches: 1,
        }));
        let funnel = self.funnel_reply(found);
        Ok(TraceReply { funnel, ..self.trace_reply(shown(text), code, from, rules) })
    }

    fn trace_reply(
        &self,
        asked: String,
        code: Code,
        from: Cell,
        rules: Vec<TracedReply>,
    ) -> TraceReply {
        TraceReply {
            asked,
            piece: self.words().letter(code),
            title: self.game().piece_of(code).map_or_else(String::new, |p| p.title.clone()),
            from: from.is_some().then(|| self.words().cell(from)),
            rules,
            funnel: FunnelReply {
                candidates: 0,
                same: 0,
                exposed: Vec::new(),
                castles: Vec::new(),
                ended: 0,
                legal: 0,
                message: String::new(),
            },
        }
    }

    fn step(&self, step: &Step, origin: Cell, owner: PlayerId) -> StepReply {
        let (game, words) = (self.game(), self.words());
        let condition = &game.conditions[step.test.index()];
        let on_board = step.cell.is_some();
        let mut wanted = if on_board {
            self.wanted(condition.plain.at(step.cell), owner)
        } else {
            "a square".to_owned()
        };
        if on_board && step.capture {
            let nothing = condition.plain.at(step.cell).is_none();
            wanted = match (nothing, condition.trail.is_some()) {
                (true, true) => "capture a trail".to_owned(),
                (_, true) => format!("capture {wanted} or a trail"),
                _ => format!("capture {wanted}"),
            };
        }
        let code = if on_board { self.position().at(step.cell) } else { Code::EMPTY };
        let found = match code.player() {
            _ if !on_board => "the edge".to_owned(),
            _ if step.cell == origin => "its own square".to_owned(),
            Some(player) => format!("{}'s {}", words.player(player), words.piece(code)),
            None if !game.topology.exists.contains(step.cell) => "a hole".to_owned(),
            None => "empty".to_owned(),
        };
        StepReply {
            from: step.from.is_some().then(|| words.cell(step.from)),
            to: on_board.then(|| words.cell(step.cell)),
            wanted,
            found,
            holds: step.holds,
            looking: step.looking,
        }
    }

    /// What a square may hold, in the words of the language.
    fn wanted(&self, mask: Mask, player: PlayerId) -> String {
        let game = self.game();
        let (own, enemy) = (game.own_mask(player), game.own_mask(player.other()));
        if mask.is_none() {
            return "nothing at all".to_owned();
        }
        if own.or(enemy).or(Code::EMPTY.mask()).without(mask).is_none() {
            return "anything".to_owned();
        }
        let mut parts = Vec::new();
        if mask.has(Code::EMPTY) {
            parts.push("empty".to_owned());
        }
        for (side, all, word) in [(player, own, "friend"), (player.other(), enemy, "enemy")] {
            let lesser = all.without(game.royal[side.index()]);
            if all.without(mask).is_none() || (!lesser.is_none() && lesser.without(mask).is_none())
            {
                parts.push(word.to_owned());
                continue;
            }
            let kinds = game.piece_ids().filter(|id| mask.has(Code::of(*id, side)));
            let kinds: Vec<String> = kinds.map(|id| self.words().kind(id)).collect();
            if !kinds.is_empty() {
                parts.push(format!("{word} {}", kinds.join("/")));
            }
        }
        parts.join(" | ")
    }

    fn funnel_reply(&self, found: crate::play::Funnel) -> FunnelReply {
        let words = self.words();
        let moves: Vec<Move> = found.exposed.iter().map(|e| e.played.clone()).collect();
        let texts = crate::notation::move_texts(self.game(), &moves);
        let (candidates, same) = (found.candidates, found.same);
        let exposed: Vec<ExposedReply> = found
            .exposed
            .iter()
            .zip(texts)
            .map(|(e, text)| ExposedReply { text, message: self.exposed(e) })
            .collect();
        let castle = |(rule, fault): &(RuleId, CastleFault)| {
            let why = match fault {
                CastleFault::Right => "the right is lost".to_owned(),
                CastleFault::Away(cell, code) => {
                    format!("no {} stands on {}", words.piece(*code), words.cell(*cell))
                }
                CastleFault::Occupied(cell) => words.not_empty(&self.in_the_way(*rule, *cell)),
                CastleFault::InCheck(_) => "in check".to_owned(),
                CastleFault::Attacked(cell) => format!("{} is attacked", words.cell(*cell)),
            };
            format!("{}: {why}", words.quoted(*rule))
        };
        let castles: Vec<String> = found.castles.iter().map(castle).collect();
        let over = self.outcome().is_some();
        let (ended, legal) = if over { (found.legal.len(), 0) } else { (0, found.legal.len()) };
        let mut parts = vec![counted(candidates, "candidate")];
        if same > 0 {
            parts.push(format!("{same} removed because another does the same"));
        }
        if let Some(first) = found.exposed.first() {
            let royal = self.royal_word(first);
            parts.push(format!("{} removed because the {royal} could be taken", exposed.len()));
        }
        if !castles.is_empty() {
            parts.push(format!("{} removed because castling is not possible", castles.len()));
        }
        if ended > 0 {
            parts.push(format!("{ended} removed because the game has ended"));
        }
        let message = format!("{}; {legal} legal", parts.join(", "));
        FunnelReply { candidates, same, exposed, castles, ended, legal, message }
    }

    fn royal_word(&self, exposed: &Exposed) -> String {
        let own = if exposed.royal == exposed.played.to {
            exposed.played.becomes
        } else {
            self.position().at(exposed.royal)
        };
        self.words().piece(own)
    }

    fn exposed(&self, e: &Exposed) -> String {
        self.words_of_exposure(&e.played, (e.attacker, e.royal), e.rule)
    }

    /// What a move leaves open: by which rule a royal piece could be taken after it, or that it blows it up itself.
    pub(super) fn words_of_exposure(
        &self,
        played: &Move,
        (attacker, royal): (Cell, Cell),
        rule: RuleId,
    ) -> String {
        let words = self.words();
        let named =
            |code: Code, cell: Cell| format!("{} on {}", words.piece(code), words.cell(cell));
        if self.position().blasted(self.game(), played).contains(&royal) {
            let moves = royal == played.to;
            let code = if moves { played.piece } else { self.position().at(royal) };
            return format!("it would blow up the {} of its own side", named(code, royal));
        }
        let after = self.position().play(self.game(), played);
        format!(
            "the {} ({}) could take the {}",
            named(after.at(attacker), attacker),
            words.line(rule),
            named(after.at(royal), royal)
        )
    }
}

fn wanted_of(played: &Move) -> Wanted {
    Wanted {
        piece: played.piece.piece(),
        from: played.from.is_some().then_some(played.from),
        entry: played.entry.is_some().then_some(played.entry),
        to: Some(played.to),
        partner: played.partner.map(|p| (p.from, p.to)),
        drop: played.is_drop(),
        placed: played.placed().map(|(cell, _)| cell),
        second: played.second().map(|s| s.to),
        pass: played.is_pass(),
        ..Wanted::default()
    }
}

/// `1 move`, `2 moves`, `2 plies`.
#[must_use]
pub fn counted(number: usize, word: &str) -> String {
    match (number, word.strip_suffix('y')) {
        (1, _) => format!("1 {word}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {word}s"),
    }
}
