//! Apple Mail files (`.emlx`). Such a file consists of a line with the length of the message in octets, the
//! message, and a property list.

use super::batch::Slot;
use crate::span::Span;
use memchr::memchr;

/// The maximum size, in octets, of the line with the length. A longer first line is not taken for a length.
const LONGEST_LINE: usize = 48;

/// The spans of the message in the file `octets`. The first line states the length of the message. Returns
/// `None` if the first line is not such a line, or if neither a property list nor the end of the file follows
/// the message.
pub(super) fn slot(octets: &[u8]) -> Option<Slot> {
    let line = length_line_of(octets)?;
    let length: usize = std::str::from_utf8(line.slice(octets).trim_ascii()).ok()?.parse().ok()?;
    let message = Span::new(line.end, line.end.checked_add(length)?);
    let properties = Span::new(message.end, octets.len());
    let is_there = message.end <= octets.len();
    let after = properties.slice(octets).trim_ascii_start();
    let starts = |start: &&[u8]| after.starts_with(start);
    let is_list =
        after.is_empty() || [&b"<?xml"[..], b"<!DOCTYPE plist", b"<plist", b"bplist"].iter().any(starts);
    (is_there && is_list).then(|| Slot {
        head: line,
        head_for: Some(length_line),
        content: message,
        trailer: properties,
        ..Slot::default()
    })
}

/// Whether the first line of `octets` is only a number, as in an Apple Mail file.
pub(super) fn starts_with_length(octets: &[u8]) -> bool {
    length_line_of(octets).is_some()
}

/// Whether `octets` is a damaged Apple Mail file. The caller has found no [`slot`] in the file, but the file
/// starts with a number and ends with a property list.
pub(super) fn is_damaged(octets: &[u8]) -> bool {
    length_line_of(octets).is_some() && octets.trim_ascii_end().ends_with(b"</plist>")
}

/// The first line of `octets`, if it contains only a number.
fn length_line_of(octets: &[u8]) -> Option<Span> {
    let end = memchr(b'\n', Span::new(0, LONGEST_LINE).slice(octets))? + 1;
    let digits = Span::new(0, end).slice(octets).trim_ascii();
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then_some(Span::new(0, end))
}

/// Returns the line `old` with the number replaced by `length`. If the new number has fewer characters than
/// the old line, it is padded with spaces to the width of the old line. Returns an empty vector if `old` does
/// not end with a line feed.
fn length_line(old: &[u8], length: usize) -> Vec<u8> {
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
        let file = |length: &str, after: &str| {
            let file = [length.as_bytes(), b"\n", message, after.as_bytes()].concat();
            slot(&file).map(|slot| slot.content.slice(&file).to_vec())
        };
        for after in ["", "<?xml version=\"1.0\"?>\n<plist/>\n", "\n<!DOCTYPE plist PUBLIC>", "bplist00"] {
            assert_eq!(file("14       ", after).as_deref(), Some(&message[..]), "{after}");
        }
        for (length, after) in
            [("14", "more"), ("15", ""), ("12", ""), ("", ""), ("1x", ""), ("99999999999999999999", "")]
        {
            assert_eq!(file(length, after), None, "{length:?} {after:?}");
        }
    }

    #[test]
    fn a_file_with_a_wrong_length_is_known_by_its_property_list() {
        let is_damaged = |start: &str, end: &str| is_damaged(format!("{start}\nA: b\n\n{end}").as_bytes());
        assert!(is_damaged("12   ", "<?xml version=\"1.0\"?>\n<plist/>\n<plist></plist>\n"));
        assert!(is_damaged("99999999999999999999", "</plist>"));
        assert!(
            !is_damaged("12", "text\n") && !is_damaged("B: c", "</plist>") && !is_damaged("", "</plist>")
        );
    }

    #[test]
    fn the_columns_of_the_length_stay() {
        assert_eq!(length_line(b"99        \n", 1234), b"1234      \n");
        assert_eq!(length_line(b"99\r\n", 100), b"100\r\n");
        assert_eq!(length_line(b"", 100), b"");
    }
}
