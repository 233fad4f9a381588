//! Compiled rules: tables and small programs, all that `play` needs. Immutable, made by `compile`, shared by every position.

mod condition;
mod costs;
mod dump;
mod form;
mod game;
mod plain;
mod program;
mod topology;

pub use condition::{CellMasks, Condition, TrailTest};
pub use costs::{Cost, General, InSets, Kept, costs};
pub use dump::{dump_forms, dump_programs};
pub use form::{AttackNode, AttackTree, Emit, Flags, FormNode, Forms, Group, Tree};
pub use game::{
    Blast, Castle, Comparison, End, EndCondition, EndTerm, Every, Game, GameOption, Laws,
    LazyForms, Moment, Needs, Piece, Player, Promotion, Right, RuleInfo, RuleShape, Verdict,
};
pub use plain::{Guard, Plain, Shape, Sheaf, Siege, Way};
pub use program::{Op, Program};
pub use topology::Topology;
