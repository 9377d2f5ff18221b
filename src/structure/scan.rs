//! The scanner finds the parts of a message (RFC 2046 section 5.1). It makes one pass over the lines that can be
//! delimiters, with a stack of open entities and no recursion.
//!
//! A delimiter line consists of `--`, the boundary of an open multipart, a second `--` if the line closes the
//! multipart, and white space. If several open multiparts have the same boundary, the line belongs to the innermost
//! of them. The multiparts within that multipart end before the line, whether or not they have been closed (section
//! 5.1.2). After a closing line, only the epilogue of the multipart follows.
//!
//! Invalid multiparts:
//!
//! - A multipart without a boundary parameter, or with a boundary that does not occur, is a leaf that is read as
//!   plain text ([`UnknownParts`](Protection::UnknownParts)). But if the lines show a single boundary that opens
//!   parts and closes the multipart, this boundary is taken as a guess, and the multipart is scanned again. Such a
//!   multipart cannot contain another such multipart, because its body would show both boundaries.
//! - A multipart is also read as plain text if a transfer encoding, which RFC 2045 section 6.4 forbids, hides its
//!   delimiter lines. If the delimiter lines are visible, the transfer encoding is ignored as a mistake, unless it
//!   was applied to the header of the first part, too.
//! - A multipart without parts is a leaf of kind [`Other`](PartKind::Other) if it is encrypted, or if its body is
//!   empty.
//! - If no blank line ends the header of a part, `header_block` decides where the body starts.
//! - A multipart without a closing line ends with the multipart around it, or with the input.
//!
//! Time is linear in the length of the input, however deeply parts are nested: each header is read once, `memchr`
//! skips the lines that do not begin with `--`, and all other lines are looked up in a table. Memory is proportional
//! to the number of parts, which is at most [`Limits::parts`]. When a limit is reached, the scan ends with a
//! `limit-reached` finding.

use super::delimiters::{Delimiters, boundary, only_boundary};
use super::entity::Entity;
use super::outside::{self, Place};
use super::part::{Part, PartKind, Protection};
use super::protect;
use super::repeated::repeated;
use super::split_header::begins_with_fields;
use super::tree::Structure;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::{Limit, Limits};
use crate::span::Span;
use crate::syntax::delimiter_line::{DASHES, Delimiter};
use crate::syntax::header_block::{HeaderBlock, header_block_within};
use crate::transfer::TransferEncoding;
use memchr::memchr;
use std::borrow::Cow;
use std::num::NonZeroUsize;

impl Structure {
    /// Finds the parts of `input`. Never fails. Linear time.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Structure};
    /// let structure = Structure::parse(b"Subject: x\n\nbody\n", &Limits::default());
    /// assert_eq!(structure.parts.len(), 1);
    /// ```
    pub fn parse(input: &[u8], limits: &Limits) -> Self {
        Self::parse_decoded(input, Vec::new(), limits)
    }

    /// Like [`Structure::parse`], for an input in which the transfer encodings of some enclosed messages were
    /// decoded. `decoded` are the bodies of these messages.
    pub(super) fn parse_decoded(input: &[u8], decoded: Vec<Span>, limits: &Limits) -> Self {
        let structure = Self::scan(input, decoded, limits);
        if structure.bare_cr.is_empty() { structure } else { structure.with_bare_cr(input, limits) }
    }

