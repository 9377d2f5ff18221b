//! The counts of doubtful texts. A tally counts the texts with the same sender (or else mailing list or thread), label,
//! reading and year, and keeps samples of them.

use super::row::{DeclaredLabel, Origin};
use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::learn::Group;
use crate::rules::Pair;
use crate::text::{MessageTexts, TextPlace};
use std::collections::{BTreeMap, HashMap};

/// The maximum number of samples of a tally.
pub(super) const SAMPLES: usize = 3;
/// The maximum number of octets of a subject that are kept.
const SUBJECT: usize = 80;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The sender of the message. If the message names no sender, its list; if it names no list either, its thread.
    pub(super) name: Option<(Group, Vec<u8>)>,
    /// The mailing list, if `name` is a sender.
    pub(super) list: Option<Vec<u8>>,
    pub(super) label: DeclaredLabel,
    pub(super) reading: Outcome,
    pub(super) year: Option<u16>,
}

/// How a text is read, and its likely reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    /// The text is read in this charset, and nothing contradicts the charset.
    Sound(Charset),
    /// The text decodes in this charset, but the reading of the hypothesis is likelier.
    Doubtful(Charset, Hypothesis),
    /// The text decodes in this charset, but was likely garbled, as the hypothesis says. The list has the wrong
    /// decodings that must be undone to restore the text. It is empty if the text cannot be restored.
    Garbled(Charset, Hypothesis, Vec<Pair>),
    /// The text decodes in no charset for which there is evidence. The field is the charset in which its letters
    /// are likeliest, if they show one.
    Unread(Option<Charset>),
}

impl Outcome {
    /// The charset of the text, or its likely charset.
    pub(super) const fn charset(&self) -> Option<Charset> {
        match self {
            Self::Sound(charset)
            | Self::Doubtful(_, Hypothesis::In(charset))
            | Self::Unread(Some(charset)) => Some(*charset),
            Self::Doubtful(..) | Self::Garbled(..) | Self::Unread(None) => None,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) texts: u64,
    /// The place of the first text of this tally: the number of messages that were counted before its message, and the
    /// number of texts before it in the message.
    pub(super) first: (u64, usize),
    pub(super) samples: Vec<KeptOccurrence>,
}

/// A sample of a text, with its place and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptOccurrence {
    origin: Origin,
    message_id: Vec<u8>,
    subject: String,
    place: TextPlace,
    pub(super) excerpt: Excerpt,
}

/// Octets of a text. If the text was garbled, also the original form of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) octets: Vec<u8>,
    pub(super) restored: Option<String>,
}

/// Tallies with their keys.
pub(super) type Tallies<'d> = Vec<(&'d Key, &'d Tally)>;

/// The charsets of the texts of each sender, with the number of texts. The inner key is the name of the charset.
pub(super) type Used<'d> = HashMap<&'d [u8], BTreeMap<&'static str, (Charset, u64)>>;

/// An excerpt of a doubtful text, decoded both in the charset of its label and in its likely reading. It must be
/// escaped before it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubtSample {
    /// The origin of the message that contains the text.
    pub origin: Origin,
    /// The Message-ID of the message, without blanks around it.
    pub message_id: Vec<u8>,
    /// The Subject of the message as it is written (not decoded), cut to 80 octets.
    pub subject: String,
    /// The place of the text.
    pub place: TextPlace,
    /// The text in the charset of its label.
    pub labelled: String,
    /// The text in the reading that is likely for most texts of the group. Empty if that reading is unknown.
    pub likely: String,
    /// Octets of the text, without transfer encoding, so that it can be read in any charset.
    pub octets: Vec<u8>,
}

impl Tally {
    /// Calls `sample` to make a sample of `excerpt`, and keeps it. Does nothing if there is no room, or if another
    /// sample has the same octets.
    pub(super) fn keep(&mut self, excerpt: Excerpt, sample: impl FnOnce(Excerpt) -> KeptOccurrence) {
        let is_new = self.samples.iter().all(|known| known.excerpt.octets != excerpt.octets);
        if self.samples.len() < SAMPLES && is_new {
            self.samples.push(sample(excerpt));
        }
    }
}

impl KeptOccurrence {
    pub(super) fn new(
        message: &MessageTexts<'_>,
        origin: &Origin,
        place: TextPlace,
        excerpt: Excerpt,
    ) -> Self {
        let root = message.parts().first();
        let subject = root.and_then(|root| root.header.field(message.input(), "Subject"));
        let subject = subject.map(|field| field.body.slice(message.input())).unwrap_or_default();
        let subject = String::from_utf8_lossy(subject.get(..SUBJECT).unwrap_or(subject)).trim().to_owned();
        let message_id = message.structure().message_id(message.input()).to_vec();
        Self { origin: origin.clone(), message_id, subject, place, excerpt }
    }

    /// Returns the sample in two readings: in `charset`, as its label says, and in the likely reading.
    pub(super) fn read(&self, charset: Charset, likely: Option<Hypothesis>) -> DoubtSample {
        let octets = &self.excerpt.octets;
        let read = |charset: Charset| charset.decode(octets).text.trim().to_owned();
        let likely = match (&self.excerpt.restored, likely) {
            (Some(restored), _) => restored.clone(),
            (None, Some(Hypothesis::In(charset))) => read(charset),
            (None, _) => String::new(),
        };
        let Self { origin, message_id, subject, place, .. } = self.clone();
        DoubtSample {
            origin,
            message_id,
            subject,
            place,
            labelled: read(charset),
            likely,
            octets: octets.clone(),
        }
    }
}
