//! Tests with mailboxes in files. The files are converted in place, with and without compression. Python's `mailbox`
//! finds as many messages after the conversion as before.
#![cfg(all(unix, feature = "files"))]

use super::{ORDERS, TRANSFERS, messages, run};
use mailutf::Policy;
use mailutf::mailbox::Format;
use mailutf::mailbox::compressed::{Compression, Compressor, decompressed};
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Pipeline};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The octets before and after each message.
const FRAMES: [(&str, &str); 4] = [
    ("From - \n", "\n"),
    ("From alice@example.org 2024-01-02T03:04:05.678+01:00\n", "\n"),
    ("From alice@example.org Tue Jan  2 03:04:05 2024 Europe/Berlin\n", "\n"),
    ("\u{1}\u{1}\u{1}\u{1}\n", "\u{1}\u{1}\u{1}\u{1}\n"),
];

fn mailboxes() -> impl Iterator<Item = Vec<u8>> {
    let all = FRAMES.iter().flat_map(|frame| ORDERS.map(|order| (frame, order)));
    all.flat_map(|((before, behind), order)| {
        TRANSFERS.map(|transfer| {
            let framed = |message: &Vec<u8>| [before.as_bytes(), message, behind.as_bytes()].concat();
            messages(order, transfer).iter().flat_map(framed).collect()
        })
    })
}

#[test]
fn in_place_and_compressed() {
    let dir = TempDir::new().unwrap();
    for mailbox in mailboxes() {
        let expected = run(&mailbox[..], Format::Any).0;
        for compression in [None, Some(Compression::Gzip)] {
            let path = dir.path().join("mailbox");
            let mut compressor = Compressor::new(Vec::new(), compression).unwrap();
            compressor.write_all(&mailbox).unwrap();
            fs::write(&path, compressor.finish().unwrap()).unwrap();
            let place = Destination::InPlace(&ReplaceOptions::default());
            let totals = Pipeline::new(Policy::default()).file(&path, Format::Any, place, |_| {}).unwrap();
            assert_eq!((totals.messages, totals.changed), (3, 3));
            let mut output = Vec::new();
            decompressed(fs::File::open(&path).unwrap()).unwrap().0.read_to_end(&mut output).unwrap();
            assert!(output == expected);
        }
    }
}

/// If python3 is missing, the test passes.
#[test]
fn python_counts_the_same_messages_before_and_after() {
    const COUNT: &str = "import mailbox, sys
kind = mailbox.MMDF if open(sys.argv[1], 'rb').read(1) == b'\\1' else mailbox.mbox
print(len(kind(sys.argv[1], create=False)))";
    let count = |path: &Path| {
        let output = Command::new("python3").args(["-c", COUNT]).arg(path).output().ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let dir = TempDir::new().unwrap();
    let (before, after) = (dir.path().join("before"), dir.path().join("after"));
    // The loop takes a single mailbox for each kind of separator.
    for mailbox in mailboxes().step_by(ORDERS.len() * TRANSFERS.len()) {
        fs::write(&before, &mailbox).unwrap();
        fs::write(&after, run(&mailbox[..], Format::Any).0).unwrap();
        let Some(number) = count(&before) else { return println!("skipped: no python3") };
        assert_eq!((number.as_str(), count(&after).as_deref()), ("3", Some("3")));
    }
}
