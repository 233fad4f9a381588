//! The line of moves: going to and fro on it, playing it again under changed rules, and going on at random.

use crate::notation::read_position;
use crate::pipeline::Loaded;
use crate::play::{Move, Position};
use crate::session::reply::{Refusal, StateReply};
use crate::session::{Ply, Session, examine, examined};
use serde::Serialize;

/// The line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryReply {
    /// The position at which it begins.
    pub position: String,
    /// Who moves first in it: 0 is the first player.
    pub first: u8,
    /// Number of its first move.
    pub number: u32,
    /// The moves played.
    pub moves: Vec<String>,
    /// Moves that were taken back and can be played again.
    pub ahead: Vec<String>,
}

/// How a line fared under changed rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReloadReply {
    /// Title of the game.
    pub title: String,
    /// How many moves were played again.
    pub played: usize,
    /// The move at which it stopped, if it did not go on to the end.
    pub stopped: Option<StoppedReply>,
    /// How the position stands.
    pub state: StateReply,
}

/// Why a line could not be played again to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoppedReply {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Why it is not legal any more.
    pub message: String,
    /// The moves from there on; they are tried again when the rules change again, until another move is played.
    pub kept: Vec<String>,
}

/// Moves played at random.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RandomReply {
    /// The seed: the same one plays the same moves again.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<String>,
    /// How the position stands.
    #[serde(flatten)]
    pub state: StateReply,
}

impl Session {
    /// The line of moves.
    #[must_use]
    pub fn line(&self) -> HistoryReply {
        let all = self.all_texts();
        let (moves, ahead) = all.split_at(self.at.min(all.len()));
        let first = &self.plies[0].position;
        HistoryReply {
            position: self.first_fen(),
            first: first.side.0,
            number: first.number,
            moves: moves.to_vec(),
            ahead: ahead.to_vec(),
        }
    }

    /// Moves played, and those that were taken back.
    fn all_texts(&self) -> Vec<String> {
        let last = self.plies.len() - 1;
        self.plies[..last].iter().filter_map(|p| p.texts.get(p.played?).cloned()).collect()
    }

    /// Goes to the position after so many plies of the line.
    ///
    /// # Errors
    /// The line is not so long; then nothing has changed.
    pub fn go_to(&mut self, ply: usize) -> Result<(), Refusal> {
        let last = self.plies.len() - 1;
        if ply > last {
            let message = format!(
                "there is no position {ply}: the line has {}",
                crate::session::counted(last, "ply")
            );
            return Err(Refusal {
                help: Some(format!("0 is where it begins, {last} where it ends")),
                ..Refusal::new("history", message)
            });
        }
        self.at = ply;
        Ok(())
    }

    /// Takes back so many moves.
    ///
    /// # Errors
    /// None is asked for, or more than there are; then nothing has changed.
    pub(super) fn take_back(&mut self, moves: usize) -> Result<(), Refusal> {
        let played = self.at;
        enough(moves, played, "there is no move to take back", "can be taken back")?;
        self.undo(moves);
        Ok(())
    }

    /// Plays so many moves again that were taken back.
    ///
    /// # Errors
    /// As [`Session::take_back`].
    pub(super) fn take_again(&mut self, moves: usize) -> Result<(), Refusal> {
        let ahead = self.plies.len() - 1 - self.at;
        enough(moves, ahead, "no move was taken back", "can be played again")?;
        self.redo(moves);
        Ok(())
    }

    /// Whether the line begins at the game's own start position.
    #[must_use]
    pub fn begins_at_start(&self) -> bool {
        self.plies[0].position == self.loaded.start
    }

