//! All integration tests in one binary.

mod built_in;
mod check;
mod checking;
mod cli;
mod diagnostics;
mod expand;
mod explain;
mod games;
mod given;
mod laws;
mod layers;
mod mangled;
mod mending;
mod mutants;
mod parse;
mod perft;
mod positions;
mod readme;
mod repl;
mod report;
mod resolve;
mod spelling;
mod support;
mod traps;
mod unnamed;
mod why;
