//! Leaves a message as it is if the file around it is damaged, or if some program may divide the file into messages in
//! another way.

use crate::edit::Edit;
use crate::finding::{Code, Detail, Finding};
use crate::mailbox::batch::Entry;
use crate::mailbox::mbox::{Unquoted, Variant};
use crate::rewrite::Plan;
use crate::span::Span;
use crate::syntax::from_line::{Separator, is_patch, separator};
use std::borrow::Cow;

/// What a file shows about the start and the end of a message in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MessageEnds {
    /// The reason why the message must not be changed, if its file is damaged.
    pub damaged: Option<Cow<'static, str>>,
    /// Whether the file can hold other messages.
    pub is_one_of_several: bool,
    /// Whether the end of the message was found by its Content-Length.
    pub is_counted: bool,
    /// Whether the file is an mbox in which no line of a message is quoted (mboxcl2).
    pub quotes_nothing: bool,
    /// Whether the file might be an mbox although it was read as one message.
    pub is_guessed: bool,
    /// The offset in the message of a line at which other programs may start another message.
    pub stray_from_line: Option<usize>,
}

impl MessageEnds {
    /// Returns what the file of `entry` shows. `text` is the message of `entry`.
    pub fn of(entry: &Entry<'_>, text: &Unquoted<'_>) -> Self {
        let is_one_of_several = entry.is_one_of_several();
        let stray_from_line =
            (!entry.is_counted()).then(|| text.stray_from_line(is_one_of_several)).flatten();
        Self {
            damaged: entry.damaged().map(Cow::Borrowed),
            is_one_of_several,
            is_counted: entry.is_counted(),
            quotes_nothing: entry.variant() == Some(Variant::Mboxcl2),
            is_guessed: entry.is_guessed(),
            stray_from_line,
        }
    }
}

/// Returns the `plan` for a message. `ends` is what its file shows about the message. The plan has no edits if the file
/// is damaged, or if some program may read the message, before or after the edits, as two messages or as an mbox.
#[must_use]
pub fn check_separators<'p>(ends: &MessageEnds, plan: Plan<'p>) -> Plan<'p> {
    let text = plan.input();
    if let Some(why) = ends.damaged.clone() {
        return plan.without_edits(Finding::new(Code::StructureDoubtful, Span::at(0), Detail::Sentence(why)));
    }
    let quotes_nothing = ends.is_counted && ends.quotes_nothing;
    if quotes_nothing && plan.edits().iter().any(|edit| adds_separator(edit, text)) {
        let why = "its new form has a `From ` line; programs that do not read Content-Length would start another \
                   message there";
        return plan.without_edits(Finding::new(Code::StructureDoubtful, Span::at(0), why));
    }
    let is_insertion = |edit: &Edit| edit.span.is_empty() && !edit.replacement.is_empty();
    if !ends.is_one_of_several && starts_weakly(text) && plan.edits().iter().any(is_insertion) {
        let why = "the first line looks like a `From ` line between messages; after the conversion, programs \
                   would take the file for an mbox";
        return plan.without_edits(Finding::new(Code::StructureDoubtful, Span::at(0), why));
    }
    let Some(at) = ends.stray_from_line else { return plan };
    // Whether the file looks like a mailbox in which another message starts at the `From ` line. In a mailbox, there
    // is a blank line before the `From ` line. In a message that quotes another message, such as a bounce, there is
    // none. A patch from git also begins with a `From ` line, but is part of the message.
    let in_mailbox = || {
        let before = Span::new(0, at).slice(text);
        let line = Span::new(at, text.len()).slice(text);
        ends.is_guessed && (before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n")) && !is_patch(line)
    };
    let changes_it = || plan.edits().iter().any(|edit| edit.span.contains(Span::at(at)));
    let starts_another = ends.is_one_of_several || in_mailbox() && changes_it();
    if !starts_another {
        return plan;
    }
    let why = "the text has a `From ` line here, as if another message started";
    plan.without_edits(Finding::new(Code::StructureDoubtful, Span::at(at), why))
}

/// Whether the edit increases the number of lines at which some program starts a message. For example, Python's
/// `mailbox` starts a message at each line that starts with `From `, with or without a date.
fn adds_separator(edit: &Edit, input: &[u8]) -> bool {
    let count = |octets: &[u8]| {
        octets.split(|&octet| octet == b'\n').filter(|line| line.starts_with(b"From ")).count()
    };
    count(&edit.replacement) > count(edit.span.slice(input))
}

/// Whether the first line of a file is a weak separator. Such a separator either has no usable date, or comes after
/// NULs or a byte order mark. A file with such a first line counts as an mbox only if a known field (RFC 5322
/// section 3.6) follows.
fn starts_weakly(file: &[u8]) -> bool {
    let line = file.split(|&octet| octet == b'\n').next().unwrap_or_default();
    matches!(separator(line), Some((0, Separator::Undated | Separator::DatedAfterNuls | Separator::Marked)))
}
