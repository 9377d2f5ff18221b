//! Detects the charset of each line of standard input, which holds octets in hexadecimal. For each line, prints
//! seven values, separated by tabs:
//!
//! - the charset in which the library would read the octets in mail (empty if no charset is detected);
//! - the text in this charset (empty if no charset is detected);
//! - the charset that chardetng finds;
//! - the likeliest charset by the model, its probability and its language;
//! - the text in the likeliest charset.
//!
//! `tools/detection_table.py` runs this example to measure how well charsets are detected.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use mailutf::charset::Charset;
use mailutf::charset::detect::{Candidate, candidates, detect};
use std::io::{BufRead, Write};

fn octets(line: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = line.as_bytes().as_chunks::<2>();
    let octet = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(octet).collect() } else { None }
}

fn chardetng(octets: &[u8]) -> &'static str {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(octets, true);
    detector.guess(None, Utf8Detection::Allow).name()
}

fn text(octets: &[u8], charset: Charset) -> String {
    charset.decode(octets).text.replace(['\t', '\n', '\r'], " ")
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let octets = octets(line?.trim()).unwrap_or_default();
        match detect(&octets) {
            Some(found) => write!(out, "{}\t{}", found.charset, text(&octets, found.charset))?,
            None => write!(out, "\t")?,
        }
        write!(out, "\t{}", chardetng(&octets))?;
        match candidates(&octets).first() {
            Some(Candidate { charset, probability, language, .. }) => {
                writeln!(out, "\t{charset}\t{probability:.5}\t{language}\t{}", text(&octets, *charset))?;
            }
            None => writeln!(out, "\t\t0\t\t")?,
        }
    }
    Ok(())
}
