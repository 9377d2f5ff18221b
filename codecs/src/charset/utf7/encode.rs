//! Encodes whole texts and streams in UTF-7 (RFC 2152), with options. The module `shortest` explains how the
//! shortest form is found. Linear time.

use super::classes::{Class, Classes, Form, SetO, class};
use super::shortest::{LIMIT, Writer, direct, head};
use crate::charset::codec::{RawEncoder, Unmappable};
use crate::charset::identity::Charset;
use crate::charset::stream;
use std::borrow::Cow;

/// An encoder for UTF-7 (RFC 2152) with its options. It writes the shortest form that the options allow. If a text
/// has no blank, punctuation or the like for 16 KiB, the result can be one octet longer than the shortest form for
/// each 16 KiB.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::utf7::{EncodeOptions, SetO};
/// assert_eq!(&*EncodeOptions::new().encode("Hi Mom -☺-!"), b"Hi Mom -+JjoALQAh");
/// assert_eq!(&*EncodeOptions::new().with_set_o(SetO::Direct).encode("Hi Mom -☺-!"), b"Hi Mom -+Jjo--!");
/// assert_eq!(&*EncodeOptions::new().for_header().encode("Re: ☺"), b"Re+ADo +Jjo-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncodeOptions {
    set_o: SetO,
    form: Form,
    pub(super) separators: bool,
    explicit: bool,
}

impl EncodeOptions {
    /// An encoder for bodies. It writes Set D, blanks and line ends directly (RFC 2152 rules 1 and 3), and shifts
    /// all other characters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how the characters of Set O are written. The default is [`SetO::Encode`].
    #[must_use]
    pub fn with_set_o(self, set_o: SetO) -> Self {
        Self { set_o, ..self }
    }

    /// Writes the form for encoded words. Only characters that RFC 2047 section 5 (3) allows in a phrase without an
    /// escape are direct: letters, digits, `-`, `/`, and the space, which the caller writes as `_`. Therefore no
    /// octet needs an `=XX`. A shifted sequence at the end is closed, because each word is decoded by itself.
    #[must_use]
    pub fn for_header(self) -> Self {
        self.with(Form::Word)
    }

    pub(super) fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Writes U+2028 LINE SEPARATOR and U+2029 PARAGRAPH SEPARATOR as CRLF, as RFC 2152 advises for mail. The
    /// decoded text then has line ends in place of these characters.
    #[must_use]
    pub fn with_separators_as_line_ends(self) -> Self {
        Self { separators: true, ..self }
    }

    /// Ends a shifted sequence with `-` even where the `-` is optional: before a character of Set O, a line end and
    /// the end of the text. The examples of RFC 2152 do so, because it "can also enhance readability". Moreover,
    /// some decoders lose a sequence that is left open at the end.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::utf7::{EncodeOptions, SetO};
    /// let encoder = EncodeOptions::new().with_set_o(SetO::Direct).with_explicit_ends();
    /// assert_eq!(&*encoder.encode("Hi Mom ☺!\n日本語\n"), b"Hi Mom +Jjo-!\n+ZeVnLIqe-\n");
    /// ```
    #[must_use]
    pub fn with_explicit_ends(self) -> Self {
        Self { explicit: true, ..self }
    }

    /// Encodes `text`. The result is borrowed if all characters are direct, that is, written as themselves. Linear
    /// time.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        if direct(text.as_bytes(), self.classes()) == text.len() {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut octets = Vec::with_capacity(text.len() + text.len() / 2);
        self.append(text, &mut octets);
        Cow::Owned(octets)
    }

    /// Encodes `text` and appends it to `octets`. Linear time.
    pub fn append(self, text: &str, octets: &mut Vec<u8>) {
        let mut writer = self.writer();
        for section in self.sections(text) {
            writer.write(section.text, true, octets);
            octets.extend_from_slice(section.end.as_bytes());
        }
    }

    /// A streaming encoder with these options.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::utf7::{EncodeOptions, SetO};
    /// let (mut encoder, mut octets) = (EncodeOptions::new().with_set_o(SetO::Direct).streaming(), Vec::new());
    /// for piece in ["Hi Mom -", "☺", "-!"] {
    ///     encoder.push(piece, &mut octets)?;
    /// }
    /// encoder.finish(&mut octets);
    /// assert_eq!(octets, b"Hi Mom -+Jjo--!");
    /// # Ok::<(), mailutf::charset::Unencodable>(())
    /// ```
    pub fn streaming(self) -> stream::Encoder {
        stream::Encoder::new(Box::new(self.stream()), Charset::UTF_7)
    }

    pub(crate) fn stream(self) -> Stream {
        Stream { encoder: self, writer: self.writer(), held: String::new() }
    }

    pub(super) fn writer(self) -> Writer {
        Writer::new(self.classes(), self.closes())
    }

    /// Splits `text` into sections, each of which is encoded by itself.
    pub(super) fn sections(self, text: &str) -> impl Iterator<Item = Section<'_>> {
        let lines = self.explicit && self.form == Form::Body;
        let ends = move |character| match character {
            '\u{2028}' | '\u{2029}' => self.separators,
            '\r' | '\n' => lines,
            _ => false,
        };
        let (whole, split) = if self.separators || lines { (None, text) } else { (Some(text), "") };
        let whole = whole.map(|text| Section { text, end: "" });
        let sections = split.split_inclusive(ends).map(move |section| {
            let text = section.strip_suffix(ends).unwrap_or(section);
            let end = match section.get(text.len()..).unwrap_or_default() {
                "\u{2028}" | "\u{2029}" => "\r\n",
                end => end,
            };
            Section { text, end }
        });
        whole.into_iter().chain(sections)
    }

    /// Whether a shifted sequence at the end of the text is closed.
    pub(super) fn closes(self) -> bool {
        self.explicit || self.form == Form::Word
    }

    pub(super) fn classes(self) -> &'static Classes {
        self.form.classes(self.set_o, self.explicit)
    }
}

