//! Encoding: text to octets. Nothing is ever replaced: what a charset lacks is an error with its offset.

use super::identity::{Charset, Kind};
use super::utf16::Order;
use super::{ascii, euc_tw, hz, imap_utf7, iso2022, johab, legacy, utf7, utf8_forms, utf16, utf32};
use std::borrow::Cow;
use std::fmt;

/// A character that the charset does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// Offset of the character in the text, in octets of its UTF-8.
    pub offset: usize,
    /// The character.
    pub character: char,
    /// The charset that lacks it.
    pub charset: Charset,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, character, charset } = self;
        write!(f, "{charset} has no U+{:04X}, at octet {offset}", u32::from(*character))
    }
}

impl std::error::Error for Unencodable {}

impl Charset {
    /// The octets of `text`; borrowed where they are those of its UTF-8. Linear time.
    ///
    /// `UTF-16` and `UTF-32` are written big-endian after a byte order mark (RFC 2781 section 3.3), the
    /// labels that name an order without a mark. UTF-7 is the shortest with Set D direct; see
    /// [`utf7::Encoder`] for other forms. Every Unicode charset holds every text.
    ///
    /// # Errors
    /// The first character that the charset lacks. A legacy charset is written as its WHATWG encoder does, but
    /// without numeric character references, and never as another character that looks alike.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// assert_eq!(&*Charset::UTF_7.encode("A≢Α.").unwrap(), b"A+ImIDkQ.");
    /// let error = Charset::WINDOWS_1252.encode("π").unwrap_err();
    /// assert_eq!((error.offset, error.character), (0, 'π'));
    /// ```
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        let unencodable =
            |(offset, character): (usize, char)| Unencodable { offset, character, charset: self };
        Ok(match self.0 {
            Kind::Utf8 => Cow::Borrowed(text.as_bytes()),
            Kind::Ascii => Cow::Borrowed(ascii::encode(text).map_err(unencodable)?),
            Kind::Utf8Form(form) => Cow::Owned(utf8_forms::encode(text, form)),
            Kind::Utf7 => utf7::Encoder::new().encode(text),
            Kind::ImapUtf7 => imap_utf7::encode(text),
            Kind::Utf16 => Cow::Owned(utf16::encode(text, None)),
            Kind::Utf16Be => Cow::Owned(utf16::encode(text, Some(Order::Big))),
            Kind::Utf16Le => Cow::Owned(utf16::encode(text, Some(Order::Little))),
            Kind::Utf32 => Cow::Owned(utf32::encode(text, None)),
            Kind::Utf32Be => Cow::Owned(utf32::encode(text, Some(Order::Big))),
            Kind::Utf32Le => Cow::Owned(utf32::encode(text, Some(Order::Little))),
            Kind::Whatwg(_) | Kind::CodePage(_) if self.is_ascii_superset() && text.is_ascii() => {
                Cow::Borrowed(text.as_bytes())
            }
            Kind::Whatwg(encoding) => Cow::Owned(legacy::encode(encoding, text).map_err(unencodable)?),
            Kind::CodePage(page) => Cow::Owned(page.encode(text).map_err(unencodable)?),
            Kind::Iso2022(dialect) => Cow::Owned(iso2022::encode(dialect, text).map_err(unencodable)?),
            Kind::Hz => Cow::Owned(hz::encode(text).map_err(unencodable)?),
            Kind::EucTw => Cow::Owned(euc_tw::encode(text).map_err(unencodable)?),
            Kind::Johab => Cow::Owned(johab::encode(text).map_err(unencodable)?),
        })
    }
}
