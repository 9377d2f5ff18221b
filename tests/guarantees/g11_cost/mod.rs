//! Guarantee G11 (docs/guarantees.md): the cost of a message is linear in its length, for every pair of a place in a
//! message and a unit that is repeated there, and for everything that is done to messages.
//!
//! The cost is the number of octets that a thread allocates and, if the system reports it (Linux does), the processor
//! time of the thread. Neither depends on other threads. The cost of a message is compared with the cost of eight
//! messages of an eighth of its length: linear work costs the same for both, and quadratic work costs up to eight
//! times as much for the long message. If the long message costs more, the comparison is repeated with messages that
//! are all eight times as long. A field that is rewritten only above some length costs more in only one of the two
//! comparisons. Quadratic work costs more in both, unless a bound ends it.
//!
//! In the gate (`.ci/run`), each pair is combined with one kind of work in turn, and its allocations are counted.
//! Time is measured only where it was quadratic once. If `MAILUTF_TEST_KIB` is set to a number, for example 48, all
//! work is done on all pairs, with messages of that many KiB, and time is measured too. This needs an optimized
//! build. It takes 4 minutes with 8 KiB, and 12 minutes with 24 KiB.
//!
//! A comparison of each item of a list with each item of another list allocates nothing, and takes little
//! time until the lists are long. So for messages with two lists, instructions are counted if
//! `MAILUTF_TEST_PROGRAM=target/release/mailutf` is set: valgrind counts them for each output, in 1,200 runs
//! on all cores.

mod measure;
mod messages;
mod pairs;
mod work;

use mailutf::charset::Charset;
use mailutf::charset::detect::candidates;
use mailutf::mailbox::mbox::Reader;
use measure::{allocates, more, needs, takes};
use messages::{BODIES, DAMAGES, HEADERS, LINES, Place, TEXTS, TRANSFERS};
use pairs::{PAIRS, Pair};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::{env, thread};

/// The number of octets of the longer message, unless `MAILUTF_TEST_KIB` sets it.
const OCTETS: usize = 4 << 10;

/// Whether `mail-parser` is known to take more than linear time for this work. (Above some length, `check` does not
/// run `mail-parser`.) `mail-parser` reads an encoded word without an end to the end of its field. For each part in
/// base64, `mail-parser` reserves three quarters of the rest of the message.
fn is_known(work: &str, name: &str) -> bool {
    let is_base64 = name.starts_with("parts, ") && name.contains(", base64, ");
    work == "check" && (name.ends_with(", =?utf-8?Q?") || name.ends_with(", =?") || is_base64)
}

/// Goes through the pairs of a place and a unit, and collects those whose cost is not linear.
struct Pairs {
    octets: usize,
    /// Whether each pair is combined with all work, and the time is measured.
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

    /// Does the work on messages that `message` builds in given lengths, and records the work that costs too much.
    fn look(&mut self, name: &str, message: impl Fn(usize) -> Vec<u8>) {
        let (short, long) = (message(self.octets / 8), message(self.octets));
        let turn = self.pairs % work::ALL.len();
        self.pairs += 1;
        for (index, (what, work)) in work::ALL.iter().enumerate() {
            if !self.all && index != turn || is_known(what, name) {
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
            pairs.look(&name, |octets| messages::header(place, text, octets));
        }
    }
    pairs.finish();
}

/// A program that asks for each part by its section number, or by its Content-ID.
#[test]
fn of_every_part_by_its_names() {
    let message = |parts: usize| {
        let start = b"Content-Type: multipart/mixed; boundary=b\n\n".to_vec();
        [start, b"--b\nContent-ID: <1@x>\n\nx\n".repeat(parts)].concat()
    };
    assert_eq!(allocates(work::client, &message(250), &message(2000)), None);
}

#[test]
fn of_every_charset_in_every_transfer_encoding() {
    let mut pairs = Pairs::new();
    for place @ Place(name, ..) in BODIES {
        for line @ (charset, _) in LINES {
            for transfer in TRANSFERS {
                for damage in DAMAGES {
                    let name = format!("{name}, {charset}, {transfer}, {}", damage.escape_ascii());
                    pairs.look(&name, |octets| messages::body(place, *line, transfer, damage, octets));
                }
            }
        }
    }
    pairs.finish();
}

/// A message has two lists, which a step of the work may compare item by item. For example, an earlier version
/// searched the list of all changes for each unchanged field.
#[test]
fn of_every_two_lists() {
    let mut pairs = Pairs::new();
    for pair @ Pair(name, ..) in PAIRS {
        pairs.look(name, |octets| pairs::message(pair, octets));
    }
    let outputs = |pair| work::OUTPUTS.iter().map(move |output| (pair, output));
    let counts = Mutex::new(PAIRS.iter().flat_map(outputs));
    let next = || counts.lock().unwrap().next();
    let count = || {
        let mut wrong = Vec::new();
        while let Some((pair, output)) = next() {
            let messages = || [1, 2, 4].map(|times| pairs::message(pair, times << 15));
            let arguments = [*output, work::OPTIONS].concat();
            if let Some(times) = needs(&arguments, messages) {
                wrong.push(format!("{output:?}: {}: {times:.2} times as many instructions", pair.0));
            }
        }
        wrong
    };
    // Instructions are counted instead of time, so other programs that run at the same moment do not matter.
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        pairs.wrong.extend(all.into_iter().flat_map(|counted| counted.join().unwrap()));
    });
    assert!(pairs.wrong.is_empty(), "{:#?}", pairs.wrong);
}

