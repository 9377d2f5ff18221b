//! Runs the decoders of other programs through Python.

use crate::program::run;
use std::collections::BTreeSet;

/// What another decoder reads in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Text(String),
    Refused,
    /// The decoder is not installed.
    Unknown,
}

/// Decodes each text with a codec of Python or, if the name begins with `iconv:`, with a decoder of the C library.
/// If Python is not installed, prints a message and returns `None`.
pub(crate) fn decode(texts: &[(&str, Vec<u8>)]) -> Option<Vec<Verdict>> {
    let mut input = String::new();
    for (decoder, text) in texts {
        input.extend([decoder, "\t", &hex(text), "\n"]);
    }
    let output = python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/legacy/oracle.py"), &[], input)?;
    let character = |number: &str| char::from_u32(number.parse().unwrap()).unwrap();
    let verdict = |line: &str| match line {
        "-" => Verdict::Refused,
        "?" => Verdict::Unknown,
        "" => Verdict::Text(String::new()),
        _ => Verdict::Text(line.split(' ').map(character).collect()),
    };
    let verdicts: Vec<Verdict> = output.lines().map(verdict).collect();
    assert_eq!(verdicts.len(), texts.len());
    let unknown = texts.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Verdict::Unknown);
    for decoder in unknown.map(|((decoder, _), _)| *decoder).collect::<BTreeSet<_>>() {
        println!("not compared: there is no {decoder}");
    }
    Some(verdicts)
}

/// The SHA-256 of each text, in hexadecimal, or `None` if Python is not installed.
pub(crate) fn sha256(texts: &[&str]) -> Option<Vec<String>> {
    const SCRIPT: &str = "import sys, hashlib
for line in sys.stdin: print(hashlib.sha256(bytes.fromhex(line)).hexdigest())";
    let input = texts.iter().flat_map(|text| [hex(text.as_bytes()), "\n".into()]).collect();
    Some(python("-c", &[SCRIPT], input)?.lines().map(str::to_owned).collect())
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// Returns the output of a Python script that reads `input`, or `None` if Python is not installed.
fn python(script: &str, arguments: &[&str], input: String) -> Option<String> {
    let output = run("python3", &[&[script], arguments].concat(), input.as_bytes())?;
    Some(String::from_utf8(output).unwrap())
}

/// The FNV-1a hash of the octets.
pub(crate) fn checksum(octets: impl IntoIterator<Item = u8>) -> u64 {
    octets.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
