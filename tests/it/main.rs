//! All integration tests, in one program.

mod check;
mod expand;
mod resolve;
mod support;
