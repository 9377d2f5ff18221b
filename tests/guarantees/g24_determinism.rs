//! Guarantee G24 (docs/guarantees.md): the output for a mailbox consists of the outputs for its messages, for any
//! number of workers.

use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mbox::{Reader, Variant, Writer};
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Failure, Pipeline, Report, Workers, in_order};
use mailutf::{Code, Policy, normalize};
use proptest::collection::vec;
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;

const FROM_LINE: &[u8] = b"From alice@example.org Tue Jan  2 03:04:05 2024";

fn pipeline(jobs: usize) -> Pipeline {
    let mut pipeline = Pipeline::new(Policy::default());
    pipeline.workers.jobs = NonZeroUsize::new(jobs);
    pipeline
}

fn normalized(mbox: &[u8], jobs: usize) -> Vec<u8> {
    let mut output = Vec::new();
    let source = Source::new(mbox, Format::Any).unwrap();
    pipeline(jobs).run(source, &mut output, |_| {}).unwrap();
    output
}

fn mbox(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Variant::Mboxrd);
    messages.iter().for_each(|message| writer.write(FROM_LINE, message).unwrap());
    writer.into_inner()
}

fn messages(mbox: &[u8]) -> Vec<Vec<u8>> {
    let batches: Vec<Batch> = Reader::new(mbox, None).map(Result::unwrap).collect();
    batches.iter().flat_map(Batch::entries).map(|entry| entry.message().octets().to_vec()).collect()
}

/// Messages in several charsets. Some of the messages have lines that an mbox must quote.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let text = "[a-z é\n]{0,40}(\nFrom [a-z]{1,5}\n|\n>From é\n)?";
    (text, 0..4).prop_map(|(text, how)| {
        let latin1: Vec<u8> = text.chars().map(|character| character as u8).collect();
        let (fields, body) = match how {
            0 => ("Content-Type: text/plain; charset=utf-8", text.into_bytes()),
            1 => ("Content-Type: text/plain; charset=iso-8859-1", latin1),
            2 => (
                "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
                text.replace('é', "=E9").replace('F', "=46").into_bytes(),
            ),
            _ => (
                "Content-Type: text/plain; charset=utf-16be\nContent-Transfer-Encoding: 8bit",
                text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            ),
        };
        [b"Subject: x\n", fields.as_bytes(), b"\n\n", &body, b"\n"].concat()
    })
}

proptest! {
    #![proptest_config(crate::proptest_config(100))]

    #[test]
    fn a_mailbox_is_the_sum_of_its_messages(list in vec(message(), 0..8), jobs in 1..4_usize) {
        let expected: Vec<_> = list
            .iter()
            .map(|message| {
                let mut output = normalize(message).apply().into_owned();
                if !output.ends_with(b"\n") {
                    output.push(b'\n');
                }
                output
            })
            .collect();
        let once = normalized(&mbox(&list), jobs);
        prop_assert_eq!(messages(&once), expected);
        prop_assert_eq!(normalized(&once, jobs), once);
    }
}

#[test]
fn any_number_of_workers_writes_the_same() {
    let body = "caf=E9\nFrom here\n".repeat(200);
    let one = |n: usize| {
        format!(
            "Message-ID: <{n}>\nContent-Type: text/plain; charset=iso-8859-1\n\
             Content-Transfer-Encoding: quoted-printable\n\n{}\n",
            &body[..n % 17 * 180],
        )
    };
    let mbox = mbox(&(0..600).map(|n| one(n).into_bytes()).collect::<Vec<_>>());
    assert!(mbox.len() > 768 << 10);
    let alone = normalized(&mbox, 1);
    assert_ne!(alone, mbox);
    assert!(normalized(&mbox, 2) == alone && normalized(&mbox, 8) == alone);
}

