//! All integration tests in one binary.

mod parse;
mod report;
