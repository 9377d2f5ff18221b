//! The forms of one header field: raw UTF-8, encoded words, RFC 2231. A rewrite brings fields into the form of its policy, a
//! client shows them in one, and [`encode`](crate::encode) writes values in one.

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
