//! Mail that another program wrote into the old file of an mbox after its replacement was made. It is appended to the
//! replacement unchanged, like any mail that arrives after the run.
//!
//! If the old file still starts with the octets that were read, all that follows is late. If it does not, an agent has
//! changed the fields that hold its state in the old messages, or has removed messages. When the replacement was made,
//! both files held the same messages, converted in one of them. So the messages are recognised by the properties that
//! neither an agent nor a conversion changes: their `From ` lines, Message-IDs and dates. If these differ, both files
//! are left unchanged.
//!
//! Cost: reads once the new file and the added end of the old file; if the start of the old file has changed, reads the
//! whole old file. Memory: a digest and two numbers for each message after the common ones; two messages after a kill.

use crate::mailbox::compressed::decompressed;
use crate::mailbox::{Digest, Format, Source};
use crate::span::Span;
use crate::syntax::header_block::header_block;
use memchr::memchr;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

/// The most octets of the end of a message: a blank line with its line ends, or the last line of MMDF.
const LONGEST_END: u64 = 5;

/// The start of the old file, compared with the octets that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The old file starts with the octets that were read; this is their number.
    Same(u64),
    /// The old file does not start with the octets that were read.
    Changed,
}

/// Appends to `new` the messages of `old` after those that both files had at first, unless `new` has them already. `messages`
/// is the number of common messages. Both files are locked.
///
/// # Errors
/// Fails with the reason if it is not clear which messages these are. If they cannot be written, `new` is as it was.
pub(super) fn carry_over(
    old: &File,
    new: &File,
    format: Format,
    messages: u64,
    start: Start,
) -> io::Result<()> {
    let ours = Scan::of(new, 0, format, messages)?;
    let theirs = match start {
        Start::Same(octets) => {
            let theirs = Scan::of(old, octets, format, 0)?;
            if theirs.has_text_before {
                return Err(unclear("it does not start with the first line of a message"));
            }
            theirs
        }
        Start::Changed => {
            let theirs = Scan::of(old, 0, format, messages)?;
            if theirs.common != ours.common || theirs.count < messages || ours.count < messages {
                return Err(unclear("the messages before it are no longer the same as in the mailbox"));
            }
            theirs
        }
    };
    let mut known: HashMap<_, usize> = HashMap::new();
    for message in &ours.after {
        *known.entry(message.digest).or_default() += 1;
    }
    // If several messages in the old file are equal, as many of them count as known as the new file has.
    let mut is_known = |message: &Message| {
        let left = known.get_mut(&message.digest).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    };
    let late: Vec<_> = theirs.after.iter().filter(|message| !is_known(message)).collect();
    let Some(first) = late.first() else { return Ok(()) };
    let mut end = new.metadata()?.len();
    // A run was killed while it was appending this message: the part that it has appended is in the old file as well.
    if let Some(last) = ours.after.last().filter(|last| last.end == end)
        && starts_with(old, first, new, last)?
    {
        end = last.start;
        new.set_len(end)?;
    }
    let appended = append(old, &late, new, end).and_then(|()| new.sync_all());
    if appended.is_err() {
        new.set_len(end)?;
    }
    appended
}

/// Whether the message in `old` is longer than that in `new`, and starts with all octets of it.
fn starts_with(old: &File, message: &Message, new: &File, start: &Message) -> io::Result<bool> {
    let octets = start.end - start.start;
    if message.end - message.start <= octets {
        return Ok(false);
    }
    let read = |mut file: &File, from| {
        file.seek(SeekFrom::Start(from))?;
        let mut text = Vec::new();
        file.take(octets).read_to_end(&mut text)?;
        io::Result::Ok(text)
    };
    Ok(read(old, message.start)? == read(new, start.start)?)
}

