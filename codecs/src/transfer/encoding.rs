//! The transfer encodings and their names (RFC 2045 section 6).

use super::decoded_body::DecodedBody;
use super::{base64, quoted_printable, uuencode};
use std::borrow::Cow;

/// A content transfer encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransferEncoding {
    /// Short lines of 7-bit octets. A body without a Content-Transfer-Encoding field has this encoding.
    #[default]
    SevenBit,
    /// Short lines of any octets.
    EightBit,
    /// Lines of any length, of any octets.
    Binary,
    /// Quoted-printable.
    QuotedPrintable,
    /// Base64.
    Base64,
    /// `x-uuencode`, also in its other spellings.
    Uuencode,
}

impl TransferEncoding {
    /// All transfer encodings.
    pub const ALL: [Self; 6] =
        [Self::SevenBit, Self::EightBit, Self::Binary, Self::QuotedPrintable, Self::Base64, Self::Uuencode];

    /// Returns the encoding that a token in a Content-Transfer-Encoding field names. The case of letters does not
    /// matter. Returns `None` if the token is unknown.
    ///
    /// Common misspellings are accepted: `8-bit`, `8bits`, `quoted_printable`, `"base64"`, `7bit;`.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
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

    /// Whether `token` is the correct name of the encoding, in any case, rather than an accepted misspelling.
    pub fn is_named(self, token: &[u8]) -> bool {
        token.eq_ignore_ascii_case(self.name().as_bytes())
    }

    /// Whether encoding changes no octet, as with `7bit`, `8bit` and `binary` (RFC 2045 section 6.2).
    pub const fn is_identity(self) -> bool {
        matches!(self, Self::SevenBit | Self::EightBit | Self::Binary)
    }

    /// The name of the encoding in a Content-Transfer-Encoding field.
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

    /// Decodes a body, tolerating errors. Linear time.
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
