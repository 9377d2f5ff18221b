//! The streaming decoder and encoder, whose input comes in pieces of any size.

use super::codec::{Errors, Malformed, Output, RawDecoder, RawEncoder};
use super::identity::Charset;
use std::fmt;

/// A streaming decoder, whose input can be split into pieces at any octet. [`Charset::decoder`] makes a decoder.
///
/// The decoder only appends to the text that the caller passes, so the caller may clear the text between two
/// calls. A byte order mark is treated as by [`Charset::decode`].
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
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
    pub(super) fn new(machine: Box<dyn RawDecoder + Send + Sync>) -> Self {
        Self { machine, errors: Errors::default(), at: 0 }
    }

    /// Decodes the next octets and appends their text to `text`. An unfinished character is held back.
    pub fn push(&mut self, octets: &[u8], text: &mut String) {
        self.machine.feed(octets, self.at, &mut Output { text, errors: &mut self.errors });
        self.at += octets.len();
    }

    /// The first ill-formed sequence that the decoder has found so far.
    pub fn first_error(&self) -> Option<Malformed> {
        self.errors.first
    }

    /// Returns a decoder that continues in the state of this decoder, but counts offsets and errors from zero.
    /// Returns `None` if the charset has no state that lasts beyond a character, not even a byte order. For such a
    /// charset, a new decoder gives the same result if it begins between two characters.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// let (mut decoder, mut text) = (Charset::ISO_2022_JP.decoder(), String::new());
    /// decoder.push(b"\x1B$B", &mut text);
    /// let mut fork = decoder.fork().unwrap();
    /// fork.push(b"F|", &mut text);
    /// decoder.push(b"K\\", &mut text);
    /// assert_eq!(text, "日本");
    /// assert!(Charset::UTF_8.decoder().fork().is_none());
    /// ```
    pub fn fork(&self) -> Option<Self> {
        self.machine.fork().map(Self::new)
    }

    /// Ends the input, and appends text or U+FFFD for the octets that were held back. Returns the number of
    /// ill-formed sequences in the whole input, and the first of them.
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

/// A character that the charset does not have. (The module `encode` of the crate `mailutf` has an error of
/// the same name for values that cannot be written in a header.) `Display` writes the charset, the code point
/// and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unencodable {
    /// The offset of the character in the text, in octets of UTF-8.
    pub offset: usize,
    /// The character.
    pub character: char,
    /// The charset that lacks the character.
    pub charset: Charset,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, character, charset } = self;
        write!(f, "{charset} lacks the character U+{:04X}, at octet {offset}", u32::from(*character))
    }
}

impl std::error::Error for Unencodable {}

/// A streaming encoder, whose text can be split into pieces between any two characters. [`Charset::encoder`] makes
/// an encoder. For UTF-7 in another form, [`EncodeOptions`](crate::charset::utf7::EncodeOptions) makes one.
///
/// The encoders of UTF-7 hold back text: about 16 KiB at most, and a whole line if the encoder also breaks lines.
/// The encoders of IMAP's modified UTF-7 and of JIS X 0213 hold back one or two characters. The other encoders hold
/// back nothing.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::Charset;
/// let (mut encoder, mut octets) = (Charset::ISO_2022_JP.encoder(), Vec::new());
/// for piece in ["日本", "語", "."] {
///     encoder.push(piece, &mut octets)?;
/// }
/// encoder.finish(&mut octets);
/// assert_eq!(octets, b"\x1B$BF|K\\8l\x1B(B.");
/// # Ok::<(), mailutf::charset::Unencodable>(())
/// ```
pub struct Encoder {
    writer: Box<dyn RawEncoder + Send + Sync>,
    charset: Charset,
    at: usize,
}

impl Encoder {
    pub(super) fn new(writer: Box<dyn RawEncoder + Send + Sync>, charset: Charset) -> Self {
        Self { writer, charset, at: 0 }
    }

    /// Encodes the next piece of the text and appends the result to `octets`.
    ///
    /// # Errors
    /// The first character that the charset lacks. The text before the character is encoded, and nothing is written for
    /// the character itself. To go on, push a replacement, and then the text after the character. The offset is counted
    /// from the start of all text before it: what was encoded, replacements, and characters that were lacking.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// let (mut encoder, mut octets) = (Charset::for_label(b"koi8-r").unwrap().encoder(), Vec::new());
    /// encoder.push("кот ", &mut octets)?;
    /// let lacking = encoder.push("é!", &mut octets).unwrap_err();
    /// assert_eq!((lacking.offset, lacking.character), ("кот ".len(), 'é'));
    /// // A question mark for each character that is lacking:
    /// let mut encoder = Charset::for_label(b"koi8-r").unwrap().encoder();
    /// let (mut pushed, mut rest, mut octets) = (0, "кот é, ö, ё!", Vec::new());
    /// while let Err(lacking) = encoder.push(rest, &mut octets) {
    ///     let after = lacking.offset - pushed + lacking.character.len_utf8();
    ///     encoder.push("?", &mut octets)?;
    ///     pushed += after + "?".len();
    ///     rest = &rest[after..];
    /// }
    /// assert_eq!(octets, b"\xCB\xCF\xD4 ?, ?, \xA3!");
    /// # Ok::<(), mailutf::charset::Unencodable>(())
    /// ```
    pub fn push(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unencodable> {
        let start = self.at;
        match self.writer.write(text, octets) {
            Ok(()) => {
                self.at = start + text.len();
                Ok(())
            }
            Err((offset, character)) => {
                self.at = start + offset + character.len_utf8();
                Err(Unencodable { offset: start + offset, character, charset: self.charset })
            }
        }
    }

    /// Returns an encoder that continues in the state of this encoder, but counts offsets from zero. Returns `None`
    /// if the charset has no state that lasts beyond a character, because then a new encoder gives the same result.
    /// Also returns `None` for UTF-7 and JIS X 0213, whose encoders hold back text.
    pub fn fork(&self) -> Option<Self> {
        Some(Self::new(self.writer.fork()?, self.charset))
    }

    /// Ends the text: appends the octets that were held back, and returns to the initial shift state.
    pub fn finish(mut self, octets: &mut Vec<u8>) {
        self.writer.finish(octets);
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("charset", &self.charset)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}
