//! Reading flowed text (RFC 3676 sections 4.1 to 4.5).

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::iter::Peekable;
use std::mem;
use std::str::SplitInclusive;

/// The signature separator, without quote marks and stuffing (section 4.3).
pub(super) const SIGNATURE: &str = "-- ";

/// A paragraph, joined from the lines into which its writer broke it.
///
/// [`Display`](fmt::Display) writes the paragraph as one line, with its quote marks and line end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paragraph<'t> {
    /// The number of quote marks, `>`.
    pub depth: usize,
    /// Whether there is a space between the quote marks and the text; `false` if there are no quote marks.
    pub spaced: bool,
    /// The text.
    pub text: Cow<'t, str>,
    /// The line end: LF, CRLF, or empty at the end of the text.
    pub line_end: &'t str,
}

impl fmt::Display for Paragraph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.depth).try_for_each(|_| f.write_str(">"))?;
        let space = if self.spaced { " " } else { "" };
        write!(f, "{space}{}{}", self.text, self.line_end)
    }
}

/// The paragraphs of `text` in `format=flowed`. `del_sp` means `delsp=yes`.
///
/// ```
/// use mailutf::flowed;
/// let text = "> How do \n> you do?\nFine. \n-- \nB.\n";
/// let paragraphs: Vec<_> = flowed::paragraphs(text, false).collect();
/// assert_eq!((paragraphs[0].depth, &*paragraphs[0].text), (1, "How do you do?"));
/// assert_eq!(paragraphs[1].to_string(), "Fine. \n");
/// ```
pub fn paragraphs(text: &str, del_sp: bool) -> Paragraphs<'_> {
    Paragraphs { lines: text.split_inclusive('\n').peekable(), del_sp }
}

/// Converts text in `format=flowed` to plain text in which each paragraph is one line. `del_sp` means `delsp=yes`.
///
/// ```
/// assert_eq!(mailutf::flowed::unflow("日本 \r\n語\r\n  a\r\n", true), "日本語\r\n a\r\n");
/// ```
pub fn unflow(text: &str, del_sp: bool) -> String {
    let (mut plain, mut paragraphs) = (String::with_capacity(text.len()), paragraphs(text, del_sp));
    // A paragraph can be as large as the text. Therefore a paragraph is not joined first, but written line by line.
    while let Some(Line { mut paragraph, flowed, .. }) = paragraphs.line() {
        let line_end = mem::take(&mut paragraph.line_end);
        // Writing to a string never fails.
        let _ = write!(plain, "{paragraph}");
        let line_end = paragraphs.rest(paragraph.depth, flowed, line_end, |text| plain.push_str(text));
        plain.push_str(line_end);
    }
    plain
}

/// The paragraphs of text that is not in `format=flowed`: each line is a paragraph.
pub fn plain(text: &str) -> impl Iterator<Item = Paragraph<'_>> {
    text.split_inclusive('\n').map(|line| {
        let (line, line_end) = split_line_end(line);
        let (depth, rest) = quote_marks(line);
        let unspaced = rest.strip_prefix(' ').filter(|_| depth > 0);
        let text = Cow::Borrowed(unspaced.unwrap_or(rest));
        Paragraph { depth, spaced: unspaced.is_some(), text, line_end }
    })
}

/// An iterator over the paragraphs of flowed text, which [`paragraphs`] returns.
#[derive(Clone, Debug)]
pub struct Paragraphs<'t> {
    lines: Peekable<SplitInclusive<'t, char>>,
    del_sp: bool,
}

