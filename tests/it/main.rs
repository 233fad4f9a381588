//! All integration tests in one binary.

mod bar;
mod bounds;
mod check;
mod checking;
mod cli;
mod compare;
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
mod readme;
mod repl;
mod report;
mod resolve;
mod spelling;
mod support;
mod why;
