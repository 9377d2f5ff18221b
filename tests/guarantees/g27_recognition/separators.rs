//! Lines that separate messages, in every form that was found in mail.

use super::{Drops, ORDERS, TRANSFERS, count, messages, run, undamaged, with_line_ends};
use mailutf::mailbox::mbox::{Index, Reader, Variant};
use mailutf::mailbox::{Format, Source};
use proptest::prelude::*;
use std::io::Cursor;

/// Lines that separate messages. In the tests, each follows a blank line and precedes a header.
fn separators() -> Vec<String> {
    let alice = "From alice@example.org";
    let mut lines: Vec<String> = [
        // Dates.
        "Tue Jan  2 03:04:05 2024",
        "Tue Jan 02 2024 03:04:05 GMT+0100 (Central European Standard Time)",
        "Tue Jan 02 2024 03:04:05 GMT+0000 (Coordinated Universal Time)",
        "Di Jan  2 03:04:05 2024",
        "mar. janv. 2 03:04:05 CET 2024",
        "Вт янв  2 03:04:05 2024",
        "2024-01-02T03:04:05.678Z",
        "2024-01-02T03:04:05.678+01:00",
        "2024-01-02T03:04:05+01:00",
        "20240102T030405Z",
        "Tue Jan  2 03:04:05 2024 Europe/Berlin",
        "Tue Jan  2 03:04:05 Europe/Berlin 2024",
        "Tue Jan  2 03:04:05 America/Argentina/Buenos_Aires 2024",
        "Tue Jan  2 03:04:05 +0100 (Mitteleuropäische Zeit) 2024",
        "Tue Jan  2 03:04:05.123456 2024",
        "2024/01/02 03:04:05",
        "01/02/2024 03:04:05 AM",
        "02.01.2024 03:04:05",
        "1704164645",
        "1704164645.123",
        "@1704164645 +0000",
        "Tuesday January  2 03:04:05 2024",
        "Tuesday, January 2, 2024 3:04 AM",
        "Tue Jan  2 2024",
        "Tue Jan  2 3:04 AM 2024",
        "Tue Jan  2 03.04.05 2024",
        "Tue Jan  2 03:04:05 20 24",
        "Thu Jan  1 00:00:00 1970 (unknown)",
        "Tue Jan  2 03:04:05 2024 via smtp",
        "??? ??? ?? ??:??:?? ????",
        "Tue Jan  2",
        "",
    ]
    .iter()
    .map(|date| format!("{alice} {date}").trim_end().to_owned())
    .collect();
    lines.extend(
        [
            "From - ",
            "From -",
            "From ",
            "From",
            "From  ",
            "From ???@???",
            "From MAILER-DAEMON",
            "From <alice@example.org>",
            "From alice",
            "From \"Alice A.\" <alice@example.org>",
            "From\talice@example.org\tTue Jan  2 03:04:05 2024",
            "From\talice@example.org",
            "from alice@example.org Tue Jan  2 03:04:05 2024",
            "from alice@example.org",
            "FROM alice@example.org Tue Jan  2 03:04:05 2024",
            "\0\0\0\0From alice@example.org Tue Jan  2 03:04:05 2024",
            "\0From - ",
            "\u{feff}From alice@example.org Tue Jan  2 03:04:05 2024",
        ]
        .map(str::to_owned),
    );
    for length in [990, 1_001, 3_000] {
        lines.push(format!("From {}@example.org Tue Jan  2 03:04:05 2024", "a".repeat(length)));
    }
    lines
}

/// Returns a mailbox in which each message has one of these lines before it and a blank line after it.
fn under(lines: [&str; 3], messages: &[Vec<u8>]) -> Vec<u8> {
    let pieces = lines.iter().zip(messages);
    pieces.flat_map(|(line, message)| [line.as_bytes(), b"\n", message, b"\n"].concat()).collect()
}

const SOUND: &str = "From bob@example.org Tue Jan  2 03:04:05 2024";

#[test]
fn every_line_that_separates_messages_does() {
    let separators = separators();
    for order in ORDERS {
        for transfer in TRANSFERS {
            let messages = messages(order, transfer);
            for line in separators.iter().map(String::as_str) {
                for lines in [[line; 3], [SOUND, line, line], [line, SOUND, SOUND], [line, line, SOUND]] {
                    let mailbox = under(lines, &messages);
                    let what = format!("{lines:?}, {transfer:?}");
                    assert_eq!(undamaged(&mailbox, &messages, Format::Any, &what), 3, "{what}");
                }
            }
        }
    }
}

#[test]
fn it_does_so_with_other_line_ends_and_a_byte_order_mark() {
    for line in &separators() {
        let messages = messages(ORDERS[0], TRANSFERS[0]);
        let mailbox = under([line.as_str(); 3], &messages);
        let wide: Vec<_> = messages.iter().map(|message| with_line_ends(message, b"\r\n")).collect();
        assert_eq!(undamaged(&with_line_ends(&mailbox, b"\r\n"), &wide, Format::Any, line), 3, "{line}");
        let marked = [&b"\xEF\xBB\xBF"[..], &mailbox].concat();
        assert_eq!(undamaged(&marked, &messages, Format::Any, line), 3, "{line}");
    }
}

