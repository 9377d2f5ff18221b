//! Guarantee G15 (docs/guarantees.md): octets decode to the same text with the same errors in whatever pieces they
//! come. Every row of `tests/vectors` is compared with strict decoding (the offset and kind of the error) and with
//! lossy decoding (the text). The octets are decoded at once, in every split in two, and octet by octet.

use mailutf::charset::{Charset, Malformed};
use std::fs;
use std::path::Path;

struct Row {
    id: String,
    charset: Charset,
    input: Vec<u8>,
    strict: String,
    lossy: String,
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn rows(file: &str, charset: Option<Charset>) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(file);
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        let (charset, rest) = match charset {
            Some(charset) => (charset, &columns[1..]),
            None => (Charset::for_label(named(columns[1]).as_bytes()).unwrap(), &columns[2..]),
        };
        let [_label, input, strict, lossy, had_errors] = rest else { panic!("{line}") };
        assert_eq!(*had_errors == "1", strict.starts_with("err"), "{line}");
        Row {
            id: columns[0].to_owned(),
            charset,
            input: unhex(input),
            strict: (*strict).to_owned(),
            lossy: String::from_utf8(unhex(lossy)).unwrap(),
        }
    });
    rows.collect()
}

fn named(column: &str) -> String {
    column.replace("utf16", "utf-16")
}

/// The result in the notation of the rows: `err:OFFSET:KIND`, or `ok:` and the text in hexadecimal.
fn verdict(result: Result<&str, Malformed>) -> String {
    match result {
        Ok(text) => format!("ok:{}", text.bytes().map(|octet| format!("{octet:02x}")).collect::<String>()),
        Err(Malformed { offset, kind }) => format!("err:{offset}:{kind:?}"),
    }
}

fn check(file: &str, charset: Option<Charset>, count: usize, contested: &[(&str, &str)]) {
    let rows = rows(file, charset);
    assert_eq!(rows.len(), count);
    for Row { id, charset, input, strict, lossy } in rows {
        let contested = contested.iter().find(|(contested, _)| *contested == id);
        let strict = contested.map_or(strict.as_str(), |(_, ours)| ours);
        // In the rows for UTF-8, the length of the ill-formed sequence follows the error. It is not compared here,
        // because an error in it would also show in the lossy text.
        let strict = strict.split(":len=").next().unwrap();
        let decoded = charset.decode(&input);
        assert_eq!(verdict(charset.decode_strict(&input).as_deref().map_err(|error| *error)), strict, "{id}");
        assert_eq!(decoded.text, lossy, "{id}");
        assert_eq!(decoded.errors > 0, strict.starts_with("err"), "{id}");
        let mut splits: Vec<Vec<&[u8]>> =
            (0..=input.len()).map(|at| vec![&input[..at], &input[at..]]).collect();
        splits.push(input.chunks(1).collect());
        for split in splits {
            let (mut decoder, mut text) = (charset.decoder(), String::new());
            for piece in &split {
                decoder.push(piece, &mut text);
            }
            let (errors, first) = decoder.finish(&mut text);
            assert_eq!(
                (text.as_str(), errors, first),
                (&*lossy, decoded.errors, decoded.first_error),
                "{id} {split:x?}"
            );
        }
    }
}

#[test]
fn utf7() {
    check("utf7.tsv", Some(Charset::UTF_7), 127, &[]);
}

#[test]
fn utf8() {
    check("utf8.tsv", Some(Charset::UTF_8), 74, &[]);
}

/// The result of one row is replaced: the row says that UTF-16BE text with a reversed byte order mark is well-formed,
/// but RFC 2781 section 4.1 says: "Finding 0xFF followed by 0xFE is an error". The lossy text of that row is compared
/// as it is.
#[test]
fn utf16() {
    // The row `u16-014` takes U+FFFE for text, but by RFC 2781 section 4.1 the label is wrong.
    check("utf16.tsv", None, 47, &[("u16-014", "err:0:ReversedMark")]);
}

#[test]
fn imap_utf7() {
    check("imap_utf7.tsv", Some(Charset::IMAP_UTF_7), 67, &[]);
}
