//! All integration tests in one binary.

mod check;
mod expand;
mod games;
mod parse;
mod report;
mod resolve;
mod support;
