//! What happens in random games, in numbers.

use crate::ids::PlayerId;
use crate::ir::Game;
use crate::pipeline::Loaded;
use crate::play::{Move, Outcome};
use crate::session::Words;
use serde::Serialize;

/// Counts while games are played; parts can be added.
#[derive(Clone, Debug)]
pub struct Tally {
    games: u64,
    plies: u64,
    shortest: Option<u32>,
    longest: u32,
    most_moves: usize,
    moves: u64,
    positions: u64,
    judged: u64,
    wins: [u64; 2],
    draws: u64,
    unfinished: u64,
    first_unfinished: Option<u64>,
    captures: u64,
    promotions: u64,
    drops: u64,
    castlings: u64,
    on_trail: u64,
    shots: u64,
    offered: Vec<u64>,
    played: Vec<u64>,
    /// By end; the last: no legal move, and no end speaks of it.
    ends: Vec<u64>,
}

/// How often a rule made moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleTally {
    /// Letter of its piece.
    pub piece: String,
    /// Its line.
    pub line: usize,
    /// Its file.
    pub file: String,
    /// Its line, and of which file, if it is another than the one loaded.
    pub place: String,
    /// What is written there.
    pub rule: String,
    /// How many legal moves it made.
    pub offered: u64,
    /// How many of them were played.
    pub played: u64,
}

/// How often an end decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndTally {
    /// Its line; none: no legal move, and no end speaks of it.
    pub line: Option<usize>,
    /// Its line, and of which file, if it is another than the one loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What is written there.
    pub end: String,
    /// How many games it ended.
    pub games: u64,
}

