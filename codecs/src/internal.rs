//! Items that the crate `mailutf` uses beside the public interface. They may change in any release: `mailutf` requires
//! exactly the version of this crate that it was tested with.

pub use crate::charset::detect::escape::{by_escape, by_escape_with_text, designated};
#[cfg(mailutf_exceptions)]
pub use crate::charset::detect::exception::WITHOUT;
pub use crate::charset::detect::has_model::HAS_MODEL;
pub use crate::charset::detect::hz::Hz;
pub use crate::charset::detect::needs_model;
pub use crate::charset::detect::sample::scored_words;
pub use crate::charset::detect::utf16_order::likelier_big_endian;
pub use crate::charset::detect::visual::is_final;
pub use crate::charset::detect::weight::{distinct_words, likelier, likelier_as_utf8};
pub use crate::charset::detect::written::{cost_of_written, is_spelled, nats};
pub use crate::charset::legacy::koi8_u;
pub use crate::charset::unicode::utf8_in_mail;
pub use crate::line_starts::LineStarts;
pub use crate::transfer::inference::{inferred, names_none};
