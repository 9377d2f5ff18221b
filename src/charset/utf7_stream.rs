//! UTF-7 in pieces of any size: the octets are those of the whole text, so a stretch in which something is still to be
//! decided is held back. Linear time.

use super::codec::{self, Unmappable};
use super::encode;
use super::identity::Charset;
use super::utf7_class::{Class, class};
use super::utf7_encode::Encoder;
use super::utf7_writer::{LIMIT, Writer, head};

/// The encoder.
pub(super) struct Stream {
    encoder: Encoder,
    writer: Writer,
    /// The beginning of a stretch.
    held: String,
}

impl Encoder {
    /// A streaming encoder of this form.
    ///
    /// ```
    /// use mailutf::charset::utf7::{Encoder, SetO};
    /// let (mut encoder, mut octets) = (Encoder::new().set_o(SetO::Direct).streaming(), Vec::new());
    /// for piece in ["Hi Mom -", "☺", "-!"] {
    ///     encoder.push(piece, &mut octets)?;
    /// }
    /// encoder.finish(&mut octets);
    /// assert_eq!(octets, b"Hi Mom -+Jjo--!");
    /// # Ok::<(), mailutf::charset::Unencodable>(())
    /// ```
    pub fn streaming(self) -> encode::Encoder {
        encode::Encoder::new(Box::new(self.stream()), Charset::UTF_7)
    }

    pub(super) fn stream(self) -> Stream {
        Stream { encoder: self, writer: self.writer(), held: String::new() }
    }
}

impl Stream {
    /// Writes the next text of a section.
    fn section(&mut self, mut text: &str, last: bool, octets: &mut Vec<u8>) {
        while !self.held.is_empty() {
            let is_plain = |octet| class(octet, self.writer.classes) == Class::Plain;
            let within = head(text);
            let end = within.bytes().position(is_plain);
            let (next, rest) =
                text.split_at_checked(end.map_or(within.len(), |end| end + 1)).unwrap_or_default();
            self.held.push_str(next);
            text = rest;
            let whole = last && rest.is_empty();
            if end.is_none() && self.held.len() <= LIMIT && rest.is_empty() && !last {
                return;
            }
            let written = self.writer.write(&self.held, whole, octets);
            self.held.drain(..written);
            if whole {
                return;
            }
        }
        let written = self.writer.write(text, last, octets);
        self.held.push_str(text.get(written..).unwrap_or_default());
    }
}

impl codec::RawEncoder for Stream {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        for section in self.encoder.sections(text) {
            self.section(section.text, !section.end.is_empty(), octets);
            octets.extend_from_slice(section.end.as_bytes());
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        self.section("", true, octets);
    }
}
