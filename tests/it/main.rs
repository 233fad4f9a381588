//! All integration tests in one binary.

mod check;
mod checking;
mod cli;
mod expand;
mod games;
mod given;
mod laws;
mod layers;
mod mangled;
mod parse;
mod perft;
mod readme;
mod report;
mod resolve;
mod support;
