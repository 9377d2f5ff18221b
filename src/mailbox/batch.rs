//! Batches: whole messages that share a buffer.

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
use memchr::memchr;

/// Messages that were read together: one large message, or many small messages. Small messages share a batch,
/// so that the cost of passing them to another thread is negligible.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) octets: Buffer,
    pub(super) offset: u64,
    pub(super) ordinal: u64,
    pub(super) prelude: Span,
    pub(super) slots: Vec<Slot>,
    /// The reason why no message in the batch may be changed.
    pub(super) damaged: Option<&'static str>,
    /// The format of the file, if it is unsupported. In that case, the batch holds no message.
    pub(super) unsupported: Option<UnsupportedFormat>,
    pub(super) too_large: Option<TooLarge>,
    /// The number of octets before the first message of an mbox, if there is text among them. The last of these octets
    /// are in this batch, which holds no message.
    pub(super) text_before_messages: Option<u64>,
    /// Whether the file was read as a single message only because the file does not start with a
    /// `From ` line.
    pub(super) guessed: bool,
    /// The number of NULs after the data of a compressed file; `None` if there are none, or if this batch
    /// does not end the file.
    pub(super) padding: Option<u64>,
}

/// A message that is larger than the limit for a message in memory, and is therefore not held in memory. The
/// first octets of the message are the [prelude](Batch::prelude) of one batch. The rest of the message
/// follows in batches without messages, whose `too_large` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The limit, in octets.
    pub limit: usize,
    /// Whether the message is in an mbox.
    pub in_mbox: bool,
    /// The number of messages before this message in the mailbox.
    pub ordinal: u64,
    /// The offset of the first octet of the message in the mailbox. In an mbox, this is the offset of the
    /// `From ` line before the message.
    pub offset: u64,
}

/// A function that returns the new head of a changed message. The head is the octets before the message. The
/// arguments are the old head, and the new length of the message in octets.
pub(super) type HeadFor = fn(&[u8], usize) -> Vec<u8>;

/// The spans of a message in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The octets before the message: the `From ` line of an mbox, or the length in an Apple Mail file.
    pub(super) head: Span,
    /// The function that returns the new `head` if the length of the message changes; `None` if the head does
    /// not depend on that length.
    pub(super) head_for: Option<HeadFor>,
    pub(super) content: Span,
    pub(super) trailer: Span,
    pub(super) variant: Option<Variant>,
    pub(super) counted: bool,
    /// Whether the Content-Length of the message points past an unquoted `From ` line. Such a line shows that
    /// the mbox is of the variant mboxcl2, which quotes no lines.
    pub(super) leads_past: bool,
    /// Whether a line of the content may look like a separator of messages in an mbox, or like a quoted
    /// separator. Outside an mbox, `false`.
    pub(super) has_candidate: bool,
}

/// A message of a batch.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry<'b> {
    batch: &'b Batch,
    slot: &'b Slot,
    /// The number of messages before this message in the mailbox.
    pub ordinal: u64,
}

impl Batch {
    /// Returns a batch whose whole buffer is one message. If the buffer is empty, the batch holds no message.
    pub fn of_message(octets: Vec<u8>) -> Self {
        Self::of_whole(octets.into())
    }

    /// Does the same as [`Batch::of_message`] for octets that are already in a [`Buffer`].
    pub(super) fn of_whole(octets: Buffer) -> Self {
        let content = Span::new(0, octets.len());
        let slots = if octets.is_empty() { Vec::new() } else { vec![Slot { content, ..Slot::default() }] };
        Self { octets, slots, ..Self::default() }
    }

    /// Returns a batch of octets from a file in an unsupported format.
    pub(super) fn of_unsupported(octets: Buffer, format: UnsupportedFormat) -> Self {
        Self { unsupported: Some(format), ..Self::of_no_message(octets, 0) }
    }

