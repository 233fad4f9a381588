//! All integration tests in one binary.

mod check;
mod diagnostics;
mod expand;
mod explain;
mod games;
mod mangled;
mod mutants;
mod parse;
mod report;
mod resolve;
mod support;
