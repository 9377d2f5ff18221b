//! The charsets that senders, lists and threads use. For each sender, list and thread, this module counts the
//! messages with text that is certainly in a given charset.
//!
//! Memory is bounded: if there are more than [`NAMES`] senders, lists and threads, at least half of them are
//! forgotten, those with the fewest messages first. Which of them are forgotten depends only on the messages and
//! their order. Each sender, list or thread takes at most about 500 octets, and usually 150.

use super::group::Group;
use crate::charset::Charset;
use std::collections::HashMap;

/// The maximum number of senders, lists and threads. If there are more, some are forgotten.
const NAMES: usize = 50_000;
/// The maximum number of charsets, and also of wrong decodings, that are counted for one sender, list or thread.
/// Nobody uses more charsets on purpose.
const CHARSETS: usize = 8;

/// The minimum number of messages that quote garbled text. If a sender, list or thread has fewer such messages, it
/// does not count as one that often quotes garbled text.
const QUOTES: u32 = 3;
/// The maximum ratio between the messages with text that was garbled as a whole, in one way, and the messages that
/// quote garbled text. If the ratio of a sender, list or thread is higher, it does not count as one that often quotes
/// garbled text.
const WHOLE: u32 = 4;

/// The evidence of one message about the charsets that its sender, list and thread use.
///
/// [`MessageTexts::observation`](crate::text::MessageTexts::observation) returns this evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    pub(crate) groups: Vec<(Group, Vec<u8>)>,
    /// The charsets in which some text certainly is, without repetition.
    pub(crate) charsets: Vec<Charset>,
    /// The last wrong decoding of each text that was garbled as a whole before it was stored, if this decoding is
    /// certain. Without repetition.
    pub(crate) garbled: Vec<WrongDecoding>,
    /// Whether the author quotes garbled text. The author is assumed to quote if a text of the message was garbled
    /// only in part, or is about garbled text.
    pub(crate) quotes: bool,
}

/// The charset in which text was wrongly decoded, followed by its real charset.
pub(crate) type WrongDecoding = (Charset, Charset);

/// The charsets of senders, lists and threads, learned from many messages.
///
/// If they are set as [`Policy::habits`](crate::Policy::habits), they are evidence for text without a usable label.
///
/// ```
/// use mailutf::{Normalizer, Policy};
/// use mailutf::learn::Habits;
/// use mailutf::text::MessageTexts;
/// use std::sync::Arc;
/// let policy = Policy::default();
/// let mut habits = Habits::default();
/// for subject in ["=?koi8-r?Q?=F0=D2=C9=D7=C5=D4?=", "=?koi8-r?Q?=FA=C1=D7=D4=D2=C1?="] {
///     let message = format!("From: ivan@example.org\nSubject: {subject}\n\n");
///     habits.add(MessageTexts::parse(message.as_bytes(), &policy).observation());
/// }
/// let message = b"From: ivan@example.org\nSubject: \xC4\xC1\n\n";
/// let alone = Normalizer::new(policy.clone()).plan(message).apply().into_owned();
/// assert_eq!(alone, message); // "да" in KOI8-R, or "дБ" in windows-1251?
/// let plan = Normalizer::new(policy.with_habits(Some(Arc::new(habits)))).plan(message);
/// assert_eq!(plan.apply().as_ref(), "From: ivan@example.org\nSubject: да\n\n".as_bytes());
/// assert_eq!(plan.findings()[0].detail.to_string(), "read as KOI8-R, as in 2 messages of the sender");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Habits {
    names: HashMap<(Group, Vec<u8>), Counts>,
}

/// For one sender, list or thread: the number of messages with text in each charset, the number of messages with text
/// that was garbled in each way, and the number of messages that quote garbled text.
#[derive(Clone, Debug, Default)]
struct Counts {
    charsets: Vec<(Charset, u32)>,
    garbled: Vec<(WrongDecoding, u32)>,
    quotes: u32,
}

impl Counts {
    /// Whether messages of this sender, list or thread often quote garbled text. If so, text that was garbled as a
    /// whole may be a quotation, too.
    fn quotes(&self) -> bool {
        let whole = self.garbled.iter().map(|(_, messages)| *messages).max().unwrap_or_default();
        self.quotes >= QUOTES && self.quotes.saturating_mul(WHOLE) >= whole
    }
}

/// Adds one message to the count of each item of `found`. At most [`CHARSETS`] different items are counted.
fn count<T: Copy + PartialEq>(counts: &mut Vec<(T, u32)>, found: &[T]) {
    for one in found {
        let has_room = counts.len() < CHARSETS;
        match counts.iter_mut().find(|(known, _)| known == one) {
            Some((_, messages)) => *messages = messages.saturating_add(1),
            None if has_room => counts.push((*one, 1)),
            None => {}
        }
    }
}

/// The number of messages of a group with text in a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Habit {
    pub(crate) charset: Charset,
    pub(crate) group: Group,
    pub(crate) messages: u32,
}

