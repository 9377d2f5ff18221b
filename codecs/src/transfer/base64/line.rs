//! Classifies lines of base64. Recognizes marks that were added to lines, text before and after the data, and bodies
//! that are plain text.

use crate::kernels;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, Engine, GeneralPurpose, GeneralPurposeConfig};
use memchr::memchr;

pub(super) const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The minimum length of a line that certainly is data if it consists of base64. Shorter lines of base64 symbols
/// occur in footers too.
pub(super) const DATA_LINE: usize = 20;

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    /// The line consists only of symbols.
    Clean,
    /// The line consists only of symbols, padding and blanks.
    Padded,
    /// The line contains anything else.
    Foreign,
}

/// The marks that quoting and transport have added to a line.
pub(super) struct Marks {
    /// The number of blanks and quote marks at the start of the line.
    quoted: usize,
    /// The offset of the `!` that some transports add where they cut a line.
    cut: Option<usize>,
}

impl Marks {
    pub(super) fn of(line: &[u8]) -> Self {
        let quoted = line.iter().take_while(|octet| is_blank(**octet) || **octet == b'>').count();
        let last = line.trim_ascii_end().len().checked_sub(1);
        Self { quoted, cut: last.filter(|last| line.get(*last) == Some(&b'!')) }
    }

    /// The line without marks, and without blanks at its ends.
    pub(super) fn between(line: &[u8]) -> &[u8] {
        let marks = Self::of(line);
        let end = marks.cut.unwrap_or(line.len());
        line.get(marks.quoted..end).unwrap_or_default().trim_ascii()
    }

    pub(super) fn hold(&self, at: usize) -> bool {
        at < self.quoted || self.cut == Some(at)
    }
}

/// The line at `start`, without its line end, and the offset of the next line.
pub(super) fn line_at(encoded: &[u8], start: usize) -> (&[u8], usize) {
    let rest = encoded.get(start..).unwrap_or_default();
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    let line = rest.get(..end).unwrap_or_default();
    (line.strip_suffix(b"\r").unwrap_or(line), start + end + 1)
}

/// The lines, without their line ends.
pub(super) fn lines(encoded: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (line, next) = (start < encoded.len()).then(|| line_at(encoded, start))?;
        start = next;
        Some(line)
    })
}

/// Returns the length of the plain text at the start of a body that is labelled as base64; 0 if there is none. Base64
/// follows the text, or the whole body is text.
///
/// In text, octets that are not symbols of base64 (octets above 127, blanks within lines, escape sequences,
/// punctuation) are frequent: at least two, and at least one in 16 octets. In text before base64, some of them are
/// blanks, and others are neither blanks nor `=`, because blanks and padding can also be within base64. A body that is
/// text has words: [damaged base64](is_damaged) has none.
pub(super) fn text_before(encoded: &[u8]) -> usize {
    let first = lines(encoded).find(|line| classify(line) != Line::Blank);
    if first.is_none_or(is_base64) {
        return 0;
    }
    let (mut symbols, mut foreign, mut equals, mut blanks, mut end) = (0, 0, 0, 0, 0);
    while end < encoded.len() {
        let (line, next) = line_at(encoded, end);
        let unmarked = Marks::between(line);
        if is_data(unmarked) {
            break;
        }
        let line = if classify(unmarked) == Line::Foreign { line.trim_ascii() } else { unmarked };
        let count = |is_one: fn(u8) -> bool| line.iter().filter(|octet| is_one(**octet)).count();
        symbols += count(is_symbol);
        blanks += count(is_blank);
        equals += count(|octet| octet == b'=');
        foreign += count(|octet| !is_symbol(octet));
        end = next.min(encoded.len());
    }
    let text = encoded.get(..end).unwrap_or_default();
    let is_frequent = foreign >= 2 && equals < foreign && foreign * 16 >= symbols + foreign;
    let is_text = if end < encoded.len() {
        0 < blanks && blanks + equals < foreign
    } else {
        !(is_spaced(text) || blanks == 0 && is_damaged(text, symbols, foreign))
    };
    if is_frequent && is_text && !ends_with_padding(text) { end } else { 0 }
}

