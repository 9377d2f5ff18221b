//! A census: this example counts the charsets of a mailbox on all cores. It prints lines for a spreadsheet.
//!
//! `cargo run --release --example census < corpus/mbox/mboxrd.mbox`

use mailutf::Policy;
use mailutf::census::{Census, DeclaredLabel, Origin};
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Workers, in_order};
use std::io;

fn main() -> io::Result<()> {
    let policy = Policy::default();
    let batches = Source::new(io::stdin(), Format::Any)?.map(|batch| {
        let batch = batch?;
        let weight = batch.octets().len();
        Ok((batch, weight))
    });
    let mut census = Census::default();
    let count = |batch: mailutf::mailbox::batch::Batch| {
        let mut census = Census::default();
        for entry in batch.entries() {
            let origin =
                Origin::default().with_file(None).with_ordinal(entry.ordinal).with_offset(entry.offset());
            census.add(entry.message().octets(), &origin, &policy);
        }
        census
    };
    in_order(Workers::default(), batches, count, |part| {
        census.merge(part);
        Ok::<_, io::Error>(())
    })?;
    for row in census.rows_by_year() {
        let label = match row.label {
            DeclaredLabel::Missing => String::new(),
            DeclaredLabel::Written(label) => label.escape_ascii().to_string(),
            _ => "(others)".to_owned(),
        };
        let charset = row.charset.map_or("unreadable", |charset| charset.name());
        let year = row.year.map_or("?".to_owned(), |year| year.to_string());
        println!("{year}\t{}\t{label}\t{charset}\t{}", row.place.as_str(), row.count);
    }
    Ok(())
}
