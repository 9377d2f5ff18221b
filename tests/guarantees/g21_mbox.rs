//! mbox files keep every message complete, whatever it contains and however it is changed.

use mailutf::Span;
use mailutf::edit::{Segment, Splice};
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mbox::{Reader, Variant, Writer};
use mailutf::mailbox::{Format, Source};
use proptest::collection::vec;
use proptest::prelude::*;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024";
const VARIANTS: [Variant; 4] = [Variant::Mboxo, Variant::Mboxrd, Variant::Mboxcl, Variant::Mboxcl2];

fn read(mbox: &[u8], variant: Option<Variant>) -> Vec<Batch> {
    Reader::new(mbox, variant).map(Result::unwrap).collect()
}

fn messages(mbox: &[u8], variant: Option<Variant>) -> Vec<Vec<u8>> {
    let batches = read(mbox, variant);
    batches.iter().flat_map(Batch::entries).map(|entry| entry.message().octets().to_vec()).collect()
}

fn written(messages: &[Vec<u8>], variant: Variant) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), variant);
    messages.iter().for_each(|message| writer.write(FROM_LINE.as_bytes(), message).unwrap());
    writer.into_inner()
}

/// Lines that a reader of mbox files may take for separators.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n".into()),
        Just("\r\n".into()),
        Just("\n\n".into()),
        Just(">".into()),
        Just("From ".into()),
        Just("\nFrom ".into()),
        Just("\n>From x\n".into()),
        Just(format!("{FROM_LINE}\n")),
        Just(format!("\n\n{FROM_LINE}\n")),
        Just(format!("\n{FROM_LINE}\nFrom: a\nDate: b\n")),
        Just("From: a\nDate: b\n".into()),
        "Fr|om |F|[a-z ]{1,9}",
    ]
}

fn message() -> impl Strategy<Value = Vec<u8>> {
    vec(piece(), 0..12).prop_map(|pieces| format!("Subject: x\n\n{}\n", pieces.concat()).into_bytes())
}

/// The message as far as mboxo and mboxcl can represent it.
fn blurred(message: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(message)
        .split_inclusive('\n')
        .map(|line| if line.starts_with(">From ") { &line[1..] } else { line })
        .collect::<String>()
        .into_bytes()
}

fn without_content_length(message: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(message);
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("Content-Length:"));
    lines.collect::<String>().into_bytes()
}

/// Where to cut a message, and replacements for the octets between every other pair of cuts.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Option<String>)>> {
    vec((any::<prop::sample::Index>(), prop::option::of(piece())), 0..5)
}

/// The message as segments: those between two cuts are kept, or replaced if the cut says so.
fn segments(length: usize, cuts: &[(usize, Option<String>)]) -> Vec<Segment<Vec<u8>>> {
    let mut done = 0;
    let mut segments = Vec::new();
    for (cut, new) in cuts {
        match new {
            Some(new) => segments.push(Segment::New(new.as_bytes().to_vec())),
            None => segments.push(Segment::Kept(Span::new(done, *cut))),
        }
        done = *cut;
    }
    segments.push(Segment::Kept(Span::new(done, length)));
    segments
}

fn apply(message: &[u8], segments: &[Segment<Vec<u8>>]) -> Vec<u8> {
    let octets = segments.iter().flat_map(|segment| match segment {
        Segment::Kept(span) => span.slice(message).to_vec(),
        Segment::New(new) => new.to_vec(),
    });
    let mut changed: Vec<u8> = octets.collect();
    if !changed.ends_with(b"\n") && !changed.is_empty() {
        changed.push(b'\n');
    }
    changed
}

