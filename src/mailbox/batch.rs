//! Whole messages that share a buffer.

use super::emlx::{self, Emlx};
use super::mbox::{Requoter, Unquoted, Variant, content_length, separator};
use super::unsupported::UnsupportedFormat;
use crate::edit::{Segment, Splice};
use crate::span::Span;
use crate::syntax::from_line::BOM;

/// Messages that were read together: one, or so many that what it costs to hand them around is nothing.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) octets: Vec<u8>,
    pub(super) offset: u64,
    pub(super) ordinal: u64,
    pub(super) prelude: Span,
    pub(super) slots: Vec<Slot>,
    /// Why nothing in it is to be changed.
    pub(super) damaged: Option<&'static str>,
    /// The format of its file, where that is one that is not read: nothing of it is a message then.
    pub(super) unsupported: Option<UnsupportedFormat>,
    pub(super) too_large: Option<TooLarge>,
    /// Whether it is one message for want of a `From ` line at the start, and for no other reason.
    pub(super) guessed: bool,
}

/// A message that is larger than the limit, and is not held in memory: it starts with what comes before the first
/// message of a batch, and goes on with batches that hold no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The limit, in octets.
    pub limit: usize,
    /// Whether it stands in an mbox.
    pub in_mbox: bool,
    /// Number of messages before it in the mailbox.
    pub ordinal: u64,
    /// Where it starts in its mailbox, its `From ` line included.
    pub offset: u64,
}

/// Where a message stands in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The `From ` line; in a file of Apple Mail, the line of the length.
    pub(super) head: Span,
    pub(super) content: Span,
    pub(super) trailer: Span,
    pub(super) variant: Option<Variant>,
    pub(super) counted: bool,
}

/// A message of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'b> {
    batch: &'b Batch,
    slot: &'b Slot,
    /// Number of messages before it in the mailbox.
    pub ordinal: u64,
}

impl Batch {
    /// A batch of one message, as all of the buffer.
    pub fn of_message(octets: Vec<u8>) -> Self {
        let content = Span::new(0, octets.len());
        Self { octets, slots: vec![Slot { content, ..Slot::default() }], ..Self::default() }
    }

    /// A batch of the one message that Apple Mail wrote into a file.
    pub(super) fn of_emlx(octets: Vec<u8>, emlx: Emlx) -> Self {
        let Emlx { length: head, message: content, properties: trailer } = emlx;
        Self { octets, slots: vec![Slot { head, content, trailer, ..Slot::default() }], ..Self::default() }
    }

    /// A batch of octets of a file in a format that is not read.
    pub(super) fn of_unsupported(octets: Vec<u8>, format: UnsupportedFormat) -> Self {
        Self { unsupported: Some(format), ..Self::of_no_message(octets, 0) }
    }

    /// A batch of the first octets of a file, at most `limit` and one: its one message, or none where it is larger or in
    /// a format that is not read.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn of_file(octets: Vec<u8>, limit: usize) -> Self {
        match UnsupportedFormat::of(&octets) {
            Some(format) => Self::of_unsupported(octets, format),
            None if octets.len() > limit => Self::of_large_message(octets, limit),
            None => Self::of_message(octets),
        }
    }

    /// A batch of octets that are no message to be worked on, or not all of it; they start at `offset` of the mailbox.
    pub(super) fn of_no_message(octets: Vec<u8>, offset: u64) -> Self {
        let prelude = Span::new(0, octets.len());
        Self { octets, offset, prelude, ..Self::default() }
    }

    /// A batch of the start of a file's one message, which is larger than `limit` octets.
    pub(super) fn of_large_message(octets: Vec<u8>, limit: usize) -> Self {
        let too_large = Some(TooLarge { limit, in_mbox: false, ordinal: 0, offset: 0 });
        Self { too_large, ..Self::of_no_message(octets, 0) }
    }

    /// Whether it is the first of its file.
    pub(crate) fn starts_file(&self) -> bool {
        self.offset == 0
    }

    /// The message that starts with this batch and is larger than the limit.
    pub fn too_large(&self) -> Option<TooLarge> {
        self.too_large
    }

    /// The buffer.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The format of its file, where that is one that is not read. The batch holds no message then and is to be kept as
    /// it is.
    pub fn unsupported(&self) -> Option<UnsupportedFormat> {
        self.unsupported
    }

    /// What stands before the first message and is none, or belongs to one that is too large.
    pub fn prelude(&self) -> Span {
        self.prelude
    }

    /// Whether something other than blank lines stands at the start of the file before the first message, or where none is.
    pub(crate) fn has_text_before_messages(&self) -> bool {
        if !self.starts_file() || self.too_large.is_some() {
            return false;
        }
        let prelude = self.prelude.slice(&self.octets);
        let prelude = prelude.strip_prefix(BOM).unwrap_or(prelude);
        prelude.iter().any(|octet| *octet != 0 && !octet.is_ascii_whitespace())
    }

    /// Whether it holds text, but no message.
    pub(super) fn is_without_messages(&self) -> bool {
        self.slots.is_empty() && self.has_text_before_messages()
    }

    /// The messages in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.slots.iter().zip(self.ordinal..).map(|(slot, ordinal)| Entry { batch: self, slot, ordinal })
    }
}