impl<'t> Paragraphs<'t> {
    fn line(&mut self) -> Option<Line<'t>> {
        self.lines.next().map(|line| Line::read(line, self.del_sp))
    }

    /// Reads the lines that continue a paragraph, and passes their texts to `more`. Returns the line end of the
    /// paragraph. `depth`, `flowed` and `line_end` describe the first line of the paragraph.
    fn rest(
        &mut self,
        depth: usize,
        mut flowed: bool,
        mut line_end: &'t str,
        mut more: impl FnMut(&str),
    ) -> &'t str {
        while flowed {
            // The text ends with a soft break, whose line end is not part of the paragraph.
            let Some(line) = self.lines.peek() else { return "" };
            let next = Line::read(line, self.del_sp);
            if next.paragraph.depth != depth || next.signature {
                break;
            }
            self.lines.next();
            more(&next.paragraph.text);
            (flowed, line_end) = (next.flowed, next.paragraph.line_end);
        }
        line_end
    }
}

impl<'t> Iterator for Paragraphs<'t> {
    type Item = Paragraph<'t>;

    fn next(&mut self) -> Option<Paragraph<'t>> {
        let Line { mut paragraph, flowed, .. } = self.line()?;
        let Paragraph { depth, line_end, ref mut text, .. } = paragraph;
        paragraph.line_end = self.rest(depth, flowed, line_end, |more| text.to_mut().push_str(more));
        Some(paragraph)
    }
}

/// A line of flowed text.
struct Line<'t> {
    /// The line as a paragraph of its own.
    paragraph: Paragraph<'t>,
    /// Whether the paragraph continues on the next line.
    flowed: bool,
    signature: bool,
}

impl<'t> Line<'t> {
    fn read(line: &'t str, del_sp: bool) -> Self {
        let (line, line_end) = split_line_end(line);
        let (depth, rest) = quote_marks(line);
        let unstuffed = rest.strip_prefix(' ');
        let text = unstuffed.unwrap_or(rest);
        let signature = if depth > 0 { text == SIGNATURE } else { line == SIGNATURE };
        let flowed = text.ends_with(' ') && !signature;
        let text = if flowed && del_sp { text.strip_suffix(' ').unwrap_or(text) } else { text };
        let spaced = unstuffed.is_some() && depth > 0;
        let paragraph = Paragraph { depth, spaced, text: Cow::Borrowed(text), line_end };
        Self { paragraph, flowed, signature }
    }
}

fn split_line_end(line: &str) -> (&str, &str) {
    let bare = line.strip_suffix('\n').unwrap_or(line);
    let bare = bare.strip_suffix('\r').filter(|_| bare.len() < line.len()).unwrap_or(bare);
    line.split_at_checked(bare.len()).unwrap_or((line, ""))
}

/// The number of quote marks, and the text after them.
fn quote_marks(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches('>');
    (line.len() - rest.len(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_depth_wins_over_a_flowed_line() {
        let text = ">> Exit, \n> Stage \n> Left\n>>Exit\n> > Exit\n";
        assert_eq!(unflow(text, false), ">> Exit, \n> Stage Left\n>>Exit\n> > Exit\n");
        let depths: Vec<usize> = paragraphs(text, false).map(|paragraph| paragraph.depth).collect();
        assert_eq!(depths, [2, 1, 2, 1]);
    }

    #[test]
    fn del_sp_and_the_end_of_the_text() {
        assert_eq!(unflow("a \nb \n", false), "a b ");
        assert_eq!(unflow("a  \nb \n", true), "a b");
        assert_eq!(unflow("a \n\nb", false), "a \nb");
        assert_eq!(unflow("", true), "");
    }

    #[test]
    fn signatures_are_paragraphs_of_their_own() {
        assert_eq!(unflow("a \n-- \nb\n", true), "a\n-- \nb\n");
        assert_eq!(unflow("> a \n> -- \n> b \n> c", false), "> a \n> -- \n> b c");
        // By RFC 3676 section 4.3, a line is compared with the signature separator before its stuffed space is
        // removed. Therefore, a line with a stuffed space before the two hyphens is no separator.
        assert_eq!(unflow(" -- \nb\n", false), "-- b\n");
    }

    #[test]
    fn stuffing_is_removed_before_the_trailing_space_is_tested() {
        assert_eq!(unflow("  a\n >b\n From c\n \n>  d\n> \n", false), " a\n>b\nFrom c\n\n>  d\n> \n");
    }
}
