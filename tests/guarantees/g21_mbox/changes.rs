//! Tests that write messages to an mbox, change them there, and read them again.

use super::{FROM_LINE, VARIANTS, messages, read, without_content_length, written};
use mailutf::Span;
use mailutf::edit::{Segment, Splice};
use mailutf::mailbox::mbox::Variant;
use proptest::collection::vec;
use proptest::prelude::*;

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

/// The message as a reader of mboxo or mboxcl gets it: `>From ` at the start of a line becomes `From `, because these
/// formats cannot tell whether the writer added the `>` or the line had it before.
fn blurred(message: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(message)
        .split_inclusive('\n')
        .map(|line| if line.starts_with(">From ") { &line[1..] } else { line })
        .collect::<String>()
        .into_bytes()
}

/// The places at which a message is cut. Each place can have a replacement for the octets between the previous cut
/// and this place.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Option<String>)>> {
    vec((any::<prop::sample::Index>(), prop::option::of(piece())), 0..5)
}

/// The segments of the message. The octets before each cut are replaced if the cut has a replacement, and kept
/// otherwise.
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
                // The writer of mboxcl2 quotes no lines if there is a Content-Length. These messages have none, so
                // the writer must quote a line that would become a separator. A reader of mboxcl2 does not undo the
                // quoting, so the comparison ignores it.
                for message in read.iter_mut().chain(&mut expected) {
                    *message = String::from_utf8(blurred(message.as_bytes())).unwrap();
                }
            }
            // If there is no blank line between two messages, a reader takes a blank line at the end of the first
            // message for the separating line. So blank lines at the end are not compared.
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

/// Changes the body of each message of `mbox`. Returns the messages that a reader then finds, and the messages that
/// the reader should find.
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
            // The cuts are in the body, because a change of the header would also change the Content-Length.
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

/// The messages as text for a comparison. The line end after each message becomes LF, because the writer may have
/// added a line end of the kind that the file uses.
fn readable(messages: &[Vec<u8>]) -> Vec<String> {
    let text = |message: &Vec<u8>| String::from_utf8_lossy(message).into_owned();
    messages
        .iter()
        .map(text)
        .map(|text| text.strip_suffix("\r\n").map_or(text.clone(), |t| format!("{t}\n")))
        .collect()
}

/// The message has a long header and a Content-Length. Without the Content-Length, the `From ` lines in the body
/// would start messages.
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
    // With quadratic time, the test would not end in reasonable time.
    assert_eq!(messages(&output, None).len(), 1);
}
