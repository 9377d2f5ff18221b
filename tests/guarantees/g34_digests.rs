//! Guarantee G34 (docs/guarantees.md): the digests that a run reports are those of the messages that the run has
//! read, and of the messages that the next reader finds in the output.

use mailutf::mailbox::mbox::{Variant, Writer};
use mailutf::mailbox::{Digest, Format, Source};
use mailutf::pipeline::{Digests, Pipeline};
use mailutf::{Limits, Policy};
use proptest::collection::vec;
use proptest::prelude::*;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024";

/// Normalizes `input`. Returns the output, and the digests of the messages.
fn run(input: &[u8], format: Format) -> (Vec<u8>, Vec<Digests>) {
    let (mut output, mut digests) = (Vec::new(), Vec::new());
    let pipeline = Pipeline::new(Policy::default()).with_digests(true);
    let source = Source::new(input, format).unwrap();
    pipeline.run(source, &mut output, |report| digests.extend(report.digests)).unwrap();
    (output, digests)
}

/// The digests of the messages that a reader finds in `input`.
fn read(input: &[u8], format: Format) -> Vec<Digest> {
    let batches: Vec<_> = Source::new(input, format).unwrap().map(Result::unwrap).collect();
    batches
        .iter()
        .flat_map(|batch| batch.entries())
        .map(|entry| Digest::of(entry.message().octets()))
        .collect()
}

fn piece() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(vec![
        &b"\xE9t\xE9 "[..],
        b"=E9t=E9 ",
        b"\n",
        b"\r\n",
        b"\n\n",
        b"\nFrom ",
        b"\n>From ",
        b"\n>>From b\n",
        b"=46rom ",
        b"\n=46rom x\n",
        b"\nFrom alice@example.org Tue Jan  2 03:04:05 2024\nSubject: y\n\n",
        b"word ",
    ])
}

fn message() -> impl Strategy<Value = Vec<u8>> {
    let header = prop::sample::select(vec![
        &b"Subject: =?iso-8859-1?Q?caf=E9?=\n"[..],
        b"Subject: =?iso-8859-1?Q?caf=E9?=\nContent-Type: text/plain; charset=iso-8859-1\n",
        b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n",
        b"Subject: x\r\nContent-Type: text/plain; charset=iso-8859-1\r\n",
        b"Subject: nothing to convert\n",
    ]);
    (header, vec(piece(), 0..10)).prop_map(|(header, body)| {
        let line_end: &[u8] = if header.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
        [header, line_end, &body.concat(), line_end].concat()
    })
}

const VARIANTS: [Option<Variant>; 5] =
    [None, Some(Variant::Mboxo), Some(Variant::Mboxrd), Some(Variant::Mboxcl), Some(Variant::Mboxcl2)];

proptest! {
    #![proptest_config(crate::proptest_config(300))]

    #[test]
    fn the_next_reader_finds_the_messages_of_the_digests(
        list in vec(message(), 0..5), cut in 0..4_usize, joined in any::<bool>()
    ) {
        for variant in VARIANTS {
            let mut writer = Writer::new(Vec::new(), variant.unwrap_or(Variant::Mboxrd));
            list.iter().for_each(|message| writer.write(FROM_LINE.as_bytes(), message).unwrap());
            let mut mbox = writer.into_inner();
            if joined {
                // Writes the mbox as a program does that quotes no lines.
                let line = [FROM_LINE.as_bytes(), b"\n"].concat();
                mbox = list.iter().flat_map(|message| [&line, &message[..], b"\n"].concat()).collect();
            }
            mbox.truncate(mbox.len() - cut.min(mbox.len()));
            let format = variant.map_or(Format::Any, Format::Mbox);
            let (output, digests) = run(&mbox, format);
            let (before, after): (Vec<_>, Vec<_>) = digests.iter().map(|digests| (digests.before, digests.after)).unzip();
            prop_assert_eq!(before, read(&mbox, format), "before, {:?}", variant);
            prop_assert_eq!(after, read(&output, format), "after, {:?}", variant);
        }
    }

    #[test]
    fn a_message_has_the_same_digest_in_each_format(message in message()) {
        let mut writer = Writer::new(Vec::new(), Variant::Mboxrd);
        writer.write(FROM_LINE.as_bytes(), &message).unwrap();
        let emlx = [format!("{:<10}\n", message.len()).as_bytes(), &message, b"<?xml version=\"1.0\"?>\n<plist/>\n"].concat();
        let alone = run(&message, Format::Message).1;
        prop_assert_eq!(alone[0].before, Digest::of(&message));
        prop_assert_eq!(&run(&writer.into_inner(), Format::Mbox(Variant::Mboxrd)).1, &alone);
        prop_assert_eq!(&run(&emlx, Format::Emlx).1, &alone);
    }
}

#[test]
fn a_message_above_the_limit_has_no_digest() {
    let mbox =
        format!("{FROM_LINE}\nSubject: 1\n\n{}\n\n{FROM_LINE}\nSubject: 2\n\n2\n\n", "x\n".repeat(1000));
    let policy = Policy::default().with_limits(Limits::default().with_message(500));
    let pipeline = Pipeline::new(policy).with_digests(true);
    let source = pipeline.source(mbox.as_bytes(), Format::Any).unwrap();
    let mut digests = Vec::new();
    pipeline.run(source, &mut Vec::new(), |report| digests.push(report.digests)).unwrap();
    assert_eq!(digests.len(), 2);
    assert!(digests[0].is_none() && digests[1].is_some(), "{digests:?}");
}
