//! What people and programs see: the command line. Holds no rule of any game.

pub mod cli;
