//! Guarantee G40 (docs/guarantees.md): a converted mailbox has as many messages as before, for a reader that
//! believes Content-Length and for a reader that only looks for `From ` lines. The output does not depend on the
//! number of workers.

mod counting;

use counting::counts;
use mailutf::mailbox::Format;
use mailutf::pipeline::{Failure, Pipeline, Totals};
use mailutf::{Code, Limits, Policy};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::ErrorKind;
use std::num::NonZeroUsize;

const FROM_LINE: &str = "From a@b Sat Nov 21 10:00:00 2026\n";
/// A line of text in KOI8-R.
const TEXT: &[u8] = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xDC\xD4\xCF \xD0\xC9\xD3\xD8\xCD\xCF\n";

fn run(mbox: &[u8]) -> Result<(Vec<u8>, Totals), Failure> {
    let mut pipeline = Pipeline::new(Policy::default());
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    let mut output = Vec::new();
    let source = pipeline.source(mbox, Format::Any).unwrap();
    let totals = pipeline.run(source, &mut output, |_| {})?;
    Ok((output, totals))
}

fn stored(length: Option<usize>, is_russian: bool, body: &[u8]) -> Vec<u8> {
    let length = length.map_or(String::new(), |length| format!("Content-Length: {length}\n"));
    let label = if is_russian { "Content-Type: text/plain; charset=koi8-r\n" } else { "" };
    let text = if is_russian { TEXT } else { b"plain text\n" };
    [format!("{FROM_LINE}From: a@b.org\n{label}{length}\n").as_bytes(), text, body, b"\n"].concat()
}

fn mbox() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(&["text\n", "\n", ">From x\n", "From the start\n", "more of it\n"][..]);
    let length =
        prop_oneof![1 => Just(None), 3 => (0..700_usize).prop_map(Some), 1 => Just(Some(usize::MAX))];
    let message = (length, any::<bool>(), vec(piece, 0..4))
        .prop_map(|(length, is_russian, body)| stored(length, is_russian, body.concat().as_bytes()));
    vec(message, 1..6).prop_map(|messages| messages.concat())
}

/// A mailbox whose first Content-Length, counted in the converted mailbox, reaches to the end of some message or to
/// an octet near that end.
fn nearly_right() -> impl Strategy<Value = Vec<u8>> {
    (vec(any::<bool>(), 1..5), 0..6_usize, 0..6_usize).prop_map(|(messages, last, off)| {
        let rest: Vec<_> = messages.iter().map(|is_russian| stored(None, *is_russian, b"")).collect();
        let converted = run(&rest.concat()).ok().map(|(output, _)| output).unwrap_or_default();
        let starts = converted.windows(FROM_LINE.len()).enumerate();
        let starts = starts.filter(|(_, line)| *line == FROM_LINE.as_bytes()).map(|(at, _)| at);
        let ends: Vec<_> = starts.skip(1).chain([converted.len()]).collect();
        let length = b"plain text\n\n".len() + ends[last % ends.len()];
        [stored(Some((length + 2).saturating_sub(off)), false, b""), rest.concat()].concat()
    })
}

#[track_caller]
fn check(mbox: &[u8]) {
    match run(mbox) {
        Ok((output, _)) => {
            assert_eq!(counts(&output), counts(mbox), "{}\n{}", mbox.escape_ascii(), output.escape_ascii())
        }
        Err(Failure::Read(error)) => assert_eq!(error.kind(), ErrorKind::InvalidData),
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(400))]

    #[test]
    fn wrong_lengths_change_no_count(mbox in prop_oneof![mbox(), nearly_right()]) {
        check(&mbox);
    }
}

/// If a conversion would make a wrong Content-Length reach exactly to the end of the file, a reader would take the
/// messages in between for text. So the last message is left unchanged.
#[test]
fn a_length_never_comes_to_lead_to_the_end() {
    let first = format!("{FROM_LINE}Subject: one\nContent-Length: LENGTH\n\none\n\n");
    let label = "Subject: two\nContent-Type: text/plain; charset=koi8-r\n\n";
    let second = [FROM_LINE.as_bytes(), label.as_bytes(), TEXT].concat();
    let of_length =
        |length: usize| [first.replace("LENGTH", &length.to_string()).as_bytes(), &second].concat();
    let (output, totals) = run(&of_length(999)).unwrap();
    assert_eq!((totals.changed, totals.unresolved), (1, 0));
    let right = output.len() - first.replace("LENGTH", "999").len() + "one\n\n".len();
    let (output, totals) = run(&of_length(right)).unwrap();
    assert_eq!(output, of_length(right));
    assert_eq!((totals.changed, totals.unresolved), (0, 1));
    assert_eq!(totals.findings.get(&Code::StructureDoubtful), Some(&1));
}

/// If the Content-Length would reach to the end although the last message is left unchanged, the run can only fail.
#[test]
fn a_length_that_leads_to_the_end_all_the_same_is_an_error() {
    let of_length = |length| {
        [stored(Some(length), false, b""), stored(None, true, b""), stored(None, false, b"")].concat()
    };
    let (output, _) = run(&of_length(999)).unwrap();
    let body = output.windows(2).position(|octets| octets == b"\n\n").unwrap() + 2;
    let Err(Failure::Read(error)) = run(&of_length(output.len() - body)) else { panic!("no error") };
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    assert!(error.to_string().starts_with("message 1 has a wrong Content-Length"), "{error}");
}

