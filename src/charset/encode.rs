//! Encoding whole texts and streams: chooses the encoder of each charset. No character is ever replaced by another:
//! one that the charset lacks is an error with its offset.

use super::codec::{Each, RawEncoder, Unmappable};
use super::identity::{Charset, Kind};
use super::iso2022::{self, hz};
use super::legacy::{cns, code_page, johab, whatwg};
use super::stream::{Encoder, Unencodable};
use super::unicode::byte_order::{self, Form, Order};
use super::unicode::utf8_forms;
use super::utf7::{self, imap};
use std::borrow::Cow;

/// Encodes a whole text.
fn whole(mut writer: impl RawEncoder, text: &str) -> Result<Vec<u8>, Unmappable> {
    let mut octets = Vec::new();
    writer.write(text, &mut octets)?;
    writer.finish(&mut octets);
    Ok(octets)
}

/// UTF-8, which needs no conversion.
struct Utf8;

impl RawEncoder for Utf8 {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl Charset {
    /// Encodes `text`; borrowed if the octets are the same as in UTF-8. Linear time.
    ///
    /// `UTF-16` and `UTF-32` are written big-endian with a byte order mark (RFC 2781 section 3.3); the charsets
    /// whose name includes the byte order are written without a mark. UTF-7 is the shortest form in which Set D is
    /// direct; see [`utf7::EncodeOptions`] for other forms. Every Unicode charset can encode every text.
    ///
    /// # Errors
    /// The first character that the charset lacks. Legacy charsets are written as the WHATWG encoders write them,
    /// but without numeric character references, and a character is never written as a similar one.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// assert_eq!(&*Charset::UTF_7.encode("A≢Α.").unwrap(), b"A+ImIDkQ.");
    /// let error = Charset::WINDOWS_1252.encode("π").unwrap_err();
    /// assert_eq!((error.offset, error.character), (0, 'π'));
    /// ```
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        match self.0 {
            Kind::Utf8 => return Ok(Cow::Borrowed(text.as_bytes())),
            Kind::Utf7 => return Ok(utf7::EncodeOptions::new().encode(text)),
            Kind::ImapUtf7 if text.bytes().all(imap::is_direct) => {
                return Ok(Cow::Borrowed(text.as_bytes()));
            }
            Kind::Ascii | Kind::Whatwg(_) | Kind::CodePage(_)
                if self.is_ascii_superset() && text.is_ascii() =>
            {
                return Ok(Cow::Borrowed(text.as_bytes()));
            }
            _ => {}
        }
        let octets = match self.0 {
            // Short texts are common in these: this saves allocating the box of `writer`.
            Kind::ImapUtf7 => whole(imap::Writer::new(), text),
            Kind::Utf16Be => whole(byte_order::Writer::new(Form::Utf16, Some(Order::Big)), text),
            Kind::Utf16Le => whole(byte_order::Writer::new(Form::Utf16, Some(Order::Little)), text),
            _ => whole(self.writer(), text),
        };
        let unencodable = |(offset, character)| Unencodable { offset, character, charset: self };
        octets.map(Cow::Owned).map_err(unencodable)
    }

    /// A streaming encoder, which writes what [`Charset::encode`] does.
    pub fn encoder(self) -> Encoder {
        Encoder::new(self.writer(), self)
    }

    fn writer(self) -> Box<dyn RawEncoder + Send + Sync> {
        match self.0 {
            Kind::Ascii => Box::new(Each(code_page::encode_ascii)),
            Kind::Utf8 => Box::new(Utf8),
            Kind::Utf8Form(form) => {
                Box::new(Each(move |c, octets: &mut _| utf8_forms::encode(c, form, octets)))
            }
            Kind::Utf7 => Box::new(utf7::EncodeOptions::new().stream()),
            Kind::ImapUtf7 => Box::new(imap::Writer::new()),
            Kind::Utf16 => Box::new(byte_order::Writer::new(Form::Utf16, None)),
            Kind::Utf16Be => Box::new(byte_order::Writer::new(Form::Utf16, Some(Order::Big))),
            Kind::Utf16Le => Box::new(byte_order::Writer::new(Form::Utf16, Some(Order::Little))),
            Kind::Utf32 => Box::new(byte_order::Writer::new(Form::Utf32, None)),
            Kind::Utf32Be => Box::new(byte_order::Writer::new(Form::Utf32, Some(Order::Big))),
            Kind::Utf32Le => Box::new(byte_order::Writer::new(Form::Utf32, Some(Order::Little))),
            Kind::Whatwg(encoding) => Box::new(whatwg::Writer::new(encoding)),
            Kind::CodePage(page) => Box::new(Each(page.encoder())),
            Kind::Iso2022(dialect) => Box::new(iso2022::Writer::new(dialect)),
            Kind::Hz => Box::<hz::Writer>::default(),
            Kind::EucTw => Box::new(Each(cns::encode_euc_tw)),
            Kind::Johab => Box::new(Each(johab::encode)),
        }
    }
}
