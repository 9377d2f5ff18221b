//! The forms of one header field: raw UTF-8, encoded words, RFC 2231. A rewrite brings fields into the form that its
//! policy names. [`encode`](crate::encode) writes values in the form that its caller names. A view of a message
//! shows fields in raw UTF-8.

mod encoded_word;
mod field;
mod fold;
mod fold_point;
mod parameter;
mod phrase;
pub(crate) mod separator;
mod text_form;
mod unstructured;
pub(crate) mod value;

pub(crate) use field::{FieldRewrite, Outcome, utf8_line};
