//! Counts the texts in the mail of each sender and of each mailing list.

use super::occurrence::Unread;
use crate::charset::Charset;
use crate::learn::{Group, groups};
use crate::text::MessageTexts;
use std::collections::{BTreeMap, HashMap};

/// The maximum number of senders and lists that are counted separately. All others are counted together.
const GROUPS: usize = 10_000;

/// The counts of the texts in the mail of one sender or mailing list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupRow<'c> {
    /// The kind of group that this row is about: a sender or a list.
    pub group: Group,
    /// The address of the sender or the identifier of the list, in lower case. `None` in the row of all senders or
    /// lists that are not counted separately. The name must be escaped before it is printed.
    pub name: Option<&'c [u8]>,
    /// The number of messages.
    pub messages: u64,
    /// The charsets in which texts were decoded, with the number of texts. The most frequent charset comes first.
    pub charsets: Vec<(Charset, u64)>,
    /// The number of texts whose label is [doubtful](crate::policy::Doubtful).
    pub doubtful: u64,
    /// The number of texts that cannot be decoded without loss and whose label is not doubtful.
    pub unresolved: u64,
}

/// The counts of all senders and lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(HashMap<(Group, Option<Vec<u8>>), Count>);

#[derive(Clone, Debug)]
struct Count {
    /// The number of messages that were counted before the first message of the group.
    first: u64,
    messages: u64,
    texts: Outcome,
}

/// The numbers of texts of one or several messages, by the result of decoding the texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    charsets: HashMap<Charset, u64>,
    doubtful: u64,
    unresolved: u64,
}

impl Outcome {
    /// Counts a text with the result `read`.
    pub(super) fn add(&mut self, read: &Result<Charset, Unread>) {
        match read {
            Ok(charset) => *self.charsets.entry(*charset).or_default() += 1,
            Err(why) if why.likely.is_some() => self.doubtful += 1,
            Err(_) => self.unresolved += 1,
        }
    }

    fn merge(&mut self, other: Self) {
        self.doubtful += other.doubtful;
        self.unresolved += other.unresolved;
        for (charset, texts) in other.charsets {
            *self.charsets.entry(charset).or_default() += texts;
        }
    }
}

impl Groups {
    /// Counts the texts of `message`. `first` is the number of messages that were counted before it.
    pub(super) fn add(&mut self, message: &MessageTexts<'_>, texts: Outcome, first: u64) {
        let Some(root) = message.parts().first() else { return };
        let count = Count { first, messages: 1, texts };
        let found = groups(message.input(), &root.header);
        let found = found.into_iter().filter(|(group, _)| matches!(group, Group::Sender | Group::List));
        found.for_each(|(group, name)| self.count(group, Some(name), count.clone()));
    }

    /// Adds the counts of `other`. `before` is the number of messages that were counted before the messages of
    /// `other`.
    pub(super) fn merge(&mut self, other: Self, before: u64) {
        let mut counts: Vec<_> = other.0.into_iter().collect();
        // The counts are sorted, because the order of a hash map must not decide which groups are
        // still counted separately.
        counts.sort_by(|((a, one), x), ((b, other), y)| (x.first, a, one).cmp(&(y.first, b, other)));
        for ((group, name), count) in counts {
            self.count(group, name, Count { first: before + count.first, ..count });
        }
    }

    fn count(&mut self, group: Group, name: Option<Vec<u8>>, count: Count) {
        let mut key = (group, name);
        if self.0.len() >= GROUPS && !self.0.contains_key(&key) {
            key.1 = None;
        }
        let empty = Count { first: count.first, messages: 0, texts: Outcome::default() };
        let known = self.0.entry(key).or_insert(empty);
        known.messages += count.messages;
        known.texts.merge(count.texts);
    }

    /// Returns the rows. Senders come before lists. Among the senders, and among the lists, the most frequent come
    /// first.
    pub(super) fn rows(&self) -> Vec<GroupRow<'_>> {
        // The map is sorted first, so that rows with equal counts come in the order of their keys.
        let sorted: BTreeMap<_, _> = self.0.iter().collect();
        let mut rows: Vec<GroupRow<'_>> = sorted.into_iter().map(|(key, count)| row(key, count)).collect();
        rows.sort_by(|a, b| a.group.cmp(&b.group).then(b.messages.cmp(&a.messages)));
        rows
    }
}

fn row<'c>((group, name): &'c (Group, Option<Vec<u8>>), count: &'c Count) -> GroupRow<'c> {
    let Outcome { charsets, doubtful, unresolved } = &count.texts;
    let mut charsets: Vec<(Charset, u64)> = charsets.iter().map(|(c, texts)| (*c, *texts)).collect();
    charsets.sort_by(|(one, a), (other, b)| b.cmp(a).then_with(|| one.name().cmp(other.name())));
    GroupRow {
        group: *group,
        name: name.as_deref(),
        messages: count.messages,
        charsets,
        doubtful: *doubtful,
        unresolved: *unresolved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{Census, Origin};
    use crate::policy::Policy;

    fn census(messages: &[&str]) -> Census {
        let mut census = Census::default();
        messages.iter().for_each(|m| census.add(m.as_bytes(), &Origin::default(), &Policy::default()));
        census
    }

    #[test]
    fn senders_and_lists_are_counted() {
        let census = census(&[
            "From: A <a@b>\nSubject: =?koi8-r?B?8NLJ?= =?koi8-r?B?18XU?=\nList-Id: <l.b>\n\nx\n",
            "From: a@B\nSubject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\nx\n",
            "From: a@b\nContent-Type: text/plain; charset=utf-8\n\nGrÃ¶ÃŸe â€“ schÃ¶n\n",
            "From: c@b\nContent-Type: text/plain; charset=x\n\n\u{FF}\u{FE}\n",
            "Subject: nobody\n\nx\n",
        ]);
        let shown = |row: &GroupRow<'_>| {
            let charsets = row.charsets.iter().map(|(charset, texts)| format!("{charset} {texts}"));
            let charsets = charsets.collect::<Vec<_>>().join(", ");
            let name = row.name.unwrap().escape_ascii();
            let (kind, doubtful, unresolved) = (row.group.as_str(), row.doubtful, row.unresolved);
            format!("{kind} {name}: {}: {charsets}; {doubtful}, {unresolved}", row.messages)
        };
        let rows: Vec<String> = census.groups().iter().map(shown).collect();
        assert_eq!(
            rows,
            [
                "sender a@b: 3: KOI8-R 2, US-ASCII 2; 2, 0",
                "sender c@b: 1: UTF-8 1; 0, 0",
                "list l.b: 1: KOI8-R 2, US-ASCII 1; 0, 0",
            ]
        );
    }

    #[test]
    fn any_number_of_senders_takes_bounded_memory() {
        let (mut census, mut other) = (Census::default(), Census::default());
        for number in 0..GROUPS + 100 {
            let message = format!("From: {number}@b\n\nx\n");
            let census = if number < 9000 { &mut census } else { &mut other };
            census.add(message.as_bytes(), &Origin::default(), &Policy::default());
        }
        census.merge(other);
        let rows = census.groups();
        assert_eq!(rows.len(), GROUPS + 1);
        assert_eq!((rows[0].name, rows[0].messages), (None, 100));
    }
}
