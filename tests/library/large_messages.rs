//! A message that exceeds the limit `message` is copied unchanged, piece by piece, and reported. The messages
//! before and after it are still converted.

use mailutf::mailbox::mbox::Variant;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::Pipeline;
use mailutf::{Code, Limits, Policy};

const LIMIT: usize = 300 << 10;
/// The largest number of octets that is read from the start of a file to recognize its format.
const START: usize = 1 << 20;

fn small(number: usize) -> Vec<u8> {
    format!("From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=F0?= {number}\n\ntext\n\n")
        .into_bytes()
}

/// A message of about `octets` octets, whose body repeats `line`.
fn large(header: &str, line: &str, octets: usize) -> Vec<u8> {
    let body = line.repeat(octets / line.len());
    format!("From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=F0?= large\n{header}\n{body}\n\n")
        .into_bytes()
}

/// Returns the output for `mailbox`, the number of messages, and the ordinals of the messages that were too large.
fn rewritten(mailbox: &[u8], format: Format) -> (Vec<u8>, u64, Vec<u64>) {
    let limits = Limits::default().with_message(LIMIT);
    let pipeline = Pipeline::new(Policy::default().with_limits(limits));
    let (mut output, mut left) = (Vec::new(), Vec::new());
    let totals = pipeline
        .run(pipeline.source(mailbox, format).unwrap(), &mut output, |report| {
            if report.findings.iter().any(|(finding, _)| finding.code == Code::LimitReached) {
                left.push(report.ordinal);
            }
        })
        .unwrap();
    assert_eq!(totals.unresolved, left.len() as u64);
    (output, totals.messages, left)
}

#[test]
fn a_report_says_whether_it_is_about_a_message() {
    let pipeline = Pipeline::new(Policy::default().with_limits(Limits::default().with_message(LIMIT)));
    let unread =
        b"From a@b.org Mon Jan  1 00:00:00 2024\nContent-Transfer-Encoding: x-none\n\n?\n\n".to_vec();
    for first in [unread, large("", "line\n", 2 * LIMIT)] {
        let mailbox = [&b"notes\n\n"[..], &first].concat();
        let mut reports = Vec::new();
        let source = pipeline.source(&*mailbox, Format::Any).unwrap();
        let report = |report: mailutf::pipeline::Report| reports.push((report.is_message, report.ordinal));
        pipeline.run(source, &mut Vec::new(), report).unwrap();
        reports.sort_unstable();
        assert_eq!(reports, [(false, 0), (true, 0)]);
    }
}

#[test]
fn in_an_mbox_it_stays_and_the_messages_around_it_change() {
    for octets in [LIMIT / 2, LIMIT + 1, 2 * LIMIT, 5 * LIMIT, 12 * LIMIT] {
        for before in [0, 1, 3] {
            let start: Vec<u8> = (0..before).flat_map(small).collect();
            let line = "\u{fffd} and more, so that few lines are many octets, which is what counts here\n";
            let large = large("Content-Type: text/plain; charset=koi8-r\n", line, octets);
            let mailbox = [start.clone(), large.clone(), small(7), small(8)].concat();
            let (output, messages, left) = rewritten(&mailbox, Format::Any);
            assert_eq!(messages, before as u64 + 3);
            if octets < LIMIT {
                assert_eq!(left, []);
                continue;
            }
            assert_eq!(left, [before as u64], "{octets}");
            let (new_start, ..) = rewritten(&start, Format::Any);
            let (new_end, ..) = rewritten(&[small(7), small(8)].concat(), Format::Any);
            assert!(output == [new_start, large, new_end].concat(), "{octets}, {before}");
        }
    }
}

/// In an mboxcl2 file, a body can have unquoted `From ` lines that do not separate messages. So the Content-Length of
/// a message above the limit is believed.
#[test]
fn its_content_length_is_believed() {
    let inner = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=F0?=\n\nquoted\n\n";
    let mut large = large("", inner, 3 * LIMIT);
    let body = large.len() - (large.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2);
    let field = format!("Content-Length: {}\n", body - 1);
    let at = large.iter().position(|octet| *octet == b'\n').unwrap() + 1;
    large.splice(at..at, field.into_bytes());
    let mailbox = [large.clone(), small(1)].concat();
    let (output, messages, left) = rewritten(&mailbox, Format::Mbox(Variant::Mboxcl2));
    assert_eq!((messages, left), (2, vec![0]));
    assert!(output.starts_with(&large) && !output.ends_with(&small(1)));
}

#[test]
fn alone_it_stays() {
    let message = large("", "text\n", 4 * LIMIT);
    let message = &message[message.iter().position(|octet| *octet == b'\n').unwrap() + 1..];
    let (output, messages, left) = rewritten(message, Format::Any);
    assert_eq!((messages, left), (1, vec![0]));
    assert!(output == message);
    // No piece is longer than the limit by more than one octet.
    let pieces: Vec<usize> = Source::new(message, Format::Any)
        .unwrap()
        .limit(LIMIT)
        .map(|batch| batch.unwrap().octets().len())
        .collect();
    assert!(pieces.iter().all(|length| *length <= LIMIT + 1));
    assert_eq!(pieces.iter().sum::<usize>(), message.len());
}

/// Text before the first message is copied piece by piece, like a message that is too large.
#[test]
fn text_before_the_first_message_stays() {
    for text in ["text\n", "\n", "text From a@b.org Mon Jan  1 00:00:00 2024 "] {
        let before = text.repeat(5 * LIMIT / text.len());
        let mailbox = [before.as_bytes(), b"\n\n", &small(1)].concat();
        let format = Format::Mbox(Variant::Mboxrd);
        let (output, messages, left) = rewritten(&mailbox, format);
        assert_eq!((messages, left), (1, vec![]), "{text:?}");
        assert!(output.starts_with(before.as_bytes()) && output != mailbox, "{text:?}");
        // The first piece can be as large as the octets that are read to recognize the format.
        let most = START.max(3 * LIMIT);
        let pieces = Source::new(&mailbox[..], format).unwrap().limit(LIMIT);
        assert!(pieces.map(Result::unwrap).all(|batch| batch.octets().len() <= most), "{text:?}");
    }
}
