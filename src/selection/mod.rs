//! Selects messages by their headers (sender, mailing list, thread, Message-ID, and the day of the Date field), by
//! the files in which they are stored, and by the digests of their octets. All commands and the
//! [rules](crate::rules) use this module, so they select messages in the same way.
//!
//! Only the header is read, unless a digest or a [predicate](Selection::predicate) needs more. The time is linear
//! in the size of the header. In addition, the comparison of a name with a pattern takes time in proportion to the
//! product of their lengths.

mod days;
mod glob;
mod pattern;
mod subject;

pub use days::{Day, Days, NotDays};
pub use glob::Glob;
pub use pattern::{Pattern, escape};
pub(crate) use subject::{Around, Subject};

use crate::learn::Group;
#[cfg(feature = "digests")]
use crate::mailbox::Digest;
use crate::span::Span;
use crate::syntax::header_block::header_block;
use crate::with::with;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Conditions on a message, all of which must hold. A condition with several patterns holds if one of them matches.
/// If there are no conditions, every message is selected.
///
/// ```
/// use mailutf::selection::{Days, Pattern, Selected, Selection};
/// let mail = b"From: =?utf-8?Q?J=C3=B6rg?= <Joerg@Example.org>\nDate: Wed, 31 Dec 2003 23:30:00 -0500\n\nbody";
/// let of_2003: Days = "2003".parse()?;
/// let selection = Selection::default().with_from(vec![Pattern::new("*@example.org")]).with_dates(Some(of_2003));
/// assert_eq!(selection.of(mail), Selected::Yes); // the day is that of the sender's clock
/// assert_eq!(selection.of(b"From: joerg@example.org\n\n"), Selected::Undated);
/// # Ok::<(), mailutf::selection::NotDays>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selection {
    /// Patterns of the sender: the address of the first mailbox in From, or else the address in Sender, but never a
    /// display name. Case is ignored.
    pub from: Vec<Pattern>,
    /// Patterns of the identifier in List-Id (RFC 2919), such as `cats.example.org`. Case is ignored.
    pub list_id: Vec<Pattern>,
    /// Patterns of the first message of the thread: the first identifier in References or In-Reply-To, or else the
    /// identifier in Message-ID. Case is ignored.
    pub thread: Vec<Pattern>,
    /// Patterns of the first identifier in Message-ID, with or without angle brackets. Upper and lower case are
    /// different.
    pub message_id: Vec<Pattern>,
    /// Patterns of the path of the file in which the message is stored, relative to the directory that is read. If
    /// there are such patterns, a message that is stored in no file is not selected.
    pub files: Vec<Glob>,
    /// The days of the Date field. The day is taken as it is written, in the time zone of the field. If this
    /// condition is set, a message whose date cannot be read is not selected.
    pub dates: Option<Days>,
    /// The digests of the only messages that can be selected; empty if any message can be selected. The field exists
    /// only with the feature `digests`.
    #[cfg(feature = "digests")]
    pub digests: Vec<Digest>,
    /// A further condition on the octets of the message, or on the file in which the message is stored. It is tested
    /// last, because it may read the whole message.
    pub predicate: Option<Predicate>,
}

with! {
    impl Selection {
        fn with_from(from: Vec<Pattern>);
        fn with_list_id(list_id: Vec<Pattern>);
        fn with_thread(thread: Vec<Pattern>);
        fn with_message_id(message_id: Vec<Pattern>);
        fn with_files(files: Vec<Glob>);
        fn with_dates(dates: Option<Days>);
        #[cfg(feature = "digests")]
        fn with_digests(digests: Vec<Digest>);
        fn with_predicate(predicate: Option<Predicate>);
    }
}

/// Whether a message is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selected {
    /// All conditions hold.
    Yes,
    /// Some condition does not hold.
    No,
    /// The conditions on the file, the sender, the list, the thread, the Message-ID and the digest hold. But the
    /// condition on the date cannot be tested, because the Date field is missing or cannot be read. The message is
    /// not selected. The caller should tell the user how many such messages there were.
    Undated,
}

