//! The definition file and saved games: `reload`, `watch`, `option`, `edit`, `export`, `save`, `open`.

use crate::faces::repl::answer::Answer;
use crate::faces::repl::ask::misused;
use crate::faces::repl::commands::Entry;
use crate::faces::repl::desk::{Desk, Pending, split};
use crate::faces::repl::tell;
use crate::notation::read_record;
use crate::pipeline::Loaded;
use crate::session::{Refusal, Reply, SHIPPED, Session, Target, shown};
use serde_json::json;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Largest file that is read as a game, in bytes.
const LARGEST: u64 = 4 << 20;

type Done = Result<Answer, Refusal>;
/// Time and length of a file; none if it is not there.
type Stamp = Option<(SystemTime, u64)>;

/// When the files of a game were changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamps(Vec<(PathBuf, Stamp)>);

impl Stamps {
    /// Of the file itself and its parents, those that are built in left out.
    pub(super) fn of(loaded: &Loaded, target: &Target) -> Self {
        let mut names: Vec<String> =
            loaded.sources.iter().map(|(_, s)| s.name().to_owned()).collect();
        names.push(target.name.clone());
        names.retain(|name| !is_shipped(name));
        names.sort();
        names.dedup();
        Self(
            names
                .into_iter()
                .map(PathBuf::from)
                .map(|path| {
                    let stamp = stamp(&path);
                    (path, stamp)
                })
                .collect(),
        )
    }

    /// The same files as they are now.
    fn now(&self) -> Self {
        Self(self.0.iter().map(|(path, _)| (path.clone(), stamp(path))).collect())
    }
}

fn stamp(path: &Path) -> Stamp {
    let what = fs::metadata(path).ok()?;
    Some((what.modified().ok()?, what.len()))
}

pub(super) fn is_shipped(name: &str) -> bool {
    SHIPPED.iter().any(|s| s.name == name)
}

/// A path as it is written: with or without quotes, `~/` for home.
fn path_of(text: &str) -> PathBuf {
    let text = text.trim().trim_matches('"');
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(text),
    }
}

fn cannot(path: &Path, doing: &str, error: &std::io::Error) -> Refusal {
    Refusal::new("file", format!("`{}` cannot be {doing}: {error}", path.display()))
}

impl Desk {
    /// Reloads if it shall and a file has changed; what it says then.
    pub(crate) fn notice(&mut self) -> Option<Answer> {
        let now = self.watch.then(|| self.stamps.now()).filter(|now| *now != self.stamps)?;
        // A file that is just being written may be missing for a moment.
        if now.0.iter().any(|(_, stamp)| stamp.is_none()) {
            return None;
        }
        Some(self.read_again(false).unwrap_or_else(|refusal| Answer::refused(&refusal)))
    }

    pub(super) fn reload(&mut self, rest: &str) -> Done {
        match rest {
            "" => self.read_again(false),
            "new" => self.read_again(true),
            _ => Err(Refusal {
                help: Some("`reload`, or `reload new` to begin a new game".to_owned()),
                ..Refusal::new("usage", format!("`reload {}` is not understood", shown(rest)))
            }),
        }
    }

    /// Reads the file again. If it has errors they are shown, and the old rules stay in use.
    fn read_again(&mut self, anew: bool) -> Done {
        self.stamps = self.stamps.now();
        let loaded = match self.target.load() {
            Ok(loaded) => loaded,
            Err(report) => {
                let first = report.diagnostics().first().and_then(|d| d.labels.first());
                if let Some(label) = first {
                    let file = report.sources().get(label.span.file).name().to_owned();
                    self.place = Some((file, report.sources().line_of(label.span)));
                }
                return Ok(Answer::problems(&report, &self.look, "the old rules stay in use"));
            }
        };
        self.draft = None;
        if anew {
            self.session = Session::new(loaded);
            self.stamps = Stamps::of(self.session.loaded(), &self.target);
            return Ok(Answer::with(self.short_board(), &Reply::State(self.session.state())));
        }
        self.adopt_rules(loaded)
    }

