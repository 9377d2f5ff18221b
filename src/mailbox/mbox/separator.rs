//! Finds the places where messages start in an mbox or an MMDF file. Linear time.

use super::Variant;
use crate::span::Span;
use crate::syntax::field_kind::is_known;
use crate::syntax::from_line::{self, BOM, Separator};
use crate::syntax::header_block::header_block;
use mailutf_codecs::internal::LineStarts;
use memchr::{memchr, memmem, memrchr};

/// The mark: the line that starts and ends each message of an MMDF file.
const MARK: &[u8] = b"\x01\x01\x01\x01";
const MARK_START: u8 = 0x01;
/// The first octet of a byte order mark.
const BOM_START: u8 = 0xEF;

/// The error if more octets are needed to decide whether a separator follows. The value is an offset before
/// which there is no separator.
pub(super) struct More(pub(super) usize);

/// The kind of a file, as shown by the first line that is not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mailbox) enum Start {
    /// An mbox whose first `From ` line is at this offset.
    Mbox(usize),
    /// An MMDF file whose first mark is at this offset.
    Mmdf(usize),
    /// Another file.
    Other,
}

/// The kind of a file that starts with `octets`; `None` if `ended` is false and the octets end too early to
/// tell.
///
/// A file that starts with a `From ` line without a known date is an mbox only if a known header field follows
/// the line.
pub(in crate::mailbox) fn start(octets: &[u8], ended: bool) -> Option<Start> {
    let mut line = if octets.starts_with(BOM) { BOM.len() } else { 0 };
    loop {
        let next = after_line(octets, line, ended)?;
        let content = content(octets, line, next);
        if content.is_empty() && next > line {
            line = next;
            continue;
        }
        if content == MARK {
            return Some(Start::Mmdf(line));
        }
        let is_mbox = match from_line::separator(content) {
            Some((0, Separator::Dated)) => true,
            Some((0, _)) => is_above(octets, line, ended, is_known)?,
            _ => false,
        };
        return Some(if is_mbox { Start::Mbox(line) } else { Start::Other });
    }
}

/// Whether `octets`, which do not start with a separator, are an mbox that starts with the rest of a message: its first
/// message was cut off. `None` if `ended` is false and the octets end too early to tell. `searched` is the offset up to
/// which an earlier call found nothing; it is moved on.
///
/// Such a file starts with no known header field. Below a blank line, it has a `From ` line with a date above a known
/// header field. A message that quotes an mbox starts with a known field, so it stays one message.
pub(in crate::mailbox) fn starts_with_cut_message(
    octets: &[u8],
    searched: &mut usize,
    ended: bool,
) -> Option<bool> {
    let mut separators = Separators::default();
    let first = octets.iter().position(|octet| !octet.is_ascii_whitespace()).unwrap_or(octets.len());
    let has_known_field = |end: usize| {
        let header = header_block(octets, Span::new(first.min(end), end));
        header.fields.iter().any(|field| is_known(field.name.slice(octets)))
    };
    if *searched == 0 && has_known_field(octets.len()) {
        return Some(false);
    }
    while let Some(line) = separators.likely_line(octets, *searched) {
        let next = after_line(octets, line, ended)?;
        let candidate = separators.candidate(content(octets, line, next));
        if candidate == Some((0, Candidate::From(Separator::Dated)))
            && is_after_blank_line(Span::new(0, line).slice(octets))
            && is_above(octets, line, ended, is_known)?
        {
            return Some(!has_known_field(line));
        }
        *searched = (next - 1).max(line);
    }
    let last = memrchr(b'\n', Span::new(*searched, octets.len()).slice(octets));
    *searched += last.unwrap_or_default();
    ended.then_some(false)
}

/// Finds the lines that start messages.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Separators {
    /// Whether MMDF marks are the only separators, as in an MMDF file.
    pub(super) mmdf: bool,
    /// Whether [`next`](Self::next) has passed a line that looks like a separator but does not separate
    /// messages. Also true if `next` has passed a line that may start with `From ` after any number of `>` or
    /// after a byte order mark.
    pub(super) passed: bool,
}

/// A line that may start a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Candidate {
    From(Separator),
    Mark,
}

