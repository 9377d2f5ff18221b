//! The decoder that tolerates errors. In this file, a *segment* is a run of symbols up to padding or up to the end
//! of the data, and a *tail* is text after the data.

use super::line::{
    DATA_LINE, ENGINE, Line, Marks, classify, first_head, is_blank, is_symbol, line_at, padded_head,
    padding_for,
};
use crate::kernels::{
    self,
    base64::{SLACK, decode_lines, sextet},
};
use crate::transfer::decoded_body::{DecodedBody, Repair, note};
use base64::engine::Engine;
use std::borrow::Cow;
use std::slice;

/// Decodes base64. If `body` is true, then `encoded` is a body, and text can follow the data on its last line.
/// Otherwise `encoded` is the text of an encoded word.
pub(super) fn decode(encoded: &[u8], body: bool) -> DecodedBody<'static> {
    let mut decoder = Decoder::new(encoded, body);
    let tail = decoder.lines();
    decoder.end(tail.unwrap_or(encoded.len()));
    DecodedBody { octets: Cow::Owned(decoder.octets), repairs: decoder.repairs, head: 0, tail }
}

/// The number of symbols that are decoded in one step. This many symbols fit into the first-level cache.
const RUN_SYMBOLS: usize = 4096;

struct Decoder<'a> {
    encoded: &'a [u8],
    body: bool,
    octets: Vec<u8>,
    /// The symbols of the current segment that are not decoded yet.
    run: Vec<u8>,
    /// The number of `=` after the current segment.
    padding: usize,
    /// The start of the line that contains the last `=`.
    padding_line: usize,
    /// Whether a segment has ended with padding. If another segment follows, then the padding was not at the end.
    ended: bool,
    /// Whether the last line ended within a quantum.
    open: bool,
    /// Whether a line before the last one ended within a quantum.
    split: bool,
    repairs: Vec<(Repair, usize)>,
    /// The state after the last line that ended with correct padding.
    padded_end: Option<Checkpoint>,
    /// The length of the first line, at least [`DATA_LINE`].
    data_line: Option<usize>,
    /// The offset up to which [`Decoder::data_follows`] has searched: the start of a data line, or the end of the
    /// input.
    data_ahead: usize,
    /// The length of the data line that was found at `data_ahead`; 0 if none was found there.
    found: usize,
}

/// The state to which the decoder returns if the lines after correct padding are not data.
#[derive(Clone, Copy)]
struct Checkpoint {
    offset: usize,
    octets: usize,
    repairs: usize,
}

impl<'a> Decoder<'a> {
    fn new(encoded: &'a [u8], body: bool) -> Self {
        Self {
            encoded,
            body,
            octets: Vec::with_capacity(encoded.len() / 4 * 3 + SLACK),
            run: Vec::with_capacity(RUN_SYMBOLS.min(encoded.len())),
            padding: 0,
            padding_line: 0,
            ended: false,
            open: false,
            split: false,
            repairs: Vec::new(),
            padded_end: None,
            data_line: None,
            data_ahead: 0,
            found: 0,
        }
    }

    /// Decodes line by line up to the tail, or up to the end if there is no tail. Returns the offset of the tail.
    fn lines(&mut self) -> Option<usize> {
        let (mut start, mut data_end, mut blank_before) = (0, 0, false);
        while start < self.encoded.len() {
            let (line, next) = line_at(self.encoded, start);
            let regular = self.regular_lines(start);
            if regular > start {
                self.data_line.get_or_insert(line.len().max(DATA_LINE));
                (start, data_end, blank_before) = (regular, regular, false);
                continue;
            }
            let kind = classify(line);
            match kind {
                Line::Blank => blank_before = true,
                Line::Foreign if self.starts_tail(line, start, blank_before) => {
                    return Some(self.go_back().unwrap_or(data_end));
                }
                Line::Clean if self.padding == 0 => self.clean(line, start),
                Line::Foreign => match self.head(line, next) {
                    Some(head) => {
                        self.mixed(line.get(..head).unwrap_or_default(), start);
                        return Some(start + head);
                    }
                    None => self.mixed(line, start),
                },
                _ => self.mixed(line, start),
            }
            if kind != Line::Blank {
                self.data_line.get_or_insert(line.len().max(DATA_LINE));
                self.split |= self.open;
                self.open = self.padding == 0 && !self.run.len().is_multiple_of(4);
                self.mark_padded_end(next);
                (data_end, blank_before) = (next, false);
            }
            start = next;
        }
        let dangling = !self.run.len().is_multiple_of(4) && self.padding == 0;
        let after = self.padded_end.map(|end| end.offset)?;
        if dangling && !self.data_follows(after) { self.go_back() } else { None }
    }