impl Selection {
    /// Whether the message in `octets`, which is stored in no file, is selected. This method parses the header
    /// of the message.
    pub fn of(&self, octets: &[u8]) -> Selected {
        self.of_stored(octets, None)
    }

    /// Whether the message in `octets`, which is stored in `file`, is selected. `file` is a path relative to the
    /// directory that is read.
    pub fn of_stored(&self, octets: &[u8], file: Option<&Path>) -> Selected {
        if self.is_everything() {
            return Selected::Yes;
        }
        let header = header_block(octets, Span::new(0, octets.len()));
        self.of_subject(&Subject::new(octets, &header, file))
    }

    /// Whether the message that `subject` describes is selected.
    pub(crate) fn of_subject(&self, subject: &Subject<'_>) -> Selected {
        if !self.has_names(subject) {
            return Selected::No;
        }
        if let Some(days) = self.dates {
            match subject.day() {
                None => return Selected::Undated,
                Some(day) if !days.contains(day) => return Selected::No,
                Some(_) => {}
            }
        }
        let is_left =
            self.predicate.as_ref().is_none_or(|predicate| (predicate.0)(subject.octets, subject.file));
        if is_left { Selected::Yes } else { Selected::No }
    }

    /// Whether there is no condition.
    pub fn is_everything(&self) -> bool {
        let Self {
            from,
            list_id,
            thread,
            message_id,
            files,
            dates,
            #[cfg(feature = "digests")]
                digests: _,
            predicate,
        } = self;
        [from, list_id, thread, message_id].iter().all(|patterns| patterns.is_empty())
            && files.is_empty()
            && dates.is_none()
            && !self.has_digests()
            && predicate.is_none()
    }

    /// Whether the selection names single messages: by their digests, or by Message-IDs without a `*`.
    pub(crate) fn names_messages(&self) -> bool {
        let names_ids = self.message_id.iter().all(|id| id.literal().is_some());
        self.has_digests() || !self.message_id.is_empty() && names_ids
    }

    /// Whether there is a condition on the digest.
    pub(crate) const fn has_digests(&self) -> bool {
        #[cfg(feature = "digests")]
        return !self.digests.is_empty();
        #[cfg(not(feature = "digests"))]
        false
    }

    fn has_digest(&self, _subject: &Subject<'_>) -> bool {
        #[cfg(feature = "digests")]
        return self.digests.is_empty() || self.digests.contains(&_subject.digest());
        #[cfg(not(feature = "digests"))]
        true
    }

    /// Whether the conditions on the file, the sender, the list, the thread, the Message-ID and the digest hold.
    /// The condition that needs most work, the digest, is tested last.
    fn has_names(&self, subject: &Subject<'_>) -> bool {
        let is_in = |patterns: &[Pattern], wanted: Group| {
            patterns.is_empty()
                || subject
                    .name(wanted)
                    .is_some_and(|name| patterns.iter().any(|pattern| pattern.matches_lower_case(name)))
        };
        let has_id = || {
            let id = subject.message_id();
            id.is_some_and(|id| self.message_id.iter().any(|pattern| pattern.matches(id)))
        };
        let is_file = || subject.file.is_some_and(|file| self.files.iter().any(|glob| glob.matches(file)));
        (self.files.is_empty() || is_file())
            && is_in(&self.from, Group::Sender)
            && is_in(&self.list_id, Group::List)
            && is_in(&self.thread, Group::Thread)
            && (self.message_id.is_empty() || has_id())
            && self.has_digest(subject)
    }
}

/// A condition on the octets of a message, or on the file in which the message is stored.
#[derive(Clone)]
pub struct Predicate(Arc<Holds>);

type Holds = dyn Fn(&[u8], Option<&Path>) -> bool + Send + Sync;

impl Predicate {
    /// Makes a condition that is met if `holds` returns true for the octets.
    pub fn new(holds: impl Fn(&[u8]) -> bool + Send + Sync + 'static) -> Self {
        Self::of_stored(move |octets, _| holds(octets))
    }

