//! Converts any octets to UTF-7 mail. The output is 7-bit unless a finding says otherwise. It has as many parts as
//! the input, and can be converted back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mailutf::structure::Structure;
use mailutf::{Limits, ToUtf7, Utf7Options, Wrap, normalize};

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (columns, wrap, octets) = input;
    let options = Utf7Options::default()
        .with_columns(20 + usize::from(columns) % 81)
        .with_wrap([Wrap::Flowed, Wrap::QuotedPrintable, Wrap::Hard, Wrap::None][usize::from(wrap) % 4]);
    let plan = ToUtf7::new(options).plan(octets);
    let output = plan.apply();
    assert!(output.is_ascii() || !plan.findings().is_empty(), "silent: {}", output.escape_ascii());
    let parts = |octets: &[u8]| Structure::parse(octets, &Limits::default()).parts.len();
    assert_eq!(parts(octets), parts(&output), "{}", output.escape_ascii());
    let back = normalize(&output).apply().into_owned();
    assert!(normalize(&back).is_noop(), "{}", back.escape_ascii());
});