/// Quotes the lines of `message` that would start another message in the mbox. `message` is in the form in
/// which it will be stored.
pub(in crate::mailbox) fn quote(message: &mut Vec<u8>, variant: Variant) {
    let mut separators = Separators { mmdf: variant == Variant::Mmdf, ..Separators::default() };
    // The end of the header is found once instead of once for each line, so that the time is linear.
    let header_end = blank_line(message).unwrap_or(0);
    let mut quoted = Vec::new();
    let mut copied = 0;
    while let Ok(Some(found)) = separators.next(message, header_end, copied, true) {
        let rest = Span::new(found, message.len()).slice(message);
        let marks = rest.iter().take_while(|octet| **octet == 0 || BOM.contains(octet)).count();
        quoted.extend_from_slice(Span::new(copied, found + marks).slice(message));
        quoted.push(b'>');
        copied = found + marks;
    }
    if copied > 0 {
        quoted.extend_from_slice(Span::new(copied, message.len()).slice(message));
        *message = quoted;
    }
}

/// Tells whether a segment of a rewritten message has lines at which a program may start another message.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::mailbox) struct Candidates {
    /// Whether a line that does not start with `From ` may start a message. No [variant](Variant) quotes such a
    /// line.
    pub(in crate::mailbox) other: bool,
    /// Whether any line after the first line may start with `From ` or with any number of `>` followed
    /// by `From `.
    pub(in crate::mailbox) from_lines: bool,
}

impl Candidates {
    /// Searches `octets` for candidates. Linear time.
    pub(in crate::mailbox) fn of(octets: &[u8]) -> Self {
        let mut separators = Separators::default();
        let mut found = Self::default();
        let mut line = Some(0);
        while let Some(start) = line {
            let end = after_line(octets, start, true).unwrap_or(octets.len());
            let octets_of_line = Span::new(start, end).slice(octets);
            found.other |= is_other_candidate(octets_of_line);
            found.from_lines |= octets_of_line.starts_with(FROM);
            line = separators.likely_line(octets, start);
        }
        found.from_lines |= separators.passed;
        found
    }
}

/// Whether the first or the last line of `octets` is an [other](Candidates::other) candidate. `octets` are a
/// kept segment of a message in which no line looks like a separator. Such a segment can begin or end within a
/// line of the message, so only its first and its last line can look like a separator now.
pub(in crate::mailbox) fn has_other_candidate_at_edge(octets: &[u8]) -> bool {
    let first = memchr(b'\n', octets).map_or(octets.len(), |end| end + 1);
    let last = memrchr(b'\n', octets).map_or(0, |end| end + 1);
    [Span::new(0, first), Span::new(last, octets.len())]
        .iter()
        .any(|line| is_other_candidate(line.slice(octets)))
}

fn is_other_candidate(line: &[u8]) -> bool {
    let may_be =
        matches!(line.first(), Some(b'F' | b'f' | &MARK_START | &BOM_START)) || memchr(0, line).is_some();
    may_be && !line.starts_with(FROM) && Separators::default().candidate(line.trim_ascii_end()).is_some()
}

/// The possible first octets of a line that may start a message, or that may be a quoted `From ` line. The search
/// skips all other lines, which are most of the lines of a message, without examining them.
const STARTS: LineStarts = LineStarts::new(0, &[b'F', b'f', MARK_START, BOM_START, b'>']);

/// `From` after a NUL. A crash can leave NULs before a `From ` line.
const NUL_FROM: &[u8] = b"\0From";
const FROM: &[u8] = b"From ";

/// Whether the line at offset `line` starts with `From` in upper or lower case.
fn starts_with_from(octets: &[u8], line: usize) -> bool {
    octets.get(line..line + 4).is_some_and(|start| start.eq_ignore_ascii_case(b"From"))
}

impl Separators {
    /// Returns the start of the next line that may be a separator. The search begins after the first line end
    /// at or after `from`. A line may be a separator if it starts with `From` in upper or lower case, with the
    /// first octet of an MMDF mark, or with the first octet of a byte order mark; or if it contains `From`
    /// after a NUL.
    fn likely_line(&mut self, octets: &[u8], from: usize) -> Option<usize> {
        let first = from + memchr(b'\n', Span::new(from, octets.len()).slice(octets))?;
        let mut at = first;
        loop {
            at = STARTS.find(octets, at)?;
            match Span::new(at - 1, octets.len()).slice(octets) {
                [b'\n', b'>', rest @ ..] => {
                    let unquoted = rest.iter().find(|octet| **octet != b'>');
                    self.passed |= unquoted.is_none_or(|octet| *octet == b'F');
                }
                [b'\n', b'F' | b'f', ..] if !starts_with_from(octets, at) => {}
                [b'\n', ..] => return Some(at),
                nul if nul.starts_with(NUL_FROM) => {
                    return Some(first + memrchr(b'\n', Span::new(first, at).slice(octets))? + 1);
                }
                _ => {}
            }
        }
    }