/// The first line of the file becomes a separator of messages if a known field follows it. So the conversion, which
/// would add such fields, leaves this message unchanged.
#[test]
fn no_field_turns_one_message_into_a_mailbox() {
    let message = [b"From a@b 20X\nX-A: 1\ngarbage\nSubject: a\n\ntext one\n\n", FROM_LINE.as_bytes()];
    let mail = [&message.concat()[..], FROM_LINE.as_bytes(), b"Subject: two\n\n", TEXT].concat();
    let (output, totals) = run(&mail).unwrap();
    assert_eq!(output, mail);
    assert_eq!((totals.messages, totals.unresolved), (1, 1));
}

/// Drafts have no Date, so it is doubtful whether the bare `From ` lines before them separate messages. The file is
/// left unchanged, and no `From ` line in it is quoted.
#[test]
fn drafts_below_weak_lines_are_left() {
    let draft = |date: &str| {
        let header = "From: a@b.org\nSubject: d\nContent-Type: text/plain; charset=koi8-r\n\n";
        [b"From \n", date.as_bytes(), header.as_bytes(), TEXT, b"\n"].concat()
    };
    let mail = draft("").repeat(3);
    let (output, totals) = run(&mail).unwrap();
    assert_eq!(output, mail);
    assert_eq!((totals.changed, totals.unresolved), (0, 1));
    let (_, totals) = run(&draft("Date: Sat, 21 Nov 2026 10:00:00 +0000\n").repeat(3)).unwrap();
    assert_eq!((totals.messages, totals.changed), (3, 3));
}

/// A message exceeds the limit on its length, and its Content-Length is right or wrong. The messages after it are
/// converted in each case.
#[test]
fn nothing_behind_a_large_message_is_hidden() {
    let large = |length| stored(Some(length), false, &b"line of a large message\n".repeat(60_000));
    let small = stored(Some(TEXT.len()), true, b"").repeat(50);
    let pipeline = |jobs| {
        let policy = Policy::default().with_limits(Limits::default().with_message(1 << 20));
        let mut pipeline = Pipeline::new(policy);
        pipeline.workers.jobs = NonZeroUsize::new(jobs);
        pipeline
    };
    let right = "plain text\n".len() + 24 * 60_000;
    for length in [8_590_000_000, right, right + 5_000, right + (5 << 20)] {
        let mbox = [&small[..], &large(length), &small].concat();
        let mut outputs = Vec::new();
        for jobs in [1, 2, 4] {
            let mut output = Vec::new();
            let source = pipeline(jobs).source(&mbox[..], Format::Any).unwrap();
            let totals = pipeline(jobs).run(source, &mut output, |_| {}).unwrap();
            assert_eq!((totals.messages, totals.changed), (101, 100), "{length} {jobs}");
            outputs.push(output);
        }
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{length}");
    }
}

/// A wrong Content-Length above the limit does not make a small message count as too large.
#[test]
fn a_wrong_length_above_the_limit_makes_no_message_large() {
    let mbox =
        [stored(Some(5 << 20), true, b""), stored(None, true, &b"plain text\n".repeat(400)).repeat(1_250)]
            .concat();
    let limits = Limits::default().with_message(1 << 20);
    let mut pipeline = Pipeline::new(Policy::default().with_limits(limits));
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    let source = pipeline.source(&mbox[..], Format::Any).unwrap();
    let totals = pipeline.run(source, &mut std::io::sink(), |_| {}).unwrap();
    assert_eq!((totals.messages, totals.changed), (1_251, 1_251));
}

/// Some programs find a message at a `From ` line that has no blank line before it. If a conversion quoted the
/// line, these programs would no longer find that message.
#[test]
fn a_dated_line_without_a_blank_line_before_it_is_not_quoted() {
    for first in [FROM_LINE, "From a@b 20X\n"] {
        let label = "Subject: x\nContent-Type: text/plain; charset=koi8-r\n\n";
        let mbox = [first.as_bytes(), label.as_bytes(), TEXT, FROM_LINE.as_bytes()].concat();
        let (output, totals) = run(&mbox).unwrap();
        assert_eq!(output, mbox);
        assert_eq!((totals.unresolved, totals.findings.get(&Code::StructureDoubtful)), (1, Some(&1)));
    }
}

/// If no blank line ends a header, programs differ in where the body starts, and therefore in what a Content-Length
/// counts. After the conversion, each kind of reader finds as many messages as before.
#[test]
fn a_length_above_no_blank_line_stays() {
    let first = [FROM_LINE.as_bytes(), b"Content-Length: 5\n", TEXT, TEXT, b"\n\n"].concat();
    let mbox = [&first[..], FROM_LINE.as_bytes(), FROM_LINE.as_bytes()].concat();
    let (output, totals) = run(&mbox).unwrap();
    assert_eq!(totals.changed, 1);
    assert_eq!(counts(&output), counts(&mbox));
}
