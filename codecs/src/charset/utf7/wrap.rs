//! Breaks lines and encodes them as UTF-7 at the same time. This is the second method that RFC 2152 gives for mail
//! (chapter "Use of Character Set UTF-7 Within MIME").
//!
//! A line is broken at the last [opportunity](super::line_break) that fits into the limit. Columns are octets of
//! the encoded line. Therefore a line exceeds the limit only if it has no break opportunity within the limit. Each
//! line is encoded by itself: no shifted sequence crosses a break.
//!
//! Linear time. Most flowed text is cut from the UTF-7 of its [words](super::words). Other text is measured up
//! to the column limit, if the characters there show where the line can be broken. If they do not show this,
//! the text is measured from one opportunity to the next. Text that does not fit on a line is measured again on
//! the next line.

use super::classes::Form;
use super::column::Column;
use super::encode::EncodeOptions;
use super::line_break::{self, Opportunities};
use super::words::Words;
use crate::charset::codec::{self, RawEncoder as _, Unmappable};
use crate::charset::identity::Charset;
use crate::charset::stream;
use std::borrow::Cow;
use std::fmt;
use std::iter::Peekable;

/// The way in which a line break within a paragraph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SoftBreak {
    /// The break is written as a space at the end of the line, and the reader removes this space (RFC 3676,
    /// `format=flowed; delsp=yes`). If a paragraph ends with a space, then a break follows this space, because the last
    /// line of a paragraph must not end with a space. A line is not broken after `--` alone, because the line would
    /// become a signature separator (RFC 3676 section 4.3).
    Flowed,
    /// The break is written as a line end. If a space is before the break, the line end replaces it.
    Hard,
}

/// One line of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'t> {
    /// The text of the line. The texts of all lines, one after the other, are the paragraph.
    pub text: &'t str,
    /// The line in UTF-7, without a line end.
    pub octets: Vec<u8>,
}

/// An iterator over the lines of a paragraph. [`EncodeOptions::lines`] makes this iterator.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::utf7::{EncodeOptions, SoftBreak};
/// let lines = EncodeOptions::new().lines("Größe, Länge und Breite", 18, SoftBreak::Flowed);
/// let octets: Vec<Vec<u8>> = lines.map(|line| line.octets).collect();
/// assert_eq!(octets, [&b"Gr+APYA3w-e,  "[..], b"L+AOQ-nge und  ", b"Breite"]);
/// ```
pub struct Lines<'t> {
    encoder: EncodeOptions,
    columns: usize,
    soft_break: SoftBreak,
    paragraph: &'t str,
    /// Whether the break opportunities were found in the text, rather than given by a caller.
    is_text: bool,
    /// The start of the next line; `None` after the last line.
    start: Option<usize>,
    /// The opportunities after `start`.
    opportunities: Peekable<Source<'t>>,
    words: Words,
    /// A buffer for the input of the encoder: the text of a line, and what is written before and after it.
    whole: String,
}

/// The source of the break opportunities.
enum Source<'t> {
    Text(Opportunities<'t>),
    Caller(Box<dyn Iterator<Item = usize> + Send + Sync + 't>),
}

impl Iterator for Source<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Text(opportunities) => opportunities.next(),
            Self::Caller(opportunities) => opportunities.next(),
        }
    }
}