    /// Whether a tail starts with `line`.
    fn starts_tail(&mut self, line: &[u8], start: usize, blank_before: bool) -> bool {
        let whole = self.run.len().is_multiple_of(4) && self.padding == 0 && self.data_line.is_some();
        let divided = blank_before || line.starts_with(b"--") || line.starts_with(b"__");
        (self.padded_end.is_some() || (whole && divided)) && !self.data_follows(start)
    }

    /// Returns the length of the data on `line`, if `line` is the last line of data and text follows the data on
    /// the same line.
    fn head(&mut self, line: &[u8], next: usize) -> Option<usize> {
        let head = match self.data_line {
            Some(_) => padded_head(line, self.run.len()),
            None => first_head(line),
        };
        head.filter(|_| self.body && self.padding == 0 && !self.data_follows(next))
    }

    /// Whether a data line starts at `from` or later. A data line consists only of base64, has at least [`DATA_LINE`]
    /// octets, and is at least as long as the first line. All calls together examine each line at most twice.
    fn data_follows(&mut self, from: usize) -> bool {
        let least = self.data_line.unwrap_or(DATA_LINE);
        if self.data_ahead < from {
            (self.data_ahead, self.found) = (from, 0);
        }
        while self.found < least && self.data_ahead < self.encoded.len() {
            let (line, next) = line_at(self.encoded, self.data_ahead);
            if line.len() >= least && matches!(classify(line), Line::Clean | Line::Padded) {
                self.found = line.len();
            } else {
                (self.data_ahead, self.found) = (next, 0);
            }
        }
        self.found >= least
    }

    /// Discards the octets and repairs after the last line that ended with correct padding. Returns the offset of
    /// the end of this line.
    fn go_back(&mut self) -> Option<usize> {
        let end = self.padded_end?;
        self.octets.truncate(end.octets);
        self.repairs.truncate(end.repairs);
        self.run.clear();
        self.padding = 0;
        Some(end.offset)
    }

    /// Ends the current segment at the end of a line, if the padding of the segment is complete.
    fn mark_padded_end(&mut self, next: usize) {
        if self.padding > 0 && self.padding == padding_for(self.run.len()) {
            self.end_segment();
            self.padded_end =
                Some(Checkpoint { offset: next, octets: self.octets.len(), repairs: self.repairs.len() });
        }
    }

    /// Decodes lines at `start` with vector instructions, as far as they are regular ([`decode_lines`]). Returns
    /// the offset after these lines. Decodes nothing if the symbols before `start` are not whole quanta, or if
    /// padding comes before `start`.
    fn regular_lines(&mut self, start: usize) -> usize {
        let ready = self.run.len().is_multiple_of(4) && self.padding == 0 && !self.ended;
        let Some(level) = kernels::level().filter(|_| ready) else { return start };
        self.decode_run();
        // At first the room is small. If one of the first lines is irregular, then filling a large room with zeros
        // would be a waste of time. Later the room is as large as fits into the first-level cache.
        let (mut room, mut end) = (1 << 10, start);
        loop {
            let from = self.octets.len();
            let encoded = self.encoded.get(end..).unwrap_or_default();
            self.octets.resize(from + room.min(encoded.len() / 4 * 3 + SLACK), 0);
            let (read, written) =
                decode_lines(level, encoded, self.octets.get_mut(from..).unwrap_or_default());
            self.octets.truncate(from + written);
            if read == 0 {
                return end;
            }
            (room, end) = (16 << 10, end + read);
        }
    }

    /// Adds a line of symbols to the current segment.
    fn clean(&mut self, line: &[u8], start: usize) {
        if self.ended {
            self.repair(Repair::Padding, start);
        }
        let mut rest = line;
        while let Some((head, after)) = rest.split_at_checked(RUN_SYMBOLS - self.run.len()) {
            self.run.extend_from_slice(head);
            self.decode_run();
            rest = after;
        }
        self.run.extend_from_slice(rest);
    }