proptest! {
    #![proptest_config(crate::proptest_config(300))]

    #[test]
    fn written_messages_are_read_back(list in vec(message(), 0..6)) {
        for variant in VARIANTS {
            let read = messages(&written(&list, variant), Some(variant));
            let expected: Vec<_> = match variant {
                Variant::Mboxo | Variant::Mboxcl => list.iter().map(|message| blurred(message)).collect(),
                _ => list.clone(),
            };
            let read: Vec<_> = read.iter().map(|message| without_content_length(message)).collect();
            prop_assert_eq!(read, expected);
        }
        prop_assert_eq!(messages(&written(&list, Variant::Mboxrd), None), list);
    }

    #[test]
    fn without_changes_the_file_is_unchanged(pieces in vec(piece(), 0..30), started in any::<bool>()) {
        let start = if started { format!("{FROM_LINE}\n") } else { String::new() };
        let mbox = (start + &pieces.concat()).into_bytes();
        for variant in VARIANTS.into_iter().map(Some).chain([None]) {
            let mut output = Vec::new();
            for batch in read(&mbox, variant) {
                let mut splice = Splice::default();
                splice.keep(batch.prelude());
                for entry in batch.entries() {
                    let text = entry.message();
                    let whole = Segment::Kept(Span::new(0, text.octets().len()));
                    entry.rewrite(text, [whole].into_iter(), &mut splice);
                }
                output.extend(splice.assemble(batch.octets()));
            }
            prop_assert_eq!(&output, &mbox);
        }
    }

    #[test]
    fn a_change_affects_only_its_message(list in vec(message(), 1..4), cuts in changes()) {
        for variant in VARIANTS {
            let (read, expected) = changed(&written(&list, variant), variant, &cuts);
            prop_assert_eq!(read, expected, "{:?}", variant);
        }
    }

    #[test]
    fn a_change_never_turns_a_line_into_a_separator(list in vec(message(), 1..4), cuts in changes()) {
        let mbox = list.iter().flat_map(|message| [FROM_LINE.as_bytes(), b"\n", message, b"\n"].concat());
        let mbox: Vec<u8> = mbox.collect();
        for variant in VARIANTS {
            let (mut read, mut expected) = changed(&mbox, variant, &cuts);
            if variant == Variant::Mboxcl2 {
                // Without Content-Length, quoting is the last resort, and is not undone.
                for message in read.iter_mut().chain(&mut expected) {
                    *message = String::from_utf8(blurred(message.as_bytes())).unwrap();
                }
            }
            // Without a blank line between messages, one at the end of the first is taken for it.
            read.iter_mut().chain(&mut expected).for_each(|message| message.truncate(message.trim_end().len()));
            prop_assert_eq!(read, expected, "{:?}", variant);
        }
    }
}

#[test]
fn a_kept_line_that_becomes_a_separator_is_quoted() {
    const UNDATED: &str = "from alice, who wrote this";
    for (line, before, below, old, new) in [
        (FROM_LINE, "a\n", "b\n", "a\n", "a\n\n"),
        (FROM_LINE, "a\n", "b\nDate: c\n", "b\n", "From: b\n"),
        (FROM_LINE, "a\n", "From: b\nc\n", "c\n", "Date: c\n"),
        (UNDATED, "a\n", "From: b\nDate: c\n", "a\n", "a\n\n"),
        (UNDATED, "a\n\n", "b\nDate: c\n", "b\n", "From: b\n"),
    ] {
        let message = format!("Subject: x\n\n{before}{line}\n{below}");
        let at = message.find(&format!("\n{old}")).unwrap() + 1;
        let mbox = format!("{FROM_LINE}\n{message}\n");
        for variant in VARIANTS {
            let batch = &read(mbox.as_bytes(), Some(variant))[0];
            let entry = batch.entries().next().unwrap();
            let (kept, rest) = (Span::new(0, at), Span::new(at + old.len(), message.len()));
            let segments = [Segment::Kept(kept), Segment::New(new.as_bytes().to_vec()), Segment::Kept(rest)];
            let mut splice = Splice::default();
            entry.rewrite(entry.message(), segments.into_iter(), &mut splice);
            let output = String::from_utf8(splice.assemble(batch.octets())).unwrap();
            let expected = message.replacen(old, new, 1).replace(line, &format!(">{line}"));
            assert_eq!(output, format!("{FROM_LINE}\n{expected}\n"), "{variant:?}");
        }
    }
}

