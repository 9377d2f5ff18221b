//! Compares the codecs that have kernels, which are loops that read many octets at once, with other
//! implementations: `encoding_rs`, `base64`, the standard library, and the simple decoders of UTF-7 and
//! quoted-printable in this file, which read an octet at a time. The octets of each input are repeated, so that
//! they are enough for a kernel.
#![no_main]

use arbitrary::Arbitrary;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use libfuzzer_sys::fuzz_target;
use mailutf::charset::Charset;
use mailutf::transfer::{base64 as ours, quoted_printable};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    codec: Codec,
    before: &'a [u8],
    times: u8,
    repeated: &'a [u8],
    after: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Codec {
    Legacy(u8),
    Utf16 { big_endian: bool },
    Utf7,
    Imap,
    Base64,
    QuotedPrintable,
}

fuzz_target!(|input: Input<'_>| {
    let Input { codec, before, times, repeated, after } = input;
    let octets = [before, &repeated.repeat(usize::from(times)), after].concat();
    match codec {
        Codec::Legacy(which) => legacy(which, &octets),
        Codec::Utf16 { big_endian } => utf16(big_endian, &octets),
        Codec::Utf7 => shifted(Charset::UTF_7, &octets, false),
        Codec::Imap => shifted(Charset::IMAP_UTF_7, &octets, true),
        Codec::Base64 => base64(&octets),
        Codec::QuotedPrintable => quoted(&octets),
    }
});

fn legacy(which: u8, octets: &[u8]) {
    let encodings = [
        encoding_rs::WINDOWS_1252,
        encoding_rs::KOI8_R,
        encoding_rs::ISO_8859_7,
        encoding_rs::WINDOWS_874,
        encoding_rs::GB18030,
        encoding_rs::BIG5,
        encoding_rs::EUC_JP,
        encoding_rs::EUC_KR,
        encoding_rs::SHIFT_JIS,
        encoding_rs::ISO_2022_JP,
    ];
    let encoding = encodings[usize::from(which) % encodings.len()];
    let charset = Charset::for_label(encoding.name().as_bytes()).unwrap();
    let text = encoding.decode_without_bom_handling_and_without_replacement(octets);
    match text {
        Some(text) => assert_eq!(charset.decode(octets).text, text),
        // ISO-2022-JP is not compared, because mailutf decodes more escape sequences of ISO 2022
        // than `encoding_rs` does.
        None if encoding == encoding_rs::ISO_2022_JP => {}
        None => assert_eq!(charset.decode(octets).text, encoding.decode_without_bom_handling(octets).0),
    }
}

fn utf16(big_endian: bool, octets: &[u8]) {
    let (charset, unit): (_, fn([u8; 2]) -> u16) = if big_endian {
        (Charset::UTF_16BE, u16::from_be_bytes)
    } else {
        (Charset::UTF_16LE, u16::from_le_bytes)
    };
    let (pairs, _) = octets.as_chunks();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    assert_eq!(charset.decode(pairs.as_flattened()).text, String::from_utf16_lossy(&units));
    let text = String::from_utf8_lossy(octets);
    let encoded: Vec<u16> = charset.encode(&text).unwrap().as_chunks().0.iter().copied().map(unit).collect();
    assert_eq!(encoded, text.encode_utf16().collect::<Vec<_>>());
}

fn shifted(charset: Charset, octets: &[u8], imap: bool) {
    assert_eq!(charset.decode_strict(octets).ok().as_deref(), well_formed(octets, imap).as_deref());
    let text = String::from_utf8_lossy(octets);
    let encoded = charset.encode(&text).unwrap();
    assert_eq!(well_formed(&encoded, imap).as_deref(), Some(&*text));
}

