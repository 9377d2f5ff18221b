//! Plans the edits of header fields.

mod block;
pub(super) mod content_type;
mod encoded_word;
mod field;
mod field_findings;
mod fold;
mod fold_point;
mod not_utf8;
mod parameter;
mod phrase;
mod separator;
mod text_form;
mod unstructured;
pub(crate) mod value;

pub(super) use block::plan;
pub(crate) use field::utf8_line;
