//! Chooses the form of a UTF-7 body: whether and how its lines are broken, and whether it is encoded as
//! quoted-printable.
//!
//! An attachment keeps its lines and line ends. A text with bare CRs, or with a mix of LF and CRLF, also keeps its
//! line ends, and is encoded as quoted-printable or base64.

use super::html;
use super::options::{Utf7Options, Wrap};
use crate::charset::utf7::{EncodeOptions, SoftBreak};
use crate::finding::Detail;
use crate::flowed::{self, Paragraph};
use crate::policy::BodyForm;
use crate::rewrite::body::encoded_body::{BodyPlace, EncodedBody};
use crate::structure::Part;
use crate::transfer::TransferEncoding;
use std::borrow::Cow;

/// The place where a text is written, and the options.
pub(super) struct Wrapping<'w, 'm> {
    pub(super) options: &'w Utf7Options,
    pub(super) place: &'w BodyPlace<'m>,
    pub(super) part: &'w Part,
    /// Whether the text has `delsp=yes`; `None` if it is not flowed.
    pub(super) flowed: Option<bool>,
}

impl Wrapping<'_, '_> {
    /// US-ASCII text as 7bit; `None` if its lines are not short, or if 7bit does not allow it.
    pub(super) fn short(&self, text: &[u8]) -> Option<EncodedBody> {
        let lines = self.place.lines(text)?;
        if self.has_long_line(&lines) { None } else { self.seven_bit(lines) }
    }

    /// `text` with each line separator and paragraph separator replaced by a line end, and a description of these
    /// separators for a finding. `None` if there are no such separators, or if they are not to be replaced.
    pub(super) fn without_separators(&self, text: &str) -> Option<(String, Detail)> {
        const SEPARATORS: [char; 2] = ['\u{2028}', '\u{2029}'];
        if !self.options.separators_as_line_ends || !self.is_plain_text() {
            return None;
        }
        let mut separators = text.match_indices(SEPARATORS);
        let (offset, first) = separators.next()?;
        let detail =
            Detail::Characters { first: first.chars().next()?, offset, count: 1 + separators.count() };
        Some((text.replace(SEPARATORS, self.place.line_end), detail))
    }

    /// `text` as UTF-7. The second value tells whether it was written as `format=flowed; delsp=yes`.
    pub(super) fn utf7(&self, text: String) -> (EncodedBody, bool) {
        let changed = match self.place.lines(text.as_bytes()) {
            None => return (self.quoted(text), false),
            Some(Cow::Borrowed(_)) => None,
            Some(Cow::Owned(lines)) => String::from_utf8(lines).ok(),
        };
        let lines = changed.unwrap_or(text);
        let unbroken = self.unbroken(&lines).and_then(|octets| self.seven_bit(octets.into()));
        if let Some(written) = unbroken {
            return (written, false);
        }
        let broken = self.broken(&lines).filter(|octets| !self.has_long_line(octets));
        let broken = broken.and_then(|octets| self.seven_bit(octets.into()));
        let reflowed = broken.is_some() && self.flows();
        (broken.unwrap_or_else(|| self.quoted(lines)), reflowed)
    }

    fn encoder(&self) -> EncodeOptions {
        self.options.encoder
    }

    /// The maximum number of octets of a line. A longer line must be broken or encoded.
    fn columns(&self) -> usize {
        if self.options.wrap == Wrap::None { usize::MAX } else { self.options.columns }
    }

    /// Whether the text is plain text that is shown in the message.
    fn is_plain_text(&self) -> bool {
        self.part.media_type == "text/plain" && !self.part.attachment
    }

    fn breaks(&self) -> bool {
        matches!(self.options.wrap, Wrap::Flowed | Wrap::Hard) && !self.part.attachment
    }

    /// Whether lines are broken with soft breaks of `format=flowed`.
    fn flows(&self) -> bool {
        let wanted = self.options.wrap == Wrap::Flowed || self.flowed.is_some();
        self.breaks() && self.is_plain_text() && wanted
    }

    /// `octets` as 7bit; `None` if 7bit does not allow these octets.
    fn seven_bit(&self, octets: Cow<'_, [u8]>) -> Option<EncodedBody> {
        let transfer = self.place.identity(&octets).filter(|found| *found == TransferEncoding::SevenBit)?;
        Some(EncodedBody { octets: octets.into_owned(), transfer })
    }

    /// Whether a line is so long that it must be broken or encoded.
    fn has_long_line(&self, octets: &[u8]) -> bool {
        let (mut start, mut ends) = (0, memchr::memchr_iter(b'\n', octets).chain([octets.len()]));
        ends.any(|end| {
            let line = octets.get(start..end).unwrap_or_default();
            start = end + 1;
            line.strip_suffix(b"\r").unwrap_or(line).len() > self.columns()
        })
    }