#[test]
fn a_line_that_a_change_makes_a_separator_is_quoted() {
    for (line, old) in [("fromage", "age"), ("xfrom alice", "x")] {
        let message = format!("Subject: y\n\na\n\n{line}\nFrom: b\nDate: c\n");
        let mbox = format!("{FROM_LINE}\n{message}\n");
        let start = message.find(line).unwrap();
        let gone = start + line.find(old).unwrap();
        let kept = [Span::new(0, gone), Span::new(gone + old.len(), message.len())].map(Segment::Kept);
        for variant in VARIANTS {
            let batch = &read(mbox.as_bytes(), Some(variant))[0];
            let entry = batch.entries().next().unwrap();
            let mut splice = Splice::default();
            entry.rewrite(entry.message(), kept.clone().into_iter(), &mut splice);
            let output = String::from_utf8(splice.assemble(batch.octets())).unwrap();
            let expected = mbox.replacen(line, &format!(">{}", line.replacen(old, "", 1)), 1);
            assert_eq!(output, expected, "{variant:?}");
        }
    }
}

/// The messages of `mbox` after changes to the body of each, as read and as expected.
fn changed(
    mbox: &[u8],
    variant: Variant,
    cuts: &[(prop::sample::Index, Option<String>)],
) -> (Vec<String>, Vec<String>) {
    let (mut output, mut expected) = (Vec::new(), Vec::new());
    for batch in read(mbox, Some(variant)) {
        let mut splice = Splice::default();
        for entry in batch.entries() {
            let text = entry.message();
            let length = text.octets().len();
            // The header is unchanged, so that Content-Length stays.
            let header =
                text.octets().windows(2).position(|pair| pair == b"\n\n").map_or(length, |at| at + 2);
            let cut = |(cut, new): &(prop::sample::Index, Option<String>)| {
                (header + cut.index(length + 1 - header), new.clone())
            };
            let mut cuts: Vec<_> = cuts.iter().map(cut).chain([(header, None)]).collect();
            cuts.sort_unstable();
            let segments = segments(length, &cuts);
            expected.push(apply(text.octets(), &segments));
            entry.rewrite(text, segments.into_iter(), &mut splice);
        }
        output.extend(splice.assemble(batch.octets()));
    }
    let mut read = messages(&output, Some(variant));
    for message in read.iter_mut().chain(&mut expected) {
        *message = without_content_length(message);
        if matches!(variant, Variant::Mboxo | Variant::Mboxcl) {
            *message = blurred(message);
        }
    }
    (readable(&read), readable(&expected))
}

/// For comparison: a last line end may have been added, of the kind that the file uses.
fn readable(messages: &[Vec<u8>]) -> Vec<String> {
    let text = |message: &Vec<u8>| String::from_utf8_lossy(message).into_owned();
    messages
        .iter()
        .map(text)
        .map(|text| text.strip_suffix("\r\n").map_or(text.clone(), |t| format!("{t}\n")))
        .collect()
}

#[test]
fn batches_are_cut_between_messages() {
    let list: Vec<Vec<u8>> = (0..300)
        .map(|n| format!("Subject: {n}\n\n{}\n", "line\n\nFrom \n".repeat(n * n % 700)).into_bytes())
        .collect();
    let mbox = written(&list, Variant::Mboxrd);
    let batches = read(&mbox, None);
    assert!(batches.len() > 2);
    assert!(batches.iter().all(|batch| batch.octets().len() < 600_000));
    let mut offset = 0;
    for (ordinal, entry) in batches.iter().flat_map(Batch::entries).enumerate() {
        assert_eq!((entry.ordinal, entry.offset()), (ordinal as u64, offset));
        assert_eq!(entry.message().octets(), list[ordinal]);
        offset += entry.span().len() as u64;
    }
    assert_eq!(offset, mbox.len() as u64);
}

#[test]
fn a_message_larger_than_a_batch_is_complete() {
    let list = [b"Subject: 1\n\n1\n".to_vec(), vec![b'x'; 2_000_000], b"Subject: 3\n\n3\n".to_vec()];
    let mut list = list.to_vec();
    list[1].extend_from_slice(b"\n");
    assert_eq!(messages(&written(&list, Variant::Mboxrd), None), list);
}

#[test]
fn text_before_the_first_message_is_kept_and_is_not_a_message() {
    let mbox = format!("junk\n\n{FROM_LINE}\nSubject: 1\n\n1\n");
    let batches = read(mbox.as_bytes(), None);
    assert_eq!(batches[0].prelude().slice(batches[0].octets()), b"junk\n\n");
    assert_eq!(batches[0].entries().count(), 1);
}

