//! G40: a converted mailbox has as many messages as before: nothing that may be a message is hidden in another one.

use mailutf::mailbox::Format;
use mailutf::pipeline::{Failure, Pipeline, Totals};
use mailutf::{Limits, Policy};
use std::num::NonZeroUsize;

const FROM_LINE: &str = "From a@b Sat Nov 21 10:00:00 2026\n";
/// KOI8-R.
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

/// Drafts have no Date. What may be a message of its own is not quoted as text of another one.
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

/// A wrong length above the limit hides nothing.
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

/// Nor does one of a small message.
#[test]
fn a_wrong_length_above_the_limit_makes_no_message_large() {
    let mbox = [stored(Some(5 << 20), true, b""), stored(None, true, b"").repeat(20_000)].concat();
    let limits = Limits::default().with_message(1 << 20);
    let mut pipeline = Pipeline::new(Policy::default().with_limits(limits));
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    let source = pipeline.source(&mbox[..], Format::Any).unwrap();
    let totals = pipeline.run(source, &mut std::io::sink(), |_| {}).unwrap();
    assert_eq!((totals.messages, totals.changed), (20_001, 20_001));
}
