//! Groups of doubtful texts, for a person who decides: texts of one sender, or else of one mailing list or thread, with one
//! label. Where many senders of a list have the same doubt, they are one group: the list's program did it.
//!
//! In a group, most texts are likely in one other charset than their label names, or were garbled before they were stored. A
//! group may also consist of texts that are plausible by their label, and stand against the other mail of their sender: nearly
//! all of it is in another charset, in which these texts are plausible, too. [`Rules`](crate::rules) say what was decided.
//!
//! Time is linear in the messages. Memory is bounded: three samples of 160 octets for each group, year and reading, and no
//! further groups beyond ten thousand of these.

use super::doubt_group::{DoubtGroup, DoubtSample, by_years, doubt_group};
use super::occurrence::{self, Occurrence};
use super::row::{DeclaredLabel, Origin};
use crate::charset::Charset;
use crate::finding::{Cause, Detail, Hypothesis};
use crate::learn::{Group, groups};
use crate::policy::Policy;
use crate::rules::Pair;
use crate::syntax::date::year;
use crate::text::detection::likeliest;
use crate::text::evidence::garbled::garbled;
use crate::text::{MessageTexts, TextPlace};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The number of tallies from which on nothing new is counted.
const TALLIES: usize = 10_000;
/// The number of samples of a tally.
pub(super) const SAMPLES: usize = 3;
/// The octets of a sample, and those of them that may stand before its first octet above 127.
const SAMPLE: usize = 160;
const BEFORE: usize = 40;
/// The octets of a subject that are kept.
const SUBJECT: usize = 80;
/// The number of senders of a list with the same doubt from which on it is one about the list, and the share that agrees.
const SENDERS: usize = 4;
const AGREEMENT: f64 = 0.99;

/// Doubtful texts, in groups.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::census::{Doubts, Origin};
/// let mut doubts = Doubts::default();
/// let message = b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n\
///     \xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n";
/// doubts.add(message, &Origin::default(), &Policy::default());
/// let groups = doubts.groups();
/// assert_eq!((groups[0].name.as_deref(), groups[0].texts), (Some(&b"ivan@example.org"[..]), 1));
/// assert_eq!(groups[0].likely.unwrap().to_string(), "in windows-1251");
/// assert_eq!(groups[0].samples[0].likely, "Привет, мир");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    messages: u64,
    tallies: HashMap<Key, Tally>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The sender, or else the list, or else the thread.
    pub(super) name: Option<(Group, Vec<u8>)>,
    /// The list, if there is a sender, too.
    list: Option<Vec<u8>>,
    pub(super) label: DeclaredLabel,
    pub(super) reading: Reading,
    pub(super) year: Option<u16>,
}

/// How a text is read, and what it likely is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    /// Nothing speaks against this charset.
    Sound(Charset),
    /// It decodes in the first charset, and is likely something else.
    Doubtful(Charset, Hypothesis),
    /// It is likely something else, which is restored by undoing these wrong decodings; none if it cannot be restored.
    Garbled(Charset, Hypothesis, Vec<Pair>),
    /// It decodes in no charset with evidence; its letters may show one.
    Unread(Option<Charset>),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) texts: u64,
    /// The number of messages that were counted before the first one.
    pub(super) first: u64,
    pub(super) samples: Vec<Sample>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    origin: Origin,
    message_id: Vec<u8>,
    subject: String,
    place: TextPlace,
    pub(super) excerpt: Excerpt,
}

/// Octets of a text; and what they were before they were garbled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) octets: Vec<u8>,
    restored: Option<String>,
}

/// Tallies with their keys.
pub(super) type Tallies<'d> = Vec<(&'d Key, &'d Tally)>;

/// The charsets of the texts of each sender.
pub(super) type Used<'d> = HashMap<&'d [u8], BTreeMap<&'static str, (Charset, u64)>>;

impl Doubts {
    /// Counts the texts of the message `octets`, decoded with `policy`: those that its rules have settled are not doubtful.
    /// Linear in the message.
    pub fn add(&mut self, octets: &[u8], origin: &Origin, policy: &Policy) {
        let message = MessageTexts::parse(octets, policy);
        let first = self.messages;
        self.messages += 1;
        let Some(root) = message.parts().first() else { return };
        let names = groups(message.input(), &root.header);
        let named = |wanted| names.iter().find(|(group, _)| *group == wanted).cloned();
        let name = named(Group::Sender).or_else(|| named(Group::List)).or_else(|| named(Group::Thread));
        let list = named(Group::List).map(|(_, list)| list);
        let list = list.filter(|_| name.as_ref().is_some_and(|(group, _)| *group == Group::Sender));
        let date = root.header.field(message.input(), "Date");
        let year = date.and_then(|date| year(message.input(), date.body));
        occurrence::each(&message, &mut |text| {
            let Some((reading, excerpt)) = reading(&text) else { return };
            let label = DeclaredLabel::of(text.label);
            let key = Key { name: name.clone(), list: list.clone(), label, reading, year };
            if self.tallies.len() >= TALLIES && !self.tallies.contains_key(&key) {
                return;
            }
            let tally = self.tallies.entry(key).or_insert_with(|| Tally { first, ..Tally::default() });
            tally.texts += 1;
            tally.keep(excerpt, |excerpt| Sample::new(&message, origin, text.place, excerpt));
        });
    }