#[test]
fn the_size_of_reads_does_not_matter() {
    for line in &separators() {
        let mailbox = under([line.as_str(); 3], &messages(ORDERS[0], TRANSFERS[0]));
        let (whole, dropped) = (run(&mailbox[..], Format::Any), run(Drops(&mailbox), Format::Any));
        assert!(whole.0 == dropped.0 && whole.1.messages == dropped.1.messages, "{line}");
    }
}

/// After a crash of an NFS server, a file can have NULs where the end of a message was. The reader finds the message
/// after the NULs.
#[test]
fn nuls_in_the_place_of_the_end_of_a_message() {
    let messages = messages(ORDERS[1], TRANSFERS[0]);
    let mailbox = [
        SOUND.as_bytes(),
        b"\n",
        &messages[0],
        b"\nhalf a li",
        &[0; 3_000],
        SOUND.as_bytes(),
        b"\n",
        &messages[1],
    ]
    .concat();
    assert_eq!(undamaged(&mailbox, &messages[..2], Format::Any, "NULs"), 2);
}

#[test]
fn prose_does_not_separate_messages() {
    let sound = format!("{SOUND}\nFrom: a@b\nDate: x\n\ntext\n");
    for below in [
        "From here on:\nit is text\n",
        "From here on:\n\nFrom: a@b\nDate: x\n",
        "From the mail that I got:\nFrom: a@b\nDate: x\n\nhello\n",
        "From : a@b\nDate: x\n\nhello\n",
        "from what I see\nDate: x\nSubject: y\n\nhello\n",
        "From Monday to Friday\nTo: all\nSubject: y\n\nhello\n",
        "from\n",
        ">From a\nFrom: a@b\nDate: x\n\n",
        " From a\nFrom: a@b\nDate: x\n\n",
        "From: a@b\nDate: x\n\n",
        "\u{1}\u{1}\u{1}\u{1}\ntext\n",
    ] {
        assert_eq!(count(format!("{sound}\n{below}").as_bytes(), Format::Any), 1, "{below}");
        assert_eq!(count(format!("Subject: x\n\n{below}").as_bytes(), Format::Any), 1, "{below}");
    }
    for start in ["From here on:\nit is text\n", "From here on\n\nFrom: a\nDate: b\n"] {
        let batch = mailutf::mailbox::Source::new(start.as_bytes(), Format::Any).unwrap();
        assert!(!batch.holds_several(), "{start}");
    }
}

const MARK: &str = "\u{1}\u{1}\u{1}\u{1}\n";

#[test]
fn mmdf() {
    let from = format!("{MARK}{SOUND}\n");
    for (open, close) in [(MARK, MARK), (MARK, ""), (&from, MARK), (&from, "")] {
        for order in ORDERS {
            for transfer in TRANSFERS {
                let messages = messages(order, transfer);
                let pieces = messages.iter();
                let mut mailbox: Vec<u8> = pieces
                    .flat_map(|message| [open.as_bytes(), message, close.as_bytes()].concat())
                    .collect();
                assert_eq!(undamaged(&mailbox, &messages, Format::Any, "MMDF"), 3, "{open:?} {close:?}");
                let wide: Vec<_> = messages.iter().map(|message| with_line_ends(message, b"\r\n")).collect();
                assert_eq!(
                    undamaged(&with_line_ends(&mailbox, b"\r\n"), &wide, Format::Any, "MMDF"),
                    3,
                    "{open:?} {close:?}"
                );
                let told = Format::Mbox(Variant::Mmdf);
                assert_eq!(undamaged(&mailbox, &messages, told, "MMDF"), 3, "{open:?} {close:?}");
                let dropped = run(Drops(&mailbox), Format::Any);
                assert!(dropped.0 == run(&mailbox[..], Format::Any).0);
                mailbox.truncate(mailbox.len() - close.len());
                assert_eq!(undamaged(&mailbox, &messages, Format::Any, "MMDF"), 3, "{open:?} {close:?}");
            }
        }
    }
}

/// The caller says that a file is an MMDF file, but it is an mbox, without any of the marks that separate messages in
/// MMDF. So the file is taken for a single message, which is left unchanged.
#[test]
fn only_marks_separate_the_messages_of_an_mmdf_file() {
    for order in ORDERS {
        let messages = messages(order, TRANSFERS[0]);
        let told = Format::Mbox(Variant::Mmdf);
        let mbox = under([SOUND; 3], &messages);
        let (output, totals) = run(&mbox[..], told);
        assert!(output == mbox, "{}", String::from_utf8_lossy(&output));
        assert_eq!((totals.messages, totals.unresolved), (1, 1));
        // Text before the first mark does not keep a reader from finding the message after the mark.
        let mailbox = [b"text\n", MARK.as_bytes(), &mbox, MARK.as_bytes()].concat();
        assert_eq!(count(&mailbox, told), 1);
    }
}

