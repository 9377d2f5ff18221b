//! Base64 (RFC 2045 section 6.8), for bodies and for B encoded words.
//!
//! The decoder tolerates the errors of real mail:
//!
//! - White space is ignored. Any other octet outside the alphabet is skipped and reported; section 6.8 calls such
//!   an octet a sign of a transmission error. If the octet replaced a symbol, then all octets after it are decoded
//!   wrongly, and nothing shows this. Therefore such an octet counts as [a loss](Repair::is_loss).
//! - Quote marks, and the `!` that transports write where they cut long lines, are added to the data and replace
//!   none of it. They count as no loss if the padding fits without them.
//! - Several padded blocks can follow one another, padding can be missing or superfluous, and the end can be cut
//!   off. Padding within a quantum counts as a loss.
//! - Text before the data, such as the banner of a gateway, and text after it, such as the footer of a mailing list,
//!   is not decoded. [`DecodedBody::head`] is the length of the text before the data, and [`DecodedBody::tail`] is the
//!   offset of the text after it.
//! - A body that is in fact plain text is kept unchanged.
//!
//! The crate `base64` accepts neither line ends nor several padded blocks. Therefore the decoder collects the
//! symbols line by line, and then passes them to the crate. Linear time; one allocation of the size of the result.
//!
//! The alphabets of RFC 4648 section 5 and RFC 3501 are not supported. Their symbols `-`, `_` and `,` are junk in
//! mail.

mod decoder;
mod line;

use super::decoded_body::{DecodedBody, Repair};
use crate::kernels::Level;
use crate::kernels::{
    self,
    base64::{NONE, sextet},
};
use base64::engine::Engine;
use line::ENGINE;
use std::borrow::Cow;

/// Decodes a body, tolerating errors. Linear time.
///
/// A tail is text after the data. The text is not a tail if a later line consists only of base64, has at least 20
/// octets, and is at least as long as the first line. A tail can begin in three kinds of places:
///
/// - after a line that ends with correct padding;
/// - after a complete quantum at the end of a line, if the next line is blank or starts with `--` or `__` (for a
///   body whose length needs no padding);
/// - within a line, after correct padding, or after the first word of the body if that word can only be base64.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::base64::decode;
/// assert_eq!(*decode(b"SGVs\r\nbG8=").octets, *b"Hello");
/// let listed = decode(b"SGVsbG8=\n-- \nThe List\n");
/// assert_eq!(*listed.octets, *b"Hello");
/// assert_eq!(listed.tail, Some(9));
/// ```
///
/// A body is plain text if it does not end with padding, if neither its first line nor any other line is certainly
/// base64, and if octets that are not base64 symbols, such as octets above 127, punctuation, and blanks within lines,
/// are as frequent as in text: at least two of them, and at least one in 16 octets. If no line has blanks, the body is
/// damaged base64, and no text, if nearly all octets are symbols whose capitals stand as in base64 and not as in words.
///
/// Such text is before the data if a line follows that is certainly base64, if the text has both blanks and other
/// octets that are not base64 symbols, and if the data has no control character that does not occur in text.
pub fn decode(encoded: &[u8]) -> DecodedBody<'_> {
    if let Some(octets) = one_line(encoded).or_else(|| several_lines(encoded)) {
        return DecodedBody { octets: Cow::Owned(octets), ..DecodedBody::default() };
    }
    match encoded.split_at_checked(line::text_before(encoded)) {
        None | Some(([], _)) => {}
        Some((_, [])) => {
            let repairs = vec![(Repair::Plain, 0)];
            return DecodedBody { octets: Cow::Borrowed(encoded), repairs, ..DecodedBody::default() };
        }
        Some((text, data)) => {
            let decoded = decoder::decode(data, true);
            if !decoded.octets.iter().any(line::is_control) {
                return decoded.after(text.len());
            }
        }
    }
    decoder::decode(encoded, true)
}