impl EncodeOptions {
    /// Breaks `paragraph` into lines of at most `columns` octets, where this is possible. A CR or LF in the
    /// paragraph is shifted like any control character. An empty paragraph is one empty line.
    pub fn lines(self, paragraph: &str, columns: usize, soft_break: SoftBreak) -> Lines<'_> {
        self.lines_from(paragraph, columns, soft_break, Source::Text(Opportunities::new(paragraph)))
    }

    /// Breaks `paragraph` into lines as [`EncodeOptions::lines`] does, but only at `opportunities`, which are
    /// offsets in ascending order. This method is for text such as HTML, in which only the caller knows the
    /// opportunities. An offset within a character is ignored.
    pub fn lines_at<'t>(
        self,
        paragraph: &'t str,
        columns: usize,
        soft_break: SoftBreak,
        opportunities: impl Iterator<Item = usize> + Send + Sync + 't,
    ) -> Lines<'t> {
        let inside = move |at: &usize| paragraph.is_char_boundary(*at);
        let end = paragraph.len();
        let all = opportunities.take_while(move |at| *at < end).filter(inside).chain([end]);
        self.lines_from(paragraph, columns, soft_break, Source::Caller(Box::new(all)))
    }

    fn lines_from<'t>(
        self,
        paragraph: &'t str,
        columns: usize,
        soft_break: SoftBreak,
        opportunities: Source<'t>,
    ) -> Lines<'t> {
        Lines {
            encoder: self.with(Form::Line),
            columns,
            soft_break,
            paragraph,
            is_text: matches!(opportunities, Source::Text(_)),
            start: Some(0),
            opportunities: opportunities.peekable(),
            words: Words::default(),
            whole: String::new(),
        }
    }

    /// Encodes `text` in lines of at most `columns` octets, where this is possible. Added line ends are the same as
    /// the first line end in the text, or LF if the text has no line end.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::utf7::EncodeOptions;
    /// let lines = EncodeOptions::new().wrap("Größe, Länge und Breite\r\n", 18);
    /// assert_eq!(lines, b"Gr+APYA3w-e,\r\nL+AOQ-nge und\r\nBreite\r\n");
    /// ```
    pub fn wrap(self, text: &str, columns: usize) -> Vec<u8> {
        let (mut wrapping, mut octets) = (Wrapping::new(self, columns), Vec::with_capacity(text.len()));
        wrapping.take(text, &mut octets);
        wrapping.finish(&mut octets);
        octets
    }

    /// A streaming encoder that writes the same octets as [`EncodeOptions::wrap`]. It holds one line of the text in
    /// memory.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::utf7::EncodeOptions;
    /// let (mut encoder, mut octets) = (EncodeOptions::new().wrapping(18), Vec::new());
    /// for piece in ["Größe, Länge ", "und Breite\r", "\n"] {
    ///     encoder.push(piece, &mut octets)?;
    /// }
    /// encoder.finish(&mut octets);
    /// assert_eq!(octets, b"Gr+APYA3w-e,\r\nL+AOQ-nge und\r\nBreite\r\n");
    /// # Ok::<(), mailutf::charset::Unencodable>(())
    /// ```
    pub fn wrapping(self, columns: usize) -> stream::Encoder {
        stream::Encoder::new(Box::new(Wrapping::new(self, columns)), Charset::UTF_7)
    }
}

/// The streaming encoder that also breaks lines.
struct Wrapping {
    encoder: EncodeOptions,
    columns: usize,
    /// The line end of the first line of the text. `None` until the first line is complete.
    line_end: Option<&'static str>,
    /// The start of a line whose end has not come yet.
    held: String,
}

impl Wrapping {
    fn new(encoder: EncodeOptions, columns: usize) -> Self {
        Self { encoder, columns, line_end: None, held: String::new() }
    }

    fn take(&mut self, text: &str, octets: &mut Vec<u8>) {
        for line in text.split_inclusive('\n') {
            self.held.push_str(line);
            if line.ends_with('\n') {
                let whole = std::mem::take(&mut self.held);
                self.line(&whole, octets);
            }
        }
    }

    /// Writes a line of the text, including its line end.
    fn line(&mut self, line: &str, octets: &mut Vec<u8>) {
        let line_end = *self.line_end.get_or_insert(if line.ends_with("\r\n") { "\r\n" } else { "\n" });
        let line = match self.encoder.separators {
            true => Cow::Owned(line.replace(['\u{2028}', '\u{2029}'], line_end)),
            false => Cow::Borrowed(line),
        };
        for paragraph in line.split_inclusive('\n') {
            let bare = paragraph.strip_suffix('\n').unwrap_or(paragraph);
            let bare = bare.strip_suffix('\r').filter(|_| bare.len() < paragraph.len()).unwrap_or(bare);
            let mut lines = self.encoder.lines(bare, self.columns, SoftBreak::Hard);
            while lines.write_after("", octets).is_some() {
                octets.extend_from_slice(if lines.is_at_end() { b"" } else { line_end.as_bytes() });
            }
            octets.extend_from_slice(paragraph.get(bare.len()..).unwrap_or_default().as_bytes());
        }
    }
}

impl codec::RawEncoder for Wrapping {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        self.take(text, octets);
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        let last = std::mem::take(&mut self.held);
        self.line(&last, octets);
    }
}

