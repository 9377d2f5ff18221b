//! What decoding a transfer encoding gives: octets, and the repairs that were made on the way.

use std::borrow::Cow;
use std::fmt;

/// Octets out of a transfer encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedBody<'a> {
    /// The content; borrowed where nothing had to be undone.
    pub octets: Cow<'a, [u8]>,
    /// What was forgiven, with the offset, in octets of the encoded input, of the first of each kind.
    pub repairs: Vec<(Repair, usize)>,
    /// Where, in the encoded input, text after the padded end of a base64 body starts (a list footer).
    pub tail: Option<usize>,
}

/// What a decoder had to forgive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// Base64: the body is plain text in truth, and was kept as it is.
    Plain,
    /// Base64: an octet outside the alphabet was skipped. It may stand for a symbol that was lost, and then
    /// what follows it is misread.
    Junk,
    /// Base64: the mark of a quotation (`>`) at the start of a line, or of a transport that cut it (`!`) at
    /// its end, was skipped. The symbols around it are whole: with them alone the padding fits.
    Mark,
    /// Base64: padding is missing or surplus at the end, or stands between whole blocks.
    Padding,
    /// Base64: padding cuts a quantum, or something follows it that belongs to none, or symbols are too few
    /// for lines that end within a quantum; some of the text may be misread.
    Misplaced,
    /// Base64: the last symbol alone is less than an octet and was dropped.
    Truncated,
    /// Quoted-printable: an `=` that starts no escape was kept as text.
    BareEquals,
    /// Quoted-printable: a raw octet above 127 was kept.
    RawOctet,
    /// Uuencode: a line is not as it should be.
    Line,
}

impl Repair {
    /// Whether some of the content may be lost or misread by it.
    pub const fn is_loss(self) -> bool {
        matches!(self, Self::Junk | Self::Misplaced | Self::Line)
    }
}

/// What was forgiven, for a sentence.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain text under base64",
            Self::Junk => "an octet outside the alphabet of base64",
            Self::Mark => "a mark of quoting or transport in base64",
            Self::Padding => "padding of base64 missing, surplus or in the middle",
            Self::Misplaced => "symbols of base64 that make no whole quanta",
            Self::Truncated => "base64 cut off in the middle of an octet",
            Self::BareEquals => "an = that escapes nothing",
            Self::RawOctet => "a raw octet above 127 in quoted-printable",
            Self::Line => "a line that is no data of uuencode",
        })
    }
}

/// Adds a repair unless there is one of its kind.
pub(super) fn note(repairs: &mut Vec<(Repair, usize)>, repair: Repair, offset: usize) {
    if repairs.iter().all(|(known, _)| *known != repair) {
        repairs.push((repair, offset));
    }
}
