//! `record`: the game on the board becomes a test at the end of its file. It is shown first, asked about, and can be taken out.

use crate::examine::Examiner;
use crate::faces::repl::answer::Answer;
use crate::faces::repl::ask::misused;
use crate::faces::repl::commands::Entry;
use crate::faces::repl::desk::{Desk, Pending};
use crate::faces::repl::files::{append, content, cut, is_shipped};
use crate::pipeline::load;
use crate::session::{Files, Refusal};
use crate::text::Source;
use serde_json::json;
use std::path::PathBuf;

/// A test that is, or shall be, at the end of a file.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    path: PathBuf,
    name: String,
    /// What is added to the file.
    text: String,
}

type Done = Result<Answer, Refusal>;

impl Desk {
    pub(super) fn record(&mut self, entry: &Entry, rest: &str) -> Done {
        if rest == "undo" {
            return self.forget_test();
        }
        let bad = || misused(entry, "the test needs a name between quotes");
        let (name, after) =
            rest.strip_prefix('"').and_then(|r| r.split_once('"')).ok_or_else(bad)?;
        let standing = match after.trim() {
            "" => false,
            "position" => true,
            _ => return Err(bad()),
        };
        let block = self.session.test_block(name, standing)?;
        if is_shipped(&self.target.name) {
            let refusal = self.built_in();
            return Err(Refusal {
                message: format!("{}\nthe test would be\n{}", refusal.message, block.trim_end()),
                ..refusal
            });
        }
        let path = PathBuf::from(&self.target.name);
        let before = content(&path)?;
        let gap = if before.ends_with('\n') { "\n" } else { "\n\n" };
        let what = Recorded { path, name: name.to_owned(), text: format!("{gap}{block}") };
        if let Some(problem) = self.rehearse(&before, &what) {
            return Ok(problem);
        }
        let text = format!("{block}add this to the end of {}? yes or no\n", what.path.display());
        let json = json!({ "kind": "record", "file": self.target.name, "test": block });
        self.pending = Some(Pending::Record(what));
        Ok(Answer { text, json, ..Answer::default() })
    }

    /// What would be wrong with the file if the test stood in it; the test must pass there.
    fn rehearse(&self, before: &str, what: &Recorded) -> Option<Answer> {
        let source = Source::new(&self.target.name, format!("{before}{}", what.text));
        let loaded = match load(source, &Files, &self.target.options) {
            Ok(loaded) => loaded,
            Err(report) => {
                return Some(Answer::problems(&report, &self.look, "nothing was written"));
            }
        };
        let mut examiner = Examiner::new(self.target.clone(), loaded);
        let test = examiner.tests(Some(&what.name)).into_iter().next_back()?;
        let failure = examiner.run(&test).failures.into_iter().next()?;
        let and = "the test would not pass with the file as it is now (try `reload`); nothing was written";
        Some(Answer::problems(&failure.report, &self.look, and))
    }

    /// Writes a test that was agreed to.
    pub(super) fn write_test(&mut self, what: Recorded) -> Answer {
        if let Err(refusal) = append(&what.path, &what.text) {
            return refusal.into();
        }
        let note = format!("added to {}; `record undo` takes it out again", what.path.display());
        self.recorded = Some(what);
        self.refresh();
        Answer::note(note)
    }

    fn forget_test(&mut self) -> Done {
        let nothing = || Refusal::new("history", "no test was recorded that could be taken out");
        let what = self.recorded.clone().ok_or_else(nothing)?;
        let now = content(&what.path)?;
        let Some(before) = now.strip_suffix(what.text.as_str()) else {
            let message = format!(
                "{} has been changed behind the test; take it out by hand",
                what.path.display()
            );
            return Err(Refusal::new("history", message));
        };
        cut(&what.path, before.len() as u64)?;
        self.recorded = None;
        self.refresh();
        Ok(Answer::note(format!(
            "the test \"{}\" was taken out of {}",
            what.name,
            what.path.display()
        )))
    }

    /// Takes up the file with its new end, so that `test` knows of it; whatever is wrong with it will be told by `reload`.
    fn refresh(&mut self) {
        if let Ok(loaded) = self.target.load()
            && self.session.reload(loaded).is_ok()
        {
            self.stamps =
                crate::faces::repl::files::Stamps::of(self.session.loaded(), &self.target);
        }
    }
}
