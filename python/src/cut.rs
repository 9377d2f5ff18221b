//! Cuts an mbox into ranges by the octets around each cut, so that the octets between the cuts are not read.
//!
//! Whether a line separates messages depends on the lines near it, with one exception: it also depends on whether the
//! header of the message around the line has ended. So the octets before a cut are read twice, as if they were in a
//! header and as if they were in a body. Where both find the same message, it is the one that a reader of the whole
//! finds; where they do not, more octets before the cut are read. A Content-Length that is trusted, and the marks of
//! MMDF, are no such rule.

use crate::source::ReadSeek;
use mailutf::mailbox::mbox::{Index, Range, Reader, Variant};
use std::io::{self, ErrorKind, Read, SeekFrom};

/// What a reader is given before octets from the middle of an mbox: a message whose header has not ended, or has.
const IN_HEADER: &[u8] = b"From a@b.org Thu Jan  1 00:00:00 1970\nSubject: x";
const IN_BODY: &[u8] = b"From a@b.org Thu Jan  1 00:00:00 1970\nSubject: x\n\nx";

/// Octets before a cut that nearly always hold a blank line.
const BEFORE: u64 = 16 << 10;

/// Messages above this are not held in memory to find where the next one starts.
const HELD: usize = 64 << 10;

/// The messages that start at or after each multiple of `size` and before the next, as ranges that do not count the messages
/// before them. `None` if only reading all of the mbox shows where its messages start.
///
/// # Errors
/// As [`Index`].
pub(crate) fn ranges(mail: &mut dyn ReadSeek, size: u64, limit: usize) -> io::Result<Option<Vec<Range>>> {
    mail.seek(SeekFrom::Start(0))?;
    let second = Index::of(&mut *mail, None)?.limit(limit).ranges(1).nth(1).transpose()?;
    // Once a message has no Content-Length that is right, none is trusted.
    if second.is_none_or(|second| !second.to_string().ends_with(UNCOUNTED)) {
        return Ok(None);
    }
    let length = mail.seek(SeekFrom::End(0))?;
    let mut starts = vec![0];
    let mut cut = size;
    while cut < length {
        let Some(start) = start_from(mail, cut)? else { break };
        starts.push(start);
        cut = (start / size).saturating_add(1).saturating_mul(size);
    }
    starts.push(length);
    let range = |(start, end): (&u64, &u64)| {
        let reading = if *start == 0 { ":auto" } else { UNCOUNTED };
        format!("{start}-{end}:1{reading}").parse()
    };
    let found: Result<Vec<Range>, _> = starts.iter().zip(starts.iter().skip(1)).map(range).collect();
    found.map(Some).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))
}

/// How a [`Range`] is read after a message whose Content-Length is missing or wrong.
const UNCOUNTED: &str = ":auto-uncounted";

/// Where the first message starts that starts at `cut` or after it.
fn start_from(mail: &mut dyn ReadSeek, cut: u64) -> io::Result<Option<u64>> {
    let mut before = BEFORE;
    loop {
        let from = cut.saturating_sub(before);
        if from == 0 {
            return start_after(mail, b"", 0, cut);
        }
        let in_body = start_after(mail, IN_BODY, from, cut)?;
        if in_body == start_after(mail, IN_HEADER, from, cut)? {
            return Ok(in_body);
        }
        before = before.saturating_mul(4);
    }
}

/// The first start at `cut` or after it, if `given` stands before the octets at `from`.
fn start_after(mail: &mut dyn ReadSeek, given: &[u8], from: u64, cut: u64) -> io::Result<Option<u64>> {
    mail.seek(SeekFrom::Start(from))?;
    for batch in Reader::new(given.chain(&mut *mail), Some(Variant::Mboxrd)).limit(HELD) {
        let batch = batch?;
        let large = batch.too_large().map(|large| large.offset);
        let starts = batch.entries().map(|entry| entry.offset()).chain(large);
        let in_file = |start: u64| Some(start.checked_sub(given.len() as u64)?.saturating_add(from));
        if let Some(start) = starts.filter_map(in_file).find(|start| *start >= cut) {
            return Ok(Some(start));
        }
    }
    Ok(None)
}
