//! Positions and moves of a compiled game. Knows ids and compiled rules only: no text, no names.
//!
//! Two generators: [`mod@reference`], the plain interpreter of the programs with make-and-look legality, and [`fast`], which runs
//! the unrolled trees. The first is the judge of the second.

mod blocked;
mod explain;
pub mod fast;
pub mod key;
mod look;
mod machine;
mod mirror;
mod moves;
mod outcome;
pub mod perft;
mod position;
pub mod reference;
mod second;
mod trace;

pub use explain::{Failure, Illegal, Law, Wanted, explain, fits};
pub use machine::Obstacle;
pub use mirror::{mirrored, mirrored_move};
pub use moves::{Move, Partner, Second};
pub use outcome::{Outcome, Past, Repetitions, State, outcome, repetition_key, state};
pub use position::{Fault, Position, Trail};
pub use second::SecondFault;
pub use trace::{Exposed, Funnel, Step, Trial, Way, attacks, funnel, trials, ways};
