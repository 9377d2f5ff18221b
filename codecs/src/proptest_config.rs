//! The configuration of property tests.

use proptest::test_runner::{Config, RngSeed};

/// A configuration that tries `cases` cases, which are the same in every run. Failing cases are not stored in a
/// file: we write a test for each of them. If the environment variable `CASES` is set, it multiplies the number of
/// cases, and each run tries different cases.
pub(crate) fn proptest_config(cases: u32) -> Config {
    let times = std::env::var("CASES").ok().and_then(|times| times.parse::<u32>().ok());
    let rng_seed = times.map_or(RngSeed::Fixed(2047), |_| RngSeed::Random);
    let times = times.unwrap_or(1);
    let (default, cases) = (Config::default(), cases * times);
    let max_global_rejects = default.max_global_rejects * times;
    Config { cases, max_global_rejects, rng_seed, failure_persistence: None, ..default }
}
