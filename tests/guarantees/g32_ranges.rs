//! Guarantee G32 (docs/guarantees.md): if each range of an mbox is converted on its own, the outputs, joined in the
//! order of the ranges, equal the output of the whole file. The reports, joined in the same way, equal the reports
//! on the whole file, with the same offsets and ordinals. The sections of a file that several workers read give the
//! same result, too.

use mailutf::mailbox::mbox::{Index, Range, Reader, Variant};
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Failure, Pipeline, Reports};
use mailutf::{Limits, Policy};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{Cursor, ErrorKind};
#[cfg(all(unix, feature = "files"))]
use {
    mailutf::mailbox::batch::Batch,
    mailutf::mailbox::mail::{MailFile, ReadOptions, Skipped},
    mailutf::pipeline::ReplaceOptions,
    mailutf::pipeline::{Destination, Part, Workers, in_order},
    std::num::NonZeroUsize,
};

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024";
const TOLD: [Option<Variant>; 5] =
    [None, Some(Variant::Mboxo), Some(Variant::Mboxrd), Some(Variant::Mboxcl), Some(Variant::Mboxcl2)];

/// The output, and for each reported message its ordinal, its offset and its findings.
type Outcome = (String, Vec<(u64, u64, String)>);

fn pipeline(limit: usize) -> Pipeline {
    let limits = Limits::default().with_message(limit);
    let mut pipeline = Pipeline::new(Policy::default().with_limits(limits));
    pipeline.reports = Reports::All;
    pipeline.workers.jobs = Some(std::num::NonZeroUsize::MIN);
    pipeline
}

fn whole(mbox: &[u8], told: Option<Variant>, limit: usize) -> Outcome {
    let pipeline = pipeline(limit);
    let format = told.map_or(Format::Any, Format::Mbox);
    let (mut output, mut reports) = (Vec::new(), Vec::new());
    let source = pipeline.source(mbox, format).unwrap();
    let report = |report: mailutf::pipeline::Report| {
        reports.push((report.ordinal, report.offset, format!("{:?} {:?}", report.findings, report.edits)));
    };
    match pipeline.run(source, &mut output, report) {
        Ok(_) => {}
        Err(Failure::Read(error)) if error.kind() == ErrorKind::InvalidData => {
            return (String::new(), vec![(0, 0, error.to_string())]);
        }
        Err(error) => panic!("{error}"),
    }
    (output.escape_ascii().to_string(), reports)
}

/// Whether a wrong Content-Length decided what was changed. A run on a single range does not know the Content-Length
/// fields in the ranges before it, so its result can differ.
fn is_ruled_by_a_length((_, reports): &Outcome) -> bool {
    reports.iter().any(|(.., shown)| shown.contains("wrong Content-Length"))
}

fn ranges(mbox: &[u8], told: Option<Variant>, limit: usize, octets: u64) -> std::io::Result<Vec<Range>> {
    Index::of(mbox, told)?.limit(limit).ranges(octets).collect()
}

fn in_ranges(mbox: &[u8], limit: usize, ranges: &[Range]) -> Outcome {
    let pipeline = pipeline(limit);
    let (mut output, mut reports) = (Vec::new(), Vec::new());
    for range in ranges {
        // A range is sent to another machine as text, so the test converts each range to text and back.
        let range = range.to_string().parse().unwrap();
        let reader = Reader::range(Cursor::new(mbox), &range).unwrap().limit(limit);
        let report = |report: mailutf::pipeline::Report| {
            reports.push((
                report.ordinal,
                report.offset,
                format!("{:?} {:?}", report.findings, report.edits),
            ));
        };
        pipeline.run(reader, &mut output, report).unwrap();
    }
    (output.escape_ascii().to_string(), reports)
}

/// Settings for three workers that read sections of `octets` octets.
#[cfg(all(unix, feature = "files"))]
fn three_workers(octets: usize) -> Workers {
    Workers::default().with_jobs(NonZeroUsize::new(3)).with_octets(2 * 3 * octets)
}

/// Returns the file after three workers have converted it in place, in sections of `octets` octets.
#[cfg(all(unix, feature = "files"))]
fn in_place(mbox: &[u8], told: Option<Variant>, limit: usize, octets: usize) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mbox");
    std::fs::write(&path, mbox).unwrap();
    let format = told.map_or(Format::Any, Format::Mbox);
    let pipeline = pipeline(limit).with_workers(three_workers(octets));
    let done = pipeline.file(&path, format, Destination::InPlace(&ReplaceOptions::default()), |_| {});
    let now = std::fs::read(&path).unwrap();
    match done {
        Ok(totals) => assert!(totals.left_over.is_empty(), "{:?}", totals.left_over),
        Err(error) => {
            assert!(error.to_string().contains("wrong Content-Length"), "{error}");
            assert_eq!(now, mbox);
            return String::new();
        }
    }
    now.escape_ascii().to_string()
}