/// A part of the text that is encoded by itself: no shifted sequence crosses its borders.
pub(super) struct Section<'t> {
    pub(super) text: &'t str,
    /// The line end that is written after the section, or an empty string.
    pub(super) end: &'t str,
}

/// The streaming encoder. It writes the same octets as an encoder of the whole text. Therefore it holds back text
/// whose shortest form depends on text that has not come yet.
pub(crate) struct Stream {
    encoder: EncodeOptions,
    writer: Writer,
    /// Text that is held back because the text after it can change its shortest form.
    held: String,
}

impl Stream {
    /// Encodes the next text of a section. `last` means that the section ends with this text.
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

impl RawEncoder for Stream {
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

#[cfg(test)]
mod tests {
    use crate::charset::utf7::{EncodeOptions, SetO};
    use crate::charset::{Charset, Encoder};
    use crate::kernels::test::same_at_each_level;
    use proptest::prelude::*;

    fn forms() -> [EncodeOptions; 5] {
        let body = EncodeOptions::new();
        let direct = body.with_set_o(SetO::Direct);
        [body, direct, direct.with_explicit_ends(), body.for_header(), direct.for_header()]
    }

    /// Checks that all instruction sets encode the text alike, in all forms. The text is encoded both in one piece
    /// and in two pieces.
    fn is_the_same(text: &str) {
        let middle = (text.len() / 2..).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let in_two = |mut encoder: Encoder| {
            let mut octets = Vec::new();
            encoder.push(&text[..middle], &mut octets).unwrap();
            encoder.push(&text[middle..], &mut octets).unwrap();
            encoder.finish(&mut octets);
            octets
        };
        same_at_each_level(|| Charset::IMAP_UTF_7.encode(text).unwrap().into_owned());
        same_at_each_level(|| in_two(Charset::IMAP_UTF_7.encoder()));
        for form in forms() {
            same_at_each_level(|| form.encode(text).into_owned());
            same_at_each_level(|| in_two(form.streaming()));
        }
    }

    const UNITS: [&str; 9] = [
        "d’un cœur à l’été, où A&B = 1 + 1; ",
        "Съешь же ещё, ",
        "日本語の文章2024年1月",
        "😀 a😀ab😀abc😀-😀+😀&",
        "é+é-é/éaaéa+éa-bé",
        "C++ & ~\\~ ",
        "direct text only, ",
        "Ω",
        "\u{0}é\u{7F}\r\n\t\u{FFFF}\u{10000}\u{10FFFF}",
    ];

    #[test]
    fn vector_instructions_change_nothing() {
        for unit in UNITS {
            let text = unit.repeat(420 / unit.len() + 1);
            // The text consists of repetitions of `unit`. Therefore a part of the text that starts in a later
            // repetition would be the same as one that starts in the first.
            for (start, _) in unit.char_indices().take(16) {
                let ends = (start..=start + 300).filter(|end| text.is_char_boundary(*end));
                for text in ends.filter_map(|end| text.get(start..end)) {
                    same_at_each_level(|| Charset::UTF_7.encode(text).unwrap().into_owned());
                    same_at_each_level(|| Charset::IMAP_UTF_7.encode(text).unwrap().into_owned());
                }
            }
            // The text is longer than a passage that the kernel encodes in one step, and has a shifted sequence at
            // each place where the passage can end.
            for before in 0..70 {
                is_the_same(&["x".repeat(990 + before).as_str(), &text, &text].concat());
            }
        }
        is_the_same(&UNITS.concat().repeat(20));
        is_the_same(&"語".repeat(9000));
        is_the_same(&"語a".repeat(9000));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        #[test]
        fn vector_instructions_change_no_random_text(
            runs in prop::collection::vec(
                prop_oneof![
                    "[ -~]{0,90}",
                    "[a-c+/&~é -]{1,60}",
                    "[Ѐ-ӿ]{1,40}",
                    "[一-鿿]{1,60}",
                    "[😀-🙏a-c]{1,30}",
                    "[\u{0}-\u{10FFFF}]{1,20}",
                    "[一-鿿]{600,700}",
                ],
                0..40,
            ),
        ) {
            is_the_same(&runs.concat());
        }

        /// The text mixes direct characters and others. In such text, the shortest form is hardest to find.
        #[test]
        fn vector_instructions_change_no_mixture(text in "[éa+ ]{0,1500}") {
            is_the_same(&text);
        }
    }
}
