//! HZ (RFC 1843) without a label: whether `~{` and `~}` in text of US-ASCII are its shifts.
//!
//! Format strings, templates and patterns have such braces, too. In HZ, only pairs of octets that GB 2312 assigns to characters
//! are between them, on one line. Many names are such pairs (`~{abcd~}`), so that both readings are weighed. Level 1 of
//! GB 2312 has the 3,755 characters that make up nearly all Chinese text; level 2, whose first octets are those of small
//! letters, has the others. Linear time.

use super::model::likelier;
use crate::charset::identity::Charset;

/// The meaning of braces after tildes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hz {
    /// Text of US-ASCII.
    None,
    /// Shifts of HZ, or text of US-ASCII.
    Doubtful,
    /// Shifts of HZ.
    Certain,
}

/// Fewer characters than this may be accidental.
const CERTAIN: usize = 4;
/// The number of octets between braces that are weighed.
const SAMPLE: usize = 256;
/// How many nats likelier US-ASCII must be for the text to be certainly US-ASCII. Of 9,000 words of program text, only one did not reach
/// this limit. Chinese sentences are as likely as US-ASCII that does not form words, or likelier.
const CLEAR: i32 = 12;
/// How many nats likelier Chinese must be than US-ASCII for the text to be certainly Chinese. US-ASCII may even be a little likelier.
const LEAST: i32 = -4;
/// The same for text of letters and digits only, which is more often a name.
const LEAST_OF_NAME: i32 = -2;
/// The minimum number of characters for each character of level 2 in text that is certainly HZ. In Chinese text, one character in a hundred
/// is of level 2.
const CHARACTERS_PER_RARE: usize = 4;
/// The minimum number of characters for each tilde in a second octet in text that is certainly HZ. Format strings have more tildes between
/// the braces.
const CHARACTERS_PER_TILDE: usize = 8;

impl Hz {
    /// The meaning of the braces in `octets`. A certain text may still be ill-formed elsewhere.
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

/// The octets between the braces; `None` if there are none, or if some `~{` is not followed by pairs of GB 2312 and then a `~}`.
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
        // An octet of 件 is a tilde, as in format strings.
        for text in ["会议", "中", "你好", "文件夹包", "加密文件", "服务器", "邮件"] {
            assert_eq!(hz(text), Hz::Doubtful, "{text}");
        }
        assert_eq!(hz("plain ~ text"), Hz::None);
    }
}
