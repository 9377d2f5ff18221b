//! An archive: this example converts an mbox to UTF-8 on all cores. It prints a line for each message for which a
//! charset was guessed.
//!
//! `cargo run --release --example mbox_to_utf8 < corpus/mbox/mboxrd.mbox > utf8.mbox`

use mailutf::Policy;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::Pipeline;
use std::error::Error;
use std::io::{self, BufWriter};

fn main() -> Result<(), Box<dyn Error>> {
    let source = Source::new(io::stdin(), Format::Any)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let totals = Pipeline::new(Policy::default()).run(source, &mut output, |report| {
        for (finding, part) in &report.findings {
            eprintln!("message {}, part {part:?}: {finding}", report.ordinal + 1);
        }
    })?;
    eprintln!(
        "{} messages, {} changed, {} with something left as it was",
        totals.messages, totals.changed, totals.unresolved
    );
    Ok(())
}