/// Fast path for one line of whole quanta that is correctly padded. Returns `None` if `encoded` is anything else,
/// or if there is no kernel.
fn one_line(encoded: &[u8]) -> Option<Vec<u8>> {
    let mut octets = [0; LINE_OCTETS + kernels::base64::SLACK];
    let len = line_to(encoded, &mut octets)?;
    octets.get(..len).map(<[u8]>::to_vec)
}

/// The maximum length in octets of a body that is decoded in one step. If decoding in one step finds an irregular
/// line, then the body is decoded again, which would cost too much for a longer body. Decoding in one step saves
/// only the set-up of the decoder, which hardly matters for a longer body.
const AT_ONCE: usize = 16 << 10;

/// Fast path for lines of whole quanta. All lines except the last must have the same length. Returns `None` if
/// `encoded` is anything else or longer than [`AT_ONCE`], or if there is no kernel.
fn several_lines(encoded: &[u8]) -> Option<Vec<u8>> {
    let level = kernels::level().filter(|_| encoded.len() <= AT_ONCE)?;
    let mut octets = vec![0; encoded.len() / 4 * 3 + kernels::base64::SLACK];
    let (read, written) = kernels::base64::decode_lines(level, encoded, &mut octets);
    let rest = encoded.get(read..).filter(|_| read > 0)?;
    let last = if rest.is_empty() { 0 } else { line_to(rest, octets.get_mut(written..)?)? };
    octets.truncate(written + last);
    Some(octets)
}

/// Decodes one line as [`one_line`] does, but into `octets`. Returns the number of decoded octets. Returns `None`
/// also if `octets` has too little room for the result and for [`SLACK`](kernels::base64::SLACK) more octets.
fn line_to(encoded: &[u8], octets: &mut [u8]) -> Option<usize> {
    let line = encoded.strip_suffix(b"\n").unwrap_or(encoded);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (symbols, padding) = match line {
        [.., b'=', b'='] => (line.get(..line.len().checked_sub(4)?)?, 2),
        [.., b'='] => (line.get(..line.len().checked_sub(4)?)?, 1),
        [] => return None,
        _ => (line, 0),
    };
    let level = kernels::level()?;
    let mut len = symbols.len() / 4 * 3;
    if symbols.len() < kernels::base64::LEAST {
        let (quanta, []) = symbols.as_chunks() else { return None };
        for (symbols, place) in quanta.iter().zip(octets.as_chunks_mut().0) {
            *place = quantum(*symbols)?;
        }
    } else if !kernels::base64::decode_line(level, symbols, octets) {
        return None;
    }
    // Padding is decoded as `A`, whose bits are zero. The octets that these bits give are then left out.
    let last = match *line.get(symbols.len()..)? {
        [a, b, b'=', b'='] => [a, b, b'A', b'A'],
        [a, b, c, b'='] => [a, b, c, b'A'],
        _ => return Some(len),
    };
    *octets.get_mut(len..)?.first_chunk_mut()? = quantum(last)?;
    len += 3 - padding;
    Some(len)
}

/// Decodes four symbols.
fn quantum(symbols: [u8; 4]) -> Option<[u8; 3]> {
    let [a, b, c, d] = symbols.map(sextet::<false>);
    ((a | b | c | d) & NONE == 0).then_some([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d])
}

/// Whether each line of `encoded` consists only of whole quanta, except for padding at the end. In such a body, no
/// quantum is split by a line end. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::base64::is_regular;
/// assert!(is_regular(b"w6k=\n"));
/// assert!(!is_regular(b"w6\nk=\n"));
/// ```
pub fn is_regular(encoded: &[u8]) -> bool {
    line::is_regular(encoded)
}

