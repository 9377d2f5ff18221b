//! Groups of doubtful texts, for a person who decides: texts of one sender, or else of one mailing list, with one label.
//!
//! In a group, most texts are likely in one other charset than their label names, or were garbled in one way. A group may also
//! consist of texts that are plausible by their label, and stand against the other mail of their sender: nearly all of it is in
//! another charset, in which these texts are plausible, too. [`Rules`](crate::rules) say what was decided.
//!
//! Time is linear in the messages. Memory is bounded: three samples of 160 octets for each group, year and reading, and no
//! further groups beyond ten thousand of these.

use super::occurrence::{self, Occurrence};
use super::row::{DeclaredLabel, Origin};
use crate::charset::Charset;
use crate::charset::detect::cost_of_written;
use crate::finding::{Cause, Detail, Hypothesis};
use crate::learn::{Group, groups};
use crate::policy::Policy;
use crate::syntax::date::year;
use crate::text::detection::likeliest;
use crate::text::evidence::garbled::garbled;
use crate::text::{MessageTexts, TextPlace};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The number of tallies from which on nothing new is counted.
const TALLIES: usize = 10_000;
/// The number of samples of a tally.
const SAMPLES: usize = 3;
/// The octets of a sample, and those of them that may stand before its first octet above 127.
const SAMPLE: usize = 160;
const BEFORE: usize = 40;
/// The octets of a subject that are kept.
const SUBJECT: usize = 80;
/// The least number of texts of a sender in a charset that speak against a text in another one, and how many times more
/// there must be.
const OTHER_TEXTS: u64 = 10;
const TIMES: u64 = 10;

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
struct Key {
    group: Option<(Group, Vec<u8>)>,
    label: DeclaredLabel,
    reading: Reading,
    year: Option<u16>,
}

/// How a text is read, and what it likely is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Reading {
    /// Nothing speaks against this charset.
    Sound(Charset),
    /// It decodes in the charset, and is likely something else.
    Doubtful(Charset, Hypothesis),
    /// It decodes in no charset with evidence; its letters may show one.
    Unread(Option<Charset>),
}

#[derive(Clone, Debug, Default)]
struct Tally {
    texts: u64,
    /// The number of messages that were counted before the first one.
    first: u64,
    samples: Vec<Octets>,
}

/// The octets of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Octets {
    origin: Origin,
    message_id: Vec<u8>,
    subject: String,
    place: TextPlace,
    octets: Vec<u8>,
}

/// Texts of one sender or mailing list with one label, about which one decision can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubtGroup {
    /// Whether the name is that of a sender or of a mailing list; `None` for messages that name neither.
    pub group: Option<Group>,
    /// The address of the sender or the identifier of the list, in lower case. Escape it before you print it.
    pub name: Option<Vec<u8>>,
    /// The label of the texts.
    pub label: DeclaredLabel,
    /// What most of the texts likely are; `None` if nothing is known.
    pub likely: Option<Hypothesis>,
    /// Whether the texts are plausible as they are labelled, and only the sender's other mail speaks against the label.
    pub is_against_others: bool,
    /// The number of texts that are likely so.
    pub texts: u64,
    /// The number of texts of the group with characters beyond US-ASCII. Those that are not in `texts` are plausible as they are
    /// labelled, or likely something else.
    pub all: u64,
    /// The years of the messages; `None` if none is known.
    pub years: Option<(u16, u16)>,
    /// Up to three texts that are likely so.
    pub samples: Vec<DoubtSample>,
}

/// The start of a doubtful text, read in both ways. Escape it before you print it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubtSample {
    /// The message.
    pub origin: Origin,
    /// Its Message-ID, without blanks around it.
    pub message_id: Vec<u8>,
    /// Its subject, cut.
    pub subject: String,
    /// The place of the text.
    pub place: TextPlace,
    /// The text by its label.
    pub labelled: String,
    /// The text as it likely is.
    pub likely: String,
    /// Octets of the text, without transfer encoding, so that it can be read in any charset.
    pub octets: Vec<u8>,
}

