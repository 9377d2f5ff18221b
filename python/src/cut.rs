//! Cuts an mbox into ranges by reading only the octets around each cut.
//!
//! Whether a line separates messages depends on the lines near it, and on whether the header of the message that
//! contains the line has ended. So the octets before a cut are read twice: once as if they were in a header, and once
//! as if they were in a body. If both readings find the same start of a message, a reader of the whole mbox finds this
//! start, too. If they find different starts, more octets before the cut are read. This method does not work for an
//! MMDF file, or for an mbox whose Content-Length is trusted.

use crate::source::ReadSeek;
use mailutf::mailbox::mbox::{Index, Range, Reader, Variant};
use std::io::{self, ErrorKind, Read, SeekFrom};

/// Octets that are given to a reader before octets from the middle of an mbox. `IN_HEADER` is a message whose header
/// has not ended, so the reader takes the octets after it for a part of a header. `IN_BODY` is a message whose header
/// has ended, so the reader takes the octets after it for a part of a body.
const IN_HEADER: &[u8] = b"From a@b.org Thu Jan  1 00:00:00 1970\nSubject: x";
const IN_BODY: &[u8] = b"From a@b.org Thu Jan  1 00:00:00 1970\nSubject: x\n\nx";

/// The number of octets before a cut that are read first. This many octets nearly always contain a blank line.
const BEFORE: u64 = 16 << 10;

/// The maximum size of a message that is kept in memory during the search for the start of a message, in octets.
const HELD: usize = 64 << 10;

/// Cuts an mbox into ranges, each of which contains the messages that start before the next multiple of `size`. The
/// messages of a range are counted from the start of the range. Returns `None` if the starts of messages can only be
/// found by reading the whole mbox.
///
/// # Errors
/// Fails in the same cases as [`Index`].
pub(crate) fn ranges(mail: &mut dyn ReadSeek, size: u64, limit: usize) -> io::Result<Option<Vec<Range>>> {
    mail.seek(SeekFrom::Start(0))?;
    let second = Index::of(&mut *mail, None)?.limit(limit).ranges(1).nth(1).transpose()?;
    // Content-Length is trusted in the whole mbox if the first message has a correct Content-Length. In this case,
    // this function cannot cut the mbox.
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

/// The end of the text form of a [`Range`], if the Content-Length of the message before the range is missing or wrong.
const UNCOUNTED: &str = ":auto-uncounted";

/// Returns the offset of the first message that starts at or after `cut`.
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

/// Returns the offset of the first message that starts at or after `cut`. The mbox is read from the offset `from` on,
/// as if the octets `given` stood directly before this offset.
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
