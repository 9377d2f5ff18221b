//! Counts the charsets in mail, by place and year: the labels as they are written, and the charsets in which the
//! texts were decoded (feature `rewrite`).
//!
//! Text is decoded as the normalizer decodes it, but nothing is changed. US-ASCII header fields without encoded words
//! are not counted. No function here fails: texts that cannot be decoded without loss have rows of their own.
//!
//! ```
//! use mailutf::Policy;
//! use mailutf::census::{Census, DeclaredLabel, Origin};
//! use mailutf::text::TextPlace;
//! let policy = Policy::default();
//! let mut census = Census::default();
//! census.add(b"Subject: =?iso-8859-1?Q?caf=E9?=\n\nplain\n", &Origin::default(), &policy);
//! let mut other = Census::default(); // for example, in another thread
//! other.add(b"Content-Type: text/plain; charset=X-None\n\n\xE9\xE8\n", &Origin::default(), &policy);
//! census.merge(other);
//!
//! assert_eq!(census.messages(), 2);
//! let rows = census.rows();
//! assert_eq!((rows[0].place, rows[0].label, rows[0].count), (TextPlace::Body, &DeclaredLabel::Missing, 1));
//! assert_eq!(rows[0].charset.unwrap().name(), "US-ASCII");
//! assert_eq!(rows[1].label, &DeclaredLabel::Written(b"x-none".to_vec()));
//! assert_eq!((rows[1].charset, rows[1].example.why.as_str()), (None, "no charset is known"));
//! assert_eq!((rows[2].place, rows[2].charset.unwrap().name()), (TextPlace::Word, "windows-1252"));
//! ```
//!
//! The time is linear in the size of the messages. Memory is bounded: each row has one example, and after ten
//! thousand rows, all new labels are counted together as [`DeclaredLabel::Other`]. After ten thousand senders and
//! lists, all new senders and lists are counted together, too.

mod doubt_group;
mod doubts;
mod group_row;
#[cfg(feature = "rules")]
mod group_rule;
mod occurrence;
mod row;
mod tally;

pub use doubt_group::DoubtGroup;
pub use doubts::Doubts;
pub use group_row::GroupRow;
pub use row::{DeclaredLabel, Example, Origin, Row};
pub use tally::DoubtSample;

use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::policy::Policy;
use crate::syntax::date::year;
use crate::text::{MessageTexts, TextPlace};
use group_row::{Groups, Outcome};
use std::collections::HashMap;

/// The maximum number of rows for separate labels. After that, texts with new labels are counted together.
const ROWS: usize = 10_000;

/// A count of texts by label and charset.
#[derive(Clone, Debug, Default)]
pub struct Census {
    messages: u64,
    rows: HashMap<Key, Tally>,
    groups: Groups,
}

/// The properties that all texts of a row share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    place: TextPlace,
    year: Option<u16>,
    label: DeclaredLabel,
    charset: Option<Charset>,
    likely: Option<Hypothesis>,
}

#[derive(Clone, Debug)]
struct Tally {
    count: u64,
    /// The number of messages that were counted before the message of the example.
    first: u64,
    example: Example,
}

impl Census {
    /// Counts the texts of the message `octets`, decoded with `policy`. `origin` is recorded in the examples. The
    /// time is linear in the size of the message.
    pub fn add(&mut self, octets: &[u8], origin: &Origin, policy: &Policy) {
        let message = MessageTexts::parse(octets, policy);
        let year = year_of(&message);
        let first = self.messages;
        self.messages += 1;
        let mut outcome = Outcome::default();
        occurrence::each(&message, &mut |text| {
            outcome.add(&text.read);
            let (charset, likely, why, octets) = match text.read {
                Ok(charset) => (Some(charset), None, String::new(), Vec::new()),
                Err(unread) => (unread.charset, unread.likely, unread.why, unread.octets),
            };
            let label = DeclaredLabel::of(text.label);
            let key = Key { place: text.place, year, label, charset, likely };
            let example = || Tally {
                count: 0,
                first,
                example: Example::new(&message, text.part, text.at, why, octets, origin),
            };
            self.tally(key, example).count += 1;
        });
        self.groups.add(&message, outcome, first);
    }

