//! Python's `email` and `mail-parser` read the headers that mailutf writes correctly. They share no code with
//! mailutf.

use mail_parser::{Address, MessageParser, MimeHeaders};
use mailutf::policy::HeaderForm;
use mailutf::transfer::base64::encode_word;
use mailutf::{Normalizer, Policy};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

fn rewritten(header: &[u8], form: HeaderForm) -> Vec<u8> {
    let policy = Policy::default().with_headers(form);
    Normalizer::new(policy).plan(header).apply().into_owned()
}

/// Returns a message with `text` in four places, each time in an encoded word of UTF-16.
fn message(text: &str) -> String {
    let octets: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let word = format!("=?utf-16be?B?{}?=", encode_word(&octets));
    format!(
        "Subject: {word}\nTo: {word} <a@b.c>, d@e.f\nCc: a@b.c ({word}), d@e.f\n\
         Content-Disposition: attachment; filename=\"{word}\"; size=3\n\nbody\n"
    )
}

fn texts() -> Vec<String> {
    let texts = prop_oneof![
        "\\PC{0,80}",
        "[ -~]{0,80}",
        "[a,\"()<>@;:\\\\é日😀\u{301}]{1,30}( [a,\"()<>@;:\\\\.é日]{1,30}){0,5}",
        "[äöü日本語 ]{0,150}",
    ];
    let mut runner = TestRunner::deterministic();
    let mut text = || texts.new_tree(&mut runner).unwrap().current();
    (0..120)
        .map(|_| text().trim().to_owned())
        .filter(|text| !text.contains("=?") && !text.is_empty())
        .collect()
}

/// The text with each run of white space as a single space, because a reader of a header can remove white space.
fn squashed(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn python() {
    let mut cases = String::new();
    for text in texts() {
        for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
            let message = rewritten(message(&text).as_bytes(), form);
            let hex = |octets: &[u8]| octets.iter().map(|o| format!("{o:02x}")).collect::<String>();
            writeln!(cases, "{} {}", hex(&message), hex(text.as_bytes())).unwrap();
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("proptest_config");
    std::fs::write(&path, cases).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles/headers.py");
    let Ok(output) = Command::new("python3").arg(script).arg(path).output() else {
        println!("skipped: no python3");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn mail_parser() {
    for text in texts() {
        for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
            let octets = rewritten(message(&text).as_bytes(), form);
            let shown = String::from_utf8_lossy(&octets);
            let message = MessageParser::default().parse(&octets).unwrap();
            let meant = squashed(&text);
            let names = |address: Option<&Address<'_>>| {
                let list = address.and_then(Address::as_list).unwrap();
                let addresses: Vec<_> = list.iter().map(|entry| entry.address.as_deref()).collect();
                assert_eq!(addresses, [Some("a@b.c"), Some("d@e.f")], "{shown}");
                squashed(list[0].name.as_deref().unwrap_or_default())
            };
            assert_eq!(squashed(message.subject().unwrap_or_default()), meant, "{shown}");
            assert_eq!(names(message.to()), meant, "{shown}");
            assert_eq!(squashed(message.attachment_name().unwrap_or_default()), meant, "{shown}");
        }
    }
}