    /// Like [`Structure::parse_decoded`], but an entity whose lines end with CR alone is a leaf: no parts are
    /// searched for in it.
    pub(super) fn scan(input: &[u8], decoded: Vec<Span>, limits: &Limits) -> Self {
        let mut scanner = Scanner {
            input,
            // Most messages have one part.
            structure: Structure {
                parts: Vec::with_capacity(1),
                findings: Vec::new(),
                field_blocks: Vec::new(),
                bare_cr: Vec::new(),
                decoded,
            },
            limits,
            // Memory for two open entities suffices for most messages, because most parts are in no multipart
            // or in one.
            open: Vec::with_capacity(2),
            delimiters: Delimiters::default(),
            walls: Vec::new(),
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
    /// The entities around the current position, the outermost first. The level of an entity is its index in this
    /// list.
    open: Vec<Open<'a>>,
    delimiters: Delimiters<'a>,
    /// The decoded bodies around the current position, the outermost first.
    walls: Vec<Wall>,
    /// The number of fields read so far, including malformed lines.
    fields: usize,
    /// Whether a limit was reached.
    stopped: bool,
}

/// An entity whose end has not been found yet.
struct Open<'a> {
    part: usize,
    children: usize,
    /// The boundary of a multipart whose closing line has not been found yet.
    boundary: Option<Cow<'a, [u8]>>,
    /// The offset of the first delimiter line of the multipart, if one was found.
    first_delimiter: Option<NonZeroUsize>,
    /// The offset of the line after the closing line of the multipart, if a closing line was found.
    epilogue: Option<NonZeroUsize>,
    /// The guessed boundary with which the multipart is scanned, if the boundary in its header is missing or does not
    /// occur.
    guess: Option<&'a [u8]>,
    /// The Content-Transfer-Encoding field, if it names no transfer encoding.
    unnamed: Option<Span>,
}

/// The body of an enclosed message or of a multipart whose transfer encoding was decoded. No line in the body delimits
/// a part outside of it, because the sender chose the boundaries of these parts while the body was encoded.
struct Wall {
    /// The level of the outermost entity within the body, or that of the multipart whose body it is.
    level: usize,
    end: usize,
}

/// A delimiter line.
struct DelimiterLine {
    kind: Delimiter,
    /// The level of the multipart that the line delimits.
    level: usize,
    start: usize,
    /// The start of the next line.
    next: usize,
}

impl<'a> Scanner<'a, '_> {
    /// Reads the header of the entity at `start`, which is a child of the innermost open entity. Returns the offset
    /// at which the next entity starts; `None` if there is no further entity.
    fn entity(&mut self, start: usize) -> Option<usize> {
        let (depth, index) = (self.open.len(), self.structure.parts.len());
        if depth > self.limits.depth {
            return self.limit(start, Limit::Depth, self.limits.depth);
        }
        // The message itself is always a part, whatever the limit, because callers use `parts[0]`.
        if index >= self.limits.parts.max(1) {
            return self.limit(start, Limit::Parts, self.limits.parts);
        }
        let input = self.input;
        let header = header_block_within(input, Span::new(start, self.end()), self.fields_left());
        let parent = self.open.last_mut().map(|parent| {
            parent.children += 1;
            (parent.part, parent.children)
        });
        let parent_part = parent.and_then(|(parent, _)| self.structure.parts.get(parent));
        let digest = parent_part.is_some_and(|parent| parent.media_type == "multipart/digest");
        let default = if digest { "message/rfc822" } else { "text/plain" };
        let inherited = parent_part.and_then(|parent| parent.protection);
        let is_message = parent_part.is_none_or(|parent| parent.kind == PartKind::Message);
        let mut entity = Entity::read(input, &header, default, self.limits);
        let body = header.body;
        let decoded = self.structure.decoded.binary_search_by_key(&body, |decoded| decoded.start).ok();
        let decoded = decoded.filter(|_| entity.is_encoded() || entity.is_encoded_multipart());
        let decoded = decoded.and_then(|at| self.structure.decoded.get(at)).map(|decoded| decoded.end);
        if let Some(end) = decoded {
            entity.transfer = Some(TransferEncoding::Binary);
            let encloses_message = entity.kind() == PartKind::Message;
            self.walls.push(Wall { level: if encloses_message { depth + 1 } else { depth }, end });
        }
        let kind = if header.bare_cr { PartKind::Other } else { entity.kind() };
        for (code, span, detail) in entity.irregularities.drain(..) {
            self.find(code, span, index, detail);
        }
        if is_message {
            for (name, span) in repeated(input, &header) {
                self.find(Code::FieldDuplicate, span, index, Detail::Name(name.to_owned()));
            }
        }
        if index == 0 && input.len() > self.limits.message {
            self.limit_reached(Span::at(0), index, Limit::Message, self.limits.message);
        }
        self.check_header(&header, index);
        let content_type = entity.content_type.as_ref().filter(|_| kind == PartKind::Multipart);
        let boundary = content_type.and_then(|field| boundary(input, field));
        if let Some(boundary) = &boundary {
            self.delimiters.open(boundary.clone(), depth);
        }
        let protection = inherited.or_else(|| protect::by_media_type(&entity.media_type));
        let mut protection = if entity.is_encoded() { Some(Protection::UnknownParts) } else { protection };
        if is_message
            && entity.content_type.is_none()
            && begins_with_fields(Span::new(body, self.end()).slice(input))
        {
            self.find(Code::HeaderSplit, Span::at(body), index, Detail::None);
            protection = Some(Protection::SplitHeader);
        }
        self.open.push(Open {
            part: index,
            children: 0,
            boundary,
            first_delimiter: None,
            epilogue: None,
            guess: None,
            unnamed: entity.unnamed,
        });
        self.structure.parts.push(Part {
            parent: parent.map(|(parent, _)| parent),
            number: parent.map_or(1, |(_, number)| number),
            depth,
            span: Span::new(start, input.len()),
            body: Span::new(body, input.len()),
            header,
            content_type: entity.content_type,
            protection,
            media_type: entity.media_type,
            transfer: entity.transfer,
            transfer_inferred: entity.unnamed.is_some(),
            attachment: entity.attachment,
            kind,
        });
        if self.stopped {
            return None;
        }
        if kind == PartKind::Message { Some(body) } else { self.next_part(body) }
    }

