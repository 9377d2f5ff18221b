//! Groups of doubtful texts, for a person who decides about them. A group consists of the texts of one sender, or
//! else of one mailing list or thread, with one label. If texts of many senders of a list are doubtful in the same
//! way, they form one group, because the program of the list probably made them doubtful.
//!
//! Most texts of a group are probably in a charset that their label does not name, or were garbled before they were
//! stored. A group can also consist of texts that are plausible by their label, but contradict the other mail of
//! their sender: nearly all other mail is in another charset, in which these texts are plausible, too. Decisions are
//! kept as [rules](crate::rules).
//!
//! The time is linear in the size of the messages. Memory is bounded: texts are counted for at most ten thousand
//! combinations of a group, a year and a reading, each with at most three samples of a few hundred octets.

use super::doubt_group::{DoubtGroup, by_years, doubt_group, with_charsets};
use super::occurrence::{self, Occurrence};
use super::row::{DeclaredLabel, Origin};
use super::tally::{Excerpt, KeptOccurrence, Key, Outcome, SAMPLES, Tallies, Tally, Used};
use crate::charset::{Charset, MalformedKind, utf8};
use crate::finding::{Cause, Detail, Hypothesis};
use crate::learn::{Group, groups};
use crate::policy::Policy;
use crate::rules::Pair;
use crate::syntax::date::year;
use crate::text::MessageTexts;
use crate::text::alternatives::alternatives;
use crate::text::detection::likeliest;
use crate::text::evidence::answers::Answers;
use crate::text::evidence::garbled::garbled;
use mailutf_codecs::internal::utf8_in_mail;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The maximum number of tallies. After that, texts that would need a new tally are not counted.
const TALLIES: usize = 10_000;
/// The maximum length of a sample in octets, and the maximum length of the part before its first octet above 127.
const SAMPLE: usize = 160;
const BEFORE: usize = 40;
/// The texts of a list that have the same label form one group if texts of at least `SENDERS` senders are doubtful, and
/// if at least the share `AGREEMENT` of all these texts agrees with the likely reading.
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
    /// Whether there was no room for a tally.
    is_full: bool,
}

impl Doubts {
    /// Counts the texts of the message `octets`, decoded with `policy`. A text to which one of the policy's rules
    /// applies is not doubtful, even if the rule leaves it, because the first rule decides: to read it, that rule must
    /// be changed. The time is linear in the size of the message.
    pub fn add(&mut self, octets: &[u8], origin: &Origin, policy: &Policy) {
        let message = MessageTexts::parse(octets, policy);
        let mut next = (self.messages, 0);
        self.messages += 1;
        let Some(root) = message.parts().first() else { return };
        let names = groups(message.input(), &root.header);
        let named = |wanted| names.iter().find(|(group, _)| *group == wanted).cloned();
        let name = named(Group::Sender).or_else(|| named(Group::List)).or_else(|| named(Group::Thread));
        let list = named(Group::List).map(|(_, list)| list);
        let list = list.filter(|_| name.as_ref().is_some_and(|(group, _)| *group == Group::Sender));
        let date = root.header.field(message.input(), "Date");
        let year = date.and_then(|date| year(message.input(), date.body));
        let answers = Answers::default();
        occurrence::each(&message, &mut |text| {
            let first = next;
            next.1 += 1;
            let Some((reading, excerpt)) = reading(&text, &answers) else { return };
            let label = DeclaredLabel::of(text.label);
            let key = Key { name: name.clone(), list: list.clone(), label, reading, year };
            let Some(tally) = self.tally(key, first) else { return };
            tally.texts += 1;
            tally.keep(excerpt, |excerpt| KeptOccurrence::new(&message, origin, text.place, excerpt));
        });
    }

