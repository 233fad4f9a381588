//! From a text to what it says. Resolves no name.
//!
//! A first pass over the characters finds texts, brackets and characters that cannot be (`scan`, `brackets`,
//! `characters`). Then each declaration, each rule of a piece and each line of a test is read by itself (`blocks`), so
//! that a mistake in one hides nothing of the others. Only `grammar` and `tree` know how reading is done.

mod advice;
mod blocks;
mod brackets;
mod characters;
mod cures;
mod dialects;
mod explain;
mod forms;
mod grammar;
mod phrases;
mod read_on;
mod recover;
mod resume;
mod scan;
mod tree;
mod words;

use crate::ast;
use crate::diagnostics::Diagnostics;
use crate::text::FileId;
use crate::text::Source;

pub use characters::look_alike;
pub use phrases::{Phrase, phrase_at};

/// How deep brackets may stand in one another.
pub const DEPTH_LIMIT: usize = 64;

/// How often an element or a bracket of moves can be repeated by number.
pub const REPEAT_LIMIT: u32 = 99;

/// How many syntax errors of one file are reported.
pub const ERROR_LIMIT: usize = 200;

/// Reads a file. Whatever could be read is in the tree, also beside errors.
#[must_use]
pub fn parse(source: &Source, file: FileId) -> (ast::File, Diagnostics) {
    blocks::read_file(source.text(), file)
}