impl<'t> Lines<'t> {
    /// The text that has not been returned in lines yet.
    pub fn rest(&self) -> &'t str {
        self.start.and_then(|start| self.paragraph.get(start..)).unwrap_or_default()
    }

    /// Whether the last line has been returned.
    pub fn is_at_end(&self) -> bool {
        self.start.is_none()
    }

    /// The next line, with `before` in front of it, such as a quote mark or a stuffed space. `before` counts as
    /// part of the columns.
    pub fn next_after(&mut self, before: &str) -> Option<Line<'t>> {
        let mut octets = Vec::new();
        let text = self.write_after(before, &mut octets)?;
        Some(Line { text, octets })
    }

    /// Appends the next line to `octets`, with `before` in front of it. Returns the text of the line.
    pub fn write_after(&mut self, before: &str, octets: &mut Vec<u8>) -> Option<&'t str> {
        let start = self.start?;
        if let Some(end) = self.write_words(start, before, octets) {
            self.start = (end < self.paragraph.len()).then_some(end);
            return self.paragraph.get(start..end);
        }
        let end = self.end(start, before);
        let text = self.paragraph.get(start..end).unwrap_or_default();
        let broken = self.is_broken(end) && !text.is_empty();
        self.start = broken.then_some(end);
        let content = if broken { self.without_break(text) } else { text };
        let after = if broken && self.soft_break == SoftBreak::Flowed { " " } else { "" };
        self.whole.clear();
        self.whole.reserve(before.len() + content.len() + after.len());
        [before, content, after].into_iter().for_each(|piece| self.whole.push_str(piece));
        self.encoder.append(&self.whole, octets);
        Some(text)
    }

    /// Fast path: appends the line that begins at `start`, if the line certainly ends after a space or at the end
    /// of the paragraph. Returns the end of the line.
    fn write_words(&mut self, start: usize, before: &str, octets: &mut Vec<u8>) -> Option<usize> {
        let is_flowed = self.is_text && self.soft_break == SoftBreak::Flowed && !self.encoder.separators;
        if !is_flowed || !(before.is_empty() || before.ends_with(' ')) {
            return None;
        }
        let before = self.encoder.encode(before);
        let room = self.columns.checked_sub(before.len())?;
        self.words.encode(start, self.paragraph, room, self.encoder)?;
        let (words, text) = (self.words.octets(), self.paragraph.get(start..)?);
        if words.len() <= room && !text.ends_with(' ') {
            octets.extend_from_slice(&before);
            octets.extend_from_slice(words);
            return Some(self.paragraph.len());
        }
        // One octet is reserved for the soft break.
        let fit = words.get(..words.len().min(room.checked_sub(1)?))?;
        let line = fit.get(..memchr::memrchr(b' ', fit)? + 1)?;
        let spaces = memchr::memchr_iter(b' ', line).count();
        let end = start + memchr::memchr_iter(b' ', text.as_bytes()).nth(spaces - 1)? + 1;
        // The next word does not fit as a whole. The fast path does not decide whether a part of it fits.
        if !line_break::is_before_word(self.paragraph, start, end) || self.is_signature(start, end) {
            return None;
        }
        octets.extend_from_slice(&before);
        octets.extend_from_slice(line);
        octets.push(b' ');
        let length = line.len();
        self.words.take(length, end);
        Some(end)
    }

    /// Returns the end of the line that begins at `start`.
    fn end(&mut self, start: usize, before: &str) -> usize {
        let mut column = self.encoder.column();
        column.push_text(before);
        if let Some(end) = self.certain_end(start, column) {
            return end;
        }
        while self.opportunities.next_if(|at| *at <= start).is_some() {}
        let (mut end, mut measured) = (start, start);
        while let Some(ahead) = self.opportunities.peek().copied() {
            let fits = self.fits(&mut column, measured, ahead);
            if !fits && end > start {
                break;
            }
            self.opportunities.next();
            measured = ahead;
            if self.is_signature(start, ahead) {
                continue;
            }
            end = ahead;
            if !fits {
                break;
            }
        }
        end
    }

    /// Fast path: returns the end of the line, if all of the text fits, or if the last characters that fit show
    /// where the line can be broken.
    fn certain_end(&self, start: usize, mut column: Column) -> Option<usize> {
        let (text, end) = (self.paragraph.get(start..)?, self.paragraph.len());
        let soft = usize::from(self.soft_break == SoftBreak::Flowed);
        let mut at = start + column.push_within(text, self.columns.checked_sub(soft)?);
        let rest = self.paragraph.get(at..)?;
        // No soft break follows the last line. Therefore a little more text can fit on it.
        if !self.is_broken(end) && column.push_within(rest, self.columns) == rest.len() || rest.is_empty() {
            return Some(end);
        }
        if self.soft_break == SoftBreak::Hard && rest.starts_with(' ') && rest.len() > 1 {
            // The hard break replaces this space.
            at += 1;
        }
        let end = line_break::last(self.paragraph, start, at).filter(|_| self.is_text)?;
        (!self.is_signature(start, end)).then_some(end)
    }

    /// Whether a space after the line would make the line a signature separator (RFC 3676 section 4.3).
    fn is_signature(&self, start: usize, end: usize) -> bool {
        // The offsets are compared first, because this comparison rules out most lines.
        start + "--".len() == end
            && self.soft_break == SoftBreak::Flowed
            && self.is_broken(end)
            && self.paragraph.get(start..end) == Some("--")
    }

    /// Whether the line fits into the column limit if it ends at the opportunity `to`. The line has been measured
    /// up to `from`.
    fn fits(&self, column: &mut Column, from: usize, to: usize) -> bool {
        let text = self.paragraph.get(from..to).unwrap_or_default();
        // In UTF-7, a character takes at least 8/9 of the octets that it takes in UTF-8. Therefore text that is
        // more than twice as long as the line cannot fit.
        if text.len() / 2 > self.columns.saturating_add(4) {
            return false;
        }
        let is_broken = self.is_broken(to);
        if self.soft_break == SoftBreak::Hard
            && is_broken
            && let Some(text) = text.strip_suffix(' ')
        {
            // The space that a hard break replaces can be beyond the limit.
            column.push_text(text);
            let octets = column.octets();
            column.push(' ');
            return octets <= self.columns;
        }
        let soft = self.soft_break == SoftBreak::Flowed && is_broken;
        column.push_text(text);
        column.octets() + usize::from(soft) <= self.columns
    }

    /// Whether another line follows the line that ends at `end`.
    fn is_broken(&self, end: usize) -> bool {
        end < self.paragraph.len() || self.soft_break == SoftBreak::Flowed && self.paragraph.ends_with(' ')
    }

    /// The text of a line, without the space that a hard break replaces. Another line must follow the line.
    fn without_break<'l>(&self, text: &'l str) -> &'l str {
        match self.soft_break {
            SoftBreak::Flowed => text,
            SoftBreak::Hard => text.strip_suffix(' ').unwrap_or(text),
        }
    }
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("columns", &self.columns)
            .field("rest", &self.rest())
            .finish_non_exhaustive()
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        self.next_after("")
    }
}

