//! Entities whose lines end with CR alone, as programs for the old Mac OS wrote them: a message that is a whole file,
//! one message of an mbox, or a message that is attached to another message.
//!
//! RFC 7103 section 6 asks readers to take a bare CR for a line end. Therefore texts are read from a copy of the
//! input in which LF replaces each such CR. Thus the rest of the library need not know about bare CRs, and all
//! spans of the copy are valid in the input, too. A rewrite leaves the entity unchanged, because programs that do
//! not take a CR for a line end find only a single field in the entity. Linear time.

use super::part::Protection;
use super::tree::Structure;
use crate::finding::{Cause, Code, Finding};
use crate::limits::Limits;
use memchr::memchr_iter;
use std::borrow::Cow;

impl Structure {
    /// Returns `input` with LF in place of each CR that ends a line. This structure must have been
    /// parsed from `input`.
    pub(crate) fn readable<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        let mut readable = Cow::Borrowed(input);
        for span in &self.bare_cr {
            let lines = span.slice(input);
            let is_bare = |at: &usize| lines.get(at + 1) != Some(&b'\n');
            for at in memchr_iter(b'\r', lines).filter(is_bare) {
                if let Some(octet) = readable.to_mut().get_mut(span.start + at) {
                    *octet = b'\n';
                }
            }
        }
        readable
    }

    /// Returns the structure of the octets that [`readable`](Self::readable) returns: `input` with LF in place of
    /// bare CRs. `self` is the structure that a scan of the unchanged `input` has found.
    pub(super) fn with_bare_cr(mut self, input: &[u8], limits: &Limits) -> Self {
        self.bare_cr.sort_by_key(|span| span.start);
        let decoded = std::mem::take(&mut self.decoded);
        let mut structure = Self::scan(&self.readable(input), decoded, limits);
        structure.bare_cr = self.bare_cr;
        for span in &structure.bare_cr {
            let first = structure.parts.partition_point(|part| part.span.start < span.start);
            let inside = structure.parts.iter_mut().skip(first);
            inside
                .take_while(|part| part.span.start < span.end)
                .for_each(|part| part.protection = Some(Protection::BareCr));
            let finding = Finding::new(Code::StructureDoubtful, *span, Cause::BareCr);
            structure.findings.push(finding.in_part(first.min(structure.parts.len().saturating_sub(1))));
        }
        structure.findings.sort_by_key(|finding| (finding.part, finding.span));
        structure
    }
}
