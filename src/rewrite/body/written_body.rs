//! How a changed body is written: 7bit or 8bit where these carry it, else the smaller of quoted-printable and
//! base64 (RFC 2045 section 6).
//!
//! To what [`choose`] has to say of the octets, the place adds: 8bit carries lines that end as the lines of the
//! message do, and none that could be taken for a delimiter of a multipart around it (RFC 2046 section
//! 5.1.1). Linear time.

use crate::policy::BodyForm;
use crate::structure::Part;
use crate::text::MessageTexts;
use crate::transfer::{TransferEncoding, base64, choose, quoted_printable};
use std::borrow::Cow;

/// A body as it will stand.
pub(in crate::rewrite) struct WrittenBody {
    pub(in crate::rewrite) octets: Vec<u8>,
    pub(in crate::rewrite) transfer: TransferEncoding,
}

/// Where a body goes, and so what it must not hold.
pub(in crate::rewrite) struct BodyPlace<'m> {
    /// The line end of the message.
    pub(in crate::rewrite) line_end: &'static str,
    /// What the lines of multiparts around it start with, `--` not counted.
    pub(in crate::rewrite) boundaries: Vec<Cow<'m, [u8]>>,
    /// Whether its line ends may become those of the message: those of an attachment may not.
    pub(in crate::rewrite) inline: bool,
    /// Whether its line ends are those that stand in the message.
    pub(in crate::rewrite) raw: bool,
}

impl<'m> BodyPlace<'m> {
    pub(in crate::rewrite) fn new(message: &MessageTexts<'m>, part: &Part, raw: bool) -> Self {
        let ancestors = std::iter::successors(part.parent, |at| message.parts().get(*at)?.parent);
        Self {
            line_end: line_end(message),
            boundaries: ancestors
                .filter_map(|at| message.structure().boundary(message.input(), at))
                .collect(),
            inline: !part.attachment,
            raw,
        }
    }

    /// Writes `text` in the form that `wanted` and the place allow.
    pub(in crate::rewrite) fn write(&self, text: String, wanted: BodyForm) -> WrittenBody {
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
            return WrittenBody { octets, transfer };
        }
        self.encoded(&octets, wanted)
    }

    /// Writes `octets` under quoted-printable or base64, as `wanted` or else the smaller of both; under base64
    /// where the other could be taken for a delimiter, and, where neither is wanted, for a NUL: some programs take it
    /// out of quoted-printable, or end the text there.
    pub(in crate::rewrite) fn encoded(&self, octets: &[u8], wanted: BodyForm) -> WrittenBody {
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
            return WrittenBody { octets, transfer: TransferEncoding::Base64 };
        }
        WrittenBody { octets: encoded, transfer }
    }

    /// The octets with the line ends they will have as lines of the message; `None` where that would change
    /// them: bare CRs, a mix of LF and CRLF, or line ends of an attachment that differ.
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

    /// The encoding that leaves `lines` as they are: 7bit, 8bit, or `None` where neither carries them.
    pub(in crate::rewrite) fn identity(&self, lines: &[u8]) -> Option<TransferEncoding> {
        choose::identity(lines).filter(|_| !self.has_delimiter(lines))
    }

    /// The same for the text of the place. Lines that stood in the message as they are did so without
    /// delimiting anything to those who read it, whatever they start with.
    fn as_lines(&self, lines: &[u8]) -> Option<TransferEncoding> {
        if self.raw { choose::identity(lines) } else { self.identity(lines) }
    }

    /// Whether a line could be a delimiter; any line that starts like one counts, for programs are not agreed
    /// on what may follow.
    fn has_delimiter(&self, lines: &[u8]) -> bool {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', lines).map(|at| at + 1));
        !self.boundaries.is_empty()
            && starts
                .filter_map(|start| lines.get(start..)?.strip_prefix(b"--"))
                .any(|line| self.boundaries.iter().any(|boundary| line.starts_with(boundary)))
    }
}

/// The line end of a message: that of its first field.
pub(in crate::rewrite) fn line_end(message: &MessageTexts<'_>) -> &'static str {
    let header = message.parts().first().map(|part| &part.header);
    let end = header.map_or(0, |header| header.fields.first().map_or(header.body, |field| field.span.end));
    if message.input().get(..end).is_some_and(|field| field.ends_with(b"\r\n")) { "\r\n" } else { "\n" }
}

/// How many lines end in each way.
#[derive(Default)]
struct LineEnds {
    crlf: usize,
    lf: usize,
    cr: usize,
}

impl LineEnds {
    fn of(octets: &[u8]) -> Self {
        let mut ends = Self::default();
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