/// Whether `text` ends as base64 does: with one or two `=`.
fn ends_with_padding(text: &[u8]) -> bool {
    let equals = text.trim_ascii_end().iter().rev().take_while(|octet| **octet == b'=').count();
    (1..=2).contains(&equals)
}

/// Whether a line can only be data. It consists of base64, and this is [certain](is_certain), or the line has at least
/// [`DATA_LINE`] octets, among them capitals, small letters, and digits, signs or padding.
fn is_data(line: &[u8]) -> bool {
    let has = |is_one: fn(&u8) -> bool| line.iter().any(is_one);
    let kinds = [u8::is_ascii_uppercase, u8::is_ascii_lowercase, |octet: &u8| !octet.is_ascii_alphabetic()];
    let symbols = line.iter().take_while(|octet| is_symbol(**octet)).count();
    matches!(classify(line), Line::Clean | Line::Padded)
        && (line.len() >= DATA_LINE && kinds.into_iter().all(has) || is_certain(line, symbols))
}

/// Whether the first line of a body is base64, at least at its start.
fn is_base64(line: &[u8]) -> bool {
    match classify(line) {
        Line::Blank => false,
        Line::Padded => true,
        Line::Clean => is_data(line),
        Line::Foreign => first_head(line).is_some(),
    }
}

/// Whether the data is base64 with blanks between its pieces. Words can be as long as quanta. So all pieces must have the
/// length of the first, which is at least that of a [`DATA_LINE`]; only the last piece may be shorter. And the data must
/// have capitals, small letters and digits.
fn is_spaced(encoded: &[u8]) -> bool {
    let mut pieces = encoded.split(|octet| is_blank(*octet)).filter(|piece| !piece.is_empty());
    let length = pieces.next().map_or(0, <[u8]>::len);
    let mut rest = pieces.skip_while(|piece| piece.len() == length);
    let is_regular = rest.next().is_none_or(|last| last.len() < length) && rest.next().is_none();
    let has = |is_one: fn(&u8) -> bool| encoded.iter().any(is_one);
    length >= DATA_LINE
        && length.is_multiple_of(4)
        && is_regular
        && encoded.iter().all(|octet| is_symbol(*octet) || is_blank(*octet))
        && [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit].into_iter().all(has)
}

/// Whether `text`, which has no blanks within lines, is base64 in which a few symbols were replaced: nearly all octets
/// are symbols, and capitals follow small letters and digits as often as in base64. In words, they hardly ever do.
fn is_damaged(text: &[u8], symbols: usize, foreign: usize) -> bool {
    let is_small = |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit();
    let is_change = |pair: &&[u8]| matches!(pair, [one, two] if is_small(*one) && two.is_ascii_uppercase());
    let changes = text.windows(2).filter(is_change).count();
    foreign * 8 < symbols && changes * 16 >= symbols
}

