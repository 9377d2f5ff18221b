//! Appends late mail to the replacement of an mbox. Late mail is mail that another program wrote into the old
//! file of the mbox after the replacement was made. It is appended unchanged, like any mail that arrives after
//! the run.
//!
//! If the old file still starts with the octets that were read, everything after these octets is late mail.
//! If it does not, an agent (a delivery agent or a mail server) has removed old messages, or has changed
//! those fields of old messages that record the state of the agent. When the replacement was made, both files
//! held the same messages, which were converted in the replacement. So the messages are compared by
//! properties that neither an agent nor a conversion changes: their `From ` lines, Message-IDs and dates. If
//! these properties differ, both files are left unchanged.
//!
//! Cost: the new file and the added end of the old file are read once. If the start of the old file has
//! changed, the whole old file is read. Memory: a digest and two numbers for each message after the messages
//! that both files held when the replacement was made. After a killed run, two messages are held in memory as
//! well.

use crate::mailbox::compressed::decompressed;
use crate::mailbox::{Digest, Format, Source};
use crate::span::Span;
use crate::syntax::header_block::header_block;
use memchr::memchr;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

/// The number of octets that are read at the end of a file, to find out whether a blank line or an MMDF mark
/// ends its last message. The longest of these endings is an MMDF mark with its line feed.
const LONGEST_END: u64 = 5;

/// Tells whether the old file still starts with the octets that were read when the mbox was converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The old file still starts with the octets that were read. The value is the number of these octets.
    Same(u64),
    /// The old file does not start with the octets that were read.
    Changed,
}

/// Appends messages of `old` to `new`. Both files started with the same messages, whose number is `messages`.
/// The messages of `old` after these common messages are appended, unless `new` already has them. Both files
/// are locked.
///
/// # Errors
/// Fails with the reason if it is not clear which messages have to be appended. If the messages cannot be
/// written, no part of them stays in `new`.
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
                return Err(unclear("the new octets do not start with the first line of a message"));
            }
            theirs
        }
        Start::Changed => {
            let theirs = Scan::of(old, 0, format, messages)?;
            if theirs.common != ours.common || theirs.count < messages || ours.count < messages {
                return Err(unclear(
                    "the messages before the new ones are no longer the same as in the mailbox",
                ));
            }
            theirs
        }
    };
    let mut known: HashMap<_, usize> = HashMap::new();
    for message in &ours.after {
        *known.entry(message.digest).or_default() += 1;
    }
    // A message can occur several times in the old file. If it occurs less often in the new file, the surplus
    // messages are late mail.
    let mut is_known = |message: &Message| {
        let left = known.get_mut(&message.digest).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    };
    let late: Vec<_> = theirs.after.iter().filter(|message| !is_known(message)).collect();
    let Some(first) = late.first() else { return Ok(()) };
    let mut end = new.metadata()?.len();
    // If the last message of `new` is an incomplete copy of the first late message, a run was killed while it
    // was appending that message. The incomplete copy is removed from `new`.
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

/// Whether `message` in `old` is longer than the message `start` in `new`, and starts with all octets of
/// `start`.
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

/// Writes the messages to `new`, from offset `end` on. If no blank line comes before `end`, a blank line is
/// added.
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

/// The messages of an mbox: the messages that it has in common with another mbox, and the messages after them.
struct Scan {
    /// The number of messages.
    count: u64,
    /// A digest of those properties of the common messages that are compared.
    common: [u8; 32],
    /// The messages after the common messages.
    after: Vec<Message>,
    /// Whether text comes before the first message.
    has_text_before: bool,
}

/// The place of a message in a file, including its `From ` line and the blank line after it.
struct Message {
    start: u64,
    end: u64,
    /// The digest of the message without the fields that an agent may change; see [`lasting`].
    digest: Digest,
}

impl Scan {
    /// Reads the mbox from the octet `from` on. The first `common` messages that are read are
    /// the common messages.
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
            has_text_before |= batch.text_before_messages().is_some();
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
                    // The file has no separator line, so all of its text comes before the first message.
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

/// The fields in which mail programs keep their state. The programs are Dovecot (`mbox_hide_headers` in its
/// mbox-storage.c), UW IMAP and mutt.
const STATE: &[&str] =
    &["content-length", "lines", "status", "x-imap", "x-imapbase", "x-keywords", "x-status", "x-uid"];

/// Computes the digest of a message without the fields that an agent may change. `octets` start with the
/// separator line of the message. The fields are left out because of this case: a run is killed after it has
/// carried the message over, and then an IMAP session adds a field with a UID to the message. The next run must
/// still recognise the message.
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

/// Adds to `identities` the properties of a message that neither a conversion nor an agent changes. The message
/// starts with its separator line.
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

    /// Carries late mail over from `old` to `new`, which have their first message in common. Returns the
    /// content of the new file.
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
