//! Cheap pre-checks before a field is parsed: whether the field can have text beyond plain US-ASCII. All functions
//! take linear time.

use crate::span::Span;
use crate::syntax::address_list::kind_of_field;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::syntax::rfc2231::PERCENT;

/// The first octet of an escape sequence of ISO-2022.
const ESCAPE: u8 = 0x1B;

/// Returns the fields of `block` that can have a text in a charset other than US-ASCII, in order, with their kinds.
/// `depth` limits the nesting of comments.
pub(in crate::text) fn marked_fields<'t>(
    input: &'t [u8],
    block: &'t HeaderBlock,
    depth: usize,
) -> impl Iterator<Item = (&'t Field, FieldKind)> {
    let mut marks = MarkFinder::new(input, block.span);
    let fields = block.fields.iter().filter(move |field| marks.is_in(field.body));
    let fields = fields.map(move |field| (field, kind_of_field(input, field, depth)));
    fields.filter(move |(field, kind)| may_have_text(field.body.slice(input), *kind))
}

/// Whether a field body of this kind can have a text in a charset other than US-ASCII.
fn may_have_text(body: &[u8], kind: FieldKind) -> bool {
    kind != FieldKind::Opaque
        && (!body.is_ascii()
            || has_shifts(body)
            || lacks_escapes(body)
            || has_words(body)
            || may_be_escaped(body, kind))
}

/// Whether the field body has octets with which escape sequences of ISO-2022 or shifts of HZ begin.
pub(crate) fn has_shifts(body: &[u8]) -> bool {
    memchr::memchr(ESCAPE, body).is_some() || has_pair(body, b'~', b'{')
}

/// Whether the field body has octets with which encoded words (RFC 2047) begin.
pub(crate) fn has_words(body: &[u8]) -> bool {
    has_pair(body, b'=', b'?')
}

/// Whether the field can have extended parameters (RFC 2231), or parameters with percent escapes.
pub(crate) fn may_be_escaped(body: &[u8], kind: FieldKind) -> bool {
    kind == FieldKind::Parameters && memchr::memchr2(b'*', PERCENT, body).is_some()
}

/// Whether the field body has octets with which escape sequences of ISO-2022-JP begin that lack their escape character.
pub(crate) fn lacks_escapes(body: &[u8]) -> bool {
    has_pair(body, b'$', b'B') || has_pair(body, b'$', b'@')
}

fn has_pair(body: &[u8], first: u8, second: u8) -> bool {
    memchr::memchr_iter(second, body).any(|at| at > 0 && body.get(at - 1) == Some(&first))
}

/// Finds the marks in a header. Marks are octets beyond US-ASCII, NUL, and the octets ESC, `~`, `$`, `?`, `*` and `%`,
/// which occur in shifts, encoded words and escaped parameters. Most fields have no marks. So one scan of the whole
/// header block, from mark to mark, skips all of these fields.
pub(crate) struct MarkFinder<'i> {
    input: &'i [u8],
    end: usize,
    /// The offset of the next mark, or `end` if there is no further mark.
    next: usize,
}

impl<'i> MarkFinder<'i> {
    pub(crate) fn new(input: &'i [u8], block: Span) -> Self {
        let mut marks = Self { input, end: block.end, next: block.start };
        marks.seek(block.start);
        marks
    }

    /// Whether there is no further mark.
    pub(crate) fn is_absent(&self) -> bool {
        self.next == self.end
    }

    /// Whether `body` has a mark. `body` must follow the bodies of earlier calls.
    pub(crate) fn is_in(&mut self, body: Span) -> bool {
        if self.next < body.start {
            self.seek(body.start);
        }
        self.next < body.end
    }

    fn seek(&mut self, from: usize) {
        const PIECE: usize = 64;
        let is_mark = |octet: &u8| {
            !octet.is_ascii() | matches!(octet, 0 | &ESCAPE | b'~' | b'$' | b'?' | b'*' | &PERCENT)
        };
        let octets = Span::new(from, self.end).slice(self.input);
        // A piece is scanned without an early exit, so that the compiler can use vector instructions.
        let has_mark = |piece: &[u8]| piece.iter().fold(false, |found, octet| found | is_mark(octet));
        let before = octets.chunks(PIECE).position(has_mark).map_or(octets.len(), |piece| piece * PIECE);
        let at = octets.iter().skip(before).position(is_mark);
        self.next = from + at.map_or(octets.len(), |at| before + at);
    }
}
