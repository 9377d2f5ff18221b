//! Whole messages that share a buffer.

use super::buffer::Buffer;
#[cfg(feature = "digests")]
use super::digest::Digest;
use super::mbox::content_length::ContentLength;
use super::mbox::separator::{self, Candidates};
#[cfg(feature = "digests")]
use super::mbox::unquoted_pieces;
use super::mbox::{Requoter, Unquoted, Variant, content_length};
use super::unsupported::UnsupportedFormat;
use crate::edit::{Segment, Splice};
use crate::span::Span;
use crate::syntax::from_line::BOM;
use memchr::memchr;

/// Messages that were read together: one large message, or many small ones, so that the cost of passing them on is
/// negligible.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) octets: Buffer,
    pub(super) offset: u64,
    pub(super) ordinal: u64,
    pub(super) prelude: Span,
    pub(super) slots: Vec<Slot>,
    /// The reason why no message in the batch may be changed.
    pub(super) damaged: Option<&'static str>,
    /// The format of the file, if it is unsupported; the batch holds no message then.
    pub(super) unsupported: Option<UnsupportedFormat>,
    pub(super) too_large: Option<TooLarge>,
    /// Whether the file counts as a single message only because it does not start with a `From ` line.
    pub(super) guessed: bool,
    /// Octets of padding after the data of a compressed file.
    pub(super) padding: Option<u64>,
}

/// A message larger than the limit, which is not held in memory. Its first octets are the
/// [prelude](Batch::prelude) of one batch; the rest follows in batches without messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The limit, in octets.
    pub limit: usize,
    /// Whether the message is in an mbox.
    pub in_mbox: bool,
    /// Number of messages before it in the mailbox.
    pub ordinal: u64,
    /// Offset of its first octet in the mailbox, the `From ` line included.
    pub offset: u64,
}

/// A function that makes the octets before a changed message, from the octets that stood there before and the new
/// length of the message.
pub(super) type HeadFor = fn(&[u8], usize) -> Vec<u8>;

/// The spans of a message in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The octets before the message: the `From ` line of an mbox, or the length in an Apple Mail file.
    pub(super) head: Span,
    /// The function that makes the head for another length of the message, if the head depends on the length.
    pub(super) head_for: Option<HeadFor>,
    pub(super) content: Span,
    pub(super) trailer: Span,
    pub(super) variant: Option<Variant>,
    pub(super) counted: bool,
    /// Whether the Content-Length of the message leads past a `From ` line, which shows that the mbox is mboxcl2.
    pub(super) leads_past: bool,
    /// In an mbox: whether a line of the content may look like a separator, or like a quoted one.
    pub(super) has_candidate: bool,
}

/// A message of a batch.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry<'b> {
    batch: &'b Batch,
    slot: &'b Slot,
    /// Number of messages before it in the mailbox.
    pub ordinal: u64,
}

impl Batch {
    /// A batch whose whole buffer is one message. If the buffer is empty, the batch holds no message.
    pub fn of_message(octets: Vec<u8>) -> Self {
        Self::of_whole(octets.into())
    }

    /// Like [`Batch::of_message`].
    pub(super) fn of_whole(octets: Buffer) -> Self {
        let content = Span::new(0, octets.len());
        let slots = if octets.is_empty() { Vec::new() } else { vec![Slot { content, ..Slot::default() }] };
        Self { octets, slots, ..Self::default() }
    }

    /// A batch of octets from a file in an unsupported format.
    pub(super) fn of_unsupported(octets: Buffer, format: UnsupportedFormat) -> Self {
        Self { unsupported: Some(format), ..Self::of_no_message(octets, 0) }
    }

