//! Writes messages to a new mbox.

use super::content_length::{count, has_body};
use super::{Requoter, Unquoted, Variant};
use std::io::{self, Write};

/// Appends messages to an mbox.
///
/// ```
/// use mailutf::mailbox::mbox::{Variant, Writer};
/// let mut mbox = Writer::new(Vec::new(), Variant::Mboxrd);
/// mbox.write(b"From a@b.org Mon Jan  1 00:00:00 2024", b"Subject: 1\n\nFrom me\n")?;
/// assert_eq!(
///     mbox.into_inner(),
///     b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: 1\n\n>From me\n\n",
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    variant: Variant,
}

impl<W: Write> Writer<W> {
    /// Returns a writer that appends to `output`. The output must be empty or end with a blank line.
    pub fn new(output: W, variant: Variant) -> Self {
        Self { output, variant }
    }

    /// Appends `message` below `from_line`, which is given without its line end. If the last line of the
    /// message has no line end, a line end is added, because an mbox cannot store the message without it. In
    /// mboxcl and mboxcl2, Content-Length is set, and is added if it is missing.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn write(&mut self, from_line: &[u8], message: &[u8]) -> io::Result<()> {
        let first_line = message.split_inclusive(|&octet| octet == b'\n').next();
        let crlf = first_line.is_some_and(|line| line.ends_with(b"\r\n"));
        let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
        let counted = self.variant.counts() && has_body(message);
        let text = Unquoted::verbatim(b"");
        let mut requoter = Requoter::new(&text, 0, self.variant, counted);
        requoter.push(message.to_vec());
        let mut quoted = requoter.finish(Some(line_end)).assemble(b"");
        if counted {
            count(&mut quoted, line_end);
        }
        for octets in [from_line, line_end, &quoted, line_end] {
            self.output.write_all(octets)?;
        }
        Ok(())
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.output
    }
}
