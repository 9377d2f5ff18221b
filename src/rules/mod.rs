//! Decisions of the owner of mail about the charsets of texts whose labels are wrong or missing.
//!
//! A rule says to which messages it applies, by the same conditions as a [selection](crate::selection). It also says
//! to which labels it applies, and how text with such a label is read. The first rule that applies to a text decides.
//!
//! Proof is stronger than any rule. Proof is a byte order mark, escape sequences, UTF-8 that cannot be an accident in
//! another charset, or well-formed UTF-7 with the label UTF-7. Octets that cannot be decoded as the rule says are
//! left unchanged, with a finding that names the rule.
//!
//! A rule can name several charsets. Each text is then read in one of them: the charset in which its letters are
//! likeliest. If the letters do not show which charset is right, the text is left unchanged.
//!
//! A rule can also name wrong decodings to be undone: text was in one charset, was decoded in another one, and the
//! result was stored, perhaps several times.
//!
//! The header of an enclosed message decides which rules apply to the texts of that message. If this header names no
//! mailing list, the mailing list of the message around it counts. No condition of a rule depends on messages
//! elsewhere in the mail, so any part of the mail can be converted alone.
//!
//! The time for each message is linear in the size of its header and in the number of rules that could apply. These
//! are the rules that name the message's sender, list or thread, and the rules that name no sender, list or thread.
//! With the feature `rules`, a file in TOML can be parsed (`Rules::parse`).

// Without the feature `rules`, there are only the caller's own rules, and some code is unused.
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
