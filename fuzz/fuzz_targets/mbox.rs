//! Reads any octets as a mailbox. If no message is changed, the output equals the input. Normalizing is idempotent,
//! and keeps the number of messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mailutf::Policy;
use mailutf::mailbox::mbox::Variant;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::Pipeline;
use mailutf::policy::{BodyForm, HeaderForm};
use std::num::NonZeroUsize;

fuzz_target!(|input: (u8, &[u8])| {
    let (format, octets) = input;
    let format = match format % 5 {
        0 => Format::Any,
        1 => Format::Mbox(Variant::Mboxo),
        2 => Format::Mbox(Variant::Mboxrd),
        3 => Format::Mbox(Variant::Mboxcl),
        _ => Format::Mbox(Variant::Mboxcl2),
    };
    let mut keep = Policy::default();
    (keep.headers, keep.bodies) = (HeaderForm::Keep, BodyForm::Keep);
    let (messages, same) = run(octets, format, keep);
    assert_eq!(same.escape_ascii().to_string(), octets.escape_ascii().to_string());
    let (normalized, output) = run(octets, format, Policy::default());
    assert_eq!(messages, normalized);
    let (again, twice) = run(&output, format, Policy::default());
    assert_eq!(messages, again, "{}", output.escape_ascii());
    assert_eq!(output.escape_ascii().to_string(), twice.escape_ascii().to_string());
});

fn run(octets: &[u8], format: Format, policy: Policy) -> (u64, Vec<u8>) {
    let mut pipeline = Pipeline::new(policy);
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    let mut output = Vec::new();
    let source = Source::new(octets, format).expect("memory can be read");
    let totals = pipeline.run(source, &mut output, |_| {}).ok().expect("memory can be written");
    (totals.messages, output)
}
