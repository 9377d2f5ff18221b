//! `mailutf text`: the text of messages as one stream of UTF-8.
//!
//! After each message stands a line of a form feed (U+000C) and nothing else, so that a script can split the
//! stream; a text that holds such a line has a blank put behind its form feed. Nothing else is escaped but on a
//! terminal, where control characters other than line ends and tabs are shown.

use crate::args::TextArgs;
use crate::escape::Escaped;
use crate::exit::Exit;
use crate::input::{messages, warn};
use crate::look::{Look, Seen};
use mailutf::mailbox::batch::Entry;
use mailutf::message::{Part, PartKind};
use mailutf::{Error, Policy, body};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

pub(crate) fn run(args: &TextArgs) -> Result<Exit, Error> {
    let stdout = io::stdout().lock();
    let escape = stdout.is_terminal();
    let output = BufWriter::new(stdout);
    let policy = args.reading.policy();
    let mut texts = Texts { args, policy: &policy, output, escape, exit: Exit::Done };
    for path in &args.paths {
        if let Err(stopped) = texts.take(path) {
            match stopped.action {
                "write" => return Err(stopped),
                _ => texts.exit = texts.exit.max(Exit::of(&stopped)),
            }
        }
    }
    texts.output.flush().map_err(write_error)?;
    Ok(texts.exit)
}

fn write_error(error: io::Error) -> Error {
    Error::new("write", None, error)
}

struct Texts<'a, W> {
    args: &'a TextArgs,
    policy: &'a Policy,
    output: W,
    escape: bool,
    exit: Exit,
}

impl<W: Write> Texts<'_, W> {
    fn take(&mut self, path: &Path) -> Result<(), Error> {
        for batch in messages(path)? {
            let batch = batch.map_err(|error| Error::new("read", Some(path), error))?;
            for entry in batch.entries() {
                self.message(path, &entry).map_err(write_error)?;
            }
        }
        Ok(())
    }

    fn message(&mut self, path: &Path, entry: &Entry<'_>) -> io::Result<()> {
        let octets = entry.message();
        let look = Look::at(octets.octets(), self.policy);
        if self.args.headers {
            for field in look.header() {
                self.write(&field)?;
            }
            self.write("\n")?;
        }
        let context = body::context(&look.message, self.policy);
        for (index, (part, seen)) in look.message.parts.iter().zip(&look.parts).enumerate() {
            if !self.is_wanted(part, seen, look.message.parts.len()) {
                continue;
            }
            match (&seen.read, body::text_in(&look.message, index, &context)) {
                (Some(Ok(_)), Ok(text)) => self.write(&text.text)?,
                (_, Err(why)) => self.unreadable(path, entry, seen, &why.to_string()),
                (_, Ok(_)) => self.unreadable(path, entry, seen, "it is no text"),
            }
        }
        self.output.write_all(b"\x0C\n")
    }

    /// The parts that are text to be read; or the one that was asked for: of a message that is no multipart,
    /// that is 1, too (RFC 3501 section 6.4.5).
    fn is_wanted(&self, part: &Part, seen: &Seen, parts: usize) -> bool {
        match &self.args.part {
            Some(wanted) => *wanted == seen.path || wanted == "1" && parts == 1,
            None => part.kind == PartKind::Text && !part.attachment,
        }
    }

    fn unreadable(&mut self, path: &Path, entry: &Entry<'_>, seen: &Seen, why: &str) {
        let message = entry.ordinal + 1;
        let part = if seen.path.is_empty() { String::new() } else { format!(", part {}", seen.path) };
        warn(path, &format!("message {message} at octet {}{part}: {why}", entry.offset()));
        self.exit = self.exit.max(Exit::Unresolved);
    }

    /// Writes lines, the last of which gets a line end.
    fn write(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let content = line.strip_suffix('\n').unwrap_or(line);
            let content = content.strip_suffix('\r').unwrap_or(content);
            if self.escape {
                let pieces = content.split('\t').map(|piece| Escaped(piece.as_bytes()).to_string());
                self.output.write_all(pieces.collect::<Vec<_>>().join("\t").as_bytes())?;
            } else {
                self.output.write_all(content.as_bytes())?;
            }
            self.output.write_all(if content == "\x0C" { b" \n" } else { b"\n" })?;
        }
        Ok(())
    }
}
