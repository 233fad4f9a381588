//! What the benchmarks share: positions with their figures, the other programs, clocks, the parts of the table.

pub mod before;
pub mod clock;
pub mod games;
pub mod growth;
pub mod measure;
pub mod peers;
pub mod places;
pub mod playout;
pub mod table;
