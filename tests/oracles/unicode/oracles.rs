//! Compares the Unicode codecs with those of Python and `iconv`, if these are installed.

use super::utf7::ALPHABET;
use super::{at_once, strings};
use crate::program::run;
use mailutf::charset::{Charset, MalformedKind};

/// Every thirteenth character of Unicode. Each is followed by a letter that UTF-7 writes directly, or by a letter
/// that UTF-7 must shift.
fn unicode() -> String {
    let characters = ('\0'..=char::MAX).step_by(13).filter(|character| *character != '\u{FEFF}');
    characters.enumerate().flat_map(|(index, c)| [c, if index % 7 == 0 { 'a' } else { 'é' }]).collect()
}

const PYTHON_DECODES: &str = "import sys; data = sys.stdin.buffer.read()
sys.stdout.buffer.write(data.decode(sys.argv[1]).encode('utf-8'))";
const PYTHON_ENCODES: &str = "import sys; data = sys.stdin.buffer.read()
sys.stdout.buffer.write(data.decode('utf-8').encode(sys.argv[1]))";

#[test]
fn python_reads_and_writes_what_we_do() {
    let text = unicode();
    for name in ["utf-7", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-32-be", "utf-32-le"] {
        let charset = Charset::for_label(name.as_bytes()).unwrap();
        let ours = charset.encode(&text).unwrap();
        let Some(read) = run("python3", &["-c", PYTHON_DECODES, name], &ours) else { return };
        assert!(read == text.as_bytes(), "{name}");
        let Some(written) = run("python3", &["-c", PYTHON_ENCODES, name], text.as_bytes()) else { return };
        assert!(charset.decode_strict(&written).unwrap() == text, "{name}");
    }
}

/// Whether CPython is known to judge a UTF-7 string otherwise than we do.
fn python_differs(ours: Result<(), MalformedKind>, python: bool, octets: &[u8]) -> bool {
    match (ours, python) {
        // CPython accepts half of a surrogate pair in a `str`.
        (Err(MalformedKind::LoneSurrogate), true) => true,
        // CPython drops a `+` at the end.
        (Err(MalformedKind::EmptyShift), true) => octets.ends_with(b"+"),
        // CPython takes six or more zero bits at the end for a partial character. RFC 2152 discards these bits.
        (Ok(()), false) => octets.split(|octet| *octet == b'+').skip(1).any(|after| {
            let symbols =
                after.iter().take_while(|octet| octet.is_ascii_alphanumeric() || **octet == b'/').count();
            6 * symbols % 16 >= 6
        }),
        _ => false,
    }
}

const PYTHON_JUDGES: &str = "import sys
for line in sys.stdin:
    try: print('ok', bytes.fromhex(line).decode('utf-7').encode('utf-8', 'surrogatepass').hex())
    except UnicodeDecodeError: print('error')";

#[test]
fn python_on_all_short_strings_of_utf7() {
    let all: Vec<_> = (0..=4).flat_map(|length| strings(ALPHABET, length)).collect();
    let hex = |octets: &[u8]| octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>();
    let lines: String = all.iter().map(|octets| hex(octets) + "\n").collect();
    let Some(verdicts) = run("python3", &["-c", PYTHON_JUDGES], lines.as_bytes()) else { return };
    let (mut agreed, mut differed) = (0, 0);
    for (octets, verdict) in all.iter().zip(String::from_utf8(verdicts).unwrap().lines()) {
        let (text, _, first) = at_once(Charset::UTF_7, octets);
        let ours = first.map_or(Ok(()), |error| Err(error.kind));
        match verdict.strip_prefix("ok").map(str::trim_start) {
            Some(python) if ours.is_ok() => assert_eq!(python, hex(text.as_bytes()), "{octets:?}"),
            None if ours.is_err() => {}
            python => {
                assert!(python_differs(ours, python.is_some(), octets), "{octets:?}: {ours:?}, {verdict}");
                differed += 1;
                continue;
            }
        }
        agreed += 1;
    }
    assert_eq!(agreed + differed, all.len());
    println!("Python agrees on {agreed}, differs as listed on {differed}");
}

#[test]
fn iconv_reads_and_writes_what_we_do() {
    // glibc rejects control characters and `~` if UTF-7 text contains them unencoded.
    let text: String = unicode().chars().filter(|c| !matches!(u32::from(*c), 0..0x20 | 0x7E..0xA0)).collect();
    for name in ["UTF-7", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"] {
        let charset = Charset::for_label(name.as_bytes()).unwrap();
        let ours = charset.encode(&text).unwrap();
        let Some(read) = run("iconv", &["-f", name, "-t", "UTF-8"], &ours) else { return };
        assert!(read == text.as_bytes(), "{name}");
        let Some(written) = run("iconv", &["-f", "UTF-8", "-t", name], text.as_bytes()) else { return };
        assert!(charset.decode_strict(&written).unwrap() == text, "{name}");
    }
}