/// Some gateways double the CR of each line end. This cannot be undone with certainty, so each message is found,
/// but left unchanged.
#[test]
fn doubled_carriage_returns() {
    for line in [SOUND, "From - ", MARK.trim_end()] {
        for order in ORDERS {
            let messages = messages(order, TRANSFERS[0]);
            let mailbox = under([line; 3], &messages);
            let wide = with_line_ends(&mailbox, b"\r\r\n");
            let (output, totals) = run(&wide[..], Format::Any);
            assert!(output == wide, "{line}: {}", String::from_utf8_lossy(&output));
            assert_eq!((totals.messages, totals.unresolved), (3, 3), "{line}");
        }
    }
}

/// If nothing shows whether a line separates messages, the message that contains the line is unchanged.
#[test]
fn without_a_blank_line_the_message_is_unchanged() {
    for line in ["From - ", "From alice@example.org 1704164645"] {
        for order in ORDERS {
            let messages = messages(order, TRANSFERS[0]);
            let mailbox: Vec<u8> = [SOUND, line, line]
                .iter()
                .zip(&messages)
                .flat_map(|(line, message)| [line.as_bytes(), b"\n", message].concat())
                .collect();
            let (output, totals) = run(&mailbox[..], Format::Any);
            assert!(output == mailbox && totals.unresolved == 1, "{line}");
        }
    }
}

/// Text that a conversion decodes must not become a separator.
#[test]
fn decoded_text_does_not_separate_messages() {
    let header = "From: a@b\nDate: x\nContent-Type: text/plain; charset=koi8-r\n\
                  Content-Transfer-Encoding: quoted-printable\n\n=F0=D2=C9=D7=C5=D4\n\n";
    let below = "\nFrom: a@b\nDate: x\n\ntext\n";
    for (line, start) in [
        ("=46rom alice@example.org", SOUND),
        ("=66rom alice@example.org", SOUND),
        ("=46rom=09alice@example.org", SOUND),
        ("=00=46rom alice@example.org", SOUND),
        ("=EF=BB=BFFrom alice@example.org", SOUND),
        ("=01=01=01=01", SOUND),
        ("=01=01=01=01", MARK.trim_end()),
    ] {
        let mailbox = format!("{start}\n{header}{line}{below}\n");
        let (output, totals) = run(mailbox.as_bytes(), Format::Any);
        assert_eq!((totals.messages, count(&output, Format::Any)), (1, 1), "{line}");
        let (again, _) = run(&output[..], Format::Any);
        assert!(again == output, "{line}: {}", String::from_utf8_lossy(&again));
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(40))]

    /// A crash leaves NULs before a `From ` line, wherever that line is. The line separates messages whatever follows it,
    /// and the NULs stay as they are.
    #[test]
    fn nuls_before_a_from_line(
        nuls in prop_oneof![1..20_usize, Just(4_096), 260_000..270_000_usize],
        end in prop::sample::select(&["\n\n", "\n", " half a li", "\r\n\r\n"][..]),
        header in prop::sample::select(&["Subject: 2\n", "no header\n", ""][..]),
        length in prop::sample::select(&["", "Content-Length: 2\n"][..]),
    ) {
        let first = format!("{SOUND}\n{length}Subject: =?koi8-r?Q?=F0?=\n\nx{end}");
        let second = format!("{}{SOUND}\n{header}\nlast\n", "\0".repeat(nuls));
        let mailbox = [first.as_bytes(), second.as_bytes()].concat();
        let batches = || Source::new(&mailbox[..], Format::Any).unwrap().map(Result::unwrap);
        let found: Vec<_> = batches()
            .flat_map(|batch| batch.entries().map(|entry| (entry.offset(), entry.span().len())).collect::<Vec<_>>())
            .collect();
        prop_assert_eq!(found, [(0, first.len()), (first.len() as u64, second.len())]);
        let (output, totals) = run(&mailbox[..], Format::Any);
        prop_assert_eq!((totals.messages, totals.changed), (2, 1));
        let expected = String::from_utf8(mailbox.clone()).unwrap().replace("=?koi8-r?Q?=F0?=", "П");
        prop_assert_eq!(String::from_utf8(output).unwrap(), expected);
        prop_assert_eq!(run(Drops(&mailbox), Format::Any).1.messages, 2);
        for range in Index::of(&mailbox[..], None).unwrap().ranges(1) {
            let reader = Reader::range(Cursor::new(&mailbox), &range.unwrap()).unwrap();
            prop_assert_eq!(reader.map(|batch| batch.unwrap().entries().count()).sum::<usize>(), 1);
        }
    }
}
