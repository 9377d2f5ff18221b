//! The counts of doubtful texts: the number of texts with the same name, label, reading and year, and samples of them.

use super::row::{DeclaredLabel, Origin};
use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::learn::Group;
use crate::rules::Pair;
use crate::text::{MessageTexts, TextPlace};
use std::collections::{BTreeMap, HashMap};

/// The number of samples of a tally.
pub(super) const SAMPLES: usize = 3;
/// The octets of a subject that are kept.
const SUBJECT: usize = 80;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The sender, or else the list, or else the thread.
    pub(super) name: Option<(Group, Vec<u8>)>,
    /// The list, if there is a sender, too.
    pub(super) list: Option<Vec<u8>>,
    pub(super) label: DeclaredLabel,
    pub(super) reading: Outcome,
    pub(super) year: Option<u16>,
}

/// How a text is read, and its likely reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    /// Nothing contradicts this charset.
    Sound(Charset),
    /// The text decodes in the first charset, but is likely something else.
    Doubtful(Charset, Hypothesis),
    /// The text was likely garbled, and undoing these wrong decodings restores it; empty if it cannot be restored.
    Garbled(Charset, Hypothesis, Vec<Pair>),
    /// The text decodes in no charset for which there is evidence; its letters may show one.
    Unread(Option<Charset>),
}

impl Outcome {
    /// The charset, or the likely charset, of the text.
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
    /// The number of messages that were counted before the first one.
    pub(super) first: u64,
    pub(super) samples: Vec<KeptOccurrence>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptOccurrence {
    origin: Origin,
    message_id: Vec<u8>,
    subject: String,
    place: TextPlace,
    pub(super) excerpt: Excerpt,
}

/// Octets of a text, and their original form before they were garbled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) octets: Vec<u8>,
    pub(super) restored: Option<String>,
}

/// Tallies with their keys.
pub(super) type Tallies<'d> = Vec<(&'d Key, &'d Tally)>;

/// The charsets of the texts of each sender.
pub(super) type Used<'d> = HashMap<&'d [u8], BTreeMap<&'static str, (Charset, u64)>>;

/// An excerpt of a doubtful text, read by its label and in the likely reading. Escape it before you print it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubtSample {
    /// The message.
    pub origin: Origin,
    /// The Message-ID of the message, without blanks around it.
    pub message_id: Vec<u8>,
    /// The subject of the message, cut.
    pub subject: String,
    /// The place of the text.
    pub place: TextPlace,
    /// The text by its label.
    pub labelled: String,
    /// The text in the reading that is likely for most of the group; empty if that is unknown.
    pub likely: String,
    /// Octets of the text, without transfer encoding, so that it can be read in any charset.
    pub octets: Vec<u8>,
}

impl Tally {
    /// Keeps a sample, if there is room and no other sample has the same octets.
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

    /// The sample by its label, in `charset`, and in the likely reading.
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
