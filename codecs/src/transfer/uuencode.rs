//! Uuencode (POSIX `uuencode`, historical format), which mail calls `x-uuencode`. No RFC defines it.
//!
//! An encoded file is a line `begin MODE NAME`, data lines, and a line `end`. Each data line is a length character
//! and symbols. The value of a symbol is its octet minus 32. A grave accent has the value 0, like a space.
//!
//! The decoder restores spaces that were cut off the end of a line. If grave accents stand for 0 and no space does,
//! nothing can have been cut off as a space, so that a line with too few symbols has lost them, and only the octets that
//! it still has are decoded. The decoder ignores one superfluous character at the end of a line, because some encoders
//! write a checksum there.
//!
//! A body without a `begin` line is kept unchanged. If it has a data line, the `begin` line was lost; otherwise the
//! body is plain text. Text before the `begin` line or after the `end` line is reported. The mode and the name in the
//! `begin` line are not returned. Linear time. This module only decodes.

use super::decoded_body::{DecodedBody, Repair, note};
use memchr::memchr;
use std::borrow::Cow;

/// Decodes the first file in `encoded`. The text after the `end` line of the file is the [tail](DecodedBody::tail).
/// Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::uuencode::decode;
/// assert_eq!(*decode(b"begin 644 a.txt\n#0V%T\n`\nend\n").octets, *b"Cat");
/// ```
pub fn decode(encoded: &[u8]) -> DecodedBody<'_> {
    let mut lines = Lines { encoded, at: 0 };
    let mut repairs = Vec::new();
    let Some((start, _)) = lines.find(|(_, line)| is_begin(line)) else {
        let has_data = Lines { encoded, at: 0 }.any(|(_, line)| is_data(line));
        note(&mut repairs, if has_data { Repair::NoBegin } else { Repair::Plain }, 0);
        return DecodedBody { octets: Cow::Borrowed(encoded), repairs, ..DecodedBody::default() };
    };
    if !encoded.get(..start).unwrap_or_default().trim_ascii().is_empty() {
        note(&mut repairs, Repair::Line, 0);
    }
    let is_stripped = !has_only_graves(Lines { encoded, at: lines.at });
    let mut octets = Vec::with_capacity(encoded.len() / 4 * 3);
    let (mut tail, mut is_complete) = (None, false);
    loop {
        let Some((start, line)) = lines.next() else {
            let repair = if is_complete { Repair::NoEnd } else { Repair::Unfinished };
            note(&mut repairs, repair, encoded.len());
            break;
        };
        if line == b"end" {
            let after = encoded.get(lines.at..).unwrap_or_default();
            tail = (!after.trim_ascii().is_empty()).then_some(lines.at);
            break;
        }
        // An empty line can be a line of length 0 whose space was cut off, or just the end of a cut file.
        if let Some(&length) = line.first() {
            is_complete = value(length) == Some(0);
        }
        if let Some(repair) = decode_line(line, is_stripped, &mut octets) {
            note(&mut repairs, repair, start);
        }
    }
    DecodedBody { octets: Cow::Owned(octets), repairs, head: 0, tail }
}

