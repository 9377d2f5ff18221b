//! Compares the normalizing of whole messages with parsing and with copying, for three synthetic mailboxes.
//!
//! `cargo bench --bench normalize`. Compare the ratios within a run, not the absolute figures.

#[path = "mail/mod.rs"]
mod mail;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mail::{Kind, message};
use mail_parser::MessageParser;
use mailutf::Normalizer;

fn main() {
    divan::main();
}

const MAILBOXES: [Kind; 3] = [Kind::Legacy, Kind::Utf8, Kind::Attachments];

fn bench(bencher: Bencher<'_, '_>, mailbox: Kind, work: impl Fn(&[u8]) + Sync) {
    let messages: Vec<Vec<u8>> = (0..200).map(|i| message(i, mailbox)).collect();
    let octets: usize = messages.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(octets)).bench(|| messages.iter().for_each(|message| work(message)));
}

#[divan::bench(args = MAILBOXES)]
fn mailutf_normalize(bencher: Bencher<'_, '_>, mailbox: Kind) {
    let normalizer = Normalizer::default();
    bench(bencher, mailbox, |message| {
        black_box(normalizer.plan(message).apply());
    });
}

#[divan::bench(args = MAILBOXES)]
fn mail_parser_parse(bencher: Bencher<'_, '_>, mailbox: Kind) {
    let parser = MessageParser::default();
    bench(bencher, mailbox, |message| {
        black_box(parser.parse(message));
    });
}

#[divan::bench(args = MAILBOXES)]
fn copy(bencher: Bencher<'_, '_>, mailbox: Kind) {
    bench(bencher, mailbox, |message| {
        black_box(message.to_vec());
    });
}
