//! The result of decoding a transfer encoding: octets, and the errors that were repaired.

use std::borrow::Cow;
use std::fmt;

/// The decoded octets of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodedBody<'a> {
    /// The decoded content. It is borrowed if it is the same as the encoded octets.
    pub octets: Cow<'a, [u8]>,
    /// The errors that were repaired. Each kind of error is listed once, with the offset of its first occurrence. The
    /// offset is counted in octets of the encoded body.
    pub repairs: Vec<(Repair, usize)>,
    /// The length of text before the data of a base64 body, such as the banner of a mail gateway. The length is counted
    /// in octets of the encoded body, and is 0 if the body begins with data.
    pub head: usize,
    /// The offset of text after the data of a base64 or uuencode body, such as the footer of a mailing list. The
    /// offset is counted in octets of the encoded body.
    pub tail: Option<usize>,
}

impl DecodedBody<'_> {
    /// Whether the body consists only of encoded data, without text before or after it.
    pub const fn is_only_data(&self) -> bool {
        self.head == 0 && self.tail.is_none()
    }

    /// Returns this result for data that follows `head` octets of text.
    pub(super) fn after(mut self, head: usize) -> Self {
        self.repairs.iter_mut().for_each(|(_, offset)| *offset += head);
        Self { head, tail: self.tail.map(|tail| tail + head), ..self }
    }
}

/// An error that a decoder repaired. `Display` writes a noun phrase that names the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// Base64 and uuencode: the body is in fact plain text, and was kept unchanged.
    Plain,
    /// Base64: an octet outside the alphabet was skipped. If this octet has replaced a symbol, then the octets
    /// after it are decoded wrongly.
    Junk,
    /// Base64: a mark that quoting or transport had added was skipped. It is a quote mark (`>`) at the start of a
    /// line, or a `!` at the end of a line that a transport cut. The mark replaced no symbol, because the padding
    /// fits without the mark.
    Mark,
    /// Base64: padding is missing at the end, is superfluous, or occurs between complete blocks.
    Padding,
    /// Base64: padding occurs within a quantum, a quantum after padding is incomplete, or symbols are missing
    /// because lines end within a quantum. Some of the content may be decoded wrongly.
    Misplaced,
    /// Base64: the data ends within an octet. The last symbol is alone in its quantum, or it has bits of an octet that
    /// does not follow, and there is no padding. These bits were dropped.
    Truncated,
    /// Quoted-printable: an `=` that starts no escape was kept as text.
    BareEquals,
    /// Quoted-printable: a raw octet above 127 was kept.
    RawOctet,
    /// Uuencode: a line is malformed, or text comes before the data.
    Line,
    /// Uuencode: a line has fewer symbols than it declares, and no spaces were cut off its end.
    Short,
    /// Uuencode: the line `begin` is missing, and data lines may be missing, too. The body was kept unchanged.
    NoBegin,
    /// Uuencode: the data ends without a line of length 0 and without the line `end`. Data may be missing.
    Unfinished,
    /// Uuencode: the line `end` is missing. The data is complete, because a line of length 0 ends it.
    NoEnd,
}

impl Repair {
    /// Whether some of the content may have been lost or decoded wrongly.
    pub const fn is_loss(self) -> bool {
        matches!(
            self,
            Self::Junk | Self::Misplaced | Self::Line | Self::Short | Self::NoBegin | Self::Unfinished
        )
    }
}

/// A noun phrase that names the error.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain text whose label names an encoding",
            Self::Junk => "an octet outside the alphabet of base64",
            Self::Mark => "a `>` or `!` that was added to base64 in transit",
            Self::Padding => "base64 padding that is missing, surplus or in the middle",
            Self::Misplaced => "symbols of base64 that do not form complete groups of four",
            Self::Truncated => "base64 cut off in the middle of an octet",
            Self::BareEquals => "an = that does not start a valid escape",
            Self::RawOctet => "a raw octet above 127 in quoted-printable",
            Self::Line => "a line that is not uuencoded data",
            Self::Short => "a line of uuencoded data that lost its end",
            Self::NoBegin => "uuencoded data without the line `begin`",
            Self::Unfinished => "uuencoded data that was cut off",
            Self::NoEnd => "uuencoded data without the line `end`",
        })
    }
}

/// Adds a repair, unless a repair of the same kind is already listed.
pub(super) fn note(repairs: &mut Vec<(Repair, usize)>, repair: Repair, offset: usize) {
    if repairs.iter().all(|(listed, _)| *listed != repair) {
        repairs.push((repair, offset));
    }
}
