//! Guarantee G21 (docs/guarantees.md): an mbox keeps every message complete, whatever the message contains and
//! however it is changed.

mod changes;
mod separators;

use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mbox::{Reader, Variant, Writer};

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

fn without_content_length(message: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(message);
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("Content-Length:"));
    lines.collect::<String>().into_bytes()
}
