//! A terminal to which mail or converted text is written. Output that is not text is refused, because control
//! characters would change how the terminal works, and octets that are not UTF-8 would not be visible. The text is
//! not escaped, because its octets are the result that the user asked for.

use std::io::{self, ErrorKind, Write};

/// The control characters that text on a terminal may contain: ends of lines and pages, and tabs.
const OF_TEXT: [char; 4] = ['\t', '\n', '\r', '\u{c}'];

/// A writer that passes text to a terminal, and refuses everything else.
pub(crate) struct Screen<W> {
    terminal: W,
    /// The first octets of a character whose remaining octets have not been written yet.
    start: Vec<u8>,
}

impl<W: Write> Screen<W> {
    pub(crate) const fn new(terminal: W) -> Self {
        Self { terminal, start: Vec::new() }
    }
}

/// Returns the number of octets at the start of `text` that form whole characters. Returns `None` if `text` is not
/// UTF-8, or has control characters that do not occur in text.
fn whole(text: &[u8]) -> Option<usize> {
    let valid = match str::from_utf8(text) {
        Ok(valid) => valid,
        Err(error) if error.error_len().is_some() => return None,
        Err(error) => str::from_utf8(text.get(..error.valid_up_to())?).ok()?,
    };
    let is_text = valid.chars().all(|one| !one.is_control() || OF_TEXT.contains(&one));
    is_text.then_some(valid.len())
}

fn refused() -> io::Error {
    let why = "standard output is a terminal, but the output is not text in UTF-8; write it to a file with -o FILE, \
               or to a pipe";
    io::Error::new(ErrorKind::InvalidInput, why)
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.start);
        text.extend_from_slice(octets);
        let end = whole(&text).ok_or_else(refused)?;
        self.start = text.split_off(end);
        self.terminal.write_all(&text)?;
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.start.is_empty() { self.terminal.flush() } else { Err(refused()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text that a terminal shows for the octets, which are written in two pieces, divided at
    /// the offset `cut`.
    fn shown(octets: &[u8], cut: usize) -> Option<Vec<u8>> {
        let mut screen = Screen::new(Vec::new());
        let (start, end) = octets.split_at(cut);
        let written =
            screen.write_all(start).and_then(|()| screen.write_all(end)).and_then(|()| screen.flush());
        written.ok().map(|()| screen.terminal)
    }

    #[test]
    fn only_text_is_written() {
        for text in ["", "a\tb\r\nc\u{c}\n", "Grüße 日本 🌍\n"] {
            let octets = text.as_bytes();
            assert!((0..=octets.len()).all(|cut| shown(octets, cut).as_deref() == Some(octets)), "{text}");
        }
        for octets in [
            &b"a\0"[..],
            b"\x1b[2J",
            b"Gr\xFC\xDFe",
            b"\x1f\x8b\x08",
            "\u{9b}".as_bytes(),
            b"\x7f",
            b"Gr\xC3",
        ] {
            assert!((0..=octets.len()).all(|cut| shown(octets, cut).is_none()), "{octets:?}");
        }
    }
}