/// An iterator over lines without their line ends. Each line comes with its offset.
struct Lines<'a> {
    encoded: &'a [u8],
    /// The offset of the next line.
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.encoded.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = memchr(b'\n', rest);
        let line = rest.get(..end.unwrap_or(rest.len()))?;
        let start = self.at;
        self.at = end.map_or(self.encoded.len(), |end| start + end + 1);
        Some((start, line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

/// Whether `line` is `begin` and an octal mode, with or without a name.
fn is_begin(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"begin ") else { return false };
    let mode = rest.iter().take_while(|octet| matches!(octet, b'0'..=b'7')).count();
    mode >= 3 && rest.get(mode).is_none_or(|&octet| octet == b' ')
}

/// Whether `line` has data, and exactly as many symbols as it declares, or one more.
fn is_data(line: &[u8]) -> bool {
    let length = line.first().and_then(|&length| value(length)).map_or(0, usize::from);
    let wanted = length.div_ceil(3) * 4;
    wanted > 0
        && matches!(line.len().checked_sub(wanted), Some(1 | 2))
        && line.iter().all(|&octet| value(octet).is_some())
}

/// Whether grave accents stand for 0 in the data `lines` of a file, and spaces do not. The line of length 0 is no
/// evidence: some encoders write a grave accent only there.
fn has_only_graves(lines: Lines<'_>) -> bool {
    let (mut has_grave, mut has_space) = (false, false);
    for (_, line) in lines.take_while(|(_, line)| *line != b"end") {
        has_space |= memchr(b' ', line).is_some();
        has_grave |= line.iter().all(|&octet| value(octet).is_some())
            && line.iter().skip(1).any(|&octet| octet == b'`');
    }
    has_grave && !has_space
}

/// Appends the octets of a data line. Returns what is wrong with the line. A malformed line is skipped, or cut to the
/// length that it declares. If a line is too short, its last symbols were spaces that [can be cut off](has_only_graves)
/// (`is_stripped`), or else they are lost.
fn decode_line(line: &[u8], is_stripped: bool, octets: &mut Vec<u8>) -> Option<Repair> {
    let (&length, symbols) = line.split_first()?;
    let declared =
        value(length).map(usize::from).filter(|_| symbols.iter().all(|&octet| value(octet).is_some()));
    let Some(declared) = declared else { return Some(Repair::Line) };
    let present = symbols.len() * 3 / 4;
    let length = if is_stripped { declared } else { declared.min(present) };
    let wanted = length.div_ceil(3) * 4;
    let values = symbols.iter().filter_map(|&octet| value(octet)).chain(std::iter::repeat(0)).take(wanted);
    let mut quantum = 0_u32;
    let start = octets.len();
    for (at, value) in values.enumerate() {
        quantum = quantum << 6 | u32::from(value);
        if at % 4 == 3 {
            let [_, decoded @ ..] = quantum.to_be_bytes();
            octets.extend_from_slice(&decoded);
            quantum = 0;
        }
    }
    octets.truncate(start + length);
    if length < declared {
        return Some(Repair::Short);
    }
    (symbols.len() > wanted + 1).then_some(Repair::Line)
}

/// The value of a symbol; `None` if the octet is not a symbol.
fn value(octet: u8) -> Option<u8> {
    matches!(octet, b' '..=b'`').then_some((octet.wrapping_sub(b' ')) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Row = (&'static [u8], &'static [u8], &'static [(Repair, usize)]);

    #[test]
    fn decodes_well_formed_and_malformed_lines() {
        let rows: [Row; 20] = [
            (b"begin 644 a\n#0V%T\n`\nend\n", b"Cat", &[]),
            (b"begin 0644 a b c\r\n#0V%T\r\n \r\nend", b"Cat", &[]),
            (b"\nbegin 666\n#0V%T\n\nend\n", b"Cat", &[]),
            (b"begin 644 a\n#0V%T!\n`\nend\n", b"Cat", &[]),
            (b"begin 644 a\n%      \n`\nend\n", b"\0\0\0\0\0", &[]),
            (b"begin 644 a\n%\n`\nend\n", b"\0\0\0\0\0", &[]),
            (b"begin 644 a\n#0V%T\nno data\n#0V%T\nend\n", b"CatCat", &[(Repair::Line, 18)]),
            (b"see this\nbegin 644 a\n#0V%T\n", b"Cat", &[(Repair::Line, 0), (Repair::Unfinished, 27)]),
            (b"begin 644 a\n#0V%T\n\n", b"Cat", &[(Repair::Unfinished, 19)]),
            (b"begin 644 a\n#0V%T\n`\n", b"Cat", &[(Repair::NoEnd, 20)]),
            (b"begin 644 a\n#0V%T\n \r\n\r\n", b"Cat", &[(Repair::NoEnd, 23)]),
            (b"no file here, begin 1\n", b"no file here, begin 1\n", &[(Repair::Plain, 0)]),
            (b"#0V%T\n`\nend\n", b"#0V%T\n`\nend\n", &[(Repair::NoBegin, 0)]),
            // A grave accent stands for 0, so that no space was cut off.
            (b"begin 644 a\n#0V%T\n#0V\n\"0V$`\n`\nend\n", b"CatCCa", &[(Repair::Short, 18)]),
            (b"begin 644 a\n&0V%T\n\"0V$`\n`\nend\n", b"CatCa", &[(Repair::Short, 12)]),
            (b"begin 644 a\n#\n\"0V$`\n`\nend\n", b"Ca", &[(Repair::Short, 12)]),
            // Only a symbol without content is missing.
            (b"begin 644 a\n\"0V$\n!```\n`\nend\n", b"Ca\0", &[]),
            // Spaces may have been cut off.
            (b"begin 644 a\n#0V\n# V`T\n`\nend\n", b"C`\0\x03`4", &[]),
            (b"begin 644 a\n#0V\n\"0V$`\n \nend\n", b"C`\0Ca", &[]),
            (b"begin 644 a\n#0V\n`\nend\n", b"C`\0", &[]),
        ];
        for (encoded, octets, repairs) in rows {
            let decoded = decode(encoded);
            assert_eq!(decoded.octets.escape_ascii().to_string(), octets.escape_ascii().to_string());
            assert_eq!(decoded.repairs, repairs, "{}", encoded.escape_ascii());
            assert_eq!(decoded.tail, None);
        }
    }

    /// Only the line of length 0 shows that no data line is missing.
    #[test]
    fn data_may_be_missing_if_neither_line_of_the_end_is_there() {
        assert!(Repair::Unfinished.is_loss() && !Repair::NoEnd.is_loss());
        assert!(
            Repair::Unfinished.to_string().contains("uuencoded")
                && Repair::NoEnd.to_string().contains("uuencoded")
        );
    }

    #[test]
    fn text_after_the_end_is_the_tail() {
        let encoded = b"begin 644 a\n#0V%T\nend\n\nbye\n";
        assert_eq!(decode(encoded).tail.map(|tail| &encoded[tail..]), Some(b"\nbye\n".as_slice()));
    }

    fn encode(octets: &[u8]) -> Vec<u8> {
        let symbol = |value: u8| if value == 0 { b'`' } else { value + b' ' };
        let mut encoded = b"begin 644 file\n".to_vec();
        for line in octets.chunks(45) {
            encoded.push(symbol(u8::try_from(line.len()).unwrap()));
            for group in line.chunks(3) {
                let [a, b, c] = std::array::from_fn(|at| group.get(at).copied().unwrap_or(0));
                encoded.extend([a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63].map(symbol));
            }
            encoded.push(b'\n');
        }
        encoded.extend_from_slice(b"`\nend\n");
        encoded
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn decodes_what_posix_uuencode_writes(octets in prop::collection::vec(any::<u8>(), 0..500)) {
            let encoded = encode(&octets);
            let decoded = decode(&encoded);
            prop_assert_eq!(&*decoded.octets, &octets);
            prop_assert_eq!((decoded.repairs, decoded.tail), (vec![], None));
        }

        #[test]
        fn decodes_any_octets(octets in prop::collection::vec(any::<u8>(), 0..200)) {
            let encoded = [b"begin 644 a\n".as_slice(), &octets].concat();
            prop_assert!(decode(&encoded).octets.len() <= octets.len() * 63);
        }
    }
}
