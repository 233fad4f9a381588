//! Positions and moves as text, in and out. Decides no legality: a move's text is looked for among the legal moves.

mod diagram;
mod error;
mod fields;
mod hands;
mod moves;
mod placement;
mod position;
mod read_record;
mod record;
mod rights;
mod trail;
mod wanted;
mod words;

pub use diagram::{Diagram, diagram};
pub use error::PositionError;
pub use moves::{MoveError, move_texts, read_move};
pub use placement::is_for_board;
pub use position::{
    cell_name, file_letter, position_faults, read_cell, read_position, write_position,
};
pub use read_record::{RecordError, read_record};
pub use record::{Place, Record, write_pgn, write_record};
pub use rights::{at_home, known_letters, right_by_letter, right_letter, rights_text};
pub use wanted::{read_exact, read_wanted, wanted_text};
pub use words::with_article;
