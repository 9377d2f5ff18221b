//! Makes a group of doubtful texts from the tallies of the texts of one sender, list or thread. A group has the likely
//! reading of most of the texts, the number of texts that agree with it, and samples that differ from each other.

use super::row::DeclaredLabel;
use super::tally::{DoubtSample, Excerpt, KeptOccurrence, Key, Outcome, SAMPLES, Tallies, Tally, Used};
use crate::charset::Charset;
use crate::charset::detect::{is_scored, likeliest_of};
use crate::finding::Hypothesis;
use crate::learn::Group;
use crate::rules::Pair;
use crate::text::evidence::garbled::by_pairs;
use mailutf_codecs::internal::cost_of_written;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Texts can be plausible in the charset of their label, but doubtful because of the other texts of their sender.
/// This is so if at least `OTHER_TEXTS` other texts are in another charset, and if they are at least `TIMES` times
/// as many as the doubtful texts.
const OTHER_TEXTS: u64 = 10;
const TIMES: u64 = 10;
/// A group is divided by years if the share of its texts that agree with its likely reading is less than `DIVIDED`,
/// but is at least `UNITED` in some years.
const DIVIDED: f64 = 0.9;
const UNITED: f64 = 0.99;
/// A group is divided only if in one of its parts at least this many texts agree with the likely reading.
const PART: u64 = 5;
/// The maximum number of charsets that are named for the texts of a group.
const CHARSETS: usize = 3;
/// A charset is named for a group only if at least `OF_CHARSET` texts, and at least one in `SHARE` texts of the
/// group, are in this charset.
const OF_CHARSET: u64 = 2;
const SHARE: u64 = 20;

/// Texts with one label, from one sender, mailing list or thread. One decision can be made about all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoubtGroup {
    /// What the messages of the group have in common: the sender, the mailing list or the thread. `None` for messages
    /// that have none of these.
    pub group: Option<Group>,
    /// The address of the sender, the identifier of the list, or the identifier of the thread, in lower case. It must
    /// be escaped before it is printed.
    pub name: Option<Vec<u8>>,
    /// The label of the texts.
    pub label: DeclaredLabel,
    /// The likely reading of most of the texts; `None` if no reading is known.
    pub likely: Option<Hypothesis>,
    /// The likely charsets of the texts, the most frequent first, and the charsets of the sound texts of the group. Empty
    /// if there is only one charset. A rule for the group must name all of them, so that each text is read in the one that
    /// its letters show.
    pub charsets: Vec<Charset>,
    /// The wrong decodings that must be undone in most of the texts, in the form of a [rule](crate::rules), such as
    /// `windows-1252 > utf-8`. The decoding that was applied last comes first in the list. Empty if the texts were not
    /// garbled.
    pub undo: Vec<String>,
    /// Whether the label contradicts only the sender's other mail. If so, the texts by themselves are plausible in
    /// the charset of their label.
    pub is_against_others: bool,
    /// The number of texts that agree with the likely reading of the group. For such a text, this reading is likely,
    /// or at least as plausible as the text's own reading. If there are several charsets, this is true of one of them.
    pub texts: u64,
    /// The number of texts that are sound: nothing contradicts the charset in which they are read, and this is the
    /// likely charset or one of [`charsets`](Self::charsets). Texts of one year and charset are judged together, by
    /// three of them, so a few of these texts can be so short that the rule of the group reads them in the likely
    /// charset.
    pub sound: u64,
    /// The number of texts of the group with characters beyond US-ASCII. Correct UTF-8 is not counted, because no
    /// decision changes it.
    pub all: u64,
    /// The first and the last year of the texts that agree with the likely reading; `None` if no year is known.
    pub years: Option<(u16, u16)>,
    /// If the group is a part of a larger group, the first and the last year to which this part is limited.
    pub within: Option<(u16, u16)>,
    /// Up to three texts that agree with the likely reading of the group. They differ as much as possible. A text that is
    /// the same in both readings is a sample only if there is no other.
    pub samples: Vec<DoubtSample>,
    /// Up to three texts that neither agree with the likely reading of the group nor are sound.
    pub others: Vec<DoubtSample>,
}