    /// Makes a condition that is met if `holds` returns true for the octets and the file in which they are stored.
    /// This file is the argument of [`Selection::of_stored`].
    pub fn of_stored(holds: impl Fn(&[u8], Option<&Path>) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(holds))
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Predicate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &[u8] = b"Sender: list-bounces@example.org\nFrom: \"joe@y.org\" <Ann @ X.org>, b@x.org\n\
        List-Id: \"All of us\" <US.example.org>\nMessage-ID: <A.1@x.org> (original)\n\
        Date: Mon, 3 Mar 2003 00:10:00 +0200\n\nFrom: z@z\n";

    fn patterns(patterns: &[&str]) -> Vec<Pattern> {
        patterns.iter().map(|pattern| Pattern::new(pattern)).collect()
    }

    #[test]
    fn names_are_those_of_the_header_and_never_display_names() {
        let from = |wanted: &[&str]| Selection::default().with_from(patterns(wanted)).of(MAIL);
        for (wanted, expected) in [
            (&["ann@x.org"][..], Selected::Yes),
            (&["ANN@X.ORG"], Selected::Yes),
            (&["*@x.org"], Selected::Yes),
            (&["z@z", "ann@*"], Selected::Yes),
            (&["joe@y.org"], Selected::No),
            (&["b@x.org"], Selected::No),
            (&["list-bounces@example.org"], Selected::No),
            (&["z@z"], Selected::No),
            (&["x.org"], Selected::No),
            (&[""], Selected::No),
        ] {
            assert_eq!(from(wanted), expected, "{wanted:?}");
        }
        let no_author = b"Sender: a@b.org\n\n";
        assert_eq!(Selection::default().with_from(patterns(&["a@b.org"])).of(no_author), Selected::Yes);
        let list = |wanted| Selection::default().with_list_id(patterns(&[wanted])).of(MAIL);
        assert_eq!((list("us.Example.org"), list("all of us")), (Selected::Yes, Selected::No));
        let id = |wanted| Selection::default().with_message_id(patterns(&[wanted])).of(MAIL);
        assert_eq!(
            (id("<A.1@x.org>"), id("A.1@*"), id("a.1@x.org")),
            (Selected::Yes, Selected::Yes, Selected::No)
        );
        assert_eq!(
            Selection::default().with_message_id(patterns(&["*"])).of(b"Subject: x\n\n"),
            Selected::No
        );
    }

    #[test]
    fn the_day_is_that_of_the_senders_clock_and_both_ends_count() {
        let dates = |days: &str| Selection::default().with_dates(Some(days.parse().unwrap())).of(MAIL);
        for (days, expected) in [
            ("2003-03-03", Selected::Yes),
            ("2003-03-02", Selected::No),
            ("2003-03-01/2003-03-03", Selected::Yes),
            ("2003-03-04/2004", Selected::No),
            ("2003", Selected::Yes),
            ("2003-03", Selected::Yes),
            ("2003-02", Selected::No),
        ] {
            assert_eq!(dates(days), expected, "{days}");
        }
        for undated in ["Subject: x\n\n", "Date: soon\n\n", "Date: 31 Feb 2003 10:00 +0000\n\n"] {
            let selection = Selection::default().with_dates(Some("1900/2100".parse().unwrap()));
            assert_eq!(selection.of(undated.as_bytes()), Selected::Undated, "{undated}");
        }
        // A message without a date counts as undated only if the condition on the sender holds.
        let other = Selection::default().with_dates(Some(Days::default())).with_from(patterns(&["a@b"]));
        assert_eq!(other.of(b"From: c@d\n\n"), Selected::No);
    }

    #[test]
    fn all_conditions_must_hold_and_the_predicate_is_called_last() {
        let reads = Predicate::new(|octets| {
            assert!(octets.starts_with(b"Sender"), "the conditions on the header do not hold");
            octets.ends_with(b"z@z\n")
        });
        let selection = Selection::default().with_predicate(Some(reads)).with_from(patterns(&["ann@x.org"]));
        assert_eq!(selection.of(MAIL), Selected::Yes);
        assert_eq!(selection.of(b"From: b@x.org\n\n"), Selected::No);
        assert_eq!(selection.of(&MAIL[..MAIL.len() - 1]), Selected::No);
        assert!(Selection::default().is_everything() && !selection.is_everything());
        assert_eq!(Selection::default().of(b""), Selected::Yes);
    }
}