pub(super) fn unclear(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// Writes the messages at the `end` of `new`, each after a blank line.
fn append(mut old: &File, late: &[&Message], mut new: &File, end: u64) -> io::Result<()> {
    let start = end.saturating_sub(LONGEST_END);
    let mut last = Vec::new();
    new.seek(SeekFrom::Start(start))?;
    new.take(LONGEST_END).read_to_end(&mut last)?;
    new.seek(SeekFrom::Start(end))?;
    let is_closed =
        last.is_empty() || [&b"\n\n"[..], b"\r\n\r\n", b"\x01\x01\n"].iter().any(|end| last.ends_with(end));
    if !is_closed {
        new.write_all(if last.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
    }
    for message in late {
        old.seek(SeekFrom::Start(message.start))?;
        let octets = message.end - message.start;
        if io::copy(&mut old.take(octets), &mut new)? < octets {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

/// The messages of an mbox: first those that it has in common with another one, then the others.
struct Scan {
    /// Number of messages.
    count: u64,
    /// A digest of the identities of the common messages.
    common: [u8; 32],
    /// The messages after the common ones.
    after: Vec<Message>,
    /// Whether there is text before the first message.
    has_text_before: bool,
}

/// Where a message is, with its `From ` line and the blank line after it.
struct Message {
    start: u64,
    end: u64,
    /// The digest of the octets of the message that [last](lasting).
    digest: Digest,
}

impl Scan {
    /// Reads the mbox from the octet `from` on.
    fn of(mut file: &File, from: u64, format: Format, common: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(from))?;
        let (input, compression) = decompressed(file)?;
        if compression.is_some() {
            return Err(unclear("the mailbox is compressed"));
        }
        let mut identities = Sha256::new();
        let (mut count, mut after, mut has_text_before) = (0, Vec::new(), false);
        for batch in Source::new(input, format)? {
            let batch = batch?;
            has_text_before |= batch.has_text_before_messages();
            if let Some(too_large) = batch.too_large() {
                count = too_large.ordinal + 1;
                if too_large.ordinal >= common {
                    return Err(unclear("a message in it is too large"));
                }
                identify(batch.octets(), &mut identities);
            }
            for entry in batch.entries() {
                let octets = entry.span().slice(batch.octets());
                if !entry.is_one_of_several() {
                    // A file without a separator line.
                    has_text_before |= !octets.trim_ascii().is_empty();
                    continue;
                }
                count = entry.ordinal + 1;
                if entry.ordinal < common {
                    identify(octets, &mut identities);
                } else {
                    let start = from + entry.offset();
                    after.push(Message { start, end: start + octets.len() as u64, digest: lasting(octets) });
                }
            }
        }
        file.rewind()?;
        Ok(Self { count, common: identities.finalize().into(), after, has_text_before })
    }
}

/// Fields in which agents keep their state: Dovecot (`mbox_hide_headers` in its mbox-storage.c), UW IMAP and mutt.
const STATE: &[&str] =
    &["content-length", "lines", "status", "x-imap", "x-imapbase", "x-keywords", "x-status", "x-uid"];

/// The digest of a message that starts with its separator line, without the fields that an agent may change. If a run is
/// killed after it has carried a message over, an IMAP session may number that message before the next run, which must still
/// recognize it.
fn lasting(octets: &[u8]) -> Digest {
    let message = memchr(b'\n', octets).map_or(octets.len(), |end| end + 1);
    let header = header_block(octets, Span::new(message, octets.len()));
    let (mut pieces, mut end) = (Vec::new(), 0);
    for field in &header.fields {
        if STATE.iter().any(|name| field.is(octets, name)) {
            pieces.push(Span::new(end, field.span.start).slice(octets));
            end = field.span.end;
        }
    }
    pieces.push(Span::new(end, octets.len()).slice(octets));
    Digest::of_pieces(pieces)
}

/// Adds to `identities` the properties of a message that no conversion and no agent changes. The message starts
/// with its separator line.
fn identify(octets: &[u8], identities: &mut Sha256) {
    let (separator, message) = octets.split_at(memchr(b'\n', octets).map_or(octets.len(), |end| end + 1));
    let header = header_block(message, Span::new(0, message.len()));
    let field = |name| header.field(message, name).map_or(&b""[..], |field| field.body.slice(message));
    for octets in [separator, field("message-id"), field("date")] {
        identities.update((octets.len() as u64).to_le_bytes());
        identities.update(octets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    /// Carries over from `old` to `new`, which have their first message in common; returns the new file.
    fn carried(old: &str, new: &str) -> String {
        let dir = TempDir::new().unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::write(&path, text).unwrap();
            File::options().read(true).write(true).open(path).unwrap()
        };
        carry_over(&file("old", old), &file("new", new), Format::Any, 1, Start::Changed).unwrap();
        fs::read_to_string(dir.path().join("new")).unwrap()
    }

    fn message(fields: &str) -> String {
        format!("From a@b.c Tue Jan  2 03:04:05 2024\nFrom: a@b.c\n{fields}\ntext\n\n")
    }

    #[test]
    fn a_message_that_a_killed_run_carried_over_is_known_again_after_a_session_has_numbered_it() {
        let first = message("Message-ID: <1@b.c>\n");
        let old = first.clone() + &message("Message-ID: <2@b.c>\n");
        for fields in
            ["", "X-UID: 7\nStatus: O\n", "X-Keywords:      \nContent-Length: 5\n", "X-IMAPbase: 1 2\n"]
        {
            let new = first.clone() + &message(&format!("Message-ID: <2@b.c>\n{fields}"));
            assert_eq!(carried(&old, &new), new);
        }
        assert_eq!(carried(&old, &first), old);
    }

    #[test]
    fn a_message_that_a_killed_run_began_to_append_is_there_once() {
        let first = message("Message-ID: <1@b.c>\n");
        let late = message("Message-ID: <2@b.c>\n");
        let old = first.clone() + &late;
        let from_line = late.find('\n').unwrap() + 1;
        for end in from_line..=late.len() {
            let new = first.clone() + &late[..end];
            assert_eq!(carried(&old, &new), old, "{new}");
        }
    }

    #[test]
    fn equal_messages_are_carried_over_as_often_as_they_are_missing() {
        let (first, same) = (message("Message-ID: <1@b.c>\n"), message("Message-ID: <2@b.c>\n"));
        let old = first.clone() + &same.repeat(3);
        assert_eq!(carried(&old, &(first + &same)), old);
    }
}
