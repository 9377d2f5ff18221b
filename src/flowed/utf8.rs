//! Writing flowed text as UTF-8 (RFC 3676 sections 4.2 to 4.6).

use super::read::{SIGNATURE, plain};
use std::borrow::Cow;

/// Writes plain text for `text/plain; charset=utf-8; format=flowed`. Each line of `text` becomes a paragraph, which
/// is broken at spaces into lines of at most `columns` characters, where that is possible. The lines end with
/// `line_end` and repeat the quote marks. A reader would join a line that ends with a space to the next line.
/// Therefore, spaces at the end of a line of `text` are removed, except in the line `-- ` before a signature.
/// Linear time.
///
/// A CR alone is a line end, as CRLF and LF are, because some readers end a line there. If you quote a text, put quote marks
/// after it, too; `str::lines` does not divide there. All other characters stay within their line, also U+000B, U+000C,
/// U+0085, U+2028 and U+2029, which end no line of mail; a program that shows one as a line end shows what follows without
/// quote marks.
///
/// Text without spaces, such as Chinese or Japanese, is not broken, so a line of it can have more than 998 octets, which no
/// line of mail may have (RFC 5322 section 2.1.1). Then write the body in the transfer encoding quoted-printable or base64.
///
/// ```
/// use mailutf::flowed;
/// let text = "From here to there, naïvely\n> quoted\n-- \nAnn\n";
/// let written = flowed::write(text, 21, "\r\n");
/// assert_eq!(written, " From here to there, \r\nnaïvely\r\n> quoted\r\n-- \r\nAnn\r\n");
/// assert_eq!(flowed::unflow(&written, false).replace("\r\n", "\n"), text);
/// ```
pub fn write(text: &str, columns: usize, line_end: &str) -> String {
    let text = in_lines(text);
    let mut written = String::with_capacity(text.len());
    for paragraph in plain(&text) {
        let marks = ">".repeat(paragraph.depth);
        // If the quote marks are long, the paragraph is not broken, because each line would repeat the marks.
        let columns = if marks.len() > columns / 2 { usize::MAX } else { columns };
        let is_signature = paragraph.text == SIGNATURE;
        let text = if is_signature { SIGNATURE } else { paragraph.text.trim_end_matches(' ') };
        let mut rest = text;
        loop {
            let is_stuffed = paragraph.spaced || is_stuffed(rest, paragraph.depth);
            let room = columns.saturating_sub(marks.len() + usize::from(is_stuffed));
            let (line, after) = if is_signature { (rest, "") } else { first_line(rest, room) };
            written.push_str(&marks);
            written.push_str(if is_stuffed { " " } else { "" });
            written.push_str(line);
            rest = after;
            if rest.is_empty() {
                break;
            }
            written.push_str(line_end);
        }
        written.push_str(if paragraph.line_end.is_empty() { "" } else { line_end });
    }
    written
}

/// The text with an LF in place of each CR that is alone.
fn in_lines(text: &str) -> Cow<'_, str> {
    let is_alone = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    if memchr::memchr_iter(b'\r', text.as_bytes()).any(is_alone) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The words at the start of `text` that fit into `room` characters, with the spaces after them, and the rest of
/// `text`. There is at least one word.
fn first_line(text: &str, room: usize) -> (&str, &str) {
    let (mut end, mut columns, mut last) = (0, 0, 0);
    for piece in text.split_inclusive(' ') {
        columns += piece.chars().count();
        if columns > room && last > 0 {
            return text.split_at_checked(last).unwrap_or((text, ""));
        }
        end += piece.len();
        let line = text.get(..end).unwrap_or_default();
        // A line is not broken if its first part would look like the separator before a signature, or would be only
        // spaces.
        last = if line == SIGNATURE || line.trim_matches(' ').is_empty() { 0 } else { end };
    }
    (text, "")
}

/// Whether a line that starts with `text` must be stuffed with a space (section 4.4).
fn is_stuffed(text: &str, depth: usize) -> bool {
    text.starts_with([' ', '>']) || depth == 0 && text.starts_with("From ")
}

#[cfg(test)]
mod tests {
    use super::super::unflow;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn what_is_written_is_read_without_spaces_at_line_ends(
            text in "([ >]{1,3}|\n|\r\n?|\n?-- \n?|-- |From |[a-z]{1,15} ?|[ä日]{1,30}){0,40}",
            columns in 8..=80_usize,
            crlf in any::<bool>(),
        ) {
            let line_end = if crlf { "\r\n" } else { "\n" };
            let written = write(&text, columns, line_end);
            let lines = text.replace("\r\n", "\n").replace('\r', "\n");
            let kept = plain(&lines).map(|mut paragraph| {
                if paragraph.text != SIGNATURE {
                    paragraph.text = paragraph.text.trim_end_matches(' ').to_owned().into();
                }
                paragraph.to_string()
            });
            prop_assert_eq!(unflow(&written, false).replace("\r\n", "\n"), kept.collect::<String>(), "{:?}", written);
            for line in written.split(line_end) {
                let is_short = line.chars().count() <= columns;
                let words = line.trim_start_matches([' ', '>']).trim_end_matches(' ').split(' ').filter(|word| !word.is_empty());
                prop_assert!(is_short || words.count() <= 2 || line.starts_with(&">".repeat(columns / 2)), "{:?}", line);
                prop_assert!(!line.starts_with("From "));
            }
        }
    }

    #[test]
    fn a_line_that_ends_with_cr_alone_has_its_quote_marks() {
        assert_eq!(write("> a\r> b \r\rc\r\nd\r", 76, "\r\n"), "> a\r\n> b\r\n\r\nc\r\nd\r\n");
        assert_eq!(write("> a\u{85}b\u{2028}c\u{C}", 76, "\n"), "> a\u{85}b\u{2028}c\u{C}");
        assert_eq!(write(&"日".repeat(999), 76, "\n"), "日".repeat(999));
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        for unit in [" ", ">", "a ", "-- ", "> a "] {
            // The test would not finish in reasonable time if the code were quadratic.
            let text = unit.repeat((1 << 18) / unit.len());
            assert!(write(&text, 72, "\n").len() < 4 * text.len() + 100, "{unit}");
        }
    }
}