    /// Reads delimiter lines, from the line at `from` on, until a line opens a part. Returns the offset at which this
    /// part starts; `None` if there is no further part.
    fn next_part(&mut self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let Some(line) = self.delimiter_line(at) else {
                at = match self.scan_again(self.end()) {
                    Some(body) => body,
                    None => self.leave_decoded()?,
                };
                continue;
            };
            if let Some(open) = self.open.get_mut(line.level) {
                // A header stands before it, so it is not at offset 0.
                open.first_delimiter = open.first_delimiter.or(NonZeroUsize::new(line.start));
            }
            if let Some(body) = self.scan_again(line.start) {
                at = body;
                continue;
            }
            self.close(line.level + 1, line.start);
            match line.kind {
                // If a delimiter line directly follows another one, there is no part between them. A part would need a
                // line end before the second delimiter line (RFC 2046 section 5.1.1), but the only line end there
                // belongs to the first one.
                Delimiter::Open if self.delimiters.find(self.line(line.next).0).is_none() => {
                    return Some(line.next);
                }
                Delimiter::Open => {}
                Delimiter::Close => {
                    if let Some(open) = self.open.last_mut()
                        && let Some(boundary) = open.boundary.take()
                    {
                        open.epilogue = NonZeroUsize::new(line.next);
                        self.delimiters.close(&boundary);
                    }
                }
            }
            at = line.next;
        }
    }

    /// The next delimiter line of an open multipart, from the line at `from` on. Only the innermost decoded body is
    /// searched, or the whole input if there is no decoded body.
    fn delimiter_line(&self, from: usize) -> Option<DelimiterLine> {
        let input = self.input.get(..self.end())?;
        let outside = self.walls.last().map_or(0, |wall| wall.level);
        let mut start = from;
        while !self.delimiters.is_empty() {
            if !input.get(start..)?.starts_with(b"--") {
                start = DASHES.find(input, start)?;
                continue;
            }
            let (line, next) = self.line(start);
            if let Some((kind, level)) = self.delimiters.find(line).filter(|(_, level)| *level >= outside) {
                return Some(DelimiterLine { kind, level, start, next });
            }
            start = next;
        }
        None
    }

    /// The end of the innermost decoded body, or the end of the input if there is no decoded body.
    fn end(&self) -> usize {
        self.walls.last().map_or(self.input.len(), |wall| wall.end)
    }

    /// Ends the entities in the innermost decoded body at the end of this body, and returns that offset.
    fn leave_decoded(&mut self) -> Option<usize> {
        let wall = self.walls.pop()?;
        self.close_at(wall.level, wall.end);
        Some(wall.end)
    }

    /// Prepares to scan the innermost entity again with a guessed boundary, and returns the start of its body. The
    /// entity ends at `end`. Returns `None` unless the entity is a multipart that is neither protected nor encoded,
    /// the boundary in its header is missing or does not occur, and its lines show a single boundary.
    fn scan_again(&mut self, end: usize) -> Option<usize> {
        let level = self.open.len().checked_sub(1)?;
        let open = self.open.last_mut().filter(|open| open.first_delimiter.is_none())?;
        let part = self.structure.parts.get_mut(open.part)?;
        let is_encoded = part.transfer.is_some_and(|transfer| !transfer.is_identity());
        if part.kind != PartKind::Multipart || part.protection.is_some() || is_encoded {
            return None;
        }
        let body = part.body.start;
        let guess = only_boundary(self.input.get(body..end)?, self.limits.parts)?;
        part.protection = Some(Protection::UnknownParts);
        open.guess = Some(guess);
        if let Some(wrong) = open.boundary.replace(guess.into()) {
            self.delimiters.close(&wrong);
        }
        self.delimiters.open(guess.into(), level);
        Some(body)
    }

    /// The line at `start` without its LF, and the start of the next line.
    fn line(&self, start: usize) -> (&'a [u8], usize) {
        let rest = self.input.get(start..self.end()).unwrap_or_default();
        match memchr(b'\n', rest) {
            Some(end) => (rest.get(..end).unwrap_or_default(), start + end + 1),
            None => (rest, self.end()),
        }
    }

    /// Ends the entities at `level` and deeper, before the delimiter line (or the end of the input) at `end`.
    fn close(&mut self, level: usize, end: usize) {
        // The line end before a delimiter line belongs to the delimiter.
        let before = self.input.get(..end).unwrap_or_default();
        let line_end = match before {
            _ if end == self.input.len() => 0,
            [.., b'\r', b'\n'] => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        self.close_at(level, end - line_end);
    }

    /// Ends the entities at `level` and deeper, at `end`.
    fn close_at(&mut self, level: usize, mut end: usize) {
        // If no blank line ends the header of an entity, the last line end before a delimiter line belongs to the
        // header. In this case, the entity and the entities around it include this line end.
        while self.open.len() > level
            && let Some(open) = self.open.pop()
        {
            end = self.end_part(&open, end);
            if let Some(boundary) = &open.boundary {
                self.delimiters.close(boundary);
            }
        }
    }

    /// Ends an entity at `end`, or at the end of its header if the header ends later. Determines the kind and the
    /// protection of the entity. Returns the offset at which the entity ends.
    fn end_part(&mut self, open: &Open<'a>, end: usize) -> usize {
        let mut has_parts = open.children > 0;
        if has_parts && self.has_encoded_parts(open) {
            self.forget_parts(open);
            has_parts = false;
        }
        let Some(part) = self.structure.parts.get_mut(open.part) else { return end };
        let body = Span::new(part.body.start, end);
        (part.body, part.span.end) = (body, body.end);
        self.structure.bare_cr.extend(part.header.bare_cr.then_some(part.span));
        let multipart = part.kind == PartKind::Multipart;
        let unnamed = open.unnamed.filter(|_| !has_parts);
        if multipart && !has_parts {
            let is_encrypted = part.protection == Some(Protection::Encrypted);
            part.kind = PartKind::Other;
            if !is_encrypted && has_text(body.slice(self.input), open) {
                part.hide_parts();
            }
        }
        let is_hidden = multipart && part.kind == PartKind::Text;
        if unnamed.is_some() && (part.protection.is_none() || is_hidden) {
            part.infer_transfer(body.slice(self.input));
        }
        let transfer_inferred = part.transfer;
        if part.protection.is_none() {
            part.protection = protect::by_content(part.kind, part.transfer, body.slice(self.input));
        }
        let unterminated = !part.header.terminated && !body.is_empty();
        let junk = unterminated || !part.header.malformed.is_empty();
        let missing = open.part == 0 && junk && part.header.fields.is_empty();
        let transfer = part.transfer.filter(|transfer| !transfer.is_identity());
        if let (Some(field), Some(transfer)) = (unnamed, transfer_inferred) {
            self.find(Code::TransferUnnamed, field, open.part, Detail::Inferred(transfer));
        }
        if missing {
            self.find(Code::HeaderMissing, Span::at(0), open.part, Detail::None);
        } else if unterminated {
            self.find(Code::HeaderUnterminated, Span::at(body.start), open.part, Detail::None);
        }
        let transfer = transfer.map(Detail::OnMultipart);
        match (multipart, has_parts) {
            (false, _) => {}
            (true, true) => self.check_parts(open, body, transfer),
            (true, false) if is_hidden => match transfer {
                Some(transfer) => self.find(Code::MessageEncoded, body, open.part, transfer),
                None => self.find(Code::BoundaryMissing, body, open.part, Cause::NoPart),
            },
            (true, false) => self.find(Code::MultipartEmpty, body, open.part, Cause::NoPart),
        }
        self.check_fields(open.part);
        body.end
    }

    /// Adds a finding if the parts of a multipart were found by a guess, despite a transfer encoding, or without a
    /// closing line, or if there is text outside the parts. `transfer` is the transfer encoding that the header names
    /// although RFC 2045 forbids it.
    fn check_parts(&mut self, open: &Open<'a>, body: Span, transfer: Option<Detail>) {
        if let Some(guess) = open.guess {
            let guess = Detail::GuessedBoundary(guess.escape_ascii().to_string());
            self.find(Code::BoundaryMissing, body, open.part, guess);
        }
        if let Some(transfer) = transfer {
            self.find(Code::TransferMismatch, body, open.part, transfer);
        }
        if open.boundary.is_some() {
            self.find(Code::BoundaryUnterminated, Span::at(body.end), open.part, Detail::None);
        }
        let preamble = open.first_delimiter.map(|end| (Span::new(body.start, end.get()), Place::Preamble));
        let epilogue = open.epilogue.map(|start| (Span::new(start.get(), body.end), Place::Epilogue));
        for (span, place) in preamble.into_iter().chain(epilogue) {
            if let Some((text, detail)) = outside::text(self.input, span, place) {
                self.find(Code::TextOutsideParts, text, open.part, detail);
            }
        }
    }

    /// Whether the parts of a multipart are encoded in quoted-printable although its delimiter lines are visible. In
    /// such parts, all Content-Type parameters have `=3D` in place of `=`. Only the first part is examined.
    fn has_encoded_parts(&self, open: &Open<'_>) -> bool {
        let part = |index: usize| self.structure.parts.get(index);
        let transfer =
            part(open.part).filter(|part| part.kind == PartKind::Multipart).and_then(|part| part.transfer);
        let is_quoted = transfer == Some(TransferEncoding::QuotedPrintable) && !self.stopped;
        let first = part(open.part + 1).filter(|_| is_quoted);
        let field = first.and_then(|part| part.content_type.as_ref());
        field.is_some_and(|field| {
            let mut values = field.parameters.iter().map(|parameter| parameter.value.slice(self.input));
            !field.parameters.is_empty() && values.all(|value| value.starts_with(b"3D"))
        })
    }

    /// Removes the parts within an entity, and the findings about these parts. The entity itself has not ended yet, so
    /// its own findings are only about its header. In the list, they stand before the findings about its parts.
    fn forget_parts(&mut self, open: &Open<'_>) {
        let Structure { parts, findings, field_blocks, .. } = &mut self.structure;
        parts.truncate(open.part + 1);
        findings.truncate(findings.partition_point(|finding| finding.part <= open.part));
        field_blocks.truncate(field_blocks.partition_point(|(part, _)| *part <= open.part));
    }

    /// Parses the header blocks in the body of part `index`, if its kind is [`PartKind::Fields`]. Checks the blocks
    /// against the limits, and stores them if no limit was reached.
    fn check_fields(&mut self, index: usize) {
        let blocks = self.structure.parse_field_blocks(self.input, index, self.fields_left());
        blocks.iter().for_each(|block| self.check_header(block, index));
        let Some(part) = self.structure.parts.get_mut(index) else { return };
        match part.kind {
            // After a limit was reached, no further fields are searched for in a part.
            PartKind::Fields if self.stopped => part.kind = PartKind::Other,
            // Parts of kind `Fields` have no children. So they end in the order in which they begin, and
            // `field_blocks` is sorted.
            PartKind::Fields => self.structure.field_blocks.push((index, blocks)),
            _ => {}
        }
    }

    fn fields_left(&self) -> usize {
        self.limits.fields.saturating_sub(self.fields)
    }

    fn check_header(&mut self, header: &HeaderBlock, index: usize) {
        let Limits { header: octets, fields, field: longest, .. } = *self.limits;
        self.fields = self.fields.saturating_add(header.lines());
        if self.fields > fields && !self.stopped {
            self.limit_reached(header.span, index, Limit::Fields, fields);
        }
        if header.span.len() > octets {
            self.limit_reached(header.span, index, Limit::Header, octets);
        }
        if let Some(field) = header.fields.iter().find(|field| field.span.len() > longest) {
            self.limit_reached(field.span, index, Limit::Field, longest);
        }
        if let Some(line) = header.malformed.first() {
            let detail = Detail::Lines(header.malformed.len());
            self.find(Code::FieldMalformed, *line, index, detail);
        }
    }

    fn limit(&mut self, at: usize, limit: Limit, value: usize) -> Option<usize> {
        let part = self.open.last().map_or(0, |open| open.part);
        self.limit_reached(Span::at(at), part, limit, value);
        None
    }

    fn limit_reached(&mut self, span: Span, part: usize, limit: Limit, value: usize) {
        self.find(Code::LimitReached, span, part, Detail::Limit(limit, value));
    }

    fn find(&mut self, code: Code, span: Span, part: usize, detail: impl Into<Detail>) {
        self.stopped |= code == Code::LimitReached;
        self.structure.findings.push(Finding::new(code, span, detail).in_part(part));
    }
}

/// Whether a body has anything except delimiter lines, blanks and line ends.
fn has_text(body: &[u8], open: &Open<'_>) -> bool {
    let is_delimiter = |line: &[u8]| open.first_delimiter.is_some() && line.starts_with(b"--");
    let mut lines = body.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
    lines.any(|line| !line.is_empty() && !is_delimiter(line))
}