    /// Decodes a line that is not only symbols, octet by octet.
    fn mixed(&mut self, line: &[u8], start: usize) {
        let marks = Marks::of(line);
        for (at, octet) in line.iter().enumerate() {
            let offset = start + at;
            match *octet {
                b'=' => {
                    self.padding += 1;
                    self.padding_line = start;
                }
                symbol if is_symbol(symbol) => {
                    if self.padding > 0 {
                        self.next_segment(start, offset);
                    }
                    self.clean(slice::from_ref(octet), offset);
                }
                blank if is_blank(blank) => {}
                _ if marks.hold(at) => self.repair(Repair::Mark, offset),
                _ => self.repair(Repair::Junk, offset),
            }
        }
    }

    /// Ends the current segment, because a symbol follows its padding. `offset` is the offset of this symbol, and
    /// `line` is the start of the line that contains the symbol.
    fn next_segment(&mut self, line: usize, offset: usize) {
        let whole = self.run.len() % 4 != 1;
        let wanted = padding_for(self.run.len());
        // A superfluous `=` at the end of a line is harmless: it can be a soft line break of quoted-printable.
        let surplus = self.padding > wanted && self.padding_line != line;
        if !whole || self.padding != wanted && !surplus {
            self.repair(Repair::Misplaced, offset);
        } else if surplus {
            self.repair(Repair::Padding, offset);
        }
        self.end_segment();
    }

    /// Ends the last segment. `offset` is the end of the data.
    fn end(&mut self, offset: usize) {
        let whole = self.run.len() % 4 != 1;
        if self.padding != padding_for(self.run.len()) {
            self.repair(Repair::Padding, offset);
            // Encoders that omit the padding do not end lines within a quantum. If a line ends within a quantum,
            // then a symbol was lost.
            if self.split {
                self.repair(Repair::Misplaced, offset);
            }
        }
        if !whole {
            // If there was padding before, or a line that ends within a quantum, then symbols were probably lost
            // within the data, rather than cut off at its end.
            let lost = self.ended || self.split;
            self.repair(if lost { Repair::Misplaced } else { Repair::Truncated }, offset);
        } else if self.padding == 0 && !self.ended && !self.split && has_bits_of_next_octet(&self.run) {
            self.repair(Repair::Truncated, offset);
        }
        if !whole || self.padding != padding_for(self.run.len()) {
            self.distrust_marks();
        }
        self.end_segment();
    }

    /// Reports skipped marks ([`Repair::Mark`]) as junk. Symbols are missing, and the marks may have replaced them.
    fn distrust_marks(&mut self) {
        if let Some(at) = self.repairs.iter().position(|(repair, _)| *repair == Repair::Mark) {
            let (_, offset) = self.repairs.remove(at);
            match self.repairs.iter_mut().find(|(repair, _)| *repair == Repair::Junk) {
                Some((_, junk)) => *junk = offset.min(*junk),
                None => self.repairs.insert(at, (Repair::Junk, offset)),
            }
        }
    }

    /// Ends the current segment and decodes its remaining symbols. A last symbol that is alone in its quantum
    /// encodes less than an octet and is dropped.
    fn end_segment(&mut self) {
        if self.run.len() % 4 == 1 {
            self.run.pop();
        }
        self.ended |= self.padding > 0;
        self.padding = 0;
        self.decode_run();
    }

    fn decode_run(&mut self) {
        let from = self.octets.len();
        self.octets.resize(from + self.run.len().div_ceil(4) * 3, 0);
        let room = self.octets.get_mut(from..).unwrap_or_default();
        // This decoding cannot fail: the run contains only symbols, its last quantum has more than one symbol, and
        // the output is long enough.
        let len = ENGINE.decode_slice(&self.run, room).unwrap_or(0);
        self.octets.truncate(from + len);
        self.run.clear();
    }

    fn repair(&mut self, repair: Repair, offset: usize) {
        note(&mut self.repairs, repair, offset);
    }
}

/// Whether the last symbol has bits of an octet that the symbols do not complete. An encoder sets these bits to zero at
/// the end of the data (RFC 4648 section 3.5), so the data was cut off.
fn has_bits_of_next_octet(symbols: &[u8]) -> bool {
    let spare = match symbols.len() % 4 {
        2 => 0x0F,
        3 => 0x03,
        _ => 0,
    };
    symbols.last().is_some_and(|last| sextet::<false>(*last) & spare != 0)
}
