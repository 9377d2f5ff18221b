//! The MIME tree of a message.

use super::part::{Part, PartKind, Protection};
use crate::finding::{Code, Finding};
use crate::span::Span;
use crate::syntax::header_block::{Field, HeaderBlock, header_block_within};
use std::borrow::Cow;
use std::fmt::Write;
use std::iter;

/// The MIME tree of a message as spans of its octets. The tree borrows nothing. Methods that need the octets have a
/// parameter `input`, which must be the input from which the tree was parsed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Structure {
    /// The parts in document order; `parts[0]` is the message itself, and a parent comes before its children.
    pub parts: Vec<Part>,
    /// Irregularities of the structure. Parts may be missing or wrong if there is a finding `limit-reached`
    /// or `boundary-missing`. If there is a `limit-reached` finding, the message must not be changed.
    pub findings: Vec<Finding>,
    /// The header blocks in the bodies of parts of kind [`PartKind::Fields`], each list with the index of its part.
    /// The lists are in the order of the parts.
    pub(super) field_blocks: Vec<(usize, Vec<HeaderBlock>)>,
    /// The entities whose lines end with CR alone, in order. No such entity contains another one.
    pub(super) bare_cr: Vec<Span>,
    /// The decoded bodies of enclosed messages, in order. Their transfer encoding was decoded so that their texts can
    /// be read. Such a body can contain other such bodies.
    pub(super) decoded: Vec<Span>,
}

impl Structure {
    /// The place of a part as a section number of IMAP (RFC 3501 section 6.4.5), such as `1` or `2.1`. For
    /// the message itself, with header and body, the number is empty. A multipart that is the whole body of
    /// an enclosed message is the section `TEXT` of this message. To fetch or name a body, use
    /// [`MessagePart::section`](crate::message::MessagePart::section), which is `1` for the body of a message
    /// with a single part.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Structure};
    /// let input = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n";
    /// let structure = Structure::parse(input, &Limits::default());
    /// assert_eq!(structure.path(0), "");
    /// assert_eq!(structure.path(2), "2");
    /// ```
    pub fn path(&self, part: usize) -> String {
        // The sections, the innermost first; `None` stands for `TEXT`.
        let mut sections = Vec::new();
        let mut inner = None;
        let mut at = self.parts.get(part);
        while let Some(part) = at {
            let parent = self.parent(part);
            match (parent.map(|parent| parent.kind), part.kind) {
                (Some(PartKind::Message), PartKind::Multipart) if inner.is_none() => sections.push(None),
                (Some(PartKind::Message), PartKind::Multipart) => {}
                (Some(_), _) => sections.push(Some(part.number)),
                // In IMAP the body of a message that is not a multipart is part 1.
                (None, PartKind::Message) if inner.is_some() => sections.push(Some(1)),
                (None, _) => {}
            }
            inner = Some(part.kind);
            at = parent;
        }
        let mut path = String::new();
        for section in sections.iter().rev() {
            if !path.is_empty() {
                path.push('.');
            }
            // Writing to a string never fails. The numbers are written directly into `path`, without a string for each
            // number, because every finding has a path, and a path may be long.
            let _ = match section {
                Some(number) => write!(path, "{number}"),
                None => path.write_str("TEXT"),
            };
        }
        path
    }

    /// Whether the message may end within a part: it is the last part, or an enclosed message that contains the last
    /// part, and no line closes any of the multiparts that enclose it.
    pub(crate) fn is_cut_off(&self, part: usize) -> bool {
        let unterminated = |part: usize| {
            let is_of =
                |finding: &Finding| finding.part == part && finding.code == Code::BoundaryUnterminated;
            self.findings.iter().any(is_of)
        };
        let parent = |part: &usize| self.parts.get(*part)?.parent;
        let is_multipart =
            |part: &usize| self.parts.get(*part).is_some_and(|one| one.kind == PartKind::Multipart);
        let mut multiparts = iter::successors(parent(&part), parent).filter(is_multipart).peekable();
        let Some(last) = self.parts.len().checked_sub(1) else { return false };
        let is_message = self.parts.get(part).is_some_and(|one| one.kind == PartKind::Message);
        let encloses_last = || iter::successors(parent(&last), parent).any(|around| around == part);
        (part == last || is_message && encloses_last())
            && multiparts.peek().is_some()
            && multiparts.all(unterminated)
    }

