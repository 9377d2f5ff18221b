//! Decoding whole texts and streams: chooses the decoder of each charset.

use super::codec::{Decoded, Malformed, RawDecoder, whole};
use super::identity::{Charset, Kind};
use super::iso2022::{self, hz};
use super::legacy::single_octet::{self, Table};
use super::legacy::{cns, code_page, johab, multibyte, whatwg};
use super::stream::Decoder;
use super::unicode::byte_order::Order;
use super::unicode::utf8;
use super::unicode::utf8_forms::Utf8Form;
use super::unicode::utf16::{self, Utf16};
use super::unicode::utf32::Utf32;
use super::utf7::{self, imap};
use std::borrow::Cow;

/// Octets of a long text that are decoded strictly at once.
const PIECE: usize = 64 << 10;

impl Charset {
    /// Decodes `octets`, with U+FFFD for each ill-formed sequence. Never fails; linear time. The exceptions, errors
    /// for which no U+FFFD is written, are named at the charsets that have them.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// let decoded = Charset::UTF_8.decode(b"caf\xe9!");
    /// assert_eq!((decoded.text.as_ref(), decoded.errors), ("caf\u{fffd}!", 1));
    /// ```
    pub fn decode(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(text) = self.borrow(octets) {
            return Decoded { text: Cow::Borrowed(text), errors: 0, first_error: None };
        }
        self.convert(octets)
    }

    /// Decodes `octets` to a text of its own. Apart, so that a borrowed text costs no more than its check.
    #[inline(never)]
    fn convert(self, octets: &[u8]) -> Decoded<'_> {
        if let Some(table) = self.table() {
            return table.decode(octets);
        }
        if let Some(text) = self.sound(octets) {
            return Decoded { text: Cow::Owned(text), errors: 0, first_error: None };
        }
        match self.0 {
            // Encoded words and names of mailboxes are short: this saves allocating the box of `machine`.
            Kind::Utf7 => whole(utf7::Utf7::default(), octets),
            Kind::ImapUtf7 => whole(imap::ImapUtf7::default(), octets),
            Kind::Utf8 => whole(utf8::Utf8::default(), octets),
            Kind::Utf16 => utf16::decode(None, octets),
            Kind::Utf16Be => utf16::decode(Some(Order::Big), octets),
            Kind::Utf16Le => utf16::decode(Some(Order::Little), octets),
            Kind::Whatwg(encoding) => whatwg::decode(encoding, octets),
            _ => whole(self.machine(), octets),
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
        if let Some(text) = self.sound(octets) {
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

    /// The text of `octets`, if it can be had faster than by the charset's decoder.
    fn sound(self, octets: &[u8]) -> Option<String> {
        match self.0 {
            Kind::Iso2022(dialect) => iso2022::sound(dialect, octets),
            Kind::Hz => hz::sound(octets),
            _ => None,
        }
    }

    /// A streaming decoder, which writes what [`Charset::decode`] does.
    pub fn decoder(self) -> Decoder {
        Decoder::new(self.machine())
    }

    /// A streaming decoder of UTF-8 that decodes ill-formed sequences as `recovery` says. With
    /// [`Fail`](utf8::Recovery::Fail) they are U+FFFD; [`Decoder::first_error`] tells of them.
    ///
    /// ```
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
            Kind::Ascii => Box::new(code_page::Ascii),
            Kind::Utf8 => Box::<utf8::Utf8>::default(),
            Kind::Utf8Form(form) => Box::new(Utf8Form::new(form)),
            Kind::Utf7 => Box::<utf7::Utf7>::default(),
            Kind::ImapUtf7 => Box::<imap::ImapUtf7>::default(),
            Kind::Utf16 => Box::new(Utf16::new(None)),
            Kind::Utf16Be => Box::new(Utf16::new(Some(Order::Big))),
            Kind::Utf16Le => Box::new(Utf16::new(Some(Order::Little))),
            Kind::Utf32 => Box::new(Utf32::new(None)),
            Kind::Utf32Be => Box::new(Utf32::new(Some(Order::Big))),
            Kind::Utf32Le => Box::new(Utf32::new(Some(Order::Little))),
            Kind::CodePage(page) => Box::new(single_octet::Decoder(&page.table)),
            Kind::Whatwg(encoding) => match Table::of_whatwg(encoding) {
                Some(table) => Box::new(single_octet::Decoder(table)),
                None => Box::new(whatwg::WhatwgDecoder::new(encoding)),
            },
            Kind::Iso2022(dialect) => Box::new(iso2022::Iso2022::new(dialect)),
            Kind::Hz => Box::<hz::Hz>::default(),
            Kind::EucTw => Box::new(multibyte::Multibyte::new(cns::read_euc_tw)),
            Kind::Johab => Box::new(multibyte::Multibyte::new(johab::read)),
        }
    }

    /// The octets as text if they are the UTF-8 of their own text.
    fn borrow(self, octets: &[u8]) -> Option<&str> {
        match self.0 {
            Kind::ImapUtf7 if octets.iter().copied().all(imap::is_direct) => utf8::valid(octets),
            Kind::Utf7 if utf7::direct(octets) == octets.len() => utf8::valid(octets),
            Kind::Utf8 => utf8::valid(octets),
            _ if self.is_ascii_superset() && octets.is_ascii() => utf8::valid(octets),
            _ => None,
        }
    }
}
