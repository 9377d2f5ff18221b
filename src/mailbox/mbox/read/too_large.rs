//! Returns a message above the limit in pieces, so that the whole message is never held in memory.

use super::{BEFORE, CHUNK, Passing, Reader};
use crate::mailbox::batch::{Batch, TooLarge};
use crate::mailbox::mbox::content_length::content_length;
use crate::mailbox::mbox::separator::More;
use crate::span::Span;
use std::io::{self, Read};

impl<R: Read> Reader<R> {
    /// Begins to return the message at the start of the buffer, which is larger than the limit. If the caller
    /// gave the variant, the Content-Length of the message is trusted, although it cannot be checked yet.
    pub(super) fn begin_passing(&mut self) -> Batch {
        let content = self.separators.after_head(&self.buffer, 0, self.buffer.len());
        let header = Span::new(content, self.buffer.len());
        let counted = if self.reading.counts { content_length(&self.buffer, header) } else { None };
        let end = counted.and_then(|field| field.body.checked_add(field.length));
        // In an MMDF file, nothing distinguishes the mark after this message from the mark before the next
        // message. So the rest of the file is returned as part of this message.
        let end = if self.separators.mmdf { Some(usize::MAX) } else { end };
        let length = self.scanned.saturating_sub(BEFORE);
        let length = end.map_or(length, |end| end.min(length));
        let left = end.and_then(|end| end.checked_sub(length));
        self.passing = Some(match left {
            Some(left) if self.separators.mmdf || self.reading.given.is_some() => Passing::Counted(left),
            _ => Passing::Separated(left),
        });
        self.too_large(length)
    }

    /// Returns the first `length` octets of the buffer. These octets are a message that is too large, or its
    /// start.
    pub(super) fn too_large(&mut self, length: usize) -> Batch {
        let (offset, ordinal) = (self.offset, self.ordinal);
        let octets = self.take(length);
        self.ordinal += 1;
        let too_large = Some(TooLarge { limit: self.limit, in_mbox: true, ordinal, offset });
        Batch { too_large, ..Batch::of_no_message(octets, offset) }
    }

    /// Returns the next piece of a message that is too large. Returns `None` if more input is needed or if the
    /// message has ended.
    pub(super) fn pass(&mut self, passing: Passing) -> io::Result<Option<Batch>> {
        let offset = self.offset;
        let length = match passing {
            Passing::Counted(0) => {
                match self.separators.is_at(&self.buffer, 0, self.ended) {
                    Some(true) => self.passing = None,
                    Some(false) => self.passing = Some(Passing::Separated(None)),
                    None => self.fill()?,
                }
                return Ok(None);
            }
            Passing::Counted(_) if self.buffer.is_empty() && self.ended => {
                self.passing = None;
                return Ok(None);
            }
            Passing::Counted(left) => {
                let length = left.min(self.buffer.len());
                self.passing = Some(Passing::Counted(left - length));
                self.scanned = length;
                length
            }
            Passing::Separated(leads_to) => match self.separated_end(leads_to) {
                Ok(end) => {
                    self.passing = None;
                    self.scanned = end;
                    end
                }
                Err(More(scanned)) => {
                    self.scanned = scanned;
                    let length = scanned.saturating_sub(BEFORE);
                    let left = leads_to.and_then(|at| at.checked_sub(length));
                    self.passing = Some(Passing::Separated(left));
                    length
                }
            },
        };
        if length < CHUNK && !self.ended && self.passing.is_some() {
            self.passing = Some(passing);
            self.fill()?;
            return Ok(None);
        }
        let octets = self.take(length);
        Ok((!octets.is_empty()).then(|| Batch::of_no_message(octets, offset)))
    }

    /// Returns the end of the message that is being returned in pieces. Its Content-Length points to
    /// `leads_to`.
    fn separated_end(&mut self, leads_to: Option<usize>) -> Result<usize, More> {
        let (found, end) = match self.separator(0) {
            Ok(end) => (true, end),
            Err(More(scanned)) => (false, scanned),
        };
        if let Some(at) = leads_to.filter(|at| found || at + BEFORE < end)
            && let Some(end) = self.end_near(at, end, false).map_err(|More(end)| More(end.min(at)))?
        {
            return Ok(end);
        }
        if found { Ok(end) } else { Err(More(end)) }
    }
}