    /// Adds those of `other`, as if its messages had been added after those of this one.
    pub fn merge(&mut self, other: Self) {
        let before = self.messages;
        self.messages += other.messages;
        let mut tallies: Vec<(Key, Tally)> = other.tallies.into_iter().collect();
        tallies.sort_by_key(|(_, tally)| tally.first);
        for (key, Tally { texts, first, samples }) in tallies {
            if self.tallies.len() >= TALLIES && !self.tallies.contains_key(&key) {
                continue;
            }
            let first = before + first;
            let tally = self.tallies.entry(key).or_insert_with(|| Tally { first, ..Tally::default() });
            tally.texts += texts;
            for sample in samples {
                tally.keep(sample.excerpt.clone(), |_| sample.clone());
            }
        }
    }

    /// The number of messages.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// The groups; the one whose decision settles most texts comes first.
    ///
    /// Where a sender's program was replaced one day, the years before are a group of their own, and those after it.
    pub fn groups(&self) -> Vec<DoubtGroup> {
        let used = self.used();
        let mut of_lists: BTreeMap<_, Tallies<'_>> = BTreeMap::new();
        for (key, tally) in &self.tallies {
            if let Some(list) = &key.list {
                of_lists.entry((list, &key.label)).or_default().push((key, tally));
            }
        }
        let (mut groups, mut settled) = (Vec::new(), HashSet::new());
        for (list, mut tallies) in of_lists {
            let doubtful = tallies.iter().filter(|(key, _)| !matches!(key.reading, Reading::Sound(_)));
            let senders: HashSet<_> = doubtful.map(|(key, _)| &key.name).collect();
            if senders.len() < SENDERS {
                continue;
            }
            sort(&mut tallies);
            let group = doubt_group(&tallies, Some((Group::List, list.0)), &used);
            if let Some(group) =
                group.filter(|group| group.likely.is_some() && group.agreement() >= AGREEMENT)
            {
                settled.insert(list);
                groups.push(group);
            }
        }
        let mut others: BTreeMap<_, Tallies<'_>> = BTreeMap::new();
        for (key, tally) in &self.tallies {
            let list = key.list.as_ref().map(|list| (list, &key.label));
            if !list.is_some_and(|list| settled.contains(&list)) {
                others.entry((&key.name, &key.label)).or_default().push((key, tally));
            }
        }
        for ((name, _), mut tallies) in others {
            sort(&mut tallies);
            let name = name.as_ref().map(|(group, name)| (*group, name));
            groups.extend(by_years(&tallies, name, &used));
        }
        groups.sort_by_key(|group| Reverse(group.texts));
        groups
    }

    /// The parts of `group` by the year of the messages, in order. Messages without a year are left out: a rule has no name for
    /// their date.
    pub fn by_year(&self, group: &DoubtGroup) -> Vec<DoubtGroup> {
        let name = group.group.zip(group.name.as_ref());
        let is_in = |key: &Key| {
            let own = key.name.as_ref().map(|(group, name)| (*group, name));
            let list = key.list.as_ref().map(|list| (Group::List, list));
            let is_named = own == name || name.is_some() && list == name;
            let is_within = |(first, last)| key.year.is_some_and(|year| (first..=last).contains(&year));
            is_named && key.label == group.label && group.within.is_none_or(is_within)
        };
        let mut years: BTreeMap<u16, Tallies<'_>> = BTreeMap::new();
        for (key, tally) in self.tallies.iter().filter(|(key, _)| is_in(key)) {
            if let Some(year) = key.year {
                years.entry(year).or_default().push((key, tally));
            }
        }
        let used = self.used();
        let of_year = |(year, mut tallies): (u16, Tallies<'_>)| {
            sort(&mut tallies);
            Some(DoubtGroup { within: Some((year, year)), ..doubt_group(&tallies, name, &used)? })
        };
        years.into_iter().filter_map(of_year).collect()
    }

    fn used(&self) -> Used<'_> {
        let mut used = Used::default();
        for (key, tally) in &self.tallies {
            let Some((Group::Sender, name)) = &key.name else { continue };
            if let Reading::Sound(charset) | Reading::Doubtful(_, Hypothesis::In(charset)) = key.reading {
                let of_sender = used.entry(name).or_default();
                of_sender.entry(charset.name()).or_insert((charset, 0)).1 += tally.texts;
            }
        }
        used
    }
}

/// In the order of the messages.
fn sort(tallies: &mut Tallies<'_>) {
    tallies.sort_by_key(|(_, tally)| tally.first);
}

