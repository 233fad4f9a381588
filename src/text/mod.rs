//! Named texts and places in them. Knows nothing of files, terminals or stages.

mod source;
mod span;

pub use source::{Source, SourceMap};
pub use span::{FileId, Span, Spanned};
