//! The evidence in a message for the charset of its unlabelled texts. Evidence has a weight in nats (natural
//! logarithm of the ratio of the probabilities).

use super::answers::Answers;
use crate::charset::Charset;
use crate::charset::detect::{Prior, detect_by};
use crate::learn::{Group, Habit, WrongDecoding};

/// The weight of the charset that the caller names for other text, in nats.
const FROM_CALLER: f64 = 12.0;
/// The greatest weight of labelled text for its charset, in nats. The weight is limited because people quote text in
/// other charsets, and because headers have names in several charsets.
const MOST: f64 = 8.0;
/// The weight of a single character of labelled text, in nats.
const LEAST: f64 = 3.0;
/// The weight of the label of a body in US-ASCII, in nats. Many programs write the same label in all messages.
const NAMED: f64 = 3.0;
/// The weight of the charset that was detected for all unlabelled texts together, in nats. The weight is limited
/// because these texts can be in several charsets. But it must be great, because the letters of two or three unusual
/// words, such as `öäöä åå`, can mislead by nearly as much.
const POOLED: f64 = 20.0;

/// The greatest weight of other messages, in nats. The weight is limited because people change their programs and
/// write to each other.
const MOST_HABIT: f64 = 6.0;
/// The number of charsets that are possible without evidence about the sender.
const CHARSETS: f64 = 64.0;

/// The evidence in a message.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct MessageEvidence {
    /// The charsets of labelled texts, and of the labels of bodies in US-ASCII, with their weights in nats. The greatest
    /// weight comes first.
    pub(in crate::text) labelled: Vec<(Charset, f64)>,
    /// The charsets that labels of the message name wrongly: the octets of some text with such a label disprove it.
    pub(in crate::text) disproved: Vec<Charset>,
    /// The charsets that labels of the message likely name wrongly, each with the words of a text with such a label.
    pub(in crate::text) doubted: Vec<(Charset, Vec<u8>)>,
    /// The charset that was detected for all unlabelled texts together.
    pub(in crate::text) pooled: Option<Charset>,
    /// The charsets of other messages of the sender, list and thread.
    pub(in crate::text) habits: Vec<Habit>,
    /// The ways in which other messages of the sender, list and thread were garbled, and the number of messages for
    /// each way.
    pub(in crate::text) garbled: Vec<(WrongDecoding, u32)>,
    /// The charset that was detected for all unlabelled texts together, with the habits as evidence.
    pub(in crate::text) pooled_by_habit: Option<Charset>,
    /// The languages that header fields hint at, with their weights in nats.
    pub(in crate::text) languages: Vec<(&'static str, f64)>,
    /// The charset that the letters of each unlabelled text show. `answers` uses only the prior knowledge from the
    /// message. `answers_with_habits` also uses the prior knowledge from other messages.
    pub(in crate::text) answers: Answers,
    pub(in crate::text) answers_with_habits: Answers,
}

impl MessageEvidence {
    /// Returns evidence that is only the caller's word: other text of the message is in `charset`.
    pub(in crate::text) fn from_caller(charset: Charset) -> Self {
        Self { labelled: vec![(charset, FROM_CALLER)], ..Self::default() }
    }

    /// Adds a labelled text as evidence. The text is in `charset` and has this number of characters beyond US-ASCII.
    pub(in crate::text) fn add(&mut self, charset: Charset, characters: usize) {
        // More characters than 65,535 would not add weight.
        let characters = u16::try_from(characters).unwrap_or(u16::MAX);
        self.labelled.push((charset, (LEAST + f64::from(characters).ln()).min(MOST)));
        self.labelled.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    }

    /// Adds the label of a body in US-ASCII as evidence, unless there is better evidence for this charset.
    pub(in crate::text) fn add_named(&mut self, charset: Charset) {
        if self.labelled.iter().all(|(other, _)| *other != charset) {
            self.labelled.push((charset, NAMED));
        }
    }

    /// Returns the charset that the letters of an unlabelled text show, with evidence from the message itself. This
    /// function must not be called before the evidence is complete, because its answers are kept.
    pub(in crate::text) fn likeliest(&self, octets: &[u8]) -> Option<Charset> {
        self.answers.charset(octets, || likeliest(octets, &self.prior()))
    }

    /// Returns the charset that the letters of an unlabelled text show, with evidence from the message itself and
    /// from other messages.
    pub(in crate::text) fn likeliest_with_habits(&self, octets: &[u8]) -> Option<Charset> {
        self.answers_with_habits.charset(octets, || likeliest(octets, &self.prior_with_habits()))
    }

    /// The prior knowledge about an unlabelled text that comes from the message itself.
    pub(in crate::text) fn prior(&self) -> Prior {
        self.prior_of(self.pooled.map(|pooled| (pooled, POOLED)).into_iter())
    }

    /// The prior knowledge about an unlabelled text that comes from the message itself and from other messages.
    pub(in crate::text) fn prior_with_habits(&self) -> Prior {
        let pooled = self.pooled_by_habit.map(|pooled| (pooled, POOLED));
        let habits = self.habits.iter().map(|habit| (habit.charset, weight(*habit)));
        self.prior_of(pooled.into_iter().chain(habits))
    }

    /// Returns the labelled texts and `more` as prior knowledge. If a charset has several weights, only the greatest
    /// counts, because these weights are not independent of each other.
    fn prior_of(&self, more: impl Iterator<Item = (Charset, f64)>) -> Prior {
        let mut charsets = self.labelled.clone();
        for (charset, nats) in more {
            match charsets.iter_mut().find(|(other, _)| *other == charset) {
                Some((_, weight)) => *weight = weight.max(nats),
                None => charsets.push((charset, nats)),
            }
        }
        Prior { charsets, languages: self.languages.clone() }
    }

    /// Returns the habit with the greatest weight among those whose charset satisfies `is_one`.
    pub(in crate::text) fn habit(&self, is_one: impl Fn(Charset) -> bool) -> Option<Habit> {
        let habits = self.habits.iter().copied().filter(|habit| is_one(habit.charset));
        habits.reduce(|best, next| if weight(next) > weight(best) { next } else { best })
    }
}

/// Returns the charset that the letters show.
fn likeliest(octets: &[u8], prior: &Prior) -> Option<Charset> {
    detect_by(octets, prior).map(|found| found.charset)
}

/// Returns the weight of the charset of other messages, in nats: how much likelier this charset is than a charset that
/// no other message of the sender, list or thread is in. By the rule of succession, the messages are counted together
/// with one imaginary message that is divided equally among [`CHARSETS`] charsets. A list or a thread has several
/// authors, so more of its messages are needed for the same weight.
fn weight(Habit { group, messages, .. }: Habit) -> f64 {
    let authors = match group {
        Group::Sender => 1.0,
        Group::Thread => 2.0,
        Group::List => 8.0,
    };
    (f64::from(messages) / authors).mul_add(CHARSETS, 1.0).ln().min(MOST_HABIT)
}