    /// A batch of a file whose first octets, at most `limit + 1`, are `octets`: one message, or none if the
    /// file is larger or in an unsupported format.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn of_file(octets: Vec<u8>, limit: usize) -> Self {
        match UnsupportedFormat::of(&octets) {
            Some(format) => Self::of_unsupported(octets.into(), format),
            None if octets.len() > limit => Self::of_large_message(octets.into(), limit),
            None => Self::of_message(octets),
        }
    }

    /// A batch without messages; its octets start at `offset` of the mailbox.
    pub(super) fn of_no_message(octets: Buffer, offset: u64) -> Self {
        let prelude = Span::new(0, octets.len());
        Self { octets, offset, prelude, ..Self::default() }
    }

    /// A batch of the start of a file whose one message is larger than `limit` octets.
    pub(super) fn of_large_message(octets: Buffer, limit: usize) -> Self {
        let too_large = Some(TooLarge { limit, in_mbox: false, ordinal: 0, offset: 0 });
        Self { too_large, ..Self::of_no_message(octets, 0) }
    }

    /// Whether it is the first batch of its file.
    pub(crate) fn starts_file(&self) -> bool {
        self.offset == 0
    }

    /// The offset in the mailbox at which it ends.
    #[cfg(feature = "files")]
    pub(super) fn end(&self) -> u64 {
        self.offset + self.octets.len() as u64
    }

    /// The message larger than the limit that starts with this batch, if there is one.
    pub fn too_large(&self) -> Option<TooLarge> {
        self.too_large
    }

    /// Where the Content-Length of the message larger than the limit leads, counted from its first octet.
    pub(crate) fn length_of_too_large(&self) -> Option<u64> {
        self.too_large.filter(|too_large| too_large.in_mbox)?;
        let content = memchr(b'\n', &self.octets)? + 1;
        let field = content_length::of_message(Span::new(content, self.octets.len()).slice(&self.octets))?;
        Some(((content + field.body) as u64).saturating_add(field.length as u64))
    }

    /// The buffer.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The format of the file, if it is unsupported. The batch holds no message then; write it unchanged.
    pub fn unsupported(&self) -> Option<UnsupportedFormat> {
        self.unsupported
    }

    /// The octets of NUL padding after the data of the compressed file that ends with this batch, if there are any. They
    /// fill the last block of a tape or a disk, and are not among the octets of a batch.
    pub fn padding(&self) -> Option<u64> {
        self.padding
    }

    /// The octets before the first message, or the octets of a message that is too large.
    pub fn prelude(&self) -> Span {
        self.prelude
    }

    /// Whether this batch starts the file, and its first message (if any) follows text other than white
    /// space.
    pub(crate) fn has_text_before_messages(&self) -> bool {
        if !self.starts_file() || self.too_large.is_some() {
            return false;
        }
        let prelude = self.prelude.slice(&self.octets);
        let prelude = prelude.strip_prefix(BOM).unwrap_or(prelude);
        prelude.iter().any(|octet| *octet != 0 && !octet.is_ascii_whitespace())
    }

    /// Whether it holds text but no message.
    pub(super) fn is_without_messages(&self) -> bool {
        self.slots.is_empty() && self.has_text_before_messages()
    }

    /// The messages, in order. There are none if the file is empty, its format [unsupported](Self::unsupported), or the
    /// message [too large](Self::too_large).
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.slots.iter().zip(self.ordinal..).map(|(slot, ordinal)| Entry { batch: self, slot, ordinal })
    }

    /// The message with this index among those of the batch.
    pub fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let slot = self.slots.get(index)?;
        Some(Entry { batch: self, slot, ordinal: self.ordinal + index as u64 })
    }
}

impl<'b> Entry<'b> {
    /// Offset of the message in its mailbox, the `From ` line included.
    pub fn offset(&self) -> u64 {
        self.batch.offset + self.slot.head.start as u64
    }

    /// The `From ` line with its line end; empty outside an mbox.
    pub fn from_line(&self) -> Span {
        self.slot.variant.map_or(Span::at(self.slot.head.end), |_| self.slot.head)
    }