    /// Returns the first separator after `from`. `start` is the offset in `octets` at which the message starts,
    /// or at which its first blank line starts. `ended` tells whether `octets` reach the end of the file.
    pub(super) fn next(
        &mut self,
        octets: &[u8],
        start: usize,
        from: usize,
        ended: bool,
    ) -> Result<Option<usize>, More> {
        // `body` tells whether the header has ended before offset `looked`.
        let (mut body, mut looked) = (false, start);
        let mut searched = from;
        while let Some(line) = self.likely_line(octets, searched) {
            let next = after_line(octets, line, ended).ok_or(More(line - 1))?;
            if let Some((at, candidate)) = self.candidate(content(octets, line, next)) {
                let before = Span::new(0, line).slice(octets);
                let separates = match candidate {
                    Candidate::Mark if self.mmdf => Some(true),
                    Candidate::From(Separator::DatedAfterNuls) => Some(true),
                    Candidate::From(Separator::Dated) if is_after_blank_line(before) => Some(true),
                    Candidate::From(Separator::Dated) => {
                        body = body || blank_line(Span::new(looked, line).slice(octets)).is_some();
                        looked = line;
                        if body { self.is_above_header(octets, line, ended, false) } else { Some(false) }
                    }
                    Candidate::From(Separator::Undated) if !is_after_blank_line(before) => Some(false),
                    _ => self.is_above_header(octets, line, ended, true),
                };
                if separates.ok_or(More(line - 1))? {
                    return Ok(Some(line + at));
                }
                self.passed = true;
            }
            let passed = Span::new(line, next).slice(octets);
            self.passed |= passed.starts_with(FROM) || passed.starts_with(BOM);
            // The next search starts at the line end before the next line.
            searched = (next - 1).max(line);
        }
        let last = || memrchr(b'\n', Span::new(from, octets.len()).slice(octets));
        if ended { Ok(None) } else { Err(More(last().map_or(octets.len(), |end| from + end))) }
    }

    /// Whether the line at `at` may start a message that has no Date field yet, such as a draft: header fields
    /// and no other lines follow, until a From field comes. The caller has checked that the line is not a
    /// `From ` line with a date. If the result is true, the line still does not separate messages, because
    /// ordinary text contains such lines, too.
    pub(super) fn is_doubtful(self, octets: &[u8], at: usize) -> bool {
        let next = after_line(octets, at, true).unwrap_or(octets.len());
        let candidate = self.candidate(content(octets, at, next));
        matches!(candidate, Some((0, _)))
            && is_above(octets, at, true, |name| name.eq_ignore_ascii_case(b"from")) == Some(true)
    }

    /// Whether a separator is at `at`, after a blank line or not; `None` if `octets` end too early to tell.
    pub(super) fn is_at(self, octets: &[u8], at: usize, ended: bool) -> Option<bool> {
        let next = after_line(octets, at, ended)?;
        match self.candidate(content(octets, at, next)) {
            Some((0, Candidate::From(Separator::Dated | Separator::DatedAfterNuls))) => Some(true),
            Some((0, Candidate::Mark)) if self.mmdf => Some(true),
            Some((0, _)) => self.is_above_header(octets, at, ended, true),
            _ => Some(false),
        }
    }

    /// Returns the end of the octets that separate the message at `start` from the message before it. These
    /// octets are the `From ` line of the message or, in an MMDF file, the mark and a `From ` line after the
    /// mark. `end` is the end of the message.
    pub(super) fn after_head(self, octets: &[u8], start: usize, end: usize) -> usize {
        let message = Span::new(0, end).slice(octets);
        let first = after_line(message, start, true).unwrap_or(end);
        if !self.mmdf {
            return first;
        }
        let second = after_line(message, first, true).unwrap_or(end);
        let line = from_line::separator(content(message, first, second));
        if matches!(line, Some((0, _))) { second } else { first }
    }