impl DoubtGroup {
    /// The share of the texts of the group that agree with its likely reading or are sound, from 0 to 1.
    pub fn agreement(&self) -> f64 {
        (self.texts + self.sound) as f64 / self.all.max(1) as f64
    }
}

/// Returns the groups of the texts that `tallies` count. Usually there is one group. There are several groups if less
/// than the share [`DIVIDED`] of all texts agrees with the likely reading, but at least the share [`UNITED`] of the
/// texts of some years does. Then there is a group for each period. A period is a range of consecutive years. Either at
/// least the share [`UNITED`] of the texts agrees in each of these years, or less than this share agrees in each of
/// them. A period without doubtful texts has no group. If the year of some text is unknown, or if two charsets are used
/// side by side in several years, there is one group.
pub(super) fn by_years(
    tallies: &Tallies<'_>,
    name: Option<(Group, &Vec<u8>)>,
    used: &Used<'_>,
) -> Vec<DoubtGroup> {
    let Some(whole) = doubt_group(tallies, name, used) else { return Vec::new() };
    let mut years: BTreeMap<u16, Tallies<'_>> = BTreeMap::new();
    for (key, tally) in tallies {
        match key.year {
            Some(year) => years.entry(year).or_default().push((key, tally)),
            None => return vec![with_charsets(tallies, name, whole)],
        }
    }
    if whole.agreement() >= DIVIDED || whole.likely.is_none() || whole.is_against_others {
        return vec![with_charsets(tallies, name, whole)];
    }
    let several = in_several(tallies, name, whole.clone());
    if are_by_turns(tallies, &several.charsets) {
        return vec![beside_sound(tallies, name, several)];
    }
    let is_united = |tallies: &Tallies<'_>| {
        let group = doubt_group(tallies, name, used);
        group.map(|group| group.likely == whole.likely && group.agreement() >= UNITED)
    };
    // The first and the last year of each period, its texts, and whether at least the share `UNITED` of its texts
    // agrees with the likely reading. The last item is `None` if no text of the period is doubtful.
    let mut times: Vec<(u16, u16, Tallies<'_>, Option<bool>)> = Vec::new();
    for (year, tallies) in years {
        let united = is_united(&tallies);
        match times.last_mut().filter(|last| last.3 == united) {
            Some((_, last, all, _)) => {
                *last = year;
                all.extend(tallies);
            }
            None => times.push((year, year, tallies, united)),
        }
    }
    let parts = times.iter().filter(|time| time.3.is_some()).filter_map(|(first, last, tallies, united)| {
        let mut tallies = tallies.clone();
        tallies.sort_by_key(|(_, tally)| tally.first);
        let group = doubt_group(&tallies, name, used)?;
        let is_clear = *united == Some(true) && group.texts >= PART;
        Some((is_clear, DoubtGroup { within: Some((*first, *last)), ..with_charsets(&tallies, name, group) }))
    });
    let parts: Vec<(bool, DoubtGroup)> = parts.collect();
    match parts.iter().any(|(is_clear, _)| *is_clear) {
        true => parts.into_iter().map(|(_, group)| group).collect(),
        false => vec![beside_sound(tallies, name, several)],
    }
}

/// Returns the most frequent [scored](is_scored) charset among the texts that are in none of `charsets`. Returns
/// `None` if there is no such charset, or if its texts are too few in comparison with `all`, the number of texts of
/// the group.
fn most_frequent_beside(charsets: &[Charset], tallies: &Tallies<'_>, all: u64) -> Option<Charset> {
    let known = Likely::one_of(charsets.to_vec());
    let mut texts: Vec<(Charset, u64)> = Vec::new();
    for (key, tally) in tallies.iter().filter(|(key, tally)| !known.suits(key, tally)) {
        let Some(charset) = key.reading.charset().filter(|charset| is_scored(*charset)) else { continue };
        match texts.iter_mut().find(|(known, _)| *known == charset) {
            Some((_, known)) => *known += tally.texts,
            None => texts.push((charset, tally.texts)),
        }
    }
    let (charset, texts) =
        texts.into_iter().max_by_key(|(charset, texts)| (*texts, Reverse(charset.name())))?;
    (texts >= OF_CHARSET && texts.saturating_mul(SHARE) >= all).then_some(charset)
}

