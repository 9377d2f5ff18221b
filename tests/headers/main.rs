//! Header fields: what is read out of them, what is written into them, and that both are the same.

mod added;
mod corpus;
mod findings;
mod japanese;
mod linear;
#[cfg(feature = "verify")]
mod oracles;
mod overlap;
mod soup;
mod split;
mod written;

use mailutf::policy::HeaderForm;
use mailutf::{Normalizer, Policy};

/// So many cases, times the environment variable `HEADER_CASES` for a long search, and no file that remembers failures: what fails becomes a test of its own.
fn cases(cases: u32) -> proptest::test_runner::Config {
    let times = std::env::var("HEADER_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    proptest::test_runner::Config { cases: cases * times, failure_persistence: None, ..Default::default() }
}

/// The header in `form`.
fn rewritten(header: &[u8], form: HeaderForm) -> Vec<u8> {
    let policy = Policy { headers: form, ..Policy::default() };
    Normalizer::new(policy).plan(header).apply().into_owned()
}

/// The header in `form`, as text.
fn text(header: &str, form: HeaderForm) -> String {
    String::from_utf8(rewritten(header.as_bytes(), form)).unwrap()
}
