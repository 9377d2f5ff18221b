//! Writing flowed text as UTF-7 (RFC 3676 sections 4.2 to 4.6, RFC 2152).

use super::read::{Paragraph, SIGNATURE};
use crate::charset::utf7::{EncodeOptions, SoftBreak};
use std::borrow::Cow;

/// Writes `paragraphs` as UTF-7 for `text/plain; charset=utf-7; format=flowed; delsp=yes`. Lines have at most
/// `columns` octets, where they can be broken, and end with `line_end`. Needs the feature `to-utf7`.
///
/// A paragraph whose quote marks take more than half a line is not broken, because each line would repeat the
/// marks.
///
/// ```
/// use mailutf::charset::utf7::EncodeOptions;
/// use mailutf::flowed;
/// let octets = flowed::flow(flowed::plain("From here, naïve\n"), EncodeOptions::new(), 20, "\r\n");
/// assert_eq!(octets, b" From here,  \r\nna+AO8-ve\r\n");
/// ```
pub fn flow<'t>(
    paragraphs: impl IntoIterator<Item = Paragraph<'t>>,
    encoder: EncodeOptions,
    columns: usize,
    line_end: &str,
) -> Vec<u8> {
    let mut octets = Vec::new();
    for paragraph in paragraphs {
        let spaced =
            if paragraph.depth > 0 { Cow::Owned(">".repeat(paragraph.depth) + " ") } else { " ".into() };
        let marks = spaced.strip_suffix(' ').unwrap_or_default();
        let columns = if encoder.encode(marks).len() > columns / 2 { usize::MAX } else { columns };
        if paragraph.text == SIGNATURE {
            let before = if paragraph.spaced { &spaced } else { marks };
            encoder.append(&[before, SIGNATURE].concat(), &mut octets);
        } else {
            let mut lines = encoder.lines(&paragraph.text, columns, SoftBreak::Flowed);
            while !lines.is_at_end() {
                let stuffed = paragraph.spaced || is_stuffed(lines.rest(), paragraph.depth);
                lines.write_after(if stuffed { &spaced } else { marks }, &mut octets);
                octets.extend_from_slice(if lines.is_at_end() { b"" } else { line_end.as_bytes() });
            }
        }
        let last = paragraph.line_end.is_empty();
        octets.extend_from_slice(if last { b"" } else { line_end.as_bytes() });
    }
    octets
}

/// Whether a line that starts with `text` must be stuffed with a space (section 4.4).
fn is_stuffed(text: &str, depth: usize) -> bool {
    // A line that starts with `From ` must be stuffed. A soft break can also add the space: it is written as a space
    // at the end of the line, and the line may be broken between `From` and a character that is not ASCII.
    let from = || text.strip_prefix("From").and_then(|after| after.chars().next());
    text.starts_with([' ', '>']) || depth == 0 && from().is_some_and(|next| !next.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::super::read::{paragraphs, plain, unflow};
    use super::*;
    use crate::charset::Charset;
    use crate::charset::utf7::{EncodeOptions, SetO};
    use proptest::prelude::*;

    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[ >]{1,3}",
            3 => "\n",
            2 => "\n?-- ?\n?",
            2 => "\n?From ?",
            4 => "[a-z]{1,15} ?",
            3 => "[\u{e0}-\u{ff}\u{4e00}-\u{4eff}]{1,30}",
            1 => any::<char>().prop_map(String::from),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn writing_round_trips(text in text(), columns in 20..=100_usize, crlf in any::<bool>(), set_o in any::<bool>()) {
            let line_end = if crlf { "\r\n" } else { "\n" };
            let text = text.replace("\r\n", "\n").replace('\n', line_end);
            let encoder = EncodeOptions::new().with_set_o(if set_o { SetO::Direct } else { SetO::Encode });
            let octets = flow(plain(&text), encoder, columns, line_end);
            let flowed = Charset::UTF_7.decode_strict(&octets).unwrap();
            prop_assert_eq!(&unflow(&flowed, true), &text);
            for line in flowed.split(line_end) {
                prop_assert!(!line.starts_with("From "));
            }
            let again = flow(paragraphs(&flowed, true), encoder, columns, line_end);
            let again = Charset::UTF_7.decode_strict(&again).unwrap();
            prop_assert_eq!(unflow(&again, true), text);
        }
    }

    #[test]
    fn signature_separators_are_not_changed() {
        let text = "a\n-- \nb\n> -- \n>-- \n";
        assert_eq!(
            flow(plain(text), EncodeOptions::new().with_set_o(SetO::Direct), 76, "\n"),
            text.as_bytes()
        );
    }

    #[test]
    fn deep_quote_marks_are_not_repeated() {
        let text = format!("{} {}\n", ">".repeat(500), "日本 ".repeat(500));
        let octets = flow(plain(&text), EncodeOptions::new(), 76, "\n");
        assert!(octets.len() < 3 * text.len());
    }
}
