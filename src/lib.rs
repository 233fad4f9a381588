//! Heterodox: an interpreter for a small language that describes chess variants.
//!
//! ```text
//! text ─parse─▶ ast ─expand─▶ ast ─resolve─▶ model ─compile─▶ ir ─play─▶ positions, moves, outcomes
//!                                              │                              │
//!                                            check ─▶ diagnostics          notation
//!                                                                             │
//!                                  pipeline (the line above, one function) ▶ session ▶ examine, faces
//! ```

pub mod ast;
pub mod audit;
pub mod check;
pub mod compile;
pub mod diagnostics;
pub mod examine;
pub mod expand;
pub mod faces;
pub mod ids;
pub mod ir;
pub mod model;
pub mod notation;
pub mod parse;
pub mod pipeline;
pub mod play;
pub mod resolve;
pub mod session;
pub mod text;
