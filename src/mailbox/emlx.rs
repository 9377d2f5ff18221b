//! Files of Apple Mail (`.emlx`): a line that tells the octets of the message, the message, and a property list.

use crate::span::Span;
use memchr::memchr;

/// What stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Emlx {
    pub(super) length: Span,
    pub(super) message: Span,
    pub(super) properties: Span,
}

/// Digits of the longest length.
const LONGEST: usize = 12;

impl Emlx {
    /// The parts of a file that holds `octets`, where its first line tells a length that leads to a property list
    /// or to the end.
    pub(super) fn of(octets: &[u8]) -> Option<Self> {
        let end = memchr(b'\n', Span::new(0, 4 * LONGEST).slice(octets))? + 1;
        let line = Span::new(0, end);
        let digits = line.slice(octets).trim_ascii();
        let is_length =
            !digits.is_empty() && digits.len() <= LONGEST && digits.iter().all(u8::is_ascii_digit);
        let length: usize = std::str::from_utf8(digits).ok().filter(|_| is_length)?.parse().ok()?;
        let message = Span::new(end, end.checked_add(length)?);
        let properties = Span::new(message.end, octets.len());
        let is_there = message.end <= octets.len();
        let behind = properties.slice(octets).trim_ascii_start();
        let starts = |start: &&[u8]| behind.starts_with(start);
        let is_list =
            behind.is_empty() || [&b"<?xml"[..], b"<!DOCTYPE plist", b"<plist", b"bplist"].iter().any(starts);
        (is_there && is_list).then_some(Self { length: line, message, properties })
    }
}

/// The line `old` with another length, in as many columns where it fits; nothing where there is none.
pub(super) fn length_line(old: &[u8], length: usize) -> Vec<u8> {
    let Some(content) = old.strip_suffix(b"\n") else { return Vec::new() };
    let content = content.strip_suffix(b"\r").unwrap_or(content);
    let line_end = String::from_utf8_lossy(Span::new(content.len(), old.len()).slice(old));
    format!("{length:<width$}{line_end}", width = content.len()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_must_lead_to_a_property_list_or_the_end() {
        let message = b"Subject: x\n\nx\n";
        let file = |length: &str, behind: &str| {
            let file = [length.as_bytes(), b"\n", message, behind.as_bytes()].concat();
            Emlx::of(&file).map(|emlx| emlx.message.slice(&file).to_vec())
        };
        for behind in ["", "<?xml version=\"1.0\"?>\n<plist/>\n", "\n<!DOCTYPE plist PUBLIC>", "bplist00"] {
            assert_eq!(file("14       ", behind).as_deref(), Some(&message[..]), "{behind}");
        }
        for (length, behind) in
            [("14", "more"), ("15", ""), ("12", ""), ("", ""), ("1x", ""), ("99999999999999999999", "")]
        {
            assert_eq!(file(length, behind), None, "{length:?} {behind:?}");
        }
    }

    #[test]
    fn the_columns_of_the_length_stay() {
        assert_eq!(length_line(b"99        \n", 1234), b"1234      \n");
        assert_eq!(length_line(b"99\r\n", 100), b"100\r\n");
        assert_eq!(length_line(b"", 100), b"");
    }
}