/// Whether there is more than one year in which the same two of `charsets` are both used. If the sender only replaced
/// one program by another, there is at most one such year: the year of the replacement.
fn are_by_turns(tallies: &Tallies<'_>, charsets: &[Charset]) -> bool {
    let years = |charset: &Charset| -> BTreeSet<u16> {
        let used = tallies.iter().filter(|(key, _)| key.reading.charset() == Some(*charset));
        used.filter_map(|(key, _)| key.year).collect()
    };
    let years: Vec<BTreeSet<u16>> = charsets.iter().map(years).collect();
    years
        .iter()
        .enumerate()
        .any(|(at, one)| years.iter().skip(at + 1).any(|other| one.intersection(other).count() > 1))
}

/// Returns `group` with the charsets that a rule for it must name. `tallies` count the texts of `group`.
pub(super) fn with_charsets(
    tallies: &Tallies<'_>,
    name: Option<(Group, &Vec<u8>)>,
    group: DoubtGroup,
) -> DoubtGroup {
    beside_sound(tallies, name, in_several(tallies, name, group))
}

/// Returns a group that names the charsets of its sound texts, too, so that a rule for the group does not change them.
/// Returns `group` itself if no text is sound. `tallies` count the texts of `group`.
///
/// A text that nothing contradicts is sound if its letters show its own charset rather than the likely one. If less than
/// the share [`DIVIDED`] of all texts agrees with the likely reading, it suffices that its own charset is likelier.
fn beside_sound(tallies: &Tallies<'_>, name: Option<(Group, &Vec<u8>)>, group: DoubtGroup) -> DoubtGroup {
    let Some(Hypothesis::In(main)) = group.likely.filter(|_| !group.is_against_others) else {
        return group;
    };
    let mut charsets = if group.charsets.is_empty() { vec![main] } else { group.charsets.clone() };
    let (named, likely) = (charsets.len(), Likely::one_of(charsets.clone()));
    for (key, tally) in tallies.iter().filter(|(key, tally)| !likely.suits(key, tally)) {
        let Outcome::Sound(own) = key.reading else { continue };
        let is_shown =
            |sample: &KeptOccurrence| likeliest_of(&sample.excerpt.octets, &[main, own]) == Some(own);
        let is_sound = group.agreement() < DIVIDED || tally.samples.iter().any(is_shown);
        if is_sound && is_scored(own) && !charsets.contains(&own) {
            charsets.push(own);
        }
    }
    if charsets.len() == named {
        return group;
    }
    let likely = Likely::one_of(charsets);
    self::group(tallies, name, &likely, |key, tally| likely.suits(key, tally))
}

/// Returns a group that names several charsets, if the texts of `group` do not agree because their writer used these
/// charsets. Otherwise returns `group` itself. `tallies` count the texts of `group`.
fn in_several(tallies: &Tallies<'_>, name: Option<(Group, &Vec<u8>)>, group: DoubtGroup) -> DoubtGroup {
    let Some(Hypothesis::In(main)) =
        group.likely.filter(|_| group.agreement() < DIVIDED && !group.is_against_others)
    else {
        return group;
    };
    let mut charsets = vec![main];
    // Text that can also be in one of the charsets found so far is not evidence for another charset.
    while charsets.len() < CHARSETS
        && let Some(next) = most_frequent_beside(&charsets, tallies, group.all)
    {
        charsets.push(next);
    }
    if charsets.len() < 2 {
        return group;
    }
    let likely = Likely::one_of(charsets);
    let several = self::group(tallies, name, &likely, |key, tally| likely.suits(key, tally));
    if several.agreement() >= DIVIDED { several } else { group }
}

