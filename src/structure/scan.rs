//! The scanner: one pass over the lines that can delimit, a stack of open entities, no recursion
//! (RFC 2046 section 5.1).
//!
//! A line delimits where it begins with `--` and goes on with the boundary of an open multipart, and nothing
//! else but blanks; one in the middle of a line does not. The innermost multipart of that boundary is meant;
//! those inside it end, closed or not (section 5.1.2). Behind its closing line a multipart has only its
//! epilogue.
//!
//! What is no legal multipart:
//!
//! - Without a boundary parameter, or with one that occurs nowhere, it is a leaf of kind
//!   [`Other`](PartKind::Other). So is one that a transfer encoding hides, which section 6.4 of RFC 2045
//!   forbids; a transfer encoding that hides nothing is taken for a mistake.
//! - A part whose header no blank line ends has the body that
//!   [`header_block`](crate::syntax::header_block::header_block) finds.
//! - A missing closing line ends with the multipart around it, or with the input.
//!
//! Time is linear in the input, whatever the nesting: headers are read once, lines without `--` are passed
//! over by `memchr`, and those with it are looked up in a table. Memory is the parts, at most
//! [`Limits::parts`] of them. Beyond a limit the scan ends with a `limit-reached`.

use super::boundary::boundary;
use super::delimiters::Delimiters;
use super::entity::Entity;
use super::part::{Part, PartKind};
use super::protect;
use super::tree::Structure;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::{Limit, Limits};
use crate::span::Span;
use crate::syntax::delimiter_line::Delimiter;
use crate::syntax::header_block::{HeaderBlock, header_block_within};
use memchr::{memchr, memmem};
use std::borrow::Cow;

impl Structure {
    /// Finds the parts of `input`. Never fails; linear in the input whatever its shape.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Structure};
    /// let structure = Structure::parse(b"Subject: x\n\nbody\n", &Limits::default());
    /// assert_eq!(structure.parts.len(), 1);
    /// ```
    pub fn parse(input: &[u8], limits: &Limits) -> Self {
        let mut scanner = Scanner {
            input,
            structure: Structure { parts: Vec::new(), findings: Vec::new() },
            limits,
            open: Vec::new(),
            delimiters: Delimiters::default(),
            dashes: memmem::Finder::new(b"\n--"),
            fields: 0,
            stopped: false,
        };
        let mut next = Some(0);
        while let Some(start) = next {
            next = scanner.entity(start);
        }
        scanner.close(0, input.len());
        let mut structure = scanner.structure;
        structure.findings.sort_by_key(|finding| (finding.part, finding.span));
        structure
    }
}

struct Scanner<'a, 'l> {
    input: &'a [u8],
    structure: Structure,
    limits: &'l Limits,
    /// The entities around the place reached, the outermost first.
    open: Vec<Open<'a>>,
    delimiters: Delimiters<'a>,
    dashes: memmem::Finder<'static>,
    /// Fields, and lines among them that are none, that were read.
    fields: usize,
    /// Whether a limit was reached.
    stopped: bool,
}

/// An entity whose end is not found yet.
struct Open<'a> {
    part: usize,
    children: usize,
    /// Of a multipart whose closing line is not found yet.
    boundary: Option<Cow<'a, [u8]>>,
}

