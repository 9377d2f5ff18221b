//! Conversion of text bodies: a test for each rule, with LF and with CRLF line ends.

mod declarations;
mod following;
mod labels;
mod left_alone;
mod transfer;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use mailutf::policy::{BodyForm, Doubtful};
use mailutf::{Code, Normalizer, Policy, normalize};
use proptest::prelude::*;

/// Checks that normalizing `input` gives `output`, with LF and with CRLF line ends.
#[track_caller]
fn becomes(input: &[u8], output: &[u8]) {
    becomes_by(&Policy::default(), input, output);
}

#[track_caller]
fn becomes_by(policy: &Policy, input: &[u8], output: &[u8]) {
    let normalizer = Normalizer::new(policy.clone());
    let (crlf_input, crlf_output) = (crlf(input), crlf(output));
    for (input, output) in [(input, output), (crlf_input.as_slice(), crlf_output.as_slice())] {
        let got = normalizer.plan(input).apply().into_owned();
        assert_eq!(got.escape_ascii().to_string(), output.escape_ascii().to_string());
        assert!(normalizer.plan(&got).is_noop(), "{:?}", normalizer.plan(&got).edits());
    }
}

fn crlf(lines: &[u8]) -> Vec<u8> {
    lines
        .split_inclusive(|octet| *octet == b'\n')
        .flat_map(|line| match line.strip_suffix(b"\n") {
            Some(line) => [line, b"\r\n"].concat(),
            None => line.to_vec(),
        })
        .collect()
}

/// Checks that normalizing `input` changes nothing. `code` is the code of the finding that gives the reason, or
/// `None` if there is no finding.
#[track_caller]
fn stays(input: &[u8], code: Option<Code>) {
    let plan = normalize(input);
    assert!(plan.is_noop(), "{:?}", plan.edits());
    let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
    assert!(code.map_or(codes.is_empty(), |code| codes.contains(&code)), "{codes:?}");
}

fn codes(input: &[u8]) -> Vec<Code> {
    normalize(input).findings().iter().map(|finding| finding.code).collect()
}
