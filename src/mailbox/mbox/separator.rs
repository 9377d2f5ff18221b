//! Where a message of an mbox starts. Linear time.

use crate::mailbox::source::BOM;
use crate::span::Span;
use crate::syntax::from_line::from_line;
use crate::syntax::header::header_block;
use memchr::{memchr, memmem};

/// Octets of the longest `From ` line.
const LONGEST_FROM_LINE: usize = 1_000;

/// The octets end too early to tell; nothing that was looked for stands before this offset.
pub(super) struct More(pub(super) usize);

/// Finds the lines that start messages.
#[derive(Debug)]
pub(super) struct Separators(memmem::Finder<'static>);

impl Default for Separators {
    fn default() -> Self {
        Self(memmem::Finder::new(b"\nFrom "))
    }
}

/// Quotes the lines of `message`, as it is to be stored, that would start another one.
pub(in crate::mailbox) fn quote(message: &mut Vec<u8>) {
    let separators = Separators::default();
    // Where the header ends is not to be looked for once for each line.
    let header_end = blank_line(message).unwrap_or(0);
    let mut quoted = Vec::new();
    let mut copied = 0;
    while let Ok(Some(line)) = separators.next(message, header_end, copied, true) {
        quoted.extend_from_slice(Span::new(copied, line).slice(message));
        quoted.push(b'>');
        copied = line;
    }
    if copied > 0 {
        quoted.extend_from_slice(Span::new(copied, message.len()).slice(message));
        *message = quoted;
    }
}

impl Separators {
    /// The first separator behind `from` of `octets`, in which a message starts at `start`, or its first blank line;
    /// `ended` says whether they end with the file.
    pub(super) fn next(
        &self,
        octets: &[u8],
        start: usize,
        from: usize,
        ended: bool,
    ) -> Result<Option<usize>, More> {
        let mut at = from;
        // Whether the header of the message has ended, as far as was looked.
        let (mut body, mut looked) = (false, start);
        while let Some(found) = self.0.find(Span::new(at, octets.len()).slice(octets)) {
            let line = at + found + 1;
            let before = Span::new(0, line).slice(octets);
            let separates = match is_from_line(octets, line, ended) {
                Some(true) if is_behind_blank_line(before) => Some(true),
                Some(true) => {
                    body = body || blank_line(Span::new(looked, line).slice(octets)).is_some();
                    looked = line;
                    if body { is_above_header(octets, line, ended) } else { Some(false) }
                }
                unlikely => unlikely,
            };
            match separates {
                Some(true) => return Ok(Some(line)),
                Some(false) => at = line,
                None => return Err(More(line - 1)),
            }
        }
        let end = octets.len();
        if ended { Ok(None) } else { Err(More(at.max(end.saturating_sub(self.0.needle().len())))) }
    }
}

/// Whether a `From ` line stands at `at`; `None` where `octets` end too early to tell.
pub(super) fn is_from_line(octets: &[u8], at: usize, ended: bool) -> Option<bool> {
    let rest = Span::new(at, at + LONGEST_FROM_LINE).slice(octets);
    let whole = ended || rest.len() == LONGEST_FROM_LINE;
    match memchr(b'\n', rest) {
        _ if !rest.starts_with(b"From ") => (whole || !b"From ".starts_with(rest)).then_some(false),
        Some(end) => {
            let line = Span::new(0, end).slice(rest);
            Some(from_line(line.strip_suffix(b"\r").unwrap_or(line)).is_some())
        }
        None => whole.then(|| ended && from_line(rest).is_some()),
    }
}

/// Whether nothing but fields stands below the line at `line`, until both those that no message is without (RFC
/// 5322 section 3.6): From and Date.
fn is_above_header(octets: &[u8], line: usize, ended: bool) -> Option<bool> {
    let below = Span::new(line, octets.len()).slice(octets);
    let (mut from, mut date, mut fields) = (false, false, false);
    // The last line may be a part of one.
    let mut lines = below.split_inclusive(|&octet| octet == b'\n').filter(|line| line.ends_with(b"\n"));
    lines.next();
    for line in lines {
        if fields && matches!(line.first(), Some(b' ' | b'\t')) {
            continue;
        }
        let block = header_block(line, Span::new(0, line.len()));
        // What may be a separator itself is left to be one, so that no line is looked at twice.
        let field = block.fields.first().filter(|_| !line.starts_with(b"From "));
        let Some(field) = field else { return Some(false) };
        fields = true;
        from |= field.is(line, "from");
        date |= field.is(line, "date");
        if from && date {
            return Some(true);
        }
    }
    ended.then_some(false)
}

/// Whether `before` ends with a blank line, or is one.
fn is_behind_blank_line(before: &[u8]) -> bool {
    let line = before.strip_prefix(BOM).unwrap_or(before);
    matches!(line, b"\n" | b"\r\n" | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'])
}

/// Where a blank line stands in `lines`, or the end of the line before it.
fn blank_line(lines: &[u8]) -> Option<usize> {
    if lines.starts_with(b"\n") || lines.starts_with(b"\r\n") {
        return Some(0);
    }
    [&b"\n\n"[..], b"\n\r\n"].iter().filter_map(|blank| memmem::find(lines, blank)).min()
}
