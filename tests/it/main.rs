//! All integration tests in one binary.

mod check;
mod expand;
mod parse;
mod report;
mod resolve;
mod support;
