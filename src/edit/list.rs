//! Lists of edits and their application. The edits of a list are sorted and disjoint. The time is linear in the
//! number of edits and octets.

use super::segment::Segment;
use crate::span::Span;
use std::iter::once;

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The octets of the input that are replaced; empty for an insertion.
    pub span: Span,
    /// The octets that take the place of the octets at `span`.
    pub replacement: Vec<u8>,
    /// Why the octets are replaced.
    pub reason: Reason,
}

impl Edit {
    /// An edit that replaces the octets at `span` by `replacement`.
    ///
    /// ```
    /// use mailutf::Span;
    /// use mailutf::edit::{Edit, Reason, apply};
    /// let edit = Edit::new(Span::new(3, 4), "fé", Reason::Body);
    /// assert_eq!(apply(b"a cxe", Span::new(0, 5), &[edit]), "a cfée".as_bytes());
    /// ```
    pub fn new(span: Span, replacement: impl Into<Vec<u8>>, reason: Reason) -> Self {
        Self { span, replacement: replacement.into(), reason }
    }
}

/// The reason for an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Header text is converted, either encoded words or raw octets.
    Header,
    /// A parameter value is converted.
    Parameter,
    /// A text body is converted.
    Body,
    /// The charset label of a converted body is updated.
    Label,
    /// A field that depends on a changed body is updated, removed or added: Content-Transfer-Encoding, Content-MD5,
    /// Lines or Content-Length.
    Following,
}