#[test]
fn the_charsets_of_texts_are_counted() {
    let one = |charset: &str| {
        format!("Subject: =?koi8-r?Q?=F0?=\nContent-Type: text/plain; charset={charset}\n\nplain\n")
            .into_bytes()
    };
    let list = ["utf-8", "iso-8859-1", "us-ascii", "iso-8859-1", "no-such-charset"].map(one);
    let mbox = mbox(&list.iter().cycle().take(500).cloned().collect::<Vec<_>>());
    for jobs in [1, 3] {
        let source = Source::new(&mbox[..], Format::Any).unwrap();
        let totals = pipeline(jobs).run(source, &mut std::io::sink(), |_| {}).unwrap();
        let charsets: Vec<_> = totals.charsets.iter().collect();
        assert_eq!(charsets, [("US-ASCII", 200), ("windows-1252", 200), ("UTF-8", 100)]);
        assert_eq!(totals.header_charsets.iter().collect::<Vec<_>>(), [("KOI8-R", 500)]);
    }
}

#[test]
fn work_in_progress_is_bounded() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    let (under_way, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers = Workers::default().with_jobs(NonZeroUsize::new(4)).with_octets(100);
    let source = (0..200).map(|n| {
        let weight = if n < 2 || n % 50 == 7 { 500 } else { 30 };
        most.fetch_max(under_way.fetch_add(weight, SeqCst) + weight, SeqCst);
        Ok::<_, ()>(((n, weight), weight))
    });
    let mut next = 0;
    in_order(
        workers,
        source,
        |piece| piece,
        |(n, weight)| {
            assert_eq!(n, next);
            next += 1;
            under_way.fetch_sub(weight, SeqCst);
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(next, 200);
    // Reading pauses while 100 octets or more are in progress. So at most 99 octets were in progress when the last
    // piece, of up to 500 octets, was added.
    assert!(most.load(SeqCst) <= 99 + 500, "{most:?}");
}

#[test]
fn an_error_stops_the_work() {
    let workers = Workers::default().with_jobs(NonZeroUsize::new(3)).with_octets(100);
    let source = (0..).map(|n| Ok((n, 10)));
    assert_eq!(in_order(workers, source, |n| n, |n| if n == 20 { Err("sink") } else { Ok(()) }), Err("sink"));
}

/// All items that the source gives before its error are processed, whatever the number of threads.
#[test]
fn an_error_of_the_source_comes_after_the_results() {
    for (jobs, end) in [(1, 20), (2, 0), (2, 1), (2, 2), (2, 20), (4, 3), (4, 20)] {
        let workers = Workers::default().with_jobs(NonZeroUsize::new(jobs)).with_octets(100);
        let source = (0..).map(|n| if n == end { Err("source") } else { Ok((n, 10)) });
        let mut done = Vec::new();
        let take = |n| {
            done.push(n);
            Ok(())
        };
        assert_eq!(in_order(workers, source, |n| n, take), Err("source"));
        assert_eq!(done, (0..end).collect::<Vec<_>>(), "{jobs}");
    }
}

#[test]
fn a_stop_is_an_error_of_its_own() {
    let pipeline = pipeline(2);
    pipeline.monitor.stop_flag().store(true, Relaxed);
    let (message, mut output) = (b"Subject: =?koi8-r?B?8A==?=\n\n", Vec::new());
    let source = Source::new(&message[..], Format::Any).unwrap();
    assert!(matches!(pipeline.run(source, &mut output, |_| {}), Err(Failure::Stopped)));
    assert!(output.is_empty());
    #[cfg(all(unix, feature = "files"))]
    {
        use mailutf::pipeline::Destination;
        use mailutf::pipeline::ReplaceOptions;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.eml");
        std::fs::write(&path, message).unwrap();
        let done =
            pipeline.file(&path, Format::Any, Destination::InPlace(&ReplaceOptions::default()), |_| {});
        assert!(matches!(done, Err(mailutf::Error::Stopped)));
        assert_eq!(std::fs::read(&path).unwrap(), message);
    }
}

fn letter(charset: &str, text: &[u8]) -> Vec<u8> {
    let from = String::from_utf8_lossy(FROM_LINE);
    let head = format!("{from}\nSubject: x\nContent-Type: text/plain; charset={charset}\n\n");
    [head.as_bytes(), text, b"\n"].concat()
}

/// Returns the output for `input`, and the offsets of the findings that explain why text was left unchanged. If a
/// `From ` line prevented the change, the offset is that of the line. If a header inside a body did, the offset is
/// that of the header.
fn doubts(input: &[u8], format: Format) -> (Vec<u8>, Vec<usize>) {
    let mut output = Vec::new();
    let mut doubts = Vec::new();
    let source = Source::new(input, format).unwrap();
    let report = |report: Report| {
        let doubt = |code| matches!(code, Code::StructureDoubtful | Code::MessageEmbedded);
        let found = report.findings.iter().filter(|(found, _)| doubt(found.code));
        doubts.extend(found.map(|(found, _)| found.span.start));
    };
    pipeline(1).run(source, &mut output, report).unwrap();
    (output, doubts)
}

#[test]
fn messages_without_blank_lines_between_them_are_not_read_in_one_charset() {
    let (first, second) = (letter("koi8-r", b"\xCF\xD2"), letter("iso-8859-1", b"caf\xE9"));
    let glued = [&first[..], &second].concat();
    let at = first.len() - FROM_LINE.len() - 1;
    // There are two findings: the header inside the body prevents a change of the body, and the `From ` line prevents
    // a change of the message.
    assert_eq!(doubts(&glued, Format::Any), (glued.clone(), vec![at, at + FROM_LINE.len() + 1]));
    let crlf = String::from_utf8_lossy(&letter("utf-8", b"x")).replace('\n', "\r\n").into_bytes().repeat(2);
    assert_eq!(doubts(&crlf, Format::Any), (crlf.clone(), vec![crlf.len() / 2 - FROM_LINE.len() - 2]));
    // A quoted `From ` line is text.
    let text = "cafe\n>From alice@example.org Tue Jan  2 03:04:05 2024\nSubject: y";
    let mbox =
        [&letter("iso-8859-1", text.as_bytes())[..], b"\n", &letter("iso-8859-1", b"caf\xE9")].concat();
    let (output, doubts) = doubts(&mbox, Format::Any);
    assert!(doubts.is_empty() && output.ends_with("caf\u{e9}\n".as_bytes()), "{text}");
}

#[test]
fn messages_without_blank_lines_between_them_are_split_where_a_header_is_below_each() {
    let letter = |charset: &str, text: &[u8]| {
        let letter = letter(charset, text);
        let (from_line, message) = letter.split_at(FROM_LINE.len() + 1);
        [from_line, b"From: a@b.org\nDate: Tue, 2 Jan 2024 03:04:05 +0000\n", message].concat()
    };
    let old = [letter("koi8-r", b"\xCF\xD2"), letter("iso-8859-1", b"caf\xE9"), letter("koi8-r", b"\xCF")];
    let new = ["\u{43e}\u{440}", "caf\u{e9}", "\u{43e}"].map(|text| {
        let letter = letter("utf-8", b"8bit");
        let end = letter.len() - b"\n8bit\n".len();
        [&letter[..end], b"Content-Transfer-Encoding: 8bit\n\n", text.as_bytes(), b"\n"].concat()
    });
    assert_eq!(doubts(&old.concat(), Format::Any), (new.concat(), vec![]));
}

#[test]
fn text_directly_below_a_from_line_belongs_to_no_message_and_is_unchanged() {
    let (first, second) = (letter("koi8-r", b"\xCF\xD2"), letter("iso-8859-1", b"caf\xE9"));
    let text = [FROM_LINE, b"\n\xC1 \xC2 \xC3\n"].concat();
    let (output, _) = doubts(&[&first[..], b"\n", &text, b"\n", &second].concat(), Format::Any);
    let first = doubts(&first, Format::Any).0;
    let second = doubts(&second, Format::Any).0;
    assert_eq!(output, [&first[..], b"\n", &text, b"\n", &second].concat());
}

#[test]
fn a_mailbox_after_a_byte_order_mark_is_recognised() {
    let (first, second) = (letter("koi8-r", b"\xCF\xD2"), letter("iso-8859-1", b"caf\xE9"));
    let mbox = [&first[..], b"\n", &second].concat();
    let marked = [b"\xEF\xBB\xBF", &mbox[..]].concat();
    let expected = [b"\xEF\xBB\xBF", &doubts(&mbox, Format::Any).0[..]].concat();
    assert_eq!(doubts(&marked, Format::Any), (expected, vec![]));
    // In the middle of a file, a byte order mark has no meaning. So the `From ` line after the mark is no separator.
    let middle = [&first[..], b"\n\xEF\xBB\xBF", &second].concat();
    let line = first.len() - FROM_LINE.len() + 3;
    assert_eq!(doubts(&middle, Format::Any), (middle.clone(), vec![line, line + FROM_LINE.len() + 1]));
    // A byte order mark before the first field of a message is kept as well.
    let message = b"\xEF\xBB\xBFSubject: =?koi8-r?Q?=CF=D2?=\n\nx\n";
    let expected = "\u{feff}Subject: \u{43e}\u{440}\n\nx\n".as_bytes().to_vec();
    assert_eq!(doubts(message, Format::Any), (expected, vec![]));
}

#[test]
fn a_mailbox_without_its_start_is_not_read_as_one_text() {
    let (first, second) = (letter("koi8-r", b"\xCF\xD2"), letter("iso-8859-1", b"caf\xE9"));
    let mbox = [&first[..], b"\n", &second].concat();
    let chopped = mbox.split_at(FROM_LINE.len() + 1).1;
    let header = first.len() + 1;
    assert_eq!(doubts(chopped, Format::Any), (chopped.to_vec(), vec![header]));
    // The caller can say that the input is a mailbox, or that it is a message. In a mailbox, a message without a
    // `From ` line has a finding.
    let (output, left) = doubts(chopped, Format::Mbox(Variant::Mboxrd));
    assert!(left == [0] && output.ends_with("caf\u{e9}\n".as_bytes()));
    assert_eq!(doubts(chopped, Format::Message), (chopped.to_vec(), vec![header]));
    // A bounce starts with text of its own in KOI8-R, and then quotes a message with its `From ` line. If the quoted
    // text is in KOI8-R as well, there is no doubt. Otherwise the bounce is unchanged.
    let bounce = |quoted: &[u8]| {
        let own = b"Subject: x\nContent-Type: text/plain; charset=koi8-r\n\n\xCF\xD2\n---\n";
        [&own[..], quoted].concat()
    };
    assert!(doubts(&bounce(&first), Format::Any).1.is_empty());
    assert_eq!(doubts(&bounce(&second), Format::Any).0, bounce(&second));
}

#[test]
fn an_apple_mail_file_with_a_wrong_length_is_unchanged() {
    let message = b"Content-Type: text/plain; charset=koi8-r\n\n\xCF\xD2\n";
    let list = b"<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>\n";
    for length in ["12", "9999", "99999999999999999999"] {
        let file = [format!("{length}\n").as_bytes(), message, list].concat();
        for format in [Format::Any, Format::Message] {
            assert_eq!(doubts(&file, format), (file.clone(), vec![0]), "{length}");
        }
        let error = Source::new(&file[..], Format::Emlx).unwrap().next().unwrap().unwrap_err();
        assert!(error.to_string().contains("length"), "{error}");
    }
    // A file without a property list is no file of Apple Mail. A number at its start is a line that is not a field.
    let file = [&b"12\n"[..], message].concat();
    let header = "12\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
    assert_eq!(doubts(&file, Format::Any).0, format!("{header}\u{43e}\u{440}\n").as_bytes());
}
