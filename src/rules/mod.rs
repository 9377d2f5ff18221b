//! Decisions of the owner of mail about the charsets of texts whose labels are wrong or missing.
//!
//! A rule says to which messages it applies, by the same conditions as a [selection](crate::selection). It also says
//! to which labels it applies, and how text with such a label is read. The first rule that applies to a text decides.
//! Rules are made by [`Rules::overrule`], or parsed from a file (`Rules::parse`, with the feature `rules`).
//!
//! # Order
//!
//! A rule is stronger than the label of a text and all other evidence, but weaker than proof. Proof is a byte order
//! mark, escape sequences, UTF-8 that cannot be an accident in another charset, or well-formed UTF-7 with the label
//! UTF-7. There are two exceptions:
//!
//! - A rule is stronger than proof if it names the message, by its digest or by its Message-ID without a `*`, and if
//!   `read` is `"label"` or one charset.
//! - A rule with `read = "leave"` leaves text unchanged whatever its octets prove.
//!
//! Text that is labelled UTF-8 or UTF-7, and is valid in the charset of its label, is never read in another charset by
//! a rule, not even by one that names the message. But such a text can have been garbled before it was stored, and
//! `undo` and `read = "evidence"` restore it. Raw octets of header fields have no label; there, proof is always stronger
//! than a rule.
//!
//! A rule with a Message-ID applies to the converted message, too, so that a second run changes nothing. A rule with a
//! digest does not: what evidence says of the converted message counts again. Converted text is labelled UTF-8, and has no
//! label in fields, so a rule with a condition on another label does not apply to it either: leave out `label` in a rule
//! with a Message-ID, or write `label = ["iso-8859-1", "utf-8", "none"]`.
//!
//! Octets that cannot be decoded as the rule says are left unchanged, with a finding that names the rule.
//!
//! # Format of the file
//!
//! The file is TOML: `version = 1`, and then a table `[[rule]]` for each rule. A rule has `read` or `undo`, or both,
//! and at least one condition. All conditions must hold. The value of a condition other than `dates` can be an array;
//! then the condition holds if one of the values does.
//!
//! | condition | holds if |
//! |---|---|
//! | `from` | this is the address of the first author in From, or else that in Sender; never a display name |
//! | `list` | this is the identifier in List-Id |
//! | `thread` | the first message of the thread has this Message-ID |
//! | `message-id` | the message has this Message-ID; upper and lower case are different |
//! | `dates` | the day of Date, in its own zone, is in this [interval](crate::selection::Days): a day, a month, a year or two of them, such as `"2003/2006-07"`; a date that cannot be read is in none |
//! | `digest` | this is the SHA-256 of the message: `"sha256:"` and 64 hexadecimal digits; no converted message has it |
//! | `label` | this is the charset label or an alias of it, in any spelling; `"none"` is no label, `"unknown"` a label that names no charset, `"*"` anything; for a label that is one of these words, see `escape_label` |
//! | `file` | this is the file of the message, a [`Glob`](crate::selection::Glob) such as `"lists/*.mbox"`; needs [`Rules::at`] |
//!
//! `from`, `list`, `thread` and `message-id` are [patterns](crate::selection::Pattern), in which `*` stands for any
//! octets. In a name that contains a `*`, a `<` or a backslash, each of them needs a backslash before it:
//! [`selection::escape`](crate::selection::escape) puts it there. TOML keeps a backslash between single quotes; between
//! double quotes it is written twice. `quote` writes any name as a string of TOML.
//!
//! | key | value | the text is |
//! |---|---|---|
//! | `read` | a charset | read in this charset |
//! | | charsets, such as `["koi8-r", "windows-1251"]` | read in the one of them in which its letters are likeliest; left unchanged if the letters do not show which one is right, or show another charset |
//! | | `"label"` | read as it is labelled, although its letters look like those of another charset |
//! | | `"evidence"` | read as it very likely is, and restored if it was garbled, as with [`Doubtful::Evidence`](crate::policy::Doubtful::Evidence) |
//! | | `"leave"` | left unchanged |
//! | `undo` | pairs, such as `["windows-1252 > utf-8"]`: "was decoded as windows-1252, and was UTF-8"; the last decoding first | restored, if no character is lost and the letters become likelier, as often as they do; without `read`, it is first read as without the rule |
//! | `lossy` | `true`, only with `undo` and `digest` | restored even if characters are lost |
//!
//! A rule with a digest undoes each pair once, whatever the letters show.
//!
//! ```
//! # #[cfg(feature = "rules")] {
//! use mailutf::rules::Rules;
//! use mailutf::{Policy, message::Message};
//! let rules = Rules::parse(
//!     r#"
//!     version = 1
//!
//!     [[rule]]
//!     from = ["jan@example.org", "*@old.example.org"]
//!     dates = "2003/2006-07"
//!     label = "iso-8859-1"
//!     read = "windows-1250"
//!
//!     [[rule]]
//!     list = "cats.example.org"
//!     label = ["none", "unknown"]
//!     read = ["koi8-r", "windows-1251"]
//!
//!     [[rule]]
//!     list = "news.example.org"
//!     label = "utf-8"
//!     undo = ["windows-1252 > utf-8"]
//!
//!     [[rule]]
//!     message-id = '4\*2@example.org' # the Message-ID 4*2@example.org
//!     read = "label"
//!     "#,
//! )
//! .unwrap();
//! let policy = Policy::for_display().with_rules(rules);
//! let mail = |header: &str| format!("{header}\nContent-Type: text/plain; charset=iso-8859-1\n\nGrüße\n");
//! let shown = |mail: &str| {
//!     let message = Message::parse_with(mail.as_bytes(), &policy);
//!     message.text_body().unwrap().text().unwrap().text.into_owned()
//! };
//! // The octets are UTF-8, which is proof. Only a rule for this very message is stronger.
//! assert_eq!(shown(&mail("From: jan@example.org\nDate: 1 May 2003 10:00 +0200")), "Grüße\n");
//! assert_eq!(shown(&mail("Message-ID: <4*2@example.org>")), "GrÃ¼ÃŸe\n");
//! # }
//! ```
//!
//! # Messages
//!
//! The header of an enclosed message decides which rules apply to the texts of that message. If this header names no
//! mailing list, the mailing list of the message around it counts. The digest is that of the outermost message. All this
//! stays so for a message that is opened by
//! [`MessagePart::enclosed_message`](crate::message::MessagePart::enclosed_message). No condition of a rule depends on messages
//! elsewhere in the mail, so any part of the mail can be converted alone.
//!
//! The time for each message is linear in the size of its header and in the number of rules that could apply. These
//! are the rules that name the message's sender, list or thread, and the rules that name no sender, list or thread.

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
#[cfg(feature = "rules")]
mod quote;
mod rule;
mod rule_list;
mod rules_by_message;
mod undo;

#[cfg(feature = "rules")]
pub use label::escape_label;
pub(crate) use message_rules::MessageRules;
#[cfg(feature = "rules")]
pub use mistake::{Mistake, Mistakes};
#[cfg(feature = "rules")]
pub use quote::quote;
pub(crate) use rule::{Read, Rule};
pub use rule_list::Rules;
pub(crate) use rules_by_message::RulesByMessage;
pub(crate) use undo::{Pair, Undo};