/// Returns the outcome if three workers read sections of `octets` octets.
#[cfg(all(unix, feature = "files"))]
fn in_sections(mbox: &[u8], told: Option<Variant>, limit: usize, octets: usize) -> Outcome {
    let pipeline = pipeline(limit).with_workers(three_workers(octets));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mbox");
    std::fs::write(&path, mbox).unwrap();
    let format = told.map_or(Format::Any, Format::Mbox);
    let opened = MailFile::named(&path).open(&ReadOptions::default().with_format(format).with_limit(limit));
    let (mut output, mut reports) = (Vec::new(), Vec::new());
    let report = |report: mailutf::pipeline::Report| {
        reports.push((report.ordinal, report.offset, format!("{:?} {:?}", report.findings, report.edits)));
    };
    match pipeline.run_file(opened.unwrap().into_batches(), &mut output, report) {
        Ok(totals) => assert_eq!(totals.octets, mbox.len() as u64),
        Err(Failure::Read(error)) if error.kind() == ErrorKind::InvalidData => {
            return (String::new(), vec![(0, 0, error.to_string())]);
        }
        Err(error) => panic!("{error}"),
    }
    (output.escape_ascii().to_string(), reports)
}

/// Returns what a single thread reads, and what three workers read in sections of `octets` octets. Each result has
/// the messages that are read, with their ordinals and offsets, and the reasons why other messages are not read.
#[cfg(all(unix, feature = "files"))]
fn messages(mbox: &[u8], told: Option<Variant>, limit: usize, octets: usize) -> [Vec<String>; 2] {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mbox");
    std::fs::write(&path, mbox).unwrap();
    let options =
        ReadOptions::default().with_format(told.map_or(Format::Any, Format::Mbox)).with_limit(limit);
    let shown = |batch: Result<Batch, Skipped>| match batch {
        Ok(batch) => batch
            .entries()
            .map(|entry| format!("{} {} {:?}", entry.ordinal, entry.offset(), entry.message().octets()))
            .collect(),
        Err(Skipped { origin, why, .. }) => vec![format!("{} {} {why:?}", origin.ordinal, origin.offset)],
    };
    let open = || MailFile::named(&path).open(&options).unwrap();
    let workers = three_workers(octets);
    let parts = workers.parts(open()).map(|part| {
        let octets = part.octets();
        Ok::<_, ()>((part, octets))
    });
    let mut by_workers = Vec::new();
    let work = |part: Part| {
        let (batches, rest) = part.read();
        (batches.into_iter().map(shown).collect::<Vec<Vec<String>>>(), rest)
    };
    let taken = in_order(workers, parts, work, |(messages, rest)| {
        by_workers.extend(messages.into_iter().flatten());
        by_workers.extend(rest.flat_map(shown));
        Ok(())
    });
    assert_eq!(taken, Ok(()));
    [open().flat_map(shown).collect(), by_workers]
}

/// Compares the output of the ranges of a file, which have at most `octets` octets each, with the output of the whole
/// file. Returns the number of ranges.
#[track_caller]
fn check(mbox: &[u8], told: Option<Variant>, limit: usize, octets: u64) -> usize {
    let ranges = match ranges(mbox, told, limit, octets) {
        Ok(ranges) => ranges,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidInput);
            let is_mbox = Source::new(mbox, told.map_or(Format::Any, Format::Mbox)).unwrap().holds_several();
            assert!(
                !is_mbox || error.to_string() == "the file has no `From ` line that starts a message",
                "{error}"
            );
            return 0;
        }
    };
    let shown = || {
        format!("{told:?} {octets} {ranges:?}\n{}", mbox.escape_ascii().to_string().replace("\\n", "\\n\n"))
    };
    let ends: Vec<u64> = ranges.iter().map(|range| range.end).collect();
    let starts: Vec<u64> = [0].into_iter().chain(ends.iter().copied()).take(ranges.len()).collect();
    assert_eq!(ranges.iter().map(|range| range.start).collect::<Vec<_>>(), starts, "{}", shown());
    assert_eq!(ends.last().copied().unwrap_or(0), mbox.len() as u64, "{}", shown());
    let whole = whole(mbox, told, limit);
    if !is_ruled_by_a_length(&whole) {
        assert_eq!(in_ranges(mbox, limit, &ranges), whole, "{}", shown());
    }
    ranges.len()
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["\n", "\r\n"][..])
}

