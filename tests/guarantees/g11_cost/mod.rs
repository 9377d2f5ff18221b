//! G11: the cost of a message is linear in its length, for every pair of a place and what stands there, and for each
//! thing that is done to messages.
//!
//! Cost is what a thread allocates, in octets, and the processor time that it takes, where the system tells that
//! (Linux). Neither depends on what other threads do. Eight messages are compared with one of eight times the
//! length: what is linear costs as much, what is quadratic up to eight times as much. A message that costs more is
//! compared with one of eight times its length in turn: a field that is written anew from some length on costs more
//! once, what is quadratic costs more each time, unless a bound ends it.
//!
//! As the gate runs it, each pair meets one kind of work, in turn, and its allocations are counted; time is measured
//! for what was quadratic once. `MAILUTF_TEST_KIB=48`, with a build that is optimised, does all work on all pairs, on
//! messages of so many KiB, and measures their time, too: 4 minutes with 8, 12 with 24.

mod measure;
mod messages;
mod work;

use mailutf::charset::Charset;
use mailutf::charset::detect::candidates;
use measure::{allocates, takes};
use messages::{BODIES, DAMAGES, HEADERS, LINES, Place, TEXTS, TRANSFERS};
use std::env;

/// Octets of the longer message, unless the environment says more.
const OCTETS: usize = 4 << 10;

/// What `mail-parser` does in more than linear time, up to a bound beyond which it is not asked: an encoded word
/// without an end is read up to the end of its field.
const KNOWN: &[(&str, &[u8])] = &[("check", b"=?utf-8?Q?"), ("check", b"=?")];

/// Looks at one pair after the other.
struct Pairs {
    octets: usize,
    /// Whether each pair meets all work, against the clock.
    all: bool,
    pairs: usize,
    wrong: Vec<String>,
}

impl Pairs {
    fn new() -> Self {
        let octets = env::var("MAILUTF_TEST_KIB").ok().and_then(|kib| kib.parse::<usize>().ok());
        let all = octets.is_some();
        Self { octets: octets.map_or(OCTETS, |kib| kib << 10), all, pairs: 0, wrong: Vec::new() }
    }

    /// Works on messages that `message` makes of some octets, and notes what costs more than it may.
    fn look(&mut self, name: &str, text: &[u8], message: impl Fn(usize) -> Vec<u8>) {
        let (short, long) = (message(self.octets / 8), message(self.octets));
        let turn = self.pairs % work::ALL.len();
        self.pairs += 1;
        for (index, (what, work)) in work::ALL.iter().enumerate() {
            if !self.all && index != turn || KNOWN.contains(&(what, text)) {
                continue;
            }
            let cost = |short: &[u8], long: &[u8]| {
                let allocated = allocates(work, short, long).map(|times| ("allocates", times));
                let takes = || takes(work, short, long).map(|times| ("takes", times));
                allocated.or_else(|| if self.all { takes() } else { None })
            };
            if cost(&short, &long).is_some()
                && let Some((cost, times)) = cost(&long, &message(8 * self.octets))
            {
                self.wrong.push(format!("{what}: {name}: {cost} {times:.1} times as much"));
            }
        }
    }

    fn finish(self) {
        assert!(self.pairs > 500);
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
    }
}

#[test]
fn of_every_text_at_every_place_of_a_header() {
    let mut pairs = Pairs::new();
    for place @ Place(name, ..) in HEADERS {
        for text in TEXTS {
            let name = format!("{name}, {}", text.escape_ascii());
            pairs.look(&name, text, |octets| messages::header(place, text, octets));
        }
    }
    pairs.finish();
}

#[test]
fn of_every_charset_in_every_transfer_encoding() {
    let mut pairs = Pairs::new();
    for place @ Place(name, ..) in BODIES {
        for line @ (charset, _) in LINES {
            for transfer in TRANSFERS {
                for damage in DAMAGES {
                    let name = format!("{name}, {charset}, {transfer}, {}", damage.escape_ascii());
                    pairs
                        .look(&name, damage, |octets| messages::body(place, *line, transfer, damage, octets));
                }
            }
        }
    }
    pairs.finish();
}

/// A label and a name to be read in each part, for which the whole message was looked through once.
#[test]
fn of_labels_and_names_in_many_parts() {
    let place = HEADERS.iter().find(|place| place.0 == "parts with names").unwrap();
    let message = |octets| messages::header(place, b"=?koi8-r?Q?=F0?=", octets);
    let (what, normalize) = work::ALL[0];
    assert_eq!((what, takes(normalize, &message(8 << 10), &message(64 << 10))), ("normalize", None));
}

/// Runs and errors, each of which cost a look at all of the text once.
#[test]
fn of_decoding_many_runs_and_errors() {
    for (charset, unit) in [
        ("iso-2022-kr", &b"\x0E0!\x0F a\n"[..]),
        ("hz-gb-2312", b"~{VP~} a\n"),
        ("shift_jis", b"\x93\xFA\xFF\n"),
        ("koi8-r", b"\xF0\xD2\n"),
        ("windows-1253", b"\xE1\xD2\xFF\n"),
    ] {
        let charset = Charset::for_label(charset.as_bytes()).unwrap();
        let decode = |octets: &[u8]| drop(charset.decode(octets));
        let octets = |length: usize| unit.repeat(length / unit.len());
        assert_eq!(takes(decode, &octets(512 << 10), &octets(4 << 20)), None, "{charset}");
    }
}

/// What a text is made of, by its place there.
type Unit = fn(usize) -> Vec<u8>;

/// Only the first words with octets above 127 are scored: what is allocated has a bound, and time is linear.
#[test]
fn of_detecting_a_charset() {
    let words = |index: usize| [format!("{index:x} ").as_bytes(), b"\xCF\xF0\xE8 "].concat();
    let ascii = |index: usize| format!("{index:07x} ").into_bytes();
    let one_word = |_| b"\xCF\xF0\xE8\xE2".to_vec();
    let makers: [(&str, Unit); 3] = [("words", words), ("one word", one_word), ("ASCII", ascii)];
    for (name, unit) in makers {
        let text = |octets: usize| {
            let mut text: Vec<u8> = (0..octets / 8).flat_map(unit).collect();
            text.extend(b" \xE9t\xE9");
            text
        };
        let detect = |octets: &[u8]| drop(candidates(octets));
        // What every text needs is made first.
        detect(&text(64));
        let allocated = |octets: &[u8]| allocation_counter::measure(|| detect(octets)).bytes_total;
        let (few, many) = (allocated(&text(8 << 10)), allocated(&text(1 << 20)));
        assert!(many <= 2 * few, "{name}: {few}, {many}");
        assert_eq!(takes(detect, &text(128 << 10), &text(1 << 20)), None, "{name}");
    }
}
