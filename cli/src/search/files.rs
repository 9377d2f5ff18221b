//! Finds the text of files in mail. These are attachments whose content is text although their media type says
//! otherwise, and files that are uuencoded within a text, as was usual before MIME. Binary data has no text.
//!
//! This takes linear time. Only the start of an attachment is decoded to find out whether it is binary.

use mailutf::message::MessagePart;
use mailutf::structure::{PartKind, Protection};
use mailutf::transfer::uuencode;
use mailutf::{Policy, body};
use std::borrow::Cow;

/// The number of octets at the start of a body that are examined to find out whether it is text.
const START: usize = 4 << 10;

/// Returns the text of an attachment whose media type is not text, or `None` if its content is not text either.
pub(crate) fn text_of(part: &MessagePart<'_>, message: &[u8], policy: &Policy) -> Option<String> {
    let structure = part.structure();
    let may_be_text = structure.kind == PartKind::Other
        && structure.protection != Some(Protection::Encrypted)
        && part.media_type().starts_with("application/");
    let transfer = structure.transfer.filter(|_| may_be_text)?;
    let encoded = structure.body.slice(message);
    let start = transfer.decode(encoded.get(..START).unwrap_or(encoded)).octets;
    is_text_so_far(&start).then(|| text_in(part.octets(), policy)).flatten()
}

/// Decodes octets as text without a label. Returns `None` if they are not text.
pub(crate) fn text_in(octets: Cow<'_, [u8]>, policy: &Policy) -> Option<String> {
    if !is_text_so_far(&octets) {
        return None;
    }
    let text = match body::decode(&octets, b"text/plain", b"8bit", policy).ok()?.text {
        Cow::Owned(text) => text,
        // The decoded text consists of the same octets as `octets`, which are therefore used instead of a copy.
        Cow::Borrowed(_) => String::from_utf8(octets.into_owned()).ok()?,
    };
    (!text.contains(|one: char| is_control(one) || one == char::REPLACEMENT_CHARACTER)).then_some(text)
}

/// Whether the octets may be text. They may be text if they contain no NUL, or if they begin with the byte order
/// mark of UTF-16.
fn is_text_so_far(octets: &[u8]) -> bool {
    let is_wide = octets.starts_with(b"\xFE\xFF") || octets.starts_with(b"\xFF\xFE");
    !octets.is_empty() && (is_wide || memchr::memchr(0, octets).is_none())
}

fn is_control(one: char) -> bool {
    one.is_control() && !matches!(one, '\t' | '\n' | '\r' | '\u{c}' | '\u{85}')
}

/// A file that is uuencoded within a text.
pub(crate) struct Uuencoded<'t> {
    pub(crate) name: &'t str,
    pub(crate) octets: Cow<'t, [u8]>,
}

/// Returns the uuencoded files in a text, in order. Each file extends from a line `begin MODE NAME` to the next
/// line `end`, and all lines between these must be data. A file is decoded when the iterator returns it.
pub(crate) fn uuencoded(text: &str) -> impl Iterator<Item = Uuencoded<'_>> {
    let (mut open, mut at) = (None, 0);
    text.split_inclusive('\n').filter_map(move |line| {
        let (start, content) = (at, line.trim_end_matches(['\r', '\n']));
        at += line.len();
        if let Some(name) = name_of_begin(content) {
            open = Some((start, name));
        }
        let (begin, name) = if content == "end" { open.take()? } else { return None };
        let decoded = uuencode::decode(text.get(begin..at)?.as_bytes());
        decoded.repairs.is_empty().then_some(Uuencoded { name, octets: decoded.octets })
    })
}

/// Returns the name of the file in a line `begin MODE NAME`.
fn name_of_begin(line: &str) -> Option<&str> {
    let (mode, name) = line.strip_prefix("begin ")?.split_once(' ')?;
    let is_mode = mode.len() >= 3 && mode.bytes().all(|octet| matches!(octet, b'0'..=b'7'));
    (is_mode && !name.trim().is_empty()).then_some(name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::message::Message;

    #[test]
    fn uuencoded_files_are_found_where_they_are_whole() {
        let found = |text| {
            uuencoded(text)
                .map(|file| (file.name.to_owned(), file.octets.escape_ascii().to_string()))
                .collect::<Vec<_>>()
        };
        let cat = ("a b.txt".to_owned(), "Cat".to_owned());
        assert_eq!(found("begin 644 a b.txt\r\n#0V%T\r\n`\r\nend\r\n"), std::slice::from_ref(&cat));
        // A line of ordinary text that starts with `begin` must not hide the file after it.
        assert_eq!(
            found("begin 100 miles\nfrom here\nbegin 644 a b.txt\n#0V%T\n`\nend"),
            std::slice::from_ref(&cat)
        );
        assert_eq!(
            found("begin 644 a b.txt\n#0V%T\n`\nend\n\nbegin 0644 a b.txt\n#0V%T\n \nend\n"),
            [cat.clone(), cat]
        );
        for text in [
            "begin 644 a\n#0V%T\n",
            "begin 644 a\nno data\nend\n",
            "begin 64 a\n`\nend\n",
            "begin 644\n`\nend\n",
            "end\n",
            "",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_text_is_shown_by_its_octets() {
        let policy = Policy::for_display();
        for (octets, text) in [
            (&b"plain\n"[..], Some("plain\n")),
            ("größer".as_bytes(), Some("größer")),
            (b"\xFF\xFEh\0i\0", Some("hi")),
            (b"", None),
            (b"a\0b", None),
            (b"%PDF-1.4 x", None),
            (b"\x1b[2Jx", None),
            (b"GIF89a", None),
        ] {
            assert_eq!(text_in(octets.into(), &policy).as_deref(), text, "{octets:?}");
        }
        let message = b"Content-Type: application/x-log\nContent-Transfer-Encoding: base64\n\nbG9n\n";
        let parsed = Message::parse_with(message, &policy);
        assert_eq!(text_of(&parsed.part(0).unwrap(), message, &policy).as_deref(), Some("log"));
    }
}
