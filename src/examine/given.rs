//! Laws of what comes from outside: whatever the text, reading it ends with an answer that makes sense. For property tests and
//! fuzz targets, which call the same functions.

use crate::examine::verify::{Plan, verify};
use crate::notation::{read_position, write_position};
use crate::pipeline::Loader;
use crate::pipeline::{Loaded, load};
use crate::play::fast::Fast;
use crate::session::Session;
use crate::text::Source;

/// Finds no parents.
struct Alone;

impl Loader for Alone {
    fn load(&self, name: &str, _: &str) -> Result<Source, String> {
        Err(format!("no file `{name}` here"))
    }
}

/// A definition's text, whatever it is: it loads, or every mistake has its place in the text and none is a bug. What loads is
/// played, and all laws hold.
///
/// # Errors
/// What does not hold. Gives whether the text loads.
pub fn definition(text: &str, plan: &Plan) -> Result<bool, String> {
    let loaded = match load(Source::new("given.variant", text), &Alone, &[]) {
        Ok(loaded) => loaded,
        Err(report) => {
            if !report.has_errors() {
                return Err("it does not load, and no error says why".to_owned());
            }
            for problem in report.diagnostics() {
                if problem.code == "E0699" || problem.code == "E0199" {
                    return Err(format!("{}: {}", problem.code, problem.message));
                }
                let outside = |l: &crate::diagnostics::Label| {
                    let (start, end) = (l.span.start as usize, l.span.end as usize);
                    start > end || text.get(start..end.min(text.len())).is_none()
                };
                if problem.labels.iter().any(outside) {
                    return Err(format!("{} has its place outside of the text", problem.code));
                }
            }
            return Ok(false);
        }
    };
    match verify(&loaded, plan, &|_| {}).found {
        None => Ok(true),
        Some(found) => Err(format!("{}: {}\n{}", found.law.words(), found.message, found.test)),
    }
}

/// A position's text, whatever it is: refused at a place within it, or read as a position that is written and read again alike.
///
/// # Errors
/// What does not hold. Gives whether it is a position.
pub fn position(loaded: &Loaded, text: &str) -> Result<bool, String> {
    let game = &loaded.game;
    let position = match read_position(game, text) {
        Ok(position) => position,
        Err(error) => {
            let placed = error.start <= error.end && error.end <= text.len() + 1;
            let whole = text.is_char_boundary(error.start.min(text.len()));
            return if placed && whole && !error.message.is_empty() {
                Ok(false)
            } else {
                Err(format!("refused at {}..{}: {}", error.start, error.end, error.message))
            };
        }
    };
    let fast = Fast::new(game);
    let fen = write_position(game, &position, &fast.legal_moves(&position));
    let again = read_position(game, &fen).map_err(|e| format!("{fen}: {e}"))?;
    let written = write_position(game, &again, &fast.legal_moves(&again));
    if written == fen { Ok(true) } else { Err(format!("{fen} reads back as {written}")) }
}

/// A move's text, whatever it is: it means one legal move, or is refused for a reason; `why` says the same.
///
/// # Errors
/// What does not hold. Gives whether it means a legal move.
pub fn move_text(session: &Session, text: &str) -> Result<bool, String> {
    let found = session.find(text);
    let why = session.why(text);
    match (&found, &why) {
        (Ok(number), Ok(why)) if why.legal && session.texts().get(*number) == Some(&why.text) => {
            Ok(true)
        }
        (Err(refusal), Ok(why)) if !why.legal && !refusal.message.is_empty() => Ok(false),
        (Err(_), Err(_)) => Ok(false),
        _ => Err(format!("{text:?}: found {found:?}, why {why:?}")),
    }
}
