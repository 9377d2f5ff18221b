//! Decoding whole texts and streams: chooses the decoder of each charset.

use super::codec::{Decoded, Malformed, RawDecoder};
use super::identity::{Charset, Kind};
use super::legacy::single_octet::{self, Table};
use super::legacy::whatwg;
use super::stream::Decoder;
use super::unicode::utf8;
use std::borrow::Cow;

/// The number of octets of a long text that are strictly decoded in one step.
const PIECE: usize = 64 << 10;

impl Charset {
    /// Decodes `octets`, with U+FFFD for each ill-formed sequence. Never fails; linear time. A few charsets have errors
    /// for which no U+FFFD is written; their documentation names them.
    ///
    /// ```
    /// use mailutf_codecs::charset::Charset;
    /// let decoded = Charset::UTF_8.decode(b"caf\xe9!");
    /// assert_eq!((decoded.text.as_ref(), decoded.errors), ("caf\u{fffd}!", 1));
    /// ```
    pub fn decode(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(text) = self.borrow(octets) {
            return Cow::Borrowed(text).into();
        }
        self.convert(octets)
    }

    /// Decodes `octets` to an owned text. This is a separate function, so that text that can be borrowed costs no more
    /// than the check whether it can.
    #[inline(never)]
    fn convert(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(text) = self.fast(octets) {
            return Decoded::from(Cow::Owned(text));
        }
        match self.0 {
            Kind::Own(own) => (own.record().decode)(octets),
            Kind::Whatwg(encoding) => match Table::of_whatwg(encoding) {
                Some(table) => table.decode(octets),
                None => whatwg::decode(encoding, octets),
            },
            Kind::CodePage(page) => page.table().decode(octets),
        }
    }

    /// Decodes `octets` if all of them are well-formed. Linear time; stops soon after an ill-formed sequence.
    ///
    /// # Errors
    /// The first ill-formed sequence: its offset, in octets, and its kind.
    pub fn decode_strict(self, octets: &[u8]) -> Result<Cow<'_, str>, Malformed> {
        if octets.len() <= PIECE || self.borrow(octets).is_some() {
            let decoded = self.decode(octets);
            return decoded.first_error.map_or(Ok(decoded.text), Err);
        }
        if let Some(text) = self.fast(octets) {
            return Ok(Cow::Owned(text));
        }
        let (mut decoder, mut text) = (self.decoder(), String::with_capacity(octets.len()));
        for piece in octets.chunks(PIECE) {
            decoder.push(piece, &mut text);
            if let Some(first) = decoder.first_error() {
                return Err(first);
            }
        }
        let (_, first) = decoder.finish(&mut text);
        first.map_or(Ok(Cow::Owned(text)), Err)
    }

    /// Fast path; `None` if it cannot decode all of `octets`.
    fn fast(self, octets: &[u8]) -> Option<String> {
        match self.0 {
            Kind::Own(own) => (own.record().fast)(octets),
            Kind::Whatwg(_) | Kind::CodePage(_) => None,
        }
    }

    /// A streaming decoder, which writes what [`Charset::decode`] does.
    pub fn decoder(self) -> Decoder {
        Decoder::new(self.machine())
    }

    /// A streaming decoder of UTF-8 that decodes ill-formed sequences as `recovery` says. With
    /// [`Fail`](utf8::Recovery::Fail) they become U+FFFD, and [`Decoder::first_error`] reports the first of them.
    ///
    /// ```
    /// use mailutf_codecs::charset::{Charset, utf8::Recovery};
    /// let (mut decoder, mut text) = (Charset::utf8_decoder(Recovery::Windows1252), String::new());
    /// for piece in [&b"caf\xc3"[..], b"\xa9 \x80"] {
    ///     decoder.push(piece, &mut text);
    /// }
    /// assert_eq!((decoder.finish(&mut text).0, text.as_str()), (1, "café €"));
    /// ```
    pub fn utf8_decoder(recovery: utf8::Recovery) -> Decoder {
        Decoder::new(Box::new(utf8::Utf8::new(recovery)))
    }

    fn machine(self) -> Box<dyn RawDecoder + Send + Sync> {
        match self.0 {
            Kind::Own(own) => (own.record().decoder)(),
            Kind::Whatwg(encoding) => match Table::of_whatwg(encoding) {
                Some(table) => Box::new(single_octet::Decoder(table)),
                None => Box::new(whatwg::WhatwgDecoder::new(encoding)),
            },
            Kind::CodePage(page) => Box::new(single_octet::Decoder(page.table())),
        }
    }

    /// The octets themselves, if they are the UTF-8 of the text that they encode.
    fn borrow(self, octets: &[u8]) -> Option<&str> {
        match self.0 {
            Kind::Own(own) => (own.record().borrow)(octets),
            _ if self.is_ascii_superset() && octets.is_ascii() => utf8::valid(octets),
            _ => None,
        }
    }
}