/// Returns the text of UTF-7 (RFC 2152) or of an IMAP mailbox name (RFC 3501 section 5.1.3), or `None` if `octets`
/// are ill-formed.
fn well_formed(octets: &[u8], imap: bool) -> Option<String> {
    let (start, last) = if imap { (b'&', b',') } else { (b'+', b'/') };
    let value = |octet: u8| match octet {
        b'A'..=b'Z' => Some(u32::from(octet - b'A')),
        b'a'..=b'z' => Some(u32::from(octet - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(octet - b'0') + 52),
        b'+' => Some(62),
        _ => (octet == last).then_some(63),
    };
    let (mut text, mut at, mut after_shift) = (String::new(), 0, false);
    while let Some(&octet) = octets.get(at) {
        at += 1;
        if octet != start {
            let direct = if imap { matches!(octet, b' '..=b'~') } else { octet.is_ascii() };
            text.push(direct.then_some(char::from(octet))?);
            after_shift = false;
            continue;
        }
        let symbols: Vec<u32> = octets[at..].iter().map_while(|octet| value(*octet)).collect();
        at += symbols.len();
        let closed = octets.get(at) == Some(&b'-');
        at += usize::from(closed);
        if symbols.is_empty() {
            text.push(closed.then_some(char::from(start))?);
            after_shift = false;
            continue;
        }
        let (mut bits, mut count, mut units) = (0_u32, 0, Vec::new());
        for symbol in &symbols {
            (bits, count) = (bits << 6 | symbol, count + 6);
            if count >= 16 {
                count -= 16;
                units.push((bits >> count) as u16);
                bits &= (1 << count) - 1;
            }
        }
        let shifted = String::from_utf16(&units).ok().filter(|_| bits == 0)?;
        let single = closed && !after_shift && count < 6 && !shifted.contains(|c| matches!(c, ' '..='~'));
        text.push_str((!imap || single).then_some(&shifted)?);
        after_shift = true;
    }
    Some(text)
}

fn base64(octets: &[u8]) {
    let symbols: Vec<u8> = octets.iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect();
    let decoded = ours::decode(octets);
    if let (Ok(theirs), []) = (STANDARD.decode(&symbols), &*decoded.repairs) {
        assert_eq!(*decoded.octets, *theirs);
    }
    let encoded = ours::encode_body(octets, b"\r\n");
    assert!(encoded.chunks(78).all(|line| line.ends_with(b"\r\n")));
    let symbols: Vec<u8> = encoded.into_iter().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect();
    assert_eq!(symbols, STANDARD.encode(octets).into_bytes());
}

fn quoted(octets: &[u8]) {
    assert_eq!(*quoted_printable::decode(octets).octets, *unquoted(octets));
    for line_end in [b"\n".as_slice(), b"\r\n"] {
        let encoded = quoted_printable::encode_body(octets, line_end);
        assert!(encoded.split(|octet| *octet == b'\n').all(|line| line.trim_ascii_end().len() <= 76));
        assert_eq!(*unquoted(&encoded), *octets);
    }
}

/// Decodes quoted-printable (RFC 2045 section 6.7). Ill-formed escapes are kept as text.
fn unquoted(octets: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::new();
    for line in octets.split_inclusive(|octet| *octet == b'\n') {
        let content = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let end = &line[content.len()..];
        let blanks = content.iter().rev().take_while(|octet| matches!(octet, b' ' | b'\t')).count();
        let text = &content[..content.len() - blanks];
        let (text, end) = text.strip_suffix(b"=").map_or((text, end), |text| (text, b""));
        let (mut rest, mut bare) = (text, false);
        while let [octet, after @ ..] = rest {
            let escaped =
                rest.get(1..3).filter(|digits| *octet == b'=' && digits.iter().all(u8::is_ascii_hexdigit));
            if let Some(digits) = escaped.filter(|_| !bare) {
                decoded.push(u8::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap());
                rest = &rest[3..];
            } else {
                // If an `=` starts no escape, an escape directly after that `=` is kept as text: `==41` does
                // not become `=A`.
                bare = *octet == b'=' && escaped.is_none();
                decoded.push(*octet);
                rest = after;
            }
        }
        decoded.extend_from_slice(end);
    }
    decoded
}