    /// Adds the counts of `other`, as if its messages had been added after the messages of `self`. The time is linear
    /// in the number of rows of `other`, apart from the time to sort the rows.
    pub fn merge(&mut self, other: Self) {
        let before = self.messages;
        self.messages += other.messages;
        self.groups.merge(other.groups, before);
        let mut rows: Vec<(Key, Tally)> = other.rows.into_iter().collect();
        // The rows are sorted, because the order of a hash map must not decide which labels still get rows
        // of their own.
        rows.sort_by(|(a, x), (b, y)| (x.first, &a.label).cmp(&(y.first, &b.label)));
        for (key, Tally { count, first, example }) in rows {
            self.tally(key, || Tally { count: 0, first: before + first, example }).count += count;
        }
    }

    /// The number of messages that were added.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Returns the rows, with all years counted together. They are sorted by place. Among the rows of one place, the
    /// most frequent come first.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut together: HashMap<_, (u64, &Key, &Tally)> = HashMap::new();
        for (key, tally) in &self.rows {
            let row =
                together.entry((key.place, &key.label, key.charset, key.likely)).or_insert((0, key, tally));
            row.0 += tally.count;
            if tally.first < row.2.first {
                (row.1, row.2) = (key, tally);
            }
        }
        sorted(together.into_values().map(|(count, key, tally)| Row { year: None, ..row(key, tally, count) }))
    }

    /// Returns the rows by place and by the year of the Date field, sorted by place and year. For each place, rows of
    /// messages without a known year come last.
    pub fn rows_by_year(&self) -> Vec<Row<'_>> {
        sorted(self.rows.iter().map(|(key, tally)| row(key, tally, tally.count)))
    }

    /// Returns the charsets in the mail of each sender (From, or else Sender) and of each mailing list (List-Id).
    /// Senders come before lists. Among the senders, and among the lists, the most frequent come first. A message
    /// with neither a sender nor a list is not counted here.
    ///
    /// ```
    /// use mailutf::Policy;
    /// use mailutf::census::{Census, Origin};
    /// let mut census = Census::default();
    /// let message = b"From: Jan <jan@example.org>\nSubject: =?iso-8859-2?Q?=B3?= =?x-none?Q?=FF?=\n\nplain\n";
    /// census.add(message, &Origin::default(), &Policy::default());
    /// let groups = census.groups();
    /// assert_eq!((groups[0].name, groups[0].messages), (Some(&b"jan@example.org"[..]), 1));
    /// let charsets: Vec<_> = groups[0].charsets.iter().map(|(charset, texts)| (charset.name(), *texts)).collect();
    /// assert_eq!(charsets, [("ISO-8859-2", 1), ("US-ASCII", 1)]);
    /// assert_eq!((groups[0].doubtful, groups[0].unresolved), (0, 1));
    /// ```
    pub fn groups(&self) -> Vec<GroupRow<'_>> {
        self.groups.rows()
    }

    fn tally(&mut self, mut key: Key, new: impl FnOnce() -> Tally) -> &mut Tally {
        if self.rows.len() >= ROWS && !self.rows.contains_key(&key) {
            key.label = DeclaredLabel::Other;
        }
        self.rows.entry(key).or_insert_with(new)
    }
}

fn row<'c>(key: &'c Key, tally: &'c Tally, count: u64) -> Row<'c> {
    let Key { place, year, ref label, charset, likely } = *key;
    Row { place, year, label, charset, likely, count, example: &tally.example }
}

fn sorted<'c>(rows: impl Iterator<Item = Row<'c>>) -> Vec<Row<'c>> {
    let mut rows: Vec<Row<'_>> = rows.collect();
    rows.sort_by(|a, b| {
        let place = |row: &Row<'_>| (row.place, row.year.is_none(), row.year);
        let name = |row: &Row<'_>| row.charset.map(Charset::name);
        let likely = |row: &Row<'_>| row.likely.map(|likely| likely.to_string());
        place(a)
            .cmp(&place(b))
            .then(b.count.cmp(&a.count))
            .then_with(|| (a.label, name(a), likely(a)).cmp(&(b.label, name(b), likely(b))))
    });
    rows
}

