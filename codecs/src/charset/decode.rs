//! Decodes whole texts and streams. This module chooses the decoder of each charset.

use super::codec::{Decoded, Malformed, RawDecoder};
use super::identity::{Charset, Kind};
use super::legacy::single_octet::{self, Table};
use super::legacy::whatwg;
use super::stream::Decoder;
use super::unicode::utf8;
use std::borrow::Cow;

/// The number of octets that [`Charset::decode_strict`] decodes in one step of a long text.
const PIECE: usize = 64 << 10;

impl Charset {
    /// Decodes `octets`, with U+FFFD for each ill-formed sequence. Decoding never fails and takes linear time. In
    /// a few charsets, some errors produce no U+FFFD; the documentation of these charsets names the errors.
    ///
    /// A byte order mark at the start becomes U+FEFF in the text, and a caller that decodes a whole body
    /// removes it. Only [`UTF_16`](Self::UTF_16), [`UTF_16LE_BOM`](Self::UTF_16LE_BOM) and
    /// [`UTF_32`](Self::UTF_32) remove the mark themselves. Line ends are kept as they are.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// let decoded = Charset::UTF_8.decode(b"caf\xe9!");
    /// assert_eq!((decoded.text.as_ref(), decoded.errors), ("caf\u{fffd}!", 1));
    /// ```
    pub fn decode(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(text) = self.borrow(octets) {
            return Cow::Borrowed(text).into();
        }
        self.convert(octets)
    }

    /// Decodes `octets` to an owned text. This function is not inlined into [`Charset::decode`]. Therefore, if the
    /// text can be borrowed, `decode` costs no more than the check that finds this out.
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

    /// Decodes `octets` if they contain no ill-formed sequence. Linear time. In long texts, decoding stops soon
    /// after the first ill-formed sequence.
    ///
    /// # Errors
    /// The first ill-formed sequence: its offset in octets, and its kind.
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

    /// Decodes `octets` by the fast path of the charset. Returns `None` if the fast path cannot decode all of
    /// `octets`.
    fn fast(self, octets: &[u8]) -> Option<String> {
        match self.0 {
            Kind::Own(own) => (own.record().fast)(octets),
            Kind::Whatwg(_) | Kind::CodePage(_) => None,
        }
    }

    /// A streaming decoder, which writes the same text as [`Charset::decode`]. For UTF-16 without a byte
    /// order mark, call [`utf16_order`](super::utf16_order) on the start of the stream first.
    pub fn decoder(self) -> Decoder {
        Decoder::new(self.machine())
    }

    /// A streaming decoder of UTF-8 that decodes ill-formed sequences as `recovery` says. With
    /// [`Fail`](utf8::Recovery::Fail), ill-formed sequences become U+FFFD, and [`Decoder::first_error`] reports the
    /// first of them.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::{Charset, utf8::Recovery};
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

    /// Returns the octets as a string without copying them, if the text has the same octets in UTF-8.
    fn borrow(self, octets: &[u8]) -> Option<&str> {
        match self.0 {
            Kind::Own(own) => (own.record().borrow)(octets),
            _ if self.is_ascii_superset() && octets.is_ascii() => utf8::valid(octets),
            _ => None,
        }
    }
}
