//! Encodes whole texts and streams. This module chooses the encoder of each charset. No character is ever replaced
//! by another. If the charset lacks a character, then encoding fails with an error that contains the offset of the
//! character.

use super::codec::{RawEncoder, encode_whole};
use super::identity::{Charset, Kind};
use super::legacy::octets;
use super::legacy::single_octet::{self, Table};
use super::stream::{Encoder, Unencodable};
use std::borrow::Cow;

impl Charset {
    /// Encodes `text`. The result is borrowed if the octets are the same as in UTF-8. Linear time.
    ///
    /// `UTF-16` and `UTF-32` are written big-endian with a byte order mark (RFC 2781 section 3.3). Charsets whose
    /// name includes the byte order are written without a mark. UTF-7 is written in the shortest form in which the
    /// characters of Set D are direct; [`EncodeOptions`](super::utf7::EncodeOptions) offers other forms. A shifted
    /// sequence at the end of the text has no `-`: to join the octets with others, write `-` between them. Every
    /// Unicode charset can encode every text.
    ///
    /// # Errors
    /// The first character that the charset lacks. Legacy charsets are written as the WHATWG encoders write them,
    /// but without numeric character references. No character is written as a similar character.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// assert_eq!(&*Charset::UTF_7.encode("A≢Α.").unwrap(), b"A+ImIDkQ.");
    /// let error = Charset::WINDOWS_1252.encode("π").unwrap_err();
    /// assert_eq!((error.offset, error.character), (0, 'π'));
    /// ```
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        let octets = match self.0 {
            Kind::Own(own) => (own.record().encode)(text),
            _ if self.is_ascii_superset() && text.is_ascii() => Ok(Cow::Borrowed(text.as_bytes())),
            Kind::Whatwg(encoding) => match Table::of_whatwg(encoding) {
                Some(table) => encode_whole(single_octet::Encoder(table), text).map(Cow::Owned),
                None => encode_whole(octets::Encoder::new(encoding), text).map(Cow::Owned),
            },
            Kind::CodePage(page) => encode_whole(single_octet::Encoder(page.table()), text).map(Cow::Owned),
        };
        let unencodable = |(offset, character)| Unencodable { offset, character, charset: self };
        octets.map_err(unencodable)
    }

    /// A streaming encoder, which writes the same octets as [`Charset::encode`].
    pub fn encoder(self) -> Encoder {
        Encoder::new(self.writer(), self)
    }

    fn writer(self) -> Box<dyn RawEncoder + Send + Sync> {
        match self.0 {
            Kind::Own(own) => (own.record().encoder)(),
            Kind::Whatwg(encoding) => match Table::of_whatwg(encoding) {
                Some(table) => Box::new(single_octet::Encoder(table)),
                None => Box::new(octets::Encoder::new(encoding)),
            },
            Kind::CodePage(page) => Box::new(single_octet::Encoder(page.table())),
        }
    }
}