    /// The octets of the `From ` line with its line end.
    pub fn from_line_octets(&self) -> &'b [u8] {
        self.from_line().slice(&self.batch.octets)
    }

    /// The message as stored, without its `From ` line and the blank line after it.
    pub fn stored(&self) -> Span {
        self.slot.content
    }

    /// The octets after the message: the blank line that ends it in an mbox, or the property list in an Apple Mail
    /// file.
    pub fn trailer(&self) -> Span {
        self.slot.trailer
    }

    /// The mbox variant that the message is stored in; `None` outside an mbox.
    pub fn variant(&self) -> Option<Variant> {
        self.slot.variant
    }

    /// Whether the file may hold other messages beside this one.
    pub fn is_one_of_several(&self) -> bool {
        self.slot.variant.is_some()
    }

    /// Whether Content-Length gave the end of the message.
    pub(crate) fn is_counted(&self) -> bool {
        self.slot.counted
    }

    /// Whether the Content-Length of the message leads past a `From ` line.
    pub(super) fn leads_past(&self) -> bool {
        self.slot.leads_past
    }

    /// The message with its `From ` line and its trailer.
    pub fn span(&self) -> Span {
        Span::new(self.slot.head.start, self.slot.trailer.end.max(self.slot.content.end))
    }

    /// The octets of the message with its `From ` line and its trailer.
    pub(crate) fn octets(&self) -> &'b [u8] {
        self.span().slice(&self.batch.octets)
    }

    /// The message with its quoting undone.
    pub fn message(&self) -> Unquoted<'b> {
        let stored = self.slot.content.slice(&self.batch.octets);
        match self.slot.variant {
            Some(_) if !self.slot.has_candidate => Unquoted::without_from_lines(stored),
            Some(variant) => Unquoted::new(stored, variant),
            None => Unquoted::verbatim(stored),
        }
    }

    /// Why the message must not be changed, if its file is damaged.
    pub(crate) fn damaged(&self) -> Option<&'static str> {
        self.batch.damaged
    }

    /// Whether the file could also be an mbox: only its first line suggests one message.
    pub(crate) fn is_guessed(&self) -> bool {
        self.batch.guessed
    }

    /// The place where a wrong Content-Length leads, counted from the start of the message including its `From ` line.
    /// A wrong Content-Length is not updated when the message changes.
    pub(crate) fn wrong_length(&self) -> Option<u64> {
        self.slot.variant.filter(|variant| *variant != Variant::Mmdf)?;
        let stored = self.slot.content.slice(&self.batch.octets);
        let field = content_length::of_message(stored)?;
        let is_right = field.is_right(stored.len() - field.body);
        (!is_right).then(|| self.led_to(field))
    }

    /// The place where the Content-Length of `message` leads, counted as by [`wrong_length`](Entry::wrong_length).
    /// `message` is what [`rewritten`](Entry::rewritten) returned. Memory: a copy of the message.
    pub(crate) fn length_of(&self, message: &Splice) -> Option<u64> {
        content_length::of_message(&message.assemble(&self.batch.octets)).map(|field| self.led_to(field))
    }

    fn led_to(&self, field: ContentLength) -> u64 {
        ((self.slot.head.len() + field.body) as u64).saturating_add(field.length as u64)
    }

    /// Writes the message unchanged.
    pub fn keep(&self, out: &mut Splice) {
        out.keep(self.span());
    }

    /// Writes the changed message: `text` is the result of [`message`](Entry::message), and `segments` are its new
    /// octets. In an mbox the `From ` line and the blank line are kept, lines are quoted by the
    /// rules of the variant, and a correct Content-Length is updated. In an Apple Mail file the length is
    /// updated and the property list kept.
    ///
    /// Memory: the octets written, and a second copy of the message if lines of it may be separators or it
    /// has a Content-Length.
    pub fn rewrite(
        &self,
        text: Unquoted<'_>,
        segments: impl Iterator<Item = Segment<Vec<u8>>>,
        out: &mut Splice,
    ) {
        self.write(self.rewritten(text, segments), out);
    }

    /// The message as [`rewrite`](Entry::rewrite) stores it: without the `From ` line and the blank line after it.
    pub(crate) fn rewritten(
        &self,
        text: Unquoted<'_>,
        segments: impl Iterator<Item = Segment<Vec<u8>>>,
    ) -> Splice {
        if let Some(variant) = self.slot.variant {
            return self.rewritten_in_mbox(variant, text, segments.collect());
        }
        let mut message = Splice::default();
        segments.for_each(|segment| match segment {
            Segment::Kept(span) => message.keep(span.shift(self.slot.content.start)),
            Segment::New(octets) => message.push(octets),
        });
        message
    }

    /// Writes `message`, which [`rewritten`](Entry::rewritten) returned, with the octets that surround it in its file.
    pub(crate) fn write(&self, message: Splice, out: &mut Splice) {
        match self.slot.head_for {
            Some(head_for) => out.push(head_for(self.slot.head.slice(&self.batch.octets), message.len())),
            None => out.keep(self.slot.head),
        }
        out.append(message);
        out.keep(self.slot.trailer);
    }

    /// The digest of the message that the next reader of the file finds, if `message`, which
    /// [`rewritten`](Entry::rewritten) returned, is written. Memory: a copy of the message, if it is in an mbox.
    #[cfg(feature = "digests")]
    pub(crate) fn digest_of(&self, message: &Splice) -> Digest {
        let mut slices = message.slices(&self.batch.octets);
        let Some(variant) = self.slot.variant else { return Digest::of_pieces(slices) };
        match (slices.next(), slices.next()) {
            (Some(whole), None) => Digest::of_pieces(unquoted_pieces(whole, variant)),
            _ => Digest::of_pieces(unquoted_pieces(&message.assemble(&self.batch.octets), variant)),
        }
    }

    fn rewritten_in_mbox(
        &self,
        variant: Variant,
        text: Unquoted<'_>,
        segments: Vec<Segment<Vec<u8>>>,
    ) -> Splice {
        let buffer = &self.batch.octets;
        let stored = self.slot.content.slice(buffer);
        let line_end = match self.slot.trailer.slice(buffer) {
            blank_line if !blank_line.is_empty() && variant != Variant::Mmdf => Some(blank_line),
            _ if !stored.ends_with(b"\n") => None,
            _ if stored.ends_with(b"\r\n") => Some(&b"\r\n"[..]),
            _ => Some(&b"\n"[..]),
        };
        let mut from_lines = false;
        let has_other = |segment: &Segment<_>| {
            let octets = segment.octets(text.octets());
            match segment {
                Segment::Kept(_) if !self.slot.has_candidate => {
                    separator::has_other_candidate_at_edge(octets)
                }
                _ => {
                    let looked = Candidates::of(octets);
                    from_lines |= looked.from_lines;
                    looked.other
                }
            }
        };
        let holds = variant != Variant::Mmdf && variant.may_hold_from_line(self.slot.counted);
        let quotes = !holds && (text.has_from_line() || segments.iter().any(has_other));
        let mut requoter = Requoter::new(&text, self.slot.content.start, variant, self.slot.counted);
        if !holds && !quotes && !from_lines {
            requoter = requoter.without_from_lines();
        }
        segments.into_iter().for_each(|segment| match segment {
            Segment::Kept(span) => requoter.keep(span),
            Segment::New(octets) => requoter.push(octets),
        });
        let message = requoter.finish(line_end);
        // `text` may be as large as the message, which is about to be copied once more.
        drop(text);
        if !quotes && content_length::of_message(stored).is_none() {
            return message;
        }
        let mut whole = message.assemble(buffer);
        drop(message);
        if quotes {
            separator::quote(&mut whole, variant);
        }
        content_length::update(stored, &mut whole);
        let mut message = Splice::default();
        message.push(whole);
        message
    }
}
