//! How often a property is tried.

use proptest::test_runner::{Config, RngSeed};

/// So many cases, the same in every run, and no file that remembers failures: what fails becomes a test of its
/// own. With the environment variable `CASES`, so many times as many, and others in every run.
pub(crate) fn proptest_config(cases: u32) -> Config {
    let times = std::env::var("CASES").ok().and_then(|times| times.parse::<u32>().ok());
    let rng_seed = times.map_or(RngSeed::Fixed(2047), |_| RngSeed::Random);
    let times = times.unwrap_or(1);
    let (default, cases) = (Config::default(), cases * times);
    let max_global_rejects = default.max_global_rejects * times;
    Config { cases, max_global_rejects, rng_seed, failure_persistence: None, ..default }
}