    /// Returns a batch of a file. The caller has read the first `limit + 1` octets of the file into `octets`,
    /// or all octets if the file is shorter. The batch holds one message, or no message if the file is larger
    /// than `limit` octets or in an unsupported format.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn of_file(octets: Vec<u8>, limit: usize) -> Self {
        match UnsupportedFormat::of(&octets) {
            Some(format) => Self::of_unsupported(octets.into(), format),
            None if octets.len() > limit => Self::of_large_message(octets.into(), limit),
            None => Self::of_message(octets),
        }
    }

    /// Returns a batch without messages. Its octets start at `offset` of the mailbox.
    pub(super) fn of_no_message(octets: Buffer, offset: u64) -> Self {
        let prelude = Span::new(0, octets.len());
        Self { octets, offset, prelude, ..Self::default() }
    }

    /// Returns a batch of the start of a file whose only message is larger than `limit` octets.
    pub(super) fn of_large_message(octets: Buffer, limit: usize) -> Self {
        let too_large = Some(TooLarge { limit, in_mbox: false, ordinal: 0, offset: 0 });
        Self { too_large, ..Self::of_no_message(octets, 0) }
    }

    /// Whether this is the first batch of its file.
    pub(crate) fn starts_file(&self) -> bool {
        self.offset == 0
    }

    /// The offset in the mailbox at which the batch ends.
    #[cfg(feature = "files")]
    pub(super) fn end(&self) -> u64 {
        self.offset + self.octets.len() as u64
    }

    /// The message that starts with this batch and is too large to be held in memory, if there is
    /// such a message.
    pub fn too_large(&self) -> Option<TooLarge> {
        self.too_large
    }

    /// The offset to which the Content-Length of the [large message](Self::too_large) points, if this batch starts a
    /// large message of an mbox. The offset is counted from the start of the batch. `None` for other batches, or if
    /// [`content_length::of_message`] finds no Content-Length.
    pub(crate) fn length_of_too_large(&self) -> Option<u64> {
        self.too_large.filter(|too_large| too_large.in_mbox)?;
        let content = memchr(b'\n', &self.octets)? + 1;
        let field = content_length::of_message(Span::new(content, self.octets.len()).slice(&self.octets))?;
        Some(((content + field.body) as u64).saturating_add(field.length as u64))
    }

    /// The octets of the batch. All spans of the batch refer to these octets.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The format of the file, if it is unsupported. In that case the batch holds no message. Write its octets
    /// unchanged.
    pub fn unsupported(&self) -> Option<UnsupportedFormat> {
        self.unsupported
    }

    /// The number of NULs after the data of a compressed file, if this batch ends the file and NULs follow the
    /// data. Such NULs fill the last block of a tape or a disk. They are not among the octets of any batch.
    pub fn padding(&self) -> Option<u64> {
        self.padding
    }

    /// The octets before the first message of the batch, or the octets of a message that is too large.
    ///
    /// Only the start of a file can have octets before a message: blank lines, a byte order mark, NULs, or
    /// [text](Self::text_before_messages).
    pub fn prelude(&self) -> Span {
        self.prelude
    }

    /// The number of octets before the first `From ` line of an mbox, if there is text among them and if this
    /// batch ends them. The text is not read as a message, but it may be mail. Such a batch holds no message.
    /// If there are more octets before the first message than the limit allows, batches without messages
    /// precede this batch. The number then covers these batches, too.
    ///
    /// With [`Format::Any`](super::Format::Any), a file that starts with text is an mbox only under the conditions that
    /// are described there; otherwise it is one message. Blank lines, NULs and a byte order mark are no text.
    ///
    /// ```
    /// use mailutf::mailbox::{Format, Source, mbox::Variant};
    /// let mbox = b"junk\n\nFrom a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n";
    /// let batches = Source::new(&mbox[..], Format::Mbox(Variant::Mboxrd))?.collect::<Result<Vec<_>, _>>()?;
    /// let found: Vec<_> =
    ///     batches.iter().map(|batch| (batch.text_before_messages(), batch.entries().count())).collect();
    /// assert_eq!(found, [(Some(6), 0), (None, 1)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn text_before_messages(&self) -> Option<u64> {
        self.text_before_messages
    }

    /// The messages, in order. There are no messages if the file is empty, if its format is
    /// [unsupported](Self::unsupported), if the message is [too large](Self::too_large), or if all octets are
    /// the [prelude](Self::prelude).
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.slots.iter().zip(self.ordinal..).map(|(slot, ordinal)| Entry { batch: self, slot, ordinal })
    }

    /// The message with the index `index` in this batch.
    pub fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let slot = self.slots.get(index)?;
        Some(Entry { batch: self, slot, ordinal: self.ordinal + index as u64 })
    }
}

impl<'b> Entry<'b> {
    /// The offset of the message in its mailbox. In an mbox, this is the offset of the `From ` line
    /// before the message.
    pub fn offset(&self) -> u64 {
        self.batch.offset + self.slot.head.start as u64
    }

    /// The `From ` line with its line end. The span is empty outside an mbox.
    pub fn from_line(&self) -> Span {
        self.slot.variant.map_or(Span::at(self.slot.head.end), |_| self.slot.head)
    }

