//! Whole messages: normalizing beside parsing and beside copying, on three synthetic mailboxes.
//!
//! `cargo bench --bench normalize`. Read the ratios within one run, not the absolute figures.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mail_parser::MessageParser;
use mailutf::Normalizer;

fn main() {
    divan::main();
}

/// What a mailbox is made of.
#[derive(Clone, Copy, Debug)]
enum Mailbox {
    /// Text in legacy charsets: every message changes.
    Legacy,
    /// Text in UTF-8: only the From field changes.
    Utf8,
    /// Short UTF-8 text with a large base64 attachment.
    Attachments,
}

const MAILBOXES: [Mailbox; 3] = [Mailbox::Legacy, Mailbox::Utf8, Mailbox::Attachments];

const TEXTS: [(&str, &str); 4] = [
    ("iso-8859-1", "Grüße aus Köln: schöne, große Straßen und ein müder Bär.\n"),
    ("koi8-r", "Сегодня встреча по проекту, вопрос решён, ответ в письме.\n"),
    ("shift_jis", "本日の会議の資料を添付します。ご確認をお願いします。\n"),
    ("euc-kr", "오늘 회의 자료를 첨부합니다. 확인 부탁드립니다.\n"),
];

const ATTACHMENT_LINE: &[u8] =
    b"JVBERi0xLjQKJcOkw7zDtsOfCjIgMCBvYmoKPDwvTGVuZ3RoIDMgMCBSL0ZpbHRlci9GbGF0ZURl\n";

fn header(i: usize) -> Vec<u8> {
    format!(
        "Received: from mx.example.org (mx.example.org [192.0.2.{}])\n\tby mail.example.net with ESMTPS id {i:X}\n\
         From: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>\nTo: bob@example.net\nSubject: message {i}\n\
         Message-ID: <{i}@example.org>\nMIME-Version: 1.0\n",
        i % 250
    )
    .into_bytes()
}

fn text(i: usize, utf8: bool) -> Vec<u8> {
    let (legacy, line) = TEXTS[i % TEXTS.len()];
    let label = if utf8 { "utf-8" } else { legacy };
    let (octets, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(line);
    let fields = format!("Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: 8bit\n\n");
    [fields.as_bytes(), &octets.repeat(80)].concat()
}

fn message(i: usize, mailbox: Mailbox) -> Vec<u8> {
    match mailbox {
        Mailbox::Legacy | Mailbox::Utf8 => [header(i), text(i, matches!(mailbox, Mailbox::Utf8))].concat(),
        Mailbox::Attachments => [
            &header(i)[..],
            b"Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n",
            &text(i, true),
            b"\n--=_b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n",
            &ATTACHMENT_LINE.repeat(3_000),
            b"--=_b--\n",
        ]
        .concat(),
    }
}

fn bench(bencher: Bencher<'_, '_>, mailbox: Mailbox, work: impl Fn(&[u8]) + Sync) {
    let messages: Vec<Vec<u8>> = (0..200).map(|i| message(i, mailbox)).collect();
    let octets: usize = messages.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(octets)).bench(|| messages.iter().for_each(|message| work(message)));
}

#[divan::bench(args = MAILBOXES)]
fn mailutf_normalize(bencher: Bencher<'_, '_>, mailbox: Mailbox) {
    let normalizer = Normalizer::default();
    bench(bencher, mailbox, |message| {
        black_box(normalizer.plan(message).apply());
    });
}

#[divan::bench(args = MAILBOXES)]
fn mail_parser_parse(bencher: Bencher<'_, '_>, mailbox: Mailbox) {
    let parser = MessageParser::default();
    bench(bencher, mailbox, |message| {
        black_box(parser.parse(message));
    });
}

#[divan::bench(args = MAILBOXES)]
fn copy(bencher: Bencher<'_, '_>, mailbox: Mailbox) {
    bench(bencher, mailbox, |message| {
        black_box(message.to_vec());
    });
}
