//! Encodes a changed body: as 7bit or 8bit if possible, otherwise as quoted-printable or base64, whichever is shorter
//! (RFC 2045 section 6).
//!
//! In addition to the rules of [`choose`], 7bit and 8bit have two conditions. The lines must end like the lines of
//! the message, and no line may look like a delimiter line of an enclosing multipart (RFC 2046 section 5.1.1).
//! Linear time.

use crate::policy::BodyForm;
use crate::structure::Part;
use crate::text::MessageTexts;
use crate::transfer::{TransferEncoding, base64, choose, quoted_printable};
use std::borrow::Cow;

/// An encoded body.
pub(in crate::rewrite) struct EncodedBody {
    pub(in crate::rewrite) octets: Vec<u8>,
    pub(in crate::rewrite) transfer: TransferEncoding,
}

/// The place of a body in a message. The place restricts what the body may contain.
pub(in crate::rewrite) struct BodyPlace<'m> {
    /// The line end of the message.
    pub(in crate::rewrite) line_end: &'static str,
    boundaries: Boundaries<'m>,
    /// Whether the line ends of the body may be changed to the line end of the message. They must not be changed in
    /// an attachment.
    pub(in crate::rewrite) inline: bool,
    /// Whether the body has no transfer encoding except 7bit, 8bit or binary. If so, its lines are lines of the
    /// message.
    pub(in crate::rewrite) raw: bool,
}

impl<'m> BodyPlace<'m> {
    pub(in crate::rewrite) fn new(message: &'m MessageTexts<'_>, part: &Part, raw: bool) -> Self {
        let ancestors = std::iter::successors(part.parent, |at| message.parts().get(*at)?.parent);
        Self {
            line_end: line_end(message),
            boundaries: ancestors
                .filter_map(|at| message.structure().boundary(message.input(), at))
                .collect::<Vec<_>>()
                .into(),
            inline: !part.attachment,
            raw,
        }
    }

    /// Writes `text` in the form `wanted`. If the place does not allow 7bit or 8bit, writes quoted-printable
    /// or base64 instead.
    pub(in crate::rewrite) fn write(&self, text: String, wanted: BodyForm) -> EncodedBody {
        let lines = self.lines(text.as_bytes()).map(|lines| match lines {
            Cow::Borrowed(_) => None,
            Cow::Owned(changed) => Some(changed),
        });
        let are_lines = lines.is_some();
        let octets = lines.flatten().unwrap_or_else(|| text.into_bytes());
        if are_lines
            && matches!(wanted, BodyForm::Auto | BodyForm::EightBit | BodyForm::Keep)
            && let Some(transfer) = self.as_lines(&octets)
        {
            return EncodedBody { octets, transfer };
        }
        self.encoded(&octets, wanted)
    }

    /// Writes `octets` as quoted-printable or base64. If `wanted` is neither of the two, the shorter form is written.
    /// But octets with a NUL are then written as base64, because some programs remove NULs from quoted-printable or
    /// take a NUL for the end of the text. Base64 is always written if a line of quoted-printable could be taken for
    /// a delimiter line.
    pub(in crate::rewrite) fn encoded(&self, octets: &[u8], wanted: BodyForm) -> EncodedBody {
        let line_end = self.line_end.as_bytes();
        let (transfer, encoded) = match wanted {
            BodyForm::Base64 => (TransferEncoding::Base64, base64::encode_body(octets, line_end)),
            BodyForm::QuotedPrintable => {
                (TransferEncoding::QuotedPrintable, quoted_printable::encode_body(octets, line_end))
            }
            _ if memchr::memchr(0, octets).is_some() => {
                (TransferEncoding::Base64, base64::encode_body(octets, line_end))
            }
            _ => choose::shorter(octets, line_end),
        };
        if self.has_delimiter(&encoded) {
            let octets = base64::encode_body(octets, line_end);
            return EncodedBody { octets, transfer: TransferEncoding::Base64 };
        }
        EncodedBody { octets: encoded, transfer }
    }

