//! Rewriting: a plan of edits over the input. What no edit covers is copied.

mod body;
mod body_reading;
mod charsets;
mod content_type;
mod dependent_fields;
mod draft;
mod encoded_messages;
mod encoded_word;
mod field;
mod field_findings;
mod fold;
mod fold_point;
mod form;
mod header;
mod merge;
mod normalize;
mod not_utf8;
mod parameter;
mod phrase;
mod plan;
mod raw;
mod signatures;
mod structure_check;
#[cfg(feature = "to-utf7")]
mod to_utf7;
mod unstructured;
mod written;

pub use charsets::Charsets;
pub use normalize::{Normalizer, normalize};
pub use plan::{Plan, Planner};
#[cfg(feature = "to-utf7")]
pub use to_utf7::{ToUtf7, Utf7Options, Wrap};
