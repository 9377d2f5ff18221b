//! Counts of the charsets in which texts were decoded.

use crate::charset::Charset;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The number of texts that were decoded in each charset. Counting UTF-8 and US-ASCII allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charsets {
    utf_8: u64,
    us_ascii: u64,
    others: BTreeMap<&'static str, u64>,
}

impl Charsets {
    pub(super) fn count(&mut self, charset: Charset) {
        match charset {
            Charset::UTF_8 => self.utf_8 += 1,
            Charset::US_ASCII => self.us_ascii += 1,
            other => *self.others.entry(other.name()).or_default() += 1,
        }
    }

    /// The name of each charset and its number of texts. The most frequent charsets come first.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let common = [(Charset::UTF_8.name(), self.utf_8), (Charset::US_ASCII.name(), self.us_ascii)];
        let others = self.others.iter().map(|(&name, &texts)| (name, texts));
        let mut all: Vec<_> = common.into_iter().chain(others).filter(|&(_, texts)| texts > 0).collect();
        all.sort_by_key(|&(name, texts)| (Reverse(texts), name));
        all.into_iter()
    }
}

impl AddAssign<&Self> for Charsets {
    fn add_assign(&mut self, other: &Self) {
        self.utf_8 += other.utf_8;
        self.us_ascii += other.us_ascii;
        for (name, texts) in &other.others {
            *self.others.entry(name).or_default() += texts;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rewrite::normalize;

    #[test]
    fn texts_are_counted_by_the_charset_of_decoding() {
        let message = b"Content-Type: multipart/mixed; boundary=b\n\n\
            --b\n\nplain\n\
            --b\nContent-Type: text/plain; charset=utf-8\n\ngr\xC3\xBCn\n\
            --b\nContent-Type: text/plain; charset=us-ascii\n\ngr\xC3\xBCn\n\
            --b\nContent-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n\
            --b\nContent-Type: application/pdf; charset=koi8-r\n\n%PDF\n\
            --b--\n";
        let plan = normalize(message);
        let mut charsets = plan.charsets().clone();
        charsets += plan.charsets();
        assert_eq!(charsets.iter().collect::<Vec<_>>(), [("UTF-8", 4), ("KOI8-R", 2), ("US-ASCII", 2)]);
    }

    #[test]
    fn header_texts_are_counted_separately() {
        let message = b"Subject: =?koi8-r?Q?=F0?= =?koi8-r?Q?=F1?= =?x-runes?Q?=FF?=\n\
            From: \"=?utf-8?Q?=C3=A4?=\" <a@example.org> (=?iso-8859-1?Q?=E4?=)\n\
            Comments: gr\xFCn, sch\xF6n\nReceived: from =?utf-8?Q?a?=\nX-Name: =?utf-8?Q?=C3=A4?=\n\
            Content-Type: image/png; name*=koi8-r''%F0; file=\"=?utf-8?Q?=C3=A4?=\"; charset*=utf-8''a\n\n";
        let plan = normalize(message);
        let read: Vec<_> = plan.header_charsets().iter().collect();
        // The label `x-runes` names no charset, so the word with this label is read as if it had none: in the
        // charset of the raw octets in the same header.
        assert_eq!(read, [("KOI8-R", 3), ("UTF-8", 3), ("windows-1252", 3)]);
        assert_eq!(plan.charsets().iter().count(), 0);
    }
}
