//! Decisions of the mail's owner about the charsets of its texts, for mail whose labels are wrong or missing.
//!
//! A rule says to which messages it applies, by the same conditions as a [selection](crate::selection), and to which labels;
//! and how text with such a label is read. The first rule that applies to a text decides. Proof is stronger than any rule: a
//! byte order mark, escape sequences, UTF-8 that cannot be an accident in another charset, and well-formed UTF-7 under its
//! label. Octets that cannot be decoded as the rule says are left unchanged, with a finding that names the rule.
//!
//! A rule may name several charsets. Each text is read in the one in which its letters are likeliest, and left
//! unchanged if the letters do not show which one is right.
//!
//! A rule may also name wrong decodings to be undone: text was in one charset, was decoded in another one, and the result was
//! stored, perhaps several times.
//!
//! For texts of an enclosed message, the header of that message counts; if it names no mailing list, the mailing list of the
//! message around it counts. Nothing in a rule depends on other messages, so that any part of the mail can be converted alone.
//!
//! Time for each message: linear in the header, and in the rules that name its sender, list or thread, or that name no
//! sender, list or thread. With the feature `rules`, a file in TOML is [parsed](Rules::parse).

// Without files of rules, there are only the caller's own rules, and some code is unused.
#![cfg_attr(not(feature = "rules"), allow(dead_code))]

mod charsets;
mod index;
mod label;
mod message_rules;
#[cfg(feature = "rules")]
mod mistake;
#[cfg(feature = "rules")]
mod parse;
mod rule;
mod rule_list;
mod rules_by_message;
mod undo;

#[cfg(feature = "rules")]
pub use label::escape_label;
pub(crate) use message_rules::MessageRules;
#[cfg(feature = "rules")]
pub use mistake::{Mistake, Mistakes};
pub(crate) use rule::{Read, Rule};
pub use rule_list::Rules;
pub(crate) use rules_by_message::RulesByMessage;
pub(crate) use undo::{Pair, Undo};