#[test]
fn without_a_blank_line_a_from_line_starts_a_message_only_above_a_header() {
    const HEADER: &str = "Received: x\n\tby y\nFrom: Alice <alice@example.org>\nSubject: 2\nDate: x\n\n2\n";
    let first = format!("{FROM_LINE}\nSubject: 1\n\n1\n");
    let number = |text: String| {
        let read = |mbox: &str| {
            let batches = read(mbox.as_bytes(), None);
            let all = batches.iter().flat_map(|batch| batch.octets().to_vec()).collect::<Vec<_>>();
            assert_eq!(String::from_utf8(all).unwrap(), mbox);
            batches.iter().flat_map(Batch::entries).count()
        };
        let lf = read(&text);
        assert_eq!(read(&text.replace('\n', "\r\n")), lf);
        lf
    };
    assert_eq!(number(format!("{first}{FROM_LINE}\n{HEADER}{FROM_LINE}\n{HEADER}")), 3);
    // After a blank line, whatever follows.
    for below in ["", "\n", "\ntext\n", "text\n", HEADER] {
        assert_eq!(number(format!("{first}\n{FROM_LINE}\n{below}")), 2, "{below}");
    }
    // As far as anyone can tell, text.
    for below in [
        "",
        "\n",
        "text\n",
        "\nFrom: a\nDate: b\n",
        " From: a\nDate: b\n",
        "From: a\nSubject: b\n\nDate: c\n",
        "From: a\ntext\nDate: b\n",
        "Date: a\nFrom b@c Tue Jan  2 03:04:05 2024\n",
        "From: a\nDate: b",
    ] {
        assert_eq!(number(format!("{first}{FROM_LINE}\n{below}")), 1, "{below}");
    }
    assert_eq!(number(format!("{first}From here on\n{HEADER}")), 1);
    assert_eq!(number(format!("{first}>{FROM_LINE}\n{HEADER}")), 1);
    // Two such lines, or fields before one: still one header.
    assert_eq!(number(format!("{FROM_LINE}\n{FROM_LINE}\n{HEADER}")), 1);
    assert_eq!(number(format!("{FROM_LINE}\nReturn-Path: <a@b>\n{FROM_LINE}\n{HEADER}")), 1);
}

#[test]
fn a_from_line_is_found_at_any_position_in_the_buffer() {
    let header = "Received: x\n".repeat(300) + "From: a\nDate: b\n\n";
    for extra in 0..40 {
        let text = "x".repeat((256 << 10) - 150 + 100 * extra);
        let mbox = format!("{FROM_LINE}\n{header}{text}\n").repeat(3);
        assert_eq!(messages(mbox.as_bytes(), None).len(), 3, "{extra}");
    }
}

#[test]
fn hostile_input_takes_linear_time() {
    let date = "Tue Jan  2 03:04:05 2024";
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
        for start in [format!("{FROM_LINE}\n\nx\n"), format!("{FROM_LINE}\n")] {
            // Would not finish in reasonable time if it were quadratic.
            let mbox = start + &unit.repeat((1 << 20) / unit.len());
            assert_eq!(messages(mbox.as_bytes(), None).len(), 1, "{unit}");
        }
    }
}

/// A long header, and a counted body in which each line would start a message.
#[test]
fn quoting_hostile_input_takes_linear_time() {
    let header = "A: b\n".repeat((1 << 20) / 5);
    let unit = format!("{FROM_LINE}\nFrom: b\nDate: c\n");
    let body = unit.repeat((1 << 20) / unit.len());
    let mbox = format!("{FROM_LINE}\n{header}Content-Length: {}\n\n{body}", body.len());
    let batch = &read(mbox.as_bytes(), Some(Variant::Mboxcl))[0];
    let entry = batch.entries().next().unwrap();
    let kept = Span::new(0, entry.message().octets().len());
    let segments = [Segment::Kept(kept), Segment::New(b"x\n".to_vec())];
    let mut splice = Splice::default();
    entry.rewrite(entry.message(), segments.into_iter(), &mut splice);
    let output = splice.assemble(batch.octets());
    // Would not finish in reasonable time if it were quadratic.
    assert_eq!(messages(&output, None).len(), 1);
}

