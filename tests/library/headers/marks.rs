//! Text that contains the marks of encoded words, but no complete encoded word. Such text can be written like any
//! other text, and is then read as the text that was meant (RFC 2047 sections 2 and 7).

use super::{rewritten, text};
use crate::proptest_config;
use mailutf::Span;
use mailutf::header::decode_in;
use mailutf::internal::encoded_words;
use mailutf::policy::{Doubtful, HeaderForm, Policy};
use mailutf::text::Context;
use proptest::prelude::*;
use std::process::Command;

/// The value of the first field.
fn value(header: &[u8]) -> &[u8] {
    header.strip_prefix(b"Subject: ").unwrap().trim_ascii_end()
}

fn said(value: &[u8]) -> String {
    let policy = Policy::default().with_doubtful(Doubtful::Label);
    decode_in(value, &Context::new(&policy)).into_owned()
}

#[cfg(feature = "to-utf7")]
fn in_utf7(header: &[u8]) -> Vec<u8> {
    mailutf::ToUtf7::default().plan(header).apply().into_owned()
}

#[test]
fn marks_are_encoded_with_their_text() {
    for (value, expected) in [
        ("Цена=?", "=?utf-8?B?0KbQtdC90LA9Pw==?="),
        ("Цена ?=", "=?utf-8?B?0KbQtdC90LA=?= ?="),
        // Some readers take everything from the first `=?` to the `?=` of the new word for a single word. So the old
        // `=?` is encoded, too.
        ("=?utf-8?Q?a Цена", "=?utf-8?B?PT91dGYtOD9RP2Eg0KbQtdC90LA=?="),
        // An encoded word that cannot be decoded stays, together with the text that is joined to it without a blank.
        ("=?x-none?Q?=F0?=é è", "=?x-none?Q?=F0?=é =?utf-8?B?w6g=?="),
        ("=?utf-8?Q?a", "=?utf-8?Q?a"),
    ] {
        assert_eq!(
            text(&format!("Subject: {value}\n\n"), HeaderForm::Encoded),
            format!("Subject: {expected}\n\n")
        );
    }
}

/// Texts without an encoded word. Some of the texts contain marks of encoded words.
fn texts() -> impl Strategy<Value = String> {
    let text = "(=\\?|\\?=|[ =?_a]|utf-8\\?Q\\?|\\?B\\?|=\\?x|=C3|Цена|é|日本){1,12}";
    text.prop_map(|text| text.trim().to_owned()).prop_filter("no text, or a word", |text| {
        !text.is_empty() && encoded_words(text.as_bytes(), Span::new(0, text.len())).is_empty()
    })
}

proptest! {
    #![proptest_config(proptest_config(2048))]

    #[test]
    fn text_with_marks_is_encoded_and_read_again(text in texts()) {
        let header = format!("Subject: {text}\n\n");
        let encoded = rewritten(header.as_bytes(), HeaderForm::Encoded);
        prop_assert!(encoded.is_ascii(), "{:?}", encoded.escape_ascii());
        prop_assert_eq!(said(value(&encoded)), &*text);
        #[cfg(feature = "to-utf7")]
        {
            let encoded = in_utf7(header.as_bytes());
            prop_assert!(encoded.is_ascii(), "{:?}", encoded.escape_ascii());
            prop_assert_eq!(said(value(&encoded)), &*text);
        }
    }
}

/// A script that reads values, one on each line, with Python's `email`.
const PYTHON: &str = "
import email.header, sys
for line in sys.stdin:
    print(str(email.header.make_header(email.header.decode_header(line.rstrip('\\n')))))
";

/// Python takes everything from `=?` to the next `?=` for an encoded word, if a charset and an encoding follow the
/// `=?`.
#[test]
fn another_reader_reads_the_same_text() {
    let parts = ["=?", "?=", " ", "_", "utf-8?Q?", "=?utf-8?Q?", "=?utf-8?B?", "a", "Цена"];
    let (mut input, mut expected) = (String::new(), Vec::new());
    for number in 0..parts.len().pow(4) {
        let indices = (0..4).map(|digit| number / parts.len().pow(digit) % parts.len());
        let text = indices.map(|index| parts[index]).collect::<String>().trim().to_owned();
        if text.is_ascii() || !encoded_words(text.as_bytes(), Span::new(0, text.len())).is_empty() {
            continue;
        }
        let encoded = rewritten(format!("Subject: {text}\n\n").as_bytes(), HeaderForm::Encoded);
        input.push_str(&String::from_utf8(value(&encoded).to_vec()).unwrap().replace('\n', ""));
        input.push('\n');
        expected.push(text);
    }
    let directory = tempfile::tempdir().unwrap();
    let values = directory.path().join("values");
    std::fs::write(&values, input).unwrap();
    let mut python = Command::new("python3");
    python.args(["-c", PYTHON]).env("PYTHONUTF8", "1").stdin(std::fs::File::open(values).unwrap());
    let Ok(read) = python.output() else { return println!("not checked: python3 is missing") };
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let read = String::from_utf8(read.stdout).unwrap();
    assert_eq!(read.lines().count(), expected.len());
    for (read, expected) in read.lines().zip(&expected) {
        assert_eq!(read, expected);
    }
}
