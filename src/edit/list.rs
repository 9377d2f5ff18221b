//! Lists of edits: sorted, disjoint, and how they are applied. Linear in the edits and the octets.

use super::segment::Segment;
use crate::span::Span;
use std::iter::once;

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes; empty for an insertion.
    pub span: Span,
    /// What comes.
    pub replacement: Vec<u8>,
    /// Why.
    pub reason: Reason,
}

/// Why an edit is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Header text: encoded words or raw octets became UTF-8.
    Header,
    /// A parameter value became UTF-8.
    Parameter,
    /// A text body became UTF-8.
    Body,
    /// A charset label follows its body.
    Label,
    /// Content-Transfer-Encoding, Content-MD5, Lines or Content-Length follow a changed body.
    Following,
}

impl Reason {
    /// The word reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Parameter => "parameter",
            Self::Body => "body",
            Self::Label => "label",
            Self::Following => "following",
        }
    }
}

/// Whether `edits` are sorted, do not overlap, and end at octet `end` of the input at the latest. Edits may touch, and
/// insertions may stand at one place.
pub fn are_disjoint(edits: &[Edit], end: usize) -> bool {
    let mut done = 0;
    edits.iter().all(|edit| {
        let apart = edit.span.start >= done && edit.span.end <= end;
        done = edit.span.end;
        apart
    })
}

/// The edits that stand inside `span`, of a list that is sorted and disjoint. Logarithmic time.
pub fn within(edits: &[Edit], span: Span) -> &[Edit] {
    let first = edits.partition_point(|edit| edit.span.start < span.start);
    let end = edits.partition_point(|edit| edit.span.start <= span.end && edit.span.end <= span.end);
    edits.get(first..end.max(first)).unwrap_or_default()
}

/// The outcome of `span` as kept and new segments, in order. `edits` are sorted and disjoint and stand inside `span`.
///
/// ```
/// use mailutf::Span;
/// use mailutf::edit::{Edit, Reason, Segment, segments};
/// let edit = Edit { span: Span::new(3, 4), replacement: "ö".into(), reason: Reason::Body };
/// let segments: Vec<_> = segments(Span::new(0, 5), std::slice::from_ref(&edit)).collect();
/// assert_eq!(
///     segments,
///     [Segment::Kept(Span::new(0, 3)), Segment::New("ö".as_bytes()), Segment::Kept(Span::new(4, 5))]
/// );
/// ```
pub fn segments(span: Span, edits: &[Edit]) -> impl Iterator<Item = Segment<&[u8]>> {
    woven(span, edits.iter().map(|edit| (edit.span, edit.replacement.as_slice())))
}

/// As [`segments`], with the new octets moved out of the edits.
pub fn into_segments(span: Span, edits: Vec<Edit>) -> impl Iterator<Item = Segment<Vec<u8>>> {
    woven(span, edits.into_iter().map(|edit| (edit.span, edit.replacement)))
}

fn woven<T: AsRef<[u8]>>(
    span: Span,
    replacements: impl Iterator<Item = (Span, T)>,
) -> impl Iterator<Item = Segment<T>> {
    let mut done = span.start;
    replacements.map(Some).chain(once(None)).flat_map(move |replacement| {
        let (gone, new) = match replacement {
            Some((gone, new)) => (gone, Some(Segment::New(new))),
            None => (Span::at(span.end), None),
        };
        let kept = Segment::Kept(Span::new(done, gone.start));
        done = gone.end;
        [Some(kept), new].into_iter().flatten().filter(|segment| !segment.is_empty())
    })
}

/// The octets that `span` of `input` becomes. `edits` are sorted and disjoint and stand inside `span`.
///
/// ```
/// use mailutf::Span;
/// use mailutf::edit::{Edit, Reason, apply};
/// let edit = Edit { span: Span::new(3, 4), replacement: "ö".into(), reason: Reason::Body };
/// assert_eq!(apply(b"sch?n!", Span::new(0, 5), &[edit]), "schön".as_bytes());
/// ```
pub fn apply(input: &[u8], span: Span, edits: &[Edit]) -> Vec<u8> {
    let new: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut output = Vec::with_capacity(span.len() + new);
    segments(span, edits).for_each(|segment| output.extend_from_slice(segment.octets(input)));
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edit(start: usize, end: usize, replacement: &[u8]) -> Edit {
        Edit { span: Span::new(start, end), replacement: replacement.to_vec(), reason: Reason::Body }
    }

    #[test]
    fn edits_of_a_span_are_found() {
        let edits = [edit(0, 1, b""), edit(2, 2, b"x"), edit(2, 4, b"y"), edit(6, 8, b"z")];
        assert_eq!(within(&edits, Span::new(2, 4)), &edits[1..3]);
        assert_eq!(within(&edits, Span::new(2, 7)), &edits[1..3]);
        assert_eq!(within(&edits, Span::new(4, 6)), []);
        assert!(are_disjoint(&edits, 8) && !are_disjoint(&edits, 7));
        assert!(!are_disjoint(&[edit(0, 3, b""), edit(2, 4, b"")], 9));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Against a reconstruction from the back, in which offsets stay true.
        #[test]
        fn a_span_is_spliced(
            input in proptest::collection::vec(any::<u8>(), 0..60),
            cuts in proptest::collection::btree_set(0_usize..60, 2..12),
            new in proptest::collection::vec(any::<u8>(), 0..4),
        ) {
            let cuts: Vec<usize> = cuts.into_iter().filter(|cut| *cut <= input.len()).collect();
            let (Some(first), Some(last)) = (cuts.first(), cuts.last()) else { return Ok(()) };
            let span = Span::new(*first, *last);
            let edits: Vec<Edit> = cuts.chunks_exact(2).map(|pair| edit(pair[0], pair[1], &new)).collect();
            let mut expected = input.clone();
            expected.truncate(span.end);
            for edit in edits.iter().rev() {
                expected.splice(edit.span.range(), edit.replacement.iter().copied());
            }
            prop_assert_eq!(apply(&input, span, &edits), &expected[span.start..]);
        }
    }
}