#[test]
fn a_mailbox_is_recognised_even_if_its_first_line_or_field_is_long() {
    let message = "From: a@b\nDate: Tue, 2 Jan 2024 03:04:05 +0000\n\nx\n\n";
    let second = format!("From - \n{message}");
    for first in [
        format!("{}{second}", "\n".repeat(9_000)),
        format!("{}{second}", "\0".repeat(300_000)),
        format!("From {}@b \n{message}", "a".repeat(9_000)),
        format!("From - \nReceived: x\n{}{message}", "\tby y\n".repeat(90_000)),
        format!("From - \nReceived: {}\n{message}", "x".repeat(90_000)),
    ] {
        let mbox = format!("{first}{second}");
        let source = Source::new(mbox.as_bytes(), Format::Any).unwrap();
        let batches: Vec<_> = source.map(Result::unwrap).collect();
        let found = batches.iter().flat_map(Batch::entries).filter(|entry| entry.variant().is_some());
        assert_eq!(found.count(), 2, "{:.30}", first);
    }
}

#[test]
fn a_byte_order_mark_before_the_first_message_is_kept_and_does_not_belong_to_it() {
    for start in ["\u{feff}", "\u{feff}\n"] {
        let mbox = format!("{start}{FROM_LINE}\nSubject: 1\n\n1\n\n{FROM_LINE}\nSubject: 2\n\n2\n");
        let batches: Vec<_> =
            Source::new(mbox.as_bytes(), Format::Any).unwrap().map(Result::unwrap).collect();
        assert_eq!(batches[0].prelude().slice(batches[0].octets()), start.as_bytes());
        assert_eq!(batches.iter().flat_map(Batch::entries).count(), 2);
        assert_eq!(messages(mbox.as_bytes(), Some(Variant::Mboxo)).len(), 2);
    }
}

#[test]
fn content_length_proves_mboxcl2() {
    let mbox = format!(
        "{FROM_LINE}\nContent-Length: 10\n\n12345678\n\n\n{FROM_LINE}\nContent-Length: {}\n\na\n\n{FROM_LINE}\nb\n\n{FROM_LINE}\n\n",
        FROM_LINE.len() + 6,
    );
    let read = messages(mbox.as_bytes(), None);
    assert_eq!(read.len(), 3);
    assert!(read[1].ends_with(format!("a\n\n{FROM_LINE}\nb\n").as_bytes()));
}

/// When the reader finds the Content-Length, it has read less of the file than the message is long.
#[test]
fn content_length_may_exceed_the_octets_read_so_far() {
    let body = format!("text\n\n{FROM_LINE}\nFrom: a@b\nDate: x\n\n").repeat(10_000);
    let all = [body, "2\n".into()].map(|body| format!("Subject: x\n\n{body}").into_bytes());
    let found = messages(&written(&all, Variant::Mboxcl2), None);
    let found: Vec<Vec<u8>> = found.iter().map(|message| without_content_length(message)).collect();
    assert_eq!(found.len(), 2);
    assert!(found == all);
}

#[test]
fn content_length_that_ends_within_a_line_is_wrong() {
    let mbox = format!("{FROM_LINE}\nContent-Length: 3\n\na\n>{FROM_LINE}\nb\n");
    for variant in [None, Some(Variant::Mboxcl), Some(Variant::Mboxcl2)] {
        assert_eq!(messages(mbox.as_bytes(), variant).len(), 1, "{variant:?}");
    }
}

#[test]
fn after_a_wrong_content_length_no_other_is_trusted() {
    let mbox = format!(
        "{FROM_LINE}\nContent-Length: 99\n\nx\n\n{FROM_LINE}\nContent-Length: {}\n\na\n\n{FROM_LINE}\nb\n",
        FROM_LINE.len() + 6,
    );
    assert_eq!(messages(mbox.as_bytes(), None).len(), 3);
    assert_eq!(messages(mbox.as_bytes(), Some(Variant::Mboxcl2)).len(), 2);
}

#[test]
fn mailing_list_archives_are_read() {
    let mbox = "From alice at example.org  Tue Jan  2 03:04:05 2024\nSubject: 1\n\nFrom what I heard, at 10:30.\n\n\
                From here on it is text, since 2024\n\n\
                From bob at example.org  Wed Jan  3 03:04:05 2024\nSubject: 2\n\n2\n";
    assert_eq!(messages(mbox.as_bytes(), None).len(), 2);
}
