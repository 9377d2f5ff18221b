//! The texts of bodies, and the contents that cannot be converted as text: binary data, documents that name a
//! charset, and enclosed messages.

pub(crate) mod binary;
pub(crate) mod blank;
mod body_text;
pub(crate) mod card;
pub(crate) mod content;
pub(crate) mod embedded;
pub(crate) mod html;
pub(crate) mod inside;
pub(crate) mod unreadable;

pub(in crate::text) use body_text::as_found;
pub(crate) use body_text::{Body, transfer_error};