impl<'b> Entry<'b> {
    /// Where the message starts in its mailbox, its `From ` line included.
    pub fn offset(&self) -> u64 {
        self.batch.offset + self.slot.head.start as u64
    }

    /// The `From ` line with its line end; empty where the message is in no mbox.
    pub fn from_line(&self) -> Span {
        self.slot.variant.map_or(Span::at(self.slot.head.end), |_| self.slot.head)
    }

    /// The message as it is stored, without its `From ` line and the blank line behind it.
    pub fn stored(&self) -> Span {
        self.slot.content
    }

    /// What stands behind the message: the blank line that ends it in an mbox, the properties in a file of
    /// Apple Mail.
    pub fn trailer(&self) -> Span {
        self.slot.trailer
    }

    /// The variant that the message is stored in; `None` where it is in no mbox.
    pub fn variant(&self) -> Option<Variant> {
        self.slot.variant
    }

    /// Whether the end of the message was found by its Content-Length.
    pub fn is_counted(&self) -> bool {
        self.slot.counted
    }

    /// All of it.
    pub fn span(&self) -> Span {
        Span::new(self.slot.head.start, self.slot.trailer.end.max(self.slot.content.end))
    }

    /// The message itself.
    pub fn message(&self) -> Unquoted<'b> {
        let stored = self.slot.content.slice(&self.batch.octets);
        match self.slot.variant {
            Some(variant) => Unquoted::new(stored, variant),
            None => Unquoted::verbatim(stored),
        }
    }

    /// Why the message is not to be changed, where its file is damaged.
    pub(crate) fn damaged(&self) -> Option<&'static str> {
        self.batch.damaged
    }

    /// Whether the file might as well be an mbox: nothing but its first line says that it is one message.
    pub(crate) fn is_guessed(&self) -> bool {
        self.batch.guessed
    }

    /// Writes the message as it is.
    pub fn keep(&self, out: &mut Splice) {
        out.keep(self.span());
    }

    /// Writes the message changed: `text` is what [`message`](Entry::message) gave, `segments` are what became
    /// of it. In an mbox its `From ` line and the blank line behind it stay, lines are quoted as the variant
    /// has it, and a Content-Length that was true stays true. In a file of Apple Mail its length is set, and its
    /// properties stay.
    ///
    /// Memory: what is written, and once more the message where its lines or its Content-Length take a second look.
    pub fn rewrite(
        &self,
        text: Unquoted<'_>,
        segments: impl Iterator<Item = Segment<Vec<u8>>>,
        out: &mut Splice,
    ) {
        let segments: Vec<_> = segments.collect();
        match self.slot.variant {
            Some(variant) => {
                out.keep(self.slot.head);
                self.rewrite_in_mbox(variant, text, segments, out);
            }
            None => {
                let line = self.slot.head.slice(&self.batch.octets);
                out.push(emlx::length_line(line, segments.iter().map(Segment::len).sum()));
                segments.into_iter().for_each(|segment| match segment {
                    Segment::Kept(span) => out.keep(span.shift(self.slot.content.start)),
                    Segment::New(octets) => out.push(octets),
                });
            }
        }
        out.keep(self.slot.trailer);
    }

    fn rewrite_in_mbox(
        &self,
        variant: Variant,
        text: Unquoted<'_>,
        segments: Vec<Segment<Vec<u8>>>,
        out: &mut Splice,
    ) {
        let buffer = &self.batch.octets;
        let stored = self.slot.content.slice(buffer);
        let line_end = match self.slot.trailer.slice(buffer) {
            blank_line if !blank_line.is_empty() && variant != Variant::Mmdf => Some(blank_line),
            _ if !stored.ends_with(b"\n") => None,
            _ if stored.ends_with(b"\r\n") => Some(&b"\r\n"[..]),
            _ => Some(&b"\n"[..]),
        };
        let has_other = |segment: &Segment<_>| separator::has_other_candidate(segment.octets(text.octets()));
        let holds = variant != Variant::Mmdf && variant.may_hold_from_line(self.slot.counted);
        let quotes = !holds && (text.has_from_line() || segments.iter().any(has_other));
        let mut requoter = Requoter::new(&text, self.slot.content.start, variant, self.slot.counted);
        segments.into_iter().for_each(|segment| match segment {
            Segment::Kept(span) => requoter.keep(span),
            Segment::New(octets) => requoter.push(octets),
        });
        let message = requoter.finish(line_end);
        // It may be as large as the message, which is about to be held once more.
        drop(text);
        if !quotes && content_length::of_message(stored).is_none() {
            return out.append(message);
        }
        let mut whole = message.assemble(buffer);
        drop(message);
        if quotes {
            separator::quote(&mut whole, variant);
        }
        content_length::follow(stored, &mut whole);
        out.push(whole);
    }
}
