//! Named texts and places in them. Knows nothing of files, terminals or stages.

mod source;
mod span;

pub use source::{BYTE_ORDER_MARK, Source, SourceMap};
pub use span::{FileId, Span, Spanned};