/// Decodes the text of a B encoded word, tolerating errors. The text of a word is never taken for plain text and
/// has no tail.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// assert_eq!(*mailutf::transfer::base64::decode_word(b"w6k=").octets, *"é".as_bytes());
/// ```
pub fn decode_word(encoded: &[u8]) -> DecodedBody<'static> {
    // Nearly all words consist of whole quanta and are correctly padded.
    if let Some(octets) = one_line(encoded) {
        return DecodedBody { octets: Cow::Owned(octets), ..DecodedBody::default() };
    }
    let line: Vec<u8> = encoded.iter().copied().filter(|octet| !octet.is_ascii_whitespace()).collect();
    let mut decoded = decoder::decode(&line, false);
    // The decoder takes a `>` at the start and a `!` at the end of a line for marks that quoting and transports
    // add to the lines of bodies. Nothing adds such marks to a word, so these octets are reported as junk.
    let marks = decoded.repairs.iter_mut().filter(|(repair, _)| *repair == Repair::Mark);
    marks.for_each(|(repair, _)| *repair = Repair::Junk);
    decoded
}

/// Encodes a body in lines of 76 columns, each ended by `line_end`. The octets are encoded as they are. Therefore
/// the caller must convert the line ends of text to CRLF before text is encoded (RFC 2045 section 6.8).
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// assert_eq!(mailutf::transfer::base64::encode_body(b"Hello", b"\r\n"), b"SGVsbG8=\r\n");
/// ```
pub fn encode_body(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    let len = body_len(octets.len(), line_end);
    let (mut encoded, level) = (Vec::with_capacity(len), kernels::level());
    let read = match level.filter(|_| octets.len() >= LINE_SYMBOLS) {
        Some(level) => {
            encoded.resize(len, 0);
            let (read, written) = full_lines(level, octets, line_end, &mut encoded);
            encoded.truncate(written);
            read
        }
        None => 0,
    };
    let mut line = [0; LINE_SYMBOLS];
    for chunk in octets.get(read..).unwrap_or_default().chunks(LINE_OCTETS) {
        let (read, mut written) = match level {
            Some(level) => kernels::base64::encode_quanta(level, chunk, &mut line),
            None => (0, 0),
        };
        if let (Some(rest @ [_, ..]), Some(room)) = (chunk.get(read..), line.get_mut(written..)) {
            // This encoding cannot fail: a chunk has at most 57 octets, and 57 octets need 76 symbols.
            written += ENGINE.encode_slice(rest, room).unwrap_or(0);
        }
        encoded.extend_from_slice(line.get(..written).unwrap_or_default());
        encoded.extend_from_slice(line_end);
    }
    encoded
}

/// Encodes full lines with vector instructions, if `line_end` is a line end of mail. Returns the number of octets
/// read and the number of octets written.
fn full_lines(level: Level, octets: &[u8], line_end: &[u8], encoded: &mut [u8]) -> (usize, usize) {
    match line_end {
        b"\r\n" => kernels::base64::encode_lines(level, octets, b"\r\n", encoded),
        b"\n" => kernels::base64::encode_lines(level, octets, b"\n", encoded),
        _ => (0, 0),
    }
}

/// The length of the result of [`encode_body`] for `octets` octets.
pub(super) fn body_len(octets: usize, line_end: &[u8]) -> usize {
    octets.div_ceil(3) * 4 + octets.div_ceil(LINE_OCTETS) * line_end.len()
}

/// Encodes the text of a B encoded word. The result is padded and has no line breaks.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// assert_eq!(mailutf::transfer::base64::encode_word("é".as_bytes()), "w6k=");
/// ```
pub fn encode_word(octets: &[u8]) -> String {
    ENGINE.encode(octets)
}

/// The maximum number of symbols of a line (RFC 2045 section 6.8), and the number of octets that this many symbols
/// encode.
const LINE_SYMBOLS: usize = 76;
const LINE_OCTETS: usize = LINE_SYMBOLS / 4 * 3;

