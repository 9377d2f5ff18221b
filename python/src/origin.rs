//! The place from which a message was read.

use mailutf::Plan;
use mailutf::internal::{MessageEnds, check_separators};
use std::borrow::Cow;
use std::path::PathBuf;

/// The place of a message in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    /// The `From ` line before the message in an mbox, with its line end. It is empty if the message is
    /// not from an mbox.
    pub(crate) from_line: Box<[u8]>,
    /// The flags in the name of the file, if the message is in a Maildir.
    pub(crate) flags: Box<str>,
    /// What the file shows about the start and the end of the message; `None` if the message is from no file.
    pub(crate) ends: Option<MessageEnds>,
}

impl Origin {
    /// Returns `plan`, which is the plan for the message from this place. It has no edits if the message stays as it is
    /// because of its file.
    pub(crate) fn checked<'p>(&self, plan: Plan<'p>) -> Plan<'p> {
        match &self.ends {
            Some(ends) => check_separators(ends, plan),
            None => plan,
        }
    }
}

/// What a pickle keeps of [`MessageEnds`].
pub(crate) type Kept = (Option<String>, [bool; 4], Option<usize>);

pub(crate) fn kept(ends: &MessageEnds) -> Kept {
    let facts = [ends.is_one_of_several, ends.is_counted, ends.quotes_nothing, ends.is_guessed];
    (ends.damaged.as_deref().map(str::to_owned), facts, ends.stray_from_line)
}

pub(crate) fn ends_of((damaged, facts, stray_from_line): Kept) -> MessageEnds {
    let [is_one_of_several, is_counted, quotes_nothing, is_guessed] = facts;
    let damaged = damaged.map(Cow::Owned);
    MessageEnds { damaged, is_one_of_several, is_counted, quotes_nothing, is_guessed, stray_from_line }
}