impl Tally {
    /// Keeps a sample, if there is room and its octets are not those of another one.
    fn keep(&mut self, excerpt: Excerpt, sample: impl FnOnce(Excerpt) -> Sample) {
        let is_new = self.samples.iter().all(|known| known.excerpt.octets != excerpt.octets);
        if self.samples.len() < SAMPLES && is_new {
            self.samples.push(sample(excerpt));
        }
    }
}

impl Sample {
    fn new(message: &MessageTexts<'_>, origin: &Origin, place: TextPlace, excerpt: Excerpt) -> Self {
        let root = message.parts().first();
        let subject = root.and_then(|root| root.header.field(message.input(), "Subject"));
        let subject = subject.map(|field| field.body.slice(message.input())).unwrap_or_default();
        let subject = String::from_utf8_lossy(subject.get(..SUBJECT).unwrap_or(subject)).trim().to_owned();
        let message_id = message.structure().message_id(message.input()).to_vec();
        Self { origin: origin.clone(), message_id, subject, place, excerpt }
    }

    /// The sample as it is labelled, in `charset`, and as it likely is.
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

/// How a text is read, and a part of it; `None` for US-ASCII and sound UTF-8.
fn reading(text: &Occurrence<'_>) -> Option<(Reading, Excerpt)> {
    let reading = match &text.read {
        Ok(Charset::US_ASCII | Charset::UTF_8) => return None,
        Ok(charset) => Reading::Sound(*charset),
        Err(unread) => match unread.detail {
            Detail::Doubtful { charset, likely: Hypothesis::In(other), .. } => {
                Reading::Doubtful(charset, Hypothesis::In(other))
            }
            Detail::Doubtful { charset, likely, .. } => return Some(restored(text, charset, likely)),
            Detail::Unresolved { rule: None, .. } | Detail::Cause(Cause::UnknownCharset) => {
                Reading::Unread(likeliest(&(text.octets)()))
            }
            // It is damaged, binary, or left by a rule: no charset would help.
            _ => return None,
        },
    };
    let octets = (text.octets)();
    if octets.is_ascii() && matches!(reading, Reading::Sound(_)) {
        return None;
    }
    Some((reading, Excerpt { octets: excerpt(&octets).to_vec(), restored: None }))
}

/// The reading of a text that decodes in `charset`, and was likely garbled; and a part of it, with what it was.
fn restored(text: &Occurrence<'_>, charset: Charset, likely: Hypothesis) -> (Reading, Excerpt) {
    let octets = (text.octets)();
    let whole = charset.decode(&octets).text;
    let found = garbled(&whole);
    let pairs = found.as_ref().map(|found| period(&found.pairs).to_vec()).unwrap_or_default();
    let original = found.and_then(|found| found.original);
    let excerpt = match original {
        Some(original) => {
            let (before, after) = beside(&whole, &original);
            Excerpt {
                octets: charset.encode(&before).map_or_else(|_| octets.clone(), Into::into),
                restored: Some(after),
            }
        }
        None => Excerpt { octets: excerpt(&octets).to_vec(), restored: None },
    };
    (Reading::Garbled(charset, likely, pairs), excerpt)
}

/// The pairs without repetitions of all of them: a rule undoes them as often as they were done.
fn period(pairs: &[Pair]) -> &[Pair] {
    let is_period = |length: &usize| pairs.chunks(*length).all(|chunk| pairs.starts_with(chunk));
    let length = (1..=pairs.len()).find(is_period).unwrap_or_default();
    pairs.get(..length).unwrap_or(pairs)
}

/// The words around the first that was restored, before and after.
fn beside(before: &str, after: &str) -> (String, String) {
    let words = || before.split_ascii_whitespace().zip(after.split_ascii_whitespace());
    let first = words().position(|(one, other)| one != other).unwrap_or_default();
    let (mut from, mut to) = (String::new(), String::new());
    for (one, other) in words().skip(first.saturating_sub(SAMPLES)) {
        if !from.is_empty() && from.len() + one.len() > SAMPLE {
            break;
        }
        for (text, word) in [(&mut from, one), (&mut to, other)] {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(word);
        }
    }
    (from, to)
}

/// Octets of a text: around its first octet above 127, from the start of a word to the end of one, on one line.
fn excerpt(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|octet| !octet.is_ascii()).unwrap_or_default();
    let before = text.get(..first).unwrap_or_default();
    let near = before.get(first.saturating_sub(BEFORE)..).unwrap_or_default();
    let line = near.iter().rposition(|octet| *octet == b'\n').map(|at| at + 1);
    let word = || near.iter().position(u8::is_ascii_whitespace).map(|at| at + 1).filter(|_| first > BEFORE);
    let start = first - near.len() + line.or_else(word).unwrap_or_default();
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.iter().position(|octet| matches!(octet, b'\r' | b'\n')).unwrap_or(rest.len());
    let line = rest.get(..end.min(SAMPLE)).unwrap_or(rest);
    let cut = line.iter().rposition(u8::is_ascii_whitespace).filter(|at| end > SAMPLE && *at > SAMPLE / 2);
    line.get(..cut.unwrap_or(line.len())).unwrap_or(line)
}