    /// Changes the rules and plays the line again; stands before the first move that is not legal any more.
    ///
    /// # Errors
    /// The position at which the line begins cannot be under these rules; then nothing has changed.
    pub fn reload(&mut self, loaded: Loaded) -> Result<ReloadReply, Refusal> {
        let start = if self.begins_at_start() {
            loaded.start.clone()
        } else {
            let text = self.first_fen();
            read_position(&loaded.game, &text).map_err(|e| Refusal {
                help: Some("the old rules stay in use; `reload new` takes the new ones and begins a new game".to_owned()),
                ..Refusal::new("position", format!("the line's first position, {text}, cannot be under the new rules: {}", e.message))
            })?
        };
        let mut texts = self.all_texts();
        let wanted = if self.rest.is_empty() { self.at } else { texts.len() + self.rest.len() };
        texts.extend(self.rest.iter().cloned());
        let mut next = Self::at_position(loaded, start);
        let mut stopped = None;
        for (n, text) in texts.iter().enumerate() {
            if let Err(refusal) = next.play(text) {
                let kept = texts[n..].to_vec();
                next.rest.clone_from(&kept);
                let message = refusal.message;
                stopped = Some(StoppedReply { ply: n + 1, text: text.clone(), message, kept });
                break;
            }
        }
        next.at = wanted.min(next.plies.len() - 1);
        *self = next;
        Ok(ReloadReply {
            title: self.game().title.clone(),
            played: self.at,
            stopped,
            state: self.state(),
        })
    }

    /// The game with an option switched, from the same file; the session is not changed.
    ///
    /// # Errors
    /// There is no such option, or the file makes no game with it.
    pub fn switched(&self, name: &str, on: bool) -> Result<Loaded, Refusal> {
        let game = self.game();
        if !game.options.iter().any(|o| o.name == name) {
            let names: Vec<String> = game.options.iter().map(|o| o.name.clone()).collect();
            let help = match names.is_empty() {
                true => "this game has no options".to_owned(),
                false => format!("the options are {}", crate::session::listed(&names)),
            };
            let message = format!("there is no option `{}`", crate::session::shown(name));
            return Err(Refusal { help: Some(help), ..Refusal::new("option", message) });
        }
        let mut options: Vec<(String, bool)> =
            game.options.iter().map(|o| (o.name.clone(), o.on)).collect();
        options.iter_mut().filter(|(known, _)| known == name).for_each(|(_, value)| *value = on);
        crate::pipeline::build(&self.loaded.draft, &options).map_err(|report| {
            let first = report.diagnostics().first().map_or("", |d| d.message.as_str());
            Refusal::new("option", format!("the file makes no game like this: {first}"))
        })
    }

    /// Plays up to so many moves at random; asks `go_on` before each.
    pub fn random(&mut self, plies: usize, seed: u64, go_on: &dyn Fn() -> bool) -> RandomReply {
        let mut state = seed;
        let mut moves = Vec::new();
        while moves.len() < plies && go_on() {
            let Ok(choices) = u64::try_from(self.legal().len()) else { break };
            if choices == 0 {
                break;
            }
            let number = usize::try_from(splitmix(&mut state) % choices).unwrap_or(0);
            moves.extend(self.texts().get(number).cloned());
            self.play_number(number);
        }
        RandomReply { seed, moves, state: self.state() }
    }

    /// Goes to a position that is known to be one of the game; the moves so far are forgotten.
    pub fn restart_at(&mut self, position: Position) {
        self.begin(examine(&self.loaded.game, position, &[]));
    }

    /// The same where its legal moves, in any order, and whether there is check are known.
    pub fn restart_with(&mut self, position: Position, moves: Vec<Move>, check: bool) {
        self.begin(examined(&self.loaded.game, position, (moves, check), &[]));
    }

    fn begin(&mut self, ply: Ply) {
        self.rest.clear();
        self.plies = vec![ply];
        self.at = 0;
    }
}

/// Refuses a number of moves that is none or more than there are.
fn enough(moves: usize, there: usize, none: &str, what: &str) -> Result<(), Refusal> {
    if (1..=there).contains(&moves) {
        return Ok(());
    }
    let message = match (there, moves) {
        (0, _) => none.to_owned(),
        (_, 0) => "0 moves are none".to_owned(),
        _ => format!("{} {what}, and not {moves}", crate::session::counted(there, "move")),
    };
    let help = (there > 0).then(|| match there {
        1 => "write no number, or 1".to_owned(),
        _ => format!("write a number from 1 to {there}"),
    });
    Err(Refusal { help, ..Refusal::new("history", message) })
}

/// The next number of a generator (splitmix64) that gives the same ones everywhere.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
