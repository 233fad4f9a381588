//! All integration tests in one binary.

mod check;
mod expand;
mod games;
mod mangled;
mod parse;
mod report;
mod resolve;
mod support;
