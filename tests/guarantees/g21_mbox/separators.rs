//! Tests of the places where messages begin and end: separators, Content-Length fields, and lines that look like
//! one of these.

use super::{FROM_LINE, messages, read, without_content_length, written};
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mbox::Variant;
use mailutf::mailbox::{Format, Source};

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
    assert_eq!(batches[0].text_before_messages(), Some(6));
    assert_eq!(batches.iter().map(|batch| batch.entries().count()).collect::<Vec<_>>(), [0, 1]);
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
    // After a blank line, a `From ` line separates messages, whatever follows it.
    for below in ["", "\n", "\ntext\n", "text\n", HEADER] {
        assert_eq!(number(format!("{first}\n{FROM_LINE}\n{below}")), 2, "{below}");
    }
    // Without a blank line before it, a `From ` line counts as text if no complete header follows. None of these
    // endings has one.
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
    // If two `From ` lines follow one another, or have only fields between them, they begin a single message.
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

/// When the reader finds the Content-Length, it has read fewer octets of the file than the message has.
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