/// Texts whose labels name no charset, in every place. An earlier version asked the model of languages four times
/// about each text. Each question costs as much as a hundred texts under a known label.
#[test]
fn of_texts_with_unknown_labels() {
    let flat = "Content-Type: multipart/mixed; boundary=b\n\n";
    let part =
        "--b\nContent-Type: text/plain; charset=LABEL\nContent-Transfer-Encoding: quoted-printable\n\n=F0\n";
    let mut wrong = Vec::new();
    for (start, unit) in [
        ("", "To: =?LABEL?Q?=F0?=\n"),
        ("", "Subject: =?LABEL?Q?=F0?= a =?LABEL?B?8A==?=\n"),
        ("Subject:", "\n =?LABEL?Q?=F0?= a"),
        ("", "Content-Disposition: attachment; filename*=LABEL''%F0\n"),
        ("", "Content-Disposition: attachment; filename=\"=?LABEL?Q?=F0?=\"\n"),
        (flat, part),
    ] {
        let message = |label: &str, octets: usize| {
            let unit = unit.replace("LABEL", label);
            (start.to_owned() + &unit.repeat(octets / unit.len()) + "\n").into_bytes()
        };
        // The work of a client is left out, because a client reads only one of the texts.
        for (what, work) in work::ALL.iter().filter(|(what, _)| *what != "a client") {
            let cost = |octets| more(work, &message("koi8-r", octets), &message("x-none", octets));
            // What is done once for a message may cost too much for a short one.
            if cost(8 << 10).is_some()
                && let Some(times) = cost(64 << 10)
            {
                wrong.push(format!("{what}: {unit:?}: allocates {times:.1} times as much"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Labels and names in many parts. An earlier version searched the whole message for each label and for each name.
#[test]
fn of_labels_and_names_in_many_parts() {
    let place = HEADERS.iter().find(|place| place.0 == "parts with names").unwrap();
    let message = |octets| messages::header(place, b"=?koi8-r?Q?=F0?=", octets);
    let (what, normalize) = work::ALL[0];
    assert_eq!((what, takes(normalize, &message(8 << 10), &message(64 << 10))), ("normalize", None));
}

/// Texts with many runs and errors. An earlier version searched the whole text for each run and for each error.
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

/// Each unit contains lines that could start a message, if a header followed them. A reader takes linear time to find
/// that there is only one message.
#[test]
fn of_finding_the_messages_of_a_mailbox() {
    let (from_line, date) = ("From alice@example.org Tue Jan  2 03:04:05 2024", "Tue Jan  2 03:04:05 2024");
    for unit in [
        format!("From a {date}\nA: b\n"),
        format!("From : {date}\nA: b\n"),
        format!("From : {date}\nx\nFrom: b\n"),
        format!("x\nFrom a {date}\n"),
        "\nfrom a\nA: b\n".to_owned(),
        "\n\u{1}\u{1}\u{1}\u{1}\nA: b\n".to_owned(),
        "X: \0From a\n".to_owned(),
        "\0".to_owned(),
        "\r".to_owned(),
    ] {
        for start in [format!("{from_line}\n\nx\n"), format!("{from_line}\n")] {
            let mbox = |octets| format!("{start}{}", unit.repeat(octets / unit.len())).into_bytes();
            let read = |mbox: &[u8]| {
                let batches = Reader::new(mbox, None).map(Result::unwrap);
                assert_eq!(batches.map(|batch| batch.entries().count()).sum::<usize>(), 1, "{unit}");
            };
            assert_eq!(takes(read, &mbox(16 << 10), &mbox(128 << 10)), None, "{unit}");
        }
    }
}

/// A function that returns the unit with the given number. A text consists of such units.
type Unit = fn(usize) -> Vec<u8>;

/// Detection scores only the first words with octets above 127. So the allocations are bounded, and the
/// time is linear.
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
        // The first call makes the tables that every text needs.
        detect(&text(64));
        let allocated = |octets: &[u8]| allocation_counter::measure(|| detect(octets)).bytes_total;
        let (few, many) = (allocated(&text(8 << 10)), allocated(&text(1 << 20)));
        assert!(many <= 2 * few, "{name}: {few}, {many}");
        assert_eq!(takes(detect, &text(128 << 10), &text(1 << 20)), None, "{name}");
    }
}
