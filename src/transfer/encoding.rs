//! The transfer encodings by name, and what decoding one had to forgive.

use super::{base64, quoted_printable, uuencode};
use std::borrow::Cow;
use std::fmt;

/// A content transfer encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransferEncoding {
    /// Short lines of 7-bit octets: what no field means.
    #[default]
    SevenBit,
    /// Short lines of any octets.
    EightBit,
    /// Any octets.
    Binary,
    /// Quoted-printable.
    QuotedPrintable,
    /// Base64.
    Base64,
    /// `x-uuencode` and its spellings.
    Uuencode,
}

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

impl TransferEncoding {
    /// The encoding a Content-Transfer-Encoding token names, in any case; `None` for an unknown one.
    ///
    /// What mailers make of the names is taken too: `8-bit`, `8bits`, `quoted_printable`, `"base64"`, `7bit;`.
    ///
    /// ```
    /// use mailutf::transfer::TransferEncoding;
    /// assert_eq!(TransferEncoding::for_token(b"Quoted_Printable;"), Some(TransferEncoding::QuotedPrintable));
    /// assert_eq!(TransferEncoding::for_token(b"x-secret"), None);
    /// ```
    pub fn for_token(token: &[u8]) -> Option<Self> {
        let letters = token.iter().filter(|octet| octet.is_ascii_alphanumeric()).take(20);
        let name: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
        match name.as_slice() {
            b"7bit" | b"7bits" => Some(Self::SevenBit),
            b"8bit" | b"8bits" => Some(Self::EightBit),
            b"binary" => Some(Self::Binary),
            b"quotedprintable" => Some(Self::QuotedPrintable),
            b"base64" => Some(Self::Base64),
            b"xuuencode" | b"uuencode" | b"xuue" | b"uue" => Some(Self::Uuencode),
            _ => None,
        }
    }

    /// Whether `token` is the name itself, in any case, and none of the spellings that are only taken for it.
    pub fn is_named(self, token: &[u8]) -> bool {
        token.eq_ignore_ascii_case(self.name().as_bytes())
    }

    /// Whether the content stands there as it is: `7bit`, `8bit`, `binary` (RFC 2045 section 6.2).
    pub const fn is_identity(self) -> bool {
        matches!(self, Self::SevenBit | Self::EightBit | Self::Binary)
    }

    /// The name to write.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SevenBit => "7bit",
            Self::EightBit => "8bit",
            Self::Binary => "binary",
            Self::QuotedPrintable => "quoted-printable",
            Self::Base64 => "base64",
            Self::Uuencode => "x-uuencode",
        }
    }

    /// Undoes the encoding, tolerantly. Linear time.
    pub fn decode(self, encoded: &[u8]) -> DecodedBody<'_> {
        match self {
            Self::SevenBit | Self::EightBit | Self::Binary => {
                DecodedBody { octets: Cow::Borrowed(encoded), ..DecodedBody::default() }
            }
            Self::QuotedPrintable => quoted_printable::decode(encoded),
            Self::Base64 => base64::decode(encoded),
            Self::Uuencode => uuencode::decode(encoded),
        }
    }
}