impl DoubtGroup {
    /// The share of the texts of the group that are likely so, from 0 to 1.
    pub fn agreement(&self) -> f64 {
        self.texts as f64 / self.all.max(1) as f64
    }
}

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
        let group = named(Group::Sender).or_else(|| named(Group::List));
        let date = root.header.field(message.input(), "Date");
        let year = date.and_then(|date| year(message.input(), date.body));
        occurrence::each(&message, &mut |text| {
            let Some((reading, octets)) = reading(&text) else { return };
            let label = DeclaredLabel::of(text.label);
            let key = Key { group: group.clone(), label, reading, year };
            if self.tallies.len() >= TALLIES && !self.tallies.contains_key(&key) {
                return;
            }
            let tally = self.tallies.entry(key).or_insert_with(|| Tally { first, ..Tally::default() });
            tally.texts += 1;
            tally.keep(octets, |octets| Octets::new(&message, origin, text.place, octets));
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
                tally.keep(sample.octets.clone(), |octets| Octets { octets, ..sample.clone() });
            }
        }
    }

    /// The number of messages.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// The groups; the one whose decision settles most texts comes first.
    pub fn groups(&self) -> Vec<DoubtGroup> {
        self.groups_of(|_| true, false)
    }

    /// The parts of `group` by the year of the messages, in order. Messages without a year come last.
    pub fn by_year(&self, group: &DoubtGroup) -> Vec<DoubtGroup> {
        let is_in = |key: &Key| {
            let name = key.group.as_ref().map(|(group, name)| (*group, name.as_slice()));
            name == group.group.zip(group.name.as_deref()) && key.label == group.label
        };
        let mut years = self.groups_of(is_in, true);
        years.retain(|year| year.likely == group.likely);
        years.sort_by_key(|group| (group.years.is_none(), group.years));
        years
    }

    fn groups_of(&self, is_in: impl Fn(&Key) -> bool, by_year: bool) -> Vec<DoubtGroup> {
        let mut found: BTreeMap<_, Vec<(&Key, &Tally)>> = BTreeMap::new();
        for (key, tally) in self.tallies.iter().filter(|(key, _)| is_in(key)) {
            let year = if by_year { key.year } else { None };
            found.entry((&key.group, &key.label, year)).or_default().push((key, tally));
        }
        let mut groups: Vec<DoubtGroup> = Vec::new();
        for mut tallies in found.into_values() {
            tallies.sort_by_key(|(_, tally)| tally.first);
            groups.extend(self.doubtful(&tallies).or_else(|| self.against_others(&tallies)));
        }
        groups.sort_by_key(|group| Reverse(group.texts));
        groups
    }

    /// The group of these texts, if some are doubtful or unread.
    fn doubtful(&self, tallies: &[(&Key, &Tally)]) -> Option<DoubtGroup> {
        let mut readings: Vec<(Reading, u64)> = Vec::new();
        for (key, tally) in tallies.iter().filter(|(key, _)| !matches!(key.reading, Reading::Sound(_))) {
            match readings.iter_mut().find(|(reading, _)| *reading == key.reading) {
                Some((_, texts)) => *texts += tally.texts,
                None => readings.push((key.reading, tally.texts)),
            }
        }
        // Of those with equal numbers, the first one; and what is known before what is not.
        let (reading, _) = readings
            .into_iter()
            .rev()
            .max_by_key(|(reading, texts)| (!matches!(reading, Reading::Unread(None)), *texts))?;
        let (charset, likely) = match reading {
            Reading::Sound(_) => return None,
            Reading::Doubtful(charset, likely) => (charset, Some(likely)),
            Reading::Unread(charset) => (Charset::US_ASCII, charset.map(Hypothesis::In)),
        };
        Some(group(tallies, reading, charset, likely, false))
    }

    /// The group of these texts, if nearly all other mail of the sender is in another charset, in which they are plausible.
    fn against_others(&self, tallies: &[(&Key, &Tally)]) -> Option<DoubtGroup> {
        let (key, _) = tallies.first()?;
        let Reading::Sound(charset) = key.reading else { return None };
        let (texts, _) = totals(tallies, key.reading);
        let own = key.group.as_ref().filter(|(group, _)| *group == Group::Sender)?;
        let mut others: BTreeMap<&str, (Charset, u64)> = BTreeMap::new();
        for (other, tally) in self.tallies.iter().filter(|(other, _)| other.group.as_ref() == Some(own)) {
            let used = match other.reading {
                Reading::Sound(charset) | Reading::Doubtful(_, Hypothesis::In(charset)) => charset,
                _ => continue,
            };
            others.entry(used.name()).or_insert((used, 0)).1 += tally.texts;
        }
        let (usual, most) = others.into_values().max_by_key(|(_, texts)| *texts)?;
        let is_usual = usual != charset && most >= OTHER_TEXTS && most / TIMES >= texts;
        let is_plausible = |sample: &Octets| {
            let (one, other) = (charset.decode(&sample.octets), usual.decode(&sample.octets));
            other.errors == 0 && one.text != other.text && cost(&other.text) < cost(&one.text)
        };
        let samples = || tallies.iter().flat_map(|(_, tally)| &tally.samples);
        let is_against = is_usual && samples().next().is_some() && samples().all(is_plausible);
        is_against.then(|| group(tallies, key.reading, charset, Some(Hypothesis::In(usual)), true))
    }
}

