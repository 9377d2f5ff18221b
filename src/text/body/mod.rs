//! The texts of bodies, and what is not text in them: binary data, documents that name a charset, enclosed messages.

pub mod binary;
mod body_text;
pub(crate) mod card;
pub mod embedded;
pub mod html;
pub mod inside;
pub(crate) mod unreadable;

pub(crate) use body_text::Body;