/// Returns the group of the texts that `tallies` count, if some of these texts are doubtful, unread, or garbled but
/// restorable. If none is, returns the group of those that contradict the sender's other mail, if there are any.
/// `tallies` must be in the order of the messages.
pub(super) fn doubt_group(
    tallies: &Tallies<'_>,
    name: Option<(Group, &Vec<u8>)>,
    used: &Used<'_>,
) -> Option<DoubtGroup> {
    doubtful(tallies, name).or_else(|| against_others(tallies, name, used))
}

/// The likely reading of most texts of a group.
struct Likely<'k> {
    /// The charset of the label.
    labelled: Charset,
    /// The likely reading; `None` if no reading is known.
    hypothesis: Option<Hypothesis>,
    /// The wrong decodings to undo, if the texts were garbled.
    pairs: &'k [Pair],
    /// If the texts are in several charsets: these charsets, the most frequent first. Otherwise empty.
    charsets: Vec<Charset>,
}

fn doubtful(tallies: &Tallies<'_>, name: Option<(Group, &Vec<u8>)>) -> Option<DoubtGroup> {
    let mut readings: Vec<(&Outcome, u64)> = Vec::new();
    // Garbled text that cannot be restored has no likely reading, so it is not counted.
    let counts = |reading: &Outcome| !matches!(reading, Outcome::Sound(_)) && !is_lost(reading);
    for (key, tally) in tallies.iter().filter(|(key, _)| counts(&key.reading)) {
        match readings.iter_mut().find(|(reading, _)| **reading == key.reading) {
            Some((_, texts)) => *texts += tally.texts,
            None => readings.push((&key.reading, tally.texts)),
        }
    }
    // Among readings with equal numbers of texts, the first one wins. A known reading wins over an unknown one.
    let (reading, _) = readings
        .into_iter()
        .rev()
        .max_by_key(|(reading, texts)| (!matches!(reading, Outcome::Unread(None)), *texts))?;
    let likely = match reading {
        Outcome::Sound(_) => return None,
        Outcome::Doubtful(charset, likely) => Likely::other(*charset, Some(*likely)),
        Outcome::Garbled(charset, likely, pairs) => {
            Likely { pairs, ..Likely::other(*charset, Some(*likely)) }
        }
        Outcome::Unread(charset) => Likely::other(Charset::US_ASCII, charset.map(Hypothesis::In)),
    };
    let agrees = |key: &Key, tally: &Tally| key.reading == *reading || likely.suits(key, tally);
    Some(group(tallies, name, &likely, agrees))
}

/// Whether a text with this outcome is garbled and cannot be restored.
fn is_lost(reading: &Outcome) -> bool {
    matches!(reading, Outcome::Garbled(_, _, pairs) if pairs.is_empty())
}

impl Likely<'_> {
    fn other(labelled: Charset, hypothesis: Option<Hypothesis>) -> Self {
        Self { labelled, hypothesis, pairs: &[], charsets: Vec::new() }
    }

    fn one_of(charsets: Vec<Charset>) -> Self {
        let main = charsets.first().map(|main| Hypothesis::In(*main));
        Self { charsets, ..Self::other(Charset::US_ASCII, main) }
    }

    /// Whether the texts of `tally` are at least as plausible in the reading `self` as in the reading of `key`.
    ///
    /// - If `self` has several charsets, one of them must meet this condition.
    /// - If `self` undoes wrong decodings, the texts must be garbled, and there must be a way to restore them. One way
    ///   is to undo the decodings that the texts themselves show. They can differ from those of `self`, because a rule
    ///   for the group lets evidence decide, too. The other way is to undo the decodings of `self`, which must restore
    ///   each sample.
    /// - In all other cases, the samples must decode in the charset of `self`, and their letters must be no less likely
    ///   in that charset than in their own charset.
    fn suits(&self, key: &Key, tally: &Tally) -> bool {
        if !self.charsets.is_empty() {
            return self.charsets.iter().any(|charset| {
                key.reading.charset() == Some(*charset)
                    || Self::other(*charset, Some(Hypothesis::In(*charset))).suits(key, tally)
            });
        }
        if !self.pairs.is_empty() {
            let Outcome::Garbled(own, ..) = &key.reading else { return false };
            let is_restored = |sample: &KeptOccurrence| {
                by_pairs(&own.decode(&sample.excerpt.octets).text, self.pairs).is_some()
            };
            return !is_lost(&key.reading) || tally.samples.iter().all(is_restored);
        }
        let Some(Hypothesis::In(charset)) = self.hypothesis else { return false };
        let own = match &key.reading {
            Outcome::Unread(None) => None,
            reading => match reading.charset() {
                Some(own) => Some(own),
                None => return false,
            },
        };
        let is_plausible = |Excerpt { octets, .. }: &Excerpt| {
            let other = charset.decode(octets);
            other.errors == 0 && own.is_none_or(|own| cost(&other.text) <= cost(&own.decode(octets).text))
        };
        !tally.samples.is_empty() && tally.samples.iter().all(|sample| is_plausible(&sample.excerpt))
    }
}