impl Reason {
    /// The name of the reason in reports.
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

/// Whether `edits` are sorted, do not overlap, and end at or before offset `end`. Edits may touch, and several
/// insertions may have the same offset. Linear time.
pub(crate) fn are_disjoint(edits: &[Edit], end: usize) -> bool {
    let mut done = 0;
    edits.iter().all(|edit| {
        let is_disjoint = edit.span.start >= done && edit.span.end <= end;
        done = edit.span.end;
        is_disjoint
    })
}

/// The edits of a sorted and disjoint list that lie within `span`. Logarithmic time.
pub fn within(edits: &[Edit], span: Span) -> &[Edit] {
    let first = edits.partition_point(|edit| edit.span.start < span.start);
    let end = edits.partition_point(|edit| edit.span.start <= span.end && edit.span.end <= span.end);
    edits.get(first..end.max(first)).unwrap_or_default()
}

/// Converts offsets in the input to offsets in the output. `offsets` must be sorted, and no edit may replace the
/// octet at one of the offsets. `edits` must be sorted and disjoint. Linear time.
pub(crate) fn offsets_in_output(
    edits: &[Edit],
    offsets: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = usize> {
    let mut edits = edits.iter().peekable();
    let (mut added, mut removed) = (0, 0);
    offsets.into_iter().map(move |offset| {
        while let Some(edit) = edits.next_if(|edit| edit.span.end <= offset) {
            added += edit.replacement.len();
            removed += edit.span.len();
        }
        offset + added - removed
    })
}

/// Combines two lists of edits into one list, which has the same effect as `first` and then `second`. `first` edits
/// the input from offset `start` on. `second` edits the output of `first`, and its offsets count from the start of
/// that output. Both lists are sorted and disjoint, and no edit of `first` begins before `start`. Linear time.
///
/// # Errors
/// Returns `second` if one of its edits overlaps a replacement of `first`.
pub(crate) fn in_sequence(first: &[Edit], second: Vec<Edit>, start: usize) -> Result<Vec<Edit>, Vec<Edit>> {
    let mut both = Vec::with_capacity(first.len() + second.len());
    let mut firsts = first.iter().peekable();
    // The end of the last edit taken from `first`: its offset in the output of `first`, and its offset in the
    // input.
    let (mut after, mut before) = (0, start);
    for edit in &second {
        let at = |first: &Edit, after: usize, before: usize| after + first.span.start.saturating_sub(before);
        while let Some(first) =
            firsts.next_if(|first| at(first, after, before) + first.replacement.len() <= edit.span.start)
        {
            after = at(first, after, before) + first.replacement.len();
            before = first.span.end;
            both.push(first.clone());
        }
        if firsts.peek().is_some_and(|first| at(first, after, before) < edit.span.end) {
            return Err(second);
        }
        let offset = |at: usize| at.saturating_sub(after) + before;
        let span = Span::new(offset(edit.span.start), offset(edit.span.end));
        both.push(Edit { span, ..edit.clone() });
    }
    both.extend(firsts.cloned());
    Ok(both)
}

/// Divides the result of `edits`, applied to the input at `span`, into segments: kept octets and new octets, in
/// order. `edits` must be sorted, disjoint and within `span`.
///
/// ```
/// use mailutf::Span;
/// use mailutf::edit::{Edit, Reason, Segment, segments};
/// let edit = Edit::new(Span::new(3, 4), "ö", Reason::Body);
/// let segments: Vec<_> = segments(Span::new(0, 5), std::slice::from_ref(&edit)).collect();
/// assert_eq!(
///     segments,
///     [Segment::Kept(Span::new(0, 3)), Segment::New("ö".as_bytes()), Segment::Kept(Span::new(4, 5))]
/// );
/// ```
pub fn segments(span: Span, edits: &[Edit]) -> impl Iterator<Item = Segment<&[u8]>> {
    interleave(span, edits.iter().map(|edit| (edit.span, edit.replacement.as_slice())))
}

/// Returns the same segments as [`segments`], but moves the new octets out of the edits instead of borrowing them.
pub(crate) fn into_segments(span: Span, edits: Vec<Edit>) -> impl Iterator<Item = Segment<Vec<u8>>> {
    interleave(span, edits.into_iter().map(|edit| (edit.span, edit.replacement)))
}

fn interleave<T: AsRef<[u8]>>(
    span: Span,
    replacements: impl Iterator<Item = (Span, T)>,
) -> impl Iterator<Item = Segment<T>> {
    let mut done = span.start;
    replacements.map(Some).chain(once(None)).flat_map(move |replacement| {
        let (removed, new) = match replacement {
            Some((removed, new)) => (removed, Some(Segment::New(new))),
            None => (Span::at(span.end), None),
        };
        let kept = Segment::Kept(Span::new(done, removed.start));
        done = removed.end;
        [Some(kept), new].into_iter().flatten().filter(|segment| !segment.is_empty())
    })
}

/// Applies `edits` to the octets of `input` at `span`, and returns the result in one buffer. `edits` must be
/// sorted, disjoint and within `span`.
///
/// ```
/// use mailutf::Span;
/// use mailutf::edit::{Edit, Reason, apply};
/// let edit = Edit::new(Span::new(3, 4), "ö", Reason::Body);
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
    fn offsets_move_with_the_edits_before_them() {
        assert_eq!(offsets_in_output(&[edit(1, 3, b"!")], [0, 3, 5]).collect::<Vec<_>>(), [0, 2, 4]);
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

    /// Makes an edit for each pair of offsets in `cuts`. The offsets are sorted, and offsets greater than `len`
    /// are left out.
    fn edits(cuts: &[usize], len: usize, new: &[u8]) -> Vec<Edit> {
        let cuts: Vec<usize> = cuts.iter().copied().filter(|cut| *cut <= len).collect();
        cuts.chunks_exact(2).map(|pair| edit(pair[0], pair[1], new)).collect()
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn two_lists_in_sequence_equal_the_combined_list(
            input in proptest::collection::vec(any::<u8>(), 0..40),
            mut cuts in proptest::collection::vec(0_usize..40, 0..8),
            mut more in proptest::collection::vec(0_usize..60, 0..8),
            start in 0_usize..5,
        ) {
            cuts.sort();
            more.sort();
            let start = start.min(input.len());
            let from = |edits: Vec<Edit>| edits.into_iter().filter(|edit| edit.span.start >= start).collect::<Vec<_>>();
            let first = from(edits(&cuts, input.len(), b"xy"));
            let middle = apply(&input, Span::new(start, input.len()), &first);
            let second = edits(&more, middle.len(), b"123");
            let last = apply(&middle, Span::new(0, middle.len()), &second);
            if let Ok(both) = in_sequence(&first, second, start) {
                prop_assert!(are_disjoint(&both, input.len()));
                prop_assert_eq!(apply(&input, Span::new(start, input.len()), &both), last);
            }
        }

        /// Compares the output with the result of the edits applied one by one. They are applied from the last to
        /// the first, so that the offsets of earlier edits stay valid.
        #[test]
        fn edits_of_a_span_are_applied(
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