    /// Returns the offset after the MMDF mark that closes the message ending at `end`, and after any blank
    /// lines that follow the mark. Returns `end` if the mark opens the next message instead.
    pub(super) fn after_closing_mark(self, octets: &[u8], end: usize, ended: bool) -> Option<usize> {
        let mut line = after_line(octets, end, ended)?;
        loop {
            let next = after_line(octets, line, ended)?;
            match content(octets, line, next) {
                b"" if next > line => line = next,
                b"" | MARK => return Some(line),
                _ => return Some(end),
            }
        }
    }

    /// The kind of separator that `line` may be, and the offset in `line` at which that separator starts.
    fn candidate(self, line: &[u8]) -> Option<(usize, Candidate)> {
        if line == MARK {
            return Some((0, Candidate::Mark));
        }
        let line = Some(line).filter(|_| !self.mmdf)?;
        from_line::separator(line).map(|(at, separator)| (at, Candidate::From(separator)))
    }

    /// Whether header fields and no other lines follow the line at offset `line`, until a From field and a Date
    /// field have come. Every message has these two fields (RFC 5322 section 3.6). If `traced` is true, a field
    /// that is added at delivery (section 3.6.7) is enough instead of Date.
    fn is_above_header(self, octets: &[u8], line: usize, ended: bool, traced: bool) -> Option<bool> {
        let (mut from, mut date) = (false, false);
        let is = |name: &[u8], other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        is_above(octets, line, ended, |name| {
            from |= is(name, "from");
            date |= is(name, "date") || traced && (is(name, "received") || is(name, "return-path"));
            from && date
        })
    }
}

/// Whether header fields and no other lines follow the line at offset `line`, until a field comes for whose name
/// `enough` returns true; `None` if `octets` end too early to tell.
fn is_above(octets: &[u8], line: usize, ended: bool, mut enough: impl FnMut(&[u8]) -> bool) -> Option<bool> {
    let below = Span::new(line, octets.len()).slice(octets);
    let mut fields = false;
    // The last line is ignored if it has no line end, because it may be incomplete.
    let mut lines = below.split_inclusive(|&octet| octet == b'\n').filter(|line| line.ends_with(b"\n"));
    lines.next();
    for line in lines {
        if fields && matches!(line.first(), Some(b' ' | b'\t')) {
            continue;
        }
        // A line that may be a separator ends the search. A later search starts at that line, so no line
        // is examined twice.
        let block = header_block(line, Span::new(0, line.len()));
        let field = block.fields.first().filter(|_| from_line::separator(line).is_none());
        let Some(field) = field else { return Some(false) };
        fields = true;
        if enough(field.name.slice(line)) {
            return Some(true);
        }
    }
    ended.then_some(false)
}

/// Returns the offset after the line at offset `line` and its LF; `None` if `octets` end too early to tell.
fn after_line(octets: &[u8], line: usize, ended: bool) -> Option<usize> {
    match memchr(b'\n', Span::new(line, octets.len()).slice(octets)) {
        Some(end) => Some(line + end + 1),
        None => ended.then_some(octets.len()),
    }
}

/// The line from `line` to `next` without its line end. The line end can have several CRs, because gateways
/// double them.
fn content(octets: &[u8], line: usize, next: usize) -> &[u8] {
    let line = Span::new(line, next).slice(octets);
    without_cr(line.strip_suffix(b"\n").unwrap_or(line))
}

fn without_cr(line: &[u8]) -> &[u8] {
    let end = line.iter().rev().take_while(|&&octet| octet == b'\r').count();
    Span::new(0, line.len() - end).slice(line)
}

/// Whether `before` ends with a blank line, or consists of only a blank line.
fn is_after_blank_line(before: &[u8]) -> bool {
    let before = before.strip_prefix(BOM).unwrap_or(before);
    before.strip_suffix(b"\n").is_some_and(|line| matches!(without_cr(line), b"" | [.., b'\n']))
}

/// The offset of the line end before the first blank line in `lines`; 0 if `lines` start with a blank line.
fn blank_line(lines: &[u8]) -> Option<usize> {
    if matches!(lines, [b'\n', ..] | [b'\r', b'\n', ..] | [b'\r', b'\r', b'\n', ..]) {
        return Some(0);
    }
    [&b"\n\n"[..], b"\n\r\n", b"\n\r\r\n"].iter().filter_map(|blank| memmem::find(lines, blank)).min()
}