/// A body with lines that a reader of mboxes can easily take for separators.
fn body() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => Just("caf\u{e9} text\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just(">From x\n".to_owned()),
        1 => Just("From x\n".to_owned()),
        1 => Just(format!("{FROM_LINE}\n")),
        1 => Just(format!("\n{FROM_LINE}\n")),
        1 => Just(format!("\n{FROM_LINE}\nSubject: y\n\n")),
        1 => Just(format!("{FROM_LINE}\nFrom: a@b.org\nDate: b\n\n")),
        1 => Just("\nFrom the start\nFrom: a@b.org\nDate: b\n\n".to_owned()),
        1 => Just(format!("\0\0{FROM_LINE}\nSubject: y\n\n")),
        1 => Just("\u{1}\u{1}\u{1}\u{1}\n".to_owned()),
    ];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// A message as an mbox contains it: the separator, a Content-Length that is right, wrong or missing, and the end.
fn stored() -> impl Strategy<Value = String> {
    let separator = prop_oneof![
        8 => Just(format!("{FROM_LINE}\n")),
        1 => Just("From someone\n".to_owned()),
        1 => Just(format!("\0\0{FROM_LINE}\n")),
        1 => Just(format!("\u{feff}{FROM_LINE}\n")),
    ];
    let length = prop_oneof![2 => Just(None), 3 => Just(Some(0)), 1 => (-3..3_i64).prop_map(Some), 1 => (0..300_i64).prop_map(Some)];
    let end = prop::sample::select(&["\n", "\n", "\n", "", "\n\n"][..]);
    (separator, length, body(), end).prop_map(|(separator, length, body, end)| {
        let length =
            length.map_or(String::new(), |off| format!("Content-Length: {}\n", body.len() as i64 + off));
        let header = "From: a@b.org\nDate: b\nSubject: =?koi8-r?Q?=F0?=\n";
        format!("{separator}{header}{length}\n{body}{end}")
    })
}

fn mbox() -> impl Strategy<Value = Vec<u8>> {
    let prologue = prop::sample::select(&["", "", "", "\u{feff}", "\n\n", "\0\0", "no message\n\n"][..]);
    (prologue, vec(stored(), 0..8), line_end()).prop_map(|(prologue, messages, line_end)| {
        (prologue.to_owned() + &messages.concat()).replace('\n', line_end).into_bytes()
    })
}

fn mmdf() -> impl Strategy<Value = Vec<u8>> {
    vec((any::<bool>(), body()), 1..6).prop_map(|messages| {
        const MARK: &str = "\u{1}\u{1}\u{1}\u{1}\n";
        let stored = messages.iter().map(|(has_from_line, body)| {
            let from_line = if *has_from_line { format!("{FROM_LINE}\n") } else { String::new() };
            let body = body.replace('\u{1}', "");
            format!("{MARK}{from_line}Subject: =?koi8-r?Q?=F0?=\n\n{body}{MARK}")
        });
        stored.collect::<String>().into_bytes()
    })
}

proptest! {
    #![proptest_config(crate::proptest_config(300))]

    #[test]
    fn of_every_variant_and_size(mbox in mbox(), told in prop::sample::select(&TOLD[..]), octets in 1..900_u64) {
        check(&mbox, told, Limits::MESSAGE, octets);
        check(&mbox, told, Limits::MESSAGE, 1);
    }

    #[test]
    fn of_mmdf_files(mmdf in mmdf(), octets in 1..400_u64) {
        for told in [None, Some(Variant::Mmdf)] {
            check(&mmdf, told, Limits::MESSAGE, octets);
        }
    }

    #[test]
    fn with_messages_beyond_the_limit(mbox in mbox(), told in prop::sample::select(&TOLD[..]), limit in 100..400_usize) {
        check(&mbox, told, limit, 1);
    }

    #[cfg(all(unix, feature = "files"))]
    #[test]
    fn sections_are_as_the_whole_file(
        mbox in prop_oneof![8 => mbox(), 1 => mmdf()],
        told in prop::sample::select(&TOLD[..]),
        limit in prop_oneof![Just(Limits::MESSAGE), 100..400_usize],
        octets in 1..900_usize,
    ) {
        prop_assert_eq!(in_sections(&mbox, told, limit, octets), whole(&mbox, told, limit));
        let [by_one, by_workers] = messages(&mbox, told, limit, octets);
        prop_assert_eq!(by_workers, by_one);
    }

    #[test]
    fn every_interval_between_messages_is_a_range_and_no_other(mbox in mbox(), start in 0..500_u64, end in 1..900_u64) {
        let messages = ranges(&mbox, None, Limits::MESSAGE, 1).unwrap_or_default();
        let found = Index::of(&mbox[..], None).and_then(|index| index.range(start, end));
        let first = messages.iter().find(|message| message.start == start);
        let is_one = first.is_some() && start < end && messages.iter().any(|message| message.end == end);
        prop_assert_eq!(found.is_ok(), is_one, "{:?} {:?}", found, messages);
        if let (Ok(range), Some(first)) = (found, first) {
            prop_assert_eq!(range.to_string(), first.to_string().replacen(&first.end.to_string(), &end.to_string(), 1));
        }
    }
}