/// The year in the Date field of a message.
fn year_of(message: &MessageTexts<'_>) -> Option<u16> {
    let date = message.parts().first()?.header.field(message.input(), "Date")?;
    year(message.input(), date.body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn add(census: &mut Census, octets: &[u8]) {
        census.add(octets, &Origin::default(), &Policy::default());
    }

    fn shown(rows: &[Row<'_>]) -> Vec<String> {
        let show = |row: &Row<'_>| {
            let label = match row.label {
                DeclaredLabel::Missing => "-".to_owned(),
                DeclaredLabel::Written(label) => String::from_utf8_lossy(label).into_owned(),
                DeclaredLabel::Other => "*".to_owned(),
            };
            let charset = row.charset.map_or("?", Charset::name);
            let year = row.year.map_or(String::new(), |year| format!("{year} "));
            format!("{year}{} {label} {charset} {}", row.place.as_str(), row.count)
        };
        rows.iter().map(show).collect()
    }

    #[test]
    fn texts_in_all_places_are_counted() {
        let mut census = Census::default();
        add(
            &mut census,
            b"Date: Sat, 1 Feb 2003 04:05:06 +0000\nFrom: J\xC3\xB6rg <j@x.org> (=?UTF-8?Q?=C3=A4?=)\n\
              Subject: =?koi8-r?B?8NLJ?= =?koi8-r?B?18XU?= =?x-runes?Q?=FF?=\nX-Trace: plain\n\
              Received: from \xFF (=?utf-8?Q?a?=)\nMessage-ID: <1@x.org>\n\
              Content-Type: multipart/mixed; boundary=b\n\n\
              --b\nContent-Type: text/plain; charset=Shift_JIS; name*=utf-8''%C3%A4\n\n\x83\x65\x83\x58\n\
              --b\nContent-Type: text/html\nContent-Disposition: attachment; filename=\"=?koi8-r?Q?=F0?=\"\n\n\
              <p>\n\
              --b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: x-none\n\n?\n\
              --b\nContent-Type: image/png; name*=x-none''%FF\n\n\xFF\n--b--\n",
        );
        let expected = [
            "body - US-ASCII 1",
            "body shift_jis Shift_JIS 1",
            "body utf-8 ? 1",
            "word koi8-r KOI8-R 2",
            "word utf-8 UTF-8 1",
            "word x-runes ? 1",
            "raw - UTF-8 1",
            "parameter koi8-r KOI8-R 1",
            "parameter utf-8 UTF-8 1",
            "parameter x-none ? 1",
        ];
        assert_eq!(shown(&census.rows()), expected);
        let by_year: Vec<String> = expected.iter().map(|row| format!("2003 {row}")).collect();
        assert_eq!(shown(&census.rows_by_year()), by_year);
        let rows = census.rows();
        let example = rows[2].example;
        assert_eq!((example.part.as_str(), example.why.as_str()), ("3", "the transfer encoding is unknown"));
        assert_eq!(example.message_id, b"<1@x.org>");
        let octets = |row: usize| String::from_utf8_lossy(&rows[row].example.octets);
        assert_eq!(
            [octets(0), octets(2), octets(5), octets(9)],
            ["", "?", "=?x-runes?Q?=FF?=", "x-none''%FF"]
        );
    }

    #[test]
    fn the_octets_of_an_unread_text_are_around_its_first_octet_above_127() {
        let mut census = Census::default();
        let message =
            [&b"Content-Type: text/plain; charset=x-viet-vni\n\n"[..], &[b'a'; 200], b"\xE4", &[b'b'; 200]]
                .concat();
        add(&mut census, &message);
        let rows = census.rows();
        assert_eq!(rows[0].example.octets, [&[b'a'; 24][..], b"\xE4", &[b'b'; 71]].concat());
    }

    #[test]
    fn raw_octets_of_a_header_are_in_one_charset() {
        let mut census = Census::default();
        add(&mut census, b"Subject: gr\xF6\xDFer\nTo: \xE4\xF6 <a@b>\n\n");
        add(&mut census, b"Subject: \x1B$B%F%9%H\x1B(B\n\n");
        assert_eq!(
            shown(&census.rows()),
            ["body - US-ASCII 2", "raw - windows-1252 2", "raw - ISO-2022-JP 1"]
        );
    }

    #[test]
    fn the_first_text_of_a_row_is_its_example() {
        let mut census = Census::default();
        let message =
            |id: &str| format!("Message-ID: <{id}>\nContent-Type: text/plain; charset=x-y\n\n\u{FF}\n");
        let bad = |id: &str| message(id).into_bytes().into_iter().map(|o| if o == 0xC3 { 0xFE } else { o });
        add(&mut census, b"\nplain\n");
        let mut second = Census::default();
        add(&mut second, &bad("a").collect::<Vec<u8>>());
        let mut third = Census::default();
        third.add(
            &bad("b").collect::<Vec<u8>>(),
            &Origin { ordinal: 7, ..Origin::default() },
            &Policy::default(),
        );
        second.merge(third);
        census.merge(second);
        let rows = census.rows();
        let row = rows.iter().find(|row| row.charset.is_none()).unwrap();
        assert_eq!((row.count, row.example.message_id.as_slice(), row.example.at), (2, &b"<a>"[..], 55));
    }

    #[test]
    fn any_number_of_labels_takes_bounded_memory() {
        let (mut census, mut other) = (Census::default(), Census::default());
        for message in 0..(ROWS + 100) / 100 {
            let words = (0..100).map(|number| format!("=?x{message}-{number}?Q?a?= "));
            let subject = format!("Subject: {}\n\n", words.collect::<String>());
            add(if message % 2 == 0 { &mut census } else { &mut other }, subject.as_bytes());
        }
        census.merge(other);
        let rows = census.rows();
        assert_eq!(rows.len(), ROWS + 1);
        let words: Vec<_> = rows.iter().filter(|row| row.place == TextPlace::Word).collect();
        assert_eq!(words.iter().map(|row| row.count).sum::<u64>(), ROWS as u64 + 100);
        assert_eq!((words[0].label, words[0].count), (&DeclaredLabel::Other, 101));
        let mut long = Census::default();
        add(&mut long, format!("Content-Type: text/plain; charset={}\n\n", "x".repeat(9999)).as_bytes());
        assert!(matches!(long.rows()[0].label, DeclaredLabel::Written(label) if label.len() == 64));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// The merged census, including its examples, does not depend on how the messages are divided between
        /// censuses.
        #[test]
        fn merged_parts_equal_the_whole(kinds in prop::collection::vec(0..5_usize, 0..12), cut in 0..12_usize) {
            let messages: [&[u8]; 5] = [
                b"Date: 1 May 1999 00:00 UT\nSubject: =?utf-8?Q?=C3=A4?=\nFrom: a@b\nList-Id: <l>\n\nx\n",
                b"From: a@b\nSubject: =?iso-8859-1?Q?=E4?= =?x?Q?=FF?=\n\n\xE4\n",
                b"Date: 1 May 98 00:00 UT\nContent-Type: text/plain; charset=UTF-8\n\n\xC3\xA4\n",
                b"Content-Type: text/plain; charset=x; name*=koi8-r''%F0\n\n\xFF\xFE\xFD\n",
                b"",
            ];
            let census = |kinds: &[usize], before: usize| {
                let mut census = Census::default();
                for (kind, ordinal) in kinds.iter().zip(before as u64..) {
                    census.add(messages[*kind], &Origin { ordinal, ..Origin::default() }, &Policy::default());
                }
                census
            };
            let whole = census(&kinds, 0);
            let (head, tail) = kinds.split_at(cut.min(kinds.len()));
            let mut merged = census(head, 0);
            merged.merge(census(tail, head.len()));
            prop_assert_eq!(merged.messages(), whole.messages());
            prop_assert_eq!(shown(&merged.rows_by_year()), shown(&whole.rows_by_year()));
            prop_assert_eq!(shown(&merged.rows()), shown(&whole.rows()));
            prop_assert_eq!(merged.rows(), whole.rows());
            prop_assert_eq!(merged.rows_by_year(), whole.rows_by_year());
            prop_assert_eq!(merged.groups(), whole.groups());
        }
    }
}