/// Whether an octet is a control character that does not occur in text. Other control characters do: tabs, line ends,
/// and the escapes and shifts of ISO-2022.
pub(super) const fn is_control(octet: &u8) -> bool {
    matches!(octet, 0..=8 | 0x0B | 0x10..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Returns the length of the symbols and padding at the start of `line`, if text follows them and the padding is
/// correct. `open` is the number of symbols before the line that are not decoded yet.
pub(super) fn padded_head(line: &[u8], open: usize) -> Option<usize> {
    let (symbols, end) = head(line)?;
    (end > symbols && end - symbols == padding_for(open + symbols)).then_some(end)
}

/// Returns the length of the symbols and padding at the start of a first line, if text follows them and they are
/// [certainly base64](is_certain). If they have no padding, a blank must follow.
pub(super) fn first_head(line: &[u8]) -> Option<usize> {
    let (symbols, end) = head(line)?;
    let is_apart = end > symbols || line.get(end).copied().is_some_and(is_blank);
    (is_apart && is_certain(line.get(..end)?, symbols)).then_some(end)
}

/// Whether `data`, which consists of this many symbols and their padding, is certainly base64. It is if all these
/// conditions hold:
///
/// - Together with their padding, the symbols form whole quanta, at least two.
/// - They contain a capital letter and a symbol that is not a capital letter.
/// - They decode to octets that can be text.
/// - They are padded, or they decode to UTF-8, or there are at least [`DATA_LINE`] of them.
fn is_certain(data: &[u8], symbols: usize) -> bool {
    let capitals = data.iter().filter(|octet| octet.is_ascii_uppercase()).count();
    let letters = data.iter().filter(|octet| octet.is_ascii_alphabetic()).count();
    // A word of text can consist only of capitals, or have no capitals at all.
    let mixed = capitals > 0 && (capitals < letters || letters < symbols);
    let padding = data.len() - symbols;
    if data.len() < 8 || !data.len().is_multiple_of(4) || padding != padding_for(symbols) || !mixed {
        return false;
    }
    let Ok(octets) = ENGINE.decode(data) else { return false };
    let is_sure = padding > 0 || symbols >= DATA_LINE || std::str::from_utf8(&octets).is_ok();
    is_sure && !octets.iter().any(is_control)
}

/// Returns the number of symbols at the start of `line`, and the offset of the end of the `=` after them. Returns
/// `None` unless text follows. The rest of the line is text if it contains an octet that is neither a symbol, a
/// blank nor `=`, or if it consists of several words without a `=`.
fn head(line: &[u8]) -> Option<(usize, usize)> {
    let symbols = line.iter().take_while(|octet| is_symbol(**octet)).count();
    let equals = line.iter().skip(symbols).take_while(|octet| **octet == b'=').count();
    let rest = line.get(symbols + equals..)?;
    let foreign = rest.iter().any(|octet| !is_symbol(*octet) && !is_blank(*octet) && *octet != b'=');
    let words = || !rest.contains(&b'=') && rest.trim_ascii().iter().any(|octet| is_blank(*octet));
    (foreign || words()).then_some((symbols, symbols + equals))
}

/// Whether all lines consist of whole quanta. The last line may also be padded or cut off.
pub(super) fn is_regular(encoded: &[u8]) -> bool {
    let regular = kernels::level().map_or(0, |level| kernels::base64::regular_lines(level, encoded));
    let mut ended = false;
    lines(encoded.get(regular..).unwrap_or_default()).all(|line| match classify(line) {
        Line::Blank => true,
        Line::Foreign => false,
        kind => {
            let first = !ended;
            ended |= kind == Line::Padded || !line.len().is_multiple_of(4);
            first
        }
    })
}

pub(super) fn classify(line: &[u8]) -> Line {
    // The loop has no early exit. Therefore the compiler can test many octets together.
    if line.iter().fold(true, |clean, &octet| clean & is_symbol(octet)) {
        return if line.is_empty() { Line::Blank } else { Line::Clean };
    }
    let mut equals = 0;
    for &octet in line.trim_ascii() {
        equals = if octet == b'=' { equals + 1 } else { 0 };
        if equals > 2 || !(octet == b'=' || is_symbol(octet)) {
            return Line::Foreign;
        }
    }
    if line.trim_ascii().is_empty() { Line::Blank } else { Line::Padded }
}

pub(super) const fn is_symbol(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() | (octet == b'+') | (octet == b'/')
}

pub(super) const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t'..=b'\r')
}

/// The number of `=` that complete the last quantum of a segment of `symbols` symbols.
pub(super) const fn padding_for(symbols: usize) -> usize {
    match symbols % 4 {
        2 => 2,
        3 => 1,
        _ => 0,
    }
}