#[cfg(all(unix, feature = "files"))]
proptest! {
    #![proptest_config(crate::proptest_config(30))]

    #[test]
    fn sections_in_place_are_as_the_whole_file(
        mbox in mbox(),
        told in prop::sample::select(&TOLD[..]),
        limit in prop_oneof![Just(Limits::MESSAGE), 100..400_usize],
        octets in 1..900_usize,
    ) {
        prop_assert_eq!(in_place(&mbox, told, limit, octets), whole(&mbox, told, limit).0);
    }
}

/// The file is larger than the piece that is read at once, and some of its messages exceed the limit on the length
/// of a message.
#[test]
fn of_files_larger_than_what_is_read_at_once() {
    let message = |n: usize| {
        let body = "From here\n\n".to_owned()
            + &"words of plain text, and no more\n"
                .repeat(n * n % 150 * if n.is_multiple_of(17) { 150 } else { 10 });
        let length =
            if !n.is_multiple_of(5) { format!("Content-Length: {}\n", body.len()) } else { String::new() };
        format!("{FROM_LINE}\nSubject: =?koi8-r?Q?=F0?= {n}\n{length}\n{body}\n")
    };
    let mbox = (0..60).map(message).collect::<String>().into_bytes();
    assert!(mbox.len() > 1 << 20, "{}", mbox.len());
    for (told, limit, octets) in [
        (None, Limits::MESSAGE, 400 << 10),
        (None, 100 << 10, 1),
        (Some(Variant::Mboxcl2), 100 << 10, 400 << 10),
    ] {
        let ranges = check(&mbox, told, limit, octets);
        assert!(if octets == 1 { ranges == 60 } else { (3..9).contains(&ranges) }, "{ranges}");
    }
}

/// If a file was changed after it was indexed, reading a range fails instead of giving a different output.
#[test]
fn a_range_of_another_file_is_refused() {
    let mbox = format!(
        "{FROM_LINE}\nSubject: 1\n\n1\n\n{FROM_LINE}\nSubject: 2\n\n2\n\n{FROM_LINE}\nSubject: 3\n\n3\n"
    );
    let ranges = ranges(mbox.as_bytes(), None, Limits::MESSAGE, 1).unwrap();
    let read = |mbox: &str, range: &Range| {
        let reader = Reader::range(Cursor::new(mbox.to_owned()), range)?;
        reader.map(|batch| Ok(batch?.entries().count())).sum::<std::io::Result<usize>>()
    };
    assert_eq!(read(&mbox, &ranges[1]).unwrap(), 1);
    let longer = mbox.replace("Subject: 2", "Subject: two");
    assert_eq!(read(&longer, &ranges[1]).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(read(&longer, &ranges[2]).unwrap_err().kind(), ErrorKind::InvalidData);
    let start = usize::try_from(ranges[1].start).unwrap();
    assert_eq!(read(&mbox[..start], &ranges[1]).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(read(&mbox[..start + 60], &ranges[1]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
}

#[test]
fn files_that_have_no_ranges_say_why() {
    let why = |file: &[u8]| Index::of(file, None).unwrap_err().to_string();
    for compressed in [&b"\x1F\x8B\x08\0"[..], b"\x28\xB5\x2F\xFD", b"\xFD7zXZ\0"] {
        assert_eq!(why(compressed), "it is a compressed file; only an uncompressed mbox has ranges");
    }
    assert!(why(b"Subject: x\n\nx\n").starts_with("only an mbox has ranges"));
    assert_eq!(Index::of(&b""[..], None).unwrap().ranges(1).count(), 0);
    let mut none = Index::of(&b"Subject: x\n\nx\n"[..], Some(Variant::Mboxrd)).unwrap().ranges(1);
    assert_eq!(
        none.next().unwrap().unwrap_err().to_string(),
        "the file has no `From ` line that starts a message"
    );
    assert!(none.next().is_none());
}
