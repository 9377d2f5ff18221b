//! Keeps the boundaries of the open multiparts, and finds the multipart that a line delimits (RFC 2046 sections 5.1.1
//! and 5.1.2).
//!
//! A line is looked up in an ordered map, and is not compared with each open boundary: if a hundred multiparts are
//! open, seven comparisons suffice.

use crate::syntax::content_type::Parameterized;
use crate::syntax::delimiter_line::{DASHES, Delimiter, delimited};
use crate::syntax::rfc2231;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The boundaries of the open multiparts.
#[derive(Debug, Default)]
pub(super) struct Delimiters<'a> {
    /// For each boundary, the levels of the open multiparts that have this boundary, the innermost last.
    levels: BTreeMap<Cow<'a, [u8]>, Vec<usize>>,
}

impl<'a> Delimiters<'a> {
    /// Opens a multipart at `level`, which must be deeper than the levels of all open multiparts.
    pub(super) fn open(&mut self, boundary: Cow<'a, [u8]>, level: usize) {
        self.levels.entry(boundary).or_default().push(level);
    }

    /// Ends the innermost open multipart with this boundary.
    pub(super) fn close(&mut self, boundary: &[u8]) {
        if let Some(levels) = self.levels.get_mut(boundary) {
            levels.pop();
            if levels.is_empty() {
                self.levels.remove(boundary);
            }
        }
    }

    /// Whether no multipart is open.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The kind of delimiter that `line` is, and the level of the multipart that the line delimits. If several open
    /// multiparts have the same boundary, the line belongs to the innermost of them, because mailers that nest
    /// multiparts with the same boundary mean this one.
    pub(super) fn find(&self, line: &[u8]) -> Option<(Delimiter, usize)> {
        let level = |boundary: &[u8]| self.levels.get(boundary).and_then(|levels| levels.last().copied());
        let found = delimited(line).filter_map(|(kind, boundary)| Some((kind, level(boundary)?)));
        found.max_by_key(|(_, level)| *level)
    }
}

/// The boundary in a Content-Type; `None` if there is no boundary, or if it is empty. White space at the end of the
/// boundary is removed, because it cannot be recognised in a delimiter line. Linear time.
pub(super) fn boundary<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let boundary = match rfc2231::octets(input, &content_type.parameters, "boundary")? {
        Cow::Borrowed(boundary) => Cow::Borrowed(boundary.trim_ascii_end()),
        Cow::Owned(boundary) => Cow::Owned(boundary.trim_ascii_end().to_vec()),
    };
    (!boundary.is_empty()).then_some(boundary)
}

/// Guesses the boundary of a multipart from the lines of its body. The guess is the only boundary that opens parts
/// and then closes the multipart. Returns `None` if no boundary or more than one boundary does this. Also returns
/// `None` if this boundary opens a part after its closing line, or if `most` different boundaries were found and
/// another line could open a part. The time is linear, apart from a search in a sorted set for each line that looks
/// like a delimiter.
pub(super) fn only_boundary(body: &[u8], most: usize) -> Option<&[u8]> {
    let (mut opened, mut closed) = (BTreeSet::new(), None);
    let mut next = Some(0);
    while let Some(start) = next {
        let rest = body.get(start..).unwrap_or_default();
        let line = rest.split(|octet| *octet == b'\n').next().unwrap_or_default();
        for (kind, boundary) in delimited(line).filter(|(_, boundary)| is_boundary(boundary)) {
            match kind {
                Delimiter::Close if !opened.contains(boundary) => {}
                Delimiter::Close if closed.is_some() => return None,
                Delimiter::Close => closed = Some(boundary),
                Delimiter::Open if closed == Some(boundary) || opened.len() >= most => return None,
                Delimiter::Open => {
                    opened.insert(boundary);
                }
            }
        }
        next = DASHES.find(body, start);
    }
    closed
}

/// Whether the octets are a boundary by the grammar. They must contain a letter or a digit, so that a line drawn with
/// hyphens is not taken for a delimiter.
///
/// ```abnf
/// boundary      := 0*69<bchars> bcharsnospace    ; RFC 2046 section 5.1.1
/// bchars        := bcharsnospace / " "
/// bcharsnospace := DIGIT / ALPHA / "'" / "(" / ")" / "+" / "_" / "," / "-" / "." / "/" / ":" / "=" / "?"
/// ```
fn is_boundary(octets: &[u8]) -> bool {
    let is_allowed = |octet: &u8| octet.is_ascii_alphanumeric() || b"'()+_,-./:=? ".contains(octet);
    octets.len() <= 70 && octets.iter().all(is_allowed) && octets.iter().any(u8::is_ascii_alphanumeric)
}