impl Habits {
    /// Counts a message. The order in which messages are added matters only if there are so many senders, lists and
    /// threads that some are forgotten, or if one of them has so many charsets that some are not counted.
    pub fn add(&mut self, observation: Observation) {
        let Observation { groups, charsets, garbled, quotes } = observation;
        if charsets.is_empty() && garbled.is_empty() && !quotes {
            return;
        }
        for name in groups {
            let counts = self.names.entry(name).or_default();
            count(&mut counts.charsets, &charsets);
            count(&mut counts.garbled, &garbled);
            counts.quotes = counts.quotes.saturating_add(quotes.into());
        }
        if self.names.len() > NAMES {
            self.forget();
        }
    }

    /// Whether nothing was learned so far.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the habits of these groups.
    pub(crate) fn of(&self, groups: &[(Group, Vec<u8>)]) -> Vec<Habit> {
        let habits = groups.iter().filter_map(|name| Some((name.0, self.names.get(name)?)));
        let habits = habits.flat_map(|(group, counts)| {
            counts.charsets.iter().map(move |(charset, messages)| Habit {
                charset: *charset,
                group,
                messages: *messages,
            })
        });
        habits.collect()
    }

    /// Returns the wrong decodings of these groups. Each wrong decoding comes with its number of messages in the
    /// group where it is most frequent. A group that often quotes garbled text is left out. If the sender often
    /// quotes garbled text, the result is empty.
    pub(crate) fn garbled(&self, groups: &[(Group, Vec<u8>)]) -> Vec<(WrongDecoding, u32)> {
        let mut found: Vec<(WrongDecoding, u32)> = Vec::new();
        let known: Vec<_> = groups.iter().filter_map(|name| Some((name.0, self.names.get(name)?))).collect();
        if known.iter().any(|(group, known)| *group == Group::Sender && known.quotes()) {
            return found;
        }
        let known = known.iter().filter(|(_, known)| !known.quotes());
        for (pair, messages) in known.flat_map(|(_, known)| &known.garbled) {
            match found.iter_mut().find(|(known, _)| known == pair) {
                Some((_, most)) => *most = (*most).max(*messages),
                None => found.push((*pair, *messages)),
            }
        }
        found
    }

    /// Forgets half of the senders, lists and threads: those with the fewest messages. Others with the same number of
    /// messages as one of these are forgotten, too.
    fn forget(&mut self) {
        let most = |counts: &Counts| {
            let charsets = counts.charsets.iter().map(|(_, messages)| *messages);
            let garbled = counts.garbled.iter().map(|(_, messages)| *messages);
            charsets.chain(garbled).chain([counts.quotes]).max().unwrap_or_default()
        };
        let mut all: Vec<u32> = self.names.values().map(most).collect();
        let middle = all.len() / 2;
        let (_, limit, _) = all.select_nth_unstable(middle);
        let limit = *limit;
        self.names.retain(|_, counts| most(counts) > limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(sender: &str, charset: Charset) -> Observation {
        let groups = vec![(Group::Sender, sender.into())];
        Observation { groups, charsets: vec![charset], ..Observation::default() }
    }

    fn messages(habits: &Habits, sender: &str) -> Vec<(Charset, u32)> {
        let habits = habits.of(&[(Group::Sender, sender.into())]);
        habits.iter().map(|habit| (habit.charset, habit.messages)).collect()
    }

    #[test]
    fn messages_are_counted_by_name_and_charset() {
        let mut habits = Habits::default();
        for (sender, charset) in [
            ("a", Charset::WINDOWS_1252),
            ("a", Charset::ISO_2022_JP),
            ("b", Charset::ISO_2022_JP),
            ("a", Charset::WINDOWS_1252),
        ] {
            habits.add(observation(sender, charset));
        }
        habits.add(Observation { charsets: Vec::new(), ..observation("c", Charset::UTF_8) });
        assert_eq!(messages(&habits, "a"), [(Charset::WINDOWS_1252, 2), (Charset::ISO_2022_JP, 1)]);
        assert_eq!(messages(&habits, "b"), [(Charset::ISO_2022_JP, 1)]);
        assert_eq!(messages(&habits, "c"), []);
    }

    #[test]
    fn any_number_of_names_takes_bounded_memory() {
        let mut habits = Habits::default();
        for number in 0..NAMES {
            habits.add(observation(&number.to_string(), Charset::WINDOWS_1252));
            if number % 10 == 0 {
                habits.add(observation(&number.to_string(), Charset::WINDOWS_1252));
            }
        }
        assert_eq!(habits.names.len(), NAMES);
        habits.add(observation("one more", Charset::WINDOWS_1252));
        assert_eq!(habits.names.len(), NAMES / 10);
        assert_eq!(messages(&habits, "10"), [(Charset::WINDOWS_1252, 2)]);
        for charset in Charset::all() {
            habits.add(observation("10", charset));
        }
        assert_eq!(messages(&habits, "10").len(), CHARSETS);
    }
}