    /// Plays the line again under other rules.
    fn adopt_rules(&mut self, loaded: Loaded) -> Done {
        let reply = Reply::Reload(Box::new(self.session.reload(loaded)?));
        self.stamps = Stamps::of(self.session.loaded(), &self.target);
        let text = format!("{}{}", tell::reply(&reply, &self.look), self.short_board());
        Ok(Answer::with(text, &reply))
    }

    pub(super) fn option(&mut self, entry: &Entry, rest: &str) -> Done {
        let (name, value) = split(rest);
        let on = match value {
            "on" => true,
            "off" => false,
            _ => return Err(misused(entry, "an option is switched `on` or `off`")),
        };
        let loaded = self.session.switched(name, on)?;
        let answer = self.adopt_rules(loaded)?;
        self.target.options.retain(|(known, _)| known != name);
        self.target.options.push((name.to_owned(), on));
        Ok(answer)
    }

    pub(super) fn set_watch(&mut self, entry: &Entry, rest: &str) -> Done {
        match rest {
            "on" => self.watch = true,
            "off" => self.watch = false,
            "" => {}
            _ => return Err(misused(entry, "`on` or `off`")),
        }
        if self.watch && is_shipped(&self.target.name) {
            return Ok(Answer::note(
                "watching, but this game is built in and will not change; `export FILE` makes a file of it",
            ));
        }
        Ok(Answer::note(if self.watch {
            "the file is read again when it has changed"
        } else {
            "the file is not watched"
        }))
    }

    /// Why a built-in game cannot be changed, and how to get one that can.
    pub(super) fn built_in(&self) -> Refusal {
        Refusal {
            help: Some(format!(
                "`export my-{}.variant` writes it to a file of your own and goes on with that",
                self.target.name
            )),
            ..Refusal::new(
                "built-in",
                format!("`{}` is built in and cannot be changed", self.target.name),
            )
        }
    }

    pub(super) fn edit(&mut self) -> Done {
        let own = (self.target.name.clone(), 1);
        let (file, line) = self.place.clone().filter(|(file, _)| !is_shipped(file)).unwrap_or(own);
        if is_shipped(&file) {
            return Err(self.built_in());
        }
        if !self.terminal && std::env::var_os("EDITOR").is_none() {
            return Err(Refusal::new(
                "editor",
                format!("no $EDITOR is set; the place is {file}:{line}"),
            ));
        }
        let editor = ["VISUAL", "EDITOR"]
            .into_iter()
            .find_map(|n| std::env::var(n).ok().filter(|v| !v.trim().is_empty()));
        let editor = editor.unwrap_or_else(|| "vi".to_owned());
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or("vi");
        let mut command = std::process::Command::new(program);
        let status = command.args(words).arg(format!("+{line}")).arg(&file).status();
        let changed = self.stamps.now() != self.stamps;
        match status {
            Ok(status) if !status.success() => {
                let read = if changed { self.read_again(false)?.text } else { String::new() };
                let has = if changed { "has changed" } else { "has not changed" };
                let message = format!("`{program}` failed ({status}); {file} {has}");
                let failed = Answer::refused(&Refusal::new("editor", message));
                Ok(Answer { text: read + &failed.text, ..failed })
            }
            Ok(_) if changed => self.read_again(false),
            Ok(_) => Ok(Answer::note(format!("{file} has not changed"))),
            Err(error) => Err(Refusal::new(
                "editor",
                format!("`{program}` cannot be started: {error}; the place is {file}:{line}"),
            )),
        }
    }

    pub(super) fn export(&mut self, name: &str) -> Done {
        let path = path_of(name);
        let own = self.session.loaded().own;
        let text = self.session.loaded().sources.get(own).text().to_owned();
        let named = path.display().to_string();
        if !named.ends_with(".variant") {
            return Err(Refusal::new("file", format!("`{named}` does not end in `.variant`")));
        }
        Ok(self.write_or_ask(path, text, true))
    }

    pub(super) fn save(&mut self, name: &str) -> Done {
        let path = path_of(name);
        let pgn = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
        let text = self.session.saved(&self.target.name, pgn);
        Ok(self.write_or_ask(path, text, false))
    }

