//! All integration tests in one binary.

mod check;
mod cli;
mod expand;
mod games;
mod layers;
mod mangled;
mod parse;
mod report;
mod resolve;
mod support;