    /// Adds the doubts of `other`, as if its messages had been added after the messages of `self`.
    pub fn merge(&mut self, other: Self) {
        let before = self.messages;
        self.messages += other.messages;
        self.is_full |= other.is_full;
        let mut tallies: Vec<(Key, Tally)> = other.tallies.into_iter().collect();
        tallies.sort_by_key(|(_, tally)| tally.first);
        for (key, Tally { texts, first, samples }) in tallies {
            let Some(tally) = self.tally(key, (before + first.0, first.1)) else { continue };
            tally.texts += texts;
            for sample in samples {
                tally.keep(sample.excerpt.clone(), |_| sample.clone());
            }
        }
    }

    /// Returns the tally of `key`. A new tally records the place of its `first` text. Returns `None` if there is no
    /// room for a new tally.
    fn tally(&mut self, key: Key, first: (u64, usize)) -> Option<&mut Tally> {
        if self.tallies.len() >= TALLIES && !self.tallies.contains_key(&key) {
            self.is_full = true;
            return None;
        }
        Some(self.tallies.entry(key).or_insert_with(|| Tally { first, ..Tally::default() }))
    }

    /// The number of messages that were added.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Whether some doubtful texts were not counted, because there was no room for more tallies. Once rules settle
    /// some of the counted texts, a later run counts the texts for which there was no room.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the groups. The first group is the one for which a decision settles the most texts.
    ///
    /// If a sender's program was replaced at some time, the years before that time form one group, and the years
    /// after that time form another.
    pub fn groups(&self) -> Vec<DoubtGroup> {
        let used = used(self.tallies.iter());
        let mut of_lists: BTreeMap<_, Tallies<'_>> = BTreeMap::new();
        for (key, tally) in &self.tallies {
            if let Some(list) = &key.list {
                of_lists.entry((list, &key.label)).or_default().push((key, tally));
            }
        }
        let (mut groups, mut settled) = (Vec::new(), HashSet::new());
        for (list, mut tallies) in of_lists {
            let doubtful = tallies.iter().filter(|(key, _)| !matches!(key.reading, Outcome::Sound(_)));
            let senders: HashSet<_> = doubtful.map(|(key, _)| &key.name).collect();
            if senders.len() < SENDERS {
                continue;
            }
            sort(&mut tallies);
            let name = Some((Group::List, list.0));
            let group = doubt_group(&tallies, name, &used);
            if let Some(group) =
                group.filter(|group| group.likely.is_some() && group.agreement() >= AGREEMENT)
            {
                settled.insert(list);
                groups.push(with_charsets(&tallies, name, group));
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

    /// Divides `group` by the year of the messages. Returns its parts in order. Messages without a year are left out,
    /// because a rule cannot name their date.
    pub fn by_year(&self, group: &DoubtGroup) -> Vec<DoubtGroup> {
        let name = group.group.zip(group.name.as_ref());
        let is_named = |key: &Key| {
            let own = key.name.as_ref().map(|(group, name)| (*group, name));
            let list = key.list.as_ref().map(|list| (Group::List, list));
            own == name || name.is_some() && list == name
        };
        let is_in = |key: &Key| {
            let is_within = |(first, last)| key.year.is_some_and(|year| (first..=last).contains(&year));
            is_named(key) && key.label == group.label && group.within.is_none_or(is_within)
        };
        let mut years: BTreeMap<u16, Tallies<'_>> = BTreeMap::new();
        for (key, tally) in self.tallies.iter().filter(|(key, _)| is_in(key)) {
            if let Some(year) = key.year {
                years.entry(year).or_default().push((key, tally));
            }
        }
        let used = used(self.tallies.iter().filter(|(key, _)| is_named(key)));
        let of_year = |(year, mut tallies): (u16, Tallies<'_>)| {
            sort(&mut tallies);
            let group = with_charsets(&tallies, name, doubt_group(&tallies, name, &used)?);
            Some(DoubtGroup { within: Some((year, year)), ..group })
        };
        years.into_iter().filter_map(of_year).collect()
    }
}

/// Returns the charsets of the texts of each sender.
fn used<'d>(tallies: impl Iterator<Item = (&'d Key, &'d Tally)>) -> Used<'d> {
    let mut used = Used::default();
    for (key, tally) in tallies {
        let Some((Group::Sender, name)) = &key.name else { continue };
        if let Outcome::Sound(charset) | Outcome::Doubtful(_, Hypothesis::In(charset)) = key.reading {
            let of_sender = used.entry(name).or_default();
            of_sender.entry(charset.name()).or_insert((charset, 0)).1 += tally.texts;
        }
    }
    used
}

/// Sorts the tallies in the order of their first texts.
fn sort(tallies: &mut Tallies<'_>) {
    tallies.sort_by_key(|(_, tally)| tally.first);
}

/// Returns the outcome for a text, together with an excerpt of the text. Returns `None` for US-ASCII, for correct
/// UTF-8, for text that no charset would make readable, and for text that a rule has not made readable: the rule comes
/// before all rules that could be proposed. `answers` remembers which charset was found for each
/// unread text of the message.
fn reading(text: &Occurrence<'_>, answers: &Answers) -> Option<(Outcome, Excerpt)> {
    let reading = match &text.read {
        Ok(Charset::US_ASCII | Charset::UTF_8) => return None,
        Ok(charset) => Outcome::Sound(*charset),
        Err(_) if text.is_ruled => return None,
        Err(unread) => match unread.detail {
            Detail::Doubtful { charset, likely: Hypothesis::In(other), .. } => {
                Outcome::Doubtful(charset, Hypothesis::In(other))
            }
            Detail::Doubtful { charset, likely, .. } => return Some(restored(text, charset, likely)),
            Detail::Unresolved { .. } | Detail::Cause(Cause::UnknownCharset) => {
                let octets = (text.octets)();
                let valid = utf8::valid(&octets);
                let is_damaged = valid.is_none() && utf8_in_mail::is_sound(&octets);
                let shown = || match valid {
                    Some(text) if !text.is_ascii() => Some(Charset::UTF_8),
                    _ if is_damaged => by_lines(&octets),
                    _ if is_cut(&unread.detail) => None,
                    _ => likeliest(&octets),
                };
                let charset = answers.charset(&octets, shown);
                // No charset makes damaged UTF-8 readable.
                if is_damaged && charset.is_none() {
                    return None;
                }
                Outcome::Unread(charset)
            }
            // The text is damaged or binary, so no charset would make it readable.
            _ => return None,
        },
    };
    let octets = (text.octets)();
    if octets.is_ascii() && matches!(reading, Outcome::Sound(_)) {
        return None;
    }
    let first = match reading {
        Outcome::Doubtful(charset, Hypothesis::In(other)) => difference(&octets, charset, other),
        _ => None,
    };
    Some((reading, Excerpt { octets: excerpt(&octets, first).to_vec(), restored: None }))
}

/// Returns the charset of the lines that are not UTF-8, in text that has lines in UTF-8 and in another charset. Returns
/// `None` if there are no such lines: then the text is damaged UTF-8, which is garbage in every other charset.
fn by_lines(octets: &[u8]) -> Option<Charset> {
    let other = alternatives(octets, Err(None)).into_iter().next()?;
    match other.hypothesis {
        Hypothesis::In(charset) => Some(charset),
        _ => None,
    }
}

/// Whether the text may be UTF-8 that was cut within a character.
fn is_cut(detail: &Detail) -> bool {
    match detail {
        Detail::Unresolved { charset: Some(Charset::UTF_8), malformed: Some(malformed), .. } => {
            malformed.kind == MalformedKind::Truncated
        }
        _ => false,
    }
}

/// Returns the outcome for a text that decodes in `charset` and was likely garbled. Also returns an excerpt of the
/// text, as it is stored and as it was before it was garbled.
fn restored(text: &Occurrence<'_>, charset: Charset, likely: Hypothesis) -> (Outcome, Excerpt) {
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
        None => Excerpt { octets: excerpt(&octets, None).to_vec(), restored: None },
    };
    (Outcome::Garbled(charset, likely, pairs), excerpt)
}

/// Returns the shortest list whose repetition gives `pairs`. The last repetition can be incomplete. The short list is
/// enough for a rule, because a rule undoes its decodings again and again, as long as the letters become likelier.
fn period(pairs: &[Pair]) -> &[Pair] {
    let is_period = |length: &usize| pairs.chunks(*length).all(|chunk| pairs.starts_with(chunk));
    let length = (1..=pairs.len()).find(is_period).unwrap_or_default();
    pairs.get(..length).unwrap_or(pairs)
}

/// Returns the words around the first word that was restored, in both texts. `before` is the stored text. `after` is
/// the text in which the wrong decodings are undone.
fn beside(before: &str, after: &str) -> (String, String) {
    let words = || before.split_ascii_whitespace().zip(after.split_ascii_whitespace());
    let first = words().position(|(one, other)| one != other).unwrap_or_default();
    let (mut from, mut to) = (String::new(), String::new());
    for (one, other) in words().skip(first.saturating_sub(SAMPLES)) {
        if !from.is_empty() && from.len() + one.len() > SAMPLE {
            break;
        }
        // A word can be as long as the text, so it is cut. It has more octets in `before` than in `after`, so
        // `before` has a higher limit.
        for (text, word, most) in [(&mut from, one, 3 * SAMPLE), (&mut to, other, SAMPLE)] {
            text.push_str(if text.is_empty() { "" } else { " " });
            let ends = word.char_indices().map(|(at, character)| at + character.len_utf8());
            let end = ends.take_while(|end| *end <= most).last().unwrap_or_default();
            text.push_str(word.get(..end).unwrap_or_default());
        }
    }
    (from, to)
}

/// Returns the offset of the first word that reads differently in `other` than in `charset`. It would not suffice
/// to look for the first octet above 127, because many punctuation marks are the same in both charsets.
fn difference(text: &[u8], charset: Charset, other: Charset) -> Option<usize> {
    let mut start = 0;
    text.split_inclusive(u8::is_ascii_whitespace).find_map(|word| {
        let at = start;
        start += word.len();
        (!word.is_ascii() && charset.decode(word).text != other.decode(word).text).then_some(at)
    })
}

/// Returns octets of a text around the octet at `first`. If `first` is `None`, returns octets around the first octet
/// above 127. The octets are on one line, and usually begin and end with a whole word.
fn excerpt(text: &[u8], first: Option<usize>) -> &[u8] {
    let beyond_ascii = || text.iter().position(|octet| !octet.is_ascii());
    let first = first.or_else(beyond_ascii).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Normalizer;
    #[cfg(feature = "rules")]
    use crate::rules::Rules;

    fn message(header: &str, charset: &str, label: &str, text: &str) -> Vec<u8> {
        let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
        let head = format!(
            "{header}\nContent-Type: text/plain; charset={label}\nContent-Transfer-Encoding: 8bit\n\n"
        );
        [head.as_bytes(), &octets, b"\n"].concat()
    }

    fn doubts(mail: &[Vec<u8>]) -> Doubts {
        let mut doubts = Doubts::default();
        mail.iter().for_each(|octets| doubts.add(octets, &Origin::default(), &Policy::default()));
        doubts
    }

    /// Returns one line for each group: its kind, its name, its likely reading, the number of its texts with that
    /// reading, the number of all its texts, and its years.
    fn shown(doubts: &Doubts) -> Vec<String> {
        let show = |group: DoubtGroup| {
            let kind = group.group.map_or("-", Group::as_str);
            let name = String::from_utf8(group.name.unwrap_or_default()).unwrap();
            let likely = group.likely.map(|likely| likely.to_string()).unwrap_or_default();
            let within = group.within.map_or(String::new(), |(first, last)| format!(" {first}-{last}"));
            format!("{kind} {name} {likely} {}/{}{within}", group.texts, group.all)
        };
        doubts.groups().into_iter().map(show).collect()
    }

    const RUSSIAN: &str = "Прошу прислать договор до конца недели";
    const FRENCH: &str = "Où êtes-vous allés cet été, déjà à la mer?";

    #[test]
    fn many_senders_of_a_list_with_one_doubt_are_one_group() {
        let of = |sender: usize| format!("From: u{sender}@x\nList-Id: <cats.x>");
        let mail = |senders: usize| -> Vec<Vec<u8>> {
            (0..senders).map(|sender| message(&of(sender), "koi8-r", "iso-8859-1", RUSSIAN)).collect()
        };
        assert_eq!(shown(&doubts(&mail(4))), ["list cats.x in KOI8-R 4/4"]);
        assert_eq!(shown(&doubts(&mail(3))).len(), 3);
        // The senders do not form one group if somebody on the list uses this label for text in another charset.
        let mut mixed = mail(4);
        mixed.push(message(&of(9), "windows-1252", "iso-8859-1", FRENCH));
        assert_eq!(shown(&doubts(&mixed)).len(), 4);
    }

    #[test]
    fn a_sample_shows_where_both_readings_differ() {
        let text =
            format!("{}\n{RUSSIAN}\n", "— пометка — ".replace(|c: char| c.is_alphabetic(), "x").repeat(40));
        let found = doubts(&[message("From: ivan@x", "windows-1251", "windows-1252", &text)]).groups();
        assert_eq!(found[0].samples[0].likely, RUSSIAN);
    }

    #[test]
    fn mail_without_a_sender_and_a_list_goes_by_its_thread() {
        let header = "Message-ID: <2@x>\nReferences: <1@x> <0@x>";
        let found = doubts(&[message(header, "koi8-r", "iso-8859-1", RUSSIAN)]);
        assert_eq!(shown(&found), ["thread 1@x in KOI8-R 1/1"]);
    }

    #[test]
    fn the_years_of_a_program_are_a_group() {
        let of = |year: u16| format!("From: ann@x\nDate: 1 Mar {year} 10:00 +0000");
        let mut mail = Vec::new();
        for year in [2001, 2001, 2001, 2002, 2002, 2002] {
            mail.push(message(&of(year), "koi8-r", "iso-8859-1", RUSSIAN));
        }
        for year in [2003, 2004, 2005] {
            mail.push(message(&of(year), "windows-1252", "iso-8859-1", FRENCH));
        }
        let found = doubts(&mail);
        assert_eq!(shown(&found), ["sender ann@x in KOI8-R 6/6 2001-2002"]);
        let years = found.by_year(&found.groups()[0]);
        assert_eq!(
            years.iter().map(|group| (group.within, group.texts)).collect::<Vec<_>>(),
            [(Some((2001, 2001)), 3), (Some((2002, 2002)), 3)]
        );
        // If all texts are of one year, they form one group with two charsets.
        let one_year: Vec<Vec<u8>> = mail
            .iter()
            .map(|octets| {
                let text = octets.to_vec();
                let at = text.windows(3).position(|octets| octets == b"200").unwrap();
                [&text[..at], b"2001", &text[at + 4..]].concat()
            })
            .collect();
        let found = doubts(&one_year);
        assert_eq!(shown(&found), ["sender ann@x in KOI8-R 6/9"]);
        let group = found.groups().remove(0);
        assert_eq!(
            group.charsets.iter().map(|charset| charset.name()).collect::<Vec<_>>(),
            ["KOI8-R", "windows-1252"]
        );
        assert_eq!((group.sound, group.samples.len(), group.others.len()), (3, 1, 0));
        assert_eq!(group.samples[0].likely, RUSSIAN);
    }

    #[test]
    fn damaged_utf_8_is_no_doubt_because_no_charset_makes_it_readable() {
        let head = "From: ann@x\nContent-Type: text/plain; charset=utf-8\n\nGröße und schöne Grüße ";
        let damaged = [head.as_bytes(), b"\xFF\xFE mehr\n"].concat();
        assert!(!Normalizer::new(Policy::default()).plan(&damaged).findings().is_empty());
        assert_eq!(shown(&doubts(&[damaged])), [""; 0]);
    }

    /// However many texts of a group are sound, the rule for the group leaves them as they are.
    #[cfg(feature = "rules")]
    #[test]
    fn the_rule_for_a_group_leaves_sound_text_as_it_is() {
        const OTHER: &str = "Встреча переносится на завтра, приложу отчёт вечером";
        let of = |charset: &str, texts: usize| -> Vec<Vec<u8>> {
            let text = |number| format!("{} ({number})", [RUSSIAN, OTHER][number % 2]);
            (0..texts).map(|number| message("From: ann@x", charset, "koi8-r", &text(number))).collect()
        };
        for (wrong, sound) in [(1, 1), (1, 5), (2, 1), (8, 3), (40, 1), (60, 1)] {
            let mail = [of("windows-1251", wrong), of("koi8-r", sound)].concat();
            let group = doubts(&mail).groups().remove(0);
            assert_eq!(
                (group.texts, group.sound, group.all),
                (wrong as u64, sound as u64, mail.len() as u64)
            );
            assert!(
                group.samples.iter().all(|sample| sample.labelled != sample.likely),
                "{:?}",
                group.samples
            );
            let rules = Rules::parse(&format!("version = 1\n{}", group.rule().unwrap())).unwrap();
            let normalizer = Normalizer::new(Policy::default().with_rules(rules));
            for octets in &mail {
                let new = normalizer.plan(octets).apply().into_owned();
                let new = String::from_utf8(new).unwrap();
                assert!(new.contains(RUSSIAN) || new.contains(OTHER), "{wrong}, {sound}: {new}");
            }
        }
    }

    /// If two texts of a message have different likely readings, the first text decides, in each run.
    #[test]
    fn the_first_of_two_texts_of_a_message_decides() {
        let encode = |label: &str, text: &str| {
            Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
        };
        let subject = encode("windows-1251", "Привет, встреча завтра");
        let word: String = subject.iter().map(|octet| format!("={octet:02X}")).collect();
        let header = format!(
            "From: a@x\nSubject: =?iso-8859-1?Q?{word}?=\nContent-Type: text/plain; charset=iso-8859-1\n\n"
        );
        let body = encode("iso-8859-2", "Przesyłka zostanie wysłana jutro, proszę się spodziewać kuriera.\n");
        let message = [header.as_bytes(), &body].concat();
        for _ in 0..16 {
            let mut doubts = Doubts::default();
            doubts.add(&message, &Origin::default(), &Policy::default());
            assert_eq!(doubts.groups()[0].likely.unwrap().to_string(), "in windows-1251");
        }
    }

    /// Nothing contradicts the label of a short text. But if the rule for its group reads it in another charset, it is
    /// not sound.
    #[test]
    fn short_texts_that_the_rule_for_a_group_changes_are_not_sound() {
        let of = |year: u16, charset: &str, text: &str| {
            message(&format!("From: ann@x\nDate: 1 Feb {year} 10:00"), charset, "iso-8859-1", text)
        };
        let mut mail: Vec<Vec<u8>> =
            (0..32).map(|number| of(2003, "koi8-r", &format!("{RUSSIAN} ({number})"))).collect();
        mail.extend((0..4).map(|_| of(2004, "koi8-r", "Да")));
        mail.push(of(2003, "windows-1252", FRENCH));
        let group = doubts(&mail).groups().remove(0);
        assert_eq!((group.texts, group.sound, group.all), (36, 1, 37));
    }

    /// A person with two computers can use two charsets by turns. Such texts form one group that names both charsets.
    #[test]
    fn texts_in_two_charsets_by_turns_are_one_group() {
        let mail = |charsets: &[&str]| -> Vec<Vec<u8>> {
            let texts =
                ["Прошу прислать договор", "Встреча переносится на завтра", "Спасибо за письмо, до встречи"];
            let charsets = charsets.iter().cycle().take(12).zip(texts.iter().cycle());
            charsets.map(|(charset, text)| message("From: ann@x", charset, "iso-8859-1", text)).collect()
        };
        let found = doubts(&mail(&["koi8-r", "windows-1251"]));
        let group = found.groups().remove(0);
        let mut names: Vec<&str> = group.charsets.iter().map(|charset| charset.name()).collect();
        names.sort_unstable();
        // The letters of these texts have the same octets in KOI8-R and KOI8-U, so either charset is right.
        assert!(names[0].starts_with("KOI8-") && names[1..] == ["windows-1251"], "{names:?}");
        assert_eq!((group.texts, group.all), (12, 12));
        // There is a sample in each charset. Each sample is read in its own charset.
        let read: Vec<&str> = group.samples.iter().map(|sample| &*sample.likely).collect();
        assert!(
            read.iter().all(|read| ["Прошу", "Встреча", "Спасибо"].iter().any(|word| read.starts_with(word))),
            "{read:?}"
        );
        // The texts also form one group if they are spread over several years, with few texts in each year. But
        // if the charset changes once, because a program was replaced, the texts before and after the change
        // form two groups.
        let of_years = |first: &[u16], second: &[u16]| {
            let of = |(charset, years): (&str, &[u16])| -> Vec<Vec<u8>> {
                let header = |year: &u16| format!("From: ann@x\nDate: 1 Mar {year} 10:00 +0000");
                years.iter().map(|year| message(&header(year), charset, "iso-8859-1", RUSSIAN)).collect()
            };
            shown(&doubts(&[of(("koi8-r", first)), of(("windows-1251", second))].concat()))
        };
        let turns = of_years(&[2001, 2001, 2001, 2001, 2001, 2002, 2003], &[2002, 2003, 2004]);
        assert_eq!(turns, ["sender ann@x in KOI8-R 10/10"]);
        let replaced = of_years(&[2001, 2001, 2001, 2002, 2002], &[2003, 2003, 2004]);
        assert_eq!(
            replaced,
            ["sender ann@x in KOI8-R 5/5 2001-2002", "sender ann@x in windows-1251 3/3 2003-2004"]
        );
        let one = doubts(&mail(&["koi8-r"]));
        assert_eq!(one.groups()[0].charsets, []);
        // A single text in another charset does not make the group name this charset.
        let mut mail = mail(&["koi8-r"]);
        mail.push(message("From: ann@x", "windows-1251", "iso-8859-1", RUSSIAN));
        assert_eq!(doubts(&mail).groups()[0].charsets, []);
    }

    #[test]
    fn texts_that_were_garbled_several_times_are_shown_as_they_were() {
        let twice = |text: &str| -> String { text.bytes().map(char::from).collect() };
        let text = "Schöne Grüße aus Österreich, bis später";
        let mail: Vec<Vec<u8>> = (0..3)
            .map(|levels| {
                let stored = (0..=levels).fold(text.to_owned(), |text, _| twice(&text));
                message("From: ann@x", "utf-8", "utf-8", &format!("{}\n{stored}", "Hallo Welt. ".repeat(20)))
            })
            .collect();
        let group = doubts(&mail).groups().remove(0);
        assert_eq!(
            (group.texts, group.all, group.undo.as_slice()),
            (3, 3, &["iso-8859-1 > utf-8".to_owned()][..])
        );
        assert!(group.samples.iter().all(|sample| sample.likely.ends_with(text)), "{:?}", group.samples);
    }

    #[test]
    fn few_texts_stand_against_the_others_of_their_sender_also_under_one_label() {
        let mut mail: Vec<Vec<u8>> = (0..12)
            .map(|number| {
                message(
                    "From: ola@x",
                    "iso-8859-2",
                    "iso-8859-2",
                    &format!("Proszę o odpowiedź, załączam część {number}"),
                )
            })
            .collect();
        mail.push(message("From: ola@x", "iso-8859-2", "iso-8859-1", "są"));
        let found = doubts(&mail);
        assert_eq!(shown(&found), ["sender ola@x in ISO-8859-2 1/1"]);
        assert!(found.groups()[0].is_against_others);
    }
}