/// Returns a group of the texts that are not in the usual charset of their sender: the charset of nearly all mail of
/// the sender. Returns `None` unless the letters of each of these texts are likelier in the usual charset.
fn against_others(
    tallies: &Tallies<'_>,
    name: Option<(Group, &Vec<u8>)>,
    used: &Used<'_>,
) -> Option<DoubtGroup> {
    let (_, sender) = name.filter(|(group, _)| *group == Group::Sender)?;
    let (usual, most) = used.get(&**sender)?.values().copied().max_by_key(|(_, texts)| *texts)?;
    let is_other = |key: &Key| key.reading != Outcome::Sound(usual);
    let others = || tallies.iter().filter(|(key, _)| is_other(key));
    let texts: u64 = others().map(|(_, tally)| tally.texts).sum();
    let is_plausible = |key: &Key, sample: &KeptOccurrence| {
        let Outcome::Sound(charset) = key.reading else { return false };
        let octets = &sample.excerpt.octets;
        let (one, other) = (charset.decode(octets), usual.decode(octets));
        other.errors == 0 && one.text != other.text && cost(&other.text) < cost(&one.text)
    };
    let is_usual = most >= OTHER_TEXTS && most / TIMES >= texts;
    let are_plausible = |(key, tally): &(&Key, &Tally)| {
        !tally.samples.is_empty() && tally.samples.iter().all(|sample| is_plausible(key, sample))
    };
    let (key, _) = others().next()?;
    let Outcome::Sound(charset) = key.reading else { return None };
    if !is_usual || !others().all(are_plausible) {
        return None;
    }
    let likely = Likely::other(charset, Some(Hypothesis::In(usual)));
    let against = tallies.iter().copied().filter(|(key, _)| is_other(key)).collect();
    Some(DoubtGroup { is_against_others: true, ..group(&against, name, &likely, |_, _| true) })
}

