//! Encoding: whole texts, and streams in any split. Nothing is ever replaced: what a charset lacks is an error with
//! its offset.

use super::byte_order::{self, Form, Order};
use super::codec::{Each, RawEncoder, Unmappable};
use super::identity::{Charset, Kind};
use super::{ascii, euc_tw, hz, imap_utf7, iso2022, johab, legacy, utf7, utf8_forms};
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

/// All of a text at once.
fn whole(mut writer: impl RawEncoder, text: &str) -> Result<Vec<u8>, Unmappable> {
    let mut octets = Vec::new();
    writer.write(text, &mut octets)?;
    writer.finish(&mut octets);
    Ok(octets)
}

/// UTF-8: the text as it is.
struct Utf8;

impl RawEncoder for Utf8 {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

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
        match self.0 {
            Kind::Utf8 => return Ok(Cow::Borrowed(text.as_bytes())),
            Kind::Utf7 => return Ok(utf7::Encoder::new().encode(text)),
            Kind::ImapUtf7 if text.bytes().all(imap_utf7::is_direct) => {
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
            // Words are short: the most common ones are spared an allocation.
            Kind::ImapUtf7 => whole(imap_utf7::Writer::new(), text),
            Kind::Utf16Be => whole(byte_order::Writer::new(Form::Utf16, Some(Order::Big)), text),
            Kind::Utf16Le => whole(byte_order::Writer::new(Form::Utf16, Some(Order::Little)), text),
            _ => whole(self.writer(), text),
        };
        let unencodable = |(offset, character)| Unencodable { offset, character, charset: self };
        octets.map(Cow::Owned).map_err(unencodable)
    }

    /// A streaming encoder. It writes what [`Charset::encode`] does.
    pub fn encoder(self) -> Encoder {
        Encoder::new(self.writer(), self)
    }

    fn writer(self) -> Box<dyn RawEncoder + Send + Sync> {
        match self.0 {
            Kind::Ascii => Box::new(Each(ascii::encode)),
            Kind::Utf8 => Box::new(Utf8),
            Kind::Utf8Form(form) => {
                Box::new(Each(move |c, octets: &mut _| utf8_forms::encode(c, form, octets)))
            }
            Kind::Utf7 => Box::new(utf7::Encoder::new().stream()),
            Kind::ImapUtf7 => Box::new(imap_utf7::Writer::new()),
            Kind::Utf16 => Box::new(byte_order::Writer::new(Form::Utf16, None)),
            Kind::Utf16Be => Box::new(byte_order::Writer::new(Form::Utf16, Some(Order::Big))),
            Kind::Utf16Le => Box::new(byte_order::Writer::new(Form::Utf16, Some(Order::Little))),
            Kind::Utf32 => Box::new(byte_order::Writer::new(Form::Utf32, None)),
            Kind::Utf32Be => Box::new(byte_order::Writer::new(Form::Utf32, Some(Order::Big))),
            Kind::Utf32Le => Box::new(byte_order::Writer::new(Form::Utf32, Some(Order::Little))),
            Kind::Whatwg(encoding) => Box::new(legacy::Writer::new(encoding)),
            Kind::CodePage(page) => Box::new(Each(page.encoder())),
            Kind::Iso2022(dialect) => Box::new(iso2022::Writer::new(dialect)),
            Kind::Hz => Box::<hz::Writer>::default(),
            Kind::EucTw => Box::new(Each(euc_tw::encode)),
            Kind::Johab => Box::new(Each(johab::encode)),
        }
    }
}

/// An encoder that takes its text in pieces of any size. [`Charset::encoder`] makes one, and so does
/// [`utf7::Encoder`] for UTF-7 of another form.
///
/// Holds back little: in UTF-7 some 16 KiB without a blank at most, where lines are broken a paragraph.
///
/// ```
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

    /// Encodes the next piece of the text and appends it to `octets`.
    ///
    /// # Errors
    /// The first character that the charset lacks, its offset being that in all the text. What stands before it
    /// is taken, and so is the character, for which nothing is written; whoever would go on pushes what they want
    /// in its place, and what stands behind it.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// let (mut encoder, mut octets) = (Charset::for_label(b"koi8-r").unwrap().encoder(), Vec::new());
    /// encoder.push("кот ", &mut octets)?;
    /// let lacking = encoder.push("é!", &mut octets).unwrap_err();
    /// assert_eq!((lacking.offset, lacking.character), ("кот ".len(), 'é'));
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

    /// Ends the text: appends what was held back, and what closes a shifted sequence or an escape.
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