    /// The octets of the `From ` line with its line end. There are none outside an mbox.
    pub fn from_line_octets(&self) -> &'b [u8] {
        self.from_line().slice(&self.batch.octets)
    }

    /// The message as it is stored in the file, without its `From ` line and without the blank line after the
    /// message.
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

    /// Whether the file can hold other messages besides this message.
    pub fn is_one_of_several(&self) -> bool {
        self.slot.variant.is_some()
    }

    /// Whether the end of the message was found by its Content-Length.
    pub(crate) fn is_counted(&self) -> bool {
        self.slot.counted
    }

    /// Whether the Content-Length of the message points past a `From ` line.
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

    /// The message as it was before it was stored. In an mbox, the quoting of lines that look like
    /// separators is removed.
    pub fn message(&self) -> Unquoted<'b> {
        let stored = self.slot.content.slice(&self.batch.octets);
        match self.slot.variant {
            Some(_) if !self.slot.has_candidate => Unquoted::without_from_lines(stored),
            Some(variant) => Unquoted::new(stored, variant),
            None => Unquoted::verbatim(stored),
        }
    }

    /// The reason why the message must not be changed, if its file is damaged.
    pub(crate) fn damaged(&self) -> Option<&'static str> {
        self.batch.damaged
    }

    /// Whether the file might be an mbox although it was read as one message. Such a file does not start with
    /// a `From ` line, but nothing else shows that the file is a single message.
    pub(crate) fn is_guessed(&self) -> bool {
        self.batch.guessed
    }

    /// The offset to which the Content-Length points, if the Content-Length is wrong. The offset is counted
    /// from the start of the `From ` line of the message. A wrong Content-Length is not updated when the
    /// message changes.
    pub(crate) fn wrong_length(&self) -> Option<u64> {
        self.slot.variant.filter(|variant| *variant != Variant::Mmdf)?;
        let stored = self.slot.content.slice(&self.batch.octets);
        let field = content_length::of_message(stored)?;
        let is_right = field.is_right(stored.len() - field.body);
        (!is_right).then(|| self.led_to(field))
    }

    /// The offset to which the Content-Length of `message` points, counted as in
    /// [`wrong_length`](Entry::wrong_length). `message` was returned by [`rewritten`](Entry::rewritten).
    /// Memory: a copy of the message.
    pub(crate) fn length_of(&self, message: &Splice) -> Option<u64> {
        content_length::of_message(&message.assemble(&self.batch.octets)).map(|field| self.led_to(field))
    }

    fn led_to(&self, field: ContentLength) -> u64 {
        ((self.slot.head.len() + field.body) as u64).saturating_add(field.length as u64)
    }

    /// Writes the message unchanged to `out`.
    pub fn keep(&self, out: &mut Splice) {
        out.keep(self.span());
    }

    /// Writes the changed message to `out`. `text` is the result of [`message`](Entry::message), and `segments`
    /// are the new octets of the message.
    ///
    /// In an mbox, the `From ` line and the blank line are kept, lines are quoted by the rules of the variant,
    /// and a correct Content-Length is updated. In an Apple Mail file, the length in the first line is updated,
    /// and the property list is kept.
    ///
    /// Memory: the octets that are written. A second copy of the message is needed if the message has a
    /// Content-Length, or if some of its lines may be separators.
    pub fn rewrite(
        &self,
        text: Unquoted<'_>,
        segments: impl Iterator<Item = Segment<Vec<u8>>>,
        out: &mut Splice,
    ) {
        self.write(self.rewritten(text, segments), out);
    }

    /// The changed message as [`rewrite`](Entry::rewrite) stores it, but without the `From ` line and without
    /// the blank line after the message.
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

    /// Writes `message`, which was returned by [`rewritten`](Entry::rewritten), together with the octets before
    /// and after the message in its file.
    pub(crate) fn write(&self, message: Splice, out: &mut Splice) {
        match self.slot.head_for {
            Some(head_for) => out.push(head_for(self.slot.head.slice(&self.batch.octets), message.len())),
            None => out.keep(self.slot.head),
        }
        out.append(message);
        out.keep(self.slot.trailer);
    }

    /// The digest that the next reader of the file computes for this message, if `message` is written.
    /// `message` was returned by [`rewritten`](Entry::rewritten). Memory: a copy of the message, if it is in an
    /// mbox.
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
        // `text` can be as large as the message. It is dropped before the message is copied once more,
        // to save memory.
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