impl<'a> Scanner<'a, '_> {
    /// Reads the entity at `start`, which stands in the innermost open one; answers where the next one is.
    fn entity(&mut self, start: usize) -> Option<usize> {
        let (depth, index) = (self.open.len(), self.structure.parts.len());
        if depth > self.limits.depth {
            return self.limit(start, Limit::Depth, self.limits.depth);
        }
        // The message itself is there whatever the limit: its caller looks for `parts[0]`.
        if index >= self.limits.parts.max(1) {
            return self.limit(start, Limit::Parts, self.limits.parts);
        }
        let input = self.input;
        let header = header_block_within(input, Span::new(start, input.len()), self.fields_left());
        let parent = self.open.last_mut().map(|parent| {
            parent.children += 1;
            (parent.part, parent.children)
        });
        let around = parent.and_then(|(parent, _)| self.structure.parts.get(parent));
        let digest = around.is_some_and(|parent| parent.media_type == "multipart/digest");
        let default = if digest { "message/rfc822" } else { "text/plain" };
        let inherited = around.and_then(|parent| parent.protection);
        let mut entity = Entity::read(input, &header, default, self.limits);
        let kind = entity.kind();
        let body = header.body;
        for (code, span, detail) in entity.oddities.drain(..) {
            self.find(code, span, index, detail);
        }
        if index == 0 && input.len() > self.limits.message {
            let detail = Detail::Limit(Limit::Message, self.limits.message);
            self.find(Code::LimitReached, Span::at(0), index, detail);
        }
        self.check_header(&header, index);
        let content_type = entity.content_type.as_ref().filter(|_| kind == PartKind::Multipart);
        let boundary = content_type.and_then(|field| boundary(input, field));
        if let Some(boundary) = &boundary {
            self.delimiters.open(boundary.clone(), depth);
        }
        self.open.push(Open { part: index, children: 0, boundary });
        self.structure.parts.push(Part {
            parent: parent.map(|(parent, _)| parent),
            number: parent.map_or(1, |(_, number)| number),
            depth,
            span: Span::new(start, input.len()),
            body: Span::new(body, input.len()),
            header,
            content_type: entity.content_type,
            protection: inherited.or_else(|| protect::by_media_type(&entity.media_type)),
            media_type: entity.media_type,
            transfer: entity.transfer,
            attachment: entity.attachment,
            kind,
        });
        if self.stopped {
            return None;
        }
        if kind == PartKind::Message { Some(body) } else { self.next_part(body) }
    }

    /// Finds the next delimiter lines from the line at `from` on; answers where the next part starts.
    fn next_part(&mut self, from: usize) -> Option<usize> {
        let mut at = from;
        while !self.delimiters.is_empty() {
            let rest = self.input.get(at..)?;
            if !rest.starts_with(b"--") {
                at += self.dashes.find(rest)? + 1;
            }
            let (line, next) = self.line(at);
            let delimiter = self.delimiters.find(line);
            if let Some((_, level)) = delimiter {
                self.close(level + 1, at);
            }
            match delimiter {
                // Two delimiter lines in a row have no part between them: each needs a line end before it.
                Some((Delimiter::Open, _)) if self.delimiters.find(self.line(next).0).is_none() => {
                    return Some(next);
                }
                Some((Delimiter::Close, _)) => {
                    if let Some(boundary) = self.open.last_mut().and_then(|open| open.boundary.take()) {
                        self.delimiters.close(&boundary);
                    }
                }
                _ => {}
            }
            at = next;
        }
        None
    }

    /// The line at `start`, without its LF, and where the next one starts.
    fn line(&self, start: usize) -> (&'a [u8], usize) {
        let rest = self.input.get(start..).unwrap_or_default();
        match memchr(b'\n', rest) {
            Some(end) => (rest.get(..end).unwrap_or_default(), start + end + 1),
            None => (rest, self.input.len()),
        }
    }

    /// Ends the entities from `level` inwards, before the delimiter line (or the end of the input) at `end`.
    fn close(&mut self, level: usize, end: usize) {
        // The line end before a delimiter line belongs to that line.
        let before = self.input.get(..end).unwrap_or_default();
        let line_end = match before {
            _ if end == self.input.len() => 0,
            [.., b'\r', b'\n'] => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        // A header without a blank line keeps its last line end, and so do the entities around it.
        let mut end = end - line_end;
        for open in self.open.split_off(level.min(self.open.len())).into_iter().rev() {
            end = self.end_part(&open, end);
            if let Some(boundary) = &open.boundary {
                self.delimiters.close(boundary);
            }
        }
    }

    /// Ends one entity at `end`, or with its header; answers where. Its kind and protection are settled here.
    fn end_part(&mut self, open: &Open<'a>, end: usize) -> usize {
        let Some(part) = self.structure.parts.get_mut(open.part) else { return end };
        let body = Span::new(part.body.start, end);
        (part.body, part.span.end) = (body, body.end);
        let multipart = part.kind == PartKind::Multipart;
        if multipart && open.children == 0 {
            part.kind = PartKind::Other;
        }
        if part.protection.is_none() {
            part.protection = protect::by_content(part.kind, part.transfer, body.slice(self.input));
        }
        let unterminated = !part.header.terminated && !body.is_empty();
        let junk = unterminated || !part.header.malformed.is_empty();
        let missing = open.part == 0 && junk && part.header.fields.is_empty();
        let transfer = part.transfer.filter(|transfer| !transfer.is_identity());
        if missing {
            self.find(Code::HeaderMissing, Span::at(0), open.part, Detail::None);
        } else if unterminated {
            self.find(Code::HeaderUnterminated, Span::at(body.start), open.part, Detail::None);
        }
        match (multipart, open.children, transfer) {
            (false, ..) => {}
            (true, 0, _) => self.find(Code::BoundaryMissing, body, open.part, Cause::NoPart),
            (true, _, None) => {}
            (true, _, Some(transfer)) => {
                self.find(Code::TransferMismatch, body, open.part, Detail::OnMultipart(transfer));
            }
        }
        if multipart && open.children > 0 && open.boundary.is_some() {
            self.find(Code::BoundaryUnterminated, Span::at(body.end), open.part, Detail::None);
        }
        self.check_fields(open.part);
        body.end
    }

    /// Holds the header blocks in a body of fields against the limits.
    fn check_fields(&mut self, index: usize) {
        for block in self.structure.field_blocks_within(self.input, index, self.fields_left()) {
            self.check_header(&block, index);
        }
        // Beyond a limit nobody is to look for all of its fields.
        if let Some(part) = self.structure.parts.get_mut(index).filter(|part| part.kind == PartKind::Fields)
            && self.stopped
        {
            part.kind = PartKind::Other;
        }
    }

    fn fields_left(&self) -> usize {
        self.limits.fields.saturating_sub(self.fields)
    }

    fn check_header(&mut self, header: &HeaderBlock, index: usize) {
        let Limits { header: octets, fields, field: longest, .. } = *self.limits;
        self.fields = self.fields.saturating_add(header.lines());
        if self.fields > fields && !self.stopped {
            let detail = Detail::Limit(Limit::Fields, fields);
            self.find(Code::LimitReached, header.span, index, detail);
        }
        if header.span.len() > octets {
            let detail = Detail::Limit(Limit::Header, octets);
            self.find(Code::LimitReached, header.span, index, detail);
        }
        if let Some(field) = header.fields.iter().find(|field| field.span.len() > longest) {
            let detail = Detail::Limit(Limit::Field, longest);
            self.find(Code::LimitReached, field.span, index, detail);
        }
        if let Some(line) = header.malformed.first() {
            let detail = Detail::Lines(header.malformed.len());
            self.find(Code::FieldMalformed, *line, index, detail);
        }
    }

    fn limit(&mut self, at: usize, limit: Limit, value: usize) -> Option<usize> {
        let part = self.open.last().map_or(0, |open| open.part);
        self.find(Code::LimitReached, Span::at(at), part, Detail::Limit(limit, value));
        None
    }

    fn find(&mut self, code: Code, span: Span, part: usize, detail: impl Into<Detail>) {
        self.stopped |= code == Code::LimitReached;
        self.structure.findings.push(Finding::new(code, span, detail).in_part(part));
    }
}
