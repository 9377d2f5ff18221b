//! Evidence in octets about their charset, whatever their label says.

pub(crate) mod answers;
pub(crate) mod byte_order;
mod controls;
mod disproof;
pub(crate) mod doubt;
pub(crate) mod east_asian_signs;
pub(crate) mod few_characters;
pub(crate) mod garbled;
pub(crate) mod lost_escapes;
pub(crate) mod message_evidence;
pub(crate) mod mixed;
mod octets;
pub(crate) mod segments;
mod shared_label;
pub(crate) mod shift;
pub(crate) mod stray_words;
pub(crate) mod survey;
pub(crate) mod utf8_proof;
pub(crate) mod visual_order;
pub(crate) mod width;
pub(crate) mod windows_signs;
pub(crate) mod words;

pub(in crate::text) use controls::{Controls, with_marks};
pub(in crate::text) use disproof::{disproves, has_foreign_ending, has_foreign_lines};
pub(crate) use octets::*;
pub(in crate::text) use shared_label::{Standing, is_short, lacks_characters, may_share};