#[cfg(test)]
mod tests {
    use super::line::is_symbol;
    use super::*;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    type Row = (&'static [u8], &'static [u8], &'static [(Repair, usize)]);

    /// Nine decoders were compared. For each malformed input, the expected result is that of the most
    /// tolerant of them.
    #[test]
    fn tolerates_malformed_input() {
        use Repair::*;
        let rows: [Row; 34] = [
            (b"SGVs\r\nbG8=", b"Hello", &[]),
            (b"SGV\r\nsbG8=", b"Hello", &[]),
            (b" SG Vs\tbG8= ", b"Hello", &[]),
            (b"SGVsbG8", b"Hello", &[(Padding, 7)]),
            (b"SGVsbG8==", b"Hello", &[(Padding, 9)]),
            (b"SGk=SGk=", b"HiHi", &[(Padding, 4)]),
            (b"SGk=\nSGk=\n", b"HiHi", &[(Padding, 5)]),
            (b"SG!VsbG8=", b"Hello", &[(Junk, 2)]),
            (b"SGVs\xA0bG8=", b"Hello", &[(Junk, 4)]),
            (b"SGVsbG9=", b"Hello", &[]),
            (b"SGVsb", b"Hel", &[(Truncated, 5)]),
            (b"SGVsbG9", b"Hello", &[(Padding, 7), (Truncated, 7)]),
            (b"SGVsbG", b"Hell", &[(Padding, 6), (Truncated, 6)]),
            (b"SGVsbA", b"Hell", &[(Padding, 6)]),
            (b"SGVs\x00bG8=", b"Hello", &[(Junk, 4)]),
            (b"====", b"", &[(Padding, 4)]),
            (b"SG=VsbG8=", b"HV\xC6\xC6", &[(Misplaced, 3), (Padding, 3)]),
            (b"SGVsbG8h=\nSGVsbG8h", b"Hello!Hello!", &[(Padding, 10)]),
            (b"SGVsbG8h=20\nSGVsbG8h", b"Hello!\xDBD\x86V\xC6\xC6\xF2", &[(Misplaced, 9), (Padding, 9)]),
            (b"SGVsbG8==\nSGVsbG8h", b"HelloHello!", &[(Padding, 10)]),
            (b"SGVsb=\nSGVsbG8h", b"HelHello!", &[(Misplaced, 7), (Padding, 7)]),
            (b"> SGVs\n>> bG8=\n", b"Hello", &[(Mark, 0)]),
            (b"SGVs!\r\n bG8=\n", b"Hello", &[(Mark, 4)]),
            (b"SGVs!\r\n bG8\n", b"Hello", &[(Junk, 4), (Padding, 12)]),
            (b"SGVs\n>G8=\n", b"Hel\x1b", &[(Junk, 5), (Padding, 10)]),
            (b"SGk=SGVsb", b"HiHel", &[(Padding, 4), (Misplaced, 9)]),
            (b"SGV\nsbG8\n", b"Hello", &[(Padding, 9), (Misplaced, 9)]),
            (b"SGVs!bG8=", b"Hello", &[(Junk, 4)]),
            (b"SGVs\x0B\x0CbG8=", b"Hello", &[]),
            (b"SGVsbA=\n=\n", b"Hell", &[]),
            (b"SGVsbG8h\nSG!VsbG8=\n", b"Hello!Hello", &[(Junk, 11)]),
            (b"", b"", &[]),
            (b"\r\n", b"", &[]),
            (
                b"SGk=\n!!!!\nSGVsbG8hSGVsbG8hSGVsbG8h\n",
                b"HiHello!Hello!Hello!",
                &[(Junk, 5), (Mark, 8), (Padding, 10)],
            ),
        ];
        for (encoded, octets, repairs) in rows {
            let decoded = decode(encoded);
            assert_eq!(*decoded.octets, *octets, "{}", encoded.escape_ascii());
            assert_eq!(decoded.repairs, repairs, "{}", encoded.escape_ascii());
            assert_eq!(decoded.tail, None, "{}", encoded.escape_ascii());
        }
    }

    #[test]
    fn many_lines_before_a_long_line_take_linear_time() {
        // The test would not finish in reasonable time if each line searched the last line again.
        let body = [&b"QQ==\n"[..], &b"!\n".repeat(1 << 17), &b"QUJD".repeat(1 << 18), b"\n"].concat();
        assert_eq!(decode(&body).octets.len(), 1 + (3 << 18));
    }

    #[test]
    fn finds_text_after_the_data() {
        let rows: [(&[u8], &[u8], &[u8]); 8] = [
            (b"SGk=\r\n--\r\nsent from", b"Hi", b"--\r\nsent from"),
            (b"SGk=\n\n____\nlist mailing list\n", b"Hi", b"\n____\nlist mailing list\n"),
            (b"SGk=\nRegards\nthe list\n", b"Hi", b"Regards\nthe list\n"),
            (b"SGk=\nRegards\n", b"Hi", b"Regards\n"),
            (b"SGk=\nSGk=\n=====\nlist\n", b"HiHi", b"=====\nlist\n"),
            (b"SGVsbG8h\n--\nthe list\n", b"Hello!", b"--\nthe list\n"),
            (b"SGVsbG8h\n\nthe list\n", b"Hello!", b"\nthe list\n"),
            (b"SGVsbG8h\nSGVsbG8h\n__\nlist\n", b"Hello!Hello!", b"__\nlist\n"),
        ];
        for (encoded, octets, tail) in rows {
            let decoded = decode(encoded);
            assert_eq!(*decoded.octets, *octets, "{}", encoded.escape_ascii());
            let found = decoded.tail.map(|offset| encoded[offset..].escape_ascii().to_string());
            assert_eq!(found, Some(tail.escape_ascii().to_string()), "{}", encoded.escape_ascii());
        }
    }

    #[test]
    fn finds_text_before_the_data() {
        let line = "VGhpcyBpcyBhIGxvbmcgbGluZSBvZiB0ZXh0IG9mIGJhc2U2NCB0aGF0IGlzIDU3IG9jdGV0cyBs";
        let rows: [(&str, &[u8], &str); 6] = [
            ("CAUTION: This mail is external.\n\n", b"Hello", "SGVsbG8=\n"),
            ("CAUTION: This mail is external.\r\n=====\r\n", b"Hello", "SGVsbG8=\r\n"),
            (
                "Achtung\nDiese Mail ist extern!\n",
                b"This is a long line of text of base64 that is 57 octets l",
                "LINE\n",
            ),
            (
                "Внимание, письмо\n",
                b"This is a long line of text of base64 that is 57 octets lHello",
                "LINE\nSGVsbG8=\n",
            ),
            ("[EXT] a b\n", b"Hello", "SGVsbG8=\n-- \nThe list\n"),
            // A blank and an octet outside the alphabet are not enough: blanks are ignored within base64.
            ("", b"Hello!Hello", "SGVs bG8h\nSGVsbG8=\n"),
        ];
        for (text, octets, data) in rows {
            let encoded = [text, &data.replace("LINE", line)].concat();
            let decoded = decode(encoded.as_bytes());
            assert_eq!((decoded.head, &*decoded.octets), (text.len(), octets), "{encoded}");
            let tail = decoded.tail.map(|at| &encoded[at..]);
            assert_eq!(tail.unwrap_or_default(), data.split_once("\n--").map_or("", |_| "-- \nThe list\n"));
            assert_eq!(decoded.repairs, [], "{encoded}");
        }
        let key =
            "-----BEGIN A KEY-----\nhQEMA5RGm3WrA2SQAQf/ZPu0Nm6Y3T8Cq3cm9x0c1Pz5\n-----END A KEY-----\n";
        let decoded = decode(key.as_bytes());
        assert_eq!(decoded.head, 0);
        assert!(decoded.repairs.iter().any(|(repair, _)| repair.is_loss()));
    }

    #[test]
    fn finds_text_after_the_data_on_its_last_line() {
        let line = "VGhpcyBpcyBhIGxvbmcgbGluZSBvZiB0ZXh0IG9mIGJhc2U2NCB0aGF0IGlzIDU3IG9jdGV0cyBs";
        for (encoded, end, tail) in [
            ("SGVsbG8= -- The List\n", "Hello", " -- The List\n"),
            ("SGVsbG8h -- The List\n", "Hello!", " -- The List\n"),
            ("SGVsbG8h The List\n", "Hello!", " The List\n"),
            ("SGVsbG8=____\nThe List\n", "Hello", "____\nThe List\n"),
            ("SGVsbG8=<br>\n", "Hello", "<br>\n"),
            ("R3L832U= (sent by a\nphone)", "Gr\u{FC}\u{DF}e", " (sent by a\nphone)"),
            ("LINE\nSGVsbG8= -- The List\n", "octets lHello", " -- The List\n"),
            ("LINE\nSGVsbG8=--\nThe List\n", "octets lHello", "--\nThe List\n"),
            ("LINE\nSG\nVsbG8= The List\n", "octets lHello", " The List\n"),
            ("LINE -- The List\n", "octets l", " -- The List\n"),
        ] {
            let encoded = encoded.replace("LINE", line);
            let decoded = decode(encoded.as_bytes());
            let octets: String = decoded.octets.iter().map(|octet| char::from(*octet)).collect();
            assert!(octets.ends_with(end), "{encoded}: {octets}");
            assert_eq!(decoded.tail.map(|at| &encoded[at..]), Some(tail), "{encoded}");
            assert_eq!(decoded.repairs, [], "{encoded}");
        }
        for text in [
            "foo= bar (baz)\n",
            "url=http://example.org\n",
            "charset=utf-8, they say\n",
            "content=foo, and more\n",
            "McDonald is here.\n",
            "Hello, world!\n",
            "SGk= (sent)\n",
        ] {
            assert_eq!(decode(text.as_bytes()).repairs, [(Repair::Plain, 0)], "{text}");
        }
        for text in [
            "Make that work with this\n",
            "DOES THIS WORK OVER\n",
            "also also also\n",
            "4562 5561 6720\n",
            "Your code 1a2b3c4d5e6f7a8b9c0d\n",
        ] {
            assert_eq!(decode(text.as_bytes()).repairs, [(Repair::Plain, 0)], "{text}");
        }
        let binary = "iVBORw0KGgoAAAANSUhE UgAAAAEA\n";
        assert!(decode(binary.as_bytes()).octets.starts_with(b"\x89PNG\r\n\x1A\n\0\0\0\rIHD"));
        for (encoded, octets) in
            [("SGVsbG8= SGVsbG8= SGk=", "HelloHelloHi"), ("SGVsbG8hSGVs bG8= =", "Hello!Hello")]
        {
            let decoded = decode(encoded.as_bytes());
            assert_eq!((&*decoded.octets, decoded.tail), (octets.as_bytes(), None), "{encoded}");
        }
        // A word has no tail.
        assert_eq!(decode_word(b"SGVsbG8= (sent)").tail, None);
    }

    #[test]
    fn a_long_footer_of_short_words_is_a_tail() {
        let encoded = ["SGk=\n", &"word\n".repeat(2_000), "the list\n"].concat();
        let decoded = decode(encoded.as_bytes());
        assert_eq!((&*decoded.octets, decoded.tail), (b"Hi".as_slice(), Some(5)));
        assert_eq!(decoded.repairs, []);
    }

    #[test]
    fn damaged_base64_without_words_is_no_plain_text() {
        for (encoded, junk) in
            [("8NLJ18XUISD81M8g0M!nT2M3*PIM7B\n", 18), ("8NLJ18XU\nISD81M8!0M/n\nT2M3*PIM7B\n", 16)]
        {
            let decoded = decode(encoded.as_bytes());
            assert_eq!(decoded.repairs.first(), Some(&(Repair::Junk, junk)), "{encoded}");
        }
        for text in ["https://example.org/path\n", "http://www.example.org/Some/Path.html\n", "Größe\nMaße\n"]
        {
            assert_eq!(decode(text.as_bytes()).repairs, [(Repair::Plain, 0)], "{text}");
        }
    }

    #[test]
    fn plain_text_is_not_decoded() {
        for text in [
            "Hello, world!\n",
            "\nploozdect  nispplul swunkglap\nzarplontruskdrem\n",
            "caf\u{e9}, s'il",
            "Здравствуйте!\n",
            "Hallo\n\nwie geht es, Anna?\n",
            "Hallo, hier:\nDonaudampfschifffahrtsgesellschaft\n",
            "\u{1b}$B$3$s$K$A$O\u{1b}(B\n",
            "<p>日本語<br>\n",
            "-_-_",
            "Gr=C3=BC=C3=9Fe an alle\n",
        ] {
            let decoded = decode(text.as_bytes());
            assert_eq!(decoded.repairs, [(Repair::Plain, 0)], "{text}");
            assert_eq!(*decoded.octets, *text.as_bytes());
        }
        assert_eq!(decode(b"Base64:\nSGVsbG8hSGVsbG8hSGVsbG8h\n").repairs.first(), Some(&(Repair::Junk, 6)));
    }

    #[test]
    fn a_body_has_lines_of_76_columns() {
        let encoded = encode_body(&[b'x'; 115], b"\r\n");
        let lines: Vec<usize> = encoded.split(|&octet| octet == b'\n').map(<[u8]>::len).collect();
        assert_eq!(lines, [77, 77, 5, 0]);
    }

    #[test]
    fn long_bodies_and_long_lines_round_trip() {
        for len in [3070, 3071, 3072, 3073, 6144, 100_000] {
            let octets: Vec<u8> = (0..len).map(|at| (at * 31 % 251) as u8).collect();
            assert_eq!(*decode(&encode_body(&octets, b"\r\n")).octets, *octets);
            assert_eq!(*decode(encode_word(&octets).as_bytes()).octets, *octets);
        }
    }

    #[test]
    fn vector_instructions_change_nothing() {
        let octets: Vec<u8> = (0..260_u32).map(|at| (at * at / 7 % 251) as u8).collect();
        for (columns, line_end) in [(76, "\r\n"), (16, "\n"), (92, "\n"), (75, "\n")] {
            let lines: Vec<Vec<u8>> =
                encode_word(&octets).as_bytes().chunks(columns).map(<[u8]>::to_vec).collect();
            let encoded = lines.join(line_end.as_bytes());
            each_stretch(&encoded, |encoded| same_at_each_level(|| (decode(encoded), is_regular(encoded))));
            for (at, damage) in (0..encoded.len()).zip(b"=!\n\r -\x80\xFFA".iter().cycle()) {
                let mut damaged = encoded.clone();
                damaged[at] = *damage;
                same_at_each_level(|| (decode(&damaged), is_regular(&damaged)));
            }
        }
        // A line of 76 symbols has a block of 64 symbols and a rest of 12 symbols, which are decoded differently.
        // Each octet is put in both of them.
        for (octet, column) in (0..=u8::MAX).flat_map(|octet| [(octet, 3), (octet, 70)]) {
            let mut encoded = encode_body(&octets, b"\n");
            encoded[77 + column] = octet;
            same_at_each_level(|| (decode(&encoded), is_regular(&encoded)));
        }
    }

    #[test]
    fn vector_instructions_change_no_short_body() {
        let encoded = encode_word(&(0..=u8::MAX).collect::<Vec<u8>>());
        for padding in ["", "=", "==", "===", "=\r\n", "==\n", "\r", "\r\n\r\n"] {
            for len in 0..=80 {
                let encoded = [encoded.get(..len).unwrap(), padding].concat();
                same_at_each_level(|| (decode(encoded.as_bytes()), decode_word(encoded.as_bytes())));
            }
        }
        for (at, octet) in (0..48).flat_map(|at| (0..=u8::MAX).map(move |octet| (at, octet))) {
            let mut damaged = encoded.as_bytes()[..48].to_vec();
            damaged[at] = octet;
            same_at_each_level(|| (decode(&damaged), decode_word(&damaged)));
        }
    }

    #[test]
    fn vector_instructions_encode_the_same() {
        // Each symbol takes each value.
        let octets: Vec<u8> = (0..400_u32).map(|at| (at * at / 7 % 256) as u8).collect();
        for line_end in ["\n", "\r\n", "", "\r\n\r\n"] {
            each_stretch(&octets, |octets| same_at_each_level(|| encode_body(octets, line_end.as_bytes())));
        }
        for (at, octet) in (0..64).flat_map(|at| (0..=u8::MAX).map(move |octet| (at, octet))) {
            let mut octets = octets.get(..64).unwrap().to_vec();
            octets[at] = octet;
            // A full line is encoded in vectors of another size than the last line.
            for octets in [&octets, octets.get(..55).unwrap()] {
                same_at_each_level(|| encode_body(octets, b"\n"));
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn vector_instructions_encode_random_octets_the_same(octets in prop::collection::vec(any::<u8>(), 0..3000)) {
            same_at_each_level(|| encode_body(&octets, b"\r\n"));
        }

        /// Checks that all instruction sets decode a body alike. The body has groups of lines of equal length, and
        /// a few of its octets are replaced.
        #[test]
        fn vector_instructions_change_no_random_body(
            lines in prop::collection::vec((0_usize..30, 1_usize..30, prop::sample::select(vec!["\n", "\r\n", "=\n", " \n"])), 1..12),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        ) {
            let mut encoded = Vec::new();
            for (quanta, times, end) in lines {
                let line = [&encode_word(&vec![b'~'; 3 * quanta]), end].concat();
                encoded.extend_from_slice(line.repeat(times).as_bytes());
            }
            for (at, octet) in damage {
                let at = at.index(encoded.len());
                encoded[at] = octet;
            }
            same_at_each_level(|| decode(&encoded));
        }

        #[test]
        fn encoding_round_trips(
            octets in prop::collection::vec(any::<u8>(), 0..600),
            line_end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let body = encode_body(&octets, line_end.as_bytes());
            prop_assert_eq!(body.len(), body_len(octets.len(), line_end.as_bytes()));
            for encoded in [body.as_slice(), encode_word(&octets).as_bytes()] {
                let decoded = decode(encoded);
                prop_assert_eq!(&*decoded.octets, &octets);
                prop_assert_eq!((decoded.repairs, decoded.tail), (vec![], None));
            }
        }

        /// If the crate `base64` accepts the symbols, then it decodes them as this module does.
        #[test]
        fn agrees_with_the_crate(encoded in "[A-Za-z0-9+/]{0,40}={0,2}") {
            if let Ok(octets) = ENGINE.decode(&encoded) {
                prop_assert_eq!(&*decode(encoded.as_bytes()).octets, &octets);
            }
        }

        /// Any input is decoded as if it had no octets outside the alphabet.
        #[test]
        fn skips_octets_outside_the_alphabet(encoded in "([AbC9+/]{9,30}[ \\n\\r!\u{e9}]?){0,5}") {
            let decoded = decode(encoded.as_bytes());
            prop_assume!(decoded.repairs != [(Repair::Plain, 0)]);
            let kept = decoded.tail.unwrap_or(encoded.len());
            let data = encoded.bytes().take(kept).skip(decoded.head);
            let mut symbols: Vec<u8> = data.filter(|&octet| is_symbol(octet)).collect();
            if symbols.len() % 4 == 1 {
                symbols.pop();
            }
            prop_assert_eq!(&*decoded.octets, &ENGINE.decode(symbols).unwrap());
        }

        #[test]
        fn decodes_any_octets(encoded in prop::collection::vec(prop::sample::select(b"Ab+/= \t\r\n-_!\0\xFF".to_vec()), 0..200)) {
            let decoded = decode(&encoded);
            prop_assert!(decoded.octets.len() <= encoded.len());
            prop_assert!(decoded.tail.is_none_or(|tail| tail <= encoded.len()));
        }
    }
}