    /// The part that encloses `part`; `None` for the root.
    pub fn parent(&self, part: &Part) -> Option<&Part> {
        self.parts.get(part.parent?)
    }

    /// Whether `part` is a message with its header: the root, or a message that a part of kind [`PartKind::Message`]
    /// encloses.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Structure};
    /// let structure = Structure::parse(b"Content-Type: message/rfc822\n\nSubject: x\n\ntext\n", &Limits::default());
    /// assert!(structure.parts.iter().all(|part| structure.is_message(part)));
    /// ```
    pub fn is_message(&self, part: &Part) -> bool {
        self.parent(part).is_none_or(|parent| parent.kind == PartKind::Message)
    }

    /// The boundary that delimits the parts of a multipart. `None` for any other part, and for a multipart whose
    /// boundary is a guess.
    pub fn boundary<'a>(&self, input: &'a [u8], part: usize) -> Option<Cow<'a, [u8]>> {
        let is_known = |part: &&Part| {
            part.kind == PartKind::Multipart && part.protection != Some(Protection::UnknownParts)
        };
        let part = self.parts.get(part).filter(is_known)?;
        super::delimiters::boundary(input, part.content_type.as_ref()?)
    }

    /// The header blocks in the body of a part of kind [`PartKind::Fields`], in order; empty for any other part. A
    /// delivery report has one block for the message and one for each recipient (RFC 3464 section 2.1). The time is
    /// logarithmic in the number of parts of this kind.
    pub fn field_blocks(&self, part: usize) -> &[HeaderBlock] {
        let at = self.field_blocks.binary_search_by_key(&part, |(part, _)| *part);
        at.ok().and_then(|at| self.field_blocks.get(at)).map_or(&[], |(_, blocks)| blocks)
    }

    /// Parses the header blocks in the body of a part. Stops in the block in which the total number of fields and
    /// malformed lines exceeds `most`. Linear time.
    pub(super) fn parse_field_blocks(&self, input: &[u8], part: usize, most: usize) -> Vec<HeaderBlock> {
        let mut left = most;
        let body = self.parts.get(part).filter(|part| part.kind == PartKind::Fields).map(|part| part.body);
        let mut rest = body.unwrap_or_default();
        let mut blocks = Vec::new();
        while !rest.is_empty() {
            let block = header_block_within(input, rest, left);
            let done = !block.terminated;
            left = left.saturating_sub(block.lines());
            rest = Span::new(block.body, rest.end);
            if !block.fields.is_empty() {
                blocks.push(block);
            }
            if done {
                break;
            }
        }
        blocks
    }

    /// Whether `field` in the header of `part` is protected. All fields are protected if the entity around the part
    /// is protected, or if the lines of the part end with CR alone. If the part itself is protected for another
    /// reason, only its `Content-` fields are protected, because the signature of the part, or the program that
    /// reads the part, depends on them. So the Subject of a signed message is not protected. In a message or report
    /// with a transfer encoding, not even the `Content-` fields are protected.
    pub fn is_protected(&self, input: &[u8], part: usize, field: &Field) -> bool {
        let protected = |part: &Part| part.protection.is_some();
        let Some(part) = self.parts.get(part) else { return false };
        let inside = self.parent(part).is_some_and(protected);
        let name = field.name.slice(input);
        let content = name.get(..8).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"Content-"));
        let encoded =
            part.protection == Some(Protection::UnknownParts) && !part.media_type.starts_with("multipart/");
        let is_line = part.protection == Some(Protection::BareCr);
        inside || is_line || content && protected(part) && !encoded
    }

    /// The body of the Message-ID field without surrounding white space; empty if there is none.
    pub fn message_id<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        let field = self.parts.first().and_then(|root| root.header.field(input, "Message-ID"));
        field.map_or(&b""[..], |field| field.body.slice(input).trim_ascii())
    }
}