    /// The octets with the line ends of the message. Octets that were raw lines of the message keep their line ends.
    /// Returns `None` if the octets cannot be lines of the message without a loss: they have bare CRs or a mix of LF
    /// and CRLF, or are an attachment with other line ends.
    pub(in crate::rewrite) fn lines<'o>(&self, octets: &'o [u8]) -> Option<Cow<'o, [u8]>> {
        let ends = LineEnds::of(octets);
        let own = if self.line_end == "\n" { ends.crlf == 0 } else { ends.lf == 0 };
        if ends.cr > 0 {
            None
        } else if own || self.raw {
            Some(Cow::Borrowed(octets))
        } else if self.inline && (ends.lf == 0 || ends.crlf == 0) {
            let mut lines = Vec::with_capacity(octets.len() + ends.lf);
            for line in octets.split_inclusive(|octet| *octet == b'\n') {
                match line.strip_suffix(b"\n") {
                    Some(line) => {
                        lines.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
                        lines.extend_from_slice(self.line_end.as_bytes());
                    }
                    None => lines.extend_from_slice(line),
                }
            }
            Some(Cow::Owned(lines))
        } else {
            None
        }
    }

    /// Returns 7bit or 8bit, if one of them can be used for `lines`.
    pub(in crate::rewrite) fn identity(&self, lines: &[u8]) -> Option<TransferEncoding> {
        choose::identity(lines).filter(|_| !self.has_delimiter(lines))
    }

    /// Returns 7bit or 8bit for the lines of the text, if one of them can be used. Lines that were already raw
    /// lines of the message may look like delimiter lines, because readers of the message did not take them for
    /// delimiters.
    fn as_lines(&self, lines: &[u8]) -> Option<TransferEncoding> {
        if self.raw { choose::identity(lines) } else { self.identity(lines) }
    }

    /// Whether a line could be a delimiter line. Any line that starts like a delimiter line counts, because
    /// programs disagree about what may follow the boundary.
    fn has_delimiter(&self, lines: &[u8]) -> bool {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', lines).map(|at| at + 1));
        !self.boundaries.0.is_empty()
            && starts
                .filter_map(|start| lines.get(start..)?.strip_prefix(b"--"))
                .any(|line| self.boundaries.begin(line))
    }
}

/// The sorted boundaries of the enclosing multiparts. A boundary that starts with another of the boundaries is left
/// out. Therefore, each line is compared with only one boundary: the last boundary that sorts before the line or
/// equals the line.
struct Boundaries<'m>(Vec<Cow<'m, [u8]>>);

impl<'m> From<Vec<Cow<'m, [u8]>>> for Boundaries<'m> {
    fn from(mut boundaries: Vec<Cow<'m, [u8]>>) -> Self {
        boundaries.sort_unstable();
        boundaries.dedup_by(|next, shorter| next.starts_with(shorter));
        Self(boundaries)
    }
}

impl Boundaries<'_> {
    /// Whether the line starts with one of the boundaries. The time is logarithmic in their number.
    fn begin(&self, line: &[u8]) -> bool {
        let before = self.0.partition_point(|boundary| **boundary <= *line);
        let last = before.checked_sub(1).and_then(|last| self.0.get(last));
        last.is_some_and(|boundary| line.starts_with(boundary))
    }
}

/// The line end of a message, which is the line end of its first field.
pub(in crate::rewrite) fn line_end(message: &MessageTexts<'_>) -> &'static str {
    let header = message.parts().first().map(|part| &part.header);
    let end = header.map_or(0, |header| header.fields.first().map_or(header.body, |field| field.span.end));
    if message.input().get(..end).is_some_and(|field| field.ends_with(b"\r\n")) { "\r\n" } else { "\n" }
}

/// The number of line ends of each kind.
#[derive(Default)]
struct LineEnds {
    crlf: usize,
    lf: usize,
    cr: usize,
}

impl LineEnds {
    fn of(octets: &[u8]) -> Self {
        let mut ends = Self::default();
        if memchr::memchr(b'\r', octets).is_none() {
            return Self { lf: memchr::memchr_iter(b'\n', octets).count(), ..ends };
        }
        let mut after = 0;
        for at in memchr::memchr2_iter(b'\r', b'\n', octets) {
            match octets.get(at..) {
                Some([b'\r', b'\n', ..]) => {
                    ends.crlf += 1;
                    after = at + 2;
                }
                Some([b'\n', ..]) if at >= after => ends.lf += 1,
                Some([b'\r', ..]) => ends.cr += 1,
                _ => {}
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All strings that have at most `length` letters, each of them `a` or `b`.
    fn strings(length: usize) -> Vec<Vec<u8>> {
        let longer = |strings: &[Vec<u8>]| -> Vec<Vec<u8>> {
            strings
                .iter()
                .flat_map(|start| [b'a', b'b'].map(|letter| [&start[..], &[letter]].concat()))
                .collect()
        };
        let lengths = std::iter::successors(Some(vec![Vec::new()]), |strings| Some(longer(strings)));
        lengths.take(length + 1).flatten().collect()
    }

    #[test]
    fn a_line_starts_with_a_boundary_as_if_compared_with_each() {
        let all = strings(2).split_off(1);
        for chosen in 0..1_usize << all.len() {
            let some = all.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            let some: Vec<_> = some.map(|(_, boundary)| Cow::Borrowed(&boundary[..])).collect();
            let boundaries = Boundaries::from(some.clone());
            for line in strings(4) {
                let expected = some.iter().any(|boundary| line.starts_with(boundary));
                assert_eq!(boundaries.begin(&line), expected, "{some:?} {line:?}");
            }
        }
    }
}
