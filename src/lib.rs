//! Heterodox: an interpreter for a small language that describes chess variants.
//!
//! ```text
//! text ─parse─▶ ast ─expand─▶ ast ─resolve─▶ model ─compile─▶ ir ─play─▶ positions, moves, outcomes
//!                                              │                              │
//!                                            check ─▶ diagnostics          notation
//!                                                                             │
//!                                  pipeline (the line above, one function) ▶ session ▶ examine, faces
//! ```

pub mod text;
pub mod diagnostics;
pub mod ast;
pub mod parse;
pub mod expand;
pub mod ids;
pub mod model;
pub mod resolve;
pub mod check;
pub mod ir;
pub mod compile;
pub mod play;
pub mod notation;
pub mod pipeline;
pub mod session;
pub mod examine;
pub mod faces;