fn group(
    tallies: &Tallies<'_>,
    name: Option<(Group, &Vec<u8>)>,
    likely: &Likely<'_>,
    agrees: impl Fn(&Key, &Tally) -> bool,
) -> DoubtGroup {
    let Likely { labelled, hypothesis, pairs, ref charsets } = *likely;
    // The rule of a group may read a short text in the likely charset although nothing contradicts its own, so such a text
    // counts as one that is likely so.
    let is_sound = |key: &Key, tally: &Tally| {
        let Outcome::Sound(own) = key.reading else { return false };
        match hypothesis {
            Some(Hypothesis::In(main)) if main == own => true,
            Some(main @ Hypothesis::In(_)) => {
                charsets.contains(&own) && !Likely::other(labelled, Some(main)).suits(key, tally)
            }
            _ => charsets.contains(&own),
        }
    };
    let (sound, others): (Tallies<'_>, Tallies<'_>) =
        tallies.iter().copied().partition(|(key, tally)| is_sound(key, tally));
    let (with, without): (Tallies<'_>, Tallies<'_>) =
        others.into_iter().partition(|(key, tally)| agrees(key, tally));
    let texts = |tallies: &Tallies<'_>| tallies.iter().map(|(_, tally)| tally.texts).sum::<u64>();
    let years = || with.iter().filter_map(|(key, _)| key.year);
    let samples = |tallies: &Tallies<'_>| {
        let read = |(key, sample): (&Key, &KeptOccurrence)| {
            let charset = match &key.reading {
                Outcome::Sound(own) | Outcome::Doubtful(own, _) | Outcome::Garbled(own, ..) => *own,
                Outcome::Unread(_) => labelled,
            };
            let own = key.reading.charset().filter(|_| !charsets.is_empty()).map(Hypothesis::In);
            let mut read = sample.read(charset, own.or(hypothesis));
            if read.likely.is_empty() && !pairs.is_empty() {
                read.likely = by_pairs(&read.labelled, pairs).unwrap_or_default();
            }
            read
        };
        let shown = if charsets.is_empty() { unlike(tallies) } else { of_each(tallies, charsets) };
        // There is nothing to decide about a text that is the same in both readings.
        let is_alike = |sample: &DoubtSample| sample.labelled == sample.likely;
        let (alike, different): (Vec<_>, Vec<_>) = shown.into_iter().map(read).partition(is_alike);
        if different.is_empty() { alike } else { different }
    };
    DoubtGroup {
        group: name.map(|(group, _)| group),
        name: name.map(|(_, name)| name.clone()),
        label: tallies.first().map_or(DeclaredLabel::Missing, |(key, _)| key.label.clone()),
        likely: hypothesis,
        charsets: charsets.clone(),
        undo: pairs.iter().map(Pair::to_string).collect(),
        is_against_others: false,
        texts: texts(&with),
        sound: texts(&sound),
        all: texts(tallies),
        years: years().min().zip(years().max()),
        within: None,
        samples: samples(&with),
        others: samples(&without),
    }
}

/// Returns samples that differ from each other. They are taken from each charset in turn, up to the maximum number.
fn of_each<'d>(tallies: &Tallies<'d>, charsets: &[Charset]) -> Vec<(&'d Key, &'d KeptOccurrence)> {
    let of = |charset: &Charset| {
        let is_in = |(key, _): &&(&Key, &Tally)| key.reading.charset() == Some(*charset);
        unlike(&tallies.iter().filter(is_in).copied().collect())
    };
    let found: Vec<_> = charsets.iter().map(of).collect();
    let rounds = (0..SAMPLES).flat_map(|round| found.iter().filter_map(move |samples| samples.get(round)));
    rounds.take(SAMPLES).copied().collect()
}

/// Returns samples that differ from each other. The next sample is always the one with the most new octets above
/// 127, that is, octets that do not occur in the samples before it.
fn unlike<'d>(tallies: &Tallies<'d>) -> Vec<(&'d Key, &'d KeptOccurrence)> {
    let mut open: Vec<(&Key, &KeptOccurrence)> = tallies
        .iter()
        .flat_map(|(key, tally)| tally.samples.iter().map(move |sample| (*key, sample)))
        .collect();
    let (mut chosen, mut seen): (Vec<(&Key, &KeptOccurrence)>, BTreeSet<u8>) = Default::default();
    while chosen.len() < SAMPLES && !open.is_empty() {
        let high = |sample: &KeptOccurrence| -> BTreeSet<u8> {
            sample.excerpt.octets.iter().copied().filter(|octet| !octet.is_ascii()).collect()
        };
        // Among samples with equal numbers of new octets, the first one is taken.
        let new =
            |(_, (_, sample)): &(usize, &(&Key, &KeptOccurrence))| high(sample).difference(&seen).count();
        let Some((at, _)) = open.iter().enumerate().rev().max_by_key(new) else { break };
        let (key, sample) = open.remove(at);
        seen.extend(high(sample));
        open.retain(|(_, other)| other.excerpt.octets != sample.excerpt.octets);
        chosen.push((key, sample));
    }
    chosen
}

/// Returns the cost of those words of `text` that have characters beyond US-ASCII. Less likely words have a higher
/// cost.
fn cost(text: &str) -> i32 {
    cost_of_written(text.split_ascii_whitespace().filter(|word| !word.is_ascii()))
}
