//! Recognizes HZ (RFC 1843) in text without a label: tells whether `~{` and `~}` in US-ASCII octets are the shifts of
//! HZ.
//!
//! Format strings, templates and patterns also contain `~{` and `~}`. In HZ, the octets between the two shifts are on
//! one line, and each pair of these octets is one that GB 2312 assigns to a character. Names in templates often
//! consist of such pairs, too (`~{abcd~}`). Therefore the octets between the braces are scored both as Chinese and as
//! US-ASCII.
//!
//! Level 1 of GB 2312 has the 3,755 characters that make up nearly all Chinese text. Level 2 has the rare characters.
//! The first octet of a character of level 2 is one of 0x58 to 0x77, which are mostly small letters in US-ASCII.
//!
//! Likelihoods are compared in nats: one nat makes a reading e times as likely. All functions take linear time.

use super::model::likelier;
use crate::charset::identity::Charset;

/// What `~{` and `~}` mean in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hz {
    /// The braces are ordinary characters of US-ASCII text.
    None,
    /// The braces may be shifts of HZ or ordinary characters. The text does not show which.
    Doubtful,
    /// The braces are certainly shifts of HZ.
    Certain,
}

/// Text that is certainly HZ has at least this many Chinese characters. US-ASCII text may look like fewer Chinese
/// characters by accident.
const CERTAIN: usize = 4;
/// The maximum number of octets between the braces that are scored as Chinese and as US-ASCII.
const SAMPLE: usize = 256;
/// The text is certainly US-ASCII if the octets between the braces are likelier as US-ASCII than as Chinese by at
/// least this many nats. Of 9,000 words of program text, all but one reached this limit. The octets of a Chinese
/// sentence form no words in US-ASCII. Therefore US-ASCII is never the likelier reading of a Chinese sentence.
const CLEAR: i32 = 12;
/// The text can be certainly HZ only if the octets between the braces are likelier as Chinese than as US-ASCII by
/// more than this many nats. The number is negative: US-ASCII may even be a little likelier.
const LEAST: i32 = -4;
/// Replaces [`LEAST`] if all octets between the braces are letters and digits, because such octets are more often a
/// name in a template.
const LEAST_OF_NAME: i32 = -2;
/// Text that is certainly HZ has at least this many characters for each character of level 2. In Chinese text, about
/// one character in a hundred is of level 2.
const CHARACTERS_PER_RARE: usize = 4;
/// Text that is certainly HZ has at least this many characters for each character whose second octet is a tilde.
/// Format strings have more tildes between the braces.
const CHARACTERS_PER_TILDE: usize = 8;

impl Hz {
    /// Tells what the braces in `octets` mean. Even if the braces are certainly shifts of HZ, the text may be
    /// ill-formed elsewhere.
    pub fn of(octets: &[u8]) -> Self {
        let Some(pairs) = pairs(octets) else { return Self::None };
        let characters = pairs.len() / 2;
        let each = || pairs.as_chunks::<2>().0.iter();
        let rare = each().filter(|[first, _]| *first >= 0x58).count();
        let tildes = each().filter(|[_, second]| *second == b'~').count();
        let has_ideographs = each().any(|[first, _]| *first >= 0x30);
        if !has_ideographs || 2 * rare > characters {
            return Self::None;
        }
        let has_many_tildes = tildes * CHARACTERS_PER_TILDE > characters;
        let sample = pairs.get(..SAMPLE).unwrap_or(&pairs);
        let shifted = [b"~{", sample, b"~}"].concat();
        let chinese = Charset::HZ_GB_2312.decode(&shifted).text;
        let nats = likelier(&chinese, &String::from_utf8_lossy(sample));
        let is_name = pairs.iter().all(u8::is_ascii_alphanumeric);
        let least = if is_name { LEAST_OF_NAME } else { LEAST };
        let is_enough = characters >= CERTAIN && rare * CHARACTERS_PER_RARE <= characters;
        match nats {
            _ if nats <= -CLEAR || pairs.iter().all(u8::is_ascii_digit) => Self::None,
            _ if has_many_tildes && (nats <= least || rare > 0) => Self::None,
            _ if is_enough && !has_many_tildes && nats > least => Self::Certain,
            _ => Self::Doubtful,
        }
    }
}

/// Returns all octets that stand between a `~{` and the next `~}`. Returns `None` if there is no `~{`, or if some `~{`
/// has no `~}` after it. Also returns `None` if the octets between some `~{` and its `~}` are not one or more pairs of
/// octets that GB 2312 assigns to characters.
fn pairs(octets: &[u8]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for at in memchr::memmem::find_iter(octets, b"~{") {
        let inside = octets.get(at + 2..).unwrap_or_default();
        let sequence = inside.get(..memchr::memmem::find(inside, b"~}")?)?;
        let (pairs, rest) = sequence.as_chunks();
        let is_assigned = |pair: &[u8; 2]| matches!(pair, [0x21..=0x29 | 0x30..=0x77, 0x21..=0x7E]);
        if pairs.is_empty() || !rest.is_empty() || !pairs.iter().all(is_assigned) {
            return None;
        }
        all.extend_from_slice(sequence);
    }
    (!all.is_empty()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hz(text: &str) -> Hz {
        Hz::of(&Charset::HZ_GB_2312.encode(text).unwrap())
    }

    #[test]
    fn names_in_braces_are_no_chinese() {
        for octets in [
            &b"~{abcd~} ~{efgh~}"[..],
            b"~{user~}@~{host~} and ~{name~}",
            b"~{NAME~} ~{DATE~}",
            b"~{UserName~}, ~{Subject1~}",
            b"(format t \"~{<~a>~}\")",
            b"~{firstname~} ~{lastname~}",
            b"${foo//~{aGVsbG8gd29ybGQhIQ~}/}",
            b"~{2;3?~} and ~{x~}",
            b"~{2;3?",
            b"~{~}",
        ] {
            assert_ne!(Hz::of(octets), Hz::Certain, "{}", octets.escape_ascii());
        }
        for octets in [
            &b"~{abcd~} ~{efgh~}"[..],
            b"~{NAME~} ~{DATE~}",
            b"~{1998~} ~{2026~}",
            b"~{%s~}",
            b"~{%i~}, ~{<~a~}",
        ] {
            assert_eq!(Hz::of(octets), Hz::None, "{}", octets.escape_ascii());
        }
    }

    #[test]
    fn chinese_is_found() {
        for text in ["会议改期", "中文中文", "明天下午两点开会，请准时参加。", "a 你好 b 世界 c"]
        {
            assert_eq!(hz(text), Hz::Certain, "{text}");
        }
        assert_eq!(hz(&"明天下午两点开会，请准时参加。\n".repeat(1000)), Hz::Certain);
        // These texts are short, or contain `件`, whose second octet is a tilde. Format strings have many tildes.
        for text in ["会议", "中", "你好", "文件夹包", "加密文件", "服务器", "邮件"] {
            assert_eq!(hz(text), Hz::Doubtful, "{text}");
        }
        assert_eq!(hz("plain ~ text"), Hz::None);
    }
}
