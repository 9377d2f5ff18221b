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
use proptest::test_runner::RngSeed;

/// So many cases, the same in every run, and no file that remembers failures: what fails becomes a test of its
/// own. With the environment variable `HEADER_CASES`, so many times as many, and others in every run.
fn cases(cases: u32) -> proptest::test_runner::Config {
    let times = std::env::var("HEADER_CASES").ok().and_then(|times| times.parse::<u32>().ok());
    let rng_seed = times.map_or(RngSeed::Fixed(2047), |_| RngSeed::Random);
    let cases = cases * times.unwrap_or(1);
    proptest::test_runner::Config { cases, rng_seed, failure_persistence: None, ..Default::default() }
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