/// Figures of random play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallyReply {
    /// Number of games.
    pub games: u64,
    /// Number of moves played.
    pub plies: u64,
    /// Number of positions, the last of each game among them.
    pub positions: u64,
    /// In how many of them the laws were asked.
    pub judged: u64,
    /// Plies of the shortest game.
    pub shortest: u32,
    /// Plies of an average game.
    pub average: f64,
    /// Plies of the longest.
    pub longest: u32,
    /// Legal moves of an average position.
    pub branching: f64,
    /// Most legal moves of one position.
    pub most_moves: usize,
    /// Games won by either player: name and number.
    pub wins: Vec<(String, u64)>,
    /// Games drawn.
    pub draws: u64,
    /// Games given up because they were too long.
    pub unfinished: u64,
    /// Number of the first of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_unfinished: Option<u64>,
    /// Moves with captures, and so on.
    pub captures: u64,
    /// Moves that promote.
    pub promotions: u64,
    /// Moves from the hand.
    pub drops: u64,
    /// Castlings.
    pub castlings: u64,
    /// Captures on a trail.
    pub on_trail: u64,
    /// Moves with shots.
    pub shots: u64,
    /// By rule.
    pub rules: Vec<RuleTally>,
    /// By end.
    pub ends: Vec<EndTally>,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self {
            games: 0,
            plies: 0,
            shortest: None,
            longest: 0,
            most_moves: 0,
            moves: 0,
            positions: 0,
            judged: 0,
            wins: [0; 2],
            draws: 0,
            unfinished: 0,
            first_unfinished: None,
            captures: 0,
            promotions: 0,
            drops: 0,
            castlings: 0,
            on_trail: 0,
            shots: 0,
            offered: vec![0; game.rules.len()],
            played: vec![0; game.rules.len()],
            ends: vec![0; game.ends.len() + 1],
        }
    }

    pub(super) fn position(&mut self, judged: bool) {
        self.positions += 1;
        self.judged += u64::from(judged);
    }

    pub(super) fn offered(&mut self, legal: &[Move]) {
        self.moves += legal.len() as u64;
        self.most_moves = self.most_moves.max(legal.len());
        for m in legal {
            self.offered[m.rule.index()] += 1;
        }
    }

    pub(super) fn played(&mut self, m: &Move) {
        self.plies += 1;
        self.played[m.rule.index()] += 1;
        self.captures += u64::from(!m.captures.is_empty());
        self.promotions += u64::from(m.promotes());
        self.drops += u64::from(m.is_drop());
        self.castlings += u64::from(m.partner.is_some());
        self.on_trail += u64::from(m.on_trail.is_some());
        self.shots += u64::from(m.shots > 0);
    }

    pub(super) fn ended(&mut self, plies: u32, ended: Option<Outcome>, game: u64) {
        self.games += 1;
        self.shortest = Some(self.shortest.map_or(plies, |s| s.min(plies)));
        self.longest = self.longest.max(plies);
        let Some(ended) = ended else {
            self.unfinished += 1;
            self.first_unfinished = Some(self.first_unfinished.map_or(game, |g| g.min(game)));
            return;
        };
        match ended.winner {
            Some(winner) => self.wins[winner.index()] += 1,
            None => self.draws += 1,
        }
        let last = self.ends.len() - 1;
        self.ends[ended.end.unwrap_or(last)] += 1;
    }

    /// Adds another part.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.shortest = [self.shortest, other.shortest].into_iter().flatten().min();
        self.longest = self.longest.max(other.longest);
        self.most_moves = self.most_moves.max(other.most_moves);
        self.moves += other.moves;
        self.positions += other.positions;
        self.judged += other.judged;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.first_unfinished =
            [self.first_unfinished, other.first_unfinished].into_iter().flatten().min();
        self.captures += other.captures;
        self.promotions += other.promotions;
        self.drops += other.drops;
        self.castlings += other.castlings;
        self.on_trail += other.on_trail;
        self.shots += other.shots;
        let sum = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(a, b)| *a += b);
        sum(&mut self.wins, &other.wins);
        sum(&mut self.offered, &other.offered);
        sum(&mut self.played, &other.played);
        sum(&mut self.ends, &other.ends);
    }

    /// In words of the game.
    #[must_use]
    pub fn reply(&self, loaded: &Loaded) -> TallyReply {
        let words = Words::of(loaded);
        #[allow(clippy::cast_precision_loss)]
        let ratio = |a: u64, b: u64| if b == 0 { 0.0 } else { a as f64 / b as f64 };
        TallyReply {
            games: self.games,
            plies: self.plies,
            positions: self.positions,
            judged: self.judged,
            shortest: self.shortest.unwrap_or(0),
            average: ratio(self.plies, self.games),
            longest: self.longest,
            branching: ratio(self.moves, self.plies),
            most_moves: self.most_moves,
            wins: PlayerId::BOTH.map(|p| (words.player(p).to_owned(), self.wins[p.index()])).into(),
            draws: self.draws,
            unfinished: self.unfinished,
            first_unfinished: self.first_unfinished,
            captures: self.captures,
            promotions: self.promotions,
            drops: self.drops,
            castlings: self.castlings,
            on_trail: self.on_trail,
            shots: self.shots,
            rules: self.rules(&words),
            ends: self.ends(&words),
        }
    }

    fn rules(&self, words: &Words<'_>) -> Vec<RuleTally> {
        let counts = self.offered.iter().zip(&self.played).zip(&words.game.rules);
        let one = |((offered, played), rule): ((&u64, &u64), &crate::ir::RuleInfo)| {
            let written = words.written(rule.span);
            RuleTally {
                piece: words.game.piece(rule.piece).letter.clone(),
                line: written.line,
                file: written.file,
                place: written.place,
                rule: written.text,
                offered: *offered,
                played: *played,
            }
        };
        counts.map(one).collect()
    }

    fn ends(&self, words: &Words<'_>) -> Vec<EndTally> {
        let stated = words.game.ends.iter().map(|end| {
            let written = words.written(end.span);
            EndTally {
                line: Some(written.line),
                place: Some(written.place),
                end: written.text,
                games: 0,
            }
        });
        let end = "no legal move, and no end speaks of it".to_owned();
        let unstated = [EndTally { line: None, place: None, end, games: 0 }];
        let all = stated.chain(unstated).zip(&self.ends);
        let counted = all.map(|(end, games)| EndTally { games: *games, ..end });
        counted.filter(|end| end.line.is_some() || end.games > 0).collect()
    }
}