    fn write_or_ask(&mut self, path: PathBuf, text: String, goes_on: bool) -> Answer {
        if path.is_dir() {
            let message = format!("`{}` is a directory", path.display());
            let help = Some("name a file in it".to_owned());
            return Refusal { help, ..Refusal::new("file", message) }.into();
        }
        if !path.exists() {
            return self.write_file(&path, &text, goes_on);
        }
        let question = format!("`{}` is there already; write over it? yes or no", path.display());
        self.pending = Some(Pending::Overwrite { path, text, goes_on });
        Answer::note(question)
    }

    pub(super) fn write_file(&mut self, path: &Path, text: &str, goes_on: bool) -> Answer {
        if let Err(error) = fs::write(path, text) {
            return cannot(path, "written", &error).into();
        }
        let shown_path = path.display().to_string();
        if goes_on {
            // A name without a directory could be that of a built-in game.
            let name = if shown_path.contains('/') {
                shown_path.clone()
            } else {
                format!("./{shown_path}")
            };
            let target = Target { name, options: self.target.options.clone() };
            let old = std::mem::replace(&mut self.target, target);
            if let Err(refusal) = self.read_again(false) {
                self.target = old;
                return refusal.into();
            }
            return Answer::note(format!("written to {shown_path}, which is the game from now on"));
        }
        let mut answer = Answer::note(format!("written to {shown_path}"));
        answer.json = json!({ "kind": "saved", "file": shown_path, "game": text });
        answer
    }

    pub(super) fn open(&mut self, name: &str) -> Done {
        let path = path_of(name);
        let mut bytes = Vec::new();
        let file = File::open(&path).map_err(|e| cannot(&path, "read", &e))?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| cannot(&path, "read", &e))?;
        if bytes.len() as u64 > LARGEST {
            return Err(Refusal::new(
                "file",
                format!("`{}` is larger than {LARGEST} bytes", path.display()),
            ));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::new("file", format!("`{}` is not UTF-8", path.display())))?;
        let record = read_record(&text)?;
        // A record that names neither a game nor an option is one of the game on the board.
        let target = match (&record.variant, record.options.is_empty()) {
            (None, true) => self.target.clone(),
            (name, _) => Target {
                name: name.clone().unwrap_or_else(|| self.target.name.clone()),
                options: record.options.clone(),
            },
        };
        let mut next = if target == self.target {
            self.session.clone()
        } else {
            match target.load() {
                Ok(loaded) => Session::new(loaded),
                Err(report) => {
                    return Ok(Answer::problems(
                        &report,
                        &self.look,
                        "the game on the board stays",
                    ));
                }
            }
        };
        next.follow(&record)?;
        self.target = target;
        self.session = next;
        self.stamps = Stamps::of(self.session.loaded(), &self.target);
        let mut text = self.short_board();
        let result = self.session.state().result.unwrap_or("*");
        if record.result != "*" && record.result != result {
            text.push_str(&format!("the file says that the result is {}\n", record.result));
        }
        Ok(Answer::with(text, &Reply::History(self.session.line())))
    }
}

/// Adds text to the end of a file; gives how long it was.
pub(super) fn append(path: &Path, text: &str) -> Result<u64, Refusal> {
    let mut file =
        fs::OpenOptions::new().append(true).open(path).map_err(|e| cannot(path, "written", &e))?;
    let before = file.metadata().map_err(|e| cannot(path, "read", &e))?.len();
    file.write_all(text.as_bytes()).map_err(|e| cannot(path, "written", &e))?;
    Ok(before)
}

/// The text of a file.
pub(super) fn content(path: &Path) -> Result<String, Refusal> {
    fs::read_to_string(path).map_err(|e| cannot(path, "read", &e))
}

/// Cuts a file off.
pub(super) fn cut(path: &Path, length: u64) -> Result<(), Refusal> {
    let file =
        fs::OpenOptions::new().write(true).open(path).map_err(|e| cannot(path, "written", &e))?;
    file.set_len(length).map_err(|e| cannot(path, "written", &e))
}
