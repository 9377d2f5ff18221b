//! Says in which charset each line of standard input is, which holds octets in hexadecimal: the likeliest charset,
//! how likely it is, its language, and what this charset reads; an empty line where nothing is known.
//!
//! `tools/detection_table.py` measures detection with it.

use mailutf::charset::detect::{by_language, candidates};
use std::io::{BufRead, Write};

fn octets(line: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = line.as_bytes().as_chunks::<2>();
    let octet = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(octet).collect() } else { None }
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let octets = octets(line?.trim()).unwrap_or_default();
        let answer = by_language(&octets).map_or("", |charset| charset.name());
        write!(out, "{answer}")?;
        for candidate in candidates(&octets).iter().take(3) {
            let text = candidate.charset.decode(&octets).text.replace(['\t', '\n', '\r'], " ");
            write!(
                out,
                "\t{}\t{:.5}\t{}\t{text}",
                candidate.charset, candidate.probability, candidate.language
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}