#[cfg(test)]
mod tests {
    use super::super::classes::SetO;
    use super::*;
    use proptest::prelude::*;

    /// The expected texts of the lines. They are found in a simple way: the text up to each break
    /// opportunity is encoded.
    fn texts(encoder: EncodeOptions, paragraph: &str, columns: usize, soft_break: SoftBreak) -> Vec<&str> {
        let flows = soft_break == SoftBreak::Flowed;
        let (ends, mut lines): (Vec<usize>, _) = (Opportunities::new(paragraph).collect(), Vec::new());
        let mut start = 0;
        while start < paragraph.len() {
            let is_broken = |end: usize| end < paragraph.len() || flows && paragraph.ends_with(' ');
            let fits = |end: usize| {
                let text = &paragraph[start..end];
                let soft = flows && is_broken(end);
                let replaced = !flows && is_broken(end);
                let line = text.strip_suffix(' ').filter(|_| replaced).unwrap_or(text);
                encoder.with(Form::Line).encode(line).len() + usize::from(soft) <= columns
            };
            let is_signature = |end: usize| flows && is_broken(end) && &paragraph[start..end] == "--";
            let after: Vec<usize> =
                ends.iter().copied().filter(|end| *end > start && !is_signature(*end)).collect();
            let end = after.iter().copied().take_while(|end| fits(*end)).last().unwrap_or(after[0]);
            lines.push(&paragraph[start..end]);
            start = end;
        }
        // If a paragraph ends with a space, a break follows this space.
        lines.extend((paragraph.is_empty() || flows && paragraph.ends_with(' ')).then_some(""));
        lines
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1000))]

        #[test]
        fn a_line_ends_at_the_last_opportunity_that_fits(
            pieces in prop::collection::vec(
                "[a-z]{1,9} ?|[а-я]{1,9} |[é-ü]{1,3}[a-c]| {1,3}|[日本語。、っ]{1,20}|👩{1,5}|[-+~\"(]|-- ?|[각-힣]{1,4} ",
                0..16,
            ),
            times in prop::sample::select(vec![1, 1, 1, 1, 1, 1, 1, 5]),
            columns in 0_usize..60,
            set_o in any::<bool>(),
        ) {
            let encoder = EncodeOptions::new().with_set_o(if set_o { SetO::Direct } else { SetO::Encode });
            let paragraph = pieces.concat().repeat(times);
            for encoder in [encoder, encoder.with_explicit_ends()] {
                for soft_break in [SoftBreak::Flowed, SoftBreak::Hard] {
                    let lines: Vec<Line<'_>> = encoder.lines(&paragraph, columns, soft_break).collect();
                    let expected = texts(encoder, &paragraph, columns, soft_break);
                    prop_assert_eq!(lines.iter().map(|line| line.text).collect::<Vec<_>>(), expected);
                    for (number, line) in lines.iter().enumerate() {
                        let written = match soft_break {
                            _ if number + 1 == lines.len() => line.text.to_owned(),
                            SoftBreak::Flowed => format!("{} ", line.text),
                            SoftBreak::Hard => line.text.strip_suffix(' ').unwrap_or(line.text).to_owned(),
                        };
                        prop_assert_eq!(&line.octets, &*encoder.with(Form::Line).encode(&written));
                    }
                }
            }
        }
    }
}
