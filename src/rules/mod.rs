//! What the owner of mail has decided about the charsets of its texts, for mail whose labels are wrong or missing.
//!
//! A rule says for which messages it is meant, by the same conditions as a [selection](crate::selection); for which label;
//! and how such text is read. The first rule that is meant for a text counts. Proof counts more than any rule: a byte order
//! mark, escape sequences, UTF-8 that is an accident in no other charset, and well-formed UTF-7 under its label. A rule says
//! how octets are read; octets that do not decode so are left unchanged, with a finding that names the rule.
//!
//! A rule may also name wrong decodings, which are undone: text was in one charset, was decoded in another one, and was stored
//! like that, perhaps several times.
//!
//! Texts of an enclosed message go by the header of that message; one that names no mailing list came by that of the message
//! around it. Nothing in a rule depends on other messages, so that any part of the mail can be converted alone.
//!
//! For each message, linear in the rules that name its sender, list or thread, or none, and in the header. With the feature `rules`, a file in TOML is
//! [parsed](Rules::parse).

// Without a file, only the caller's own rules are made.
#![cfg_attr(not(feature = "rules"), allow(dead_code))]

mod decided;
mod decisions;
mod index;
mod label;
#[cfg(feature = "rules")]
mod mistake;
#[cfg(feature = "rules")]
mod parse;
mod rule;
mod rule_list;
mod undo;

pub(crate) use decided::Decided;
pub(crate) use decisions::Decisions;
#[cfg(feature = "rules")]
pub use mistake::{Mistake, Mistakes};
pub(crate) use rule::{Read, Rule};
pub use rule_list::Rules;
pub(crate) use undo::{Pair, Undo};