    /// `text` as UTF-7; `None` if a line is too long. In most texts with long lines, the first line is too
    /// long, so the loop ends early. A shifted sequence never reaches across a line end, so each line can
    /// be encoded independently.
    fn unbroken(&self, text: &str) -> Option<Vec<u8>> {
        let (encoder, mut octets) = (self.encoder(), Vec::new());
        for line in text.split_inclusive('\n') {
            let start = octets.len();
            encoder.append(line, &mut octets);
            if self.has_long_line(octets.get(start..).unwrap_or_default()) {
                return None;
            }
        }
        Some(octets)
    }

    /// The lines of `text`, broken; `None` if they must not be broken.
    fn broken(&self, text: &str) -> Option<Vec<u8>> {
        let (encoder, columns, line_end) = (self.encoder(), self.options.columns, self.place.line_end);
        match self.part.media_type.as_str() {
            _ if !self.breaks() => None,
            "text/plain" if self.flows() => Some(match self.flowed {
                Some(del_sp) => flowed::flow(flowed::paragraphs(text, del_sp), encoder, columns, line_end),
                None => flowed::flow(flowed::plain(text), encoder, columns, line_end),
            }),
            "text/plain" => Some(self.hard(text)),
            "text/html" => html::broken(text, encoder, columns, line_end),
            _ => None,
        }
    }

    /// The lines of `text`, broken permanently. Each new line repeats the quote marks of the original line.
    fn hard(&self, text: &str) -> Vec<u8> {
        let mut octets = Vec::with_capacity(text.len());
        for Paragraph { depth, spaced, text, line_end } in flowed::plain(text) {
            let marks = ">".repeat(depth) + if spaced { " " } else { "" };
            let deep = self.encoder().encode(&marks).len() > self.options.columns / 2;
            let columns = if deep { usize::MAX } else { self.options.columns };
            let mut lines = self.encoder().lines(&text, columns, SoftBreak::Hard);
            while lines.write_after(&marks, &mut octets).is_some() {
                octets.extend_from_slice(if lines.is_at_end() {
                    b""
                } else {
                    self.place.line_end.as_bytes()
                });
            }
            octets.extend_from_slice(line_end.as_bytes());
        }
        octets
    }

    /// `text` as UTF-7 in quoted-printable.
    fn quoted(&self, text: String) -> EncodedBody {
        let octets = self.encoder().encode(&text).into_owned();
        drop(text);
        self.quoted_printable(String::from_utf8(octets).unwrap_or_default())
    }

    /// US-ASCII text as quoted-printable, or as base64 if a line of quoted-printable could be taken for a delimiter
    /// line.
    pub(super) fn quoted_printable(&self, text: String) -> EncodedBody {
        let EncodedBody { octets, transfer } = self.place.write(text, BodyForm::QuotedPrintable);
        if transfer != TransferEncoding::QuotedPrintable {
            return EncodedBody { octets, transfer };
        }
        let octets = narrowed(octets, self.columns(), self.place.line_end);
        match self.place.identity(&octets) {
            Some(_) => EncodedBody { octets, transfer },
            None => self.place.encoded(&transfer.decode(&octets).octets, BodyForm::Base64),
        }
    }
}

/// Adds soft breaks to the quoted-printable text `encoded`, so that lines have at most `columns` octets.
fn narrowed(encoded: Vec<u8>, columns: usize, line_end: &str) -> Vec<u8> {
    let is_long = |line: &[u8]| line.trim_ascii_end().len() > columns;
    if !encoded.split(|octet| *octet == b'\n').any(is_long) {
        return encoded;
    }
    let mut octets = Vec::with_capacity(encoded.len() + encoded.len() / columns.max(1) * 3);
    for line in encoded.split_inclusive(|octet| *octet == b'\n') {
        let mut rest = line;
        while is_long(rest) {
            let room = columns.saturating_sub("=".len()).max("=XX".len());
            // A line is not broken within an escape.
            let escape = rest.get(..room).and_then(|head| memchr::memrchr(b'=', head));
            let end = escape.filter(|at| at + "=XX".len() > room).unwrap_or(room);
            let (head, tail) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            octets.extend_from_slice(head);
            octets.extend_from_slice(b"=");
            octets.extend_from_slice(line_end.as_bytes());
            rest = tail;
        }
        octets.extend_from_slice(rest);
    }
    octets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::quoted_printable::{decode, encode_body};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn narrow_lines_decode_to_the_same(text in "[a-d= é\n]{0,300}", columns in 20..=80_usize) {
            let encoded = encode_body(text.as_bytes(), b"\n");
            let narrow = narrowed(encoded.clone(), columns, "\n");
            prop_assert!(narrow.split(|octet| *octet == b'\n').all(|line| line.len() <= columns));
            prop_assert_eq!(decode(&narrow).octets, decode(&encoded).octets);
        }
    }
}
