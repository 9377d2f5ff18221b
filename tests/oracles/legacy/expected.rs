//! Compares our texts with a table of expectations, which is not part of this project. Its rows `bytes:LABEL` and
//! `utf8-sha256:LABEL` are for test texts that other projects publish.

use super::oracle;
use mailutf::charset::Charset;
use std::fs;

/// The rows of the table for which we differ with good reason. For these rows, several answers are defensible.
const ARGUED: [&str; 2] = [
    // The row reads big-endian octets without a byte order mark in the order of a little-endian machine; see RFC
    // 2781 section 4.3.
    "s0496",
    // ICU writes U+FFFD for an escape sequence that designates a character set, but is followed by no character.
    // Encoded words that are joined contain such escape sequences.
    "s0432",
];

#[test]
fn texts_of_real_mail_and_other_projects() {
    let corpus = crate::real_mail::shared("corpus");
    let Ok(table) = fs::read_to_string(corpus.join("expected.tsv")) else {
        println!("not compared: there is no {}", corpus.display());
        return;
    };
    let (mut wrong, mut sums, mut count) = (Vec::new(), Vec::new(), 0);
    for row in table.lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[case, input, field, expected, ..] = cells.as_slice() else { continue };
        let Some((check @ ("bytes" | "utf8-sha256"), label)) = field.split_once(':') else { continue };
        let octets = match input.split_once(':') {
            Some(("hex", digits)) => hex(digits),
            Some((_, path)) => fs::read(corpus.join(path)).unwrap(),
            None => continue,
        };
        count += 1;
        let charset = Charset::for_label(label.as_bytes()).unwrap_or_else(|| panic!("{label}"));
        let text = charset.decode(&octets).text;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_owned();
        if check == "utf8-sha256" {
            sums.push((case, text, expected));
        } else if text != unescape(expected) && !ARGUED.contains(&case) {
            wrong.push(case);
        }
    }
    assert!(count >= 85, "{count}");
    if let Some(sha256) = oracle::sha256(&sums.iter().map(|(_, text, _)| text.as_str()).collect::<Vec<_>>()) {
        let differ = sums.iter().zip(sha256).filter(|((_, _, expected), sum)| expected != sum);
        wrong.extend(differ.map(|((case, ..), _)| *case).filter(|case| !ARGUED.contains(case)));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn hex(digits: &str) -> Vec<u8> {
    let octet = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(octet).collect()
}

/// Decodes the escapes that the cells of the table contain.
fn unescape(cell: &str) -> String {
    let (mut text, mut characters) = (String::new(), cell.chars());
    while let Some(character) = characters.next() {
        text.push(match (character, if character == '\\' { characters.next() } else { None }) {
            ('\\', Some('t')) => '\t',
            ('\\', Some('n')) => '\n',
            ('\\', Some('r')) => '\r',
            ('\\', Some(other)) => other,
            (character, _) => character,
        });
    }
    text
}
