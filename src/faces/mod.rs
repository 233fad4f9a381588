//! What people and programs see: the command line and the prompt. Holds no rule of any game.

pub mod cli;
pub mod repl;
