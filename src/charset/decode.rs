//! Decoding: whole texts, and streams in any split.

use super::byte_order::Order;
use super::codec::{Decoded, Errors, Malformed, Output, RawDecoder, whole};
use super::identity::{Charset, Kind};
use super::utf8_forms::Utf8Form;
use super::utf16::Utf16;
use super::utf32::Utf32;
use super::{ascii, euc_tw, hz, imap_utf7, iso2022, johab, legacy, multibyte, utf7, utf8};
use std::borrow::Cow;
use std::fmt;

impl Charset {
    /// The text of `octets`, with U+FFFD for each ill-formed sequence. Never fails; linear time.
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
        match self.0 {
            // Encoded words are short: these are common enough in them to be spared an allocation.
            Kind::Utf7 => whole(utf7::Utf7::default(), octets),
            Kind::Utf8 => whole(utf8::Utf8::default(), octets),
            Kind::Utf16 => whole(Utf16::new(None), octets),
            Kind::Utf16Be => whole(Utf16::new(Some(Order::Big)), octets),
            Kind::Utf16Le => whole(Utf16::new(Some(Order::Little)), octets),
            Kind::Iso2022(dialect) => iso2022::decode(dialect, octets),
            _ => whole(self.machine(), octets),
        }
    }

    /// The text of `octets`, or the first ill-formed sequence.
    ///
    /// # Errors
    /// The offset, in octets, and kind of the first ill-formed sequence.
    pub fn decode_strict(self, octets: &[u8]) -> Result<Cow<'_, str>, Malformed> {
        let decoded = self.decode(octets);
        decoded.first_error.map_or(Ok(decoded.text), Err)
    }

    /// A streaming decoder.
    pub fn decoder(self) -> Decoder {
        Decoder { machine: self.machine(), errors: Errors::default(), at: 0 }
    }

    fn machine(self) -> Box<dyn RawDecoder + Send + Sync> {
        match self.0 {
            Kind::Ascii => Box::new(ascii::Ascii),
            Kind::Utf8 => Box::<utf8::Utf8>::default(),
            Kind::Utf8Form(form) => Box::new(Utf8Form::new(form)),
            Kind::Utf7 => Box::<utf7::Utf7>::default(),
            Kind::ImapUtf7 => Box::<imap_utf7::ImapUtf7>::default(),
            Kind::Utf16 => Box::new(Utf16::new(None)),
            Kind::Utf16Be => Box::new(Utf16::new(Some(Order::Big))),
            Kind::Utf16Le => Box::new(Utf16::new(Some(Order::Little))),
            Kind::Utf32 => Box::new(Utf32::new(None)),
            Kind::Utf32Be => Box::new(Utf32::new(Some(Order::Big))),
            Kind::Utf32Le => Box::new(Utf32::new(Some(Order::Little))),
            Kind::Whatwg(encoding) => Box::new(legacy::Legacy::new(encoding)),
            Kind::CodePage(page) => Box::new(page.decoder()),
            Kind::Iso2022(dialect) => Box::new(iso2022::Iso2022::new(dialect)),
            Kind::Hz => Box::<hz::Hz>::default(),
            Kind::EucTw => Box::new(multibyte::Multibyte::new(euc_tw::read)),
            Kind::Johab => Box::new(multibyte::Multibyte::new(johab::read)),
        }
    }

    /// The octets as text where they are that text already.
    fn borrow(self, octets: &[u8]) -> Option<&str> {
        match self.0 {
            Kind::ImapUtf7 if octets.iter().copied().all(imap_utf7::is_direct) => utf8::valid(octets),
            Kind::Utf7 if utf7::direct(octets) == octets.len() => utf8::valid(octets),
            Kind::Utf8 => utf8::valid(octets),
            _ if self.is_ascii_superset() && octets.is_ascii() => utf8::valid(octets),
            _ => None,
        }
    }
}

/// A decoder that takes its input in pieces of any size.
///
/// ```
/// use mailutf::charset::Charset;
/// let (mut decoder, mut text) = (Charset::UTF_7.decoder(), String::new());
/// for octet in b"A+ImIDkQ." {
///     decoder.push(&[*octet], &mut text);
/// }
/// decoder.finish(&mut text);
/// assert_eq!(text, "A\u{2262}\u{391}.");
/// ```
pub struct Decoder {
    machine: Box<dyn RawDecoder + Send + Sync>,
    errors: Errors,
    at: usize,
}

impl Decoder {
    /// Decodes the next octets and appends their text to `text`.
    pub fn push(&mut self, octets: &[u8], text: &mut String) {
        self.machine.feed(octets, self.at, &mut Output { text, errors: &mut self.errors });
        self.at += octets.len();
    }

    /// The first ill-formed sequence of those met so far.
    pub fn first_error(&self) -> Option<Malformed> {
        self.errors.first
    }

    /// Ends the input and appends what was held back; the number of ill-formed sequences and the first one.
    pub fn finish(mut self, text: &mut String) -> (usize, Option<Malformed>) {
        self.machine.finish(self.at, &mut Output { text, errors: &mut self.errors });
        (self.errors.count, self.errors.first)
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("at", &self.at).field("errors", &self.errors).finish_non_exhaustive()
    }
}
