//! Guarantee G27 (docs/guarantees.md): input that may be several messages is not rewritten as a single message. Input
//! that is not recognised is reported and counted.
//!
//! Each mailbox in these tests holds three messages in three charsets. After the run, each message either equals its
//! normalized form, or is unchanged while at least one finding counts as unresolved.

use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Pipeline, Totals};
use mailutf::{Policy, normalize};
use memchr::memmem;
use std::io::Read;

mod embedded;
mod files;
mod separators;

/// Three charset labels, each with a line of text in that charset.
const KOI8_R: (&str, &[u8]) =
    ("koi8-r", b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2! \xEB\xC1\xCB \xC4\xC5\xCC\xC1?");
const LATIN1: (&str, &[u8]) = ("iso-8859-1", b"Gr\xFC\xDFe aus K\xF6ln, sch\xF6nes Wetter");
const SHIFT_JIS: (&str, &[u8]) =
    ("shift_jis", b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x81A\x83\x81\x81[\x83\x8B\x82\xC5\x82\xB7");

/// Orders of the three charsets. Each order starts with a different charset.
const ORDERS: [[(&str, &[u8]); 3]; 3] =
    [[KOI8_R, LATIN1, SHIFT_JIS], [LATIN1, SHIFT_JIS, KOI8_R], [SHIFT_JIS, KOI8_R, LATIN1]];

/// The transfer encoding of all bodies in a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transfer {
    EightBit,
    QuotedPrintable,
}

const TRANSFERS: [Transfer; 2] = [Transfer::EightBit, Transfer::QuotedPrintable];

/// The message with the given number, whose text is a line in a charset.
fn message(number: usize, (label, text): (&str, &[u8]), transfer: Transfer) -> Vec<u8> {
    let (name, body) = match transfer {
        Transfer::EightBit => ("8bit", text.to_vec()),
        Transfer::QuotedPrintable => {
            ("quoted-printable", text.iter().flat_map(|octet| format!("={octet:02X}").into_bytes()).collect())
        }
    };
    let header = format!(
        "From: alice@example.org\nDate: Tue, 2 Jan 2024 03:04:05 +0000\nSubject: {number}\n\
         Message-ID: <{number}@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset={label}\n\
         Content-Transfer-Encoding: {name}\n\n"
    );
    [header.as_bytes(), &body, b"\n"].concat()
}

fn messages(order: [(&str, &[u8]); 3], transfer: Transfer) -> Vec<Vec<u8>> {
    order.into_iter().zip(1..).map(|(text, number)| message(number, text, transfer)).collect()
}

fn with_line_ends(octets: &[u8], line_end: &[u8]) -> Vec<u8> {
    let lines = octets.split_inclusive(|octet| *octet == b'\n');
    lines
        .flat_map(|line| line.strip_suffix(b"\n").map_or(line.to_vec(), |line| [line, line_end].concat()))
        .collect()
}

fn run(mailbox: impl Read, format: Format) -> (Vec<u8>, Totals) {
    #[cfg_attr(not(feature = "verify"), expect(unused_mut, reason = "only `verify` changes it"))]
    let mut pipeline = Pipeline::new(Policy::default());
    #[cfg(feature = "verify")]
    {
        pipeline.verify = true;
    }
    let mut output = Vec::new();
    let source = Source::new(mailbox, format).unwrap();
    let totals = pipeline.run(source, &mut output, |_| {}).unwrap();
    (output, totals)
}

fn count(mailbox: &[u8], format: Format) -> usize {
    let batches: Vec<Batch> = Source::new(mailbox, format).unwrap().map(Result::unwrap).collect();
    batches.iter().flat_map(Batch::entries).count()
}

fn contains(octets: &[u8], sought: &[u8]) -> bool {
    memmem::find(octets, sought).is_some()
}

/// Normalizes `mailbox`, which holds `messages`. Checks that no message is damaged without a finding. Returns the
/// number of messages that were found.
fn undamaged(mailbox: &[u8], messages: &[Vec<u8>], format: Format, what: &str) -> usize {
    let (output, totals) = run(mailbox, format);
    let mut left = false;
    for message in messages {
        let normal = normalize(message);
        assert!(!normal.is_noop() && !normal.is_unresolved(), "{what}");
        let body = |octets: &[u8]| octets[memmem::find(octets, b"charset=").unwrap()..].to_vec();
        let is_read = contains(&output, &body(&normal.apply()));
        let is_left = contains(&output, &body(message));
        assert!(is_read || is_left, "{what}: damaged: {}", String::from_utf8_lossy(&output));
        left |= !is_read;
    }
    assert!(!left || totals.unresolved + totals.skipped_mail > 0, "{what}: nothing is said");
    let (again, _) = run(&output[..], format);
    assert!(again == output, "{what}: another run changes more");
    assert_eq!(count(&output, format), count(mailbox, format), "{what}: the number of messages");
    usize::try_from(totals.messages).unwrap()
}

/// A source from which each call reads a single octet.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let (Some((first, rest)), Some(place)) = (self.0.split_first(), buffer.first_mut()) else {
            return Ok(0);
        };
        (*place, self.0) = (*first, rest);
        Ok(1)
    }
}
