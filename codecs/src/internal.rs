//! Items that the crate `mailutf` uses in addition to the public interface. The items can change in any release,
//! because `mailutf` requires exactly the version of this crate with which it was tested.

pub use crate::charset::detect::escape::{by_escape, by_escape_with_text, designated};
pub use crate::charset::detect::final_letter::is_final;
pub use crate::charset::detect::hz::Hz;
#[cfg(mailutf_exceptions)]
pub use crate::charset::detect::model::WITHOUT;
pub use crate::charset::detect::model::{
    HAS_MODEL, cost_of_written, distinct_words, has_latin_letters, is_spelled, likelier, likelier_as_utf8,
    likelier_big_endian, scored_words, suits,
};
pub use crate::charset::detect::nat::nats;
pub use crate::charset::detect::needs_model;
pub use crate::charset::legacy::koi8_u;
pub use crate::charset::unicode::utf8_in_mail;
pub use crate::line_starts::LineStarts;
pub use crate::transfer::inference::{inferred, names_none};