impl Tally {
    /// Keeps a sample, if there is room and its octets are not those of another one.
    fn keep(&mut self, octets: Vec<u8>, sample: impl FnOnce(Vec<u8>) -> Octets) {
        let is_new = self.samples.iter().all(|known| known.octets != octets);
        if self.samples.len() < SAMPLES && is_new {
            self.samples.push(sample(octets));
        }
    }
}

impl Octets {
    fn new(message: &MessageTexts<'_>, origin: &Origin, place: TextPlace, octets: Vec<u8>) -> Self {
        let root = message.parts().first();
        let subject = root.and_then(|root| root.header.field(message.input(), "Subject"));
        let subject = subject.map(|field| field.body.slice(message.input())).unwrap_or_default();
        let subject = String::from_utf8_lossy(subject.get(..SUBJECT).unwrap_or(subject)).trim().to_owned();
        let message_id = message.structure().message_id(message.input()).to_vec();
        Self { origin: origin.clone(), message_id, subject, place, octets }
    }

    fn sample(&self, charset: Charset, likely: Option<Hypothesis>) -> DoubtSample {
        let labelled = charset.decode(&self.octets).text.into_owned();
        let read = |charset: Charset| charset.decode(&self.octets).text.into_owned();
        let likely = match likely {
            None => String::new(),
            Some(Hypothesis::In(charset)) => read(charset),
            Some(_) => garbled(&labelled).and_then(|found| found.original).unwrap_or_default(),
        };
        let Self { origin, message_id, subject, place, octets } = self.clone();
        let [labelled, likely] = [labelled, likely].map(|text| text.trim().to_owned());
        DoubtSample { origin, message_id, subject, place, labelled, likely, octets }
    }
}

/// The number of texts with this reading, and of all.
fn totals(tallies: &[(&Key, &Tally)], reading: Reading) -> (u64, u64) {
    let with = tallies.iter().filter(|(key, _)| key.reading == reading);
    (with.map(|(_, tally)| tally.texts).sum(), tallies.iter().map(|(_, tally)| tally.texts).sum())
}

fn group(
    tallies: &[(&Key, &Tally)],
    reading: Reading,
    charset: Charset,
    likely: Option<Hypothesis>,
    is_against_others: bool,
) -> DoubtGroup {
    let (texts, all) = totals(tallies, reading);
    let with = || tallies.iter().filter(|(key, _)| key.reading == reading);
    let years = || with().filter_map(|(key, _)| key.year);
    let mut samples: Vec<&Octets> = Vec::new();
    for sample in with().flat_map(|(_, tally)| &tally.samples) {
        if samples.len() < SAMPLES && samples.iter().all(|other| other.octets != sample.octets) {
            samples.push(sample);
        }
    }
    let key = tallies.first().map(|(key, _)| *key);
    let named = key.and_then(|key| key.group.clone());
    DoubtGroup {
        group: named.as_ref().map(|(group, _)| *group),
        name: named.map(|(_, name)| name),
        label: key.map_or(DeclaredLabel::Missing, |key| key.label.clone()),
        likely,
        is_against_others,
        texts,
        all,
        years: years().min().zip(years().max()),
        samples: samples.into_iter().map(|sample| sample.sample(charset, likely)).collect(),
    }
}

/// How a text is read, and octets of it; `None` for US-ASCII and sound UTF-8.
fn reading(text: &Occurrence<'_>) -> Option<(Reading, Vec<u8>)> {
    let reading = match &text.read {
        Ok(Charset::US_ASCII | Charset::UTF_8) => return None,
        Ok(charset) => Reading::Sound(*charset),
        Err(unread) => match unread.detail {
            Detail::Doubtful { charset, likely, .. } => Reading::Doubtful(charset, likely),
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
    Some((reading, excerpt(&octets).to_vec()))
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

/// The cost of the words of a text that are not US-ASCII.
fn cost(text: &str) -> i32 {
    cost_of_written(text.split_ascii_whitespace().filter(|word| !word.is_ascii()))
}
