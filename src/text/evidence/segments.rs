//! Splits a text whose lines are in two charsets. Each segment consists of adjacent lines that are all in UTF-8, or
//! all in the other charset. All functions take linear time.

use super::shift::is_shifted_after;
use crate::charset::Charset;
use crate::finding::Detail;
use crate::span::Span;
use mailutf_codecs::internal::utf8_in_mail;
use std::ops::Range;

/// Adjacent lines in one charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct Segment {
    octets: Range<usize>,
    utf8: bool,
}

/// Builds segments line by line.
pub(in crate::text) struct Segments(pub(in crate::text) Vec<Segment>);

impl Segments {
    pub(in crate::text) fn new() -> Self {
        Self(vec![Segment { octets: 0..0, utf8: false }])
    }

    /// Adds a line, which ends at `end`. `utf8` tells whether the line is in UTF-8. `None` means that the line can be
    /// in either charset. The line is then assigned to the charset of the line before it.
    pub(in crate::text) fn push(&mut self, utf8: Option<bool>, end: usize) {
        match self.0.last_mut() {
            Some(last) if utf8.is_none_or(|utf8| last.utf8 == utf8) => last.octets.end = end,
            last => {
                let start = last.map_or(0, |last| last.octets.end);
                self.0.push(Segment { octets: start..end, utf8: utf8.unwrap_or_default() });
            }
        }
    }

    /// The ranges of the lines that are not in UTF-8.
    pub(in crate::text) fn others(&self) -> Vec<Range<usize>> {
        self.0.iter().filter(|segment| !segment.utf8).map(|segment| segment.octets.clone()).collect()
    }

    /// Returns the lines that are in UTF-8, joined.
    pub(in crate::text) fn in_utf8(&self, octets: &[u8]) -> Vec<u8> {
        let utf8 = self.0.iter().filter(|segment| segment.utf8);
        utf8.filter_map(|segment| octets.get(segment.octets.clone())).flatten().copied().collect()
    }

    /// The offset of the first line that is in UTF-8.
    pub(in crate::text) fn first(&self) -> Option<usize> {
        self.0.iter().find(|segment| segment.utf8).map(|segment| segment.octets.start)
    }
}

/// Returns the lines of `octets`, with their ranges.
pub(in crate::text) fn lines(octets: &[u8]) -> impl Iterator<Item = (&[u8], Range<usize>)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = octets.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = start..start + length;
        start += length;
        Some((rest.get(..length)?, line))
    })
}

/// Decodes `octets` by segments. `label_fits` tells whether all octets decode in the charset of their label. Returns
/// the text and the detail of the finding about the text. Returns `None` if no segment is UTF-8, or if a segment
/// cannot be decoded in its charset without loss or ends in a shifted state.
pub(in crate::text) fn read(
    charset: Charset,
    octets: &[u8],
    segments: &[Segment],
    label_fits: bool,
) -> Option<(String, Detail)> {
    let mut text = String::with_capacity(octets.len());
    let is_unshifted = |octets: &[u8]| !is_shifted_after(charset.shift(), false, octets);
    for segment in segments {
        let octets = octets.get(segment.octets.clone())?;
        if segment.utf8 {
            text.push_str(&utf8_in_mail::text(octets)?);
        } else {
            text.push_str(&charset.decode_strict(octets).ok().filter(|_| is_unshifted(octets))?);
        }
    }
    let mut utf8 = segments.iter().filter(|segment| segment.utf8);
    let first = &utf8.next()?.octets;
    let first = Span::new(first.start, first.end);
    let detail = Detail::Mixed { charset, utf8: first, more: utf8.count(), label_fits };
    Some((text, detail))
}
